"""The conditions of a competition, declared before it begins. Decides nothing."""

from dataclasses import dataclass
from typing import Final

from tricktable.text.language import message

SUM, PER_GAME, PER_DEAL, RANKS = "sum", "per_game", "per_deal", "ranks"
SCORINGS: Final = {
    SUM: message("The sum of all games’ scores"),
    PER_GAME: message("The mean score of a game"),
    PER_DEAL: message("The mean score of a deal"),
    RANKS: message("Rank points for the place at each table"),
}

MET, WINS, BUCHHOLZ, SONNEBORN_BERGER, BEST_GAME = (
    "met",
    "wins",
    "buchholz",
    "sonneborn_berger",
    "best_game",
)
TIE_BREAKS: Final = {
    MET: message("Head to head"),
    WINS: message("Games won"),
    BUCHHOLZ: message("Buchholz (the scores of your opponents)"),
    SONNEBORN_BERGER: message("Sonneborn-Berger (the scores of opponents you beat)"),
    BEST_GAME: message("Best single game"),
}
"""The ways to break a tie, each a message. Where the last one fails the place is shared."""

AVERAGE: Final = "average"
"""A round sat out counts as much as the average of the rounds played."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all who enter agree to."""

    movement: str
    """A name in `movements.MOVEMENTS`."""
    sides: int = 2
    """Sides at one table; each scores for itself."""
    per_side: int = 1
    """Entrants on one side: more than one where people enter singly and play with partners."""
    people: int = 1
    """People of one entrant: 1 for a person, 2 for a fixed pair, more for a team."""
    rounds: int = 0
    """How many are played; 0 for as many as the movement has."""
    games: int = 1
    """Games at each table in a round."""
    minutes: int = 30
    """How long a round lasts with the change after it."""
    scoring: str = SUM
    points: tuple[int, ...] = ()
    """Rank points by place; empty for two for each side left behind and one for each level."""
    sat_out: str | int = AVERAGE
    """What a round sat out counts: `average`, or this many points. Means never count it."""
    ties: tuple[str, ...] = (MET, WINS, BEST_GAME)
    """Names of `TIE_BREAKS`, in the order in which they are tried."""
    seed: int | None = None
    """Chance for the starting order; None keeps the order in which they entered."""

    @property
    def size(self) -> int:
        """Entrants at one table."""
        return self.sides * self.per_side
