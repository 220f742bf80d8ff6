"""Trick games in which everybody passes cards to another hand before the first trick.

A game is a subclass that says to whom (`pass_to`) and how many (`PASSED`); its positions say
`pass_to`, too, and it has the words of `cards_passed` and `PHASES`. Nobody says that cards are
taken up: with the last pass, everybody does. In its phase `pass`, each offers the move from hand to
discards. A passed card that comes from another hand than it was passed to has happened, too:
whoever passed it is named, and the deal is judged again without what was known of the pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final, Generic, Self, TypeVar

from tricktable.rules import phases
from tricktable.rules.cards import Card, mask
from tricktable.rules.copies import with_value
from tricktable.rules.deal import DISCARD, Handling, handling_of_passes, highest
from tricktable.rules.entries import Dealt, Happening, Held, Impossible, Moved, Played
from tricktable.rules.game import Next, Offer, State
from tricktable.rules.phases import TurnPhase
from tricktable.rules.position import P
from tricktable.rules.topics import HostPage, Keypad, SeatPage, Topic, cards, heading
from tricktable.rules.trick_game import ANYBODY, TrickGame, TrickGameJudge
from tricktable.rules.verdicts import ASTRAY, Finding, Viewpoint, may_know
from tricktable.rules.view import AnyView
from tricktable.text.language import _, message
from tricktable.text.sentences import Sentence, sentence


@dataclass(frozen=True)
class PassingGame(TrickGame):
    """One moment of a game."""

    PASSED: ClassVar[int] = 3
    """How many cards everybody passes."""

    passed: tuple[int | None, ...] = ()
    """By seat, the cards it has passed as a mask, 0 if they were not seen; None before that."""
    handed: int = 0
    """The cards that were seen to be passed, as a mask; 0 once one of them is elsewhere."""

    @property
    def pass_to(self) -> int:
        """How many seats to the left the cards of this deal are passed; 0 for none."""
        raise NotImplementedError

    def taker(self, seat: int) -> int:
        """Who takes up what this seat passes: left is left, whichever way round play goes."""
        return (seat + self.pass_to) % self.seats

    # --- entries -----------------------------------------------------------------------------

    def begun(self) -> Self:
        """Cards are passed, or kept; whoever may lead then does."""
        none = (None,) * self.seats
        return self.having(
            phase="pass" if self.pass_to else "play", due=ANYBODY, passed=none, handed=0
        )

    def read(self, seat: int, card: Card) -> Self:
        """A card is read in a hand that has all its cards. Raises: Impossible."""
        if self.phase == "pass" and self.passed[seat] is not None:
            raise Impossible("{seat} has not taken up all cards yet", seat=seat)
        if self._is_astray(seat, card):
            return self._forget_passed().read(seat, card)
        return super().read(seat, card)

    def _play(self, seat: int, card: Card) -> Self:
        if self._is_astray(seat, card):
            return self._forget_passed()._play(seat, card)
        return super()._play(seat, card)

    def _is_astray(self, seat: int, card: Card) -> bool:
        """Whether this card, which was passed to somebody else, is in this hand."""
        bit = card.bit
        return bool(bit & self.handed & ~self.gone) and not bit & self.known[seat]

    def _forget_passed(self) -> Self:
        """Nothing is known of a hand but what it has played: what was passed lies anywhere."""
        return self.having(handed=0, known=tuple(each & self.gone for each in self.known))

    def move(self, entry: Moved) -> Self:
        """Cards are passed; with the last of them, everybody takes up theirs."""
        seat, cards = entry.seat, entry.cards
        if self.phase != "pass":
            raise self.not_now(message("pass cards"))
        if (entry.source, entry.target, entry.number) != ("hand", DISCARD, self.PASSED):
            raise Impossible("everybody passes {number} cards, from the hand", number=self.PASSED)
        if self.passed[seat] is not None:
            raise Impossible("{seat} has already passed cards", seat=seat)
        after = self
        for card in cards or ():
            after.must_be_free(seat, card)
            after = after.knowing(seat, card)
        after = after.having(passed=with_value(self.passed, seat, mask(cards or ())))
        return after if None in after.passed else after._taken_up()

    def _taken_up(self) -> Self:
        """Of a hand that passed unseen cards, nothing is known but what it takes up."""
        passed = [each or 0 for each in self.passed]
        known = [
            known & ~given if given else 0 for known, given in zip(self.known, passed, strict=True)
        ]
        handed = 0
        for seat, given in enumerate(passed):
            known[self.taker(seat)] |= given
            handed |= given
        return self.having(phase="play", known=tuple(known), handed=handed)

    # --- what it means -----------------------------------------------------------------------

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whoever's turn it is; whoever still has to pass."""
        if self.phase == "pass":
            return tuple(seat for seat, cards in enumerate(self.passed) if cards is None)
        return super().awaited

    @property
    def next(self) -> Next:
        """What is awaited now."""
        return Next(self.awaited[0] if len(self.awaited) == 1 else None, self.phase)

    def offers(self) -> tuple[Offer, ...]:
        """The deal, and the pass of those who still have to."""
        if self.phase == "pass":
            return (Offer(f"hand>{DISCARD}", self.awaited, (self.PASSED,)),)
        return super().offers()

    def judge(self, viewpoint: Viewpoint) -> PassingJudge[Self]:
        """A judge for a game that begins in this state."""
        return PassingJudge(self.seats, viewpoint)


def _taken_up(_: Moved, after: State) -> Mapping[int, int]:
    assert isinstance(after, PassingGame)
    if after.phase == "pass":
        return {}
    return {seat: after.taker(seat) for seat in range(after.seats)}


HANDLING: Final[Handling] = handling_of_passes(_taken_up, choose=highest)
"""The highest cards are passed, where nobody has scanned any."""


G = TypeVar("G", bound=PassingGame)


class PassingJudge(TrickGameJudge[G], Generic[G]):
    """Knows which hands have passed which cards, too. Mutable."""

    _given: Mapping[int, tuple[Card, ...] | None] = MappingProxyType({})
    _passes: Mapping[Card, tuple[int, int]] = MappingProxyType({})
    """The cards that were passed for all the viewpoint knows: who passed each, and the entry."""
    _astray = False
    """Whether a card that was passed in this deal was elsewhere."""
    _seen: tuple[tuple[G, Happening, int, G], ...] = ()
    """Everything that was watched in this deal."""

    def watch(self, before: G, entry: Happening, seq: int, after: G) -> None:
        """Entry `seq` has led from one state to the next."""
        if isinstance(entry, Dealt):
            self._seen, self._passes, self._astray = (), {}, False
        if isinstance(entry, Held | Played) and self._is_astray(before, entry):
            self._withdraw(entry.card, seq)
        self._seen = (*self._seen, (before, entry, seq, after))
        super().watch(before, entry, seq, after)

    def _is_astray(self, at: G, entry: Held | Played) -> bool:
        """Whether this card was passed to another hand, and is known to be there."""
        seat, card = entry
        if card not in self._passes or at.phase != "play":
            return False
        is_seen = isinstance(entry, Played) or may_know(self.viewpoint, seat)
        taker = at.taker(self._passes[card][0])
        return is_seen and seat != taker and card in self._found.follow.known_hand(taker)

    def _withdraw(self, card: Card, seq: int) -> None:
        """The card is elsewhere: what was seen counts anew, and nothing of the pass."""
        giver, at = self._passes[card]
        self._astray, self._passes = True, {}
        (_, _, _, dealt), *others = self._seen
        self._found.restart(self._fresh(dealt))
        for each in others:
            super().watch(*each)
        self._found.add(Finding(at, ASTRAY, "proved", giver, (at, seq), card))

    def watch_move(self, before: G, entry: Moved, seq: int, after: G) -> None:
        """Cards are passed; with the last of them, they are in other hands."""
        to = {seat: before.taker(seat) for seat in range(before.seats)}
        known = any(may_know(self.viewpoint, each) for each in (entry.seat, to[entry.seat]))
        cards = entry.cards if known and not self._astray else None
        self._given = {**self._given, entry.seat: cards}
        self._passes = {**self._passes, **dict.fromkeys(cards or (), (entry.seat, seq))}
        if after.phase != "play":
            return
        self._found.follow.passes(self._given, to, seq)
        self._given = {}


# --- what is said of it --------------------------------------------------------------------------


def cards_passed() -> Topic[P, int]:
    """What everybody passes, as a topic."""
    return Topic(
        name="hand>discard",
        title=message("Pass cards"),
        step="pass",
        is_in_any_order=True,
        due=message("to pass"),
        told="{who} passes {cards}",
        said=message("{who} passed {cards}"),
        host_page=HostPage(
            heading(message("{who} passes cards"), message("Pass cards")), is_separate=True
        ),
        page=SeatPage(button=message("I have passed")),
        keypad=Keypad(line=message("pass cards")),
    )


def _where(view: AnyView) -> str:
    to = view.position.pass_to
    if 1 < to < view.seats - 1:
        return _("across")
    return _("to the left") if to == 1 else _("to the right")


def _own(view: AnyView) -> Sentence:
    number = next(each.values[0] for each in view.offers if each.what == "hand>discard")
    assert isinstance(number, int)
    return sentence("Pass {cards} {where}", cards=cards(number), where=_where(view))


PHASES: Final = phases.of(
    {
        "pass": TurnPhase(
            (
                message("{who} passes cards"),
                message("{who} pass cards"),
                message("Everybody passes cards"),
            ),
            "to pass cards",
            own=_own,
            can=message("Face down, before you look at those that you get."),
            more=lambda view: (_where(view),),
        )
    }
)
"""What is said while they do."""
