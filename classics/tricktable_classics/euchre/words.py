"""What is said at a table of Euchre: the calls and the discard."""

from typing import Final

from tricktable.rules.cards import SUITS
from tricktable.rules.options import Form
from tricktable.rules.topics import AnyTopic, Bidding, Keypad, SeatPage, Topic, discarded
from tricktable.text.language import _, message
from tricktable.text.sentences import Name, Part, Picture, Sentence, sentence
from tricktable_classics.euchre.position import EuchreView, Position
from tricktable_classics.euchre.rules import ALONE, ORDER, PASS, parts

CALLS: Final = (
    PASS,
    *(f"{what}{alone}" for alone in ("", f" {ALONE}") for what in (ORDER, *SUITS)),
)


def call_words(call: str) -> Sentence:
    """`Order up`, `hearts alone`."""
    what, is_alone = parts(call)
    if what == PASS:
        return (_("Pass"),)
    named: Sentence = (_("Order up"),) if what == ORDER else (Picture(what),)
    return sentence("{call} alone", call=named) if is_alone else named


def _said_call(who: Part, call: str) -> Sentence:
    what, is_alone = parts(call)
    if what == PASS:
        return sentence("{who} passes", who=who)
    told = sentence("{who} orders it up", who=who)
    if what != ORDER:
        told = sentence("{who} makes {suit} trump", who=who, suit=Picture(what))
    return sentence("{call}, alone", call=told) if is_alone else told


def _can(view: EuchreView) -> Sentence:
    at = view.position
    if not at.is_second and at.up:
        dealer = Name(view.names[at.dealer or 0])
        return sentence(
            "Order it up, and {suit} is trump: {who} takes {card}.",
            suit=Picture(at.up[1]),
            who=dealer,
            card=Picture(at.up),
        )
    return (_("Name another suit trump, or pass if you may."),)


CALL: Final[Topic[Position, str]] = Topic(
    name="call",
    title=message("Call"),
    form=Form(
        lambda value: value in CALLS,
        message("pass, order or a suit letter, the last two also alone"),
    ),
    words=call_words,
    acts=message("{who} to call"),
    due=message("to call"),
    bidding=Bidding(message("Calls"), message("makes trump")),
    said=_said_call,
    page=SeatPage(title=message("Your call"), button=message("Say it"), can=_can),
    keypad=Keypad(line=message("call"), is_always_asked=True),
)
DEFEND: Final[Topic[Position, str]] = Topic(
    name="defend",
    title=message("Defence"),
    form=Form(lambda value: value in (PASS, ALONE), message("pass or alone")),
    words=lambda value: (_("Alone") if value == ALONE else _("Together"),),
    acts=message("Does {who} defend alone?"),
    due=message("to call"),
    said=lambda who, value: sentence(
        message("{who} defends alone") if value == ALONE else message("{who} defends together"),
        who=who,
    ),
    page=SeatPage(title=message("How do you defend?"), button=message("Say it")),
)
DISCARD: Final[Topic[Position, int]] = discarded(
    message("Take the card up and discard one"),
    "{who} takes the card up and discards one",
    message("{who} took the card up and discarded one"),
    message("{who} takes the card up and discards"),
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (CALL, DEFEND, DISCARD)
SEEN: Final = {"call": message("{card}, which was ordered up, shows it.")}
