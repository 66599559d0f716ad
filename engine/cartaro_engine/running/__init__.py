"""Machines that run a module, and the engine of a game: its hands, its positions, its moves.

Comes in: a game that the interpreter has compiled.  Goes out: an `Engine`, or why there is none.
"""
