"""What judging costs: replaying a record, its worst entry, play by chance beside peers' rules.

Times are the process's own (CPU): nothing here waits, so other programs must not count.
"""

import importlib
import json
import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from bench.measure import LEAST_RUNS
from bench.report import Row
from players import Manners, play
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.cards import STANDARD, Card, mask
from tricktable.rules.entries import Corrected, Dealt, Declared, Played
from tricktable.rules.record import Record
from tricktable.rules.tricks import legal

ROUNDS = LEAST_RUNS + 4
ROUND_S = 0.2
UNTIDY = Manners(revokes=0.1, hurries=0.05, boasts=0.5, reads=0.2, slips=0.05)
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


def files() -> list[list[bytes]]:
    """The lines of some records of four players, most of them untidy."""
    games = [play(random.Random(seed), 4, UNTIDY) for seed in range(6)]
    games += [play(random.Random(seed), 4) for seed in range(2)]
    return [[json.dumps(line).encode() for line in (each.header, *each.lines)] for each in games]


FILES = files()


def replay(_chance: random.Random) -> tuple[float, int]:
    """Read, fold and judge; what is improper is asked for after every entry."""
    began, entries = time.process_time(), 0
    for header_line, *lines in FILES:
        header = codec.read_header(header_line, GAMES)
        record = Record(header)
        for number, line in enumerate(lines, start=1):
            record.add(codec.read_entry(line, header, number))
            record.findings()
        entries += len(lines)
    return time.process_time() - began, entries


def worst_entry(_chance: random.Random) -> tuple[float, int]:
    """Correct the first entry of a whole game: everything is folded and judged anew."""
    header_line, *lines = FILES[0]
    header = codec.read_header(header_line, GAMES)
    record = Record(header)
    for number, line in enumerate(lines, start=1):
        record.add(codec.read_entry(line, header, number))
    record.findings()
    line = codec.write_entry(Corrected(1, Dealt(1))).encode()
    began = time.process_time()
    record.add(codec.read_entry(line, header, record.seq + 1))
    record.findings()
    return time.process_time() - began, 1


# --- playing by chance --------------------------------------------------------------------------


def torite(chance: random.Random) -> tuple[float, int]:
    """The Torite for four: the cards that may be played, one of them, and the state after it."""
    header = codec.read_header(FILES[0][0], GAMES)
    deck: list[Card] = list(STANDARD)
    chance.shuffle(deck)
    hands = [mask(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]
    state: Any = header.start().apply(Dealt(0)).apply(Declared(0, "leader", None))
    began = time.process_time()
    while state.phase == "play":
        seat = state.due
        card = chance.choice(legal(hands[seat], state.trick))
        state = state.apply(Played(seat, card))
        hands[seat] ^= card.bit
    return time.process_time() - began, 48


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


PEERS = {
    "RLCard bridge, env.step": ("rlcard", bridge_env),
    "RLCard bridge, game alone": ("rlcard", bridge_game),
    "OpenSpiel spades": ("pyspiel", spades),
}


def peers() -> dict[str, Subject]:
    """The peers that are installed."""
    found = {}
    for name, (module, subject) in PEERS.items():
        try:
            found[name] = subject(importlib.import_module(module))
        except ModuleNotFoundError:
            continue
    return found


def rows() -> Iterator[Row]:
    """The rules' figures."""
    own = {"replay": replay, "worst": worst_entry, "play": torite}
    figures = microseconds({**own, **peers()})

    def beside(own_figure: float, *names: str) -> str:
        return "; ".join(
            f"{name} {figures[name]:.1f} us ({own_figure / figures[name]:.2f} x)"
            if name in figures
            else f"{name}: {ABSENT}"
            for name in names
        )

    env, *others = PEERS
    each, worst, card = (figures[name] for name in own)
    yield Row(
        "replay of a record, findings after every entry: per entry",
        f"{each:.1f} us",
        "<= 15 us",
        each <= 15,
        beside(each, env),
    )
    yield Row(
        "the worst entry: the first of a game corrected after its end", f"{worst:.0f} us", "", None
    )
    yield Row(
        "cards allowed, one by chance, state after it",
        f"{card:.1f} us",
        "",
        None,
        beside(card, *others),
    )
