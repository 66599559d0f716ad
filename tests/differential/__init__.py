"""The test bench of the verifier: every claim about small random games is decided twice, and the answers are compared.

The input is a seed. The output is whether any verdict of `verify` contradicts the results of the interpreter, which plays every
deal in every possible way.
"""
