"""A picture as its board takes it: over the wire, laid out and drawn. Test support."""

import json
from typing import Any

from tableboard import screens, sounds
from tableboard.strokes import HEIGHT, WIDTH
from tablewire.host import HostSession
from tricktable.board.picture import SEATS_ON_BOARD


def drawn(shown: str) -> dict[str, Any]:
    """The picture's fields, once the wire has taken it and the board has laid it out and drawn."""
    session = HostSession("0A1B2C3D")
    session.show(shown)  # raises if it does not fit a line
    assert all(" " <= each <= "~" for each in shown)
    for stroke in screens.page(shown).drawing:
        assert 0 <= stroke.x <= stroke.x + stroke.width <= WIDTH
        assert 0 <= stroke.y < HEIGHT
    fields: dict[str, Any] = json.loads(shown)
    assert len(fields["l"]) == SEATS_ON_BOARD
    assert set(fields["l"]) <= {"off", "turn", "won", "wrong", "on"}
    if fields["s"]:
        assert sounds.pitch(fields["s"], 0), "a sound that the board does not know"
    return fields
