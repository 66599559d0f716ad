"""Name resolution: merge the files of a ruleset, collect its declarations, find what every name refers to."""
