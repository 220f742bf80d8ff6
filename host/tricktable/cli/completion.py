"""What a shell completes: games, their options, variants, decks and ports. Never raises."""

from collections.abc import Iterator

import click


def games_named(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin so."""
    from tricktable.games import GAMES

    return sorted(name for name in GAMES if name.startswith(begun))


def options_named(context: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The house rules of the game on the line: their names and then, behind `=`, their values.

    Of more numbers than are listed anywhere, the least and the most.
    """
    from tricktable.rules.values import MOST_LISTED

    name, equals, value = begun.partition("=")
    found = dict(_options(context))
    if not equals:
        return [f"{each}=" for each in found if each.startswith(name)]
    fit = dict.fromkeys(each for each in found.get(name, ()) if each.startswith(value))
    numbers = sorted(filter(str.isdecimal, fit), key=int)
    between = numbers[1:-1] if len(numbers) > MOST_LISTED else ()
    return [f"{name}={each}" for each in fit if each not in between]


def _options(context: click.Context) -> Iterator[tuple[str, list[str]]]:
    """Each house rule with those of its values that can be listed."""
    from tricktable.games import GAMES

    # click stops at an option whose value is missing; then arguments are still unread.
    game = GAMES.get(context.params.get("game") or next(iter(context.args), ""))
    if game is None:
        return
    players = context.params.get("players")
    if players not in game.players:
        players = min(game.players)
    for name, option in game.options(players, {}).items():
        yield name, [word for each in option.values for word in _words(each)]


def _words(value: object) -> Iterator[str]:
    if isinstance(value, range):
        yield from map(str, value)
    elif isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, str | int):
        yield str(value)


def decks_named(context: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The decks of this house whose names begin so."""
    from tricktable.settings import BadSetting, build
    from tricktable.store.decks import Folder
    from tricktable.store.machine import this_machine

    try:
        settings = build(this_machine(), flags={"data": context.params.get("data")})
        shelf = Folder(settings.decks)
    except (BadSetting, OSError):
        return []
    return [each.name for each in shelf.decks.decks if each.name.startswith(begun)]


def ports_named(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The serial ports there are now, as this system names them."""
    from serial.tools import list_ports

    return [each.device for each in list_ports.comports() if each.device.startswith(begun)]
