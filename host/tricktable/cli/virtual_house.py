"""The host of `demo`: simulated boards with the real firmware, at tables that play by themselves.

Serves them like any other tables, plus the page where anybody can take over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import Final

import click

from tricktable.app import House, open_house
from tricktable.board.link.process import CPYTHON, best_interpreter
from tricktable.board.link.simulated_board import FULL_TABLE, SimulatedBoard
from tricktable.settings import Settings
from tricktable.sim import page as demo_page
from tricktable.sim.autoplay import FAST, HUMAN, Player
from tricktable.sim.stage import Stage, tags_of
from tricktable.store.decks import Folder, ShelfChange, demo_deck, demo_decks
from tricktable.store.installation import command_for
from tricktable.table.commands import NewGame
from tricktable.web import Server
from tricktable.web import serve as serve_pages

CODE: Final = "DEMO"
STRANGERS: Final = {"bank": "0488F0A2C36180"}
"""Tags at the virtual tables that are not cards."""
UNDER_CPYTHON: Final = (
    "The simulated board runs its files under CPython. For the real MicroPython (Linux on x86-64,\n"
    "macOS on Apple silicon): {}"
)


def codes(count: int) -> tuple[str, ...]:
    """The codes of that many virtual tables."""
    return (CODE, *(f"{CODE}{number}" for number in range(2, count + 1)))


def demo(
    settings: Settings,
    seed: int,
    is_fast: bool,
    is_manual: bool,
    first: NewGame,
    tables: int = 1,
    own: Mapping[str, int] = FULL_TABLE,
    show: Callable[[str], None] | None = None,
) -> None:
    """Serve virtual tables, which play by themselves unless `is_manual`, until Ctrl-C.

    Each board's own file says what is in `own`.

    Once they are served, `show` is given the address of their page.

    Raises: click.ClickException, if `first` is not a game for that many players.
    """
    shelf = Folder(settings.decks)
    reds, blue = demo_decks(), demo_deck("blue")
    for deck in (reds[0], blue, *reds[1:]):
        shelf.put(ShelfChange(deck.name, deck))
    tags = tags_of(reds, {"blue": blue.tag_of("9H"), **STRANGERS})
    with ExitStack() as open_things:
        boards = {
            code: open_things.enter_context(SimulatedBoard.start(seed + number, settings=own))
            for number, code in enumerate(codes(tables))
        }
        house = open_things.enter_context(
            open_house(settings, shelf, lambda: _ports(boards.values()), *boards)
        )
        scenes = demo_page.scenes(house.feed)
        stages = []
        for number, (code, board) in enumerate(boards.items()):
            house.give_home(board.id, code)
            _begin(house, code, first)
            player = Player(seed + number, FAST if is_fast else HUMAN)
            table, is_auto = house.tables[code], not is_manual
            stage = Stage(board, table, tags, player, scenes.show, seed + number, is_auto)
            stages.append(stage)
        app = house.app()
        is_under_cpython = best_interpreter() == CPYTHON
        app.register_blueprint(demo_page.blueprint(stages, scenes, is_under_cpython))
        more = (UNDER_CPYTHON.format(command_for("demo")),) if is_under_cpython else ()

        def ready(server: Server) -> None:
            page = f"http://localhost:{server.port}/demo"
            house.welcome(server, f"Virtual table:             {page}", *more)
            if show is not None:
                show(page)
            house.start()
            for stage in stages:
                stage.start()

        try:
            serve_pages(app, house.settings, house.feed, ready)
        finally:
            for stage in stages:
                stage.stop()
            house.stop()


def _ports(boards: Iterable[SimulatedBoard]) -> list[str]:
    return [port for board in boards for port in board.ports()]


def _begin(house: House, code: str, first: NewGame) -> None:
    answer = house.tables[code].ask(first)
    if not answer.is_done:
        raise click.ClickException(answer.reason)
