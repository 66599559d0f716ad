"""A second solver: cvc5 is asked again every query that Z3 calls impossible and that a verdict depends on.

`recorder` records the answers that the verifier gets, `second` asks cvc5 about one of them, `comparison` compares all answers
for a ruleset. The verifier knows nothing of this.
"""
