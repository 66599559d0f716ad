"""Answers in words: why a move is legal, what a position allows, what keeps a turn from ending."""
