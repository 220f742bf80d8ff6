"""What the host sees and may do: the console, new games, corrections, decks, what goes home."""
