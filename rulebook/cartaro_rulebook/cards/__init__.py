"""Cards as pictures, and hands to follow: a pack's drawings, a card as HTML, a record taken apart into its steps."""
