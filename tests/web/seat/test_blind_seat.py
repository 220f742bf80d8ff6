"""The seat of who does not look: what its phone says, when, and that large keys do everything."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, SMALL_PHONE, assert_open_to_all, phone
from rig.ports import free_port
from tricktable.rules.cards import cards_in
from tricktable.store.decks import demo_deck
from tricktable.table import commands, seating
from tricktable.web.seat import seat_page
from web.room import CODE, NAMES, Room, ask, begin, deal, hold_button, lay, sit

SEAT = f"/t/{CODE}/seat"
ON = "localStorage.setItem('tricktable.blind', JSON.stringify({on: true}))"
TRICK = (
    "Bo two of clubs, Cy three of clubs, Di nine of clubs, Ann five of clubs. "
    "Di took trick 1 with nine of clubs."
)
WHY = "Nine of clubs is the highest card of the suit that was led."
VOICE = """
  window.told = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [{ lang: "%s" }],
    cancel() {},
    speak(words) {
      told.push([words.text, words.lang, words.rate]);
      words.dispatchEvent(new Event("start"));
    },
  } });
"""
"""A phone's voice, which keeps what it says. Chromium in tests has none of its own."""

OLD = """
  for (const name of ["BroadcastChannel", "SharedWorker", "structuredClone", "requestIdleCallback"])
    delete window[name];
  for (const name of ["locks", "serviceWorker", "wakeLock", "share", "clipboard", "vibrate"])
    delete Navigator.prototype[name];
  delete Crypto.prototype.randomUUID;
  delete Element.prototype.checkVisibility;
  delete HTMLElement.prototype.inert;
  delete AbortSignal.timeout;
  delete AbortSignal.any;
  delete CSS.registerProperty;
  delete Intl.Segmenter;
"""
"""A phone's browser of some years ago."""


@pytest.fixture
def open_seat(browser, served, watch):
    """Open a seat's page on a phone that has these scripts; at the end nothing has complained."""

    def open_seat(token, *scripts, scheme="light", size=None, tongue="en"):
        page = watch(phone(browser, scheme, size, scale=1))
        for script in scripts:
            page.add_init_script(script)
        page.goto(f"{served}{SEAT}?lang={tongue}#{token}")
        page.locator("#own[data-state]").wait_for()
        return page

    return open_seat


def told(page):
    return [words for words, _, _ in page.evaluate("told")]


def key(page, name):
    page.locator(f"[data-key={name}]").click()
    return told(page)[-1]


def hold(table, seat, codes):
    for code in codes.split():
        ask(table, commands.Lay(code, seat, "held"))


# --- what is said ---------------------------------------------------------------------------------


def speech(table, seat):
    return seat_page.seat_screen(table.phone_view(seating.digest(sit(table, seat)))).speech


def test_a_hand_is_told_card_by_card_with_what_can_be_played(room):
    begin(room.table)
    hold(room.table, 2, "9C 3C QH")
    lay(room.table, "1:2C")
    assert speech(room.table, 2).hand == (
        "You hold 3 cards: nine of clubs, three of clubs, queen of hearts. "
        "You can play nine of clubs, three of clubs."
    )
    assert speech(room.table, 3).hand == "The table has not scanned any of your cards."


def test_only_the_hand_depends_on_what_was_read(room):
    """The rest may be said aloud by itself, where everybody hears it."""
    begin(room.table)
    lay(room.table, "1:2C")
    before = speech(room.table, 2)
    hold(room.table, 2, "9C QH")
    after = speech(room.table, 2)
    assert after.hand != before.hand
    assert after._replace(hand="") == before._replace(hand="")
    assert after.turn == "Your turn. Trick 1 of 12 · clubs led."


def test_a_secret_suit_is_told_with_the_hand_and_nowhere_else(room):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0))
    for seat, suit in enumerate("HSDC"):
        ask(room.table, commands.Declare("target", seat, suit))
    for seat in range(4):
        ask(room.table, commands.Move(seat, "hand", "stack", 2))
    assert speech(room.table, 1).now.endswith("I have drawn: 2 cards.")
    words = speech(room.table, 0)
    assert "Your suit: hearts." in words.hand
    assert "hearts" not in "".join(words._replace(hand=""))


def test_the_points_are_told_with_what_they_count(room):
    begin(room.table)
    lay(room.table, "1:2C 2:3C 3:9C 0:5C")
    said = speech(room.table, 0)
    assert "Di: Tricks: 1, Can end with: 6, 4, 2. " in said.points
    assert TRICK in said.events


def test_amid_a_trick_the_table_tells_how_the_last_one_went(room):
    begin(room.table)
    lay(room.table, "1:2C 2:3C 3:9C 0:5C")
    rests = speech(room.table, 3).table
    assert "Trick 2 of 12. Spades trump. Di took trick 1. Bo: two of clubs." in rests
    assert rests.endswith(f"{WHY} You lead.")
    lay(room.table, "3:4S")
    assert "Di: four of spades. Di is winning." in speech(room.table, 0).table
    assert speech(room.table, 0).table.endswith(f"Your turn. {TRICK} {WHY}")


def test_what_the_cards_show_is_told_with_the_points(room):
    begin(room.table)
    lay(room.table, "1:2H 3:TH")
    assert speech(room.table, 0).points.endswith("Di played ten of hearts out of turn in trick 1.")


def test_what_holds_beside_the_game_is_told_before_it(room):
    begin(room.table)
    lay(room.table, "1:2C")
    seated = seating.digest(sit(room.table, 2))
    ask(room.table, commands.Lock())
    room.table.hear("b001", 1, "C", ["2", demo_deck().tag_of("2C")])
    told = seat_page.seat_screen(room.table.phone_view(seated)).speech
    assert told.question == (
        "Two of clubs was already played by Bo in trick 1."
        " 2: misread. 3: Bo's was wrong. 4: other deck."
    )
    locked = "The table is locked: only the scorekeeper can write. Cards still count."
    assert told.now.startswith(f"{told.question} {locked} Your turn.")


def test_a_waiting_phone_tells_its_number(room):
    begin(room.table)
    token = seating.digest(seating.new_token())
    room.table.claim(2, token)
    number = room.table.snapshot().places[2].number
    said = seat_page.seat_screen(room.table.phone_view(token)).speech.now
    assert said == f"This is phone {number}. If the table shows this number, hold Cy's button."


# --- on a phone -----------------------------------------------------------------------------------


def test_large_keys_tell_everything_and_bid(room, open_seat):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    ask(room.table, commands.Declare("bid", 1, "11N"))
    hold(room.table, 2, "AH 9S")
    page = open_seat(sit(room.table, 2), VOICE % "en_GB")
    page.get_by_role("link", name="Menu").click()
    page.get_by_label("Large keys and voice").check()
    assert told(page)[-1].startswith("Your bid. Bid 12 or more, or pass. Pass, 12, 12 No.")
    assert key(page, "hand") == "You hold 2 cards: ace of hearts, nine of spades."
    assert "Bo: 11 No." in key(page, "table")
    assert "Ann & Cy: This deal: 0" in key(page, "points")
    page.locator("[data-key=again]").click()
    assert len(set(told(page)[-2:])) == 1
    assert key(page, "press") == "Choose first, using Next."
    assert key(page, "next") == "Your bid. 12"
    assert key(page, "next") == "Pass"
    assert key(page, "next") == "Leave this seat"
    assert key(page, "next") == "Your bid. 12"
    assert key(page, "press") == "12 Trump"
    assert key(page, "next") == "12 No trump"
    assert room.table.view().view.position.bids == ("11N",)
    page.locator("[data-key=press]").click()
    page.wait_for_function("() => told.at(-1)[0].startsWith('Cy bids 12 No.')")
    assert room.table.view().view.position.bids == ("11N", "12N")
    assert key(page, "next") == "Cy bids 12 No. Take back"
    assert key(page, "next") == "Leave this seat"
    assert key(page, "press") == "Press once more to leave this seat."
    page.locator("[data-key=speed]").click()
    page.wait_for_function("() => told.at(-1)[2] === 1.25")
    page.reload()
    page.wait_for_function("() => told.length === 1")  # it stays a blind seat, and says what now
    assert page.evaluate("told[0][2]") == 1.25


def test_a_turn_that_is_taken_back_is_not_said_any_more(room, open_seat):
    begin(room.table)
    page = open_seat(sit(room.table, 2), VOICE % "en", ON)
    lay(room.table, "1:2C")
    mine = "Your turn. Trick 1 of 12 · clubs led."
    page.wait_for_function("mine => told.at(-1)[0] === mine", arg=mine)
    ask(room.table, commands.Undo())
    undone = "Undone: Bo's two of clubs. Bo leads."
    page.wait_for_function("undone => told.at(-1)[0] === undone", arg=undone)
    assert key(page, "again") == undone
    lay(room.table, "1:2C")
    page.wait_for_function("mine => told.at(-1)[0] === mine", arg=mine)
    count = len(told(page))
    lay(room.table, "2:3C")  # its own card: it has nothing to hear, and its turn is over
    page.wait_for_function("() => document.getElementById('said').textContent === 'Di to play.'")
    assert len(told(page)) == count
    assert key(page, "again") == "Di to play."


@pytest.mark.complains("net::ERR_")
def test_after_an_undo_and_a_restart_no_phone_says_that_it_is_its_turn(tmp_path, browser):
    port = free_port()
    room = Room(tmp_path, http_port=port)
    begin(room.table)
    lay(room.table, "1:2C")
    context = phone(browser, scale=1)  # it complains of the host that is away
    page = context.new_page()
    page.add_init_script(VOICE % "en")
    page.add_init_script(ON)
    with room.served() as url:
        page.goto(f"{url}{SEAT}#{sit(room.table, 2)}")
        page.wait_for_function("() => told.at(-1)?.[0].startsWith('Your turn.')")
    ask(room.table, commands.Undo())
    room.close()
    room = Room(tmp_path, http_port=port)
    with room.served():
        page.wait_for_function("() => told.some(([words]) => words.endsWith('. Bo leads.'))")
        assert key(page, "again").endswith("Bo leads.")
        count = len(told(page))
        expect(page.locator("#link")).to_have_attribute("data-state", "absent")
        assert "Your turn" not in " ".join(told(page)[count:])
        page.reload()
        page.wait_for_function("() => told.length && told.at(-1)[0].includes('Bo leads.')")
        assert "Your turn" not in " ".join(told(page))
        context.close()
    room.close()


def test_a_screen_reader_finds_no_turn_that_is_over(room, open_seat):
    begin(room.table)
    page = open_seat(sit(room.table, 2))
    page.locator("#own[data-state=sits]").wait_for()
    lay(room.table, "1:2C")
    expect(page.locator("#aloud")).to_have_text("Your turn. Trick 1 of 12 · clubs led.")
    lay(room.table, "2:3C")
    expect(page.locator("#aloud")).to_have_text("")


def test_a_seat_is_taken_with_large_keys(room, open_seat):
    begin(room.table)
    page = open_seat("", VOICE % "en", ON)
    asked = "Where are you sitting? Choose your seat, then hold its button on the table."
    page.wait_for_function("asked => told.at(-1)?.[0] === asked", arg=asked)
    assert [key(page, "next") for _ in "123"] == ["Ann", "Bo", "Cy"]
    page.locator("[data-key=press]").click()
    page.wait_for_function("() => /^This is phone [0-9][0-9]\\./.test(told.at(-1)[0])")
    assert key(page, "next") == "Cancel"
    hold_button(room.table, 2)
    page.wait_for_function("() => told.at(-1)[0] === 'Bo leads.'")


def test_a_seat_is_taken_and_its_card_heard_in_a_browser_that_lacks_what_is_newer(room, open_seat):
    begin(room.table)
    page = open_seat("", OLD, VOICE % "en", ON.replace("true", "true, each: true"))
    page.wait_for_function("() => told.at(-1)?.[0].startsWith('Where are you sitting?')")
    assert [key(page, "next") for _ in "12"] == ["Ann", "Bo"]
    page.locator("[data-key=press]").click()
    page.wait_for_function("() => /^This is phone [0-9][0-9]\\./.test(told.at(-1)[0])")
    hold_button(room.table, 1)
    page.wait_for_function("() => told.at(-1)[0].startsWith('You lead')")
    lay(room.table, "1:2C")
    page.wait_for_function("() => told.at(-1)[0] === 'Bo led two of clubs. Cy to play.'")
    key(page, "table")


def test_a_seat_is_left_with_large_keys_once_that_is_sure(room, open_seat):
    begin(room.table)
    page = open_seat(sit(room.table, 0), VOICE % "en", ON)
    for _ in "12":
        assert key(page, "back") == "There is nothing to choose now. Leave this seat"
        assert key(page, "press") == "Press once more to leave this seat."
    page.locator("[data-key=press]").click()
    page.wait_for_function("() => told.at(-1)[0].startsWith('Where are you sitting?')")
    assert not room.table.snapshot().places[0].is_taken


def test_stacks_are_counted_with_large_keys(room, open_seat):
    """Sixteen numbers; what can only be one is there already, and can be changed all the same."""
    ask(room.table, commands.NewGame("torite", 2, ["Ann", "Bo"], dealer=0))
    page = open_seat(sit(room.table, 0), VOICE % "en", ON)
    assert key(page, "next") == "Count the suits in the stacks."
    assert key(page, "press") == "Stack 1, clubs. Next and Back change the number."
    assert key(page, "next") == "Stack 1, clubs: 3."
    assert key(page, "press") == "Stack 1, diamonds"
    assert key(page, "back") == "Stack 1, clubs: 3."
    assert key(page, "next") == "Stack 1, clubs: 4."
    assert "Stacks in rounds 1 and 2" in key(page, "now")
    assert key(page, "next") == "Stacks in rounds 1 and 2: Ann · Bo. 1, 2 · 3, 4."
    assert key(page, "back") == "Count the suits in the stacks."
    assert key(page, "press") == "Stack 1, clubs: 4."
    told_first = [key(page, "press"), key(page, "next"), key(page, "press"), key(page, "next")]
    assert told_first[1:] == ["Stack 1, diamonds: 3.", "Stack 1, hearts", "Stack 1, hearts: 3."]
    assert key(page, "press") == "Stack 1, spades: 3."
    counts = {"2": "343", "3": "334"}
    for stack, numbers in counts.items():
        for count in numbers:
            key(page, "press")
            said = [key(page, "next") for _ in range(int(count) - 2)]
            assert said[-1].startswith(f"Stack {stack}, ")
            assert said[-1].endswith(f": {count}.")
        assert key(page, "press") == f"Stack {stack}, spades: 3."
    for suit, count in (("clubs", 3), ("diamonds", 3), ("hearts", 3), ("spades", 4)):
        assert key(page, "press") == f"Stack 4, {suit}: {count}."
    page.locator("[data-key=press]").click()
    page.wait_for_function("() => !document.querySelector('.counts')")
    assert room.table.view().view.next_what == "pairing"


@pytest.mark.parametrize("each", [False, True])
def test_a_trick_is_told_once_and_every_card_only_for_who_asks(room, open_seat, each):
    begin(room.table)
    for held in cards_in(deal(3)[0]):
        ask(room.table, commands.Lay(held.code, 0, "held"))
    wanted = ON.replace("true", f"true, each: {str(each).lower()}")
    token = sit(room.table, 0)
    page = open_seat(token, VOICE % "en", wanted)
    page.wait_for_function("() => told.length === 1")
    for card in ("1:2C", "2:3C", "3:9C", "0:5C"):
        lay(room.table, card)
        told_now = seat_page.seat_screen(room.table.phone_view(seating.digest(token))).speech.table
        page.wait_for_function(
            "words => document.getElementById('own').dataset.table === words", arg=told_now
        )
    expected = ["Your turn. Trick 1 of 12 · clubs led.", TRICK]
    words = told(page)[1:]
    assert len(words) == (4 if each else 2)
    if not each:
        assert words == expected
    assert not any("You hold" in said for said in words)


@pytest.mark.parametrize("script", ["", VOICE % "ja-JP"], ids=["no voice", "a voice for Japanese"])
def test_a_phone_without_a_voice_says_so_and_tells_a_screen_reader(room, open_seat, script):
    begin(room.table)
    page = open_seat(sit(room.table, 1), script or "1", ON)
    page.locator("[data-key=table]").click()
    expect(page.locator("#mute")).to_have_text(re.compile("no voice for this language"))
    expect(page.locator("#aloud")).to_have_text(re.compile("You lead"))
    assert page.locator("#said").inner_text().endswith("You lead.")


def test_it_is_heard_when_the_page_is_not_live_any_more(room, open_seat):
    begin(room.table)
    room.table.board_is("live")
    page = open_seat(sit(room.table, 1), VOICE % "en", ON)
    page.locator("#link[data-state=live]").wait_for()
    room.table.board_is("silent")
    page.wait_for_function("() => told.at(-1)[0] === document.getElementById('link').textContent")
    page.locator("#link[data-state=silent]").wait_for()


@pytest.mark.parametrize(
    ("scheme", "size", "tongue"), [("light", PHONE, "ja"), ("dark", SMALL_PHONE, "en")]
)
def test_large_keys_stay_and_shut_nobody_out(room, open_seat, scheme, size, tongue):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    page = open_seat(sit(room.table, 1), ON, scheme=scheme, size=size, tongue=tongue)
    where = {"": [], "200%": []}
    for seat, bid in ((None, ""), (1, "7"), (2, "pass"), (3, "pass"), (0, "pass")):
        if bid:
            ask(room.table, commands.Declare("bid", seat, bid))
        for letters, seen in where.items():
            page.evaluate("size => document.documentElement.style.fontSize = size", letters)
            page.locator("[data-key=now]").click()
            boxes = page.locator("[data-key]").evaluate_all(
                "all => all.map(e => e.getBoundingClientRect()).map(b =>"
                " [b.x, b.y, b.width, b.height])"
            )
            assert all(width >= 44 and height >= 44 for _, _, width, height in boxes)
            assert all(x >= 0 and y >= 0 for x, y, _, _ in boxes)
            assert all(y + height <= size["height"] for _, y, _, height in boxes), letters
            seen.append(boxes)
            page.evaluate("scrollBy(0, 10_000)")
    for first, *later in where.values():
        for boxes in later:
            for box, was in zip(boxes, first, strict=True):
                assert box == pytest.approx(was, abs=1)  # a page is scrolled by parts of a pixel
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert_open_to_all(page, scheme)
