"""One seed: two hosts, one database, people at the tables, and faults. Test support."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from chaos.acts import Book, Person, asked, cards, names
from chaos.ground import ALL_ROWS, Ground
from chaos.hosts import Host
from chaos.verdict import faults_of_rows, kept, record
from chaos.wire import DOWN, UP, Wire
from rig.patience import PATIENCE_S

_DAYS: Final = (-3650, -1, -0.04, 0.04, 1, 3650)


class World:
    """Two hosts at one database, each with a wire of its own."""

    def __init__(self, ground: Ground, database: str, hosts: list[Host], wires: list[Wire]) -> None:
        self.ground, self.database, self.hosts, self.wires = ground, database, hosts, wires
        self.people: list[Person] = []


Fault = Callable[[World, Random], contextlib.AbstractContextManager[None]]


@contextmanager
def _killed(world: World, chance: Random) -> Iterator[None]:
    """One host, or both, die and are started again."""
    some = chance.sample(world.hosts, chance.choice((1, 1, 2)))
    for host in some:
        host.kill()
    yield
    for host in some:
        host.start()


@contextmanager
def _crashed(world: World, chance: Random) -> Iterator[None]:
    """The database is gone at once, and comes back."""
    world.ground.crash(hard=chance.random() < 0.5)
    yield
    world.ground.start()


@contextmanager
def _paused(world: World, chance: Random) -> Iterator[None]:
    """A host stands still, and goes on as if nothing had been."""
    host = chance.choice(world.hosts)
    host.send(signal.SIGSTOP)
    yield
    host.send(signal.SIGCONT)


@contextmanager
def _cut(world: World, chance: Random) -> Iterator[None]:
    """Connections to the database break: at once, or around the commit of the next row."""
    wire = chance.choice(world.wires)
    how = chance.choice(("now", "before", "after"))
    wire.refuses = chance.random() < 0.5
    if how == "now":
        wire.cut()
    else:
        wire.cuts = how
    yield
    wire.refuses, wire.cuts = False, ""


@contextmanager
def _partitioned(world: World, chance: Random) -> Iterator[None]:
    """Nothing gets through one way, or both; it comes later, or the connections break at last."""
    wire = chance.choice(world.wires)
    wire.held = set(chance.choice(((UP,), (DOWN,), (UP, DOWN))))
    yield
    if chance.random() < 0.5:
        wire.cut()
    wire.held = set()


@contextmanager
def _slow(world: World, chance: Random) -> Iterator[None]:
    """All that goes to the database and comes from there takes a while."""
    wire = chance.choice(world.wires)
    wire.delay_s = 0.02 + 0.1 * chance.random()
    yield
    wire.delay_s = 0


@contextmanager
def _jumped(world: World, chance: Random) -> Iterator[None]:
    """A host's wall clock jumps by an hour, a day or ten years, and stays there."""
    chance.choice(world.hosts).shift_clock(86_400 * chance.choice(_DAYS))
    yield


@contextmanager
def _muted(world: World, chance: Random) -> Iterator[None]:
    """The database's notifications get lost."""
    wire = chance.choice(world.wires)
    wire.mutes = True
    yield


@contextmanager
def _failed_over(world: World, _: Random) -> Iterator[None]:
    """The server is gone for good, and a replica that every commit waited for takes its place."""
    replica = world.ground.replica()
    world.ground.fail_over(replica)
    for wire in world.wires:
        wire.leads_to = replica.server.folder
        wire.cut()
    yield


@contextmanager
def _failed_over_late(world: World, chance: Random) -> Iterator[None]:
    """The replica lags behind, and takes the place of a server that is gone.

    What the old server had and the replica has not is lost: PostgreSQL promises no more without a
    synchronous standby. A host that wrote or read any of that says so and adds nothing, until it
    is started again; people look at the table then, and do again what it shows no more.
    """
    ground, seen = world.ground, [len(host.said) for host in world.hosts]
    replica = ground.replica(is_waited_for=False)
    replica.stand_still()
    threading.Event().wait(0.3 + chance.random())
    for wire in world.wires:
        wire.refuses = True
        wire.cut()
    old = ground.rows_of_the_dead(world.database, replica)
    new = {*ground.ask(world.database, ALL_ROWS)}
    assert new <= {*old}, "the replica has rows that its server never had"
    lost = [row for row in old if row not in new]
    keys = {json.loads(row[4])["key"].split(".", 1)[1] for row in lost if row[3] == "asked"}
    for each in world.people:
        each.do_again(keys)
    for wire in world.wires:
        wire.leads_to, wire.refuses = replica.server.folder, False
    if lost:
        _until_one_refuses(world, seen)
    for host in world.hosts:
        host.kill()
    for host in world.hosts:
        host.start()
    yield


def _until_one_refuses(world: World, seen: Sequence[int]) -> None:
    """Whoever wrote what is lost, finds out at once and says so."""
    ends = time.monotonic() + PATIENCE_S
    while not any("has lost rows" in h.said[at:] for h, at in zip(world.hosts, seen, strict=True)):
        assert time.monotonic() < ends, "no host has noticed that rows are lost"
        threading.Event().wait(0.05)


@contextmanager
def _full(world: World, chance: Random) -> Iterator[None]:
    """The tablespace of the database has no room until somebody makes some."""
    with world.ground.without_room():
        threading.Event().wait(0.5 + chance.random())
        yield


@contextmanager
def _away(world: World, chance: Random) -> Iterator[None]:
    """A host stands still for longer than anything waits for it, and goes on."""
    host = chance.choice(world.hosts)
    host.send(signal.SIGSTOP)
    try:
        threading.Event().wait(chance.choice(AWAY_S))
    finally:
        host.send(signal.SIGCONT)
    yield


AWAY_S: Final = (4.0, 4.0, 4.0, 30.0)
"""Longer than a host waits for its database (3 s); and half a minute."""
SELDOM: Final[Mapping[int, Fault]] = {
    0: _failed_over,
    5: _away,
    10: _full,
    15: _failed_over_late,
}
"""Faults that take long, by the seed's rest of TURN."""
TURN: Final = 20
FAULTS: Final[tuple[Fault, ...]] = (
    _killed,
    _crashed,
    _paused,
    _cut,
    _partitioned,
    _slow,
    _jumped,
    _muted,
)


def plan(seed: int) -> list[Fault]:
    """What goes wrong in this world, in order; no two of a kind."""
    chance = Random(seed)
    some = chance.sample(FAULTS, chance.choice((2, 3)))
    if seed % TURN in SELDOM:
        some[-1] = SELDOM[seed % TURN]
    return some


def lived(ground: Ground, seed: int, folder: Path) -> list[str]:
    """Let the world with this seed live; what must not have happened there."""
    with ExitStack() as stack:
        name = f"world{seed}"
        stack.enter_context(ground.database(name, is_small=seed % TURN == 10))
        wires = [Wire(ground.server.folder) for _ in range(2)]
        for wire in wires:
            stack.callback(wire.close)
        # Else the server's first byte, which refuses to encrypt, is no whole message.
        plain = "sslmode=disable&gssencmode=disable"
        urls = [f"postgresql://club@127.0.0.1:{wire.port}/{name}?{plain}" for wire in wires]
        hosts = [Host(folder / f"h{n}", "--database", url) for n, url in enumerate(urls)]
        for host in hosts:
            stack.callback(host.kill)
            host.start(wait=False)
        for host in hosts:
            host.wait()
        book = Book(folder / "book")
        stack.callback(book.close)
        return [*_judged(World(ground, name, hosts, wires), seed, book)]


def _judged(world: World, seed: int, book: Book) -> Iterator[str]:
    codes = world.ground.codes
    people = [Person(f"cards {code}", cards(code, seed), world.hosts, book,
                     Random(f"{seed} cards {code}")) for code in codes]  # fmt: skip
    people += [Person("names", names(codes[0]), world.hosts, book, Random(f"{seed} names"))]
    world.people = people
    for each in people:
        each.start()
    try:
        _break(world, seed)
    finally:
        for each in people:
            each.end()
        ends = time.monotonic() + PATIENCE_S
        for each in people:
            each.join(max(0, ends - time.monotonic()))
        late = [each.name for each in people if each.is_alive()]
        for each in people:
            each.give_up()
            each.join()
    for person in late:
        yield f"{person}: not saved although all is well again: {book.last}"
    running = _until_alike(world)
    yield from (f"not alike although all is well again: {each}" for each in running)
    for code in codes:
        yield from faults_of_rows(code, seed, kept(world.ground, world.database, code), book)
    for host in world.hosts:
        host.kill()
        host.start(wait=False)
    for host in world.hosts:
        host.wait()
    yield from _until_alike(world)


def _until_alike(world: World) -> list[str]:
    """Wait until all hosts show what the database has; what they show otherwise at the end."""
    ends = time.monotonic() + PATIENCE_S
    while (found := [*_unlike(world)]) and time.monotonic() < ends:
        threading.Event().wait(0.05)
    return found


def _unlike(world: World) -> Iterator[str]:
    for code in world.ground.codes:
        there = record(kept(world.ground, world.database, code))
        for host in world.hosts:
            yield from _differences(host, code, there)


def _differences(host: Host, code: str, there: list[Any]) -> Iterator[str]:
    """How what the host shows differs from the entries in the database."""
    status, told = asked(host, "GET", f"/{code}/entries")
    if status != 200:
        yield f"{code}: {host.home.name} does not answer: {told}"
        return
    shown = [{key: each[key] for key in each if key != "seq"} for each in told["entries"]]
    full = [{key: value for key, value in each.items() if value is not None} for each in there]
    if shown != full:
        yield f"{code}: {host.home.name} shows {shown}, the database has {full}"


def _break(world: World, seed: int) -> None:
    chance = Random(seed)
    wait = threading.Event().wait
    for fault in plan(seed):
        wait(0.2 * chance.random())
        with fault(world, chance):
            wait(0.1 + 0.5 * chance.random())
    wait(0.1)
