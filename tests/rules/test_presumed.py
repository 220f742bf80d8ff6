"""Whether what was said meanwhile is what an early act took for granted."""

from __future__ import annotations

import pytest

from records.lines import header
from tricktable.rules.cards import card
from tricktable.rules.entries import Dealt, Declared, Entry, Played, Struck
from tricktable.rules.presumed import LAID, READ, is_as_presumed, once_chosen
from tricktable.rules.record import Record

DEAL, LEAD = Dealt(3), Declared(0, "leader", None)
"""What the first card of a Torite takes for granted, if Ann lays it."""


def record_of(*entries: Entry) -> Record:
    record = Record(header(4))
    for each in entries:
        record.add(each)
    return record


@pytest.mark.parametrize("dealer", range(4))
def test_a_card_that_was_early_finds_its_deal_and_lead_whoever_dealt(dealer: int) -> None:
    assert is_as_presumed(record_of(Dealt(dealer), LEAD), 0, 2, 0, LAID)


def test_only_the_entries_between_both_moments_are_looked_at() -> None:
    record = record_of(DEAL, LEAD, Played(0, card("7C")))
    assert is_as_presumed(record, 0, 2, 0, LAID)
    assert is_as_presumed(record, 1, 2, 0, LAID)
    assert not is_as_presumed(record, 0, 3, 0, LAID)
    assert not is_as_presumed(record, 2, 2, 0, LAID)


def test_another_lead_and_another_act_are_not_what_was_presumed() -> None:
    assert not is_as_presumed(record_of(DEAL, Declared(1, "leader", None)), 0, 2, 0, LAID)
    assert not is_as_presumed(record_of(DEAL, LEAD), 0, 2, 0, "no such act")
    assert not is_as_presumed(record_of(DEAL, LEAD), 0, 2, 0, READ)


def test_what_was_struck_meanwhile_was_not_presumed() -> None:
    assert not is_as_presumed(record_of(DEAL, LEAD, Struck(2)), 0, 3, 0, LAID)
    assert not is_as_presumed(record_of(DEAL, LEAD, Struck(2), LEAD), 0, 4, 0, LAID)


@pytest.mark.parametrize("said", [[DEAL], []], ids=["dealt", "not dealt yet"])
def test_a_card_that_waits_for_a_bid_can_be_played_once_somebody_has_bid_whatever_the_bid(
    said: list[Entry],
) -> None:
    record = Record(header(4, "troika"))
    for each in said:
        record.add(each)
    once_bid = once_chosen(record, [])
    assert once_bid is not None
    (bidder,) = once_bid.state.awaited
    chosen = once_chosen(record, [(bidder, card("7C"))])
    assert chosen is not None
    entries = [step.entry for step in chosen.steps()]
    assert isinstance(entries[0], Dealt)
    assert entries[-1] == Played(bidder, card("7C"))
    assert [step.entry for step in record.steps()] == said
