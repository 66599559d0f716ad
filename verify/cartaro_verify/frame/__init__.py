"""The transition system of a game: every symbolic move from every case of a state that awaits one, with proved invariants."""
