"""The Torite: tricks and kept cards by seat, and what must still happen for a common win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tricktable.rules.view import View
from tricktable.service.parts import (
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
)
from tricktable.service.sentences import pairing_words

FOUR_SUITS: Final = "SHDC"


def sheets(view: View, names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """Seats, goal, and the stacks where there are any."""
    return (_seats(view, names), _goal(view), *_stacks(view, names))


def _seats(view: View, names: tuple[str, ...]) -> Sheet:
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
        rows.append(Row(("Set aside",), ((), (Picture(aside),))))
    heads = ["Round 1", "Round 2"] if is_long else ["Tricks"]
    has_kept = any(rounds[-1]["kept"])
    last = ("", "Can end") if is_long else ("Kept", "Can end with")
    heading: list[Sentence] = [("Seat",), *((each,) for each in heads), (last[not has_kept],)]
    return Sheet("seats", "Seats", tuple(heading), tuple(rows), is_plain=True)


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


def _goal(view: View) -> Sheet:
    outlook: dict[str, Any] = view.outlook
    is_over, suits = view.next_what == "over", outlook["kept_suits"]
    title = "How it ended" if is_over else "To win together"
    facts = [Fact(*_tricks(outlook, is_over))]
    twice = len(set(suits)) < len(suits)
    state = "lost" if twice else "met" if is_over else "open"
    slots = tuple(Slot(suit, suits.count(suit)) for suit in FOUR_SUITS)
    facts.append(Fact(("Kept cards of four suits ", *slots), state))
    if is_over and not view.winner and outlook["lost"] is None:
        facts.append(Fact(("A revoke stands: the table cannot win with it",), "lost"))
    if is_over and view.winner:
        facts.append(Fact(("Score ", Strong(str(view.detail["score"]))), "met"))
    return Sheet("goal", title, facts=tuple(facts))


def _tricks(outlook: dict[str, Any], is_over: bool) -> tuple[Sentence, str]:
    target = Strong(" · ".join(map(str, outlook["target"])))
    if outlook["rounds"] == 2:
        what: Sentence = ("Tricks ", target, " in round 1, the other way round in round 2")
    else:
        what = ("Tricks ", target)
    is_last = outlook["round"] == outlook["rounds"]
    if outlook["lost"] == "tricks":
        return (*what, " are out of reach") if not is_over else (*what, " were needed"), "lost"
    if is_over or (is_last and outlook["left"] == 0):
        return what, "met"
    left = f": {outlook['left']} still to play" if outlook["left"] else ""
    whoever = ", whoever takes them" if outlook["rounds"] == 1 else ""
    return (*what, f"{whoever}{left}"), "open"


def _stacks(view: View, names: tuple[str, ...]) -> Iterator[Sheet]:
    """What two players, or one and the dummy, have agreed on; the dummy's cards face up."""
    facts = []
    up: Any = view.outlook["face_up"]
    if up:
        shown: list[Part] = [Name(names[1]), " shows "]
        for code in sorted(up, key=lambda code: FOUR_SUITS.index(code[1])):
            shown += [Picture(code), " "]
        facts.append(Fact(tuple(shown)))
    paired: Any = next((each.value for each in view.said if each.topic == "pairing"), None)
    if paired:
        facts += [
            Fact((Name(name), f" plays stack {pairing_words([stacks])}"))
            for name, stacks in zip(names, paired, strict=False)
        ]
    counted: Any = next((each.value for each in view.said if each.topic == "stacks"), None)
    heads: tuple[Sentence, ...] = ()
    rows: tuple[Row, ...] = ()
    if counted:
        heads = (("Stack",), *((Sign(suit),) for suit in "CDHS"))
        rows = tuple(
            Row((str(number),), tuple((str(count),) for count in stack))
            for number, stack in enumerate(counted, start=1)
        )
    if facts or rows:
        yield Sheet("stacks", "Stacks", heads, rows, tuple(facts))
