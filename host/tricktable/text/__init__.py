"""Languages, sentences with cards in them, and the names of cards and people."""
