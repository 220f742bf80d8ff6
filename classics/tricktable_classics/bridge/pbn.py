"""Deals of Bridge in Portable Bridge Notation (PBN 2.1), as other programs read and write them.

python -m tricktable_classics.bridge.pbn game.jsonl     the deals of a record that were played out
python -m tricktable_classics.bridge.pbn deals.pbn      a record of each deal, its hands read
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE, RANKS, STANDARD, SUITS, cards_in, mask
from tricktable.rules.entries import Dealt, Held
from tricktable.rules.record import Record
from tricktable_classics.bridge import GAME
from tricktable_classics.bridge.rules import SEATS, Bridge

DIRECTIONS: Final = "NESW"
"""The seats in their order."""
TAG: Final = re.compile(r'^\[(\w+) "([^"]*)"\]', re.MULTILINE)
DOUBLED: Final = ("", "X", "XX")
VULNERABLE: Final = {
    (False, False): "None",
    (True, False): "NS",
    (False, True): "EW",
    (True, True): "All",
}


class Board(NamedTuple):
    """A deal before its auction."""

    dealer: int
    hands: tuple[int, ...]
    """By seat, as masks."""


def pbn_text(record: Record) -> str:
    """The deals of a record that were played out, each with its contract and result."""
    return "\n".join(_tags(number, tags) for number, tags in enumerate(_boards(record), start=1))


def _tags(number: int, tags: Mapping[str, str]) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in {"Board": number, **tags}.items())


def _boards(record: Record) -> Iterator[Mapping[str, str]]:
    before: Bridge | None = None
    for _, __, after in record.steps():
        assert isinstance(after, Bridge)
        if before is not None and len(after.deals) > len(before.deals):
            deal = after.deals[-1]
            if deal.contract is not None:
                strain = deal.contract.strain.replace("N", "NT")
                yield {
                    "Dealer": DIRECTIONS[after.dealer],
                    "Vulnerable": VULNERABLE[before.vulnerable[0], before.vulnerable[1]],
                    "Deal": deal_tag(Board(after.dealer, after.known)),
                    "Declarer": DIRECTIONS[deal.contract.declarer],
                    "Contract": f"{deal.contract.level}{strain}{DOUBLED[deal.contract.doubled]}",
                    "Result": str(deal.tricks),
                }
        before = after


def deal_tag(board: Board) -> str:
    """The value of the tag `Deal`: `N:AKQ.T9.…`, from the dealer on."""
    hands = (board.hands[(board.dealer + step) % SEATS] for step in range(SEATS))
    return f"{DIRECTIONS[board.dealer]}:{' '.join(map(_hand, hands))}"


def _hand(hand: int) -> str:
    cards = [card.code for card in cards_in(hand)][::-1]
    return ".".join(
        "".join(code[0] for code in cards if code[1] == suit) for suit in reversed(SUITS)
    )


def read(text: str) -> list[Board]:
    """The deals of a file. Raises: ValueError, if one is no deal of 52 cards."""
    return [_board(deal, dealer) for deal, dealer in _deals(text)]


def _deals(text: str) -> Iterator[tuple[str, str]]:
    dealer = ""
    for name, value in TAG.findall(text):
        if name == "Dealer":
            dealer = value
        elif name == "Deal":
            yield value, dealer
            dealer = ""


def _board(deal: str, dealer: str) -> Board:
    first, _, rest = deal.partition(":")
    hands = [_cards(hand) for hand in rest.split()]
    if first not in [*DIRECTIONS] or len(hands) != SEATS or {len(hand) for hand in hands} != {13}:
        raise ValueError(f"This is no deal of four hands: {deal}")
    if len({code for hand in hands for code in hand}) < len(STANDARD):
        raise ValueError(f"A card is dealt twice: {deal}")
    begin = DIRECTIONS.index(first)
    by_seat = [hands[(seat - begin) % SEATS] for seat in range(SEATS)]
    return Board(
        DIRECTIONS.index(dealer or first),
        tuple(mask(BY_CODE[code] for code in hand) for hand in by_seat),
    )


def _cards(hand: str) -> list[str]:
    suits = zip(reversed(SUITS), hand.split("."), strict=False)
    return [rank + suit for suit, ranks in suits for rank in ranks if rank in RANKS]


HEADER: Final = {
    "record": codec.FORMAT,
    "game": GAME.name,
    "players": SEATS,
    "options": {"scoring": "duplicate", "boards": 1},
}


def record_of(board: Board) -> Record:
    """A record of this deal alone, with all hands read."""
    record = Record(codec.read_header(json.dumps(HEADER), {GAME.name: GAME}))
    record.add(Dealt(board.dealer))
    for seat, hand in enumerate(board.hands):
        for card in cards_in(hand):
            record.add(Held(seat, card))
    return record


def _lines(record: Record) -> Iterator[str]:
    yield codec.write_header(record.header)
    yield from (codec.write_entry(entry) for _, entry, __ in record.steps())


def _read_record(lines: Sequence[str]) -> Record:
    header = codec.read_header(lines[0], {GAME.name: GAME})
    record = Record(header)
    for number, line in enumerate(lines[1:], start=1):
        record.add(codec.read_entry(line, header, number))
    return record


def main() -> None:
    """Turn the file that is named into the other kind. Raises: as `read`; OSError; BadLine."""
    path = Path(sys.argv[1])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".pbn":
        lines = (line for board in read(text) for line in _lines(record_of(board)))
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        sys.stdout.write(pbn_text(_read_record(text.splitlines())))


if __name__ == "__main__":
    main()
