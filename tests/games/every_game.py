"""What every game must do, whatever it is. Knows no game: a subclass says which.

class TestOhHell(EveryGame):
    case = GameCase(OH_HELL, playthroughs=Path(__file__).parent / "playthroughs")

A game of a package can be tried so as well, installed or not: run its tests with the folder tests/
of this repository on PYTHONPATH. What a `GameCase` can be told is in `games.case`, and what the
lines of a playthrough can say in `games.playthrough`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from games.case import GameCase
from games.playthrough import Head, head_of, playthrough
from tricktable.rules.entries import Malformed
from tricktable.rules.options import TEAMS

WRITE = os.environ.get("PLAYTHROUGHS") == "write"


class EveryGame:
    """Run by every game: subclass it and give its case."""

    case: ClassVar[GameCase]

    # --- playthroughs ----------------------------------------------------------------------------

    def test_there_is_a_playthrough_of_every_kind_of_table(self) -> None:
        heads = (head_of(_lines(path)[0]) for path in _playthroughs(self.case))
        there = {_kind_of(self.case, head) for head in heads}
        assert set(_kinds(self.case)) <= there, "write the left halves of its lines"

    def test_a_playthrough_means_what_it_says(self) -> None:
        for path in _playthroughs(self.case):
            lines = _lines(path)
            played_through = [*playthrough(lines, self.case)]
            if WRITE:
                path.write_text("\n".join(played_through) + "\n", encoding="utf-8")
            assert played_through == (played_through if WRITE else lines), path.stem


def _playthroughs(case: GameCase) -> list[Path]:
    return sorted(case.playthroughs.glob(f"{case.name}-*.txt"))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _kinds(case: GameCase) -> Iterator[str]:
    """The tables that a game can be played at: by players, and by variant where it has some."""
    for players in sorted(case.game.players):
        try:
            options = case.game.options(players, {})
        except Malformed:
            yield "in teams"
            continue
        values = options[case.variants].values if case.variants else ("",)
        yield from (f"{players} {value}".strip() for value in values)


def _kind_of(case: GameCase, head: Head) -> str:
    """The kind of table of a playthrough."""
    if TEAMS in head.options:
        return "in teams"
    known = case.game.options(head.players, {})
    default = known[case.variants].default if case.variants else ""
    return f"{head.players} {head.options.get(case.variants, default)}".strip()
