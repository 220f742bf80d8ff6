"""TriATri, as its tests see it."""

from collections.abc import Iterator
from random import Random

from games.case import PLAYTHROUGHS, Course, Gallery, GameCase, Options, Page, Telling
from players import triatri
from players.torite import CARELESS, declared
from referees.triatri import Referee
from referees.witness import Line
from tricktable.games.triatri import GAME
from tricktable.games.triatri.position import TriatriView
from tricktable.games.triatri.rules import worths
from tricktable.text.names import Names


def _play(chance: Random, players: int, options: Options, is_tidy: bool) -> list[Line]:
    manners = CARELESS._replace(slips=0) if is_tidy else CARELESS
    return triatri.play(chance, players, manners, options).lines


def _prize(seat: int, colour: str, own: str | None) -> Line:
    """A gem is named, of the stock or an own one."""
    return declared(seat, "prize", {"colour": colour, "from": "own" if own else "stock"})


def _awaited(now: TriatriView, who: str) -> str | None:
    match now.position.what:
        case "reveal":
            return f"{who} to show a card"
        case "prize":
            return f"{who} to offer"
    return None


def _adds(before: TriatriView, now: TriatriView, names: Names) -> Iterator[str]:
    """What the cards are worth, what is in the stock, and who has which gems."""
    was, position = before.position, now.position
    if now.trick != before.trick and now.trick:
        yield "worth " + " ".join(str(laid.worth) for laid in worths(now.trick, position.plan))
    if was.revealed and position.what == "reveal" and not position.revealed:
        yield "all take their cards back"
    if position.stock != was.stock:
        yield "stock " + " ".join(map(str, position.stock))
    for name, gems, had in zip(names, position.gems, was.gems, strict=True):
        if gems != had:
            yield f"{name} has " + " ".join(map(str, gems))
    if now.status == "finished":
        points = " ".join(map(str, position.points))
        won = " and ".join(names[seat] for seat in now.winner or ())
        yield f"{str(position.ended_by).replace('_', ' ')}: {points}; won by {won}"


def _begins(now: TriatriView, _: str) -> bool:
    return now.next_what in ("deal", "prize") and now.seq > 0


def _course(summary: Line) -> Course | None:
    """The points at the end; amid a round they are those of the gems that lie there now."""
    if summary["status"] != "finished":
        return None
    return Course(summary["detail"]["round"], summary["detail"]["points"])


CASE = GameCase(
    GAME,
    PLAYTHROUGHS,
    sampled={"imitation": ("carry", "recompute_copy"), "three_tie_vs_imitation": ("redo",)},
    plays=_play,
    values={"prize": [{"colour": c, "from": f} for c in "RBG" for f in ("stock", "own")]},
    adds_up=frozenset({"deal", "over"}),  # amid a round it is what the gems there are worth
    course=_course,
    telling=Telling(
        said={r"(?P<seat>\w+) offers (?P<own>own )?(?P<colour>[RBG])": _prize},
        awaited=_awaited,
        adds=_adds,
        begins=_begins,
    ),
    referee=Referee,
    against="test_triatri_play.py",
    page=Page("A", 32, 20),
    gallery=(
        Gallery(
            "triatri-3",
            {
                1: "everybody turns a card up",
                2: "two players still have to",
                4: "Ann names the prize",
                7: "the prize is a fire gem; what each card counts is large",
                8: "Bo took it: gems below the names, the stock above",
                24: "the round is over",
                48: "the game is over",
            },
        ),
    ),
)
