"""Backups: all that a house keeps, in one file that can be carried to another machine.

A backup is taken while people play and read back before it gets its name. Restoring one sets aside
what is there; neither deletes anything but backups beyond the number that shall be kept.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tricktable.store import private_files, swap
from tricktable.store.byte_lock import has_locks, lock_reason
from tricktable.store.decks.file import MAX_FILE_BYTES
from tricktable.store.journal import driver_needed, open_journal
from tricktable.store.journal.errors import Outage
from tricktable.store.journal.place import BESIDE, beside, is_in_use, stamp
from tricktable.text.outage import reason

if TYPE_CHECKING:
    from sqlalchemy import URL

JOURNAL: Final = "journal.db"
KEY: Final = "board-key"
DECKS: Final = "decks"
SETTINGS: Final = "settings.toml"
OWN: Final = (SETTINGS, "host-token", "webhook-secret")
"""Files of the data folder that a backup keeps under their own names."""
_PLACES: Final = ("database", "board_key_file")
"""The settings that say where something lies that a backup contains."""
MAX_DECK_FILES: Final = 1024
_CONTENTS: Final = "contents.json"
_MAX_CONTENTS_BYTES: Final = 1024 * 1024
_MAX_READ_BYTES: Final = 512 * 1024
"""In one piece, and of the list of entries at the end of the file, which is read in one."""
# Deflate packs zeros 1 to 1032; a journal, whose rows are text, about 1 to 10.
_MAX_RATIO: Final = 250
_SMALL_BYTES: Final = 16 * 1024 * 1024
"""A journal up to this may be packed as well as it likes."""
_RESERVE_BYTES: Final = 64 * 1024 * 1024
"""What unpacking a journal leaves free on the disk."""
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_PATTERN: Final = "tricktable-[0-9][0-9][0-9][0-9]-*Z*.zip"
_ROWS: Final = 'SELECT "table", count(*) FROM journal GROUP BY "table"'


class BackupUnreadable(Exception):
    """The file is no whole backup; the text says why."""


class Place(NamedTuple):
    """Where a house keeps its things."""

    data: Path
    journal: Path
    board_key: Path
    """Elsewhere than in `data` if the settings say so, as the journal may be."""
    database: URL | None = None
    """The PostgreSQL database in which the journal is instead, with a club's decks and token."""

    def path(self, name: str) -> Path:
        """Where the file lies that a backup calls `name`."""
        return {JOURNAL: self.journal, KEY: self.board_key}.get(name, self.data / name)


class Contents(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    version: str
    """The Tricktable that made it."""
    taken: datetime
    files: dict[str, str]
    """The SHA-256 of each file."""
    rows: dict[str, int]
    """How many rows each table has in the journal."""
    is_clubs: bool = False
    """Whether the journal was in a PostgreSQL database, and the club's decks are in it, too."""


class Backup(NamedTuple):
    """A backup that has been read back."""

    path: Path
    contents: Contents


def take(place: Place, folder: Path, now: datetime, version: str) -> Backup:
    """Make a backup in `folder`, and read it back. Raises: OSError, Outage, BackupUnreadable."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = _free_path(folder, f"tricktable-{stamp(now)}")
    part = path.with_name(path.name + ".part")
    try:
        with TemporaryDirectory(prefix="tricktable-", dir=folder) as made:
            copy, journal, kept = Path(made) / JOURNAL, place.journal, dict(_files(place))
            if place.database is not None:
                with driver_needed():
                    from tricktable.store.club_backup import files_of

                journal, clubs = files_of(place.database, Path(made))
                ours = {name: each for name, each in kept.items() if not _is_deck(name)}
                kept = ours | clubs
            rows = _copy_journal(journal, copy)
            kept |= {JOURNAL: copy} if rows is not None else {}
            files = {name: _digest(each) for name, each in sorted(kept.items())}
            is_clubs = place.database is not None
            contents = Contents(version, now, files, rows or {}, is_clubs)
            with os.fdopen(private_files.new(part), "wb") as file:
                _pack(file, kept, contents)
                file.flush()
                os.fsync(file.fileno())
        read(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    private_files.sync(folder)
    return Backup(path, contents)


def _free_path(folder: Path, name: str) -> Path:
    number, path = 1, folder / f"{name}.zip"
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.zip"
    return path


def _pack(file: object, kept: Mapping[str, Path], contents: Contents) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        packed.writestr(_CONTENTS, msgspec.json.format(msgspec.json.encode(contents)))
        for name, each in kept.items():
            packed.write(each, name)


def _files(place: Place) -> Iterator[tuple[str, Path]]:
    """Every file but the journal, by its name in the backup."""
    for name in (*OWN, KEY):
        if place.path(name).is_file():
            yield name, place.path(name)
    for deck in sorted((place.data / DECKS).glob("*")):
        if deck.is_file():
            yield f"{DECKS}/{deck.name}", deck


def _copy_journal(journal: Path, copy: Path) -> dict[str, int] | None:
    """Copy the journal as it is at one moment; its rows by table, or None if there is no journal.

    SQLite's own backup, in one step: whoever writes meanwhile need not wait, since readers of a
    journal with a log hold nobody up (https://sqlite.org/wal.html, 2.2). Raises: Outage.
    """
    if not journal.exists():
        return None
    if not has_locks(journal.parent):
        raise Outage(f"the journal {journal} {lock_reason(journal.parent)}")
    try:
        with (
            closing(sqlite3.connect(f"{journal.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it
            return _sound_rows(target)
    except sqlite3.Error as fault:
        raise Outage(f"the journal {journal} cannot be copied: {reason(fault)}") from fault


def _sound_rows(journal: sqlite3.Connection) -> dict[str, int]:
    (verdict,) = journal.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(str(verdict))
    return dict(journal.execute(_ROWS))


def read(path: Path) -> Contents:
    """What is in a backup, after reading all of it. Raises: BackupUnreadable."""
    with TemporaryDirectory(prefix="tricktable-") as folder:
        return _unpack(path, Path(folder))


def _unpack(path: Path, folder: Path) -> Contents:
    """Unpack a backup into `folder`, checking every byte. Raises: BackupUnreadable."""
    try:
        with _Pieces(io.FileIO(path)) as file, zipfile.ZipFile(file) as packed:
            contents = _contents(path, packed)
            for name, digest in contents.files.items():
                if _unpack_one(packed, name, folder) != digest:
                    raise BackupUnreadable(f"{path}: {name} is damaged")
        if JOURNAL in contents.files:
            with closing(sqlite3.connect(folder / JOURNAL)) as journal:
                if _sound_rows(journal) != contents.rows:
                    raise BackupUnreadable(f"{path}: the journal lacks rows")
    except (OSError, KeyError, EOFError, zipfile.BadZipFile, msgspec.DecodeError) as fault:
        raise BackupUnreadable(f"{path} is not a whole backup: {reason(fault)}") from fault
    except (NotImplementedError, RuntimeError, zipfile.zlib.error, sqlite3.Error) as fault:  # type: ignore[attr-defined]
        raise BackupUnreadable(f"{path} is damaged: {fault}") from fault
    return contents


class _Pieces(io.BufferedReader):
    """A file that is read in small pieces only, whatever lengths it gives for its own parts."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MAX_READ_BYTES:
            raise zipfile.BadZipFile("its list of files is too long")
        return super().read(_MAX_READ_BYTES if size is None or size < 0 else size)


def _contents(path: Path, packed: zipfile.ZipFile) -> Contents:
    """What a backup says of itself, once its entries are the ones that it lists.

    Raises: BackupUnreadable, and what reading a zip raises.
    """
    with packed.open(_CONTENTS) as entry:
        text = entry.read(_MAX_CONTENTS_BYTES + 1)
    if len(text) > _MAX_CONTENTS_BYTES:
        raise BackupUnreadable(f"{path}: {_CONTENTS} is longer than {_MAX_CONTENTS_BYTES} bytes")
    contents = msgspec.json.decode(text, type=Contents)
    for name in contents.files:
        if not _is_ours(name):
            raise BackupUnreadable(f"{path}: {name!r} does not belong in a backup")
    if sum(map(_is_deck, contents.files)) > MAX_DECK_FILES:
        raise BackupUnreadable(f"{path}: more than {MAX_DECK_FILES} decks are in it")
    if sorted(packed.namelist()) != sorted([_CONTENTS, *contents.files]):
        raise BackupUnreadable(f"{path}: it has other files than those that it lists")
    for entry_of in packed.infolist():
        if entry_of.compress_type not in _PACKINGS:
            raise BackupUnreadable(f"{path}: {entry_of.filename} is packed in an unknown way")
    return contents


def _unpack_one(packed: zipfile.ZipFile, name: str, folder: Path) -> str:
    """Unpack one entry piece by piece, as much as its kind may have; returns its SHA-256.

    The size in its header counts for nothing. Raises: BackupUnreadable, OSError and zip's errors.
    """
    most, digest, count = MAX_FILE_BYTES, hashlib.sha256(), 0
    if name == JOURNAL:
        packed_bytes = os.fstat(packed.fp.fileno()).st_size  # type: ignore[union-attr]
        free = shutil.disk_usage(folder).free - _RESERVE_BYTES
        most = min(free, max(_SMALL_BYTES, _MAX_RATIO * packed_bytes))
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    with packed.open(name) as entry, os.fdopen(private_files.new(target), "wb") as file:
        while piece := entry.read(_MAX_READ_BYTES):
            count += len(piece)
            if count > most:
                raise BackupUnreadable(f"{packed.filename}: {name} is longer than {most} bytes")
            digest.update(piece)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _is_deck(name: str) -> bool:
    return name.startswith(f"{DECKS}/")


def _is_ours(name: str) -> bool:
    # A backup may come from anybody: no name in it leads out of the folder that it is unpacked
    # into, on no system.
    folder, _, last = name.rpartition("/")
    is_deck = folder == DECKS and last == PurePosixPath(last).name and last.isprintable()
    is_plain = last not in ("", ".", "..") and not {"\\", ":"} & {*last}
    return name in (JOURNAL, KEY, *OWN) or (is_deck and is_plain)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Restoration(NamedTuple):
    """What restoring a backup has done."""

    contents: Contents
    aside: tuple[Path, ...]
    """Where everything is now that was there before."""
    tables: tuple[str, ...] = ()
    """The tables of the database in which everything is now that was there before."""


def restore(path: Path, place: Place, now: datetime) -> Restoration:
    """Put a backup in place, and set aside what is there.

    All of it or nothing: see `swap`. A database is changed in one transaction, which ends behind
    the last file. Raises: BackupUnreadable or Outage, if a host runs, before anything is changed;
    OSError or Outage, after which everything is as it was.
    """
    place.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    swap.finish(place.data)
    with TemporaryDirectory(prefix="tricktable-", dir=place.data) as made, ExitStack() as database:
        folder = Path(made)
        contents = _unpack(path, folder)
        _keep_places(folder / SETTINGS, place.data / SETTINGS)
        tables: tuple[str, ...] = ()
        if place.database is None:
            if is_in_use(place.journal):
                raise Outage(f"another program is using the journal {place.journal}; stop it first")
        else:
            tables = database.enter_context(_replace_rows(place.database, contents, folder, now))
        named = tuple(_moves(place, contents, stamp(now)))
        moves = tuple(move for _, move in named)
        aside = tuple(Path(each.aside) for each in moves if Path(each.place).exists())
        try:
            for name, move in named:
                if move.new is not None:
                    _move_beside(folder / name, Path(move.new))
            swap.swap(place.data, moves, database.close)
        except Exception:
            # A list that is still there could not be undone: then its moves will be finished.
            for move in moves if not (place.data / swap.LIST).exists() else ():
                if move.new is not None:
                    swap.clear(Path(move.new))
            raise
    beside_journal = {beside(each, ending) for each in aside for ending in BESIDE}
    kept = tuple(each for each in aside if each not in beside_journal)
    return Restoration(contents, kept, tables)


@contextmanager
def _replace_rows(
    database: URL, contents: Contents, folder: Path, now: datetime
) -> Iterator[tuple[str, ...]]:
    """See `replacement.replace_journal`."""
    with driver_needed():
        from tricktable.store.journal.replacement import replace_journal

    with ExitStack() as opened:
        source = None
        if JOURNAL in contents.files:
            source = opened.enter_context(closing(open_journal(folder / JOURNAL)))
        # A house's decks are in its folder: the first host puts those on the club's empty shelf.
        aside = replace_journal(database, source, stamp(now), with_decks=contents.is_clubs)
        yield opened.enter_context(aside)


def _keep_places(new: Path, present: Path) -> None:
    """Let the settings that come say what the present ones say of where journal and key lie.

    That is where they are put: the other machine's places may not even exist here.
    """
    if not new.exists():
        return
    text = new.read_text("utf-8")
    try:
        comes = tomllib.loads(text)
        here = tomllib.loads(present.read_text("utf-8")) if present.exists() else {}
    except ValueError:
        return  # unreadable settings are told when they are read
    for name in _PLACES:
        if comes.get(name) != here.get(name):
            text = re.sub(rf"(?m)^[ \t]*{name}[ \t]*=.*\n?", "", text)
            if name in here:
                text = f"{name} = {json.dumps(here[name])}\n{text}"
    new.write_text(text, "utf-8")


def _moves(place: Place, contents: Contents, when: str) -> Iterator[tuple[str, swap.Replacement]]:
    """What comes, by its name in the backup, and what is set aside, a journal with its log."""
    comes = {name.partition("/")[0] for name in contents.files}
    journal = place.journal.resolve()  # SQLite keeps the log beside the file that a link leads to
    number, aside = 1, beside(journal, f".{when}")
    in_file = place.database is None
    while any(beside(aside, each).exists() for each in ("", *BESIDE)):
        number += 1
        aside = beside(journal, f".{when}-{number}")
    for ending in BESIDE if in_file else ():
        if beside(journal, ending).exists():
            gone = swap.Replacement(str(beside(journal, ending)), str(beside(aside, ending)), None)
            yield JOURNAL, gone
    new = str(swap.new_name(journal)) if JOURNAL in comes else None
    if in_file and (new or journal.exists()):
        yield JOURNAL, swap.Replacement(str(journal), str(aside), new)
    for name in (*OWN, KEY, DECKS):
        before = place.path(name).absolute()
        if name in comes or (name == DECKS and before.exists()):
            private_files.keep(before)
            new = str(swap.new_name(before)) if name in comes else None
            yield name, swap.Replacement(str(before), str(_free(beside(before, f".{when}"))), new)


def _move_beside(unpacked: Path, new: Path) -> None:
    """Lay what was unpacked beside its place, which may be on another disk."""
    new.parent.mkdir(parents=True, exist_ok=True)
    swap.clear(new)
    shutil.move(unpacked, new)
    for each in (new, *new.glob("*")):
        if each.is_file():
            with each.open("rb+") as file:
                os.fsync(file.fileno())
        else:
            private_files.sync(each)
    private_files.sync(new.parent)


def _free(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest `keep` backups in `folder`; returns those that were deleted."""
    # Not by name: the second backup of one second, `...Z-2.zip`, would come before the first.
    found = sorted(folder.glob(_PATTERN), key=lambda each: each.stat().st_mtime_ns)
    old = found[: max(0, len(found) - keep)]
    for each in old:
        with suppress(FileNotFoundError):  # another run may prune the same folder
            each.unlink()
    return old
