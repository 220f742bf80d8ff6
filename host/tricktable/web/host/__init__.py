"""The host's pages: the console, new games, corrections, decks, and exports to take home."""
