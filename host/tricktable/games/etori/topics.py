"""What can be announced in Etori: a different trump suit. Decides nothing."""

from typing import Final

from tricktable.games.etori.position import Position
from tricktable.rules.topics import AnyTopic, Topic, trump_named
from tricktable.text.names import SUIT_NAMES

TRUMP: Final[Topic[Position, str]] = trump_named(
    told=lambda _who, letter, _view: f"{SUIT_NAMES[letter].capitalize()} are trump",
    by_table=True,  # E14
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (TRUMP,)
