"""What Oh Hell says of each moment."""

from __future__ import annotations

from typing import assert_never

from oh_hell.position import OhHellView
from tricktable.rules import phases
from tricktable.rules.phases import Due, Phase
from tricktable.text.language import _
from tricktable.text.sentences import sentence


def phase(view: OhHellView) -> Phase:
    """What is said of this moment."""
    match view.position.what:
        case "deal":
            return _deal(view)
        case "turn_up":
            return _turn_up(view)
        case "bid":
            return _bid(view)
        case "play":
            return phases.play(view)
        case "over":
            return phases.over(view)
        case never:
            assert_never(never)


def _deal(view: OhHellView) -> Phase:
    """Also how many cards everybody gets, which changes from deal to deal."""
    told = phases.deal(view)
    cards = view.position.cards
    words = sentence("1 card each") if cards == 1 else sentence("{count} cards each", count=cards)
    return told._replace(beside=(*told.beside, *((" · ",) if told.beside else ()), *words))


def _turn_up(view: OhHellView) -> Phase:
    headline = sentence("{who} turns a card up", who=phases.who(view))
    told = phases.phase(view, headline, Due(phases.everybody(view), "to turn a card up"))
    return told._replace(own=(_("Turn the next card up"),))


def _bid(view: OhHellView) -> Phase:
    headline = sentence("{who} to bid", who=phases.who(view))
    told = phases.phase(view, headline, Due(phases.everybody(view), "to bid"))
    return told._replace(
        own=(_("Your bid"),), can=(_("Say how many tricks you will take, no more and no fewer."),)
    )
