"""Two hosts at one table, of which one cannot reach the journal for a while and plays on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from rig.table import Rig
from tricktable.rules.entries import Played
from tricktable.store.journal import Outage, Row
from tricktable.store.journal.sqlite import SqliteJournal
from tricktable.table import commands

LAID = "0:QH 1:2H"
STRIKES = {"kind": "struck"}
CORRECTS = {"kind": "corrected", "entry": {"kind": "played", "seat": 1, "card": "5H"}}


class FarJournal(SqliteJournal):
    """A journal that a host cannot reach while the test says so."""

    is_away = False

    def append(self, rows: Sequence[Row]) -> None:
        """See `Journal.append`."""
        self._must_be_near()
        super().append(rows)

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""
        self._must_be_near()
        return super().read(table, after)

    def look(self) -> None:
        """See `Journal.look`."""
        self._must_be_near()

    def _must_be_near(self) -> None:
        if self.is_away:
            raise Outage("the journal is away")


@pytest.fixture
def here(tmp_path: Path) -> Rig:
    """A host whose journal goes away; the game has begun there."""
    rig = Rig(tmp_path, FarJournal(tmp_path / "journal.db"))
    rig.begin()
    return rig


@pytest.fixture
def there(here: Rig, tmp_path: Path) -> Rig:
    """Another host, which reaches it all the time. It has a board of its own."""
    return Rig(tmp_path, boot="b0a4d0b0")


def away(rig: Rig, is_away: bool = True) -> None:
    assert isinstance(rig.journal, FarJournal)
    rig.journal.is_away = is_away


def write(rig: Rig) -> None:
    """A page of this host enters a card."""
    assert rig.ask(commands.Enter({"kind": "played", "seat": 2, "card": "3H"})).is_done


def entries(rig: Rig) -> list[Mapping[str, object]]:
    record = rig.table.record()
    assert record is not None
    return [{"seq": seq, "entry": entry} for seq, entry, _ in record.steps()]


def played(rig: Rig) -> list[str]:
    record = rig.table.record()
    assert record is not None
    return [each.card.code for _, each, _ in record.steps() if isinstance(each, Played)]


def saved_again(rig: Rig) -> None:
    away(rig, False)
    for _ in range(2):  # numbered anew, then saved
        rig.table.try_to_save()
    assert rig.table.snapshot().fault == ""


def test_what_was_laid_meanwhile_comes_behind_what_the_other_host_wrote(
    here: Rig, there: Rig
) -> None:
    away(here)
    here.play(LAID)
    write(there)
    assert played(here) == ["QH", "2H"]
    saved_again(here)
    there.table.catch_up()
    assert played(here) == played(there) == ["3H", "QH", "2H"]
    assert entries(here) == entries(there)
    here.restart()
    assert played(here) == ["3H", "QH", "2H"]
    assert here.table.saved(here.boot) == there.table.saved(here.boot)


def test_a_card_that_comes_before_the_first_try_to_save_is_not_waited_for(
    here: Rig, there: Rig
) -> None:
    away(here)
    here.play("0:QH 1:2H")
    write(there)
    away(here, False)
    here.play("3:4H")
    there.table.catch_up()
    assert played(here) == played(there) == ["3H", "QH", "2H", "4H"]
    assert here.table.snapshot().fault == ""


def test_an_event_that_its_board_has_told_the_other_host_counts_once(here: Rig, there: Rig) -> None:
    away(here)
    here.play(LAID)
    there.boot, there._seq = here.boot, there.table.saved(here.boot)  # its cable is there now
    there.play("0:QH 1:2H 2:3H")
    saved_again(here)
    assert played(here) == played(there) == ["QH", "2H", "3H"]
    assert entries(here) == entries(there)


@pytest.mark.parametrize("is_correction", [False, True])
def test_a_change_of_an_entry_that_has_another_number_now_falls_away(
    here: Rig, there: Rig, is_correction: bool, caplog: pytest.LogCaptureFixture
) -> None:
    away(here)
    here.play(LAID)
    record = here.table.record()
    assert record is not None
    change = CORRECTS if is_correction else STRIKES
    assert here.ask(commands.Enter({**change, "seq": record.seq})).is_done
    write(there)
    saved_again(here)
    there.table.catch_up()
    assert played(here) == played(there) == ["3H", "QH", "2H"]
    assert "not possible any more" in caplog.text


def test_a_game_begun_meanwhile_comes_behind_with_all_that_was_changed_in_it(
    here: Rig, there: Rig
) -> None:
    away(here)
    here.ask(commands.NewGame("torite", 3, [], {}, 0, abandon=True))
    here.button(1)
    here.play("1:QH")
    record = here.table.record()
    assert record is not None
    assert here.ask(commands.Enter({**STRIKES, "seq": record.seq})).is_done
    write(there)
    saved_again(here)
    there.table.catch_up()
    assert entries(here) == entries(there)
    assert there.view.view is not None
    assert there.table.record().header.players == 3  # type: ignore[union-attr]
