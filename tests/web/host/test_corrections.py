"""The host's drawer that corrects an entry offers each choice once."""

import re

import pytest

from players import every_game
from tricktable.rules.entries import Dealt, Declared, Moved
from tricktable.table import commands
from web.by_chance import play
from web.room import HOST_PAGE, NAMES, ask

RADIO = r'<input type="radio" name="seat" value="(\d)"'
KEY = r'<button name="seat" value="(\d)"'


def drawer(client, seq):
    """The seats between which the form `Whose` chooses, and those of which a key below speaks."""
    page = client.get(f"{HOST_PAGE}?correct={seq}").text
    drawn = page.partition('id="correct"')[2].partition("</section>")[0]
    return [{*map(int, re.findall(each, drawn))} for each in (RADIO, KEY)]


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_whose_something_was_is_chosen_once(room, client, name, count):
    play(room, name, count)
    steps = room.table.record().steps()
    said = [step for step in steps if isinstance(step.entry, (Dealt, Declared, Moved))]
    first = {(type(entry), getattr(entry, "topic", "")): seq for seq, entry, _ in reversed(said)}
    assert first
    for kind, seq in first.items():
        form, keys = drawer(client, seq)
        assert not (form and len(keys) > 1), kind


def test_what_one_seat_alone_could_say_may_have_been_another_ones(room, client):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    ask(room.table, commands.Declare("bid", 1, "7"))
    assert drawer(client, 2) == [{0, 1, 2, 3}, {1}]
