"""Results from records of play: their moves and hands as rows, and the rules under which the records were played."""
