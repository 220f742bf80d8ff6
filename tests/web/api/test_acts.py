"""What a host may do besides entries: once for each key, only as the host, as the pages do it."""

import pytest

from rig.evening import TOKEN as HOUSE_TOKEN
from rig.evening import Cables, house
from tricktable.store.decks import demo_deck
from tricktable.table import commands, seating
from tricktable.web.api import keys
from tricktable.web.site import site_of
from web.room import CODE, Room, ask, begin, lay, sit

API = f"/api/v1/tables/{CODE}"
ORIGIN = {"Origin": "http://localhost"}
OF_CHAIRS = {
    "sit-down-anew": ("POST", "/chairs/anew", None),
    "add-player": ("POST", "/chairs", {"name": "Zoe"}),
    "swap-chairs": ("POST", "/chairs/swap", {"seat": 0, "onto": 2}),
    "draw-seats": ("POST", "/chairs/draw", {"order": [2, 0, 3, 1]}),
}
"""What changes who sits where, while nobody plays."""
ACTS = {
    "answer": ("POST", "/answer", {"key": "1", "version": 0}),
    "undo": ("POST", "/undo", None),
    "redo": ("POST", "/redo", None),
    "throw-in": ("POST", "/throw-in", None),
    "take-up": ("POST", "/games/1/take-up", None),
    "pause": ("POST", "/pause", None),
    "resume": ("POST", "/resume", None),
    "lock": ("POST", "/lock", None),
    "unlock": ("POST", "/unlock", None),
    "again": ("POST", "/games/again", {"rotate": 1, "abandon": True}),
    "name": ("PUT", "/seats/1/name", {"name": "Zoe"}),
    "let-in": ("POST", "/seats/2/let-in", None),
    "phone": ("DELETE", "/seats/1/phone", None),
    "give-back": ("POST", "/seats/1/give-back", None),
    "open": ("POST", "/seats/open", None),
    "close": ("POST", "/seats/close", None),
    "enrol": ("POST", "/decks/enrol", {"colour": "green"}),
    "replace": ("POST", "/decks/replace", {"deck": "demo red", "card": "2C"}),
    "check": ("POST", "/decks/check", {}),
    "control": ("POST", "/decks/control", {"act": "undo"}),
    "forget-controls": ("POST", "/decks/forget-controls", {"act": "mute"}),
    "play": ("POST", "/decks/play", {"deck": "demo red"}),
    "tend": ("POST", "/decks/tend", {"do": "stop"}),
    **OF_CHAIRS,
}
"""What changes a table besides its record."""
OF_HOUSE = {
    "open-table": ("POST", "/api/v1/tables", None),
    "close-table": ("DELETE", API, None),
    "swap-boards": ("POST", f"{API}/swap-boards", {"other": CODE}),
    "update-board": ("POST", f"{API}/update-board", None),
    "set-board": ("POST", f"{API}/set-board", {"settings": {"readers": 2}}),
    "correct-past": ("POST", f"{API}/games/1/corrections", {"entry": {"kind": "struck", "seq": 1}}),
    "forget": ("POST", "/api/v1/people/forget", {"name": "Ann", "again": "Ann"}),
    "address": ("PUT", "/api/v1/address", {"address": "192.168.1.20"}),
    "import": ("POST", "/api/v1/deck-file", b"{}"),
    "rename": ("POST", "/api/v1/decks/rename", {"deck": "demo red", "name": "old"}),
    "delete": ("POST", "/api/v1/decks/delete", {"deck": "demo red"}),
}
"""What changes the house: its keys are remembered until the host stops."""
UNKEYED = {
    "pen": ("PUT", f"{API}/pen", {"pen": "mine"}),
    "give-pen-back": ("POST", f"{API}/pen/give-back", {"pen": "mine"}),
    "try": ("POST", f"{API}/try", {"do": "undo"}),
}
"""What may be sent again in any case."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A room for all of these, which is brought to the same state before each."""
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()


def prepare(room, name):
    """A trick under way, and what this act needs."""
    table = room.table
    for word in (commands.Resume(), commands.Unlock()):
        table.ask(word)
    if table.view().deck_work:
        ask(table, commands.DeckWorkStep("stop"))
    begin(table)
    lay(table, "1:2C 2:9H")
    rise(table, name)
    if name == "redo":
        ask(table, commands.Undo())
    elif name == "resume":
        ask(table, commands.Pause())
    elif name in ("phone", "give-back"):
        sit(table, 1)
        sit(table, 1)
    elif name == "let-in":
        table.claim(2, seating.digest("a phone"))
    elif name == "answer":
        table.hear(f"b{table.version}", 1, "C", ["3", demo_deck().tag_of("9H")])
    elif name == "tend":
        ask(table, commands.CheckDeck())
    elif name == "forget-controls":
        ask(table, commands.MakeControl("mute"))
        table.hear(f"b{table.version}", 1, "C", ["3", "04AABBCCDDEEFF"])


def rise(table, name):
    """For what is done with chairs, a game that nobody plays, or the chairs after one."""
    if name in OF_CHAIRS:
        ask(table, commands.NextGame(abandon=True))
        if name != "sit-down-anew":
            ask(table, commands.SitDownAnew())


def send(client, method, path, body=None, **headers):
    data = {"data": body, "content_type": "application/json"} if isinstance(body, bytes) else {}
    data = data or ({} if body is None else {"json": body})
    return client.open(path, method=method, headers={**ORIGIN, **headers}, **data)


def problem(answer):
    return answer.json["type"].removeprefix("urn:tricktable:problem:")


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_done_once_for_each_key(evening, name):
    prepare(evening, name)
    client, (method, path, body) = evening.app.test_client(), ACTS[name]
    if name == "answer":
        question = client.get(API).json["question"]
        body = {"key": question["options"][0]["key"], "version": evening.table.version}
    if name == "take-up":
        ask(evening.table, commands.NewGame("torite", 3, dealer=0, abandon=True))
        path = f"/games/{evening.table.view().games - 1}/take-up"
    key = {keys.HEADER: f"the-key-of-{name}"}
    first = send(client, method, API + path, body, **key)
    assert first.status_code in (200, 201), first.json
    rows = [*evening.table.rows()]
    again = send(client, method, API + path, body, **key)
    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert [*evening.table.rows()] == rows


def test_a_key_of_an_act_holds_after_a_restart(tmp_path):
    key = {keys.HEADER: "a-long-pause"}
    for _ in range(2):
        room = Room(tmp_path)
        if not room.table.view().games:
            begin(room.table)
        client = room.app.test_client()
        assert send(client, "POST", f"{API}/pause", **key).json["seq"] == 2
        if not room.table.view().desk.is_paused:
            break
        ask(room.table, commands.Resume())
        room.close()
    assert not room.table.view().desk.is_paused, "it was not paused a second time"
    room.close()


def test_an_act_that_is_refused_uses_no_key_up(room, client):
    key = {keys.HEADER: "nothing-to-undo"}
    assert problem(send(client, "POST", f"{API}/undo", **key)) == "no-game"
    begin(room.table)
    for _ in range(2):
        ask(room.table, commands.Undo())
    assert problem(send(client, "POST", f"{API}/undo", **key)) == "refused"
    ask(room.table, commands.Redo())
    assert send(client, "POST", f"{API}/undo", **key).status_code == 200


# --- what a problem says to do -------------------------------------------------------------------


def test_a_card_that_means_something_else_is_answered_with_the_kind_to_send(room, client):
    ask(room.table, commands.NewGame("triatri", 3, dealer=0))
    card = {"seat": 1, "card": "2R"}
    refused = send(client, "POST", f"{API}/entries", {"kind": "played", **card})
    assert problem(refused) == "wrong-kind"
    assert refused.json["do"] == "Send kind `shown`."
    assert client.get(API).json["laying"]["ways"][0] == "shown"
    assert send(client, "POST", f"{API}/entries", {"kind": "shown", **card}).status_code == 201


def test_an_answer_to_an_older_question_is_told_to_look_again(room, client):
    prepare(room, "answer")
    word = {"key": "1", "version": room.table.version - 1}
    assert problem(send(client, "POST", f"{API}/answer", word)) == "moved-on"


def test_a_paused_table_and_one_with_a_deck_in_hand_say_what_to_do(room, client):
    begin(room.table)
    card = {"kind": "played", "seat": 1, "card": "2C"}
    ask(room.table, commands.Pause())
    refused = send(client, "POST", f"{API}/entries", card)
    assert (problem(refused), "/resume" in refused.json["do"]) == ("paused", True)
    ask(room.table, commands.CheckDeck())
    refused = send(client, "POST", f"{API}/entries", card)
    assert (problem(refused), "/decks/tend" in refused.json["do"]) == ("tending", True)


# --- the pen ------------------------------------------------------------------------------------


def test_who_has_no_pen_writes_as_before_and_who_lost_it_does_not(room, client):
    begin(room.table)
    assert send(client, "PUT", f"{API}/pen", {"pen": "one"}).json == {"pen": "one"}
    assert send(client, "POST", f"{API}/lock", **{"X-Pen": "one"}).status_code == 200
    page = client.get(f"/host/t/{CODE}?pen=two").text
    assert "Another host’s page keeps the score" in page
    send(client, "PUT", f"{API}/pen", {"pen": "two"})
    refused = send(client, "POST", f"{API}/unlock", **{"X-Pen": "one"})
    assert (problem(refused), "/pen" in refused.json["do"]) == ("pen", True)
    assert problem(send(client, "POST", f"{API}/unlock", **{"X-Pen": "a b"})) == "unreadable"
    assert send(client, "POST", f"{API}/unlock").status_code == 200
    assert client.get(f"{API}/console").json["is_kept"]
    assert send(client, "POST", f"{API}/pen/give-back", {"pen": "one"}).json == {"pen": "two"}
    assert send(client, "POST", f"{API}/pen/give-back", {"pen": "two"}).json == {"pen": ""}
    assert not client.get(f"{API}/console").json["is_kept"]


# --- a new game ---------------------------------------------------------------------------------


def test_a_game_begins_with_what_the_table_remembers(room, client):
    options = {"revoke_action": "undo"}
    ask(room.table, commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"], options, dealer=2))
    filled = client.get(f"{API}/new-game?game=torite&players=4").json
    assert filled["game"] == {
        "game": "torite",
        "players": 4,
        "names": ["Ann", "Bo", "Cy", "Di"],
        "options": options,
        "dealer": 3,
    }
    assert filled["people"][0] == "Ann"
    begun = send(client, "POST", f"{API}/games", {**filled["game"], "abandon": True})
    assert (begun.status_code, begun.json["options"]) == (201, options)
    ask(room.table, commands.Declare("leader", 0))
    again = send(client, "POST", f"{API}/games/again", {"rotate": 1})
    assert problem(again) == "running"
    other = {"game": "tredici", "rotate": 1, "abandon": True}
    begun = send(client, "POST", f"{API}/games/again", other).json
    assert (begun["game"], begun["names"]) == ("tredici", ["Di", "Ann", "Bo", "Cy"])


def test_every_game_can_be_begun_as_it_is_filled_in(room, client):
    for game in client.get("/api/v1/games").json["games"]:
        for players in (game["players"][0], game["players"][-1]):
            asked = f"game={game['name']}&players={players}"
            filled = client.get(f"{API}/new-game?{asked}").json["game"]
            begun = send(client, "POST", f"{API}/games", {**filled, "abandon": True})
            assert begun.status_code == 201, begun.json
            rules = client.get(f"/api/v1/games/{game['name']}?players={players}").json
            assert client.get(API).json["options"].keys() == {e["name"] for e in rules["options"]}
    assert client.get("/api/v1/games/whist?players=4").status_code == 404
    assert client.get("/api/v1/games/torite?players=9").status_code == 404
    assert client.get("/api/v1/games/torite").status_code == 400


# --- the house ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A whole house, whose tables come and go, and a program on its own machine."""
    with house(tmp_path_factory.mktemp("house"), Cables()) as made:
        yield made, made.app().test_client()


def test_a_table_is_opened_once_and_closed_once(hall):
    made, client = hall
    key = {keys.HEADER: "one-more-table"}
    opened = [send(client, "POST", "/api/v1/tables", **key) for _ in range(2)]
    assert opened[0].status_code == 201
    assert opened[0].json == opened[1].json
    code = opened[0].json["code"]
    assert [*made.tables][1:] == [code]
    assert client.get(f"/api/v1/tables/{code}/console").json["can_close"]
    reused = send(client, "DELETE", f"/api/v1/tables/{code}", **key)
    assert problem(reused) == "reused"
    closed = [
        send(client, "DELETE", f"/api/v1/tables/{code}", **{keys.HEADER: "close-it"})
        for _ in range(2)
    ]
    assert [each.json for each in closed] == [{"code": code}] * 2
    last = send(client, "DELETE", f"/api/v1/tables/{made.table.code}")
    assert (problem(last), last.json["detail"]) == ("refused", "This is the only table.")


def test_boards_are_swapped_once(hall):
    made, client = hall
    first = made.table.code
    second = send(client, "POST", "/api/v1/tables").json["code"]
    path = f"/api/v1/tables/{first}/swap-boards"
    refused = send(client, "POST", path, {"other": second})
    assert refused.json["detail"] == "Neither table has a board."
    made.give_home("E6614C311B7E6F01", first)
    for _ in range(2):
        swapped = send(client, "POST", path, {"other": second}, **{keys.HEADER: "swap-them"})
        assert swapped.json == {"boards": {second: "E6614C311B7E6F01"}}
    token = {"X-Host-Token": HOUSE_TOKEN}
    assert client.get("/api/v1/boards", headers=token).json == swapped.json
    send(client, "POST", path, {"other": second})
    assert client.get("/api/v1/boards").json == {"boards": {first: "E6614C311B7E6F01"}}


def test_an_answer_about_the_house_is_given_again_whoever_has_the_pen_by_then(hall):
    made, client = hall
    first, pen = made.table.code, f"/api/v1/tables/{made.table.code}/pen"
    second = send(client, "POST", "/api/v1/tables").json["code"]
    made.give_home("E6614C311B7E6F02", first)
    send(client, "PUT", pen, {"pen": "one"})
    swap = ("POST", f"/api/v1/tables/{first}/swap-boards", {"other": second})
    mine = {"X-Pen": "one", keys.HEADER: "swap-with-my-pen"}
    swapped = send(client, *swap, **mine)
    assert swapped.status_code == 200
    send(client, "PUT", pen, {"pen": "two"})
    assert send(client, *swap, **mine).json == swapped.json
    assert problem(send(client, *swap, **{"X-Pen": "one"})) == "pen"
    send(client, "POST", f"{pen}/give-back", {"pen": "two"})


def test_the_house_remembers_the_newest_keys_and_no_more(hall, monkeypatch):
    _, client = hall
    monkeypatch.setattr(keys, "MOST_OF_HOUSE", 2)
    for number in range(4):
        word = {"deck": "demo red", "name": "demo red"}
        send(client, "POST", "/api/v1/decks/rename", word, **{keys.HEADER: f"number-{number}"})
    kept = site_of(client.application).answers_of_house
    newest = [keys.digest("number-2"), keys.digest("number-3")]
    assert [each.rpartition(".")[2] for each in kept] == newest


def test_decks_are_renamed_taken_out_deleted_and_brought_back(room, client):
    begin(room.table)
    rename = {"deck": "demo red", "name": "Sunday's", "colour": "ruby"}
    assert send(client, "POST", "/api/v1/decks/rename", rename).json == {"decks": ["Sunday's"]}
    listed = client.get(f"{API}/decks").json["decks"][0]
    assert (listed["colour"], listed["is_in_play"]) == ("ruby", True)
    file = client.get("/api/v1/deck-file?deck=Sunday's")
    assert file.mimetype == "application/json"
    assert problem(client.get("/api/v1/deck-file?deck=none")) == "missing"
    deleted = send(client, "POST", "/api/v1/decks/delete", {"deck": "Sunday's"})
    assert deleted.json == {"decks": []}
    twice = send(client, "POST", "/api/v1/decks/delete", {"deck": "Sunday's"})
    assert problem(twice) == "refused"
    back = send(client, "POST", "/api/v1/deck-file?name=Back", file.data)
    assert (back.status_code, back.json) == (201, {"decks": ["Back"]})
    assert problem(send(client, "POST", "/api/v1/deck-file", b"{}")) == "refused"


def test_a_name_is_deleted_only_if_it_is_said_twice(room, client):
    begin(room.table)
    path = "/api/v1/people/forget"
    assert problem(send(client, "POST", path, {"name": "Ann", "again": "Anne"})) == "unsure"
    assert problem(send(client, "POST", path, {"name": "Eve", "again": "Eve"})) == "missing"
    names = [each["name"] for each in client.get("/api/v1/people").json["people"]]
    assert names == ["Ann", "Bo", "Cy", "Di"]
    left = send(client, "POST", path, {"name": "Ann", "again": "Ann"}).json["people"]
    assert [each["name"] for each in left] == ["Bo", "Cy", "Di", "Player 1"]
    assert room.table.view().names[0] == "Player 1"
