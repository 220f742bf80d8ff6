"""Games and small deals by chance with open hands, and a referee that lays cards in them."""

from collections.abc import Callable
from random import Random

from players.every_game import by_chance
from tricktable.rules import codec
from tricktable.rules.cards import STANDARD, SUITS, Card, mask
from tricktable.rules.record import Record
from tricktable.rules.review.open_cards import DUTIES, OpenCards
from tricktable.rules.tricks import Trick, legal, winner
from tricktable.rules.verdicts import OwnRule

NEVER = lambda: False  # noqa: E731 - a clock that stands still
AT_ONCE = lambda: True  # noqa: E731


def clock(looks: int = 40) -> Callable[[], bool]:
    """Time as a number of looks at it."""
    left = iter(range(looks))
    return lambda: next(left, None) is None


def dealt(chance: Random, seats: int, each: int, lowest: int = 2) -> list[int]:
    """Hands of so many cards each."""
    deck = [each for each in STANDARD if each.rank >= lowest]
    chance.shuffle(deck)
    return [mask(deck[seat * each : seat * each + each]) for seat in range(seats)]


def begun(chance: Random, seats: int, each: int, lowest: int = 2) -> OpenCards:
    """A moment by chance, in the middle of a trick as often as not."""
    hands, due = dealt(chance, seats, each, lowest), chance.randrange(seats)
    trick: Trick = ()
    for _ in range(chance.randrange(seats)):
        laid = chance.choice(legal(hands[due], trick))
        hands[due] ^= laid.bit
        trick = (*trick, (due, laid))
        due = (due + 1) % seats
    exempt = chance.choice([0, 0, 1]) * mask(chance.sample(STANDARD, 20))
    at = OpenCards(tuple(hands), (0,) * seats, due, trick, chance.choice(["", *SUITS]))
    return at._replace(exempt=exempt, duties=duties(chance))


def duties(chance: Random) -> frozenset[OwnRule]:
    """Some duties to beat and to trump by chance."""
    return frozenset(duty for duty in sorted(DUTIES) if chance.random() < 0.5)


def after(at: OpenCards, laid: Card) -> tuple[OpenCards, int | None, Trick]:
    """By the rules as people read them: the next moment, and who took a trick with the card."""
    hands = list(at.hands)
    hands[at.due] ^= laid.bit
    trick = (*at.trick, (at.due, laid))
    if len(trick) < len(hands):
        turn = (at.due + 1) % len(hands)
        return at._replace(hands=tuple(hands), trick=trick, due=turn), None, trick
    laid_by = {card: seat for seat, card in trick}
    taker = laid_by.get(at.top) if at.top is not None else None
    if taker is None:
        taker = winner(trick, at.trump_number, at.ranking)
    tally = (*at.tally[:taker], at.tally[taker] + 1, *at.tally[taker + 1 :])
    return at._replace(hands=tuple(hands), trick=(), due=taker, tally=tally), taker, trick


def played(name: str, count: int, seed: int) -> Record:
    """The record of a game by chance."""
    game = by_chance(Random(seed), name, count, is_tidy=True)
    record = Record(game.header)
    for line in game.lines:
        record.take(codec.entry_of(line, game.header, record.seq + 1))
    return record
