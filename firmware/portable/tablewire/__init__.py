"""The wire between board and host, one source for both and for two Pythons. No I/O, no clock."""
