"""Decks and control cards as files: JSON, safe to read from anybody and never half-written.

docs/reference/deck-file.md describes the format.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from tricktable.rules.cards import BY_CODE
from tricktable.rules.nesting import is_too_deep
from tricktable.store.decks.controls import ACTS, Controls
from tricktable.store.decks.deck import KINDS, BadDeck, Deck, code_of, number_of, uid_fault
from tricktable.text.language import Message, message

T = TypeVar("T")

FORMAT: Final = "tricktable/1"
"""The format name in a deck file."""
OF_FILE: Final = message("{file}: {fault}")
"""Names the file in a message about one of several."""
MAX_FILE_BYTES: Final = 64 * 1024
"""The longest file that is read; a full deck takes about 2 kB."""


def read_deck(text: str) -> Deck:
    """The deck that a deck file's text describes. Raises: BadDeck."""
    read = _object(text)
    if read.get("deck") != FORMAT:
        raise BadDeck('not a deck file: it does not say "deck": "{format}"', format=FORMAT)
    words = [read.get(key) for key in ("name", "colour", "kind")]
    tags = read.get("tags")
    if not all(isinstance(word, str) for word in words) or not isinstance(tags, dict):
        raise BadDeck("name, colour and kind must be text, and tags must be an object")
    if not all(isinstance(code, str) for code in tags.values()):
        raise BadDeck("each tag must map to the code of a card, such as TH")
    name, colour, kind = map(str, words)
    return Deck(name, colour, kind, _as_we_write(tags))


def _as_we_write(tags: Mapping[str, str]) -> dict[str, str]:
    """These tags with numbers and cards as we write them. Raises: BadDeck, if two are the same."""
    written: dict[str, str] = {}
    for number, card in tags.items():
        code, tag = code_of(card) or card, number_of(number)
        if tag in written:
            raise BadDeck("{one} and {other} have the same tag", one=written[tag], other=code)
        written[tag] = code
    return written


def write_deck(deck: Deck) -> str:
    """The text of the deck's file, cards in printing order."""
    by_card = {code: uid for uid, code in deck.tags.items()}
    content = {
        "deck": FORMAT,
        "name": deck.name,
        "colour": deck.colour,
        "kind": deck.kind,
        "tags": {by_card[code]: code for code in KINDS[deck.kind].codes},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def read_controls(text: str) -> Controls:
    """The control cards that a file's text describes. Raises: BadDeck."""
    read = _object(text)
    tags = read.get("tags")
    if read.get("controls") != FORMAT or not isinstance(tags, dict):
        raise BadDeck("not a control-card file")
    controls = Controls()
    for number, act in tags.items():
        if act not in ACTS:
            raise BadDeck("a control card must mean one of: {acts}", acts=", ".join(ACTS))
        tag = number_of(number)
        if fault := uid_fault(tag):
            raise BadDeck("the tag number of a control card {fault}", fault=Message(fault))
        controls = controls.with_tag(tag, act)
    return controls


def write_controls(controls: Controls) -> str:
    """The text of the control cards' file."""
    content = {"controls": FORMAT, "tags": dict(controls.tags)}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def decode(content: bytes) -> str:
    """The text of a deck file from anybody. Raises: BadDeck."""
    if len(content) > MAX_FILE_BYTES:
        raise BadDeck("longer than {most} bytes", most=MAX_FILE_BYTES)
    try:
        return content.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        raise BadDeck("not a deck file: it is not text") from error


def load(path: Path, read: Callable[[str], T]) -> T:
    """The file at `path`, parsed by `read`. Raises: BadDeck, which names the file."""
    try:
        with path.open("rb") as file:
            return read(decode(file.read(MAX_FILE_BYTES + 1)))
    except BadDeck as error:
        raise BadDeck(OF_FILE, file=path.name, fault=error.message) from error
    except OSError as error:
        raise BadDeck(OF_FILE, file=path.name, fault=error.strerror) from error


def _object(text: str) -> dict[str, object]:
    """The JSON object in the text; an empty one for other JSON. Raises: BadDeck."""
    if is_too_deep(text):
        raise BadDeck("not a deck file: it is nested too deeply")
    try:
        read = json.loads(text, object_pairs_hook=_without_repeats)
    except ValueError as error:
        if _is_table(text):
            raise BadDeck(
                "not a deck file but a table (CSV); write it as JSON, with a line such as "
                "{line} for each card: see docs/reference/deck-file.md",
                line='"04A3C6CAE26180": "2C",',
            ) from error
        if not isinstance(error, json.JSONDecodeError):
            raise BadDeck("not a deck file: it has a number that is too long") from error
        raise BadDeck("not a deck file: line {line} is not JSON", line=error.lineno) from error
    return read if isinstance(read, dict) else {}


def _is_table(text: str) -> bool:
    """Whether its first line has columns, as spreadsheets write them."""
    line = text.lstrip().partition("\n")[0]
    return not line.startswith(("{", "[")) and any(each in line for each in ",;\t")


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object as a dict; refuses repeated keys, of which Python would keep only the last."""
    read: dict[str, object] = {}
    for key, value in pairs:
        if key in read:
            two = (read[key], value)
            cards = [each for each in two if isinstance(each, str) and each in BY_CODE]
            if len(cards) < len(two):
                raise BadDeck("a name appears twice")
            raise BadDeck("{one} and {other} have the same tag", one=cards[0], other=cards[1])
        read[key] = value
    return read
