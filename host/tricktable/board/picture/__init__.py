"""What the board shows: display page, seat lights and a sound, from one view of the table.

The words and layout slots are chosen here; how they are drawn is the board's business
(docs/reference/wire.md, pictures). Pure.
"""

from tricktable.board.picture.lamps import SEATS_ON_BOARD
from tricktable.board.picture.pages import JOIN_CHARACTERS, picture, unshown
from tricktable.text.board import short_name

__all__ = ["JOIN_CHARACTERS", "SEATS_ON_BOARD", "picture", "short_name", "unshown"]
