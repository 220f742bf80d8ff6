"""The record's lines: JSON text in, headers and entries out, and back. Judges nothing about play.

record.md, sections 1 to 3, says what a line may hold. Anything wrong with a line by itself is
BadLine; the game decides whether it can have happened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final, NoReturn, TypeGuard

from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.copies import new_tuple
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.nesting import is_too_deep
from tricktable.rules.options import allows, in_words
from tricktable.rules.topics import declarable
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.text.language import _

FORMAT: Final = "tricktable/1"
MAX_LINE_BYTES: Final = 1 << 16
"""A longer line is malformed: no header or entry comes near it."""
PLACES: Final = ("hand", "draw", "discard", "stack", "kitty")
TOPIC: Final = "[a-z]{1,20}"
"""The form of a topic, as a regular expression: one word, whatever the game."""
_TOPIC: Final = re.compile(TOPIC)
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
Fields = Mapping[str, JsonValue]
"""What a line holds: a JSON object."""


def can_hold(what: str) -> bool:
    """Whether a line can hold it: a topic in lower case, or a move between two places."""
    source, __, target = what.partition(">")
    if target:
        return source in PLACES and target in PLACES
    return _TOPIC.fullmatch(what) is not None


def read_header(line: str | bytes, games: Mapping[str, AnyGame]) -> Header:
    """The header in the first line of a record. Raises: BadLine."""
    fields = _object(line)
    if fields.get("record") != FORMAT:
        raise BadLine(f'the first line must be a header with "record": "{FORMAT}"')
    name = fields.get("game")
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        known = ", ".join(sorted(games))
        raise BadLine(_("unknown game {game}; known: {known}", game=_brief(name), known=known))
    players = fields.get("players")
    # `type`, for in Python `true` is an `int` as well.
    if type(players) is not int or players not in game.players:
        allowed = ", ".join(map(str, sorted(game.players)))
        raise BadLine(
            _('"players" must be one of {numbers} for {game}', numbers=allowed, game=game.name)
        )
    given = fields.get("options", {})
    if not isinstance(given, dict):
        raise BadLine('"options" must be an object')
    names = fields.get("names")
    named = tuple(names) if _are_names(names, players) else None
    if "names" in fields and named is None:
        raise BadLine(_('"names" must be a list of {count} strings', count=players))
    return Header(
        rules=game,
        players=players,
        options=_options(given, game, players),
        given=given,
        names=named,
        topics=declarable(game, games.values()),
    )


def read_entry(line: str | bytes, header: Header, seq: int) -> Entry:
    """Entry number `seq` from its line. Raises: BadLine."""
    return entry_of(_object(line), header, seq)


def read_back(entry: Entry, header: Header) -> Entry:
    """The entry as its line, which gives no number, is read. Raises: BadLine."""
    return read_entry(write_entry(entry), header, 0)


def entry_of(fields: Fields, header: Header, seq: int) -> Entry:
    """Entry number `seq` from what its line holds. Raises: BadLine."""
    kind = fields.get("kind")
    if kind == "struck":
        return Struck(_whole(fields, "seq"))
    if kind == "corrected":
        return _read_corrected(fields, header)
    return _read_happening(fields, header, seq)


def write_header(header: Header) -> str:
    """The header as one line, without its line feed."""
    return json.dumps(header_fields(header), ensure_ascii=False)


def header_fields(header: Header) -> dict[str, JsonValue]:
    """The header as a JSON object."""
    fields: dict[str, JsonValue] = {
        "record": FORMAT,
        "game": header.game,
        "players": header.players,
    }
    if header.given:
        fields["options"] = header.given
    if header.names is not None:
        fields["names"] = header.names
    return fields


def write_entry(entry: Entry) -> str:
    """The entry as one line, without its line feed."""
    return json.dumps(fields_of(entry), ensure_ascii=False)


def _are_names(names: JsonValue, players: int) -> TypeGuard[list[str]]:
    # Half a surrogate pair can be escaped in JSON, but no file, page or display can carry it.
    return (
        isinstance(names, list)
        and len(names) == players
        and all(isinstance(name, str) and _SURROGATE.search(name) is None for name in names)
    )


def _options(given: HouseRules, game: AnyGame, players: int) -> HouseRules:
    table = game.options(players, given)
    for key, value in given.items():
        option = table.get(key)
        if option is None:
            known = ", ".join(sorted(table))
            raise BadLine(
                _("{game} has no option {option}; it has: {options}",
                  game=game.name, option=_brief(key), options=known)
            )  # fmt: skip
        if not allows(option.values, value):
            values = in_words(option.values)
            raise BadLine(
                _("option {option} cannot be {value}; it can be: {values}",
                  option=key, value=_brief(value), values=values)
            )  # fmt: skip
    return {key: given.get(key, option.default) for key, option in table.items()}


# --- reading ------------------------------------------------------------------------------------


def _refuse_constant(name: str) -> NoReturn:
    raise BadLine(f"the line is not JSON ({name} is not allowed)")


_SPACES: Final = " \t\r\n"
"""What may surround a JSON text (RFC 8259, section 2)."""
# A JSON text must not have one (RFC 8259, 8.1), and some editors write it.
_BYTE_ORDER_MARK: Final = "\ufeff"
# JSON has no NaN and no Infinity (RFC 8259, 6); Python's reader takes them.
_decoder: Final = json.JSONDecoder(parse_constant=_refuse_constant)


def _text(line: bytes) -> str:
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise BadLine("the line is not UTF-8") from None
    if text.startswith(_BYTE_ORDER_MARK):
        raise BadLine("the line begins with a byte order mark; save the file as UTF-8 without it")
    return text


def _object(line: str | bytes) -> Fields:
    if len(line) > MAX_LINE_BYTES:
        raise BadLine(f"the line is longer than {MAX_LINE_BYTES} bytes")
    if isinstance(line, bytes):
        line = _text(line)
    text = line.strip(_SPACES)
    if not text:
        raise BadLine("the line is empty")
    if is_too_deep(text):
        raise BadLine("the line is nested too deeply")
    try:
        fields, end = _decoder.raw_decode(text)
    except json.JSONDecodeError as fault:
        raise BadLine(f"the line is not JSON{_where(line, fault.pos)}") from None
    except ValueError:  # of more digits than sys.get_int_max_str_digits()
        raise BadLine("a number in the line is too long") from None
    if end != len(text):
        raise BadLine(f"the line is not JSON{_where(line, end)}")
    if not isinstance(fields, dict):
        raise BadLine("the line must be one JSON object")
    return fields


def _where(line: str, position: int) -> str:
    """The position of the character, from 1, counting leading blanks."""
    blanks = len(line) - len(line.lstrip(_SPACES))
    return f" (character {blanks + position + 1})"


def _read_happening(fields: Fields, header: Header, seq: int) -> Happening:
    kind = fields.get("kind")
    read = _HAPPENINGS.get(kind) if isinstance(kind, str) else None
    if read is None:
        known = ", ".join((*_HAPPENINGS, *_WORDS))
        raise BadLine(f"unknown kind {_brief(kind)}; known: {known}")
    if "seq" in fields:
        own = fields["seq"]
        if type(own) is not int or own != seq:
            raise BadLine(f'"seq" is {_brief(own)}, but this is entry {seq}')
    return read(fields, header)


def _field(fields: Fields, name: str) -> JsonValue:
    try:
        return fields[name]
    except KeyError:
        raise BadLine(_('"{field}" is missing', field=name)) from None


def _whole(fields: Fields, name: str) -> int:
    number = _field(fields, name)
    if type(number) is not int:
        value = _brief(number)
        raise BadLine(_('"{field}" must be a whole number, not {value}', field=name, value=value))
    return number


def _seat(fields: Fields, header: Header, name: str = "seat") -> int:
    seat = _field(fields, name)
    if type(seat) is not int or not 0 <= seat < header.seats:
        most = header.seats - 1
        raise BadLine(
            _('"{field}" must be 0 to {most}, not {value}',
              field=name, most=most, value=_brief(seat))
        )  # fmt: skip
    return seat


def _card(code: JsonValue) -> Card:
    found = BY_CODE.get(code) if isinstance(code, str) else None
    if found is None:
        raise BadLine(
            _(
                "there is no card {card}; "
                "write its rank (2-9, T, J, Q, K, A), then its suit's letter",
                card=_brief(code),
            )
        )
    return found


def _read_dealt(fields: Fields, header: Header) -> Dealt:
    return Dealt(_seat(fields, header, "dealer"))


def _read_held(fields: Fields, header: Header) -> Held:
    return Held(_seat(fields, header), _card(_field(fields, "card")))


def _read_shown(fields: Fields, header: Header) -> Shown:
    seat = None if _field(fields, "seat") is None else _seat(fields, header)
    return Shown(seat, _card(_field(fields, "card")))


def _read_played(fields: Fields, header: Header) -> Played:
    return new_tuple(Played, (_seat(fields, header), _card(_field(fields, "card"))))


def _place(place: JsonValue) -> str:
    if isinstance(place, str) and place in PLACES:
        return place
    known = ", ".join(PLACES)
    raise BadLine(_("unknown place {place}; places: {known}", place=_brief(place), known=known))


def _read_moved(fields: Fields, header: Header) -> Moved:
    source, target = _place(_field(fields, "from")), _place(_field(fields, "to"))
    count = _whole(fields, "count")
    if count < 0:
        raise BadLine(_('"count" must not be negative'))
    cards = None
    if "cards" in fields:
        codes = fields["cards"]
        if not isinstance(codes, list):
            raise BadLine(_('"cards" must be a list of cards'))
        cards = tuple(map(_card, codes))
        if len(cards) != count or len(set(cards)) != count:
            raise BadLine(_('"cards" must be {count} different cards', count=_brief(count)))
    return new_tuple(Moved, (_seat(fields, header), source, target, count, cards))


def _read_declared(fields: Fields, header: Header) -> Declared:
    topic = _field(fields, "topic")
    known = header.topics.get(topic) if isinstance(topic, str) else None
    if known is None or not isinstance(topic, str):
        raise BadLine(
            _("unknown topic {topic}; known: {known}",
              topic=_brief(topic), known=", ".join(header.topics))
        )  # fmt: skip
    seat, value = _field(fields, "seat"), fields.get("value")
    if seat is not None:
        if known.by_table:
            raise BadLine(_('"seat" must be null for {topic}', topic=topic))
        seat = _seat(fields, header)
    if not known.fits(value):
        raise BadLine(
            _("the value of {topic} must be {form}, not {value}",
              topic=topic, form=known.forms[0], value=_brief(value))
        )  # fmt: skip
    return Declared(seat, topic, value)


def _read_corrected(fields: Fields, header: Header) -> Corrected:
    seq = _whole(fields, "seq")
    inner = _field(fields, "entry")
    if not isinstance(inner, dict):
        raise BadLine('"entry" must be an object')
    if inner.get("kind") in _WORDS:
        raise BadLine("a correction must hold an event, not another strike or correction")
    return Corrected(seq, _read_happening(inner, header, seq))


_HAPPENINGS: Final[Mapping[str, Callable[[Fields, Header], Happening]]] = {
    "dealt": _read_dealt,
    "held": _read_held,
    "shown": _read_shown,
    "played": _read_played,
    "moved": _read_moved,
    "declared": _read_declared,
}
_WORDS: Final = ("struck", "corrected")
"""The kinds about an earlier entry; their `seq` is that entry's."""


# --- writing ------------------------------------------------------------------------------------


def fields_of(entry: Entry) -> dict[str, JsonValue]:
    """The entry as a JSON object."""
    match entry:
        case Dealt(dealer):
            return {"kind": "dealt", "dealer": dealer}
        case Held(seat, card):
            return {"kind": "held", "seat": seat, "card": card.code}
        case Shown(shown_by, card):
            return {"kind": "shown", "seat": shown_by, "card": card.code}
        case Played(seat, card):
            return {"kind": "played", "seat": seat, "card": card.code}
        case Moved(seat, source, target, number, cards):
            moved: dict[str, JsonValue] = {"kind": "moved", "seat": seat, "from": source}
            moved |= {"to": target, "count": number}
            return moved if cards is None else {**moved, "cards": [card.code for card in cards]}
        case Declared(said_by, topic, value):
            return {"kind": "declared", "seat": said_by, "topic": topic, "value": value}
        case Struck(seq):
            return {"kind": "struck", "seq": seq}
        case Corrected(seq, inner):
            return {"kind": "corrected", "seq": seq, "entry": fields_of(inner)}


def _brief(value: JsonValue) -> str:
    """A value for a message: short, on one line, printable."""
    # Piece by piece and no further than is shown: the value may nest as deep as the stack allows.
    text = "".join(islice(json.JSONEncoder().iterencode(value), 41))
    return text if len(text) <= 40 else text[:37] + "..."
