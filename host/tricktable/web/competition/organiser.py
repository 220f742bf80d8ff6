"""The organiser's page of a competition: announce it, see how it will move, run it round by round.

Only for this machine or somebody with the host's token, as the club's page. Works without
JavaScript. Every form is one of the acts of the interface for programs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort, render_template, request, url_for

from tricktable.club.competition import commands, declarations, rounds
from tricktable.club.competition.conditions import SCORINGS, SUM, TIE_BREAKS, Conditions
from tricktable.club.competition.contest import (
    Contest,
    Entered,
    Substituted,
    contest_after,
    refusal,
)
from tricktable.club.competition.declarations import conditions_of
from tricktable.club.competition.movements import MOVEMENTS
from tricktable.club.competition.rounds import NotSeated, Proposal
from tricktable.club.competition.state import Competition
from tricktable.club.part import ClubRefusal
from tricktable.games import GAMES
from tricktable.rules.names import safe_name
from tricktable.rules.values import JsonValue
from tricktable.table.answers import Answer
from tricktable.text.language import _
from tricktable.text.sentences import Sentence
from tricktable.text.unfit import Unfit, fit
from tricktable.web.competition import entry_list, lookup, pages, screens
from tricktable.web.guards import allow_forms, host_only, is_this_machine, token_to_repeat
from tricktable.web.tables import all_tables, off_hub

blueprint = Blueprint("competition_organiser", __name__)

PREVIEW: Final = "preview"
CORRECT: Final = "correct"
"""What `do` says to open a game's own page, where its entries are corrected."""


class SelectOption(NamedTuple):
    """One value of a list."""

    value: str
    words: str
    is_chosen: bool = False


class RoundPlan(NamedTuple):
    """One round as it would be."""

    round: int
    tables: list[tuple[int, Sentence]]


class MovementPreview(NamedTuple):
    """A movement before it is announced."""

    rounds: list[RoundPlan]
    needed: int
    """Tables."""
    of: int
    """Rounds in all; more than are listed if the rest depends on results."""
    entries: list[list[str]]
    """The people of each entry, as they would be shown."""
    sight: str
    """What says in the form that these entries were seen."""


class EntryPreview(NamedTuple):
    """One entry as it is read, before it counts."""

    act: str
    people: list[str]
    entrant: int
    """The number of the entrant whose people change; 0 for a late arrival."""
    before: str
    """Who played for that entrant so far."""
    sight: str


@blueprint.route("/club/competition", methods=["GET", "POST"])
@host_only
def page() -> Response:
    """Announce or run; a form's `do` says what to do."""
    club = lookup.club_or_404()
    act, refusal = request.form.get("do", ""), ""
    preview: MovementPreview | None = None
    entry: EntryPreview | None = None
    if act == PREVIEW or (act == "announce" and not _is_seen()):
        act, found = PREVIEW, _movement()
        refusal = found if isinstance(found, str) else ""
        preview = None if isinstance(found, str) else found
    elif act == CORRECT:
        where = _game_page() or abort(404)
        # The form goes on with what it holds: any device but this one has the host's token there.
        return allow_forms(Response("", 307, {"Location": where}))
    elif act in ("enter", "substitute") and not _is_seen():
        read = _entry(act)
        refusal = read if isinstance(read, str) else ""
        entry = None if isinstance(read, str) else read
    elif act:
        answer = off_hub(_ACTS.get(act) or abort(404))
        refusal = "" if answer.is_done else answer.reason
        # Any other device has the host's token in the form, and would lose it on the way.
        if not refusal and is_this_machine():
            here = url_for("competition_organiser.page")
            return allow_forms(Response("", 303, {"Location": here}))
    it = rounds.newest(club)
    if it is None or (it.contest.is_over and "new" in request.values) or act == PREVIEW:
        drawn = _set_up(refusal, preview, it)
    else:
        drawn = _run(it, refusal, entry)
    return allow_forms(Response(drawn, 409 if refusal else 200))


# --- acts ----------------------------------------------------------------------------------------


def _announce() -> Answer:
    asked = _announcement()
    if isinstance(asked, str):
        return Answer(False, asked)
    return lookup.club_or_404().ask(asked)


def _movement() -> MovementPreview | str:
    asked = _announcement()
    return asked if isinstance(asked, str) else off_hub(_preview, asked)


def _preview(asked: commands.AnnounceCompetition) -> MovementPreview | str:
    terms = conditions_of(asked)
    if isinstance(terms, ClubRefusal):
        return terms.reason
    contest = Contest(terms.conditions)
    for people in asked.entrants:
        said = Entered(tuple(people))
        if why := refusal(contest, said):
            return str(why)
        contest = contest_after(contest, said)
    drawn = rounds.preview(contest)
    sight = _sight(entry_list.entries(request.form.get("entrants", ""), _separation()))
    entries = [[*each.people] for each in contest.entrants]
    if isinstance(drawn, str):
        # Others may still enter: whoever announces it sees the people alone.
        is_announced = request.form.get("do") == "announce"
        return MovementPreview([], 0, 0, entries, sight) if is_announced else drawn
    it = declarations.sketch(asked, terms, contest)
    return MovementPreview(
        [RoundPlan(at, screens.seats_of(it, seats)) for at, seats in enumerate(drawn, 1)],
        max(each.table for seats in drawn for each in seats.meetings),
        screens.heading(it).of,
        entries,
        sight,
    )


def _entry(act: str) -> EntryPreview | str:
    """The entry that the form asks for, or why it cannot be."""
    contest, number = lookup.competition_or_404().contest, request.form.get("entrant", "")
    read = entry_list.people(request.form.get("people", ""), _separation())
    people = tuple(safe_name(each, "") for each in read)
    who = int(number) if act == "substitute" and number.isdecimal() else 0
    said = Substituted(who, people) if act == "substitute" else Entered(people)
    if why := refusal(contest, said):
        return str(why)
    return EntryPreview(act, [*people], who, contest.of(who).name if who else "", _sight([read]))


def _sight(entries: list[list[str]]) -> str:
    return hashlib.sha256(json.dumps(entries).encode()).hexdigest()[:16]


def _is_seen() -> bool:
    """Whether the people of this form were shown as they would count."""
    form = request.form
    if "people" in form:
        entries = [entry_list.people(form["people"], _separation())]
    else:
        entries = entry_list.entries(form.get("entrants", ""), _separation())
    return not entries or form.get("seen", "") == _sight(entries)


def _announcement() -> commands.AnnounceCompetition | str:
    """What the form asks for, or why it cannot be read."""
    form = request.form
    game, __, players = form.get("game", "").partition(":")
    entrants = entry_list.entries(form.get("entrants", ""), _separation())
    ties = dict.fromkeys(each for each in form.getlist("tie") if each)
    given: dict[str, object] = {
        name: form[name]
        for name in ("title", "movement", "rounds", "games", "minutes", "scoring", "sat_out")
        if form.get(name)
    }
    if str(given.get("sat_out", "")).lstrip("-").isdecimal():
        given["sat_out"] = int(form["sat_out"])
    given |= {"game": game, "players": players, "entrants": entrants, "ties": [*ties]}
    options = _house_rules(game, players)
    if options is None:
        code = form["rules_of"]
        return _(
            "No such game was played at table {code} yet: choose other house rules.", code=code
        )
    given |= {"singly": "singly" in form, "options": options}
    try:
        return fit(given, commands.AnnounceCompetition, strict=False)
    except Unfit as fault:
        return _("That cannot be read: {fault}. Change it, and send it again.", fault=fault)


def _separation() -> str:
    return request.form.get("separation", entry_list.COMMA)


def _house_rules(game: str, players: str) -> Mapping[str, JsonValue] | None:
    """The house rules of the last such game at the table that is named; None if it had none.

    The game's own, which are none, where no table is named.
    """
    code = request.form.get("rules_of", "")
    if not code:
        return {}
    table = all_tables().get(code)
    if table is None or not players.isdecimal():
        return None
    return off_hub(table.snapshot).memory.rules.get((game, int(players)))


def _ask(kind: type[msgspec.Struct]) -> Callable[[], Answer]:
    """The act that asks the club for this, with the form's fields."""

    def act() -> Answer:
        given: dict[str, object] = {
            name: request.form[name] for name in kind.__struct_fields__ if name in request.form
        }
        if "people" in given:
            given["people"] = entry_list.people(request.form["people"], _separation())
        try:
            asked = fit(given, kind, strict=False)
        except Unfit as fault:
            return Answer(
                False, _("That cannot be read: {fault}. Change it, and send it again.", fault=fault)
            )
        return lookup.club_or_404().ask(asked)

    return act


def _begin() -> Answer:
    it, tables = lookup.competition_or_404(), all_tables()
    # A form that is sent twice begins no second round.
    if request.form.get("round") != str(it.contest.next_round):
        return Answer(False, declarations.moved_on())
    proposed = rounds.proposal(it, lookup.played_games(), tables)
    if isinstance(proposed, str):
        return Answer(False, proposed)
    return rounds.begin(
        lookup.club_or_404(),
        tables,
        proposed,
        abandon="abandon" in request.form,
        has_clock="clock" in request.form,
    )


def _seat() -> Answer:
    missing = rounds.seat(
        lookup.competition_or_404(), all_tables(), abandon="abandon" in request.form
    )
    return Answer(not missing, _seating_faults(missing))


def _seating_faults(missing: list[NotSeated]) -> str:
    return " ".join(
        _("Table {table} ({code}): {why}", table=each.table, code=each.code, why=each.reason)
        for each in missing
    )


def _end_round() -> Answer:
    return rounds.end(lookup.club_or_404(), all_tables())


def _game_page() -> str | None:
    """Where the entries of the chosen game are listed and corrected; None if there is no game."""
    code, __, number = request.form.get("played", "").partition(":")
    table = all_tables().get(code)
    if table is None or not number.isdecimal():
        return None
    if off_hub(table.view).games == int(number):
        return url_for("host.page", code=code)
    return url_for("past_games.page", code=code, number=int(number))


_ACTS: Final[Mapping[str, Callable[[], Answer]]] = {
    "announce": _announce,
    "enter": _ask(commands.EnterCompetition),
    "leave": _ask(commands.LeaveCompetition),
    "rejoin": _ask(commands.RejoinCompetition),
    "substitute": _ask(commands.SubstitutePeople),
    "begin": _begin,
    "seat": _seat,
    "end_round": _end_round,
    "end": _ask(commands.EndCompetition),
    "undo": _ask(commands.UndoCompetition),
}


# --- what is shown -------------------------------------------------------------------------------


def _set_up(refusal: str, preview: MovementPreview | None, before: Competition | None) -> str:
    form = request.form
    return render_template(
        "competition_setup.html",
        refusal=refusal,
        preview=preview,
        before=before,
        title_codes=commands.TITLE_CODES,
        games=[
            SelectOption(
                f"{each.name}:{count}", _(each.title), form.get("game") == f"{each.name}:{count}"
            )
            for each in GAMES.values()
            for count in sorted(each.players)
            if count > 1  # nobody meets anybody alone
        ],
        movements=_choices(
            {name: each.title for name, each in MOVEMENTS.items()}, "movement", "round_robin"
        ),
        scorings=_choices(SCORINGS, "scoring", SUM),
        separations=_choices(entry_list.SEPARATIONS, "separation", entry_list.COMMA),
        ties=TIE_BREAKS,
        chosen_ties=[*form.getlist("tie"), "", "", ""][:3]
        if "tie" in form
        else [*Conditions("").ties],
        codes=[
            code for code, table in all_tables().items() if off_hub(table.snapshot).memory.rules
        ],
        form=form,
        token=token_to_repeat(),
    )


def _choices(of: Mapping[str, str], field: str, usual: str) -> list[SelectOption]:
    chosen = request.form.get(field, usual)
    return [SelectOption(name, _(words), name == chosen) for name, words in of.items()]


def _run(it: Competition, refusal: str, entry: EntryPreview | None) -> str:
    standing = lookup.standings(it, is_host=True)
    next_round: Proposal | str = ""
    if not it.contest.is_running and not it.contest.is_over:
        next_round = off_hub(rounds.proposal, it, lookup.played_games(), all_tables())
    is_next = isinstance(next_round, Proposal)
    game = GAMES.get(it.game)
    played = [
        (f"{it.where(at, table).code}:{number}", at, table, number)
        for (at, table), numbers in sorted(standing.numbers.items())
        for number in numbers
    ]
    return render_template(
        "competition_run.html",
        it=it,
        refusal=refusal,
        entry=entry,
        form=request.form,
        heading=screens.heading(it),
        game=_(game.title) if game else it.game,
        tables=off_hub(screens.tables_now, standing),
        out=screens.sitting_out(it),
        sheets=off_hub(screens.standings, standing),
        next=screens.seats_of(it, next_round.seats) if isinstance(next_round, Proposal) else [],
        next_round=next_round.round if isinstance(next_round, Proposal) else 0,
        why_not="" if is_next else next_round,
        codes=pages.codes(it),
        played=played,
        separations=_choices(entry_list.SEPARATIONS, "separation", entry_list.COMMA),
        act=lookup.club_or_404().view().of(declarations.PART).act,
        token=token_to_repeat(),
    )
