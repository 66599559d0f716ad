"""Language services for one text among others: problems, fixes, completion, hover, references, renaming, outline, tokens."""
