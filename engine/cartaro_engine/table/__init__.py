"""A game in progress, over the engine or the interpreter: the player to choose, the legal moves, the position after a move, and
its value.

Input: a game that the interpreter has compiled. Output: a `GameTable`, whose positions are values; what each player knows in a
position; counts of the lines of play from a deal; and positions with the results of their moves, for other engines.
"""
