"""From a source to its tree and back: the parser, syntax errors in the author's words, the one layout, kept trees."""
