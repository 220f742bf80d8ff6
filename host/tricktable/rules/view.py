"""What a viewpoint may see of a record, ready to be shown: for displays, pages and speech.

Made anew from the record whenever it changes; holds no secret of another viewpoint, no markup and
no sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

from tricktable.rules.cards import Card, code_of
from tricktable.rules.entries import Held, Played, Shown
from tricktable.rules.record import Record
from tricktable.rules.tricks import Trick
from tricktable.rules.verdicts import PUBLIC, Finding, Viewpoint

CardOfSeat = tuple[int, str]
"""A seat and the code of the card that it played."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding with what a sentence about it needs."""

    finding: Finding
    trick: int | None
    """The trick it happened in, from 1; None where no play was improper, or nobody is named."""
    owed: str | None
    """The suit letter that was not followed, for rule `follow`."""
    card: str | None
    """The card that was played improperly, if one was and its player is named."""
    proof_card: str | None
    proof_trick: int | None
    """The trick in which the proof was played; None where it was shown or read."""
    proof_kind: str | None
    """`played`, `shown` or `held`."""


@dataclass(frozen=True, slots=True)
class View:
    """One moment of a game for one viewpoint."""

    game: str
    title: str
    """The game's name as people write it."""
    seats: int
    names: tuple[str, ...]
    status: str
    seq: int
    next_seat: int | None
    next_what: str
    winner: tuple[int, ...] | None
    findings: tuple[Finding, ...]
    remarks: tuple[Remark, ...]
    """The findings again, in the same order, with cards and tricks."""
    detail: dict[str, object]
    """The game's part of the summary, as record.md states it."""
    number: int
    of: int
    trick: tuple[CardOfSeat, ...]
    best: int | None
    led: str | None
    """Letter of the suit or colour that is to be followed."""
    last: tuple[CardOfSeat, ...]
    last_winner: int | None
    tally: tuple[int, ...]
    trump: str
    outlook: dict[str, object]


def view(record: Record, viewpoint: Viewpoint = PUBLIC) -> View:
    """The newest moment of the record, for the viewpoint."""
    state, header = record.state, record.header
    findings = record.findings(viewpoint)
    felt, awaited, winner = state.felt(), state.next, state.winner(findings)
    return View(
        game=header.game,
        title=header.rules.title,
        seats=header.seats,
        names=header.seat_names,
        status=state.status,
        seq=record.seq,
        next_seat=awaited.seat,
        next_what=awaited.what,
        winner=None if winner is None else tuple(winner),
        findings=tuple(findings),
        remarks=tuple(remark(record, finding) for finding in findings),
        detail=state.detail(findings, viewpoint),
        number=felt.number,
        of=felt.of,
        trick=_codes(felt.trick),
        best=felt.best,
        led=felt.owed,
        last=_codes(felt.last),
        last_winner=felt.last_winner,
        tally=felt.tally,
        trump=felt.trump,
        outlook=felt.outlook,
    )


def remark(record: Record, finding: Finding) -> Remark:
    """The finding with the cards and tricks that it speaks of."""
    if finding.seat is None or finding.rule == "discard":
        # Its entry is where it could be told, not the play that was improper.
        return Remark(finding, None, None, None, None, None, None)
    card, trick = _played_at(record, finding.seq)
    owed = None
    if finding.rule == "follow":
        owed = record.before(finding.seq).felt().owed
    proof = record.step(finding.proof[-1]) if finding.proof else None
    shows = proof and isinstance(proof.entry, (Played, Shown, Held))
    if proof is None or not shows or proof.seq == finding.seq:
        return Remark(finding, trick, owed, code_of(card), None, None, None)
    proof_card, proof_trick = _played_at(record, proof.seq)
    return Remark(
        finding,
        trick,
        owed,
        code_of(card),
        code_of(proof_card),
        proof_trick,
        type(proof.entry).__name__.lower(),
    )


def _played_at(record: Record, seq: int) -> tuple[Card | None, int | None]:
    """The card of entry `seq`, and the trick it was played to, where it has them."""
    step = record.step(seq)
    if step is None or not isinstance(step.entry, (Played, Shown, Held)):
        return None, None
    is_play = isinstance(step.entry, Played)
    return step.entry.card, record.before(seq).felt().number if is_play else None


def _codes(trick: Trick) -> tuple[CardOfSeat, ...]:
    return tuple((seat, card.code) for seat, card in trick)
