"""The compiled `Rules` of a game: its acts, effects, visibility and courses of events."""
