"""Takes the how-to's pictures of what a game can say: `make pictures`. Tests no page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import Browser, expect

from games.case import Slips, by_its_own_player
from games.samples import known
from rig.browser import opened
from tricktable.rules.game import AnyGame
from tricktable.rules.view import AnyView
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable_classics import bridge, euchre, hearts, skat
from web.room import CODE, Room, ask, sit

PICTURES: Final = Path(__file__).parents[1] / "docs/pictures/moments"
NAMES: Final = ("Ann", "Bo", "Cy", "Di")
TABLE, OWN = ".table-top", "#own"


class Moment(NamedTuple):
    """What a picture shows."""

    name: str
    game: AnyGame
    comes: Callable[[AnyView], bool]
    """Whether it is this one."""
    part: str = TABLE
    """The part of the page, as a selector: the seat that is due sees its own part."""


MOMENTS: Final = (
    Moment("trick", euchre.GAME, lambda at: len(at.trick) == 3 and at.number == 2),
    Moment("turned", euchre.GAME, lambda at: at.next_what == "call" and len(at.said) == 2),
    Moment("bids", bridge.GAME, lambda at: at.next_what == "bid" and len(at.said) == 3),
    Moment("dummy", bridge.GAME, lambda at: at.dummy is not None and len(at.trick) == 2),
    Moment("out", euchre.GAME, lambda at: bool(at.out) and len(at.trick) == 2),
    Moment("keys", skat.GAME, lambda at: at.next_what == "bid" and len(at.said) == 2, OWN),
    Moment("hand", hearts.GAME, lambda at: len(at.trick) == 2 and at.number == 2, OWN),
)


def take(browser: Browser, moment: Moment, room: Room, url: str) -> bool:
    """Play a game until the moment comes, and take its picture; False if it does not come."""
    game, players = moment.game, min(4, max(moment.game.players))
    for seed in range(60):
        names = [*NAMES[:players]]
        ask(room.table, commands.NewGame(game.name, players, names, abandon=True))
        for line in by_its_own_player(game, Slips(0, 0, 0))(Random(seed), players, {}, True):
            ask(room.table, commands.Enter(line))
            now = room.table.view().view
            if now is None or not moment.comes(now):
                continue
            path, seat = f"/t/{CODE}", now.next_seat
            if moment.part == OWN and seat is not None:
                path += f"/seat#{sit(room.table, seat)}"
            context = browser.new_context(
                viewport={"width": 360, "height": 780}, reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(url + path)
            part = page.locator(moment.part).first
            expect(part).to_be_visible()
            part.screenshot(path=PICTURES / f"{moment.name}.jpg", type="jpeg", quality=70)
            context.close()
            return True
    return False


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for moment in MOMENTS:
        with known(moment.game), _served() as (room, url), opened() as browser:
            assert take(browser, moment, room, url), f"{moment.name} never came"


@contextmanager
def _served() -> Iterator[tuple[Room, str]]:
    room = Room(Path(tempfile.mkdtemp()))
    room.table.board_is(WITHOUT)
    with room.served() as url:
        yield room, url
    room.close()


if __name__ == "__main__":
    main()
