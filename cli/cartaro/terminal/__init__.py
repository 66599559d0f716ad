"""The terminal: answers as text, progress, the standard streams, a person who plays, and the arbiter's prompt."""
