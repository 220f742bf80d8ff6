"""TriATri (OR-U, 2021): three rounds of five tricks for gems of three colours.

Rules and numbered rulings: docs/games/triatri.md. This file holds only what entries do to the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, NamedTuple, TypeGuard, assert_never

from tricktable.games.triatri.position import CardInTrick, Ending, NextStep, Plan, Position
from tricktable.rules.cards import ALL, BY_CODE, COLOURLESS, COLOURS, Card, mask
from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.copies import quick_copies, with_value
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Played, Shown
from tricktable.rules.findings_so_far import TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.game import Header, Next, Offer, Tabletop
from tricktable.rules.refusals import must_be_free, not_now, twice_in_trick
from tricktable.rules.tricks import Trick, next_seat
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
from tricktable.rules.view import CardOfSeat
from tricktable.text.language import message

ROUNDS: Final = 3  # at most: gems may end the game before (A22, A24)
HAND: Final = 6
TRICKS: Final = 5  # one card of six decides who starts
IMITATIONS: Final = mask(card for card in ALL if card.suit == COLOURLESS)
GEMS: Final = 6  # of each colour in the stock
INSTANT: Final = 100  # A31: shown for two gems of every colour

# The highest number and how many imitations the deck has, by number of players (A1).
DECKS: Final = {2: (6, 2), 3: (7, 1), 4: (8, 3)}
# The colour dominant over fire, water and wood in turn; none is dominant over an imitation that was
# led, so the card after it does not count double (A5).
DOMINANT: Final = (1, 2, 0, -1)
QUADRUPLED: Final = 2  # A21: where other numbers count double, a two counts four times

CardWorths = list[tuple[Card, int]]
"""The cards of a trick, each with its worth, in the order they lie."""
Counts = tuple[int, int, int]
"""Gems by colour: fire, water, wood."""


Gem = Mapping[str, str]
"""A gem as records write it: `colour` and `from`."""
STOCK: Final = "stock"
OWN: Final = "own"


def is_gem(value: JsonValue) -> TypeGuard[Gem]:
    """Whether a record can name this as the prize."""
    if not isinstance(value, dict):
        return False
    return value.get("colour") in tuple(COLOURS) and value.get("from") in (STOCK, OWN)


def _plan(players: int, options: HouseRules) -> Plan:
    highest, imitations = DECKS[players]
    numbers = mask(c for c in ALL if c.code[1] in COLOURS and c.rank <= highest)
    fakes = [c for c in ALL if c.rank == 0][:imitations]
    return Plan(
        players=players,
        deck=numbers | mask(fakes),
        imitation=str(options["imitation"]),
        starter_is_free=options["leader_must_follow"] == "no",
        last_of_three=options["tie_two_colours"] == "last",
        redo_vs_imitation=options["three_tie_vs_imitation"] == "redo",
    )


class Stake(NamedTuple):
    """The gem at stake in a trick."""

    colour: int
    is_own: bool
    """Whether it lies in front of the seat that named it, not in the stock."""


@quick_copies
class Triatri(NamedTuple):
    """One moment of a game."""

    plan: Plan
    phase: NextStep
    """What the game waits for, as `Next.what`."""
    due: int
    """The seat whose turn it is; -1 if it is nobody's."""
    trick: Trick
    last: Trick
    known: tuple[int, ...]
    """For each seat, the cards known to be or to have been in its hand this round."""
    gone: int
    """The cards that everybody has seen leave a hand this round."""
    round: int
    number: int
    """Number of prizes named in this round."""
    starter: int | None
    """The seat that names, or named, the current prize."""
    prize: Stake | None
    gems: tuple[Counts, ...]
    stock: Counts
    taken: tuple[int, ...]
    """This round's tricks, by seat."""
    revealed: tuple[Card | None, ...]
    """For each seat, the card in front of it while the starting player is being decided."""
    after: tuple[tuple[int, ...], ...] = ()
    """The points by seat after each finished round."""
    ended_by: Ending | None = None

    # --- entries -------------------------------------------------------------------------------

    def apply(self, entry: Happening) -> Triatri:
        """The state after `entry`. Raises: Impossible."""
        if type(entry) is Played:
            return self._play(entry.seat, entry.card)
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        match entry:
            case Declared():
                return self._declare(entry)
            case Shown(seat, card):
                return self._show(seat, card)
            case Held(seat, card):
                return self._hold(seat, card)
            case Dealt():
                return self._deal()
        raise Impossible("no cards are moved in TriATri")

    def _play(self, seat: int, card: Card) -> Triatri:
        if self.phase != "play":
            raise self._not_now("play a card")
        known, trick = self.known, self.trick
        bit = card.bit
        if bit & self.gone or not bit & known[seat]:
            self._must_be_free(seat, card)
            known = with_value(known, seat, known[seat] | bit)
        for other, _ in trick:
            if other == seat:
                raise twice_in_trick(seat)
        trick += ((seat, card),)
        if len(trick) == self.plan.players:
            return self._award(trick, known, self.gone | bit)
        return self._replace(
            due=next_seat(trick, self.plan.players), trick=trick, known=known, gone=self.gone | bit
        )

    def _award(self, trick: Trick, known: tuple[int, ...], gone: int) -> Triatri:
        """Finish the trick: its prize changes hands, and the game may end (A22, A23)."""
        seat = winner(trick, self.plan)
        prize, gems = self.prize, list(self.gems)
        assert prize is not None and self.starter is not None
        if prize.is_own:
            # One of the starter's own gems moves only if somebody else wins: winning it back
            # changes nothing (A12).
            gems[self.starter] = _more(gems[self.starter], prize.colour, -1)
        gems[seat] = _more(gems[seat], prize.colour, 1)
        ended_by = self._end(gems[seat])
        goes_on = not ended_by and self.number < TRICKS
        now = () if goes_on else (tuple(points(each, self.stock) for each in gems),)
        return Triatri(
            self.plan,
            "over" if ended_by else "prize" if goes_on else "deal",
            seat if goes_on else -1,
            (),
            trick,
            known,
            gone,
            self.round,
            self.number,
            seat if goes_on else None,  # the winner names the next prize (A11)
            None,
            tuple(gems),
            self.stock,
            with_value(self.taken, seat, self.taken[seat] + 1),
            self.revealed,
            (*self.after, *now),
            ended_by,
        )

    def _end(self, won: Counts) -> Ending | None:
        """How the game ends after a trick whose winner now has these gems, if it does."""
        # Checked first: two sets win even if a colour has run out as well (A23), however many
        # tricks they took (A24).
        if min(won) >= 2:
            return "two_sets"
        # The stock shrinks when a gem is named, and the game ends with that trick (A22).
        if not min(self.stock):
            return "colour_gone"
        return "three_rounds" if self.number == TRICKS and self.round == ROUNDS else None

    def _deal(self) -> Triatri:
        if self.phase != "deal":
            raise self._not_now("deal")
        nobody = (0,) * self.plan.players
        return self._replace(
            phase="reveal",
            round=self.round + 1,
            number=0,
            last=(),
            known=nobody,
            gone=0,
            taken=nobody,
        )

    def _show(self, seat: int | None, card: Card) -> Triatri:
        if self.phase != "reveal":
            raise self._not_now("show a card")
        if seat is None:
            raise Impossible("the table has no card of its own in TriATri")
        if self.revealed[seat] is not None:
            raise Impossible("{seat} has already shown {code}", seat=seat, code=self.revealed[seat])
        self._must_be_free(seat, card)
        revealed = with_value(self.revealed, seat, card)
        shown = self._replace(known=self._known_with(seat, card), revealed=revealed)
        cards = [each for each in revealed if each is not None]
        return shown._decide(cards) if len(cards) == self.plan.players else shown

    def _decide(self, cards: Sequence[Card]) -> Triatri:
        """Everybody has revealed a card: a seat starts, or all take their cards back (A17)."""
        nothing = (None,) * self.plan.players
        starter = starting_seat(cards, self.plan.redo_vs_imitation)
        if starter is None:
            # Everybody takes their card back and reveals again, the same one if they like (A17).
            return self._replace(revealed=nothing)
        return self._replace(
            phase="prize",
            due=starter,
            starter=starter,
            # The cards that decided who starts are out of this round (A14).
            gone=mask(cards),  # nothing else has been played since the deal
            revealed=nothing,
        )

    def _declare(self, entry: Declared) -> Triatri:
        if entry.topic != "prize":
            raise Impossible("there is no {topic} in TriATri", topic=repr(entry.topic))
        if self.phase != "prize":
            raise self._not_now("name a prize")
        seat = entry.speaker
        if seat != self.starter:
            raise Impossible("{seat} names the prize, not {other}", seat=self.starter, other=seat)
        gem = entry.value
        assert is_gem(gem)
        # A player may name one of their own gems even while the stock has that colour (A13).
        prize = Stake(COLOURS.index(gem["colour"]), gem["from"] == OWN)
        source = self.gems[seat] if prize.is_own else self.stock
        if not source[prize.colour]:
            colour = gem["colour"]
            if prize.is_own:
                raise Impossible("{seat} has no {colour} gem", colour=colour, seat=seat)
            raise Impossible("there is no {colour} gem in the stock", colour=colour)
        stock = self.stock if prize.is_own else _more(source, prize.colour, -1)
        return self._replace(phase="play", number=self.number + 1, prize=prize, stock=stock)

    def _hold(self, seat: int, card: Card) -> Triatri:
        if self.phase == "deal":
            raise Impossible("no cards have been dealt yet, so none can be read")
        self._must_be_free(seat, card)
        return self._replace(known=self._known_with(seat, card))

    # --- what stands in the way ------------------------------------------------------------------

    def _must_be_free(self, seat: int, card: Card) -> None:
        """Check that the card can lie in that hand now. Raises: Impossible."""
        gone = self.gone
        if any(self.revealed):  # only until a round has its starting player
            gone |= mask(each for each in self.revealed if each is not None)
        must_be_free(card, seat, self.plan.deck, gone, self.known)
        known = self.known[seat]
        if not known & card.bit and known.bit_count() >= HAND:
            raise Impossible("{seat}'s hand already has 6 other cards", "full_hand", seat=seat)

    def _not_now(self, what: str) -> Impossible:
        return not_now(what, _awaited_act(self.phase))

    def _known_with(self, seat: int, card: Card) -> tuple[int, ...]:
        known = self.known
        return with_value(known, seat, known[seat] | card.bit)

    # --- what it means ---------------------------------------------------------------------------

    @property
    def future_key(self) -> Hashable:
        """Everything that can change, except the last trick, tricks by seat and earlier rounds."""
        _, phase, due, trick, _, known, gone, *standing, _, revealed, _, _ = self
        return phase, due, trick, known, gone, *standing, revealed

    @property
    def next(self) -> Next:
        """What the game waits for now."""
        if self.phase == "reveal":
            seats = self.awaited
            return Next(seats[0] if len(seats) == 1 else None, "reveal")
        return Next(self.due if self.due >= 0 else None, self.phase)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat whose turn it is, the seats that must reveal a card, or those that may deal."""
        if self.phase == "reveal":
            return tuple(seat for seat, card in enumerate(self.revealed) if card is None)
        if self.due >= 0:
            return (self.due,)
        return tuple(range(self.plan.players)) if self.phase == "deal" else ()

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """Most points, then most gems; seats still tied share the place (A29)."""
        if self.phase != "over":
            return None
        # Those still tied share the place: the text says nothing about it (A29).
        standing = [(each, sum(gems)) for each, gems in zip(self._points(), self.gems, strict=True)]
        return [seat for seat, each in enumerate(standing) if each == max(standing)]

    def position(self, *_: object) -> Position:
        """The current prize, the gems, and the points as if the game ended now."""
        return Position(
            plan=self.plan,
            what=self.phase,
            round=self.round,
            trick=self.number,
            starter=self.starter,
            prize=self.prize
            and {
                "colour": COLOURS[self.prize.colour],
                "from": "own" if self.prize.is_own else "stock",
            },
            gems=self.gems,
            stock=self.stock,
            points=tuple(self._points()),
            ended_by=self.ended_by,
            of_rounds=ROUNDS,
            revealed=tuple(
                (seat, card.code) for seat, card in enumerate(self.revealed) if card is not None
            ),
            after=self.after,
        )

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        trick, plan = self.trick, self.plan
        return Tabletop(
            deal=self.round,
            number=min(self.number + (self.phase == "prize"), TRICKS) or 1,
            of=TRICKS,
            deals=ROUNDS,
            trick=trick,
            owed=None if self.prize is None else COLOURS[self.prize.colour],
            best=winner(trick, plan) if trick else None,
            last=self.last,
            last_winner=winner(self.last, plan) if self.last else None,
            tally=self.taken,
            exempt=IMITATIONS,
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, and every gem that can be named as the prize."""
        if self.phase == "deal":
            return (Offer("dealt", tuple(range(self.plan.players))),)
        if self.phase != "prize":
            return ()
        assert self.starter is not None
        sources = {STOCK: self.stock, OWN: self.gems[self.starter]}
        prizes = [
            {"colour": letter, "from": source}
            for source, gems in sources.items()
            for letter, count in zip(COLOURS, gems, strict=True)
            if count
        ]
        return (Offer("prize", (self.starter,), tuple(prizes)),)

    def judge(self, viewpoint: Viewpoint) -> TriatriJudge:
        """A judge for a game that starts from this state."""
        return TriatriJudge(self.plan, viewpoint)

    def _points(self) -> list[int]:
        return [points(gems, self.stock) for gems in self.gems]


def _awaited_act(phase: NextStep) -> str | None:
    """What has to be done first, as a message; None once the game is over."""
    match phase:
        case "deal":
            return message("deal the cards first")
        case "reveal":
            return message("every player must show a card first")
        case "prize":
            return message("name the prize first")
        case "play":
            return message("it is time to play a card")
        case "over":
            return None
        case never:
            assert_never(never)


# --- the trick ----------------------------------------------------------------------------------


def worth(card: Card, before: Card | None) -> int:
    """What a card is worth after the card before it, or as the first card (None) (A7, A21)."""
    # The first card has its face value, whatever ended the trick before (A7). A two counts four
    # times only where other numbers count double (A21).
    if before is None or card.suit != DOMINANT[before.suit]:
        return card.rank
    return card.rank * (4 if card.rank == QUADRUPLED else 2)


def card_worths(cards: Sequence[Card], plan: Plan) -> CardWorths:
    """The cards of a trick after all exchanges, each with its worth (A2 to A6)."""
    if plan.imitation == "carry":
        return _with_imitations(cards, plan.last_of_three)
    layout: list[Card] = []
    for card in cards:
        layout.append(card)
        if card.suit == COLOURLESS and len(layout) > 1:
            best = _best(_with_worth(layout[:-1]), plan.last_of_three)
            layout[-1] = layout[best]
            if plan.imitation == "recompute_exchange":
                layout[best] = card
    return _with_worth(layout)


def worths(plays: Sequence[CardOfSeat], plan: Plan) -> tuple[CardInTrick, ...]:
    """What lies in front of each seat of a trick after all exchanges, in playing order."""
    cards = card_worths([BY_CODE[code] for _, code in plays], plan)
    return tuple(CardInTrick(card.code, worth) for card, worth in cards)


def winner(trick: Trick, plan: Plan) -> int:
    """The seat that wins the trick, or is winning it so far."""
    cards = card_worths([card for _, card in trick], plan)
    return trick[_best(cards, plan.last_of_three)][0]


def _with_imitations(cards: Sequence[Card], last_of_three: bool) -> CardWorths:
    """An imitation takes over the winning card at its current worth, leaving nothing behind."""
    found: CardWorths = []
    for card in cards:
        if card.suit == COLOURLESS and found:
            best = _best(found, last_of_three)  # of equal ones, the one that would win now (A4)
            found.append(found[best])
            found[best] = (card, 0)
        else:
            # Counts double after the card that was moved there, not after the imitation (A5).
            found.append((card, worth(card, found[-1][0] if found else None)))
    return found


def _with_worth(layout: Sequence[Card]) -> CardWorths:
    """Every card with its worth, given the card that now lies before it."""
    before = (None, *layout)
    return [(card, worth(card, front)) for card, front in zip(layout, before, strict=False)]


def _best(cards: CardWorths, last_of_three: bool) -> int:
    """The index of the winning card: highest worth, then dominant of two colours, then last.

    Of three or more of two colours, the last of the dominant one, or simply the last (A20).
    """
    worths = [worth for _, worth in cards]
    highest = max(worths)
    if worths.count(highest) == 1:
        return worths.index(highest)
    tied = [index for index, worth in enumerate(worths) if worth == highest]
    colours = {cards[index][0].suit for index in tied}
    if len(colours) == 2 and not (last_of_three and len(tied) > 2):
        stronger = _dominant(*colours)
        tied = [index for index in tied if cards[index][0].suit == stronger]
    return tied[-1]


def _dominant(one: int, other: int) -> int:
    return one if DOMINANT[other] == one else other


def starting_seat(cards: Sequence[Card], redo_vs_imitation: bool) -> int | None:
    """The seat that starts after this reveal; None if all take their cards back (A15 to A19).

    The highest number starts; of two, the dominant colour; if three of four tie, the fourth.
    """
    highest = max(card.rank for card in cards)
    tied = [seat for seat, card in enumerate(cards) if card.rank == highest]
    if len(tied) == 1:
        return tied[0]
    if not highest:  # two imitations, with nobody else: four players have three of them (A18)
        return None
    if len(tied) == 2:
        stronger = _dominant(*(cards[seat].suit for seat in tied))
        return next(seat for seat in tied if cards[seat].suit == stronger)
    others = [seat for seat in range(len(cards)) if seat not in tied]
    if not others or (redo_vs_imitation and cards[others[0]].suit == COLOURLESS):
        return None
    return others[0]


def points(gems: Counts, stock: Counts) -> int:
    """Sets of three colours +1, then sets of two −2, then the rest by the stock (A25, A27)."""
    if min(gems) >= 2:
        return INSTANT  # for the winner alone: the others' places go by points, as always (A28)
    sets = min(gems)
    left = [count - sets for count in gems]
    pairs = sorted(left)[1]  # the third colour has none left (A26)
    alone = max(left) - pairs
    return sets - 2 * pairs + alone * stock[left.index(max(left))]


def _more(gems: Counts, colour: int, by: int) -> Counts:
    counts = list(gems)
    counts[colour] += by
    return counts[0], counts[1], counts[2]


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class TriatriJudge(TrickJudge):
    """Judges following suit and turns, from one viewpoint. Mutable."""

    def __init__(self, plan: Plan, viewpoint: Viewpoint) -> None:
        self._plan = plan
        self._viewpoint = viewpoint
        super().__init__(self._fresh_round())

    def watch(self, before: Triatri, entry: Happening, seq: int, after: Triatri) -> None:
        """Take in entry `seq`, which has led from one state to the next."""
        if isinstance(entry, Dealt):
            self._found.next_deal(self._fresh_round())
        elif isinstance(entry, Played):
            self._watch_play(before, entry, seq)
        elif isinstance(entry, Shown):
            self._watch_show(before, entry, seq, after)
        elif isinstance(entry, Held) and may_know(self._viewpoint, entry.seat):
            self._found.follow.names(entry.seat, entry.card, seq)
        self._found.follow.test(seq)

    def _fresh_round(self) -> Follow:
        colours = [0] * (COLOURLESS + 1)
        for card in ALL:
            if card.bit & self._plan.deck:
                colours[card.suit] += 1
        hands = [HAND] * self._plan.players
        return Follow(colours, hands, sum(colours) - sum(hands))

    def _watch_play(self, before: Triatri, entry: Played, seq: int) -> None:
        seat, card = entry
        if seat != before.due:
            self._found.add(Finding(seq, "turn", "proved", seat, (seq,)))
        assert before.prize is not None
        # An imitation may be played at any time (A10), and the starter may be free to lead (A8).
        is_free = self._plan.starter_is_free and seat == before.starter
        claims = card.suit != COLOURLESS and not is_free
        owed = before.prize.colour if claims else None
        self._found.follow.plays(seat, card, owed, seq)

    def _watch_show(self, before: Triatri, entry: Shown, seq: int, after: Triatri) -> None:
        assert entry.seat is not None
        self._found.follow.names(entry.seat, entry.card, seq)
        if after.phase == "prize":  # decided: every revealed card leaves its hand
            for seat, card in enumerate(before.revealed):
                self._found.follow.plays(seat, card or entry.card, None, seq)


def start(players: int, options: HouseRules) -> Triatri:
    """The state before the first deal."""
    return Triatri(
        plan=_plan(players, options),
        phase="deal",
        due=-1,
        trick=(),
        last=(),
        known=(0,) * players,
        gone=0,
        round=0,
        number=0,
        starter=None,
        prize=None,
        gems=((0, 0, 0),) * players,
        stock=(GEMS, GEMS, GEMS),
        taken=(0,) * players,
        revealed=(None,) * players,
    )


def deck(header: Header) -> int:
    """The cards of this game, as a mask."""
    return _plan(header.players, header.options).deck
