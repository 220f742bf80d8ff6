"""What a host knows about its board's health, as values for other programs. Judges nothing."""

import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from typing import Final, NamedTuple

import msgspec

from tablewire.checkup import BOARD_PART, HEALTH, READER_PART
from tablewire.host import HostSession
from tablewire.messages import Event

ELSEWHERE: Final = "elsewhere"
"""The state of a board that another host of the club has."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a host knows about its board, for the person at the host; see `bundle`."""

    versions: Mapping[str, str]
    """Versions of the host's parts, by name."""
    state: str
    """The board's state, as named in `tricktable.table.views`: live, silent, absent or refused;
    or `ELSEWHERE`."""
    word: str = ""
    """Why it is refused, or what to do, as a sentence."""
    firmware: str = ""
    has: Mapping[str, str] = {}
    """The board's parts, as its hello lists them."""
    link: Mapping[str, int] = {}
    """What the line to the board has counted since the host started."""
    health: Mapping[str, tuple[str, ...]] | None = None
    """What the board reported about its parts, in the words of `tablewire.checkup.HEALTH`."""
    errors: tuple[str, ...] = ()
    """The last faults, oldest first, unedited."""


def fault_words(fault: Event) -> str:
    """A fault that a board reports or has kept, as people read it."""
    return fault.args[0].replace("_", " ")


class Reader(NamedTuple):
    """What one reader reported, and since when it counts."""

    number: int
    """From 1, as people count."""
    version: str
    test: str
    counts: Mapping[str, int]
    minutes: float
    khz: int
    """The speed of its bus; 0 if the board does not report it."""
    is_slowed: bool
    """Whether the board has made it slower than set."""


def facts_of(
    session: HostSession, state: str, word: str, errors: Iterable[str], now_ms: int
) -> Facts:
    """The facts from a session with a board; `health` is its last whole answer, or None."""
    board, beat = session.board, session.beat
    link = {
        "openings": session.openings,
        "bad_frames": session.bad_frames,
        "strays": session.strays,
        "doubles": session.doubles,
        "gaps": session.gaps,
        "resent": session.resent,
        "lost": session.events_lost,
        "unreceived": session.events_missing,
        "silence_ms": session.silence_ms(now_ms),
    }
    return Facts(
        versions=versions(),
        state=state,
        word=word,
        firmware=board.version if board else "",
        has=board.parts() if board else {},
        link=link | ({"free": beat.free} if beat else {}),
        health=session.health,
        errors=tuple(errors),
    )


@cache
def versions() -> Mapping[str, str]:
    """The versions of this host's parts."""
    return {
        "tricktable": version("tricktable"),
        "python": platform.python_version(),
        "platform": sys.platform,
    }


def readers(facts: Facts) -> Iterator[Reader]:
    """Each reader that the board reported."""
    health = facts.health or {}
    minutes = max(1 / 60, count(health, BOARD_PART, "ms") / 60_000)
    number = 0
    names = HEALTH[READER_PART]
    told = word(health, BOARD_PART, "bus").split(",")  # as set, then reader by reader
    speeds = [int(khz) for khz in told if khz.isascii() and khz.isdecimal()]
    while len(health.get(part := f"{READER_PART}{number}", ())) == len(names):
        number += 1
        counts = {name: count(health, part, name) for name in names[2:]}
        made, tested = word(health, part, "version"), word(health, part, "test")
        khz = speeds[number] if number < len(speeds) else 0
        yield Reader(number, made, tested, counts, minutes, khz, bool(khz) and khz < speeds[0])


def word(health: Mapping[str, tuple[str, ...]], part: str, name: str) -> str:
    """The word that a part reported under this name; empty if none."""
    names = HEALTH[READER_PART if part not in HEALTH else part]
    return dict(zip(names, health.get(part, ()), strict=False)).get(name, "")


def count(health: Mapping[str, tuple[str, ...]], part: str, name: str) -> int:
    """The number that a part reported under this name; 0 if none."""
    said = word(health, part, name)
    return int(said) if said.isascii() and said.isdecimal() else 0
