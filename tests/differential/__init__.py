"""The test bench of the verifier: every claim about small random games is decided twice, and the answers are compared.

The input is a seed. The output says whether any verdict of `verify` contradicts what the interpreter finds when it plays every
deal in every possible way.
"""
