"""The evening to print and to file: one sheet of paper, and scores for a spreadsheet.

Takes the games of an evening; holds no markup. `table/scorebook.py` decides what a game is worth.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tricktable.rules.options import TEAMS
from tricktable.table.scorebook import Scoresheet, course
from tricktable.text.sentences import Name, Sentence, Sheet, SheetRow, Strong, figure, sentence
from tricktable.web import spreadsheet
from tricktable.web.guest.standings import GameResult, Standings, people, standings

COLUMNS: Final = ("table", "game", "began", "kind", "status", "seat", "name", "score", "won")
"""The header line of the scores, the same in every language, since programs read it."""


class Rules(NamedTuple):
    """The house rules of one kind of game, where they differ from the defaults."""

    title: str
    sentences: tuple[str, ...]


class Printout(NamedTuple):
    """One evening as printed."""

    date: str
    scores: Sheet
    results: tuple[GameResult, ...]
    """Oldest first, the way a list on paper reads."""
    rules: tuple[Rules, ...]


def printout(games: Sequence[Scoresheet]) -> Printout:
    """The sheet for an evening with these games; needs at least one."""
    told = standings(games)
    rules = {(each.title, each.sentences): each for each in _rules(games)}
    return Printout(told.date, _scores(games, told), told.results[::-1], tuple(rules.values()))


def _scores(games: Sequence[Scoresheet], told: Standings) -> Sheet:
    """The final scores of each game; winners stand out."""
    finals = [_finals(game) for game in games]
    rows = []
    for row in told.wins.rows:
        name = "".join(part.text for part in row.head if isinstance(part, Name))
        cells = tuple(_cell(final.get(name)) for final in finals)
        rows.append(SheetRow(row.head, (*cells, row.cells[0])))
    numbers = tuple((str(number),) for number, _ in enumerate(games, start=1))
    heads = (sentence("Player"), *numbers, sentence("Won"))
    return Sheet("scores", told.wins.title, heads, tuple(rows))


class _Final(NamedTuple):
    """Somebody's final score."""

    score: int | None
    won: bool


def _finals(game: Scoresheet) -> dict[str, _Final]:
    went = course(game.record)
    scores: Sequence[int | None] = went[-1] if went else [None] * len(game.names)
    return {
        name: _Final(scores[seat], seat in game.winners) for seat, name in enumerate(people(game))
    }


def _cell(final: _Final | None) -> Sentence:
    if final is None or final.score is None:
        return ()
    words = figure(final.score)
    return (Strong(words),) if final.won else (words,)


def _rules(games: Sequence[Scoresheet]) -> Iterator[Rules]:
    for game in games:
        header = game.record.header
        options = header.rules.options(header.players, header.given)
        words = [
            str(options[name].meaning(value))
            for name, value in header.given.items()
            if name != TEAMS and value != options[name].default
        ]
        if words:
            yield Rules(header.rules.title, tuple(words))


# --- for a spreadsheet ---------------------------------------------------------------------------


def scores(code: str, games: Sequence[Scoresheet]) -> str:
    """Everybody's score in every game, one line each, as comma-separated values (RFC 4180)."""
    return spreadsheet.csv_text([COLUMNS, *_lines(code, games)])


def _lines(code: str, games: Sequence[Scoresheet]) -> Iterator[tuple[object, ...]]:
    for number, game in enumerate(games, start=1):
        began = game.began.astimezone().isoformat(sep=" ", timespec="minutes")
        status = game.record.state.status
        for seat, (name, final) in enumerate(_finals(game).items(), start=1):
            score = "" if final.score is None else final.score
            yield code, number, began, game.kind, status, seat, name, score, int(final.won)
