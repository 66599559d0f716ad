"""A game in progress, over the engine or the interpreter: the player to choose, the legal moves, the position after a move, and
its value.

Input: a game that the interpreter has compiled. Output: a `GameTable`, whose positions are values; the knowledge of each player
of a position; counts of the lines of play that go on from a deal; positions with all their consequences, for other engines.
"""
