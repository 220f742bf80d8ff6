"""The question before a game begins while another one is being played: is that one left?

What is asked for waits in the journal until it is answered. Decides, and does no I/O.
"""

from typing import Final

import msgspec

from tricktable.table import commands
from tricktable.table.desk import evening
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message

LEAVE, PLAY_ON = "OK", "2"
"""The keys that answer it."""


def begin(now: Moment, request: commands.NewGame | commands.NextGame) -> Changes:
    """Begin the game, or ask first if another one would be left. Raises: BadLine."""
    if now.is_in_play:
        return [desk_change(asking=OpenDialogue("leave", detail=_write(request)))]
    return _begins(now, request)


def ask_leave(now: Moment, _: OpenDialogue) -> Prompt | None:
    """Ask whether the game that is not over is left."""
    if now.record is None:
        return None
    question = Message(
        "{game}, trick {number}, is not over",
        {
            "game": Message(now.record.header.rules.title),
            "number": now.record.state.tabletop().number,
        },
    )
    answers = ((LEAVE, Message("leave it")), (PLAY_ON, Message("play on")))
    return Prompt(question, answers)


def take_leave(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Begin the other game, or play on."""
    if key == PLAY_ON:
        return [desk_change(asking=None)]
    if key != LEAVE:
        return [note_row(Note("no_such_answer"))]
    return _begins(now, _read(asking.detail))


def _begins(now: Moment, request: commands.NewGame | commands.NextGame) -> Changes:
    if isinstance(request, commands.NextGame):
        return evening.next_game(now, request.rotate, request.game)
    return evening.new_game(now, request)


_ROTATE: Final = "rotate:"


def _write(request: commands.NewGame | commands.NextGame) -> str:
    if isinstance(request, commands.NextGame):
        return f"{_ROTATE}{request.rotate}"
    return msgspec.json.encode(request).decode()


def _read(kept: str) -> commands.NewGame | commands.NextGame:
    if kept.startswith(_ROTATE):
        return commands.NextGame(int(kept.removeprefix(_ROTATE)), abandon=True)
    return msgspec.json.decode(kept, type=commands.NewGame)
