"""What a ruleset may well not mean: dead clauses, exemptions that lift nothing, consequences whose order decides."""
