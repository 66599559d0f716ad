"""Type checking: phrases, clauses, effects, claims and examples of the tree become typed nodes of the model."""
