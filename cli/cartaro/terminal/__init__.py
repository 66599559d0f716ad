"""People at a terminal: answers shown, progress, the standard streams, a person who plays, the arbiter's menu."""
