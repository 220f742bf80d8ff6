"""Removes a person's name from a table's rows: "Player 2" takes its place everywhere.

Takes rows and returns new bodies; changes nothing itself. What was played stays as it was.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tricktable.rules.names import default_names, name_key, safe_name
from tricktable.rules.values import JsonValue
from tricktable.store.archive import read_kept_header
from tricktable.store.journal import Row
from tricktable.text.characters import look

PLAYER: Final = "Player {number}"
"""A forgotten person; the same number in every game, so that an evening still adds up."""


_WITH_DECKS: Final = frozenset(("deck", "tending", "asking"))
"""The fields of the desk in which decks are named."""
NO_DECKS: Final[Mapping[str, str]] = MappingProxyType({})


def known_names(rows: Iterable[Row]) -> Mapping[str, int]:
    """Every name that somebody typed, as people see it, with the number of games it is in."""
    games: Counter[str] = Counter()
    here: set[str] = set()
    own: tuple[str, ...] = ()
    begun = 0
    for row in rows:
        if row.kind == "game":
            games.update(dict.fromkeys(here, begun))  # whoever only sat down is in none
            begun = 1
            header = read_kept_header(row.body)
            own = default_names(header.players, header.seats)
            here = set()
        here |= {safe_name(name, "") for name in _names(row)} - {"", *own}
    games.update(dict.fromkeys(here, begun))
    return dict(sorted(games.items()))


def player(rows: Iterable[Row]) -> str:
    """The replacement for a name: `PLAYER` with the first number not in use."""
    taken = {safe_name(name, "") for row in rows for name in _names(row)}
    number = 1
    while (words := PLAYER.format(number=number)) in taken:
        number += 1
    return words


def without(rows: Iterable[Row], name: str, decks: Mapping[str, str] = NO_DECKS) -> dict[int, str]:
    """The bodies that change without the name, by row number: `player` takes its place.

    `decks` says what decks are called from now on (`Shelf.erase`); of another deck whose name may
    hold the person's, rows keep none.
    """
    wanted, rows = name_key(name), [*rows]
    instead = player(rows)
    spelt = {each for row in rows for each in _names(row) if name_key(each) == wanted} | {name}
    # The longest first: "Ann" must not be taken out of "Ann Lee" and leave the rest.
    longest_first = sorted(spelt, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.I)
    changed = {}
    for row in rows:
        body = json.loads(row.body)
        if row.kind in ("game", "names"):
            if body.get("names"):
                body["names"] = [
                    instead if name_key(each) == wanted else each for each in body["names"]
                ]
        elif row.kind == "desk":
            _clear_desk(body, pattern, spelt, instead)
            for chair in body.get("chairs") or ():  # who it is, and what they are called
                chair[1:] = [instead if name_key(each) == wanted else each for each in chair[1:]]
            for field in _WITH_DECKS & body.keys():
                if any(holds(json.dumps(body[field], ensure_ascii=False), each) for each in spelt):
                    body[field] = _without_deck(field, body[field], decks)
        if body != json.loads(row.body):
            changed[row.seq] = json.dumps(body, ensure_ascii=True)
    return changed


def in_fields(
    body: Mapping[str, JsonValue], fields: frozenset[str], name: str, instead: str
) -> dict[str, JsonValue]:
    """The body of another row without the name, wherever these fields are in it."""
    wanted, written = name_key(name), re.escape(safe_name(name, name))
    pattern = re.compile(rf"(?<!\w){written}(?!\w)", re.I)

    def said(value: JsonValue) -> JsonValue:
        match value:
            case str():
                return instead if name_key(value) == wanted else _without(value, name, instead)
            case [*several]:
                return [_replace_in_list(each, wanted, pattern, instead) for each in several]
            case dict():
                return {key: said(each) for key, each in value.items()}
        return value

    def within(value: JsonValue) -> JsonValue:
        match value:
            case [*several]:
                return [within(each) for each in several]
            case dict():
                return {
                    key: said(each) if key in fields else within(each)
                    for key, each in value.items()
                }
        return value

    return {key: said(each) if key in fields else within(each) for key, each in body.items()}


def _without_deck(field: str, value: JsonValue, decks: Mapping[str, str]) -> JsonValue:
    """A field of the desk that may hold the name: a deck is called so, or a dialogue is of it."""
    match field, value:
        case "deck", str():
            return decks.get(value, "")
        case "tending", [what, str() as deck, *rest] if deck in decks:
            return [what, decks[deck], *rest]
    return None


def _replace_in_list(
    value: JsonValue, wanted: str, pattern: re.Pattern[str], instead: str
) -> JsonValue:
    """The same in a list, which is of names: another one that begins like this stays whole."""
    match value:
        case str():
            return instead if name_key(value) == wanted else _replace(value, pattern, instead)
        case [*several]:
            return [_replace_in_list(each, wanted, pattern, instead) for each in several]
    return value


def _without(text: str, name: str, instead: str) -> str:
    """Free text without the name; nothing of it is left where an ending may hang on the name."""
    pattern = re.compile(rf"(?<!\w){re.escape(safe_name(name, name))}(?!\w)", re.I)
    cleared = pattern.sub(lambda _: instead, text)
    return instead if holds(cleared, name) else cleared


def holds(text: str, name: str) -> bool:
    """Whether a person's name may be there: as a word's beginning, or anywhere beside no blank.

    Annas, Anna_s, 健太さん. Rather one text too many than a name that stays: so of a short name,
    another word that begins like it counts.
    """
    # As it looks: with other joiners, or marks of their own, it is the same name to a reader.
    seen, text = look(safe_name(name, name)), look(unicodedata.normalize("NFC", text))
    begins = r"(?<![^\W_])" if re.search(_SPACED, seen) else ""
    return re.search(f"{begins}{re.escape(seen)}", text, re.I) is not None


_SPACED: Final = r"^[\u0000-\u0dff\u1e00-\u1fff]*$"
"""Letters of scripts with blanks between words, Latin to Sinhala; Thai and others have none."""


def _clear_desk(
    body: dict[str, JsonValue], pattern: re.Pattern[str], spelt: Iterable[str], instead: str
) -> None:
    """Clear the note, and the keys typed for any name, since half a name may be this one."""
    match body.get("note"):
        case [*told, detail]:
            cleared = _replace(detail, pattern, instead)
            if any(holds(json.dumps(cleared, ensure_ascii=False), each) for each in spelt):
                body["note"] = None
            else:
                body["note"] = [*told, cleared]
    match body.get("asking"):
        case ["name", seat, [*keys], *more]:
            body["asking"] = ["name", seat, keys[:1], *more]  # the first key is the seat
        case ["leave", *_rest]:
            body["asking"] = None  # it holds all names of the game that would begin


def _replace(detail: JsonValue, pattern: re.Pattern[str], instead: str) -> JsonValue:
    """Replaces it in a note's detail: a text, or a message with its fields."""
    match detail:
        case str():
            return pattern.sub(lambda _: instead, detail)
        case [words, dict() as fields]:
            cleared = {key: _replace(each, pattern, instead) for key, each in fields.items()}
            return [words, cleared]
    return detail


def _names(row: Row) -> Iterator[str]:
    if row.kind in ("game", "names"):
        yield from json.loads(row.body).get("names") or ()
    elif row.kind == "desk":
        yield from (chair[1] for chair in json.loads(row.body).get("chairs") or ())
