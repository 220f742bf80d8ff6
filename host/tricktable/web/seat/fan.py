"""The cards that one seat may still lay, or nobody's, as a phone offers them: a suit, then a rank.

Made from what the seat itself may know. Nothing that could be in the hand is left out, however
improper: a suit that the seat has shown to be without only comes last. Decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, NamedTuple

from tricktable.rules.cards import BY_CODE, COLOURS, JACKS, WILD, Card, cards_in
from tricktable.rules.entries import Impossible, Played
from tricktable.rules.hands import newest_deal
from tricktable.rules.laying import Way
from tricktable.rules.presumptions import LAID, once_chosen, owes, suppositions
from tricktable.rules.ranking import LETTERS
from tricktable.rules.record import Record
from tricktable.table.desk import own_card
from tricktable.table.desk.desk import EarlyCard

IN_A_ROW: Final = 5
"""More keys side by side would be too narrow for a thumb, on a screen 320 px wide."""

_SECRET: Final = ("", "other_hand", "elsewhere")
"""Why a card stays in the fan: nothing forbids it, or only what lies in another hand."""
_UNREAD: Final = "full_hand"
"""The same of a hand whose owner has no phone: that its cards are known would tell which."""
_ORDER: Final = f"{JACKS}SHCD{WILD}{COLOURS}X"
"""The suits as in the grid of the host's page."""

Rows = tuple[tuple[str, ...], ...]
"""Card codes in rows that are as long as each other, or differ by one."""


class Suit(NamedTuple):
    """The cards of one suit or colour that may still be in the hand."""

    letter: str
    """As on the card; X for cards without a colour."""
    rows: Rows
    is_void: bool
    """Whether the seat has shown that it has none."""


@dataclass(frozen=True, slots=True)
class Fan:
    """What one seat can lay now."""

    hand: Rows
    """Its scanned cards, the likeliest; empty if the table has scanned none."""
    suits: tuple[Suit, ...]
    """All others: the suit to follow comes first, suits it is void in come last."""
    open_suit: str
    """The suit that is offered at once; empty if there is none to follow."""
    is_due: bool
    """Whether the table waits for this seat's card."""
    is_partly: bool = False
    """Whether the hand has cards, too, that were not scanned: each of the others is likely."""


def fan(
    record: Record,
    presumed: frozenset[int],
    seat: int | None,
    hand: Sequence[Card],
    is_due: bool,
    early: Sequence[EarlyCard] = (),
    how: Way | None = None,
) -> Fan | None:
    """What this seat can lay now, one way or another; None while it can lay nothing.

    Nobody lays a card who has to move some first: it would show what is given away.

    Args:
        record: the game so far.
        presumed: the entries of it that the table presumed.
        seat: the seat's number; None for cards that are nobody's.
        hand: its cards that were scanned.
        is_due: whether the game waits for this seat.
        early: the cards that wait for a choice.
        how: what the card becomes, where it could be either.

    Raises: GameFault.
    """
    if owes(record, seat):
        return None
    refusals = _refusals(record, presumed, seat, how)
    if refusals is None and how is None:
        refusals, is_due = _refusals_once_chosen(record, seat, early), False
    if refusals is None:
        return None
    kept = _SECRET if hand else (*_SECRET, _UNREAD)
    left = [card for card, why in refusals.items() if why in kept and card not in hand]
    table, void = record.state.tabletop(), _voids(record, seat)
    owed, letter_of, heights = table.owed, table.ranking.letters, table.ranking.heights
    left.sort(key=lambda card: -heights[card])
    letters = sorted(
        {letter_of[card] for card in left},
        key=lambda each: (each in void, each != owed, _ORDER.index(each)),
    )
    suits = tuple(
        Suit(each, rows([card for card in left if letter_of[card] == each]), each in void)
        for each in letters
    )
    is_partly = bool(hand) and not all(refusals[card] for card in left)
    is_open = owed in letters and owed not in void and (is_partly or not hand)
    return Fan(rows(hand), suits, owed if owed and is_open else "", is_due, is_partly)


def rows(cards: Sequence[Card]) -> Rows:
    """The cards in as few rows as there can be, and none much shorter than the others."""
    count = -(-len(cards) // IN_A_ROW)
    ends = [-(-len(cards) * each // count) for each in range(count + 1)] if count else [0]
    codes = [card.code for card in cards]
    return tuple(tuple(codes[start:end]) for start, end in pairwise(ends))


def _deck(record: Record) -> list[Card]:
    """The game's cards, high ones first."""
    return [*cards_in(record.header.deck)][::-1]


def _refusals(
    record: Record, presumed: frozenset[int], seat: int | None, how: Way | None
) -> dict[Card, str] | None:
    """`own_card.refusals` of all cards now; None if this seat can lay none."""
    later = (each.record for each in suppositions(record, presumed, seat, LAID))
    for now in chain((record,), later):  # a card may show that the cards were dealt
        if record.header.rules.laying.card_meaning(record.header, now.state.next) is None:
            continue
        refusals = own_card.refusals(now, seat, _deck(record), how)
        if not all(refusals.values()):
            return refusals
    return None


def _refusals_once_chosen(
    record: Record, seat: int | None, early: Sequence[EarlyCard]
) -> dict[Card, str] | None:
    """The same for a card that has to wait for a choice, with those that wait already."""
    try:
        now = once_chosen(record, [(each.seat, BY_CODE[each.card]) for each in early])
    except Impossible:
        return None
    refusals = own_card.refusals(now, seat, _deck(record)) if now else {}
    return None if all(refusals.values()) else refusals


def _voids(record: Record, seat: int | None) -> frozenset[str]:
    """The suits that this seat has not followed in this deal."""
    void = set()
    for before, (_, entry, _) in pairwise(newest_deal(record)):
        if not isinstance(entry, Played):
            continue
        table = before.after.tabletop()
        owed = table.owed
        follows = table.ranking.letters[entry.card] == owed
        if owed and not follows and not entry.card.bit & table.exempt:
            optional = table.optional and table.optional & table.ranking.masks[LETTERS.index(owed)]
            void |= {owed} if entry.seat == seat and not optional else set()
    return frozenset(void)
