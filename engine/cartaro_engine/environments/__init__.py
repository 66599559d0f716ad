"""A game as learning programs of the field know it: choices from a fixed list of actions, observations of a fixed length.

Comes in: a `GameTable`.  Goes out: an environment of PettingZoo, a game of OpenSpiel; each is read only when it is
asked for, and needs its own library.
"""
