"""The API's enumerations: the words that each member may have, for its description.

Words that games define are gathered from the games that this host knows.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Final, get_args

from msgspec import Meta

from tricktable.club.calls import Caller as CallerWord
from tricktable.club.competition.conditions import SCORINGS, TIE_BREAKS
from tricktable.club.competition.movements import MOVEMENTS
from tricktable.games import GAMES
from tricktable.rules.cards import COLOURS, JACKS, SUITS, WILD
from tricktable.rules.codec import PLACES
from tricktable.rules.game import AnyGame
from tricktable.rules.topics import DEALT
from tricktable.rules.values import JsonValue
from tricktable.store.decks import KINDS
from tricktable.store.decks.controls import ACTS
from tricktable.table.club_notice import OVER, PAUSED, RUNS
from tricktable.table.views import ABSENT, LIVE, REFUSED, SILENT, WITHOUT
from tricktable.web.api.schemas import DETAIL, VALUE, reference


def one_of(name: str, *words: str) -> Meta:
    """Lists a member's possible words in the description; checks nothing.

    All members with these words refer to one enumeration of this name.
    """
    return Meta(title=name, extra_json_schema={"enum": list(words)}) if words else Meta()


def _topics() -> Iterator[str]:
    return (topic.name for game in GAMES.values() for topic in game.topics)


DECLARED: Final = tuple(dict.fromkeys(n for n in _topics() if ">" not in n and n != DEALT.name))
"""Every topic that some game lets players declare."""
OFFERED: Final = tuple(dict.fromkeys((DEALT.name, *_topics())))
"""Everything that some game offers to say or to move."""


def awaited_steps(games: Collection[AnyGame]) -> tuple[str, ...]:
    """Every step that some game can wait for; empty if any game leaves its steps unlisted."""
    if not all(game.awaits for game in games):
        return ()
    return tuple(dict.fromkeys(what for game in games for what in game.awaits))


StepName = Annotated[str, one_of("Step", *awaited_steps(GAMES.values()))]
"""The step that a game waits for."""
OfferToSeat = Annotated[str, one_of("OfferName", *OFFERED)]
OfferKind = Annotated[str, one_of("OfferKind", "dealt", "declared", "moved")]
GameName = Annotated[str, one_of("GameName", *GAMES)]
Status = Annotated[str, one_of("Status", "playing", "finished", "drawn")]
Grade = Annotated[str, one_of("Grade", "proved", "someone")]
BoardState = Annotated[str, one_of("BoardState", LIVE, SILENT, ABSENT, WITHOUT, REFUSED)]
Way = Annotated[str, one_of("Way", "played", "shown", "held")]
SuitLed = Annotated[str, one_of("SuitLed", *SUITS, JACKS, WILD, *COLOURS)]
Trump = Annotated[str, one_of("Trump", "", *SUITS, JACKS, WILD, *COLOURS)]
Caller = Annotated[str, one_of("Caller", *get_args(CallerWord))]
ClockState = Annotated[str, one_of("ClockState", RUNS, PAUSED, OVER)]
Care = Annotated[str, one_of("Care", "enrol", "replace", "check", "control")]
Place = Annotated[str, one_of("Place", *sorted(PLACES))]
Declaration = Annotated[str, one_of("Declaration", *DECLARED)]
DeckKind = Annotated[str, one_of("DeckKind", *KINDS)]
ControlAct = Annotated[str, one_of("ControlAct", *ACTS)]
MovementName = Annotated[str, one_of("MovementName", *MOVEMENTS)]
ScoringName = Annotated[str, one_of("ScoringName", *SCORINGS)]
TieBreak = Annotated[str, one_of("TieBreak", *TIE_BREAKS)]
Value = Annotated[JsonValue, Meta(extra_json_schema=reference(VALUE))]
"""What a game's rules define: any JSON."""
Detail = Annotated[Mapping[str, JsonValue], Meta(extra_json_schema=reference(DETAIL))]
"""A game's own part of a summary."""
Options = Annotated[Mapping[str, Value], Meta(title="Options")]
"""House rules by name."""
