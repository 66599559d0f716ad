"""What records of play show: their moves and hands as rows, the rules under which they were played."""
