"""No sentence speaks of a thing that is not there: of a board's parts only where there is one."""

import re
from html import unescape

import pytest

from text.test_things import LISTED
from tricktable.table import commands, notes, seating
from tricktable.table.notes import Note
from tricktable.table.views import LIVE, WITHOUT
from tricktable.web import limits
from web.games.test_every_game import begun, phases
from web.guest.test_proof import text_of
from web.room import CODE, ask, sit
from web.safety.routes import STREAMS, reads
from web.seat.test_seat import ORIGIN

BOARD, BUTTONS, VIRTUAL = "board", "buttons", "virtual"
"""Said only at a table with a board; where each seat has a button; at the virtual table."""


class Sentences:
    """Finds these sentences in a text, whatever stands in their fields; not a bare word."""

    def __init__(self, *wheres):
        told = (each for where in wheres for each in LISTED[where] if " " in each)
        self._parts = [re.split(r"\{\w+\}", each) for each in told]

    def first_in(self, text):
        """The first that the text has; empty if it has none."""
        for parts in self._parts:
            # Whole pages are read: most do not even have the longest of the parts.
            if max(parts, key=len) in text:
                words = r".{1,60}?".join(map(re.escape, parts))
                if found := re.search(rf"(?<![\w’'])(?:{words})", text):
                    return found[0]
        return ""


AT_A_BOARD = Sentences(BOARD, BUTTONS, VIRTUAL)
AT_BUTTONS = Sentences(BUTTONS)


def told_by(page):
    """Everything in a page, as it reads and with what scripts and screen readers find."""
    return f"{unescape(page)}\n{text_of(page)}"


def test_a_sentence_is_found_in_a_page():
    page = '<p data-say="x">Now hold <bdi>Ann</bdi>’s button on the table</p>'
    assert AT_A_BOARD.first_in(told_by(page))
    assert not AT_A_BOARD.first_in(told_by("<p>{who}'s, and nothing to press here</p>"))


@pytest.mark.parametrize("about", sorted(notes.ABOUT))
@pytest.mark.parametrize("card", ["7C", None])
def test_no_note_speaks_of_a_thing_that_is_not_there(about, card):
    """Not even one that is left from when there was a board."""
    if about == "claims":  # said only while seats have buttons: `TableView.asks`
        return
    told = notes.sentence(Note(about, 1, card, "so much" if card else ""), ("Ann", "Bo"), False)
    assert not AT_A_BOARD.first_in(told)


# --- the pages ------------------------------------------------------------------------------------

KINDS = [("torite", 1), ("torite", 2), ("torite", 3), ("torite", 4), ("triatri", 3)]
KINDS += [("etori", 4), ("etori", 6), ("tredici", 3), ("tredici", 6), ("troika", 4)]
EVERYWHERE = "/host/ /host/decks /club / /wall"
MOMENTS = [f"/t/{CODE}{each}" for each in ("", "/wall", "/overlay", "/game", "/seat", "/seat/own")]


class Visitor:
    """Opens the pages of a room, each as everybody, as who sits and as who waits."""

    def __init__(self, room, forbidden):
        limits.init_app(room.app, iter(range(0, 10**12, 60_000)).__next__)
        self.room, self.forbidden, self.pages = room, forbidden, 0
        self.here, self.guest = room.app.test_client(), room.app.test_client()
        self.guest.environ_base = {**self.guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}
        self.tokens = {"": ""}

    def opens(self, paths):
        for path in paths:
            for token in self.tokens.values() if "/seat" in path else ("",):
                headers = {"X-Seat-Token": token} if token else {}
                with self.here.get(path, headers=headers) as page:
                    self.reads(path, page)

    def posts(self, path, **form):
        with self.here.post(path, data=form, headers=ORIGIN) as page:
            self.reads(path, page)

    def reads(self, path, page):
        if page.mimetype == "text/html":
            self.pages += 1
            assert self.forbidden.first_in(told_by(page.text)) == "", path

    def opens_all(self):
        self.opens(path for path in reads(self.room.app) if path not in STREAMS)
        self.opens(
            [f"/host/t/{CODE}?new=troika:4", f"/host/t/{CODE}?correct=1", "/t/NONE", "/?code=NONE"]
        )

    def seats(self):
        """One phone sits, one waits for a seat, one chooses."""
        table = self.room.table
        self.tokens = {"": "", "sits": sit(table, 0), "waits": seating.new_token()}
        assert table.claim(
            len(table.view().names) - 1, seating.digest(self.tokens["waits"])
        ).is_done


def test_a_table_that_has_no_game_yet(room):
    room.table.board_is(WITHOUT)
    visitor = Visitor(room, AT_A_BOARD)
    visitor.opens_all()
    for action in ("lay", "undo", "next_game", "say", "strike", "pause", "deal"):
        visitor.posts(f"/host/t/{CODE}/{action}", card="2C", seat="0")
    visitor.opens_all()
    assert visitor.pages > 40


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_whole_games_without_a_board(room, name, count):
    room.table.board_is(WITHOUT)
    visitor = Visitor(room, AT_A_BOARD)
    lines = begun(room.table, name, count)
    visitor.seats()
    for _ in phases(room, lines):
        visitor.opens([*MOMENTS, f"/host/t/{CODE}"])
    if (name, count) == ("etori", 4):  # what else there is says the same beside each game
        visitor.opens_all()
    visitor.posts(f"/host/t/{CODE}/lay", card="2C", seat="0")
    assert visitor.pages > 40


ACTS = [
    commands.Pause(),
    commands.Resume(),
    commands.Lock(),
    commands.Unlock(),
    commands.OpenSeats(),
    commands.CloseSeats(),
    commands.ThrowIn(),
    commands.Undo(),
    commands.Undo(),
    commands.Redo(),
    commands.NextGame(),
]


def test_whatever_the_host_does_without_a_board(room):
    visitor = Visitor(room, AT_A_BOARD)
    room.table.board_is(WITHOUT)
    begun(room.table, "torite", 4)
    ask(room.table, commands.Deal(0))
    ask(room.table, commands.Declare("leader", 1))
    visitor.seats()
    for act in ACTS:
        answer = room.table.ask(act)
        assert not AT_A_BOARD.first_in(answer.reason), act
        visitor.opens([*MOMENTS, *EVERYWHERE.split(), f"/host/t/{CODE}"])


def test_seats_without_a_button_of_their_own_are_told_of_none(room):
    """More seats than the board has readers and buttons."""
    room.table.board_is(LIVE)
    room.table.buttons_answer(True)
    visitor = Visitor(room, AT_BUTTONS)
    lines = begun(room.table, "tredici", 6)
    visitor.seats()
    assert not room.table.view().has_buttons
    for _ in phases(room, lines):
        visitor.opens([*MOMENTS, f"/host/t/{CODE}"])
    visitor.opens_all()
