"""The material of proofs: terms, their solver, symbolic states and paths of play over them."""
