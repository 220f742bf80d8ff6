"""Classics on the pages that had no room for what they tell."""

import pytest

from classics import test_bridge, test_euchre, test_hearts, test_skat, test_spades
from games.page_words import text_of
from games.samples import course_of, known
from rig.browser import SIDEWAYS, SMALL_PHONE, phone, resize, settled
from tricktable.games import GAMES
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable_classics import bridge, euchre, hearts
from web.games.test_every_moment import NAMES as CALLED
from web.games.test_every_moment import PATHS, SHEETS, TELEVISIONS
from web.inspectors import GUEST, SEAT, UNFOLD, WALL, faults
from web.room import CODE, ask, lay, sit
from web.seat.test_blind_seat import ON, VOICE, key

NAMES = [*CALLED["usual"][:4]]
WALKS = (
    *((test_hearts.TestHearts, 3, "long"), (test_hearts.TestHearts, 5, "long")),
    *((test_spades.TestSpades, 4, "usual"), (test_skat.TestSkat, 3, "usual")),
    *((test_bridge.TestBridge, 4, "usual"), (test_euchre.TestEuchre, 4, "long")),
)
DOUBLES = {"kind": "declared", "seat": 1, "topic": "bid", "value": "double"}
STICKS_OUT = """() => [...document.querySelectorAll("#table .place .said")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent.trim())"""
"""The words on the felt that their places are too narrow for."""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#table .wide")]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_no_column_of_a_rubber_is_out_of_sight(
    room, still_browser, served, watch, monkeypatch, tongue
):
    """It has the most columns: a phone of 390 px shows them all."""
    monkeypatch.setitem(GAMES, bridge.GAME.name, bridge.GAME)
    ask(room.table, commands.NewGame(bridge.GAME.name, 4, ["Ann", "Bo", "Grandma", "Di"]))
    page = watch(phone(still_browser))
    page.goto(f"{served}/t/{CODE}?lang={tongue}")
    page.locator("#table .wide").first.wait_for()
    assert settled(page, OUT_OF_SIGHT) == []


@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_who_makes_trump_lies_on_no_card_of_a_wall(
    room, still_browser, served, watch, monkeypatch, tongue
):
    monkeypatch.setitem(GAMES, euchre.GAME.name, euchre.GAME)
    ask(room.table, commands.NewGame(euchre.GAME.name, 4, NAMES, dealer=0))
    lay(room.table, "0:QH", "shown")
    for seat, call in ((1, "pass"), (2, "pass"), (3, "pass"), (0, "pass"), (1, "D")):
        said = {"kind": "declared", "seat": seat, "topic": "call", "value": call}
        ask(room.table, commands.Enter(said))
    lay(room.table, "1:JD 2:QD 3:9D")
    page = watch(still_browser.new_context(viewport=TELEVISIONS[0], reduced_motion="reduce"))
    page.goto(f"{served}/t/{CODE}/wall?lang={tongue}")
    beside = page.locator("#table-top .side")
    beside.wait_for()
    assert beside.locator("svg").count() == 1, "the trump suit is told once"
    assert faults(page, WALL, "usual", TELEVISIONS, "") == {}


def test_a_bid_is_read_in_words_before_and_after_it_is_made(
    room, still_browser, served, watch, monkeypatch
):
    monkeypatch.setitem(GAMES, bridge.GAME.name, bridge.GAME)
    ask(room.table, commands.NewGame(bridge.GAME.name, 4, ["Ann", "Bo", "Cy", "Di"], dealer=0))
    page = watch(phone(still_browser))
    page.goto(f"{served}/t/{CODE}/seat?lang=en#{sit(room.table, 0)}")
    for number, suit in (("2", "hearts"), ("1", "heart")):
        page.get_by_role("radio", name=number, exact=True).focus()
        page.keyboard.press("Space")
        page.get_by_role("button", name=f"{number} {suit}", exact=True).wait_for()
    page.get_by_role("button", name="1 heart", exact=True).press("Enter")
    page.get_by_role("heading", name="Bo to bid").first.wait_for()
    said = page.locator("#own").get_attribute("data-events")
    assert "Ann bids 1 heart." in said.replace("\N{NARROW NO-BREAK SPACE}", " ")
    ask(room.table, commands.Enter(DOUBLES))
    page.locator("#table .said", has_text="Double").wait_for()
    for size in (SMALL_PHONE, SIDEWAYS):
        resize(page, size)
        assert settled(page, STICKS_OUT) == [], size


def test_hearts_and_euchre_are_played_with_large_keys_by_what_they_say(
    room, browser, served, watch, monkeypatch
):
    for game in (hearts.GAME, euchre.GAME):
        monkeypatch.setitem(GAMES, game.name, game)
    names = ["Ann", "Bo", "Cy", "Di"]
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame(hearts.GAME.name, 4, names, dealer=3))
    page = watch(phone(browser, scale=1))
    page.add_init_script(VOICE % "en")
    page.add_init_script(ON)
    page.goto(f"{served}/t/{CODE}/seat?lang=en#{sit(room.table, 0)}")

    def hears(words):
        page.wait_for_function("words => told.at(-1)?.[0].endsWith(words)", arg=words)

    def chooses(words):
        while not key(page, "next").endswith(words):
            pass
        page.locator("[data-key=press]").click()

    hears("I have passed: 3 cards.")
    chooses("I have passed: 3 cards")
    hears("Ann passed 3 cards. Everybody passes cards.")
    for seat in (1, 2, 3):
        passed = {"kind": "moved", "seat": seat, "from": "hand", "to": "discard", "count": 3}
        ask(room.table, commands.Enter(passed))
    hears("Lead two of clubs if you have it.")
    lay(room.table, "1:2C 2:5C 3:9C")
    hears("Your turn. Deal 1 · Trick 1 of 13 · clubs led.")
    chooses("clubs")
    chooses("king of clubs")
    hears("Ann king of clubs. Ann took trick 1 with king of clubs. You lead.")
    ask(room.table, commands.NewGame(euchre.GAME.name, 4, names, dealer=3, abandon=True))
    lay(room.table, "3:AC", "shown")
    hears("Ace of clubs turned up · Di dealt. Your call.")
    chooses("Order up.")
    hears("Ann orders it up. Clubs trump · Di dealt. Di takes the card up and discards.")


def newest(course, *kinds):
    """After how many entries each of these moments was there last, before the game was over."""
    awaited = [seen.next_what for seen in course.views if not seen.is_over]
    return sorted(len(awaited) - 1 - awaited[::-1].index(kind) for kind in {*kinds} & {*awaited})


@pytest.mark.parametrize("walk", range(len(WALKS)))
def test_a_classic_has_room_for_long_names_in_both_languages(
    room, still_browser, served, watch, walk
):
    """As our games in test_every_moment.py, where most is shown: between deals, as one is said."""
    suite, count, names = WALKS[walk]
    case = suite.case
    with known(case.game):
        course = course_of(case, count, 3, is_tidy=True)
        called = [*CALLED[names][:count]]
        ask(room.table, commands.NewGame(case.game.name, count, called, dict(course.header.given)))
        small = watch(phone(still_browser, size=SMALL_PHONE, scale=1))
        large = watch(still_browser.new_context(viewport=TELEVISIONS[0], reduced_motion="reduce"))
        entered = 0
        for number, upto in enumerate(newest(course, "deal", "bid", "call", "game", "play")):
            with room.curtain.down():
                for line in course.lines[entered:upto]:
                    ask(room.table, commands.Enter(line))
            entered = upto
            seat = next(iter(course.views[upto].awaited), 0)
            token = sit(room.table, seat)
            for kind in (GUEST, SEAT, WALL):
                tongue = ("ja", "en")[(walk + number + (kind == SEAT)) % 2]
                page = large if kind == WALL else small
                page.goto(served + PATHS[kind].format(tongue) + f"#{token}" * (kind == SEAT))
                found = faults_of(page, kind, names)
                assert found == {}, f"{kind} in {tongue} after {upto} entries"


def faults_of(page, kind, names):
    """What inspectors find on this page, on each sheet of a wall."""
    if kind != WALL:
        if kind == SEAT:
            page.locator("#own[data-state=sits]").wait_for()
        page.evaluate(UNFOLD)
        return faults(page, kind, names, (SMALL_PHONE, SIDEWAYS))
    found = {}
    for _ in range(SHEETS):
        if found:  # waited for long enough
            break
        found |= faults(page, kind, names, [TELEVISIONS[0]])
        page.keyboard.press("ArrowRight")
    return found


def test_a_bower_that_must_be_played_is_named(room, guest, monkeypatch):
    monkeypatch.setitem(GAMES, euchre.GAME.name, euchre.GAME)
    ask(room.table, commands.NewGame(euchre.GAME.name, 4, NAMES, dealer=0))
    lay(room.table, "0:9H", "shown")
    ordered = {"kind": "declared", "seat": 1, "topic": "call", "value": "order"}
    put = {"kind": "moved", "seat": 0, "from": "hand", "to": "discard", "count": 1}
    for said in (ordered, put):
        ask(room.table, commands.Enter(said))
    for held in ("JD", "KD"):
        ask(room.table, commands.Lay(held, 2, "held"))
    lay(room.table, "1:AH")
    token = {"X-Seat-Token": sit(room.table, 2)}
    told = text_of(guest.get(f"/t/{CODE}/seat/own", headers=token).text)
    assert "You have hearts, so play jack of diamonds" in told
