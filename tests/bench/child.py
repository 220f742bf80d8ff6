"""A process of its own for what is measured beside the one that measures. Knows nothing of it."""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

_WAIT_S: Final = 120


class Child(NamedTuple):
    """A process that serves."""

    pid: int
    said: int
    """What it said first, such as its port."""
    control: Connection


@contextmanager
def child(serve: Callable[..., None], *words: object) -> Iterator[Child]:
    """A process that runs `serve(control, *words)`, once it has said something."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(there, *words), daemon=True)
    process.start()
    there.close()
    try:
        assert here.poll(_WAIT_S), "it does not serve"
        yield Child(process.pid or 0, here.recv(), here)
    finally:
        here.close()
        process.kill()
        process.join(_WAIT_S)
