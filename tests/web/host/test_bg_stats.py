"""A finished game as BG Stats takes it: each member has the form that the app reads."""

import json
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import chain, count, repeat
from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest

from players import every_game
from rig.table import NOON
from tricktable.store.journal import Row
from tricktable.table import commands
from tricktable.table.scorebook import Scorebook
from tricktable.web.guest import bg_stats
from tricktable.web.guest.bg_stats import ADDRESS
from web.room import CODE, begin
from web.room import ask as must

RECORDS = Path(__file__).parents[2] / "board" / "records"
NAMES = ("Ann", "Bo & Co", "ゆき", "Di", "Eve", "Fay")


def played(room, name, players, seed):
    game = every_game.by_chance(Random(seed), name, players, is_tidy=True)
    must(
        room.table, commands.NewGame(name, players, list(NAMES[:players]), dict(game.header.given))
    )
    room.enter(game.lines)


def link(page):
    found = re.findall(rf'href="({re.escape(ADDRESS)}[^"]*)"', page)
    return unescape(found[0]) if found else ""


def play(page):
    return json.loads(unquote(link(page).removeprefix(ADDRESS)))


def recorded(name):
    """The game of a record, as an evening has it: an entry every 40 s."""
    lines = (RECORDS / name).read_text("utf-8").splitlines()
    rows = [
        Row(CODE, seq, (NOON + timedelta(seconds=40) * seq).isoformat(), None, kind, line)
        for seq, kind, line in zip(count(1), chain(["game"], repeat("entry")), lines, strict=False)
    ]
    book = Scorebook(CODE, rows)
    return book.open(book.sheets[0], lambda after: rows[after:]), len(lines)


FINISHED = [path.name for path in sorted(RECORDS.glob("*.jsonl")) if recorded(path.name)[0].is_over]


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_says_all_that_the_app_asks_for(name):
    game, rows = recorded(name)
    told = bg_stats.play(game, CODE)
    names = [each["name"] for each in told["players"]]
    assert set(told) == {
        *("sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players")
    }
    assert len(names) == game.record.header.players
    assert told["game"]["name"] == game.record.header.rules.title
    assert type(told["game"]["highestWins"]) is type(told["game"]["noPoints"]) is bool
    winners = [seat for seat, each in enumerate(told["players"]) if each["winner"]]
    assert winners == [seat for seat in sorted(game.winners) if seat < len(names)]
    assert sum(each["startPlayer"] for each in told["players"]) <= 1
    ended = datetime.strptime(told["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert ended == NOON + timedelta(seconds=40) * rows
    assert told["durationMin"] == max(1, round((rows - 1) * 40 / 60))
    scores = [each.get("score") for each in told["players"]]
    won = [scores[seat] for seat in winners if scores[seat] is not None]
    if won and told["game"]["highestWins"]:
        assert max(won) == max(each for each in scores if each is not None)
    teams = {each["team"] for each in told["players"] if "team" in each}
    owners = [each for each in game.record.header.owners if 1 < len(each) < len(names)]
    assert len(teams) == len(owners)


def test_a_game_that_is_not_over_has_no_link(room, guest):
    begin(room.table)
    assert not room.table.view().view.is_over
    assert link(guest.get(f"/t/{CODE}/game").text) == ""


def test_a_link_is_one_address_whatever_the_names_are(room, guest):
    played(room, "triatri", 3, 2)
    assert room.table.view().view.is_over
    page = guest.get(f"/t/{CODE}/game").text
    assert re.fullmatch(r"[A-Za-z0-9%._~-]+", link(page).removeprefix(ADDRESS))
    assert play(page)["players"][1]["name"] == "Bo & Co"
    again = play(guest.get(f"/t/{CODE}/game").text)
    assert again["sourcePlayId"] == play(page)["sourcePlayId"]
