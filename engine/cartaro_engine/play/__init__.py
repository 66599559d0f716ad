"""Turns, legal moves, the course of a hand, and hands by the thousand; a whole game lowered.

Comes in: a game that the interpreter has compiled (`Rules`).  Goes out: a `Lowered`, the module with the plan of its memory;
or a `NotLowered`, which names the construct that stands in the way.
"""
