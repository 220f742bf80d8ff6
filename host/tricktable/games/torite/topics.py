"""What can be announced in The Torite: who leads first, and which stacks belong to whom.

Decides nothing: the rules determine what can be said now.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.torite.position import Position, ToriteView
from tricktable.games.torite.rules import HAND, START_CARDS, Pairing, Stacks, are_stacks, is_pairing
from tricktable.rules.game import Header, Next
from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS, Keys
from tricktable.rules.laying import PLAYED, SHOWN, CardMeaning, Laying
from tricktable.rules.options import Form
from tricktable.rules.topics import (
    Allotment,
    AnyTopic,
    Counts,
    HostPage,
    Keypad,
    OfferToSeat,
    SeatPage,
    Topic,
    heading,
)
from tricktable.rules.values import rows_in
from tricktable.text.language import Message, _, message
from tricktable.text.names import Names, card_name
from tricktable.text.sentences import Name, Picture, Sentence, sentence

# --- who leads first -----------------------------------------------------------------------------


def _may_have_it(to: OfferToSeat[Position]) -> bool:
    """Whether the seat can hold the start card, judging by the cards the table has scanned."""
    if len(to.hand) < HAND:
        return True
    return any(card in to.hand for card in START_CARDS[to.view.seats])


def _i_have_it(to: OfferToSeat[Position]) -> tuple[str, str]:
    card = card_name(START_CARDS[to.view.seats][0].code)
    return _("Who leads first?"), _("I have the {card}", card=card)


def _why_not(to: OfferToSeat[Position], _values: Sequence[None]) -> Iterator[Sentence]:
    start = START_CARDS[to.view.seats][0]
    yield sentence(_("{card} is not in your hand."), card=Picture(start.code))


LEADER: Final[Topic[Position, None]] = Topic(
    name="leader",
    title=message("Who leads first?"),
    names_seat=True,
    said=message("{who} has the lowest club"),
    host_page=HostPage(heading(message("Who leads first?"), message("Who leads first?"))),
    page=SeatPage(heading=_i_have_it, may=_may_have_it, why=_why_not),
)

# --- the stacks of one or two players ------------------------------------------------------------


def _told_stacks(_who: str, stacks: Stacks, _view: ToriteView) -> str:
    counts = ("-".join(map(str, stack)) for stack in stacks)
    return f"Clubs-diamonds-hearts-spades in stacks 1 to 4: {', '.join(counts)}"


STACKS: Final[Topic[Position, Stacks]] = Topic(
    name="stacks",
    title=message("Count the suits in the stacks"),
    form=Form(are_stacks, message("four stacks of four suit counts")),
    by_table=True,
    counts=Counts(
        rows=4,
        total=HAND,
        head=message("Stack"),
        field=message("Stack {number}, {suit}"),
        question=message("Stack {number}: how many {suit}?"),
    ),
    told=_told_stacks,
    said=message("The stacks are counted"),
    page=SeatPage(button=message("Counted")),
    keypad=Keypad(line=message("count the stacks")),
)


def pairing_words(pairing: Pairing) -> str:
    """Stacks by seat and round: `1, then 2 / 3, then 4`."""
    return " / ".join(
        _("{first}, then {second}", first=first, second=second) for first, second in pairing
    )


def _told_pairing(_who: str, pairing: Pairing, view: ToriteView) -> str:
    plays = (
        f"{name}: {first}, then {second}"
        for name, (first, second) in zip(view.names, pairing, strict=True)
    )
    return f"Stacks of {'; of '.join(plays)}"


def _heading_of_pairing(_seat: int | None, names: Names) -> Sentence:
    one, other = Name(names[0]), Name(names[1])
    return sentence("Stacks in round 1, 2: {one} / {other}", one=one, other=other)


def _title_of_pairing(to: OfferToSeat[Position]) -> tuple[str, str]:
    one, other = to.names[0], to.names[1]
    title = _("Stacks in rounds 1 and 2: {one} · {other}", one=one, other=other)
    return title, _("Play them like this")


STACKS_DEALT: Final = 4


def _allotment_of_pairing(to: OfferToSeat[Position]) -> Allotment:
    counted = next((said.value for said in to.view.said if said.topic == "stacks"), None)
    suits = tuple(tuple(stack) for stack in rows_in(counted))
    return Allotment(
        message("Stack {number}"),
        suits or ((),) * STACKS_DEALT,
        message("Round {number}"),
        tuple(to.names[:2]),
        times=2,
    )


def _key_of_pairing(pairing: Pairing) -> Sentence:
    (one, two), (three, four) = pairing
    return (_("{one}, {two} · {three}, {four}", one=one, two=two, three=three, four=four),)


def _keys_of_pairing(pairing: Pairing) -> Keys:
    """Three stacks by number; the fourth follows from them."""
    return tuple(NUMBER_KEYS[stack] for stack in [*pairing[0], *pairing[1]][:3])


def _ask_pairing(_who: str, keys: Keys, names: Names) -> Message:
    seat, number = divmod(len(keys), 2)
    fields = {"who": names[seat], "number": number + 1}
    return Message("{who} in round {number}: which stack?", fields)


PAIRING: Final[Topic[Position, Pairing]] = Topic(
    name="pairing",
    title=message("Choose the stacks"),
    form=Form(is_pairing, message("two pairs of the numbers 1 to 4")),
    by_table=True,  # T13: both players choose together
    words=lambda pairing: (" / ".join(f"{first}, {second}" for first, second in pairing),),
    told=_told_pairing,
    said=lambda _who, pairing: sentence("Stacks: {stacks}", stacks=pairing_words(pairing)),
    host_page=HostPage(_heading_of_pairing),
    page=SeatPage(
        heading=_title_of_pairing, words=_key_of_pairing, columns=3, allotment=_allotment_of_pairing
    ),
    keypad=Keypad(
        line=message("pair the stacks"),
        question=_ask_pairing,
        keys=_keys_of_pairing,
        label=lambda _keys, key: Message("stack {number}", {"number": NUMBERS[key]}),
    ),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (LEADER, STACKS, PAIRING)

# --- cards ---------------------------------------------------------------------------------------


def _card_line(who: str | None, card: str, view: ToriteView) -> str:
    if who is None:
        return f"Set aside: {card}"
    return f"{who} turns up {card}" if card in view.position.face_up else f"{who} kept {card}"


def _card_message(seat: int | None, header: Header) -> str:
    if seat is None:
        return message("Set aside: {card}")
    if header.seats == header.players:
        return message("{who} kept {card}")
    return message("{who} kept or turned up {card}")  # for a dummy's card, which could be either


def _stands(header: Header, awaited: Next, seat: int | None) -> CardMeaning:
    if awaited.what == "show":
        of_nobody = message("Set aside") if header.seats == 3 else ""
        return CardMeaning(("shown",), message("Kept card"), of_nobody, may_be_read=False)
    if header.seats == header.players or seat != 1:
        return PLAYED
    # The dummy's card: turned up, unless it is its turn to play.
    if awaited.what == "play":
        return CardMeaning(("played", "shown") if awaited.seat == 1 else ("shown", "played"))
    return CardMeaning(("shown", "played")) if awaited.what == "turn_up" else SHOWN


LAYING: Final[Laying[Position]] = Laying(
    _stands, ("play", "turn_up", "show"), _card_line, _card_message
)
