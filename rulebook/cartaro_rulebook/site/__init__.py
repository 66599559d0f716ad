"""Pages: what a page is made from, its parts, and what covers the sources."""
