"""What a program reads has the shape in which it writes: entries, and what is offered."""

from collections import Counter

import pytest

from tricktable.table import commands
from web.room import CODE, Room, ask

API = f"/api/v1/tables/{CODE}"
BESIDE = {"seq", "is_struck", "is_secret", "is_presumed"}
"""What an entry has besides what is sent."""


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()


def makes(offer, seat):
    """The entry that an offer makes, by nothing but what it says."""
    value = offer["values"][0]
    match offer["kind"]:
        case "dealt":
            return {"kind": "dealt", "dealer": seat}
        case "declared":
            return {"kind": "declared", "seat": seat, "topic": offer["what"], "value": value}
        case "moved":
            source, target = offer["what"].split(">")
            places = {"from": source, "to": target}
            return {"kind": "moved", "seat": seat, **places, "count": value, "cards": None}


def as_sent(entry):
    """What is read of an entry, as it is sent."""
    return {name: said for name, said in entry.items() if name not in BESIDE}


@pytest.mark.parametrize("game", ["tredici", "troika", "torite"])
def test_the_step_that_is_awaited_is_offered_by_that_word_and_read_as_it_was_sent(room, game):
    client, sent = room.app.test_client(), []
    ask(room.table, commands.NewGame(game, 4, abandon=True))
    for _ in range(24):
        state = client.get(API).json
        twice = Counter((each["what"], seat) for each in state["offers"] for seat in each["seats"])
        assert twice == Counter(twice.keys()), "a seat has one offer of each"
        step = state["summary"]["next"]["what"]
        due = [each for each in state["offers"] if each["step"] == step]
        if step == "play":
            break
        assert due, f"{game} waits for {step}, and nothing of that name is offered"
        entry = makes(due[0], due[0]["seats"][0])
        assert client.post(f"{API}/entries", json=entry).status_code == 201, entry
        sent.append((due[0]["is_secret"], entry))
    assert len(sent) > 1
    read = client.get(f"{API}/entries").json["entries"]
    for (is_secret, entry), again in zip(sent, read, strict=True):
        plain = {name: said for name, said in entry.items() if said is not None}
        assert as_sent(again) == (as_sent(again) if is_secret else plain)
        if not again.get("is_secret"):
            answer = client.put(f"{API}/entries/{again['seq']}", json=as_sent(again))
            assert answer.status_code == 200, answer.json


def test_a_call_that_several_may_make_is_offered_once(room):
    """Some may call in their turn, and others early: it was offered once for all, and each."""
    client = room.app.test_client()
    options = {"kische_when": "own_turn"}
    ask(room.table, commands.NewGame("tredici", 4, options=options, abandon=True))
    seen = 0
    for _ in range(30):
        state = client.get(API).json
        calls = [each for each in state["offers"] if each["what"] == "kische"]
        assert len(calls) < 2, calls
        seen += len(calls)
        due = [e for e in state["offers"] if e["step"] == state["summary"]["next"]["what"]]
        if not due:
            break
        client.post(f"{API}/entries", json=makes(due[0], due[0]["seats"][0]))
    assert seen
