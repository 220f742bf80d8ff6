"""What was improper, as a sentence with what shows it. Names nobody without proof."""

from __future__ import annotations

from tricktable.rules.view import Remark
from tricktable.text.names import SUIT_NAMES, Names, who


def finding(remark: Remark, names: Names, part: str = "deal") -> str:
    """What was improper, and what shows it; `part` is what the game calls a deal."""
    found = remark.finding
    name = who(found.seat, names)
    # Of the first deal nobody says that it is the first.
    of_deal, in_deal = (
        f" {each} {part} {remark.deal}" * (remark.deal > 1) for each in ("of", "in")
    )
    match found.rule, found.grade:
        case "follow", "someone":
            return f"Somebody did not follow suit{in_deal}: the unseen cards cannot lie otherwise."
        case "follow", _:
            suit = SUIT_NAMES[remark.owed] if remark.owed else "suit"
            trick = f"trick {remark.trick}{of_deal}"
            return f"{name} did not follow {suit} in {trick}: {_shown_by(remark)}"
        case "turn", _:
            return f"{name} played {remark.card} out of turn in trick {remark.trick}{of_deal}."
        case "starter", _:
            return f"{name} did not hold the start card: {_shown_by(remark)}"
        case "discard", _:
            return f"{name} discarded 5H or 3S{in_deal}: they were not both played."
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
