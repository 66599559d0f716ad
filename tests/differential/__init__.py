"""The test bench of the verifier: small games made by chance, each claim decided twice and the answers compared.

In comes a seed; out comes whether any verdict of `verify` contradicts what every deal and every play of the interpreter gives.
"""
