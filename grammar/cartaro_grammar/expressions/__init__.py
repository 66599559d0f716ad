"""Expressions, checked: from a phrase of the tree and the words in force to a typed expression of the game, or a mistake."""
