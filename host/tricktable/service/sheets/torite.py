"""The Torite: tricks and kept cards by seat, and what must still happen for a common win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tricktable.rules.view import AnyView
from tricktable.service.sentences import pairing_words
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


def sheets(view: AnyView, names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """Seats, goal, and the stacks where there are any."""
    return (_seats(view, names), _goal(view), *_stacks(view, names))


def _seats(view: AnyView, names: tuple[str, ...]) -> Sheet:
    rounds: list[dict[str, Any]] = list(view.detail["rounds"])  # type: ignore[call-overload]
    finals: Any = view.outlook["finals"]
    target: Any = view.outlook["target"]
    is_long = len(rounds) > 1
    rows = [
        Row(
            (Name(name),),
            (
                *(_taken(each, seat, is_long) for each in rounds),
                _ends(rounds[-1], seat, target, finals[seat], is_long),
            ),
            "due" if seat == view.next_seat else "",
        )
        for seat, name in enumerate(names)
    ]
    aside: Any = view.detail["set_aside"]
    if aside:
        rows.append(Row(sentence("Set aside"), ((), (Picture(aside),))))
    return Sheet("seats", _("Seats"), _heads(rounds[-1], is_long), tuple(rows), is_plain=True)


def _heads(now: dict[str, Any], is_long: bool) -> tuple[Sentence, ...]:
    seat, has_kept = sentence("Seat"), any(now["kept"])
    if not is_long:
        last = sentence("Kept") if has_kept else sentence("Can end with")
        return (seat, sentence("Tricks"), last)
    rounds = (sentence("Round {number}", number=number) for number in (1, 2))
    return (seat, *rounds, () if has_kept else sentence("Can end"))


def _taken(round_: dict[str, Any], seat: int, with_kept: bool) -> Sentence:
    """The tricks of a round; of two rounds each with the card that was kept in it."""
    kept = round_["kept"][seat]
    tricks = Strong(str(round_["tricks"][seat]))
    return (tricks, " ", Picture(kept)) if with_kept and kept else (tricks,)


def _ends(
    now: dict[str, Any], seat: int, target: list[int], reachable: list[int], is_long: bool
) -> Sentence:
    """The kept card, or the numbers of tricks that still lead to a win."""
    kept = now["kept"][seat]
    if kept:
        return () if is_long else (Picture(kept),)
    return tuple(Mark(str(count), "open" if count in reachable else "shut") for count in target)


def _goal(view: AnyView) -> Sheet:
    outlook: dict[str, Any] = view.outlook
    is_over, suits = view.next_what == "over", outlook["kept_suits"]
    title = _("How it ended") if is_over else _("To win together")
    facts = [Fact(*_tricks(outlook, is_over))]
    twice = len(set(suits)) < len(suits)
    state = "lost" if twice else "met" if is_over else "open"
    slots = tuple(Slot(suit, suits.count(suit)) for suit in FOUR_SUITS)
    facts.append(Fact(sentence("Kept cards of four suits {suits}", suits=slots), state))
    if is_over and not view.winner and outlook["lost"] is None:
        facts.append(Fact(sentence("A revoke stands: the table cannot win with it"), "lost"))
    if is_over and view.winner:
        facts.append(
            Fact(sentence("Score {score}", score=Strong(str(view.detail["score"]))), "met")
        )
    return Sheet("goal", title, facts=tuple(facts))


def _tricks(outlook: dict[str, Any], is_over: bool) -> tuple[Sentence, str]:
    target = Strong(" · ".join(map(str, outlook["target"])))
    if outlook["rounds"] == 2:
        what = sentence(
            "Tricks {numbers} in round 1, the other way round in round 2", numbers=target
        )
    else:
        what = sentence("Tricks {numbers}", numbers=target)
    is_last, left = outlook["round"] == outlook["rounds"], outlook["left"]
    if outlook["lost"] == "tricks":
        if is_over:
            return sentence("{tricks} were needed", tricks=what), "lost"
        return sentence("{tricks} are out of reach", tricks=what), "lost"
    if is_over or (is_last and left == 0):
        return what, "met"
    if outlook["rounds"] == 1:
        what = sentence("{tricks}, whoever takes them", tricks=what)
    if left:
        what = sentence("{tricks}: {number} still to play", tricks=what, number=left)
    return what, "open"


def _stacks(view: AnyView, names: tuple[str, ...]) -> Iterator[Sheet]:
    """What two players, or one and the dummy, have agreed on; the dummy's cards face up."""
    facts = []
    up: Any = view.outlook["face_up"]
    if up:
        shown: list[Part] = []
        for code in sorted(up, key=lambda code: FOUR_SUITS.index(code[1])):
            shown += [Picture(code), " "]
        who = Name(names[1])
        facts.append(Fact(sentence("{who} shows {cards}", who=who, cards=tuple(shown))))
    paired: Any = next((each.value for each in view.said if each.topic == "pairing"), None)
    if paired:
        facts += [
            Fact(
                sentence(
                    "{who} plays stack {stacks}", who=Name(name), stacks=pairing_words([stacks])
                )
            )
            for name, stacks in zip(names, paired, strict=False)
        ]
    counted: Any = next((each.value for each in view.said if each.topic == "stacks"), None)
    heads: tuple[Sentence, ...] = ()
    rows: tuple[Row, ...] = ()
    if counted:
        heads = (sentence("Stack"), *((Sign(suit),) for suit in "CDHS"))
        rows = tuple(
            Row((str(number),), tuple((str(count),) for count in stack))
            for number, stack in enumerate(counted, start=1)
        )
    if facts or rows:
        yield Sheet("stacks", _("Stacks"), heads, rows, tuple(facts))
