"""What outlives a reset: whole or not at all, whatever memory or flash have been through."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Final, Self

import pytest
from littlefs import LFSConfig, LittleFS, UserContext, lfs
from littlefs.errors import LittleFSError

import backlog
import machine
import pins
import rescue
from flash_image import BLOCK_BYTES, BLOCKS, files_of
from greeter import frame
from simulated.board import Board
from simulated.sram import Sram
from simulated.wiring import Wiring
from tablewire.board import BoardSession
from tablewire.limits import RING_BYTES, RING_EVENTS
from tablewire.ring import NOTE_BYTES

PLACE: Final = 3
"""The register that tells where a ring lies in memory."""
UID = "04A3C6CAE26180"
BOARD_ID, BOOT = "E66164084321B12F", "4D888C3A"


class Flash(UserContext):
    """A board's flash, from which the power goes before the operation with this number."""

    def __init__(self, content: bytes = b"", cut: int = -1, part: int = 0) -> None:
        super().__init__(BLOCKS * BLOCK_BYTES)
        self.buffer[: len(content)] = content
        self.operations = 0
        self.erased: Counter[int] = Counter()
        self._cut, self._part = cut, part

    @property
    def is_dark(self) -> bool:
        """Whether the power has gone."""
        return 0 <= self._cut < self.operations

    def prog(self, cfg: LFSConfig, block: int, off: int, data: bytes) -> int:
        """Write; when the power goes, `part` of it is there."""
        self.operations += 1
        if self.operations - 1 == self._cut:
            return super().prog(cfg, block, off, data[: self._part])
        return 0 if self.is_dark else super().prog(cfg, block, off, data)

    def erase(self, cfg: LFSConfig, block: int) -> int:
        """Erase; when the power goes, what is there is nothing that anybody wrote."""
        self.operations += 1
        self.erased[block] += 1
        if self.operations - 1 == self._cut:
            noise = Random(self._cut).randbytes(BLOCK_BYTES)
            return super().prog(cfg, block, 0, noise)
        return 0 if self.is_dark else super().erase(cfg, block)


def _told(function: Callable[..., object]) -> Callable[..., object]:
    """The same with errors as MicroPython has them."""

    def call(*words: object) -> object:
        try:
            return function(*words)
        except LittleFSError as fault:
            raise OSError(fault.code) from None

    return call


class Written:
    """A file that is written. One of `LittleFS.open` is closed again if closing it has failed."""

    def __init__(self, files: LittleFS, handle: object) -> None:
        self._file = files.fs, handle

    def __enter__(self) -> Self:
        return self

    def write(self, data: bytes) -> None:
        """Write behind what is there."""
        _told(lfs.file_write)(*self._file, data)

    def __exit__(self, *_: object) -> None:
        _told(lfs.file_close)(*self._file)


class Start:
    """One start of a board: its flash, and what its watchdog and its memory have kept."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, flash: Flash, sram: Sram) -> None:
        self._files, self._sram = files_of(flash), sram
        monkeypatch.setitem(sys.modules, "uctypes", sram)
        monkeypatch.setattr(backlog, "open", self._open, raising=False)
        names = ("stat", "remove", "rename")
        system = SimpleNamespace(**{name: _told(getattr(self._files, name)) for name in names})
        for module in (backlog, rescue):
            monkeypatch.setattr(module, "os", system)

    def _open(self, path: str, mode: str) -> object:
        handle = _told(lfs.file_open)(self._files.fs, path, mode)
        if mode == "wb":
            return Written(self._files, handle)
        data = lfs.file_read(self._files.fs, handle, lfs.file_size(self._files.fs, handle))
        lfs.file_close(self._files.fs, handle)
        return BytesIO(data)

    def greeter(self) -> SimpleNamespace:
        """Who speaks for the program, once it has looked for what is left."""
        made = SimpleNamespace(boot_id="00000000", mark=0, since_ms=0, lost=0, first=1, next=1)
        if machine.board.scratch[PLACE]:
            rescue.rescue(machine.board.scratch[PLACE])
            machine.board.scratch[PLACE] = 0
        backlog.found(made)  # type: ignore[arg-type]
        return made

    def session(self, greeter: SimpleNamespace) -> BoardSession:
        """The program's session, as `program.main` and `rounds.begin` make it."""
        made = BoardSession(BOARD_ID, greeter.boot_id, "0.1.0", "readers=4", mark=greeter.mark)
        if greeter.next > 1:
            backlog.take(made, greeter)
        made.note(greeter.since_ms)
        machine.board.scratch[PLACE] = self._sram.addressof(made.ring.block)
        if greeter.next > 1:
            backlog.forget()
        return made


@pytest.fixture
def sram() -> Iterator[Sram]:
    """The memory of a board whose watchdog has not bitten yet."""
    made = Sram()
    before, machine.board = machine.board, Board(Wiring(pins), sram=made)
    yield made
    machine.board = before


def fill(session: BoardSession, count: int) -> None:
    """Let this many events happen, the first of which a host has had."""
    for number in range(count):
        assert session.emit(1000 + number, "C", number % 4, f"04{number:012X}")
    session.ring.drop()
    session.first += 1
    session.mark = 77
    session.note(1000 + count)


def told(session: BoardSession) -> list[bytes]:
    """What it keeps, in order."""
    frames, at = [], session.ring.begin
    for _ in range(session.backlog):
        frames.append(session.ring.get(at))
        at = session.ring.after(at)
    return frames


def first_start(
    monkeypatch: pytest.MonkeyPatch, sram: Sram, count: int, flash: Flash | None = None
) -> BoardSession:
    """A session with events."""
    start = Start(monkeypatch, flash or Flash(), sram)
    greeter = start.greeter()
    greeter.boot_id = BOOT
    session = start.session(greeter)
    fill(session, count)
    return session


def test_what_a_watchdogs_reset_leaves_in_memory_goes_on(monkeypatch, sram):
    session = first_start(monkeypatch, sram, RING_EVENTS)
    session.lost = 3
    session.note(2000)
    sram.reset()
    flash = Flash()
    next_start = Start(monkeypatch, flash, sram)
    greeter = next_start.greeter()
    assert (greeter.boot_id, greeter.mark, greeter.since_ms) == (BOOT, 77, 2000)
    assert (greeter.lost, greeter.first, greeter.next) == (3, 2, RING_EVENTS + 1)
    # It hangs while it loads: all is on the flash by now.
    again = Start(monkeypatch, flash, sram)
    assert vars(again.greeter()) == vars(greeter)
    assert told(again.session(greeter)) == told(session)
    with pytest.raises(LittleFSError):
        files_of(flash).stat("backlog")


def test_of_memory_in_which_anything_has_changed_nothing_is_taken(monkeypatch, sram):
    session = first_start(monkeypatch, sram, 40)
    whole, kept = bytes(session.ring.block), machine.board.scratch[:]
    of_note = range(RING_BYTES, RING_BYTES + NOTE_BYTES)
    begin, used = session.ring.begin, len(b"".join(told(session))) + session.backlog
    places = [*range(begin, begin + used), *of_note]
    flash = Flash()
    for place in places:
        for bit in (1, 0x80):
            session.ring.block[:] = whole
            session.ring.block[place] ^= bit
            sram.reset()
            machine.board.scratch[:] = kept
            assert Start(monkeypatch, flash, sram).greeter().next == 1, place
            assert machine.board.scratch[PLACE] == 0, "it is not looked at again"
    for place in (0, 0x1FFFFFFF, 0x20040000, 0x20042000, 0xFFFFFFFF):  # of no memory, or its end
        machine.board.scratch[PLACE] = place
        assert Start(monkeypatch, flash, sram).greeter().next == 1


@pytest.mark.parametrize("line", [b"", b"backlog\n", b"\xff\n", "other", "short", "no number"])
def test_a_damaged_file_is_gone_and_the_next_reset_saves_again(monkeypatch, sram, line):
    flash = Flash()
    session = first_start(monkeypatch, sram, 12, flash)
    kept = machine.board.scratch[:]
    words = {
        "other": "later 1 2",
        "short": f"backlog {BOOT} 1 2 3",
        "no number": "backlog A B C D E F",
    }
    data = line if isinstance(line, bytes) else frame(words[line])
    files = files_of(flash)  # must outlive the open file
    with files.open(backlog.PATH, "wb") as file:
        file.write(data)
    machine.board.scratch[PLACE] = 0
    assert Start(monkeypatch, flash, sram).greeter().next == 1
    sram.reset()
    machine.board.scratch[:] = kept
    start = Start(monkeypatch, flash, sram)
    assert told(start.session(start.greeter())) == told(session)


@pytest.mark.parametrize("part", [0, 24, 200])
@pytest.mark.parametrize("count", [2, 60, RING_EVENTS])
def test_power_that_goes_while_it_saves_leaves_all_or_nothing(monkeypatch, sram, count, part):
    session = first_start(monkeypatch, sram, count)
    machine.board.scratch[PLACE] = 0  # without power the memory is gone
    Start(monkeypatch, made := Flash(), sram)
    before, cut, seen = bytes(made.buffer), 0, set[int]()
    while True:
        flash = Flash(before, cut, part)
        Start(monkeypatch, flash, sram)
        backlog.save(session, 2000)
        after = Flash(bytes(flash.buffer))
        start = Start(monkeypatch, after, sram)
        now = start.greeter()
        seen.add(now.next)
        if now.next > 1:
            assert told(start.session(now)) == told(session)
        # The board starts, and can save again.
        Start(monkeypatch, after, sram)
        backlog.save(session, 3000)
        machine.board.scratch[PLACE] = 0
        assert Start(monkeypatch, after, sram).greeter().since_ms == 3000
        if not flash.is_dark:
            break
        cut += 1
    assert seen == {1, count + 1}
    assert cut > RING_BYTES // BLOCK_BYTES * (count // RING_EVENTS)


def test_power_that_goes_while_it_takes_them_leaves_all_or_nothing(monkeypatch, sram):
    session = first_start(monkeypatch, sram, 30, made := Flash())
    backlog.save(session, 2000)
    machine.board.scratch[PLACE] = 0
    before, cut, seen = bytes(made.buffer), 0, set[bool]()
    while True:
        flash = Flash(before, cut)
        start = Start(monkeypatch, flash, sram)
        with suppress(OSError):
            start.session(start.greeter())
        machine.board.scratch[PLACE] = 0
        again = Start(monkeypatch, Flash(bytes(flash.buffer)), sram)
        now = again.greeter()
        seen.add(now.next > 1)
        if now.next > 1:
            assert told(again.session(now)) == told(session)
            machine.board.scratch[PLACE] = 0
        if not flash.is_dark:
            break
        cut += 1
    assert seen == {True, False}


def test_the_flash_wears_evenly_and_slowly(monkeypatch, sram):
    """The arithmetic of docs/explanation/board.md, which names these figures."""
    session = first_start(monkeypatch, sram, 2, flash := Flash())
    while session.emit(2000, "C", 1, UID):
        pass
    flash.erased.clear()
    saves = 2 * BLOCKS
    for _ in range(saves):
        backlog.save(session, 2000)
        backlog.forget()
    page = (Path(__file__).parents[2] / "docs" / "explanation" / "board.md").read_text("utf-8")
    page = " ".join(page.split())
    each = sum(flash.erased.values()) / saves
    most = max(flash.erased.values()) / saves
    assert f"erases {each:.1f} of the flash's {BLOCKS} blocks" in page
    assert f"is erased {most:.2f} times for each save" in page
    lasts = round(100_000 / most, -5)
    assert f"good for {lasts / 1e6:.1f} million saves" in page
    saves = 6 * 3600 // 11 + 1  # in an evening of six hours
    assert f"{saves:,} in six hours, and {round(lasts / saves, -2):.0f} such evenings" in page
