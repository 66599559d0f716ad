"""What is done with many hands at once, and written for other programs: a module for each of these subcommands."""
