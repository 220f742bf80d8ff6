"""An example of each request and answer, for the interface's description. Decides nothing.

The first game that this host knows stands for all: no game is named here.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final, cast, get_args

import msgspec
from msgspec import Struct

from tricktable.games import GAMES
from tricktable.rules.review.sides import TRICKS
from tricktable.rules.values import JsonValue
from tricktable.rules.verdicts import PUBLIC
from tricktable.store.reviews import (
    ClaimOutlookJson,
    DealReviewJson,
    HandOddsJson,
    UnitJson,
    WayCardJson,
)
from tricktable.web.api import bodies, competition_shapes, guide_shapes, models, people_shapes
from tricktable.web.api.enums import DECLARED

_GAME: Final = next(iter(GAMES))
_NAMES: Final = ["Ann", "Bo", "Cy", "Di"]
_RED: Final = "red deck"
_BOARD: Final = "E6614C311B7E6F35"
_RULES: Final = GAMES[_GAME]
_CHOSEN: Final = {
    name: rule.default for name, rule in _RULES.options(4, _RULES.usual(4)).items()
} | dict(_RULES.usual(4))
_DETAIL: Final = cast(
    Mapping[str, JsonValue], _RULES.start(4, _CHOSEN).position((), PUBLIC).as_json()
)
_SUMMARY: Final = models.SummaryJson(
    _GAME, 4, "playing", 17, models.NextJson(2, "play"), None, [], _DETAIL
)
_AT: Final = "2026-01-02T19:30:00.000+00:00"
_SEASON: Final = (date(2026, 9, 1), date(2027, 6, 30))
_GAMES: Final = models.GameJson(1, _AT, _GAME, 4, {}, _NAMES, 17)
_CLAIM: Final = ClaimOutlookJson(False, [["2C"], ["QH"], ["KH"], ["3C"]], None)
_ODDS: Final = HandOddsJson("length", 210, "H", 8, "")
_REVIEW: Final = DealReviewJson(
    deal=1,
    kind="turned",
    could_be_won=True,
    last_moment=49,
    is_last=True,
    round=None,
    trick=12,
    card=3,
    way=[WayCardJson(3, "8D"), WayCardJson(0, "5S"), WayCardJson(0, "AC", is_kept=True)],
    score=None,
    least=23,
    most=24,
    side=[],
    seats=0,
    unit=UnitJson(*TRICKS),
    needed=None,
    made=None,
    course=[],
    reached=[],
    marks=[],
    others=[],
    wanted=[],
    missed=[],
    calls=[],
    turns=0,
    remembered=[_ODDS],
)
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
    chairs=[],
    laying=models.LayingJson(["played", "held"], False),
    tending=None,
)

_SEATS: Final = competition_shapes.MeetingJson(
    1, "7KQ", 0, [[1], [2], [3], [4]], _NAMES, [7], False
)
_ROUND: Final = competition_shapes.RoundJson(1, [_SEATS], [])
_COMPETITION: Final = competition_shapes.CompetitionJson(
    id=12,
    act=17,
    is_saved=True,
    title="Monday",
    game=_GAME,
    players=4,
    options={},
    movement="swiss",
    games=1,
    minutes=30,
    scoring="sum",
    ties=["met", "wins"],
    last_round=3,
    is_running=True,
    is_over=False,
    entrants=[
        competition_shapes.EntrantJson(number, [name], 1, True)
        for number, name in enumerate(_NAMES, 1)
    ],
    rounds=[_ROUND],
    standings=[
        competition_shapes.RankedJson(
            *(1, 0, 2, "Bo", 41.5, 1, 1, 0),
            [competition_shapes.RoundScoreJson(1, 1, 41.5)],
            [None, None],
        )
    ],
    not_seated=[competition_shapes.NotSeatedJson(1, "7KQ", "A game is running at this table.")],
)

_CLUB: Final = models.ClubJson(
    [models.AnnouncementJson(7, "Supper is served", _AT, "2026-01-02T19:40:00.000+00:00")],
    [models.CallJson("7KQ", _AT, "seat", 2, True)],
    models.RoundTimerJson("runs", "2026-01-02T19:50:00.000+00:00", 1200.0),
    False,
    None,
    True,
)
_ANSWERS: Final[tuple[Struct, ...]] = (
    _COMPETITION,
    _ROUND,
    models.TableListJson([models.BriefJson("7KQ", 42, "live", _GAME, "playing", _NAMES)]),
    _STATE,
    models.EntryListJson(1, 2, [models.PlayedEntryJson(seq=2, seat=1, card="QH")]),
    models.DoneJson(1, 18, True),
    _GAMES,
    models.GameListJson([_GAMES]),
    models.GameReviewJson(_GAME, [_REVIEW]),
    _REVIEW,
    _ODDS,
    models.ClaimJson(2, False, [], True, _CLAIM),
    _CLAIM,
    *_REVIEW.way,
    models.KnownGamesJson([models.KnownGameJson(_GAME, "A game", "Take tricks.", [4])]),
    models.GameRulesJson(
        _GAME,
        "A game",
        4,
        4,
        [
            models.OptionJson(
                "hand_scan", "Reading hands", [models.ChoiceJson("off", "…")], "", None, []
            )
        ],
        [models.TopicJson("dealt", "Who deals?", "null", False)],
        ["play"],
    ),
    guide_shapes.GuideJson(
        *(_GAME, "A game", "Take tricks."),
        goal=["Take most tricks."],
        turn=["Everybody plays a card."],
        end=["The game ends after thirteen tricks."],
        score=["Every trick scores 1 point."],
        trump="Trump is always spades.",
        trump_suit="S",
        ladders=[guide_shapes.LadderJson("", ["C", "D", "H", "S"], ["AC", "KC", "QC"])],
        details=[
            guide_shapes.GuideDetailJson(
                "Ties", ["A tie is shared."], [guide_shapes.GridJson(["players"], [["4"]])], ["A29"]
            )
        ],
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
    models.AddressJson("http://192.168.1.20:8080", "192.168.1.20", ["10.8.0.6"]),
    models.PersonListJson([models.KnownPersonJson("Ann", 12)]),
    _CLUB,
    models.ClubOverviewJson(
        _CLUB,
        [
            models.TableGlanceJson(
                code="7KQ",
                is_asleep=False,
                game="A game",
                where="Deal 2, trick 4 of 12",
                headline="Cy to play",
                newest="Bo led the queen of hearts",
                question="",
                faults=[],
                board="live",
                names=_NAMES,
                is_paused=False,
                is_locked=False,
            )
        ],
    ),
    people_shapes.SeasonJson(
        *_SEASON, "wins", 5, [people_shapes.SeasonLineJson(1, "Ann", 12, 7, 1.8)]
    ),
    people_shapes.OwnGamesJson(
        "Ann",
        _AT,
        [people_shapes.OwnKindJson(_GAME, 12, 7, 1.8)],
        1,
        people_shapes.RarestHandJson([7, 4, 2, 0], 276, "A game", _AT),
        people_shapes.OwnPartnerJson("Bo", 6, 4),
        3,
        5,
    ),
    people_shapes.OwnForgottenJson(),
    models.DeckChangedJson([_RED]),
    models.KnownDecksJson(
        [models.KnownDeckJson(_RED, "red", "standard52", 52, True)],
        [models.BegunDeckJson("blue deck", "blue", 20, 52)],
        {"undo": 1},
    ),
)
_REQUESTS: Final[tuple[Struct, ...]] = (
    bodies.DealtJson(0),
    bodies.HeldJson(1, "2C"),
    bodies.ShownJson(None, "7D"),
    bodies.PlayedJson(1, "QH"),
    bodies.MovedJson(1, "hand", "discard", 2),
    bodies.DeclaredJson(1, DECLARED[0]),
    bodies.NewGameJson(_GAME, 4, _NAMES, {}, 0),
    bodies.AgainJson(rotate=1),
    bodies.AnswerJson("1", 42),
    bodies.NameJson("Zoe"),
    bodies.SwapChairsJson(0, 2),
    bodies.DrawSeatsJson([2, 0, 3, 1]),
    bodies.PenJson("score-robot"),
    bodies.TryUndoJson(),
    bodies.TryRedoJson(),
    bodies.TryThrowInJson(),
    bodies.TryStrikeJson(3),
    bodies.TryRestoreJson(3),
    bodies.TryCorrectJson(3, bodies.PlayedJson(1, "KH")),
    bodies.EnrolJson(colour="blue"),
    bodies.ReplaceCardJson(_RED, "QS"),
    bodies.CheckDeckJson(_RED),
    bodies.ControlJson("undo"),
    bodies.ForgetControlsJson("undo"),
    bodies.PlayWithJson(_RED),
    bodies.TendJson("stop"),
    bodies.RenamedDeckJson(_RED, "old red"),
    bodies.DeckNameJson(_RED),
    bodies.AnnounceJson("Supper is served", 10),
    bodies.CalledJson("7KQ"),
    bodies.RoundMinutesJson(20),
    bodies.MoreTimeJson(1),
    bodies.NeighbourJson("8KQ"),
    bodies.BoardSettingsJson(
        bodies.PartsJson(readers=2), bodies.WifiJson("Our network", "eight or more")
    ),
    bodies.ChosenAddressJson("192.168.1.20"),
    bodies.ForgottenJson("Zoe", "Zoe"),
    people_shapes.SeasonToDeclareJson(*_SEASON, "wins", 5),
    people_shapes.OwnWordJson("Ann", "red tulips"),
    competition_shapes.NewCompetitionJson("Monday", _GAME, 4, "swiss", entrants=[["Ann"], ["Bo"]]),
    competition_shapes.PeopleEnteredJson(["Zoe"]),
    competition_shapes.StartRoundJson(1),
    competition_shapes.SeatAgainJson(),
    competition_shapes.CountGamesJson(1, 1, "7KQ", [7]),
    competition_shapes.CorrectionJson(
        "7KQ", 7, competition_shapes.PastCorrectedJson(3, bodies.PlayedJson(1, "KH"))
    ),
    competition_shapes.PastCorrectionJson(competition_shapes.PastStruckJson(3)),
    competition_shapes.UndoneActJson(17),
)
_BY_TYPE: Final = {type(each): each for each in (*_ANSWERS, *_REQUESTS)}


def of(kind: object) -> Mapping[str, Mapping[str, JsonValue]]:
    """The examples of a struct, or of each in a choice of several, as OpenAPI has them."""
    union = get_args(kind)[0] if get_args(kind) else kind
    return {
        each.__name__.removesuffix("Json"): {"value": msgspec.to_builtins(_BY_TYPE[each])}
        for each in get_args(union) or (union,)
    }
