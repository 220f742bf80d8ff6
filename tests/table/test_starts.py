"""What a start costs a table whose game was struck and corrected again and again."""

import json
import threading
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from players.every_game import USUAL
from records.hostile import about, alternating, file_of, long_game
from rig.patience import PATIENCE_S
from rig.table import Rig
from tricktable.rules.codec import fields_of
from tricktable.rules.entries import Corrected, Dealt, Impossible, Struck
from tricktable.rules.record import Record
from tricktable.store import archive, replay
from tricktable.table import answers, commands
from tricktable.table.desk import presumption
from tricktable.table.desk.moment import Act, History
from tricktable.table.scorebook import Scorebook, Scorebooks
from tricktable.table.whole_records import whole_record


@cache
def struck_and_corrected(name: str, players: int) -> tuple[bytes, ...]:
    """The lines of a game that was struck and corrected some two hundred times."""
    game = long_game(Random(5), name, players)
    record = replay.replay(file_of(game, iter(()), 0))
    said = []
    for word in islice(about(Random(6), game), 400):
        try:
            record.add(word)
        except Impossible:
            continue
        said.append(word)
    assert len(said) > 50
    return tuple(file_of(game, iter(said), len(said)))


@pytest.fixture(params=USUAL, ids=[name for name, _ in USUAL])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Rig:
    """A table with such a game."""
    rig = Rig(tmp_path)
    taken = rig.table.ask(commands.TakeIn(struck_and_corrected(*request.param)))
    assert taken.is_done
    return rig


def counted(rig: Rig, patch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each entry that is folded from now on."""
    kind, folded = type(rig.record.state), []
    apply = kind.apply

    def fold(state: object, entry: object) -> object:
        folded.append(1)
        return apply(state, entry)  # type: ignore[arg-type]

    patch.setattr(kind, "apply", fold)
    return folded


def test_a_start_folds_each_entry_that_counts_once(rig, monkeypatch):
    before, many = rig.view, len(rig.happenings)
    with monkeypatch.context() as patch:
        # What the view tries, to offer what could be said early, is no part of the start.
        patch.setattr(presumption, "early", lambda *_: ())
        patch.setattr(presumption, "stands", lambda *_: None)
        folded = counted(rig, patch)
        rig.restart()
        assert len(folded) == many
    assert rig.view.view == before.view
    assert rig.table.history.done


def test_the_pages_of_an_evening_fold_them_once_too(rig, monkeypatch):
    many = len(rig.happenings)
    record = rig.record
    with monkeypatch.context() as patch:
        folded = counted(rig, patch)
        told = Scorebooks().games(rig.table)[-1].record.summary()
        assert len(folded) == many
    assert told == record.summary()


def test_after_a_start_all_can_be_taken_back_and_struck_as_before(rig):
    rig.restart()
    for _ in range(5):
        assert rig.table.ask(commands.Undo()).is_done
    kept = archive.record_of(rig.table.rows(), 1)
    told = replay.replay(line.encode() for line in kept)
    record = rig.record
    assert record.summary() == told.summary()
    assert list(record.steps()) == list(told.steps())


def test_acts_without_end_cost_each_the_same():
    """Undo reaches back without limit, and a pile that deep is neither copied nor compared."""
    history = History()
    for number in range(100_000):
        history = history.with_act(Act("", ((number, None, Dealt(0)),)), "")
    for kind in ("undo", "redo") * 3:
        history = history.with_act(Act("", ()), kind)
    assert history.done.newest.changes[0][0] == 99_999
    assert history.undone is None
    del history


@pytest.mark.parametrize("word", [Struck(2), Corrected(2, Dealt(1)), Struck(0)])
def test_a_word_about_an_entry_that_never_was_is_no_record(word):
    record = Record(long_game(Random(1), "troika", 4).header)
    record.take(Dealt(0))
    with pytest.raises(Impossible, match="there is no entry"):
        record.take(word)
    record.take(Struck(1))
    with pytest.raises(Impossible, match="there is no entry"):
        record.take(word)


# --- a record that is taken in ------------------------------------------------------------------


def taken_in(rig: Rig, chance: Random, count: int = 1_500) -> tuple[bytes, ...]:
    """The lines of a record with this many corrections, which the table has taken in."""
    game = long_game(chance, "troika", 4)
    lines = tuple(file_of(game, alternating(chance, game), count))
    answer = rig.table.ask(commands.TakeIn(lines))
    assert (answer.is_done, answer.seq) == (True, len(lines) - 1)
    return lines


def test_a_record_that_was_taken_in_is_the_one_that_came(tmp_path):
    """On the table, after a start, in what is exported, and in the story of the evening."""
    rig = Rig(tmp_path)
    lines = taken_in(rig, Random(7))
    before, record = rig.view, rig.table.record()
    assert record.summary() == replay.replay(lines).summary()
    rows = list(rig.table.rows())
    assert [*archive.record_of(rows, 1)][1:] == [
        json.dumps(fields_of(entry), ensure_ascii=True) for entry in [*replay.read(lines)[1]]
    ]
    (kept,) = Scorebook(rig.table.code, rows).sheets
    assert kept.entries == len(lines) - 1
    assert len(rows) < len(lines) / 100
    assert Scorebooks().games(rig.table)[-1].record.summary() == record.summary()
    rig.restart()
    assert rig.view.view == before.view
    assert rig.table.history.done is not None
    assert list(rig.record.steps()) == list(record.steps())


def test_what_a_taken_in_record_says_last_can_be_taken_back(tmp_path):
    """As if each of its entries had been said at the table, before and after a start."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    rig, other = Rig(tmp_path / "one"), Rig(tmp_path / "other")
    for table in (rig, other):
        taken_in(table, Random(7))
    other.restart()
    for _ in range(4):
        assert rig.table.ask(commands.Undo()) == other.table.ask(commands.Undo())
        assert rig.view.view == other.view.view
    assert rig.table.ask(commands.Redo()) == other.table.ask(commands.Redo())
    assert rig.view.view == other.view.view


def test_cards_go_on_while_a_long_record_is_read(tmp_path):
    """Nobody waits for what is read: when its lines end, the table has not been held for them."""
    rig = Rig(tmp_path)
    rig.begin()
    game = long_game(Random(7), "troika", 4)

    class Lines(tuple[bytes, ...]):
        def __iter__(self) -> Iterator[bytes]:
            yield from super().__iter__()
            playing = threading.Thread(target=rig.play, args=("0:QH 1:2H",))
            playing.start()
            playing.join(PATIENCE_S)
            assert not playing.is_alive()

    answer = rig.table.ask(commands.TakeIn(Lines(file_of(game, iter(()), 0)), abandon=True))
    assert answer.is_done
    assert rig.view.games == 2
    first = [*archive.record_of(rig.table.rows(), 1)]
    assert '"2H"' in first[-1]


def test_a_long_record_is_folded_and_written_before_the_table_is_held(tmp_path, monkeypatch):
    """All that is done under the table's lock is to keep some rows."""
    rig = Rig(tmp_path)
    game = long_game(Random(7), "troika", 4)
    lines = tuple(file_of(game, alternating(Random(8), game), 1_500))
    ready = whole_record(lines)
    monkeypatch.setattr(answers, "whole_record", lambda _: ready)
    kind, held = type(game.header.start()), []
    apply = kind.apply
    monkeypatch.setattr(kind, "apply", lambda state, said: held.append(said) or apply(state, said))
    assert rig.table.ask(commands.TakeIn(lines)).is_done
    assert len(held) <= 1  # what the view tries of the game that begins, not the record
    assert len(list(rig.table.rows())) <= 2 + len(lines) // 500
