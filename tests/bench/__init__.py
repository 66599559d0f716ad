"""Rates and ratios, for people: nothing here is a test.  `python -m tests.bench` has the engine's."""
