"""The obligations of every game: conservation, a legal move, an end of hands and matches, no clash, no fault, no disclosure."""
