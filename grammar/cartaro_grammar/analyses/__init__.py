"""Analyses of a whole game once its sentences are checked: precedence, cycles, visibility, dead clauses, warnings."""
