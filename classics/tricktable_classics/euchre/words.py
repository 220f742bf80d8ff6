"""What is said at a table of Euchre: the calls and the discard."""

from typing import Final

from tricktable.rules.cards import SUITS
from tricktable.rules.options import Form
from tricktable.rules.topics import AnyTopic, Bidding, Keypad, SeatPage, Topic, Wording, pick_up
from tricktable.rules.view import View
from tricktable.text.language import _, message
from tricktable.text.sentences import Name, Part, Picture, Sentence, sentence
from tricktable_classics.euchre.position import Position
from tricktable_classics.euchre.rules import ALONE, ORDER, PASS

CALLS: Final = {
    ORDER: Wording(message("Order up"), message("{who} orders it up")),
    f"{ORDER} {ALONE}": Wording(message("Order up alone"), message("{who} orders it up, alone")),
}


def _suit_words(call: str) -> Sentence:
    words = "{suit}" if call in SUITS else message("{suit} alone")
    return sentence(words, suit=Picture(call[0]))


def _suit_sentence(who: Part, call: str) -> Sentence:
    trump, alone = message("{who} makes {suit} trump"), message("{who} makes {suit} trump, alone")
    return sentence(trump if call in SUITS else alone, who=who, suit=Picture(call[0]))


def _can(view: View[Position]) -> Sentence:
    if not view.turned:
        return (_("Name another suit trump, or pass if you may."),)
    return sentence(
        "Order it up, and {suit} are trump: {who} takes {card}.",
        suit=Picture(view.turned[1]),
        who=Name(view.names[view.dealer or 0]),
        card=Picture(view.turned),
    )


CALL: Final[Topic[Position, str]] = Topic(
    name="call",
    title=message("Call"),
    form=Form(
        lambda value: value in (PASS, *CALLS, *SUITS, *(f"{suit} {ALONE}" for suit in SUITS)),
        message("pass, order or a suit letter, the last two also alone"),
    ),
    calls=CALLS,
    words=_suit_words,
    acts=message("{who} to call"),
    due=message("to call"),
    bidding=Bidding(message("Calls"), message("makes trump")),
    said=_suit_sentence,
    page=SeatPage(title=message("Your call"), button=message("Say it"), can=_can),
    keypad=Keypad(line=message("call"), is_always_asked=True),
)
DEFEND: Final[Topic[Position, str]] = Topic(
    name="defend",
    title=message("Defence"),
    form=Form(lambda value: value in (PASS, ALONE), message("pass or alone")),
    calls={
        PASS: Wording(message("Together"), message("{who} defends together")),
        ALONE: Wording(message("Alone"), message("{who} defends alone")),
    },
    acts=message("Does {who} defend alone?"),
    due=message("to call"),
    page=SeatPage(title=message("How do you defend?"), button=message("Say it")),
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (CALL, DEFEND, pick_up())
SEEN: Final = {"call": message("{card}, which was ordered up, shows it.")}
