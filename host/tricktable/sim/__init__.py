"""The simulation: a virtual table to put cards on, hands that move them, and a computer player."""
