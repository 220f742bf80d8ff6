"""Virtual chip time. Never the time of the computer that simulates."""


class Clock:
    """Nanoseconds since power-on, moved on by whatever takes time on a real board."""

    def __init__(self) -> None:
        self.ns = 0
        self.told_us = 0  # what a program was told, if that is another time: board time

    def spend(self, ns: int) -> None:
        """Let `ns` nanoseconds pass."""
        self.ns += ns
