"""The pages put together: a site for each language with what stands around them, built as a whole, checked, served."""
