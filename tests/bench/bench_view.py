"""What a table's newest view costs its host: drawn and made one message for all of its phones.

Processor time of the thread that does it: nothing here waits, so other programs must not count.
"""

import json
import statistics
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from bench.report import Row
from players import torite
from players.every_game import USUAL, by_chance
from records.lines import header
from rig.table import as_seen
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.table.views import TableView
from tricktable.web.guest import fragment
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed

MOST_MS: Final = 0.4
NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
GAMES_EACH: Final = 2
RUNS: Final = 15
"""The least of this many counts: whatever else the machine does can only add to it."""


def rows() -> Iterator[Row]:
    """A game that was played honestly, then others by chance, with slips and offences."""
    honest = [torite.play(Random(seed), 4) for seed in range(GAMES_EACH)]
    views = [view for game in honest for view in _views(header(4), game.lines)]
    ms = measured(views, ["en"])
    what = "one card's view encoded for its phones, median"
    yield Row(
        what, f"{ms:.2f} ms", f"<= {MOST_MS} ms", ms <= MOST_MS, "processor time, one language"
    )
    ms = measured(views, ["en", "ja"])
    yield Row("  the same for phones in two languages", f"{ms:.2f} ms", "", None)
    for name, count in USUAL:
        views = [*_views(*by_chance(Random(name), name, count))]
        told = f"  the same, {GAMES[name].title} with {count}, with revokes and slips"
        yield Row(told, f"{measured(views, ['en']):.2f} ms", "", None)


def _views(head: Header, lines: Sequence[object]) -> Iterator[TableView]:
    """What all see of this game after each of its entries."""
    record = Record(head)
    for number, line in enumerate(lines, start=1):
        record.add(codec.read_entry(json.dumps(line).encode(), head, number))
        yield as_seen(record, NAMES)


def measured(views: Sequence[TableView], languages: Sequence[str]) -> float:
    """The median of the views in ms, each the least of several runs."""
    broadcast: Broadcast[TableView] = Broadcast(Feed(), fragment.encode, always=languages)
    return statistics.median(min(_ms(broadcast, view) for _ in range(RUNS)) for view in views)


def _ms(broadcast: Broadcast[TableView], view: TableView) -> float:
    began = time.thread_time_ns()
    broadcast.show(view)
    return (time.thread_time_ns() - began) / 1e6
