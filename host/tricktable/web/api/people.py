"""The season's table, and a person's own games, for programs. The season is declared by the host.

A person's games are asked for by name and word, under the same rate limit as on their page.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec
from flask import Blueprint, Response
from msgspec.json import Decoder

from tricktable.club import season as declared_season
from tricktable.club.consents import Consent
from tricktable.club.people.career import Career
from tricktable.club.season import DeclareSeason
from tricktable.text.language import _
from tricktable.web.api import keys
from tricktable.web.api import people_shapes as shapes
from tricktable.web.api.asking import OF_HOUSE, WITH_BODY, done_or_refused, host_within_limit
from tricktable.web.api.described import HOUSE, body, parameters, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered
from tricktable.web.host import forget as forgetting
from tricktable.web.people import keeping, marks, person_page, season
from tricktable.web.people.keeping import Keeping, Want
from tricktable.web.tables import off_hub

blueprint = Blueprint("api_people", __name__, url_prefix="/api/v1")

_WHOSE = ("unreadable", "missing", "no-word", "slowly", "too-long", "media", "busy")


_SEASON: Final = Decoder(shapes.SeasonToDeclareJson)
_OWN: Final = Decoder(shapes.OwnWordJson)


@blueprint.get("/season")
@route(
    "readSeason",
    shapes.SeasonJson,
    tag=HOUSE,
    query=shapes.SeasonSpan,
    problems=("unreadable", "missing"),
)
def read_season() -> Response:
    """The season's table, for the declared days or others. Only people who keep their games."""
    kept = keeping.found_or_404()
    given = {
        name: said
        for name, said in msgspec.structs.asdict(parameters(shapes.SeasonSpan)).items()
        if said
    }
    known = season.declared(kept)
    before = msgspec.structs.asdict(known) if known else {}
    try:
        asked = msgspec.convert({**before, **given}, DeclareSeason)
    except msgspec.ValidationError:
        raise Refusal("missing", _("No season has been declared.")) from None
    # What was declared is shown whatever it is: an older version took any days.
    if given and (reason := declared_season.refusal(asked)):
        raise Refusal("unreadable", reason)
    return answered(_told(kept, asked))


@blueprint.put("/season")
@route(
    "declareSeason",
    shapes.SeasonJson,
    tag=HOUSE,
    takes=shapes.SeasonToDeclareJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def declare_season() -> Response:
    """Declare which days count and how the season's table is sorted.

    The answer is the table as it is then. It replaces the season declared before.
    """
    host_within_limit()
    kept = keeping.found_or_404()
    asked = DeclareSeason(*msgspec.structs.astuple(body(_SEASON)))

    def act() -> Response:
        done_or_refused(off_hub(kept.club.ask, asked))
        return answered(_told(kept, asked))

    return keys.of_the_house(act)


# POST, although it only reads: proxies log addresses, and a word is a secret.
@blueprint.post("/people/own")
@route("readOwnGames", shapes.OwnGamesJson, tag=HOUSE, takes=shapes.OwnWordJson, problems=_WHOSE)
def own_games() -> Response:
    """One person's statistics from their kept games. Requires that person's word."""
    kept, known = _whose()
    return answered(_added_up(kept, known, off_hub(person_page.career_of, kept, known)))


@blueprint.post("/people/own/forget")
@route(
    "forgetMe",
    shapes.OwnForgottenJson,
    tag=HOUSE,
    takes=shapes.OwnWordJson,
    problems=(*_WHOSE, "refused"),
)
def forget_me() -> Response:
    """Delete a person for good, at every table. Requires that person's word."""
    _kept, known = _whose("forget")
    done_or_refused(forgetting.forget(known.name))
    marks.take_back(known)
    return answered(shapes.OwnForgottenJson())


def _whose(want: Want = "open") -> tuple[Keeping, Consent]:
    kept = keeping.found_or_404()
    try:
        said = body(_OWN)
    except Refusal:
        kept.count_word("")
        raise
    kept.count_word(said.name)
    known = kept.by_word(said.name, said.word, want)
    if known is None:
        raise Refusal("no-word", _("No games are kept under this name with this word."))
    return kept, known


def _told(kept: Keeping, asked: DeclareSeason) -> shapes.SeasonJson:
    lines = [
        shapes.SeasonLineJson(line.place, name, line.games, line.wins, _mean(line.mean_rank))
        for name, line in season.table(kept, asked)
    ]
    return shapes.SeasonJson(asked.first, asked.last, asked.by, asked.least, lines)


def _mean(rank: Fraction | None) -> float | None:
    return None if rank is None else float(rank)


def _added_up(kept: Keeping, known: Consent, told: Career) -> shapes.OwnGamesJson:
    kinds = [
        shapes.OwnKindJson(each.kind, each.games, each.wins, _mean(each.mean_rank))
        for each in told.kinds
    ]
    rarest = told.rarest and shapes.RarestHandJson(
        [*told.rarest.rarity.shape],
        told.rarest.rarity.one_in,
        told.rarest.title,
        told.rarest.ended,
    )
    people, best = kept.known.people, told.partner
    partner = (
        shapes.OwnPartnerJson(people[best.person].name, best.games, best.wins)
        if best and best.person in people
        else None
    )
    return shapes.OwnGamesJson(
        known.name,
        known.since.isoformat(),
        kinds,
        told.revokes,
        rarest,
        partner,
        told.running,
        told.longest,
    )
