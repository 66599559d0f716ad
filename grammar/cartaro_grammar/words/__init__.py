"""From trees to one ruleset with its words: files merged, places, memory, acts and options declared, the deck made."""
