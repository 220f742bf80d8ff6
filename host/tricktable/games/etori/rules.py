"""Etori (Kakeya Toranpu): two or three teams capture sixteen face cards and win each other's chips.

Rules and numbered rulings: docs/games/etori.md. This file holds only what entries do to the game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from tricktable.games.etori.position import DealResult, NextStep, Position
from tricktable.rules.cards import SPADES, STANDARD, SUIT_MASKS, SUITS, Card, card, mask
from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.copies import new_tuple, quick_copies, with_value
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Played
from tricktable.rules.findings_so_far import TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.game import Next, Offer, Tabletop
from tricktable.rules.refusals import must_be_free, not_now, twice_in_trick
from tricktable.rules.tricks import Trick, suit_led, winner
from tricktable.rules.values import HouseRules
from tricktable.rules.verdicts import Finding, Viewpoint, may_know
from tricktable.text.language import message

HAND: Final = 13  # four hands share the whole deck
PLAYING: Final = 4
"""Number of players in a deal; the others sit out."""
CHIPS: Final = 5
"""What every team begins with: a game of three teams ends once one has all 15 (E17)."""
# The cards that are counted: ace, king, queen and jack of every suit, 16 in all.
FACES: Final = mask(each for each in STANDARD if each.rank > 10)
ALL_FACES: Final = FACES.bit_count()
EVEN: Final = ALL_FACES // 2  # 8-8, which the side that was dealt the Rensho loses (E2)
ACES: Final = tuple(card("A" + suit) for suit in SUITS)
DECK: Final = mask(STANDARD)

# What the losers pay: by the winners' faces if they hold a key ace (E3), otherwise for their other
# aces.
BY_FACES: Final = {**dict.fromkeys(range(EVEN, 12), 1), **dict.fromkeys(range(12, 16), 2), 16: 4}
FOR_NO_ACE, FOR_MINOR_ACES = 4, 2  # whatever they captured: an ace counts by its deal (E1)


class Plan(NamedTuple):
    """The parts of a game that never change."""

    seats: int
    teams: int
    rules: HouseRules
    """The house rules."""

    def after(self, seat: int) -> int:
        """The next seat in the direction of play (E11)."""
        return (seat + self.step) % self.seats

    @property
    def step(self) -> int:
        """As a table top has it (E11)."""
        return 1 if self.rules["direction"] == "clockwise" else -1

    def has(self, option: str, value: str) -> bool:
        """Whether this house rule has this value."""
        return self.rules[option] == value


class DealSetup(NamedTuple):
    """What is settled before the first card of a deal."""

    dealer: int
    sitting: int
    """The team that sits out; -1 for none."""
    after: tuple[int, ...]
    """For each seat, the next to play; -1 for a seat that sits out."""
    leading: int
    """The team that leads first; either of its two players may lead."""
    trump: int = SPADES
    rensho: Card = ACES[0]

    @property
    def key_aces(self) -> int:
        """The Rensho and the ace of trumps."""
        return self.rensho.bit | ACES[self.trump].bit


class Match(NamedTuple):
    """The state of the match between deals."""

    chips: tuple[int, ...]
    deals: tuple[DealResult, ...] = ()
    """The finished deals."""
    dealing: int = -1
    """The team that deals next; -1 at the end, and before the first deal, when any team may
    deal."""

    @property
    def winner(self) -> int:
        """The team that won the last deal; -1 before the first deal has ended."""
        return self.deals[-1].winner if self.deals else -1


@quick_copies
class Etori(NamedTuple):
    """One moment of a game. A team is a seat modulo the number of teams."""

    plan: Plan
    phase: NextStep
    """What the game waits for, as `Next.what`."""
    due: int
    """The seat whose turn it is; -1 while it is nobody's, or either player's of the leading
    team."""
    trick: Trick
    last: Trick
    known: tuple[int, ...]
    """For each seat, the cards known to be or to have been in its hand this deal."""
    gone: int
    """The cards played in this deal."""
    captured: tuple[int, ...]
    """This deal's captured face cards by team, as masks."""
    tally: tuple[int, ...]
    """Tricks by seat."""
    deal: DealSetup
    match: Match

    # --- entries -------------------------------------------------------------------------------

    def apply(self, entry: Happening) -> Etori:
        """The state after `entry`. Raises: Impossible."""
        if type(entry) is Played:
            return self._play(entry.seat, entry.card)
        if self.phase == "over":
            raise Impossible("the game is over", "over")
        if type(entry) is Held:
            return self._hold(entry.seat, entry.card)
        if type(entry) is Dealt:
            return self._deal(entry.dealer)
        if type(entry) is Declared:
            return self._declare(entry)
        raise Impossible("no cards are shown or moved in Etori")

    def _play(self, seat: int, card: Card) -> Etori:
        if self.phase != "play":
            raise self._not_now("play a card")
        plan, _, _, trick, last, known, gone, captured, tally, deal, match = self
        bit = card.bit
        if bit & gone or not bit & known[seat]:
            self._must_be_free(seat, card)
            known = with_value(known, seat, known[seat] | bit)
        # Out of turn is judged, not refused: a card on the table has been played. Only two cards of
        # one seat in a trick cannot be.
        for other, _ in trick:
            if other == seat:
                raise twice_in_trick(seat)
        trick += ((seat, card),)
        if len(trick) < PLAYING:
            due = _next(trick, deal)
        else:
            due = _taker(trick, deal)
            faces = FACES & (trick[0][1].bit | trick[1][1].bit | trick[2][1].bit | bit)
            team = due % plan.teams
            captured = with_value(captured, team, captured[team] | faces)
            tally = with_value(tally, due, tally[due] + 1)
            last, trick = trick, ()
        after = new_tuple(
            Etori, (plan, "play", due, trick, last, known, gone | bit, captured, tally, deal, match)
        )
        return after if trick else after._paid_if_over()

    def _deal(self, dealer: int) -> Etori:
        if self.phase != "deal":
            raise Impossible("the cards of this deal have been dealt")
        plan, match, team = self.plan, self.match, dealer % self.plan.teams
        if match.dealing not in (-1, team):
            raise Impossible("{seats} deals next", seats=[*self._seats_of(match.dealing)])
        playing = [each for each, chips in enumerate(match.chips) if chips]
        sitting = team if len(playing) > 2 else -1
        playing = [each for each in playing if each != sitting]
        after = _next_seats(plan, playing)
        deal = DealSetup(dealer, sitting, after, self._first_team(dealer, playing))
        return _begin(plan, match, deal)._replace(phase="play")

    def _first_team(self, dealer: int, playing: Sequence[int]) -> int:
        """The team that leads a deal first: the defenders (E6, E7)."""
        plan, match, team = self.plan, self.match, dealer % self.plan.teams
        if team in playing:
            return next(each for each in playing if each != team)
        first = match.winner
        # With six players the dealers sit out, so none of them can lead. Instead the winners of the
        # deal before defend; the first deal is led from the dealer's left (E7).
        if plan.has("six_first_lead", "newcomers") and first >= 0:
            first = self.deal.sitting
        if first in playing:
            return first
        return plan.after(dealer) % plan.teams

    def _declare(self, entry: Declared) -> Etori:
        if entry.topic != "trump":
            raise Impossible("there is no {topic} in Etori", topic=repr(entry.topic))
        if self.plan.has("trump_change", "off"):
            raise Impossible("spades are trump in this game")
        if self.phase != "play" or self.gone:
            raise self._not_now("change trump")
        trump = SUITS.index(str(entry.value))
        rensho = ACES[0] if trump == SPADES else ACES[SPADES]  # E14
        return self._replace(deal=self.deal._replace(trump=trump, rensho=rensho))

    def _hold(self, seat: int, card: Card) -> Etori:
        has_ended = self.phase == "deal" and self.match.deals  # E21: whatever was not played
        if self.phase == "deal" and not has_ended:
            raise self._not_now("read a hand")
        if not has_ended and self.known[seat] & self.gone:
            raise Impossible(
                "{seat}'s hand can be read only before its first card is played", seat=seat
            )
        self._must_be_free(seat, card)
        known = self.known
        return self._replace(known=with_value(known, seat, known[seat] | card.bit))

    # --- what stands in the way ------------------------------------------------------------------

    def _must_be_free(self, seat: int, card: Card) -> None:
        """Check that the card can lie in that hand now. Raises: Impossible."""
        if self.deal.after[seat] < 0:
            raise Impossible("{seat} sits out this deal", seat=seat)
        must_be_free(card, seat, DECK, self.gone, self.known)
        known = self.known[seat]
        if not known & card.bit and known.bit_count() >= HAND:
            raise Impossible("{seat}'s hand already has 13 other cards", "full_hand", seat=seat)

    def _not_now(self, what: str) -> Impossible:
        return not_now(what, _awaited_act(self.phase))

    # --- chips -----------------------------------------------------------------------------------

    def _paid_if_over(self) -> Etori:
        """After a trick: once all faces are captured (E4), the next deal or the end of the game."""
        faces = [each.bit_count() for each in self.captured]
        may_stop = self.plan.has("stop_when_decided", "yes")
        if sum(faces) < ALL_FACES and not (may_stop and self._is_decided()):
            return self
        won = faces.index(max(faces))
        # At 8-8, the side that was dealt the Rensho loses (E2). It pays by the usual table, which
        # gives the 1, 2 and 4 of the Japanese rules in their three cases (E3).
        if max(faces) == EVEN:
            rensho = self.deal.rensho.bit
            # E2: the Rensho wins any trick it is in, so its team has captured it too.
            won = next(team for team in self._teams_in_play if not self._aces(team) & rensho)
        lost = next(team for team in self._teams_in_play if team != won)
        return self._after_payment(won, lost, self._payment(self._aces(won), faces[won], lost))

    def _after_payment(self, won: int, lost: int, paid: int) -> Etori:
        """The losers pay; then the next deal begins, or the game ends (E16, E17)."""
        plan, match = self.plan, self.match
        chips = list(match.chips)
        # Never more than the losers have: `_payment` caps it (E16).
        chips[won] += paid
        chips[lost] -= paid
        faces = tuple(each.bit_count() for each in self.captured)
        result = DealResult(self.deal.dealer % plan.teams, won, faces, paid, lost)
        alive = [team for team, left in enumerate(chips) if left]
        is_over = len(alive) == 1
        # The text ends the game when one team runs out, and lets the team with all chips win. With
        # three teams both cannot hold, so by default that team is out and the others play on to 15
        # (E17).
        if plan.has("six_end", "first_bust_most_chips"):
            is_over = len(alive) < plan.teams
        dealing = -1 if is_over else self._next_dealers(won, lost, alive)
        after = Match(tuple(chips), (*match.deals, result), dealing)
        return self._replace(phase="over" if is_over else "deal", due=-1, match=after)

    def _next_dealers(self, won: int, lost: int, alive: Sequence[int]) -> int:
        """The team that deals next (E5, E8)."""
        plan = self.plan
        if plan.has("deal", "rotate"):
            seat = plan.after(self.deal.dealer)
            while seat % plan.teams not in alive:
                seat = plan.after(seat)
            return seat % plan.teams
        # Losers shuffle and deal, so the winners lead (E5, E6). With six players the losers deal as
        # well, and sit out (E8).
        return lost if lost in alive else next(team for team in alive if team != won)

    def _payment(self, aces: int, faces: int, losers: int) -> int:
        """What the winners receive for these aces and this many faces (E16, E19)."""
        if self.plan.has("payment", "plain") and faces > EVEN:
            due = BY_FACES[faces]
        else:
            due = price(faces, aces, self.deal.key_aces)
        return min(due, self.match.chips[losers])

    def _is_decided(self) -> bool:
        """Whether a team has already won and the payment can no longer change (E4).

        Any unplayed ace may be in either team's hands, and any remaining face may fall to either
        team, except for aces that are sure to go to one team.
        """
        faces = [each.bit_count() for each in self.captured]
        if max(faces) <= EVEN:
            return False
        won = faces.index(max(faces))
        lost = next(team for team in self._teams_in_play if team != won)
        has, unplayed = self._aces(won), mask(ACES) & ~self.gone
        payments = set()
        for more in _parts(unplayed):
            sure = self._falls_to_holder(unplayed, more)
            least = faces[won] + (sure & more).bit_count()
            most = ALL_FACES - faces[lost] - (sure & ~more).bit_count()
            for final in range(least, most + 1):
                payments.add(self._payment(has | more, final, lost))
        return len(payments) == 1

    def _falls_to_holder(self, unplayed: int, more: int) -> int:
        """The unplayed aces whose captors follow from `more`, the share of one team."""
        if self.plan.has("aces", "captured"):
            return unplayed
        keys = unplayed & self.deal.key_aces
        are_apart = bool(keys & more and keys & ~more)
        # Nothing beats the Rensho, and nothing else beats the ace of trumps.
        return keys & self.deal.rensho.bit if are_apart else keys

    def _aces(self, team: int) -> int:
        """A team's aces: dealt to it, as its plays show, or captured (E1)."""
        if self.plan.has("aces", "captured"):
            had = self.captured[team]
        else:
            had = 0
            # The aces dealt, not those "left in their hands" as the text says: the deal ends when
            # every ace is captured, so no hand would have one left and every win would pay 4 (E1).
            # Plays reveal them, so no hand needs to be scanned.
            for seat in range(team, self.plan.seats, self.plan.teams):
                had |= self.known[seat] & self.gone
        return had & mask(ACES)

    @property
    def _teams_in_play(self) -> list[int]:
        """The two teams that play this deal."""
        return [team for team in range(self.plan.teams) if self.deal.after[team] >= 0]

    @property
    def _out(self) -> tuple[int, ...]:
        """Whoever does not play: a team that sits out, or one whose chips are gone.

        A team that has just lost its last chips did play the last deal.
        """
        seats = range(self.plan.seats)
        if self.phase == "play":
            return tuple(
                seat for seat in seats if seat % self.plan.teams not in self._teams_in_play
            )
        played = [seat for seat, _ in self.last]
        return tuple(seat for seat in seats if played and seat not in played)

    # --- what it means ---------------------------------------------------------------------------

    @property
    def future_key(self) -> Hashable:
        """Everything that can change except the tricks; of earlier deals, the last one's winner."""
        _, phase, due, trick, _, known, gone, captured, _, deal, match = self
        standing = match.chips, match.dealing, match.winner
        return phase, due, trick, known, gone, captured, deal, standing

    @property
    def next(self) -> Next:
        """What the game waits for now."""
        return Next(self.due if self.due >= 0 else None, self.phase)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat whose turn it is, or the seats of the team that may lead or deal."""
        if self.due >= 0:
            return (self.due,)
        if self.phase == "deal":
            return self._dealers
        return tuple(self._seats_of(self.deal.leading)) if self.phase == "play" else ()

    @property
    def status(self) -> str:
        """`playing` or `finished`."""
        return "finished" if self.phase == "over" else "playing"

    def winner(self, _: Sequence[Finding]) -> list[int] | None:
        """All seats of the team with the most chips, or of several if they share the lead."""
        if self.phase != "over":
            return None
        chips, teams = self.match.chips, self.plan.teams
        return [seat for seat in range(self.plan.seats) if chips[seat % teams] == max(chips)]

    def position(self, _: Sequence[Finding], __: Viewpoint) -> Position:
        """Chips, the current deal, and the finished deals."""
        deal, match, runs = self.deal, self.match, self.phase == "play"
        return Position(
            what=self.phase,
            chips=match.chips,
            faces=tuple(each.bit_count() if runs else 0 for each in self.captured),
            sitting=deal.sitting if runs and deal.sitting >= 0 else None,
            deals=match.deals,
            leaders=tuple(s for s in self._seats_of(deal.leading) if runs and self.due < 0),
            left=ALL_FACES - sum(each.bit_count() for each in self.captured),
            rensho=deal.rensho.code,
        )

    def tabletop(self) -> Tabletop:
        """What lies on the table."""
        deal, runs = self.deal, self.phase == "play"
        return Tabletop(
            deal=len(self.match.deals) + runs,
            number=min(sum(self.tally) + 1, HAND),
            of=HAND,
            trick=self.trick,
            owed=suit_led(self.trick),
            best=_taker(self.trick, deal) if self.trick else None,
            last=self.last,
            last_winner=_taker(self.last, deal) if self.last else None,
            tally=self.tally,
            trump=SUITS[deal.trump],
            out=self._out,
            step=self.plan.step,
        )

    def offers(self) -> tuple[Offer, ...]:
        """The deal, for the team that deals, and a change of trump before the first card."""
        if self.phase == "deal":
            return (Offer("dealt", self._dealers),)
        if self.phase == "play" and not self.gone and self.plan.has("trump_change", "on"):
            return (Offer("trump", (None,), tuple(SUITS)),)
        return ()

    def judge(self, viewpoint: Viewpoint) -> EtoriJudge:
        """A judge for a game that starts from this state."""
        return EtoriJudge(self.plan, viewpoint)

    @property
    def _dealers(self) -> tuple[int, ...]:
        """The seats of the team that deals next, either of them; every seat at first (E9, E10)."""
        team = self.match.dealing
        return tuple(self._seats_of(team) if team >= 0 else range(self.plan.seats))

    def _seats_of(self, team: int) -> list[int]:
        return list(range(team, self.plan.seats, self.plan.teams)) if team >= 0 else []

    def is_due(self, seat: int) -> bool:
        """Whether it is that seat's turn."""
        if self.due >= 0:
            return seat == self.due
        return seat in self._seats_of(self.deal.leading)


def price(faces: int, aces: int, key_aces: int) -> int:
    """The chips due for this many captured faces and these aces, as masks (E1, E3)."""
    if aces & key_aces:
        return BY_FACES[faces]
    return FOR_MINOR_ACES if aces else FOR_NO_ACE


def _awaited_act(phase: NextStep) -> str | None:
    """What has to be done first, as a message; None once the game is over."""
    match phase:
        case "deal":
            return message("deal the cards first")
        case "play":
            return message("it is time to play a card")
        case "over":
            return None
        case never:
            assert_never(never)


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class EtoriJudge(TrickJudge):
    """Judges following suit and turns, from one viewpoint. Mutable."""

    def __init__(self, plan: Plan, viewpoint: Viewpoint) -> None:
        self._plan = plan
        self._viewpoint = viewpoint
        super().__init__(Follow([0] * len(SUITS), [0] * plan.seats, 0))

    def watch(self, before: Etori, entry: Happening, seq: int, after: Etori) -> None:
        """Take in entry `seq`, which has led from one state to the next."""
        if isinstance(entry, Played):
            seat, card = entry
            if not before.is_due(seat):
                self._found.add(Finding(seq, "turn", "proved", seat, (seq,)))
            self._found.follow.plays(seat, card, self._suit_to_follow(before, card), seq)
        elif isinstance(entry, Held):
            if may_know(self._viewpoint, entry.seat):
                self._found.follow.names(entry.seat, entry.card, seq)
        elif isinstance(entry, Dealt):
            hands = [HAND if next_seat >= 0 else 0 for next_seat in after.deal.after]
            self._found.next_deal(Follow([suit.bit_count() for suit in SUIT_MASKS], hands, 0))
        self._found.follow.test(seq)

    def _suit_to_follow(self, before: Etori, card: Card) -> int | None:
        """The suit that had to be followed; the Rensho can be exempt from it (E12)."""
        if not before.trick:
            return None
        if card is before.deal.rensho and self._plan.has("rensho_any_time", "yes"):
            return None
        return before.trick[0][1].suit  # also of a Rensho that was led (E13)


def _taker(trick: Trick, deal: DealSetup) -> int:
    """The seat whose card takes the trick, or is winning it.

    The Rensho beats any card, also the ace of trumps (E15).
    """
    for seat, each in trick:
        if each is deal.rensho:
            return seat
    return winner(trick, deal.trump)


def _next(trick: Trick, deal: DealSetup) -> int:
    """The first seat after the leader that has not played to the trick."""
    present = [seat for seat, _ in trick]
    seat = trick[0][0]
    while seat in present:
        seat = deal.after[seat]
    return seat


def _next_seats(plan: Plan, playing: Sequence[int]) -> tuple[int, ...]:
    """For each seat, the next to play, leaving out seats that do not play."""
    ring = [-1] * plan.seats
    for seat in range(plan.seats):
        if seat % plan.teams in playing:
            other = plan.after(seat)
            while other % plan.teams not in playing:
                other = plan.after(other)
            ring[seat] = other
    return tuple(ring)


def _parts(bits: int) -> Iterator[int]:
    """Every subset of these bits, as a mask."""
    part = bits
    yield part
    while part:
        part = (part - 1) & bits
        yield part


def _begin(plan: Plan, match: Match, deal: DealSetup) -> Etori:
    """The start of a deal, before any card is played."""
    return Etori(
        plan=plan,
        phase="deal",
        due=-1,
        trick=(),
        last=(),
        known=(0,) * plan.seats,
        gone=0,
        captured=(0,) * plan.teams,
        tally=(0,) * plan.seats,
        deal=deal,
        match=match,
    )


def start(players: int, rules: HouseRules) -> Etori:
    """The state before the first deal."""
    teams = players // 2
    plan = Plan(players, teams, rules)
    nobody = DealSetup(-1, -1, (-1,) * players, -1)
    return _begin(plan, Match((CHIPS,) * teams), nobody)
