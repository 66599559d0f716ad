"""Pages and the site: what a page is made from, its parts, what covers the sources, and the build through mkdocs."""
