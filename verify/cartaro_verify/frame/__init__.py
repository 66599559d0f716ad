"""The transition system of a game with its invariants, checked twice, and proofs over it."""
