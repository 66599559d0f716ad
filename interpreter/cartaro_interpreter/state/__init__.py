"""States of play and what they need: the row of cells, sets as masks, moves, chance, faults, the step budget."""
