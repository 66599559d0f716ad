"""A second solver: what Z3 says to be impossible where a verdict rests on it, cvc5 is asked too.

`recorder` hears the answers as the verifier gets them, `second` asks cvc5 about one of them, `comparison` holds those of a
whole ruleset against it.  The verifier knows nothing of this.
"""
