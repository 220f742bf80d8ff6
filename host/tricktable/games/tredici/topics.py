"""What can be announced in Tredici, and how its cards move: secret targets, aces and calls.

Decides nothing: the rules determine what can be said now.
"""

from dataclasses import replace
from typing import Final

from tricktable.games.tredici.position import Position, TrediciView
from tricktable.rules.cards import STANDARD, SUITS
from tricktable.rules.topics import (
    A_SUIT,
    AnyTopic,
    HostPage,
    Keypad,
    Nameable,
    OfferToSeat,
    SeatPage,
    Topic,
    called_out,
    discard,
    heading,
    suit,
)
from tricktable.text.language import _, message
from tricktable.text.names import people

# --- what each seat does -------------------------------------------------------------------------


def _of_its_suit(to: OfferToSeat[Position]) -> Nameable | None:
    """The thirteen cards that the seat collects; those it has named lie in its stacks."""
    at = to.view.position
    owner = next(number for number, seats in enumerate(at.owners) if to.seat in seats)
    suit = at.targets[owner]
    if suit is None or not any(to.values):
        return None
    return Nameable(
        message("Or touch the cards"),
        tuple(card for card in STANDARD[::-1] if card.code[1] == suit),
        at.named[owner],
        message("The dashed cards are in your stacks already."),
    )


TARGET: Final[Topic[Position, str]] = Topic(
    name="target",
    title=message("A suit is chosen in secret"),
    form=A_SUIT,
    said=message("{who} has chosen a suit in secret"),
    secrecy="value",
    is_in_any_order=True,
    words=suit,
    told="{who} has chosen a target",
    host_page=HostPage(
        heading(message("{who} chooses a suit in secret"), message("A suit is chosen in secret")),
        is_separate=True,
    ),
    page=SeatPage(
        title=message("Choose your suit in secret"),
        button=message("This is my suit"),
        values=lambda _to: SUITS,
        why=lambda _to, _values: ((_("Everybody knows who uses the other suits."),),),
    ),
)
SETTING_ASIDE: Final[Topic[Position, int]] = Topic(
    name="hand>stack",
    title=message("Set them aside"),
    step="stack",
    told="{who} sets {cards} aside",
    said=message("{who} set {cards} aside"),
    host_page=HostPage(
        heading(message("{who} sets aside"), message("Set them aside")), is_separate=True
    ),
    page=SeatPage(
        title=message("How many do you set aside?"),
        button=message("Set them aside"),
        columns=6,
        names=_of_its_suit,
    ),
    keypad=Keypad(question=message("{who} sets aside how many?")),
)
DISCARD: Final[Topic[Position, int]] = discard()
DRAWING: Final[Topic[Position, int]] = Topic(
    name="draw>hand",
    title=message("Draw"),
    step="draw",
    told="{who} draws {cards}",
    said=message("{who} drew {cards}"),
    host_page=HostPage(heading(message("{who} draws"), message("Draw"))),
    page=SeatPage(title=message("Your draw"), button=message("I have drawn")),
)
GIVING: Final[Topic[Position, int]] = Topic(
    name="hand>draw",
    title=message("A card for the new draw pile"),
    step="give",
    is_in_any_order=True,
    told="{who} gives {cards}",
    said=message("{who} gave {cards}"),
    host_page=HostPage(
        heading(message("{who} gives a card"), message("A card for the new draw pile, from"))
    ),
    page=SeatPage(button=message("I give one")),
)

# --- what is called ------------------------------------------------------------------------------


def _told_kische(who: str, _value: None, view: TrediciView) -> str:
    return f"{who} calls kisché; purged: {people(view.position.purged, view.names)}"


KISCHE: Final[Topic[Position, None]] = called_out(
    "kische",
    message("Kisché"),
    said=message("{who} calls kisché"),
    heading=heading(message("{who} may call kisché"), message("Kisché, called by")),
    line=message("kische!"),
    button=message("Kisché!"),
    told=_told_kische,
)
TREDICI: Final[Topic[Position, None]] = replace(
    called_out(
        "tredici",
        message("Tredici"),
        said=message("{who} calls tredici"),
        heading=heading(message("{who} may call tredici"), message("Tredici, called by")),
        line=message("tredici!"),
    ),
    is_urgent=True,
    page=SeatPage(title=message("You have all thirteen cards"), button=message("Tredici!")),
)
ACE: Final[Topic[Position, None]] = Topic(
    name="ace",
    title=message("An ace"),
    secrecy="whole",  # public once the seat's next turn is due, and then by what it has to do
    is_rare=True,
    host_page=HostPage(
        heading(
            message("{who} drew an ace of another suit"),
            message("An ace of another suit, with"),
        ),
        button=message("An ace"),
    ),
    page=SeatPage(button=message("Off-suit ace")),
    keypad=Keypad(line=message("an ace was drawn")),
)
DRAW: Final[Topic[Position, None]] = Topic(
    name="draw",
    title=message("Nobody can win any more"),
    by_table=True,
    is_rare=True,
    is_in_any_order=True,
    said=message("The players agree on a draw"),
    host_page=HostPage(button=message("Agree on a draw")),
    page=SeatPage(button=message("We agree on a draw")),
    keypad=Keypad(line=message("agree on a draw")),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (
    TARGET,
    SETTING_ASIDE,
    DISCARD,
    DRAWING,
    GIVING,
    KISCHE,
    TREDICI,
    ACE,
    DRAW,
)
