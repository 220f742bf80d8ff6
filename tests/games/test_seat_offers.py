"""What a seat's page leaves open, the rules accept from that seat: in all games, whoever looks."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from games.case import GameCase, header_of
from games.cases import CASES
from games.playthrough import head_of, left_halves, read
from players.every_game import KINDS, by_chance
from players.tredici import ready
from records.lines import entry, record_of
from rig.moments import at
from thorough import some
from tricktable.rules.cards import cards_in
from tricktable.rules.dealer import change_of
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Entry,
    Impossible,
    Moved,
    Played,
    Struck,
)
from tricktable.rules.hands import hand
from tricktable.rules.laying import Way
from tricktable.rules.presumptions import offers_early
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.view import view
from tricktable.table import commands
from tricktable.table.desk import from_pages, own_card
from tricktable.table.desk.keys import keypad_offers
from tricktable.table.desk.laid_card import stands_for
from tricktable.table.desk.moment import Desk
from tricktable.text.sentences import Picture, spoken
from tricktable.web.host.host_offers import request_of
from tricktable.web.seat import seat_offers
from tricktable.web.seat.fan import Fan, fan

SECRET = frozenset({"target", "ace", "draw", "misdeal", "kitty>hand"})
"""What may be offered in public and refused: that it were not would tell what only some may know.

The suit that a player gave up, an ace or another card that was read in a hand, a suit that only its
player knows. A seat's own page closes what its own player knows to be impossible.
"""


def page(record: Record, seat: int) -> Iterator[tuple[str, object]]:
    """What this seat's page leaves open, with each value."""
    seen, names = view(record, seat), record.header.seat_names
    asking = seat_offers.SeatContext(
        seen.with_names(names), record.header, record, seat, names, hand(record, seat)
    )
    for group in (*seat_offers.due(asking), *seat_offers.calls(asking)):
        for key in group.keys:
            if key.is_open:
                yield group.what, json.loads(key.value)


def moments(kind: tuple[str, int], seed: int) -> Iterator[Record]:
    """Some moments of a game by chance, others for each kind of table."""
    game = by_chance(Random(f"{kind}{seed}"), *kind)
    record = Record(game.header)
    looked_at = {0, *some(range(120), kind)}
    for number, line in enumerate(game.lines[:120]):
        if number in looked_at:
            yield record
        record.add(entry(record, line))


def refused(record: Record, what: str, seat: int | None, value: object) -> str:
    """Why a page's request to say this is refused; empty if it is not."""
    try:
        from_pages.changes(at(record), request_of(what, seat, value))  # type: ignore[arg-type]
    except (Impossible, BadLine) as why:
        return str(why)
    return ""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_what_a_seats_page_leaves_open_is_accepted_from_that_seat(kind):
    tried = set()
    for record in moments(kind, 1):
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
def test_what_keys_and_the_hosts_page_offer_is_accepted_unless_a_secret_forbids_it(kind):
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


# --- the playthroughs, and what goes wrong in them ------------------------------------------------

EACH = 19
"""The first moment of a playthrough is looked at, and one in this many: in each from another on."""
PLAYTHROUGHS = [
    pytest.param(case, path, id=path.stem)
    for case in CASES.values()
    for path in sorted(case.playthroughs.glob(f"{case.name}-*.txt"))
]


def grown(case: GameCase, path: Path) -> Iterator[Record]:
    """The record of a playthrough as it grows."""
    first, *lines = path.read_text("utf-8").splitlines()
    head = head_of(first)
    record = Record(header_of(case.game, head.players, head.options))
    looked_at = {0, *some(range(len(lines)), path.stem, EACH)}
    for number, text in enumerate(left_halves(lines)):
        if number in looked_at:
            yield record
        record.add(entry(record, read(text, head.names, case)))
    yield record


def after(record: Record, *entries: Entry) -> Iterator[Record]:
    """The record with these entries, if they can be."""
    then = record.fork()
    try:
        for each in entries:
            then.add(each)
    except Impossible:
        return
    yield then


def exceptions(record: Record) -> Iterator[Record]:
    """What can come of this moment: another dealer, a right or wrong call, what was said undone."""
    deal = next((each for each in record.newest_first() if isinstance(each.entry, Dealt)), None)
    if deal is not None:
        assert isinstance(deal.entry, Dealt)
        other = Dealt((deal.entry.dealer + 1) % record.header.seats)
        with suppress(Impossible):  # where nobody else can have dealt
            yield from after(record, *change_of(record, Corrected(deal.seq, other)))
    for topic in record.header.rules.topics:
        if topic.is_rare:
            for seat in range(record.header.seats):
                speaker = None if topic.by_table else seat
                yield from after(record, Declared(speaker, topic.name, None))
    newest = {type(each.entry): each for each in record.steps()}
    for kind in (Declared, Moved):
        if kind in newest:
            yield from after(record, Struck(newest[kind].seq))
    if (card := newest.get(Played)) is not None:
        assert isinstance(card.entry, Played)
        out = [other for other in cards_in(record.header.deck) if other != card.entry.card]
        for other_card in out[:: len(out) // 2]:
            yield from after(record, Corrected(card.seq, card.entry._replace(card=other_card)))


def own_requests(
    record: Record, presumed: frozenset[int], seat: int
) -> Iterator[tuple[str, commands.Request]]:
    """All that one seat's page can ask for at a table without a board."""
    seen, names = view(record, seat), record.header.seat_names
    cards = hand(record, seat)
    asking = seat_offers.SeatContext(
        seen.with_names(names), record.header, record, seat, names, cards, presumed, True
    )
    groups = (*seat_offers.due(asking), *seat_offers.early(asking), *seat_offers.calls(asking))
    for group in groups:
        offer = seat_offers.offer_of(seen, seat, group.what)
        speaker = None if offer is not None and None in offer.seats else seat
        for key in group.keys:
            if key.is_open:
                value = json.loads(key.value)
                yield group.what, request_of(group.what, speaker, value)
    for whose in (seat, *own_card.beside(record, seat)):
        ways: tuple[Way | None, ...] = stands_for(record, whose).ways if whose != seat else ()
        for how in ways or (None,):
            shown = fan(record, presumed, whose, cards if whose == seat else (), True, (), how)
            for code in [] if shown is None else few(shown):
                yield "laid", commands.LayOwn(whose, code, 1, record.seq, how)


def few(shown: Fan) -> Iterator[str]:
    """The first and the last card of each part of a fan."""
    for rows in (shown.hand, *(each.rows for each in shown.suits)):
        codes = [code for row in rows for code in row]
        yield from dict.fromkeys((*codes[:1], *codes[-1:]))


FULL = "full_hand"
SECRETS = frozenset({"other_hand", "elsewhere", FULL})
"""Why a card is refused that a seat's page must offer: only the reason tells where it lies."""


def why_refused(
    record: Record, presumed: frozenset[int], request: commands.Request
) -> Impossible | BadLine | None:
    """Why the table refuses this; None if it does not, or asks what was meant."""
    try:
        from_pages.changes(at(record, Desk(), presumed=presumed), request)
    except (Impossible, BadLine) as why:
        return why
    return None


@pytest.mark.parametrize(("case", "path"), PLAYTHROUGHS)
def test_nothing_of_a_playthrough_is_offered_that_is_refused_to_that_seat(case, path):
    """At a table without a board, where phones lay the cards; with what can go wrong, too.

    A card that contradicts what all have seen is offered as well: a seat that has shown to be void
    in a suit may still lay a card of it. The rulings make that a finding, a revoke that the cards
    prove, and no refusal: else nobody could enter what has happened.
    """
    tried = set()
    for record in grown(case, path):
        first = next((each.seq for each in record.steps()), 0)
        for then in (record, *exceptions(record)):
            for presumed in {frozenset[int](), frozenset({first} - {0})}:
                for seat in range(record.header.players):
                    for what, request in own_requests(then, presumed, seat):
                        tried.add(what)
                        why = why_refused(then, presumed, request)
                        if isinstance(why, Impossible) and why.because in SECRETS:
                            assert isinstance(request, commands.LayOwn)
                            # That all cards of a hand are known would tell which.
                            assert why.because != FULL or request.seat != seat
                            continue
                        # Why all together cannot say it, only one of them may know.
                        is_of_all = isinstance(request, commands.Declare) and request.seat is None
                        is_secret = is_of_all and what in case.secrets.refused
                        assert why is None or is_secret, (then.seq, seat, request, why)
    is_laying = any(isinstance(each.entry, Played) for each in record.steps())
    assert tried >= ({"laid"} if is_laying else {"dealt"})


def test_a_player_who_must_choose_another_suit_is_not_offered_the_old_one_and_told_why():
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


@pytest.mark.parametrize(
    ("words", "columns"),
    [
        (["0", "1", "13"], 0),
        (["0", "1"], 0),
        (["Pass", "7 No"], 2),
        (["Pass", "18", "20", "22", "23"], 0),
        (["Clubs", "Order it up"], 2),
        (["Clubs", "Hearts", "Order it up", "Pass", "Alone"], 3),
        (["Pass", "clubs", "diamonds", "hearts"], 2),
        (["without partner"], 1),
        (["Unaccompanied", "Pass", "Alone"], 2),
        (["Incomprehensibilities", "Pass"], 1),
        (["パスします", "切り札を決めます"], 2),
        ([Picture(letter) for letter in "CDHS"], 4),
        ([Picture("D"), Picture("H")], 2),
    ],
)
def test_no_key_is_so_narrow_that_a_word_breaks_and_no_row_is_half_empty(words, columns):
    keys = [seat_offers.Key((each,), "null") for each in words]
    assert seat_offers.columns_of(keys) == columns
