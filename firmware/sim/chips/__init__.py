"""Register-level models of the board's chips, in virtual time. Never import machine, never do I/O.

The same files run under MicroPython and CPython: beneath the simulated `machine`, and beneath
an emulated RP2040.
"""
