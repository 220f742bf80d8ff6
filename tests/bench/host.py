"""A whole host in a process of its own, which notes when each stage of an event is over.

The house is the program's own. Only clocks are added, around the calls between its parts; they
are the monotonic clock, which all processes of a machine share.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from bench.child import child
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Journal, open_journal

CODE = "BENCH"
DECK = demo_deck("red")
WAIT_S = 60


class Stages(NamedTuple):
    """When the stages of one event of the board were over, in ns."""

    seq: int
    read: int
    """Its bytes were in the program."""
    decided: int
    """What it becomes was known."""
    committed: int
    """That was durable."""
    folded: int
    """It was part of the table's state, and the new view was made."""
    encoded: int
    """The view was a message, and those who send it had been woken."""


class Host:
    """The host, seen from here."""

    def __init__(self, process_id: int, port: int, control: Connection) -> None:
        self.pid = process_id
        self.address = ("127.0.0.1", port)
        self._control = control

    def stages(self) -> list[Stages]:
        """The events since this was asked last."""
        self._control.send("stages")
        assert self._control.poll(WAIT_S)
        told: list[Stages] = self._control.recv()
        return told


@contextmanager
def started(folder: Path, port: str, processor: int | None = None) -> Iterator[Host]:
    """A host with one table and the board at this port, on one processor if it is named."""
    with child(_serve, str(folder), port, processor) as host:
        yield Host(*host)


class _Clocks:
    """Wraps the calls between the parts of a house."""

    def __init__(self) -> None:
        self._log: list[Stages] = []
        self._at = {"read": 0, "decided": 0, "committed": 0, "folded": 0, "encoded": 0}

    def over(self, stage: str) -> None:
        """A stage ends now."""
        self._at[stage] = time.monotonic_ns()

    def before(self, stage: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The call, before which a stage ends."""

        def timed(*args: Any) -> Any:
            self.over(stage)
            return call(*args)

        return timed

    def after(self, stage: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The call, after which a stage ends."""

        def timed(*args: Any) -> Any:
            answer = call(*args)
            self.over(stage)
            return answer

        return timed

    def noted(self, hear: Callable[..., Any]) -> Callable[..., Any]:
        """The table's ear: an event is through."""

        def timed(boot: str, seq: int, what: str, args: Sequence[str]) -> None:
            hear(boot, seq, what, args)
            self._log.append(Stages(seq, **self._at))

        return timed

    def taken(self) -> list[Stages]:
        """What was noted since this was asked last."""
        taken, self._log = self._log, []
        return taken


class _Timed:
    """A part with some of its calls wrapped; all others are its own."""

    def __init__(self, part: object, **wrapped: Callable[..., Any]) -> None:
        self._part = part
        self.__dict__.update(wrapped)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._part, name)


def _serve(control: Connection, folder: str, port: str, processor: int | None) -> None:
    from tricktable.app import House
    from tricktable.settings import Settings
    from tricktable.web import Server, serve

    if processor is not None:
        os.sched_setaffinity(0, {processor})
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - the terminal, until the process ends
    settings = Settings(
        data=Path(folder),
        http_host="127.0.0.1",
        http_port=0,
        trusted_hosts=("127.0.0.1", "localhost"),
        streams_per_address=1000,
        host_token="x" * 22,
    )
    clocks = _Clocks()
    with closing(open_journal(Path(folder) / "journal.db")) as opened:
        append = clocks.before("decided", clocks.after("committed", opened.append))
        journal: Journal = _Timed(opened, append=append)
        house = House(settings, journal, Shelf(Decks((DECK,))), lambda: [port], [CODE])
        line = house._boards.lines.of(house.table)  # before there is a board
        _watch(clocks, house.table, line.session)

        def answer() -> None:
            while control.recv():
                control.send(clocks.taken())

        def ready(server: Server) -> None:
            house.welcome(server)
            house.start()
            control.send(server.port)
            threading.Thread(target=answer, daemon=True).start()

        serve(house.app(), house.settings, house.feed, ready)


def _watch(clocks: _Clocks, table: Any, session: Any) -> None:
    table.hear = clocks.noted(table.hear)
    session.receive = clocks.before("read", session.receive)
    audience = table._audience
    show = clocks.before("folded", clocks.after("encoded", audience.show))
    table._audience = _Timed(audience, show=show)
