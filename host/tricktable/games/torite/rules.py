"""The Torite (S. Ando, 2015, rev. 2020): win together by taking 6, 4, 2 and 0 tricks.

Rules and numbered rulings: docs/games/torite.md. This file holds only what entries do to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple, Self, TypeGuard, assert_never

from tricktable.games.torite import position
from tricktable.games.torite.position import LossReason, NextStep, Position
from tricktable.rules.cards import (
    SPADES,
    STANDARD,
    SUIT_MASKS,
    SUITS,
    Card,
    card,
    cards_in,
    code_of,
    mask,
)
from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.copies import new_tuple, quick_copies, with_value
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Played, Shown
from tricktable.rules.findings_so_far import TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.game import Header, Next, Offer, Tabletop
from tricktable.rules.refusals import must_be_free, not_now, twice_in_trick
from tricktable.rules.tricks import TURNS, Trick, suit_led, unquestioned_cards, winner
from tricktable.rules.values import HouseRules, JsonValue, Rows, rows_in
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
from tricktable.text.language import message

HAND: Final = 13
TRICKS: Final = 12  # the thirteenth card is kept, and its suit counts for the win
SCORE_BASE: Final = 12  # so that the worst win, a two against an ace, still scores 0 (T6)

# The trick counts of a winning table, by number of seats. With two seats, round 2 reverses round 1.
TARGETS: Final = {2: (8, 4), 3: (8, 4, 0), 4: (6, 4, 2, 0)}
# The holder of this card leads first; if the first one is set aside, of the second (T2).
START_CARDS: Final = {3: (card("5C"), card("6C")), 4: (card("2C"),)}
LOWEST_RANK: Final = {3: 5}  # T4: three players leave out 2, 3 and 4


# --- what is said -------------------------------------------------------------------------------

Stacks = Rows
"""For each stack, its clubs, diamonds, hearts and spades."""
Pairing = Rows
"""For each seat, the stack it plays in round 1 and the one in round 2."""


def are_stacks(value: JsonValue) -> TypeGuard[Stacks]:
    """Whether this is a valid count of the stacks in a record."""
    rows = rows_in(value)
    are_whole = all(count >= 0 for row in rows for count in row)
    return rows == value and [len(row) for row in rows] == [4, 4, 4, 4] and are_whole


def is_pairing(value: JsonValue) -> TypeGuard[Pairing]:
    """Whether this is a valid pairing in a record: each stack is played once."""
    pairs = rows_in(value)
    numbers = sorted(number for pair in pairs for number in pair)
    return pairs == value and [len(pair) for pair in pairs] == [2, 2] and numbers == [1, 2, 3, 4]


class Plan(NamedTuple):
    """The parts of a game fixed by the number of players and the house rules."""

    players: int
    seats: int
    deck: int
    """The cards of this game, as a mask."""
    rounds: int
    sets_aside: bool
    shows_suits: bool
    """Whether backs show suits (T1, T22)."""
    target: tuple[int, ...]
    score_round: int
    has_dummy: bool
    everybody: int
    """The seats, as a mask."""
    turns: tuple[tuple[int, ...], ...]
    """The seat whose turn it is, by who led and the mask of seats that have played."""

    @property
    def chooses_stacks(self) -> bool:
        """Whether one or two players choose among four stacks for two rounds."""
        return self.rounds == 2


def _plan(players: int, options: HouseRules) -> Plan:
    seats = max(players, 2)
    lowest = LOWEST_RANK.get(players, 2)
    return Plan(
        players=players,
        seats=seats,
        deck=mask(each for each in STANDARD if each.rank >= lowest),
        rounds=2 if players <= 2 else 1,
        sets_aside=players == 3,
        shows_suits=options["set_aside"] != "hidden",
        target=TARGETS[seats],
        score_round=0 if options["score_cards_2p"] == "round1" else 1,
        has_dummy=players == 1,
        everybody=(1 << seats) - 1,
        turns=TURNS[seats],
    )


class FinishedRound(NamedTuple):
    """A finished round: tricks taken and cards kept, by seat."""

    tally: tuple[int, ...]
    kept: tuple[Card | None, ...]


@quick_copies
class StableKnowledge(NamedTuple):
    """Knowledge that plays seldom change."""

    read: tuple[int, ...]
    """For each seat, the cards scanned or seen in its hand this round, including those played
    since."""
    clear: tuple[int, ...]
    """For each seat, the cards it can play without further checks, unless they were played
    already."""
    kept: tuple[Card | None, ...]
    """The card that each seat showed at the end of this round."""
    earlier: tuple[FinishedRound, ...] = ()
    set_aside: Card | None = None
    leader: int | None = None
    dealer: int | None = None
    stacks: tuple[tuple[int, ...], ...] | None = None
    """Suit counts of stacks 1 … 4, once declared."""
    face_up: int = 0
    """The dummy's face-up cards, not yet played."""
    may_turn: int = -1
    """The suit of which the dummy may turn up one more card now; -1 for none."""


@quick_copies
class Torite(NamedTuple):
    """One moment of a game."""

    plan: Plan
    phase: NextStep
    """What the game waits for, as `Next.what`; turning up the dummy's cards is part of `play`."""
    due: int
    """The seat whose turn it is; -1 if it is nobody's."""
    trick: Trick
    present: int
    """The seats that have played to the trick, as a mask."""
    last: Trick
    gone: int
    """The cards that everybody has seen leave a hand, or that lie aside."""
    tally: tuple[int, ...]
    """Tricks taken by each seat in this round."""
    seen: StableKnowledge

    # --- entries -------------------------------------------------------------------------------

    def apply(self, entry: Happening) -> Torite:
        """The state after `entry`. Raises: Impossible."""
        if type(entry) is Played:
            return self._play(entry)
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        match entry:
            case Held(seat, card):
                return self._hold(seat, card)
            case Shown(seat, card):
                return self._show(seat, card)
            case Declared():
                return self._declare(entry)
            case Dealt(dealer):
                return self._deal(dealer)
        raise Impossible("no cards are moved in The Torite")

    def _play(self, entry: Played) -> Torite:
        plan, phase, due, trick, present, last, gone, tally, seen = self
        seat, card = entry
        if phase != "play":
            raise self._not_now("play a card")
        bit = card.bit
        if bit & gone or not bit & seen.clear[seat]:
            self._must_be_free(seat, card)
        if present >> seat & 1:
            raise twice_in_trick(seat)
        present |= 1 << seat
        trick += (entry,)
        if present != plan.everybody:
            due = plan.turns[trick[0][0]][present]
        else:
            # Spades are always trump and may be led at any time; nobody has to trump (T8).
            due = winner(trick, SPADES)  # leads next (T9)
            tally = with_value(tally, due, tally[due] + 1)
            last, trick, present = trick, (), 0
            if sum(tally) == TRICKS:
                phase = "show"
        if plan.has_dummy:
            # An unseen card of the dummy's may be played (T19), but only a face-up one is replaced,
            # also if it was led (T20).
            turned = seen.face_up & bit
            seen = seen._replace(
                face_up=seen.face_up ^ turned, may_turn=card.suit if turned else -1
            )
        return new_tuple(Torite, (plan, phase, due, trick, present, last, gone | bit, tally, seen))

    def _deal(self, dealer: int) -> Torite:
        if self.phase != "deal":
            raise Impossible("the cards of this game have been dealt")
        if self.plan.players == 1 and dealer != 0:  # T14
            raise Impossible("with one player, {seat} is the dealer", seat=0)
        phase: NextStep = "stacks" if self.plan.chooses_stacks else "leader"
        return self._replace(phase=phase, seen=self.seen._replace(dealer=dealer, stacks=None))

    def _declare(self, entry: Declared) -> Torite:
        handle = _TOPICS.get(entry.topic)
        if handle is None:
            raise Impossible("there is no {topic} in The Torite", topic=repr(entry.topic))
        return handle(self, entry)

    def _declare_leader(self, entry: Declared) -> Torite:
        if self.phase != "leader":
            raise self._not_now("name the leader")
        leader = entry.speaker
        # The leader need not play the starting card (T3). The judge says later whether that hand
        # had it.
        seen = self.seen._replace(leader=leader)
        return self._replace(phase="play", due=leader, seen=seen)

    def _declare_stacks(self, entry: Declared) -> Torite:
        if self.phase != "stacks":
            raise self._not_now("count the stacks")
        assert are_stacks(entry.value)
        stacks = tuple(tuple(stack) for stack in entry.value)
        if any(sum(stack) != HAND for stack in stacks):
            raise Impossible("each stack must have 13 cards")
        if any(sum(of_suit) != HAND for of_suit in zip(*stacks, strict=True)):
            raise Impossible("the four stacks together must have 13 cards of each suit")
        # T12: three equal stacks leave no legal pairing, so the cards are dealt again.
        possible = any(_pairing_is_legal(stacks, each) for each in permutations((1, 2, 3, 4)))
        seen = self.seen._replace(stacks=stacks)
        return self._replace(phase="pairing" if possible else "deal", seen=seen)

    def _declare_pairing(self, entry: Declared) -> Torite:
        if self.phase not in ("stacks", "pairing"):
            raise self._not_now("pair the stacks")
        assert is_pairing(entry.value)
        (first, second), (third, fourth) = entry.value
        stacks, dealer = self.seen.stacks, self.seen.dealer
        # With equal suit counts both hands would always follow suit. Their last cards would be of
        # one suit, which puts the second goal out of reach (T11).
        if stacks and not _pairing_is_legal(stacks, (first, second, third, fourth)):
            raise Impossible("both hands would have the same suit counts in one round (T11)")
        assert dealer is not None
        return self._replace(phase="play", due=dealer)  # the dealer leads first (T14)

    def _hold(self, seat: int, card: Card) -> Torite:
        # Stacks are chosen by their backs alone (T13), so nobody reads one before it is a hand.
        if self._has_played(seat) or self.phase not in ("leader", "play"):
            raise Impossible(
                "{seat}'s hand can be read only before its first card is played", seat=seat
            )
        self._must_be_free(seat, card)
        return self._replace(seen=self._seen_with(seat, card))

    def _show(self, seat: int | None, card: Card) -> Torite:
        if self.phase == "show":
            return self._set_aside(card) if seat is None else self._keep(seat, card)
        if self.phase == "play" and self.plan.players == 1 and seat == 1:
            return self._turn_up(card)
        raise self._not_now("show a card")

    def _keep(self, seat: int, card: Card) -> Torite:
        kept = self.seen.kept
        if kept[seat] is not None:
            raise Impossible(
                "{seat} has already shown the kept card, {code}", seat=seat, code=kept[seat]
            )
        self._must_be_free(seat, card)
        kept = with_value(kept, seat, card)
        seen = self.seen._replace(kept=kept, face_up=self.seen.face_up & ~card.bit)
        return self._replace(gone=self.gone | card.bit, seen=seen)._after_show()

    def _set_aside(self, card: Card) -> Torite:
        if not self.plan.sets_aside:
            raise Impossible("no card is set aside with {number} players", number=self.plan.players)
        if self.seen.set_aside is not None:
            raise Impossible(
                "the card set aside has already been shown: {code}", code=self.seen.set_aside
            )
        self._must_be_free(None, card)
        seen = self.seen._replace(set_aside=card)
        return self._replace(gone=self.gone | card.bit, seen=seen)._after_show()

    def _after_show(self) -> Torite:
        """The next round or the end, once every card to be shown has been."""
        if self._to_show():
            return self
        seats, seen = self.plan.seats, self.seen
        if len(seen.earlier) + 1 == self.plan.rounds:
            return self._replace(phase="over", due=-1)  # one deal is a game (T23)
        fresh = _nothing_seen(self.plan.deck, seats)
        after = seen._replace(
            read=fresh.read,
            clear=fresh.clear,
            kept=fresh.kept,
            earlier=(*seen.earlier, FinishedRound(self.tally, seen.kept)),
            may_turn=-1,
        )
        # Whoever is due took the last trick of round 1, and leads round 2.
        return self._replace(phase="play", last=(), tally=(0,) * seats, seen=after)

    def _turn_up(self, card: Card) -> Torite:
        face_up = self.seen.face_up
        if face_up & card.bit:
            raise Impossible("{code} is already face up", code=card)
        if self._round_begins:
            # If the dummy has none of a suit, none is turned up (T18).
            if face_up & SUIT_MASKS[card.suit]:
                raise Impossible(
                    "only one card of each suit may be turned up before the first play"
                )
        # A face-up card that was played is replaced only by one of the same suit, or not at all
        # (T17).
        elif card.suit != self.seen.may_turn:
            raise Impossible(
                "only a card in the suit of the face-up card just played may be turned up"
            )
        self._must_be_free(1, card)
        seen = self._seen_with(1, card)._replace(face_up=face_up | card.bit, may_turn=-1)
        return self._replace(seen=seen)

    def _seen_with(self, seat: int, card: Card) -> StableKnowledge:
        """What has been seen, now that this card is known to be in that hand."""
        read = self.seen.read
        if read[seat] & card.bit:
            return self.seen
        read = with_value(read, seat, read[seat] | card.bit)
        return self.seen._replace(read=read, clear=unquestioned_cards(self.plan.deck, read))

    # --- what stands in the way ------------------------------------------------------------------

    def _must_be_free(self, seat: int | None, card: Card) -> None:
        """Check that the card can lie in that hand (None: aside) now. Raises: Impossible."""
        must_be_free(card, seat, self.plan.deck, self.gone, self.seen.read)
        if seat is not None and not self.seen.read[seat] & card.bit and self._is_full(seat):
            raise Impossible("{seat}'s hand already has 13 other cards", "full_hand", seat=seat)

    def _is_full(self, seat: int) -> bool:
        """Whether all thirteen cards dealt to the seat in this round are known."""
        left = sum(self.tally) + (self.present >> seat & 1)
        return left + (self.seen.read[seat] & ~self.gone).bit_count() >= HAND

    def _has_played(self, seat: int) -> bool:
        return self.present >> seat & 1 > 0 or any(self.tally)

    def _not_now(self, what: str) -> Impossible:
        return not_now(what, _awaited_act(self.phase))

    # --- what it means ---------------------------------------------------------------------------

    @property
    def future_key(self) -> Hashable:
        """Everything that can change, except the last trick."""
        _, phase, due, trick, present, _, gone, tally, seen = self
        return phase, due, trick, present, gone, tally, seen

    @property
    def next(self) -> Next:
        """What the game waits for now."""
        what = self._next_what
        match what:
            case "turn_up":
                return Next(1, what)
            case "play":
                return Next(self.due, what)
            case "show":
                seats = self.awaited
                return Next(seats[0] if len(seats) == 1 else None, what)
        return Next(None, what)

    @property
    def _next_what(self) -> NextStep:
        has_to_turn = self.phase == "play" and self.plan.has_dummy and self._round_begins
        return "turn_up" if has_to_turn and _suits(self.seen.face_up) < 4 else self.phase

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat to act, the seats that must show a card, or those that may deal or lead."""
        match self.phase:
            case "play":
                seat = self.next.seat
                return () if seat is None else (seat,)
            case "show":
                return tuple(seat for seat in self._to_show() if seat is not None)
            case "deal" if self.plan.players == 1:
                return (0,)
            case "deal" | "leader":
                return tuple(range(self.plan.players))
        return ()

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    def winner(self, findings: Sequence[Finding]) -> list[int] | None:
        """Every seat if the table has won, no seat if it has lost, None until then."""
        won = self._has_won(findings)
        if won is None:
            return None
        # The table wins or loses together: nobody's own score decides.
        return list(range(self.plan.seats)) if won else []

    def position(self, findings: Sequence[Finding], _: Viewpoint) -> Position:
        """Tricks and kept cards by round, and what a win still needs."""
        won = self._has_won(findings)
        return Position(
            what=self._next_what,
            rounds=tuple(
                position.ToriteRound(tally, tuple(code_of(each) for each in kept))
                for tally, kept in self._rounds()
            ),
            set_aside=code_of(self.seen.set_aside),
            won=won,
            # Only a game that was won has a score (T7). It is computed, never clamped (T6).
            score=self._score() if won else None,
            possible=self._lost_by() is None,
            target=self.plan.target,
            of_rounds=self.plan.rounds,
            left=TRICKS - sum(self.tally),
            finals=self._finals(),
            lost_by=self._lost_by(),
            face_up=tuple(each.code for each in cards_in(self.seen.face_up)),
        )

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        taken, round_number = sum(self.tally), len(self.seen.earlier) + 1
        has_rounds = self.plan.rounds > 1 and self.phase not in _SETUP
        return Tabletop(
            deal=round_number if has_rounds else 0,
            number=min(taken + 1, TRICKS),
            of=TRICKS,
            deals=self.plan.rounds,
            trick=self.trick,
            owed=suit_led(self.trick),
            best=winner(self.trick, SPADES) if self.trick else None,
            last=self.last,
            last_winner=winner(self.last, SPADES) if self.last else None,
            tally=self.tally,
            trump=SUITS[SPADES],
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, the leader, the stacks and their legal pairings."""
        everybody = tuple(range(self.plan.players))
        match self.phase:
            case "deal":
                return (Offer("dealt", everybody if self.plan.players > 1 else (0,)),)
            case "leader":
                return (Offer("leader", everybody),)
            case "stacks":
                return (Offer("stacks", (None,), ()), self._pairings())
            case "pairing":
                return (self._pairings(),)
        return ()

    def _pairings(self) -> Offer:
        stacks = self.seen.stacks
        legal = [
            [[first, second], [third, fourth]]
            for first, second, third, fourth in permutations((1, 2, 3, 4))
            if not stacks or _pairing_is_legal(stacks, (first, second, third, fourth))
        ]
        return Offer("pairing", (None,), tuple(legal))

    def judge(self, viewpoint: Viewpoint) -> ToriteJudge:
        """A judge for a game that starts from this state."""
        return ToriteJudge(self.plan, viewpoint)

    @property
    def _round_begins(self) -> bool:
        return not self.trick and not any(self.tally)

    def _to_show(self) -> list[int | None]:
        """The seats that must still show a card; None stands for the card set aside."""
        awaited: list[int | None] = [
            seat for seat, card in enumerate(self.seen.kept) if card is None
        ]
        if self.plan.sets_aside and self.seen.set_aside is None:
            awaited.append(None)
        return awaited

    def _rounds(self) -> tuple[FinishedRound, ...]:
        """The rounds so far, the current one last."""
        return (*self.seen.earlier, FinishedRound(self.tally, self.seen.kept))

    def _kept_cards(self) -> list[Card]:
        cards = [card for _, kept in self._rounds() for card in kept if card is not None]
        # The card set aside counts as one of the last cards (T5).
        return cards if self.seen.set_aside is None else [*cards, self.seen.set_aside]

    def _goals(self) -> Sequence[tuple[tuple[int, ...], ...]]:
        """The winning trick counts that can still be reached, one tuple for each round."""
        tallies = (*(each.tally for each in self.seen.earlier), self.tally)
        return _goals(self.plan.target, self.plan.rounds, tallies)

    def _finals(self) -> tuple[tuple[int, ...], ...]:
        """For each seat, the trick counts in this round that still lead to a win."""
        rows = {goal[len(self.seen.earlier)] for goal in self._goals()}
        return tuple(tuple(sorted({row[seat] for row in rows})) for seat in range(self.plan.seats))

    def _lost_by(self) -> LossReason | None:
        """Why the game can no longer be won (ignoring findings): `tricks`, `suits`, or None."""
        if not self._goals():
            return "tricks"
        suits = [each.suit for each in self._kept_cards()]
        return "suits" if len(set(suits)) < len(suits) else None

    def _has_won(self, findings: Sequence[Finding]) -> bool | None:
        if self.phase != "over":
            return None
        # T10: a table cannot win while a revoke stands.
        revoked = any(each.rule == "follow" and each.grade == "proved" for each in findings)
        return not revoked and self._lost_by() is None

    def _score(self) -> int:
        """The rank kept with most tricks, minus that with fewest, plus 12 (T6, T15)."""
        # Round 2 decides whose cards count, and the house rule only from which round (T15).
        tally, rounds = self.tally, self._rounds()
        kept = rounds[self.plan.score_round if self.plan.rounds == 2 else -1].kept
        most, fewest = kept[tally.index(max(tally))], kept[tally.index(min(tally))]
        assert most is not None and fewest is not None
        return most.rank - fewest.rank + SCORE_BASE


_TOPICS: Final[Mapping[str, Callable[[Torite, Declared], Torite]]] = {
    "leader": Torite._declare_leader,
    "stacks": Torite._declare_stacks,
    "pairing": Torite._declare_pairing,
}
_SETUP: Final = ("deal", "stacks", "pairing")


def _awaited_act(phase: NextStep) -> str | None:
    """What has to be done first, as a message; None once the game is over."""
    match phase:
        case "deal":
            return message("deal the cards first")
        case "stacks" | "pairing":
            return message("pair the stacks first")
        case "leader":
            return message("first say who has the lowest club")
        case "play" | "turn_up":
            return message("it is time to play a card")
        case "show":
            return message("it is time to show the kept cards")
        case "over":
            return None
        case never:
            assert_never(never)


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class ToriteJudge(TrickJudge):
    """Judges following suit, turns and the start card, from one viewpoint. Mutable."""

    def __init__(self, plan: Plan, viewpoint: Viewpoint) -> None:
        self._plan = plan
        self._viewpoint = viewpoint
        super().__init__(self._fresh_deal(0))
        self._starts = START_CARDS.get(plan.seats, ())
        self._named: dict[Card, tuple[int, int]] = {}
        self._leader: tuple[int, int] | None = None
        self._set_aside: tuple[Card, int] | None = None

    def watch(self, before: Torite, entry: Happening, seq: int, after: Torite) -> None:
        """Take in entry `seq`, which has led from one state to the next."""
        if isinstance(entry, Played):
            self._watch_play(before, entry, seq)
        elif isinstance(entry, Shown):
            self._watch_show(entry, seq)
        elif isinstance(entry, Held):
            if may_know(self._viewpoint, entry.seat):
                self._name(entry.seat, entry.card, seq)
        elif isinstance(entry, Declared) and entry.topic == "leader":
            self._leader = (entry.speaker, seq)
        self._found.follow.test(seq)
        if len(after.seen.earlier) > len(before.seen.earlier):
            self._found.next_deal(self._fresh_deal(after.gone))

    def findings(self) -> list[Finding]:
        """The findings so far, sorted by entry, rule and grade."""
        found, starter = super().findings(), self._starter()
        return found if starter is None else sorted([*found, starter])

    def copy(self) -> Self:
        """An independent copy of this judge."""
        made = super().copy()
        made._named = self._named.copy()
        return made

    def _fresh_deal(self, gone: int) -> Follow:
        unseen = self._plan.deck & ~gone
        hands = [HAND] * self._plan.seats
        return Follow(
            [(unseen & suit).bit_count() for suit in SUIT_MASKS],
            hands,
            unseen.bit_count() - sum(hands),
        )

    def _watch_play(self, before: Torite, entry: Played, seq: int) -> None:
        seat, card = entry
        if seat != before.due:
            self._found.add(Finding(seq, "turn", "proved", seat, (seq,)))
        owed = before.trick[0][1].suit if before.trick else None
        self._found.follow.plays(seat, card, owed, seq)
        if card in self._starts:
            self._named.setdefault(card, (seat, seq))

    def _watch_show(self, entry: Shown, seq: int) -> None:
        if entry.seat is None:
            self._set_aside = (entry.card, seq)
            self._found.follow.lies_outside(entry.card)
        else:
            self._name(entry.seat, entry.card, seq)

    def _name(self, seat: int, card: Card, seq: int) -> None:
        self._found.follow.names(seat, card, seq)
        if card in self._starts:
            self._named.setdefault(card, (seat, seq))

    def _starter(self) -> Finding | None:
        """The declared leader did not hold the start card (T2, T3)."""
        if self._leader is None or not self._starts:
            return None
        leader, declared = self._leader
        start, shown = self._starts[0], 0
        if self._set_aside and self._set_aside[0] == start:
            start, shown = self._starts[1], self._set_aside[1]
        holder, named = self._named.get(start, (leader, 0))
        if holder == leader:
            return None
        proof = (declared, max(named, shown))
        return Finding(declared, "starter", "proved", leader, proof, start)


@lru_cache(maxsize=256)  # a page asks for each of these several times
def _goals(
    target: tuple[int, ...], rounds: int, tallies: tuple[tuple[int, ...], ...]
) -> Sequence[tuple[tuple[int, ...], ...]]:
    goals = []
    for order in permutations(target):
        goal = (order, order[::-1])[:rounds]
        if all(
            count <= most
            for tally, mosts in zip(tallies, goal, strict=False)
            for count, most in zip(tally, mosts, strict=True)
        ):
            goals.append(goal)
    return tuple(goals)


def _suits(bits: int) -> int:
    return sum(1 for suit in SUIT_MASKS if bits & suit)


def _pairing_is_legal(stacks: Sequence[Sequence[int]], order: Sequence[int]) -> bool:
    """T11: in neither round do both hands have the same number of cards in each suit."""
    first, second, third, fourth = (list(stacks[number - 1]) for number in order)
    return first != third and second != fourth


def _nothing_seen(deck: int, seats: int) -> StableKnowledge:
    """Hands of which nothing has been seen."""
    read = (0,) * seats
    return StableKnowledge(read, unquestioned_cards(deck, read), (None,) * seats)


def start(players: int, options: HouseRules) -> Torite:
    """The state before the first deal."""
    plan = _plan(players, options)
    return Torite(
        plan=plan,
        phase="deal",
        due=-1,
        trick=(),
        present=0,
        last=(),
        gone=0,
        tally=(0,) * plan.seats,
        seen=_nothing_seen(plan.deck, plan.seats),
    )


def deck(header: Header) -> int:
    """The cards of this game, as a mask."""
    return _plan(header.players, header.options).deck
