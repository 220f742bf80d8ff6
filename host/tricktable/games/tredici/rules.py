"""Tredici (Jordon Kalilich, v1.6, 2003): collect all thirteen cards of a secret suit.

Rules and numbered rulings: docs/games/tredici.md. This file holds only what entries do to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, assert_never

from tricktable.games.tredici.position import NextStep, Position
from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS, Card, cards_in, mask
from tricktable.rules.copies import quick_copies, with_value
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Moved
from tricktable.rules.game import Header, Next, Offer, Owners, Tabletop
from tricktable.rules.options import number_in, seats_by_team
from tricktable.rules.piles import EMPTY, Pile, take
from tricktable.rules.refusals import must_be_in_deck, not_now
from tricktable.rules.tricks import Trick
from tricktable.rules.values import HouseRules
from tricktable.rules.verdicts import REFEREE, Finding, Viewpoint
from tricktable.text.language import Message, message

DECK: Final = mask(STANDARD)
SUIT: Final = 13  # set aside, these win
EXCHANGED: Final = 3  # by a seat that set nothing aside; stays three while hands shrink (D7)
ACES: Final = mask(each for each in STANDARD if each.rank == 14)


class Plan(NamedTuple):
    """The parts of a game fixed by the number of players and the house rules."""

    owners: tuple[tuple[int, ...], ...]
    """The seats of each team; without teams, each seat by itself."""
    owner_of: tuple[int, ...]
    """The owner each seat belongs to: a team is one owner in every rule (D29)."""
    hand_size: int
    lazy: bool
    draw_at: int
    kische_limit: str
    own_turn: bool
    redraw_now: bool
    may_keep_suit: bool
    in_turn_order: bool
    auto_call: bool
    deal_ace_counts: bool

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.owner_of)

    def clockwise(self, seat: int) -> list[int]:
        """All seats clockwise, starting to the left of this one, which comes last."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]


def owners(header: Header) -> Owners:
    """The teams set by the house rule, or single seats."""
    return _plan(header.players, header.options).owners


def _plan(players: int, options: HouseRules) -> Plan:
    teams = seats_by_team(options) or [[seat] for seat in range(players)]
    owners = tuple(map(tuple, teams))
    return Plan(
        owners=owners,
        owner_of=tuple(_holder(owners, seat) for seat in range(players)),
        hand_size=number_in(options, "hand_size"),
        lazy=options["runout"] == "lazy",
        draw_at=number_in(options, "draw_at"),
        kische_limit=str(options["kische_limit"]),
        own_turn=options["kische_when"] == "own_turn",
        redraw_now=options["purge_redraw"] == "now",
        may_keep_suit=options["purge_keep_suit"] == "always_ok",
        in_turn_order=options["purge_collision"] == "in_turn_order",
        auto_call=options["auto_call"] == "yes",
        deal_ace_counts=options["deal_ace_counts"] == "yes",
    )


def _holder(owners: Sequence[Sequence[int]], seat: int) -> int:
    return next(number for number, team in enumerate(owners) if seat in team)


_Phase = Literal["deal", "setup", "choose", "discard", "draw", "stack", "give", "over"]


class Kische(NamedTuple):
    """The calls so far, and the results of the latest."""

    callers: tuple[int, ...] = ()
    purged: tuple[int, ...] = ()
    """The seats purged by the latest call."""
    announced: tuple[int | None, ...] = ()
    """Every owner's target at the latest call."""
    choosing: tuple[int, ...] = ()
    """The purged owners that have not chosen a new target yet, in turn order."""


@quick_copies
class Tredici(NamedTuple):
    """One moment of a game."""

    plan: Plan
    phase: _Phase
    hand_size: int
    hands: tuple[Pile, ...]
    stacks: tuple[Pile, ...]
    """By owner; the five stacks on the table count as one here (D30)."""
    draw: Pile
    discard: Pile
    targets: tuple[int | None, ...]
    """By owner: the suit to collect."""
    public: tuple[bool, ...]
    """By owner: whether everybody knows the target."""
    set_aside: tuple[int | None, ...]
    """By seat: how many cards it last set aside; None before the first time."""
    turn: int = -1
    """The seat whose turn is next or under way; -1 before the deal."""
    begun: bool = False
    """Whether part of that turn, or of a redraw, has been recorded."""
    aces: frozenset[int] = frozenset()
    """Seats that must discard their whole hand."""
    purged: frozenset[int] = frozenset()
    """Purged seats that have not drawn a new hand yet."""
    redraws: tuple[int, ...] = ()
    """Seats that draw a new hand before play continues."""
    giving: frozenset[int] = frozenset()
    """Seats that must still give a card to the new draw pile."""
    ace_drawn: bool = False
    ace_possible: bool = False
    """The current draw includes cards that have not been named."""
    said_ace: frozenset[int] = frozenset()
    kische: Kische = Kische()
    called_by: int | None = None
    """The owner that has won."""

    # --- entries -------------------------------------------------------------------------------

    def apply(self, entry: Happening) -> Tredici:
        """The state after `entry`. Raises: Impossible."""
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        match entry:
            case Moved():
                return self._move(entry)
            case Declared():
                return self._declare(entry)
            case Held(seat, card):
                return self._hold(seat, card)
            case Dealt(dealer):
                return self._deal(dealer)
        raise Impossible("no card is played or shown in Tredici")

    def _deal(self, dealer: int) -> Tredici:
        if self.phase != "deal":
            raise Impossible("the cards of this game have been dealt")
        seats = self.plan.seats
        return self._replace(
            phase="setup",
            hands=(Pile(self.hand_size),) * seats,
            draw=Pile(len(STANDARD) - seats * self.hand_size),
            turn=(dealer + 1) % seats,
        )

    def _hold(self, seat: int, card: Card) -> Tredici:
        if self.phase == "deal":
            raise Impossible("no cards have been dealt yet, so none can be read")
        hand = self.hands[seat]
        self._must_be_nowhere_else((card,), hand.known)
        if not card.bit & hand.known and hand.known.bit_count() == hand.size:
            raise Impossible("all of {seat}'s cards are known", "full_hand", seat=seat)
        hand = Pile(hand.size, hand.known | card.bit)
        return self._replace(hands=with_value(self.hands, seat, hand))._count_dealt_aces((seat,))

    # --- cards move ----------------------------------------------------------------------------

    def _move(self, entry: Moved) -> Tredici:
        handle = _ROUTES.get((entry.source, entry.target))
        if handle is None:
            raise Impossible(
                "no cards go from {source} to {target} in Tredici",
                source=_place(entry.source),
                target=_place(entry.target),
            )
        return handle(self, entry)

    def _to_stack(self, entry: Moved) -> Tredici:
        seat, is_setup = entry.seat, self.phase == "setup"
        if is_setup:
            if self.set_aside[seat] is not None:
                raise Impossible("{seat} has already set cards aside", seat=seat)
        else:
            self._must_be_due(entry, "stack")
        owner = self.plan.owner_of[seat]
        target, hand, stack = self.targets[owner], self.hands[seat], self.stacks[owner]
        if target is None:
            raise Impossible("{seat} must choose a target suit first", seat=seat)
        if entry.number > hand.size == 1:
            raise Impossible("{seat} has only one card", seat=seat)
        if entry.number > hand.size:
            raise Impossible("{seat} has only {number} cards", seat=seat, number=hand.size)
        if stack.size + entry.number > SUIT:
            raise Impossible("a stack has at most 13 cards")
        named = self._mask_of(entry, hand.known)
        if named and named & ~SUIT_MASKS[target]:
            raise Impossible("only cards of the target suit can be set aside")
        hand, moved = hand.split(entry.number, named)
        stacked = self._replace(
            hands=with_value(self.hands, seat, hand),
            stacks=with_value(self.stacks, owner, stack.join(moved)),
            set_aside=with_value(self.set_aside, seat, entry.number),
        )
        # Thirteen cards alone do not win: the player must call "tredici", unless the house rules
        # say otherwise (D24).
        if self.plan.auto_call and stack.size + entry.number == SUIT:
            return stacked._over(owner)
        return stacked._after_setup() if is_setup else stacked._after_turn()

    def _discard(self, entry: Moved) -> Tredici:
        self._must_be_due(entry, "discard")
        self._must_count(entry, self._due_count())
        hand = self.hands[entry.seat]
        hand, moved = hand.split(entry.number, self._mask_of(entry, hand.known))
        return self._replace(
            phase="draw",
            begun=True,
            hands=with_value(self.hands, entry.seat, hand),
            discard=self.discard.join(moved),
        )

    def _draw(self, entry: Moved) -> Tredici:
        self._must_be_due(entry, "draw")
        self._must_count(entry, self._due_count())
        seat = entry.seat
        named = self._mask_of(entry, self.draw.known | self.discard.known)
        # The pile may run out in the middle of a draw. The discards are then turned over and the
        # draw continues, so players may get their own cards back (D8).
        draw, discard, drawn = take(self.draw, self.discard, entry.number, named)
        target = self.targets[self.plan.owner_of[seat]]
        assert target is not None
        # An ace of the target suit has no effect (D6). Any other ace takes effect when it is drawn,
        # not while it is kept (D5).
        ace = named is not None and bool(named & ACES & ~SUIT_MASKS[target])
        after = self._replace(
            begun=True,
            draw=draw,
            discard=discard,
            hands=with_value(self.hands, seat, self.hands[seat].join(drawn)),
            ace_drawn=self.ace_drawn or ace,
            ace_possible=self.ace_possible or named is None,
        )
        if after.hands[seat].size < self.hand_size:
            return after._run_out()
        aces = self.aces | {seat} if after.ace_drawn else self.aces - {seat}
        return after._replace(phase="stack", aces=aces, purged=self.purged - {seat})

    def _give(self, entry: Moved) -> Tredici:
        if self.phase != "give":
            raise self._not_now("give a card for a new draw pile")
        seat = entry.seat
        if seat not in self.giving:
            raise Impossible("{seat} has no card to give", seat=seat)
        self._must_count(entry, 1)
        hand = self.hands[seat]
        hand, given = hand.split(1, self._mask_of(entry, hand.known))
        after = self._replace(
            hands=with_value(self.hands, seat, hand),
            draw=self.draw.join(given),
            giving=self.giving - {seat},
        )
        return after if after.giving else after._after_giving()

    # --- turns ---------------------------------------------------------------------------------

    def _after_setup(self) -> Tredici:
        if None in self.set_aside:
            return self
        return self._replace(said_ace=frozenset())._turn_pile()

    def _after_turn(self) -> Tredici:
        """The turn, or the redraw after a purge, is over: go on to the next."""
        turn = self.turn if self.redraws else (self.turn + 1) % self.plan.seats
        return self._replace(
            turn=turn,
            redraws=self.redraws[1:],
            begun=False,
            ace_drawn=False,
            ace_possible=False,
            said_ace=frozenset(),
        )._turn_pile()

    def _turn_pile(self) -> Tredici:
        """Turn over the discards when the draw pile is empty (D8); both may have run out (D10)."""
        if self.draw.size:
            return self._begin_turn()
        turned = self._replace(draw=self.discard, discard=EMPTY)
        # Tested at once, not when somebody must draw. In simulations every game then ends, whereas
        # with the other reading 40 to 58 % do not (D10).
        if turned.draw.size or self.plan.lazy:
            return turned._begin_turn()
        return turned._run_out()

    def _begin_turn(self) -> Tredici:
        """Begin the next turn with a discard or a draw (D1 to D3, D7, D16)."""
        seat = self._due
        # After an ace, or with nothing set aside, the seat discards first; an ace takes the whole
        # hand, whatever else applies (D1, D3). A purged seat has no hand to discard and draws one
        # (D16).
        discards = self.hands[seat].size and (seat in self.aces or self.set_aside[seat] == 0)
        if discards and seat not in self.purged:
            return self._replace(phase="discard")
        if self.draw.size + self.discard.size:
            return self._replace(phase="draw")
        return self._run_out()

    def _run_out(self) -> Tredici:
        """Every seat with a hand must give a card (D12)."""
        giving = frozenset(seat for seat, hand in enumerate(self.hands) if hand.size)
        after = self._replace(phase="give", giving=giving)
        return after if giving else after._after_giving()

    def _after_giving(self) -> Tredici:
        """Hands are now smaller by one; the game may end in a draw (D11, D13)."""
        after = self._replace(hand_size=self.hand_size - 1)
        # At one card each the game ends, as the text says: about 55 % of simulated games for four
        # are drawn this way, but only 4 % if played on to empty hands (D13).
        if max(hand.size for hand in self.hands) <= self.plan.draw_at:
            return after._over(None)
        return after._replace(phase="draw") if self.begun else after._begin_turn()

    def _over(self, owner: int | None) -> Tredici:
        return self._replace(phase="over", called_by=owner)

    @property
    def _due(self) -> int:
        """The seat that must discard, draw or set aside."""
        return self.redraws[0] if self.redraws else self.turn

    def _due_count(self) -> int:
        """How many cards it must discard or draw."""
        hand = self.hands[self._due].size
        if self.phase == "draw":
            return min(self.hand_size - hand, self.draw.size + self.discard.size)
        # Three stays three while hands shrink; a smaller hand is discarded whole (D7).
        return hand if self._due in self.aces else min(EXCHANGED, hand)

    @property
    def is_between_turns(self) -> bool:
        """Whether one turn is over and the next has not begun: kisché may be called (D15)."""
        return self.phase in ("discard", "draw") and not self.begun and not self.redraws

    # --- what is said ----------------------------------------------------------------------------

    def _declare(self, entry: Declared) -> Tredici:
        handle = _TOPICS.get(entry.topic)
        if handle is None:
            raise Impossible("there is no {topic} in Tredici", topic=repr(entry.topic))
        return handle(self, entry)

    def _declare_target(self, entry: Declared) -> Tredici:
        owner = self.plan.owner_of[entry.speaker]
        if self.phase == "choose":
            return self._choose_anew(owner, SUITS.index(str(entry.value)))
        if self.phase != "setup":
            raise self._not_now("choose a target")
        if self.targets[owner] is not None:
            raise Impossible("this target has already been chosen")
        chosen = self._replace(
            targets=with_value(self.targets, owner, SUITS.index(str(entry.value)))
        )
        return chosen._count_dealt_aces(self.plan.owners[owner])

    def _declare_ace(self, entry: Declared) -> Tredici:
        seat = entry.speaker
        if self.phase == "setup":
            self._must_have_been_dealt_an_ace(seat)
        elif self.phase != "stack" or seat != self._due:
            raise self._not_now("declare an ace")
        elif not self.ace_drawn and not self.ace_possible:
            raise Impossible("every card of this draw is known, and none is an ace of another suit")
        if seat in self.said_ace:
            raise Impossible("an ace can be declared once a turn")
        return self._replace(aces=self.aces | {seat}, said_ace=self.said_ace | {seat})

    def _must_have_been_dealt_an_ace(self, seat: int) -> None:
        target = self.targets[self.plan.owner_of[seat]]
        if not self.plan.deal_ace_counts or target is None or self.set_aside[seat] is not None:
            raise self._not_now("declare an ace")
        hand = self.hands[seat]
        if hand.known.bit_count() == hand.size and not hand.known & ACES & ~SUIT_MASKS[target]:
            raise Impossible("every card of this hand is known, and none is an ace of another suit")

    def _count_dealt_aces(self, seats: Iterable[int]) -> Tredici:
        """D4: if the house rule says so, an ace of another suit scanned in a dealt hand counts."""
        if not self.plan.deal_ace_counts or self.phase != "setup":
            return self
        found = set()
        for seat in seats:
            target = self.targets[self.plan.owner_of[seat]]
            if target is not None and self.hands[seat].known & ACES & ~SUIT_MASKS[target]:
                found.add(seat)
        return self._replace(aces=self.aces | found)

    def _declare_tredici(self, entry: Declared) -> Tredici:
        owner = self.plan.owner_of[entry.speaker]
        # A false call is rejected and costs nothing (D25).
        if self.stacks[owner].size < SUIT:
            raise Impossible("tredici can be called with 13 cards set aside")
        return self._over(owner)

    def _declare_draw(self, _: Declared) -> Tredici:
        if not self.is_between_turns:
            raise Impossible("a draw can be agreed on only between turns")
        # The text has no such ending. Two players may hold one suit between them with no kisché
        # left, as in 22 % of simulated games for two (D26).
        if not self._hands_are_played() and not (self._is_dead() and self._calls_are_used_up()):
            raise Impossible("the game can still be won")
        return self._over(None)

    def _hands_are_played(self) -> bool:
        return max(hand.size for hand in self.hands) <= self.plan.draw_at

    def _is_dead(self) -> bool:
        """D26: two or more owners with one target have collected all of its cards between them."""
        for suit in range(len(SUITS)):
            counts = [
                stack.size
                for stack, target in zip(self.stacks, self.targets, strict=True)
                if target == suit and stack.size
            ]
            if len(counts) >= 2 and sum(counts) == SUIT:
                return True
        return False

    # --- kisché ----------------------------------------------------------------------------------

    def _calls_are_used_up(self) -> bool:
        # One for the whole game, or one for each seat, also of a team (D14).
        calls = {"game": 1, "player": self.plan.seats}.get(self.plan.kische_limit)
        return calls is not None and len(self.kische.callers) >= calls

    def may_call(self, seat: int) -> bool:
        """Whether this seat has a kisché left, whenever it may call it."""
        if self.plan.kische_limit == "player" and seat in self.kische.callers:
            return False
        return not self._calls_are_used_up()

    def _callers(self) -> list[int]:
        """The seats that may call kisché now."""
        return [
            seat
            for seat in range(self.plan.seats)
            if self.is_between_turns
            and self.may_call(seat)
            and (seat == self.turn or not self.plan.own_turn)
        ]

    def _declare_kische(self, entry: Declared) -> Tredici:
        caller = entry.speaker
        if not self.is_between_turns:
            raise Impossible("kisché can be called only between turns")
        if not self.may_call(caller):
            raise Impossible("kisché can no longer be called")
        if self.plan.own_turn and caller != self.turn:
            raise Impossible("only the player whose turn is next can call kisché")
        return self._purge(caller, self._purgers(self.plan.owner_of[caller]))

    def _purgers(self, caller: int) -> list[int]:
        """The other owners that share their target with anybody, or else the caller (D22, D23)."""
        purgers = [
            owner
            for owner, target in enumerate(self.targets)
            if owner != caller and self.targets.count(target) > 1
        ]
        return purgers or [caller]

    def _purge(self, caller: int, owners: Sequence[int]) -> Tredici:
        """Hands and stacks go to the discards immediately (D21)."""
        plan, discard = self.plan, self.discard
        hands, stacks, targets = list(self.hands), list(self.stacks), list(self.targets)
        seats = [seat for seat in plan.clockwise(caller) if plan.owner_of[seat] in owners]
        for seat in seats:
            discard, hands[seat] = discard.join(hands[seat]), EMPTY
        for owner in owners:
            discard, stacks[owner] = discard.join(stacks[owner]), EMPTY
            targets[owner] = None
        in_order = tuple(dict.fromkeys(plan.owner_of[seat] for seat in seats))
        return self._replace(
            phase="choose",  # before the new hand is drawn (D17)
            hands=tuple(hands),
            stacks=tuple(stacks),
            discard=discard,
            targets=tuple(targets),
            # The call announced every target; newly chosen ones are secret again.
            public=tuple(owner not in owners for owner in range(len(targets))),
            aces=self.aces.difference(seats),
            purged=self.purged.union(seats),
            kische=Kische(
                (*self.kische.callers, caller), tuple(sorted(seats)), self.targets, in_order
            ),
        )

    def _choose_anew(self, owner: int, suit: int) -> Tredici:
        choosing = self.kische.choosing
        if owner not in choosing or (self.plan.in_turn_order and owner != choosing[0]):
            raise Impossible("other players choose new targets now")
        if suit not in self._free_suits(owner):
            raise Impossible("another player has that suit, or it was yours before")
        left = tuple(each for each in choosing if each != owner)
        chosen = self._replace(
            targets=with_value(self.targets, owner, suit),
            kische=self.kische._replace(choosing=left),
        )
        if left:
            return chosen
        if self.plan.redraw_now:
            caller, purged = self.kische.callers[-1], self.kische.purged
            redraws = tuple(seat for seat in self.plan.clockwise(caller) if seat in purged)
            chosen = chosen._replace(redraws=redraws)
        return chosen._begin_turn()

    def _free_suits(self, owner: int) -> set[int]:
        """The suits that a purged owner may choose from now (D18 to D20)."""
        announced = self.kische.announced
        used = {suit for suit, known in zip(announced, self.public, strict=True) if known}
        if self.plan.in_turn_order:
            used |= {suit for suit in self.targets if suit is not None}
        free = set(range(len(SUITS))).difference(used)
        own = set() if self.plan.may_keep_suit else {announced[owner]}
        # One is free at least, for there are three other owners at most. If it is the own old one,
        # as after a wrong call among four suits, it is kept (D19).
        return free.difference(own) or free

    # --- what stands in the way ------------------------------------------------------------------

    def _must_be_due(self, entry: Moved, phase: str) -> None:
        if self.phase != phase:
            raise self._not_now(
                "move cards from {source} to {target}",
                source=_place(entry.source),
                target=_place(entry.target),
            )
        if entry.seat != self._due:
            raise Impossible("it is {seat}'s turn, not {other}'s", seat=self._due, other=entry.seat)

    def _must_count(self, entry: Moved, due: int) -> None:
        if entry.number == due:
            return
        words = message("{number} cards must go from {source} to {target} now")
        if due == 1:
            words = message("one card must go from {source} to {target} now")
        source, target = _place(entry.source), _place(entry.target)
        raise Impossible(words, number=due, source=source, target=target)

    def _mask_of(self, entry: Moved, known_here: int) -> int | None:
        """The cards named in the entry, as a mask; None if it names none."""
        if entry.cards is None:
            return None
        self._must_be_nowhere_else(entry.cards, known_here)
        return mask(entry.cards)

    def _must_be_nowhere_else(self, cards: Iterable[Card], known_here: int) -> None:
        known = 0
        for pile in (*self.hands, *self.stacks, self.draw, self.discard):
            known |= pile.known
        for card in cards:
            must_be_in_deck(card, DECK)
            if card.bit & known & ~known_here:
                raise Impossible("{card} is known to be elsewhere", "elsewhere", card)

    def _not_now(self, what: str, **fields: object) -> Impossible:
        return not_now(what, _awaited_act(self.phase), **fields)

    # --- what it means ---------------------------------------------------------------------------

    @property
    def trick(self) -> Trick:
        """None: cards are collected, not played."""
        return ()

    @property
    def future_key(self) -> Hashable:
        """Everything that can change."""
        return self[1:]

    @property
    def next(self) -> Next:
        """What the game waits for now."""
        seats = self.awaited
        return Next(seats[0] if len(seats) == 1 else None, self._next_what)

    @property
    def _next_what(self) -> NextStep:
        match self.phase:
            case "setup":
                return "target" if None in self.targets else "stack"
            case "choose":
                return "target"
            case what:
                return what

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that may act next, or that may deal."""
        if self.phase == "deal":
            return tuple(range(self.plan.seats))
        return tuple(sorted(self._seats_due()))

    def _seats_due(self) -> list[int]:
        """The seats that may act next."""
        owners = self.plan.owners
        if self.phase == "choose":
            choosing = self.kische.choosing[: 1 if self.plan.in_turn_order else None]
            return [seat for owner in choosing for seat in owners[owner]]
        if self.phase == "setup":
            missing = [owner for owner, target in enumerate(self.targets) if target is None]
            if missing:
                return [seat for owner in missing for seat in owners[owner]]
            return [seat for seat, count in enumerate(self.set_aside) if count is None]
        if self.phase == "give":
            return sorted(self.giving)
        return [] if self.phase in ("deal", "over") else [self._due]

    @property
    def status(self) -> str:
        """`playing`, `finished` or `drawn`."""
        if self.phase != "over":
            return "playing"
        return "drawn" if self.called_by is None else "finished"

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """The seats of the owner that called; nobody if the game is drawn."""
        if self.phase != "over":
            return None
        return [] if self.called_by is None else sorted(self.plan.owners[self.called_by])

    def position(self, _: Sequence[Finding], viewpoint: Viewpoint) -> Position:
        """Where the cards are, by count, and the targets that the viewpoint may know."""
        shown = tuple(
            None if target is None or not self._may_know(viewpoint, owner) else SUITS[target]
            for owner, target in enumerate(self.targets)
        )
        callers = self.kische.callers
        is_counted = self.phase in ("discard", "draw")
        return Position(
            what=self._next_what,
            stacks=tuple(stack.size for stack in self.stacks),
            hands=tuple(hand.size for hand in self.hands),
            draw=self.draw.size,
            discard=self.discard.size,
            hand_size=self.hand_size,
            kische=callers[-1] if callers else None,
            targets=shown,
            purged=tuple(self.kische.purged),
            owners=self.plan.owners,
            seats=tuple(self._seats_due()),
            cards=self._due_count() if is_counted else 1 if self.phase == "give" else None,
            may_call=tuple(self._callers()),
            stacked=tuple(tuple(stack_rows(stack.size)) for stack in self.stacks),
            named=tuple(
                frozenset(cards_in(stack.known if self._owns(viewpoint, owner) else 0))
                for owner, stack in enumerate(self.stacks)
            ),
            is_between_turns=self.is_between_turns,
        )

    def _may_know(self, viewpoint: Viewpoint, owner: int) -> bool:
        return self.public[owner] or self._owns(viewpoint, owner)

    def _owns(self, viewpoint: Viewpoint, owner: int) -> bool:
        return viewpoint == REFEREE or viewpoint in self.plan.owners[owner]

    def tabletop(self) -> Tabletop:
        """There are no tricks."""
        return Tabletop()

    def offers(self) -> tuple[Offer, ...]:
        """Targets, moves with their counts, aces, calls, and the draw by agreement."""
        if self.phase == "deal":
            return (Offer("dealt", tuple(range(self.plan.seats))),)
        if self.phase == "over":
            return ()
        full = [seat for seat in range(self.plan.seats) if self._stack_of(seat) == SUIT]
        calls = (Offer("tredici", tuple(full)),) if full else ()
        if self.phase == "setup":
            return (*self._setup_offers(), *calls)
        if self.phase == "choose":
            targets = Offer("target", tuple(self._seats_due()), self._open_suits(), True)
            return (targets, *calls)
        if self.phase == "give":
            return (Offer("hand>draw", tuple(sorted(self.giving)), (1,)), *calls)
        return (*self._turn_offers(), *calls, *self._agreements())

    def _setup_offers(self) -> Iterator[Offer]:
        has_target = [target is not None for target in self.targets]
        owner_of = self.plan.owner_of
        choosing = [seat for seat, owner in enumerate(owner_of) if not has_target[owner]]
        if choosing:
            yield Offer("target", tuple(choosing), tuple(SUITS), True)
        stacking = [
            seat
            for seat, owner in enumerate(owner_of)
            if has_target[owner] and self.set_aside[seat] is None
        ]
        for seat in stacking:
            yield self._stack_offer(seat)
        aces = [seat for seat in stacking if seat not in self.said_ace]
        if aces and self.plan.deal_ace_counts:
            yield Offer("ace", tuple(aces))

    def _turn_offers(self) -> Iterator[Offer]:
        seat = self._due
        if self.phase == "discard":
            yield Offer("hand>discard", (seat,), (self._due_count(),))
        elif self.phase == "draw":
            yield Offer("draw>hand", (seat,), (self._due_count(),))
        else:
            yield self._stack_offer(seat)
            if seat not in self.said_ace:
                yield Offer("ace", (seat,))

    def _stack_offer(self, seat: int) -> Offer:
        most = min(self.hands[seat].size, SUIT - self._stack_of(seat))
        return Offer("hand>stack", (seat,), tuple(range(most + 1)))

    def _stack_of(self, seat: int) -> int:
        return self.stacks[self.plan.owner_of[seat]].size

    def _open_suits(self) -> tuple[str, ...]:
        """The suits used by nobody except purged seats; more than that is not public."""
        known = zip(self.kische.announced, self.public, strict=True)
        used = {suit for suit, is_public in known if is_public}
        return tuple(letter for suit, letter in enumerate(SUITS) if suit not in used)

    def _agreements(self) -> Iterator[Offer]:
        callers = self._callers()
        if callers:
            yield Offer("kische", tuple(callers))
        if self.is_between_turns and (self._hands_are_played() or self._may_be_dead()):
            yield Offer("draw", (None,))

    def _may_be_dead(self) -> bool:
        """Whether a draw may be agreed on, by what is public: stacks adding up to thirteen."""
        full = [owner for owner, stack in enumerate(self.stacks) if stack.size]
        return self._calls_are_used_up() and any(
            sum(self.stacks[owner].size for owner in group) == SUIT and self._may_share(group)
            for size in range(2, len(full) + 1)
            for group in combinations(full, size)
        )

    def _may_share(self, group: Sequence[int]) -> bool:
        """Whether exactly these owners, all with stacks, may share one target."""
        targets = [
            (owner in group, target)
            for owner, target in enumerate(self.targets)
            if self.public[owner] and self.stacks[owner].size
        ]
        shared = {target for is_inside, target in targets if is_inside}
        return len(shared) < 2 and shared.isdisjoint(
            target for is_inside, target in targets if not is_inside
        )

    def judge(self, _: Viewpoint) -> TrediciJudge:
        """A judge for a game that starts from this state."""
        return TrediciJudge()


_ROUTES: Final[Mapping[tuple[str, str], Callable[[Tredici, Moved], Tredici]]] = {
    ("hand", "stack"): Tredici._to_stack,
    ("hand", "discard"): Tredici._discard,
    ("draw", "hand"): Tredici._draw,
    ("hand", "draw"): Tredici._give,
}
_TOPICS: Final[Mapping[str, Callable[[Tredici, Declared], Tredici]]] = {
    "target": Tredici._declare_target,
    "ace": Tredici._declare_ace,
    "kische": Tredici._declare_kische,
    "tredici": Tredici._declare_tredici,
    "draw": Tredici._declare_draw,
}
_PLACES: Final = {
    "hand": message("the hand"),
    "stack": message("the stack"),
    "draw": message("the draw pile"),
    "discard": message("the discard pile"),
    "kitty": message("the kitty"),
    "stock": message("the stock"),
}


def _place(name: str) -> Message:
    return Message(_PLACES.get(name, name))


def _awaited_act(phase: _Phase) -> str | None:
    """What has to be done first, as a message; None once the game is over."""
    match phase:
        case "deal":
            return message("deal the cards first")
        case "setup":
            return message("choose targets and set cards aside first")
        case "choose":
            return message("purged players must choose new targets first")
        case "discard":
            return message("it is time to discard")
        case "draw":
            return message("it is time to draw")
        case "stack":
            return message("it is time to set cards aside")
        case "give":
            return message("every player must give a card first")
        case "over":
            return None
        case never:
            assert_never(never)


def stack_rows(cards: int) -> list[int]:
    """How an owner's cards lie: in threes, so that anybody can count them (D30); at last one."""
    return [min(cards - below, 3) for below in range(0, cards, 3)]


class TrediciJudge:
    """Finds nothing: cards are counted exactly, so whatever is possible in Tredici is proper."""

    def watch(self, before: Tredici, entry: Happening, seq: int, after: Tredici) -> None:
        """Take in entry `seq`, which has led from one state to the next."""

    def findings(self) -> list[Finding]:
        """Always empty."""
        return []

    def copy(self) -> TrediciJudge:
        """The judge itself, since it holds nothing."""
        return self


def start(players: int, options: HouseRules) -> Tredici:
    """The state before the first deal."""
    plan = _plan(players, options)
    owners = len(plan.owners)
    return Tredici(
        plan=plan,
        phase="deal",
        hand_size=plan.hand_size,
        hands=(EMPTY,) * players,
        stacks=(EMPTY,) * owners,
        draw=Pile(len(STANDARD)),
        discard=EMPTY,
        targets=(None,) * owners,
        public=(False,) * owners,
        set_aside=(None,) * players,
    )
