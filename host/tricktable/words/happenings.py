"""What has just happened, entry by entry and deal by deal, as sentences. Tells no secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tricktable.rules.view import AnyView, Happened, Said
from tricktable.text.names import SUIT_NAMES, bid_name, people, team, who


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


# --- what ended ---------------------------------------------------------------------------------


def ended(before: AnyView, now: AnyView) -> list[str]:
    """What a card has brought to its end: the trick, and with it a deal that is paid or scored."""
    lines = []
    if sum(now.tally) == sum(before.tally) + 1 and now.last_winner is not None:
        prize: Any = before.detail.get("prize")
        gem = f" and a gem of {SUIT_NAMES[prize['colour']]}" if prize else ""
        name = now.names[now.last_winner]
        lines.append(f"trick {sum(now.tally)}{gem} to {name} ({_gains(now)})")
    told: Any = now.detail.get("deals", ())
    was: Any = before.detail.get("deals", ())
    lines += [_DEALS[now.game](deal, now) for deal in told[len(was) :]]
    return lines


def _gains(view: AnyView) -> str:
    """What tricks are played for, as it stands: side by side."""
    detail: Mapping[str, Any] = view.detail
    match view.game:
        case "triatri":
            return f"points {' : '.join(map(str, detail['points']))}"
        case "etori" if view.next_what == "play":
            return f"faces {' : '.join(map(str, detail['faces']))}"
        case "troika" if view.next_what == "play":
            return f"points {' : '.join(map(str, detail['points']))}"
    return "-".join(map(str, view.tally))


def _etori_deal(deal: Mapping[str, Any], view: AnyView) -> str:
    side = team(view.owners[deal["winner"]], view.names)
    faces = " : ".join(map(str, deal["faces"]))
    chips = "1 chip" if deal["chips"] == 1 else f"{deal['chips']} chips"
    return f"deal {view.deal} to {side}, faces {faces}: {chips} paid"


def _troika_deal(deal: Mapping[str, Any], view: AnyView) -> str:
    side = team(view.owners[deal["bidder"]], view.names)
    made = "made" if deal["scored"][deal["bidder"]] > 0 else "not made"
    points, scored = (" : ".join(map(str, deal[key])) for key in ("points", "scored"))
    bid = bid_name(deal["bid"])
    return f"deal {view.deal}: {side} bid {bid}, {made}; points {points}, scored {scored}"


_DEALS: Final[Mapping[str, Callable[[Mapping[str, Any], AnyView], str]]] = {
    "etori": _etori_deal,
    "troika": _troika_deal,
}
