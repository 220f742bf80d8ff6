"""One table: its rows and what they add up to, its desk, its seats, and what it shows."""
