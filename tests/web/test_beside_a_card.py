"""What may be said beside a card, of many values: the cards stay in sight, and it takes a touch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, phone, settled
from tricktable.games import GAMES
from tricktable.rules.game import Offer
from tricktable.rules.options import Form
from tricktable.rules.topics import SeatPage, Topic
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.text.language import message
from tricktable.text.sentences import Picture, sentence
from tricktable_classics.spades import GAME
from tricktable_classics.spades.rules import Spades
from web.room import CODE, NAMES, ask, lay, sit
from web.test_proof import text_of

MANY, FEW = 24, 4
RUNS = tuple(f"Run {number}" for number in range(1, MANY + 1))
CLAIM = Topic(
    name="claim",
    title="Declaration",
    form=Form(lambda value: value in RUNS, message("a run")),
    bidding=None,
    said="{who} declares {value}",
    words=lambda run: sentence("{run} to {card}", run=run, card=Picture("KS")),
    page=SeatPage(title="Declare a sequence", button="Declare it"),
)


class Claiming(Spades):
    """Spades in which whoever plays may declare a run beside the card."""

    FIRST = "play"
    most = MANY

    def offers(self):
        if self.phase != "play":
            return super().offers()
        return (
            *super().offers(),
            Offer("claim", (self.due,), RUNS[: self.most]),
        )

    def said(self, seat, topic, value):
        return self if topic == "claim" else super().said(seat, topic, value)


class Few(Claiming):
    """The same with as many keys as there is room for."""

    most = FEW


def game(state):
    return replace(
        GAME,
        name="claiming",
        title="Claiming",
        topics=(CLAIM, *GAME.topics),
        start=lambda _, __: state(4, until=1, must_break=False, nil=False),
    )


@pytest.fixture
def leads(room, browser, served, watch, monkeypatch):
    """Bo's phone, who leads in such a game."""

    def leads(state, size, scheme="light"):
        monkeypatch.setitem(GAMES, "claiming", game(state))
        room.table.board_is(WITHOUT)
        ask(room.table, commands.NewGame("claiming", 4, list(NAMES), dealer=0))
        page = watch(phone(browser, scheme, size))
        page.goto(f"{served}/t/{CODE}/seat#{sit(room.table, 1)}")
        page.locator("#own.is-due .fan").wait_for()
        return page

    return leads


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small"])
def test_many_values_hide_no_card_and_are_a_touch_away(leads, size):
    page = leads(Claiming, size)
    hearts = page.locator(".fan .keys label.H")
    expect(hearts).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Declare it")).to_be_hidden()
    hearts.tap()
    expect(page.locator(".fan button[value='2H']")).to_be_in_viewport(ratio=1)
    page.get_by_text("Declare a sequence", exact=True).first.tap()
    page.locator("#say-claim label").nth(2).tap()
    page.get_by_role("button", name="Declare it").tap()
    expect(page.locator("#take-back")).to_contain_text("Bo declares Run 3 to")
    expect(page.get_by_text("Declare it")).to_be_hidden()
    hearts.tap()
    page.locator(".fan button[value='2H']").tap()
    expect(page.locator("#table .trick [aria-label='two of hearts']")).to_be_visible()


def test_a_few_values_stand_open(leads):
    page = leads(Few, PHONE)
    expect(page.get_by_text("Declare it")).to_be_in_viewport()
    expect(page.locator("#say-claim label")).to_have_count(FEW)


FACES = """() => {
  const face = (each) => getComputedStyle(each).backgroundColor;
  const cards = [...document.querySelectorAll("#say-claim .small")];
  const card = document.querySelector("#say-claim").appendChild(document.createElement("i"));
  card.className = "small";
  return [...new Set(cards.map(face))].filter((each) => each !== face(card));
}"""
"""The backgrounds of cards in keys, if they are not those of any small card."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_card_drawn_in_a_key_lies_on_a_card_s_own_ground(leads, scheme):
    page = leads(Few, PHONE, scheme)
    expect(page.locator("#say-claim .small").first).to_be_visible()
    assert settled(page, FACES) == []


def test_what_was_said_beside_a_card_is_told_until_the_trick_is_complete(room, guest, monkeypatch):
    monkeypatch.setitem(GAMES, "claiming", game(Claiming))
    ask(room.table, commands.NewGame("claiming", 4, list(NAMES), dealer=0))
    lay(room.table, "1:2H 2:3H")
    told = {"kind": "declared", "seat": 3, "topic": "claim", "value": "Run 8"}
    ask(room.table, commands.Enter(told))
    for path in ("", "/wall", "/overlay", "/seat"):
        assert "Di declares Run 8" in text_of(guest.get(f"/t/{CODE}{path}").text), path
    lay(room.table, "3:4H")
    assert "Di declares Run 8" in text_of(guest.get(f"/t/{CODE}").text)
    lay(room.table, "0:5H")
    assert "Di declares Run 8" not in text_of(guest.get(f"/t/{CODE}/wall").text)
