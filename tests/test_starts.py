"""What a start costs a table whose game was struck and corrected again and again."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from records.hostile import about, file_of, long_game
from rig.table import Rig
from tricktable import replay, requests
from tricktable.desk.moment import Act, History
from tricktable.evening import Evening
from tricktable.rules.entries import Corrected, Dealt, Impossible, Struck
from tricktable.rules.record import Record

KINDS = [("torite", 4), ("triatri", 3), ("etori", 4), ("troika", 4), ("tredici", 4)]


@pytest.fixture(params=KINDS, ids=[name for name, _ in KINDS])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Rig:
    """A table with a game that was struck and corrected some two hundred times."""
    game = long_game(Random(5), *request.param)
    record = replay.replay(file_of(game, iter(()), 0))
    said = []
    for word in islice(about(Random(6), game), 400):
        try:
            record.add(word)
        except Impossible:
            continue
        said.append(word)
    assert len(said) > 50
    rig = Rig(tmp_path)
    taken = rig.table.ask(requests.TakeIn(tuple(file_of(game, iter(said), len(said)))))
    assert taken.is_done
    return rig


def counted(rig: Rig, patch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each entry that is folded from now on."""
    record = rig.table.record()
    assert record is not None
    kind, folded = type(record.state), []
    apply = kind.apply

    def fold(state: object, entry: object) -> object:
        folded.append(1)
        return apply(state, entry)  # type: ignore[arg-type]

    patch.setattr(kind, "apply", fold)
    return folded


def counting(rig: Rig) -> int:
    """How many entries of the game count."""
    record = rig.table.record()
    assert record is not None
    return len(list(record.steps()))


def test_a_start_folds_each_entry_that_counts_once(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, many = rig.view, counting(rig)
    with monkeypatch.context() as patch:
        folded = counted(rig, patch)
        rig.restart()
        assert len(folded) == many
    assert rig.view.view == before.view
    assert rig.view.can_undo


def test_the_pages_of_an_evening_fold_them_once_too(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = counting(rig)
    record = rig.table.record()
    assert record is not None
    with monkeypatch.context() as patch:
        folded = counted(rig, patch)
        evening = Evening()
        evening.take(rig.table.rows())
        told = evening.games[-1].record.summary()
        assert len(folded) == many
    assert told == record.summary()


def test_after_a_start_all_can_be_taken_back_and_struck_as_before(rig: Rig) -> None:
    rig.restart()
    for _ in range(5):
        assert rig.table.ask(requests.Undo()).is_done
    kept = [row.body for row in rig.table.rows() if row.kind in ("game", "entry")]
    told = replay.replay(line.encode() for line in kept)
    record = rig.table.record()
    assert record is not None
    assert record.summary() == told.summary()
    assert list(record.steps()) == list(told.steps())


def test_acts_without_end_cost_each_the_same() -> None:
    """Undo reaches back without limit, and a pile that deep is neither copied nor compared."""
    history = History()
    for number in range(100_000):
        history = history.with_act(Act("", ((number, None, Dealt(0)),)), "")
    for kind in ("undo", "redo") * 3:
        history = history.with_act(Act("", ()), kind)
    assert history.done is not None
    assert history.done.newest.changes[0][0] == 99_999
    assert history.undone is None
    del history


@pytest.mark.parametrize("word", [Struck(2), Corrected(2, Dealt(1)), Struck(0)])
def test_a_word_about_an_entry_that_never_was_is_no_record(word: Struck | Corrected) -> None:
    record = Record(long_game(Random(1), "troika", 4).header)
    record.take(Dealt(0))
    with pytest.raises(Impossible, match="there is no entry"):
        record.take(word)
    record.take(Struck(1))
    with pytest.raises(Impossible, match="there is no entry"):
        record.take(word)
