"""The season's table: people who keep games, over a span of days, as it was declared."""

import csv
import json
from datetime import UTC, date, datetime

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tricktable.club import consents, season
from tricktable.club.people import words
from tricktable.store.journal import CLUB, Row
from tricktable.web import limits
from web.people.played_games import NAMES, play, play_together
from web.room import CODE, Room, sit

ORIGIN = {"Origin": "http://localhost"}
TODAY = date.today().isoformat()  # noqa: DTZ011 - a game counts on the day where the host is
NOW = datetime(2026, 9, 1, tzinfo=UTC).isoformat()
ZED, BO, CY = NAMES[:3]


@pytest.fixture
def season_room(room: Room, guest: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Two people keep their games at one table, of which there are three."""
    monkeypatch.setattr(words, "COST", words.Cost(2, 1, 1))
    limits.init_app(room.app, lambda: 0)
    for seed in range(3):
        play(room.table, seed=40 * seed)
    for seat in (0, 1):
        headers = {**ORIGIN, "X-Seat-Token": sit(room.table, seat)}
        word = {"word": f"my own word {seat}"}
        assert guest.post(f"/t/{CODE}/seat/keep", data=word, headers=headers).status_code == 200
    return room


def declare(client: FlaskClient, **form: str) -> TestResponse:
    told = {"do": "season", "first": TODAY, "last": TODAY, "by": "wins", "least": "1", **form}
    return client.post("/club/people", data=told, headers=ORIGIN)


def listed(answer: TestResponse) -> list[dict[str, str]]:
    return [*csv.DictReader(answer.text.removeprefix("\ufeff").splitlines())]


def test_only_people_who_keep_games_are_listed_as_was_declared(season_room, client, guest):
    assert "No season yet" in guest.get("/season").text
    assert guest.get("/season.csv").status_code == 404
    assert declare(client).status_code == 303
    page = guest.get("/season").text
    assert "sorted by games won" in page
    assert all(name in page for name in (ZED, BO))
    assert not any(name in page for name in ("Cy", "Di"))
    lines = listed(guest.get("/season.csv"))
    assert {each["name"] for each in lines} == {ZED, BO}
    assert [each["games"] for each in lines] == ["3", "3"]
    won = [int(each["won"]) for each in lines]
    assert won == sorted(won, reverse=True)
    by_rank = listed(guest.get("/season.csv?by=rank"))
    means = [float(each["mean_rank"]) for each in by_rank]
    assert means == sorted(means)


def test_where_all_win_or_lose_together_nobody_has_a_rank(room, client, guest, monkeypatch):
    """On the season's page, in its file, on a person's page, and in both answers of the API."""
    monkeypatch.setattr(words, "COST", words.Cost(2, 1, 1))
    limits.init_app(room.app, lambda: 0)
    for has_won in (True, False, False):
        play_together(room.table, has_won=has_won)
    headers, own = {**ORIGIN, "X-Seat-Token": sit(room.table, 0)}, {"name": ZED, "word": "my own"}
    guest.post(f"/t/{CODE}/seat/keep", data={"word": own["word"]}, headers=headers)
    declare(client, by="rank")
    for page in (guest.get("/season"), guest.post("/people", data=own, headers=ORIGIN)):
        assert "<td>won 1 of 3</td>" in page.text
        assert "<td>2.5</td>" not in page.text
    (line,) = listed(guest.get("/season.csv"))
    assert (line["games"], line["won"], line["mean_rank"]) == ("3", "1", "")
    answers = (
        guest.get("/api/v1/season").json["lines"],  # type: ignore[index]
        guest.post("/api/v1/people/own", json=own).json["kinds"],  # type: ignore[index]
    )
    assert [(each["won"], each["mean_rank"]) for (each,) in answers] == [(1, None)] * 2


def test_other_days_are_other_games(season_room, client, guest):
    declare(client)
    past = guest.get("/season?first=2020-01-01&last=2020-12-31")
    assert "Nobody who keeps games finished one in this period." in past.text
    assert listed(guest.get(f"/season.csv?first={TODAY}&last={TODAY}&least=4")) == []
    for wrong in ("?first=soon", "?first=2026-02-01&last=2026-01-01", "?by=luck", "?least=0"):
        answer = guest.get(f"/season{wrong}")
        assert (answer.status_code, 'id="refusal"' in answer.text) == (200, True)
        assert guest.get(f"/season.csv{wrong}").status_code == 404


def test_a_season_ends_after_it_begins(season_room, client):
    refused = declare(client, last="2020-01-01")
    assert (refused.status_code, "cannot end before it begins" in refused.text) == (409, True)
    assert declare(client, first="soon").status_code == 409
    assert season_room.club.view().of(season.PART).now is None


def test_the_organiser_sees_who_keeps_games_and_deletes_whoever_asks(season_room, client, guest):
    assert guest.get("/club/people").status_code == 403
    assert (
        guest.post(
            "/club/people", data={"do": "forget", "person": "p1"}, headers=ORIGIN
        ).status_code
        == 403
    )
    page = client.get("/club/people").text
    assert all(f"<bdi>{name}</bdi>" in page for name in (ZED, BO))
    assert CY not in page
    person = season_room.club.view().of(consents.PART).of(ZED)
    form = {"do": "forget", "person": person.person}
    assert client.post("/club/people", data=form, headers=ORIGIN).status_code == 303
    assert ZED not in client.get("/club/people").text
    assert season_room.table.view().names[0] == "Player 1"
    assert client.post("/club/people", data=form, headers=ORIGIN).status_code == 409
    declare(client)
    assert [each["name"] for each in listed(guest.get("/season.csv"))] == [BO]
    assert client.post("/club/people", data={"do": "dance"}, headers=ORIGIN).status_code == 404


def test_a_program_declares_the_season_and_reads_the_same(season_room, client, guest):
    path, told = "/api/v1/season", {"first": TODAY, "last": TODAY, "by": "rank"}
    assert guest.get(path).status_code == 404
    assert guest.put(path, json=told).status_code == 403
    assert client.put(path, json={**told, "last": "2020-01-01"}).status_code == 409
    declared = client.put(path, json=told).json
    assert guest.get(path).json == declared
    lines = guest.get(f"{path}?by=games").json["lines"]  # type: ignore[index]
    assert {each["name"]: each["games"] for each in lines} == {ZED: 3, BO: 3}
    assert guest.get(f"{path}?first=soon").status_code == 400


@pytest.mark.parametrize("days", [("0001-01-01", "0001-12-31"), ("9999-01-01", "9999-12-31")])
def test_days_at_either_end_are_refused_but_shown_if_declared(season_room, client, guest, days):
    span = dict(zip(("first", "last"), days, strict=True))
    words = "Choose days between the years 1900 and 2999."
    assert words in declare(client, **span).text
    assert words in guest.get("/season", query_string=span).text
    for told in (
        client.put("/api/v1/season", json=span),
        guest.get("/api/v1/season", query_string=span),
    ):
        assert (told.status_code < 500, told.json["detail"]) == (True, words)  # type: ignore[index]
    of_before = Row(CLUB, season_room.club.seq + 1, NOW, None, season.DECLARED, json.dumps(span))
    season_room.journal.append([of_before])
    season_room.club.catch_up()
    for path in ("/season", "/season.csv", "/api/v1/season", "/season?lang=ja"):
        assert guest.get(path).status_code == 200, path
    assert client.get("/club/people").status_code == 200


def test_a_span_that_is_reversed_is_refused_by_the_interface_too(season_room, client, guest):
    declare(client)
    told = guest.get("/api/v1/season?first=2026-09-02&last=2026-09-01")
    assert (told.status_code, told.json["detail"]) == (  # type: ignore[index]
        400,
        "A season cannot end before it begins.",
    )
