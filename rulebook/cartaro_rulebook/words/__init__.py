"""A language and its words: phrases from `lexicon`, forms of nouns, what the author calls things, colours of cards."""
