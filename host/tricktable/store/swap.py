"""Several files take the places of others: all of them or none, whatever ends it in between.

Each new file lies beside its place first. Then a list of all moves is written to the disk: from
there on they can only be finished, here or by whichever command looks at the folder next. A
folder counts as a file.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from tricktable.store import private_files

LIST: Final = "restoring.json"
"""The list of moves, in the data folder, while they are under way."""


class Replacement(msgspec.Struct, frozen=True):
    """One file that goes, one that comes, or both."""

    place: str
    aside: str
    """Where that goes which is in the place now; nothing is there yet."""
    new: str | None
    """What comes into the place, from the same folder; None if it stays empty."""


def new_name(place: Path) -> Path:
    """Where the file that will come into a place has to lie first."""
    return place.with_name(f".{place.name}.restored")


def clear(path: Path) -> None:
    """Delete what a restore left that ended before its list was written."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def swap(
    folder: Path, moves: tuple[Replacement, ...], and_then: Callable[[], object] = lambda: None
) -> None:
    """Do all of these moves, then what belongs to them elsewhere.

    Raises: OSError, and what `and_then` raises, after undoing the moves that were done.
    """
    part = folder / f"{LIST}.part"
    part.unlink(missing_ok=True)
    with os.fdopen(private_files.new(part), "wb") as file:
        file.write(msgspec.json.encode(moves))
        file.flush()
        os.fsync(file.fileno())
    _move(part, folder / LIST)
    try:
        finish(folder, and_then)
    except Exception:
        with (folder / LIST).open("rb") as written, _alone(written):
            _undo(moves)
        _delete_list(folder)
        raise


def finish(folder: Path, and_then: Callable[[], object] = lambda: None) -> bool:
    """Finish the moves that somebody has begun, and may have left; whether there were any.

    `and_then` is done behind them, while the list can still undo them.

    Raises: OSError; then the next one may try again.
    """
    path = folder / LIST
    try:
        file = path.open("rb")
    except OSError:
        return False
    with file, _alone(file):
        if path.exists():  # else somebody else has just finished them
            _do(msgspec.json.decode(file.read(), type=tuple[Replacement, ...]))
        and_then()
    _delete_list(folder)
    return True


def _delete_list(folder: Path) -> None:
    """All that is on it has been done, or undone."""
    (folder / LIST).unlink(missing_ok=True)
    private_files.sync(folder)


@contextmanager
def _alone(file: BinaryIO) -> Iterator[None]:
    """Wait until no other program moves the files of this list; a program that ends lets go."""
    try:
        import fcntl
    except ImportError:  # Windows, where a file cannot be renamed over another one
        pass
    else:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)
    yield


def _do(moves: tuple[Replacement, ...]) -> None:
    """What is done already is seen by where the files are."""
    for move in moves:
        place, aside = Path(move.place), Path(move.aside)
        is_new_there = move.new is not None and not Path(move.new).exists()
        if place.exists() and not aside.exists() and not is_new_there:
            _move(place, aside)
        if move.new is not None and not is_new_there:
            _move(Path(move.new), place)


def _undo(moves: tuple[Replacement, ...]) -> None:
    """Back to before; if that fails, the list stays, and the moves will be finished."""
    for move in reversed(moves):
        place, aside = Path(move.place), Path(move.aside)
        if move.new is not None and not Path(move.new).exists():
            _move(place, Path(move.new))
        if aside.exists():
            _move(aside, place)


def _move(start: Path, end: Path) -> None:
    start.rename(end)
    private_files.sync(end.parent)
