"""The board around the chips: wiring, time, serial line, control channel. Knows no firmware."""
