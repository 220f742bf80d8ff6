"""What may be said beside a card, of many values: the cards stay in sight, and it takes a touch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, phone, settled
from tricktable.games import GAMES
from tricktable.rules.game import Offer
from tricktable.rules.options import Form
from tricktable.rules.topics import SeatPage, Steps, Topic
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.text.language import message
from tricktable.text.sentences import Picture, sentence
from tricktable_classics.spades import GAME
from tricktable_classics.spades.rules import Spades
from web.guest.test_proof import text_of
from web.room import CODE, HOST_PAGE, NAMES, ask, lay, sit

FOURS, LENGTHS = ("four aces", "four kings", "four queens"), "3456789"
TOPS = "JH QH KH AH TS JS QS KS AS".split()
RUNS = (*FOURS, *(f"{top} {run}" for top in TOPS for run in LENGTHS))
FEW = 4


def run_words(run):
    if run in FOURS:
        return (run,)
    top, length = run.split()
    return sentence("{run} to {card}", run=length, card=Picture(top))


CLAIM = Topic(
    name="claim",
    title="Declaration",
    form=Form(lambda value: value in RUNS, message("a run")),
    bidding=None,
    said="{who} declares {value}",
    words=run_words,
    page=SeatPage(title="Declare a sequence", button="Declare it"),
)
IN_STEPS = Steps(
    lambda run: None if run in FOURS else tuple(run.split()),
    lambda top, length: f"{top} {length}",
    {length: length for length in LENGTHS},
    "Choose the highest card first.",
)


class Claiming(Spades):
    """Spades in which whoever plays may declare a run beside the card."""

    FIRST = "play"
    most = len(RUNS)

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


def game(state, steps=None):
    claim = replace(CLAIM, page=replace(CLAIM.page, steps=steps))
    return replace(
        GAME,
        name="claiming",
        title="Claiming",
        topics=(claim, *GAME.topics),
        start=lambda _, __: state(4, until=1, must_break=False, nil=False),
    )


@pytest.fixture
def leads(room, browser, served, watch, monkeypatch):
    """Bo's phone, who leads in such a game."""

    def leads(state, size, scheme="light", steps=None):
        monkeypatch.setitem(GAMES, "claiming", game(state, steps))
        room.table.board_is(WITHOUT)
        ask(room.table, commands.NewGame("claiming", 4, list(NAMES), dealer=0))
        page = watch(phone(browser, scheme, size))
        page.goto(f"{served}/t/{CODE}/seat#{sit(room.table, 1)}")
        page.locator("#own.is-due .fan").wait_for()
        return page

    return leads


@pytest.mark.parametrize(
    ("size", "steps"), [(PHONE, None), (SMALL_PHONE, IN_STEPS)], ids=["phone", "small, in steps"]
)
def test_many_values_hide_no_card_and_are_a_touch_away(leads, size, steps):
    page = leads(Claiming, size, steps=steps)
    hearts, claim = page.locator(".fan .keys label.H"), page.locator("#say-claim")
    expect(hearts).to_be_in_viewport(ratio=1)
    expect(claim).to_be_hidden()
    hearts.tap()
    expect(page.locator(".fan button[value='2H']")).to_be_in_viewport(ratio=1)
    page.get_by_text("Declare a sequence", exact=True).first.tap()
    if steps:
        assert settled(page, COVERED) <= 0
        claim.get_by_role("radio", name="jack of spades").tap()
        expect(claim.locator("[name=rest][value='4'] svg.S")).to_be_visible()
        assert settled(page, TOO_WIDE) == []
        claim.locator("[name=rest][value='4']").tap()
    else:
        claim.locator("label").nth(4).tap()
        page.get_by_role("button", name="Declare it").tap()
    expect(page.locator("#take-back")).to_contain_text("Bo declares 4 to")
    expect(claim).to_be_hidden()
    hearts.tap()
    page.locator(".fan button[value='2H']").tap()
    expect(page.locator("#table .trick [aria-label='two of hearts']")).to_be_visible()


def test_a_few_values_stand_open(leads):
    page = leads(Few, PHONE)
    expect(page.get_by_text("Declare it")).to_be_in_viewport()
    expect(page.locator("#say-claim label")).to_have_count(FEW)


TOO_WIDE = """() => [...document.querySelectorAll("#say-claim :is(span, button)")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .filter((each) => getComputedStyle(each).display !== "inline")
  .map((each) => each.textContent)"""
"""The keys whose words stick out."""
COVERED = """() => {
  const box = (name) => document.querySelector(`#say-claim ${name}`).getBoundingClientRect();
  return box(".parts").bottom - box(".rests").top;
}"""
"""How much of the first keys the others cover, in pixels."""
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
    told = {"kind": "declared", "seat": 3, "topic": "claim", "value": "KS 4"}
    ask(room.table, commands.Enter(told))
    for path in ("", "/wall", "/overlay", "/seat"):
        assert "Di declares 4 to" in text_of(guest.get(f"/t/{CODE}{path}").text), path
    lay(room.table, "3:4H")
    assert "Di declares 4 to" in text_of(guest.get(f"/t/{CODE}").text)
    lay(room.table, "0:5H")
    assert "Di declares 4 to" not in text_of(guest.get(f"/t/{CODE}/wall").text)


@pytest.mark.parametrize("state", [Few, Claiming])
def test_many_values_are_a_touch_away_for_the_host_too(room, client, monkeypatch, state):
    monkeypatch.setitem(GAMES, "claiming", game(state))
    ask(room.table, commands.NewGame("claiming", 4, list(NAMES), dealer=0))
    open_now, _, folded = client.get(HOST_PAGE).text.partition('id="rare"')
    assert ("Bo: Declaration" in text_of(open_now)) is (state is Few)
    assert ("Bo: Declaration" in text_of(folded)) is (state is Claiming)
