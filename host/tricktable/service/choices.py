"""What can be said at a table now, as a page offers it: groups of buttons, made from the offers.

Knows how each kind of offer is worded and nothing of the games: whatever is offered has a button.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tricktable import requests
from tricktable.rules.game import Offer
from tricktable.rules.view import AnyView
from tricktable.service.sentences import Names, prize_words, speaker
from tricktable.text.language import _, message, plural
from tricktable.text.names import bid_name
from tricktable.text.parts import Name, Picture, Sentence, sentence

SEPARATE: Final = ("target", "hand>stack")
"""What each seat says for itself: a group for each."""


class Choice(NamedTuple):
    """One button."""

    words: Sentence
    seat: int | None
    value: str
    """As JSON."""


@dataclass(frozen=True, slots=True)
class Group:
    """One thing that can be said, with a button for each way to say it."""

    what: str
    title: Sentence
    choices: tuple[Choice, ...]
    is_secret: bool = False
    is_counted: bool = False
    """Four stacks are counted by suit: a field for each count instead of buttons."""
    is_rare: bool = False
    """It comes rarely, and stands behind what is awaited."""


def groups(view: AnyView, names: Names) -> tuple[Group, ...]:
    """Everything that can be said now; what is awaited comes first."""
    return groups_of(view.offers, names)


def groups_of(offers: Iterable[Offer], names: Names) -> tuple[Group, ...]:
    """The same for these offers."""
    found = [group for offer in offers for group in _groups(offer, names)]
    return tuple(sorted(found, key=lambda group: group.is_rare))


def request_of(what: str, seat: int | None, value: Any) -> requests.Request:
    """The request that says it; whether it can be said, the table decides."""
    source, _, target = what.partition(">")
    if target:
        number = value if type(value) is int and 0 <= value <= _MOST_CARDS else 0
        return requests.Move(seat or 0, source, target, number)
    if what == "dealt":
        return requests.Deal(seat or 0)
    return requests.Declare(what, seat, value)


_MOST_CARDS: Final = 52
_RARE: Final = frozenset({"misdeal", "kische", "tredici", "draw", "ace"})


def _groups(offer: Offer, names: Names) -> Iterator[Group]:
    seats = offer.seats
    parts = [(seat,) for seat in seats] if offer.what in SEPARATE else [seats]
    for part in parts:
        alone = part[0] if len(part) == 1 else None
        title = _title(offer.what, alone, names)
        choices = tuple(_choices(offer, part, names))
        yield Group(
            offer.what,
            title,
            choices,
            offer.is_secret,
            is_counted=not offer.values,
            is_rare=offer.what in _RARE,
        )


_TITLES: Final = {
    "dealt": (message("{who} deals"), message("Who deals?")),
    "leader": (message("Who leads first?"), message("Who leads first?")),
    "stacks": (message("Count the suits of the stacks"), message("Count the suits of the stacks")),
    "prize": (message("{who} names the prize"), message("The prize")),
    "bid": (message("{who} bids"), message("The bid")),
    "trump": (message("{who} names trump"), message("Trump")),
    "misdeal": (message("{who} may call a misdeal"), message("Misdeal, called by")),
    "target": (message("{who} chooses a suit in secret"), message("A suit is chosen in secret")),
    "ace": (message("{who} drew an ace of another suit"), message("An ace of another suit, with")),
    "kische": (message("{who} may call kisché"), message("Kisché, called by")),
    "tredici": (message("{who} may call tredici"), message("Tredici, called by")),
    "draw": (message("Nobody can win any more"), message("Nobody can win any more")),
    "hand>stack": (message("{who} sets aside"), message("Set them aside")),
    "hand>discard": (message("{who} discards"), message("Discard")),
    "draw>hand": (message("{who} draws"), message("Draw")),
    "hand>draw": (message("{who} gives a card"), message("A card for the new draw pile, from")),
    "kitty>hand": (message("{who} takes the kitty"), message("The kitty")),
}


def _title(what: str, seat: int | None, names: Names) -> Sentence:
    if what == "pairing":
        one, other = Name(names[0]), Name(names[1])
        return sentence("Stacks in round 1, 2: {one} / {other}", one=one, other=other)
    if what not in _TITLES:
        return sentence("{who}: {what}", who=speaker(seat, names), what=what)
    alone, many = _TITLES[what]
    return sentence(many if seat is None else alone, who=speaker(seat, names))


def _choices(offer: Offer, seats: tuple[int | None, ...], names: Names) -> Iterator[Choice]:
    for seat in seats:
        for value in offer.values:
            words, who = _value(offer.what, value), speaker(seat, names)
            if len(seats) > 1 and len(offer.values) == 1:
                words = (who,)
            elif len(seats) > 1:
                words = sentence("{who}: {what}", who=who, what=words)
            elif not words:
                words = sentence(_PLAIN.get(offer.what, message("Say so")))
                if offer.what in ("dealt", "leader") and seat is not None:
                    words = (who,)
            yield Choice(words, seat, json.dumps(value))


_PLAIN: Final = {
    "misdeal": message("Misdeal"),
    "ace": message("An ace"),
    "kische": message("Kisché"),
    "tredici": message("Tredici"),
    "draw": message("Agree on a draw"),
}


def _value(what: str, value: Any) -> Sentence:
    """The value as its button says it; nothing where there is none."""
    match what:
        case "bid":
            return (_("Pass") if value == "pass" else bid_name(value),)
        case "trump" | "target":
            return (Picture(value),)
        case "prize":
            return prize_words(value)
        case "pairing":
            return (" / ".join(f"{first}, {second}" for first, second in value),)
    if type(value) is int:
        return (plural("1 card", "{count} cards", value) if value else _("none"),)
    return ()
