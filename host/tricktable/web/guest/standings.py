"""The evening's standings: who won how often, how scores developed, each game's result.

Takes the games of an evening; holds no markup. A person is a name, and stays the same person in
another seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final, NamedTuple

from tricktable.games import GAMES
from tricktable.rules.page import Gain, final_score
from tricktable.rules.phases import Dealing
from tricktable.rules.view import view
from tricktable.table.scorebook import Scoresheet, course, score_of
from tricktable.text.language import _, current, message
from tricktable.text.sentences import (
    Name,
    Sentence,
    Sheet,
    SheetRow,
    Strong,
    figure,
    sentence,
    team,
)
from tricktable.text.sentences import people as _names
from tricktable.web.guest.explanation import reasons
from tricktable.web.guest.screen import shown_names
from tricktable.web.guest.sentences import reason, told_once


class CourseMoment(NamedTuple):
    """The end of a deal, or of a game that is scored as a whole."""

    words: Sentence
    """Which game, and which of its deals."""
    game: Sentence
    deal: Sentence
    """Within that game."""
    why: Sentence = ()
    """By what the deal was scored."""


class CourseLine(NamedTuple):
    """The scores of one person, or of partners, through all games of one kind."""

    who: Sentence
    values: tuple[int, ...]
    """The score at each moment."""


class CourseGame(NamedTuple):
    """The part of a course that belongs to one game."""

    title: Sentence
    rows: tuple[SheetRow, ...]
    """Everybody's score after each of its deals, newest first."""


@dataclass(frozen=True, slots=True)
class Course:
    """How the scores in one kind of game developed over the evening."""

    kind: str
    title: str
    moments: tuple[CourseMoment, ...]
    """The moment that each value belongs to. Before the first, everybody has nothing."""
    lines: tuple[CourseLine, ...]

    @property
    def heads(self) -> tuple[Sentence, ...]:
        """The columns of the table that says the same."""
        return (sentence("After"), *(line.who for line in self.lines))

    @property
    def games(self) -> tuple[CourseGame, ...]:
        """The rows of that table, the newest game first."""
        rows: dict[Sentence, list[SheetRow]] = {}
        for at, moment in reversed(list(enumerate(self.moments))):
            cells = tuple((Strong(figure(line.values[at])),) for line in self.lines)
            rows.setdefault(moment.game, []).append(SheetRow(moment.deal, cells, why=moment.why))
        return tuple(CourseGame(game, tuple(listed)) for game, listed in rows.items())


class GameResult(NamedTuple):
    """One game of the evening."""

    number: int
    """Its number among all games at this table."""
    time: str
    title: str
    headline: Sentence
    why: Sentence
    scores: tuple[Gain, ...]
    """What each of more than two sides had at the end, best first: `why` names two."""

    @property
    def result(self) -> Sentence:
        """How it ended in one line: the reason alone where that says who has won."""
        headline, why = told_once(self.headline, self.why)
        return (*headline, " · ", *why) if why else headline

    @property
    def reason(self) -> Sentence:
        """The same where who won stands above it."""
        return reason(self.headline, self.why)


@dataclass(frozen=True, slots=True)
class Standings:
    """One evening."""

    date: str
    lead: Sentence
    """Who has won most, or how the only game ended."""
    closest: Sentence
    """The closest of several games, with its score; empty if none was close."""
    wins: Sheet
    courses: tuple[Course, ...]
    results: tuple[GameResult, ...]
    """Newest first."""
    has_result: bool
    """Whether any game of the evening was finished."""


def standings(games: Sequence[Scoresheet], is_past: bool = False) -> Standings:
    """The standings after these games; needs at least one."""
    finished = [game for game in games if game.is_over]
    kinds = dict.fromkeys(game.kind for game in games)
    made = (_course([game for game in games if game.kind == kind], games) for kind in kinds)
    return Standings(
        date=date_of(games[0].began),
        lead=sentence("{text}.", text=_lead(finished, is_past)),
        closest=_closest(finished),
        wins=_wins(games),
        # Where all win together all scores are one: the results say it.
        courses=tuple(
            each for each in made if each.moments and not GAMES[each.kind].is_cooperative
        ),
        results=tuple(
            _result(game, is_running=game is games[-1] and not is_past) for game in reversed(games)
        ),
        has_result=bool(finished),
    )


def people(game: Scoresheet) -> tuple[str, ...]:
    """Who plays, by seat, without a dummy. If two people share a name, the second is marked."""
    names = shown_names(game.names)[: game.record.header.players]
    return tuple(
        name if name not in names[:seat] else f"{name} ({seat + 1})"
        for seat, name in enumerate(names)
    )


def _wins(games: Sequence[Scoresheet]) -> Sheet:
    played: dict[str, int] = {}
    won: dict[str, int] = {}
    for game in games:
        for seat, name in enumerate(people(game)):
            played[name] = played.get(name, 0) + game.is_over
            won[name] = won.get(name, 0) + (seat in game.winners)
    # `sorted` keeps equals in order: whoever sat down first comes first, of those who have played.
    order = sorted(played, key=lambda name: (-won[name], not played[name]))
    rows = tuple(
        SheetRow((Name(name),), ((Strong(str(won[name])),), (str(played[name]),))) for name in order
    )
    heads = (sentence("Player"), sentence("Won"), sentence("Games"))
    return Sheet("wins", _("Games won"), heads, rows)


def _course(of_kind: Sequence[Scoresheet], games: Sequence[Scoresheet]) -> Course:
    """An abandoned game counts nothing; the newest counts as far as it has come."""
    counted = [game for game in of_kind if game.is_over or game is games[-1]]
    names = list(dict.fromkeys(name for game in counted for name in people(game)))
    standing = dict.fromkeys(names, 0)
    moments: list[CourseMoment] = []
    values: list[dict[str, int]] = []
    rules, unit = of_kind[0].record.header.rules, score_of(of_kind[0].record).unit
    for game in counted:
        now = standing
        deals = score_of(game.record).deals
        whys = reasons(game.record, shown_names(game.names)) if deals else {}
        for deal, scores in zip(deals, course(game.record), strict=True):
            more = dict(zip(people(game), scores, strict=False))
            now = {name: standing[name] + more.get(name, 0) for name in names}
            moment = _moment(rules.dealing, games.index(game) + 1, deal.number)
            moments.append(moment._replace(why=whys.get(deal.number, ())))
            values.append(now)
        standing = now
    lines = (
        CourseLine(team(range(len(side)), side), tuple(each[side[0]] for each in values))
        for side in _sides(names, counted)
    )
    title = _("{game}: {unit}", game=_(rules.title), unit=_(unit))
    return Course(rules.name, title, tuple(moments), tuple(lines))


def _sides(names: Sequence[str], games: Sequence[Scoresheet]) -> list[list[str]]:
    """These people one by one, but together those who were partners in every one of these games."""
    partners = [_partners(game) for game in games]
    sides: dict[tuple[tuple[str, ...] | None, ...], list[str]] = {}
    for name in names:
        sides.setdefault(tuple(each.get(name) for each in partners), []).append(name)
    return list(sides.values())


def _partners(game: Scoresheet) -> dict[str, tuple[str, ...]]:
    """For each person, who scored together."""
    names = people(game)
    owners = game.record.header.owners
    sides = [tuple(names[seat] for seat in owner if seat < len(names)) for owner in owners]
    return {name: side for side in sides for name in side}


def _moment(dealing: Dealing, game: int, deal: int) -> CourseMoment:
    whole = sentence("Game {game}", game=game)
    if not deal:
        return CourseMoment(whole, whole, sentence("At the end"))
    words = sentence(dealing.in_game, game=game, number=deal)
    return CourseMoment(words, whole, sentence(dealing.numbered, number=deal))


# --- in one sentence -----------------------------------------------------------------------------

_NAMED: Final = 4
"""If more people lead together, they are counted."""


def _lead(finished: Sequence[Scoresheet], is_past: bool) -> Sentence:
    """Who leads an evening with these finished games."""
    if not finished:
        return sentence("No game was finished") if is_past else sentence("No game is finished yet")
    count = len(finished)
    if count == 1:
        result = _result(finished[0])
        return sentence("{game}: {headline}", game=result.title, headline=result.headline)
    won: dict[str, list[int]] = {}
    for number, game in enumerate(finished):
        for seat, name in enumerate(people(game)):
            won.setdefault(name, []).extend([number] if seat in game.winners else [])
    most = max(map(len, won.values()))
    ahead = [name for name, numbers in won.items() if len(numbers) == most]
    if not most:
        return sentence("Nobody has won any of {count} games", count=count)
    if all(game.record.header.rules.is_cooperative for game in finished):
        both = sum(bool(game.winners) for game in finished)
        return sentence("The table won {won} of {count} games", won=both, count=count)
    if len(ahead) > 1 and len(ahead) == len(won):
        return sentence("Everybody is tied, {won} of {count} games each", won=most, count=count)
    are_partners = all(won[name] == won[ahead[0]] for name in ahead)
    who = _names(ahead) if len(ahead) <= _NAMED else sentence("{number} people", number=len(ahead))
    return sentence(_leads(len(ahead), are_partners, is_past), who=who, won=most, count=count)


def _leads(ahead: int, are_partners: bool, is_past: bool) -> str:
    if ahead == 1:
        if is_past:
            return message("{who} won the evening, {won} of {count} games")
        return message("{who} leads, {won} of {count} games")
    if are_partners:
        if is_past:
            return message("{who} won the evening together, {won} of {count} games")
        return message("{who} lead together, {won} of {count} games")
    if is_past:
        return message("{who} won the evening, {won} of {count} games each")
    return message("{who} lead, {won} of {count} games each")


class _Finish(NamedTuple):
    """How far ahead of the next one a game's winners finished."""

    title: str
    won: int
    next: int

    @property
    def gap(self) -> Fraction:
        """As a part of both scores, because one game's points are not another's."""
        return Fraction(abs(self.won - self.next), max(abs(self.won) + abs(self.next), 1))

    @property
    def is_close(self) -> bool:
        """Whether one point of several decided it, or at most a quarter of the larger score."""
        apart, most = abs(self.won - self.next), max(abs(self.won), abs(self.next))
        return apart > 0 and most > 1 and (apart == 1 or 4 * apart <= most)


def _closest(finished: Sequence[Scoresheet]) -> Sentence:
    """The closest of at least two games that were won by points, if it was close."""
    finishes = [each for each in map(_finish, reversed(finished)) if each]
    if len(finishes) < 2:
        return ()
    found = min(finishes, key=lambda each: each.gap)
    if not found.is_close:
        return ()
    is_negative = min(found.won, found.next) < 0
    score = sentence(
        message("{one} to {other}") if is_negative else message("{one}–{other}"),
        one=figure(found.won),
        other=figure(found.next),
    )
    if len({game.kind for game in finished}) == 1:
        return sentence("The closest ended {score}.", score=score)
    return sentence("The closest was {game}, {score}.", game=found.title, score=score)


def _finish(game: Scoresheet) -> _Finish | None:
    """None if nobody was ahead of anybody: nobody won, or the game has one score for its end."""
    score = score_of(game.record)
    if not all(deal.number for deal in score.deals):
        return None
    ended = list(zip(game.record.header.owners, score.total.values, strict=True))
    won = [each for seats, each in ended if seats[0] in game.winners and each is not None]
    left = [each for seats, each in ended if seats[0] not in game.winners and each is not None]
    if not won or not score.deals or not (left or won[1:]):
        return None
    # Several winners share the first place, with the same score.
    nearest = min(won[1:] or left, key=lambda each: abs(won[0] - each))
    return _Finish(_(game.record.header.rules.title), won[0], nearest)


def _result(game: Scoresheet, is_running: bool = False) -> GameResult:
    names = shown_names(game.names)
    now = view(game.record).with_names(names)
    headline = now.phase.headline
    if not game.is_over:
        headline = sentence("In progress") if is_running else sentence("Not finished")
    scores = final_score(now)
    return GameResult(
        number=game.number,
        time=_time(game),
        title=_(game.record.header.rules.title),
        headline=headline,
        why=now.phase.why,
        scores=scores if len(scores) > 2 else (),
    )


def _time(game: Scoresheet) -> str:
    from babel.dates import format_time  # takes 20 ms, and only this view needs it

    return str(format_time(game.began.astimezone(), "short", locale=current()))


def date_of(began: datetime) -> str:
    """The day of an evening whose first game began then."""
    from babel.dates import format_date

    return str(format_date(began.astimezone(), "long", locale=current()))
