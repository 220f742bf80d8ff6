"""The one finding that only Troika has: a five or a three among the discards."""

from __future__ import annotations

from tricktable.games.troika.score import FIVE, THREE
from tricktable.rules.findings import Improper, in_deal
from tricktable.rules.view import FindingDetail
from tricktable.text.names import Names, who
from tricktable.text.sentences import Name, Picture, sentence

DISCARD = "discard"
"""The rule's name in records."""


def improper(remark: FindingDetail, names: Names) -> Improper | None:
    """The bidder has discarded the five or the three, so it never appeared in play."""
    seat = remark.finding.seat
    if remark.finding.rule != DISCARD or seat is None:
        return None
    return Improper(
        f"{who(seat, names)} discarded 5H or 3S{in_deal(remark)}: they were not both played.",
        sentence(
            "{who} made a forbidden discard: {five} or {three} was never played.",
            who=Name(names[seat]),
            five=Picture(FIVE),
            three=Picture(THREE),
        ),
    )
