"""The intermediate representation as text: of Python, and of WebAssembly.

Comes in: a `Module`.  Goes out: a source that a machine of `running` runs.  The tests have a third printer, of C.
"""
