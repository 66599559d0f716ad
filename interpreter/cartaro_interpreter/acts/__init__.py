"""Acts and courses of events compiled: effects, the ways to do an act, who sees what; together the `Rules` of a game."""
