"""The organiser's list of people who keep games, and the season. Only for the host.

It shows names and how many evenings are kept, and no page of anybody; it deletes a person, and
declares the season.
"""

from collections import Counter
from datetime import date
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, abort, render_template, request, url_for

from tricktable.club.season import DeclareSeason
from tricktable.text.language import _
from tricktable.web.guards import allow_forms, host_only, is_this_machine, token_to_repeat
from tricktable.web.host import forget as forgetting
from tricktable.web.people import keepers, season
from tricktable.web.people.keepers import Keepers
from tricktable.web.people.person_page import day, number
from tricktable.web.tables import off_hub

blueprint = Blueprint("club_people", __name__)


class KeptPerson(NamedTuple):
    """One person in the list."""

    person: str
    name: str
    since: str
    evenings: str


@blueprint.route("/club/people", methods=["GET", "POST"])
@host_only
def page() -> Response:
    """The list; a form's `do` deletes a person, or declares the season."""
    kept = keepers.of_host_or_404()
    act, refusal = request.form.get("do", ""), ""
    if act == "forget":
        refusal = _forget(kept)
    elif act == "season":
        refusal = _declare(kept)
    elif act:
        abort(404)
    if act and not refusal and is_this_machine():
        return allow_forms(Response("", 303, {"Location": url_for("club_people.page")}))
    known, now = kept.consents, season.declared_season(kept)
    evenings = Counter(known.evenings.values())
    shown = render_template(
        "club_people.html",
        people=[
            KeptPerson(each.person, each.name, day(each.since), number(evenings[each.person]))
            for each in sorted(known.people.values(), key=lambda each: each.name.casefold())
        ],
        season=now,
        today=date.today().isoformat(),  # noqa: DTZ011 - the day where this host is
        sorts=season.SORTS,
        refusal=refusal,
        token=token_to_repeat(),
    )
    return allow_forms(Response(shown, 409 if refusal else 200))


def _forget(kept: Keepers) -> str:
    """Delete this person everywhere. Returns why not, or nothing."""
    known = kept.consents.people.get(request.form.get("person", ""))
    if known is None:
        return _("Everything about this person has been deleted.")
    answer = forgetting.forget(known.name)
    return "" if answer.is_done else answer.reason


def _declare(kept: Keepers) -> str:
    fields = DeclareSeason.__struct_fields__
    given = {name: said for name in fields if (said := request.form.get(name))}
    try:
        asked = msgspec.convert(given, DeclareSeason, strict=False)
    except msgspec.ValidationError:
        return _("Choose the first and the last day, as in 2026-09-01.")
    answer = off_hub(kept.club.ask, asked)
    return "" if answer.is_done else answer.reason
