"""What is a seat's alone reaches nobody else: all are sent the same bytes, whatever it is."""

import json
from datetime import UTC, datetime
from random import Random

import pytest

from games.cases import CASES
from players.every_game import by_chance
from records.secrets import can_be, entries, otherwise, seated_alike, while_secret
from tricktable.board.picture import picture
from tricktable.rules import codec
from tricktable.rules.entries import Dealt, Held, Played
from tricktable.table import commands
from tricktable.text.language import languages
from tricktable.web import reviews
from tricktable.web.guest import search_page
from tricktable.web.site import site_of
from web.room import CODE, NAMES, Room, ask, sit
from web.safety.routes import reads

SEAT = f"/t/{CODE}/seat"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
AT_LAST = 6
"""This many entries are made one by one, each seen by all who watch."""


def with_other_secrets(name, count):
    """A game by chance, and the same one with other secrets."""
    for seed in range(50):
        game = while_secret(CASES[name], by_chance(Random(seed), name, count))
        said = entries(game)
        other = seated_alike(said, otherwise(Random(seed), CASES[name], game, said))
        if other != said and len(said) > 2 * AT_LAST and can_be(game, other):
            return game.header, (said, other)
    raise AssertionError("no game by chance has secrets")


def with_another_card_read(name, count):
    """A game by chance in which one card of a hand is read before it is played, or another one."""
    game = by_chance(Random(1), name, count, is_tidy=True)
    said = entries(game)
    at = 1 + max(index for index, each in enumerate(said) if isinstance(each, Dealt))
    played = [each.card for each in said[at:] if isinstance(each, Played) and each.seat == 0]
    return game.header, [[*said[:at], Held(0, card), *said[at:]] for card in played[-2:]]


def sent(folder, header, said):
    """Every byte that a guest can get, while phones sit at all seats and the game goes on."""
    folder.mkdir()
    room = Room(folder, wall_clock=lambda: NOON)
    guest = room.app.test_client()
    guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}
    lines = [codec.write_header(header), *map(codec.write_entry, said)]
    ask(room.table, commands.TakeIn(tuple(line.encode() for line in lines[:-AT_LAST])))
    for seat in range(header.seats):
        sit(room.table, seat)
    got = []
    for line in lines[-AT_LAST:]:
        ask(room.table, commands.Enter(json.loads(line)))
        for views in (room.views, site_of(room.app).states):
            got += [views.newest(CODE, language).message for language in languages()]
        got.append(picture(room.table.view()))
    for path in reads(room.app):
        if not path.startswith("/static/"):
            answer = guest.get(path)
            told = [each for each in answer.headers if each[0] != "Date"]
            got.append((path, answer.status_code, told, answer.data))
    room.close()
    return got


@pytest.mark.parametrize(
    ("secret", "name", "count"),
    [
        (with_other_secrets, "torite", 4),
        (with_other_secrets, "triatri", 3),
        (with_other_secrets, "tredici", 4),
        (with_another_card_read, "etori", 4),
        (with_other_secrets, "troika", 4),
    ],
)
def test_a_guest_is_sent_the_same_whatever_is_secret(tmp_path, monkeypatch, secret, name, count):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)  # how far a search comes in time is never the same
    monkeypatch.setattr(search_page, "BEAT_S", 60.0)  # nor how many blanks are sent meanwhile
    header, (said, other) = secret(name, count)
    ours = sent(tmp_path / "said", header, said)
    theirs = sent(tmp_path / "other", header, other)
    for mine, their in zip(ours, theirs, strict=True):
        assert mine == their


def test_what_phones_say_for_their_seats_is_sent_to_nobody(tmp_path):
    """A suit chosen in secret, and a hand read: only the seat's own part of the page has it."""
    got = []
    for targets, hand in (("HSDC", "2H 4H 9S"), ("CCCC", "AD KC 7D")):
        folder = tmp_path / targets
        folder.mkdir()
        room = Room(folder)
        guest = room.app.test_client()
        ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0))
        tokens = [sit(room.table, seat) for seat in range(4)]
        for code in hand.split():
            ask(room.table, commands.Lay(code, 0, "held"))
        sent = []
        for token, suit in zip(tokens, targets, strict=True):
            form = {"what": "target", "value": json.dumps(suit), "game": "1"}
            form["seq"] = str(room.table.record().seq)
            headers = {"Origin": "http://localhost", "X-Seat-Token": token}
            answer = guest.post(f"{SEAT}/say", data=form, headers=headers)
            assert answer.status_code == 200
            assert "Your suit: " in answer.text
            sent.append(room.views.newest(CODE, "en").message)
            sent += [guest.get(path).data for path in (f"/t/{CODE}", SEAT, f"{SEAT}/own")]
        got.append(sent)
        room.close()
    assert got[0] == got[1]
