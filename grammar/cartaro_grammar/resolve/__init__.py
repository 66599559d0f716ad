"""Name resolution: files are merged into one ruleset, its declarations gathered, every name bound to what it means."""
