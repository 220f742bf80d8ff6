"""A game that its table has left is corrected, and all that tells of it follows."""

import csv
import json
import re
from datetime import UTC, date, datetime, timedelta
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from records.hostile import can_add
from rig.browser import LOOKS, PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from rig.patience import PATIENCE_S
from tricktable.club import consents, game_corrections
from tricktable.rules.cards import cards_in
from tricktable.rules.entries import Corrected, Dealt, Played, Shown
from tricktable.table import commands
from tricktable.web.guest import history
from tricktable.web.site import site_of
from web.people.played_games import NAMES, won
from web.room import CODE, TOKEN, Room, ask, begin

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


@pytest.fixture
def guest_of():
    """Ask a room for a page as a host with the token, from another machine."""

    def of(room):
        client = room.app.test_client()
        client.environ_base = {**client.environ_base, "REMOTE_ADDR": "192.168.1.50"}

        def page(path, status=200, **fields):
            form = {"host_token": TOKEN, "pen": "a-pen", **fields}
            answer = client.post(path, data=form, headers=HERE)
            assert answer.status_code == status, answer.text
            return answer.text

        return page

    return of


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
    game = site_of(room.app).careers.newest(CODE)
    for name, where in zip(game.names, game.sittings, strict=True):
        kept = consents.KeepGames(name, "no word", consents.EveningSeat(*where))
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
    assert after.count("In progress") == 1


def test_a_key_makes_one_correction_of_a_request_that_comes_twice(room, table, served):
    entry = {"entry": {"kind": "struck", "seq": last(table)}}
    answers = [call(served, "POST", CORRECTIONS, entry, "only-once-please") for __ in range(2)]
    assert answers[0] == answers[1]
    corrections = game_corrections.corrections(room.club.view())
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
    assert not game_corrections.corrections(room.club.view())


def test_only_the_host_corrects_and_only_games_that_there_were(room, table, served, guest):
    strike = {"entry": {"kind": "struck", "seq": 1}}
    assert guest.post(CORRECTIONS, json=strike).status_code == 403
    assert guest.get(PAST).status_code == 403
    missing = CORRECTIONS.replace("/1/", "/7/")
    status, said = call(served, "POST", missing, strike)
    assert (status, json.loads(said)["detail"]) == (409, "There is no such game at this table.")
    assert not game_corrections.corrections(room.club.view())


def test_the_newest_game_is_corrected_at_its_table(room, table, served):
    seq = table.record().seq
    where = CORRECTIONS.replace("/1/", "/2/")
    status, said = call(served, "POST", where, {"entry": {"kind": "struck", "seq": seq}})
    assert (status, json.loads(said)["seq"]) == (200, seq + 1)
    assert table.record().step(seq) is None
    assert not game_corrections.corrections(room.club.view())


def test_a_correction_is_there_after_a_start_and_at_every_host(room, table, served):
    call(served, "POST", CORRECTIONS, {"entry": {"kind": "struck", "seq": last(table)}})
    club = type(room.club)(room.journal, room, room.wall_clock)
    assert game_corrections.corrections(club.view()) == game_corrections.corrections(
        room.club.view()
    )


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
    assert "Round 1" in shown
    tried = guest.post(f"{PAST}/1", data={**token, "try": "strike", "seq": last(table)}, **host)
    assert re.search(r"<h2[^>]*>Strike <", tried.text)
    assert not game_corrections.corrections(room.club.view())
    form = tried.text.split('class="choices last"')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))
    done = guest.post(re.search(r'action="(.*?)"', form)[1], data=fields, **host)
    assert done.status_code == 200
    assert 'class="struck"' in done.text
    assert game_corrections.corrections(room.club.view())[CODE, 1]
    # Whoever confirms what somebody else has changed meanwhile looks again.
    late = guest.post(re.search(r'action="(.*?)"', form)[1], data=fields, **host)
    assert (late.status_code, "The table has moved on. Look again." in late.text) == (409, True)


def test_another_page_that_keeps_score_must_be_taken_over_first(room, table, client):
    table.take_write_lock("somebody-else")
    fields = {"pen": "me", "seq": last(table)}
    refused = client.post(f"{PAST}/1/strike", data=fields, headers=HERE)
    assert refused.status_code == 409
    assert "Another host’s page keeps the score." in refused.text


@pytest.mark.parametrize(("tongue", "scheme"), LOOKS[:2])
def test_on_a_phone_a_host_puts_a_card_right(room, table, browser, served, watch, tongue, scheme):
    with room.app.test_request_context():
        (game, _) = site_of(room.app).evenings.games(table, history.past_corrections())
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
    assert not game_corrections.corrections(room.club.view())
    page.locator("#preview .main").click()
    page.locator("#game").wait_for()
    (line,) = game_corrections.corrections(room.club.view())[CODE, 1]
    assert json.loads(line)["entry"]["card"] == card
    assert json.loads(call(served, "GET", RECORD)[1].splitlines()[-1]) == json.loads(line)


# --- earlier evenings -----------------------------------------------------------------------------

MAY = datetime(2026, 5, 1, 19, tzinfo=UTC)


@pytest.fixture
def over_a_season(tmp_path):
    """A room whose table has been played at on three evenings, and on a fourth one now."""
    clock = [MAY]
    room = Room(tmp_path, wall_clock=lambda: clock[0])
    for days, names in ((0, NAMES), (7, ("Eve", "Fay", "Gil", "Hal")), (14, NAMES)):
        clock[0] = MAY + timedelta(days=days)
        ask(room.table, commands.TakeIn(won()))
        clock[0] += timedelta(minutes=30)
        ask(room.table, commands.TakeIn(won(names)))
    clock[0] = MAY + timedelta(days=21)
    ask(room.table, commands.TakeIn(won()))
    begin(room.table)
    yield room
    room.close()


def buttons(page, name):
    """What the buttons with this name say, by their values."""
    found = re.findall(rf'<button name="{name}" value="(\d+)"[^>]*>(.*?)</button>', page, re.DOTALL)
    return {int(value): re.sub(r"<.*?>", "", said) for value, said in found}


def games_on(page):
    """The numbers of the games that a page offers, in its order."""
    return [int(each) for each in re.findall(rf'action="{PAST}/(\d+)"', page)]


def test_earlier_evenings_are_listed_if_asked_for_newest_first(over_a_season, guest_of):
    guest = guest_of(over_a_season)
    page = guest(PAST)
    assert games_on(page) == [7]
    assert buttons(page, "evening") == {}
    assert [*buttons(page, "evenings")] == [1]
    listed = buttons(guest(PAST, evenings="1"), "evening")
    assert [*listed] == [5, 3, 1]
    assert listed[5].startswith("May 15, 2026 2 games&nbsp;· ")
    assert listed[1].startswith("May 1, 2026 2 games&nbsp;· ")
    page = guest(PAST, evening="3")
    assert games_on(page) == [4, 3]
    assert "May 8, 2026" in page
    assert page.index("Fay") < page.index(NAMES[0]), "game 4 is another four's, and comes first"
    assert [*buttons(page, "evenings")] == [1]
    assert games_on(guest(PAST, evening="7")) == [7]
    assert "There is no such game" in guest(PAST, status=404, evening="0")


def test_a_game_of_an_earlier_evening_is_corrected_like_one_of_this(over_a_season, guest_of):
    guest = guest_of(over_a_season)
    shown = guest(f"{PAST}/1")
    assert [*buttons(shown, "evening")] == [1], "back to its own evening"
    tried = guest(f"{PAST}/1", **{"try": "strike", "seq": str(len(won()) - 1)})
    form = tried.split('class="choices last"')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))
    done = guest(re.search(r'action="(.*?)"', form)[1], **fields)
    assert 'class="struck"' in done
    assert [*game_corrections.corrections(over_a_season.club.view())] == [(CODE, 1)]
    assert 'class="struck"' in guest(f"{PAST}/1")
    guest(f"{PAST}/8", status=404)  # the game that is being played
    guest(f"{PAST}/99", status=404)


def test_a_game_that_was_taken_up_again_has_no_page_under_its_former_number(tmp_path):
    clock = [MAY]
    room = Room(tmp_path, wall_clock=lambda: clock[0])
    begin(room.table)
    ask(room.table, commands.NewGame("torite", 4, list(NAMES), abandon=True))
    ask(room.table, commands.TakeUp(1))
    clock[0] += timedelta(days=7)
    ask(room.table, commands.NewGame("torite", 4, list(NAMES), abandon=True))
    client = room.app.test_client()
    assert [client.get(f"{PAST}/{number}").status_code for number in (1, 2, 3)] == [404, 404, 200]
    room.close()


def test_a_table_with_one_evening_offers_no_other(room, table, client):
    assert buttons(client.get(PAST).text, "evenings") == {}


@pytest.mark.parametrize(("tongue", "scheme"), LOOKS[:2])
def test_on_a_phone_a_host_finds_an_earlier_game(over_a_season, browser, watch, tongue, scheme):
    with over_a_season.served() as url:
        page = watch(phone(browser, scheme, size=PHONE))
        page.goto(f"{url}{PAST}?lang={tongue}")
        page.locator("#more").click()
        page.locator("#evenings").wait_for()
        assert_open_to_all(page, scheme)
        assert_fits(page, PHONE, SMALL_PHONE)
        page.locator("#evenings button").last.click()
        page.locator("#games .hint").wait_for()
        assert_open_to_all(page, scheme)
        assert_fits(page, PHONE, SMALL_PHONE)
        page.locator("#games button").last.click()
        page.locator("#game").wait_for()
        page.locator('button[name="evening"]').click()
        page.locator("#games .hint").wait_for()
        assert page.locator("#games button").count() == 2
        page.context.close()


def test_a_game_without_a_deal_lists_its_entries_all_the_same(room, client):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    ask(room.table, commands.Enter({"kind": "dealt", "dealer": 1}))
    begin_again = commands.NewGame("troika", 4, list(NAMES), abandon=True)
    ask(room.table, begin_again)
    page = client.get(f"{PAST}/1").text
    assert '<li id="e1"' in page
    with room.app.test_request_context():
        games = site_of(room.app).evenings.games(room.table, history.past_corrections())
    assert isinstance(games[0].record.last.entry, Dealt)
    assert client.get(f"{PAST}/2").status_code == 404
