"""What can be announced in Troika, and what a bid is called. Decides nothing."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.troika.position import Position, TroikaView
from tricktable.games.troika.rules import BIDS
from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS, Keys
from tricktable.rules.laying import Laying
from tricktable.rules.options import Form, number_in
from tricktable.rules.topics import (
    AnyTopic,
    HostPage,
    Keypad,
    OfferToSeat,
    Place,
    SeatPage,
    Steps,
    Topic,
    WithoutTrump,
    called_out,
    discard,
    heading,
    trump_named,
)
from tricktable.rules.values import JsonValue
from tricktable.text.language import Message, _, message, verbatim
from tricktable.text.names import SUIT_NAMES, suit_name
from tricktable.text.sentences import Name, Sentence, Strong, sentence

PASS: Final = "pass"

# --- bids ----------------------------------------------------------------------------------------

_BID: Final = re.compile(r"pass|(?:[5-9]|1[0-2])[NL]?")
_NAMES: Final = {"": "{number}", "N": message("{number} No"), "L": message("{number} Low")}
_WITH_TRUMP: Final = "T"
"""What the keys of pages call a bid with nothing behind its number …"""
_KINDS: Final = {_WITH_TRUMP: message("Trump"), "N": message("No trump"), "L": message("Low")}
"""… and what they say of each kind."""
_KIND_KEYS: Final = {"": "2", "N": "3", "L": "4"}
_KIND_WORDS: Final = {
    "2": message("{number} with trump"),
    "3": message("{number} No trump"),
    "4": message("{number} Low"),
}


def _is_bid(value: JsonValue) -> bool:
    return isinstance(value, str) and _BID.fullmatch(value) is not None


def _apart(bid: str) -> tuple[str, str]:
    """The number of a bid, and its kind: empty, `N` or `L`."""
    number = bid.rstrip("NL")
    return number, bid[len(number) :]


def bid_name(bid: str) -> str:
    """`7`, `7 No` for 7N, `7 Low` for 7L."""
    number, kind = _apart(bid)
    return _(_NAMES[kind], number=number)


def bid_words(bid: str) -> str:
    """A bid's name, or `pass`."""
    return _("pass") if bid == PASS else bid_name(bid)


def _told_bid(who: str, bid: str, _view: TroikaView) -> str:
    return f"{who} passes" if bid == PASS else f"{who} bids {bid_name(bid)}"


def _bid_on_key(bid: str) -> Sentence:
    """The number large, followed by its kind."""
    if bid == PASS:
        return (_("Pass"),)
    number, _kind = _apart(bid)
    words = bid_name(bid)
    if not words.startswith(number):
        return (words,)
    kind = words.removeprefix(number)
    return (Strong(number), kind) if kind else (Strong(number),)


def _in_steps(bid: str) -> tuple[str, str] | None:
    if bid == PASS:
        return None
    number, kind = _apart(bid)
    return number, kind or _WITH_TRUMP


def _every_bid(to: OfferToSeat[Position]) -> list[str]:
    """Everything that the house rules ever let anybody bid, kind by kind."""
    options = to.header.options
    kinds = ("", "N", "L") if options["variant"] == "saskatchewan" else ("", "N")
    lowest = number_in(options, "min_bid")
    inside = [said for said, bid in BIDS.items() if bid.kind in kinds and bid.number >= lowest]
    return [PASS, *sorted(inside, key=lambda said: kinds.index(BIDS[said].kind))]


def _place_of_bid(bid: str, to: OfferToSeat[Position]) -> Place:
    if bid == PASS:
        return "wide"
    return "first" if _apart(bid)[0] == str(to.header.options["min_bid"]) else ""


def _why_no_bid(to: OfferToSeat[Position], shut: Sequence[str]) -> Iterator[Sentence]:
    high = to.view.position.high
    if high is not None:
        who, bid = Name(to.names[high.seat]), Strong(bid_words(high.bid))
        if high.bid in to.values:
            yield sentence(_("{who} bid {bid}. Bid that much or more."), who=who, bid=bid)
        else:
            yield sentence(_("{who} bid {bid}. Bid more."), who=who, bid=bid)
    if PASS in shut:
        yield (_("The others have passed. You must bid."),)


def _keys_of_bid(bid: str) -> Keys:
    number, kind = _apart(bid)
    return ("OK",) if bid == PASS else (NUMBER_KEYS[int(number)], _KIND_KEYS[kind])


def _label_of_bid(keys: Keys, key: str) -> Message:
    if keys:
        return Message(_KIND_WORDS[key], {"number": NUMBERS[keys[0]]})
    return Message("pass") if key == "OK" else verbatim(NUMBERS[key])


BID: Final[Topic[Position, str]] = Topic(
    name="bid",
    title=message("The bid"),
    form=Form(_is_bid, message('"pass" or 5 to 12 with nothing, N or L behind it')),
    words=lambda bid: (bid_name(bid),),
    due=message("to bid"),
    told=_told_bid,
    said=message("{who} bids {value}"),
    host_page=HostPage(heading(message("{who} bids"), message("The bid"))),
    page=SeatPage(
        title=message("Your bid"),
        button=message("Bid"),
        words=_bid_on_key,
        values=_every_bid,
        place=_place_of_bid,
        why=_why_no_bid,
        steps=Steps(
            _in_steps,
            lambda number, kind: f"{number}{kind}".removesuffix(_WITH_TRUMP),
            _KINDS,
            message("Choose a number first."),
        ),
    ),
    keypad=Keypad(
        question=message("{who} bids how many?"),
        keys=_keys_of_bid,
        label=_label_of_bid,
        is_always_asked=True,
        without_trump=WithoutTrump(
            lambda bid: bid.endswith("N"),
            lambda who: Message("{who} bids how many, No trump?", {"who": who}),
        ),
    ),
)
MISDEAL: Final[Topic[Position, None]] = called_out(
    "misdeal",
    message("Misdeal"),
    said=message("{who} calls a misdeal"),
    heading=heading(message("{who} may call a misdeal"), message("Misdeal, called by")),
    line=message("misdeal"),
    told="{who} calls a misdeal: deal again",
)

# --- trump and the kitty -------------------------------------------------------------------------

_OTHER_TRUMPS: Final = {"none": message("no trump"), "low": message("low")}


def trump_name(trump: str) -> str:
    """What is trump, from a suit letter, `none` or `low`: `hearts`, `no trump`, `low`."""
    return _(_OTHER_TRUMPS[trump]) if trump in _OTHER_TRUMPS else suit_name(trump)


TRUMP: Final[Topic[Position, str]] = trump_named(
    told=lambda who, letter, _view: f"{who} names {SUIT_NAMES[letter]} trump"
)
TAKING_THE_KITTY: Final[Topic[Position, int]] = Topic(
    name="kitty>hand",
    title=message("The kitty"),
    told="{who} takes the kitty",
    said=message("{who} took the kitty"),
    host_page=HostPage(heading(message("{who} takes the kitty"), message("The kitty"))),
    page=SeatPage(button=message("I take it")),
    keypad=Keypad(line=message("take the kitty")),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID, TRUMP, MISDEAL, TAKING_THE_KITTY, discard())

# --- cards ---------------------------------------------------------------------------------------


# A record may leave out both kitty and discard; a play comes instead.
LAYING: Final[Laying[Position]] = Laying(awaits=("play", "discard"))
