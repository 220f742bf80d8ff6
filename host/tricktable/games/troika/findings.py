"""The one finding that only Troika has: a five or a three among the discards."""

from collections.abc import Iterable
from typing import Literal, TypeGuard, assert_never, get_args

from tricktable.games.troika.score import FIVE, THREE
from tricktable.rules.cards import Card
from tricktable.rules.entries import Dealt, Played
from tricktable.rules.findings import Improper, by_proof, in_deal
from tricktable.rules.record import Record
from tricktable.rules.verdicts import Finding, OwnRule
from tricktable.rules.view import FindingDetail
from tricktable.text.names import Names, seat_name
from tricktable.text.sentences import Name, Picture, sentence

Rule = Literal["discard"]
"""The rules that only Troika has, as summaries name them."""


def breach(rule: Rule, seq: int, seat: int, card: Card) -> Finding:
    """The finding that this seat broke the rule with entry `seq`, which is the proof itself.

    `card` is the one that was never played, the five if it is both.
    """
    return Finding(seq, OwnRule(rule), "proved", seat, (seq,), card)


def exhibits(record: Record, finding: Finding) -> Iterable[int]:
    """A forbidden discard is shown by all tricks of the deal: the card is in none of them."""
    if not _is_own(finding.rule):
        return by_proof(record, finding)
    deal = list[int]()
    for seq, entry, _ in record.steps():
        if isinstance(entry, Dealt):
            if finding.seq in deal:
                break
            deal.clear()
        if isinstance(entry, Played) or seq == finding.seq:
            deal.append(seq)
    return deal


def improper(remark: FindingDetail, names: Names) -> Improper | None:
    """The words for a breach of one of these rules."""
    rule, seat = remark.finding.rule, remark.finding.seat
    if not _is_own(rule) or seat is None:
        return None
    match rule:
        case "discard":
            return _improper_discard(remark, seat, names)
        case never:
            assert_never(never)


def _is_own(rule: str) -> TypeGuard[Rule]:
    return rule in get_args(Rule)


def _improper_discard(remark: FindingDetail, seat: int, names: Names) -> Improper:
    """The bidder has discarded the five or the three, so it never appeared in play."""
    played = {code for trick in remark.exhibits for _, code in trick.plays}
    missing = [code for code in (FIVE, THREE) if code not in played]
    if len(missing) == 1:
        return Improper(
            f"{seat_name(seat, names)} discarded {missing[0]}{in_deal(remark)}: "
            "it was never played.",
            sentence(
                "{who} made a forbidden discard: {card} was never played.",
                who=Name(names[seat]),
                card=Picture(missing[0]),
            ),
        )
    return Improper(
        f"{seat_name(seat, names)} discarded 5H and 3S{in_deal(remark)}: they were never played.",
        sentence(
            "{who} made a forbidden discard: {five} and {three} were never played.",
            who=Name(names[seat]),
            five=Picture(FIVE),
            three=Picture(THREE),
        ),
    )
