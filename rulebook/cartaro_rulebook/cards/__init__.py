"""Cards as pictures, and hands to follow: a pack's drawings, cards and positions as HTML, a record taken apart into steps."""
