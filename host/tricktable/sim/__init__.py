"""The demo: hands, a virtual table to put cards on, and a player that needs no people."""
