"""The layout of memory, sets of one word or several, the environment of an expression, traps and refusals."""
