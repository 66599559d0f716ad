"""Rulings on moves: the clauses that make a move legal or not, and the entries of an arbiter."""
