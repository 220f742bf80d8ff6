"""Tredici, as its tests see it."""

from collections.abc import Iterator, Sequence
from random import Random

from games.case import (
    PLAYTHROUGHS,
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
from players import tredici
from players.torite import declared
from referees.tredici import Referee
from referees.witness import Line
from tricktable.games.tredici import GAME
from tricktable.games.tredici.position import TrediciView
from tricktable.rules.cards import STANDARD, SUITS, Card
from tricktable.rules.entries import Corrected, Declared, Entry, Held, Moved
from tricktable.rules.game import Header
from tricktable.text.names import Names

ACE = 14
PLAIN = [card for card in STANDARD if card.rank != ACE]
WAYS = {"stacks": ("hand", "stack"), "discards": ("hand", "discard")}
WAYS |= {"draws": ("draw", "hand"), "gives": ("hand", "draw")}


def _given(players: int) -> Options:
    return {"teams": [[*range(players)][n::2] for n in range(2)]} if players > 4 else {}


def _play(chance: Random, players: int, options: Options, is_tidy: bool) -> list[Line]:
    names, slips = chance.choice((0.0, 0.5)), 0 if is_tidy else 0.1
    habits = tredici.Habits(names=names, reads=0.1, calls=0.1, slips=slips)
    return tredici.play(chance, players, habits, options, longest=150).lines


def _lasts(chance: Random, players: int, _: int) -> Played | None:
    if players > 4:
        return None
    habits = tredici.Habits(names=0.5, reads=0.1, calls=0, withholds=0.9, misses=1)
    lines = tredici.play(chance, players, habits, longest=300).lines
    return Played(header_of(GAME, players, {}), lines)


def _moved(seat: int, way: str, cards: str) -> Line:
    return moved(seat, *WAYS[way], cards)


def _awaited(now: TrediciView, who: str) -> str | None:
    match now.position.what:
        case "target":
            return f"{'all' if now.next_seat is None else who} to choose a target"
        case "stack":
            return f"{'all' if now.next_seat is None else who} to set aside"
        case "discard":
            return f"{who} to discard {now.position.cards}"
        case "draw":
            return f"{who} to draw {now.position.cards}"
        case "give":
            return f"{'all' if now.next_seat is None else who} to give a card"
    return None


def _adds(before: TrediciView, now: TrediciView, names: Names) -> Iterator[str]:
    """What lies where, as far as it has changed, and what a kisché has led to."""
    was, position = before.position, now.position
    for key in ("stacks", "hands", "draw", "discard", "hand_size"):
        counts = getattr(position, key)
        if counts != getattr(was, key):
            counts = counts if isinstance(counts, tuple) else (counts,)
            yield f"{key.replace('_', ' ')} " + " ".join(map(str, counts))
    if position.targets != was.targets:
        yield "targets " + " ".join(target or "-" for target in position.targets)
    if position.purged != was.purged:
        yield "purged: " + " ".join(names[seat] for seat in position.purged)
    if now.status == "finished":
        yield "won by " + " and ".join(names[seat] for seat in now.winner or ())
    elif now.status == "drawn":
        yield "drawn"


def _begins(now: TrediciView, text: str) -> bool:
    return now.position.is_between_turns and " holds " not in text


def _like(card: Card) -> Sequence[Card]:
    """An ace that was read while it was drawn is no secret: what it costs is seen."""
    return [card] if card.rank == ACE else PLAIN


def _targets_stay_secret(header: Header, said: Sequence[Entry]) -> bool:
    """No kisché tells them, and no ace was read that they make cheap or dear."""
    from_the_deal = header.options["deal_ace_counts"] == "yes"
    for each in said:
        now = each.entry if isinstance(each, Corrected) else each
        if isinstance(now, Declared) and now.topic == "kische":
            return False
        if isinstance(now, Held) and now.card.rank == ACE and from_the_deal:
            return False
        if (
            isinstance(now, Moved)
            and now.source == "draw"
            and any(card.rank == ACE for card in now.cards or ())
        ):
            return False
    return True


CASE = GameCase(
    GAME,
    PLAYTHROUGHS,
    counts=(2, 3, 4, 5, 8, 13),  # of those with teams only some
    given=_given,
    sampled={
        "runout": ("eager", "lazy"),
        "draw_at": (1, 0),
        "kische_limit": ("game", "player", "unlimited"),
        "kische_when": ("between_turns", "own_turn"),
        "purge_redraw": ("next_turn", "now"),
        "purge_keep_suit": ("only_if_forced", "always_ok"),
        "purge_collision": ("allowed", "in_turn_order"),
        "deal_ace_counts": ("no", "yes"),
    },
    plays=_play,
    lasts=_lasts,
    values={"target": SUITS},
    is_scored_once=True,
    adds_up=frozenset(),  # the total is how many cards lie on the stack
    improper=frozenset(),
    telling=Telling(
        said={
            r"(?P<seat>\w+) wants (?P<suit>[CDHS])": lambda seat, suit: declared(
                seat, "target", suit
            ),
            r"(?P<seat>\w+) (?P<way>stacks|discards|draws|gives) (?P<cards>[\w ]+)": _moved,
            r"(?P<seat>\w+) has an ace": lambda seat: declared(seat, "ace"),
            r"(?P<seat>\w+) calls (?P<topic>kische|tredici)": declared,
            r"all agree on a draw": lambda: declared(None, "draw"),
        },
        awaited=_awaited,
        adds=_adds,
        begins=_begins,
    ),
    secrets=Secrets(
        like=_like,
        unread=PLAIN,
        values=_targets_stay_secret,
        until="kische",
        refused=frozenset({"target", "ace", "draw"}),
    ),
    referee=Referee,
    against="test_tredici_play.py",
    page=Page("D", 31, 15, given=({}, {"teams": [[0, 1, 2], [3, 4]]})),
    gallery=(
        Gallery(
            "tredici-3",
            {
                1: "everybody chooses a suit",
                4: "everybody sets cards aside",
                7: "Bo draws; what each has set aside is large",
                15: "Cy discards",
                81: "thirteen",
            },
        ),
    ),
)
