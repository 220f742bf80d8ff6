"""What somebody looks up at the board's keys stays on its display: no guest's page shows it."""

import pytest

from tricktable.table import seating
from tricktable.text.language import speaking
from tricktable.web.api import states
from tricktable.web.club.overview import glance
from tricktable.web.guest import fragment, overlay
from tricktable.web.seat import seat_page
from web.room import Room, begin, lay, sit

DEPTH = 3
"""This many keys after MENU."""


class Board:
    """The keys of a table where a game has begun, and all that guests are told of it."""

    def __init__(self, folder):
        folder.mkdir()
        self.room = Room(folder)
        begin(self.room.table)
        self.token = seating.digest(sit(self.room.table, 3))
        lay(self.room.table, "1:2C 2:3C")
        self.events = 0

    def press(self, *keys):
        for key in keys:
            self.events += 1
            self.room.table.hear("b001", self.events, "K", [key])
        return self.room.table.view()

    def told(self):
        view = self.room.table.view()
        with speaking("en"):
            return (
                fragment.render(view),
                overlay.encode(view),
                states.state(view),
                glance(view),
                seat_page.seat_screen(self.room.table.phone_view(self.token)).speech,
            )


def told(board):
    html, over, state, at_a_glance, speech = board.told()
    return html, over, (state.question, state.note), at_a_glance, speech


@pytest.mark.parametrize("first", ["", *"23456789"])
def test_no_line_of_the_menu_is_on_a_guests_page(tmp_path, first):
    paths = [("MENU", first) if first else ("MENU",)]
    seen = 0
    for number, path in enumerate(paths):
        board = Board(tmp_path / str(number))
        before = told(board)
        view = board.press(*path)
        if view.is_at_keys:
            seen += 1
            assert view.asked is not None, "the display shows it"
            assert told(board) == before, path
            if first and len(path) <= DEPTH:
                paths += [(*path, key) for key, _ in view.asked.options]
        board.room.close()
    assert seen or first


@pytest.mark.parametrize("keys", [("MENU", "K"), ("H",)])
def test_a_key_that_does_nothing_is_told_at_the_keys_alone(tmp_path, keys):
    board = Board(tmp_path / "0")
    before = told(board)
    view = board.press(*keys)
    if view.is_note_of_keys:
        assert view.asks_and_note
    assert told(board) == before
    board.room.close()
