"""The page of a ruleset: its data, its parts, and the coverage of the sources."""
