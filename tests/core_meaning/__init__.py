"""The meaning of the core language, implemented a second time from the reference, and its comparison with the interpreter."""
