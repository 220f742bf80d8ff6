"""What anybody may read: the same as on pages, in stable shapes, and never a secret."""

import json

import pytest

from tricktable.store.decks import demo_deck
from tricktable.table import commands
from tricktable.web.site import site_of
from web.room import CODE, TOKEN, ask, begin, lay

API = f"/api/v1/tables/{CODE}"


def test_the_list_has_every_table_and_what_it_plays(room, guest):
    assert guest.get("/api/v1/tables").json["tables"][0]["game"] is None
    begin(room.table)
    assert guest.get("/api/v1/tables").json == {
        "tables": [
            {
                "code": CODE,
                "version": room.table.version,
                "board": "absent",
                "game": "torite",
                "status": "playing",
                "names": ["Ann", "Bo", "Cy", "Di"],
                "asleep_since": None,
            }
        ]
    }


def test_the_summary_is_that_of_the_record(room, guest):
    begin(room.table)
    lay(room.table, "1:2C 2:3H 3:4C 0:5C")
    lay(room.table, "3:6D")  # out of turn, or not: the judge says
    shown = guest.get(API).json
    assert shown["summary"] == json.loads(json.dumps(room.table.record().summary()))
    assert shown["summary"]["findings"]
    assert shown["trick"]["cards"] == [{"seat": 3, "card": "6D"}]
    assert shown["trick"]["last"][1] == {"seat": 2, "card": "3H"}


def test_a_table_without_a_game_says_null(guest):
    shown = guest.get(API).json
    assert (shown["summary"], shown["trick"], shown["offers"]) == (None, None, [])
    assert guest.get(f"{API}/entries").json == {"game": 0, "seq": 0, "entries": []}


def test_a_question_comes_with_its_answers(room, guest):
    begin(room.table)
    lay(room.table, "1:2C 2:3C")
    room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2C")])
    question = guest.get(API).json["question"]
    assert "2♣ was already played by Bo" in question["text"]
    assert {"key", "words"} == set(question["options"][0])


def test_an_answer_that_one_has_is_not_sent_again(room, guest):
    begin(room.table)
    for path in (API, f"{API}/entries"):
        tag = guest.get(path).headers["ETag"]
        again = guest.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        ask(room.table, commands.Rename(0, "Zoe"))
        assert guest.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_entries_are_listed_as_they_are_worded_now(room, guest):
    begin(room.table)
    lay(room.table, "1:2C 2:9H 3:4C")
    ask(room.table, commands.Strike(5))
    ask(room.table, commands.Correct(4, card="8H"))
    listed = guest.get(f"{API}/entries?after=2").json
    assert listed == {
        "game": 1,
        "seq": 7,
        "entries": [
            {"seq": 3, "kind": "played", "seat": 1, "card": "2C"},
            {"seq": 4, "kind": "played", "seat": 2, "card": "8H"},
            {"seq": 5, "kind": "played", "is_struck": True, "seat": 3, "card": "4C"},
        ],
    }


def test_a_secret_entry_says_only_that_it_was_made(room, guest):
    game = commands.NewGame("tredici", 3, dealer=0)
    ask(room.table, game)
    ask(room.table, commands.Enter({"kind": "held", "seat": 1, "card": "2C"}))
    offer = next(each for each in room.table.view().view.offers if each.what == "target")
    ask(room.table, commands.Declare("target", offer.seats[0], "H"))
    listed = guest.get(f"{API}/entries").json["entries"]
    secret = [each for each in listed if each.get("is_secret")]
    assert [{**each, "seq": 0} for each in secret] == [
        {"seq": 0, "kind": "held", "is_secret": True, "seat": 1},
        {"seq": 0, "kind": "declared", "is_secret": True},
    ]


def test_games_are_listed_with_their_entries(room, guest):
    begin(room.table)
    begin(room.table, ("Ann", "Bo", "Cy"))
    listed = guest.get(f"{API}/games").json["games"]
    assert [(each["number"], each["players"], each["entries"]) for each in listed] == [
        (1, 4, 2),
        (2, 3, 2),
    ]


def test_a_record_is_for_the_host_alone(room, guest):
    begin(room.table)
    refused = guest.get(f"{API}/games/1/record")
    assert refused.status_code == 403
    assert refused.json["type"] == "urn:tricktable:problem:not-host"
    assert guest.get(f"{API}/games/1/record?secrets=yes").status_code == 403
    token = {"X-Host-Token": TOKEN}
    assert guest.get(f"{API}/games/1/record", headers=token).status_code == 200
    assert guest.get(f"{API}/games/2/record", headers=token).status_code == 404
    assert guest.get(f"{API}/games/0/record", headers=token).status_code == 404


def test_a_running_record_tells_hands_only_to_whoever_says_so(room, client):
    begin(room.table)
    ask(room.table, commands.Enter({"kind": "held", "seat": 1, "card": "2C"}))
    refused = client.get(f"{API}/games/1/record")
    assert (refused.status_code, "secrets=yes" in refused.json["detail"]) == (409, True)
    assert '"held"' in client.get(f"{API}/games/1/record?secrets=yes").text
    begin(room.table)
    assert '"held"' in client.get(f"{API}/games/1/record").text, "it does not run any more"


def test_decks_are_told_without_the_numbers_of_their_tags(guest):
    answer = guest.get(f"{API}/decks")
    assert answer.json["decks"][0]["cards"] == 52
    assert not [uid for uid in demo_deck().tags if uid.lower() in answer.text.lower()]


@pytest.mark.parametrize(
    ("path", "status", "name"),
    [
        ("/api/v1/tables/XXX", 404, "missing"),
        ("/api/v1/nothing", 404, "missing"),
        (f"{API}/entries?after=-1", 400, "unreadable"),
        (f"{API}/entries?after=many", 400, "unreadable"),
        (f"{API}/games/1/record?secrets=perhaps", 400, "unreadable"),
    ],
)
def test_a_problem_says_what_is_wrong_and_what_to_do(client, path, status, name):
    answer = client.get(path)
    assert answer.status_code == answer.json["status"] == status
    assert answer.mimetype == "application/problem+json"
    assert answer.json["type"] == f"urn:tricktable:problem:{name}"
    assert all(answer.json[key].endswith(".") for key in ("detail", "do"))


def test_the_stream_sends_the_state_and_only_to_those_who_watch(room, guest):
    begin(room.table)
    states = site_of(room.app).states
    assert not room.feed.newest(states.channel(CODE, "en")).version, "made for nobody"
    first = guest.get(f"{API}/live")
    assert first.mimetype == "text/event-stream"
    event = first.text.split("\n")
    assert event[:2] == ["retry: 1000", "event: state"]
    assert json.loads(event[2].removeprefix("data: ")) == guest.get(API).json
    lay(room.table, "1:2C")
    newest = room.feed.newest(states.channel(CODE, "en")).message.decode()
    assert json.loads(newest.split("\n")[2].removeprefix("data: ")) == guest.get(API).json
