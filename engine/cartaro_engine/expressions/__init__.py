"""Expressions to values and tests; the search for the arguments of an act; who may do what.

Comes in: expressions and clauses of a checked game, in a scope.  Goes out: values, tests and functions of the intermediate
representation.
"""
