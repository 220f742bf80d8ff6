"""A trump that may be played though the suit led could be followed, and one that need not be."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from games.case import Slips, by_its_own_player, header_of
from games.samples import known
from records.lines import record_with
from tricktable.rules.cards import BY_CODE, cards_in
from tricktable.rules.game import Game
from tricktable.rules.player import ByChance
from tricktable.rules.record import Record
from tricktable.rules.review.claim import can_claim
from tricktable.rules.review.open_cards import open_deals
from tricktable.rules.tricks import following_cards
from tricktable.rules.verdicts import REFEREE
from tricktable.table import commands
from tricktable_classics.spades import GAME
from tricktable_classics.spades.position import Position
from tricktable_classics.spades.rules import OF_SPADES, Spades
from web.room import ask, own, sit

OFTEN = Slips(errs=0.3, reads=0, slips=0)


class AtAnyTime(Spades):
    """Spades with this one rule more."""

    @property
    def exempt(self) -> int:
        """All trumps."""
        return OF_SPADES


SPARED = BY_CODE["JS"]


class Sparing(AtAnyTime):
    """And whoever has no other trump than the jack need not play it, as in Jass."""

    @property
    def optional(self) -> int:
        """The jack."""
        return SPARED.bit


def free(state: type[Spades]) -> Game[Position]:
    """Spades with this state, played by chance."""
    begun = state(4, until=1, must_break=False, nil=False)
    return replace(GAME, player=ByChance, start=lambda _, __: begun)


class Fooling(Spades):
    """One card may always be played, and need not, as the excuse of tarots."""

    exempt = optional = BY_CODE["2H"].bit


FREE, SPARING, FOOLING = free(AtAnyTime), free(Sparing), free(Fooling)
EACH = pytest.mark.parametrize("game", [FREE, SPARING], ids=["at any time", "sparing"])


def played(game: Game[Position], seed: int, slips: Slips) -> Record:
    """A game by chance."""
    lines = by_its_own_player(game, slips)(Random(seed), 4, {}, True)
    return record_with(header_of(game, 4, {}), lines)


def moments(record: Record):
    """Each card that was played by whoever was due, with all hands open."""
    for deal in open_deals(record):
        for each in deal.moments:
            if each.at.due == each.played.seat:
                yield each, each.at.hands[each.at.due]


def followed(moment, hand) -> bool:
    """Whether the suit that was led was in the hand, and another one was laid."""
    led = moment.at.trick[0][1].suit if moment.at.trick else None
    return moment.played.card.suit != led and any(each.suit == led for each in cards_in(hand))


@EACH
def test_whoever_plays_by_the_table_is_found_guilty_of_nothing(game):
    ruffs = 0
    for seed in range(4):
        record = played(game, seed, Slips(0, 0, 0))
        assert record.findings(REFEREE) == []
        ruffs += sum(followed(each, hand) for each, hand in moments(record))
    assert ruffs > 10


@EACH
def test_what_the_table_forbids_is_a_revoke_and_nothing_else_is(game):
    revokes = kept = 0
    for seed in range(4):
        record = played(game, seed, OFTEN)
        found = {each.seq for each in record.findings(REFEREE) if each.rule == "follow"}
        for each, hand in moments(record):
            table = each.state.tabletop()
            cards, exempt, optional = [*cards_in(hand)], table.exempt, table.optional
            may = following_cards(cards, table.owed, table.ranking, exempt, optional=optional)
            is_kept = table.owed == "S" and hand & OF_SPADES == optional != 0 and len(cards) > 1
            kept += is_kept
            assert (may == tuple(each.at.legal())) is not is_kept
            assert (each.played.card not in may) is (each.seq in found)
        revokes += len(found)
    assert revokes > 10
    assert bool(kept) is (game is SPARING)


@pytest.fixture
def phone(room):
    """Bo's phone, whose hand is read, after a heart was led."""
    with known(FREE):
        ask(room.table, commands.NewGame("spades", 4, ["Ann", "Bo", "Cy", "Di"], dealer=3))
        for seat in range(4):
            ask(room.table, commands.Declare("bid", seat, 3))
        ask(room.table, commands.Lay("KH", 0, "played"))
        yield sit(room.table, 1)


def test_a_phone_says_and_marks_what_may_be_played(room, guest, phone):
    assert "Follow hearts or play a trump; if you cannot follow, play any card." in own(
        guest, phone
    )
    hand = "2H 3H 4C 5C 6C 7D 8D 9D TD JD QD 2S 3S".split()
    for code in hand:
        ask(room.table, commands.Lay(code, 1, "held"))
    page = own(guest, phone)
    assert re.search(r"You must follow [^.]* or play a trump\.", page, re.DOTALL)
    assert page.count('class="can"') == 4
    # A trump shows nothing of the suit that was led.
    ask(room.table, commands.Lay("2S", 1, "played"))
    ask(room.table, commands.Lay("4S", 2, "played"))
    assert room.table.view().view.may_trump


def test_a_phone_speaks_of_no_trump_where_trumps_were_led(room, guest, phone):
    for seat, code in ((1, "2H"), (2, "3H"), (3, "2S"), (3, "AS")):
        ask(room.table, commands.Lay(code, seat, "played"))
    assert not room.table.view().view.may_trump


@pytest.mark.parametrize(
    ("game", "led", "count", "told"),
    [
        (SPARING, "KS", 13, r"You need not play <[^.]*jack of spades"),
        (FOOLING, "KH", 3, r"You need not play <[^.]*two of hearts"),
        (FOOLING, "KD", 7, r"You may always play <[^.]*two of hearts"),
    ],
)
def test_a_phone_names_the_card_that_need_not_follow(room, guest, game, led, count, told):
    with known(game):
        ask(room.table, commands.NewGame("spades", 4, ["Ann", "Bo", "Cy", "Di"], dealer=3))
        for seat in range(4):
            ask(room.table, commands.Declare("bid", seat, 3))
        ask(room.table, commands.Lay(led, 0, "played"))
        token = sit(room.table, 1)
        assert re.search(told, own(guest, token), re.DOTALL)
        for code in "2H 3H 4C 5C 6C 7D 8D 9D TD JD QD AH JS".split():
            ask(room.table, commands.Lay(code, 1, "held"))
        page = own(guest, token)
        assert page.count('class="can"') == count
        assert (", or " in page) is (count == 7)
        ask(room.table, commands.Lay("2H", 1, "played"))
        assert room.table.record().findings(REFEREE) == []


@EACH
def test_nobody_claims_where_a_search_would_take_a_card_to_be_owed(game):
    record = played(game, 0, Slips(0, 0, 0))
    seqs = [each.seq for each, _ in moments(record) if any(each.at.tally)]
    claims = {can_claim(record.until(seq - 1), 0) for seq in seqs}
    assert claims == ({True} if game is FREE else {True, False})
