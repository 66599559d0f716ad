"""The engine's intermediate representation: its nodes, folded as they are made, functions and modules under construction.

Comes in: nothing.  Goes out: a `Module`, frozen, which a printer turns into text of WebAssembly, Python or C.
"""
