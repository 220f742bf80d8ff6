"""Whatever the host's pages can do, a program can: each form has its operation.

A new form without one fails here.
"""

import pytest

from tricktable.club import announcements, calls, locks, round_timer
from tricktable.table import commands
from tricktable.web.club import organiser
from tricktable.web.host import corrections, decks, forms
from web.room import CODE, Room, begin

OF_FORMS = {
    "game": "beginGame",
    "next": "playAgain",
    "deal": "addEntry",
    "declare": "addEntry",
    "move": "addEntry",
    "lay": "addEntry",
    forms.SAY: "addEntry",
    "strike": "strikeEntry",
    "restore": "restoreEntry",
    "correct": "correctEntry",
    forms.AMEND: "correctEntry",
    "reply": "answerQuestion",
    "undo": "undo",
    "redo": "redo",
    "throw": "throwIn",
    "pause": "pause",
    "resume": "resume",
    "lock": "lock",
    "unlock": "unlock",
    "take_up": "takeUpGame",
    "rename": "renameSeat",
    "let_in": "letPhoneIn",
    "let_all_in": "letPhoneIn",  # one after another
    "send_away": "sendPhoneAway",
    "give_back": "giveSeatBack",
    "open_seats": "openSeats",
    "close_seats": "closeSeats",
    "add_player": "addPlayer",
    "swap_chairs": "swapChairs",
    forms.DRAW: "drawSeats",
    "sit_down_anew": "sitDownAnew",
}
OF_DECKS = {
    "enrol": "enrolDeck",
    "replace": "replaceCard",
    "check": "checkDeck",
    "control": "makeControlCard",
    "forget": "forgetControlCards",
    "play": "playWithDeck",
    "tend": "tendDeck",
    "rename": "renameDeck",
    "delete": "deleteDeck",
    "import": "importDeck",
}
OF_CLUB = {
    "announce": "announce",
    "withdraw": "withdrawAnnouncement",
    "lock": "lockAll",
    "unlock": "unlockAll",
    "answer": "answerCall",
    "end_call": "endCall",
    "start": "startRound",
    "pause": "pauseRound",
    "resume": "resumeRound",
    "add": "prolongRound",
    "end": "endRound",
}
PAGES = ("host", "decks", "export", "past_games", "club", "help")
OF_ROUTES = {
    "host.index": {"listTables"},
    "host.open_table": {"openTable"},
    "host.close_table": {"closeTable"},
    "host.choose_address": {"readAddress", "chooseAddress"},
    "host.swap_boards": {"swapBoards"},
    "host.update_board": {"updateBoard"},
    "host.set_board": {"setBoard"},
    "host.page": {"readTable", "listEntries", "readConsole", "prefillGame", "tryChange"},
    "host.act": {*OF_FORMS.values()},
    "host.forget_name": {"forgetPerson"},
    "host.take_write_lock": {"takePen"},
    "host.call_organiser": {"callOrganiser", "endCall"},
    "club.page": {"readClub", *OF_CLUB.values()},
    "club.live": {"followClub"},
    "help.call": {"callOrganiser"},
    "host.give_back_write_lock": {"givePenBack"},
    "decks.index": {"listDecks"},
    "decks.export": {"exportDeck"},
    "decks.act": {*OF_DECKS.values()},
    "export.record": {"exportRecord"},
    "export.scores": {"exportScores"},
    "export.print_evening": {"exportScores"},
    "past_games.game_list": {"listGames"},
    "past_games.page": {"exportRecord"},
    "past_games.act": {"correctPast"},
}
TRIED = {
    "undo": {"do": "undo"},
    "redo": {"do": "redo"},
    "throw": {"do": "throw-in"},
    "strike": {"do": "strike", "seq": 2},
    "restore": {"do": "restore", "seq": 2},
    "correct": {"do": "correct", "seq": 1, "entry": {"kind": "dealt", "dealer": 3}},
    "amend": {
        "do": "correct",
        "seq": 2,
        "entry": {"kind": "declared", "seat": 2, "topic": "leader"},
    },
}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()


def test_every_form_of_the_hosts_pages_has_its_operation(room):
    described = room.app.test_client().get("/api/v1/openapi.json").json
    operations = {
        operation["operationId"]
        for path in described["paths"].values()
        for operation in path.values()
    }
    pages = {
        rule.endpoint
        for rule in room.app.url_map.iter_rules()
        if rule.endpoint.partition(".")[0]
        in ("host", "decks", "export", "past_games", "club", "help")
    }
    assert OF_ROUTES.keys() == pages
    assert set.union(*OF_ROUTES.values()) <= operations
    assert OF_FORMS.keys() == {*forms.ACTIONS, forms.SAY, forms.AMEND}
    assert OF_CLUB.keys() == organiser.ACTS.keys()
    assert OF_DECKS.keys() == {*decks.AT_A_READER, *decks.WITH_THE_SHELF}


def test_every_request_that_a_form_can_make_is_one_of_a_programs(room):
    made = {*forms.ACTIONS.values(), *decks.AT_A_READER.values()}
    own = {*commands.OfASeat.__args__}  # a seat's own phone does that
    assert {*commands.Request.__args__} - made == {commands.TakeIn, commands.Enter, *own}


def test_every_request_that_the_club_takes_is_one_of_its_forms():
    of_the_tables = {calls.CallForHelp}
    parts = (announcements.PART, calls.PART, locks.PART, round_timer.PART)
    taken = {each for part in parts for each in part.requests}
    assert taken == {*organiser.ACTS.values()} | of_the_tables


def test_whatever_the_hosts_page_can_try_a_program_can_try_too(room):
    assert TRIED.keys() == corrections.WORDS.keys()
    begin(room.table)
    client, rows = room.app.test_client(), len([*room.table.rows()])
    tried = {
        name: client.post(f"/api/v1/tables/{CODE}/try", json=what) for name, what in TRIED.items()
    }
    assert {name for name, answer in tried.items() if answer.status_code != 200} == {"redo"}
    assert "not undone" in tried["redo"].json["detail"] or tried["redo"].json["status"] == 409
    for answer in (tried["undo"].json, tried["strike"].json):
        assert answer["before"]["next"] == {"seat": 1, "what": "play"}
        assert answer["after"]["next"]["what"] == "leader"
    assert tried["amend"].json["after"]["next"]["seat"] == 2
    assert len([*room.table.rows()]) == rows, "nothing was kept"
