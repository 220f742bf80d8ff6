"""What most trick games share: hands that are read and played in tricks, deal by deal.

A game is a subclass. It says what begins after the deal, what is offered then and what that does,
what must not be played while the hand has something else (`bans`, `bar`), and what a finished deal
was worth. Phases with these names are played here: `deal`, `play`, `over`; `turn_up`, in which the
dealer turns the next card up; `bid`, in which everybody bids once, from the dealer's left, unless
the game says otherwise; `discard`, in which whoever has taken up cards discards as many; and
`open`, in which a hand is laid open. All others are the game's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from tricktable.rules.cards import STANDARD, SUITS, Card, cards_in, mask
from tricktable.rules.copies import with_value
from tricktable.rules.entries import (
    Dealt,
    Declared,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
)
from tricktable.rules.field_words import field_words
from tricktable.rules.findings_so_far import TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.game import Dummy, Next, Offer, Tabletop
from tricktable.rules.position import Position, SummaryPart, of_state
from tricktable.rules.ranking import LETTERS, PRINTED, Ranking
from tricktable.rules.refusals import must_be_free, not_now, twice_in_trick
from tricktable.rules.score import Gains
from tricktable.rules.tricks import NO_BANS, NO_BAR, Bans, Bar, Trick, next_seat, suit_led, winner
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.rules.verdicts import (
    HEAD,
    OVERTRUMP,
    TRUMP,
    Finding,
    OwnRule,
    Viewpoint,
    may_know,
)
from tricktable.text.language import message

DECK: Final = mask(STANDARD)
_FOLLOW: Final = OwnRule("follow")
"""To follow suit, where Follow cannot claim a whole suit."""
_BOOLEANS: Final = {"yes": True, "no": False}
ANYBODY: Final = -1
"""The seat whose turn it is where anybody may act."""


@field_words
class RefusalWords(NamedTuple):
    """How something that cannot be said now is refused, as messages."""

    act: str = message("say that")
    """What is not done in this phase."""
    turn: str = message("it is {seat}'s turn")
    value: str = message("{seat} cannot say {value}")


@field_words
@dataclass(frozen=True)
class TrickGame:
    """One moment of a game."""

    POSITION: ClassVar[type[SummaryPart]]
    """Its positions, whose fields the state has by the same names; `what` is the phase."""
    FIRST: ClassVar[str] = "play"
    """The phase that begins a deal, at the dealer's left, once a card is turned up where one is."""
    AFRESH: ClassVar[tuple[str, ...]] = ()
    """The fields of its own that each deal begins at their defaults."""
    DRAWS: ClassVar[bool] = False
    """Whether each hand draws a card after every trick, while there is one for each of them.

    The winner draws first, from the stock: the cards that were not dealt. A card that was turned up
    lies at its bottom.
    """
    FEWEST_WIN: ClassVar[bool] = False
    """Whether the fewest points win."""
    WAITS: ClassVar[Mapping[str, str]] = {}
    """What has to be done first in each phase of its own that `AWAITED` lacks, as messages."""
    TURNS_UP: ClassVar[bool] = False
    """Whether the dealer turns up a card."""
    SAYINGS: ClassVar[Mapping[str, RefusalWords]] = {}
    """By topic, how it is refused, if not as any other."""

    seats: int
    deck: int = DECK
    """The cards that are played with, as a mask."""
    size: int = 13
    """Cards in each hand, when it is dealt."""
    later: int = 0
    """How many of them are dealt only after something has been said: `dealt_out`."""
    step: int = 1
    """How many seats further clockwise the next one sits: -1 where play goes anticlockwise."""
    sides: int = 0
    """How many sides score, each a seat modulo this; 0 if every seat scores for itself."""
    phase: str = "deal"
    """What is awaited, as `Next.what` has it."""
    dealer: int = ANYBODY
    """Who has dealt; `ANYBODY` before the first deal."""
    due: int = ANYBODY
    """Whose turn it is."""
    known: tuple[int, ...] = ()
    """By seat, the cards known to be or to have been in the hand of this deal, as masks."""
    gone: int = 0
    """The cards that everybody has seen leave a hand, as a mask."""
    trick: Trick = ()
    last: Trick = ()
    """The trick before, of this deal."""
    tally: tuple[int, ...] = ()
    """Tricks by seat."""
    taken: tuple[int, ...] = ()
    """The cards of those tricks by seat, as masks."""
    deals: tuple[Gains, ...] = ()
    """What each finished deal was worth."""
    until: int = 0
    """How many points end the game; 0 if none do."""
    of_deals: int = 0
    """How many deals end it; 0 if none do."""
    out: tuple[int, ...] = ()
    """The seats that do not play this deal."""
    bids: tuple[JsonValue, ...] = ()
    """What each seat has bid in this deal; None while it has not."""
    maker: int | None = None
    """Whoever has made trump in this deal, or bid what stands."""
    turned: Card | None = None
    """The card that was turned up in this deal."""
    turned_down: bool = False
    """Whether it was turned down again."""
    exchanger: int = ANYBODY
    """Who has taken up cards in this deal, and then discards as many."""
    more: int = 0
    """How many they are; none where they are dealt to that hand."""
    buried: int = 0
    """The discards, if they were seen, as a mask."""
    last_draw: int | None = None
    """After how many tricks the stock was closed in this deal; None if it was not."""
    lacks: int = 0
    """How many cards each hand has yet to be dealt in this deal."""

    # --- what each game says -----------------------------------------------------------------

    @property
    def trump(self) -> int:
        """The number of the trump suit; -1 for none."""
        return -1

    @property
    def bans(self) -> Bans:
        """What is led or thrown away too early in this deal: hearts that are not broken, say."""
        return NO_BANS

    @property
    def bar(self) -> Bar:
        """What must not be played now by whoever cannot follow suit, or leads."""
        bans = self.bans
        if bans is NO_BANS:
            return NO_BAR
        is_first = not any(self.tally)
        if not self.trick:
            return bans.lead(self.deck, self.gone, is_first)
        suits, masks = self.ranking.suits, self.ranking.masks
        return bans.discard(self.deck & ~masks[suits[self.trick[0][1]]]) if is_first else NO_BAR

    @property
    def duties(self) -> tuple[Bar, ...]:
        """What must be played by whoever follows suit, or cannot: `heading` and `trumping`, say."""
        return ()

    @property
    def follows(self) -> bool:
        """Whether the suit led must be followed now."""
        return True

    @property
    def exempt(self) -> int:
        """The cards that may be played though the suit led could be followed, as a mask."""
        return 0

    @property
    def optional(self) -> int:
        """The cards that need not be played though the suit led is theirs, as a mask."""
        return 0

    @property
    def dummy(self) -> Dummy | None:
        """The hand that lies open, with the cards that everybody has seen in it."""
        return None

    def begun(self) -> Self:
        """This deal after its cards have been dealt: a card is turned up, or `FIRST` begins."""
        return self.having(phase="turn_up", due=self.dealer) if self.TURNS_UP else self.turned_up()

    def led(self) -> Self:
        """This deal after its first card."""
        return self

    @property
    def is_played_out(self) -> bool:
        """Whether the trick that was just taken was the last one of the deal."""
        return sum(self.tally) == self.tricks

    @property
    def is_decided(self) -> bool:
        """Whether the deals that have been scored end the game: by `until` or `of_deals`."""
        return len(self.deals) == self.of_deals or 0 < self.until <= max(self.totals)

    def scored(self) -> Self:
        """This game after the last trick of a deal: `next_deal`."""
        raise NotImplementedError

    def turned_up(self) -> Self:
        """This deal after the next card has been turned up."""
        return self.asking(self.FIRST)

    def values(self) -> tuple[JsonValue, ...]:
        """What whoever's turn it is can say, in a phase that is called by its topic."""
        return ()

    def said(self, seat: int, topic: str, value: JsonValue) -> Self:
        """The state after something that was offered has been said; by default a bid."""
        assert topic == "bid", topic
        phase = "play" if seat == self.dealer else "bid"
        return self.having(
            phase=phase, due=self.after(seat), bids=with_value(self.bids, seat, value)
        )

    def move(self, entry: Moved) -> Self:
        """The state after cards have been moved; by default discarded. Raises: Impossible."""
        if self.phase != "discard":
            raise self.not_now(message("move cards"))
        if entry[:4] != (self.exchanger, "hand", "discard", self.more):
            raise Impossible(
                "{seat} discards from the hand: {number}", seat=self.exchanger, number=self.more
            )
        return self.discarded(self.exchanger, entry.cards or ()).lightened()

    def lightened(self) -> Self:
        """This deal once whoever has taken up cards has discarded as many."""
        return self

    # --- entries -----------------------------------------------------------------------------

    def having(self, **changes: object) -> Self:
        """A copy with other values; `replace` would take four times as long."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made

    def by(self, options: HouseRules, *names: str) -> Self:
        """This game with these house rules in fields of their names: yes and no as booleans."""
        values = ((each, options[each]) for each in names)
        return self.having(**{each: _BOOLEANS.get(str(value), value) for each, value in values})

    def asking(self, phase: str) -> Self:
        """This deal in another phase, which begins with whoever plays after the dealer."""
        return self.having(phase=phase, due=self.turns[0])

    def apply(self, entry: Happening) -> Self:
        """The state after `entry`. Raises: Impossible."""
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        if isinstance(entry, Played):
            return self._play(*entry)
        match entry:
            case Held(seat, card):
                return self.read(seat, card)
            case Dealt(dealer):
                return self._deal(dealer)
            case Declared():
                return self._say(entry)
            case Moved():
                return self.move(entry)
            case Shown(_, card) if self.TURNS_UP:
                return self._turn_up(card)
            case Shown(shown_by, card) if self.phase == "open":
                if shown_by is None or shown_by != self.due:
                    raise Impossible("{seat}'s hand is laid open", seat=self.due)
                return self.shown(shown_by, card)
        raise Impossible("no card is turned up in this game")

    def _say(self, entry: Declared) -> Self:
        seat, topic, value = entry.speaker, entry.topic, entry.value
        saying = self.SAYINGS.get(topic) or BY_TOPIC.get(topic) or RefusalWords()
        offer = next((each for each in self.offers() if each.what == topic), None)
        if offer is None:
            raise self.not_now(saying.act)
        if seat not in offer.seats:
            if offer.seats != (self.due,):
                raise Impossible("it is not for {seat} to say that", seat=seat)
            raise Impossible(saying.turn, seat=self.due)
        if isinstance(value, bool) or value not in offer.values:  # `True` is no number
            raise Impossible(saying.value, seat=seat, value=value)
        return self.said(seat, topic, value)

    def _turn_up(self, card: Card) -> Self:
        # The dealer should, but whoever did it: the card lies there.
        if self.phase != "turn_up":
            raise self.not_now(message("turn a card up"))
        must_be_free(card, None, self.deck, self.gone, self.known)
        return self.having(turned=card, gone=card.bit).turned_up()

    def shown(self, seat: int, card: Card) -> Self:
        """The state after a card of the hand that is laid open. Raises: Impossible."""
        self.must_be_free(seat, card)
        return self.knowing(seat, card)

    def _deal(self, dealer: int) -> Self:
        if self.phase != "deal":
            raise self.not_now(message("deal the cards"))
        if self.due not in (ANYBODY, dealer):
            raise Impossible("{seat} deals next", seat=self.due)
        none = (0,) * self.seats
        return self.having(
            dealer=dealer,
            known=none,
            gone=0,
            last=(),
            tally=none,
            taken=none,
            out=(),
            maker=None,
            turned=None,
            turned_down=False,
            exchanger=ANYBODY,
            buried=0,
            last_draw=None,
            lacks=self.later,
            bids=(None,) * self.seats,
            **{name: getattr(type(self), name) for name in self.AFRESH},
        ).begun()

    def read(self, seat: int, card: Card) -> Self:
        """The state after a card has been read in a hand. Raises: Impossible."""
        if self.phase == "deal" or (self.known[seat] & self.gone and not self.DRAWS):
            raise Impossible(
                "{seat}'s hand can be read only before its first card is played", seat=seat
            )
        self.must_be_free(seat, card)
        return self.knowing(seat, card)

    def _play(self, seat: int, card: Card) -> Self:
        if self.phase != "play":
            raise self.not_now(message("play a card"))
        self.must_be_free(seat, card)
        for other, _ in self.trick:
            if other == seat:
                raise twice_in_trick(seat)
        trick = (*self.trick, (seat, card))
        known = with_value(self.known, seat, self.known[seat] | card.bit)
        gone = self.gone | card.bit
        if len(trick) < self.seats - len(self.out):
            due = self._turn(trick)
            after = self.having(due=due, trick=trick, known=known, gone=gone)
            return after if self.gone else after.led()
        taker = winner(trick, self.trump, self.ranking)
        cards = self.taken[taker] | mask(laid for _, laid in trick)
        taken = self.having(
            due=taker,
            trick=(),
            last=trick,
            known=known,
            gone=gone,
            tally=with_value(self.tally, taker, self.tally[taker] + 1),
            taken=with_value(self.taken, taker, cards),
        )
        if self.DRAWS and self.turned and self.stock and not taken.stock:
            # Whoever took it up should be the last to draw, but it can be in any hand.
            taken = taken.having(gone=gone & ~self.turned.bit)
        return taken.scored() if taken.is_played_out else taken

    def _turn(self, trick: Trick) -> int:
        """Whose turn it is in this trick."""
        if not self.out and self.step > 0:
            return next_seat(trick, self.seats)
        away, due = {*self.out, *(seat for seat, _ in trick)}, trick[0][0]
        while due in away:
            due = self.after(due)
        return due

    def knowing(self, seat: int, card: Card) -> Self:
        """The same with this card known to be or to have been in that hand. Raises: Impossible."""
        if card.bit & self.known[seat]:
            return self
        self.must_be_free(seat, card)
        return self.having(known=with_value(self.known, seat, self.known[seat] | card.bit))

    def taken_up(self, seat: int, cards: Iterable[Card], number: int) -> Self:
        """This seat takes up this number of cards, those that are known, and then discards as many.

        Raises: Impossible.
        """
        after = self.having(phase="discard", due=seat, exchanger=seat, more=number)
        if self.turned is not None:
            after = after.having(gone=self.gone & ~self.turned.bit)
        for card in cards:
            after = after.knowing(seat, card)
        return after

    def discarded(self, seat: int, cards: Iterable[Card]) -> Self:
        """This seat has discarded cards, of which these are known. Raises: Impossible."""
        after = self
        for card in cards:
            self.must_be_free(seat, card)
            left = with_value(after.known, seat, after.known[seat] & ~card.bit)
            after = after.having(known=left, buried=after.buried | card.bit)
        if after.buried and after.known[seat].bit_count() > self.size:
            raise Impossible("{seat}'s hand is already full of other cards", "full_hand", seat=seat)
        return after

    def dealt_out(self, taker: int = ANYBODY) -> Self:
        """This deal once the `later` cards have been dealt, the one turned up to whoever took it.

        Raises: Impossible.
        """
        after, turned = self.having(lacks=0), self.turned
        if taker < 0 or turned is None:
            return after
        after = after.having(gone=self.gone & ~turned.bit, exchanger=taker, more=0)
        return after.knowing(taker, turned)

    def closed(self) -> Self:
        """This deal with its stock closed: nobody draws any more."""
        return self.having(last_draw=sum(self.tally))

    def exchanged(self, seat: int, card: Card) -> Self:
        """This seat has taken the card that lies turned up, and laid this one there.

        Raises: Impossible.
        """
        turned = self.lies
        if turned is None:
            raise Impossible("no card lies turned up")
        self.must_be_free(seat, card)
        hand = self.known[seat] & ~card.bit | turned.bit
        return self.having(
            turned=card,
            known=with_value(self.known, seat, hand),
            gone=self.gone & ~turned.bit | card.bit,
        )

    def next_deal(self, deal: Gains) -> Self:
        """This deal is over, and the next one is due, by whoever is next; or none is."""
        after = self.having(phase="deal", due=self.after(self.dealer), deals=(*self.deals, deal))
        return after.over() if after.is_decided else after

    def over(self) -> Self:
        """The game is over."""
        return self.having(phase="over", due=ANYBODY)

    # --- what stands in the way --------------------------------------------------------------

    def must_be_free(self, seat: int, card: Card) -> None:
        """Raises: Impossible, unless the card can lie in that hand now."""
        bit, known = card.bit, self.known[seat]
        if self.phase == "play" and seat in self.out:
            raise Impossible("{seat} sits out this deal", seat=seat)
        if bit & self.buried:
            raise Impossible("{card} was discarded", "elsewhere", card)
        if not bit & known or bit & self.gone:
            must_be_free(card, seat, self.deck, self.gone, self.known)
            if known.bit_count() >= self.room(seat):
                raise Impossible(
                    "{seat}'s hand is already full of other cards", "full_hand", seat=seat
                )

    def room(self, seat: int) -> int:
        """How many cards this hand has or had: those taken up too, until its discards are known."""
        more = self.more * (seat == self.exchanger and not self.buried)
        return self.size - self.lacks + more + self._drawn_count

    def not_now(self, what: str) -> Impossible:
        """Why this, a message, is impossible: something else is due."""
        return not_now(what, self.WAITS.get(self.phase) or AWAITED[self.phase])

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat whose turn comes this many steps after this one's: clockwise, or by `step`."""
        return (seat + steps * self.step) % self.seats

    def side(self, seat: int | None) -> frozenset[int]:
        """This seat and those who score with it, as far as they play this deal; none for nobody."""
        apart = self.sides or self.seats
        turns = self.turns if seat is not None else ()
        return frozenset(each for each in turns if (each - (seat or 0)) % apart == 0)

    @property
    def turns(self) -> tuple[int, ...]:
        """Those who play this deal, in the order of their turns: from the dealer's left, mostly."""
        following = (self.after(self.dealer, steps) for steps in range(1, self.seats + 1))
        return tuple(seat for seat in following if seat not in self.out)

    # --- what it means -----------------------------------------------------------------------

    @property
    def ranking(self) -> Ranking:
        """Which suit each card belongs to, and how high it is."""
        return PRINTED

    @property
    def future_key(self) -> Hashable:
        """All that changes but the last trick."""
        return self.having(last=())

    @property
    def what(self) -> str:
        """What is awaited, as positions call it."""
        return self.phase

    @property
    def next(self) -> Next:
        """What is awaited now."""
        return Next(self.due if self.due >= 0 else None, self.phase)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whoever's turn it is, or everybody."""
        if self.phase == "over":
            return ()
        return (self.due,) if self.due >= 0 else tuple(range(self.seats))

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    @property
    def to_deal(self) -> int:
        """How many cards each hand has in the deal that runs, or in the next."""
        now = self._deal(max(self.due, 0)) if self.phase == "deal" else self
        return now.size - now.lacks

    @property
    def tricks(self) -> int:
        """How many tricks this deal has."""
        return self.size + self._draws

    @property
    def stock(self) -> int:
        """How many cards the hands have yet to draw, with the one that lies turned up."""
        each = self._draws - self._drawn_count + self.lacks
        return each * self.seats if self.runs else 0

    @property
    def holds(self) -> int:
        """How many cards each hand has before it plays to the running trick."""
        return self.size - self.lacks + self._drawn_count - sum(self.tally)

    @property
    def _draws(self) -> int:
        """How many cards each hand draws in this deal."""
        if not self.DRAWS:
            return 0
        every = self.deck.bit_count() // self.seats - self.size
        return every if self.last_draw is None else min(every, self.last_draw)

    @property
    def _drawn_count(self) -> int:
        """How many of them it has drawn."""
        return min(sum(self.tally), self._draws) if self.DRAWS else 0

    @property
    def runs(self) -> bool:
        """Whether a deal is under way."""
        return self.phase not in ("deal", "over")

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat or side."""
        owners = range(self.sides or self.seats)
        return tuple(sum(deal.gains[owner] for deal in self.deals) for owner in owners)

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """Whoever has most points, or fewest; all of them where several have. None before that."""
        if self.phase != "over":
            return None
        totals = self.totals
        best = min(totals) if self.FEWEST_WIN else max(totals)
        return [seat for seat in range(self.seats) if totals[seat % len(totals)] == best]

    @property
    def lies(self) -> Card | None:
        """The card that was turned up, as long as it lies there."""
        is_away = self.turned_down or self.exchanger >= 0 or (self.DRAWS and not self.stock)
        return self.turned if self.runs and not is_away else None

    @property
    def broken(self) -> bool:
        """Whether the cards that must wait (`bans`) can be led."""
        return not self.bans.led or bool(self.gone & self.bans.breaks)

    @property
    def heading(self) -> Bar:
        """The duty to beat the trick by following suit, unless it has been trumped."""
        return self._duty_to_beat(HEAD, suit_led(self.trick, self.ranking))

    @property
    def trumping(self) -> Bar:
        """The duty to trump a trick whose suit one cannot follow."""
        letter, masks = suit_led(self.trick, self.ranking), self.ranking.masks
        if letter is None or self.trump in (-1, LETTERS.index(letter)):
            return Bar(TRUMP, 0, 0)
        trumps = masks[self.trump]
        return Bar(TRUMP, self.deck & ~trumps & ~masks[LETTERS.index(letter)], trumps)

    @property
    def overtrumping(self) -> Bar:
        """The duty to play a higher trump, if one can, than one that has been played."""
        is_led = suit_led(self.trick, self.ranking) == LETTERS[self.trump]
        return self._duty_to_beat(
            OVERTRUMP, None if is_led or self.trump < 0 else LETTERS[self.trump]
        )

    def _duty_to_beat(self, rule: OwnRule, letter: str | None) -> Bar:
        """The duty to play a higher card of this suit than the winning one, if that is of it."""
        if letter is None or not self.trick:
            return Bar(rule, 0, 0)
        ranking = self.ranking
        best = dict(self.trick)[winner(self.trick, self.trump, ranking)]
        if ranking.letters[best] != letter:
            return Bar(rule, 0, 0)
        suit = ranking.masks[LETTERS.index(letter)]
        higher = mask(c for c in cards_in(suit) if ranking.heights[c] > ranking.heights[best])
        return Bar(rule, suit & ~higher, higher)

    @property
    def _turned_taken(self) -> tuple[int, Card] | None:
        """Who has taken up the card that was turned up, and it, until a discard or its own play."""
        turned = self.turned
        if turned is None or (self.more and self.phase != "discard") or turned.bit & self.gone:
            return None
        return self.exchanger, turned

    def _bars(self) -> tuple[Bar, ...]:
        bar = self.bar
        if not bar.cards:
            return self.duties
        if self.trick:
            suit = self.ranking.masks[self.ranking.suits[self.trick[0][1]]]
            bar = bar._replace(cards=bar.cards & ~suit)
        return (bar, *self.duties)

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        trump, ranking = self.trump, self.ranking
        return Tabletop(
            deal=len(self.deals) + self.runs,
            number=min(sum(self.tally) + 1, self.tricks),
            of=self.tricks,
            deals=self.of_deals,
            until=self.until,
            trick=self.trick,
            owed=suit_led(self.trick, ranking) if self.follows else None,
            best=winner(self.trick, trump, ranking) if self.trick else None,
            last=self.last,
            last_winner=winner(self.last, trump, ranking) if self.last else None,
            tally=self.tally or (0,) * self.seats,
            highest=self.maker,
            trump=LETTERS[trump] if trump >= 0 else "",
            ranking=ranking,
            exempt=self.exempt,
            optional=self.optional & ~self.gone,
            bars=self._bars(),
            bans=self.bans,
            turned=self.lies,
            stock=self.stock,
            taken_up=self._turned_taken if self.exchanger >= 0 else None,
            out=self.out,
            dummy=self.dummy,
            step=self.step,
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, the discard of whoever has taken up cards, an open hand, and `values`."""
        match self.phase:
            case "deal":
                return (Offer("dealt", self.awaited),)
            case "discard":
                return (Offer("hand>discard", (self.exchanger,), (self.more,)),)
            case "open":
                return (Offer("open", (self.due,)),)
        values = self.values()
        return (Offer(self.phase, (self.due,), values),) if values else ()

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """All that `POSITION` asks of the state: nothing of it is secret."""
        return of_state(self.POSITION, self)

    def judge(self, viewpoint: Viewpoint) -> TrickGameJudge[Self]:
        """A judge for a game that begins in this state."""
        return TrickGameJudge(self.seats, viewpoint)


AWAITED: Final = {
    "deal": message("deal the cards first"),
    "play": message("it is time to play a card"),
    "turn_up": message("the dealer turns a card up first"),
    "bid": message("everybody bids first"),
    "discard": message("cards are discarded first"),
    "pass": message("everybody passes cards first"),
}
"""What has to be done first in phases that several of them have."""
BY_TOPIC: Final = {
    "bid": RefusalWords(
        message("bid"), message("it is {seat}'s turn to bid"), message("{seat} cannot bid {value}")
    )
}
"""How topics that several of them have are refused."""


G = TypeVar("G", bound=TrickGame)


class TrickGameJudge(TrickJudge, Generic[G]):
    """Suit, turn, and what is barred, taken up or shown, as one viewpoint knows it. Mutable."""

    def __init__(self, seats: int, viewpoint: Viewpoint) -> None:
        super().__init__(Follow([0] * len(SUITS), [0] * seats, 0))
        self.viewpoint = viewpoint

    def watch(self, before: G, entry: Happening, seq: int, after: G) -> None:
        """Entry `seq` has led from one state to the next."""
        if isinstance(entry, Played):
            self._watch_dummy(before, seq, after)
            self._watch_play(before, *entry, seq)
            self._found.follow.test(seq)
            if before.DRAWS and before.stock and not after.trick:
                self._watch_draws(after)
            return
        follow = self._found.follow
        match entry:
            case Held(seat, card) if may_know(self.viewpoint, seat):
                if seat == before.exchanger and before.phase == "discard":
                    follow.names_loosely(card, seq)
                else:
                    follow.names(seat, card, seq)
            case Shown(int(seat), card) if before.phase == "open":
                follow.names(seat, card, seq)
            case Shown(_, card):
                follow.lies_outside(card)
            case Declared():
                self._watch_words(before, seq, after)
                self._watch_dummy(before, seq, after)
            case Dealt():
                self._found.next_deal(self._fresh(after))
            case Moved():
                self.watch_move(before, entry, seq, after)
        self._found.follow.test(seq)

    def _watch_dummy(self, before: G, seq: int, after: G) -> None:
        """Everybody sees cards that had only been read, once their hand lies open."""
        if before.dummy is None and (dummy := after.dummy) is not None:
            for card in cards_in(dummy.cards):
                self._found.follow.names(dummy.seat, card, seq)

    def _watch_words(self, before: G, seq: int, after: G) -> None:
        if after.ranking is not before.ranking:
            self._found.follow.ranks(after.ranking, after.deck)
        if after.lacks < before.lacks:
            self._watch_draws(after)
        elif after.exchanger != before.exchanger:
            self._exchanges(after, [after.turned] if after.turned else (), seq)
            return
        if after.turned is not before.turned and before.turned and after.turned:
            self._watch_draws(after)
            taker = next(seat for seat, hand in enumerate(after.known) if hand & before.turned.bit)
            self._found.follow.names(taker, before.turned, seq)
        else:
            for seat, (known, then) in enumerate(zip(before.known, after.known, strict=True)):
                for card in cards_in(then & ~known):  # what was said tells them all
                    self._found.follow.names(seat, card, seq)

    def watch_move(self, before: G, entry: Moved, seq: int, after: G) -> None:
        """Cards have been taken up or discarded."""
        follow, cards = self._found.follow, entry.cards or ()
        is_seen = may_know(self.viewpoint, entry.seat)
        if after.exchanger != before.exchanger:
            self._exchanges(after, cards if is_seen else (), seq)
        elif is_seen and entry.cards is not None:
            follow.gives_up(cards)

    def _exchanges(self, after: G, cards: Iterable[Card], seq: int) -> None:
        """A seat has taken up cards, of which these are known, and is about to discard as many."""
        follow = self._found.follow
        follow.exchanges(after.exchanger, after.more, after.more)
        for card in cards:
            follow.names_loosely(card, seq)

    def _watch_draws(self, after: G) -> None:
        """A hand has drawn a card: what it has claimed to be without can be there now."""
        before, follow = self._found.follow, self._fresh(after)
        for seat in range(after.seats):
            for card, seq in before.known_hand(seat).items():
                if not card.bit & after.gone:  # it may have been laid down for the card turned up
                    follow.names(seat, card, seq)
        self._found.next_deal(follow)

    def _fresh(self, game: G) -> Follow:
        there = game.deck & ~game.gone
        unseen = [(there & suit).bit_count() for suit in game.ranking.masks]
        outside = there.bit_count() - game.seats * game.holds
        return Follow(unseen, [game.holds] * game.seats, outside, game.ranking)

    def _watch_play(self, before: G, seat: int, card: Card, seq: int) -> None:
        if before.due not in (ANYBODY, seat):
            self._found.add(Finding(seq, "turn", "proved", seat, (seq,)))
        suits = before.ranking.suits
        owed = suits[before.trick[0][1]] if before.trick else None
        if card.bit & before.exempt or not before.follows:
            owed = None
        follow, optional = self._found.follow, before.optional
        if optional and owed is not None and suits[card] != owed:
            bound = before.deck & before.ranking.masks[owed] & ~optional
            follow.claims_none(seat, bound, _FOLLOW, seq)
            owed = None
        follow.plays(seat, card, owed, seq)
        for bar in before.duties if suits[card] == owed else (before.bar, *before.duties):
            if not card.bit & bar.cards:
                continue
            if card.bit & bar.others:
                self._found.add(Finding(seq, bar.rule, "proved", seat, (seq,)))
            else:
                follow.claims_none(seat, bar.others, bar.rule, seq)
