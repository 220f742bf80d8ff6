"""What was said before the first card of a deal, at the place of whoever said it: bids and passes.

A game names them in its topics, and says in `Tabletop.highest` whose stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.position import Common
from tricktable.rules.topics import Bidding, SomeTopic, topic_of
from tricktable.text.language import _, message
from tricktable.text.sentences import Name, Sentence

if TYPE_CHECKING:
    from tricktable.rules.view import AnyView


class Bids(NamedTuple):
    """What each seat has said, while a seat still has something to say."""

    bidding: Bidding
    """What they are called."""
    words: Mapping[int, Sentence]
    """The newest words of each seat that has spoken; whoever spoke last comes last."""
    first: int
    """The seat that spoke first, or is about to."""
    is_over: bool
    """Whether what is due is not another bid: trump is to be named, or cards discarded."""


def bids(view: AnyView) -> Bids | None:
    """The bids; None once a card has been led, and while no one seat has something to say."""
    awaited = _topic_due(view)
    if awaited is None or view.next_seat is None or view.trick or view.tricks:
        return None
    words, bidding, first = dict[int, Sentence](), awaited.bidding, view.next_seat
    for seat, what, value in view.said:
        topic = topic_of(view.rules, what)
        if seat is None or topic.is_rare or topic.bidding is None:
            continue
        first = first if words else seat
        words.pop(seat, None)
        words[seat] = topic.value_words(value) or (_(topic.title),)
        bidding = topic.bidding
    is_over = awaited.bidding is None or awaited.is_move
    if bidding is None or (is_over and not words):
        return None
    return Bids(bidding, words, first, is_over)


def bid_that_stands(view: AnyView) -> Sentence:
    """What `highest` has said, while the cards are played: who picks, or makes trump."""
    for seat, what, value in reversed(view.said):
        topic = topic_of(view.rules, what)
        if seat is None or seat != view.highest or topic.is_rare:
            continue
        if topic.bidding is not None:
            return topic.say(Name(view.names[seat]), value)
    return ()


def said_beside(view: AnyView) -> list[Sentence]:
    """What was said beside a card, until the trick is complete."""
    said = [(each.seat, topic_of(view.rules, each.topic), each.value) for each in view.beside]
    return [topic.say(Name(view.names[seat]), it) for seat, topic, it in said if seat is not None]


_DUE: Final = {Common.PLAY: message("to play"), "turn_up": message("to turn a card up")}


def due(view: AnyView) -> str:
    """What stands at the place of a seat whose turn it is, in the current language: `to bid`."""
    if view.next_what in _DUE:
        return _(_DUE[view.next_what])
    topic = _topic_due(view)
    if topic is None:
        return _("to show a card") if view.laid is not None else _("to act")
    return _(topic.to_do)


def _topic_due(view: AnyView) -> SomeTopic | None:
    """The topic that the game waits for; None while it waits for a card, a deal or nothing."""
    known = (each for each in view.rules.topics if each.step_name == view.next_what)
    return next(known, None)
