"""What the tests know of one game that nothing else can tell them. Knows no game itself.

Each game has one `CASE` in tests/games/<game>/case.py, and its tests/games/test_<game>_suite.py
runs `games.every_game.EveryGame` with it. Whatever is not given comes from the game.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from players.slips import noted
from records.lines import entry
from referees.witness import Line, standing
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE, Card, cards_in
from tricktable.rules.entries import Entry, Happening, Impossible
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.player import OpenTable
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.rules.view import AnyView, view
from tricktable.sim.places import Places
from tricktable.text.names import Names

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
"""Those of our games."""
Options = dict[str, Any]
"""House rules as a record gives them."""


class Played(NamedTuple):
    """A game that was played, as it was noted."""

    header: Header
    lines: list[Line]


class Referee(Protocol):
    """Judges a game slowly and obviously, from record.md and from nothing else."""

    def summary(self, viewpoint: int) -> Line:
        """The summary of record.md, section 4."""


class Gallery(NamedTuple):
    """Moments of a record in tests/board/records that docs/reference/display.md shows."""

    file: str
    moments: Mapping[int, str]
    """What is to be seen, by the number of the newest entry."""


# --- how a playthrough reads ---------------------------------------------------------------------


def _no_words(_: AnyView, __: str) -> str | None:
    return None


def figures(before: AnyView, now: AnyView, names: Names) -> Iterator[str]:
    """The figures of the score that have changed, and who has won."""
    was, score = before.rules.score(before), now.rules.score(now)
    for old, new in zip(was.figures, score.figures, strict=True):
        if new.values != old.values:
            told = " ".join("-" if value is None else str(value) for value in new.values)
            yield f"{str(new.title).lower()} {told}"
    if now.status == "drawn":
        yield "drawn"
    elif now.is_over:
        yield "won by " + (" and ".join(names[seat] for seat in now.winner or ()) or "nobody")


def at_deals_and_tricks(now: AnyView, text: str) -> bool:
    """Whether an empty line stands before this one: a deal or a trick begins."""
    if now.next_what == "deal":
        return now.seq > 0
    return now.next_what == "play" and not now.trick and " plays " in text


@dataclass(frozen=True)
class Telling:
    """How playthroughs of the game are written: what is left out is the same for all games."""

    said: Mapping[str, Callable[..., Line]] = field(default_factory=dict)
    """Left halves by their form, a regular expression; its groups are the arguments.

    A group called `seat` is a name, and becomes the seat.
    """
    awaited: Callable[[AnyView, str], str | None] = _no_words
    """What is awaited, of whom; None for the words that all games have."""
    adds: Callable[[AnyView, AnyView, Names], Iterator[str]] = figures
    """What an entry meant beside tricks, turns and what was improper: from the moment before it
    to that after it."""
    begins: Callable[[AnyView, str], bool] = at_deals_and_tricks
    """Whether an empty line stands before this left half."""
    findings: Mapping[str, str] = field(default_factory=dict)
    """What was improper by a rule of the game's own: `{who}`, `{seq}` and `{proof}` are filled."""


# --- how it is played by chance ------------------------------------------------------------------

Play = Callable[[Random, int, Options, bool], list[Line]]
"""Plays this many people's game by these options, or some deals of it.

With slips and offences, unless all are tidy.
"""
Lasting = Callable[[Random, int, int], Played | None]
"""Plays this many people's game so that it lasts, this many deals of it where it has deals.

What is changed early in it tells until its end. None where every game is like that.
"""
LONGEST = 160
"""This many entries of a game are played."""


class Slips(NamedTuple):
    """How often, of all chances to, something is done; 0 never, 1 always."""

    errs: float = 0.06
    """A card is played that another should have been, or by another seat."""
    reads: float = 0.06
    """A card of a hand is read."""
    slips: float = 0.06
    """An entry is noted wrongly first, and struck or corrected."""


SLIPS = Slips()


def by_its_own_player(game: AnyGame, slips: Slips = SLIPS) -> Play:
    """Real deals, as the game has them dealt, played by the player that it brings along."""

    def play(chance: Random, players: int, options: Options, is_tidy: bool) -> list[Line]:
        header = header_of(game, players, options)
        return _ByItself(chance, header, slips._replace(slips=0) if is_tidy else slips).lines

    return play


class _ByItself:
    """One game while it is being played."""

    def __init__(self, chance: Random, header: Header, slips: Slips) -> None:
        self.chance, self.slips = chance, slips
        self.record, self.lines = Record(header), list[Line]()
        self.places = Places(chance.randrange(2**32))
        brain = header.rules.player(chance)
        while self.record.state.status == "playing" and len(self.lines) < LONGEST:
            self.places.follow(1, self.record)
            hands = self.places.hands()
            if self._happens(slips.reads):
                self._read(hands)
            assert self.places.known is not None
            decided = brain(OpenTable(view(self.record), self.places.known, hands, 1))
            assert isinstance(decided, Happening), self._standstill(hands)
            line = codec.fields_of(decided)
            if line["kind"] == "declared" and line["value"] is None:
                line = {**line, "value": self.places.count_backs(str(line["topic"]))}
            self._note(self._astray(line, hands))

    def _standstill(self, hands: Sequence[int]) -> str:
        """Why its player has nothing to do."""
        state = self.record.state
        holds = [hand.bit_count() for hand in hands]
        told = f"it waits for {state.next.what} of seats {state.awaited}, and hands hold {holds}"
        return f"{told}: does `deal` of the Game lay the cards where its rules take them?"

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    def _is_possible(self, line: Line) -> bool:
        try:
            self.record.check(entry(self.record, line))
        except Impossible:
            return False
        return True

    def _note(self, line: Line) -> None:
        for each in noted(self.chance, self.slips.slips, line, self.record.seq + 1):
            self.record.add(entry(self.record, each))
            self.lines.append(each)

    def _read(self, hands: Sequence[int]) -> None:
        seat = self.chance.randrange(self.record.header.seats)
        for card in cards_in(hands[seat]):
            line = {"kind": "held", "seat": seat, "card": card.code}
            if self._is_possible(line):
                self._note(line)
                return

    def _astray(self, line: Line, hands: Sequence[int]) -> Line:
        """The same, or a card that should not have come."""
        if line["kind"] != "played" or not self._happens(self.slips.errs):
            return line
        seat = self.chance.choice([line["seat"], self.chance.randrange(self.record.header.seats)])
        card = self.chance.choice([*cards_in(hands[seat]), BY_CODE[line["card"]]])
        other = {**line, "seat": seat, "card": card.code}
        is_there = card.bit & hands[seat]
        return other if is_there and self._is_possible(other) else line


# --- what is secret ------------------------------------------------------------------------------


def _always(_: Header, __: Sequence[Entry]) -> bool:
    return True


@dataclass(frozen=True)
class Secrets:
    """What of a record can be another secret without anybody's seeing it."""

    like: Callable[[Card], Sequence[Card]] | None = None
    """The cards that a card which was only read may be instead; any of the deck if None."""
    unread: Sequence[Card] = ()
    """The cards that a move may have been of which nobody read; any of the deck if empty."""
    values: Callable[[Header, Sequence[Entry]], bool] = _always
    """Whether what was chosen in secret stays so in a record of these entries."""
    until: str = ""
    """A word of the first line from which on secrets come out; empty where they never do."""
    refused: frozenset[str] = frozenset()
    """What may be offered and yet refused, for the reason is a secret."""


# --- the case ------------------------------------------------------------------------------------


class Page(NamedTuple):
    """The game's page in docs/games, with its worked examples and its rulings."""

    letter: str
    """Of the rulings' numbers: `T`."""
    rulings: int
    examples: int
    given: tuple[Options, ...] = ({},)
    """What a record may give so that the game has other house rules, or others first."""


class Course(NamedTuple):
    """What a summary says of the deals that have been scored."""

    deals: int
    gained: list[int]
    """What each seat has of them all."""


@dataclass(frozen=True, eq=False)
class GameCase:
    """One game, as its tests see it."""

    game: AnyGame
    playthroughs: Path
    """The folder of its playthroughs, text files that are called `<game>-<what>.txt`."""
    counts: tuple[int, ...] = ()
    """The numbers of players it is tried with; all that there are if empty."""
    given: Callable[[int], Options] | None = None
    """The options that this many players need; those that are usual if None."""
    sampled: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """House rules that change what can be said; a game by chance takes one value of each."""
    variants: str = ""
    """The house rule each value of which has a playthrough of its own; empty if there is none."""
    plays: Play | None = None
    """None for its own player, the one that plays the demo."""
    lasts: Lasting | None = None
    """None where every game lasts."""
    values: Mapping[str, Sequence[JsonValue]] = field(default_factory=dict)
    """All that can be said on a topic, as records have it; none for one without a value."""
    is_scored_once: bool = False
    """Whether it is scored as a whole, when it is over, not deal by deal."""
    begins_with: int = 0
    """What each owner has before the first deal."""
    adds_up: frozenset[str] | None = None
    """What is awaited whenever the total is what all deals have gained; None for anything."""
    course: Callable[[Line], Course | None] | None = None
    """The course of its scores by the game's own figures; None of a summary that tells none."""
    adds_no_words: frozenset[str] = frozenset()
    """What is awaited where it says no more than a game that leaves its phases out."""
    improper: frozenset[str] = frozenset({"follow", "turn"})
    """The rules that a judge finds broken in games by chance: all of them, and no others."""
    telling: Telling = field(default_factory=Telling)
    secrets: Secrets = field(default_factory=Secrets)
    referee: Callable[[int, Sequence[Line], Options], Referee] | None = None
    against: str = ""
    """The file in tests/games in which it is played against the referee step by step."""
    page: Page | None = None
    gallery: tuple[Gallery, ...] = ()

    @property
    def name(self) -> str:
        """The game's name in records."""
        return self.game.name

    @property
    def deck(self) -> Sequence[Card]:
        """The cards of the game."""
        return self.game.packs[0].kind.cards

    def like(self, card: Card) -> Sequence[Card]:
        """The cards that may lie in a hand in place of this one, for all that others see."""
        return self.deck if self.secrets.like is None else self.secrets.like(card)

    @property
    def is_open(self) -> bool:
        """Whether nothing is ever said in secret."""
        return all(topic.secrecy == "none" for topic in self.game.topics)

    @property
    def unread(self) -> Sequence[Card]:
        """The cards that a move may have been of which nobody read."""
        return self.secrets.unread or self.deck

    @cached_property
    def tables(self) -> tuple[tuple[str, int], ...]:
        """The game with each number of players."""
        return tuple((self.name, count) for count in self.counts or sorted(self.game.players))

    def options(self, chance: Random, players: int) -> Options:
        """House rules by chance for this many."""
        sampled = {name: chance.choice(values) for name, values in self.sampled.items()}
        return {**sampled, **self.needed(players)}

    def needed(self, players: int) -> Options:
        """The house rules that this many cannot play without."""
        return self.given(players) if self.given else dict(self.game.usual(players))

    def by_chance(self, chance: Random, players: int, is_tidy: bool = False) -> Played:
        """A game, or some deals of it, with slips and offences unless all are tidy."""
        options = self.options(chance, players)
        play = self.plays or by_its_own_player(self.game)
        lines = play(chance, players, options, is_tidy)
        return Played(header_of(self.game, players, options), lines)

    def lasting(self, chance: Random, players: int, deals: int) -> Played:
        """A game whose early entries tell until its end, tidily noted; as long as it can be."""
        played = self.lasts(chance, players, deals) if self.lasts else None
        if played is not None:
            return played
        game = self.by_chance(chance, players, is_tidy=True)
        return game._replace(lines=[line for _, line in standing(game.lines)])


def header_of(game: AnyGame, players: int, options: Options, names: Names = ()) -> Header:
    """The header of a game that need not be installed."""
    line = {"record": codec.FORMAT, "game": game.name, "players": players, "options": options}
    named = {"names": [*names]} if names else {}
    return codec.read_header(json.dumps({**line, **named}), {**GAMES, game.name: game})
