"""What can be announced in TriATri: the gem that each trick is played for. Decides nothing."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.triatri.position import Position, TriatriView
from tricktable.games.triatri.rules import OWN, STOCK, Gem, is_gem, worths
from tricktable.rules.cards import COLOURS
from tricktable.rules.game import Header, Next
from tricktable.rules.keypad import LIST_KEYS, Keys
from tricktable.rules.laying import PLAYED, SHOWN, CardMeaning, Laying
from tricktable.rules.options import Form
from tricktable.rules.topics import (
    AnyTopic,
    HostPage,
    Keypad,
    OfferToSeat,
    Place,
    SeatPage,
    Topic,
    heading,
)
from tricktable.text.language import Message, _, message
from tricktable.text.names import SUIT_NAMES
from tricktable.text.sentences import Picture, Sentence, sentence

_GEMS: Final[Sequence[Gem]] = [
    {"colour": colour, "from": source} for source in (STOCK, OWN) for colour in COLOURS
]
"""Every gem that can be a prize, in the order of its keys."""


def prize_words(gem: Gem) -> Sentence:
    """A prize in words: its colour and where it comes from."""
    colour = Picture(gem["colour"])
    if gem["from"] == OWN:
        return sentence("{colour}, from their own gems", colour=colour)
    return sentence("{colour}, from the stock", colour=colour)


def _on_key(gem: Gem) -> Sentence:
    colour = Picture(gem["colour"])
    if gem["from"] == OWN:
        return sentence(_("{colour}, own gem"), colour=colour)
    return sentence(_("{colour}, stock"), colour=colour)


def _place(gem: Gem, _to: OfferToSeat[Position]) -> Place:
    return "first" if gem["colour"] == COLOURS[0] else ""


def _why(_to: OfferToSeat[Position], shut: Sequence[Gem]) -> Iterator[Sentence]:
    for gem in shut:
        if gem["from"] == STOCK:
            yield sentence(_("The stock has no {colour}."), colour=Picture(gem["colour"]))
    own = [gem["colour"] for gem in shut if gem["from"] == OWN]
    if len(own) == len(COLOURS):
        yield (_("You have no gems yet."),)
        return
    for colour in own:
        yield sentence(_("You have no {colour} gems."), colour=Picture(colour))


def _label(_keys: Keys, key: str) -> Message:
    gem = _GEMS[LIST_KEYS.index(key)]
    colour = Message(SUIT_NAMES[gem["colour"]])
    return colour if gem["from"] == STOCK else Message("own {colour}", {"colour": colour})


PRIZE: Final[Topic[Position, Gem]] = Topic(
    name="prize",
    title=message("The prize"),
    form=Form(is_gem, message('a colour R, B or G and "from" stock or own')),
    words=prize_words,
    due=message("to choose"),
    said=message("{who} plays for {value}"),
    host_page=HostPage(heading(message("{who} names the prize"), message("The prize"))),
    page=SeatPage(
        title=message("Name the prize"),
        button=message("We play for this"),
        words=_on_key,
        values=lambda _to: _GEMS,
        place=_place,
        columns=len(COLOURS),
        why=_why,
    ),
    keypad=Keypad(
        question=message("{who} names the prize"),
        keys=lambda gem: (LIST_KEYS[_GEMS.index(gem)],),
        label=_label,
    ),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (PRIZE,)

# --- cards ---------------------------------------------------------------------------------------


def _worth(view: TriatriView) -> str:
    """What the newest card counts, if that differs from what is printed on it."""
    lies = worths(view.trick or view.last, view.position.plan)
    # An imitation may have been exchanged (A2 to A6): then a different card lies in its place.
    if view.newest is None or not lies or str(lies[-1].worth) == str(view.newest.card)[0]:
        return ""
    return f", worth {lies[-1].worth}"


def _stands(_: Header, awaited: Next, __: int | None) -> CardMeaning:
    return SHOWN if awaited.what == "reveal" else PLAYED


LAYING: Final[Laying[Position]] = Laying(_stands, ("play", "reveal"), more=_worth)
