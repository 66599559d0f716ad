"""What proofs are made of: terms, symbolic states, the paths of play over them, and the words of verdicts."""
