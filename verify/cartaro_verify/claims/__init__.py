"""The author's claims, line by line, and those that are proved only together."""
