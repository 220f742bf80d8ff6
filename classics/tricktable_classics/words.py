"""What these games say alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tricktable.rules.findings import Improper, in_deal
from tricktable.rules.phases import Acting
from tricktable.rules.position import P
from tricktable.rules.topics import Console, Keypad, SeatPage, Topic, heading
from tricktable.rules.view import FindingDetail
from tricktable.text.language import message
from tricktable.text.names import Names, who
from tricktable.text.sentences import Name, Picture, sentence


def barred(pages: Mapping[str, str]) -> Callable[[FindingDetail, Names], Improper | None]:
    """The words for cards that should not have been played, and what shows that others were there.

    Args:
        pages: by rule, a message with `{who}` and `{card}`.
    """

    def improper(remark: FindingDetail, names: Names) -> Improper | None:
        seat, card, shown = remark.finding.seat, remark.card, remark.proof_card
        page = pages.get(remark.finding.rule)
        if page is None or seat is None or card is None:
            return None
        told = page.removesuffix(".").format(who=who(seat, names), card=card)
        told = f"{told}{in_deal(remark)}."
        shows = sentence(page, who=Name(names[seat]), card=Picture(card))
        if shown:
            told += f" {shown} was in that hand."
            shows = (*shows, " ", *sentence("{card} was in that hand.", card=Picture(shown)))
        return Improper(told, shows)

    return improper


def lies_open(title: str, line: str) -> Topic[P, None]:
    """A seat lays its hand open.

    Args:
        title: a message: that it lies open.
        line: a message: the same in the keypad's list.
    """
    return Topic(
        name="open",
        title=title,
        bidding=None,
        due=message("to lay open"),
        told=lambda who, _value, _view: f"{who} lays the hand open",
        said=lambda who, _value: sentence("{who} lays the hand open", who=who),
        console=Console(heading(message("{who} lays the hand open"), title)),
        page=SeatPage(title=message("Lay your hand open"), button=message("It lies open")),
        keypad=Keypad(line=line),
    )


LAYING_OPEN: Final = Acting(
    message("{who} lays the hand open"),
    "to lay the hand open",
    message("Lay your hand open"),
    is_routine=True,
)
