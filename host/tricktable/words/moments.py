"""How a game stands, what it waits for and how it ended, as sentences. Knows each game's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tricktable.games.troika.topics import bid_name
from tricktable.rules.cards import COLOURS
from tricktable.rules.view import AnyView
from tricktable.text.language import _, message, plural
from tricktable.text.names import (
    AND,
    OR,
    SUIT_NAMES,
    listed,
    people,
    suit_name,
    team,
)

BUTTON: Final = "Press your button."


# --- what is awaited ----------------------------------------------------------------------------


Due = tuple[str, str]
"""Who is awaited, and what for; nobody where the whole table is asked or told."""


def due(view: AnyView) -> Due:
    """What the table waits for, in two parts: `Ann`, `to draw 2 cards`."""
    return _DUE[view.next_what](view)


def awaited(view: AnyView) -> str:
    """What the table waits for, in a few words."""
    return " ".join(filter(None, due(view)))


def _who(view: AnyView, last: str = AND) -> str:
    """The people awaited by name, or everybody."""
    seats = view.awaited
    return "Everybody" if len(seats) == view.seats > 1 else people(seats, view.names, last)


def _deal(view: AnyView) -> Due:
    dealers = view.awaited
    if view.game == "torite" and any(said.topic == "stacks" for said in view.said):
        return "", f"No two of these stacks can be paired: deal again. {BUTTON}"
    if len(dealers) == view.seats or view.seats > len(dealers) > 3:
        return "", f"Who deals? {BUTTON}"
    return people(dealers, view.names, OR), f"to deal. {BUTTON}"


def _leader(view: AnyView) -> Due:
    start = "2C" if view.seats == 4 else "5C"
    return "", f"Who holds {start}? {BUTTON}"


def _play(view: AnyView) -> Due:
    return _who(view, OR), "to play" if view.trick else "to lead"


def _show(view: AnyView) -> Due:
    seats = view.awaited
    if not seats:
        return "", "Lay the card set aside"
    if len(seats) == 1:
        return f"{view.names[seats[0]]}:", "lay your last card"
    return "", "Lay your last cards"


def _bid(view: AnyView) -> Due:
    bids = next(each.values for each in view.offers if each.what == "bid")
    numbers = [bid for bid in bids if bid != "pass"]
    if not numbers:
        return _who(view), "can only pass"
    verb = "to bid" if "pass" in bids else "must bid"
    return _who(view), f"{verb}, {bid_name(str(numbers[0]))} or more"


def _discard(view: AnyView) -> Due:
    if view.game == "troika":
        takes = any(each.what == "kitty>hand" for each in view.offers)
        return _who(view), f"to {'take the kitty and ' if takes else ''}discard two cards"
    return _who(view), f"to discard {_cards(view.outlook['cards'])}"


def _cards(count: Any) -> str:
    return "1 card" if count == 1 else f"{count} cards"


_DUE: Final[Mapping[str, Callable[[AnyView], Due]]] = {
    "deal": _deal,
    "leader": _leader,
    "stacks": lambda _: ("", "Count the suits of the four stacks, or pair the stacks"),
    "pairing": lambda _: ("", "Choose who plays which stack in which round"),
    "turn_up": lambda view: ("", f"Turn up one card of each suit for {_who(view)}"),
    "play": _play,
    "show": _show,
    "reveal": lambda view: (_who(view), "to show a card"),
    "prize": lambda view: (_who(view), "to name the prize"),
    "bid": _bid,
    "trump": lambda view: (_who(view), "to name trump"),
    "discard": _discard,
    "target": lambda view: (_who(view), "to choose a target in secret"),
    "stack": lambda view: (_who(view), "to set cards aside"),
    "draw": lambda view: (_who(view), f"to draw {_cards(view.outlook['cards'])}"),
    "give": lambda view: (_who(view), "to give a card for the new draw pile"),
    "over": lambda view: ("", outcome(view)),
}


# --- how it stands ------------------------------------------------------------------------------

DEALS: Final = {
    "torite": "round",
    "triatri": "round",
    "etori": "deal",
    "troika": "deal",
    "tredici": "deal",
}
"""What a game calls the part of it between one dealing of the cards and the next."""


def place(view: AnyView) -> str:
    """Where a game is: `trick 5`, `round 2, trick 5`, `after deal 3`; empty without such parts."""
    deal = f"{DEALS[view.game]} {view.deal}" if view.deal else ""
    match view.next_what:
        case "deal":
            return f"after {deal}" if deal else ""
        case "play" | "prize" | "leader" | "show" | "turn_up" if view.of:
            return f"{deal}, trick {view.number}" if deal else f"trick {view.number}"
    return deal


def standing(view: AnyView) -> str:
    """What lies on the table: `trick 5: hearts led, QH 2H, West to play`."""
    said = [_STANDING[view.game](view) if view.game in _STANDING else "", _trick(view)]
    told = ", ".join([*filter(None, said), awaited(view).removesuffix(f" {BUTTON}")])
    where = place(view)
    return f"{where}: {told}" if where else told


def _trick(view: AnyView) -> str:
    if not view.trick:
        return ""
    led = f"{SUIT_NAMES[view.led]} led, " if view.led and view.game != "triatri" else ""
    return led + " ".join(code for _, code in view.trick)


def _triatri(view: AnyView) -> str:
    prize: Any = view.detail["prize"]
    if prize is None:
        return ""
    where = "an own gem" if prize["from"] == "own" else "from the stock"
    return f"for {SUIT_NAMES[prize['colour']]} {where}"


def _troika(view: AnyView) -> str:
    bids: Any = view.outlook["bids"]
    if view.next_what != "bid" or not bids:
        return ""
    first: Any = view.outlook["dealer"]
    said = [
        f"{view.names[(first + place) % view.seats]} {bid if bid == 'pass' else bid_name(bid)}"
        for place, bid in enumerate(bids, start=1)
    ]
    return ", ".join(said)


_STANDING: Final[Mapping[str, Callable[[AnyView], str]]] = {
    "triatri": _triatri,
    "troika": _troika,
}


# --- how it ended -------------------------------------------------------------------------------


def outcome(view: AnyView) -> str:
    """How the game ended: who won, and why. In the language being spoken."""
    return _OUTCOMES[view.game](view)


def _winners(
    view: AnyView, wins: str = message("{who} wins"), win: str = message("{who} win")
) -> str:
    """`Ann wins`, `Ann and Cy win`, `Ann and Bo share the win`."""
    won = list(view.winner or ())
    teams = [team(each, view.names) for each in view.owners if each[0] in won]
    if len(teams) > 1:
        return _("{who} share the win", who=listed(teams))
    return _(wins if len(won) == 1 else win, who=listed(teams))


def _torite_outcome(view: AnyView) -> str:
    if view.winner:
        points: Any = view.detail["score"]
        return plural("Won, {count} point", "Won, {count} points", points)
    return _(_LOST[str(view.outlook.get("lost"))])


_LOST: Final = {
    "tricks": message("Not won: the tricks do not fit"),
    "suits": message("Not won: two kept cards share a suit"),
    "None": message("Not won: a revoke stands"),
}


def _triatri_outcome(view: AnyView) -> str:
    stock, won = _list(view, "stock"), _winners(view)
    points = _list(view, "points")[(view.winner or (0,))[0]]
    match view.detail["ended_by"]:
        case "two_sets":
            return _("{won} with two gems of every colour", won=won)
        case "colour_gone":
            gone = (suit_name(each) for each, left in zip(COLOURS, stock, strict=True) if not left)
            return plural(
                "{won} with {count} point: the stock has no {gems} left",
                "{won} with {count} points: the stock has no {gems} left",
                points,
                won=won,
                gems=listed(gone),
            )
    return plural(
        "{won} with {count} point: three rounds are played",
        "{won} with {count} points: three rounds are played",
        points,
        won=won,
    )


def _etori_outcome(view: AnyView) -> str:
    chips = _list(view, "chips")
    best = max(chips)
    if chips.count(0) == len(chips) - 1:
        who = listed(
            [team(each, view.names) for each in view.owners if each[0] in (view.winner or ())]
        )
        return _("{who} have won all {number} chips", who=who, number=best)
    broke = (
        team(seats, view.names) for seats, left in zip(view.owners, chips, strict=True) if not left
    )
    return _(
        "{won} with {number} chips: {others} have none left",
        won=_winners(view),
        number=best,
        others=listed(broke),
    )


def _tredici_outcome(view: AnyView) -> str:
    if not view.winner:
        return _("Drawn: nobody can win any more")
    return _winners(
        view,
        message("{who} has all thirteen cards: tredici"),
        message("{who} have all thirteen cards: tredici"),
    )


def _troika_outcome(view: AnyView) -> str:
    totals, number = _list(view, "totals"), (view.winner or (0,))[0]
    fields = {"won": _winners(view), "best": totals[number], "other": totals[1 - number]}
    if totals[number] >= int(str(view.detail["target"])):
        return _("{won} by {best} to {other}", **fields)
    last: Any = view.detail["deals"]
    if last[-1]["bid"] == "12N":
        return _("{won} by {best} to {other}: the bid of 12 No decides", **fields)
    return _("{won} by {best} to {other}: the others fell too low", **fields)


_OUTCOMES: Final[Mapping[str, Callable[[AnyView], str]]] = {
    "torite": _torite_outcome,
    "triatri": _triatri_outcome,
    "etori": _etori_outcome,
    "tredici": _tredici_outcome,
    "troika": _troika_outcome,
}


def _list(view: AnyView, key: str) -> list[int]:
    found: Any = view.detail[key]
    return list(found)
