"""The live part of a page from a screen: every word is only words, and each part has its place."""

import re
from dataclasses import replace

import pytest

from tricktable.rules.page import Gain, Heap, Middle, TrickPlace
from tricktable.table.club_notice import OVER, PAUSED, RUNS, ClubNotice, RoundClock
from tricktable.table.desk.desk import Desk
from tricktable.table.notes import Prompt
from tricktable.table.views import TableView
from tricktable.text.language import verbatim
from tricktable.text.sentences import Fact, Name, Sheet, SheetRow
from tricktable.web.guest.live_part import live_part
from tricktable.web.guest.screen import DummyCards, GameScreen, Screen, ShownFinding

EVIL = "\"'><script>&"
ESCAPED = "&#34;&#39;&gt;&lt;script&gt;&amp;"
SAID = (EVIL, Name(EVIL))
PLACE = TrickPlace(0, EVIL, said=(EVIL,))
LAST = TrickPlace(1, EVIL, card="QH", wins=True)
SHEET = Sheet("score", EVIL, (SAID,), (SheetRow(SAID, (SAID,), why=SAID),), (Fact(SAID, "met"),))
FINDINGS = (ShownFinding(SAID, SHEET), ShownFinding(SAID, None))
GAME = GameScreen(
    title=EVIL,
    headline=SAID,
    beside=SAID,
    why_over=SAID,
    middle=Middle(SAID, SAID, (PLACE,), taken=SAID, last=(LAST,)),
    sheets=(SHEET, SHEET._replace(is_folded=True)),
    findings=FINDINGS,
    is_won=None,
    review="Could it have been won?",
    is_between=False,
    dummy=DummyCards(EVIL, (("QH", "2H"),)),
    due=EVIL,
    seats=4,
    gains=(Gain(SAID, EVIL),),
    proved=FINDINGS,
    offered=SAID,
)
TABLE = TableView(
    code="7KQ",
    version=1,
    names=(EVIL,) * 4,
    view=None,
    header=None,
    asked=None,
    desk=Desk(is_locked=True),
    board="refused",
    board_word=verbatim(EVIL),
    trouble=None,
    games=1,
    club=ClubNotice((EVIL,), has_organiser=True, call="coming", clock=RoundClock(RUNS, 5, EVIL)),
)
SCREEN = Screen(
    table=TABLE, game=GAME, asked=SAID, said=SAID, trouble=EVIL, waits=EVIL, news=EVIL, heard=EVIL,
    heading=EVIL,
)  # fmt: skip
ASKED = replace(SCREEN, table=replace(TABLE, asked=Prompt(EVIL, (("OK", EVIL),))))
HEAPS = Middle(SAID, heaps=(Heap(EVIL, 3), Heap(EVIL, 0)))


@pytest.mark.parametrize(
    "screen",
    [
        SCREEN,
        ASKED,
        replace(SCREEN, game=replace(GAME, middle=HEAPS, is_won=True)),
        replace(SCREEN, game=None),
    ],
)
def test_no_word_becomes_markup(screen):
    drawn = live_part(screen)
    assert drawn.count(ESCAPED) >= 10
    rest = drawn.replace(ESCAPED, "")
    assert "script" not in rest
    opened, closed = (re.findall(rf"<{end}(\w+)", rest) for end in ("", "/"))
    assert sorted(each for each in opened if each != "use") == sorted(closed)


def test_notes_stand_above_the_cards_and_sheets_below_them():
    drawn = live_part(SCREEN)
    ids = ('<p class="note" id="waits">', '<p class="note" id="is-locked">')
    parts = ("banner", "note call", "note announced", *ids, 'role="timer"', "turn")
    parts += ("table-top", "strip", "proof", "sheets", "<details class", "findings")
    places = [drawn.index(each) for each in parts]
    assert places == sorted(places)
    assert "ask" not in re.findall(r'class="(\w+)"', drawn)
    assert 'class="ask"' in live_part(ASKED)


def test_the_page_knows_how_the_game_stands():
    def classes(game):
        return live_part(replace(SCREEN, game=game)).partition('class="')[2].partition('"')[0]

    assert classes(None) == "no-game"
    assert classes(GAME) == ""
    assert classes(replace(GAME, is_won=False, is_between=True)) == " is-over is-between"
    assert 'data-help="coming"' in live_part(SCREEN)
    for is_won, places in ((None, ["gains", "h1"]), (False, ["h1", "gains"])):
        drawn = live_part(replace(SCREEN, game=replace(GAME, is_won=is_won)))
        assert sorted(places, key=drawn.index) == places


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (RoundClock(RUNS, 5, "20:45"), 'data-ends="5" data-words="Round: {time} left"'),
        (RoundClock(PAUSED, left_s=725), ">Round paused, 12:05 left<"),
        (RoundClock(OVER), " data-over>The round is over.<"),
    ],
)
def test_the_round_timer_says_how_it_stands(clock, words):
    assert words in live_part(replace(SCREEN, table=replace(TABLE, club=ClubNotice(clock=clock))))
