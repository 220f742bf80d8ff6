"""How a bid that cannot be made now is refused, in all of these games that call it so."""

from typing import Final

from tricktable.rules.trick_game import Saying
from tricktable.text.language import message

BIDDING: Final = Saying(
    message("bid"), message("it is {seat}'s turn to bid"), message("{seat} cannot bid {value}")
)
