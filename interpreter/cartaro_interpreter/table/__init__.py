"""Hands and matches at a table: playouts with rulings, records and replays."""
