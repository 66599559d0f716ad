"""Effects and acts to functions: cards that move, chance, courses of events, changes of seats, sight.

Comes in: acts and consequences of a checked game.  Goes out: functions that change a state in memory.
"""
