"""The interpreter, as the verifier knows it: hands played to guess from, searched, replayed and held against proofs."""
