"""What phones say and mark where the trick must be beaten or trumped, as in Schnapsen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games.case import header_of
from games.samples import known
from players.torite import declared, played
from records.lines import record_with
from tricktable.rules.findings import finding_sentence, of_shared, plain_finding
from tricktable.rules.game import Offer
from tricktable.rules.topics import A_SUIT, Topic, suit
from tricktable.rules.verdicts import REFEREE
from tricktable.rules.view import view
from tricktable.table import commands
from tricktable.text.sentences import spoken
from tricktable_classics.spades import GAME
from tricktable_classics.spades.rules import Spades
from web.room import ask, own, sit

NAMES = ("Ann", "Bo", "Cy", "Di")


class Strict(Spades):
    """Spades with these rules more."""

    @property
    def duties(self):
        return (self.heading, self.trumping, self.overtrumping)


STRICT = replace(
    GAME,
    start=lambda _, __: Strict(4, until=1, must_break=False, nil=False),
    improper=of_shared,
)


@pytest.fixture
def phone(room):
    """Bo's phone, after Ann has led a heart."""
    with known(STRICT):
        ask(room.table, commands.NewGame("spades", 4, [*NAMES], dealer=3))
        for seat in range(4):
            ask(room.table, commands.Declare("bid", seat, 3))
        ask(room.table, commands.Lay("TH", 0, "played"))
        yield sit(room.table, 1)


class Calling(Strict):
    """Whoever is to play may name a suit first."""

    def offers(self):
        told = (Offer("call", (self.due,), ("C", "D")),) if self.phase == "play" else ()
        return (*super().offers(), *told)

    def said(self, seat, topic, value):
        return self if topic == "call" else super().said(seat, topic, value)


def test_a_phone_names_what_may_be_said_beside_a_card(room, guest):
    topic = Topic("call", "Call a suit", A_SUIT, words=suit)
    game = replace(STRICT, start=lambda _, __: Calling(4, until=1), topics=(*GAME.topics, topic))
    with known(game):
        ask(room.table, commands.NewGame("spades", 4, [*NAMES], dealer=3))
        for seat in range(4):
            ask(room.table, commands.Declare("bid", seat, 3))
        assert "<legend>Call a suit</legend>" in own(guest, sit(room.table, 0))


def marked(page: str) -> int:
    """How many cards of the hand are marked."""
    return page.count('class="can"')


def read(room, codes: str) -> None:
    for code in codes.split():
        ask(room.table, commands.Lay(code, 1, "held"))


def test_a_phone_says_what_must_be_done(guest, phone):
    page = own(guest, phone)
    assert "Follow hearts if you can; if not, play a trump. Beat the trick if you can." in page


@pytest.mark.parametrize(
    ("codes", "said", "count"),
    [
        ("2H KH AH 4C 5C 6C 7D 8D 9D TD JD 2S 3S", "You must follow .*, and beat the trick", 2),
        ("2H 3H 4H 4C 5C 6C 7D 8D 9D TD JD 2S 3S", r"You have [^.,]*, so play one\.", 3),
        ("2C 3C AC 4C 5C 6C 7D 8D 9D TD JD 2S 3S", r"You must play a trump\.", 2),
    ],
)
def test_a_phone_marks_the_cards_that_may_be_played(room, guest, phone, codes, said, count):
    read(room, codes)
    page = own(guest, phone)
    assert re.search(said, page, re.DOTALL)
    assert marked(page) == count


@pytest.mark.parametrize(
    ("codes", "laid", "told"),
    [
        ("2H KH", "2H", "played 2H without beating the trick. KH was in that hand."),
        ("2C 2S", "2C", "played 2C instead of a trump. 2S was in that hand."),
    ],
)
def test_what_was_improper_has_words(codes, laid, told):
    lines = [
        {"kind": "dealt", "dealer": 3},
        *(declared(seat, "bid", 3) for seat in range(4)),
        *(played("held", 1, code) for code in codes.split()),
        played("played", 0, "TH"),
        played("played", 1, laid),
    ]
    (remark,) = view(record_with(header_of(STRICT, 4, {}), lines), REFEREE).remarks
    assert plain_finding(remark, NAMES) == f"Bo {told}"
    assert spoken(finding_sentence(remark, NAMES)).startswith("Bo played")
