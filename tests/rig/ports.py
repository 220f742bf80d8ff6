"""A port of this computer that nobody listens on. Never opens it."""

import random
import socket

BELOW = 32_768
"""From here on (and from 49,152 on, elsewhere than on Linux) the system gives ports to whoever
asks for any, so that a free one may be somebody's a moment later."""


def free_port() -> int:
    """A port to listen on in a moment: free now, and the system gives it to nobody by itself."""
    while not is_free(port := random.SystemRandom().randrange(20_000, BELOW)):
        pass
    return port


def is_free(port: int) -> bool:
    """Whether nobody listens there; connections that have ended do not count."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
