"""What an explained score consists of: terms that add up, and the rulings behind them. Values.

A game without its own explanation shows what each deal has gained. Uses only what the
record makes public.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, cast

from tricktable.rules.field_words import field_words
from tricktable.rules.position import P
from tricktable.rules.score import DealScore, Score, Term
from tricktable.rules.topics import topic_of
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.rules.verdicts import PUBLIC
from tricktable.text.language import Message
from tricktable.text.names import NEXT, Names
from tricktable.text.sentences import (
    Fact,
    Part,
    Sentence,
    Sheet,
    Strong,
    gap,
    list_in_words,
    sentence,
    signed,
    speaker,
    team,
)

if TYPE_CHECKING:
    from tricktable.rules.entries import Declared
    from tricktable.rules.game import Header
    from tricktable.rules.record import Step
    from tricktable.rules.view import TakenTrick


class Account(NamedTuple):
    """Why somebody's score is what it is: its terms add up to it."""

    who: Sentence
    terms: tuple[Term, ...]
    start: int | None = None
    """The figure before, if the terms change one; None if they are everything."""

    @property
    def amount(self) -> int:
        """The sum of all terms."""
        return sum(term.amount for term in self.terms)

    @property
    def end(self) -> int:
        """The figure after."""
        return (self.start or 0) + self.amount


class Ruling(NamedTuple):
    """A numbered ruling from the game's page, in one sentence."""

    number: str
    words: Message


@field_words
class Explanation(NamedTuple):
    """One deal, explained afterwards or so far."""

    title: Sentence
    result: Sentence
    """The deal's result, in as few words as possible."""
    facts: tuple[Fact, ...]
    accounts: tuple[Account, ...]
    rulings: tuple[Ruling, ...]
    sheets: tuple[Sheet, ...]
    """Tables: what each card counted, the turns, the tricks."""
    runs: bool = False
    """Whether it is still being played."""
    why: Sentence = ()
    """By what it was won or scored, in a sentence; empty while nothing has been scored."""


@dataclass(frozen=True, slots=True)
class DealSeen(Generic[P]):
    """One deal from its announcement on, as seen by everybody."""

    header: Header
    names: Names
    number: int
    """A deal that was thrown in has the same number as the next one."""
    steps: tuple[Step, ...]
    before: P
    """The moment before the cards were dealt."""
    position: P
    """The newest moment of the deal."""
    tricks: tuple[TakenTrick, ...]
    of: int
    """How many tricks are played, at most."""
    trump: str
    said: tuple[Declared, ...]
    status: str
    """The game's status at the end of the deal."""
    runs: bool
    """Whether the deal is still running."""
    score: Score
    """The score at the game's newest moment."""
    scored: DealScore | None
    """None if the deal is running or was thrown in."""

    def after(self, step: Step) -> P:
        """The moment after one of its entries."""
        return cast("P", step.after.position((), PUBLIC))  # a record's states are its game's

    def say(self, word: Declared) -> Sentence:
        """What was declared, as a sentence."""
        who = speaker(word.seat, self.names)
        return topic_of(self.header.rules, word.topic).say(who, word.value)

    @property
    def teams(self) -> tuple[Sentence, ...]:
        """The owners by name."""
        return tuple(team(seats, self.names) for seats in self.header.owners)

    @property
    def title(self) -> Sentence:
        """`Deal 3`, or whatever the game calls it."""
        return sentence(self.header.rules.dealing.numbered, number=self.number)

    @property
    def why_unscored(self) -> Sentence:
        """The result of a deal that has none."""
        return sentence("in play") if self.runs else sentence("thrown in")


def by_gains(deal: DealSeen[P]) -> Explanation:
    """What each owner has gained in a deal, with the score's terms."""
    scored = deal.scored
    is_whole = scored is not None and not scored.number
    return Explanation(
        title=sentence("The score") if is_whole else deal.title,
        result=_result(deal, scored) if scored else deal.why_unscored,
        facts=(),
        accounts=_accounts(deal, scored) if scored else (),
        rulings=(),
        sheets=tuple(trick_sheets(deal.tricks, deal.of, (), deal.names)),
        runs=deal.runs,
        why=_why(deal.teams, scored) if scored else (),
    )


def _why(teams: Sequence[Sentence], scored: DealScore) -> Sentence:
    """Whose points are what, in the words of the score; empty if it has none."""
    said: list[Part] = []
    for who, terms in zip(teams, scored.terms, strict=False):
        if any(term.amount for term in terms):
            amounts = [(*term.words, " ", signed(term.amount)) for term in terms if term.amount]
            what = list_in_words(amounts, NEXT)
            said += [*([gap()] if said else []), *sentence("{who}: {what}.", who=who, what=what)]
    return tuple(said)


def _result(deal: DealSeen[P], scored: DealScore) -> Sentence:
    gains = [
        sentence("{who} {points}", who=who, points=Strong(signed(gain)))
        for who, gain in zip(deal.teams, scored.gains, strict=True)
    ]
    return list_in_words(gains, NEXT)


def _accounts(deal: DealSeen[P], scored: DealScore) -> tuple[Account, ...]:
    """The accounts, starting from what each owner had gained before."""
    before = [each.gains for each in deal.score.deals if each.number < scored.number]
    terms = scored.terms or [(Term(sentence("Scored"), gain),) for gain in scored.gains]
    return tuple(
        Account(who, terms[owner], sum(gains[owner] for gains in before))
        for owner, who in enumerate(deal.teams)
    )
