"""TriATri's hands: play for what completes a set, and take it with what is worth most."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tricktable.demo.acts import Act, Button, Say, Shuffle
from tricktable.demo.sight import Sight, gems, lay, offer, trick_of
from tricktable.games.triatri.rules import worth
from tricktable.rules.cards import BY_CODE, COLOURLESS, COLOURS, Card, cards_in
from tricktable.rules.view import AnyView

FAIR: Final = 6
"""A card worth less than this is not laid to win a prize."""


class Brain:
    """Plays all hands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, sight: Sight, view: AnyView) -> Act | None:
        """The next act of a running game."""
        match view.next_what:
            case "deal":
                return Button((sight.table.games + view.deal - 1) % view.seats)
            case "reveal":
                return self._reveal(sight, view)
            case "prize":
                return self._name(view)
            case "play":
                return self._play(sight, view)
        return None

    def _reveal(self, sight: Sight, view: AnyView) -> Act | None:
        shown: Any = view.outlook["revealed"]
        waiting = [seat for seat in range(view.seats) if seat not in dict(shown)]
        seat = self._rng.choice(waiting)
        cards = list(cards_in(sight.hands[seat]))
        return lay(sight, seat, self._rng.choice(cards)) if cards else Shuffle()

    def _name(self, view: AnyView) -> Act | None:
        """The colour that the starter has least of; an own gem only where it is one too many."""
        prizes = offer(view, "prize")
        if prizes is None or view.next_seat is None:
            return None
        mine = list(gems(view))[view.next_seat]
        values: Any = prizes.values

        def wish(prize: dict[str, str]) -> tuple[bool, int]:
            return prize["from"] == "own", mine[COLOURS.index(prize["colour"])]

        return Say("prize", view.next_seat, min(values, key=wish))

    def _play(self, sight: Sight, view: AnyView) -> Act | None:
        seat = view.next_seat or 0
        hand = list(cards_in(sight.hands[seat]))
        if not hand:
            return Shuffle()
        owed = [card for card in hand if card.code[1] == view.led]
        fakes = [card for card in hand if card.suit == COLOURLESS]
        may = [*owed, *fakes] if owed else hand
        trick = trick_of(view)
        lies: Any = view.outlook["lies"]
        before = BY_CODE[lies[-1]] if lies else None
        best = max(may, key=lambda card: (self._worth(card, before, bool(trick)), card.rank))
        value = self._worth(best, before, bool(trick))
        worths: Any = view.outlook["worth"]
        if value >= max([FAIR, *worths]):
            return lay(sight, seat, best)
        return lay(sight, seat, min(may, key=lambda card: (card.suit == COLOURLESS, card.rank)))

    def _worth(self, card: Card, before: Card | None, follows: bool) -> int:
        """What the card would be worth; an imitation takes over whatever wins."""
        if card.suit == COLOURLESS:
            return FAIR if follows else 0
        return worth(card, before)
