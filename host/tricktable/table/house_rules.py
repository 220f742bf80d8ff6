"""The house-rule sheet: every option of a game with its value, in sentences for players.

A sheet is the text that lies on the table; the hash of its rules is in the record, so that a
quarrel about them can be settled by printing it again. Pure: prints nothing.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import BadLine
from tricktable.rules.game import Header
from tricktable.rules.options import Form
from tricktable.rules.values import JsonValue
from tricktable.text.language import ENGLISH, speaking

KEY: Final = "sheet"
"""The extra key in a record's header for the hash of its rules."""
USUAL_PLAYERS: Final = 4
"""The number of players if nobody says how many there are."""


def header(game: str, players: int, given: Iterable[str] = ()) -> Header:
    """The header of a game whose options are given as `option=value`. Raises: BadLine."""
    usual = GAMES[game].usual(players) if game in GAMES else {}
    options = {**usual, **dict(map(_option, given))}
    line = {"record": codec.FORMAT, "game": game, "players": players, "options": options}
    return codec.read_header(json.dumps(line), GAMES)


def standard(game: str) -> Header:
    """The header of this game by its standard rules, for as many players as are usual."""
    return header(game, usual_players(game))


def usual_players(game: str) -> int:
    """Four players, or as near as the game comes; four too for a game that there is not."""
    counts = GAMES[game].players if game in GAMES else (USUAL_PLAYERS,)
    return min(counts, key=lambda players: abs(players - USUAL_PLAYERS))


def _option(text: str) -> tuple[str, JsonValue]:
    """`min_bid=7`: numbers and lists as JSON writes them, anything else is a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadLine(f"write a house rule as option=value, not {text!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def span(players: Collection[int]) -> str:
    """Numbers of players in a few characters: `4`, `4 or 6`, `2 to 13`."""
    fewest, most = min(players), max(players)
    if len(players) == most - fewest + 1 > 2:
        return f"{fewest} to {most}"
    return " or ".join(map(str, sorted(players)))


def lines(header: Header) -> Iterator[str]:
    """The sheet, line by line: what holds, by which option, and its other values."""
    rules, players = header.rules, header.players
    yield f"{rules.title}, {players} {'player' if players == 1 else 'players'}"
    for name, option in rules.options(players, header.given).items():
        value = header.options[name]
        yield ""
        yield f"{option.meaning(value)}"
        yield f"    {name} = {_plain(value)}{' (default)' if option.is_default(value) else ''}"
        for other in option.values:
            if isinstance(other, range):
                yield f"    or {other[0]} to {other[-1]}"
            elif isinstance(other, Form):
                yield f"    or {other.words}"
            elif other != value:
                yield f"    or {_plain(other)}: {option.meaning(other)}"


def _plain(value: JsonValue) -> str:
    return str(value).replace("'", "")


def text(header: Header) -> str:
    """The sheet as printed, always in English."""
    with speaking(ENGLISH):
        return "\n".join(lines(header))


def digest(header: Header) -> str:
    """The hash of the rules: the first 16 hexadecimal digits of a SHA-256.

    Over the game, the number of players and every option with its value, as JSON in UTF-8 with
    sorted keys and no blanks: a better sentence or another language is no other game.
    """
    rules = {"game": header.game, "players": header.players, "options": dict(header.options)}
    written = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()[:16]
