"""The language in which sentences are made. Knows languages, but no sentence.

The program is written in English. Every other language is one file, `languages/CODE.po`, read as it
is: adding a file adds a language.
"""

import gettext
import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).with_name("languages")

_brought: Final[list[Path]] = []
"""Folders of packages that bring messages of their own, each with its files `CODE.po`."""

_speaking: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> Mapping[str, str]:
    """Every language by its code, with its name in that language; English comes first."""
    from babel import Locale  # takes 20 ms, and boards and replays do not need it

    codes = (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po")))
    return {code: Locale.parse(code).get_display_name(code) or code for code in codes}


def current() -> str:
    """The code of the language in which sentences are made here and now."""
    return _speaking.get()


def messages() -> gettext.NullTranslations:
    """The messages of that language: the same value as long as they are the same."""
    return _book(_speaking.get())


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Make sentences in this language; an unknown one means English."""
    before = _speaking.set(code if code == ENGLISH or code in languages() else ENGLISH)
    try:
        yield
    finally:
        _speaking.reset(before)


def _(message: str, **fields: object) -> str:
    """The message in the current language, with its `{fields}` filled if any are given."""
    words = messages().gettext(message)
    return words.format(**fields) if fields else words


def plural(one: str, many: str, count: int, **fields: object) -> str:
    """The form for this number, with `{count}` and the other fields filled."""
    return form(one, many, count).format(count=count, **fields)


def message(words: str) -> str:
    """The words unchanged: marks them for translation where they are used."""
    return words


def form(one: str, many: str, count: int) -> str:
    """The form for this number in the current language, with its fields still to be filled."""
    return messages().ngettext(one, many, count)


class Message(NamedTuple):
    """A message to be translated later: as text, it is in the language of whoever reads it."""

    words: str
    fields: Mapping[str, object] = {}

    def __str__(self) -> str:
        return _(self.words, **self.fields) if self else ""

    def __bool__(self) -> bool:
        return bool(self.words)


NO_MESSAGE: Final = Message("")
"""Where there is nothing to say: false."""


def verbatim(text: object) -> Message:
    """Text that is the same in every language: a name, a number, a word from a record."""
    return Message("{text}", {"text": text})


def add_messages(module: str) -> None:
    """Add the messages in `languages` beside the modules of a package; the program's come first.

    A package within another brings that one's too, so that several games share a book. A module
    that is alone brings none: beside it would be those of all packages. Only languages that the
    program has are spoken.

    Raises: ValueError, OSError, or Babel's PoFileError, if a file cannot be read; nothing is added
    then.
    """
    package = module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
    folders = list[Path]()
    while package:
        home = sys.modules[package].__file__
        folders += [Path(home).with_name("languages")] if home else []
        package = package.rpartition(".")[0]
    for path in (path for folder in folders for path in sorted(folder.glob("*.po"))):
        _read(path)
    _brought.extend(folder for folder in folders if folder not in _brought)
    _book.cache_clear()


@cache
def _book(code: str) -> gettext.NullTranslations:
    """The messages of a language. Raises: OSError if its file cannot be read."""
    if code == ENGLISH:
        return gettext.NullTranslations()
    book = _read(FOLDER / f"{code}.po")
    for path in (folder / f"{code}.po" for folder in _brought):
        if path.is_file():
            book.add_fallback(_read(path))
    return book


def _read(path: Path) -> gettext.GNUTranslations:
    """The messages of one file. Raises: as `add_messages`."""
    # Not imported at the top: a table where everybody reads English never loads it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem, abort_invalid=True)
    compiled = io.BytesIO()
    # Compiled in memory from the .po itself, so no step comes between a translator and the page.
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
