"""What is said at a table of Hearts: what it waits for, the pass, and what was improper."""

from typing import Final

from tricktable.rules import passing, phases
from tricktable.rules.findings import barred
from tricktable.rules.phases import Acting, Due, Phase
from tricktable.rules.topics import AnyTopic, Console, Keypad, SeatPage, Topic, heading
from tricktable.text.language import _, message
from tricktable.text.sentences import Picture, sentence
from tricktable_classics.hearts.position import HeartsView, Position
from tricktable_classics.hearts.rules import OPENING, POINTS, TOO_EARLY

PASS: Final[Topic[Position, int]] = Topic(
    name="hand>discard",
    title=message("Pass cards"),
    step="pass",
    is_in_any_order=True,
    told="{who} passes {cards}",
    said=message("{who} passed {cards}"),
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
    if any(bar.rule == OPENING for bar in view.bars):
        opening = Picture(at.opening)
        return told._replace(
            headline=sentence("Whoever has {card} leads it", card=opening),
            due=Due("", f"Whoever has {at.opening} leads it"),
            own=sentence("Lead {card} if you have it", card=opening),
            can=sentence("{card} is led first.", card=opening),
        )
    return told


IMPROPER: Final = barred(
    {
        **passing.WORDS,
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
