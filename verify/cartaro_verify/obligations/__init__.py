"""What every game must keep, decided: conservation, a move, an end of hands and matches, no clash, no fault."""
