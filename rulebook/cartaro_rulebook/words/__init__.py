"""A language and its words: phrases of the catalogue, forms of nouns, what the author calls things, colours of cards."""
