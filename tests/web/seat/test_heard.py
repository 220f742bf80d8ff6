"""What a listener hears at a seat: every event that the felt shows, once and in order."""

import json
import re

import pytest
from playwright.sync_api import expect

from games.cases import CASES
from games.playthrough import head_of, left_halves, read
from rig.browser import phone
from rig.ports import free_port
from tricktable.rules.cards import card
from tricktable.rules.entries import Played
from tricktable.table import commands, seating
from tricktable.text.language import speaking
from tricktable.web.guest.screen import screen
from tricktable.web.seat import seat_page
from web.refusals import AWAY
from web.room import CODE, NAMES, Room, ask, begin, lay, sit
from web.spoken_games import ENDS, GAMES, HEARD, ear, heard, heard_end

REGION = """
  window.heard = [];
  addEventListener("DOMContentLoaded", () => {
    const status = document.getElementById("aloud");
    new MutationObserver(() => status.textContent && heard.push(status.textContent)).observe(
      status, { childList: true, characterData: true, subtree: true });
  });
"""
"""Keeps what a screen reader is given: each text of the live region."""

LATIN_JOINTS = r"[\u3001\u3002\uff01\uff1f] |[ぁ-ヶ一-龠♣♦♥♠][.!?](?: |$)"
"""A blank after a mark that is as wide as one, or a full stop of the other language."""

BLOCKED = pytest.mark.complains("net::ERR_BLOCKED_BY_CLIENT")
"""The styles, which a listener does not load."""


@pytest.fixture(scope="module")
def listener(still_browser):
    """The page that hears every game."""
    page = ear(still_browser)
    yield page
    page.context.close()


@BLOCKED
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_heard_as_it_was_read_and_judged(tmp_path, listener, game):
    """Another text? Write it with tests/web/spoken_games.py; read it as a blind player would."""
    assert heard(tmp_path, listener, game) == (HEARD / f"{game}.txt").read_text(encoding="utf-8")


@BLOCKED
@pytest.mark.parametrize("game", ENDS)
def test_the_end_of_a_game_and_the_next_one_are_heard(tmp_path, listener, game):
    told = heard_end(tmp_path, listener, game)
    assert told == (HEARD / f"{game}-end.txt").read_text(encoding="utf-8")


def words_of(table, token):
    """All that this phone and a guest's can say now."""
    speech = seat_page.seat_screen(table.phone_view(token)).speech
    shown = screen(table.view())
    told = {*speech._replace(events="", found=""), shown.news, shown.heard}
    told |= {words for _, words, _ in json.loads(speech.events)}
    return told | {*json.loads(speech.found)}


def told_in_golden_games(room, name):
    """The same in every moment of the game's playthroughs, in English and in Japanese."""
    told = {"en": set(), "ja": set()}
    for path in CASES[name].playthroughs.glob(f"{name}-*.txt"):
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        head, known = head_of(first), set()
        names, options = list(head.names[: head.players]), dict(head.options)
        ask(room.table, commands.NewGame(name, head.players, names, options, abandon=True))
        tokens = [seating.digest(sit(room.table, seat)) for seat in range(head.players)]
        for text in left_halves(lines):
            ask(room.table, commands.Enter(read(text, head.names, CASES[name])))
            view = room.table.view().view
            # What is said of one trick is said of the next.
            moment = (view.next_what, view.next_seat, len(view.trick), len(view.remarks))
            if moment not in known:
                known.add(moment)
                for tongue, words in told.items():
                    with speaking(tongue):
                        token = tokens[(view.next_seat or 0) % head.players]
                        words |= words_of(room.table, token)
    return told


@pytest.mark.parametrize("name", CASES)
def test_sentences_of_the_golden_games_begin_as_such_and_end_as_their_language_does(room, name):
    told = told_in_golden_games(room, name)
    said = {each for words in told["en"] for each in re.split(r"(?<=[.!?]) ", words) if each}
    assert len(said) > 100
    assert sorted(each for each in said if not re.match(r"[A-Z0-9−]", each)) == []
    assert sorted(each for each in told["ja"] if re.search(LATIN_JOINTS, each)) == []


def awaits(page, words):
    page.wait_for_function("words => heard.at(-1) === words", arg=words)


def test_bids_and_changes_are_told_with_large_keys_off(room, browser, served, watch):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    page = watch(phone(browser, scale=1))
    page.add_init_script(REGION)
    page.goto(f"{served}/t/{CODE}/seat?lang=en#{sit(room.table, 1)}")
    page.locator("#own[data-state=sits]").wait_for()
    for seat, bid, words in (
        (1, "7", "Bo bids 7. Cy to bid."),
        (2, "pass", "Cy passes. Di to bid."),
        (3, "9N", "Di bids 9 No. Ann to bid."),
        (0, "pass", "Ann passes. Di won the bidding with 9 No. No trump. Di leads."),
    ):
        ask(room.table, commands.Declare("bid", seat, bid))
        awaits(page, words)
    lay(room.table, "3:9C 0:TC")
    awaits(page, "Your turn. Deal 1 · Trick 1 of 8 · clubs led.")
    ask(room.table, commands.Undo())
    awaits(page, "Undone: Ann's ten of clubs. Ann to play.")
    lay(room.table, "0:JC 1:KC 2:AC")
    awaits(
        page,
        "Di nine of clubs, Ann jack of clubs, Bo king of clubs, Cy ace of clubs."
        " Cy took trick 1 with ace of clubs.",
    )
    step = next(each for each in room.table.record().steps() if each.entry == Played(0, card("JC")))
    ask(room.table, commands.Correct(step.seq, card="QC"))
    awaits(
        page,
        "Corrected in trick 1: Ann played queen of clubs. Before: Ann played jack of clubs."
        " Cy leads.",
    )
    assert len(page.evaluate("heard")) == len(set(page.evaluate("heard")))


EACH = """localStorage.setItem("tricktable.each", "");
  localStorage.setItem(
    "tricktable.blind", JSON.stringify({ on: true, each: true, voice: false }))"""
"""A browser whose pages tell each card."""


@pytest.mark.parametrize("where", ["", "/seat"])
def test_a_card_out_of_turn_is_told_once_and_so_is_each_before_what_it_proves(
    room, browser, served, watch, where
):
    begin(room.table)
    page = watch(phone(browser, scale=1))
    page.add_init_script(EACH)
    page.add_init_script(REGION.replace("aloud", "aloud" if where else "news"))
    token = sit(room.table, 0) if where else ""
    page.goto(f"{served}/t/{CODE}{where}?lang=en#{token}")
    page.locator("#own[data-state=sits]" if where else "#link:not([data-state=waiting])").wait_for()
    for play, words in (
        ("1:2C", "Bo led two of clubs. Cy to play."),
        ("3:4C", "Di played four of clubs out of turn in trick 1. Cy to play."),
    ):
        lay(room.table, play)
        awaits(page, words)


REQUESTS = {
    "en": (
        "Bo would like to take this back: Bo played nine of hearts. It also undoes: Cy played"
        " ten of hearts.",
        "Ann would like to play Tredici.",
        "Tredici begins once another phone agrees.",
    ),
    "ja": (
        "Boはこれを取り消したいそうです",
        "Annが「トレディチ」で遊びたがっています。",
        "別のスマホの人が賛成すると、トレディチが始まります。",
    ),
}
"""What Di hears of a request and of an offer, and then Ann of her own."""


def regions(page):
    """The other live regions that hold words: these would be heard a second time."""
    return page.evaluate("""[...document.querySelectorAll(
      "[role=status]:not(#aloud), [role=alert], [aria-live]")]
      .filter((each) => each.checkVisibility()).map((each) => each.textContent).filter(Boolean)""")


@pytest.mark.parametrize("tongue", REQUESTS)
def test_requests_and_offers_are_heard_once_by_those_who_answer(
    room, browser, served, watch, tongue
):
    case = CASES["troika"]
    said = (case.playthroughs / f"{ENDS['troika']}.txt").read_text("utf-8").splitlines()
    head = head_of(said[0])
    begin(room.table)
    lay(room.table, "1:9H 2:TH")
    tokens = [sit(room.table, seat) for seat in range(4)]
    asks, offers, waits = REQUESTS[tongue]

    def listens(seat):
        page = watch(phone(browser, scale=1))
        page.add_init_script(REGION)
        page.goto(f"{served}/t/{CODE}/seat?lang={tongue}#{tokens[seat]}")
        page.locator("#own[data-state=sits]").wait_for()
        return page

    ann, di = listens(0), listens(3)

    def hears(page, words):
        page.wait_for_function("words => heard.some((each) => each.includes(words))", arg=words)
        assert page.evaluate("words => heard.filter((e) => e.includes(words)).length", words) == 1
        assert [each for each in regions(page) if words in each] == []

    at = room.table.record().seq - 1
    ask(room.table, commands.AskBack(1, 1, at, [0, 2, 3]))
    hears(di, asks)
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dict(head.options), abandon=True))
    with room.curtain.down():  # what is heard of cards is asked of whole games
        for text in left_halves(said[1:]):
            ask(room.table, commands.Enter(read(text, head.names, case)))
    assert room.table.rematch([seating.digest(tokens[0])], 2, 0, "tredici").is_done
    hears(di, offers)
    hears(ann, waits)


def test_what_the_table_presumes_is_told(room, browser, served, watch):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    page = watch(phone(browser, scale=1))
    page.add_init_script(REGION)
    page.goto(f"{served}/t/{CODE}/seat?lang=en#{sit(room.table, 1)}")
    page.locator("#own[data-state=sits]").wait_for()
    lay(room.table, "2:2C")
    page.wait_for_function("() => heard.some((each) => each.includes('Assumed: '))")


@pytest.mark.complains("net::ERR_")
def test_a_stale_spell_and_the_way_back_are_told_once_each_with_large_keys_off(tmp_path, browser):
    port = free_port()
    room = Room(tmp_path, http_port=port)
    begin(room.table)
    room.table.board_is("live")
    context = phone(browser, scale=1)  # it complains of the host that is away
    page = context.new_page()
    page.add_init_script(REGION)
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}/seat?lang=en#{sit(room.table, 2)}")
        page.locator("#link[data-state=live]").wait_for()
    awaits(page, f"{AWAY} What you hear may be old.")
    room.close()
    room = Room(tmp_path, http_port=port)
    room.table.board_is("live")
    with room.served():
        awaits(page, "The page is live again.")
        expect(page.locator("#link")).to_have_attribute("data-state", "live")
        lay(room.table, "1:2C")
        awaits(page, "Your turn. Trick 1 of 12 · clubs led.")
        assert page.evaluate("heard") == [
            f"{AWAY} What you hear may be old.",
            "The page is live again.",
            "Your turn. Trick 1 of 12 · clubs led.",
        ]
        context.close()
    room.close()
