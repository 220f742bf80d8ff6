"""How a game is played, as programs read it: the shapes, and a game's guide in them."""

from msgspec import Struct

from tricktable.rules.game import AnyGame
from tricktable.rules.guide import Detail, Grid, Ladder, plain, trump_of
from tricktable.table import house_rules
from tricktable.text.language import _
from tricktable.web.api.enums import GameName


class GridJson(Struct, frozen=True):
    """A small table of text."""

    heads: list[str]
    rows: list[list[str]]


class LadderJson(Struct, frozen=True):
    """Cards by rank."""

    title: str
    """Where they rank so, or what they do; empty for the ranks of every trick."""
    suits: list[str]
    """The letters of the suits or colours that rank like this; empty for no suit in particular."""
    cards: list[str]
    """The cards of the first suit, the highest first."""


class GuideDetailJson(Struct, frozen=True):
    """A part to be looked up."""

    title: str
    paragraphs: list[str]
    tables: list[GridJson]
    rulings: list[str]
    """The numbers of the rulings that settled gaps in it."""


class GuideJson(Struct, frozen=True):
    """How a game is played by its standard rules. Lists are empty if the game does not say."""

    name: GameName
    title: str
    line: str
    """The game in a sentence."""
    goal: list[str]
    """What everybody plays for. This and the next three are short paragraphs."""
    turn: list[str]
    """The play, from one deal to the next."""
    end: list[str]
    score: list[str]
    trump: str
    """What is trump, in a sentence or two."""
    trump_suit: str | None
    """The letter of the suit that is always trump; null if there is none."""
    ladders: list[LadderJson]
    """What ranks above what."""
    details: list[GuideDetailJson]


def guide_of(game: AnyGame) -> GuideJson:
    """The game's guide in the current language, its ranks as at a table by the standard rules."""
    guide, header = game.guide, house_rules.standard(game.name)
    return GuideJson(
        game.name,
        _(game.title),
        _(game.portrait.line),
        _paragraphs(guide.goal),
        _paragraphs(guide.turn),
        _paragraphs(guide.end),
        _paragraphs(guide.score),
        plain(guide.trump) if guide.trump else "",
        trump_of(header) or None,
        [_ladder(each) for each in guide.ladders(header)],
        [_detail(each) for each in guide.details],
    )


def _paragraphs(of: tuple[str, ...]) -> list[str]:
    return [*map(plain, of)]


def _ladder(of: Ladder) -> LadderJson:
    return LadderJson(_(of.title) if of.title else "", [*of.suits], [*of.cards])


def _detail(of: Detail) -> GuideDetailJson:
    paragraphs = tuple(part for part in of.parts if not isinstance(part, Grid))
    tables = [
        GridJson(_paragraphs(part.heads), [_paragraphs(row) for row in part.rows])
        for part in of.parts
        if isinstance(part, Grid)
    ]
    return GuideDetailJson(_(of.title), _paragraphs(paragraphs), tables, [*of.rulings])
