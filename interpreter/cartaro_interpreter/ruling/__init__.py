"""Why a move is or is not legal, and what an arbiter may enter; moves and rulings read from JSON."""
