"""What a phone says aloud to whoever does not look at it: whole sentences, ready for its voice.

The hand is among them; whether it is spoken, only its owner's finger says.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tricktable import words
from tricktable.language import _, plural
from tricktable.rules.view import View
from tricktable.service import sentences
from tricktable.service.felt import felt
from tricktable.service.parts import spoken
from tricktable.service.sayable import Group
from tricktable.service.sentences import Names


class Speech(NamedTuple):
    """What can be heard, each a few sentences."""

    hand: str = ""
    table: str = ""
    now: str = ""
    """What is awaited, and what this seat can say."""
    trick: str = ""
    """Who took the newest trick; the same words are heard once."""
    turn: str = ""
    """Said when this seat's turn comes; empty while it is another's."""
    news: str = ""
    """The newest card or word."""


SILENT: Final = Speech()


class Heard(NamedTuple):
    """What the speech of one seat is made from."""

    view: View
    names: Names
    seat: int
    hand: tuple[tuple[str, ...], tuple[str, ...]]
    """The cards by name, and those of them that can be played."""
    now: str
    groups: tuple[Group, ...]


def speech(heard: Heard) -> Speech:
    """Everything that this seat's phone may say now."""
    view, names = heard.view, heard.names
    is_due = heard.seat in words.waiting_for(view) or any(
        group.what not in ("dealt", "leader") for group in heard.groups
    )
    return Speech(
        hand=_hand(*heard.hand),
        table=_table(view, names),
        now=_now(heard),
        trick=_trick(view, names),
        turn=_sentence(heard.now) if is_due else "",
        news=sentences.news(view, names),
    )


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "。")) else f"{text}."


def _hand(cards: tuple[str, ...], can: tuple[str, ...]) -> str:
    if not cards:
        return _("The table has read no card of your hand.")
    holds = plural(
        "You hold 1 card: {cards}.",
        "You hold {count} cards: {cards}.",
        len(cards),
        cards=", ".join(cards),
    )
    if not can or len(can) == len(cards):
        return holds
    return f"{holds} {_('You can play {cards}.', cards=', '.join(can))}"


def _table(view: View, names: Names) -> str:
    """What lies there, card by card, and who wins it."""
    middle = felt(view, names)
    said = [_sentence(spoken(each)) for each in (sentences.beside(view), middle.side) if each]
    for place in middle.places:
        if place.card:
            card = words.card_name(place.card)
            said.append(_("{who}: {card}.", who=place.name, card=card))
        elif place.said:
            said.append(_("{who}: {card}.", who=place.name, card=place.said))
    said += [
        _("{who} is winning.", who=place.name)
        for place in middle.places
        if place.wins and place.card and not middle.is_resting
    ]
    said += [_("{pile}: {cards}.", pile=heap.name, cards=heap.cards) for heap in middle.heaps]
    if middle.taken and middle.is_resting:
        said.append(_sentence(spoken(middle.taken)))
    return " ".join([*said, _sentence(spoken(sentences.headline(view, names)))])


def _trick(view: View, names: Names) -> str:
    if not view.last or view.last_winner is None:
        return ""
    card = next(code for seat, code in view.last if seat == view.last_winner)
    return _(
        "{news}, with {card}.",
        news=spoken(sentences.taken(view, names)),
        card=words.card_name(card),
    )


def _now(heard: Heard) -> str:
    """What is awaited, then everything that can be said, as its keys say it."""
    said = [_sentence(heard.now)]
    for group in heard.groups:
        keys = ", ".join(spoken(key.words) for key in group.keys if key.is_open and key.words)
        said.append(_("{title}: {keys}.", title=group.title, keys=keys or group.button))
        said += [spoken(why) for why in group.why]
    return " ".join(said)
