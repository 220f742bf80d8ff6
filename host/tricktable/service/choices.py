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
from tricktable.rules.view import View
from tricktable.service.parts import Name, Part, Picture, Sentence, sentence
from tricktable.service.sentences import Names, prize_words
from tricktable.words import bid_name

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


def groups(view: View, names: Names) -> tuple[Group, ...]:
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
    "dealt": ("{who} deals", "Who deals?"),
    "leader": ("Who leads first?", "Who leads first?"),
    "stacks": ("Count the suits of the stacks", "Count the suits of the stacks"),
    "prize": ("{who} names the prize", "The prize"),
    "bid": ("{who} bids", "The bid"),
    "trump": ("{who} names trump", "Trump"),
    "misdeal": ("{who} may call a misdeal", "Misdeal, called by"),
    "target": ("{who} chooses a suit in secret", "A suit is chosen in secret"),
    "ace": ("{who} drew an ace of another suit", "An ace of another suit, with"),
    "kische": ("{who} may call kisché", "Kisché, called by"),
    "tredici": ("{who} may call tredici", "Tredici, called by"),
    "draw": ("Nobody can win any more", "Nobody can win any more"),
    "hand>stack": ("{who} sets aside", "Set aside"),
    "hand>discard": ("{who} discards", "Discard"),
    "draw>hand": ("{who} draws", "Draw"),
    "hand>draw": ("{who} gives a card", "A card for the new draw pile, from"),
    "kitty>hand": ("{who} takes the kitty", "The kitty"),
}


def _title(what: str, seat: int | None, names: Names) -> Sentence:
    if what == "pairing":
        return ("Stacks in round 1, 2: ", Name(names[0]), " / ", Name(names[1]))
    one, many = _TITLES.get(what, ("{who}: " + what, what))
    who: Part = Name(names[seat]) if seat is not None else "The table"
    return sentence(one, who=who) if seat is not None or "{who}" not in one else (many,)


def _choices(offer: Offer, seats: tuple[int | None, ...], names: Names) -> Iterator[Choice]:
    for seat in seats:
        for value in offer.values:
            words = _value(offer.what, value)
            if len(seats) > 1:
                who: Part = Name(names[seat]) if seat is not None else "The table"
                words = (who,) if len(offer.values) == 1 else (who, ": ", *words)
            elif not words:
                words = (_PLAIN.get(offer.what, "Say so"),)
                if offer.what in ("dealt", "leader") and seat is not None:
                    words = (Name(names[seat]),)
            yield Choice(words, seat, json.dumps(value))


_PLAIN: Final = {
    "misdeal": "Misdeal",
    "ace": "An ace",
    "kische": "Kisché",
    "tredici": "Tredici",
    "draw": "Agree on a draw",
}


def _value(what: str, value: Any) -> Sentence:
    """The value as its button says it; nothing where there is none."""
    match what:
        case "bid":
            return ("Pass" if value == "pass" else bid_name(value),)
        case "trump" | "target":
            return (Picture(value),)
        case "prize":
            return prize_words(value)
        case "pairing":
            return (" / ".join(f"{first}, {second}" for first, second in value),)
    if type(value) is int:
        return ("none" if not value else "1 card" if value == 1 else f"{value} cards",)
    return ()
