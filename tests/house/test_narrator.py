"""The terminal's lines: one for each thing that happens, and none for what does not."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from players.every_game import KINDS, by_chance
from records.lines import entry
from rig.hands import SelfPlay
from rig.table import STRANGER, Rig
from tricktable.house.narrator import Narrator, news
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.views import ABSENT, LIVE, REFUSED, SILENT, WITHOUT
from tricktable.text.language import verbatim


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.journal.close()


def told(rig: Rig) -> list[str]:
    """What was told since this was asked last."""
    lines = rig.everybody.lines[:]
    rig.everybody.lines.clear()
    return lines


def test_a_trick_card_by_card(rig):
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    assert told(rig)[1:] == [
        "The Torite: Ann, Bo, Cy, Di",
        "  Ann deals",
        "  Who holds 2♣? Press your button.",
        "  Ann has the lowest club",
        "  Ann to lead",
    ]
    rig.play("0:QH 1:2H 2:KH 3:3H")
    assert told(rig) == [
        "  Ann plays Q♥",
        "  Bo plays 2♥",
        "  Cy plays K♥",
        "  Di plays 3♥",
        "  trick 1 to Cy (0-0-1-0)",
    ]


def test_a_finding_is_told_once(rig):
    rig.begin()
    rig.play("0:QH 2:KH 1:2H 3:3H 2:AH")
    found = [line for line in told(rig) if line.startswith("!")]
    assert found == ["! South played K♥ out of turn in trick 1."]


def test_a_question_with_its_keys_and_a_note(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH")
    told(rig)
    rig.lay("QH", 3)
    asked = "? Q♥ was already played by North in trick 1: "
    assert told(rig) == [f"{asked}[2] misread, [3] North's was wrong, [4] other deck"]
    rig.event("C", "1", STRANGER)
    assert told(rig) == ["  That card is not in this deck."]


def test_the_board_and_the_disk(tmp_path):
    rig = Rig(tmp_path, open_journal(tmp_path / "journal.db", max_bytes=64 * 1024))
    assert told(rig) == ["No board yet: plug it in, or enter cards on the host's page."]
    for state in (LIVE, LIVE, SILENT, LIVE):
        rig.table.board_is(state)
    rig.table.board_is(REFUSED, verbatim("The port is in use by cat."))
    rig.table.board_is(ABSENT)
    assert told(rig) == [
        "The board is connected.",
        "The board is silent. Check its cable.",
        "The board is connected.",
        "The port is in use by cat.",
        "No board yet: plug it in, or enter cards on the host's page.",
    ]
    rig.begin()
    while rig.view.trouble is None:
        rig.press("MENU")
    rig.press("MENU", "MENU")
    assert sum(line.startswith("NOT SAVED: ") for line in told(rig)) == 1
    rig.journal.close()


def test_a_table_without_a_board_is_told_what_it_can_do(rig):
    told(rig)
    rig.table.board_is(WITHOUT)
    assert told(rig) == [
        "Without a board: lay cards on phones or the host's page, or plug a board in."
    ]


def test_a_board_that_is_on_its_way_is_not_missed(rig):
    lines: list[str] = []
    narrator = Narrator(lines.append, is_board_coming=True)
    for state in (WITHOUT, ABSENT, LIVE, SILENT, ABSENT):
        rig.table.board_is(state)
        narrator.show(rig.view)
    assert lines == [
        "The board is connected.",
        "The board is silent. Check its cable.",
        "No board yet: plug it in, or enter cards on the host's page.",
    ]


def test_another_board_refused_for_another_reason_is_told(rig):
    rig.table.board_is(REFUSED, verbatim("The port is in use by cat."))
    told(rig)
    rig.table.board_is(REFUSED, verbatim("This board's firmware is too old."))
    assert told(rig) == ["This board's firmware is too old."]


def test_what_is_to_be_said_of_a_board_that_works_follows_that_it_does(rig):
    told(rig)
    rig.table.board_is(LIVE, verbatim("There is a newer program for the board."))
    assert told(rig) == ["The board is connected.", "There is a newer program for the board."]


def test_what_a_restart_finds_is_told_at_once(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    rig.restart()
    assert told(rig)[1:] == [
        "The Torite: North, East, South, West",
        "  trick 1: hearts led, Q♥ 2♥, South to play",
    ]


def test_an_undone_trick_and_a_game_that_follows_are_no_plays(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H")
    told(rig)
    rig.press("UNDO", "UNDO")
    assert told(rig) == ["  Undone: West's 3♥.", "  Undone: South's K♥."]
    rig.ask(commands.NewGame("torite", 3, abandon=True))
    assert told(rig) == ["The Torite: Seat 1, Seat 2, Seat 3"]


def test_a_whole_game_has_a_line_for_every_card(rig):
    rig.table.board_is(LIVE)
    rig.ask(commands.NewGame("torite", 4))
    SelfPlay(rig, 5).game()
    lines = told(rig)
    assert sum(" plays " in line for line in lines) == 48
    assert sum(" kept " in line for line in lines) == 4
    assert sum(line.startswith("  trick ") for line in lines) == 12
    assert any(line.startswith(("  Won, ", "  Not won: ")) for line in lines)


def test_where_nobody_can_read_each_card_games_boards_and_findings_are_told(rig):
    lines: list[str] = []
    is_calm = False
    narrator = Narrator(lines.append, tells_each_card=lambda: is_calm)

    def told() -> list[str]:
        lines.clear()
        for seen in rig.everybody.views:
            narrator.show(seen)
        rig.everybody.views.clear()
        return lines

    rig.table.board_is(LIVE)
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.event("C", "1", STRANGER)
    rig.play("0:QH 2:KH 1:2H 3:3H 2:AH")
    assert told()[1:] == [
        "The board is connected.",
        "The Torite: Ann, Bo, Cy, Di",
        "! Cy played K♥ out of turn in trick 1.",
    ]
    rig.ask(commands.NewGame("torite", 4, abandon=True))
    SelfPlay(rig, 5).game()
    begun, ended = [line for line in told() if not line.startswith("!")]
    assert begun == "The Torite: Ann, Bo, Cy, Di"
    assert ended.startswith(("  Won, ", "  Not won: "))
    is_calm = True
    rig.ask(commands.NewGame("torite", 4, abandon=True))
    rig.play("0:QH")
    assert "  Ann plays Q♥" in told()


BIDDING = [
    {"kind": "dealt", "dealer": 0},
    {"kind": "declared", "seat": 1, "topic": "bid", "value": "7"},
    {"kind": "declared", "seat": 2, "topic": "misdeal"},
    {"kind": "dealt", "dealer": 0},
    {"kind": "declared", "seat": 1, "topic": "bid", "value": "7N"},
    {"kind": "declared", "seat": 2, "topic": "bid", "value": "pass"},
]


def test_what_is_said_is_told_as_what_is_played(rig):
    rig.ask(commands.NewGame("troika", 4, ["Ann", "Bo", "Cy", "Di"]))
    told(rig)
    for line in BIDDING:
        assert rig.ask(commands.Enter(line)).is_done
    assert told(rig) == [
        "  Ann deals",
        "  Bo to bid, 6 or more",
        "  Bo bids 7",
        "  Cy calls a misdeal: deal again",
        "  Ann to deal. Press your button.",
        "  Ann deals",
        "  Bo to bid, 6 or more",
        "  Bo bids 7 No",
        "  Cy passes",
    ]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players"), KINDS)
def test_a_game_by_chance_is_told_entry_by_entry(game, players, seed):
    by_hand = by_chance(Random(seed), game, players)
    record, names = Record(by_hand.header), by_hand.header.seat_names
    before = view(record)
    for line in by_hand.lines:
        record.add(entry(record, line))
        now = view(record)
        lines = list(news(before, now))
        assert len(lines) == len(set(lines))
        if line["kind"] in ("played", "moved"):
            assert lines[0].startswith(f"  {names[line['seat']]} ")
        elif line["kind"] == "held":
            assert not any(line["card"] in each for each in lines if not each.startswith("!"))
        before = now


def test_names_cannot_paint_the_terminal(rig):
    rig.begin(names=["\x1b[2J", "\u202eob", "a\nb", "雪"])
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH 3:QH")
    lines = told(rig)
    assert all(line.isprintable() for line in lines)
    assert "  雪 plays 3♥" in lines
