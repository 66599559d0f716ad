"""Acts, effects, visibility and the courses of events, compiled; together the `Rules` of a game."""
