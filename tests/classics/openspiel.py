"""Our rules beside OpenSpiel's: the same deals, at each decision the same legal cards and calls, at
the end of a deal the same scores. `make peers` plays 10,000 of each game.

Where the engine departs from the rules that people play by, the game's page in classics/docs says
so; here both play by the same options.
"""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pyspiel

from tricktable.rules.cards import BY_CODE, SUITS, Card, cards_in, mask
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.game import Judge
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.tricks import NO_BAR, Bar, following_cards
from tricktable.rules.values import HouseRules
from tricktable.rules.verdicts import REFEREE
from tricktable_classics import bridge, euchre, hearts, skat, spades
from tricktable_classics.bridge.position import DOUBLE, PASS, REDOUBLE
from tricktable_classics.bridge.position import Deal as BoardBefore
from tricktable_classics.bridge.rules import OF_BOARDS, Bridge
from tricktable_classics.bridge.words import CALLS
from tricktable_classics.euchre.rules import Euchre
from tricktable_classics.hearts.rules import Hearts
from tricktable_classics.skat.position import NULL
from tricktable_classics.skat.rules import STOCK, Skat
from tricktable_classics.spades.position import Deal
from tricktable_classics.spades.rules import UNBROKEN, Spades

Engine = Any
"""A state of OpenSpiel, which has no types."""


TEN = {"T": "10"}
SUIT_SIGNS = dict(zip(SUITS, "♣♦♥♠", strict=True))


class Disagreement(AssertionError):
    """Raised where the two differ."""


class Ours:
    """A game of ours, with all hands known, and its judge. Mutable."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.judge: Judge[Any] = state.judge(REFEREE)
        self.hands: list[int] = []
        self.seq = 0

    def add(self, entry: Happening) -> None:
        """The next entry. Raises: Impossible."""
        before, self.seq = self.state, self.seq + 1
        self.state = before.apply(entry)
        self.judge.watch(before, entry, self.seq, self.state)
        if isinstance(entry, Played):
            self.hands[entry.seat] &= ~entry.card.bit

    def deal(self, dealer: int, hands: Iterable[int]) -> None:
        """These hands, as masks, which are then read."""
        self.add(Dealt(dealer))
        self.hands = [*hands]
        for seat, hand in enumerate(self.hands):
            for card in cards_in(hand):
                self.add(Held(seat, card))

    def is_proper(self, entry: Happening) -> bool:
        """Whether the judge, who knows all hands, would find nothing against it."""
        judge = self.judge.copy()
        judge.watch(self.state, entry, self.seq + 1, self.state.apply(entry))
        return len(judge.findings()) == len(self.judge.findings())


@cache
def engine(name: str, options: tuple[tuple[str, object], ...] = ()) -> Engine:
    """One of OpenSpiel's games."""
    return pyspiel.load_game(name, dict(options))


def agree(what: str, ours: object, theirs: object) -> None:
    """Raises: Disagreement, unless both are the same."""
    if ours != theirs:
        raise Disagreement(f"{what}: ours {ours}, theirs {theirs}")


def actions(state: Engine) -> Mapping[str, int]:
    """What can be done now, by its name."""
    mover = state.current_player()
    return {state.action_to_string(mover, each): each for each in state.legal_actions()}


def card_of(said: str) -> Card:
    """The card that an action names: `QS`, `SQ` or `♠Q`."""
    for letter, sign in SUIT_SIGNS.items():
        said = said.replace(sign, letter)
    said = said.replace("10", "T")
    return BY_CODE[said] if said in BY_CODE else BY_CODE[said[::-1]]


def shuffled(chance: Random, deck: int) -> list[Card]:
    """The cards of a mask in any order."""
    cards = [*cards_in(deck)]
    chance.shuffle(cards)
    return cards


def whose(theirs: Engine, state: TrickGame) -> int:
    """Whose card is due; the engine names a dummy's player."""
    dummy = state.tabletop().dummy
    player: int = theirs.current_player()
    return dummy.seat if dummy is not None and state.due == dummy.seat else player


def as_ours(_: Any) -> Bar:
    """It forbids what we do."""
    return NO_BAR


def play(
    chance: Random, ours: Ours, theirs: Engine, departs: Callable[[Any], Bar] = as_ours
) -> None:
    """All tricks of a deal, with cards by chance; each time any card is put to our judge, too.

    `departs` says what the engine forbids besides, where it plays otherwise than people.
    """
    while ours.state.phase in ("play", "open") and not theirs.is_terminal():
        if ours.state.phase == "open":
            ours.add(Declared(ours.state.due, "open", None))
        state, seat = ours.state, whose(theirs, ours.state)
        agree("whose turn it is", state.next.seat in (None, seat), True)
        theirs_may = {card_of(said): action for said, action in actions(theirs).items()}
        hand = ours.hands[seat]
        at = state.tabletop()
        may = mask(following_cards(cards_in(hand), at.owed, at.ranking, at.exempt, at.bars))
        narrower = may & ~departs(state).cards or may
        agree(f"what seat {seat} may play", [*cards_in(narrower)], sorted(theirs_may))
        card = chance.choice([*cards_in(hand)])
        agree(f"whether {card} is proper", ours.is_proper(Played(seat, card)), card.bit & may > 0)
        card = chance.choice([*theirs_may])
        theirs.apply_action(theirs_may[card])
        ours.add(Played(seat, card))
    agree("what was improper", ours.judge.findings(), [])
    agree("whether the deal is over", ours.state.phase in ("deal", "over"), theirs.is_terminal())


# --- the games -----------------------------------------------------------------------------------


def hearts_deal(chance: Random) -> None:
    """One deal of Hearts: a pass in any direction, and all options that both know."""
    queen, clean, jack = (chance.random() < 0.5 for _ in range(3))
    options: HouseRules = {
        "until": 500,
        "pass": "rotate",
        "moon": "others",
        "broken": "queen" if queen else "heart",
        "first_trick": "clean" if clean else "any",
        "jack": "yes" if jack else "no",
    }
    start = hearts.GAME.start(4, options)
    assert isinstance(start, Hearts)
    to = chance.randrange(4)
    ours = Ours(start.having(directions=(to,)))
    theirs = engine(
        "hearts",
        (("qs_breaks_hearts", queen), ("no_pts_on_first_trick", clean), ("jd_bonus", jack)),
    ).new_initial_state()
    theirs.apply_action(to)
    cards = shuffled(chance, start.deck)
    for card in cards:
        theirs.apply_action(actions(theirs)[card.code])
    ours.deal(chance.randrange(4), [mask(cards[seat::4]) for seat in range(4)])
    if to:
        passed = [chance.sample([*cards_in(hand)], Hearts.PASSED) for hand in ours.hands]
        for seat, given in enumerate(passed):
            for card in given:
                theirs.apply_action(actions(theirs)[card.code])
            ours.add(Moved(seat, "hand", "discard", Hearts.PASSED, tuple(given)))
        for seat, given in enumerate(passed):
            ours.hands[seat] &= ~mask(given)
        for seat, given in enumerate(passed):
            ours.hands[(seat + to) % 4] |= mask(given)
    play(chance, ours, theirs)
    agree("the score", [26 - gain for gain in ours.state.totals], theirs.returns())


def never_broken(state: Spades) -> Bar:
    """OpenSpiel never notes that spades are broken: they are led from a hand of spades only."""
    return NO_BAR if state.trick else UNBROKEN.lead(state.deck, 0, is_first=False)


def twenty_bags(deal: Deal, side: int, had: int) -> int:
    """OpenSpiel takes 400 for twenty bags at once, not 100 for each ten of them."""
    return -200 if had + dict(deal.terms[side]).get("bags", 0) >= 20 else 0


def spades_deal(chance: Random) -> None:
    """One deal of Spades, for sides that have some points already: the units are their bags."""
    options: HouseRules = {
        "until": 500,
        "limit": "none",
        "bags": "ten",
        "nil": "yes",
        "failed_nil": "helps",
        "blind": "no",
        "broken": "yes",
    }
    start = spades.GAME.start(4, options)
    assert isinstance(start, Spades)
    had = [chance.randrange(200) for _ in range(2)]
    bags = tuple(points % 10 for points in had)
    before = Deal((0, 0, 0, 0), (0, 0, 0, 0), bags, tuple(had), ((), ()))
    ours = Ours(start.having(deals=(before,)))
    theirs = engine("spades").new_initial_state()
    theirs.set_current_scores(had)
    cards = shuffled(chance, start.deck)
    for card in cards:
        theirs.apply_action(actions(theirs)[card.code[::-1]])
    ours.deal(3, [mask(cards[seat::4]) for seat in range(4)])
    for seat in range(4):
        (offer,) = ours.state.offers()
        may = {
            0 if said == "Nil" else int(said): action for said, action in actions(theirs).items()
        }
        agree("who bids", (offer.seats, theirs.current_player()), ((seat,), seat))
        agree("the bids", sorted(offer.values), sorted(may))
        bid = min(chance.choice([*may]), chance.choice([*may, 4, 4, 4]))
        theirs.apply_action(may[bid])
        ours.add(Declared(seat, "bid", bid))
    play(chance, ours, theirs, never_broken)
    deal = ours.state.deals[-1]
    gains = [gain + twenty_bags(deal, side, bags[side]) for side, gain in enumerate(deal.gains)]
    agree("the score", [*gains, *gains], theirs.returns())


def bridge_deal(chance: Random) -> None:
    """One board of Bridge: the auction with doubles, and all cards."""
    dealer, of_dealer, of_others = chance.randrange(4), *(chance.random() < 0.5 for _ in range(2))
    start = bridge.GAME.start(4, {"scoring": "duplicate", "boards": 32, "honours": "no"})
    assert isinstance(start, Bridge)
    # A board on which these sides are vulnerable.
    board = OF_BOARDS.index(of_dealer + 2 * of_others)
    none = BoardBefore(None, 0, (0, 0), ((), ()))
    ours = Ours(start.having(deals=(none,) * board))
    parameters = (
        ("use_double_dummy_result", False),
        ("dealer", dealer),
        ("dealer_vul", of_dealer),
        ("non_dealer_vul", of_others),
    )
    theirs = engine("bridge", parameters).new_initial_state()
    cards = shuffled(chance, start.deck)
    hands = [0] * 4
    for number, card in enumerate(cards):
        theirs.apply_action(
            actions(theirs)[SUIT_SIGNS[card.code[1]] + TEN.get(card.code[0], card.code[0])]
        )
        hands[number % 4] |= card.bit
    ours.deal(dealer, hands)
    while ours.state.phase == "bid":
        seat = theirs.current_player()
        (offer,) = ours.state.offers()
        agree("who calls", offer.seats, (seat,))
        may = {call_of(said): action for said, action in actions(theirs).items()}
        agree("the calls", sorted(offer.values), sorted(may))
        quiet = [call for call in may if call in CALLS] + [*may][:6]
        call = chance.choice(quiet if chance.random() < 0.9 else [*may])
        theirs.apply_action(may[call])
        ours.add(Declared(seat, "bid", call))
    if ours.state.phase == "play":
        play(chance, ours, theirs)
    one, other = ours.state.deals[-1].gains
    agree("the score", [one - other, other - one] * 2, theirs.returns())


def call_of(said: str) -> str:
    """Our name of a call: `1H` for `1♥`."""
    for letter, sign in SUIT_SIGNS.items():
        said = said.replace(sign, letter)
    return {"Pass": PASS, "Dbl": DOUBLE, "RDbl": REDOUBLE}.get(said, said.replace("NT", "N"))


SUITS_CALLED = dict(zip(("Clubs", "Diamonds", "Hearts", "Spades"), SUITS, strict=True))


def euchre_deal(chance: Random) -> None:
    """One deal of Euchre: both rounds of calls, the discard, and who plays alone."""
    may_defend = chance.random() < 0.5
    defend = "yes" if may_defend else "no"
    start = euchre.GAME.start(4, {"until": 25, "stick": "yes", "defend": defend})
    assert isinstance(start, Euchre)
    ours, dealer = Ours(start), chance.randrange(4)
    theirs = engine("euchre", (("allow_lone_defender", may_defend),)).new_initial_state()
    theirs.apply_action(dealer)
    *cards, turned = shuffled(chance, start.deck)[:21]
    for card in (*cards, turned):
        theirs.apply_action(actions(theirs)[card.code[::-1]])
    ours.deal(dealer, [mask(cards[(seat - dealer) % 4 :: 4]) for seat in range(4)])
    ours.add(Shown(dealer, turned))
    is_alone = chance.random() < 0.5
    while ours.state.phase == "call":
        _call(chance, ours, theirs, is_alone)
    if ours.state.phase == "discard":
        hand = ours.hands[dealer]
        may = {card_of(said): action for said, action in actions(theirs).items()}
        agree("the discards but for the card taken up", sorted(may), [*cards_in(hand)])
        gone = chance.choice([*may])
        theirs.apply_action(may[gone])
        ours.add(Moved(dealer, "hand", "discard", 1, (gone,)))
        ours.hands[dealer] = hand & ~gone.bit | turned.bit
    _alone(ours.state.maker, theirs, is_alone)
    while ours.state.phase == "defend":
        seat, is_alone = ours.state.due, chance.random() < 0.3
        _alone(seat, theirs, is_alone)
        ours.add(Declared(seat, "defend", "alone" if is_alone else "pass"))
    while "Alone" in actions(theirs):  # it asks even if nobody plays alone
        theirs.apply_action(actions(theirs)["Partner"])
    play(chance, ours, theirs)
    one, other = ours.state.deals[-1].gains
    agree("the score", [one - other, other - one] * 2, theirs.returns())


def _call(chance: Random, ours: Ours, theirs: Engine, is_alone: bool) -> None:
    (offer,) = ours.state.offers()
    agree("who calls", offer.seats, (theirs.current_player(),))
    turned = None if ours.state.turned_down else ours.state.turned.code[1]
    may = {
        "pass"
        if said == "Pass"
        else "order"
        if SUITS_CALLED[said] == turned
        else SUITS_CALLED[said]: action
        for said, action in actions(theirs).items()
    }
    agree("the calls", {call.partition(" ")[0] for call in offer.values}, {*may})
    call = chance.choice([*may])
    theirs.apply_action(may[call])
    said = f"{call} alone" if is_alone and call != "pass" else call
    ours.add(Declared(offer.seats[0], "call", said))


def _alone(seat: int, theirs: Engine, is_alone: bool) -> None:
    agree("who says whether alone", theirs.current_player(), seat)
    theirs.apply_action(actions(theirs)["Alone" if is_alone else "Partner"])


GAMES_OF_SKAT = {
    "clubs": "C",
    "diamonds": "D",
    "hearts": "H",
    "spades": "S",
    "grand": "G",
    "null": "N",
}
BIDS = (
    ((1, "pass"), (2, "pass"), (0, 18)),
    ((1, 18), (0, "pass"), (2, "pass")),
    ((1, "pass"), (2, 18), (0, "pass")),
)
"""By who plays alone: OpenSpiel has no values to bid, and asks each in turn for a game."""


def skat_deal(chance: Random) -> None:
    """One deal of Skat from the skat on, whoever plays alone; forehand is seat 0."""
    start = skat.GAME.start(3, {"deals": 96, "list": "plain", "passed": "again", "contra": "no"})
    assert isinstance(start, Skat)
    ours, theirs = Ours(start), engine("skat").new_initial_state()
    cards = shuffled(chance, start.deck)
    for card in cards:
        theirs.apply_action(actions(theirs)[card.code[::-1]])
    # Three cards to each, two aside, four to each and three to each.
    hands = [
        mask(cards[3 * seat :][:3] + cards[11 + 4 * seat :][:4] + cards[23 + 3 * seat :][:3])
        for seat in range(3)
    ]
    ours.deal(2, hands)
    alone = chance.randrange(3)
    for seat, bid in BIDS[alone]:
        ours.add(Declared(seat, "bid", bid))
    agree("who plays alone", ours.state.due, alone)
    for seat in range(alone):
        agree("who is asked for a game", theirs.current_player(), seat)
        theirs.apply_action(actions(theirs)["unknown/pass"])
    name = chance.choice([*GAMES_OF_SKAT])
    theirs.apply_action(actions(theirs)[name])
    taken = cards[9:11]
    ours.add(Moved(alone, "kitty", "hand", STOCK, tuple(taken)))
    ours.hands[alone] |= mask(taken)
    gone = chance.sample([*cards_in(ours.hands[alone])], STOCK)
    for card in gone:
        may = {card_of(said): action for said, action in actions(theirs).items()}
        agree("the discards", sorted(may), [*cards_in(ours.hands[alone])])
        theirs.apply_action(may[card])
        ours.hands[alone] &= ~card.bit
    ours.add(Moved(alone, "hand", "discard", STOCK, tuple(gone)))
    ours.add(Declared(alone, "game", GAMES_OF_SKAT[name]))
    play(chance, ours, theirs)
    if GAMES_OF_SKAT[name] != NULL:  # whose loss it counts in card points, too
        points = ours.state.deals[-1].points
        agree("the points", points, round(120 * theirs.returns()[alone] + 60))


def oh_hell_deal(chance: Random) -> None:
    """One deal of Oh Hell, with any number of players and cards."""
    from oh_hell import position, rules  # an example, on the path only where it is wanted

    players = chance.randint(3, 7)
    longest = chance.randint(1, 51 // players)
    start = rules.start(players, {"longest": longest, "hook": "yes"})
    none = position.OhHellDeal(0, 0, (0,) * players, (0,) * players, (0,) * players)
    start = replace(start, deals=(none,) * (longest - 1))
    ours, dealer = Ours(start), chance.randrange(players)
    parameters = (("players", players), ("num_tricks_fixed", longest), ("off_bid_penalty", False))
    theirs = engine("oh_hell", parameters).new_initial_state()
    for said in (str(longest), str(dealer)):
        theirs.apply_action(actions(theirs)[said])
    cards = shuffled(chance, start.deck)[: players * longest + 1]
    for card in cards:
        theirs.apply_action(actions(theirs)[card.code[::-1]])
    *dealt, top = cards
    ours.deal(dealer, [mask(dealt[seat::players]) for seat in range(players)])
    ours.add(Shown(dealer, top))
    while ours.state.phase == "bid":
        (offer,) = ours.state.offers()
        may = {int(said): action for said, action in actions(theirs).items()}
        agree("who bids", offer.seats, (theirs.current_player(),))
        agree("the bids", sorted(offer.values), sorted(may))
        bid = min(chance.choice([*may]), chance.choice([*may]))
        theirs.apply_action(may[bid])
        ours.add(Declared(offer.seats[0], "bid", bid))
    play(chance, ours, theirs)
    agree("the score", [*ours.state.deals[-1].gains], theirs.returns())


GAMES: Mapping[str, Callable[[Random], None]] = {
    "euchre": euchre_deal,
    "hearts": hearts_deal,
    "spades": spades_deal,
    "bridge": bridge_deal,
    "skat": skat_deal,
    "oh-hell": oh_hell_deal,
}
"""How a deal of each game is compared."""


def compare(name: str, deals: range) -> None:
    """Compare these deals of a game. Raises: Disagreement, with the number of the deal."""
    for number in deals:
        try:
            GAMES[name](Random(f"{name} {number}"))
        except Disagreement as fault:
            raise Disagreement(f"{name}, deal {number}: {fault}") from fault


def main() -> None:
    """Compare 10,000 deals of each game, or as many as are asked for."""
    many = int(sys.argv[1]) if sys.argv[1:] else 10_000
    for name in sys.argv[2:] or GAMES:
        began = time.process_time()
        compare(name, range(many))
        print(f"{name}: {many:,} deals agree, {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
