"""The parser and its error recovery, the tree, the formatter, cached trees."""
