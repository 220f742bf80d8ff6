"""What is said at a table of Hearts: what it waits for, the pass, and what was improper."""

from __future__ import annotations

from typing import Final

from tricktable.rules import phases
from tricktable.rules.findings import Improper, barred, in_deal
from tricktable.rules.phases import Acting, Due, Phase
from tricktable.rules.topics import (
    AnyTopic,
    Console,
    Keypad,
    SeatPage,
    Topic,
    cards,
    count_of_cards,
    heading,
)
from tricktable.rules.view import FindingDetail
from tricktable.text.language import _, message
from tricktable.text.names import Names
from tricktable.text.sentences import Name, Picture, sentence
from tricktable_classics.hearts.position import HeartsView, Position
from tricktable_classics.hearts.rules import ASTRAY, OPENING, POINTS, TOO_EARLY

PASS: Final[Topic[Position, int]] = Topic(
    name="hand>discard",
    title=message("Pass cards"),
    step="pass",
    is_in_any_order=True,
    told=lambda who, number, _view: f"{who} passes {count_of_cards(number)}",
    said=lambda who, number: sentence("{who} passed {cards}", who=who, cards=cards(number)),
    console=Console(
        heading(message("{who} passes cards"), message("Pass cards")), is_separate=True
    ),
    page=SeatPage(title=message("Pass three cards"), button=message("I have passed")),
    keypad=Keypad(line=message("pass cards")),
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (PASS,)


def _where(view: HeartsView) -> str:
    to = view.position.pass_to
    if 1 < to < view.seats - 1:
        return _("across")
    return _("to the left") if to == 1 else _("to the right")


def _play(view: HeartsView) -> Phase:
    at, told = view.position, phases.play(view)
    if at.bar.rule == OPENING:
        opening = Picture(at.opening)
        return told._replace(
            headline=sentence("Whoever has {card} leads it", card=opening),
            due=Due("", f"Whoever has {at.opening} leads it"),
            own=sentence("Lead {card} if you have it", card=opening),
            can=sentence("{card} is led first.", card=opening),
        )
    if at.bar.rule == TOO_EARLY:
        return told._replace(can=(_("Lead any card but a heart."),))
    return told


def improper(remark: FindingDetail, names: Names) -> Improper | None:
    """The words for a breach of a rule that only Hearts has."""
    return (_astray if remark.finding.rule == ASTRAY else BARRED)(remark, names)


def _astray(remark: FindingDetail, names: Names) -> Improper | None:
    seat, card = remark.finding.seat, remark.proof_card
    if seat is None or card is None:
        return None
    told = f"{names[seat]} passed {card}, but another hand than the right one had it"
    shows = sentence(
        "{who} passed {card}, but it was in another hand than the one that should have had it.",
        who=Name(names[seat]),
        card=Picture(card),
    )
    return Improper(f"{told}{in_deal(remark)}.", shows)


BARRED: Final = barred(
    {
        OPENING: message("{who} led {card}, not the lowest club."),
        POINTS: message("{who} played the penalty {card} to the first trick."),
        TOO_EARLY: message("{who} led {card} before hearts were broken."),
    }
)
PHASES: Final = phases.of(
    {
        "pass": Acting(
            (
                message("{who} passes three cards"),
                message("{who} pass three cards"),
                message("Everybody passes three cards"),
            ),
            "to pass three cards",
            own=lambda view: (_("Pass three cards {where}", where=_where(view)),),
            can=message("Face down, before you look at those that you get."),
            more=lambda view: (_where(view),),
            foot=("Pass three", "to pass three cards"),
        ),
        "play": _play,
    }
)
