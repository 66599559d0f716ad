"""Cards as pictures: the drawings of a pack, cards and positions as HTML, records and examples as steps."""
