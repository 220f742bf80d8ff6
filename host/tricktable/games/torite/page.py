"""The Torite's page: tricks and kept cards by seat, and what must still happen for a common win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tricktable.games.torite.position import Position, Round, ToriteView
from tricktable.games.torite.topics import pairing_words
from tricktable.rules.cards import SUITS
from tricktable.rules.page import Fronts, Page, last_laid
from tricktable.text.language import _
from tricktable.text.parts import (
    Fact,
    Mark,
    Name,
    Part,
    Picture,
    Row,
    Sentence,
    Sheet,
    Sign,
    Slot,
    Strong,
    sentence,
)

FOUR_SUITS: Final = "SHDC"


def sheets(view: ToriteView) -> tuple[Sheet, ...]:
    """Seats, goal, and the stacks where there are any."""
    return (_seats(view), _goal(view), *_stacks(view))


def _seats(view: ToriteView) -> Sheet:
    at = view.position
    is_long, now = len(at.rounds) > 1, at.rounds[-1]
    rows = [
        Row(
            (Name(name),),
            (
                *(_taken(each, seat, is_long) for each in at.rounds),
                _ends(now, seat, at, is_long),
            ),
            "due" if seat == view.next_seat else "",
        )
        for seat, name in enumerate(view.names)
    ]
    if at.set_aside:
        rows.append(Row(sentence("Set aside"), ((), (Picture(at.set_aside),))))
    return Sheet("seats", _("Seats"), _heads(now, is_long), tuple(rows), is_plain=True)


def _heads(now: Round, is_long: bool) -> tuple[Sentence, ...]:
    seat, has_kept = sentence("Seat"), any(now.kept)
    if not is_long:
        last = sentence("Kept") if has_kept else sentence("Can end with")
        return (seat, sentence("Tricks"), last)
    rounds = (sentence("Round {number}", number=number) for number in (1, 2))
    return (seat, *rounds, () if has_kept else sentence("Can end"))


def _taken(round_: Round, seat: int, with_kept: bool) -> Sentence:
    """The tricks of a round; of two rounds each with the card that was kept in it."""
    kept, tricks = round_.kept[seat], Strong(str(round_.tricks[seat]))
    return (tricks, " ", Picture(kept)) if with_kept and kept else (tricks,)


def _ends(now: Round, seat: int, at: Position, is_long: bool) -> Sentence:
    """The kept card, or the numbers of tricks that still lead to a win."""
    kept = now.kept[seat]
    if kept:
        return () if is_long else (Picture(kept),)
    reachable = at.finals[seat]
    return tuple(Mark(str(count), "open" if count in reachable else "shut") for count in at.target)


def _goal(view: ToriteView) -> Sheet:
    at, is_over = view.position, view.next_what == "over"
    suits = at.kept_suits
    title = _("How it ended") if is_over else _("To win together")
    twice = len(set(suits)) < len(suits)
    state = "lost" if twice else "met" if is_over else "open"
    slots = tuple(Slot(suit, suits.count(suit)) for suit in FOUR_SUITS)
    facts = [
        Fact(*_tricks(at, is_over)),
        Fact(sentence("Kept cards of four suits {suits}", suits=slots), state),
    ]
    if is_over and not view.winner and at.lost_by is None:
        facts.append(Fact(sentence("A revoke stands: the table cannot win with it"), "lost"))
    if is_over and view.winner:
        facts.append(Fact(sentence("Score {score}", score=Strong(str(at.score))), "met"))
    return Sheet("goal", title, facts=tuple(facts))


def _tricks(at: Position, is_over: bool) -> tuple[Sentence, str]:
    target = Strong(" · ".join(map(str, at.target)))
    if at.of_rounds == 2:
        what = sentence(
            "Tricks {numbers} in round 1, the other way round in round 2", numbers=target
        )
    else:
        what = sentence("Tricks {numbers}", numbers=target)
    is_last = len(at.rounds) == at.of_rounds
    if at.lost_by == "tricks":
        if is_over:
            return sentence("{tricks} were needed", tricks=what), "lost"
        return sentence("{tricks} are out of reach", tricks=what), "lost"
    if is_over or (is_last and at.left == 0):
        return what, "met"
    if at.of_rounds == 1:
        what = sentence("{tricks}, whoever takes them", tricks=what)
    if at.left:
        what = sentence("{tricks}: {number} still to play", tricks=what, number=at.left)
    return what, "open"


def _stacks(view: ToriteView) -> Iterator[Sheet]:
    """What two players, or one and the dummy, have agreed on; the dummy's cards face up."""
    facts = [*_face_up(view), *_paired(view)]
    counted = said(view, "stacks")
    heads: tuple[Sentence, ...] = ()
    if counted:
        heads = (sentence("Stack"), *((Sign(suit),) for suit in SUITS))
    rows = tuple(
        Row((str(number),), tuple((str(count),) for count in stack))
        for number, stack in enumerate(counted, start=1)
    )
    if facts or rows:
        is_long = view.next_what != "pairing"  # when the stacks are paired, it is what counts
        yield Sheet("stacks", _("Stacks"), heads, rows, tuple(facts), is_long=is_long)


def _face_up(view: ToriteView) -> Iterator[Fact]:
    up = sorted(view.position.face_up, key=lambda code: FOUR_SUITS.index(code[1]))
    if up:
        cards: list[Part] = []
        for code in up:
            cards += [Picture(code), " "]
        dummy = Name(view.names[1])
        yield Fact(sentence("{who} shows {cards}", who=dummy, cards=tuple(cards)))


def _paired(view: ToriteView) -> Iterator[Fact]:
    for name, stacks in zip(view.names, said(view, "pairing"), strict=False):
        words = pairing_words([stacks])
        yield Fact(sentence("{who} plays stack {stacks}", who=Name(name), stacks=words))


def said(view: ToriteView, topic: str) -> list[list[int]]:
    """What was said of the stacks in this deal; nothing before it was."""
    values = (each.value for each in view.said if each.topic == topic)
    return next((value for value in values if isinstance(value, list)), [])


def fronts(view: ToriteView) -> Fronts:
    """The kept cards once they are shown, the one set aside at the place of nobody."""
    at = view.position
    shown = [*at.rounds[-1].kept, at.set_aside]
    kept = {place: code for place, code in enumerate(shown) if code is not None}
    return Fronts(kept) if kept else last_laid(view)


def _aside(view: ToriteView) -> str:
    return _("Set aside") if view.seats == 3 else ""


PAGE: Final = Page(sheets=sheets, fronts=fronts, aside=_aside)
