"""The examples of a ruleset: set out and run."""
