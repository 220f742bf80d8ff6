"""The one finding that only Troika has: a five or a three among the discards."""

from __future__ import annotations

from typing import Literal, TypeGuard, assert_never, get_args

from tricktable.games.troika.score import FIVE, THREE
from tricktable.rules.findings import Improper, in_deal
from tricktable.rules.verdicts import Finding, OwnRule
from tricktable.rules.view import FindingDetail
from tricktable.text.names import Names, who
from tricktable.text.sentences import Name, Picture, sentence

Rule = Literal["discard"]
"""The rules that only Troika has, as summaries name them."""


def broken(rule: Rule, seq: int, seat: int) -> Finding:
    """The finding that this seat broke the rule with entry `seq`, which is the proof itself."""
    return Finding(seq, OwnRule(rule), "proved", seat, (seq,))


def improper(remark: FindingDetail, names: Names) -> Improper | None:
    """The words for a breach of one of these rules."""
    rule, seat = remark.finding.rule, remark.finding.seat
    if not _is_own(rule) or seat is None:
        return None
    match rule:
        case "discard":
            return _discarded(remark, seat, names)
        case never:
            assert_never(never)


def _is_own(rule: str) -> TypeGuard[Rule]:
    return rule in get_args(Rule)


def _discarded(remark: FindingDetail, seat: int, names: Names) -> Improper:
    """The bidder has discarded the five or the three, so it never appeared in play."""
    return Improper(
        f"{who(seat, names)} discarded 5H or 3S{in_deal(remark)}: they were not both played.",
        sentence(
            "{who} made a forbidden discard: {five} or {three} was never played.",
            who=Name(names[seat]),
            five=Picture(FIVE),
            three=Picture(THREE),
        ),
    )
