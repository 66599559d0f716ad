"""From text to a checked game: source, tree, checker, diagnostics, formatter."""
