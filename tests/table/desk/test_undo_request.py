"""A seat asks to take back what others have acted upon: who must agree, and what ends it."""

from pathlib import Path
from random import Random

import pytest

from players import every_game
from rig.table import Rig
from tricktable.rules.entries import Dealt, Declared, Moved
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.table.desk.own_card import asked_back
from tricktable.table.desk.undo_request import fallen, open_request
from tricktable.table.views import WITHOUT

NAMES = ["Ann", "Bo", "Cy", "Di"]
LATE = "The table has moved on. Look again."


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Ann, Bo and Cy have each laid a card; Di is due."""
    rig = Rig(tmp_path)
    rig.begin(names=NAMES)
    rig.table.board_is(WITHOUT)
    for seat, card in ((0, "QH"), (1, "2H"), (2, "3H")):
        assert rig.ask(commands.Lay(card, seat)).is_done
    return rig


def newest(rig: Rig, seat: int) -> int:
    return asked_back(rig.record, seat)


def ask(rig: Rig, seat: int = 0, seq: int = 0, others: tuple[int, ...] = (1, 2)) -> Answer:
    return rig.ask(commands.AskBack(seat, 1, seq or newest(rig, seat), [*others]))


def answer(
    rig: Rig, *seats: int, seq: int, is_fine: bool = True, others: tuple[int, ...] = (0, 1, 2)
) -> Answer:
    return rig.ask(commands.AnswerBack([*seats], 1, seq, is_fine, [*others]))


def stands(rig: Rig) -> bool:
    return open_request(rig.view.desk, rig.record) is not None


def test_it_is_taken_back_with_what_came_after_once_all_phones_agree(rig):
    seq = newest(rig, 0)
    assert ask(rig).is_done
    assert rig.view.asks_and_note == "Ann asks to take something back."
    assert answer(rig, 1, seq=seq).is_done
    assert answer(rig, 1, seq=seq).is_done, "pressed twice"
    assert len(rig.trick) == 3
    assert answer(rig, 2, seq=seq).is_done
    assert rig.trick == []
    assert rig.view.asks_and_note == "Taken back, with all that came after it."
    assert not stands(rig)
    assert answer(rig, 2, seq=seq).is_done, "pressed twice"
    rig.ask(commands.Undo())
    assert len(rig.trick) == 3, "the record keeps both"


def test_one_no_ends_it_and_so_does_whoever_asked(rig):
    seq = newest(rig, 0)
    for seat in (2, 0):
        assert ask(rig).is_done
        assert answer(rig, seat, seq=seq, is_fine=False).is_done
        assert (stands(rig), rig.view.asks_and_note) == (False, "Not taken back. Play on.")
        assert len(rig.trick) == 3
    assert answer(rig, 1, seq=seq).reason == LATE


def test_it_falls_when_somebody_acts_and_a_late_touch_takes_nothing_back(rig):
    seq = newest(rig, 0)
    ask(rig)
    answer(rig, 1, seq=seq)
    rig.ask(commands.Lay("4H", 3))
    record = rig.record
    assert fallen(rig.view.desk, record) is not None
    assert answer(rig, 2, seq=seq).reason == LATE
    assert [each.number for each in [rig.view.view] if each] == [2]
    rig.ask(commands.Lay("5H", 0))
    assert fallen(rig.view.desk, rig.record) is None


def test_it_outlasts_a_restart(rig):
    seq = newest(rig, 0)
    ask(rig)
    rig.restart()
    assert stands(rig)
    answer(rig, 1, 2, seq=seq)
    assert rig.trick == []


def test_where_no_other_phone_is_left_nobody_is_asked(rig):
    seq = newest(rig, 1)
    assert ask(rig, 1, others=(0,)).is_done
    assert stands(rig)
    assert ask(rig, 1, seq, others=()).is_done, "Ann's phone has left meanwhile"
    assert rig.trick == [(0, "QH")]


def test_only_one_asks_at_a_time_and_only_for_what_is_its_own(rig):
    assert ask(rig).is_done
    assert ask(rig, 1, others=(0, 2)).reason == "Somebody else asks already; answer that first."
    assert ask(rig).is_done, "pressed twice"
    assert answer(rig, 0, seq=newest(rig, 0), is_fine=False).is_done
    assert ask(rig, 1, newest(rig, 0)).reason == LATE
    assert newest(rig, 3) == 0, "she has done nothing"
    assert newest(rig, 2) == 0, "it is the newest: no need to ask"


def test_at_a_locked_table_and_in_another_game_nothing_is_asked(rig):
    seq = newest(rig, 0)
    ask(rig)
    rig.ask(commands.Lock())
    assert answer(rig, 1, seq=seq).reason == "The table is locked; ask the scorekeeper."
    assert ask(rig, 0, seq).reason == "The table is locked; ask the scorekeeper."
    rig.ask(commands.Unlock())
    rig.ask(commands.NextGame(abandon=True))
    assert not stands(rig)
    assert answer(rig, 1, seq=seq).reason == "The table has moved on. Look again."


@pytest.mark.parametrize("name", ["torite", "triatri", "etori", "tredici", "troika"])
def test_whatever_was_said_or_laid_in_a_deal_can_be_asked_back(tmp_path, name):
    count = 3 if name == "triatri" else 4
    played = every_game.by_chance(Random(3), name, count, is_tidy=True)
    rig = Rig(tmp_path)
    given = dict(played.header.given)
    assert rig.ask(commands.NewGame(name, count, NAMES[:count], given)).is_done
    kinds = set[str]()
    for line in played.lines[:150]:
        assert rig.ask(commands.Enter(line)).is_done
        for seat in range(count):
            record = rig.record
            seq = asked_back(record, seat)
            kind = what_of(record.counts(seq)) if seq else ""
            if not kind or kind in kinds:
                continue
            kinds.add(kind)
            before = record.before(seq)
            assert ask(rig, seat, seq, others=()).is_done
            assert rig.record.state == before, kind
            assert rig.ask(commands.Undo()).is_done
    wanted = {
        "torite": {"played"},
        "triatri": {"played", "prize"},
        "etori": {"played"},
        "tredici": {"hand>discard", "hand>stack", "draw>hand", "kische"},
        "troika": {"played", "bid", "trump"},
    }
    assert wanted[name] <= kinds


def what_of(entry: object) -> str:
    match entry:
        case Declared(_, what, _):
            return what
        case Moved(_, source, target, _, _):
            return f"{source}>{target}"
        case Dealt():
            return "dealt"
    return "played"
