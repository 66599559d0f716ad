"""States of play and their parts: the row of cells, sets as masks, moves, chance, faults, the step budget."""
