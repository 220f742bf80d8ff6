"""A key that is refused where several hosts share a journal: whoever was first counts at all."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from rig.far_journal import Far, far
from rig.locks import another_host
from rig.postgres import running
from rig.table import Rig
from tricktable.store.hosts import NAMED_MS, SILENT_MS
from tricktable.store.journal import Journal, Row, open_journal
from tricktable.table import commands
from tricktable.table.answers import ASKS, AWAY

KEY: Final = "here.the-key-0001"
CARD: Final = commands.Enter({"kind": "played", "seat": 3, "card": "4H"})
NEVER: Final = commands.Enter({"kind": "struck", "seq": 999})
_CODES: Final = (f"R{number}" for number in count(100))


@pytest.fixture(scope="module")
def journal() -> Iterator[Journal]:
    with running() as server:
        made = open_journal(server.database())
        yield made
        made.close()


class Scene:
    """Two hosts at one table of one database, in the middle of a trick."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.journal, self.code = journal, next(_CODES)
        reached, self.far = far(journal)
        self.here = Rig(folder, reached, code=self.code)
        self.here.begin()
        self.here.play("0:QH 1:2H 2:3H")
        self.there = Rig(folder, journal, boot="b0a4d0b0", code=self.code)

    def before(self, call: str, happens: Callable[[], object]) -> None:
        """Let something happen just before the host here next makes this call of the journal."""
        before(self.far, call, happens)

    def rows(self, kind: str) -> list[Row]:
        """The rows of this kind."""
        return [row for row in self.journal.read(self.code) if row.kind == kind]


def before(reached: Far, call: str, happens: Callable[[], object]) -> None:
    """Let something happen just before the journal is next called so."""

    def fails(name: str) -> bool:
        if name == call:
            reached.fails = lambda _: False
            with another_host():
                happens()
        return False

    reached.fails = fails


@pytest.fixture
def scene(journal: Journal, tmp_path: Path) -> Scene:
    return Scene(journal, tmp_path)


@pytest.fixture
def silent(journal: Journal) -> Iterator[None]:
    """A host of the club has fallen silent."""
    lease = journal.take("host:0", "host:0", NAMED_MS - SILENT_MS - 1_000, '{"url": "http://a"}')
    yield
    journal.let_go(lease)


def test_of_two_hosts_one_of_which_refuses_and_one_carries_out_the_first_counts(scene):
    """The other host is quicker, between the decision here and the row that keeps it."""
    assert scene.here.ask(commands.Pause()).is_done
    scene.there.table.catch_up()

    def meanwhile() -> None:
        assert scene.there.ask(commands.Resume()).is_done
        assert scene.there.table.ask(CARD, KEY).is_done

    scene.before("append", meanwhile)
    answer = scene.here.table.ask(CARD, KEY)
    assert (answer.is_done, answer.is_saved) == (True, True)
    assert answer == scene.there.table.ask(CARD, KEY)
    assert len(scene.rows("asked")) == 1


def test_a_refusal_is_decided_anew_behind_what_another_host_writes_meanwhile(scene):
    assert scene.here.ask(commands.Pause()).is_done
    scene.there.table.catch_up()
    scene.before("append", lambda: scene.there.ask(commands.Resume()))
    assert scene.here.table.ask(CARD, KEY).is_done


def test_a_request_that_was_here_before_its_refusal_was_known_is_asked_for_again(scene):
    """Whoever sent it may be gone: it was refused to them at the other host."""
    before = len(scene.rows("entry"))
    scene.before("find", lambda: scene.there.table.ask(NEVER, KEY))
    scene.there.table.catch_up()
    first = scene.here.table.ask(CARD, KEY)
    assert (first.is_done, first.because) == (False, AWAY)
    assert len(scene.rows("entry")) == before
    scene.here.table.catch_up()
    assert scene.here.table.ask(CARD, KEY).is_done
    assert scene.there.table.ask(CARD, KEY).is_done
    assert len(scene.rows("entry")) == before + 1
    assert [json.loads(row.body).get("attempt", 1) for row in scene.rows("asked")] == [1, 2]


def test_each_refusal_that_is_told_is_a_row_and_the_key_is_good_for_another_attempt(scene):
    for number, rig in enumerate((scene.here, scene.there, scene.here), start=1):
        rig.table.catch_up()
        refused = rig.table.ask(NEVER, KEY)
        assert (refused.is_done, refused.because) != (False, AWAY)
        assert len(scene.rows("asked")) == number
    assert scene.here.table.ask(CARD, KEY).is_done
    assert scene.there.table.ask(CARD, KEY).is_done


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    "request_", [NEVER, commands.Lay("QH", 3), commands.Redo(), commands.NewGame("torite", 4)]
)
def test_while_a_host_is_silent_a_key_is_not_refused_and_nothing_is_added(scene, request_):
    rows = [*scene.journal.read(scene.code)]
    answer = scene.here.table.ask(request_, KEY)
    assert (answer.is_done, answer.because) == (False, AWAY)
    assert "Another host cannot be reached" in answer.reason
    assert [*scene.journal.read(scene.code)] == rows
    # Without a key nobody asks again, and what is possible is done.
    assert scene.here.table.ask(request_).because != AWAY
    assert scene.here.table.ask(CARD, KEY).because in ("", ASKS)


def test_what_cannot_be_kept_is_not_refused(scene):
    scene.far.fails = lambda call: call == "append"
    assert scene.here.table.ask(NEVER, KEY).because == AWAY
    scene.far.fails = lambda _: False
    assert not scene.here.table.ask(NEVER, KEY).is_done
    assert len(scene.rows("asked")) == 1


def test_a_host_at_which_something_waits_refuses_no_key(scene):
    """What it has not saved may be behind rows that make the request possible."""
    scene.far.fails = lambda call: call == "append"
    assert not scene.here.ask(commands.Rename(1, "Max")).is_saved
    scene.far.fails = lambda _: False
    rows = [*scene.journal.read(scene.code)]
    assert scene.here.table.ask(NEVER, KEY).because == AWAY
    assert [*scene.journal.read(scene.code)] == rows
    scene.here.table.try_to_save()
    assert scene.here.table.ask(NEVER, KEY).because != AWAY
    assert len(scene.rows("asked")) == 1


@pytest.mark.parametrize("call", ["find", "read", "leases", "append"])
@pytest.mark.parametrize("request_", [NEVER, CARD])
def test_whichever_call_fails_a_key_is_answered_and_refused_by_nobody(scene, request_, call):
    scene.far.fails = lambda name: name == call
    answer = scene.here.table.ask(request_, KEY)
    assert answer.is_done or answer.because == AWAY
    scene.far.fails = lambda _: False
    scene.here.table.try_to_save()
    assert scene.here.table.ask(request_, KEY).is_done == (request_ is CARD)
