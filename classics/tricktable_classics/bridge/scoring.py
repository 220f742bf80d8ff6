"""What a contract of Bridge is worth, above and below the line."""

from collections.abc import Iterator
from typing import Final

from tricktable.rules.cards import BY_CODE, SUITS, cards_in, mask
from tricktable_classics.bridge.position import Contract, Term

MINORS: Final = "CD"
BOOK: Final = 6
"""The tricks that count nothing."""
GAME: Final = 100
"""Points below the line that make a game."""
SLAMS: Final = {6: ("slam", 500, 750), 7: ("grand", 1000, 1500)}
ACES: Final = mask(BY_CODE[f"A{suit}"] for suit in SUITS)


def tricks(contract: Contract) -> int:
    """The points of the tricks that were bid: those below the line."""
    plain = _trick_value(contract) * contract.level + 10 * (contract.strain == "N")
    return plain << contract.doubled


def contract_terms(contract: Contract, over: int, is_vulnerable: bool) -> Iterator[Term]:
    """The terms that rubbers and boards share, of a contract made with so many tricks more."""
    yield "tricks", tricks(contract)
    if over:
        doubled = 100 * contract.doubled * (1 + is_vulnerable)
        yield "over", over * (doubled or _trick_value(contract))
    if contract.level in SLAMS:
        kind, plain, vulnerable = SLAMS[contract.level]
        yield kind, vulnerable if is_vulnerable else plain
    if contract.doubled:
        yield "insult", 50 * contract.doubled


def penalty(contract: Contract, under: int, is_vulnerable: bool) -> int:
    """What the defenders score for so many tricks that are missing."""
    if not contract.doubled:
        return under * (100 if is_vulnerable else 50)
    later = 300 * (under - 1) if is_vulnerable else 200 * (under - 1) + 100 * max(under - 3, 0)
    return ((200 if is_vulnerable else 100) + later) * contract.doubled


def bonus(contract: Contract, is_vulnerable: bool) -> Term:
    """For the game, or the part of one, where each board stands alone."""
    if tricks(contract) >= GAME:
        return "game", 500 if is_vulnerable else 300
    return "part", 50


def honours(contract: Contract, hand: int) -> int:
    """For four or five of the highest trumps, or all aces, in a hand that was dealt them."""
    if contract.strain == "N":
        return 150 if hand & ACES == ACES else 0
    has = sum(BY_CODE[rank + contract.strain] in cards_in(hand) for rank in "AKQJT")
    return {4: 100, 5: 150}.get(has, 0)


def _trick_value(contract: Contract) -> int:
    return 20 if contract.strain in MINORS else 30
