"""Etori, as its tests see it."""

from collections.abc import Iterator
from random import Random

from games.case import (
    PLAYTHROUGHS,
    Course,
    Gallery,
    GameCase,
    Options,
    Page,
    Played,
    Telling,
    at_deals_and_tricks,
    header_of,
)
from players import deals, etori
from players.torite import ATTENTIVE, CARELESS, declared
from referees.etori import Referee
from referees.witness import Line
from tricktable.games.etori import GAME
from tricktable.games.etori.position import EtoriView
from tricktable.rules.cards import SUITS
from tricktable.text.names import Names

CHIPS = 5
"""Those of a team before the first deal."""


def _play(chance: Random, players: int, options: Options, is_tidy: bool) -> list[Line]:
    manners = CARELESS._replace(slips=0) if is_tidy else CARELESS
    return deals.play(chance, etori.KIND, players, options, manners, deals=2).lines


def _lasts(chance: Random, players: int, count: int) -> Played:
    options = {"deal": "rotate"}
    lines = deals.play(chance, etori.KIND, players, options, ATTENTIVE, deals=count).lines
    return Played(header_of(GAME, players, options), lines)


def _adds(before: EtoriView, now: EtoriView, names: Names) -> Iterator[str]:
    """Who sits out, which faces are captured, and what is paid."""
    was, position = before.position, now.position

    def team(number: int) -> str:
        return " and ".join(names[seat] for seat in now.owners[number])

    if position.sitting is not None and position.sitting != was.sitting:
        yield f"{team(position.sitting)} sit out"
    if now.trump != before.trump:
        yield f"trump {now.trump}, Rensho {position.rensho}"
    ended = position.deals[len(was.deals) :]
    faces = ended[0].faces if ended else position.faces
    if faces not in (was.faces, (0,) * len(faces)):
        yield "faces " + " ".join(map(str, faces))
    if position.chips != was.chips:
        yield "chips " + " ".join(map(str, position.chips))
    yield from (f"won by {team(deal.winner)}" for deal in ended if now.status == "playing")
    if now.status == "finished":
        yield "the game is won by " + " and ".join(names[seat] for seat in now.winner or ())


def _begins(now: EtoriView, text: str) -> bool:
    return at_deals_and_tricks(now, text) and " holds " not in text


def _course(summary: Line) -> Course:
    """What each team has more than the chips that it began with; nobody else pays or is paid."""
    detail = summary["detail"]
    gained = [chips - CHIPS for chips in detail["chips"]]
    assert sum(gained) == 0
    return Course(len(detail["deals"]), gained * 2)


CASE = GameCase(
    GAME,
    PLAYTHROUGHS,
    sampled={
        "trump_change": ("off", "on"),
        "deal": ("losers", "rotate"),
        "direction": ("clockwise", "anticlockwise"),
    },
    plays=_play,
    lasts=_lasts,
    values={"trump": SUITS},
    begins_with=CHIPS,
    course=_course,
    adds_no_words=frozenset({"deal", "play"}),
    telling=Telling(
        said={
            r"all agree on trump (?P<suit>[CDHS])": lambda suit: declared(None, "trump", suit),
        },
        adds=_adds,
        begins=_begins,
    ),
    referee=Referee,
    against="test_deals_play.py",
    page=Page("E", 21, 13),
    gallery=(
        Gallery(
            "etori-4",
            {
                1: "one of the team that lost leads",
                4: "chips, and face cards taken in this deal",
                53: "the deal is over",
                265: "the game is over",
            },
        ),
        Gallery("etori-6", {4: "six players: one team deals and sits out"}),
    ),
)
