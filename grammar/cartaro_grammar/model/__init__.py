"""The checked game as plain data, and what is told of its parts once for everybody.

Nothing here reads a text; every other room builds this or asks it.
"""
