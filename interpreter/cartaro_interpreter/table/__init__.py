"""Hands and matches at a table: played to their end, with rulings, written down as records, replayed."""
