"""The meaning of the core language written a second time, from the reference, and the comparison with the interpreter."""
