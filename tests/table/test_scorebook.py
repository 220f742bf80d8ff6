"""The scorebook: evenings and their games, who sat there, who won, how scores went."""

import json
from datetime import datetime, timedelta, timezone
from random import Random

import pytest

from games.cases import CASES
from players import every_game
from tricktable.rules.codec import FORMAT
from tricktable.store.journal import Row
from tricktable.table.scorebook import BREAK, Scorebook, course, has_ended

START = datetime(2026, 3, 1, 19, 0, tzinfo=timezone(timedelta(hours=1)))


class Noted:
    """Rows as a table writes them."""

    def __init__(self):
        self.rows = []

    def add(self, at, kind, body):
        text = body if isinstance(body, str) else json.dumps(body)
        self.rows.append(Row("7KQ", len(self.rows) + 1, at.isoformat(), None, kind, text))

    def game(self, at, name="torite", count=4, seed=1, names=None, **options):
        """A whole game by chance that begins then, a second for each entry. Returns its end."""
        played = every_game.by_chance(Random(seed), name, count)
        given = {**played.header.given, **options}
        header = {"record": FORMAT, "game": name, "players": count, "options": given}
        self.add(at, "game", header | ({"names": names} if names else {}))
        for line in played.lines:
            at += timedelta(seconds=1)
            self.add(at, "entry", line)
        return at

    def read(self, after):
        return iter(self.rows[after:])


def evening(noted):
    """The games of the newest evening, opened."""
    book = Scorebook("7KQ", noted.rows)
    return [book.open(sheet, noted.read) for sheet in book.evening]


def test_games_follow_each_other_until_six_hours_pass():
    noted = Noted()
    end = noted.game(START)
    end = noted.game(end + BREAK - timedelta(seconds=1), seed=2)
    assert [game.number for game in evening(noted)] == [1, 2]
    noted.game(end + BREAK, seed=3)
    assert [game.number for game in evening(noted)] == [3]


def test_all_evenings_are_told_apart_as_the_newest_one_is_and_name_the_same_people():
    noted = Noted()
    end = noted.game(START, names=["Ann", "Bo", "Cy", "Di"])
    end = noted.game(end + BREAK - timedelta(seconds=1), seed=2)
    end = noted.game(end + BREAK, seed=3, names=["Eve", "Fay", "Gil", "Hal"])
    noted.add(end + timedelta(hours=1), "names", {"names": ["Eve", "Fay", "Gil", "Ida"]})
    found = Scorebook("7KQ", noted.rows).evenings
    assert [[game.number for game in each] for each in found] == [[1, 2], [3]]
    assert found[0][0].names == ("Ann", "Bo", "Cy", "Di")
    (same,) = evening(noted)
    (listed,) = found[-1]
    assert listed.names == same.names == ("Eve", "Fay", "Gil", "Ida")
    assert (listed.began, listed.newest, listed.header) == (same.began, same.newest, same.header)
    assert Scorebook("7KQ").evenings == Scorebook("7KQ").evening == []


def test_a_game_that_rests_over_night_is_one_game_of_the_later_evening():
    noted = Noted()
    end = noted.game(START)
    begun, rows = noted.rows[0], noted.rows[1:]
    noted.rows = [begun, *(row._replace(at=(end + 2 * BREAK).isoformat()) for row in rows)]
    noted.game(end + 2 * BREAK + timedelta(hours=1), seed=2)
    assert [game.number for game in evening(noted)] == [1, 2]


def test_an_evening_ends_at_a_time_that_it_is_told():
    noted = Noted()
    end = noted.game(START)
    games = evening(noted)
    assert not has_ended(games, end + BREAK - timedelta(seconds=1))
    assert has_ended(games, end + BREAK)
    assert not has_ended([], end)


@pytest.mark.parametrize("cut", [1, 17, 40])
def test_rows_may_come_in_pieces(cut):
    noted = Noted()
    noted.game(noted.game(START), "troika", seed=5)
    book = Scorebook("7KQ")
    for start in range(0, len(noted.rows), cut):
        book.take(noted.rows[start : start + cut])
        for sheet in book.evening:  # from now on its record grows with the rows
            assert book.open(sheet, noted.read).record.seq == sheet.entries
    assert book.seq == len(noted.rows)
    assert [book.open(each, noted.read).record.summary() for each in book.evening] == [
        each.record.summary() for each in evening(noted)
    ]


def test_people_are_who_they_were_called_last():
    noted = Noted()
    at = noted.game(START, names=["Ann", "Bo", "Cy", "Di"])
    noted.add(at, "names", {"names": ["Ann", "Bea", "Cy", "Di"]})
    noted.add(at, "desk", {"page": "sheet"})
    (game,) = evening(noted)
    assert game.names == ("Ann", "Bea", "Cy", "Di")


def test_games_are_counted_with_their_entries_however_they_were_written():
    noted = Noted()
    noted.add(START, "opened", {})
    noted.game(START, "troika")
    lines = [json.loads(row.body) for row in noted.rows if row.kind == "entry"]
    noted.add(START, "game", {"record": FORMAT, "game": "troika", "players": 4})
    noted.add(START, "entries", {"entries": lines})
    noted.add(START, "act", {"name": "undo", "entries": 1})
    noted.add(START, "entry", {"kind": "struck", "seq": 1})
    sheets = Scorebook("7KQ", noted.rows).sheets
    assert [(each.number, each.entries) for each in sheets] == [
        (1, len(lines)),
        (2, len(lines) + 1),
    ]
    assert [each.read(noted.read).seq for each in sheets] == [each.entries for each in sheets]


def test_struck_entries_do_not_count():
    noted = Noted()
    noted.add(START, "game", {"record": FORMAT, "game": "troika", "players": 4})
    noted.add(START, "entry", {"kind": "dealt", "dealer": 0})
    noted.add(START, "entry", {"kind": "struck", "seq": 1})
    (game,) = evening(noted)
    assert (game.record.seq, game.record.state.next.what) == (2, "deal")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_the_course_of_a_game_ends_where_its_summary_does(name, count, seed):
    noted = Noted()
    noted.game(START, name, count, seed)
    (game,) = evening(noted)
    went, summary = course(game.record), game.record.summary()
    case = CASES[name]
    told = case.course(summary) if case.course else None
    assert all(len(scores) == game.record.header.seats for scores in went)
    if told is not None:
        assert len(went) == told.deals
        assert not went or went[-1] == tuple(told.gained)
    if case.is_scored_once:
        assert len(went) == (summary["status"] != "playing")
        assert not went or bool(sum(went[0])) == bool(summary["winner"])
    assert game.is_over == (summary["status"] != "playing")
    assert game.winners == (summary["winner"] or [])
