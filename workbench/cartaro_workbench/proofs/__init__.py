"""A checked game comes in; verdicts on its claims go out in words, as they are decided or as they were kept."""
