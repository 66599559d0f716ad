"""A game, a seed and a number of hands come in; what they came to goes out, on whatever machine a page has."""
