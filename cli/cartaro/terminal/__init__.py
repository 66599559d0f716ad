"""The terminal: answers as text, progress, the standard streams, a person who plays, the arbiter's prompt."""
