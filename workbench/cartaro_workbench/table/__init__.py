"""A checked game comes in; play goes on, and what is told of it goes out."""
