"""A card laid before a choice is kept: it waits, and is played once that is made."""

from collections.abc import Callable
from pathlib import Path

import pytest

from players.torite import declared, played
from records.lines import entry, record_of
from rig.moments import at
from rig.table import Rig
from tricktable.rules.cards import card
from tricktable.rules.entries import Corrected, Dealt, Played, Shown, Struck
from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.table.desk.changes import (
    ActRow,
    Change,
    DeskRow,
    EntriesRow,
    EntryRow,
    GameRow,
    KeyRow,
    NamesRow,
    note_row,
)
from tricktable.table.desk.desk import Desk, EarlyCard
from tricktable.table.desk.early_cards import (
    awaited_choice,
    is_newest,
    of,
    overdue,
    release,
    taken_back,
    told_of,
)
from tricktable.table.desk.moment import Act, Acts, History
from tricktable.table.idempotency import Outcome
from tricktable.table.note_kinds import About
from tricktable.table.notes import Note
from tricktable.table.views import WITHOUT
from tricktable.text.language import Message, speaking

NAMES = ["Ann", "Bo", "Cy", "Di"]
FIRE = {"colour": "R", "from": "stock"}

Begin = Callable[..., Rig]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def made(game: str, players: int = 4, dealer: int | None = 3, **options: JsonValue) -> Rig:
        rig = Rig(tmp_path)
        names = NAMES[:players]
        assert rig.ask(commands.NewGame(game, players, names, options, dealer)).is_done
        return rig

    return made


@pytest.fixture
def prize(begin: Begin) -> Rig:
    """Ann names the prize."""
    rig = begin("triatri", 3, 2)
    rig.play("0:5R 1:2R 2:3R")
    return rig


def say(rig: Rig, topic: str, seat: int | None, value: JsonValue) -> None:
    answer = rig.ask(commands.Declare(topic, seat, value))
    assert answer.is_done, answer.reason


def bid(rig: Rig, *bids: str, first: int = 0) -> None:
    for number, each in enumerate(bids, start=first):
        say(rig, "bid", number % 4, each)


def waiting(rig: Rig) -> list[tuple[int, str]]:
    return [(each.seat, each.card) for each in rig.view.desk.early]


def test_a_card_before_the_prize_waits_for_it_and_is_played(prize):
    before = len(prize.happenings)
    prize.lay("6R", 0)
    assert (waiting(prize), prize.trick, len(prize.happenings)) == ([(0, "6R")], [], before)
    assert prize.said == "Ann's 6R waits for the prize."
    say(prize, "prize", 0, FIRE)
    assert (waiting(prize), prize.trick) == ([], [(0, "6R")])
    assert prize.said == ""


def test_cards_before_the_prize_lie_in_their_order_and_are_judged(prize):
    prize.play("1:4B 0:6R")
    assert prize.said == "2 cards wait for the prize."
    with speaking("ja"):
        assert prize.said == "2枚のカードが賞品の指定を待っています。"
    say(prize, "prize", 0, FIRE)
    assert prize.trick == [(1, "4B"), (0, "6R")]
    findings = [(each.rule, each.seat) for each in prize.view.view.findings]
    assert findings == [("turn", 1), ("turn", 0)], "after Bo it was Cy's turn"


def test_a_restart_loses_no_card_that_waits(prize):
    prize.lay("6R", 0)
    prize.restart()
    assert prize.said == "Ann's 6R waits for the prize."
    say(prize, "prize", 0, FIRE)
    prize.restart()
    assert (waiting(prize), prize.trick) == ([], [(0, "6R")])


def test_only_what_could_be_played_waits(prize):
    prize.lay("6R", 0)
    note_row = []
    for code, seat in (("6R", 0), ("6R", 1), ("7R", 0), ("5R", 1)):
        prize.lay(code, seat)
        note_row.append(prize.said)
    assert note_row[:3] == [
        "6R is already there.",
        "6R is already out.",
        "Ann has already played to this trick.",
    ]
    assert waiting(prize) == [(0, "6R")]


def test_undo_takes_back_whatever_came_last(prize):
    prize.lay("6R", 0)
    prize.press("UNDO")
    assert (waiting(prize), prize.said) == ([], "Undone: Ann's 6R.")
    prize.lay("6R", 0)
    say(prize, "prize", 0, FIRE)
    prize.press("UNDO")
    assert (waiting(prize), prize.trick) == ([], [])
    prize.press("UNDO")
    assert prize.view.view.next_what == "prize"
    assert prize.ask(commands.Redo()).is_done
    assert prize.ask(commands.Redo()).is_done
    assert prize.trick == [(0, "6R")]


def test_a_card_waits_through_all_bids_and_trump(begin):
    rig = begin("troika")
    rig.lay("7C", 2)
    assert rig.said == "Cy's 7C waits for the bids."
    bid(rig, "7", "8")
    rig.press("UNDO")  # the bid, which is newer than the card
    assert (waiting(rig), rig.said) == ([(2, "7C")], "Undone: what Bo said.")
    bid(rig, "pass", "9", "pass", first=1)
    assert rig.said == "Cy's 7C waits for trump."
    rig.restart()
    say(rig, "trump", 2, "H")
    assert rig.trick == [(2, "7C")]
    assert not rig.game.findings


def test_without_trump_the_last_bid_is_all_that_a_card_waits_for(begin):
    rig = begin("troika")
    bid(rig, "7N", "pass", "pass")
    rig.lay("7C", 0)
    say(rig, "bid", 3, "pass")
    assert rig.trick == [(0, "7C")]


def test_before_the_first_deal_it_waits_too(begin):
    rig = begin("troika", dealer=None)
    rig.lay("7C", 0)
    rig.ask(commands.Deal(3))
    assert waiting(rig) == [(0, "7C")]


def test_a_misdeal_or_a_hand_thrown_in_takes_the_cards_up(begin):
    rig = begin("troika")
    rig.lay("7C", 2)
    say(rig, "misdeal", 1, None)
    assert waiting(rig) == []
    rig.ask(commands.Deal(3))
    rig.lay("7C", 2)
    assert rig.ask(commands.ThrowIn()).is_done
    assert waiting(rig) == []


def test_a_card_that_was_discarded_meanwhile_is_not_played(begin):
    rig = begin("troika", variant="saskatchewan", kitty="before_trump")
    bid(rig, "7", "pass", "pass")
    rig.lay("7C", 0)
    say(rig, "bid", 3, "pass")
    moved = commands.Move(0, "hand", "discard", 2, ["7C", "8C"])
    assert rig.ask(moved).is_done
    say(rig, "trump", 0, "H")
    assert (waiting(rig), rig.trick) == ([], [])
    assert "7C" in rig.said


def test_whoever_must_discard_lays_nothing_before(begin):
    rig = begin("troika", variant="saskatchewan", kitty="before_trump")
    bid(rig, "7", "pass", "pass", "pass")
    rig.table.board_is(WITHOUT)
    seen = rig.table.snapshot().record
    assert not rig.ask(commands.LayOwn(0, "7C", 1, seen.seq)).is_done
    assert waiting(rig) == []


def test_a_phone_lays_it_and_takes_it_back(prize):
    prize.table.board_is(WITHOUT)
    seen = prize.table.snapshot().record
    lay = commands.LayOwn(0, "6R", 1, seen.seq)
    assert prize.ask(lay).is_done
    assert prize.ask(lay).is_done, "pressed twice"
    assert waiting(prize) == [(0, "6R")]
    back = commands.TakeBack(0, 1, 0)
    assert prize.ask(back).is_done
    assert prize.ask(back).is_done, "pressed twice"
    assert waiting(prize) == []
    assert prize.ask(lay).is_done
    say(prize, "prize", 0, FIRE)
    assert prize.ask(lay).is_done, "it was played since that page was drawn"
    assert prize.trick == [(0, "6R")]


def test_the_host_lays_it_and_a_program_is_still_told_what_a_record_can_be(prize):
    entry = {"kind": "played", "seat": 0, "card": "6R"}
    assert prize.ask(commands.Enter(entry)).reason.endswith("name the prize first.")
    assert prize.ask(commands.Lay("6R", 0)).is_done
    assert waiting(prize) == [(0, "6R")]


def test_another_game_begins_with_an_empty_table(prize):
    prize.lay("6R", 0)
    prize.ask(commands.NewGame("triatri", 3, NAMES[:3], dealer=2, abandon=True))
    assert waiting(prize) == []


# --- without a table -----------------------------------------------------------------------------

SHOWN = [played("shown", seat, code) for seat, code in enumerate(("5R", "2R", "3R"))]
PRIZE_DUE = record_of(3, [{"kind": "dealt", "dealer": 2}, *SHOWN], "triatri")
BIDS_DUE = record_of(4, [{"kind": "dealt", "dealer": 3}], "troika")
NAMED = EntryRow(entry(PRIZE_DUE, declared(0, "prize", FIRE)))

KEY = KeyRow("k", Outcome("", 1, 1))


def early(*cards: str, acts: int = 0) -> tuple[EarlyCard, ...]:
    """Cards that wait, such as `0:6R`."""
    return tuple(EarlyCard(int(each[0]), each[2:], acts) for each in cards)


def freed(played_now: list[str], left: list[str], note: Note | None = None) -> list[Change]:
    """The rows with which these cards are played, and those wait on."""
    rows = [EntryRow(Played(each.seat, card(each.card))) for each in early(*played_now)]
    waits = DeskRow({"early": early(*left)})
    return [*rows, waits if note is None else waits.and_also(note=note)]


def test_cards_are_released_by_the_choice_alone_and_by_nothing_that_settles_them():
    waits = early("0:6R", "1:4B")
    both = freed(["0:6R", "1:4B"], [])
    row, other, strike = ActRow("x", 1), note_row(Note("redone")), Struck(4)
    for changes, expected in (
        ([NAMED], both),
        ([row, NAMED], both),
        ([NAMED, other], both),
        ([other, NAMED], both),
        ([KEY, NAMED], both),
        ([row, NAMED, other, KEY], both),
        ([NAMED, DeskRow({"early": ()})], []),
        ([DeskRow({"early": ()}), NAMED, other], []),
        ([NAMED, NamesRow([])], []),
        ([NAMED, GameRow(PRIZE_DUE.header)], []),
        ([NAMED, EntriesRow(())], []),
        ([other], []),
        ([], []),
        ([EntryRow(strike)], []),
        ([EntryRow(Corrected(4, Shown(2, card("7R"))))], []),
        ([EntryRow(strike), EntryRow(Shown(2, card("4R")))], []),
        ([EntryRow(strike), EntryRow(Shown(2, card("3R"))), NAMED], both),
    ):
        assert [*release(at(PRIZE_DUE, Desk(early=waits)), changes)] == expected, changes
    assert [*release(at(PRIZE_DUE), [NAMED])] == []
    assert [*release(at(None, Desk(early=waits)), [NAMED])] == []


def test_a_new_deal_takes_up_cards_that_wait_and_a_deal_taken_back_leaves_them():
    desk = Desk(early=early("0:AS"))
    misdeal, bid = declared(1, "misdeal"), declared(0, "bid", "7")
    for line, expected in (
        (misdeal, [DeskRow({"early": ()})]),
        (bid, []),
        ({"kind": "struck", "seq": 1}, []),
        ({"kind": "corrected", "seq": 1, "entry": {"kind": "dealt", "dealer": 2}}, []),
    ):
        assert [*release(at(BIDS_DUE, desk), [EntryRow(entry(BIDS_DUE, line))])] == expected


def test_cards_that_cannot_be_played_after_all_are_dropped_and_the_last_is_told():
    has_played = "{seat} has already played to this trick"
    for cards, expected in (
        (["0:6R"], freed(["0:6R"], [])),
        (
            ["0:6R", "0:7R"],
            freed(["0:6R"], [], refused_card("twice_in_trick", 0, "7R", has_played)),
        ),
        (
            ["0:6R", "0:7R", "1:4B", "1:2B"],
            freed(["0:6R", "1:4B"], [], refused_card("twice_in_trick", 1, "2B", has_played)),
        ),
    ):
        now = at(PRIZE_DUE, Desk(early=early(*cards)))
        assert [*release(now, [NAMED])] == expected


def refused_card(about: About, seat: int, code: str, words: str) -> Note:
    return Note(about, seat, code, Message(words, {"seat": seat}))


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_first_card_that_waited_shows_the_dealer_whom_the_table_presumed(dealer):
    rows = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
    record = record_of(2, [{"kind": "dealt", "dealer": dealer}, declared(None, "stacks", rows)])
    paired = EntryRow(entry(record, declared(None, "pairing", [[1, 2], [3, 4]])))
    for leads in (0, 1):
        desk = Desk(early=early(f"{leads}:7C", f"{1 - leads}:8C"))
        found = [*release(at(record, desk, presumed=frozenset({1})), [paired])]
        expected = freed([f"{leads}:7C", f"{1 - leads}:8C"], [])
        if leads != dealer:
            shown = EntryRow(Corrected(1, Dealt(leads)), is_presumed=True)
            why = Note("presumed", detail=Message("{seat} deals", {"seat": leads}))
            expected[:0] = [shown]
            expected[-1] = DeskRow({"early": (), "note": why})
        assert found == expected


def test_when_another_host_has_made_the_choice_the_cards_are_overdue():
    made = record_of(
        3, [{"kind": "dealt", "dealer": 2}, *SHOWN, declared(0, "prize", FIRE)], "triatri"
    )
    waits = Desk(early=early("0:6R"))
    assert [*overdue(at(made, waits))] == freed(["0:6R"], [])
    assert [*overdue(at(PRIZE_DUE, waits))] == []
    assert [*overdue(at(made))] == []
    assert [*overdue(at(None, waits))] == []
    assert made.seq == 5, "the record itself is left as it is"


def test_cards_that_wait_are_told_by_name_or_by_number():
    prize, bids = Message("the prize"), Message("the bids")
    made = record_of(
        3, [{"kind": "dealt", "dealer": 2}, *SHOWN, declared(0, "prize", FIRE)], "triatri"
    )
    several = "{number} cards wait for {what}"
    for record, cards, expected in (
        (PRIZE_DUE, [], None),
        (made, ["0:6R"], None),
        (PRIZE_DUE, ["0:6R"], Note("waits", 0, "6R", prize)),
        (BIDS_DUE, ["2:AS"], Note("waits", 2, "AS", bids)),
        (PRIZE_DUE, ["0:6R", "1:4B"], several),
        (BIDS_DUE, ["0:AS", "1:KS", "2:QS"], several),
    ):
        now = at(record, Desk(early=early(*cards)))
        what = bids if record is BIDS_DUE else prize
        if expected is several:
            fields = {"number": len(cards), "what": what}
            expected = Note("wait", detail=Message(several, fields))
        assert told_of(now, record) == expected
        assert awaited_choice(now, record) == (what if expected else None)


def test_each_seats_waiting_card_is_found_and_taken_back_alone():
    waits = (EarlyCard(1, "4B", 1), EarlyCard(0, "6R", 2))
    now = at(PRIZE_DUE, Desk(early=waits))
    assert [of(now, seat) for seat in range(3)] == [waits[1], waits[0], None]
    for back, left in (waits, waits[::-1]):
        undone = note_row(Note("undone", back.seat, back.card), early=[left])
        assert [*taken_back(now, back)] == [undone]
    for seat, code, is_there in ((0, "6R", True), (0, "4B", False), (1, "6R", False)):
        assert now.desk.waits(seat, card(code)) is is_there
    done = None
    for depth in range(4):
        history = History(done)
        assert is_newest(at(PRIZE_DUE, now.desk, history=history)) is (depth == 2)
        assert not is_newest(at(PRIZE_DUE, history=history))
        done = Acts(Act("", ()), done, depth + 1)
