"""What one seat can say now, as its own page offers it, and why it cannot say the rest.

What is offered comes from the rules' offers. What is not stands in the same place, and beside it a
reason that everybody may know, or that comes from the seat's own hand alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tricktable import notes
from tricktable.games.torite.rules import START_CARDS
from tricktable.games.troika.rules import BIDS
from tricktable.rules.cards import COLOURS, SUITS, Card
from tricktable.rules.entries import Declared, Impossible
from tricktable.rules.game import Header, Offer
from tricktable.rules.record import Record
from tricktable.rules.view import AnyView
from tricktable.service.sentences import Names, bid_words
from tricktable.text.language import _, plural
from tricktable.text.names import card_name
from tricktable.text.parts import Name, Picture, Sentence, Strong, sentence

CALLS: Final[Mapping[str, tuple[str, ...]]] = {
    "troika": ("misdeal",),
    "tredici": ("kische", "tredici", "ace", "draw"),
}
"""What a game calls seldom, in the order in which a page always shows it."""
_FULL_HAND: Final = 13


class Key(NamedTuple):
    """One thing to choose."""

    words: Sentence
    value: str
    """As JSON."""
    is_open: bool = True
    """Whether it can be said now."""
    place: str = ""
    """`first` of a row, or `wide`: the keys of a group always stand in the same places."""


@dataclass(frozen=True, slots=True)
class Group:
    """One thing that the seat can say, with a key for each way to say it."""

    what: str
    title: str
    button: str
    """What the button says that says it."""
    keys: tuple[Key, ...] = ()
    why: tuple[Sentence, ...] = ()
    """Why some keys, or all, are shut."""
    is_secret: bool = False

    @property
    def is_counted(self) -> bool:
        """Four stacks are counted by suit: a field for each count instead of keys."""
        return not self.keys

    @property
    def is_open(self) -> bool:
        """Whether anything of it can be said now."""
        return self.is_counted or any(key.is_open for key in self.keys)

    @property
    def is_choice(self) -> bool:
        """Whether there is something to choose before it is said."""
        return len(self.keys) > 1


class Asking(NamedTuple):
    """All that the offers to one seat are made from."""

    view: AnyView
    """As the seat sees it."""
    header: Header
    record: Record
    seat: int
    names: Names
    hand: tuple[Card, ...]


def offered(view: AnyView, seat: int, what: str) -> Offer | None:
    """What is offered to this seat, or to the table through it; None if nothing of that kind."""
    for offer in view.offers:
        if offer.what == what and (seat in offer.seats or None in offer.seats):
            return offer
    return None


def due(asking: Asking) -> tuple[Group, ...]:
    """What the game waits for and this seat can say now."""
    calls = CALLS.get(asking.view.game, ())
    found = []
    for offer in asking.view.offers:
        if offer.what not in calls and offered(asking.view, asking.seat, offer.what) is offer:
            keys = tuple(_keys(asking, offer))
            title, button = _words(asking, offer)
            why = tuple(_why(asking, offer, keys))
            found.append(Group(offer.what, title, button, keys, why, offer.is_secret))
    return tuple(found)


def calls(asking: Asking) -> tuple[Group, ...]:
    """What is seldom called in this game: all of it, each as it can be called now or cannot."""
    listed = []
    for topic in CALLS.get(asking.view.game, ()):
        offer = offered(asking.view, asking.seat, topic)
        title = _call(topic)
        if offer is not None:
            listed.append(Group(topic, title, title, (Key((), "null"),)))
        else:
            why = ((_refusal(asking, topic),),)
            listed.append(Group(topic, title, title, (Key((), "null", False),), why))
    return tuple(listed)


def _refusal(asking: Asking, topic: str) -> str:
    """Why the rules do not offer this call now."""
    speaker = None if topic == "draw" else asking.seat
    try:
        asking.record.check(Declared(speaker, topic, None))
    except Impossible as refused:
        return notes.refusal(refused, asking.names)
    return _("Not now.")


# --- keys ----------------------------------------------------------------------------------------


def _keys(asking: Asking, offer: Offer) -> Iterator[Key]:
    is_open = [json.dumps(value) for value in offer.values]
    lowest = str(asking.header.options.get("min_bid", ""))
    for value in _places(asking, offer):
        written = json.dumps(value)
        can = written in is_open and _is_mine(asking, offer)
        yield Key(_key(offer.what, value), written, can, _place(offer.what, value, lowest))


def _places(asking: Asking, offer: Offer) -> list[Any]:
    """Everything that could ever be said of this, in the order in which it always stands."""
    match offer.what:
        case "bid":
            options = asking.header.options
            kinds = ("", "N", "L") if options["variant"] == "saskatchewan" else ("", "N")
            lowest: Any = options["min_bid"]
            bids = [(bid.kind, bid.number, said) for said, bid in BIDS.items()]
            inside = [each for each in bids if each[0] in kinds and each[1] >= lowest]
            inside.sort(key=lambda bid: kinds.index(bid[0]))
            return ["pass", *(said for _kind, _number, said in inside)]
        case "prize":
            return [{"colour": c, "from": place} for place in ("stock", "own") for c in COLOURS]
        case "target":
            return list(SUITS)
    return list(offer.values)


def _place(what: str, value: Any, lowest: str) -> str:
    match what:
        case "bid" if value == "pass":
            return "wide"
        case "bid":
            return "first" if value.rstrip("NL") == lowest else ""
        case "prize":
            return "first" if value["colour"] == COLOURS[0] else ""
    return ""


def _is_mine(asking: Asking, offer: Offer) -> bool:
    """Whether the seat's own hand allows it, where the table has read it whole."""
    if offer.what != "leader" or len(asking.hand) < _FULL_HAND:
        return True
    return any(card in asking.hand for card in START_CARDS[asking.view.seats])


def _key(what: str, value: Any) -> Sentence:
    """What one key says."""
    match what:
        case "bid" if value == "pass":
            return (_("Pass"),)
        case "bid":
            number, words = value.rstrip("NL"), bid_words(value)
            if not words.startswith(number):
                return (words,)
            kind = words.removeprefix(number)
            return (Strong(number), kind) if kind else (Strong(number),)
        case "trump" | "target":
            return (Picture(value),)
        case "prize" if value["from"] == "own":
            return sentence(_("{colour}, own gem"), colour=Picture(value["colour"]))
        case "prize":
            return sentence(_("{colour}, stock"), colour=Picture(value["colour"]))
        case "pairing":
            (one, two), (three, four) = value
            return (_("{one}, {two} · {three}, {four}", one=one, two=two, three=three, four=four),)
    return (Strong(str(value)),) if type(value) is int else ()


# --- words ---------------------------------------------------------------------------------------


def _words(asking: Asking, offer: Offer) -> tuple[str, str]:
    """The title of what is offered, and what its button says."""
    what, count = offer.what, offer.values[0] if len(offer.values) == 1 else None
    if what == "pairing":
        one, other = asking.names[0], asking.names[1]
        title = _("Stacks in rounds 1 and 2: {one} · {other}", one=one, other=other)
        return title, _("Play them so")
    if what == "leader":
        return _("Who leads first?"), _i_have(START_CARDS[asking.view.seats][0])
    title, button = _named(what)
    if type(count) is int:
        many = plural("1 card", "{count} cards", count)
        button = _("{what}: {cards}", what=button, cards=many)
    return title, button


def _i_have(card: Card) -> str:
    return _("I have the {card}", card=card_name(card.code))


def _named(what: str) -> tuple[str, str]:
    return {
        "dealt": (_("Do you deal?"), _("I deal")),
        "bid": (_("Your bid"), _("Bid")),
        "trump": (_("Name trump"), _("This is trump")),
        "prize": (_("Name the prize"), _("We play for this")),
        "target": (_("Choose your suit in secret"), _("This is my suit")),
        "stacks": (_("Count the suits of the stacks"), _("Counted")),
        "hand>stack": (_("How many do you set aside?"), _("Set them aside")),
        "hand>discard": (_("Your discard"), _("I discard")),
        "draw>hand": (_("Your draw"), _("I have drawn")),
        "hand>draw": (_("A card for the new draw pile"), _("I give one")),
        "kitty>hand": (_("The kitty"), _("I take it")),
    }.get(what, (what, _("Say so")))


def _call(topic: str) -> str:
    match topic:
        case "misdeal":
            return _("Misdeal")
        case "kische":
            return _("Kisché!")
        case "tredici":
            return _("Tredici!")
        case "ace":
            return _("I drew an ace of another suit")
    return _("We agree on a draw")


def _why(asking: Asking, offer: Offer, keys: tuple[Key, ...]) -> Iterator[Sentence]:
    """Why some of these keys are shut, in a sentence each."""
    shut = {key.value for key in keys if not key.is_open}
    if not shut:
        return
    match offer.what:
        case "bid":
            yield from _why_bid(asking, offer, shut)
        case "prize":
            for colour in COLOURS:
                if json.dumps({"colour": colour, "from": "stock"}) in shut:
                    yield sentence(_("The stock has no {colour}."), colour=Picture(colour))
            yield from _why_own(shut)
        case "target":
            yield (_("Everybody knows who uses the other suits."),)
        case "leader":
            start = START_CARDS[asking.view.seats][0]
            yield sentence(_("{card} is not in your hand."), card=Picture(start.code))


def _why_bid(asking: Asking, offer: Offer, shut: set[str]) -> Iterator[Sentence]:
    high: Any = asking.view.detail["high"]
    if high is not None:
        who, bid = Name(asking.names[high["seat"]]), Strong(bid_words(high["bid"]))
        if high["bid"] in offer.values:
            yield sentence(_("{who} bids {bid}: bid as much, or more."), who=who, bid=bid)
        else:
            yield sentence(_("{who} bids {bid}: bid more."), who=who, bid=bid)
    if '"pass"' in shut:
        yield (_("The others have passed: you have to bid."),)


def _why_own(shut: set[str]) -> Iterator[Sentence]:
    own = [c for c in COLOURS if json.dumps({"colour": c, "from": "own"}) in shut]
    if len(own) == len(COLOURS):
        yield (_("You own no gem yet."),)
        return
    for colour in own:
        yield sentence(_("You own no gem of {colour}."), colour=Picture(colour))
