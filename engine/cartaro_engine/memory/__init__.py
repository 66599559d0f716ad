"""What all of the lowering stands on: where memory has what, sets of one word or several, in whose light an expression is read,
why the engine stops, and what it refuses.
"""
