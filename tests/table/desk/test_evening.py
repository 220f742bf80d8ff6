"""The evening: pauses, the lock, one game after another, and who sits where."""

import json
from collections.abc import Iterable, Iterator

import pytest

from players.torite import DEALT, declared, plays
from records.lines import record_of
from rig.moments import at
from tricktable.rules.entries import BadLine, Dealt, Entry, Impossible
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.table.desk import evening
from tricktable.table.desk.changes import (
    Change,
    Changes,
    EntriesRow,
    EntryRow,
    NamesRow,
    desk_change,
    note_row,
)
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note
from tricktable.text.language import Message

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fi")
BY_ROTATION = "{seat} deals by rotation"


def names_and_rest(changes: Changes) -> tuple[list[str] | None, list[Change]]:
    """The names with which the game begins, None for those of the seats; and the other rows."""
    begins, *rest = changes
    assert begins.kind == "game"
    names = begins.body.get("names")
    assert names is None or isinstance(names, list | tuple)
    return (None if names is None else [*names]), rest


def deal(dealer: int, words: str) -> list[Change]:
    """The rows of a deal that is presumed."""
    why = Message(words, {"seat": dealer})
    return [EntryRow(Dealt(dealer), is_presumed=True), note_row(Note("presumed", detail=why))]


def at_table(record: Record) -> Moment:
    return at(record, names=NAMES[: record.header.seats])


@pytest.mark.parametrize("rotate", range(9))
def test_everybody_moves_on_and_whoever_sits_after_the_last_dealer_deals(rotate):
    for game, players in (("torite", 4), ("torite", 3), ("etori", 6), ("tredici", 2)):
        seated = NAMES[:players]
        moved = [seated[(seat - rotate) % players] for seat in range(players)]
        for dealer in range(players):
            record = record_of(players, [{"kind": "dealt", "dealer": dealer}], game)
            after = seated[(dealer + 1) % players]
            names, rest = names_and_rest(evening.next_game(at_table(record), rotate))
            assert names == moved
            assert rest == deal(moved.index(after), BY_ROTATION)
        names, rest = names_and_rest(
            evening.next_game(at_table(record_of(players, [], game)), rotate)
        )
        assert (names, rest) == ([NAMES[(seat - rotate) % players] for seat in range(players)], [])


def test_the_last_deal_of_a_game_decides_who_deals_next():
    tricks = [f"{rank}{suit}" for rank in "AKQJ" for suit in "CDHS"]
    deals = [DEALT, *plays(*tricks, first=1), {"kind": "dealt", "dealer": 3}]
    record = record_of(4, deals, "etori")
    assert names_and_rest(evening.next_game(at_table(record), 0))[1] == deal(0, BY_ROTATION)


def test_where_play_goes_anticlockwise_so_does_the_deal():
    record = record_of(6, [{"kind": "dealt", "dealer": 3}], "etori", direction="anticlockwise")
    for rotate in range(6):
        _, rest = names_and_rest(evening.next_game(at_table(record), rotate))
        assert rest == deal((2 + rotate) % 6, BY_ROTATION)


def test_one_player_deals_again_without_a_word_of_rotation():
    record = record_of(1, [DEALT])
    for rotate in (0, 1, 5):
        _, rest = names_and_rest(evening.next_game(at_table(record), rotate))
        assert rest == deal(0, "{seat} deals")


def test_no_game_is_played_again_or_paused_before_the_first():
    (again,) = evening.next_game(at(None), 1)
    (paused,) = evening.pause(at(None))
    for row in (again, paused):
        assert row.note.about == "no_game"
        assert row.body.keys() == {"note"}


def test_a_pause_and_the_lock_drop_what_was_half_typed_and_going_on_does_not():
    dropped = {"asking": None, "typed": ""}
    running, resting = at(record_of(4)), at(record_of(4), Desk(is_paused=True))
    for changes, expected in (
        (evening.pause(running), note_row(Note("paused"), is_paused=True, **dropped)),
        (evening.resume(resting), note_row(Note("resumed"), is_paused=False)),
        (evening.resume(running), desk_change()),
        (evening.lock(True), note_row(Note("locked"), is_locked=True, **dropped)),
        (evening.lock(False), note_row(Note("unlocked"), is_locked=False, **dropped)),
    ):
        assert [*changes] == [expected]


def new(*names: str, **more: object) -> commands.NewGame:
    return commands.NewGame("torite", 4, [*names], **more)  # type: ignore[arg-type]


def test_a_new_game_keeps_the_name_of_each_seat_that_was_given_none():
    seats = ["North", "East", "South", "West"]
    for names, expected in (
        ([], None),
        ([""], None),
        (["", "  ", "", ""], None),
        (["Ann", "", "", ""], ["Ann", *seats[1:]]),
        (["", " Bo ", "", ""], [seats[0], "Bo", *seats[2:]]),
        ([*NAMES[:4]], [*NAMES[:4]]),
        ([*NAMES[:3], " "], [*NAMES[:3], "West"]),
        ([*NAMES[:6]], [*NAMES[:4]]),
    ):
        assert names_and_rest(evening.new_game(at(None), new(*names))) == (expected, [])


def test_a_new_game_needs_a_name_for_each_seat_or_for_none():
    for names in (["Ann"], ["", "Bo", "Cy"]):
        with pytest.raises(BadLine, match="must be a list of 4 strings"):
            evening.new_game(at(None), new(*names))


def test_the_first_dealer_of_a_new_game_is_named_or_presumed_or_left_open():
    for dealer in range(4):
        named = names_and_rest(evening.new_game(at(None), new(dealer=dealer)))[1]
        assert named == [EntryRow(Dealt(dealer))]
        presumed = new(dealer=dealer, is_dealer_chosen=False)
        begun = names_and_rest(evening.new_game(at(None), presumed))[1]
        assert begun == [EntryRow(Dealt(dealer), is_presumed=True)], "and nobody is asked"
    for request in (new(dealer=4), commands.NewGame("torite", 5), commands.NewGame("chess", 4)):
        with pytest.raises(BadLine):
            evening.new_game(at(None), request)
    options: dict[str, JsonValue] = {"stop_when_lost": "auto"}
    (row,) = evening.new_game(at(None), commands.NewGame("torite", 2, options=options))
    assert row.body["options"] == options


def test_a_seat_is_renamed_unless_the_name_is_empty_or_nobody_can_sit_there():
    names = ["Ann", "Bo", "Cy"]
    for seat, name, expected in (
        (0, "Eve", ["Eve", "Bo", "Cy"]),
        (2, " Eve ", ["Ann", "Bo", "Eve"]),
        (1, "", names),
        (1, "  ", names),
    ):
        assert [*evening.rename(at(None, names=names), seat, name)] == [NamesRow(expected)]
    for seat in (3, 4):
        with pytest.raises(Impossible, match="that seat is empty in this game"):
            evening.rename(at(None, names=names), seat, "Eve")
    assert names == ["Ann", "Bo", "Cy"]


def test_a_whole_record_is_taken_in_as_one_game_with_all_its_entries():
    lines = [DEALT, declared(1, "leader"), *plays("2C", "3C", first=1)]
    header = b'{"record":"tricktable/1","game":"torite","players":4}'
    record = record_of(4, lines)
    text = [header, *(json.dumps(line).encode() for line in lines)]
    heard: list[Entry] = []

    def unhurried(entries: Iterable[Entry]) -> Iterator[Entry]:
        for each in entries:
            heard.append(each)
            yield each

    begins, together = evening.take_in(text, unhurried)
    assert begins.kind == "game"
    assert begins.body["players"] == 4
    assert together == EntriesRow(tuple(heard))
    assert heard == [step.entry for step in record.steps()]


@pytest.mark.parametrize(
    ("players", "teams", "is_warned"),
    [
        (7, [[0, 1, 2, 3], [4, 5, 6]], True),
        (6, [[0, 1, 2], [3, 4, 5]], False),
        (6, [[0, 1], [2, 3, 4, 5]], True),
        (4, None, False),
    ],
)
def test_whoever_begins_a_game_with_lopsided_teams_is_warned(players, teams, is_warned):
    """D28."""
    options: dict[str, JsonValue] = {} if teams is None else {"teams": teams}
    begins, *rest = evening.new_game(at(None), commands.NewGame("tredici", players, [], options))
    assert begins.kind == "game"
    assert rest == ([note_row(Note("lopsided"))] if is_warned else [])
