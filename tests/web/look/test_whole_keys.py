"""Every key of every game is whole on the smallest phone, and many values need one screen.

What a game offers is gathered from games by chance; a phone then draws all of it at once.
"""

import importlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from games.case import GameCase, by_its_own_player
from games.cases import CASES
from games.samples import NAMES, course_of, known
from players.parley import PARLEY, TOPICS, Parley
from records.lines import record_with
from rig.browser import SMALL_PHONE, phone
from tricktable.games import GAMES
from tricktable.rules.cards import STANDARD
from tricktable.rules.game import AnyGame, Offer
from tricktable.rules.hands import hand
from tricktable.rules.options import Form
from tricktable.rules.record import Record
from tricktable.rules.topics import Topic
from tricktable.rules.view import view
from tricktable.table import commands
from tricktable.text.language import speaking
from tricktable.text.sentences import Picture, sentence
from tricktable.web.host import host_offers
from tricktable.web.seat import seat_offers
from tricktable.web.seat.seat_page import SeatScreen
from web.inspectors import SHARED
from web.room import CODE, ask, sit

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
CLASSICS: Final = ("bridge", "euchre", "hearts", "skat", "spades")
GAMES_BY_CHANCE: Final = 3
BROKEN: Final = (
    r"""html => {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.getElementById("own").replaceWith(page.getElementById("own"));
"""
    + SHARED
    + r"""
  const keys = shown("#own :is(.keys span:not(.unseen), .keys b, button, summary, legend)");
  const wide = keys.filter((each) => each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).display !== "inline");
  const isUnseen = (each) => each.closest(".unseen") !== null;
  return broken(keys, /[A-Za-z0-9]+/g, isUnseen)
    .concat(wide.map((each) => `${each.textContent} sticks out`));
}"""
)


def game_of(name: str, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """One of ours, of the classics, or the how-to's."""
    if name in CASES:
        return CASES[name].game
    monkeypatch.syspath_prepend(EXAMPLES / "oh-hell")
    package = f"tricktable_classics.{name}" if name in CLASSICS else name
    return importlib.import_module(package).GAME


def groups_of(game: AnyGame) -> Iterator[seat_offers.SeatOffer]:
    """Everything that seats could say at some time, each choice once."""
    case = CASES.get(game.name) or GameCase(
        game, EXAMPLES, plays=by_its_own_player(game), sampled={}
    )
    found = set[str]()
    for seed in range(GAMES_BY_CHANCE):
        for players in {min(game.players), max(game.players)}:
            course = course_of(case, players, seed)
            for number, state in enumerate(course.states):
                fresh = [each for each in state.offers() if repr(each[::2]) not in found]
                found |= {repr(each[::2]) for each in fresh}
                for seat in {max(each.seats[0] or 0, 0) for each in fresh}:
                    yield from shown_to(record_with(course.header, course.lines[:number]), seat)


def shown_to(record: Record, seat: int) -> Iterator[seat_offers.SeatOffer]:
    """What this seat's phone has keys for."""
    names = record.header.seat_names
    asking = seat_offers.SeatContext(
        view(record, seat).with_names(names),
        record.header,
        record,
        seat,
        names,
        hand(record, seat),
        is_naming=True,
    )
    yield from seat_offers.due(asking)
    yield from seat_offers.calls(asking)


def drawn(room, groups) -> str:
    """The keys of all these, as a phone has them."""
    it = SeatScreen("sits", "Ann", seat=0, is_due=True, groups=tuple(groups))
    with room.app.test_request_context(f"/t/{CODE}/seat"):
        page = room.app.jinja_env.get_template("_seat.html")
        return page.render(it=it, version=1, refusal="", names=NAMES, code=CODE, plain=None)


@pytest.mark.parametrize("name", [*CASES, *CLASSICS, "oh_hell"])
def test_no_key_breaks_within_a_word(room, served, still_browser, watch, monkeypatch, name):
    game = game_of(name, monkeypatch)
    page = watch(phone(still_browser, size=SMALL_PHONE, scale=1))
    page.goto(f"{served}/t/{CODE}/seat", wait_until="domcontentloaded")
    page.locator("#own[data-state]").wait_for()  # or what is drawn here is there twice as it comes
    for language in ("en", "ja"):
        with known(game), speaking(language):
            groups = [*groups_of(game)]
            assert groups
            assert page.evaluate(BROKEN, drawn(room, groups)) == [], language


# --- many values --------------------------------------------------------------------------------

FEES: Final = ("pass", *range(1, 501))
CARDS: Final = ("none", *(card.code for card in STANDARD))
FEE: Final = Topic("fee", "Fee", Form(lambda value: value in FEES, "pass, or 1 to 500"))
CARD: Final = Topic("card", "Card", Form(lambda value: value in CARDS, "none, or a card"))
WHOLE: Final = """what => [...document.querySelectorAll(`#say-${what} :is(input, button)`)]
  .filter((each) => each.type !== "hidden").filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const seen = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
      document.elementFromPoint((left + right) / 2, y));
    return !seen.every((hit) => hit && (each.contains(hit) || each.labels?.[0]?.contains(hit)));
  }).map((each) => each.outerHTML)"""
"""The keys that are not in sight."""


class Fees(Parley):
    """One says a fee, the other a card."""

    def apply(self, entry):
        """The next one's turn."""
        return Fees(super().apply(entry).said)

    def offers(self):
        """A fee, or a card."""
        what = ("card", CARDS) if self.due else ("fee", FEES)
        return (Offer(what[0], (self.due,), what[1]),)


@pytest.fixture
def fees(room, monkeypatch):
    monkeypatch.setitem(
        GAMES, "parley", replace(PARLEY, topics=(*TOPICS, FEE, CARD), start=lambda *_: Fees())
    )
    ask(room.table, commands.NewGame("parley", 2, ["Ann", "Bo"]))
    return room.table


SIZES: Final = (SMALL_PHONE, {"width": 844, "height": 390})


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_number_is_typed_and_its_bounds_are_told_first(fees, served, browser, watch, size):
    page = watch(phone(browser, size=size, scale=1))
    page.goto(f"{served}/t/{CODE}/seat#{sit(fees, 0)}", wait_until="domcontentloaded")
    field = page.get_by_role("spinbutton", name="Fee. From 1 to 500.")
    expect(field).to_be_visible()
    assert page.locator("#say-fee button").count() == 2
    assert page.evaluate(WHOLE, "fee") == []
    field.fill("501")
    page.locator("#say-fee .main").click()
    assert fees.record().seq == 0, "the browser says its bounds"
    field.fill("120")
    page.locator("#say-fee .main").click()
    expect(field).to_be_hidden()
    assert entry_of(fees) == ("fee", 0, 120)


def test_what_is_no_number_has_a_key_beside_it(fees, served, browser, watch):
    page = watch(phone(browser, size=SMALL_PHONE, scale=1))
    page.goto(f"{served}/t/{CODE}/seat#{sit(fees, 0)}", wait_until="domcontentloaded")
    page.get_by_role("button", name="pass").click()
    expect(page.locator("#say-fee")).to_have_count(0)
    assert entry_of(fees) == ("fee", 0, "pass")


def test_the_large_keys_count_a_number_within_its_bounds(fees, served, browser, watch):
    page = watch(phone(browser, size=SMALL_PHONE, scale=1))
    page.goto(f"{served}/t/{CODE}/seat#{sit(fees, 0)}", wait_until="domcontentloaded")
    expect(page.locator("#say-fee")).to_be_visible()
    held = []
    page.route(re.compile(r"/count\.js"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/count\.js")):
        page.evaluate("document.querySelector('[data-want=on]').click()")
    page.evaluate("async () => { await import('/static/large.js'); }")
    expect(page.locator("#blind"), "not before they can count").to_be_hidden()
    held.pop().continue_()
    expect(page.locator("#blind")).to_be_visible()
    keys = {name: page.locator(f"#blind [data-key={name}]") for name in ("next", "back", "press")}
    for name, number in (
        ("next", ""),
        ("next", ""),
        ("press", ""),
        ("next", "1"),
        ("back", "500"),
    ):
        keys[name].dispatch_event("click")
        expect(page.locator("#say-fee [name=number]")).to_have_value(number)
    keys["press"].dispatch_event("click")
    expect(page.locator("#say-fee")).to_have_count(0)
    assert entry_of(fees) == ("fee", 0, 500)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_one_of_many_cards_is_a_suit_and_then_a_rank_on_one_screen(
    fees, served, browser, watch, size
):
    ask(fees, commands.Declare("fee", 0, 7))
    page = watch(phone(browser, size=size, scale=1))
    page.goto(f"{served}/t/{CODE}/seat#{sit(fees, 1)}", wait_until="domcontentloaded")
    ten = page.locator("#say-card [name=rest][value=T]")
    expect(ten).to_be_disabled()
    page.locator("#say-card [name=part][value=H]").check(force=True)
    expect(ten).to_be_enabled()
    assert page.evaluate(WHOLE, "card") == []
    ten.click()
    expect(ten).to_have_count(0)
    assert entry_of(fees) == ("card", 1, "TH")


def test_the_host_s_page_folds_many_cards_suit_by_suit(fees, served, browser, watch):
    ask(fees, commands.Declare("fee", 0, 7))
    page = watch(phone(browser, size=SMALL_PHONE, scale=1))
    page.goto(f"{served}/host/t/{CODE}", wait_until="domcontentloaded")
    ten = page.get_by_role("button", name="TH", exact=True, include_hidden=True)
    expect(ten).to_be_hidden()
    expect(page.get_by_role("button", name="none", exact=True)).to_be_visible()
    page.locator("#say-card1 summary", has_text="hearts").click()
    ten.click()
    expect(ten).to_have_count(0)
    assert entry_of(fees) == ("card", 1, "TH")


def test_a_bid_that_is_written_like_a_card_is_one_key():
    """`6S` is six spades to whoever says so: neither the six of spades, nor a suit and its rank."""
    bids = tuple(f"{number}{suit}" for number in range(6, 10) for suit in "SCDH")
    told = replace(CARD, words=lambda bid: sentence(bid[0] + " {suit}", suit=Picture(bid[1])))
    for topic, suits in ((CARD, [*"SCDH"]), (told, [""])):
        assert (seat_offers.steps_of(topic, bids) is None) == (topic is told)
        game = replace(PARLEY, topics=(topic,))
        (offer,) = host_offers.groups_of(game, [Offer(topic.name, (1,), bids)], NAMES)
        assert [*offer.by_suit] == suits


def entry_of(table) -> tuple[str, int, object]:
    """What was said last."""
    last = table.record().last.entry
    return last.topic, last.seat, last.value


def test_a_number_s_bounds_are_told_by_the_hosts_page_the_keys_and_the_api(
    fees, room, client, guest
):
    page = client.get(f"/host/t/{CODE}").text
    assert 'name="number" min="1" max="500"' in page
    assert "From 1 to 500." in page
    assert page.count('name="value"') == 1, "pass"
    (offer,) = guest.get(f"/api/v1/tables/{CODE}").json["offers"]
    assert (offer["values"], offer["numbers"]) == (["pass"], {"least": 1, "most": 500})
    sent = {"what": "fee", "number": "120", "seat": "0"}
    client.post(f"/host/t/{CODE}/say", data=sent, headers={"Origin": "http://localhost"})
    assert entry_of(fees) == ("fee", 0, 120)


@pytest.mark.parametrize(
    ("value", "says"), [("pass", "Pass"), ("never", "Say so: Never"), (7, "Say so: 7")]
)
def test_the_only_value_stands_on_the_button(room, guest, monkeypatch, value, says):
    class Only(Parley):
        def offers(self):
            return (Offer("fee", (self.due,), (value,)),)

    fee = replace(FEE, words=lambda word: sentence(str(word).capitalize()))
    monkeypatch.setitem(
        GAMES, "parley", replace(PARLEY, topics=(*TOPICS, fee), start=lambda *_: Only())
    )
    ask(room.table, commands.NewGame("parley", 2, ["Ann", "Bo"]))
    own = {"Origin": "http://localhost", "X-Seat-Token": sit(room.table, 0)}
    page = guest.post(f"/t/{CODE}/seat/look", headers=own).text
    (button,) = re.findall('<button class="main"[^>]*>(.*?)</button>', page)
    assert button == says
