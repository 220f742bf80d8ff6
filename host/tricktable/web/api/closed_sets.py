"""The API's enumerations: the words that each member may have, for its description.

Words that games define are gathered from the games that this host knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Final, get_args

from msgspec import Meta

from tricktable.games import GAMES
from tricktable.rules.cards import COLOURS, SUITS
from tricktable.rules.game import AnyGame
from tricktable.rules.topics import DEALT
from tricktable.table.club.calls import Caller as CallerWord
from tricktable.table.from_club import OVER, PAUSED, RUNS
from tricktable.table.views import ABSENT, LIVE, REFUSED, SILENT, WITHOUT


def one_of(*words: str) -> Meta:
    """Lists a member's possible words in the description; checks nothing."""
    return Meta(extra_json_schema={"enum": list(words)}) if words else Meta()


def _topics() -> Iterator[str]:
    return (topic.name for game in GAMES.values() for topic in game.topics)


DECLARED: Final = tuple(dict.fromkeys(n for n in _topics() if ">" not in n and n != DEALT.name))
"""Every topic that some game lets players declare."""
OFFERED: Final = tuple(dict.fromkeys((DEALT.name, *_topics())))
"""Everything that some game offers to say or to move."""


def awaited(games: Collection[AnyGame]) -> tuple[str, ...]:
    """Every step that some game can wait for; empty if any game leaves its steps unlisted."""
    if not all(game.awaits for game in games):
        return ()
    return tuple(dict.fromkeys(what for game in games for what in game.awaits))


Awaited = Annotated[str, one_of(*awaited(GAMES.values()))]
"""The step that a game waits for."""
Offered = Annotated[str, one_of(*OFFERED)]
GameName = Annotated[str, one_of(*GAMES)]
Status = Annotated[str, one_of("playing", "finished", "drawn")]
Grade = Annotated[str, one_of("proved", "someone")]
BoardState = Annotated[str, one_of(LIVE, SILENT, ABSENT, WITHOUT, REFUSED)]
EntryKind = Annotated[str, one_of("dealt", "held", "shown", "played", "moved", "declared")]
Way = Annotated[str, one_of("played", "shown", "held")]
SuitLed = Annotated[str, one_of(*SUITS, *COLOURS)]
Trump = Annotated[str, one_of("", *SUITS, *COLOURS)]
Caller = Annotated[str, one_of(*get_args(CallerWord))]
ClockState = Annotated[str, one_of(RUNS, PAUSED, OVER)]
Care = Annotated[str, one_of("enrol", "replace", "check", "control")]
