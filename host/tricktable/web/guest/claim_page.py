"""A claim that all have laid open: does it hold? Before that nothing is looked at, or told."""

from typing import NamedTuple

from flask import Blueprint, abort, render_template

from tricktable.rules.review.claim import ClaimOutlook, is_shared_claim
from tricktable.rules.review.words import claim as words
from tricktable.store import archive
from tricktable.table.desk import rest_claim
from tricktable.text.language import _
from tricktable.text.sentences import Name, Sentence, sentence
from tricktable.web.guest.screen import clean_names
from tricktable.web.site import site
from tricktable.web.tables import SeenTable, off_hub, seen_or_404

blueprint = Blueprint("claim", __name__)


class StandingClaim(NamedTuple):
    """A claim at a table, and whether it holds."""

    seat: int
    is_shared: bool
    """Whether it is that all have won, and not that this seat takes all tricks."""
    waits: tuple[int, ...]
    """The seats whose phones have not laid it open yet."""
    is_open: bool
    outlook: ClaimOutlook | None
    """None before it lies open, and if there was no time to find out."""


@blueprint.get("/t/<code>/claim")
def of_table(code: str) -> str:
    """Whether the table's claim holds, once it lies open."""
    table = seen_or_404(code)
    claim = standing_claim(table)
    if claim is None:
        abort(404, _("Nobody claims what is left of a hand here."))
    names = clean_names(table.view())
    who = Name(names[claim.seat])
    said: Sentence = sentence("{who} says: the rest are mine.", who=who)
    if claim.is_shared:
        said = sentence("{who} says: we have won.", who=who)
    told = tuple(words(claim.outlook, claim.seat, names)) if claim.is_open else ()
    return render_template("claim.html", code=table.code, said=said, told=told)


def standing_claim(table: SeenTable) -> StandingClaim | None:
    """The claim that stands at the table; a search begins only if it lies open."""
    now = off_hub(table.followed)
    claim, record = now.view.desk.rest_claim, now.record
    if claim is None or record is None:
        return None
    hand, outlook = rest_claim.open_hand(now.view.desk, record), None
    if hand:
        lines = off_hub(lambda: [*archive.record_of(table.rows(), now.view.games)])
        codes = [card.code for card in hand]
        outlook = site().reviews.claim(table.code, lines, record.seq, (claim.seat, codes))
    return StandingClaim(claim.seat, is_shared_claim(record), claim.waits, bool(hand), outlook)
