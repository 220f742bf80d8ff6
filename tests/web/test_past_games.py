"""A game that its table has left is corrected, and all that tells of it follows."""

from __future__ import annotations

import csv
import json
import re
from datetime import date
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from records.hostile import can_add
from rig.browser import LOOKS, PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from rig.patience import PATIENCE_S
from tricktable.rules.cards import cards_in
from tricktable.rules.entries import Corrected, Dealt, Played, Shown
from tricktable.table import commands
from tricktable.table.club import consents, correcting
from tricktable.web.guest import history
from web.people.played import NAMES, won
from web.room import CODE, TOKEN, ask, begin

PAST = f"/host/t/{CODE}/past"
EVENING = f"/t/{CODE}/evening"
RECORD = f"/api/v1/tables/{CODE}/games/1/record"
CORRECTIONS = f"/api/v1/tables/{CODE}/games/1/corrections"
HERE = {"Origin": "http://localhost"}


@pytest.fixture
def table(room):
    """A table that has left one game, which somebody won, for another."""
    ask(room.table, commands.TakeIn(won()))
    begin(room.table)
    return room.table


def call(url, method, path, body=None, key="", token=TOKEN):
    """What the host answers to a program: the status, and what it says."""
    line = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    words = {"Content-Type": "application/json", "X-Host-Token": token}
    if key:
        words["Idempotency-Key"] = key
    line.request(method, path, None if body is None else json.dumps(body), words)
    answer = line.getresponse()
    told = answer.status, answer.read().decode()
    line.close()
    return told


def last(table):
    """The number of the first game's last entry."""
    return len(won()) - 1


# --- for programs ---------------------------------------------------------------------------------


def test_a_program_corrects_a_past_game_and_its_files_and_pages_follow(room, table, served):
    struck = {"kind": "struck", "seq": last(table)}
    __, before = call(served, "GET", EVENING)
    status, said = call(served, "POST", CORRECTIONS, {"entry": struck})
    assert (status, json.loads(said)) == (
        200,
        {"game": 1, "seq": last(table) + 1, "is_saved": True},
    )
    __, record = call(served, "GET", RECORD)
    lines = record.splitlines()
    assert [*map(json.loads, lines)][-1] == struck
    assert len(lines) == len(won()) + 1
    __, after = call(served, "GET", EVENING)
    assert "Not finished" in after
    assert "Not finished" not in before.partition('id="results"')[2].partition("Game 1")[2]
    __, scores = call(served, "GET", f"/api/v1/tables/{CODE}/scores")
    first = [line for line in scores.splitlines() if line.startswith(f"{CODE},1,")]
    assert first
    assert all(",playing," in line for line in first)
    assert table.view().games == 2


def season(url):
    """How many games the season of today has of everybody who keeps them."""
    today = date.today().isoformat()  # noqa: DTZ011 - a game counts on the day where the host is
    path = f"/season.csv?first={today}&last={today}&by=games&least=1"
    __, said = call(url, "GET", path)
    return {
        each["name"]: each["games"] for each in csv.DictReader(said.lstrip("\ufeff").splitlines())
    }


def test_the_season_and_peoples_own_pages_follow(room, served):
    ask(room.table, commands.TakeIn(won()))
    game = room.app.config["CAREERS"].newest(CODE, 0)
    for name, where in zip(game.names, game.sittings, strict=True):
        kept = consents.KeepGames(name, "no word", consents.Seated(*where))
        assert room.club.ask(kept).is_done
    begin(room.table)
    assert season(served) == dict.fromkeys(NAMES, "1")
    strike = {"entry": {"kind": "struck", "seq": last(room.table)}}
    assert call(served, "POST", CORRECTIONS, strike)[0] == 200
    assert season(served) == {}


def test_a_correction_rests_on_those_before_it_and_one_can_be_put_back(table, served):
    seq = last(table)
    __, said = call(served, "GET", RECORD)
    was = json.loads(said.splitlines()[-1])
    assert call(served, "POST", CORRECTIONS, {"entry": {"kind": "struck", "seq": seq}})[0] == 200
    back = {"kind": "corrected", "seq": seq, "entry": was}
    status, told = call(served, "POST", CORRECTIONS, {"entry": back})
    assert (status, json.loads(told)["seq"]) == (200, seq + 2)
    __, after = call(served, "GET", EVENING)
    assert after.count("Not finished") == 1  # the game that is being played


def test_a_key_makes_one_correction_of_a_request_that_comes_twice(room, table, served):
    entry = {"entry": {"kind": "struck", "seq": last(table)}}
    answers = [call(served, "POST", CORRECTIONS, entry, "only-once-please") for __ in range(2)]
    assert answers[0] == answers[1]
    corrections = correcting.corrections(room.club.view())
    assert [*corrections] == [(CODE, 1)]
    assert len(corrections[CODE, 1]) == 1
    other = {"entry": {"kind": "struck", "seq": 1}}
    assert call(served, "POST", CORRECTIONS, other, "only-once-please")[0] == 422


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"entry": {"kind": "struck", "seq": 1}, "also": 1}, 400),
        ({"entry": {"kind": "struck", "seq": 1, "also": 1}}, 400),
        ({"entry": {"kind": "played", "seat": 0, "card": "2C"}}, 400),
        ({}, 400),
        ({"entry": {"kind": "struck", "seq": 10**6}}, 409),
    ],
)
def test_what_is_no_correction_is_refused_and_changes_nothing(room, table, served, body, status):
    told, said = call(served, "POST", CORRECTIONS, body)
    assert told == status, said
    assert not correcting.corrections(room.club.view())


def test_only_the_host_corrects_and_only_games_that_there_were(room, table, served, guest):
    strike = {"entry": {"kind": "struck", "seq": 1}}
    assert guest.post(CORRECTIONS, json=strike).status_code == 403
    assert guest.get(PAST).status_code == 403
    missing = CORRECTIONS.replace("/1/", "/7/")
    status, said = call(served, "POST", missing, strike)
    assert (status, json.loads(said)["detail"]) == (409, "There is no such game at this table.")
    assert not correcting.corrections(room.club.view())


def test_the_newest_game_is_corrected_at_its_table(room, table, served):
    seq = table.record().seq
    where = CORRECTIONS.replace("/1/", "/2/")
    status, said = call(served, "POST", where, {"entry": {"kind": "struck", "seq": seq}})
    assert (status, json.loads(said)["seq"]) == (200, seq + 1)
    assert table.record().step(seq) is None
    assert not correcting.corrections(room.club.view())


def test_a_correction_is_there_after_a_start_and_at_every_host(room, table, served):
    call(served, "POST", CORRECTIONS, {"entry": {"kind": "struck", "seq": last(table)}})
    club = type(room.club)(room.journal, room, room.wall_clock)
    assert correcting.corrections(club.view()) == correcting.corrections(room.club.view())


# --- for people -----------------------------------------------------------------------------------


def other_card(record):
    """The number of an entry, and another card that it could have been."""
    for step in record.steps():
        if not isinstance(step.entry, Played | Shown):
            continue
        for card in cards_in(record.header.deck):
            said = Corrected(step.seq, step.entry._replace(card=card))
            if card != step.entry.card and can_add(record.fork(), said):
                return step.seq, card.code
    raise AssertionError("no card could have been another one")


def test_a_host_with_a_token_corrects_a_card_step_by_step(room, table, guest):
    token = {"host_token": TOKEN, "pen": "a-pen"}
    host = {"headers": HERE}
    chosen = guest.post(PAST, data=token, **host)
    assert all(name in chosen.text for name in NAMES)
    assert f'action="{PAST}/1"' in chosen.text
    shown = guest.post(f"{PAST}/1", data=token, **host).text
    assert "Deal 1" in shown
    tried = guest.post(f"{PAST}/1", data={**token, "try": "strike", "seq": last(table)}, **host)
    assert f"Strike entry {last(table)}?" in tried.text
    assert not correcting.corrections(room.club.view())
    form = tried.text.split('class="choices last"')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))
    done = guest.post(re.search(r'action="(.*?)"', form)[1], data=fields, **host)
    assert done.status_code == 200
    assert 'class="struck"' in done.text
    assert correcting.corrections(room.club.view())[CODE, 1]
    # Whoever confirms what somebody else has changed meanwhile looks again.
    late = guest.post(re.search(r'action="(.*?)"', form)[1], data=fields, **host)
    assert (late.status_code, "The table has moved on. Look again." in late.text) == (409, True)


def test_another_console_that_keeps_score_must_be_taken_over_first(room, table, client):
    table.take_write_lock("somebody-else")
    fields = {"pen": "me", "seq": last(table)}
    refused = client.post(f"{PAST}/1/strike", data=fields, headers=HERE)
    assert refused.status_code == 409
    assert "Another console is keeping score." in refused.text


@pytest.mark.parametrize(("tongue", "scheme"), LOOKS[:2])
def test_on_a_phone_a_host_finds_the_game_and_puts_a_card_right(
    room, table, browser, served, watch, tongue, scheme
):
    with room.app.test_request_context():
        (game, _) = room.app.config["EVENINGS"].games(table, history.past_corrections())
    seq, card = other_card(game.record)
    page = watch(phone(browser, size=PHONE))
    page.goto(f"{served}/host/t/{CODE}?lang={tongue}")
    page.locator("#earlier button").click()
    page.locator("#games").wait_for()
    assert_fits(page, PHONE, SMALL_PHONE)
    page.locator("#games button").click()
    page.locator("#game").wait_for()
    assert_open_to_all(page, scheme)
    assert_fits(page, PHONE, SMALL_PHONE)
    page.locator(f'#e{seq} button[name="correct"]').click()
    page.locator("#correct").wait_for()
    assert_fits(page, PHONE, SMALL_PHONE)
    page.locator(f'#correct button[name="card"][value="{card}"]').first.click()
    page.locator("#preview .changes").wait_for()
    assert_open_to_all(page, scheme)
    assert_fits(page, PHONE, SMALL_PHONE)
    assert not correcting.corrections(room.club.view())
    page.locator("#preview .main").click()
    page.locator("#game").wait_for()
    (line,) = correcting.corrections(room.club.view())[CODE, 1]
    assert json.loads(line)["entry"]["card"] == card
    assert json.loads(call(served, "GET", RECORD)[1].splitlines()[-1]) == json.loads(line)


def test_a_game_without_a_deal_lists_its_entries_all_the_same(room, client):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    ask(room.table, commands.Enter({"kind": "dealt", "dealer": 1}))
    begin_again = commands.NewGame("troika", 4, list(NAMES), abandon=True)
    ask(room.table, begin_again)
    page = client.get(f"{PAST}/1").text
    assert "Deal 1" in page
    with room.app.test_request_context():
        games = room.app.config["EVENINGS"].games(room.table, history.past_corrections())
    assert isinstance(games[0].record.last.entry, Dealt)
    assert client.get(f"{PAST}/2").status_code == 404
