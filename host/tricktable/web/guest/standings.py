"""The evening's standings: who won how often, how scores developed, each game's result.

Takes the games of an evening; holds no markup. A person is a name, and stays the same person in
another seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tricktable.rules.view import view
from tricktable.table.evening import EveningGame, course, score_of
from tricktable.text.language import _, current, message
from tricktable.text.sentences import (
    Name,
    Sentence,
    Sheet,
    SheetRow,
    Strong,
    figure,
    sentence,
    spoken,
)
from tricktable.web.guest.screen import shown_names


class CourseLine(NamedTuple):
    """One person's scores through all games of one kind."""

    name: str
    values: tuple[int, ...]
    """The person's score at each moment."""


@dataclass(frozen=True, slots=True)
class Course:
    """How the scores in one kind of game developed over the evening."""

    kind: str
    title: str
    moments: tuple[Sentence, ...]
    """The moment that each value belongs to. Before the first, everybody has nothing."""
    lines: tuple[CourseLine, ...]

    @property
    def sheet(self) -> Sheet:
        """The same as a table, newest moment first."""
        rows = [
            SheetRow(moment, tuple((Strong(figure(line.values[at])),) for line in self.lines))
            for at, moment in enumerate(self.moments)
        ]
        heads = (sentence("After"), *((Name(line.name),) for line in self.lines))
        return Sheet("course", self.title, heads, tuple(rows[::-1]))


class GameResult(NamedTuple):
    """One game of the evening."""

    number: int
    """Its number among all games at this table."""
    time: str
    title: str
    headline: Sentence
    why: Sentence


@dataclass(frozen=True, slots=True)
class Standings:
    """One evening."""

    date: str
    wins: Sheet
    courses: tuple[Course, ...]
    results: tuple[GameResult, ...]
    """Newest first."""
    has_result: bool
    """Whether any game of the evening was finished."""


def standings(games: Sequence[EveningGame]) -> Standings:
    """The standings after these games; needs at least one."""
    kinds = dict.fromkeys(game.kind for game in games)
    made = (_course([game for game in games if game.kind == kind], games) for kind in kinds)
    return Standings(
        date=_date(games),
        wins=_wins(games),
        courses=tuple(each for each in made if each.moments),
        results=tuple(_result(game) for game in reversed(games)),
        has_result=any(game.is_over for game in games),
    )


def people(game: EveningGame) -> tuple[str, ...]:
    """Who plays, by seat, without a dummy. If two people share a name, the second is marked."""
    names = shown_names(game.names)[: game.record.header.players]
    return tuple(
        name if name not in names[:seat] else f"{name} ({seat + 1})"
        for seat, name in enumerate(names)
    )


def _wins(games: Sequence[EveningGame]) -> Sheet:
    played: dict[str, int] = {}
    won: dict[str, int] = {}
    for game in games:
        for seat, name in enumerate(people(game)):
            played[name] = played.get(name, 0) + game.is_over
            won[name] = won.get(name, 0) + (seat in game.winners)
    # `sorted` keeps equals in order: whoever sat down first comes first.
    order = sorted(played, key=lambda name: -won[name])
    rows = tuple(
        SheetRow((Name(name),), ((Strong(str(won[name])),), (str(played[name]),))) for name in order
    )
    heads = (sentence("Player"), sentence("Won"), sentence("Games"))
    return Sheet("wins", _("Games won"), heads, rows)


def _course(of_kind: Sequence[EveningGame], games: Sequence[EveningGame]) -> Course:
    """An abandoned game counts nothing; the newest counts as far as it has come."""
    counted = [game for game in of_kind if game.is_over or game is games[-1]]
    names = list(dict.fromkeys(name for game in counted for name in people(game)))
    standing = dict.fromkeys(names, 0)
    moments: list[Sentence] = []
    values: list[dict[str, int]] = []
    rules, unit = of_kind[0].record.header.rules, score_of(of_kind[0].record).unit
    for game in counted:
        now = standing
        deals = score_of(game.record).deals
        for deal, scores in zip(deals, course(game.record), strict=True):
            more = dict(zip(people(game), scores, strict=False))
            now = {name: standing[name] + more.get(name, 0) for name in names}
            words = rules.dealing.in_game if deal.number else message("Game {game}")
            moments.append(sentence(words, game=games.index(game) + 1, number=deal.number))
            values.append(now)
        standing = now
    lines = (CourseLine(name, tuple(each[name] for each in values)) for name in names)
    title = _("{game}: {unit}", game=_(rules.title), unit=_(unit))
    return Course(rules.name, title, tuple(moments), tuple(lines))


def _result(game: EveningGame) -> GameResult:
    names = shown_names(game.names)
    now = view(game.record).naming(names)
    headline = now.phase.headline if game.is_over else sentence("Not finished")
    return GameResult(
        number=game.number,
        time=_time(game),
        title=_(game.record.header.rules.title),
        headline=headline,
        why=now.phase.why,
    )


def _time(game: EveningGame) -> str:
    from babel.dates import format_time  # takes 20 ms, and only this view needs it

    return str(format_time(game.began.astimezone(), "short", locale=current()))


def _date(games: Sequence[EveningGame]) -> str:
    from babel.dates import format_date

    return str(format_date(games[0].began.astimezone(), "long", locale=current()))


def charted(of: Course) -> dict[str, object]:
    """The data for the chart's script."""
    return {
        "labels": ["", *(spoken(each) for each in of.moments)],
        "lines": [{"name": line.name, "values": [0, *line.values]} for line in of.lines],
    }
