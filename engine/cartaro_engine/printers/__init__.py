"""The intermediate representation as text: of Python, and of WebAssembly.

Input: a `Module`. Output: a source that a machine of `running` runs. The tests have a third printer, for C.
"""
