"""The engine compared with the interpreter."""
