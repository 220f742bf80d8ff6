"""The house's address, people and season. A person's games are asked for by their name and word."""

from fractions import Fraction
from typing import Final

import msgspec

from tricktable.club import season as declared_season
from tricktable.club.consents import Consent
from tricktable.club.people.career import Career
from tricktable.club.people.words import Want
from tricktable.club.season import DeclareSeason
from tricktable.text.language import _
from tricktable.web import guests_address, this_machine
from tricktable.web.api import bodies, models
from tricktable.web.api import people_shapes as shapes
from tricktable.web.api.dispatch import ChangeRoute, HouseRoute, ReadRoute, done_or_refused
from tricktable.web.api.problems import Refusal
from tricktable.web.api.route import ANYBODY, HOST, HOUSE, OWNER, RouteCall
from tricktable.web.api.shapes import NOTHING, Json, Parameters, body
from tricktable.web.host import forget as forgetting
from tricktable.web.people import keepers, marks, person_page, season
from tricktable.web.people.keepers import Keepers
from tricktable.web.tables import off_hub

# --- where guests go -----------------------------------------------------------------------------


def _address() -> models.AddressJson:
    others = [*this_machine.other_addresses()]
    return models.AddressJson(this_machine.guests_url(), this_machine.of_guests(), others)


def _choose_address(call: RouteCall[bodies.ChosenAddressJson]) -> models.AddressJson:
    if refusal := guests_address.choose(call.read.address):
        raise Refusal("refused", refusal)
    return _address()


# --- everybody's names ---------------------------------------------------------------------------


def _people() -> models.PersonListJson:
    known = forgetting.known_everywhere()
    return models.PersonListJson([models.KnownPersonJson(*each) for each in known.items()])


def _forget(call: RouteCall[bodies.ForgottenJson]) -> models.PersonListJson:
    word = call.read
    if word.again != word.name:
        raise Refusal("unsure", _("The two names differ."))
    if word.name not in forgetting.known_everywhere():
        raise Refusal("missing", _("Nobody here has that name."))
    done_or_refused(forgetting.forget(word.name))
    return _people()


# --- the season ----------------------------------------------------------------------------------


def _season(call: RouteCall[shapes.SeasonSpan]) -> shapes.SeasonJson:
    kept = keepers.of_host_or_404()
    given = {name: said for name, said in msgspec.structs.asdict(call.read).items() if said}
    known = season.declared_season(kept)
    before = msgspec.structs.asdict(known) if known else {}
    try:
        of = msgspec.convert({**before, **given}, DeclareSeason)
    except msgspec.ValidationError:
        raise Refusal("missing", _("No season has been declared.")) from None
    # What was declared is shown whatever it is: an older version took any days.
    if given and (reason := declared_season.refusal(of)):
        raise Refusal("unreadable", reason)
    return _season_of(kept, of)


def _declare(call: RouteCall[shapes.SeasonToDeclareJson]) -> shapes.SeasonJson:
    kept = keepers.of_host_or_404()
    new = DeclareSeason(*msgspec.structs.astuple(call.read))
    done_or_refused(off_hub(kept.club.ask, new))
    return _season_of(kept, new)


def _season_of(kept: Keepers, of: DeclareSeason) -> shapes.SeasonJson:
    lines = [
        shapes.SeasonLineJson(line.place, name, line.games, line.wins, _mean(line.mean_rank))
        for name, line in season.table(kept, of)
    ]
    return shapes.SeasonJson(of.first, of.last, of.by, of.least, lines)


def _mean(rank: Fraction | None) -> float | None:
    return None if rank is None else float(rank)


# --- a person's own games ------------------------------------------------------------------------


def _own_games(call: RouteCall[shapes.OwnWordJson]) -> shapes.OwnGamesJson:
    kept, known = _owner(call)
    return _career(kept, known, off_hub(person_page.career_of, kept, known))


def _forget_me(call: RouteCall[shapes.OwnWordJson]) -> shapes.OwnForgottenJson:
    _kept, known = _owner(call, "forget")
    done_or_refused(forgetting.forget(known.name))
    marks.take_back(known)
    return shapes.OwnForgottenJson()


def _owner(call: RouteCall[shapes.OwnWordJson], want: Want = "open") -> tuple[Keepers, Consent]:
    kept = keepers.of_host_or_404()
    try:
        said = call.read
    except Refusal:
        kept.count_word("")
        raise
    kept.count_word(said.name)
    known = kept.by_word(said.name, said.word, want)
    if known is None:
        raise Refusal("no-word", _("No games are kept under this name with this word."))
    return kept, known


def _career(kept: Keepers, known: Consent, of: Career) -> shapes.OwnGamesJson:
    kinds = [
        shapes.OwnKindJson(each.kind, each.games, each.wins, _mean(each.mean_rank))
        for each in of.kinds
    ]
    rarest = of.rarest and shapes.RarestHandJson(
        [*of.rarest.rarity.shape], of.rarest.rarity.one_in, of.rarest.title, of.rarest.ended
    )
    people, best = kept.consents.people, of.partner
    partner = (
        shapes.OwnPartnerJson(people[best.person].name, best.games, best.wins)
        if best and best.person in people
        else None
    )
    since = known.since.isoformat()
    return shapes.OwnGamesJson(
        known.name, since, kinds, of.revokes, rarest, partner, of.running, of.longest
    )


ROUTES: Final = (
    ReadRoute(HOST, "GET /address", "readAddress", HOUSE,
        "Where guests' phones reach this host. Its computer's other addresses are listed, to which "
        "they can be sent instead.",
        NOTHING, Json(models.AddressJson), lambda _: _address()),
    HouseRoute(HOST, "PUT /address", "chooseAddress", HOUSE,
        "Send guests to another address of this computer. Links and codes follow, on the board's "
        "display too, and it holds after a restart.",
        body(bodies.ChosenAddressJson), Json(models.AddressJson), _choose_address,
        problems=("refused",)),
    ReadRoute(HOST, "GET /people", "listPeople", HOUSE,
        "Everybody named in the journal, and how many games each has played. Only for the host.",
        NOTHING, Json(models.PersonListJson), lambda _: _people()),
    HouseRoute(HOST, "POST /people/forget", "forgetPerson", HOUSE,
        "Delete a name for good at every table. A number takes its place.",
        body(bodies.ForgottenJson), Json(models.PersonListJson), _forget, problems=("unsure",)),
    ReadRoute(ANYBODY, "GET /season", "readSeason", HOUSE,
        "The season's table, for the declared days or others. Only people who keep their games.",
        Parameters(shapes.SeasonSpan), Json(shapes.SeasonJson), _season, problems=("missing",)),
    HouseRoute(HOST, "PUT /season", "declareSeason", HOUSE,
        "Declare which days count and how the season's table is sorted. The answer is the table "
        "as it is then. It replaces the season declared before.",
        body(shapes.SeasonToDeclareJson), Json(shapes.SeasonJson), _declare),
    # POST, although it only reads: proxies log addresses, and a word is a secret.
    ChangeRoute(OWNER, "POST /people/own", "readOwnGames", HOUSE,
        "One person's statistics from their kept games. Requires that person's word.",
        body(shapes.OwnWordJson), Json(shapes.OwnGamesJson), _own_games),
    ChangeRoute(OWNER, "POST /people/own/forget", "forgetMe", HOUSE,
        "Delete a person for good, at every table. Requires that person's word.",
        body(shapes.OwnWordJson), Json(shapes.OwnForgottenJson), _forget_me, problems=("refused",)),
)  # fmt: skip
