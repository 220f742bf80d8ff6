"""Sentences about a game, in English, for displays and terminals. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tricktable.rules.cards import COLOURS, RANKS, SUITS
from tricktable.rules.view import Remark, View

SUIT_NAMES: Final = dict(
    zip(
        SUITS + COLOURS,
        ("clubs", "diamonds", "hearts", "spades", "fire", "water", "wood"),
        strict=True,
    )
)
RANK_NAMES: Final = dict(
    zip(
        RANKS,
        ("two three four five six seven eight nine ten jack queen king ace").split(),
        strict=True,
    )
)

Names = Sequence[str]


def card_name(code: str) -> str:
    """`queen of hearts` for QH, `seven of fire` for 7R, `imitation 1` for X1."""
    if code.startswith("X"):
        return f"imitation {code[1]}"
    return f"{RANK_NAMES[code[0]]} of {SUIT_NAMES[code[1]]}"


def printable(text: str) -> str:
    """The text on one line, without what could paint a terminal or turn its writing round."""
    return "".join(each if each.isprintable() else " " for each in text)


def who(seat: int | None, names: Names) -> str:
    """The name of a seat, or `The table` for none."""
    return "The table" if seat is None else names[seat]


def awaited(view: View) -> str:
    """What the table waits for, in a few words."""
    name = None if view.next_seat is None else view.names[view.next_seat]
    match view.next_what:
        case "play":
            return f"{name} to {'play' if view.trick else 'lead'}"
        case "deal":
            return "Who deals? Press your button."
        case "leader":
            start = "2C" if view.seats == 4 else "5C"
            return f"Who holds {start}? Press your button."
        case "show" if name is not None:
            return f"{name}: lay your last card"
        case "show":
            return "Lay your last cards"
        case "over":
            return outcome(view)
        case what:
            return f"Awaited: {what.replace('_', ' ')}"


def outcome(view: View) -> str:
    """How the game ended."""
    if view.winner:
        return f"Won, {view.detail['score']} points"
    reasons = {"tricks": "the tricks do not fit", "suits": "two kept cards share a suit"}
    lost = view.outlook.get("lost")
    return f"Not won: {reasons.get(str(lost), 'a revoke stands')}"


def standing(view: View) -> str:
    """What lies on the table: `trick 5: hearts led, QH 2H, West to play`."""
    if not view.trick:
        return f"trick {view.number}: {awaited(view)}"
    cards = " ".join(code for _, code in view.trick)
    led = SUIT_NAMES[view.led] if view.led else ""
    return f"trick {view.number}: {led} led, {cards}, {awaited(view)}"


def finding(remark: Remark, names: Names) -> str:
    """What was improper, and what shows it."""
    found = remark.finding
    name = who(found.seat, names)
    match found.rule, found.grade:
        case "follow", "someone":
            return "Somebody did not follow suit: the unseen cards cannot lie otherwise."
        case "follow", _:
            suit = SUIT_NAMES[remark.owed] if remark.owed else "suit"
            return f"{name} did not follow {suit} in trick {remark.trick}: {_shown_by(remark)}"
        case "turn", _:
            return f"{name} played {remark.card} out of turn in trick {remark.trick}."
        case "starter", _:
            return f"{name} did not hold the start card: {_shown_by(remark)}"
        case rule, _:
            return f"{name}: {rule}."


def _shown_by(remark: Remark) -> str:
    if remark.proof_trick is not None:
        return f"{remark.proof_card} in trick {remark.proof_trick} shows it."
    if remark.proof_kind == "held":
        where = "read in the hand"
    else:
        is_later = remark.finding.proof[-1] > remark.finding.seq
        where = "shown later" if is_later else "shown before"
    return f"{remark.proof_card}, {where}, shows it."
