"""A text among those around it comes in; what an editor shows of it, and changes in it, goes out."""
