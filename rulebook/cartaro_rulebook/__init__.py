"""The rulebook of a checked game: its prose, its pictures and its pages."""
