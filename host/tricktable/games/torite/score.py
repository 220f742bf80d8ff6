"""The Torite's scoring: nothing until the end, and then the same for everybody."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.torite.position import Position, ToriteView
from tricktable.rules.score import DealScore, Figure, Score
from tricktable.text.language import Message
from tricktable.text.sentences import Fact, Slot, Strong, sentence

FOUR_SUITS: Final = "SHDC"


def score(view: ToriteView) -> Score:
    """Tricks round by round, and the score of a win; in a lost game everybody has 0."""
    at = view.position
    is_one = at.of_rounds == 1
    tricks = (
        Figure(
            Message("Tricks") if is_one else Message("Round {number}", {"number": number}),
            each.tricks,
        )
        for number, each in enumerate(at.rounds, 1)
    )
    everybody = (at.score or 0,) * view.seats
    return Score(
        total=Figure(Message("Score"), (at.score,) * view.seats),
        now=tuple(tricks),
        deals=() if view.status == "playing" else (DealScore(0, everybody),),
        facts=tuple(_conditions(view)),
    )


def _conditions(view: ToriteView) -> Iterator[Fact]:
    """What a common win takes: the trick counts, four suits, and no revoke (T10)."""
    at, is_over = view.position, view.is_over
    suits = at.kept_suits
    twice = len(set(suits)) < len(suits)
    slots = tuple(Slot(suit, suits.count(suit)) for suit in FOUR_SUITS)
    yield _tricks(at, is_over)
    yield Fact(
        sentence("Kept cards in four suits: {suits}", suits=slots),
        "lost" if twice else "met" if is_over else "open",
    )
    if is_over and not view.winner and at.lost_by is None:
        yield Fact(sentence("A suit was not followed, so the table cannot win"), "lost")
    if is_over and view.winner:
        yield Fact(sentence("Score {score}", score=Strong(str(at.score))), "met")


def _tricks(at: Position, is_over: bool) -> Fact:
    target = Strong(" · ".join(map(str, at.target)))
    if at.of_rounds == 2:
        what = sentence("Tricks {numbers} in round 1, reversed in round 2", numbers=target)
    else:
        what = sentence("Tricks {numbers}", numbers=target)
    is_last = len(at.rounds) == at.of_rounds
    if at.lost_by == "tricks":
        if is_over:
            return Fact(sentence("{tricks} were needed", tricks=what), "lost")
        return Fact(sentence("{tricks} are out of reach", tricks=what), "lost")
    if is_over or (is_last and at.left == 0):
        return Fact(what, "met")
    if at.of_rounds == 1:
        what = sentence("{tricks}, no matter who takes them", tricks=what)
    if at.left:
        what = sentence("{tricks}: {number} still to play", tricks=what, number=at.left)
    return Fact(what, "open")
