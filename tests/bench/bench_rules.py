"""What judging costs: replaying records of every game, their worst entries, many files in one call,
and play by chance beside peers' rules.

Times are the process's own (CPU): nothing here waits, so other programs must not count.
"""

import importlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psutil

from bench.measure import LEAST_RUNS
from bench.report import Row
from players import deals
from players.etori import KIND as ETORI
from players.every_game import KINDS, by_chance
from players.torite import Manners
from players.troika import KIND as TROIKA
from records.hostile import alternating, file_of, long_game
from records.lines import header
from tricktable.games import GAMES
from tricktable.games.troika.rules import BASE_DECK
from tricktable.rules import codec, tricks
from tricktable.rules.cards import STANDARD, Card, mask
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Impossible,
    Played,
)
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.tricks import legal
from tricktable.rules.view import view
from tricktable.store import replay

ROUNDS = LEAST_RUNS + 4
ROUND_S = 0.2
MOST_ENTRY = 0.5
"""Of what a step of RLCard's bridge takes: it judges too, and encodes what a player sees."""
MOST_SINGLE_US = 1000
MOST_WORDS = 10
"""This many times what an entry costs, a word about an early one may."""
WORDS = 3_000
LEAST_CORPUS_PER_S = 20_000
CORPUS_FILES = (1_000, 10_000)
MATCH_DEALS = 12
"""Deals of Etori and Troika in a long match: most end sooner."""
SAMPLE_S = 0.01
"""So often memory and time of another process are looked at: its own account of the most memory
that it ever had begins with that of the process that started it."""
ABSENT = "not installed"

Subject = Callable[[random.Random], tuple[float, int]]
"""Does some work; returns how long its timed part took (seconds) and how many steps that was."""


def microseconds(subjects: dict[str, Subject]) -> dict[str, float]:
    """Each subject's time per step, median of rounds in which all take their turns."""
    figures: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(ROUNDS):
        for name, subject in subjects.items():
            chance, taken, steps = random.Random(number), 0.0, 0
            while taken < ROUND_S:
                seconds, count = subject(chance)
                taken, steps = taken + seconds, steps + count
            figures[name].append(1e6 * taken / steps)
    return {name: median(rounds) for name, rounds in figures.items()}


# --- replaying ----------------------------------------------------------------------------------

File = list[bytes]
"""A record's lines, the header first."""


def lines_of(game_header: Header, lines: Sequence[object]) -> File:
    """The lines of a record's file."""
    written = [codec.write_header(game_header), *map(json.dumps, lines)]
    return [line.encode() for line in written]


def files(name: str, games: int = 2) -> list[File]:
    """Records of a game with every number of players, untidy ones and tidy ones."""
    return [
        lines_of(*by_chance(random.Random(f"{name} {count} {seed}"), name, count, seed % 2 == 1))
        for game, count in KINDS
        for seed in range(games)
        if game == name
    ]


def replay_of(name: str) -> Subject:
    """Read, fold and judge; what is improper is asked for after every entry."""
    records = files(name)

    def replay(_chance: random.Random) -> tuple[float, int]:
        began, entries = time.process_time(), 0
        for header_line, *lines in records:
            read = codec.read_header(header_line, GAMES)
            record = Record(read)
            for number, line in enumerate(lines, start=1):
                record.add(codec.read_entry(line, read, number))
                record.findings()
            entries += len(lines)
        return time.process_time() - began, entries

    return replay


def worded(name: str) -> tuple[Subject, Subject]:
    """Reading a game, and reading it with words without end about what changes most of it."""
    count = max(players for game, players in KINDS if game == name and players <= 4)
    game = long_game(random.Random(name), name, count, MATCH_DEALS)
    words = alternating(random.Random(name), game)
    return _reading(file_of(game, words, 0)), _reading(file_of(game, words, WORDS))


def _reading(lines: File) -> Subject:
    def read(_chance: random.Random) -> tuple[float, int]:
        began = time.process_time()
        replay.replay(lines).findings()
        return time.process_time() - began, len(lines)

    return read


class Worst(NamedTuple):
    """The entries of a game that took longest, each the least of several runs, in microseconds."""

    entry: float
    """To read, fold and judge one that is no strike or correction."""
    view: float
    """To make what a seat sees after it."""
    recent: float
    """To correct one of the newest 32 entries after the end, and judge anew."""
    first: float
    """To correct the first entry after the end."""


def worst_of(name: str) -> Worst:
    """The longest single entries of whole games."""
    games = files(name)
    for kind in (each for each in (ETORI, TROIKA) if each.name == name):
        manners = Manners(revokes=0.1, hurries=0.1, reads=0.2)
        for count in sorted(GAMES[name].players):
            chance = random.Random(f"long {name} {count}")
            long = deals.play(chance, kind, count, {}, manners, deals=MATCH_DEALS)
            games.append(lines_of(header(count, name), long.lines))
    return Worst(*map(max, zip(*map(_worst_in, games), strict=True)))


def _worst_in(file: File) -> Worst:
    runs = [_timed(file) for _ in range(LEAST_RUNS)]
    least = [[min(times) for times in zip(*each, strict=True)] for each in zip(*runs, strict=True)]
    return Worst(*(1e6 * max(times) for times in least))


def _timed(file: File) -> tuple[list[float], list[float], list[float], list[float]]:
    """CPU seconds of each entry, of a seat's view after it, and of corrections after the end."""
    header_line, *lines = file
    read = codec.read_header(header_line, GAMES)
    record = Record(read)
    entries, views = [], []
    for number, line in enumerate(lines, start=1):
        began = time.process_time()
        entry = codec.read_entry(line, read, number)
        record.add(entry)
        record.findings()
        done = time.process_time()
        view(record, 0)
        views.append(time.process_time() - done)
        if isinstance(entry, Happening):
            entries.append(done - began)
    stand = list(record.steps())
    recent = [_corrected(record, Corrected(step.seq, step.entry)) for step in stand[-32:]]
    first = stand[0]
    assert isinstance(first.entry, Dealt)
    others = [Corrected(first.seq, Dealt(seat)) for seat in range(read.seats)]
    return entries, views, recent, [max(_corrected(record, word) for word in others)]


def _corrected(record: Record, word: Entry) -> float:
    """CPU seconds to strike an entry, or where that is impossible word it anew, and judge."""
    assert isinstance(word, Corrected)
    began = time.process_time()
    try:
        record.add(word)
    except Impossible:
        return time.process_time() - began
    record.findings()
    return time.process_time() - began


# --- many records in one call -------------------------------------------------------------------


class Corpus(NamedTuple):
    """What one call of `tricktable replay` on a folder took."""

    entries: int
    cpu_s: float
    peak_mib: float


def corpus(folder: Path, count: int) -> Corpus:
    """This many records of all games, in one call."""
    records = [file for name in GAMES for file in files(name, 6)]
    entries = 0
    for number in range(count):
        lines = records[number % len(records)]
        (folder / f"{number:05}.jsonl").write_bytes(b"\n".join(lines))
        entries += len(lines) - 1
    command = [sys.executable, "-m", "tricktable", "replay", "--json", str(folder)]
    peak = 0
    with psutil.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                peak = max(peak, process.memory_info().rss)
                used = process.cpu_times()
            time.sleep(SAMPLE_S)
        assert process.returncode == 0
    return Corpus(entries, used.user + used.system, peak / 2**20)


# --- playing by chance --------------------------------------------------------------------------


def played_out(game: str, opening: Sequence[Happening], deck: Sequence[Card], hand: int) -> Subject:
    """A deal for four: the cards that may be played, one of them, and the state after it."""
    start: Any = header(4, game).start()
    for said in opening:
        start = start.apply(said)

    def play_on(chance: random.Random) -> tuple[float, int]:
        cards = list(deck)
        chance.shuffle(cards)
        hands = [mask(cards[hand * seat : hand * seat + hand]) for seat in range(4)]
        state, count = start, 0
        began = time.process_time()
        while state.phase == "play":
            seat = state.due
            card = chance.choice(legal(hands[seat], state.trick))
            state = state.apply(Played(seat, card))
            hands[seat] ^= card.bit
            count += 1
        return time.process_time() - began, count

    return play_on


def torite() -> Subject:
    """The Torite's twelve tricks."""
    return played_out("torite", [Dealt(0), Declared(0, "leader", None)], STANDARD, 13)


def troika() -> Subject:
    """A deal of Troika from the first lead to its score."""
    bids = [Declared(seat, "bid", "pass") for seat in (1, 2, 3)]
    opening: list[Happening] = [Dealt(0), *bids, Declared(0, "bid", "7"), Declared(0, "trump", "H")]
    deck = [card for card in STANDARD if card.bit & BASE_DECK]
    return played_out("troika", opening, deck, 8)


def bridge_env(rlcard: Any) -> Subject:
    """RLCard's bridge as its users call it: `env.step`, which also encodes what a player sees."""
    env = rlcard.make("bridge")

    def play_on(chance: random.Random) -> tuple[float, int]:
        state, _ = env.reset()
        began, steps = time.process_time(), 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        return time.process_time() - began, steps

    return play_on


def bridge_game(rlcard: Any) -> Subject:
    """RLCard's bridge without its encoding: its own game and judge."""
    game = rlcard.make("bridge").game

    def play_on(chance: random.Random) -> tuple[float, int]:
        game.init_game()
        began, steps = time.process_time(), 0
        while not game.is_over():
            game.step(chance.choice(game.judger.get_legal_actions()))
            steps += 1
        return time.process_time() - began, steps

    return play_on


def spades(pyspiel: Any) -> Subject:
    """OpenSpiel's spades, in C++ behind its Python binding."""
    game = pyspiel.load_game("spades")

    def play_on(chance: random.Random) -> tuple[float, int]:
        state, steps = game.new_initial_state(), 0
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        began = time.process_time()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        return time.process_time() - began, steps

    return play_on


ENV = "RLCard bridge, env.step"
PEERS = {
    ENV: ("rlcard", bridge_env),
    "RLCard bridge, game alone": ("rlcard", bridge_game),
    "OpenSpiel spades": ("pyspiel", spades),
}
IS_COMPILED = not str(tricks.__file__).endswith(".py")
"""Whether `make fast` has been run."""
REACH = {"RLCard bridge, game alone": 0.5, "OpenSpiel spades": 1 if IS_COMPILED else 3}
"""The peers' times that ours is measured by."""


def peers() -> dict[str, Subject]:
    """The peers that are installed."""
    found = {}
    for name, (module, subject) in PEERS.items():
        try:
            found[name] = subject(importlib.import_module(module))
        except ModuleNotFoundError:
            continue
    return found


OWN = {"The Torite": torite, "Troika": troika}


def rows() -> Iterator[Row]:
    """The rules' figures."""
    yield from replay_rows()
    yield from worst_rows()
    yield from word_rows()
    yield from corpus_rows()
    yield from play_rows()


def replay_rows() -> Iterator[Row]:
    """Reading, folding and judging, entry by entry."""
    env = {name: peer for name, peer in peers().items() if name == ENV}
    figures = microseconds({**{name: replay_of(name) for name in GAMES}, **env})
    worst = max(GAMES, key=lambda name: figures[name])
    others = [f"{name} {figures[name]:.1f}" for name in (*GAMES, *env) if name != worst]
    ratio = figures[worst] / figures[ENV] if env else None
    yield Row(
        f"replay, findings after every entry: per entry, slowest game ({worst})",
        f"{figures[worst]:.1f} us" if ratio is None else f"{ratio:.2f} x {ENV}",
        f"<= {MOST_ENTRY} x {ENV}",
        None if ratio is None else ratio <= MOST_ENTRY,
        f"in us: {worst} {figures[worst]:.1f}, {', '.join(others)}"
        + ("" if env else f", {ENV}: {ABSENT}"),
    )


def worst_rows() -> Iterator[Row]:
    """The longest single entries."""
    of_games = {name: worst_of(name) for name in GAMES}
    for what, field, is_judged in (
        ("longest single entry of any game, read, folded and judged", "entry", True),
        ("longest view of a seat after an entry", "view", True),
        ("one of the newest 32 entries corrected after the end", "recent", True),
        (f"the first entry corrected after the end ({MATCH_DEALS} deals)", "first", False),
    ):
        times = {name: getattr(worst, field) for name, worst in of_games.items()}
        longest = max(times, key=lambda name: times[name])
        yield Row(
            f"{what} ({longest})",
            f"{times[longest]:.0f} us",
            f"<= {MOST_SINGLE_US} us" if is_judged else "",
            times[longest] <= MOST_SINGLE_US if is_judged else None,
            ", ".join(f"{name} {time:.0f}" for name, time in times.items() if name != longest),
        )


def word_rows() -> Iterator[Row]:
    """Records of strikes and corrections beside plain ones, in the same rounds."""
    pairs = {name: worded(name) for name in GAMES}
    figures = microseconds(
        {f"{name} {n}": subject for name, pair in pairs.items() for n, subject in enumerate(pair)}
    )
    ratios = {name: figures[f"{name} 1"] / figures[f"{name} 0"] for name in GAMES}
    worst = max(ratios, key=lambda name: ratios[name])
    yield Row(
        f"a record that corrects early entries {WORDS:,} times, per line ({worst})",
        f"{ratios[worst]:.1f} x a plain one",
        f"<= {MOST_WORDS} x",
        ratios[worst] <= MOST_WORDS,
        ", ".join(f"{name} {ratio:.1f} x" for name, ratio in ratios.items() if name != worst),
    )


def corpus_rows() -> Iterator[Row]:
    """Many files in one call, and what they leave behind in memory."""
    told = []
    for count in CORPUS_FILES:
        with tempfile.TemporaryDirectory() as folder:
            told.append(corpus(Path(folder), count))
    few, many = told
    rate = many.entries / many.cpu_s
    yield Row(
        f"`tricktable replay` of {CORPUS_FILES[1]:,} records in one call: entries per CPU second",
        f"{rate:,.0f}",
        f">= {LEAST_CORPUS_PER_S:,}",
        rate >= LEAST_CORPUS_PER_S,
        f"{many.entries:,} entries",
    )
    yield Row(
        "its peak memory",
        f"{many.peak_mib:.1f} MiB",
        f"<= 1.1 x with {CORPUS_FILES[0]:,}",
        many.peak_mib <= 1.1 * few.peak_mib,
        f"{few.peak_mib:.1f} MiB",
    )


def play_rows() -> Iterator[Row]:
    """Rules alone, beside the peers' in the same rounds."""
    figures = microseconds({**{name: make() for name, make in OWN.items()}, **peers()})

    def beside(own: float, peer: str) -> str:
        if peer not in figures:
            return f"{peer}: {ABSENT}"
        return f"{peer} {figures[peer]:.2f} us ({own / figures[peer]:.2f} x)"

    for name in OWN:
        own = figures[name]
        limits = [(own / figures[peer], most) for peer, most in REACH.items() if peer in figures]
        yield Row(
            f"{name}: cards allowed, one by chance, state after it",
            f"{own:.2f} us",
            " and ".join(f"<= {most} x {peer}" for peer, most in REACH.items()),
            all(ratio <= most for ratio, most in limits) if limits else None,
            "; ".join(beside(own, peer) for peer in PEERS),
        )
