"""A port of this computer that nobody listens on. Never opens it."""

import random
import socket

BELOW = 32_768
"""From here on (and from 49,152 on, elsewhere than on Linux) the system gives ports to whoever
asks for any, so that a free one may be somebody's a moment later."""


def free_port() -> int:
    """A port to listen on in a moment: free now, and the system gives it to nobody by itself."""
    while True:
        port = random.SystemRandom().randrange(20_000, BELOW)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue  # somebody has it
            return port
