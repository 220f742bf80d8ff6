"""What is said and how: languages, sentences with cards in them, the names of cards and people."""
