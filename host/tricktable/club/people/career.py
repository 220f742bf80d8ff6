"""What a person's finished games add up to. Knows no journal and no name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from tricktable.club.people.results import Finish, Result, mean_rank
from tricktable.rules.rarity import Rarity

TOGETHER: Final = 5
"""With fewer games as partners nothing is said: two of two won says more of luck than of people."""
RARE: Final = 10
"""A hand is rare if at most one in ten is like it."""
RUN: Final = 3
"""A run of fewer wins is not worth a sentence."""


class PlayedGame(NamedTuple):
    """One finished game of any table."""

    table: str
    number: int
    """Of all games ever begun at this table, from 1."""
    kind: str
    """The game's name in records."""
    ended: str
    """Wall time, ISO 8601."""
    result: Result
    people: tuple[str | None, ...]
    """By seat; None for whoever has no page."""

    def seat_of(self, person: str) -> int | None:
        """Where the person sat; None if they did not play."""
        return self.people.index(person) if person in self.people else None


class OfKind(NamedTuple):
    """A person's games of one kind."""

    kind: str
    title: str
    """A message."""
    games: int
    wins: int
    mean_rank: Fraction | None
    """None if all of them were won or lost together."""


class Partner(NamedTuple):
    """Somebody who won and lost with the person."""

    person: str
    games: int
    wins: int


class RareHand(NamedTuple):
    """A hand, and the game in which it was dealt."""

    rarity: Rarity
    title: str
    """A message: what people call the game."""
    ended: str


@dataclass(frozen=True, slots=True)
class Career:
    """All finished games of one person."""

    kinds: tuple[OfKind, ...] = ()
    """The game played most often first."""
    revokes: int = 0
    rarest: RareHand | None = None
    """None if no rare hand has become public whole."""
    partner: Partner | None = None
    """The one with whom the person wins the largest share, which is at least half; None without
    `TOGETHER` games.
    """
    running: int = 0
    """How many of the newest games were all won."""
    longest: int = 0
    """The longest run of wins ever."""

    @property
    def games(self) -> int:
        """Of all kinds together."""
        return sum(each.games for each in self.kinds)

    @property
    def wins(self) -> int:
        """Of all kinds together."""
        return sum(each.wins for each in self.kinds)


def career(person: str, played: Iterable[PlayedGame]) -> Career:
    """What the person's games among these add up to, whatever order they come in."""
    own = [(game, seat) for game in in_order(played) if (seat := game.seat_of(person)) is not None]
    places = [game.result.places[seat] for game, seat in own]
    running, longest = _runs(places)
    return Career(
        _kinds(own),
        sum(each.revokes for each in places),
        _rarest(own),
        _partner(person, own),
        running,
        longest,
    )


def in_order(played: Iterable[PlayedGame]) -> list[PlayedGame]:
    """The games by when they ended: times are labels, but no two tables share numbers."""
    return sorted(played, key=lambda game: (game.ended, game.table, game.number))


def _kinds(own: Sequence[tuple[PlayedGame, int]]) -> tuple[OfKind, ...]:
    by_kind: Mapping[str, list[tuple[PlayedGame, int]]] = defaultdict(list)
    for each in own:
        by_kind[each[0].kind].append(each)
    return tuple(
        sorted(
            (_of_kind(listed) for listed in by_kind.values()), key=lambda of: (-of.games, of.kind)
        )
    )


def _of_kind(listed: Sequence[tuple[PlayedGame, int]]) -> OfKind:
    newest = listed[-1][0]
    places = [game.result.places[seat] for game, seat in listed]
    won = sum(each.has_won for each in places)
    return OfKind(newest.kind, newest.result.title, len(places), won, mean_rank(places))


def _rarest(own: Iterable[tuple[PlayedGame, int]]) -> RareHand | None:
    rare = [
        RareHand(hand, game.result.title, game.ended)
        for game, seat in own
        if (hand := game.result.places[seat].rarest) is not None and hand.chance * RARE <= 1
    ]
    return min(rare, key=lambda each: (each.rarity.chance, each.ended), default=None)


def _partner(person: str, own: Iterable[tuple[PlayedGame, int]]) -> Partner | None:
    games: dict[str, list[bool]] = defaultdict(list)
    for game, seat in own:
        with_me = {game.people[each] for each in game.result.partners(seat)}
        for other in with_me - {None, person}:
            if other is not None:
                games[other].append(game.result.places[seat].has_won)
    known = [Partner(each, len(won), sum(won)) for each, won in games.items()]
    return max(
        (each for each in known if each.games >= TOGETHER and 2 * each.wins >= each.games),
        key=lambda each: (Fraction(each.wins, each.games), each.games, each.person),
        default=None,
    )


def _runs(places: Iterable[Finish]) -> tuple[int, int]:
    """How many of the last were all won, and the longest run."""
    running = longest = 0
    for each in places:
        running = running + 1 if each.has_won else 0
        longest = max(longest, running)
    return running, longest
