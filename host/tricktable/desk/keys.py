"""Which keys say what: a bid, a count, a prize as a row of keys, and how each key reads.

Whatever is offered can be said with the twenty keys of the board, step by step; at each step the
display lists the keys that lead on. Pure, and knows no table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tricktable.notes import Asked
from tricktable.rules.cards import COLOURS, RANKS, SUITS
from tricktable.rules.game import Offer
from tricktable.text.language import Message, message, verbatim
from tricktable.text.names import SUIT_NAMES, Names, who

KEYS: Final = frozenset((*RANKS, *SUITS, "OK", "UNDO", "MENU"))
"""The keys of the board."""
NUMBERS: Final[Mapping[str, int]] = {
    "OK": 0,
    "A": 1,
    **{rank: number for number, rank in enumerate(RANKS[:-1], start=2)},
}
"""What a key counts: OK is none, the ace is one, J, Q and K are eleven to thirteen."""
NUMBER_KEYS: Final[Mapping[int, str]] = {number: key for key, number in NUMBERS.items()}
LIST_KEYS: Final = RANKS[:8]
"""The keys of a numbered list, 2 to 9."""
RARE: Final = ("misdeal", "ace", "kische", "tredici", "draw")
"""What is seldom said and stands in the menu, not under a seat's button."""

_KINDS: Final = {"": "2", "N": "3", "L": "4"}
_KIND_WORDS: Final = {
    "2": message("{number} with trump"),
    "3": message("{number} No trump"),
    "4": message("{number} Low"),
}
_PRIZES: Final = [(source, colour) for source in ("stock", "own") for colour in COLOURS]
_COUNTED_SUITS: Final = SUITS[:3]
_STACKS_COUNTED: Final = 3
"""The fourth suit of a stack, and the fourth stack, follow from the others."""
_FULL: Final = 13

_QUESTIONS: Final[Mapping[str, str]] = {
    "bid": message("{who} bids how many?"),
    "trump": message("{who} names trump"),
    "prize": message("{who} names the prize"),
    "hand>stack": message("{who} sets aside how many?"),
}
_WHATS: Final[Mapping[str, str]] = {
    "stacks": message("count the stacks"),
    "pairing": message("pair the stacks"),
    "kitty>hand": message("take the kitty"),
    "hand>discard": message("discard"),
    "trump": message("name trump"),
}


class Said(NamedTuple):
    """What a complete row of keys says."""

    what: str
    seat: int | None
    value: Any


def keys_of(what: str, value: Any) -> tuple[str, ...]:
    """The keys that say this value of what is offered; none where there is nothing to choose."""
    match what:
        case "bid":
            number = str(value).rstrip("NL")
            if number == "pass":
                return ("OK",)
            return NUMBER_KEYS[int(number)], _KINDS[str(value)[len(number) :]]
        case "trump" | "target":
            return (value,)
        case "prize":
            return (LIST_KEYS[_PRIZES.index((value["from"], value["colour"]))],)
        case "pairing":
            stacks = [*value[0], *value[1]]
            return tuple(NUMBER_KEYS[stack] for stack in stacks[:3])
        case "stacks":
            counted = [stack[: len(_COUNTED_SUITS)] for stack in value[:_STACKS_COUNTED]]
            return tuple(NUMBER_KEYS[count] for stack in counted for count in stack)
    return () if value is None else (NUMBER_KEYS[value],)


def row_of(offers: Sequence[Offer], seat: int, what: str, value: object) -> tuple[str, ...]:
    """The keys after the seat's button that say this: first which of several, then the value."""
    mine = said_by(offers, seat)
    if len(mine) < 2:
        return _keys_in(mine[0], value) if mine else ()
    place = next(index for index, each in enumerate(mine) if each.what == what)
    return (LIST_KEYS[place], *_keys_in(mine[place], value))


def said_by(offers: Iterable[Offer], seat: int) -> list[Offer]:
    """What this seat, or the table by its button, can say and show to all, but for rare things."""
    return [
        each
        for each in offers
        if each.what not in RARE and not each.is_secret and {seat, None} & {*each.seats}
    ]


def follow(
    offers: Sequence[Offer], seat: int, keys: Sequence[str], names: Names
) -> Said | Asked | None:
    """Where a row of keys has led: to something said, to a question, or (None) to nothing."""
    mine = said_by(offers, seat)
    if len(mine) > 1:
        if not keys:
            return _which(mine, who(seat, names))
        place = LIST_KEYS.find(keys[0])
        if not 0 <= place < len(mine):
            return None
        mine, keys = [mine[place]], keys[1:]
    return _follow_one(mine[0], seat, tuple(keys), names) if mine else None


def _which(mine: Sequence[Offer], name: str) -> Asked:
    options = [
        (key, Message(_WHATS.get(each.what, each.what)))
        for key, each in zip(LIST_KEYS, mine, strict=False)
    ]
    return Asked(Message("{who}?", {"who": name}), tuple(options))


def _follow_one(
    offer: Offer, seat: int, keys: tuple[str, ...], names: Names
) -> Said | Asked | None:
    speaker = seat if seat in offer.seats else None
    if offer.what == "stacks":
        return _count_stacks(keys)
    ways = {_keys_in(offer, value): value for value in offer.values}
    if keys in ways:
        return Said(offer.what, speaker, ways[keys])
    at = len(keys)
    leading = dict.fromkeys(row[at] for row in ways if row[:at] == keys and len(row) > at)
    if not leading:
        return None
    options = tuple((key, _label(offer.what, keys, key)) for key in leading)
    if offer.what == "pairing":
        return Asked(_pairing_question(keys, names), options)
    question = _QUESTIONS.get(offer.what, "{who}: " + offer.what)
    return Asked(Message(question, {"who": who(seat, names)}), options, _rows(options))


def _keys_in(offer: Offer, value: object) -> tuple[str, ...]:
    """The keys for a value; none if it is the only one, as a count that is due."""
    return () if len(offer.values) == 1 and offer.what != "bid" else keys_of(offer.what, value)


def _label(what: str, keys: tuple[str, ...], key: str) -> Message:
    match what:
        case "bid" if keys:
            return Message(_KIND_WORDS[key], {"number": NUMBERS[keys[0]]})
        case "bid" if key == "OK":
            return Message("pass")
        case "trump":
            return Message(SUIT_NAMES[key])
        case "prize":
            source, colour = _PRIZES[LIST_KEYS.index(key)]
            name = Message(SUIT_NAMES[colour])
            return name if source == "stock" else Message("own {colour}", {"colour": name})
        case "pairing":
            return Message("stack {number}", {"number": NUMBERS[key]})
    return _count(NUMBERS[key])


def _count(number: int) -> Message:
    return verbatim(number) if number else Message("none")


def _rows(options: Sequence[tuple[str, Message]]) -> tuple[tuple[str, Message], ...]:
    """The options with all plain numbers in one row."""
    numbers = [key for key, label in options if key in NUMBERS and label == _count(NUMBERS[key])]
    if len(numbers) < 3:
        return ()
    others = [option for option in options if option[0] not in numbers]
    words = Message("A is 1") if "A" in numbers else Message("so many")
    return (*others, (f"{numbers[0]}-{numbers[-1]}", words))


def _pairing_question(keys: Sequence[str], names: Names) -> Message:
    seat, number = divmod(len(keys), 2)
    fields = {"who": who(seat, names), "number": number + 1}
    return Message("{who} in round {number}: which stack?", fields)


def _count_stacks(keys: tuple[str, ...]) -> Said | Asked | None:
    """Count after count: clubs, diamonds and hearts of the first three stacks."""
    counts = [NUMBERS[key] for key in keys if key in NUMBERS]
    suits = len(_COUNTED_SUITS)
    if len(counts) < len(keys):
        return None
    stacks = [counts[at : at + suits] for at in range(0, len(counts), suits)]
    if len(counts) == suits * _STACKS_COUNTED:
        full = [[*stack, _FULL - sum(stack)] for stack in stacks]
        full.append([_FULL - sum(of_suit) for of_suit in zip(*full, strict=True)])
        return Said("stacks", None, full) if _are_whole(full) else None
    number, suit = divmod(len(counts), suits)
    most = _FULL - sum(counts[number * suits :])
    most = min(most, _FULL - sum(counts[suit::suits]))
    options = tuple((NUMBER_KEYS[n], _count(n)) for n in range(most + 1))
    fields = {"number": number + 1, "suit": Message(SUIT_NAMES[_COUNTED_SUITS[suit]])}
    return Asked(Message("Stack {number}: how many {suit}?", fields), options, _rows(options))


def _are_whole(stacks: Sequence[Sequence[int]]) -> bool:
    return all(count >= 0 for stack in stacks for count in stack)
