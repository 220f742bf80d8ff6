"""What leaves the host unasked, for other programs: a broker's topics, and messages to addresses.

Everything here sees what spectators see and no more, and no card waits for any of it.
"""
