"""Games by chance of every kind: which there are, and how one of each is played and noted."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from players import deals, torite, tredici, triatri
from records.lines import header
from referees.witness import Line
from tricktable.games import GAMES
from tricktable.rules.game import Header

KINDS = [
    (name, count)
    for name, game in GAMES.items()
    for count in sorted(game.players)
    if name != "tredici" or count in (2, 3, 4, 5, 8, 13)
]
"""Game and number of players; of Tredici with teams only some."""
SAMPLED: dict[str, dict[str, tuple[object, ...]]] = {
    "triatri": {"imitation": ("carry", "recompute_copy"), "three_tie_vs_imitation": ("redo",)},
    "etori": {
        "trump_change": ("off", "on"),
        "deal": ("losers", "rotate"),
        "direction": ("clockwise", "anticlockwise"),
    },
    "tredici": {
        "runout": ("eager", "lazy"),
        "draw_at": (1, 0),
        "kische_limit": ("game", "player", "unlimited"),
        "kische_when": ("between_turns", "own_turn"),
        "purge_redraw": ("next_turn", "now"),
        "purge_keep_suit": ("only_if_forced", "always_ok"),
        "purge_collision": ("allowed", "in_turn_order"),
        "deal_ace_counts": ("no", "yes"),
    },
    "troika": {
        "variant": ("base", "saskatchewan"),
        "low_rank": ("above_no", "equal_no"),
        "kitty": ("after_trump", "before_trump"),
        "all_pass": ("dealer_forced", "redeal"),
        "misdeal": ("on", "off"),
    },
}
"""House rules that change what can be said; a game by chance takes one value of each."""


class Played(NamedTuple):
    """A game that was played, as it was noted."""

    header: Header
    lines: list[Line]


def by_chance(chance: Random, name: str, count: int, is_tidy: bool = False) -> Played:
    """A game, or some deals of it, with slips and offences unless all are tidy."""
    options: dict[str, Any] = {
        option: chance.choice(values) for option, values in SAMPLED.get(name, {}).items()
    }
    manners = torite.Manners(
        revokes=0.1, hurries=0.1, boasts=0.2, reads=0.2, slips=0 if is_tidy else 0.1
    )
    if name == "torite":
        lines = torite.play(chance, count, manners).lines
    elif name == "triatri":
        lines = triatri.play(chance, count, manners, options).lines
    elif name == "tredici":
        if count > 4:
            options["teams"] = [list(range(count))[n::2] for n in range(2)]
        habits = tredici.Habits(
            names=chance.choice((0.0, 0.5)), reads=0.1, calls=0.1, slips=manners.slips
        )
        lines = tredici.play(chance, count, habits, options, longest=150).lines
    else:
        lines = deals.play(chance, name, count, options, manners, deals=2).lines
    return Played(header(count, name, **options), lines)
