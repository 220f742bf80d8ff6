"""Cards for people have signs or names, never the codes of records: on pages, in the terminal."""

from __future__ import annotations

import functools
import re
from html import unescape
from random import Random

import pytest

from games.cases import CASES
from games.reached import drawn
from players.every_game import KINDS, by_chance
from records.lines import entry
from rig.table import as_seen
from table.desk.hostile import Evening
from tricktable.rules.record import Record
from tricktable.table.narrator import Narrator

CODE = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][CDHS]|[1-9][RBG]|X[1-9])(?![0-9A-Za-z])")
"""A card as records write it."""
TYPED = "such as QH"
"""What a field says of the form in which a card is typed."""
PAGES = ("guest", "game", "evening", "wall", "seat", "console")


def read(page: str) -> str:
    """What people read, and what is read to them."""
    page = re.sub(r"(?s)<(script|style|template)\b.*?</\1>", " ", page)
    labels = re.findall(r'(?:aria-label|data-say|data-now|data-news|alt|title)="(.*?)"', page)
    text = re.sub(r"(?s)<[^>]+>", "\0", page)
    return unescape("\0".join((text, *labels))).replace(TYPED, "")


@pytest.mark.parametrize("name", CASES)
def test_no_page_shows_a_card_by_its_code(name: str) -> None:
    for moment in drawn(CASES[name]):
        pages = {each: moment.pages[each] for each in PAGES} | {
            f"own {seat}": text for seat, text in moment.own.items()
        }
        for page, text in pages.items():
            found = CODE.search(read(text))
            assert not found, (page, read(text)[found.start() - 80 : found.end() + 80])


def test_no_line_of_the_terminal_has_a_cards_code_whatever_is_played() -> None:
    lines = list[str]()
    for name, players in KINDS:
        told, game = Narrator(lines.append), by_chance(Random(1), name, players)
        record = Record(game.header)
        for line in game.lines[:150]:
            record.add(entry(record, line))
            told.show(as_seen(record, record.header.seat_names))
    assert len([line for line in lines if re.search("[♣♦♥♠]", line)]) > 200
    assert len([line for line in lines if " of fire" in line]) > 10
    for line in lines:
        assert not CODE.search(line), line


def test_no_line_of_the_terminal_has_a_cards_code_whatever_board_and_pages_send() -> None:
    lines, evening, people = list[str](), Evening(Random(3)), set[str]()
    told = Narrator(lines.append)
    for _ in range(1_000):
        evening.step()
        told.show(evening.table.view())
        people |= {*evening.table.view().names}
    assert len(lines) > 200
    called_so = [TYPED, *filter(CODE.fullmatch, people)]  # whoever is called so is called so
    for line in lines:
        said = functools.reduce(lambda left, name: left.replace(name, ""), called_so, line)
        assert not CODE.search(said), line
