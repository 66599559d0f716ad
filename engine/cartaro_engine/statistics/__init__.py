"""Statistics of hands and matches played at random: a game, a seed and a number in; sums, measures and their intervals out.

`statistics` has means, shares, intervals and the measures of a game from the sums of a batch; `simulation` and `executors` play
a range in parts; `simulation` also compares two games and writes the JSON forms of `statistics_forms` (decision 0009);
`worker_pool` has the processes.
"""
