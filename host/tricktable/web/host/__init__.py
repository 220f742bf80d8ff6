"""The host's pages: a table's, new games, corrections, decks, and exports to take home."""
