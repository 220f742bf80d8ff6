"""How a competition stands, counted anew from what the tables' records say. Stores nothing.

Whoever gives the games after a correction gets the standings after it. Exact: fractions, no floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from tricktable.club.competition import conditions as declared
from tricktable.club.competition.conditions import Conditions
from tricktable.club.competition.contest import Contest, Group, Meeting


class TableGame(NamedTuple):
    """What one game at a table came to, by side as the meeting has them."""

    totals: tuple[int, ...]
    """The game's own score."""
    won: tuple[int, ...] = ()
    """The sides that won, ascending; none in a draw, a lost or an unfinished game."""
    deals: int = 1
    """How many deals were scored; a game that scores only at its end has one."""
    is_over: bool = True
    fewest_win: bool = False
    """As the game's score says."""

    @property
    def worth(self) -> tuple[int, ...]:
        """The totals as numbers of which more is always better."""
        return tuple(-total for total in self.totals) if self.fewest_win else self.totals


GamesByTable = Mapping[tuple[int, int], Sequence[TableGame]]
"""The games of each round and table, in order; a game that was begun anew is not among them."""


class RoundScore(NamedTuple):
    """What a round brought one entrant."""

    round: int
    table: int
    """0 for who sat out."""
    score: Fraction | None
    """None while it is open; for a round sat out None where only games count."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One entrant's line in the standings."""

    rank: int
    """From 1; equal for those who share a place."""
    entrant: int
    score: Fraction
    games: int
    """How many games count."""
    wins: int
    sat_out: int
    rounds: tuple[RoundScore, ...]
    breaks: tuple[Fraction | None, ...]
    """What each declared way to break ties gives them; None where it was not needed, or where
    head to head says nothing since not all of them have met."""
    line: int
    """In a movement of two lines that are ranked alone: 1 or 2; otherwise 0."""


class _Sat(NamedTuple):
    """A game of one entrant."""

    round: int
    table: int
    side: int
    game: TableGame
    others: tuple[tuple[int, int], ...]
    """Everybody on other sides, each with the side."""


def standings(contest: Contest, played: GamesByTable) -> tuple[StandingsLine, ...]:
    """Everybody who has entered, line by line, the first of each line first."""
    fewest_win = any(game.fewest_win for games in played.values() for game in games)
    tallies = {each.number: _tally(contest, played, each.number) for each in contest.entrants}
    scores = {number: tally.score for number, tally in tallies.items()}
    found: list[StandingsLine] = []
    field = _Field(contest.conditions, tallies, scores, fewest_win)
    for line, group in _lines(contest).items():
        found.extend(_line_in_order(group, field, line))
    return tuple(found)


def is_complete(conditions: Conditions, games: Sequence[TableGame]) -> bool:
    """Whether a table has played all the games of its round."""
    return sum(game.is_over for game in games) >= conditions.games


def beaten(game: TableGame, one: int, other: int) -> int:
    """2 if one side is ahead of the other at the end of a game, 1 if they are level, else 0."""
    mine, theirs = _ahead(game, one), _ahead(game, other)
    return 2 if mine > theirs else int(mine == theirs)


def rank_points(game: TableGame, side: int, points: Sequence[int] = ()) -> Fraction:
    """The rank points of a side: winners before others, then by the score.

    Two for each side left behind and one for each that is level, unless `points` gives them by
    place; sides that share places share their points, and places beyond the list have none.
    """
    others = [other for other in range(len(game.totals)) if other != side]
    if not points:
        return Fraction(sum(beaten(game, side, other) for other in others))
    before = sum(beaten(game, side, other) == 0 for other in others)
    level = sum(beaten(game, side, other) == 1 for other in others)
    shared = [*points[before : before + level + 1]]
    return Fraction(sum(shared), level + 1)


def _ahead(game: TableGame, side: int) -> tuple[bool, int]:
    return side in game.won, game.worth[side]


# --- one entrant ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tally:
    score: Fraction
    sat: tuple[_Sat, ...]
    rounds: tuple[RoundScore, ...]
    sat_out: int

    @property
    def wins(self) -> int:
        return sum(
            each.side in each.game.won and len(each.game.won) < len(each.game.totals)
            for each in self.sat
        )


def _tally(contest: Contest, played: GamesByTable, number: int) -> _Tally:
    sat: list[_Sat] = []
    rounds: list[RoundScore] = []
    out = 0
    for round_number, seats in enumerate(contest.rounds, 1):
        is_open = contest.is_running and round_number == len(contest.rounds)
        if number in seats.sitting_out:
            out += 1
            rounds.append(RoundScore(round_number, 0, None))
            continue
        meeting = next((each for each in seats.meetings if number in each.entrants), None)
        if meeting is None:
            continue
        games = _games_that_count(contest, round_number, meeting, played, is_open)
        if games is None:
            # Nobody's fault but who left: the others have sat out.
            has_left = (round_number, number) in contest.broken
            out += not has_left
            rounds.append(RoundScore(round_number, 0, Fraction(0) if has_left else None))
            continue
        here = [_of(round_number, meeting, number, game) for game in games]
        sat.extend(here)
        score = _plain(contest.conditions, here) if here else None
        rounds.append(RoundScore(round_number, meeting.table, score))
    return _tally_of(contest.conditions, sat, rounds, out)


def _games_that_count(
    contest: Contest, number: int, meeting: Meeting, played: GamesByTable, is_open: bool
) -> Sequence[TableGame] | None:
    """The games that count; None if the table has not played and will not."""
    games = played.get((number, meeting.table), ())
    if is_complete(contest.conditions, games):
        return games
    if any((number, each) in contest.broken for each in meeting.entrants):
        return None
    if is_open:
        # A running game moves the standings when it ends, not with each trick.
        return [game for game in games if game.is_over]
    return games or None


def _of(number: int, meeting: Meeting, who: int, game: TableGame) -> _Sat:
    side = next(at for at, group in enumerate(meeting.sides) if who in group)
    others = tuple(
        (each, at) for at, group in enumerate(meeting.sides) if at != side for each in group
    )
    return _Sat(number, meeting.table, side, game, others)


def _plain(conditions: Conditions, sat: Sequence[_Sat]) -> Fraction:
    """What these games are worth together, at least one of them."""
    if conditions.scoring == declared.RANKS:
        points = (rank_points(each.game, each.side, conditions.points) for each in sat)
        return sum(points, Fraction(0))
    total = sum(each.game.totals[each.side] for each in sat)
    if conditions.scoring == declared.PER_GAME:
        return Fraction(total, len(sat))
    if conditions.scoring == declared.PER_DEAL:
        return Fraction(total, sum(each.game.deals for each in sat))
    return Fraction(total)


def _tally_of(
    conditions: Conditions, sat: Sequence[_Sat], rounds: Sequence[RoundScore], out: int
) -> _Tally:
    score = _plain(conditions, sat) if sat else Fraction(0)
    if conditions.scoring in (declared.PER_GAME, declared.PER_DEAL):
        return _Tally(score, tuple(sat), tuple(rounds), out)
    worth = Fraction(0)
    if isinstance(conditions.sat_out, int):
        worth = Fraction(conditions.sat_out)
    elif sat:
        worth = score / len({each.round for each in sat})
    told = (
        each._replace(score=worth) if each.score is None and not each.table else each
        for each in rounds
    )
    return _Tally(score + worth * out, tuple(sat), tuple(told), out)


# --- the order -----------------------------------------------------------------------------------

Tallies = Mapping[int, _Tally]
Scores = Mapping[int, Fraction]


class _Field(NamedTuple):
    """A line of entrants, as far as it decides what breaks a tie."""

    conditions: Conditions
    tallies: Tallies
    scores: Scores
    fewest_win: bool
    """Whether the game says that the smallest total is the best."""

    @property
    def is_small_good(self) -> bool:
        """Whether the smallest score of the competition is the best; rank points never are."""
        return self.fewest_win and self.conditions.scoring != declared.RANKS


Break = Callable[[int, Group, _Field], Fraction]
"""What one of a group that is level gets to break the tie."""


def _mean_between(number: int, level: Group, field: _Field) -> Fraction:
    """What they did against each other, as a mean of their games with each of the others."""
    return sum(
        (
            Fraction(sum(beaten(*each) for each in games), len(games))
            for games in _against(number, level, field).values()
        ),
        Fraction(0),
    )


def _against(
    number: int, level: Group, field: _Field
) -> Mapping[int, Sequence[tuple[TableGame, int, int]]]:
    """Their games against each of the others who are level: the game, their side, the other's."""
    found: dict[int, list[tuple[TableGame, int, int]]] = {}
    for each in field.tallies[number].sat:
        for other, side in each.others:
            if other in level:
                found.setdefault(other, []).append((each.game, each.side, side))
    return found


def _have_all_met(level: Group, field: _Field) -> bool:
    """Whether each of them has played against all the others."""
    return all(len(_against(each, level, field)) == len(level) - 1 for each in level)


def _wins(number: int, _level: Group, field: _Field) -> Fraction:
    return Fraction(field.tallies[number].wins)


def _buchholz(number: int, _level: Group, field: _Field) -> Fraction:
    """The scores of all they met, once for each round; who sat out has met themselves."""
    tally, scores = field.tallies[number], field.scores
    met = {(each.round, other) for each in tally.sat for other, _ in each.others}
    return sum((scores[other] for _, other in met), scores[number] * tally.sat_out)


def _sonneborn_berger(number: int, _level: Group, field: _Field) -> Fraction:
    """The scores of all they left behind, and half of those that were level, game by game.

    Where a small score is good, of all who left them behind: it is worst to lose to the weakest.
    """
    found = Fraction(0)
    for each in field.tallies[number].sat:
        for other, side in each.others:
            left = beaten(each.game, each.side, side)
            found += field.scores[other] * (2 - left if field.is_small_good else left) / 2
    return found


def _best_game(number: int, _level: Group, field: _Field) -> Fraction:
    totals = [each.game.totals[each.side] for each in field.tallies[number].sat]
    return Fraction((min if field.fewest_win else max)(totals, default=0))


_BREAKS: Final[Mapping[str, Break]] = {
    declared.MET: _mean_between,
    declared.WINS: _wins,
    declared.BUCHHOLZ: _buchholz,
    declared.SONNEBORN_BERGER: _sonneborn_berger,
    declared.BEST_GAME: _best_game,
}


def _is_small_better(way: str, field: _Field) -> bool:
    """Whether the smallest of what this way to break ties gives is the best."""
    if way == declared.BEST_GAME:
        return field.fewest_win
    return way in (declared.BUCHHOLZ, declared.SONNEBORN_BERGER) and field.is_small_good


def _line_in_order(group: Group, field: _Field, line: int) -> list[StandingsLine]:
    """One line of entrants in order."""
    ties = field.conditions.ties
    found: list[StandingsLine] = []
    for same in _apart(group, field.scores, field, is_small_better=field.is_small_good):
        for level, breaks in _break_ties(same, ties, field):
            rank = len(found) + 1
            for number in level:
                tally = field.tallies[number]
                needed = breaks[number]
                padded = (*needed, *(None for _ in ties[len(needed) :]))
                found.append(
                    StandingsLine(
                        rank,
                        number,
                        tally.score,
                        len(tally.sat),
                        tally.wins,
                        tally.sat_out,
                        tally.rounds,
                        padded,
                        line,
                    )
                )
    return found


_Places = list[tuple[Group, dict[int, tuple[Fraction | None, ...]]]]


def _break_ties(level: Group, ties: Sequence[str], field: _Field) -> _Places:
    """Those who are level, in groups that no tie-break tells apart, the best first."""
    if len(level) == 1 or not ties:
        return [(level, dict.fromkeys(level, ()))]
    way, *rest = ties
    if way == declared.MET and not _have_all_met(level, field):
        # It would rank somebody above others whom they never met.
        return [
            (part, {each: (None, *breaks[each]) for each in part})
            for part, breaks in _break_ties(level, rest, field)
        ]
    values = {each: _BREAKS[way](each, level, field) for each in level}
    found: _Places = []
    for same in _apart(level, values, field, is_small_better=_is_small_better(way, field)):
        for part, breaks in _break_ties(same, rest, field):
            found.append((part, {each: (values[each], *breaks[each]) for each in part}))
    return found


def _apart(level: Group, values: Scores, field: _Field, *, is_small_better: bool) -> list[Group]:
    """Those of equal value together, in the order they came in; the best first."""

    def place(number: int) -> tuple[bool, Fraction]:
        # Without a game, nobody has few points: there are none.
        has_none = is_small_better and not field.tallies[number].sat
        return has_none, values[number] if is_small_better else -values[number]

    return [tuple(same) for _, same in groupby(sorted(level, key=place), key=place)]


def _lines(contest: Contest) -> dict[int, Group]:
    """The entrants of each line; all of them in line 0 where everybody is ranked together."""
    numbers = tuple(each.number for each in contest.entrants)
    if contest.conditions.movement != "mitchell":
        return {0: numbers}
    meetings = (meeting for each in contest.rounds for meeting in each.meetings)
    second = {number for meeting in meetings for number in meeting.sides[1]}
    second.update(contest.places[len(contest.places) // 2 :])
    return {
        1: tuple(each for each in numbers if each not in second),
        2: tuple(each for each in numbers if each in second),
    }
