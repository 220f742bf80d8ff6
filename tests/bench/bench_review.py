"""How long a review searches deals by chance: processor time, on one core, in plain Python."""

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from statistics import median

from bench import duel
from bench.report import Row
from players.every_game import by_chance
from tricktable.rules import codec
from tricktable.rules.cards import STANDARD, SUITS, Card, card, mask
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.review import review
from tricktable.rules.review.rounds import Earlier, SharedWin, Spread, Ways, best
from tricktable.rules.review.sides import Points, Sides
from tricktable.rules.review.together import Together, find_way
from tricktable.store import replay

DEALS = 300
DUELS = 40
"""Deals on which our search and the same one in C are measured."""
LIMIT_S = 2.0
"""Processor time for one answer, as the host's pages have it."""
BEST_S = 10.0
"""The same for a proof of the best score, which is measured by how long it takes."""
TORITE = Together(frozenset(permutations((6, 4, 2, 0))), keeps=True)
SCORED = SharedWin(frozenset((final,) for final in TORITE.finals), spread=Spread(12))
TWO = SharedWin(frozenset((each, each[::-1]) for each in permutations((8, 4))))
TROIKA = [each for each in STANDARD if each.rank > 6 and each.code not in ("7H", "7S")]
WORTH = {card("5H"): 5, card("3S"): -3}


def rows() -> Iterator[Row]:
    """Deals that could be won, last moments, and what a side could have made."""
    chance = random.Random(2026)
    yield _told(
        "the review: could a deal be won", [_deal(chance) for _ in range(DEALS)], 0.01, 1.5, 99
    )
    yield _told(
        "the review: until when a game could", [_game(chance) for _ in range(DEALS)], 0.1, 3
    )
    yield _told(
        "the review: the best score, 8 tricks left",
        [_best(chance) for _ in range(DEALS)],
        1,
        10,
        limit_s=BEST_S,
    )
    yield _told(
        "the review: two rounds of two hands", [_rounds(chance) for _ in range(DEALS)], 0.1, 3
    )
    yield _told("the review: five trumps of a deal", [_sides(chance) for _ in range(DEALS)], 2, 20)
    yield _beside_c(chance)


def _told(
    name: str,
    answers: Sequence[Callable[[], bool]],
    usual_s: float,
    worst_s: float,
    share: int = 95,
    limit_s: float = LIMIT_S,
) -> Row:
    taken, open_ = [], 0
    for answer in answers:
        began = time.process_time()
        open_ += not answer()
        taken.append(time.process_time() - began)
    taken.sort()
    middle, late = median(taken), taken[len(taken) * share // 100]
    return Row(
        name,
        f"{1e3 * middle:.1f} ms; p{share} {late:.2f} s",
        f"<= {1e3 * usual_s:.0f} ms; {worst_s} s",
        middle <= usual_s and late <= worst_s,
        f"{len(taken)} by chance; {open_} left open after {limit_s:.0f} s",
    )


def _beside_c(chance: random.Random) -> Row:
    """Positions a second of one search, and of the same one in C, over as many positions."""
    what = f"the review: positions a second, a seat against all, {duel.EACH} cards"
    if duel.COMPILER is None:
        return Row(what, "-", "", None, "no C compiler")
    with tempfile.TemporaryDirectory() as folder:
        in_c = duel.built(Path(folder))
        asked = [(duel.by_chance(chance), chance.randrange(3)) for _ in range(DUELS)]
        told, per_s = list[list[duel.Answer]](), list[float]()
        for search in (in_c, in_c, duel.as_written):  # first in C to have its memory
            began = time.process_time()
            told.append([search(*each) for each in asked])
            per_s.append(sum(number for _, number in told[-1]) / (time.process_time() - began))
    assert told[0] == told[2], "not the same search"
    _, theirs, ours = per_s
    beside = f"the same search in C, {theirs:,.0f}: {theirs / ours:.0f} x; {DUELS} deals by chance"
    return Row(what, f"{ours:,.0f}", "", None, beside)


def _late(limit_s: float = LIMIT_S) -> Callable[[], bool]:
    end = time.process_time() + limit_s
    return lambda: time.process_time() > end


def _deal(chance: random.Random) -> Callable[[], bool]:
    hands = _hands(chance, STANDARD, 13)
    leader = next(seat for seat, hand in enumerate(hands) if hand & card("2C").bit)
    at = OpenCards(hands, (0,) * 4, leader, trump="S")
    return lambda: find_way(at, TORITE, random.Random(1), _late()).is_there is not None


def _game(chance: random.Random) -> Callable[[], bool]:
    played = by_chance(chance, "torite", 4, is_tidy=True)
    first = codec.write_header(played.header).encode()
    lines = [first, *(json.dumps(each).encode() for each in played.lines)]
    record = replay.replay(lines)

    def answer() -> bool:
        (found,) = review(record, random.Random(1), _late)
        return found.kind != "late" and (found.is_last or found.kind != "turned")

    return answer


def _best(chance: random.Random) -> Callable[[], bool]:
    way: tuple[tuple[int, Card], ...] = ()
    while not way:
        hands = _hands(chance, STANDARD, 13)
        leader = next(seat for seat, hand in enumerate(hands) if hand & card("2C").bit)
        at = OpenCards(hands, (0,) * 4, leader, trump="S")
        way = find_way(at, TORITE, random.Random(1), _late()).way
    for _, laid in way[: 4 * 4]:
        at = at.after(laid)

    def answer() -> bool:
        found = best(Ways(SCORED, [at], random.Random(1)), 0, _late(BEST_S))
        return found.least == found.most

    return answer


def _rounds(chance: random.Random) -> Callable[[], bool]:
    hands = _hands(chance, STANDARD, 13)
    starts = [OpenCards(each, (0, 0), 0, trump="S") for each in (hands[:2], hands[2:])]
    ways = Ways(TWO, starts, random.Random(1))
    return lambda: ways.find(starts[0], Earlier(), _late())[0] is not None


def _sides(chance: random.Random) -> Callable[[], bool]:
    hands = _hands(chance, [*TROIKA, *WORTH], 8)

    def answer() -> bool:
        goal = Sides(frozenset({0, 2}), worth=WORTH)
        ats = (OpenCards(hands, (0,) * 4, 0, trump=trump) for trump in ("", *SUITS))
        return all(Points(goal).of(at, _late()) is not None for at in ats)

    return answer


def _hands(chance: random.Random, deck: Sequence[Card], each: int) -> tuple[int, ...]:
    cards = [*deck]
    chance.shuffle(cards)
    return tuple(mask(cards[seat * each : seat * each + each]) for seat in range(4))
