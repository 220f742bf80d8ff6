"""What one seat can say now, as its page offers it, and why it cannot say the rest.

What can be said comes from the rules' offers. The rest keeps its place, next to a reason that is
public or comes from the seat's own hand alone.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, NamedTuple

from tricktable.rules.cards import BY_CODE, RANKS, SUITS, Card
from tricktable.rules.entries import Declared, Impossible
from tricktable.rules.game import Header, Offer
from tricktable.rules.guide import GLYPHS
from tricktable.rules.keypad import are_cards
from tricktable.rules.position import P
from tricktable.rules.presumptions import Early, offers_early
from tricktable.rules.record import Record
from tricktable.rules.topics import (
    Allotment,
    AnyTopic,
    Counts,
    Nameable,
    OfferToSeat,
    Place,
    Steps,
    suit,
    topic_of,
)
from tricktable.rules.values import Bounds, JsonValue, bounded
from tricktable.rules.view import AnyView
from tricktable.rules.view import view as view_of
from tricktable.table import notes
from tricktable.table.desk.calls import entry_of
from tricktable.table.desk.keys import KeyedCall
from tricktable.text.characters import columns
from tricktable.text.language import _, message
from tricktable.text.sentences import Picture, Sentence, Sign, Strong, spoken, with_pictures
from tricktable.web.guest.screen import MOST_BESIDE
from tricktable.web.guest.sentences import Names
from tricktable.web.seat.fan import rows

SHORT_WORD: Final = 4
"""The longest word that the narrowest key holds, in letters."""
ROW_LETTERS: Final = 32
"""This many fit side by side on the smallest phone, with a key's margins as one each."""
MOST_IN_A_ROW: Final = 4
"""Keys with longer words."""
MOST_KEYS: Final = 40
"""If there are more than these, only the first stand open."""
NEAR: Final = 16
"""The number of those."""


_AnySteps = Steps[Any]


class Key(NamedTuple):
    """One value to choose."""

    words: Sentence
    value: str
    """As JSON."""
    is_open: bool = True
    """Whether it can be said now."""
    place: Place = ""
    """Where it stands: a group's keys never move."""


class PartKey(NamedTuple):
    """The first of two touches that say a value."""

    value: str
    words: Sentence
    rests: tuple[str, ...]
    """Those that can be said with it now."""


class RestKey(NamedTuple):
    """The second of them."""

    value: str
    words: Sentence
    is_open: bool
    after_one: str
    """What a voice says instead after the number 1: `heart`; empty if the same."""


@dataclass(frozen=True, slots=True)
class StepKeys:
    """The keys of values that two touches say, and of those that one says."""

    parts: tuple[PartKey, ...]
    rests: tuple[RestKey, ...]
    alone: tuple[Key, ...]


class CardKey(NamedTuple):
    """One card to name."""

    code: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class CardKeys:
    """The cards that can be named instead of counted, in rows."""

    title: str
    rows: tuple[tuple[CardKey, ...], ...]
    why: str
    """Why some are closed; empty if none is."""
    is_of_one_suit: bool
    """Whether their ranks tell them apart: the suit may be secret, and phones lie open."""


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """One thing that the seat can say, with a key for each possible value."""

    what: str
    title: str
    button: str
    """The text of the button that says it."""
    keys: tuple[Key, ...] = ()
    why: tuple[Sentence, ...] = ()
    """Why some or all keys are closed."""
    is_secret: bool = False
    is_urgent: bool = False
    """Whoever can say it wins by it."""
    is_of_table: bool = False
    """The people say it together."""
    names_seat: bool = False
    """It only names a seat, and does not wait for anybody's turn."""
    counts: Counts | None = None
    """For a value that is counted: a field for each count instead of keys."""
    numbers: Bounds | None = None
    """For numbers too many for keys: one of them is typed, and keys say what is none."""
    columns: int = 0
    """How many keys stand side by side; 0 for as many as fit."""
    allotment: Allotment | None = None
    """For a value that shares out things: the keys are for who does not see them."""
    counted: tuple[str, ...] = ()
    """The button's text for each number of cards that can be moved, from 0."""
    most: str = ""
    """The same for more than that."""
    cards: CardKeys | None = None
    """For cards that move: which they can be, where they can be named."""
    steps: StepKeys | None = None
    """For values that two touches say: their keys."""

    @property
    def is_open(self) -> bool:
        """Whether any of its values can be said now."""
        return bool(self.counts or self.numbers) or any(key.is_open for key in self.keys)

    @property
    def near(self) -> tuple[Key, ...]:
        """The keys that stand open: all, unless they are very many."""
        full_rows = NEAR - NEAR % max(1, self.columns)
        return self.keys if len(self.keys) <= MOST_KEYS else self.keys[:full_rows]

    @property
    def far(self) -> tuple[Key, ...]:
        """The others."""
        return self.keys[len(self.near) :]

    @property
    def has_many_keys(self) -> bool:
        """Whether its keys would hide the cards beside which it is said."""
        return len(self.keys) > MOST_BESIDE

    @property
    def is_choice(self) -> bool:
        """Whether there is a value to choose first."""
        return len(self.keys) > 1


class SeatContext(NamedTuple):
    """Everything that one seat's offers are made from."""

    view: AnyView
    """As the seat sees it."""
    header: Header
    record: Record
    seat: int
    names: Names
    hand: tuple[Card, ...]
    presumed: frozenset[int] = frozenset()
    """The entries of the record that the table presumed."""
    is_naming: bool = False
    """Whether cards that move may be named here, as no board reads them."""


def offer_of(view: AnyView, seat: int, what: str) -> Offer | None:
    """What this seat may say about this topic, for itself or the table; None if nothing."""
    for offer in view.offers:
        if offer.what == what and (seat in offer.seats or None in offer.seats):
            return offer
    return None


def due(asking: SeatContext) -> tuple[SeatOffer, ...]:
    """What this seat has to say now, or anybody for the table; what wins comes first."""
    found = []
    for offer in asking.view.offers:
        topic = topic_of(asking.view.rules, offer.what)
        is_due = topic.is_urgent or not topic.is_rare
        if is_due and offer_of(asking.view, asking.seat, offer.what) is offer:
            found.append((not topic.is_urgent, _group(asking, topic, offer)))
    return tuple(group for _, group in sorted(found, key=lambda each: each[0]))


def early(asking: SeatContext) -> tuple[SeatOffer, ...]:
    """What this seat can say before what the game waits for: the table presumes the rest."""
    found = []
    for offer, record in _early(asking):
        topic = topic_of(asking.view.rules, offer.what)
        if not topic.is_rare and offer_of(asking.view, asking.seat, offer.what) is None:
            later = view_of(record, asking.seat).with_names(asking.names)
            found.append(_group(asking._replace(view=later, record=record), topic, offer))
    return tuple(found)


def _early(asking: SeatContext) -> list[Early]:
    return offers_early(asking.record, asking.presumed, asking.seat)


def beside(asking: SeatContext) -> tuple[SeatOffer, ...]:
    """The rare calls that belong to the step that is due: whoever misses it has missed them."""
    return tuple(
        _call(topic, None) for topic in asking.view.rules.topics if _is_beside(asking, topic)
    )


def _is_beside(asking: SeatContext, topic: AnyTopic[P]) -> bool:
    is_due = asking.seat in asking.view.awaited and topic.is_rare and not topic.is_in_any_order
    return is_due and offer_of(asking.view, asking.seat, topic.name) is not None


def calls(asking: SeatContext) -> tuple[SeatOffer, ...]:
    """The other rare calls but those that are due: each as it can be called now or not."""
    listed = []
    soon = {each.offer.what: each.record for each in _early(asking)}
    for topic in asking.view.rules.topics:
        if topic.is_rare and not _is_beside(asking, topic):
            is_offered = offer_of(asking.view, asking.seat, topic.name) is not None
            if is_offered and topic.is_urgent:
                continue
            then = asking.record if is_offered else soon.get(topic.name)
            can = then is not None and _why_not(asking._replace(record=then), topic, None) is None
            listed.append(_call(topic, None if can else _refusal(asking, topic)))
    return tuple(listed)


def _call(topic: AnyTopic[P], shut: Sentence | None) -> SeatOffer:
    """A call without a value; shut for a reason, or open."""
    button = _(topic.page.button)
    keys, why = (Key((), "null", shut is None),), () if shut is None else (shut,)
    return SeatOffer(topic.name, button, button, keys, why)


def _refusal(asking: SeatContext, topic: AnyTopic[P]) -> Sentence:
    """Why the rules do not offer this call now."""
    speaker = None if topic.by_table else asking.seat
    try:
        # The rules give the reason, so that no second list of reasons can differ from them.
        asking.record.check(Declared(speaker, topic.name, None))
    except Impossible as refused:
        return with_pictures(notes.refusal(refused, asking.names), asking.names)
    return (_("Not now."),)


def _why_not(asking: SeatContext, topic: AnyTopic[P], value: JsonValue) -> Impossible | None:
    """Why the rules refuse this to the seat itself, though they offer it to all in public.

    None if they do not; or if the whole table says it, for then the reason may be others' secret.
    """
    if topic.by_table:
        return None
    try:
        asking.record.check(entry_of(KeyedCall(topic.name, asking.seat, value)))
    except Impossible as refused:
        return refused
    return None


def _group(asking: SeatContext, topic: AnyTopic[P], offer: Offer) -> SeatOffer:
    """All keys of one topic, always in the same places, and why some are closed."""
    to = OfferToSeat(
        asking.view, asking.header, asking.seat, asking.names, asking.hand, offer.values
    )
    page, may = topic.page, topic.page.may(to)
    # Every key that could ever appear keeps its place: keys that came and went would move the
    # others under a thumb.
    values = offer.values if page.values is None else page.values(to)
    bounds, beside = bounded(values)
    if page.steps is None and may:
        values = beside
    steps = steps_of(topic, values)
    # Public offers leave out nothing that only this seat knows: its own suit of before, its hand.
    refused = {
        json.dumps(value): _why_not(asking, topic, value)
        for value in values
        if value in offer.values
    }
    is_open = [may and refused.get(json.dumps(value), offer) is None for value in values]
    keys = tuple(
        Key(_on_key(topic, value), json.dumps(value), can, page.place(value, to))
        for value, can in zip(values, is_open, strict=True)
    )
    shut = [value for value, can in zip(values, is_open, strict=True) if not can]
    return SeatOffer(
        offer.what,
        *_title_and_button(topic, to),
        keys,
        _reasons(asking, page.why(to, shut), refused.values()) if shut else (),
        is_secret=offer.is_secret,
        is_urgent=topic.is_urgent,
        is_of_table=None in offer.seats,
        names_seat=topic.names_seat,
        counts=topic.counts,
        numbers=bounds if page.steps is None and may else None,
        columns=page.columns or columns_of(keys),
        allotment=page.allotment(to),
        counted=_count_buttons(topic, values),
        most=_("{cards} at most", cards=spoken(topic.value_words(values[-1]))) if values else "",
        cards=_cards(page.names(to)) if asking.is_naming else None,
        steps=_in_steps(steps, keys) if steps is not None and len(keys) > 1 else None,
    )


_CARD_BY_SUIT: Final[Steps[str]] = Steps(
    lambda code: (code[1], code[0]) if code in BY_CODE and code[1] in SUITS else None,
    lambda suit, rank: f"{rank}{suit}",
    {rank: "10" if rank == "T" else rank for rank in RANKS},
    message("Choose a suit first."),
)
"""A card: its suit, then its rank."""


def steps_of(topic: AnyTopic[P], values: Sequence[JsonValue]) -> _AnySteps | None:
    """How a value is said in two touches: as the game says, and any of many cards suit by suit."""
    cards = [value for value in values if topic.card_of(value)]
    return topic.page.steps or (_CARD_BY_SUIT if are_cards(cards) else None)


_WORD: Final = re.compile(r"[\u30a1-\u30fa\u30fc]+|[^\W\u3000-\uffff]+")
"""Of Chinese and Japanese words only those in katakana, which nobody would break."""


def columns_of(keys: Sequence[Key]) -> int:
    """How many keys stand side by side so that none is broken within a word, and the row is full.

    As many as there is room for, which is 0, if all are numbers or many are short. Measured on the
    smallest phone, which is 320 px wide. All suits stand in a row, drawn.
    """
    drawn_suits = {suit(letter) for letter in SUITS}
    if len(keys) > 1 and all(key.words in drawn_suits for key in keys):
        return len(keys)
    told = [spoken(key.words) for key in keys]
    longest = max((columns(word) for words in told for word in _WORD.findall(words)), default=0)
    are_many = len(keys) > MOST_IN_A_ROW
    if longest <= SHORT_WORD and (are_many or all(map(str.isdecimal, told))):
        return 0
    side = max(1, min(MOST_IN_A_ROW, ROW_LETTERS // (longest + 1), len(keys)))
    rows = max(1, ceil(len(keys) / side))
    return ceil(len(keys) / rows)  # four stand in pairs, not as three and one


_SIGNS: Final = {sign: Sign(letter) for letter, sign in GLYPHS.items()}
"""What is drawn and read in place of a suit's sign, which voices read as they like."""


def _in_steps(steps: _AnySteps, keys: Sequence[Key]) -> StepKeys:
    """The parts and rests of these keys, in their order, and the keys without them."""
    parts, rests, alone = dict[str, list[str]](), dict[str, bool](), list[Key]()
    for key in keys:
        both = steps.apart(json.loads(key.value))
        if both is None:
            alone.append(key)
            continue
        part, rest = both
        rests[rest] = rests.get(rest, False) or key.is_open
        can = parts.setdefault(part, [])
        if key.is_open:
            can.append(rest)
    return StepKeys(
        tuple(PartKey(part, _part_words(part), tuple(can)) for part, can in parts.items()),
        tuple(
            RestKey(rest, (_SIGNS.get(words, _(words)),), rests[rest], _after_one(words))
            for rest, words in steps.rests.items()
            if rest in rests
        ),
        tuple(alone),
    )


def _after_one(words: str) -> str:
    return Sign(_SIGNS[words].code, is_one=True).text if words in _SIGNS else ""


def _part_words(part: str) -> Sentence:
    """A suit and a card are drawn, all else is large."""
    if part in tuple(SUITS):
        return (Sign(part),)
    return (Picture(part),) if part in BY_CODE else (Strong(part),)


def _reasons(
    asking: SeatContext, public: Iterable[Sentence], refused: Iterable[Impossible | None]
) -> tuple[Sentence, ...]:
    """Why keys are closed: what the game says, and what the rules say to this seat alone."""
    own = (notes.refusal(each, asking.names) for each in refused if each is not None)
    return (*public, *(with_pictures(each, asking.names) for each in dict.fromkeys(own)))


def _count_buttons(topic: AnyTopic[P], values: Sequence[JsonValue]) -> tuple[str, ...]:
    """What the button says of each number of cards, where there are several."""
    if not topic.is_move or len(values) < 2:
        return ()
    return tuple(_with_number(_(topic.page.button), topic, each) for each in values)


def _with_number(button: str, topic: AnyTopic[P], number: JsonValue) -> str:
    words = spoken(topic.value_words(number)) if topic.is_move else str(number)
    return _("{what}: {cards}", what=button, cards=words)


def _cards(nameable: Nameable | None) -> CardKeys | None:
    if nameable is None:
        return None
    title, listed, shut, why = nameable
    keys = tuple(
        tuple(CardKey(code, BY_CODE[code] not in shut) for code in row) for row in rows(listed)
    )
    is_of_one_suit = len({card.suit for card in listed}) == 1
    return CardKeys(_(title), keys, _(why) if shut else "", is_of_one_suit)


def _on_key(topic: AnyTopic[P], value: JsonValue) -> Sentence:
    """The text on one key."""
    if topic.page.words is not None:
        return topic.page.words(value)
    return (Strong(str(value)),) if type(value) is int else topic.value_words(value)


def _title_and_button(topic: AnyTopic[P], to: OfferToSeat[P]) -> tuple[str, str]:
    if topic.page.heading is not None:
        return topic.page.heading(to)
    title, button = _(topic.page.title or topic.title), _(topic.page.button)
    only = to.values[0] if len(to.values) == 1 else None
    if type(only) is int:
        button = _with_number(button, topic, only)
    elif only is not None and topic.page.values is None:  # no key says which it is
        words = spoken(topic.value_words(only))
        own = topic.wording(only) is not None
        button = words if own else _("{what}: {cards}", what=button, cards=words)
    return title, button
