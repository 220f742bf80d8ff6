"""The command `demo`: the whole system without any hardware."""

from tempfile import TemporaryDirectory

import click

from tricktable.cli.completion import games_named
from tricktable.cli.flags import (
    Flag,
    name_games_left_out,
    players_option,
    rules_option,
    serving,
    settings_of,
    with_settings,
)
from tricktable.cli.logs import with_log

MOST_TABLES = 20
"""How many simulated boards an ordinary computer can run at once."""


@click.command()
@with_settings("data", "database", "max_journal_mib", "board_port")
@click.option("--seed", default=1, show_default=True, help="The same seed deals the same hands.")
@click.option("--fast", is_flag=True, help="Play as fast as this computer can.")
@click.option("--manual", is_flag=True, help="Wait for you to play every card.")
@click.option(
    "--game",
    default="",
    help="The game to start with (default: the first).",
    shell_complete=games_named,
)
@players_option
@rules_option
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    show_default=True,
    help="How many tables to run, as at a club evening.",
)
@click.option(
    "--board",
    "board",
    type=click.Choice(["table", "breadboard"]),
    default="table",
    show_default=True,
    help="Which board to simulate: a whole table's, or one reader on a breadboard.",
)
@click.option("--open", "opens", is_flag=True, help="Open the virtual table in your browser.")
@with_log
def demo(
    seed: int,
    fast: bool,
    manual: bool,
    game: str,
    players: int | None,
    given: tuple[str, ...],
    tables: int,
    board: str,
    opens: bool,
    **flags: Flag,
) -> None:
    """Try everything without any hardware.

    A simulated table runs the real firmware and plays by itself; take over, or choose another
    game, at /demo. If you ask for several tables, each has its own board.

    \b
    Exit codes: 0 stopped by Ctrl-C or SIGTERM; 130 stopped by Ctrl-C before it served;
    1 it cannot run; one sentence says why.
    """
    from tricktable.board.link.simulated_board import BREADBOARD, FULL_TABLE
    from tricktable.cli import browser, virtual_house
    from tricktable.games import GAMES
    from tricktable.rules.entries import BadLine
    from tricktable.sim.stage import new_game
    from tricktable.table import house_rules

    name_games_left_out()
    game = game or next(iter(GAMES))
    count = players if players is not None else house_rules.usual_players(game)
    try:
        first = new_game(game, count, house_rules.header(game, count, given).given)
    except BadLine as fault:
        raise click.UsageError(fault.reason) from None
    with serving(), TemporaryDirectory(prefix="tricktable-") as folder:
        settings = settings_of({**flags, "data": folder})
        show = browser.show if opens else None
        own = BREADBOARD if board == "breadboard" else FULL_TABLE
        virtual_house.demo(settings, seed, fast, manual, first, tables, own, show)
