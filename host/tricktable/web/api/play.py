"""What the host decides at a table besides entries: answer, undo, pause, lock, rename."""

from typing import Final

from tricktable.rules import names as people
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.web.api import bodies, models
from tricktable.web.api.bodies import correction
from tricktable.web.api.dispatch import ChangeRoute, NewGameRoute, TableRoute, done_or_refused
from tricktable.web.api.route import HOST, PLAY, RouteCall
from tricktable.web.api.shapes import NOTHING, Json, JsonBody, body
from tricktable.web.api.states import summary
from tricktable.web.tables import off_hub


def _try(call: RouteCall[bodies.Tried]) -> models.TrialJson:
    trial = off_hub(call.table.try_out, _request(call.read))
    if isinstance(trial, Answer):
        done_or_refused(trial, call.table)
        raise AssertionError("a trial that ends in an Answer is a refusal")
    before, after = off_hub(lambda: tuple(summary(each) for each in trial))
    return models.TrialJson(before, after)


def _request(tried: bodies.Tried) -> commands.Request:
    match tried:
        case bodies.TryStrikeJson(seq):
            return commands.Enter({"kind": "struck", "seq": seq})
        case bodies.TryRestoreJson(seq):
            return commands.Restore(seq)
        case bodies.TryCorrectJson(seq, entry):
            return correction(seq, entry)
        case bodies.TryRedoJson():
            return commands.Redo()
        case bodies.TryThrowInJson():
            return commands.ThrowIn()
    return commands.Undo()


ROUTES: Final = (
    TableRoute(HOST, "POST /tables/<code>/answer", "answerQuestion", PLAY,
        "Answer the table's question; refused if the question has changed. Send the `key` of one "
        "of the question's options, and the `version` of the state in which you read it.",
        body(bodies.AnswerJson), lambda call: call.read, problems=("moved-on",)),
    TableRoute(HOST, "POST /tables/<code>/undo", "undo", PLAY,
        "Undo the newest act. A hand thrown in is one act.",
        NOTHING, lambda _: commands.Undo()),
    TableRoute(HOST, "POST /tables/<code>/redo", "redo", PLAY,
        "Redo the newest undone act, if nothing else has happened since. Refused if there is "
        "nothing to redo.",
        NOTHING, lambda _: commands.Redo()),
    TableRoute(HOST, "POST /tables/<code>/throw-in", "throwIn", PLAY,
        "Throw this hand in: strike all its entries in one act. One `undo` brings them all back.",
        NOTHING, lambda _: commands.ThrowIn()),
    TableRoute(HOST, "POST /tables/<code>/games/<int:number>/take-up", "takeUpGame", PLAY,
        "Take up a game that was left before its end, while nothing is recorded in the next one. "
        "Its seats and phones come back with it, and it gets a new number.",
        NOTHING, lambda call: commands.TakeUp(call.number)),
    ChangeRoute(HOST, "POST /tables/<code>/try", "tryChange", PLAY,
        "Preview a change: it is judged as usual, but not saved. The answer has the summary "
        "before and after. Refused if the change itself would be refused.",
        JsonBody(bodies.TRIED), Json(models.TrialJson), _try, problems=("refused", "unfit")),
    TableRoute(HOST, "POST /tables/<code>/pause", "pause", PLAY,
        "Pause the game, even overnight. Nothing is recorded meanwhile.",
        NOTHING, lambda _: commands.Pause()),
    TableRoute(HOST, "POST /tables/<code>/resume", "resume", PLAY,
        "Continue the game. The game goes on where it was paused.",
        NOTHING, lambda _: commands.Resume()),
    TableRoute(HOST, "POST /tables/<code>/lock", "lock", PLAY,
        "Lock the table: only the host may enter anything. Cards on readers still count.",
        NOTHING, lambda _: commands.Lock()),
    TableRoute(HOST, "POST /tables/<code>/unlock", "unlock", PLAY,
        "Unlock the table: everybody may enter things again. Cards on readers counted all the "
        "time.",
        NOTHING, lambda _: commands.Unlock()),
    NewGameRoute(HOST, "POST /tables/<code>/games/again", "playAgain", PLAY,
        "Play the same game again, or another `game` with the same people; everyone moves `rotate` "
        "seats clockwise. The house rules are those of last time. A running game is abandoned only "
        "on request.",
        body(bodies.AgainJson), lambda call: call.read, problems=("no-game",)),
    TableRoute(HOST, "PUT /tables/<code>/seats/<int:seat>/name", "renameSeat", PLAY,
        "Rename the player at this seat. An empty name restores the seat's own.",
        body(bodies.NameJson),
        lambda call: commands.Rename(call.number, people.safe_name(call.read.name, ""))),
)  # fmt: skip
