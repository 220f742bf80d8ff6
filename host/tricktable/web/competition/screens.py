"""What a competition's pages show: guide cards, who sits where, standings. Holds no markup."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from tricktable.club.competition import rounds
from tricktable.club.competition.conditions import SCORINGS, TIE_BREAKS
from tricktable.club.competition.contest import Contest, Meeting, RoundSeats
from tricktable.club.competition.movements import MOVEMENTS, last_round
from tricktable.club.competition.played_games import Standing
from tricktable.club.competition.results import StandingsLine
from tricktable.club.competition.state import Competition
from tricktable.rules.names import DEFAULTS, default_names
from tricktable.text.language import _
from tricktable.text.sentences import Name, Sentence, Sheet, SheetRow, Strong, figure, sentence


class GuideRound(NamedTuple):
    """One round of a guide card."""

    round: int
    table: int
    """0 for a round sat out."""
    code: str
    """The club's table, where people scan; empty if that is not known yet."""
    seats: tuple[tuple[str, str], ...]
    """Each person with the seat; the name is empty where an entrant is one person."""
    others: Sentence
    """Everybody else at the table."""
    is_now: bool
    score: str
    """What it brought; empty while it is open."""

    @property
    def link(self) -> str:
        """The code if people may follow it there now."""
        return self.code if self.is_now else ""


class GuideCard(NamedTuple):
    """Where one entrant sits, round by round."""

    number: int
    name: str
    stops: tuple[GuideRound, ...]
    is_here: bool

    @property
    def now(self) -> GuideRound | None:
        """The round that is being played."""
        return next((each for each in self.stops if each.is_now), None)


class TableNow(NamedTuple):
    """One table of the newest round."""

    table: int
    code: str
    names: Sentence
    state: str
    """`done`, `playing`, or `absent` where the round's game has not begun."""


def number(of: Fraction | None) -> str:
    """A score as people write it: `41½` would be `41.5`; empty for none."""
    if of is None:
        return ""
    if of.denominator == 1:
        return figure(int(of))
    return f"{float(of):.2f}".rstrip("0").replace("-", "−")


def seat_name(players: int, seat: int) -> str:
    """What stands after the word "seat" on a guide card: West, or 3."""
    name = default_names(players, players)[seat]
    return _(name) if name in DEFAULTS else figure(seat + 1)


# --- guide cards ---------------------------------------------------------------------------------


def cards(standing: Standing, codes: Sequence[str], numbers: Iterable[int] = ()) -> list[GuideCard]:
    """The guide cards of these entrants, or of all; with all rounds that are known by now."""
    it = standing.competition
    rounds = (*it.contest.rounds, *to_come(it.contest))
    wanted = {*numbers} or {each.number for each in it.contest.entrants}
    scored = {
        (each.entrant, told.round): number(told.score)
        for each in standing.lines
        for told in each.rounds
    }
    return [
        GuideCard(
            each.number,
            each.name,
            tuple(
                stop
                for at, seats in enumerate(rounds, 1)
                for stop in stops(it, codes, at, seats, each.number, scored)
            ),
            each.is_here,
        )
        for each in it.contest.entrants
        if each.number in wanted
    ]


@lru_cache(maxsize=4)
def to_come(contest: Contest) -> Sequence[RoundSeats]:
    """The rounds to come, if the movement is known beforehand.

    Kept for every phone of a round: to draw a whole movement takes longer than a page.
    """
    if contest.is_over or (contest.rounds and not contest.places):
        return ()
    found = rounds.preview(contest)
    if isinstance(found, str) or not (contest.places or found[0].places):
        return ()
    return tuple(found)


def stops(
    it: Competition,
    codes: Sequence[str],
    at: int,
    seats: RoundSeats,
    entrant: int,
    scored: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> list[GuideRound]:
    """What a guide card says of round `at` with these seats: one line, or none."""
    return [*_stops(it, codes, at, seats, entrant, scored)]


def _stops(
    it: Competition,
    codes: Sequence[str],
    at: int,
    seats: RoundSeats,
    entrant: int,
    scored: Mapping[tuple[int, int], str],
) -> Iterable[GuideRound]:
    is_now = it.contest.is_running and at == it.round
    score = "" if is_now else scored.get((entrant, at), "")
    if entrant in seats.sitting_out:
        yield GuideRound(at, 0, "", (), (), is_now, score)
    for meeting in seats.meetings:
        if entrant not in meeting.entrants:
            continue
        if at <= it.round:
            code = it.where(at, meeting.table).code
        else:
            code = codes[meeting.table - 1] if meeting.table <= len(codes) else ""
        who = it.contest.of(entrant).people
        named = who if len(who) > 1 else ("",)
        sat = tuple(
            (name, seat_name(it.players, seat))
            for name, seat in zip(named, it.seat_of(meeting, entrant), strict=True)
        )
        yield GuideRound(
            at, meeting.table, code, sat, _opponents(it, meeting, entrant), is_now, score
        )


def _opponents(it: Competition, meeting: Meeting, entrant: int) -> Sentence:
    return _names_of(it, [each for each in meeting.entrants if each != entrant])


def _names_of(it: Competition, entrants: Iterable[int]) -> Sentence:
    made: list[str | Name] = []
    for each in entrants:
        made += [" · ", Name(it.contest.of(each).name)]
    return tuple(made[1:])


# --- rounds and standings ------------------------------------------------------------------------


def tables_now(standing: Standing) -> list[TableNow]:
    """The tables of the newest round."""
    it = standing.competition
    if not it.round:
        return []
    found = []
    for meeting in sorted(it.contest.rounds[-1].meetings):
        state = "playing" if standing.numbers[it.round, meeting.table] else "absent"
        if standing.is_complete(it.round, meeting):
            state = "done"
        code = it.where(it.round, meeting.table).code
        found.append(TableNow(meeting.table, code, _sides(it, meeting), state))
    return found


def _sides(it: Competition, meeting: Meeting) -> Sentence:
    """Who meets whom: sides apart by a dash, with which no line begins."""
    made: list[str | Name] = []
    for side in meeting.sides:
        made.append("\u00a0– ")
        for at, each in enumerate(side):
            made += [" & "] * bool(at)
            made.append(Name(" & ".join(it.contest.of(each).people)))
    return tuple(made[1:])


def seats_of(it: Competition, seats: RoundSeats) -> list[tuple[int, Sentence]]:
    """A round as it would be: each table with who meets there; 0 with who sits out."""
    found = [(each.table, _sides(it, each)) for each in sorted(seats.meetings)]
    out = _names_of(it, seats.sitting_out)
    return [*found, *([(0, out)] if out else [])]


def standings(standing: Standing, has_ties: bool = True) -> list[Sheet]:
    """The standings, a sheet for each line that is ranked alone, with what broke ties if wanted."""
    lines = sorted({each.line for each in standing.lines})
    titles = {0: _("Standings"), 1: _("Those who stay"), 2: _("Those who move")}
    return [_sheet(standing, line, titles[line], has_ties) for line in lines]


def _sheet(standing: Standing, line: int, title: str, has_ties: bool) -> Sheet:
    it = standing.competition
    ranked = [each for each in standing.lines if each.line == line]
    ties = it.contest.conditions.ties
    # A tie-break is shown only if it was needed.
    used = [at for at, __ in enumerate(ties) if any(each.breaks[at] is not None for each in ranked)]
    used = used if it.round and has_ties else []
    rounds = range(1, it.round + 1)
    heads = (
        sentence("Player"),
        *((str(each),) for each in rounds),
        sentence("Score"),
        *((_(TIE_BREAKS[ties[at]]),) for at in used),
    )
    is_ranked = any(each.games for each in ranked)  # before the first result all share a place
    rows = tuple(_row(it, each, rounds, used, is_ranked=is_ranked) for each in ranked)
    return Sheet(f"line{line}", title, heads, rows)


def _row(
    it: Competition,
    of: StandingsLine,
    rounds: Iterable[int],
    used: Iterable[int],
    *,
    is_ranked: bool,
) -> SheetRow:
    entrant = it.contest.of(of.entrant)
    by_round = {each.round: number(each.score) or "–" for each in of.rounds}
    cells: tuple[Sentence, ...] = (
        *((by_round.get(each, ""),) for each in rounds),
        (Strong(number(of.score)),),
        *((number(of.breaks[at]),) for at in used),
    )
    name: Sentence = (Name(entrant.name),)
    if not entrant.is_here:
        name = sentence("{who}, gone home", who=name)
    head = (f"{of.rank}.\u00a0" if is_ranked else "", *name)
    return SheetRow(head, cells, "" if entrant.is_here else "out")


class Heading(NamedTuple):
    """What a competition is, in a few words."""

    title: str
    movement: str
    promise: str
    round: int
    of: int
    scoring: str
    ties: tuple[str, ...]


def heading(it: Competition) -> Heading:
    """The competition in a few words."""
    conditions = it.contest.conditions
    movement = MOVEMENTS[conditions.movement]
    return Heading(
        it.title,
        _(movement.title),
        _(movement.promise),
        it.round,
        max(it.round, last_round(it.contest)),
        _(SCORINGS[conditions.scoring]),
        tuple(_(TIE_BREAKS[each]) for each in conditions.ties),
    )


def sitting_out(it: Competition) -> Sentence:
    """Who sits out in the round that is being played."""
    return _names_of(it, it.contest.rounds[-1].sitting_out) if it.contest.is_running else ()
