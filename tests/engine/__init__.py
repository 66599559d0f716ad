"""The engine beside the interpreter."""
