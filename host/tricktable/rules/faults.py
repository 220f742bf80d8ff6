"""Where a game fails that may only refuse: a bug, as of a package that nobody here has seen.

Its table tells the fault and goes on; nothing of it is hidden, and none is mended here.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.entries import Happening, Impossible

if TYPE_CHECKING:
    from tricktable.rules.game import AnyGame, State


class GameFault(Exception):
    """Raised if a game raised what it must not; as text, what, where and in which function."""

    def __init__(self, what: str, title: str = "") -> None:
        super().__init__(what)
        self.title = title
        """The game's title; empty where only the table knows which game it is."""


class _Place(NamedTuple):
    """One step of the way to where something was raised."""

    module: str
    function: str
    file: str
    line: int


def next_state(state: State, entry: Happening) -> State:
    """The state after the entry. Raises: Impossible; GameFault, for whatever else the game does."""
    try:
        return state.apply(entry)
    except Impossible:
        raise
    except Exception as fault:
        way = _way_to(fault)
        raise GameFault(_fault_at(fault, way[1:] or way)) from fault


def place_of(fault: BaseException) -> str:
    """What was raised, and where: `ZeroDivisionError at rules.py:7, in Whist.offers`."""
    return _fault_at(fault, _way_to(fault)[-1:])


def fault_of(fault: Exception, game: AnyGame, is_running: bool) -> GameFault | None:
    """The fault as this game's; None if it is not to blame.

    It is if its own code was under way. While it runs, an installed game also answers for what our
    code cannot do with its values (None for a list of offers), as it can with those of our games.
    """
    if isinstance(fault, GameFault):
        return GameFault(str(fault), fault.title or game.title)
    way, homes = _way_to(fault), _homes(game)
    own = [each for each in way if _is_in(each.module, homes)]
    is_installed = is_running and any(not each.startswith(_OURS) for each in homes)
    is_about_values = type(fault).__module__ == "builtins" and not isinstance(
        fault, (OSError, UnicodeError)
    )
    if own or (is_installed and is_about_values):
        return GameFault(_fault_at(fault, own or way[-1:]), game.title)
    return None


def is_entered(game: AnyGame, fault: Exception) -> bool:
    """Whether one of the functions in the game's own listing was under way."""
    under_way = {frame.f_code for frame, _ in traceback.walk_tb(fault.__traceback__)}
    return not under_way.isdisjoint(getattr(each, "__code__", None) for each in _functions(game))


_OURS: Final = "tricktable."
_OUR_GAMES: Final = "tricktable.games."


def _homes(game: AnyGame) -> set[str]:
    """The packages that the game's functions come from, without what all games share."""
    modules = {str(each.__module__) for each in _functions(game)}
    ours = {".".join(each.split(".")[:3]) for each in modules if each.startswith(_OUR_GAMES)}
    return ours | {each.partition(".")[0] for each in modules if not each.startswith(_OURS)}


def _functions(game: AnyGame) -> list[Callable[..., object]]:
    values = (getattr(game, each.name) for each in fields(game))
    return [each for each in values if callable(each)]


def _is_in(module: str, homes: set[str]) -> bool:
    return any(f"{module}.".startswith(f"{home}.") for home in homes)


def _way_to(fault: BaseException) -> list[_Place]:
    return [
        _Place(
            str(frame.f_globals.get("__name__", "")),
            frame.f_code.co_qualname,
            frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2],
            line,
        )
        for frame, line in traceback.walk_tb(fault.__traceback__)
    ]


def _fault_at(fault: BaseException, way: list[_Place]) -> str:
    place = way[-1]
    return f"{type(fault).__name__} at {place.file}:{place.line}, in {way[0].function}"
