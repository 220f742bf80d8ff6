"""Pages name an entry by what it is, also to a screen reader: its number is only in its address."""

import re
from random import Random

import pytest

from players.every_game import KINDS, by_chance
from thorough import some
from tricktable.table import commands
from web.room import HOST_PAGE, ask

pytestmark = pytest.mark.sampled
NUMBERED = re.compile(r"\bentr(y|ies) \d", re.IGNORECASE)


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_no_page_of_the_host_tells_an_entry_by_its_number(room, game, players):
    header, lines = by_chance(Random(5), game, players, is_tidy=True)
    ask(room.table, commands.NewGame(game, players, [], dict(header.given)))
    for line in lines[:14]:
        ask(room.table, commands.Enter(line))
    ask(room.table, commands.Undo())
    forms = [f"{what}={seq}" for seq in range(1, 14) for what in ("correct", "try=strike&seq")]
    forms += ["try=restore&seq=14", "try=undo", "try=redo", "try=strike&seq=99", "correct=99"]
    client = room.app.test_client()
    for path in (HOST_PAGE, *(f"{HOST_PAGE}?{form}" for form in some(forms, (game, players)))):
        page = client.get(path).text
        assert not (said := NUMBERED.search(page)), (path, said)
    ask(room.table, commands.NewGame(game, players, [], dict(header.given), abandon=True))
    past = f"{HOST_PAGE}/past/1"
    for path in (past, *(f"{past}?{form}" for form in some(forms, (players, game)))):
        page = client.get(path).text
        assert "</html>" in page
        assert not (said := NUMBERED.search(page)), (path, said)
