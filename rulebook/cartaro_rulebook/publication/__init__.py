"""Publication: a site for each language built as a whole, checked and served, and a ruleset on paper."""
