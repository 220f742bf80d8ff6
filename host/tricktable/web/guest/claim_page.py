"""A claim that all have laid open: does it hold? Before that nothing is looked at, or told."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from flask import Blueprint, Response, abort

from tricktable.rules.review.claim import ClaimOutlook, is_shared_claim
from tricktable.rules.review.words import claim as words
from tricktable.store import archive
from tricktable.table.desk import rest_claim
from tricktable.text.language import _
from tricktable.text.sentences import Name, Sentence, sentence
from tricktable.web.guest.screen import clean_names
from tricktable.web.guest.search_page import found_page, search_page
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
    search: Callable[[], ClaimOutlook | None] | None
    """Finds out whether it holds, if there is time; None before it lies open."""


@blueprint.get("/t/<code>/claim")
def of_table(code: str) -> Response:
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
    seat, search = claim.seat, claim.search
    known: dict[str, object] = {"code": table.code, "said": said}
    if search is None:
        return Response(found_page("claim.html", told=(), **known))
    return search_page("claim.html", lambda: {"told": (*words(search(), seat, names),)}, **known)


def standing_claim(table: SeenTable) -> StandingClaim | None:
    """The claim that stands at the table; it can be searched only if it lies open."""
    now = off_hub(table.game)
    claim, record = now.view.desk.rest_claim, now.record
    if claim is None or record is None:
        return None
    hand, search = rest_claim.open_hand(now.view.desk, record), None
    if hand:
        lines = off_hub(lambda: [*archive.record_of(table.rows(), now.view.games)])
        claimed = claim.seat, [card.code for card in hand]
        search = partial(site().reviews.claim, table.code, lines, record.seq, claimed)
    return StandingClaim(claim.seat, is_shared_claim(record), claim.waits, search)
