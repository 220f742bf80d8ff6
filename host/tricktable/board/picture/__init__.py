"""What the board shows, from one view of the table: display page, seat lights and a sound.

Chooses the words and layout slots; how they are drawn is up to the board (docs/reference/wire.md,
pictures). Pure.
"""

from tricktable.board.picture.lamps import SEATS_ON_BOARD
from tricktable.board.picture.pages import JOIN_CHARACTERS, picture, unshown
from tricktable.text.board import short_name

__all__ = ["JOIN_CHARACTERS", "SEATS_ON_BOARD", "picture", "short_name", "unshown"]
