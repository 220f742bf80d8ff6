"""The games that the table knows: our own, and those of packages installed beside it.

Each of ours has its own folder and knows no other game. A package adds one through an entry point
of the group `tricktable.games` that names its `Game`; a broken one is reported and left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from tricktable.games import etori, torite, tredici, triatri, troika
from tricktable.rules import limits
from tricktable.rules.codec import can_hold
from tricktable.rules.entries import BadLine, Impossible
from tricktable.rules.faults import GameFault, fault_of, is_entered
from tricktable.rules.game import AnyGame, Game, Header
from tricktable.rules.guide import PICTURES
from tricktable.rules.options import listable_values
from tricktable.rules.topics import declarable
from tricktable.text import language

GROUP: Final = "tricktable.games"
"""The group of entry points (https://packaging.python.org/specifications/entry-points/)."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,30}")


class LeftOut(NamedTuple):
    """A game from an installed package that cannot be played."""

    name: str
    """The name of its entry point."""
    package: str
    why: str

    def __str__(self) -> str:
        return f"the game {self.name} from the package {self.package} is left out: {self.why}"


def _own_games() -> Iterator[AnyGame]:
    for each in (torite, tredici, triatri, etori, troika):
        yield each.GAME


def _find(
    ours: Iterable[AnyGame], installed: Iterable[EntryPoint]
) -> tuple[Mapping[str, AnyGame], tuple[LeftOut, ...]]:
    """Every game by name, and the packages' games that were left out."""
    games = {game.name: game for game in ours}
    left_out = []
    for entry in sorted(installed, key=lambda entry: entry.name):
        try:
            game = _load(entry, games)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - a stranger may raise anything
            package = entry.dist.name if entry.dist else entry.value
            why = f"{type(fault).__name__}: {fault}"
            left_out.append(LeftOut(entry.name, package, why))
        else:
            games[game.name] = game
    return games, tuple(left_out)


def _load(entry: EntryPoint, others: Mapping[str, AnyGame]) -> AnyGame:
    """The game that an entry point names. Raises: whatever prevents it from being played."""
    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is not a Game")
    if not _NAME.fullmatch(game.name):
        raise ValueError(f"a game's name must be lower-case letters and digits, not {game.name!r}")
    if game.name in others:
        raise ValueError(f"there is already a game called {game.name}")
    _try_topics(game)
    limits.check_players(game)
    kinds = (pack.kind for other in others.values() for pack in other.packs)
    limits.check_packs(game, {kind.name: kind for kind in kinds})
    for players in game.players:
        _try_first_moment(game, players)
    _try_words(game)
    language.add_messages(entry.module)
    return game


def _try_topics(game: AnyGame) -> None:
    names = [topic.name for topic in game.topics]
    for name in names:
        if not can_hold(name):
            raise ValueError(f"a record cannot hold the topic {name!r}")
        if names.count(name) > 1:
            raise ValueError(f"there are two topics called {name}")


def _try_first_moment(game: AnyGame, players: int) -> None:
    """Try everything that a table needs before the first card."""
    given = game.usual(players)
    options = {name: option.default for name, option in game.options(players, given).items()}
    topics = declarable(game, ())
    header = Header(game, players, {**options, **given}, given, None, topics)
    state = header.start()
    if not (header.owners and state.next.what and state.position((), 0).as_json() is not None):
        raise ValueError("its opening position cannot be shown")
    limits.check_first_moment(header)


def _try_words(game: AnyGame) -> None:
    """Try what pages tell of it before it begins: those that list games fail with any of them."""
    codes = {code for pack in game.packs for code in pack.kind.codes}
    for card in game.portrait.cards:
        if card.code not in codes:
            told = f"{card.code!r}, which is none of its cards: write them as 'AS 5H+5'"
            raise ValueError(f"its portrait shows {told}")
    if not isinstance(game.portrait.minutes, tuple):
        told = f"two numbers, from and to, not {game.portrait.minutes!r}"
        raise ValueError(f"its portrait tells minutes as {told}")
    for words in game.guide.messages:
        with _attempt_to_tell(f"its guide says {words!r}, which"):
            words.format(**PICTURES)
    players = max(game.players)
    for option in game.options(players, game.usual(players)).values():
        for value in listable_values(option.values):
            with _attempt_to_tell(f"its house rule {option.name} says of {value!r} what"):
                told_of = option.meaning(value)
                told_of.words.format(**told_of.fields)


@contextmanager
def _attempt_to_tell(what: str) -> Iterator[None]:
    """Raises: ValueError if a message cannot be told, which says why."""
    try:
        yield
    except (LookupError, ValueError) as fault:
        raise ValueError(f"{what} cannot be told: {type(fault).__name__} {fault}") from fault


OURS: Final = frozenset(game.name for game in _own_games())
"""The names of our own games; every other one comes from a package."""
GAMES, LEFT_OUT = _find(_own_games(), entry_points(group=GROUP))


@contextmanager
def blame_game(running: AnyGame | None, may_refuse: bool = True) -> Iterator[None]:
    """Raises as a GameFault what a game raises within, and nobody else: the running one, or any.

    `may_refuse` lets Impossible and Malformed pass, which answer a request.
    """
    try:
        yield
    except Exception as fault:
        if may_refuse and isinstance(fault, (Impossible, BadLine)):
            raise
        if found := blame(fault, running):
            raise found from fault
        raise


def blame(fault: BaseException | None, running: AnyGame | None = None) -> GameFault | None:
    """The fault as that of a game: the running one, or any other; None if none is to blame."""
    if not isinstance(fault, Exception):
        return None
    # A game that is about to begin fails beside the one that runs, perhaps of the same package.
    games = [*([running] if running else []), *GAMES.values()]
    for game in sorted(games, key=lambda each: not is_entered(each, fault)):
        if found := fault_of(fault, game, game is running):
            return found
    return None
