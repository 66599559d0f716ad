"""Hands and matches at a table: played to their end, with rulings, recorded and replayed."""
