"""A game of which the host has never heard: talk alone, in topics that say only what they must.

Whoever is due says one of its topics, and then it is the next one's turn.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple

from tricktable.rules.entries import Declared, Happening, Impossible, Moved
from tricktable.rules.game import Game, Next, Offer, Tabletop
from tricktable.rules.options import Form, by_name
from tricktable.rules.score import Figure, Score
from tricktable.rules.topics import A_SUIT, AnyTopic, Topic
from tricktable.rules.tricks import Trick
from tricktable.rules.verdicts import Finding, Viewpoint
from tricktable.rules.view import View
from tricktable.text.language import Message

HIGHEST: Final = 20
WORDS: Final = ("peace", "war", "no word")


class Position(NamedTuple):
    """Nothing."""

    def as_json(self) -> dict[str, object]:
        """Nothing."""
        return {}


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= HIGHEST


TOPICS: Final[tuple[AnyTopic[Position], ...]] = (
    Topic("bid", "Bid", Form(_is_number, f"0 to {HIGHEST}")),
    Topic("pledge", "Pledge", Form(lambda value: value in WORDS, " or ".join(WORDS))),
    Topic("colour", "Colour", A_SUIT, by_table=True),
    Topic("wish", "Wish", A_SUIT, secrecy="value"),
    Topic("plot", "Plot", secrecy="whole"),
    Topic("protest", "Protest", is_rare=True),
    Topic("hand>kitty", "Give to the kitty"),
)


class Sayings(NamedTuple):
    """The judge of a game in which nothing is improper."""

    def watch(self, before: object, entry: Happening, seq: int, after: object) -> None:
        """Nothing to see."""

    def findings(self) -> list[Finding]:
        """None."""
        return []

    def copy(self) -> Sayings:
        """Itself."""
        return self


class Parley(NamedTuple):
    """This many things have been said."""

    said: int = 0

    @property
    def due(self) -> int:
        """Whose turn it is."""
        return self.said % 2

    def apply(self, entry: Happening) -> Parley:
        """The next one's turn. Raises: Impossible."""
        match entry:
            case Declared(seat, what, value):
                pass
            case Moved(seat, source, target, value):
                what = f"{source}>{target}"
            case _:
                raise Impossible("this is a parley")
        for offer in self.offers():
            if offer.what == what and seat in offer.seats and value in offer.values:
                return Parley(self.said + 1)
        raise Impossible("nobody says that now")

    @property
    def trick(self) -> Trick:
        """Nothing is played."""
        return ()

    @property
    def future_key(self) -> Hashable:
        """All of it."""
        return self

    @property
    def next(self) -> Next:
        """A word of whoever is due."""
        return Next(self.due, "word")

    @property
    def awaited(self) -> tuple[int, ...]:
        """Whoever is due."""
        return (self.due,)

    @property
    def status(self) -> str:
        """It never ends."""
        return "playing"

    def winner(self, findings: Sequence[Finding]) -> list[int] | None:  # noqa: ARG002
        """Nobody."""
        return None

    def position(self, findings: Sequence[Finding], viewpoint: Viewpoint) -> Position:  # noqa: ARG002
        """Nothing."""
        return Position()

    def tabletop(self) -> Tabletop:
        """Nothing lies there."""
        return Tabletop()

    def offers(self) -> tuple[Offer, ...]:
        """Every topic, by whoever is due; what is secret or rare by anybody."""
        mine, anybody = (self.due,), (0, 1)
        return (
            Offer("bid", mine, tuple(range(HIGHEST + 1))),
            Offer("pledge", mine, WORDS),
            Offer("colour", (None,), ("C", "D", "H", "S")),
            Offer("wish", anybody, ("C", "D", "H", "S"), True),
            Offer("plot", anybody, is_secret=True),
            Offer("protest", anybody),
            Offer("hand>kitty", mine, (0, 1, 2)),
        )

    def judge(self, viewpoint: Viewpoint) -> Sayings:  # noqa: ARG002
        """One that sees nothing."""
        return Sayings()


def _score(view: View[Position]) -> Score:
    return Score(Figure(Message("Points"), (0,) * view.seats))


def _options(*_: Any) -> Any:
    return by_name(())


PARLEY: Final[Game[Position]] = Game(
    name="parley",
    title="Parley",
    players=frozenset({2}),
    options=_options,
    start=lambda *_: Parley(),
    score=_score,
    topics=TOPICS,
)
