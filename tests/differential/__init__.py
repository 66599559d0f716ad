"""The test bench of the verifier: small random games, each claim decided twice and the answers compared.

The input is a seed; the output is whether any verdict of `verify` contradicts the results of every deal and every play of the
interpreter.
"""
