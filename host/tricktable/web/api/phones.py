"""The host's control over phones: which ones have seats at a table."""

from typing import Final

from tricktable.table import commands
from tricktable.web.api import bodies
from tricktable.web.api.dispatch import TableRoute
from tricktable.web.api.route import HOST, PHONES
from tricktable.web.api.shapes import NOTHING, body

_SEAT: Final = "/tables/<code>/seats/<int:seat>"

ROUTES: Final = (
    TableRoute(HOST, f"POST {_SEAT}/let-in", "letPhoneIn", PHONES,
        "Accept the phone that asks for this seat, without a button press. The phones that ask "
        "are listed in the table's `waiting`.",
        NOTHING, lambda call: commands.LetIn(call.number)),
    TableRoute(HOST, f"DELETE {_SEAT}/phone", "sendPhoneAway", PHONES,
        "Turn away the phone that asks for this seat; if none does, remove the one that has it. "
        "The seat is free for another phone then; `giveSeatBack` returns it.",
        NOTHING, lambda call: commands.SendAway(call.number)),
    TableRoute(HOST, f"POST {_SEAT}/give-back", "giveSeatBack", PHONES,
        "Return the seat to the phone that had it before. For a phone that was replaced by "
        "mistake.",
        NOTHING, lambda call: commands.GiveBack(call.number)),
    TableRoute(HOST, "POST /tables/<code>/seats/open", "openSeats", PHONES,
        "Let any phone take a free seat, at a table without a board's buttons. Until "
        "`closeSeats`, nobody has to accept a phone.",
        NOTHING, lambda _: commands.OpenSeats()),
    TableRoute(HOST, "POST /tables/<code>/seats/close", "closeSeats", PHONES,
        "Require each phone to be accepted again. Phones that have seats keep them.",
        NOTHING, lambda _: commands.CloseSeats()),
    TableRoute(HOST, "POST /tables/<code>/chairs", "addPlayer", PHONES,
        "Before a game: somebody without a phone takes the first free chair. Phones take theirs on "
        "the page of a seat; `sendPhoneAway` frees a chair, `renameSeat` renames its person.",
        body(bodies.NameJson), lambda call: commands.AddPlayer(call.read.name)),
    TableRoute(HOST, "POST /tables/<code>/chairs/swap", "swapChairs", PHONES,
        "Before a game: two chairs change places. Whoever has them moves along, with their phones.",
        body(bodies.SwapChairsJson), lambda call: call.read),
    TableRoute(HOST, "POST /tables/<code>/chairs/draw", "drawSeats", PHONES,
        "Before a game: everybody sits in another order. Your program has drawn it.",
        body(bodies.DrawSeatsJson), lambda call: call.read),
    TableRoute(HOST, "POST /tables/<code>/chairs/anew", "sitDownAnew", PHONES,
        "After a game: sit down for another one. Its people keep their chairs, others may come, "
        "and the next game is chosen.",
        NOTHING, lambda _: commands.SitDownAnew()),
)  # fmt: skip
