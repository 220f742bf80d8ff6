"""A dealer who was put down wrongly is put right with the words that followed, or people are told
what stands in the way.
"""

import re
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

from games.case import GameCase, header_of
from games.cases import CASES
from games.playthrough import Head, head_of, left_halves, read
from players.torite import DEALT, declared, played
from records.lines import entry, record_with
from tricktable.rules.cards import card
from tricktable.rules.dealer import are_all_kept, change_of
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Held,
    Impossible,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.record import Record
from tricktable.table.notes import refusal

PLAYTHROUGHS = [
    pytest.param(case, path, id=path.stem)
    for name, case in CASES.items()
    for path in sorted(case.playthroughs.glob(f"{name}*.txt"))
]
EARLY, EACH = 30, 9
"""The first moments of a playthrough are all looked at, and then one in this many."""


def troika(*lines: dict[str, object]) -> Record:
    """A game of Troika with these entries."""
    return record_with(header_of(CASES["troika"].game, 4, {}), lines)


def bid(seat: int, value: str) -> dict[str, object]:
    return declared(seat, "bid", value)


def right(record: Record, seq: int, dealer: int) -> Record:
    """The record as it would be, if this seat had dealt."""
    after = record.fork()
    for each in change_of(record, Corrected(seq, Dealt(dealer))):
        after.add(each)
    return after


def test_bids_are_said_in_their_order_by_whoever_was_due():
    record = troika(DEALT, bid(1, "6"), bid(2, "pass"), bid(3, "7N"))
    said = [step.entry for step in right(record, 1, 2).steps()]
    assert said == [
        Dealt(2),
        Declared(3, "bid", "6"),
        Declared(0, "bid", "pass"),
        Declared(1, "bid", "7N"),
    ]


def test_what_nobody_can_have_said_is_struck_in_the_same_act():
    record = Record(header_of(CASES["troika"].game, 4, {"variant": "saskatchewan"}))
    kitty = {"kind": "moved", "seat": 1, "from": "kitty", "to": "hand", "count": 2}
    bids = (bid(1, "7N"), bid(2, "pass"), bid(3, "pass"), bid(0, "pass"))
    for line in (DEALT, *bids, {**kitty, "cards": ["TH", "9H"]}):
        record.add(entry(record, line))
    change = change_of(record, Corrected(1, Dealt(1)))
    assert not are_all_kept(change)
    assert are_all_kept(change_of(record.until(5), Corrected(1, Dealt(1))))
    then = right(record, 1, 1)
    assert [(each.seq, each.entry) for each in then.steps()] == [
        (1, Dealt(1)),
        (2, Declared(2, "bid", "7N")),
        (3, Declared(3, "bid", "pass")),
        (4, Declared(0, "bid", "pass")),
        (5, Declared(1, "bid", "pass")),
    ]
    assert then.happening(6) is not None
    assert then.counts(6) is None


def test_a_card_keeps_its_seat():
    lines = [bid(1, "6"), bid(2, "pass"), bid(3, "pass"), bid(0, "pass"), declared(1, "trump", "H")]
    record = troika(DEALT, *lines, played("played", 1, "AH"))
    entries = [step.entry for step in right(record, 1, 1).steps()]
    assert entries[5:] == [Declared(2, "trump", "H"), Played(1, card("AH"))]


def test_one_entry_suffices_where_nothing_was_said_in_turn():
    assert change_of(troika(DEALT), Corrected(1, Dealt(3))) == [Corrected(1, Dealt(3))]
    assert change_of(troika(DEALT, bid(1, "6")), Struck(2)) == [Struck(2)]


def test_the_deals_after_it_move_with_it():
    case = CASES["troika"]
    *_, record = _moments(case, case.playthroughs / "troika-four.txt")
    first = next(step for step in record.steps() if isinstance(step.entry, Dealt))
    assert isinstance(first.entry, Dealt)
    after = right(record, first.seq, (first.entry.dealer + 1) % 4)
    before = [step.entry.dealer for step in record.steps() if isinstance(step.entry, Dealt)]
    now = [step.entry.dealer for step in after.steps() if isinstance(step.entry, Dealt)]
    assert len(now) > 1
    assert now == [(dealer + 1) % 4 for dealer in before]


def _head(path: Path) -> Head:
    return head_of(path.read_text("utf-8").splitlines()[0])


def _record(case: GameCase, path: Path) -> Record:
    head = _head(path)
    return Record(header_of(case.game, head.players, head.options))


def _moments(case: GameCase, path: Path) -> Iterator[Record]:
    """The record of a playthrough as it grows, at its first moments and at some later ones."""
    head, record = _head(path), _record(case, path)
    for number, text in enumerate(left_halves(path.read_text("utf-8").splitlines()[1:]), 1):
        record.add(entry(record, read(text, head.names, case)))
        if number <= EARLY or not number % EACH:
            yield record


@pytest.mark.parametrize(("case", "path"), PLAYTHROUGHS)
def test_at_every_moment_a_dealer_is_put_right_or_people_are_told_what_to_do(case, path):
    put_right = 0
    for record in _moments(case, path):
        names = record.header.seat_names
        for step in [*record.steps()]:
            if not isinstance(step.entry, Dealt):
                continue
            for dealer in range(record.header.seats):
                try:
                    after = right(record, step.seq, dealer)
                except Impossible as refused:
                    said = refusal(refused, names)
                    assert not re.search(r"\bentr(y|ies)\b", said), said
                    # Where only one seat can ever deal, there is nothing to do.
                    is_settled = record.header.players == 1
                    assert is_settled or said.endswith(" first."), said
                    # Words alone never stand in the way of a deal.
                    is_of_words = refused.because == "breaks_later"
                    assert _seen_after(record, step.seq) or not is_of_words, said
                    continue
                put_right += 1
                assert after.counts(step.seq) == Dealt(dealer)
                afresh = Record(record.header)
                for each in after.steps():
                    afresh.add(each.entry)
                assert afresh.state.future_key == after.state.future_key
                assert _cards(after) == _cards(record)
                struck = {each.seq for each in record.steps()} - {
                    each.seq for each in after.steps()
                }
                assert _words(after) == _words(record, without=struck)
    assert put_right


def _seen_after(record: Record, seq: int) -> bool:
    """Whether a card was laid or read after this entry."""
    return any(isinstance(each.entry, (Held, Played, Shown)) for each in record.steps_from(seq))


def _cards(record: Record) -> list[object]:
    return [each.entry for each in record.steps() if isinstance(each.entry, Played)]


def _words(record: Record, without: Set[int] = frozenset()) -> list[object]:
    """What was said, in order, whoever said it."""
    said = (each.entry for each in record.steps() if each.seq not in without)
    return [(each.topic, each.value) for each in said if isinstance(each, Declared)]
