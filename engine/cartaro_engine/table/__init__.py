"""A game in progress, over the engine or the interpreter: whose choice, which moves, what comes of one, what it is worth.

Comes in: a game that the interpreter has compiled.  Goes out: a `GameTable`, whose positions are values; what each player
knows of a position; the lines of play that go on from a deal, counted; positions with all that follows from them, for other
engines.
"""
