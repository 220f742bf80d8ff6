"""What a row of keys says, and the label of each key that leads on.

Whatever is offered can be said with the twenty keys of the board, step by step; at each step the
display lists the keys that lead on. Pure, and knows no table and no topic by name.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import SUITS
from tricktable.rules.game import AnyGame, Offer
from tricktable.rules.keypad import (
    DIGITS,
    LIST_KEYS,
    NUMBER_KEYS,
    NUMBERS,
    Keys,
    are_cards,
    rows,
)
from tricktable.rules.topics import Counts, SomeTopic, topic_of
from tricktable.rules.values import Bounds, JsonValue, Rows, bounded, rows_in
from tricktable.table.notes import Prompt
from tricktable.text.language import Message, verbatim
from tricktable.text.names import SUIT_NAMES, Names, seat_name
from tricktable.text.sentences import spoken


class KeyedCall(NamedTuple):
    """What a complete row of keys says."""

    what: str
    seat: int | None
    value: JsonValue


class KeypadOffer(NamedTuple):
    """An offer, with the way its game has it said."""

    topic: SomeTopic
    offer: Offer

    @property
    def ways(self) -> Mapping[Keys, JsonValue]:
        """Every value by its keys; a single possible value, like a count that is due, has none."""
        values = self.offer.values
        keypad = self.topic.keypad
        if len(values) == 1 and not keypad.is_always_asked:
            return {(): values[0]}
        if keypad.keys is not None:
            return {keypad.keys(value): value for value in values}
        return dict(zip(rows(values), values, strict=True))

    @property
    def number_bounds(self) -> Bounds | None:
        """The bounds of a number that is typed digit by digit; None if each value has its keys."""
        return bounded(self.offer.values)[0] if self.topic.keypad.keys is None else None

    @property
    def names_cards(self) -> bool:
        """Whether a card is keyed, by its rank and its suit."""
        return self.topic.keypad.keys is None and are_cards(self.offer.values)

    def keys(self, value: JsonValue) -> Keys:
        """The keys that say this value."""
        if self.topic.counts is not None and not self.offer.values:
            return _keys_that_count(rows_in(value))
        return next(row for row, each in self.ways.items() if each == value)


def keypad_offers(rules: AnyGame, offers: Sequence[Offer], seat: int) -> list[KeypadOffer]:
    """What this seat, or the table through its button, can say openly, except rare things."""
    mine = [each for each in offers if not each.is_secret and {seat, None} & {*each.seats}]
    found = [KeypadOffer(topic_of(rules, each.what), each) for each in mine]
    return [each for each in found if not each.topic.is_rare]


def row_of(mine: Sequence[KeypadOffer], what: str, value: JsonValue) -> Keys:
    """The keys that say this after the seat's button: first which thing, then its value."""
    if len(mine) < 2:
        return mine[0].keys(value) if mine else ()
    place = next(index for index, each in enumerate(mine) if each.offer.what == what)
    return (LIST_KEYS[place], *mine[place].keys(value))


def follow(
    mine: Sequence[KeypadOffer], seat: int, keys: Sequence[str], names: Names
) -> KeyedCall | Prompt | None:
    """Where a row of keys leads: to something said, to a question, or nowhere (None)."""
    if len(mine) > 1:
        if not keys:
            return _which(mine, seat_name(seat, names))
        place = LIST_KEYS.find(keys[0])
        if not 0 <= place < len(mine):
            return None
        mine, keys = [mine[place]], keys[1:]
    return _follow_one(mine[0], seat, tuple(keys), names) if mine else None


def _which(mine: Sequence[KeypadOffer], name: str) -> Prompt:
    options = [
        (key, Message(topic.keypad.line or topic.title))
        for key, (topic, _) in zip(LIST_KEYS, mine, strict=False)
    ]
    return Prompt(Message("{who}?", {"who": name}), tuple(options))


def _follow_one(one: KeypadOffer, seat: int, keys: Keys, names: Names) -> KeyedCall | Prompt | None:
    topic, offer = one
    speaker = seat if seat in offer.seats else None
    if topic.counts is not None and not offer.values:
        return _count(topic.name, topic.counts, speaker, keys)
    ways = one.ways
    if keys in ways:
        return KeyedCall(offer.what, speaker, ways[keys])
    at = len(keys)
    leading = dict.fromkeys(row[at] for row in ways if row[:at] == keys and len(row) > at)
    if not leading:
        return None
    options = tuple((key, label(one, keys, key)) for key in leading)
    name, ask = seat_name(seat, names), topic.keypad.question
    bounds = one.number_bounds
    what = Message(topic.title) if bounds is None else _digits_message(bounds, keys)
    question = Message("{who}: {what}", {"who": name, "what": what})
    listed = _in_rows(options)
    if bounds is not None:
        others = (each for each in options if each[0] not in DIGITS)
        listed = (("2-9", Message("digits; A is 1, 10 is 0")), *others)
    elif one.names_cards and not keys:
        listed = (("2-A", Message("rank, then suit")),)
    if callable(ask):
        question = ask(name, keys, names)
    elif ask or (topic.acts and bounds is None):
        question = Message(ask or topic.acts, {"who": name})
    return Prompt(question, options, listed)


def _digits_message(bounds: Bounds, keys: Keys) -> Message:
    """The digits so far; before there are any, the bounds."""
    if keys:
        return verbatim("".join(DIGITS[key] for key in keys))
    return Message("{least} to {most}", bounds._asdict())


def label(one: KeypadOffer, keys: Keys, key: str) -> Message:
    """What this key says after these keys."""
    topic, way = one.topic, (*keys, key)
    if topic.keypad.label is not None:
        return topic.keypad.label(keys, key)
    if one.number_bounds is not None and key in DIGITS:
        return verbatim(DIGITS[key])
    if one.names_cards:
        if keys and key in NUMBERS:
            return Message("joker {number}", {"number": NUMBERS[key]})
        return Message(SUIT_NAMES[key]) if keys else verbatim("10" if key == "T" else key)
    led = [value for row, value in one.ways.items() if row[: len(way)] == way]
    if len(led) == 1:
        return _value_message(topic, led[0])
    least, most = (spoken(topic.value_words(value)) for value in (led[0], led[-1]))
    return Message("{least} to {most}", {"least": least, "most": most})


def _value_message(topic: SomeTopic, value: JsonValue) -> Message:
    words = spoken(topic.value_words(value))
    if type(value) is int and (topic.words is None or words == str(value)):
        return _number(value)
    if isinstance(value, str) and value in tuple(SUITS):
        return Message(SUIT_NAMES[value])
    return verbatim(words)


def _number(number: int) -> Message:
    return verbatim(number) if number else Message("none")


def _in_rows(options: Sequence[tuple[str, Message]]) -> tuple[tuple[str, Message], ...]:
    """The options, with all plain numbers in one row."""
    numbers = [key for key, words in options if key in NUMBERS and words == _number(NUMBERS[key])]
    if len(numbers) < 3:
        return ()
    others = [option for option in options if option[0] not in numbers]
    words = Message("A is 1") if "A" in numbers else Message("that many")
    return (*others, (f"{numbers[0]}-{numbers[-1]}", words))


# --- what is counted -----------------------------------------------------------------------------

_COUNTED_SUITS: Final = SUITS[:-1]
"""The last suit of a row follows from the others, and the last row from those above it."""


def _keys_that_count(table: Rows) -> Keys:
    counted = [row[: len(_COUNTED_SUITS)] for row in table[:-1]]
    return tuple(NUMBER_KEYS[count] for row in counted for count in row)


def _count(what: str, of: Counts, speaker: int | None, keys: Keys) -> KeyedCall | Prompt | None:
    """Count after count: clubs, diamonds and hearts of every row but the last."""
    counts = [NUMBERS[key] for key in keys if key in NUMBERS]
    suits = len(_COUNTED_SUITS)
    if len(counts) < len(keys):
        return None
    table = [counts[at : at + suits] for at in range(0, len(counts), suits)]
    if len(counts) == suits * (of.rows - 1):
        full = [[*row, of.total - sum(row)] for row in table]
        full.append([of.total - sum(of_suit) for of_suit in zip(*full, strict=True)])
        return KeyedCall(what, speaker, full) if _are_whole(full) else None
    number, suit = divmod(len(counts), suits)
    most = of.total - sum(counts[number * suits :])
    most = min(most, of.total - sum(counts[suit::suits]))
    options = tuple((NUMBER_KEYS[n], _number(n)) for n in range(most + 1))
    fields = {"number": number + 1, "suit": Message(SUIT_NAMES[_COUNTED_SUITS[suit]])}
    return Prompt(Message(of.question, fields), options, _in_rows(options))


def _are_whole(table: Rows) -> bool:
    return all(count >= 0 for row in table for count in row)
