"""One seed: two hosts, one database, a board, people at the tables, and faults. Test support."""

import contextlib
import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from chaos.acts import Book, Person, Restless, asked, cards, games, hurried, names
from chaos.at_board import BOOT, KEY, Hands
from chaos.ground import ALL_ROWS, Ground
from chaos.guests import Guests, sits
from chaos.hosts import Host
from chaos.verdict import (
    Kept,
    fates,
    faults_of_board,
    faults_of_games,
    faults_of_refusals,
    faults_of_rows,
    kept,
    record,
    seating,
)
from chaos.wire import DOWN, UP, Wire
from rig.patience import PATIENCE_S, until
from tricktable.table.views import LIVE

_DAYS: Final = (-3650, -1, -0.04, 0.04, 1, 3650)


class World:
    """Two hosts at one database, each with a wire of its own, and one board that both can reach."""

    def __init__(
        self,
        ground: Ground,
        database: str,
        hosts: list[Host],
        wires: list[Wire],
        book: Book,
        hands: Hands,
    ) -> None:
        self.ground, self.database, self.hosts, self.wires = ground, database, hosts, wires
        self.book, self.hands = book, hands
        self.people: list[Person] = []
        self.exercised: Counter[str] = Counter()
        """How often each fault really came about, and how."""
        self.lost: list[tuple[Any, ...]] = []
        """The rows that are gone with an old server, as they must be."""

    def note(self, fault: str, how: str = "") -> None:
        """Count that this fault has come about."""
        self.exercised[fault] += 1
        if how:
            self.exercised[f"{fault}, {how}"] += 1


Fault = Callable[[World, Random], contextlib.AbstractContextManager[None]]


def _comes(is_so: Callable[[], bool]) -> bool:
    """Wait until a fault has met something to harm: people act all the while. Whether it has."""
    ends = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > ends:
            return False
        threading.Event().wait(0.01)
    return True


def _goes_on(is_over: Callable[[], bool], progress: Callable[[], object]) -> bool:
    """Wait until it is over, as long as there is any progress; whether it is.

    Patience begins anew with whatever changes, so that no verdict depends on how fast a computer
    is or how busy; but all of it together ends, for what goes round in circles never will.
    """
    began = since = time.monotonic()
    reached = progress()
    while not is_over():
        now = time.monotonic()
        if (newest := progress()) != reached:
            reached, since = newest, now
        if now - since > PATIENCE_S or now - began > _LONGEST * PATIENCE_S:
            return False
        threading.Event().wait(0.05)
    return True


_LONGEST: Final = 10


@contextmanager
def _killed(world: World, chance: Random) -> Iterator[None]:
    """One host, or both, die and are started again."""
    some = chance.sample(world.hosts, chance.choice((1, 1, 2)))
    for host in some:
        host.kill()
    world.note("killed", "both" if len(some) > 1 else "one")
    yield
    for host in some:
        host.start()


@contextmanager
def _crashed(world: World, chance: Random) -> Iterator[None]:
    """The database is gone at once, and comes back."""
    world.ground.crash(hard=chance.random() < 0.5)
    world.note("crashed")
    yield
    world.ground.start()


@contextmanager
def _paused(world: World, chance: Random) -> Iterator[None]:
    """A host stands still, and goes on as if nothing had been."""
    host = chance.choice(world.hosts)
    host.send(signal.SIGSTOP)
    world.note("paused")
    yield
    host.send(signal.SIGCONT)


@contextmanager
def _cut(world: World, chance: Random) -> Iterator[None]:
    """Connections to the database break: at once, or around the commit of the next row."""
    wire = chance.choice(world.wires)
    how = chance.choice(("now", "before", "after"))
    refuses = chance.random() < 0.5
    dropped = wire.dropped
    if how == "now":  # a host that a crash has put out is not back yet
        has_met = _comes(lambda: wire.cut(refuses) > 0)
    else:
        wire.cuts, wire.refuses_once_cut = how, refuses
        has_met = _comes(lambda: wire.dropped > dropped)
    if has_met:
        world.note("cut", how if how == "now" else f"{how} a commit")
    yield
    wire.refuses, wire.cuts, wire.refuses_once_cut = False, "", False


@contextmanager
def _partitioned(world: World, chance: Random) -> Iterator[None]:
    """Nothing gets through one way, or both; it comes later, or the connections break at last."""
    wire = chance.choice(world.wires)
    held = chance.choice(((UP,), (DOWN,), (UP, DOWN)))
    withheld = wire.withheld
    wire.held = {*held}
    if _comes(lambda: wire.withheld > withheld):
        world.note("partitioned", " and ".join(held))
    yield
    if chance.random() < 0.5:
        wire.cut()
    wire.held = set()


@contextmanager
def _slow(world: World, chance: Random) -> Iterator[None]:
    """All that goes to the database and comes from there takes a while."""
    wire = chance.choice(world.wires)
    slowed = wire.slowed
    wire.delay_s = 0.02 + 0.1 * chance.random()
    if _comes(lambda: wire.slowed > slowed):
        world.note("slow")
    yield
    wire.delay_s = 0


@contextmanager
def _jumped(world: World, chance: Random) -> Iterator[None]:
    """A host's wall clock jumps by an hour, a day or ten years, and stays there."""
    days = chance.choice(_DAYS)
    chance.choice(world.hosts).shift_clock(86_400 * days)
    world.note("jumped", f"{days:+} days")
    yield


@contextmanager
def _muted(world: World, chance: Random) -> Iterator[None]:
    """The database's notifications get lost."""
    wire = chance.choice(world.wires)
    wire.mutes = True
    if _comes(lambda: wire.muted > 0):
        world.note("muted")
    yield


@contextmanager
def _failed_over(world: World, _: Random) -> Iterator[None]:
    """The server is gone for good, and a replica that every commit waited for takes its place."""
    replica = world.ground.replica()
    world.ground.fail_over(replica)
    for wire in world.wires:
        wire.leads_to = replica.server.folder
        wire.cut()
    world.note("failed_over")
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
    world.lost = lost = [row for row in old if row not in new]
    keys = {world.book.key_of(json.loads(row[4])["key"]) for row in lost if row[3] == "asked"}
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
    world.note("failed_over_late", "rows lost" if lost else "none lost")
    yield


def _until_one_refuses(world: World, seen: Sequence[int]) -> None:
    """Whoever wrote what is lost, finds out at once and says so."""
    hosts = [*zip(world.hosts, seen, strict=True)]
    until(lambda: any("has lost rows" in host.said[at:] for host, at in hosts))


@contextmanager
def _full(world: World, chance: Random) -> Iterator[None]:
    """The tablespace of the database has no room until somebody makes some."""
    before = world.ground.refusals
    with world.ground.without_room() as is_full:
        if is_full and _comes(lambda: world.ground.refusals > before):
            world.note("full")
        threading.Event().wait(0.5 + chance.random())
        yield


def _stands_still(world: World, chance: Random, seconds: float) -> None:
    host = chance.choice(world.hosts)
    host.send(signal.SIGSTOP)
    try:
        threading.Event().wait(seconds)
    finally:
        host.send(signal.SIGCONT)


@contextmanager
def _away(world: World, chance: Random) -> Iterator[None]:
    """A host stands still for longer than anything waits for it, and goes on."""
    _stands_still(world, chance, AWAY_S)
    world.note("away", f"{AWAY_S:.0f} s")
    yield


@contextmanager
def _asleep(world: World, chance: Random) -> Iterator[None]:
    """A host stands still for as long as a computer whose lid was closed, and goes on."""
    _stands_still(world, chance, ASLEEP_S)
    world.note("asleep", f"{ASLEEP_S:.0f} s")
    yield


AWAY_S: Final = 4.0
"""Longer than a host waits for its database (3 s)."""
ASLEEP_S: Final = 30.0
SELDOM: Final[Mapping[int, Fault]] = {
    0: _failed_over,
    5: _away,
    10: _full,
    15: _failed_over_late,
    20: _failed_over,
    25: _asleep,
    30: _full,
    35: _failed_over_late,
}
"""Faults that take long, by the seed's rest of TURN."""
TURN: Final = 40
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


def kind(fault: Fault) -> str:
    """What a fault is called."""
    return fault.__name__.strip("_")


def plan(seed: int) -> list[Fault]:
    """What goes wrong in this world, in order; no two of a kind."""
    chance = Random(seed)
    some = chance.sample(FAULTS, chance.choice((2, 3)))
    if seed % TURN in SELDOM:
        some[-1] = SELDOM[seed % TURN]
    return some


class Lived(NamedTuple):
    """What became of a world."""

    wrong: list[str]
    """What must not have happened there."""
    exercised: Counter[str]
    """How often each fault really came about, and how, and what became of people's acts."""

    def missed(self, seed: int) -> list[str]:
        """The faults that were planned and never came about."""
        return [kind(each) for each in plan(seed) if not self.exercised[kind(each)]]


def lived(ground: Ground, seed: int, folder: Path) -> Lived:
    """Let the world with this seed live."""
    with ExitStack() as stack:
        name = f"world{seed}"
        stack.enter_context(ground.database(name, is_small=_full in plan(seed)))
        wires = [Wire(ground.server.folder) for _ in range(2)]
        for wire in wires:
            stack.callback(wire.close)
        book = Book(folder / "book")
        stack.callback(book.close)
        hands = Hands(seed, book)
        stack.callback(hands.close)
        key = folder / "board-key"
        key.write_text(KEY.hex())
        board = ("--port", hands.door.port, "--key-file", str(key))
        hosts = [
            Host(folder / f"h{number}", "--database", wire.url(name), *board)
            for number, wire in enumerate(wires)
        ]
        hands.board.start()
        for host in hosts:
            stack.callback(host.kill)
            host.start(wait=False)
        for host in hosts:
            host.wait()
        world = World(ground, name, hosts, wires, book, hands)
        return Lived([*_judged(world, seed)], world.exercised)


def _judged(world: World, seed: int) -> Iterator[str]:
    at_board, restless, *codes = world.ground.codes
    book, hands = world.book, world.hands
    people = _people(world, seed, restless, codes)
    world.people = people
    guests = Guests(codes[-1], world.hosts, book, Random(f"{seed} guests"))
    acting: list[Person | Guests | Hands] = [*people, guests, hands]
    for each in acting:
        each.start()
    try:
        _break(world, seed)
    finally:
        for each in acting:
            each.end()
        _goes_on(
            lambda: not any(each.is_alive() for each in acting),
            lambda: (len(book.acknowledged), sum(each.is_alive() for each in acting)),
        )
        late = [each.name for each in people if each.is_alive()]
        for each in people:
            each.give_up()
            each.join()
    for person in late:
        yield f"{person}: not saved although all is well again: {book.last}"
    yield from _of_the_board(world, seed)
    running = _until_alike(world)
    yield from (f"not alike although all is well again: {each}" for each in running)
    for code in codes:
        yield from faults_of_rows(code, seed, kept(world.ground, world.database, code), book)
    if not world.lost:  # else it may have been done again, in another game
        rows = kept(world.ground, world.database, restless)
        yield from faults_of_games(restless, rows, book)
        everywhere = [*rows, *(row for c in codes for row in kept(world.ground, world.database, c))]
        yield from faults_of_refusals(everywhere, book)
    world.exercised.update(fates(book))
    for host in world.hosts:
        host.kill()
        host.start(wait=False)
    for host in world.hosts:
        host.wait()
    yield from _until_alike(world)
    hands.note()
    rows = kept(world.ground, world.database, at_board)
    yield from faults_of_board(at_board, seed, rows, book, _lost_at_board(world))


def _people(world: World, seed: int, restless: str, codes: Sequence[str]) -> list[Person]:
    """Who enters cards, names and whole games."""
    hosts, book = world.hosts, world.book

    def chance(who: str) -> Random:
        return Random(f"{seed} {who}")

    people = [
        Person(f"cards {code}", cards(code, seed), hosts, book, chance(f"cards {code}"))
        for code in codes
    ]
    people.append(Person("names", names(codes[0]), hosts, book, chance("names")))
    host = Restless("games", games(restless), hosts, book, chance("games"))
    host.pace_s = 0.5  # others enter something meanwhile
    hurried_one = hurried(restless, chance("hurried acts"))
    return [*people, host, Restless("hurried", hurried_one, hosts, book, chance("hurried"))]


def _of_the_board(world: World, seed: int) -> Iterator[str]:
    """What is wrong with the board once all is well again."""
    hands, at_board = world.hands, world.ground.codes[0]
    _goes_on(lambda: hands.is_done, lambda: hands.board.acknowledged)
    hands.note()
    if not hands.is_done:
        yield f"the board: not everything is acknowledged although all is well again: {hands.told}"
    if hands.door.strays:
        yield f"the board: a host that had lost it went on: {hands.door.strays}"
    rows = kept(world.ground, world.database, at_board)
    yield from faults_of_board(at_board, seed, rows, world.book, _lost_at_board(world))


def _lost_at_board(world: World) -> set[str]:
    """The events of the board that are lost with an old server."""
    return {row[2] for row in world.lost if row[2] and row[2].startswith(BOOT)}


def _until_alike(world: World) -> list[str]:
    """Wait until all hosts show what the database has; what they show otherwise at the end."""
    found: list[str] = []

    def is_so() -> bool:
        found[:] = _unlike(world)
        return not found

    _goes_on(is_so, lambda: [*found])
    return found


def _unlike(world: World) -> Iterator[str]:
    at_board, restless, *codes = world.ground.codes
    # Not all that was entered there stands: it is compared between the hosts.
    there = [_shown(host, f"/{restless}/entries") for host in world.hosts]
    if any(each != there[0] for each in there):
        yield f"{restless}: the hosts show different games: {there}"
    for code in (at_board, *codes):
        rows = kept(world.ground, world.database, code)
        for host in world.hosts:
            yield from _differences(host, code, rows)
    for host in world.hosts:
        status, told = _shown(host, f"/{world.ground.codes[0]}")
        if status != 200 or told["board"] != LIVE:
            yield f"{host.home.name} does not show that the board is there: {status} {told}"
    for guest in world.book.seated:
        seen = [sits(host, guest, PATIENCE_S) for host in world.hosts]
        # Of a seat that is lost with an old server all hosts must know that alike.
        if len({*seen}) > 1 or not (seen[0] or world.lost):
            yield f"{guest}: {[host.home.name for host in world.hosts]} show it seated: {seen}"


_KEYS: Final = {"presumed": "is_presumed"}
"""What programs read under another name than the journal has."""


def _shown(host: Host, path: str) -> tuple[int, Any]:
    """What a host that is well answers, whenever that is."""
    return asked(host, "GET", path, wait_s=PATIENCE_S)


def _differences(host: Host, code: str, rows: Sequence[Kept]) -> Iterator[str]:
    """How what the host shows differs from what is in the database."""
    names = seating(rows)
    state, table = _shown(host, f"/{code}")
    if state == 200 and names is not None and table["names"] != names:
        yield f"{code}: {host.home.name} shows the names {table['names']}, there are {names}"
    status, told = _shown(host, f"/{code}/entries")
    if status == 404 and not any(row.kind == "game" for row in rows):
        return
    if (state, status) != (200, 200):
        yield f"{code}: {host.home.name} does not answer: {table}, {told}"
        return
    shown = [{key: each[key] for key in each if key != "seq"} for each in told["entries"]]
    full = [
        {_KEYS.get(key, key): value for key, value in each.items() if value is not None}
        for each in record(rows)
    ]
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
