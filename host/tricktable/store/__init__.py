"""What is kept on disk: journals, decks, records, and this computer's saved secret."""
