"""Lowering: a checked game to functions of the intermediate representation."""
