"""What a club keeps in its database, as the files that a house would have: for a backup."""

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, cast

import msgspec
from sqlalchemy import URL

from tricktable.store import club_token, machine
from tricktable.store.decks import Deck, Folder, ShelfChange
from tricktable.store.decks.club_shelf import ClubShelf
from tricktable.store.decks.enrolment import Enrolment
from tricktable.store.journal import Journal, open_journal
from tricktable.store.journal.copies import copy
from tricktable.store.journal.snapshot import JournalSnapshot, snapshot

_COPY: Final = "club.db"


class ClubFiles(NamedTuple):
    """The files of a club, made in a folder."""

    journal: Path
    kept: dict[str, Path]
    """Every other file, by its name in a data folder."""


def files_of(database: URL, folder: Path) -> ClubFiles:
    """Write all that is in the database at this moment into `folder`; hosts may go on writing it.

    The decks are those of the club, not of this host, and so is the token. Raises: Outage, Newer,
    Full, OSError.
    """
    journal = folder / _COPY
    with snapshot(database) as club:
        with closing(open_journal(journal)) as copied:
            for _ in copy(club, copied):
                pass
        kept = dict((*_decks(club, folder / "decks"), *_token(club, folder)))
    return ClubFiles(journal, kept)


def _decks(club: JournalSnapshot, folder: Path) -> Iterator[tuple[str, Path]]:
    shelf, files = ClubShelf(cast(Journal, club)), Folder(folder)
    items: list[Deck | Enrolment] = [*shelf.decks.decks, *shelf.enrolments]
    for item in items:
        files.put(ShelfChange(item.name, item))
    if shelf.decks.controls.tags:
        files.put(ShelfChange("", shelf.decks.controls))
    for each in sorted(folder.iterdir()):
        yield f"decks/{each.name}", each


def _token(club: JournalSnapshot, folder: Path) -> Iterator[tuple[str, Path]]:
    for lease in club.leases(club_token.NAME):
        # No host has served yet, or a later version says it otherwise: then the data folder's.
        with suppress(msgspec.DecodeError):
            machine.keep_token(club_token.read(lease.what), folder)
            yield machine.TOKEN_FILE, folder / machine.TOKEN_FILE
