"""The command `rules`: lists the games, and prints a game's house-rule sheet."""

import click

from tricktable.cli.completion import games_named
from tricktable.cli.flags import name_games_left_out, players_option, printing, rules_option


@click.command()
@click.argument("game", metavar="[GAME]", default="", shell_complete=games_named)
@players_option
@rules_option
def rules(game: str, players: int | None, given: tuple[str, ...]) -> None:
    """Print a game's house rules in plain words; without GAME, list the games.

    GAME is the name used in records. The sheet gives each option with its value, what that means,
    and the other values you can choose. The last line is a hash of the rules, which the table
    writes into its records.

    \b
    Example:      tricktable rules GAME --set OPTION=VALUE --set OTHER=VALUE
    Exit codes:   0 done; 64 there is no such game, option or value.
    """
    from tricktable.games import GAMES
    from tricktable.rules.entries import BadLine
    from tricktable.table import house_rules

    name_games_left_out()
    if not game:
        with printing():
            widest = max(len(name) for name in GAMES)
            for each in GAMES.values():
                counts = house_rules.span(each.players)
                click.echo(f"{each.name:<{max(12, widest)}} {each.title}, {counts} players")
        return
    try:
        header = house_rules.header(
            game, players if players is not None else house_rules.usual_players(game), given
        )
    except BadLine as fault:
        raise click.UsageError(fault.reason) from None
    with printing():
        click.echo(house_rules.text(header))
        click.echo(f"\nsheet {house_rules.digest(header)}")
