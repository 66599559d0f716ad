"""The game explained in the order in which one plays: an outline of its clauses, sentences, tables, the author's wordings."""
