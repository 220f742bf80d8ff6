"""A seat claims all that is left of a hand; the others' phones lay the claim open, or one says no.

The claim lies on the desk, as a request to take back does: no entry of the record tells of it, and
whoever acts ends it. Nobody looks whether it holds before it lies open. Decides, and does no I/O.
"""

from collections.abc import Sequence
from random import Random

from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.entries import Impossible
from tricktable.rules.hands import hand
from tricktable.rules.record import Record
from tricktable.rules.review.claim import can_claim, claimed_cards, unseen
from tricktable.table import commands
from tricktable.table.desk import own_card
from tricktable.table.desk.changes import Changes, note_row
from tricktable.table.desk.desk import Desk, RestClaim
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note


def open_hand(desk: Desk, record: Record) -> tuple[Card, ...]:
    """The claimant's cards, if a claim lies open and they are known; else none."""
    claim = desk.rest_claim
    if claim is None or claim.waits:
        return ()
    if claim.hand:
        return tuple(BY_CODE[code] for code in claim.hand)
    scanned = hand(record, claim.seat)
    return scanned if len(scanned) == size(record, claim.seat) else ()


def size(record: Record, seat: int) -> int:
    """How many cards this seat lays open with a claim."""
    return claimed_cards(record, seat, Random(0))


def ask(now: Moment, record: Record, asked: commands.ClaimRest) -> Changes:
    """The changes when a seat claims what is left. Raises: Impossible."""
    own_card.must_be_played(now, record, asked.seat)
    if now.desk.is_stopped:
        raise Impossible("the game has been stopped")
    stands = now.desk.rest_claim
    if stands is not None:
        if stands.seat == asked.seat:  # pressed twice, or whoever was asked has left
            waits = tuple(each for each in stands.waits if each in asked.others)
            return _after(now, record, stands._replace(waits=waits))
        raise Impossible("somebody else claims already; answer that first")
    if asked.seen != record.seq:
        raise own_card.moved_on()
    if not can_claim(record, asked.seat):
        raise Impossible("nothing can be claimed now")
    return _after(now, record, RestClaim(asked.seat, record.seq, tuple(asked.others)))


def answer(now: Moment, record: Record, said: commands.AnswerClaim) -> Changes:
    """The changes when phones lay a claim open, refuse, or the claimant withdraws or shows its
    hand. Raises: Impossible.
    """
    claim = now.desk.rest_claim
    if claim is None or claim.at != said.at:
        raise own_card.moved_on()
    if now.desk.is_locked:
        raise Impossible("the table is locked; ask the scorekeeper")
    if not said.is_fine:
        return [note_row(Note("not_claimed", claim.seat), rest_claim=None)]
    waits = tuple(each for each in claim.waits if each in said.others and each not in said.seats)
    shown = said.cards if claim.seat in said.seats and not waits else []
    if shown:
        _must_be_hand(record, claim.seat, shown)
    return _after(now, record, claim._replace(waits=waits, hand=tuple(shown) or claim.hand))


def _must_be_hand(record: Record, seat: int, shown: Sequence[str]) -> None:
    cards, left = {BY_CODE[code] for code in shown}, size(record, seat)
    if len(cards) != left or not cards <= {*cards_in(unseen(record))}:
        raise Impossible("touch the cards of your hand, {number} of them", number=left)


def _after(now: Moment, record: Record, claim: RestClaim) -> Changes:
    """With this claim: it waits for phones or for the claimant's cards, or it lies open."""
    if claim == now.desk.rest_claim:
        return []  # pressed twice
    if claim.waits:
        return [note_row(Note("claims_rest", claim.seat), rest_claim=claim)]
    is_open = open_hand(Desk(rest_claim=claim), record)
    return [
        note_row(Note("claim_open" if is_open else "claim_shows", claim.seat), rest_claim=claim)
    ]
