"""Troika, as its tests see it."""

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
    Secrets,
    Telling,
    header_of,
)
from games.playthrough import moved
from players import deals, troika
from players.torite import ATTENTIVE, CARELESS, declared
from referees.troika import Referee
from referees.witness import Line
from tricktable.games.troika import GAME
from tricktable.games.troika.position import TroikaView
from tricktable.rules.cards import SUITS
from tricktable.text.names import Names

BIDS = ("pass", *(f"{n}{kind}" for n in range(5, 13) for kind in ("", "N", "L")))
WAYS = {"discards": ("hand", "discard"), "takes": ("kitty", "hand")}


def _play(chance: Random, players: int, options: Options, is_tidy: bool) -> list[Line]:
    manners = CARELESS._replace(slips=0) if is_tidy else CARELESS
    return deals.play(chance, troika.KIND, players, options, manners, deals=2).lines


def _lasts(chance: Random, players: int, count: int) -> Played:
    options = {"bid_out": "none"}
    lines = deals.play(chance, troika.KIND, players, options, ATTENTIVE, deals=count).lines
    return Played(header_of(GAME, players, options), lines)


def _moved(seat: int, way: str, cards: str) -> Line:
    return moved(seat, *WAYS[way], cards)


def _awaited(now: TroikaView, who: str) -> str | None:
    match now.position.what:
        case "trump":
            return f"{who} to name trump"
        case "discard":
            return f"{who} to discard 2"
    return None


def _adds(before: TroikaView, now: TroikaView, names: Names) -> Iterator[str]:
    """The points of the running deal, the score when it ends, and who has won."""
    was, position = before.position, now.position
    if position.points != was.points and any(position.points):
        yield "points {} {}".format(*position.points)
    for deal in position.deals[len(was.deals) :]:
        bidders = " and ".join(names[deal.bidder :: 2])
        yield f"{bidders} have {deal.points[deal.bidder]} of {deal.bid}"
        yield "scored {} {}".format(*deal.scored)
        yield "totals {} {}".format(*position.totals)
    if position.target != was.target:
        yield f"{position.target} to win"
    if now.status == "finished":
        yield "won by " + " and ".join(names[seat] for seat in now.winner or ())


def _begins(now: TroikaView, text: str) -> bool:
    if now.next_what == "deal":
        return now.seq > 0
    return not now.trick and now.next_what in ("play", "discard") and " plays " in text


def _course(summary: Line) -> Course:
    """The totals of the two sides that sit crosswise."""
    detail = summary["detail"]
    return Course(len(detail["deals"]), detail["totals"] * 2)


CASE = GameCase(
    GAME,
    PLAYTHROUGHS,
    sampled={
        "variant": ("base", "saskatchewan"),
        "low_rank": ("above_no", "equal_no"),
        "kitty": ("after_trump", "before_trump"),
        "all_pass": ("dealer_forced", "redeal"),
        "misdeal": ("on", "off"),
    },
    variants="variant",
    plays=_play,
    lasts=_lasts,
    values={"bid": BIDS, "trump": SUITS},
    course=_course,
    improper=frozenset({"follow", "turn", "discard"}),
    telling=Telling(
        said={
            r"(?P<seat>\w+) (?P<way>discards|takes) (?P<cards>[\w ]+)": _moved,
            r"(?P<seat>\w+) calls (?P<topic>misdeal)": declared,
            r"(?P<seat>\w+) passes": lambda seat: declared(seat, "bid", "pass"),
            r"(?P<seat>\w+) bids (?P<bid>\w+)": lambda seat, bid: declared(seat, "bid", bid),
            r"(?P<seat>\w+) names (?P<suit>[CDHS])": lambda seat, suit: declared(
                seat, "trump", suit
            ),
        },
        awaited=_awaited,
        adds=_adds,
        begins=_begins,
        findings={"discard": "{who} discarded 5H or 3S, see {seq}"},
    ),
    secrets=Secrets(refused=frozenset({"misdeal", "kitty>hand"})),
    referee=Referee,
    against="test_deals_play.py",
    page=Page("K", 33, 16, given=({}, {"variant": "saskatchewan"})),
    gallery=(
        Gallery(
            "troika-4",
            {
                1: "the first bid",
                3: "6 No is the high bid",
                5: "Ann names trump",
                8: "play: the bid, trump, totals and points of the deal",
                38: "the deal is over",
                302: "the game is over",
            },
        ),
        Gallery("troika-saskatchewan", {6: "Saskatchewan: the kitty and the discard"}),
    ),
)
