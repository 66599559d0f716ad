"""A game in the form used by learning programs: choices from a fixed list of actions, observations of a fixed length.

Input: a `GameTable`. Output: an environment of PettingZoo, a game of OpenSpiel. Each is imported only on request, and needs its
own library.
"""
