"""Play of a checked game for a page: the table, the view of a seat, reasons, and recorded hands step by step."""
