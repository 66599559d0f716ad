"""Measurements of rates and ratios, for people to read. Nothing here is a test. `python -m tests.bench` measures the engine."""
