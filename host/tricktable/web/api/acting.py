"""What the host's console does at a table besides entries: answer, undo, pause, lock, rename."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response
from msgspec import Struct
from msgspec.json import Decoder

from tricktable.rules import names as people
from tricktable.table import commands
from tricktable.table.answering import Answer
from tricktable.web.api import asked, models
from tricktable.web.api.asking import (
    KEY,
    KEYED,
    WITH_BODY,
    ask,
    done,
    done_or_refused,
    host_within_limit,
    must_be_word,
    writable,
)
from tricktable.web.api.described import PLAY, TABLES, body, route
from tricktable.web.api.reading import answered
from tricktable.web.api.states import summary
from tricktable.web.api.writing import begun, correction
from tricktable.web.tables import off_hub, table_or_404

blueprint = Blueprint("api_acting", __name__, url_prefix="/api/v1")

_ANSWER: Final = Decoder(asked.AnswerJson)
_AGAIN: Final = Decoder(asked.AgainJson)
_NAME: Final = Decoder(asked.NameJson)
_PEN: Final = Decoder(asked.PenJson)
_TRIED: Final[Decoder[Struct]] = Decoder(asked.Tried)


def _do(code: str, word: commands.Request) -> Response:
    return done(ask(writable(code), word))


@blueprint.post("/tables/<code>/answer")
@route(
    "answerQuestion",
    models.DoneJson,
    tag=PLAY,
    takes=asked.AnswerJson,
    headers=KEY,
    problems=(*WITH_BODY, "moved-on"),
)
def answer(code: str) -> Response:
    """Answer the table's question; refused if the question has changed.

    Send the `key` of one of the question's options, and the `version` of the state in which
    you read it.
    """
    table = writable(code)
    return done(ask(table, body(_ANSWER)))


@blueprint.post("/tables/<code>/undo")
@route("undo", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def undo(code: str) -> Response:
    """Undo the newest act. A hand thrown in is one act."""
    return _do(code, commands.Undo())


@blueprint.post("/tables/<code>/redo")
@route("redo", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def redo(code: str) -> Response:
    """Redo the newest undone act, if nothing else has happened since.

    Refused if there is nothing to redo.
    """
    return _do(code, commands.Redo())


@blueprint.post("/tables/<code>/throw-in")
@route("throwIn", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def throw_in(code: str) -> Response:
    """Throw this hand in: strike all its entries in one act.

    One `undo` brings them all back.
    """
    return _do(code, commands.ThrowIn())


@blueprint.post("/tables/<code>/games/<int:number>/take-up")
@route("takeUpGame", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def take_up(code: str, number: int) -> Response:
    """Take up a game that was left before its end, while nothing is recorded in the next one.

    Its seats and phones come back with it, and it gets a new number.
    """
    return _do(code, commands.TakeUp(number))


@blueprint.post("/tables/<code>/try")
@route(
    "tryChange",
    models.TrialJson,
    tag=PLAY,
    takes=asked.Tried,
    problems=("unreadable", "not-host", "missing", "refused", "unfit", "too-long", "media"),
)
def try_change(code: str) -> Response:
    """Preview a change: it is judged as usual, but not saved.

    The answer has the summary before and after. Refused if the change itself would be
    refused.
    """
    host_within_limit()
    table = table_or_404(code)
    trial = off_hub(table.try_out, _tried(body(_TRIED)))
    if isinstance(trial, Answer):
        done_or_refused(trial, off_hub(table.view).names)
        raise AssertionError("a trial that ends in an Answer is a refusal")
    before, after = off_hub(lambda: tuple(summary(each) for each in trial))
    return answered(models.TrialJson(before, after))


def _tried(word: Struct) -> commands.Request:
    match word:
        case asked.TryStrikeJson(seq):
            return commands.Enter({"kind": "struck", "seq": seq})
        case asked.TryRestoreJson(seq):
            return commands.Restore(seq)
        case asked.TryCorrectJson(seq, entry):
            return correction(seq, entry)
        case asked.TryRedoJson():
            return commands.Redo()
        case asked.TryThrowInJson():
            return commands.ThrowIn()
    return commands.Undo()


@blueprint.post("/tables/<code>/pause")
@route("pause", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def pause(code: str) -> Response:
    """Pause the game, even overnight. Nothing is recorded meanwhile."""
    return _do(code, commands.Pause())


@blueprint.post("/tables/<code>/resume")
@route("resume", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def resume(code: str) -> Response:
    """Continue the game.

    The game goes on where it was paused.
    """
    return _do(code, commands.Resume())


@blueprint.post("/tables/<code>/lock")
@route("lock", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def lock(code: str) -> Response:
    """Lock the table: only the host may enter anything. Cards on readers still count."""
    return _do(code, commands.Lock())


@blueprint.post("/tables/<code>/unlock")
@route("unlock", models.DoneJson, tag=PLAY, headers=KEY, problems=KEYED)
def unlock(code: str) -> Response:
    """Unlock the table: everybody may enter things again.

    Cards on readers counted all the time.
    """
    return _do(code, commands.Unlock())


@blueprint.post("/tables/<code>/games/again")
@route(
    "playAgain",
    models.GameJson,
    tag=PLAY,
    takes=asked.AgainJson,
    status=201,
    headers=KEY,
    problems=(*WITH_BODY, "running", "no-game"),
)
def play_again(code: str) -> Response:
    """Play the same game again; everyone moves `rotate` seats clockwise.

    House rules stay. A running game is abandoned only on request.
    """
    table = writable(code)
    return begun(table, ask(table, body(_AGAIN)))


@blueprint.put("/tables/<code>/seats/<int:seat>/name")
@route(
    "renameSeat",
    models.DoneJson,
    tag=PLAY,
    takes=asked.NameJson,
    headers=KEY,
    problems=WITH_BODY,
)
def rename(code: str, seat: int) -> Response:
    """Rename the player at this seat.

    An empty name restores the seat's own.
    """
    table = writable(code)
    return done(ask(table, commands.Rename(seat, people.shown(body(_NAME).name, ""))))


@blueprint.put("/tables/<code>/pen")
@route(
    "takePen",
    models.PenTakenJson,
    tag=TABLES,
    takes=asked.PenJson,
    problems=("unreadable", "not-host", "missing", "too-long", "media"),
)
def take_write_lock(code: str) -> Response:
    """Take the scorekeeper's pen. Consoles are read-only until somebody takes it from you."""
    host_within_limit()
    table, pen = table_or_404(code), body(_PEN).pen
    must_be_word(pen)
    off_hub(table.take_write_lock, pen)
    return answered(models.PenTakenJson(pen))


@blueprint.post("/tables/<code>/pen/give-back")
@route(
    "givePenBack",
    models.PenTakenJson,
    tag=TABLES,
    takes=asked.PenJson,
    problems=("unreadable", "not-host", "missing", "too-long", "media"),
)
def give_write_lock_back(code: str) -> Response:
    """Give the pen back. The next console that writes takes it."""
    host_within_limit()
    table, pen = table_or_404(code), body(_PEN).pen
    must_be_word(pen)
    off_hub(table.give_back_write_lock, pen)
    return answered(models.PenTakenJson(off_hub(table.snapshot).writer or ""))
