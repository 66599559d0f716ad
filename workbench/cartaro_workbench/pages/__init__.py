"""A checked game comes in; its rulebook page goes out as HTML of known elements, with the places in the text that it is of."""
