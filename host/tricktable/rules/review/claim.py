"""A claim on what is left of a hand, once it lies open: does it hold however the hidden cards lie?

What is known are the claimant's hand, a dummy's, every card that lay open, and which cards nobody
had who would have had to lay one; what was said is not weighed. A card that all saw taken up is in
that hand, or was put away. Where somebody claims all tricks that are
left, there must be one way to play that answers whatever the others may hold and do. Where all win
together they lay their hands open too, so there must be a way in each layout. Then suits on backs
count, if they are known: hands were scanned whole, or the deal is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tricktable.rules.cards import Card, cards_in, mask
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Played, Shown
from tricktable.rules.game import State, Tabletop
from tricktable.rules.hands import hand as scanned
from tricktable.rules.hands import newest_deal
from tricktable.rules.position import Common
from tricktable.rules.record import Record
from tricktable.rules.review.from_seat import moved_cards
from tricktable.rules.review.layouts import Layouts
from tricktable.rules.review.open_cards import (
    DUTIES,
    OpenCards,
    OpenMoment,
    barred_cards,
    duties_in,
    open_deals,
)
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.review import Clock, IsLate, goal_of, revokes, seen_by
from tricktable.rules.review.rounds import Earlier, SharedWin, Ways
from tricktable.rules.review.sides import Points, Sides
from tricktable.rules.review.trick_counts import TrickCounts
from tricktable.rules.tricks import NO_BANS, Trick
from tricktable.rules.verdicts import FIRST_TRICK, OPENING, UNBROKEN

MOST: Final = 4000
"""Layouts that are looked at where all win together."""
_KNOWN: Final = DUTIES | {FIRST_TRICK, OPENING, UNBROKEN}
"""Rules that a search obeys, beside following suit."""
_ASK_EVERY: Final = 256
"""Cards laid in a search between two looks at the time."""
ClaimGoal = SharedWin | Sides | TrickCounts
"""Goals of deals whose tricks a search can tell the taker of."""


class ClaimOutlook(NamedTuple):
    """Whether a claim holds."""

    holds: bool | None
    """True if it is proved, False if a layout breaks it, None if neither was found in time, or if
    only the backs of the cards tell whether that layout can be."""
    hands: tuple[int, ...] = ()
    """A layout that breaks it: the hands as masks, by seat; empty if none is told."""
    card: Card | None = None
    """The card that the claimant lays next, and with which it breaks there, if another one would
    have been right by chance; else None."""


def can_claim(record: Record, seat: int) -> bool:
    """Whether a seat may claim what is left: a trick is taken, and a search can tell the rest."""
    state, table = record.state, record.state.tabletop()
    is_played = state.status == "playing" and state.next.what == Common.PLAY and any(table.tally)
    if not _is_obeyed(table):
        return False
    is_in = seat not in table.out and seat < record.header.players
    is_dummy = table.dummy is not None and table.dummy.seat == seat
    return is_played and is_in and not is_dummy and _goal(record, state) is not None


def _is_obeyed(table: Tabletop) -> bool:
    """Whether a search obeys all rules of this moment.

    It knows none of the game's own, makes everybody follow suit, and that with every card.
    """
    is_free = bool(table.trick) and table.owed is None
    return not (is_free or table.optional) and all(bar.rule in _KNOWN for bar in table.bars)


def claimed_cards(record: Record, seat: int, chance: Chance) -> int:
    """How many cards are in a seat's hand: one for each trick that is left, and those it keeps.

    Of a deal that `chance` makes, only the size of a hand is used.
    """
    table, steps = record.state.tabletop(), newest_deal(record)
    begin = steps[0].after if steps else record.state
    dealt = record.header.rules.deal.deal(record.header, begin, chance).hands[seat].bit_count()
    shown = sum(isinstance(each.entry, Shown) and each.entry.seat == seat for each in steps)
    has_laid = any(each == seat for each, _ in table.trick)
    return table.of - sum(table.tally) - has_laid + max(0, dealt - table.of - shown)


def unseen(record: Record) -> int:
    """The cards of the running deal that nobody has laid, and that do not lie open, as a mask."""
    entries = [step.entry for step in newest_deal(record)]
    shown = mask(each.card for each in entries if isinstance(each, Shown))
    laid = mask(each.card for each in entries if isinstance(each, Played))
    turned = record.state.tabletop().turned
    shown |= 0 if turned is None else turned.bit
    return record.header.deck & ~laid & ~(shown & ~mask(moved_cards(record).loose))


def is_shared_claim(record: Record) -> bool:
    """Whether a claim is that all have won, and not that one seat takes all tricks."""
    return record.header.rules.is_cooperative


def claim_outlook(
    record: Record, seq: int, seat: int, hand: Sequence[Card], chance: Chance, clock: Clock
) -> ClaimOutlook | None:
    """Whether this seat's claim holds after entry `seq`, if these are its cards.

    None where nothing can be claimed, and if this cannot be its hand.
    """
    now = record.until(seq)
    if not can_claim(now, seat) or len({*hand}) != claimed_cards(now, seat, chance):
        return None
    known = _known_hands(now, seat, mask(hand))
    if known is None:
        return None
    if not all(_is_obeyed(each.state.tabletop()) for each in _moments(now)):
        return ClaimOutlook(None)
    if isinstance(known.goal, SharedWin):
        if revokes(now):
            return ClaimOutlook(False)
        return _together(known, known.goal, _backs(record, now, known), chance, clock)
    return takes_all(known, chance, clock())


def _goal(record: Record, begin: State) -> ClaimGoal | None:
    """What the running deal is played for, if a search can tell who takes its tricks."""
    goal = goal_of(record, begin, record.state)
    if isinstance(goal, SharedWin):
        return goal if goal.number == 1 else None
    return goal if isinstance(goal, (Sides, TrickCounts)) else None


def _moments(record: Record) -> Sequence[OpenMoment]:
    """Those of the running deal; none before its first card."""
    since = newest_deal(record)
    last = [*open_deals(record)][-1:]
    return [each for deal in last for each in deal.moments if since and each.seq >= since[0].seq]


# --- what is known -------------------------------------------------------------------------------


class KnownHands(NamedTuple):
    """What all know of a hand with a claim that lies open. Seats are numbered by turn."""

    at: OpenCards
    """The moment; the hands that nobody has seen are empty."""
    order: tuple[int, ...]
    """The seat with each number."""
    seats: int
    own: frozenset[int]
    """The claimant, and a dummy whose cards it plays."""
    hidden: int
    """The cards that nobody has seen, as a mask …"""
    room: tuple[int, ...]
    """… how many of them lie in each hand, and beside the hands …"""
    barred: tuple[int, ...]
    """… and the cards that cannot lie there, as masks."""
    tricks: int
    """Those that are left, with the running one."""
    goal: ClaimGoal

    def layouts(self, backs: Sequence[int] = ()) -> Layouts:
        """Where the hidden cards may lie, if the backs are those of such cards by place."""
        return Layouts.of(self.hidden, self.room, self.barred, backs, self.at.ranking.masks)

    def by_seat(self, hands: Sequence[int]) -> tuple[int, ...]:
        """Hands of the numbers as hands of the seats."""
        by_seat = [0] * self.seats
        for number, hand in enumerate(hands):
            by_seat[self.order[number]] = hand
        return tuple(by_seat)


def _known_hands(record: Record, seat: int, hand: int) -> KnownHands | None:
    """None if the cards cannot lie so."""
    table, moments = record.state.tabletop(), _moments(record)
    goal = _goal(record, moments[0].state if moments else record.state)
    assert goal is not None
    seats = record.header.seats
    order = goal.order if isinstance(goal, Sides) else ()
    order = order or tuple(each for each in range(seats) if each not in table.out)
    there = unseen(record)
    if hand & ~there:
        return None
    own, hands = {seat}, [0] * seats
    hands[seat] = hand
    if table.dummy is not None:
        own |= {table.dummy.seat} if table.dummy.by == seat else set()
        hands[table.dummy.seat] = table.dummy.cards
    due, gone = record.state.next.seat, mask(each.played.card for each in moments)
    at = OpenCards(
        tuple(hands),
        table.tally,
        order[0] if due is None else due,
        table.trick,
        table.trump,
        table.ranking,
        table.exempt,
        early=NO_BANS if table.bans.breaks & gone else table.bans,
        duties=duties_in(each.state for each in moments),
    )
    if isinstance(goal, Sides):
        goal = goal._replace(order=order)
        at = seen_by(at, goal)
    else:
        at = at.seated(order)
    hidden = there & ~sum(hands)
    laid = {each for each, _ in at.trick}
    full = hand.bit_count() + (order.index(seat) in laid)
    room = [0 if hand else full - (number in laid) for number, hand in enumerate(at.hands)]
    beside = hidden.bit_count() - sum(room)
    if beside < 0:
        return None
    by_seat = barred_cards(
        [m._replace(at=seen_by(m.at, goal)) for m in moments], record.header.deck
    )
    none = [by_seat.get(each, 0) for each in order]
    for card, holder in moved_cards(record).loose.items():  # it is in that hand, or beside
        none = [
            each | (0 if at == holder else card.bit) for at, each in zip(order, none, strict=True)
        ]
    numbers = frozenset(order.index(each) for each in own)
    tricks = table.of - sum(table.tally)
    return KnownHands(at, order, seats, numbers, hidden, (*room, beside), (*none, 0), tricks, goal)


def _backs(record: Record, now: Record, known: KnownHands) -> tuple[int, ...]:
    """Cards with the backs that lie in each place, as masks; none where they are not all known.

    Only their suits may be used: the scans of hands are their owners' secrets.
    """
    made = playout_from(record, now.seq)
    lie = [0] * len(known.room)
    for number, room in enumerate(known.room[:-1]):
        seat = known.order[number]
        there = made.hands().get(seat, 0) if made else mask(scanned(now, seat))
        lie[number] = there & known.hidden if room else 0
    without = [number for number, room in enumerate(known.room) if lie[number].bit_count() != room]
    left = known.hidden & ~sum(lie)
    if without[1:] or (without and left.bit_count() != known.room[without[0]]):
        return ()
    for number in without:
        lie[number] = left
    return tuple(lie)


# --- all have won --------------------------------------------------------------------------------


def _together(
    known: KnownHands, goal: SharedWin, backs: Sequence[int], chance: Chance, clock: Clock
) -> ClaimOutlook:
    """There must be a way in each layout; one without any breaks the claim."""
    backs = backs if goal.shows_suits else ()
    layouts = known.layouts(backs)
    there, whole = layouts.count(), clock()
    if not there:
        return ClaimOutlook(None)
    is_proved = there <= MOST
    some: list[tuple[tuple[Card, ...], ...]] = []
    if is_proved:
        some = [*layouts]
        chance.shuffle(some)
    for number in range(min(there, MOST)):
        if whole():
            return ClaimOutlook(None)
        layout = some[number] if is_proved else layouts.draw(chance)
        hands = tuple(a | mask(b) for a, b in zip(known.at.hands, layout, strict=False))
        # The card beside the hands says which suits no kept card may have.
        apart = frozenset(card.suit for card in layout[-1]) or goal.apart
        at = known.at._replace(hands=hands)
        is_there, _ = Ways(goal._replace(apart=apart), [at], chance).find(at, Earlier(), clock())
        if is_there is False:
            told = None if goal.shows_suits and not backs else False
            return ClaimOutlook(told, known.by_seat(hands))
        is_proved &= is_there is True
    return ClaimOutlook(True if is_proved else None)


# --- one takes all -------------------------------------------------------------------------------


class _Late(Exception):
    pass


class _Node(NamedTuple):
    """A moment, and what is known in it of the hands that nobody has seen."""

    hands: tuple[int, ...]
    """Those that are known, as masks; empty of others."""
    hidden: int
    room: tuple[int, ...]
    barred: tuple[int, ...]
    trick: Trick
    due: int


def takes_all(known: KnownHands, chance: Chance, is_late: IsLate) -> ClaimOutlook:
    """One way to play must answer whatever the others may hold and do."""
    at = known.at
    search = _Claim(known, is_late)
    none = tuple(each & known.hidden for each in known.barred)
    node = _Node(at.hands, known.hidden, known.room, none, at.trick, at.due)
    if not known.layouts().count():
        return ClaimOutlook(None)
    broken: list[ClaimOutlook] = []
    try:
        for card in search.choices(node) if at.due in known.own else (None,):
            line = search.breaking_trick(node) if card is None else search.after(node, card)
            if line is None:
                return ClaimOutlook(True)
            hands = search.layout(node, line, chance)
            told = ClaimOutlook(False, known.by_seat(hands), card)
            if card is None or search.is_hopeless(hands):
                return told._replace(card=None)
            broken.append(told)
    except _Late:
        return broken[0] if broken and broken[0].card is None else ClaimOutlook(None)
    return broken[0]


class _Claim:
    """A search through what all may come to know. Mutable: it remembers the claims that hold.

    The others are one opponent who may lay any card that can lie in that hand by all that is known,
    since a claim has to hold against each of them.
    """

    def __init__(self, known: KnownHands, is_late: IsLate) -> None:
        self.known, self.is_late = known, is_late
        self.ranking, self.own = known.at.ranking, known.own
        self.exempt = known.at.exempt
        self.seats, self.tries = len(known.at.hands), 0
        deck = known.hidden | sum(known.at.hands)
        self.suits = [
            mask(card for card in cards_in(deck) if self.ranking.suits[card] == suit)
            for suit in range(len(self.ranking.masks))
        ]
        self.end = max(0, self._cards(known.at) - known.tricks)
        self._held: set[_Node] = set()

    def _cards(self, at: OpenCards) -> int:
        """The cards of the claimant's hand, with the one that lies in the trick."""
        number = next(each for each in self.own if at.hands[each])
        return at.hands[number].bit_count() + (number in {seat for seat, _ in at.trick})

    def breaking_trick(self, node: _Node) -> Trick | None:
        """Cards with which others take a trick from here on; None if the claim holds."""
        self.tries += 1
        if not self.tries % _ASK_EVERY and self.is_late():
            raise _Late
        if not node.trick:
            left = node.room[node.due] or node.hands[node.due].bit_count()
            if left <= self.end or node in self._held or self._is_plain(node):
                return None
        found: Trick | None = None
        if node.due in self.own:
            for card in self.choices(node):
                line = self.after(node, card)
                if line is None:
                    found = None
                    break
                found = found or line
        else:
            for then, card in self._replies(node):
                found = self._play(then, card)
                if found is not None:
                    break
        if found is None and not node.trick:
            self._held.add(node)
        return found

    def choices(self, node: _Node) -> list[Card]:
        """The claimant's cards that may be laid, the highest first, one of each that are alike."""
        may = self._playable(node)
        trick = mask(card for _, card in node.trick)
        found = self._unlike(may, trick | node.hidden | sum(node.hands) & ~may)
        return found[::-1]

    def after(self, node: _Node, card: Card) -> Trick | None:
        """As `broken`, once the claimant has laid this card."""
        hands = _less(node.hands, node.due, card.bit)
        return self._play(node._replace(hands=hands), card)

    def _play(self, node: _Node, card: Card) -> Trick | None:
        """The same once whoever is due has laid this card."""
        trick = (*node.trick, (node.due, card))
        here = ((node.due, card),)
        taker = self.known.at.taker(trick)
        if len(trick) == self.seats:
            if taker not in self.own:
                return here
            rest = self.breaking_trick(node._replace(trick=(), due=taker))
        else:
            laid = {seat for seat, _ in trick}
            if taker not in self.own and laid >= self.own:
                return here
            due = next(each for each in self._after(node.due) if each not in laid)
            rest = self.breaking_trick(node._replace(trick=trick, due=due))
        return None if rest is None else (*here, *rest)

    def _after(self, seat: int) -> Iterator[int]:
        return ((seat + step) % self.seats for step in range(1, self.seats))

    def _replies(self, node: _Node) -> Iterator[tuple[_Node, Card]]:
        """Each card that whoever is due may have, the likeliest to break the claim first."""
        if node.hands[node.due]:  # a dummy's, which lies open
            for card in self._unlike(self._playable(node), -1):
                yield node._replace(hands=_less(node.hands, node.due, card.bit)), card
            return
        trick = mask(card for _, card in node.trick)
        among = trick | sum(node.hands)
        bars = self._bars(node)
        there = self._unlike(node.hidden & ~node.barred[node.due], among, node.barred)
        led = self.ranking.suits[node.trick[0][1]] if node.trick else -1
        there.sort(key=lambda card: self.ranking.suits[card] == led)
        for card in reversed(there):
            then = _laid_from_hidden(node, card, bars)
            if self._can_lie(then):
                yield then, card

    def _can_lie(self, node: _Node) -> bool:
        """Whether the hidden cards fit into the hands: no more may lie in some than these hold."""
        places = [each for each in zip(node.room, node.barred, strict=True) if each[0]]
        for some in range(1 << len(places)):
            there, room = node.hidden, 0
            for number, (cards, none) in enumerate(places):
                if some >> number & 1:
                    room += cards
                else:
                    there &= none
            if there.bit_count() > room:
                return False
        return True

    def _bars(self, node: _Node) -> list[tuple[int, int]]:
        """Cards that may not be laid now by a hand that has any of some others."""
        hands = (node.hidden | sum(node.hands),)
        return [*self.known.at._replace(hands=hands, trick=node.trick).bars()]

    def _playable(self, node: _Node) -> int:
        hand = may = node.hands[node.due]
        for cards, others in self._bars(node):
            if hand & others:
                may = may & ~cards or may
        return may

    def _unlike(self, cards: int, among: int, barred: Sequence[int] = ()) -> list[Card]:
        """One of each group of cards between which none of the others lies, the lowest first.

        Cards that are barred from different hands are not alike.
        """
        heights, found = self.ranking.heights, list[Card]()
        for suit in self.suits:
            fences = sorted(heights[each] for each in cards_in(suit & among)) if among >= 0 else []
            before = dict[tuple[bool, ...], int]()
            marks = (self.exempt, self.known.at.early.breaks, *barred)
            for card in sorted(cards_in(cards & suit), key=heights.__getitem__):
                height, kind = heights[card], tuple(bool(card.bit & each) for each in marks)
                below = before.get(kind)
                is_like = below is not None and not any(below < at < height for at in fences)
                if not is_like or among < 0 or card == self.known.at.top:
                    found.append(card)
                before[kind] = height
        return found

    def _is_plain(self, node: _Node) -> bool:
        """Whether whoever leads can lay the highest cards one by one, and trumps before others.

        True is a proof; False says nothing.
        """
        hand, top = node.hands[node.due], self.known.at.top
        if node.due not in self.own or len(self.own) > 1 or self.end:
            return False
        if top is not None and not hand & top.bit and top.bit & (node.hidden | sum(node.hands)):
            return False
        if hand & self.known.at.early.led:  # they may have to wait
            return False
        trump = self.known.at.trump_number
        plain = ~self.suits[trump] if trump >= 0 else -1
        others = node.hidden | sum(node.hands) & ~hand  # with those of a dummy
        if others & self.exempt & plain:  # they need not follow, and trumps are drawn first
            return False
        for number, suit in enumerate(self.suits):
            mine, theirs = hand & suit, (others & suit).bit_count()
            high = self._highest(mine, others & suit)
            if mine and high < mine.bit_count() and high < theirs:
                return False
            if number == trump and mine != hand and theirs > high:
                return False
        return True

    def _highest(self, mine: int, theirs: int) -> int:
        """How many of these cards are above all of those."""
        heights = self.ranking.heights
        most = max((heights[card] for card in cards_in(theirs)), default=-1)
        return sum(heights[card] > most for card in cards_in(mine))

    def layout(self, node: _Node, line: Trick, chance: Chance) -> tuple[int, ...]:
        """Hands with which these cards can be laid, by number."""
        hands = list(node.hands)
        for seat, card in line:
            trick = node.trick if len(node.trick) < self.seats else ()
            node = node._replace(trick=trick, due=seat)
            if node.hidden & card.bit:
                hands[seat] |= card.bit
                node = _laid_from_hidden(node, card, self._bars(node))
            else:
                node = node._replace(hands=_less(node.hands, seat, card.bit))
            node = node._replace(trick=(*trick, (seat, card)))
        drawn = Layouts.of(node.hidden, node.room, node.barred).draw(chance)
        return tuple(a | mask(b) for a, b in zip(hands, drawn, strict=False))

    def is_hopeless(self, hands: tuple[int, ...]) -> bool:
        """Whether the claimant cannot take all tricks even with all these hands open."""
        if self.end:
            return False
        at = self.known.at._replace(hands=hands)
        at = at._replace(early=at.early._replace(breaks=at.early.breaks & sum(hands)))
        points = Points(Sides(self.own)).of(at, self.is_late)
        return points is not None and points < self.known.tricks


def _less(hands: tuple[int, ...], seat: int, bits: int) -> tuple[int, ...]:
    return (*hands[:seat], hands[seat] & ~bits, *hands[seat + 1 :])


def _laid_from_hidden(node: _Node, card: Card, bars: Sequence[tuple[int, int]]) -> _Node:
    """With what is known of a hand once it has laid this card, whose bars these were."""
    due, room = node.due, node.room
    none = node.barred[due]
    for cards, others in bars:
        if card.bit & cards:
            none |= others
    hidden = node.hidden ^ card.bit
    by_place = (*node.barred[:due], none, *node.barred[due + 1 :])
    return node._replace(
        hidden=hidden,
        room=(*room[:due], room[due] - 1, *room[due + 1 :]),
        barred=tuple(each & hidden for each in by_place),
    )
