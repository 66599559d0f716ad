"""Opponents that search: what a player does not see is dealt anew, and each world so imagined is played on.

Comes in: what a player sees and remembers, and the legal moves.  Goes out: one of these moves.  No state of play comes in, so
that nothing hidden can.
"""
