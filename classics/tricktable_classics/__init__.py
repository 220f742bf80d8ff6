"""The card games that people know, for Tricktable: one folder a game."""
