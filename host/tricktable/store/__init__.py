"""The store: journals, decks and records as files, and what this computer is called."""
