"""What has just happened, entry by entry and deal by deal, as sentences. Tells no secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tricktable.rules.view import AnyView, Happened, Said
from tricktable.text.names import SUIT_NAMES, bid_name, people, who


def happened(view: AnyView) -> str:
    """The newest entry: `Ann bids 7 No`; empty where it is no news for all."""
    newest = view.newest
    if newest is None or newest.kind == "held":
        return ""
    name = who(newest.seat, view.names)
    match newest.kind:
        case "dealt":
            return f"{name} deals"
        case "shown":
            return _shown(newest, view)
        case "moved":
            return f"{name} {_MOVES[newest.move](_cards(newest.number))}"
        case "declared":
            return declared(newest, view)
    return f"{name} plays {newest.card}{_worth(view)}"


def _worth(view: AnyView) -> str:
    """What the card just played counts, where that is not what is printed on it."""
    key = "worth" if view.trick else "last_worth"
    worth: Any = view.outlook.get(key)
    newest = view.newest
    if not worth or newest is None or str(worth[-1]) == str(newest.card)[0]:
        return ""
    return f", worth {worth[-1]}"


def _shown(newest: Happened, view: AnyView) -> str:
    if newest.seat is None:
        return f"Set aside: {newest.card}"
    name, card = view.names[newest.seat], newest.card
    if view.game != "torite":
        return f"{name} shows {card}"
    face_up: Any = view.outlook["face_up"]
    return f"{name} turns up {card}" if card in face_up else f"{name} kept {card}"


def _cards(count: int) -> str:
    return {0: "no card", 1: "1 card"}.get(count, f"{count} cards")


_MOVES: Final[Mapping[str, Callable[[str], str]]] = {
    "hand>stack": lambda cards: f"sets {cards} aside",
    "hand>discard": lambda cards: f"discards {cards}",
    "draw>hand": lambda cards: f"draws {cards}",
    "hand>draw": lambda cards: f"gives {cards}",
    "kitty>hand": lambda _: "takes the kitty",
}


# --- what is said -------------------------------------------------------------------------------


def declared(said: Said | Happened, view: AnyView) -> str:
    """What was said: `Ann bids 7 No`; empty where it is no news for all."""
    say = _TOPICS.get(said.topic)
    return say(said, view) if say else ""


def _bid(said: Said | Happened, view: AnyView) -> str:
    name = who(said.seat, view.names)
    return f"{name} passes" if said.value == "pass" else f"{name} bids {bid_name(str(said.value))}"


def _trump(said: Said | Happened, view: AnyView) -> str:
    suit = SUIT_NAMES[str(said.value)]
    return f"{suit.capitalize()} are trump" if said.seat is None else _names(said, view, suit)


def _names(said: Said | Happened, view: AnyView, suit: str) -> str:
    return f"{who(said.seat, view.names)} names {suit} trump"


def _prize(said: Said | Happened, view: AnyView) -> str:
    prize: Any = said.value
    where = "an own gem" if prize["from"] == "own" else "from the stock"
    return f"{who(said.seat, view.names)} plays for {SUIT_NAMES[prize['colour']]}, {where}"


def _stacks(said: Said | Happened, _: AnyView) -> str:
    stacks: Any = said.value
    counts = ("-".join(map(str, stack)) for stack in stacks)
    return f"Clubs-diamonds-hearts-spades in stacks 1 to 4: {', '.join(counts)}"


def _pairing(said: Said | Happened, view: AnyView) -> str:
    pairs: Any = said.value
    plays = (
        f"{name}: {first}, then {second}"
        for name, (first, second) in zip(view.names, pairs, strict=True)
    )
    return f"Stacks of {'; of '.join(plays)}"


def _kische(said: Said | Happened, view: AnyView) -> str:
    purged: Any = view.detail["purged"]
    return f"{who(said.seat, view.names)} calls kisché; purged: {people(purged, view.names)}"


_TOPICS: Final[Mapping[str, Callable[[Said | Happened, AnyView], str]]] = {
    "leader": lambda said, view: f"{who(said.seat, view.names)} holds the start card",
    "stacks": _stacks,
    "pairing": _pairing,
    "prize": _prize,
    "bid": _bid,
    "trump": _trump,
    "misdeal": lambda said, view: f"{who(said.seat, view.names)} calls a misdeal: deal again",
    "target": lambda said, view: f"{who(said.seat, view.names)} has chosen a target",
    "kische": _kische,
    "tredici": lambda said, view: f"{who(said.seat, view.names)} calls tredici",
    "draw": lambda _, __: "A draw is agreed on",
}
"""An ace is told to the table alone, and only after the seat's turn is due."""
