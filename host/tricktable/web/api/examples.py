"""An example of each request and answer, for the interface's description. Decides nothing.

The first game that this host knows stands for all: no game is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

import msgspec
from msgspec import Struct

from tricktable.games import GAMES
from tricktable.rules.values import JsonValue
from tricktable.web.api import asked, models
from tricktable.web.api.closed_sets import DECLARED

_GAME: Final = next(iter(GAMES))
_NAMES: Final = ["Ann", "Bo", "Cy", "Di"]
_RED: Final = "red deck"
_BOARD: Final = "E6614C311B7E6F35"
_SUMMARY: Final = models.SummaryJson(
    _GAME, 4, "playing", 17, models.NextJson(2, "play"), None, [], {}
)
_AT: Final = "2026-01-02T19:30:00.000+00:00"
_GAMES: Final = models.GameJson(1, _AT, _GAME, 4, {}, _NAMES, 17)
_STATE: Final = models.StateJson(
    code="7KQ",
    version=42,
    board="live",
    board_word="",
    trouble=None,
    names=_NAMES,
    games=1,
    is_paused=False,
    note="",
    question=None,
    summary=_SUMMARY,
    options={},
    trick=models.TrickJson(
        number=4,
        of=12,
        led="H",
        best=1,
        cards=[models.LaidJson(1, "QH")],
        last=[],
        last_winner=1,
        tally=[1, 2, 0, 0],
        trump="S",
    ),
    offers=[],
    is_locked=False,
    are_seats_open=False,
    waiting=[models.WaitingJson(3, "47")],
    laying=models.LayingJson(["played", "held"], False),
    tending=None,
)

_ANSWERS: Final[tuple[Struct, ...]] = (
    models.TablesJson([models.BriefJson("7KQ", 42, "live", _GAME, "playing", _NAMES)]),
    _STATE,
    models.EntriesJson(1, 2, [models.EntryJson(2, "played", seat=1, card="QH")]),
    models.DoneJson(1, 18, True),
    _GAMES,
    models.GamesJson([_GAMES]),
    models.KnownGamesJson([models.KnownGameJson(_GAME, "A game", "Take tricks.", [4])]),
    models.GameRulesJson(
        _GAME,
        "A game",
        4,
        4,
        [models.OptionJson("hand_scan", "Reading hands", [models.ChoiceJson("off", "…")], "")],
        [models.TopicJson("dealt", "Who deals?", "null", False)],
        ["play"],
    ),
    models.PrefilledJson(
        models.NewGamePrefilledJson(_GAME, 4, _NAMES, {}, 0), [_NAMES], [*_NAMES, "Zoe"]
    ),
    models.ConsoleJson(
        [models.SeatJson(0, "Ann", True, None, False)], True, False, False, None, _BOARD, False
    ),
    models.PenTakenJson("score-robot"),
    models.TrialJson(_SUMMARY, msgspec.structs.replace(_SUMMARY, seq=18)),
    models.OpenedJson("8KQ"),
    models.TableBoardsJson({"7KQ": _BOARD}),
    models.PeopleJson([models.KnownPersonJson("Ann", 12)]),
    models.DeckChangedJson([_RED]),
    models.KnownDecksJson(
        [models.KnownDeckJson(_RED, "red", "standard52", 52, True)],
        [models.BegunDeckJson("blue deck", "blue", 20, 52)],
        {"undo": 1},
    ),
)
_REQUESTS: Final[tuple[Struct, ...]] = (
    asked.DealtJson(0),
    asked.HeldJson(1, "2C"),
    asked.ShownJson(None, "7D"),
    asked.PlayedJson(1, "QH"),
    asked.MovedJson(1, "hand", "discard", 2),
    asked.DeclaredJson(1, DECLARED[0]),
    asked.NewGameJson(_GAME, 4, _NAMES, {}, 0),
    asked.AgainJson(rotate=1),
    asked.AnswerJson("1", 42),
    asked.NameJson("Zoe"),
    asked.PenJson("score-robot"),
    asked.TryUndoJson(),
    asked.TryRedoJson(),
    asked.TryThrowInJson(),
    asked.TryStrikeJson(3),
    asked.TryRestoreJson(3),
    asked.TryCorrectJson(3, asked.PlayedJson(1, "KH")),
    asked.EnrolJson(colour="blue"),
    asked.ReplaceCardJson(_RED, "QS"),
    asked.CheckDeckJson(_RED),
    asked.ControlJson("undo"),
    asked.ForgetControlsJson("undo"),
    asked.PlayWithJson(_RED),
    asked.TendJson("stop"),
    asked.RenamedDeckJson(_RED, "old red"),
    asked.DeckNameJson(_RED),
    asked.NeighbourJson("8KQ"),
    asked.ForgottenJson("Zoe", "Zoe"),
)
_BY_TYPE: Final = {type(each): each for each in (*_ANSWERS, *_REQUESTS)}


def of(kind: object) -> Mapping[str, Mapping[str, JsonValue]]:
    """The examples of a struct, or of each in a choice of several, as OpenAPI has them."""
    union = get_args(kind)[0] if get_args(kind) else kind
    return {
        each.__name__.removesuffix("Json"): {"value": msgspec.to_builtins(_BY_TYPE[each])}
        for each in get_args(union) or (union,)
    }
