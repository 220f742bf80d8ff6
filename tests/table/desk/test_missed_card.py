"""A card that lies there and was not read: whose it is, and when the table knows which it was."""

import json
from pathlib import Path
from typing import Any

from players.torite import DEALT, declared, played, plays
from players.troika import discards, takes
from records.lines import record_of
from rig.moments import at
from rig.table import Rig
from tricktable.games.troika.rules import BASE_DECK, SEVENS
from tricktable.rules.cards import card, cards_in
from tricktable.rules.entries import Played
from tricktable.table import commands
from tricktable.table.desk.changes import EntryRow, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.missed_card import (
    ask,
    ask_missed,
    awaited_seat,
    last_awaited,
    take_missed,
)
from tricktable.table.notes import Note

RECORD = Path(__file__).parents[2] / "board" / "records" / "etori-4.jsonl"
DEAL = [json.loads(line) for line in RECORD.read_text().splitlines()[2:54]]
"""The cards of a deal in which all 52 are played."""


def begin(rig: Rig, played: int, hands_read: bool = False) -> None:
    """That deal of Etori with this many of its cards played."""
    rig.ask(commands.NewGame("etori", 4, ["Ann", "Bo", "Cy", "Di"], {}, 1))
    held = [each | {"kind": "held"} for each in DEAL] if hands_read else []
    for line in [*held, *DEAL[:played]]:
        answer = rig.ask(commands.Enter(line))
        assert answer.is_done, answer


def newest(rig: Rig) -> dict[str, Any]:
    """The last entry of the record."""
    entries = [row.body for row in rig.table.rows() if row.kind == "entry"]
    line: dict[str, Any] = json.loads(entries[-1])
    return line


def test_who_lays_to_the_next_trick_too_early_hears_whose_card_is_missing(rig):
    rig.begin(names=("Ann", "Bo", "Cy", "Di"))
    rig.play("0:AH 1:2H 2:4H")  # Di's was laid too high above the reader
    rig.lay("KH", 0)
    assert rig.said == "Di's card was not read: lay it, then KH again."
    rig.play("3:3H 0:KH")
    assert newest(rig) == {"kind": "played", "seat": 0, "card": "KH"}
    assert (rig.game.tally, rig.game.findings) == ((1, 0, 0, 0), ())


def test_where_many_cards_are_left_ok_says_whose_is_awaited(rig):
    begin(rig, 50)
    rig.press("OK")
    name = rig.view.names[DEAL[50]["seat"]]
    assert rig.said == f"Waiting for {name}'s card. Lay it or type it."
    assert rig.view.asked is None


def test_the_only_card_that_is_left_is_proposed_and_counts_when_it_is_confirmed(rig):
    begin(rig, 51)
    last = DEAL[51]
    name = rig.view.names[last["seat"]]
    rig.press("OK")
    assert rig.prompt.text == (f"{name}'s card was not read. It can only be the {last['card']}")
    rig.restart()
    rig.press("A")
    assert rig.said == "That key does nothing here."
    rig.press("3")
    assert rig.said == f"Waiting for {name}'s card. Lay it or type it."
    rig.press("OK", "2")
    assert newest(rig) == last
    rig.press("UNDO")
    assert rig.game.next_seat == last["seat"]


def test_laying_the_card_answers_too(rig):
    begin(rig, 51)
    rig.press("OK")
    rig.lay(DEAL[51]["card"], DEAL[51]["seat"])
    assert newest(rig) == DEAL[51]
    assert rig.view.asked is None


def test_hands_that_only_the_table_has_read_propose_nothing(rig):
    begin(rig, 49, hands_read=True)  # of the last trick one card: three are left, one a hand
    rig.press("OK")
    assert rig.view.asked is None
    assert rig.view.desk.note.about == "awaited"


def test_discards_that_only_the_table_has_read_propose_nothing(rig):
    rig.ask(commands.NewGame("troika", 4, [], {"variant": "saskatchewan"}, 0))
    bids = [declared(seat, "bid", bid) for seat, bid in enumerate(("pass", "7", "pass", "pass"))]
    exchange = [declared(1, "trump", "D"), takes(seat=1), discards("9C", "9D", seat=1)]
    for line in (*bids[1:], bids[0], *exchange):
        answer = rig.ask(commands.Enter(line))
        assert answer.is_done, answer
    left = (each.code for each in cards_in(BASE_DECK | SEVENS) if each.code not in ("9C", "9D"))
    for code in list(left)[1:]:
        rig.lay(code, rig.game.next_seat)
    rig.press("OK")
    assert rig.view.asked is None
    assert rig.view.desk.note.about == "awaited"


def test_before_a_trick_ok_changes_nothing(rig):
    rig.begin()
    rig.press("OK")
    assert rig.view.desk.note is None
    assert rig.view.asked is None


# --- without a table -----------------------------------------------------------------------------


def test_whose_card_a_running_trick_lacks_and_whether_it_lacks_no_other():
    led = [DEALT, declared(1, "leader")]
    cards = plays("2C", "3C", "4C", "5C", first=1)
    for lines, lacking, last in (
        ([], None, None),
        ([DEALT], None, None),
        (led, None, None),
        ([*led, *cards[:1]], 2, None),
        ([*led, *cards[:2]], 3, None),
        ([*led, *cards[:3]], 0, 0),
        ([*led, *cards], None, None),
        ([*led, *cards, played("played", 2, "9C")], 3, None),
    ):
        record = record_of(4, lines)
        assert awaited_seat(record) == lacking
        assert last_awaited(record) == last
        found = note_row(Note("awaited", lacking))
        nothing = desk_change(page="table")
        assert [*ask(record)] == [nothing if lacking is None else found]


def test_of_the_last_card_people_say_whether_it_was_that_one():
    record = record_of(4, [{"kind": "dealt", "dealer": 1}, *DEAL[:51]], "etori")
    seat, code = DEAL[51]["seat"], DEAL[51]["card"]
    asking = OpenDialogue("missed", seat, detail=code)
    assert [*ask(record)] == [desk_change(asking=asking)]
    asked = ask_missed(at(record), asking)
    name = at(record).names[seat]
    assert asked.text == f"{name}'s card was not read. It can only be the {code}"
    assert asked.options == (("2", "it was"), ("3", "it was not"))
    for key, expected in (
        ("2", EntryRow(Played(seat, card(code)))),
        ("3", note_row(Note("awaited", seat), asking=None)),
        ("4", note_row(Note("no_such_answer"))),
        ("A", note_row(Note("no_such_answer"))),
        ("OK", note_row(Note("no_such_answer"))),
    ):
        assert [*take_missed(at(record), asking, key)] == [expected]
