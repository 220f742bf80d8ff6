"""What every game must fit into: keys, readers, records and decks have limits of their own.

Looked at once, where a game is loaded, so that it is left out with a reason instead of failing
while people play.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from tricktable.rules.cards import BY_CODE, JOKERS, cards_in, mask
from tricktable.rules.deck import DeckKind
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.keypad import NUMBER_KEYS

MOST_PLAYERS: Final = max(NUMBER_KEYS)
"""Thirteen: the largest number that one key of the board says. No table has more seats."""
_KIND: Final = re.compile(r"[a-z][a-z0-9]{0,30}")


class TooMuch(ValueError):
    """Raised if a game breaks a limit; the message says which."""


def check_players(game: AnyGame) -> None:
    """Raises: TooMuch, if the table has no key or no seat for that many players."""
    if not game.players:
        raise TooMuch("it can be played by nobody")
    for players in sorted(game.players):
        if not 1 <= players <= MOST_PLAYERS:
            raise TooMuch(f"it is for {players} players; a table has from 1 to {MOST_PLAYERS}")
        if not players <= game.seats(players) <= MOST_PLAYERS:
            raise TooMuch(f"{players} players have {game.seats(players)} seats")


def check_packs(game: AnyGame, others: Mapping[str, DeckKind]) -> None:
    """Raises: TooMuch, if a pack has cards that nobody can name, or another's name.

    Args:
        game: the game.
        others: the kinds of decks of the games that are there already, by name.
    """
    if not game.packs:
        raise TooMuch("it has no deck")
    for pack in game.packs:
        kind = pack.kind
        if not _KIND.fullmatch(kind.name):
            raise TooMuch(f"a deck is called by lower-case letters and digits, not {kind.name!r}")
        if others.get(kind.name, kind) != kind:
            raise TooMuch(f"there is already another deck called {kind.name}")
        _check_codes(kind.name, kind.codes)
        _check_codes(kind.name, pack.stands_for.values())


def _check_codes(deck: str, codes: Iterable[str]) -> None:
    codes = [*codes]
    for code in codes:
        if code not in BY_CODE:
            raise TooMuch(
                f"the deck {deck} has a card {code}, which is none of rules/cards.py: there are "
                "four suits from 2 to ace, two jokers (1W, 2W), three colours from 2 to 8 and X1 "
                "to X3"
            )
        if codes.count(code) > 1:
            raise TooMuch(f"the deck {deck} has the card {code} twice: no double deck can be said")


def check_first_moment(header: Header) -> None:
    """Raises: TooMuch, if cards or owners do not fit the table."""
    if not header.deck or header.deck & ~mask(header.pack.cards):
        raise TooMuch(
            f"its `deck` for {header.players} players has no card, or one not in its pack"
        )
    jokers = header.deck & mask(JOKERS)
    for suit in header.start().tabletop().ranking.masks if jokers else ():
        jokers &= ~suit
    for joker in cards_in(jokers):
        raise TooMuch(
            f"its `ranking` does not say which suit the joker {joker} belongs to: name it in "
            "ranking_of, with W for a suit of jokers"
        )
    together = sorted(seat for seats in header.owners for seat in seats)
    if together != [*range(header.seats)]:
        raise TooMuch(f"with {header.players} players not every seat has exactly one owner")
