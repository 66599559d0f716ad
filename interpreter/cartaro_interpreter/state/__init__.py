"""A state of play and what it is made of: the row of cells, sets as masks, moves, chance, faults, and steps counted."""
