"""A checked game in words: expressions, effects and sentences, then clauses, claims, examples and articles."""
