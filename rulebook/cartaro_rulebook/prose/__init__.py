"""A checked game in words, construct by construct: from values and conditions to whole articles."""
