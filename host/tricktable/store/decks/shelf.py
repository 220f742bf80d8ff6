"""The shelf: all decks of a house, even half-enrolled ones, kept in a folder.

The control cards are there as well. Knows no table. To change a deck, put it back under
the name that it had.
"""

import os
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from anyascii import anyascii

from tricktable.store import erasure, private_files
from tricktable.store.decks.controls import Controls
from tricktable.store.decks.deck import (
    COLOURS,
    BadDeck,
    Deck,
    Decks,
    UnknownTag,
    is_plain,
    plain,
    renamed,
)
from tricktable.store.decks.enrolment import Enrolment, read_enrolment, write_enrolment
from tricktable.store.decks.file import (
    OF_FILE,
    load,
    read_controls,
    read_deck,
    write_controls,
    write_deck,
)
from tricktable.text.language import message

DECK_SUFFIX: Final = ".json"
BEGUN_SUFFIX: Final = ".enrolling"
CONTROLS_FILE: Final = "control.cards"
MAX_DECKS: Final = 64
"""More than anybody can tell apart, and few enough to read at each start."""
_STEM_CHARS: Final = 40  # of a file's name: as many as a deck's name has
_TAKEN: Final = message("there is already a deck {name}; give the new one another name")

Item = Deck | Enrolment | Controls
NamedItem = TypeVar("NamedItem", Deck, Enrolment)


class ShelfChange(NamedTuple):
    """A change: what to keep under a name from now on; nothing if `item` is None."""

    name: str
    """Empty for the control cards, which are kept together."""
    item: Item | None


class Shelf:
    """The decks of a house, in memory. Any thread may call any method. Mutable."""

    def __init__(self, decks: Decks = Decks()) -> None:  # noqa: B008 (a value)
        self._lock = threading.RLock()
        self._decks = decks
        self._begun: tuple[Enrolment, ...] = ()

    @property
    def decks(self) -> Decks:
        """The whole decks."""
        return self._decks

    @property
    def enrolments(self) -> tuple[Enrolment, ...]:
        """The decks whose enrolment is unfinished."""
        return self._begun

    def put(self, shelving: ShelfChange) -> None:
        """Put something there, or remove it; returns when that is durable.

        Raises: BadDeck if it cannot stand beside the other decks, OSError if it cannot be kept.
        """
        name, item = shelving
        with self._lock:
            decks, begun = self._after(name, item)
            # On the disk first: what follows cannot fail, so that memory never has a deck that a
            # restart loses.
            self._keep(name, item)
            self._decks, self._begun = decks, begun

    def has(self, name: str) -> bool:
        """Whether there is a deck with this name, whole or unfinished."""
        names = [deck.name for deck in self.decks.decks] + [deck.name for deck in self.enrolments]
        return name in names

    def add(self, deck: Deck) -> None:
        """Add a new deck. Raises: BadDeck, OSError."""
        with self._lock:
            if self.has(deck.name):
                raise BadDeck(_TAKEN, name=repr(deck.name))
            self.put(ShelfChange(deck.name, deck))

    def rename(self, name: str, new: str, colour: str = "") -> None:
        """Change a deck's name and the colour of its backs. Raises: BadDeck, OSError."""
        with self._lock:
            deck = self.decks.deck(name)
            again = renamed(deck, new, colour or deck.colour)
            if again.name != name and self.has(again.name):
                raise BadDeck(_TAKEN, name=repr(again.name))
            self.put(ShelfChange(name, again))

    def delete(self, name: str) -> None:
        """Delete a deck, whole or unfinished. Raises: BadDeck if there is none, OSError."""
        with self._lock:
            if not self.has(name):
                self.decks.deck(name)
            self.put(ShelfChange(name, None))

    def erase(self, person: str) -> Mapping[str, str]:
        """Take a person's name out of the decks' names and colours, and out of their files' names.

        Such a deck is called as the table calls a new one from now on. Returns what each deck that
        is there is called now, by what it was called. It is safe to run again after it was
        interrupted. Raises: BadDeck, OSError.
        """
        with self._lock:
            called = dict[str, str]()
            for deck in self.decks.decks:
                called[deck.name] = self._without(deck, person)
            for begun in self.enrolments:
                called[begun.name] = self._without(begun, person)
            self._erase_past(person)
            return called

    def _without(self, item: NamedItem, person: str) -> str:
        again = self._without_name(item, person)
        if again is not item:
            self.put(ShelfChange(item.name, again))
        return again.name

    def _without_name(self, item: NamedItem, person: str) -> NamedItem:
        colour = item.colour
        if colour not in COLOURS and erasure.holds(colour, person):
            colour = COLOURS[0]
        if colour == item.colour and (
            not erasure.holds(item.name, person) or is_plain(item.name, colour)
        ):
            return item
        name = item.name
        if erasure.holds(name, person):
            taken = {deck.name for deck in self.decks.decks} | {
                each.name for each in self.enrolments
            }
            name = plain(colour if colour in COLOURS else COLOURS[0], item.kind, taken)
        return replace(item, name=name, colour=colour)

    def _erase_past(self, person: str) -> None:
        """Take the name out of what is kept of decks that are gone, or were called otherwise."""

    def _after(self, name: str, item: Item | None) -> tuple[Decks, tuple[Enrolment, ...]]:
        controls = self._decks.controls
        if isinstance(item, Controls):
            return replace(self._decks, controls=item), self._begun
        begun = [each for each in self._begun if each.name != name]
        if isinstance(item, Enrolment):
            return self._decks, (*begun, item)
        decks = list(self._decks.decks)
        place = next((at for at, deck in enumerate(decks) if deck.name == name), len(decks))
        # In its own place: the order of the decks says which is in play where nobody chose.
        decks[place : place + 1] = [] if item is None else [item]
        if len(decks) > MAX_DECKS:
            raise BadDeck("there can be at most {most} decks; delete one first", most=MAX_DECKS)
        return Decks(tuple(decks), controls=controls), tuple(begun)

    def _keep(self, name: str, item: Item | None) -> None:
        """Make the change durable."""


class Folder(Shelf):
    """The decks of a house in a folder: `*.json`, and `*.enrolling` for unfinished ones. Mutable.

    The control cards are one more file. The shelf notices files that other programs put there.
    """

    def __init__(self, path: Path) -> None:
        """Read the decks in that folder, creating it if need be. Raises: OSError."""
        super().__init__()
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = path
        self._files: dict[str, Path] = {}
        self._seen: frozenset[tuple[str, int, int]] | None = None
        self._faults: tuple[str, ...] = ()

    @property
    def decks(self) -> Decks:
        """The whole decks; read again when the folder has changed."""
        self._look()
        return self._decks

    @property
    def enrolments(self) -> tuple[Enrolment, ...]:
        """The decks whose enrolment is unfinished."""
        self._look()
        return self._begun

    @property
    def faults(self) -> tuple[str, ...]:
        """Why files in the folder are not used, one sentence each."""
        self._look()
        return self._faults

    def put(self, shelving: ShelfChange) -> None:
        """Put something there, or remove it; returns when that is on the disk.

        Raises: BadDeck if it cannot stand beside the other decks, OSError if it cannot be kept.
        """
        with self._lock:
            self._look()
            super().put(shelving)
            self._seen = self._files_now()

    def _look(self) -> None:
        with self._lock:
            files = self._files_now()
            if files is not None and files != self._seen:
                self._read()
                self._seen = files  # of before: what comes meanwhile is seen next time

    def _files_now(self) -> frozenset[tuple[str, int, int]] | None:
        """Each file's name, inode and time of change; None if the folder is gone.

        A file that replaces another has a different inode, however coarse the clock is.
        """
        try:
            with os.scandir(self.path) as files:
                found = [(file.name, file.stat()) for file in files]
        except OSError:  # what was read still holds
            return None
        return frozenset((name, each.st_ino, each.st_mtime_ns) for name, each in found)

    def _read(self) -> None:
        for path in self.path.iterdir():
            private_files.keep(path)  # tags' numbers are in them, whoever put them here
        faults, files = list[str](), dict[str, Path]()
        decks = Decks(controls=self._read_controls(faults))
        for path in _by_arrival(self.path.glob(f"*{DECK_SUFFIX}")):
            try:
                deck = load(path, read_deck)
                decks = _beside(decks, deck, path)
                files[deck.name] = path
            except BadDeck as fault:
                faults.append(str(fault))
        begun = []
        for path in _by_arrival(self.path.glob(f"*{BEGUN_SUFFIX}")):
            try:
                enrolment = load(path, read_enrolment)
            except BadDeck as fault:
                faults.append(str(fault))
                continue
            # The finished deck is written before the begun one is deleted: a power cut between the
            # two leaves both.
            if enrolment.name not in files:  # else it had just been finished
                begun.append(_without_taken(enrolment, decks))
                files[enrolment.name] = path.with_suffix(DECK_SUFFIX)
        self._decks, self._begun, self._files = decks, tuple(begun), files
        self._faults = tuple(faults)

    def _read_controls(self, faults: list[str]) -> Controls:
        path = self.path / CONTROLS_FILE
        try:
            return load(path, read_controls) if path.exists() else Controls()
        except BadDeck as fault:
            faults.append(str(fault))
            return Controls()

    def _keep(self, name: str, item: Item | None) -> None:
        if isinstance(item, Controls):
            private_files.save(self.path / CONTROLS_FILE, write_controls(item))
            return
        path = self._files.pop(name, None) or self._new_path(name)
        begun = path.with_suffix(BEGUN_SUFFIX)
        if isinstance(item, Enrolment):
            private_files.save(begun, write_enrolment(item))
        else:
            if item is not None:
                private_files.save(path, write_deck(item))
            else:
                path.unlink(missing_ok=True)
            begun.unlink(missing_ok=True)
            private_files.sync(self.path)
        if item is not None:
            self._files[item.name] = path

    def _erase_past(self, person: str) -> None:
        """Rename files: each is called as its deck was once, or as somebody called it."""
        self._look()
        for name, path in [*self._files.items()]:
            # Hyphens stand for whatever a file's name cannot have.
            stem = path.stem.replace("-", " ")
            if erasure.holds(stem, person) or erasure.holds(stem, anyascii(person)):
                new = path.with_name(f"{_place(path):02}-{_stem(name)}{DECK_SUFFIX}")
                if new == path or new.exists() or new.with_suffix(BEGUN_SUFFIX).exists():
                    new = self._new_path(name)
                for suffix in (DECK_SUFFIX, BEGUN_SUFFIX):
                    if (old := path.with_suffix(suffix)).exists():
                        old.replace(new.with_suffix(suffix))
                self._files[name] = new
        private_files.sync(self.path)

    def _new_path(self, name: str) -> Path:
        """A file name that people recognise, every system accepts, and that sorts last."""
        number = 1 + max((_place(path) for path in self.path.iterdir()), default=0)
        return self.path / f"{number:02}-{_stem(name)}{DECK_SUFFIX}"


def _stem(name: str) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", anyascii(name).lower()).strip("-")[:_STEM_CHARS]
    return stem or "deck"


def _by_arrival(paths: Iterable[Path]) -> list[Path]:
    """Sorts decks in order of arrival: the first one is used unless somebody chooses another."""
    return sorted(paths, key=lambda path: (_place(path), path.name))[:MAX_DECKS]


def _place(path: Path) -> int:
    """The number at the start of a file name; 0 if somebody named it otherwise."""
    digits = re.match(r"\d{1,6}", path.name)
    return int(digits[0]) if digits else 0


def _beside(decks: Decks, deck: Deck, path: Path) -> Decks:
    try:
        return replace(decks, decks=(*decks.decks, deck), in_play=None)
    except BadDeck as fault:
        raise BadDeck(OF_FILE, file=path.name, fault=fault.message) from fault


def _without_taken(enrolment: Enrolment, decks: Decks) -> Enrolment:
    """Drops tags that another deck has taken meanwhile, so that their cards are laid again."""
    left = {
        uid: code for uid, code in enrolment.tags.items() if isinstance(decks.find(uid), UnknownTag)
    }
    return replace(enrolment, tags=left)
