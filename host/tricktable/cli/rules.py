"""The command `rules`: lists the games, and prints a game's house-rule sheet."""

import click

from tricktable.cli.completion import games_named, options_named
from tricktable.cli.flags import name_games_left_out, printing


@click.command()
@click.argument("game", metavar="[GAME]", default="", shell_complete=games_named)
@click.option("--players", default=4, show_default=True, help="How many players.")
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Change a house rule.",
    shell_complete=options_named,
)
def rules(game: str, players: int, given: tuple[str, ...]) -> None:
    """Print a game's house rules in plain words; without GAME, list the games.

    GAME is the name used in records. The sheet gives each option with its value, what that means,
    and the other values you can choose. The last line is a hash of the rules, which the table
    writes into its records.

    \b
    Example:      tricktable rules GAME --set OPTION=VALUE --set OTHER=VALUE
    Exit codes:   0 done; 64 there is no such game, option or value.
    """
    from tricktable.games import GAMES
    from tricktable.rules.entries import Malformed
    from tricktable.table import house_rules

    name_games_left_out()
    if not game:
        with printing():
            for each in GAMES.values():
                counts = house_rules.span(each.players)
                click.echo(f"{each.name:<12} {each.title}, {counts} players")
        return
    try:
        header = house_rules.header(game, players, given)
    except Malformed as fault:
        raise click.UsageError(fault.reason) from None
    with printing():
        click.echo(house_rules.text(header))
        click.echo(f"\nsheet {house_rules.digest(header)}")
