"""A table: its story, its seats, what people say and ask at it, and what all of them may see."""
