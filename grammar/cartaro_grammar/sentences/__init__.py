"""Sentences, checked: effects, clauses, claims and examples, from the tree to the game."""
