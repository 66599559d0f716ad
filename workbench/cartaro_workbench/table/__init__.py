"""Play of a checked game for a page: the table, what a seat sees of it, reasons, and recorded hands step by step."""
