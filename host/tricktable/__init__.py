"""Tricktable, the companion for card games with real cards at a real table: the host."""
