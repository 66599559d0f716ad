"""The interpreter for the verifier: hands played for samples, searched, replayed and tried against proofs."""
