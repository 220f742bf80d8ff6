"""What players can say or move besides laying cards, and how each surface words it.

A game lists its topics. Everything that offers, records or reports them uses that list, and no
other code knows a topic by name. A topic's missing wording is made from its name, title and form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeVar

from tricktable.rules.cards import BY_CODE, SUITS
from tricktable.rules.field_words import field_words
from tricktable.rules.options import Form
from tricktable.rules.position import Common, P
from tricktable.rules.values import JsonValue
from tricktable.text.language import ENGLISH, Message, _, message, plural, speaking
from tricktable.text.names import Names
from tricktable.text.sentences import (
    Part,
    Picture,
    Sentence,
    Strong,
    sentence,
    speaker,
    spoken,
)

if TYPE_CHECKING:
    from tricktable.rules.cards import Card
    from tricktable.rules.game import AnyGame, Game, Header
    from tricktable.rules.keypad import Keys
    from tricktable.rules.view import View

V = TypeVar("V")
"""The type of the value as records write it; for a move, the number of cards."""
Secrecy = Literal["none", "value", "whole"]
"""What is secret about a declaration: nothing, its value, or that it was made at all."""
Place = Literal["", "first", "wide"]
"""Where a key goes: after the one before, first in a row, or alone in a row."""

SAY_SO: Final = message("Say so")


def _is_nothing(value: JsonValue) -> bool:
    return value is None


def _is_suit(value: JsonValue) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in SUITS


NOTHING: Final = Form(_is_nothing, "null")
A_SUIT: Final = Form(_is_suit, message("C, D, H or S"))


# --- where it is offered -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfferToSeat(Generic[P]):
    """Something that one seat may say, with what that seat's page knows."""

    view: View[P]
    """The view from that seat."""
    header: Header
    seat: int
    names: Names
    hand: tuple[Card, ...]
    values: tuple[JsonValue, ...]
    """The values that the rules allow now."""


class Counts(NamedTuple):
    """A value that is counted, not chosen: each row has a number for every suit.

    Every row adds up to `total`, and so does every suit over all rows.
    """

    rows: int
    total: int
    head: str
    """A message: the name of a row."""
    field: str
    """A message: `{number}` is the row, `{suit}` the suit being counted."""
    question: str
    """The same as a question."""


class Allotment(NamedTuple):
    """A value that shares out numbered things: for each seat, the thing that it gets each time."""

    thing: str
    """A message: the name of one, with its `{number}` from 1."""
    suits: tuple[tuple[int, ...], ...]
    """The clubs, diamonds, hearts and spades of each; empty where nobody has counted them."""
    time: str
    """A message: the name of one time, with its `{number}` from 1."""
    names: tuple[str, ...]
    """The seats, in the order of the value."""
    times: int


class Nameable(NamedTuple):
    """The cards of a move that a seat may name one by one, instead of only counting them."""

    title: str
    """A message: what to do."""
    cards: tuple[Card, ...]
    """All that could ever be offered, so that none changes places."""
    shut: frozenset[Card]
    """Those of them that cannot be named now …"""
    why: str
    """… and a message: why they cannot."""


@field_words
class Steps(NamedTuple, Generic[V]):
    """A value that a seat's page says in two touches: a part of it, then the rest of it."""

    apart: Callable[[V], tuple[str, str] | None]
    """Its part and its rest; None for a value that one touch says."""
    joined: Callable[[str, str], V]
    """The value of a part and a rest."""
    rests: Mapping[str, str]
    """Every rest and a message: what its key says behind the part."""
    missing: str
    """A message: what to choose before a rest."""


Heading = Callable[[int | None, Names], Sentence]


def heading(alone: str, several: str) -> Heading:
    """A heading made from two messages: for one seat, `{who}`, and for several or the table."""

    def made(seat: int | None, names: Names) -> Sentence:
        return sentence(several if seat is None else alone, who=speaker(seat, names))

    return made


@field_words
@dataclass(frozen=True, slots=True)
class HostPage:
    """How the host's page offers it."""

    heading: Heading | None = None
    button: str = SAY_SO
    """A message: the text of the button if there is no value to choose."""
    is_separate: bool = False
    """Whether each seat says its own, under its own heading."""


def _anywhere(*_: object) -> Place:
    return ""


def _anybody(*_: object) -> bool:
    return True


def _no_reason(*_: object) -> Iterable[Sentence]:
    return ()


def _no_names(*_: object) -> None:
    """Cards are only counted."""


def _no_allotment(*_: object) -> None:
    """Nothing is shared out."""


@field_words
@dataclass(frozen=True, slots=True)
class SeatPage(Generic[P, V]):
    """How the seat's page offers it."""

    title: str = ""
    """A message; if empty, the topic's title."""
    button: str = SAY_SO
    """A message."""
    own: str = ""
    """A message that heads the page of whoever's turn it is; the title if empty.

    Like the next, only where the topic `acts`.
    """
    can: str | Callable[[View[P]], Sentence] = ""
    """A message or a sentence: what to choose from, for people who do not know the game."""
    heading: Callable[[OfferToSeat[P]], tuple[str, str]] | None = None
    """Title and button, if they depend on the moment."""
    words: Callable[[V], Sentence] | None = None
    """The text of a key, if it differs from the topic's words for the value."""
    values: Callable[[OfferToSeat[P]], Sequence[V]] | None = None
    """Every value that could ever be offered, for keys that never change places."""
    place: Callable[[V, OfferToSeat[P]], Place] = _anywhere
    columns: int = 0
    """How many keys stand side by side; 0 for as many as fit."""
    may: Callable[[OfferToSeat[P]], bool] = _anybody
    """Whether the seat's own hand allows what the rules allow."""
    why: Callable[[OfferToSeat[P], Sequence[V]], Iterable[Sentence]] = _no_reason
    """Why these values cannot be said now, using only what everybody or this seat knows."""
    names: Callable[[OfferToSeat[P]], Nameable | None] = _no_names
    """Which cards of a move the seat may name where no board reads them; None if none."""
    allotment: Callable[[OfferToSeat[P]], Allotment | None] = _no_allotment
    """What its value shares out, so that it can be chosen thing by thing; None if nothing."""
    steps: Steps[V] | None = None
    """How its value is said in two touches; None if each has a key of its own."""


class WithoutTrump(NamedTuple, Generic[V]):
    """What the "no trump" control card says, in games where it has a meaning."""

    fits: Callable[[V], bool]
    question: Callable[[str], Message]
    """Asks how many, of the person who laid it."""


@field_words
@dataclass(frozen=True, slots=True)
class Keypad(Generic[V]):
    """How it is said with the board's keys."""

    line: str = ""
    """A message: the line in a list or the menu; if empty, the topic's title."""
    question: str | Callable[[str, Keys, Names], Message] | None = None
    """A message, the question put to this person, `{who}`; or the one after these keys.

    By default what the topic `acts`, or its title.
    """
    keys: Callable[[V], Keys] | None = None
    """The keys for a value; None for those made by `keypad.rows`."""
    label: Callable[[Keys, str], Message] | None = None
    """The label of the key that follows these; only for keys that the topic defines."""
    is_always_asked: bool = False
    """Whether to ask even if only one value is left, as it does not go without saying."""
    without_trump: WithoutTrump[V] | None = None


@field_words
class Bidding(NamedTuple):
    """What is called what, where the words of each seat stand at its place (`rules.bidding`)."""

    title: str = message("Bids")
    """A message: all of them."""
    highest: str = message("highest")
    """A message: the one that stands (`Tabletop.highest`)."""


class Wording(NamedTuple):
    """A value that is a word of the game."""

    words: str
    """A message: `Double`."""
    said: str
    """A message: `{who} doubles`."""


PASS: Final = "pass"
PASSED: Final = Wording(message("Pass"), message("{who} passes"))


# --- a topic -------------------------------------------------------------------------------------


@field_words
@dataclass(frozen=True, slots=True)
class Topic(Generic[P, V]):
    """Something that can be said or moved."""

    name: str
    """As records write it: a word in lower case, or for a move two places: `hand>discard`."""
    title: str
    """A message: what it is."""
    form: Form = NOTHING
    """The possible values. A move has a count instead."""
    by_table: bool = False
    """Whether the people say it together, not one seat."""
    secrecy: Secrecy = "none"
    is_rare: bool = False
    """Whether it is rarely said, has no value, and is independent of what is due.

    In any order, it stands among the calls of a seat's page; else beside what is due, if that is
    the seat's own.
    """
    is_urgent: bool = False
    """Whether it is due, rare or not, as soon as it can be said: whoever can say it wins by it."""
    is_in_any_order: bool = False
    """Whether several seats say theirs at the same time, so that nobody can be too late."""
    names_seat: bool = False
    """Whether all it says is whose something is, such as the dealer, in nobody's turn."""
    step: str = ""
    """What a game that waits for it calls it (`Next.what`), if that is another word."""
    calls: Mapping[str, Wording] = field(default_factory=dict, hash=False)
    """The values that have words of their own; `pass` has, unless they say otherwise."""
    words: Callable[[V], Sentence] | None = None
    """The name of any other value."""
    acts: str = ""
    """A message with `{who}`: what whoever says it does, such as `{who} to bid`.

    It heads the host's page and the keypad's question, and stands above the table while it is due.
    """
    due: str = ""
    """A message: what stands at the place of a seat that must say it, such as `to bid`.

    If empty, `to speak`, or for a move `to move cards`.
    """
    does: str = ""
    """The same in full, in English, for the display and terminals: `to announce a game`."""
    bidding: Bidding | None = Bidding()  # noqa: RUF009 - a value
    """What it is called in the middle of the table until a card is led; None to leave it out."""
    counts: Counts | None = None
    """For a value that offers cannot list."""
    told: str | Callable[[str, V, View[P]], str] | None = None
    """The plain English sentence for when it has happened: who, what, and the moment after it.

    Or with the fields of `said`; as that says it, if there is none. Empty if it is not news. A
    secret value is None for those who may not know it.
    """
    said: str | Callable[[Part, V], Sentence] | None = None
    """The same for pages, without a full stop: also a message with `{who}`, `{value}` in words, and
    for a move `{cards}`."""
    host_page: HostPage = HostPage()
    page: SeatPage[P, V] = SeatPage()
    keypad: Keypad[V] = Keypad()

    @property
    def to_do(self) -> str:
        """A message: what whoever must say it has to do; `due`, or what is so of any topic."""
        return self.due or (message("to move cards") if self.is_move else message("to speak"))

    @property
    def is_move(self) -> bool:
        """Whether it moves cards from one place to another."""
        return ">" in self.name

    @property
    def step_name(self) -> str:
        """What a game that waits for it calls it (`Next.what`); empty if none waits for it."""
        return "" if self.is_rare else self.step or self.name

    def wording(self, value: V) -> Wording | None:
        """The words of this value alone, if it has some."""
        if not isinstance(value, str):
            return None
        return self.calls.get(value) or (PASSED if value == PASS else None)

    @property
    def is_quiet(self) -> bool:
        """Whether a seat tells only the table."""
        return self.secrecy != "none"

    def heading(self, seat: int | None, names: Names) -> Sentence:
        """Its heading on the host's page: for one seat, or for several or the table (None)."""
        if self.host_page.heading is not None:
            return self.host_page.heading(seat, names)
        if seat is None:
            return sentence(self.title)
        words = self.acts or message("{who}: {what}")
        return sentence(words, who=speaker(seat, names), what=_(self.title))

    def value_words(self, value: V) -> Sentence:
        """The name of the value; empty if there is none."""
        if value is None:
            return ()
        if wording := self.wording(value):
            return (_(wording.words),)
        if self.words is not None:
            return self.words(value)
        if self.is_move and isinstance(value, int):
            return (cards(value) if value else _("none"),)
        return (str(value),)

    def card_of(self, value: V) -> str:
        """The code, if the value is a card by its words, too: `6S` may be a bid; else empty."""
        if not isinstance(value, str) or value not in BY_CODE:
            return ""
        words = self.value_words(value)
        return value if words == (value,) or Picture(value) in words else ""

    def tell(self, who: str, value: V, view: View[P]) -> str:
        """What has happened, in plain English; empty if it is not public news."""
        if callable(self.told):
            return self.told(who, value, view)
        if self.told is not None:
            counted = count_of_cards(value) if isinstance(value, int) else ""
            return self.told.format(who=who, cards=counted)
        if self.secrecy == "whole":
            return ""
        if self.said is not None or self.wording(value):
            with speaking(ENGLISH):
                return spoken(self.say(who, value))
        if self.is_move and isinstance(value, int):
            return f"{who} moves {count_of_cards(value)}"
        words = spoken(self.value_words(value))
        return f"{who}: {self.title} {words}" if words else f"{who}: {self.title}"

    def say(self, who: Part, value: V) -> Sentence:
        """The same for pages."""
        if wording := self.wording(value):
            return sentence(wording.said, who=who)
        if callable(self.said):
            return self.said(who, value)
        if self.said is not None:
            counted = cards(value) if self.is_move and isinstance(value, int) else ""
            return sentence(self.said, who=who, value=self.value_words(value), cards=counted)
        if self.is_move and isinstance(value, int):
            return sentence("{who} moved {cards}", who=who, cards=cards(value))
        words = self.value_words(value)
        what = (f"{_(self.title)} ", *words) if words else (_(self.title),)
        return sentence("{who}: {what}", who=who, what=what)


AnyTopic = Topic[P, Any]
"""A topic of one game, whatever its values."""
SomeTopic = AnyTopic[Any]
"""A topic of any game."""


def cards(count: int) -> str:
    """`no cards`, `1 card`, `3 cards`, in the current language."""
    return plural("1 card", "{count} cards", count) if count else _("no cards")


def count_of_cards(count: int) -> str:
    """The same in plain English."""
    return {0: "no cards", 1: "1 card"}.get(count, f"{count} cards")


def suit(letter: str) -> Sentence:
    """A suit or colour as a value in words: it is drawn."""
    return (Picture(letter),)


def trump_named(
    told: Callable[[str, str, View[P]], str] | None = None, by_table: bool = False
) -> Topic[P, str]:
    """A suit is named trump: by the seat entitled to it, or by everybody together."""
    return Topic(
        name="trump",
        title=message("Trump"),
        form=A_SUIT,
        by_table=by_table,
        words=suit,
        due=message("to name trump"),
        bidding=None,
        told=told,
        said=lambda _who, letter: sentence("{suit} are trump", suit=Picture(letter)),
        host_page=HostPage(heading(message("{who} names trump"), message("Trump"))),
        page=SeatPage(title=message("Name trump"), button=message("This is trump")),
        keypad=Keypad(
            line=message("name trump"),
            question=message("{who} names trump"),
        ),
    )


def _strong(bid: object) -> Sentence:
    return (Strong(str(bid)),)


def number_bid(
    form: Form,
    can: str,
    words: Callable[[V], Sentence] = _strong,
    title: str = message("How many tricks will you take?"),
) -> Topic[P, V]:
    """Everybody bids a number, by default of tricks, or passes.

    Args:
        form: the bids that there are, such as `whole(0, 13)` or `whole(2, 4, PASS)`.
        can: a message for people who do not know the game: what one bids.
        words: the name of a bid, if it is neither a number nor `PASS`.
        title: a message: what the seat's page asks.
    """
    return Topic(
        name="bid",
        title=message("The bid"),
        form=form,
        words=words,
        acts=message("{who} to bid"),
        due=message("to bid"),
        said=message("{who} bids {value}"),
        page=SeatPage(
            title=title,
            button=message("Bid"),
            own=message("Your bid"),
            can=can,
        ),
        keypad=Keypad(
            line=message("bid"), question=message("{who} bids how many?"), is_always_asked=True
        ),
    )


def exchange(
    number: str = message("Discard"),
    told: str = "{who} discards {cards}",
    said: str = message("{who} discarded {cards}"),
    acts: str = message("{who} discards"),
    does: str = "",
) -> Topic[P, int]:
    """Whoever has taken up cards discards as many.

    Args:
        number: a message, the title of the seat's page: `Discard two cards`.
        told: in English, that `{who}` has done so.
        said: a message: the same.
        acts: a message: what is awaited.
        does: as in `Topic`.
    """
    return Topic(
        name="hand>discard",
        title=message("Discard"),
        step="discard",
        acts=acts,
        due=message("to discard"),
        does=does,
        told=told,
        said=said,
        page=SeatPage(title=number, button=message("I have discarded")),
        keypad=Keypad(line=message("discard")),
    )


def pick_up() -> Topic[P, int]:
    """Whoever takes the card up that was turned up discards another for it."""
    return exchange(
        message("Take the card up and discard one"),
        "{who} takes the card up and discards one",
        message("{who} took the card up and discarded one"),
        message("{who} takes the card up and discards"),
    )


def called_out(
    name: str,
    title: str,
    *,
    said: str,
    heading: Heading,
    line: str,
    button: str = "",
    told: str | Callable[[str, None, View[P]], str] | None = None,
) -> Topic[P, None]:
    """A rare call by a seat, at any time, with no value to choose.

    Args:
        name: as records write it.
        title: a message: what it is, and the text of its button on the host's page.
        said: a message: that `{who}` calls it.
        heading: its heading on the host's page.
        line: a message: the line in the board's menu.
        button: a message: the button on the seat's page; if empty, the title.
        told: the plain sentence, if it says more than `said`.
    """
    return Topic(
        name=name,
        title=title,
        is_rare=True,
        is_in_any_order=True,
        told=told,
        said=said,
        host_page=HostPage(heading, button=title),
        page=SeatPage(button=button or title),
        keypad=Keypad(line=line),
    )


DEALT: Final[SomeTopic] = Topic(
    name="dealt",
    title=message("Who deals?"),
    step=Common.DEAL,
    names_seat=True,
    said=message("{who} deals"),
    host_page=HostPage(heading(message("{who} deals"), message("Who deals?"))),
    page=SeatPage(title=message("Do you deal?"), button=message("I deal")),
)
"""The deal, which every game has."""


def discard() -> Topic[P, int]:
    """The topic of laying cards of the hand away, for a game in which they are moved."""
    return Topic(
        name="hand>discard",
        title=message("Discard"),
        step="discard",
        told="{who} discards {cards}",
        said=message("{who} discarded {cards}"),
        host_page=HostPage(heading(message("{who} discards"), message("Discard"))),
        page=SeatPage(title=message("Your discard"), button=message("I discard")),
        keypad=Keypad(line=message("discard")),
    )


def topic_of(rules: Game[P], what: str) -> AnyTopic[P]:
    """The topic of an offer or entry in this game; made from its name if the game has none."""
    for topic in rules.topics:
        if topic.name == what:
            return topic
    return DEALT if what == DEALT.name else Topic(what, what)


# --- what a line of a record may declare ---------------------------------------------------------


class Declarable(NamedTuple):
    """The forms in which a line may declare a topic."""

    forms: tuple[Form, ...]
    by_table: bool
    """Whether only the table can say it, never a seat."""

    def fits(self, value: JsonValue) -> bool:
        """Whether the value has one of the forms."""
        return any(form.fits(value) for form in self.forms)


def declarable(rules: Game[P], games: Iterable[AnyGame]) -> Mapping[str, Declarable]:
    """Every topic that a line may declare in a record of this game, by name; its own come first.

    A line that is well-formed in another game is not malformed here, but impossible (record.md,
    section 1). If several games use a name, this game's form applies; if it has none, the form of
    any of them does.
    """
    found = {name: Declarable((form,), by_table) for name, form, by_table in _forms(rules)}
    own = frozenset(found)
    for other in games:
        for name, form, by_table in _forms(other):
            if name not in own:
                known = found.get(name, Declarable((), True))
                found[name] = Declarable((*known.forms, form), known.by_table and by_table)
    return found


def _forms(rules: AnyGame) -> Iterable[tuple[str, Form, bool]]:
    return (
        (each.name, each.form, each.by_table)
        for each in rules.topics
        if not each.is_move and each.name != DEALT.name
    )
