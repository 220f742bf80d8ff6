"""A seat lays its own card from its phone, and takes it back; presses that come twice or late."""

from pathlib import Path
from random import Random

import pytest

from players import every_game
from players.torite import DEALT, declared, played, plays
from records.lines import dummy, record_of
from rig.moments import at, entries_of, notes
from rig.table import Rig
from tricktable.rules.cards import BY_CODE, card
from tricktable.rules.entries import Impossible, Played, Shown
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.table.commands import LayOwn, TakeBack
from tricktable.table.desk.changes import desk_change, note_row
from tricktable.table.desk.desk import Desk, EarlyCard, OpenDialogue
from tricktable.table.desk.moment import Act, History
from tricktable.table.desk.own_card import beside, just_laid, likeliest_entry, moved_on, newest_of
from tricktable.table.desk.own_card import lay as own_lay
from tricktable.table.desk.own_card import take_back as own_back
from tricktable.table.notes import Note
from tricktable.table.views import WITHOUT

NAMES = ["Ann", "Bo", "Cy", "Di"]
LATE = "The table has moved on. Look again."


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    rig = Rig(tmp_path)
    rig.begin(names=NAMES)
    rig.table.board_is(WITHOUT)
    return rig


def lay(rig: Rig, seat: int, card: str, seen: int | None = None, game: int = 1) -> Answer:
    at = rig.record.seq if seen is None else seen
    return rig.ask(commands.LayOwn(seat, card, game, at))


def take_back(rig: Rig, seat: int, at: int, game: int = 1) -> Answer:
    return rig.ask(commands.TakeBack(seat, game, at))


def test_the_same_press_twice_is_one_card(rig):
    seen = rig.record.seq
    assert lay(rig, 0, "QH", seen).is_done
    assert lay(rig, 0, "QH", seen) == Answer(True, "", 1, seen + 1)
    assert lay(rig, 1, "2H").is_done
    assert lay(rig, 0, "QH", seen).is_done
    assert rig.record.seq == seen + 2


def test_a_press_from_before_a_correction_or_another_game_is_refused(rig):
    lay(rig, 0, "QH")
    seen = rig.record.seq
    rig.ask(commands.Undo())
    assert lay(rig, 1, "2H", seen).reason == LATE
    rig.ask(commands.NextGame(abandon=True))
    assert lay(rig, 0, "QH", 0).reason == "The table has moved on. Look again."
    assert rig.trick == []


def test_a_card_that_is_out_is_asked_of_the_host(rig):
    lay(rig, 0, "QH")
    asked = lay(rig, 1, "QH")
    assert (asked.is_done, asked.reason) == (False, "QH was already played by Ann in trick 1.")
    assert rig.trick == [(0, "QH")]
    assert rig.view.asked is not None
    lay(rig, 1, "KH")
    assert rig.view.asked is None, "whoever lays another card has answered"


def test_the_newest_card_can_be_taken_back_by_its_seat_once(rig):
    lay(rig, 0, "QH")
    at = rig.record.seq
    assert take_back(rig, 1, at).reason == LATE
    assert take_back(rig, 0, at).is_done
    assert rig.trick == []
    assert rig.said == "Undone: Ann's QH."
    after = rig.record.seq
    assert take_back(rig, 0, at).is_done  # pressed twice
    assert rig.record.seq == after
    assert lay(rig, 0, "KH").is_done
    assert take_back(rig, 0, at).is_done
    assert rig.trick == [(0, "KH")]


def test_a_card_shows_that_the_cards_were_dealt_and_takes_that_back_with_it(rig):
    rig.ask(commands.NewGame("torite", 4, NAMES, abandon=True))
    assert lay(rig, 1, "2C", 0, game=2).is_done
    assert rig.trick == [(1, "2C")]
    assert rig.said.startswith("We assumed that ")
    at = rig.record.seq
    assert at > 1
    assert lay(rig, 1, "2C", 0, game=2).is_done  # pressed twice
    assert rig.record.seq == at
    assert take_back(rig, 1, at, game=2).is_done
    assert not [*rig.table.record().steps()]  # type: ignore[union-attr]
    assert lay(rig, 1, "2C", 0, game=2).reason == LATE


def test_a_card_counts_though_somebody_says_meanwhile_what_it_would_have_shown(rig):
    rig.ask(commands.NewGame("torite", 4, NAMES, abandon=True))
    assert lay(rig, 1, "2C", 0, game=2).is_done  # it shows that Ann has dealt
    assert lay(rig, 2, "3C", 0, game=2).is_done  # laid at the same moment
    assert rig.trick == [(1, "2C"), (2, "3C")]
    rig.ask(commands.NewGame("torite", 4, NAMES, abandon=True))
    rig.ask(commands.Deal(0))
    assert lay(rig, 1, "2C", 0, game=3).is_done


def test_a_card_from_before_a_deal_that_it_would_not_have_shown_is_refused(rig):
    seen = rig.record.seq
    rig.ask(commands.Undo())
    rig.ask(commands.Deal(0))
    assert lay(rig, 1, "2C", seen).reason == LATE


def test_a_card_that_no_presumption_makes_possible_is_refused(rig):
    rig.ask(commands.NewGame("tredici", 4, NAMES, dealer=0, abandon=True))
    assert not lay(rig, 1, "7C", game=2).is_done
    assert rig.record.seq == 1


def test_of_cards_that_wait_each_seat_can_take_back_its_own_and_no_other(rig):
    record = rig.record
    early = (EarlyCard(1, "2C", 0), EarlyCard(3, "4C", 0), EarlyCard(0, "AS", 0))
    found = [each and each[:2] for each in (just_laid(record, seat, early) for seat in range(4))]
    assert found == [(0, BY_CODE["AS"]), (0, BY_CODE["2C"]), None, (0, BY_CODE["4C"])]


# --- without a table -----------------------------------------------------------------------------

LED = [DEALT, declared(1, "leader")]
FOUR = record_of(4, [*LED, *plays("2C", "3C", first=1)])
MOVED_ON = str(moved_on())


def laid(
    record: Record, seat: int | None, code: str, seen: int, desk: Desk | None = None
) -> list[dict[str, object]] | str:
    """The entries that such a press writes, or why it is refused."""
    try:
        return entries_of(own_lay(at(record, desk), record, LayOwn(seat, code, 1, seen)))
    except Impossible as refusal:
        return str(refusal)


def test_a_press_counts_unless_its_seat_or_the_deal_has_moved_on_since_its_page():
    mine = [played("played", 3, "4C")]
    after_mine = record_of(4, [*LED, *plays("2C", "3C", "4C", first=1)])
    corrected = {"kind": "corrected", "seq": 3, "entry": played("played", 1, "9C")}
    struck = {"kind": "struck", "seq": 4}
    for record, seen, expected in (
        (FOUR, 4, mine),
        (FOUR, 3, mine),
        (FOUR, 2, mine),
        (FOUR, 1, mine),
        (FOUR, 0, mine),
        (FOUR, 5, MOVED_ON),
        (after_mine, 4, []),
        (after_mine, 2, []),
        (after_mine, 5, "twice"),
        (record_of(4, [*LED, *plays("2C", "3C", first=1), corrected]), 4, MOVED_ON),
        (record_of(4, [*LED, *plays("2C", "3C", first=1), corrected]), 5, mine),
        (record_of(4, [*LED, *plays("2C", "3C", first=1), struck]), 3, MOVED_ON),
        (record_of(4, [*LED, *plays("2C", "3C", first=1), struck]), 5, mine),
    ):
        if expected == "twice":
            asked = own_lay(at(record), record, LayOwn(3, "4C", 1, seen))
            assert notes(asked) == [Note("lies_already", 3, "4C")]
        else:
            assert laid(record, 3, "4C", seen) == expected, seen
    other = record_of(4, [*LED, *plays("2C", "3C", "9C", first=1)])
    assert laid(other, 3, "4C", 4) == MOVED_ON, "it has laid another card meanwhile"


def test_no_phone_lays_or_takes_back_at_a_locked_table_or_for_an_empty_seat():
    locked = "the table is locked; ask the scorekeeper"
    empty = "that seat is empty in this game"
    for seat, desk, why in (
        (4, Desk(), empty),
        (5, Desk(is_locked=True), empty),
        (3, Desk(is_locked=True), locked),
        (None, Desk(is_locked=True), locked),
    ):
        assert laid(FOUR, seat, "4C", 4, desk) == why
        with pytest.raises(Impossible, match=why):
            own_back(at(FOUR, desk), FOUR, TakeBack(seat, 1, 4))
    assert laid(FOUR, None, "4C", 4) == "say whose card it is"
    stopped = Desk(is_stopped=True)
    asked = own_lay(at(FOUR, stopped), FOUR, LayOwn(3, "4C", 1, 4))
    next_game = OpenDialogue("next_game", detail="3:4C")
    assert [*asked] == [desk_change(asking=next_game, typed="")]
    with pytest.raises(Impossible, match="the game has been stopped"):
        own_back(at(FOUR, stopped), FOUR, TakeBack(2, 1, 4))


def test_only_the_newest_act_that_is_this_seats_card_is_taken_back():
    both = History().with_act(Act("", ((3, None, Played(1, card("2C"))),)), "")
    both = both.with_act(Act("", ((4, None, Played(2, card("3C"))),)), "")
    older = History().with_act(Act("", ((3, None, Played(1, card("2C"))),)), "")
    struck = record_of(4, [*LED, *plays("2C", "3C", first=1), {"kind": "struck", "seq": 4}])
    back = [{"kind": "struck", "seq": 4}]
    for record, history, seat, seq, expected in (
        (FOUR, both, 2, 4, back),
        (FOUR, both, 1, 4, MOVED_ON),
        (FOUR, both, 1, 3, MOVED_ON),
        (FOUR, both, 2, 3, MOVED_ON),
        (FOUR, both, 2, 5, MOVED_ON),
        (FOUR, older, 2, 4, MOVED_ON),
        (FOUR, History(), 2, 4, MOVED_ON),
        (struck, older, 2, 4, []),
        (struck, older, 1, 4, MOVED_ON),
        (struck, older, 1, 3, MOVED_ON),
    ):
        now = at(record, history=history)
        try:
            found: object = entries_of(own_back(now, record, TakeBack(seat, 1, seq)))
        except Impossible as refusal:
            found = str(refusal)
        assert found == expected, (seat, seq)


@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_what_a_seat_has_just_done_is_taken_back_and_no_more(tmp_path, name, count):
    """At each moment of a game by chance, by the seat of the newest entry and by no other."""
    rig = Rig(tmp_path)
    rig.table.board_is(WITHOUT)
    game = every_game.by_chance(Random(f"back/{name}"), name, count, is_tidy=True)
    begins = commands.NewGame(name, count, [], dict(game.header.given))
    assert rig.ask(begins).is_done
    kinds = set[str]()
    for line in game.lines[:40]:
        before = rig.record
        assert rig.ask(commands.Enter(line)).is_done
        record = rig.record
        own = ((seat, newest_of(record, seat)) for seat in range(record.header.seats))
        seats = [seat for seat, seq in own if seq == record.seq]
        if not seats or record.last is None or record.seq != before.seq + 1:
            continue
        (seat,) = seats
        kinds.add(type(record.last.entry).__name__)
        other = (seat + 1) % record.header.seats
        assert not take_back(rig, other, record.seq).is_done
        assert take_back(rig, seat, record.seq).is_done
        assert rig.record.state.future_key == before.state.future_key
        assert take_back(rig, seat, record.seq).is_done, "pressed twice"
        assert rig.ask(commands.Enter(line)).is_done
    assert len(kinds) > 1


def test_a_card_that_waits_is_taken_back_by_its_seat_alone():
    waits = Desk(early=(EarlyCard(1, "2C", 0), EarlyCard(2, "3C", 0)))
    undone = note_row(Note("undone", 2, "3C"), early=[waits.early[0]])
    for seat, expected in ((2, [undone]), (3, []), (None, [])):
        assert [*own_back(at(FOUR, waits), FOUR, TakeBack(seat, 1, 0))] == expected
    pressed_twice = own_lay(at(FOUR, waits), FOUR, LayOwn(2, "3C", 1, 4))
    assert [*pressed_twice] == []


def test_a_card_is_taken_back_in_a_long_record_too():
    lines = [*LED, *plays("2C", first=1)]
    for seq in range(4, 300, 2):
        lines += [*plays("3C", first=2), {"kind": "struck", "seq": seq}]
    record = record_of(4, [*lines, *plays("3C", first=2)])
    newest = ((record.seq, None, Played(2, card("3C"))),)
    now = at(record, history=History().with_act(Act("", newest), ""))
    asked = TakeBack(2, 1, int(str(record.seq)))
    assert entries_of(own_back(now, record, asked)) == [{"kind": "struck", "seq": record.seq}]


def test_two_deals_since_a_page_was_drawn_are_never_the_one_it_was_for():
    once, again = [DEALT], [DEALT, {"kind": "struck", "seq": 1}, DEALT]
    for lines, seen, is_same in ((once, 0, True), (once, 1, True), (again, 0, False)):
        record = record_of(4, [*lines, declared(1, "leader")])
        expected = [played("played", 1, "7C")] if is_same else MOVED_ON
        assert laid(record, 1, "7C", seen) == expected


def test_a_dummys_card_is_what_it_most_likely_can_be_unless_its_phone_says_which():
    record, nine = dummy(), card("2S")
    for how, expected in (
        (None, Played(1, nine)),
        ("played", Played(1, nine)),
        ("shown", Shown(1, nine)),
    ):
        assert likeliest_entry(record, 1, nine, how) == expected
    assert likeliest_entry(FOUR, 3, card("4C")) == Played(3, card("4C"))
    with pytest.raises(Impossible, match="that card cannot be laid like this now"):
        likeliest_entry(FOUR, 3, card("4C"), "shown")
    with pytest.raises(Impossible, match="say whose card it is"):
        likeliest_entry(FOUR, None, card("4C"))
    assert [*beside(record, 0)] == [1]
    assert [*beside(FOUR, 0)] == []
    lines = every_game.by_chance(Random(0), "torite", 3).lines
    showing = record_of(3, lines[:59])
    assert showing.state.next.what == "show"
    assert [*beside(showing, 0)] == [None], "the card that was set aside"
