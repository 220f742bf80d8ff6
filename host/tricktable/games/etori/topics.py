"""What is said at a table of Etori: that another suit is trump. Decides nothing."""

from __future__ import annotations

from typing import Final

from tricktable.games.etori.position import Position
from tricktable.rules.topics import (
    A_SUIT,
    AnyTopic,
    Console,
    Keypad,
    SeatPage,
    Topic,
    heading,
    suit,
)
from tricktable.text.language import Message, message
from tricktable.text.names import SUIT_NAMES
from tricktable.text.parts import Picture, sentence

TRUMP: Final[Topic[Position, str]] = Topic(
    name="trump",
    title=message("Trump"),
    form=A_SUIT,
    by_table=True,  # E14
    words=suit,
    told=lambda _who, letter, _view: f"{SUIT_NAMES[letter].capitalize()} are trump",
    said=lambda _who, letter: sentence("{suit} is trump", suit=Picture(letter)),
    console=Console(heading(message("{who} names trump"), message("Trump"))),
    page=SeatPage(title=message("Name trump"), button=message("This is trump"), columns=4),
    keypad=Keypad(
        line=message("name trump"),
        question=lambda who, _keys, _names: Message("{who} names trump", {"who": who}),
    ),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (TRUMP,)
