"""The Torite, as its tests see it."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from games.case import PLAYTHROUGHS, Gallery, GameCase, Options, Page, Telling
from players import torite
from players.torite import CARELESS, declared, played
from referees.torite import Referee
from referees.witness import Line
from tricktable.games.torite import GAME
from tricktable.games.torite.position import ToriteView
from tricktable.text.names import Names


def _play(chance: Random, players: int, _: Options, is_tidy: bool) -> list[Line]:
    return torite.play(chance, players, CARELESS._replace(slips=0) if is_tidy else CARELESS).lines


def _counted(stacks: str) -> Line:
    """How many clubs, diamonds, hearts and spades each stack has."""
    return declared(None, "stacks", [[*map(int, stack)] for stack in stacks.split()])


def _paired(one: str, other: str) -> Line:
    """Which stacks either seat takes, in the first and in the second round."""
    pairing = [[*map(int, stacks.split(" then "))] for stacks in (one, other)]
    return declared(None, "pairing", pairing)


def _awaited(now: ToriteView, who: str) -> str | None:
    match now.position.what:
        case "leader":
            return "who has the start card?"
        case "stacks":
            return "stacks to be counted or paired"
        case "pairing":
            return "stacks to be paired"
        case "turn_up":
            return f"{who} to turn cards up"
        case "show":
            return "kept cards to be shown" if who == "all" else f"{who} to show"
    return None


def _adds(before: ToriteView, now: ToriteView, _: Names) -> Iterator[str]:
    """The hope of winning, and the end."""
    if bool(now.position.lost_by) != bool(before.position.lost_by):
        yield "it cannot be won any more" if now.position.lost_by else "it can be won again"
    if now.status == "finished":
        yield f"won, {now.position.score} points" if now.winner else "lost"


CASE = GameCase(
    GAME,
    PLAYTHROUGHS,
    plays=_play,
    values={
        "pairing": [[[a, b], [c, d]] for a, b, c, d in permutations((1, 2, 3, 4))],
        "stacks": [[[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]],
    },
    is_scored_once=True,
    improper=frozenset({"follow", "turn", "starter"}),
    telling=Telling(
        said={
            r"stacks (?P<stacks>[\d ]+)": _counted,
            r"(?P<one>\d then \d) against (?P<other>\d then \d)": _paired,
            r"(?P<seat>\w+) has the start card": lambda seat: declared(seat, "leader"),
            r"(?P<seat>\w+) keeps (?P<card>\w+)": lambda seat, card: played("shown", seat, card),
            r"(?P<seat>\w+) turns up (?P<card>\w+)": lambda seat, card: played("shown", seat, card),
            r"aside lies (?P<card>\w+)": lambda card: played("shown", None, card),
        },
        awaited=_awaited,
        adds=_adds,
    ),
    referee=Referee,
    against="test_torite_play.py",
    page=Page("T", 23, 17),
    gallery=(
        Gallery(
            "torite-4",
            {
                0: "waiting for the deal",
                1: "who has the lowest club",
                2: "the first lead",
                4: "hearts were led, Ann is winning",
                6: "Ann took it and leads; the trick stays until then",
                50: "after the last trick everybody shows the card they kept",
                52: "two have shown theirs",
                54: "won: what each took and kept",
            },
        ),
        Gallery(
            "torite-3",
            {4: "three players", 41: "the card set aside", 42: "how it ended"},
        ),
        Gallery(
            "torite-2",
            {
                1: "two players: four stacks are counted by suit",
                2: "then paired",
                5: "round 1",
            },
        ),
        Gallery("torite-1", {3: "one player: the dummy's cards are turned up"}),
    ),
)
