"""A hand that lies open: everybody sees and hears it, and another seat plays its cards."""

import html
import importlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tricktable.board.picture import picture
from tricktable.games import GAMES
from tricktable.rules.cards import BY_CODE, mask
from tricktable.rules.entries import Played
from tricktable.rules.game import Dummy
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from web.room import CODE, ask, sit

OH_HELL = Path(__file__).parents[3] / "examples/oh-hell"
ORIGIN = {"Origin": "http://localhost"}
ANN, BO, CY = range(3)
LIES = ("KH", "2S")


@pytest.fixture
def tokens(room, monkeypatch):
    """Oh Hell, in which Cy's hand lies open, and Ann plays its cards: each seat's token."""
    monkeypatch.syspath_prepend(str(OH_HELL))
    game = importlib.import_module("oh_hell").GAME
    rules = importlib.import_module("oh_hell.rules")

    class WithDummy(rules.OhHell):
        def tabletop(self):
            left = mask(BY_CODE[code] for code in LIES) & ~self.gone
            hand = Dummy(CY, ANN, left) if self.phase == "play" else None
            return super().tabletop()._replace(dummy=hand)

    changed = replace(
        game, start=lambda players, _: WithDummy(players, size=1, longest=2, hook=False)
    )
    monkeypatch.setitem(GAMES, "oh-hell", changed)
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("oh-hell", 3, ["Ann", "Bo", "Cy"], dealer=ANN))
    ask(room.table, commands.Lay("4H", ANN, "shown"))
    for seat, number in ((BO, 1), (CY, 0), (ANN, 0)):
        ask(room.table, commands.Declare("bid", seat, number))
    ask(room.table, commands.Lay("3C", BO, "played"))
    return [sit(room.table, seat) for seat in range(3)]


def own(guest, token):
    """A seat's own part of its page."""
    return guest.post(f"/t/{CODE}/seat/look", headers={**ORIGIN, "X-Seat-Token": token}).text


def heading(page):
    return html.unescape(re.sub("<[^>]+>", "", re.search(r"<h2[^>]*>(.*?)</h2>", page)[1]))


def test_everybody_sees_it_and_hears_it(room, guest, tokens):
    for path in ("", "/wall"):
        page = guest.get(f"/t/{CODE}{path}").text
        opened = re.search('<div class="open-hand">.*?</div>', page, re.DOTALL)[0]
        assert "Cy’s hand" in opened
        assert re.findall('aria-label="([^"]*)"', opened) == ["two of spades", "king of hearts"]
    assert "Cy’s hand lies open: king of hearts, two of spades." in own(guest, tokens[BO])


def test_whoever_plays_it_is_asked_and_offered_its_cards_first(guest, tokens):
    asked = own(guest, tokens[ANN])
    assert "is-due" in re.search('<section id="own" class="([^"]*)"', asked)[1]
    assert heading(asked) == "Play for Cy"
    assert "Cy’s card" in asked
    for seat in (BO, CY):
        page = own(guest, tokens[seat])
        assert "is-due" not in re.search('<section id="own" class="([^"]*)"', page)[1]
        assert heading(page) == "Ann plays for Cy"


def test_the_phone_of_whoever_lies_open_offers_nothing_to_lay(guest, tokens):
    page = own(guest, tokens[CY])
    assert 'id="out-of-turn"' in own(guest, tokens[ANN])
    assert 'id="out-of-turn"' not in page
    assert 'name="card"' not in page
    assert "so play " not in page


def test_only_that_phone_lays_its_cards(room, guest, tokens):
    now = room.table.view()

    def lay(seat):
        sent = {"card": "2S", "seat": CY, "how": "played", "game": now.games, "seq": now.view.seq}
        headers = {**ORIGIN, "X-Seat-Token": tokens[seat]}
        return guest.post(f"/t/{CODE}/seat/lay", data=sent, headers=headers).status_code

    assert lay(BO) == 403
    assert lay(ANN) == 200
    assert room.table.snapshot().record.last.entry == Played(CY, BY_CODE["2S"])
    assert "Ann to play" in guest.get(f"/t/{CODE}").text.replace("<bdi>", "").replace("</bdi>", "")


def test_the_display_says_who_plays_it_and_which_card_was_turned_up(room, tokens):
    page = json.loads(picture(room.table.view()))
    assert page["f"] == ["Ann", "to play for Cy"]
    assert page["u"] == "4\x03"


def test_the_card_turned_up_is_drawn_with_trump(guest, tokens):
    page = guest.get(f"/t/{CODE}").text
    side = re.search('<span class="side[^"]*">(.*?)</h2>', page)[1]
    assert re.sub("<[^>]+>", "", side) == ",  hearts trump\N{NO-BREAK SPACE}· 4 turned up"
    assert 'aria-label="four of hearts"' in side
