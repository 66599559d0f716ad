"""The engine's intermediate representation: its nodes, folded as they are made, functions and modules under construction.

This layer has no input of its own. Its output is a `Module`, frozen, which a printer turns into text of WebAssembly, Python or
C.
"""
