"""Who dealt, where an act out of turn would turn round what the table presumes of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from games.cases import CASES
from players.every_game import KINDS, by_chance
from records.lines import entry, record_of
from rig.moments import at
from rig.table import Rig
from tricktable.rules.cards import card
from tricktable.rules.entries import Corrected, Dealt, Declared, Entry, Held, Impossible, Played
from tricktable.rules.presumed import offers_early
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.answering import ASKS
from tricktable.table.desk import from_pages
from tricktable.table.desk.dealer_question import DEALT, OUT_OF_TURN, ask_dealer, take_dealer
from tricktable.table.desk.moment import Asking, Changes, Moment, entry_in, told
from tricktable.table.notes import Note

NAMES = ["Ann", "Bo", "Cy", "Di"]
QUESTION = "Did Cy deal? Then it is Di's turn"


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Troika, whose dealer nobody has chosen: the form has proposed Ann."""
    return propose(Rig(tmp_path), "troika")


def propose(rig: Rig, game: str) -> Rig:
    new = commands.NewGame(game, 4, NAMES, dealer=0, is_dealer_chosen=False)
    assert rig.ask(new).is_done
    return rig


def counting(rig: Rig) -> list[Entry]:
    record = rig.table.record()
    assert record is not None
    return [step.entry for step in record.steps()]


def by_keys(rig: Rig) -> None:
    rig.button(3)
    rig.press("7", "2")


def by_page(rig: Rig) -> None:
    answer = rig.ask(commands.Declare("bid", 3, "7"))
    assert (answer.is_done, answer.because, answer.reason) == (False, ASKS, f"{QUESTION}.")


def by_program(rig: Rig) -> None:
    said = {"kind": "declared", "seat": 3, "topic": "bid", "value": "7"}
    for _ in range(2):  # a refusal uses no key up
        answer = rig.table.ask(commands.Enter(said), "a key of its own")
        assert (answer.is_done, answer.because, answer.reason) == (False, ASKS, f"{QUESTION}.")


BIDS = pytest.mark.parametrize("bid", [by_keys, by_page, by_program])


@BIDS
def test_a_bid_out_of_turn_is_asked_about_at_each_door(
    rig: Rig, bid: Callable[[Rig], None]
) -> None:
    bid(rig)
    assert rig.view.asked is not None
    assert rig.view.asked.text == QUESTION
    assert rig.view.asks_seat == 3
    assert counting(rig) == [Dealt(0)]
    rig.restart()
    rig.press(DEALT)
    assert [type(each) for each in counting(rig)] == [Dealt, Declared]
    assert counting(rig)[0] == Dealt(2)
    assert rig.table.snapshot().presumed == frozenset(), "somebody has said it"
    rig.press("UNDO")
    assert counting(rig) == [Dealt(0)]
    assert rig.table.snapshot().presumed == {1}


@BIDS
def test_who_says_that_it_was_out_of_turn_has_not_bid(rig: Rig, bid: Callable[[Rig], None]) -> None:
    bid(rig)
    rig.press(OUT_OF_TURN)
    assert (counting(rig), rig.said) == ([Dealt(0)], "It is Bo's turn to bid.")
    bid(rig)
    rig.press("7")
    assert rig.said == "That key does nothing here."
    rig.press("UNDO")
    assert (counting(rig), rig.view.asked) == ([Dealt(0)], None)


def test_whoever_bid_takes_it_back_with_what_it_showed(rig: Rig) -> None:
    by_page(rig)
    rig.press(DEALT)
    record = rig.table.record()
    assert record is not None
    back = commands.TakeBack(3, 1, record.seq)
    assert not rig.ask(commands.TakeBack(2, 1, record.seq)).is_done
    assert rig.ask(back).is_done
    assert counting(rig) == [Dealt(0)]
    assert rig.ask(back).is_done, "pressed twice"
    assert counting(rig) == [Dealt(0)]


def test_a_bid_in_turn_is_not_asked_about_and_its_phone_takes_back_nothing_of_it(rig: Rig) -> None:
    assert rig.ask(commands.Declare("bid", 1, "7")).is_done
    assert rig.view.asked is None
    record = rig.table.record()
    assert record is not None
    assert not rig.ask(commands.TakeBack(1, 1, record.seq)).is_done


def test_whoever_lays_the_first_card_shows_who_dealt_and_can_take_it_back(tmp_path: Path) -> None:
    rig = propose(Rig(tmp_path), "etori")
    seen = rig.table.record()
    assert seen is not None
    assert rig.ask(commands.LayOwn(2, "7C", 1, seen.seq)).is_done
    assert counting(rig)[0] == Dealt(1)
    assert rig.said == "Presumed: dealer Bo."
    record = rig.table.record()
    assert record is not None
    assert rig.ask(commands.TakeBack(2, 1, record.seq)).is_done
    assert counting(rig) == [Dealt(0)]


def test_a_dealer_whom_somebody_chose_is_never_asked_about(rig: Rig) -> None:
    rig.ask(commands.NewGame("troika", 4, NAMES, dealer=0))
    assert rig.ask(commands.Declare("bid", 3, "7")).reason == "It is Bo's turn to bid."


# --- without a table -----------------------------------------------------------------------------


def first_deals(chance: Random, name: str, players: int) -> list[Record]:
    """The beginning of a game, entry by entry, from its first deal on."""
    game = by_chance(chance, name, players, is_tidy=True)
    record, found = Record(game.header), list[Record]()
    for line in game.lines[:14]:
        record.add(entry(record, line))
        if any(isinstance(step.entry, Dealt) for step in record.steps()):
            found.append(record.fork())
    return found


def acts(
    chance: Random, name: str, record: Record, presumed: frozenset[int]
) -> list[commands.Request]:
    """Whatever seats can do early or in turn, and some cards."""
    found: list[commands.Request] = []
    soon = (each.offer for each in offers_early(record, presumed))
    for offer in (*record.state.offers(), *soon):
        source, _, target = offer.what.partition(">")
        for seat in offer.seats:
            value = chance.choice([*(offer.values or CASES[name].values.get(offer.what, (None,)))])
            if target:
                assert isinstance(value, int)
                found.append(commands.Move(seat or 0, source, target, value))
            elif offer.what != "dealt":
                found.append(commands.Declare(offer.what, seat, value))  # type: ignore[arg-type]
    for seat in range(record.header.seats):
        code = chance.choice([*CASES[name].deck]).code
        found += [commands.LayOwn(seat, code, 1, record.seq)]
        found += [commands.Lay(code, seat, how) for how in ("played", "shown", "held")]  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_only_the_first_card_turns_round_who_dealt_without_being_asked(
    kind: tuple[str, int],
) -> None:
    for seed in range(3):
        chance = Random(f"{kind}{seed}")
        for record in first_deals(chance, *kind):
            deals = [step for step in record.steps() if isinstance(step.entry, Dealt)]
            presumed = frozenset([deals[0].seq])
            now = at(record, presumed=presumed)
            since = [each.entry for each in record.steps_from(deals[0].seq + 1)]
            openly = [each for each in since if not _is_of_no_seat(each)]
            for asked in acts(chance, kind[0], record, presumed):
                for each in _entries(now, record, asked):
                    if isinstance(each, Corrected):
                        assert isinstance(asked, commands.Lay | commands.LayOwn), asked
                        assert openly == [], asked


def _is_of_no_seat(each: Entry) -> bool:
    return isinstance(each, Held) or (isinstance(each, Declared) and each.seat is None)


def _entries(now: Moment, record: Record, asked: commands.Request) -> list[Entry]:
    trial, found = record.fork(), list[Entry]()
    try:
        changes: Changes = from_pages.changes(now, asked)
    except Impossible:
        return []
    for each in changes:
        if each.kind == "entry":
            found.append(entry_in(each, trial))
            trial.add(found[-1])
    return found


DEALT_BY_ANN = record_of(4, [{"kind": "dealt", "dealer": 0}], "troika")
BID = '{"kind": "declared", "seat": %d, "topic": "bid", "value": "7"}'


def test_the_question_is_gone_if_the_act_shows_nothing_any_more() -> None:
    for now, seat in (
        (at(DEALT_BY_ANN), 3),  # somebody has said meanwhile who dealt
        (at(DEALT_BY_ANN, presumed=frozenset([1])), 1),  # it is its turn
    ):
        asking = Asking("dealer", seat, detail=BID % seat)
        assert ask_dealer(now, asking) is None
        assert [*take_dealer(now, asking, DEALT)] == [told(Note("not_now"), asking=None)]


def test_a_card_out_of_turn_counts_as_one() -> None:
    lines = [{"kind": "dealt", "dealer": 0}]
    record = record_of(4, lines, "etori")
    asking = Asking("dealer", 2, detail='{"kind": "played", "seat": 2, "card": "7C"}')
    (counted,) = take_dealer(at(record, presumed=frozenset([1])), asking, OUT_OF_TURN)
    assert entry_in(counted, record) == Played(2, card("7C"))
