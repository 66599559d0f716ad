"""Statistics of hands and matches played by chance: a game, a seed and a number in; sums, measures and their intervals out.

`measures` has means, shares and intervals, `statistics` what the sums of a batch say of a game; `simulation` and `executors`
play a range in parts; `comparison` sets two games side by side; `answers` writes all as JSON (decision 0009).
"""
