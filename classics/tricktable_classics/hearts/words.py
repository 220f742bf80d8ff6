"""What is said at a table of Hearts: what it waits for, the pass, and what was improper."""

from __future__ import annotations

from typing import Final, assert_never

from tricktable.rules import phases
from tricktable.rules.findings import Improper, in_deal
from tricktable.rules.phases import Due, Phase
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
from tricktable.text.names import Names, who
from tricktable.text.sentences import Name, Picture, Sentence, sentence
from tricktable_classics.hearts.position import HeartsView, Position
from tricktable_classics.hearts.rules import OPENING, POINTS, TOO_EARLY

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


def phase(view: HeartsView) -> Phase:
    """What is said of this moment."""
    match view.position.what:
        case "deal":
            return phases.deal(view)
        case "pass":
            return _pass(view)
        case "play":
            return _play(view)
        case "over":
            return phases.over(view)
        case never:
            assert_never(never)


def _pass(view: HeartsView) -> Phase:
    to = view.position.pass_to
    where = _("to the left") if to == 1 else _("to the right")
    if 1 < to < view.seats - 1:
        where = _("across")
    headline = phases.by_number(
        view,
        message("{who} passes three cards"),
        message("{who} pass three cards"),
        message("Everybody passes three cards"),
    )
    told = phases.phase(
        view, headline, Due(phases.everybody(view), "to pass three cards"), more=(where,)
    )
    return told._replace(
        own=(_("Pass three cards {where}", where=where),),
        can=(_("Face down, before you look at those that you get."),),
        foot=phases.at_foot(view, "Pass three", "to pass three cards"),
    )


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
    rule, seat, card = remark.finding.rule, remark.finding.seat, remark.card
    if rule not in (OPENING, POINTS, TOO_EARLY) or seat is None or card is None:
        return None
    person, laid = who(seat, names), Picture(card)
    if rule == OPENING:
        plain = f"{person} led {card}, not the lowest club"
        page = sentence("{who} led {card}, not the lowest club.", who=Name(names[seat]), card=laid)
    elif rule == POINTS:
        plain = f"{person} played the penalty {card} to the first trick"
        page = sentence(
            "{who} played the penalty {card} to the first trick.", who=Name(names[seat]), card=laid
        )
    else:
        plain = f"{person} led {card} before hearts were broken"
        page = sentence(
            "{who} led {card} before hearts were broken.", who=Name(names[seat]), card=laid
        )
    return Improper(f"{plain}{in_deal(remark)}.{_shown(remark)}", page + _shows(remark))


def _shown(remark: FindingDetail) -> str:
    shown = remark.proof_card
    return f" {shown} was in that hand." if shown else ""


def _shows(remark: FindingDetail) -> Sentence:
    shown = remark.proof_card
    return (" ", *sentence("{card} was in that hand.", card=Picture(shown))) if shown else ()
