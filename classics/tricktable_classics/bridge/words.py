"""What is said at a table of Bridge: the calls, the dummy, and what is awaited."""

from dataclasses import replace
from typing import Final

from tricktable.rules import page, phases
from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS, Keys
from tricktable.rules.options import Form
from tricktable.rules.page import Middle
from tricktable.rules.phases import TurnPhase
from tricktable.rules.topics import (
    PASSED,
    AnyTopic,
    Keypad,
    OfferToSeat,
    Place,
    SeatPage,
    Steps,
    Topic,
    Wording,
)
from tricktable.text.language import Message, _, message, verbatim
from tricktable.text.names import ONE_OF_SUIT, SUIT_NAMES
from tricktable.text.sentences import Name, Sentence, Sign, Strong, sentence
from tricktable_classics.bridge.position import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    BridgeView,
    Contract,
    Position,
)
from tricktable_classics.words import lies_open

CALLS: Final = {
    PASS: PASSED,
    DOUBLE: Wording(message("Double"), message("{who} doubles")),
    REDOUBLE: Wording(message("Redouble"), message("{who} redoubles")),
}
CALL_KEYS: Final = {PASS: "OK", DOUBLE: "J", REDOUBLE: "Q"}


def _is_call(value: object) -> bool:
    return isinstance(value, str) and (value in BIDS or value in CALLS)


def bid_words(bid: str) -> Sentence:
    """`3 ♥`, `1 NT`; without the blank between them a voice says *3hearts*."""
    level, strain = bid[0], bid[1]
    suit = _("NT") if strain == "N" else Sign(strain, is_one=level == "1")
    return (Strong(level), "\N{NARROW NO-BREAK SPACE}", suit)


def _call_line(who: str, call: str, _view: BridgeView) -> str:
    if call in CALLS:
        return CALLS[call].said.format(who=who)
    suits = ONE_OF_SUIT if call[0] == "1" else SUIT_NAMES
    return f"{who} bids {call[0]} {suits.get(call[1], 'no trump')}"


def _place(call: str, _to: OfferToSeat[Position]) -> Place:
    return "wide" if call == PASS else "first" if call == BIDS[0] else ""


def _keys(call: str) -> Keys:
    if call in CALL_KEYS:
        return (CALL_KEYS[call],)
    return NUMBER_KEYS[int(call[0])], "OK" if call[1] == "N" else call[1]


def _label(keys: Keys, key: str) -> Message:
    if keys:
        number = NUMBERS[keys[0]]
        suits = ONE_OF_SUIT if number == 1 else SUIT_NAMES
        strain = Message("no trump" if key == "OK" else suits[key])
        return Message("{number} {suit}", {"number": number, "suit": strain})
    called = {pressed: call for call, pressed in CALL_KEYS.items()}
    return Message(CALLS[called[key]].words) if key in called else verbatim(NUMBERS[key])


BID: Final[Topic[Position, str]] = Topic(
    name="bid",
    title=message("The bid"),
    form=Form(
        _is_call,
        message('"pass", "double", "redouble", or 1 to 7 with C, D, H, S or N behind it'),
    ),
    calls=CALLS,
    words=bid_words,
    acts=message("{who} to bid"),
    due=message("to bid"),
    told=_call_line,
    said=message("{who} bids {value}"),
    page=SeatPage(
        title=message("Your bid"),
        button=message("Bid"),
        values=lambda _to: (*CALLS, *BIDS),
        place=_place,
        steps=Steps(
            lambda call: None if call in CALLS else (call[0], call[1]),
            lambda level, strain: level + strain,
            dict(zip(STRAINS, ("♣", "♦", "♥", "♠", message("NT")), strict=True)),
            message("Choose a number first."),
        ),
    ),
    keypad=Keypad(
        question=message("{who} bids how many?"),
        keys=_keys,
        label=_label,
        is_always_asked=True,
    ),
)
OPEN: Final[Topic[Position, None]] = lies_open(
    message("The dummy lies open"),
    message("dummy lies open"),
    message("Your partner plays your cards in this deal."),
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID, OPEN)


def contract_words(contract: Contract, names: tuple[str, ...]) -> Sentence:
    """`3♥ doubled, Ann`."""
    bid = bid_words(f"{contract.level}{contract.strain}")
    declarer = Name(names[contract.declarer])
    match contract.doubled:
        case 1:
            return sentence("{bid} doubled, {who}", bid=bid, who=declarer)
        case 2:
            return sentence("{bid} redoubled, {who}", bid=bid, who=declarer)
    return sentence("{bid}, {who}", bid=bid, who=declarer)


def _danger(view: BridgeView) -> Sentence:
    """Who is vulnerable."""
    sides = [number for number, is_so in enumerate(view.position.vulnerable) if is_so]
    if not sides:
        return (_("Nobody vulnerable"),)
    if len(sides) == 2:
        return (_("Both sides vulnerable"),)
    one, other = view.owners[sides[0]]
    return sentence(
        "{one} and {other} vulnerable", one=Name(view.names[one]), other=Name(view.names[other])
    )


PHASES: Final = phases.of(
    {
        "bid": TurnPhase(
            message("{who} to bid"),
            "to bid",
            message("Your bid"),
            message(
                "Pass, or bid more than any bid before: a number of tricks beyond six, with a "
                "trump suit or without trump."
            ),
            more=_danger,
        ),
    }
)


def middle(view: BridgeView) -> Middle:
    """The contract beside the trick, with its trump."""
    contract, made = view.position.contract, page.table(view)
    if contract is None or view.position.what == "bid":
        return made
    return replace(made, side=contract_words(contract, view.names))
