"""What terminals say about a score: tables of plain words, and what a card has completed.

A game without its own tables shows its score. In English, as terminals are; only names of people
and teams are in the current language. Knows nothing of a terminal's width or lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.text.language import ENGLISH, Message, speaking
from tricktable.text.names import team
from tricktable.text.sentences import figure, signed

if TYPE_CHECKING:
    from tricktable.rules.score import DealScore
    from tricktable.rules.view import AnyView

NONE: Final = "-"
"""Shown in empty cells."""


class TextTable(NamedTuple):
    """Rows of cells, and lines below them."""

    rows: tuple[tuple[str, ...], ...]
    """The first holds the headings; rows may differ in length."""
    below: tuple[str, ...] = ()


def teams(view: AnyView) -> list[str]:
    """The owners by name."""
    return [team(seats, view.names) for seats in view.owners]


def versus(counts: Iterable[object]) -> str:
    """Numbers side by side: `9 : 7`."""
    return " : ".join(map(str, counts))


# --- how it stands ------------------------------------------------------------------------------


def by_score(view: AnyView) -> Iterator[TextTable]:
    """Each owner's figures, and what each deal gained."""
    score = view.rules.score(view)
    who = [team(seats, view.names) for seats in view.owners]
    heads = ("", *(_plain(each.title) for each in score.figures))
    rows = (
        (name, *(NONE if number is None else figure(number) for number in numbers), mark)
        for name, mark, *numbers in zip(
            who,
            score.marks or [""] * len(who),
            *(each.values for each in score.figures),
            strict=True,
        )
    )
    yield TextTable((heads, *rows))
    gains = [(str(deal.number), *map(signed, deal.gains)) for deal in score.deals if deal.number]
    if gains:
        yield TextTable(((view.rules.dealing.word, *who), *gains))


def _plain(title: Message) -> str:
    """A title as it reads within an English sentence."""
    with speaking(ENGLISH):
        words = str(title)
    return words[:1].lower() + words[1:]


# --- what has come to its end -------------------------------------------------------------------


def ended(before: AnyView, now: AnyView) -> Iterator[str]:
    """What a card has completed: the trick, and perhaps a scored deal."""
    yield from trick_taken(before, now)
    score = now.rules.score(now)
    for deal in score.deals[len(before.rules.score(before).deals) :]:
        if deal.number:  # the end of a whole game is reported as its outcome
            yield f"{now.rules.dealing.word} {deal.number}: {_gains(deal, teams(now))}"


def _gains(deal: DealScore, who: list[str]) -> str:
    return ", ".join(f"{name} {signed(gain)}" for name, gain in zip(who, deal.gains, strict=True))


def trick_taken(before: AnyView, now: AnyView, gains: str = "", brings: str = "") -> Iterator[str]:
    """A finished trick and the standing: tricks by seat, unless `gains` are given.

    Args:
        gains: the standing in what tricks are played for.
        brings: what else this trick has gained.
    """
    if sum(now.tally) == sum(before.tally) + 1 and now.last_winner is not None:
        stands = gains or "-".join(map(str, now.tally))
        yield f"trick {sum(now.tally)}{brings} to {now.names[now.last_winner]} ({stands})"
