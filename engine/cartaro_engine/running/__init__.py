"""Machines that run a module, and the engine of a game: its hands, its positions, its moves.

Input: a game that the interpreter has compiled. Output: an `Engine`, or the reason for which the game has none.
"""
