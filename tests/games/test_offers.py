"""What a game offers: all that can be said or done, nothing else, and no secret."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cases import CASES
from players.every_game import KINDS, by_chance
from players.tredici import piled, ready
from records.lines import entry, record_of
from thorough import examples
from tricktable.games import GAMES
from tricktable.rules.entries import Dealt, Declared, Happening, Impossible, Moved
from tricktable.rules.game import Header, Offer, State
from tricktable.rules.record import Record
from tricktable.rules.topics import NOTHING

MOVES, TOPICS = (
    sorted({each.name for game in GAMES.values() for each in game.topics if each.is_move is moves})
    for moves in (True, False)
)
VALUES = {topic: said for case in CASES.values() for topic, said in case.values.items()}
"""All that can be said on the topics of all games."""
SEEDS = st.integers(0, 2**32)


def happening(what: str, seat: int | None, value: Any) -> Happening:
    """The entry that an offer stands for."""
    source, _, target = what.partition(">")
    if what == "dealt":
        assert seat is not None
        return Dealt(seat)
    if target:
        assert seat is not None
        return Moved(seat, source, target, value, None)
    return Declared(seat, what, value)


def sayable(header: Header) -> Iterator[tuple[str, int | None, object]]:
    """All that could be said or done in a game of this kind, by anybody."""
    seats = range(header.seats)
    for seat in seats:
        yield "dealt", seat, None
        for route in MOVES:
            for count in range(15):
                yield route, seat, count
    said_by_table = {topic for topic in TOPICS if header.topics[topic].by_table}
    for topic in TOPICS:
        for said_by in [None] if topic in said_by_table else seats:
            for value in VALUES.get(topic, (None,)):
                yield topic, said_by, value


def accepts(state: State, entry: Happening) -> bool:
    """Whether the entry is possible."""
    try:
        state.apply(entry)
    except Impossible:
        return False
    return True


def states(header: Header, lines: list[Any]) -> list[State]:
    """The state before each entry and at the end."""
    record = Record(header)
    found = [record.state]
    for line in lines:
        record.add(entry(record, line))
        found.append(record.state)
    return found


def holds(offers: tuple[Offer, ...], what: str, seat: int | None, value: object) -> bool:
    """Whether something is offered."""
    return any(
        each.what == what and seat in each.seats and (value in each.values or not each.values)
        for each in offers
    )


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_knows_all_that_can_be_said_on_its_games_topics(case):
    valued = {each.name: each.form for each in case.game.topics if not each.is_move}
    forms = {name: form for name, form in valued.items() if form is not NOTHING}
    assert {*case.values} == {*forms}
    assert all(form.fits(value) for name, form in forms.items() for value in case.values[name])
    for kind in case.tables:
        game = by_chance(Random(4), *kind)
        for state in states(game.header, game.lines):
            for each in state.offers():
                if each.what in forms:
                    assert all(value in case.values[each.what] for value in each.values)


@given(st.sampled_from(KINDS), SEEDS)
@examples(30)
def test_whatever_is_possible_is_offered_and_the_other_way_round(kind, seed):
    game = by_chance(Random(seed), *kind)
    found = states(game.header, game.lines)
    forbidden_in_secret = CASES[kind[0]].secrets.refused
    for state in Random(seed).sample(found, min(len(found), 8)):
        offers = state.offers()
        for what, seat, value in sayable(game.header):
            if accepts(state, happening(what, seat, value)):
                assert holds(offers, what, seat, value), (what, seat, value)
        for each in offers:
            if each.what not in forbidden_in_secret:
                for seat in each.seats:
                    for value in each.values:
                        assert accepts(state, happening(each.what, seat, value)), each


def test_a_purged_owner_is_offered_no_less_for_its_own_old_suit():
    kische = {"kind": "declared", "seat": 0, "topic": "kische", "value": None}
    offers = {
        targets: record_of(4, [*ready(targets, [0] * 4), kische], "tredici").state.offers()
        for targets in ("HSSD", "HHHD")
    }
    assert offers["HSSD"] == offers["HHHD"]
    assert offers["HSSD"][0] == Offer("target", (1, 2), ("C", "S"), True)


def test_a_secret_target_does_not_tell_whether_a_draw_can_be_agreed_on():
    """Two stacks of 6 and 7 cards may have one target as long as nobody knows both."""
    offers = []
    for targets in ("SHD", "SSD"):
        state = piled(3, targets, (6, 7, 0), (5, 5, 5), 10)
        used_up = state._replace(kische=state.kische._replace(callers=(2,)))
        offers.append(used_up.offers())
    assert offers[0] == offers[1]
    assert Offer("draw", (None,)) in offers[0]
