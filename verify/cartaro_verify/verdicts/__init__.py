"""Verdicts in the making: what is asked of a game, the proofs of the obligations, and what was found told as results."""
