"""The rules of a table, and of every game that can be played here, for phones. Changes nothing.

What a game says of itself is its guide (`rules/guide.py`); its house rules are the options' own
sentences, those of this table that are not the standard ones first.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from flask import Blueprint, abort, render_template

from tricktable.games import GAMES, blame_game
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.guide import Guide, Ladder, trump_of
from tricktable.rules.portrait import Portrait
from tricktable.table import house_rules
from tricktable.text.language import _
from tricktable.web.game_choice import GameChoice, game_choices
from tricktable.web.tables import off_hub, seen_or_404

blueprint = Blueprint("rules", __name__)


@blueprint.get("/t/<code>/rules")
def of_table(code: str) -> str:
    """How the table's game is played, and its house rules; without a game, every game."""
    table = seen_or_404(code)
    record = off_hub(table.game).record
    if record is None:
        return _list(game_choices(), table.code)
    told = off_hub(_sheet, record.header)
    return render_template("rules.html", code=table.code, it=told)


@blueprint.get("/games")
def game_list() -> str:
    """Every game that can be played here."""
    return _list(game_choices())


@blueprint.get("/t/<code>/games")
def next_games(code: str) -> str:
    """What those who sit at this table can play next, the games that suit their number first."""
    table = seen_or_404(code)
    view = table.view()
    if view.header is None:
        return _list(game_choices(), table.code)
    choices = game_choices(view.header.players)
    others = [each for each in choices if each.name != view.header.game]
    return _list(sorted(others, key=lambda each: not each.fits), table.code, view.games)


def _list(games: Sequence[GameChoice], code: str = "", after: int = 0) -> str:
    """A list of games; those that can follow the game with this number can be chosen at a seat."""
    return render_template("rules.html", code=code, it=None, games=games, after=after)


@blueprint.get("/games/<name>/rules")
def of_game(name: str) -> str:
    """How this game is played by its standard rules."""
    if name not in GAMES:
        abort(404, _("There is no such game here."))
    told = off_hub(lambda: _sheet(house_rules.standard(name), has_variants=True))
    return render_template("rules.html", code="", it=told)


class Ranks(NamedTuple):
    """Ladders under one title."""

    title: str
    """Empty for the ranks of every trick."""
    ladders: tuple[Ladder, ...]


class HouseRule(NamedTuple):
    """A house rule with its value in words."""

    title: str
    words: str
    standard: str
    """The sentence for the standard value where this is another one; else empty."""
    rulings: tuple[str, ...]


class RuleSheet(NamedTuple):
    """Everything that the page says of a game."""

    name: str
    """As addresses have it."""
    title: str
    has_lesson: bool
    portrait: Portrait
    guide: Guide
    trump: str
    """The letter of the suit that is always trump; empty for none."""
    ranks: tuple[Ranks, ...]
    changed: tuple[HouseRule, ...]
    """The house rules that differ from the standard …"""
    others: tuple[HouseRule, ...]
    """… and those that do not."""


def _sheet(header: Header, has_variants: bool = False) -> RuleSheet:
    game = header.rules
    with blame_game(game, may_refuse=False):
        rules = [*_house_rules(header)]
        ranks = [*_ranks(game.guide, header)]
        for title, variant in _variants(game, header) if has_variants else ():
            ranks += [
                each._replace(title=each.title or title) for each in _ranks(game.guide, variant)
            ]
        trump = trump_of(header)
    return RuleSheet(
        name=game.name,
        title=_(game.title),
        has_lesson=game.lesson.is_given,
        portrait=game.portrait,
        guide=game.guide,
        trump=trump,
        ranks=tuple(ranks),
        changed=tuple(each for each in rules if each.standard),
        others=tuple(each for each in rules if not each.standard),
    )


def _variants(game: AnyGame, header: Header) -> Iterator[tuple[str, Header]]:
    """Each named variant with its title."""
    for each in game.variants:
        given = (f"variant={each.name}",)
        yield _(each.title), house_rules.header(game.name, header.players, given)


def _ranks(guide: Guide, header: Header) -> Iterator[Ranks]:
    for title, those in groupby(guide.ladders(header), lambda each: each.title):
        yield Ranks(_(title) if title else "", tuple(those))


def changed_rules(header: Header) -> list[str]:
    """The house rules that differ from the standard, each in a sentence."""
    with blame_game(header.rules, may_refuse=False):
        return [each.words for each in _house_rules(header) if each.standard]


def _house_rules(header: Header) -> Iterator[HouseRule]:
    for option in header.rules.options(header.players, header.given).values():
        value, default = header.options[option.name], option.default
        is_standard = default is None or option.is_default(value)
        yield HouseRule(
            _(option.title),
            str(option.meaning(value)),
            "" if is_standard else str(option.meaning(default)),
            option.rulings,
        )
