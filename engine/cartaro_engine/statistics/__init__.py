"""Statistics of hands and matches played at random: a game, a seed and a number in; sums, measures and their intervals out.

`measures` has means, shares and intervals, `statistics` the measures of a game from the sums of a batch; `simulation` and
`executors` play a range in parts; `comparison` compares two games; `answers` writes all as JSON (decision 0009).
"""
