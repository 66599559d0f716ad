"""Answers in words: names, moves and positions, and why a move is legal or not."""
