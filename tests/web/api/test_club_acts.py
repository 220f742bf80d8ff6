"""What a host may do for the whole club: once for each key, and only as the host."""

import pytest

from tricktable.club.competition.commands import BeginRound, SeatedMeeting
from tricktable.store.journal import CLUB
from tricktable.table import commands
from tricktable.web import limits
from tricktable.web.api import keys
from web.api.test_acts import ORIGIN, problem, send
from web.people.played_games import NAMES as PLAYERS
from web.people.played_games import play
from web.room import CODE, NAMES, Room, ask, begin, lay, sit

CLUB_API = "/api/v1/club"
COMPETITION = f"{CLUB_API}/competition"
OF_CLUB = {
    "announce": ("POST", f"{CLUB_API}/announcements", {"text": "Tea is ready", "minutes": 5}),
    "withdraw": ("DELETE", f"{CLUB_API}/announcements/1", None),
    "call": ("POST", f"{CLUB_API}/calls", {"table": CODE}),
    "answer-call": ("POST", f"{CLUB_API}/calls/{CODE}/answer", None),
    "end-call": ("DELETE", f"{CLUB_API}/calls/{CODE}", None),
    "time": ("PUT", f"{CLUB_API}/round", {"minutes": 20}),
    "end-time": ("DELETE", f"{CLUB_API}/round", None),
    "pause-time": ("POST", f"{CLUB_API}/round/pause", None),
    "resume-time": ("POST", f"{CLUB_API}/round/resume", None),
    "add-time": ("POST", f"{CLUB_API}/round/add", {"minutes": 2}),
    "lock-all": ("POST", f"{CLUB_API}/lock", None),
    "unlock-all": ("POST", f"{CLUB_API}/unlock", None),
}
"""What changes what all tables share: its keys are in the journal."""
NEW = {
    "title": "Monday",
    "game": "torite",
    "players": 4,
    "movement": "swiss",
    "entrants": [[name] for name in NAMES],
}
COUNTED = {"round": 1, "table": 1, "code": CODE, "games": [2]}
CORRECTED = {"kind": "corrected", "seq": 3, "entry": {"kind": "played", "seat": 1, "card": "4C"}}
OF_COMPETITION = {
    "compete": ("POST", COMPETITION, NEW),
    "enter": ("POST", f"{COMPETITION}/entrants", {"people": ["Eve"]}),
    "leave": ("DELETE", f"{COMPETITION}/entrants/4", None),
    "rejoin": ("POST", f"{COMPETITION}/entrants/4/rejoin", None),
    "substitute": ("PUT", f"{COMPETITION}/entrants/4/people", {"people": ["Flo"]}),
    "begin-round": ("POST", f"{COMPETITION}/rounds", {"round": 1}),
    "seat-round": ("POST", f"{COMPETITION}/rounds/seat", {"abandon": True}),
    "end-round": ("POST", f"{COMPETITION}/rounds/end", None),
    "count-games": ("POST", f"{COMPETITION}/count-games", COUNTED),
    "correct-played": (
        "POST",
        f"{COMPETITION}/corrections",
        {"code": CODE, "game": 1, "entry": CORRECTED},
    ),
    "end-competition": ("POST", f"{COMPETITION}/end", None),
    "undo-competition": ("POST", f"{COMPETITION}/undo", {"act": 2}),
    "declare-season": ("PUT", "/api/v1/season", {"first": "2026-09-01", "last": "2027-06-30"}),
}
"""What changes the club's competition and season: its keys are remembered until the host stops."""
WHOSE = {"name": PLAYERS[0], "word": "red tulips"}
BY_WORD = {
    "own": ("POST", "/api/v1/people/own", WHOSE),
    "forget-me": ("POST", "/api/v1/people/own/forget", WHOSE),
}
"""What takes a person's word and no key: a reading, and what leaves nothing to be done again."""
OTHERS = {
    "another-word": ("POST", f"{CLUB_API}/announcements", {"text": "Last round", "minutes": 5}),
    "another-season": ("PUT", "/api/v1/season", {"first": "2025-09-01", "last": "2026-06-30"}),
}
"""Other requests, of the club's own and of its competition."""
KEY = "one-and-the-same"
CALLS = OF_CLUB | OF_COMPETITION
BEFORE = {
    "withdraw": ["announce"],
    "answer-call": ["call"],
    "end-call": ["call"],
    "end-time": ["time"],
    "pause-time": ["time"],
    "resume-time": ["time", "pause-time"],
    "add-time": ["time", "pause-time"],
    "unlock-all": ["lock-all"],
    "enter": ["compete"],
    "leave": ["compete"],
    "rejoin": ["compete", "leave"],
    "substitute": ["compete"],
    "begin-round": ["compete"],
    "seat-round": ["compete"],
    "end-round": ["compete", "begin-round"],
    "count-games": ["compete", "begin-round"],
    "correct-played": ["compete", "begin-round"],
    "end-competition": ["compete"],
    "undo-competition": ["compete", "enter"],
}
"""What has to be asked before."""
MEANWHILE = {
    "withdraw": ["announce"],
    "call": ["end-call"],
    "answer-call": ["end-call", "call"],
    "end-call": ["call"],
    "end-time": ["time"],
    "pause-time": ["resume-time"],
    "resume-time": ["pause-time"],
    "lock-all": ["unlock-all"],
    "unlock-all": ["lock-all"],
    "leave": ["rejoin"],
    "rejoin": ["leave"],
    "end-competition": ["undo-competition"],
    "declare-season": ["another-season"],
}
"""What is asked between the two, so that the second could do it anew."""


def prepare(room, client, name):
    """Everything that has to be asked before this call."""
    for each in BEFORE.get(name, ()):
        asked(client, each)
    if name == "seat-round":  # the host stopped between the club's word and the table's
        begin(room.table)
        seats = [SeatedMeeting(1, CODE, [[1], [2], [3], [4]], 2)]
        assert room.club.ask(BeginRound(1, seats)).is_done
    elif name in ("count-games", "correct-played"):
        ask(room.table, commands.Declare("leader", 1))
        lay(room.table, "1:2C")
        begin(room.table)
        asked(client, "end-round")


def asked(client, name, **headers):
    answer = send(client, *(CALLS | OTHERS)[name], **headers)
    assert answer.status_code in (200, 201), (name, answer.json)
    return answer


def rows(room):
    """All that was written, for the club and at its table."""
    return [*room.journal.read(CLUB)], [*room.table.rows()]


def told(answer):
    """Its status and what it says, but for the time that runs."""
    said = dict(answer.json)
    if said.get("round"):
        said["round"] = said["round"] | {"left_s": None}
    return answer.status_code, said


@pytest.mark.parametrize("name", CALLS)
def test_a_call_of_the_club_is_done_once_for_each_key(room, client, name):
    prepare(room, client, name)
    before = rows(room)
    key = {keys.HEADER: f"the-key-of-{name}"}
    first = asked(client, name, **key)
    done = rows(room)
    assert done != before
    assert told(asked(client, name, **key)) == told(first)
    assert rows(room) == done
    for each in MEANWHILE.get(name, ()):
        asked(client, each)
    done = rows(room)
    asked(client, name, **key)
    assert rows(room) == done


@pytest.mark.parametrize("name", OF_CLUB)
def test_a_key_of_the_club_holds_after_a_restart(tmp_path, name):
    key = {keys.HEADER: f"the-key-of-{name}"}
    answers = []
    for life in range(2):
        room = Room(tmp_path)
        client = room.app.test_client()
        if not life:
            prepare(room, client, name)
        else:
            done = rows(room)
        answers.append(told(asked(client, name, **key)))
        if life:
            assert rows(room) == done
        room.close()
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", CALLS)
def test_a_key_of_the_club_with_another_request_is_refused(room, client, name):
    prepare(room, client, name)
    key = {keys.HEADER: KEY}
    asked(client, "another-word" if name in OF_CLUB else "another-season", **key)
    done = rows(room)
    refused = send(client, *CALLS[name], **key)
    assert (refused.status_code, problem(refused)) == (422, "reused")
    assert rows(room) == done


@pytest.mark.parametrize("name", ["add-time", "enter"])
def test_a_call_that_was_refused_uses_no_key_up(room, client, name):
    key = {keys.HEADER: KEY}
    assert send(client, *CALLS[name], **key).status_code in (404, 409)
    prepare(room, client, name)
    asked(client, name, **key)


@pytest.mark.parametrize("name", BY_WORD)
def test_what_takes_a_word_takes_no_key_and_may_be_sent_again(room, guest, name):
    limits.init_app(room.app, lambda: 0)
    play(room.table)
    headers = {"X-Seat-Token": sit(room.table, 0)}
    said = {"data": {"word": WHOSE["word"]}, "headers": ORIGIN | headers}
    assert guest.post(f"/t/{CODE}/seat/keep", **said).status_code == 200
    assert send(guest, *BY_WORD[name]).status_code == 200
    done = rows(room)
    again = send(guest, *BY_WORD[name])
    if name == "own":
        assert again.status_code == 200
    else:
        assert problem(again) == "no-word"
    assert rows(room) == done
