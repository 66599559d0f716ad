"""A state of play and its parts: the row of cells, sets as masks, moves, chance, faults, the step budget."""
