"""The table: acts in, journal rows and views out, whatever happens in between."""

import threading
from collections.abc import Sequence

import pytest

from rig.patience import PATIENCE_S
from rig.table import STRANGER, Rig
from tricktable.store.journal import Journal, Phone, Row, open_journal
from tricktable.table import commands
from tricktable.table.views import LIVE, SILENT

FIRST_TRICK = "0:QH 1:2H 2:KH 3:3H"


def test_a_hand_from_the_first_button_to_the_last_trick_card(rig):
    rig.press("4")
    rig.button(2)
    rig.button(0)
    rig.play("0:QH 1:2H")
    assert rig.entries == [
        {"kind": "dealt", "dealer": 2},
        {"kind": "declared", "seat": 0, "topic": "leader", "value": None},
        {"kind": "played", "seat": 0, "card": "QH"},
        {"kind": "played", "seat": 1, "card": "2H"},
    ]
    seen = rig.game
    assert (seen.next_seat, seen.trick, seen.best) == (2, ((0, "QH"), (1, "2H")), 0)


def test_an_event_that_comes_twice_counts_once(rig):
    rig.begin()
    rig.lay("QH", 0)
    before = list(rig.table.rows())
    uid = rig.decks.decks[0].tag_of("QH")
    rig.table.hear(rig.boot, rig.table.newest_durable(rig.boot), "C", ["0", uid])
    assert list(rig.table.rows()) == before


def test_every_event_is_in_the_journal_once_with_its_number(rig):
    rig.begin()
    rig.event("C", "0", STRANGER)
    rig.event("X", "1")
    rig.press("9", "H", "UNDO", "MENU")
    rig.button(3, "long")
    sources = [row.source for row in rig.table.rows() if row.source]
    assert sources == [f"{rig.boot}:{seq}" for seq in range(1, len(sources) + 1)]
    assert len(sources) == 9


def test_a_restart_finds_the_table_as_it_was(rig):
    rig.begin(names=["雪", "Bo", "Cy", "Di"])
    rig.play(f"{FIRST_TRICK} 2:AH 3:5H")
    rig.press("9")
    before = rig.view
    rig.restart()
    after = rig.view
    assert after.view == before.view
    assert after.desk.typed == "9"
    assert rig.everybody.lines[-1] == "  trick 2: hearts led, A♥ 5♥, 雪 to play"


def test_a_question_survives_a_restart(rig):
    rig.begin()
    rig.play(f"{FIRST_TRICK} 2:AH 3:QH")
    rig.restart()
    assert rig.prompt.text == "QH was already played by North in trick 1"


@pytest.mark.parametrize("before", [None, commands.NewGame("torite", 4), commands.CheckDeck()])
def test_a_strangers_tag_is_told_and_its_number_kept_nowhere(rig, before):
    """It may be a bank card."""
    if before is not None:
        assert rig.ask(before).is_done
    rig.event("C", "1", STRANGER)
    assert rig.said == "That card is not in this deck."
    kept = b"".join(path.read_bytes() for path in rig.path.parent.rglob("*") if path.is_file())
    assert rig.boot.encode() in kept
    assert STRANGER.encode() not in kept


def test_a_card_seen_before_becomes_a_question_and_no_entry(rig):
    rig.begin()
    rig.play(f"{FIRST_TRICK} 2:AH 3:QH")
    assert rig.prompt.options == (("2", "misread"), ("3", "North's was wrong"), ("4", "other deck"))
    assert len(rig.entries) == 7


def test_an_earlier_card_is_corrected_by_laying_the_right_one(rig):
    rig.begin()
    rig.play(f"{FIRST_TRICK} 2:AH 3:QH")
    rig.press("3")
    rig.lay("9H", 1)  # what North had really played, on whichever reader
    assert rig.entries[-2:] == [
        {"kind": "corrected", "seq": 3, "entry": {"kind": "played", "seat": 0, "card": "9H"}},
        {"kind": "played", "seat": 3, "card": "QH"},
    ]
    assert rig.game.trick == ((2, "AH"), (3, "QH"))


def test_a_card_out_of_turn_counts_and_is_found(rig):
    rig.begin()
    rig.play("0:QH 2:KH")
    seen = rig.game
    assert [(each.rule, each.seat) for each in seen.findings] == [("turn", 2)]
    assert "! South played K♥ out of turn in trick 1." in rig.everybody.lines


def play_out(rig: Rig) -> None:
    """Three players play a deal, seat by seat in turn, and show what is left."""
    ranks = "56789TJQKA"
    hands = [
        [rank + suit for rank in ranks] + [rank + "S" for rank in group]
        for suit, group in zip("HDC", ("567", "89T", "JQK"), strict=True)
    ]
    leader = 0
    for number in range(12):
        for turn in range(3):
            seat = (leader + turn) % 3
            rig.lay(hands[seat][number], seat)
        leader = rig.game.last_winner or 0
    for reader, code in enumerate([*(hand[12] for hand in hands), "AS"]):
        rig.lay(code, reader)


def test_a_card_of_a_hand_that_cannot_be_there_is_not_named(rig):
    rig.begin()
    rig.play("0:QH")
    rig.button(1, "long")
    rig.lay("QH", 1)
    assert (rig.view.desk.note.about, rig.view.desk.note.card) == ("not_there", None)


def test_requests_say_why_not(rig):
    assert rig.ask(commands.Deal(0)).reason == "No game has begun at this table."
    rig.begin()
    refusal = rig.ask(commands.Lay("QH", None))
    assert (refusal.is_done, refusal.reason) == (False, "Say whose card it is.")
    rig.lay("QH", 0)
    refusal = rig.ask(commands.Lay("QH", 1))
    assert refusal.reason == "QH was already played by North in trick 1."
    refusal = rig.ask(commands.Declare("nonsense"))
    assert "unknown topic" in refusal.reason.lower()


def test_an_answer_to_an_older_question_is_not_taken(rig):
    rig.begin()
    rig.play(f"{FIRST_TRICK} 2:AH 3:QH")
    asked_at = rig.view.version
    rig.press("UNDO")
    assert not rig.ask(commands.Reply("3", asked_at)).is_done


def test_every_seat_can_be_renamed(rig):
    rig.begin()
    assert rig.ask(commands.Rename(0, "Ann")).is_done
    assert rig.ask(commands.Rename(2, "ゆき")).is_done
    assert rig.view.names == ("Ann", "East", "ゆき", "West")
    rig.restart()
    assert rig.view.names == ("Ann", "East", "ゆき", "West")


def test_the_next_game_keeps_who_sits_there_and_the_house_rules(rig):
    rules: dict[str, object] = {"hand_scan": "optional"}
    rig.ask(commands.NewGame("torite", 3, ["Ann", "Bo", "Cy"], rules, 1))
    rig.ask(commands.Rename(2, "ゆき"))
    rig.button(0)
    play_out(rig)
    rig.press("OK")
    assert (rig.view.games, rig.view.names) == (2, ("Ann", "Bo", "ゆき"))
    header = rig.view.header
    assert header.given == rules


def test_a_full_disk_stops_nothing_but_new_games(tmp_path):
    rig = Rig(tmp_path, open_journal(tmp_path / "journal.db", max_bytes=64 * 1024))
    rig.begin()
    while rig.view.trouble is None:
        rig.press("MENU")
    last_saved = rig.table.newest_durable(rig.boot)
    rig.press("MENU") if rig.view.desk.page == "qr" else None
    rig.play("0:QH 1:2H")
    assert rig.game.trick == ((0, "QH"), (1, "2H"))
    assert rig.table.newest_durable(rig.boot) == last_saved
    refused = rig.ask(commands.NewGame("torite", 4))
    assert refused.reason.startswith("No new game can start while nothing can be saved")
    assert any(line.startswith("NOT SAVED") for line in rig.everybody.lines)


def test_what_could_not_be_saved_is_saved_when_there_is_room(tmp_path):
    rig = Rig(tmp_path)
    rig.begin()
    rig.journal.close()  # an outage: every append fails until the store is there again
    rig.lay("QH", 0)
    assert rig.view.trouble is not None
    rig.journal = open_journal(rig.path)
    rig.table._ledger._journal = rig.journal
    rig.table.try_to_save()
    assert rig.view.trouble is None
    assert rig.entries[-1] == {"kind": "played", "seat": 0, "card": "QH"}
    assert "Everything is saved again." in rig.everybody.lines


def test_two_hosts_on_one_journal_see_each_others_rows(tmp_path):
    one = Rig(tmp_path)
    one.begin()
    other = Rig(tmp_path, boot="FFFFFFFF")
    one.lay("QH", 0)
    other.lay("2H", 1)
    seen = other.view.view
    assert seen.trick == ((0, "QH"), (1, "2H"))


def test_two_hosts_that_hear_the_same_event_count_it_once(tmp_path):
    one, other = Rig(tmp_path), Rig(tmp_path)
    one.press("4")
    other.press("4")
    assert [row.kind for row in one.table.rows()] == ["game"]
    assert other.view.games == 1


def test_the_board_comes_and_goes_in_view(rig):
    rig.table.board_is(LIVE)
    rig.table.board_is(SILENT)
    assert rig.view.board == SILENT
    assert rig.everybody.lines[-1] == "The board is silent. Check its cable."


BEYOND = [("C", "0"), ("C", "x", "04A3"), ("S", "0", "short", "soft"), ("R", "0", "warm"), ("Z",)]


@pytest.mark.parametrize("words", BEYOND, ids="-".join)
def test_what_a_newer_board_says_is_told_and_stops_nothing(rig, words):
    rig.begin()
    rig.event(*words)
    assert rig.said
    rig.restart()
    rig.play("0:QH")
    assert rig.game.trick == ((0, "QH"),)


class SlowJournal:
    """A journal whose disk takes its time: an append waits until `let_go` is set."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.is_asked, self.let_go = threading.Event(), threading.Event()

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        self.is_asked.set()
        assert self.let_go.wait(PATIENCE_S)
        self._journal.append(rows, phones)

    def __getattr__(self, name: str) -> object:
        return getattr(self._journal, name)


def test_whoever_looks_waits_for_no_disk(tmp_path):
    journal = SlowJournal(open_journal(tmp_path / "journal.db"))
    rig = Rig(tmp_path, journal)
    before = rig.view
    key = threading.Thread(target=rig.press, args=("4",))
    key.start()
    assert journal.is_asked.wait(PATIENCE_S)
    assert rig.table.view() == before
    assert rig.table.version == before.version
    journal.let_go.set()
    key.join(PATIENCE_S)
    assert rig.table.view().view is not None
    rig.journal.close()


def test_what_two_hosts_wrote_at_once_and_could_not_save_is_told(tmp_path):
    """Two programs on one journal: what one could not save has lost its place to the other."""
    one = Rig(tmp_path)
    one.begin()
    one.journal.close()
    one.lay("QH", 0)
    other = Rig(tmp_path, boot="FFFFFFFF")
    other.lay("QH", 0)
    one.journal = one.table._ledger._journal = open_journal(one.path)
    saved = one.table.newest_durable(one.boot)
    one.table.try_to_save()
    assert one.view.trouble == "the journal cannot be written"
    assert one.table.newest_durable(one.boot) == saved
