"""MicroPython's micropython module, for CPython: only what the firmware and its simulation use."""


def const(value):
    """Return the value; MicroPython's compiler writes it wherever the name stands."""
    return value


def kbd_intr(char: int) -> None:
    """Do nothing: CPython's console knows no such byte. The simulated board replaces this."""
