"""What a seat's page leaves open, the rules accept from that seat: in all games, whoever looks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from games.cases import CASES
from players.every_game import KINDS, by_chance
from players.tredici import ready
from records.lines import entry, record_of
from rig.moments import at
from tricktable.rules.entries import Impossible, Malformed
from tricktable.rules.hands import hand
from tricktable.rules.presumed import offers_early
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.view import view
from tricktable.table.desk import from_pages
from tricktable.table.desk.keys import keypad_offers
from tricktable.text.sentences import spoken
from tricktable.web.host.console_offers import request_of
from tricktable.web.seat import seat_offers

SECRET = frozenset({"target", "ace", "draw", "misdeal", "kitty>hand"})
"""What may be offered in public and refused: that it were not would tell what only some may know.

The suit that a player gave up, an ace or another card that was read in a hand, a suit that only its
player knows. A seat's own page closes what its own player knows to be impossible.
"""


def page(record: Record, seat: int) -> Iterator[tuple[str, object]]:
    """What this seat's page leaves open, with each value."""
    seen, names = view(record, seat), record.header.seat_names
    asking = seat_offers.SeatContext(
        seen.naming(names), record.header, record, seat, names, hand(record, seat)
    )
    for group in (*seat_offers.due(asking), *seat_offers.calls(asking)):
        for key in group.keys:
            if key.is_open:
                yield group.what, json.loads(key.value)


def moments(kind: tuple[str, int], seed: int) -> Iterator[Record]:
    """A game by chance, entry by entry."""
    game = by_chance(Random(f"{kind}{seed}"), *kind)
    record = Record(game.header)
    for line in game.lines[:120]:
        yield record
        record.add(entry(record, line))


def refused(record: Record, what: str, seat: int | None, value: object) -> str:
    """Why a page's request to say this is refused; empty if it is not."""
    try:
        from_pages.changes(at(record), request_of(what, seat, value))  # type: ignore[arg-type]
    except (Impossible, Malformed) as why:
        return str(why)
    return ""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_what_a_seats_page_leaves_open_is_accepted_from_that_seat(kind: tuple[str, int]) -> None:
    tried = set()
    for seed in range(2):
        for record in moments(kind, seed):
            for seat in range(record.header.seats):
                for what, value in page(record, seat):
                    topic = topic_of(record.header.rules, what)
                    speaker = None if topic.by_table else seat
                    why = refused(record, what, speaker, value)
                    # All agree on it, and that it cannot be may be a secret of one of them.
                    assert not why or topic.by_table, (record.seq, seat, what, value, why)
                    tried.add(what)
    assert tried


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_what_keys_and_the_hosts_page_offer_is_accepted_unless_a_secret_forbids_it(
    kind: tuple[str, int],
) -> None:
    assert CASES[kind[0]].secrets.refused <= SECRET
    for record in moments(kind, 0):
        rules, offers = record.header.rules, record.state.offers()
        keyed = [each.offer for seat in range(4) for each in keypad_offers(rules, offers, seat)]
        soon = [each.offer for each in offers_early(record, frozenset())]
        for seat in range(record.header.seats):
            own = [each.offer for each in offers_early(record, frozenset(), seat)]
            assert own == [each for each in soon if each.seats == (seat,)]
        for offer in (*offers, *keyed, *soon):
            for seat in offer.seats:
                for value in offer.values:
                    why = refused(record, offer.what, seat, value)
                    assert not why or offer.what in SECRET, (record.seq, seat, offer, value, why)


def test_a_player_who_must_choose_another_suit_is_not_offered_the_old_one_and_told_why() -> None:
    wrong_call = {"kind": "declared", "seat": 0, "topic": "kische", "value": None}
    record = record_of(4, [*ready("HHSS", [0] * 4), wrong_call], "tredici")
    for seat, may in ((1, "CDS"), (2, "CD"), (3, "CD")):
        seen, names = view(record, seat), record.header.seat_names
        asking = seat_offers.SeatContext(seen, record.header, record, seat, names, ())
        (group,) = seat_offers.due(asking)
        assert [json.loads(key.value) for key in group.keys if key.is_open] == [*may]
        why = [spoken(each) for each in group.why]
        is_told = "Another player has that suit, or it was yours before." in why
        assert is_told == (seat > 1), why
