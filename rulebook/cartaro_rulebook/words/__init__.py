"""A language and its words: phrases of the catalogue, forms of nouns, the names that an author gives, the colours of cards."""
