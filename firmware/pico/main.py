"""What the board runs after power-on: loads the program and starts it. Nothing else.

It stays this small because it alone must be source: the others may be compiled beforehand.
"""

import gc

_LOADED_BYTES = 4096


def start() -> None:
    """Load the program, and run it for ever."""
    # What compiling leaves behind is swept up at once, so that what stays is packed together and
    # large pieces remain: without it 80 KB of free heap have no room for 16 KB in one piece.
    gc.threshold(_LOADED_BYTES)
    from program import main

    gc.threshold(-1)
    main()


start()
