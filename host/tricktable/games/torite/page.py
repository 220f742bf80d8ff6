"""The Torite's page: tricks and kept cards by seat, and what a common win still needs."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.torite.position import Position, ToriteRound, ToriteView
from tricktable.games.torite.score import FOUR_SUITS, score
from tricktable.games.torite.topics import pairing_words
from tricktable.rules.cards import SUITS
from tricktable.rules.page import Fronts, Page, last_laid
from tricktable.text.language import _
from tricktable.text.sentences import (
    Fact,
    Mark,
    Name,
    Part,
    Picture,
    Sentence,
    Sheet,
    SheetRow,
    Sign,
    Strong,
    sentence,
)


def sheets(view: ToriteView) -> tuple[Sheet, ...]:
    """Seats, goal, and the stacks if there are any."""
    return (_seats(view), _goal(view), *_stacks(view))


def _seats(view: ToriteView) -> Sheet:
    at = view.position
    is_long, now = len(at.rounds) > 1, at.rounds[-1]
    rows = [
        SheetRow(
            (Name(name),),
            (
                *(_tricks(each, seat, is_long) for each in at.rounds),
                _ends(now, seat, at, is_long),
            ),
            "due" if seat == view.next_seat else "",
        )
        for seat, name in enumerate(view.names)
    ]
    if at.set_aside:
        rows.append(SheetRow(sentence("Set aside"), ((), (Picture(at.set_aside),))))
    return Sheet("seats", _("Seats"), _heads(now, is_long), tuple(rows), is_plain=True)


def _heads(now: ToriteRound, is_long: bool) -> tuple[Sentence, ...]:
    seat, has_kept = sentence("Seat"), any(now.kept)
    if not is_long:
        last = sentence("Kept") if has_kept else sentence("Can end with")
        return (seat, sentence("Tricks"), last)
    rounds = (sentence("Round {number}", number=number) for number in (1, 2))
    return (seat, *rounds, () if has_kept else sentence("Can end"))


def _tricks(round_: ToriteRound, seat: int, with_kept: bool) -> Sentence:
    """The tricks of a round; with two rounds, each with the card kept in it."""
    kept, tricks = round_.kept[seat], Strong(str(round_.tricks[seat]))
    return (tricks, " ", Picture(kept)) if with_kept and kept else (tricks,)


def _ends(now: ToriteRound, seat: int, at: Position, is_long: bool) -> Sentence:
    """The kept card, or the trick counts that still lead to a win."""
    kept = now.kept[seat]
    if kept:
        return () if is_long else (Picture(kept),)
    reachable = at.finals[seat]
    return tuple(Mark(str(count), "open" if count in reachable else "shut") for count in at.target)


def _goal(view: ToriteView) -> Sheet:
    title = _("How it ended") if view.is_over else _("To win together")
    return Sheet("goal", title, facts=score(view).facts)


def _stacks(view: ToriteView) -> Iterator[Sheet]:
    """What two players, or one and the dummy, agreed on; and the dummy's face-up cards."""
    facts = [*_face_up(view), *_pairing_facts(view)]
    counted = declared_stacks(view, "stacks")
    heads: tuple[Sentence, ...] = ()
    if counted:
        heads = (sentence("Stack"), *((Sign(suit),) for suit in SUITS))
    rows = tuple(
        SheetRow((str(number),), tuple((str(count),) for count in stack))
        for number, stack in enumerate(counted, start=1)
    )
    if facts or rows:
        is_long = view.position.what != "pairing"  # during pairing it must be heard
        yield Sheet("stacks", _("Stacks"), heads, rows, tuple(facts), is_long=is_long)


def _face_up(view: ToriteView) -> Iterator[Fact]:
    up = sorted(view.position.face_up, key=lambda code: FOUR_SUITS.index(code[1]))
    if up:
        cards: list[Part] = []
        for code in up:
            cards += [Picture(code), " "]
        dummy = Name(view.names[1])
        yield Fact(sentence("{who} shows {cards}", who=dummy, cards=tuple(cards)))


def _pairing_facts(view: ToriteView) -> Iterator[Fact]:
    for name, stacks in zip(view.names, declared_stacks(view, "pairing"), strict=False):
        words = pairing_words([stacks])
        yield Fact(sentence("{who}: stack {stacks}", who=Name(name), stacks=words))


def declared_stacks(view: ToriteView, topic: str) -> list[list[int]]:
    """What was declared about the stacks in this deal; empty before that."""
    values = (each.value for each in view.said if each.topic == topic)
    return next((value for value in values if isinstance(value, list)), [])


def fronts(view: ToriteView) -> Fronts:
    """The kept cards once they are shown, with the one set aside in the place of nobody."""
    at = view.position
    shown = [*at.rounds[-1].kept, at.set_aside]
    kept = {place: code for place, code in enumerate(shown) if code is not None}
    return Fronts(kept) if kept else last_laid(view)


def _of_nobody(view: ToriteView) -> str:
    return _("Set aside") if view.seats == 3 else ""


PAGE: Final = Page(sheets=sheets, fronts=fronts, of_nobody=_of_nobody)
