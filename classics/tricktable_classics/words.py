"""What these games say alike."""

from __future__ import annotations

from tricktable.rules.findings import Improper, in_deal
from tricktable.rules.view import FindingDetail
from tricktable.text.names import Names, who
from tricktable.text.sentences import Name, Picture, sentence


def barred(remark: FindingDetail, names: Names, plain: str, page: str) -> Improper | None:
    """The words for a card that should not have been played, and what shows that another was there.

    Args:
        remark: what was improper.
        names: everybody's.
        plain: in English, with `{who}` and `{card}`, and without a full stop.
        page: a message with the same.
    """
    seat, card, shown = remark.finding.seat, remark.card, remark.proof_card
    if seat is None or card is None:
        return None
    told = plain.format(who=who(seat, names), card=card)
    told = f"{told}{in_deal(remark)}."
    shows = sentence(page, who=Name(names[seat]), card=Picture(card))
    if shown:
        told += f" {shown} was in that hand."
        shows = (*shows, " ", *sentence("{card} was in that hand.", card=Picture(shown)))
    return Improper(told, shows)
