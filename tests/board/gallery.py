"""Every screen of every game, as the host composes it from a record or a table. Test support.

docs/reference/display.md shows them; `make display` draws them anew.
"""

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from board.checkup.board import facts
from games.case import Gallery
from games.cases import CASES
from rig.table import STRANGER, Rig, as_seen, with_desk
from tricktable.board.picture import picture
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.record import Record
from tricktable.store.decks import KINDS, STANDARD52, Shelf, demo_deck
from tricktable.table import commands
from tricktable.table.notes import Note
from tricktable.table.views import LIVE, TableView
from tricktable.web import invites

RECORDS = Path(__file__).parent / "records"
"""A game of each kind, as the demo's hands have played it."""
ADDRESS = "http://10.0.0.5:8080/t/7KQ"

BOARD = facts(
    health={
        "r0": ("92", "ok", "1", "2", "0", "4", "0", "0"),
        "r1": ("92", "ok", "3", "14", "9", "40", "0", "2"),
        "r2": ("12", "none", "0", "1", "0", "1", "0", "0"),
        "r3": ("00", "dead", "0", "0", "0", "0", "0", "0"),
        "display": ("ok",),
        "keys": ("Q,seat2",),
        "board": ("7", "1200000", "14"),
    }
)
"""A board of which one reader does not answer and two keys stick."""


class Screen(NamedTuple):
    """One screen."""

    name: str
    says: str
    """What is to be seen, in a few words."""
    picture: str
    """As the wire carries it."""


class Chapter(NamedTuple):
    """The screens of one game, or of the table itself."""

    title: str
    screens: tuple[Screen, ...]


def chapters() -> Iterator[Chapter]:
    """All screens in the order of the page."""
    for case in CASES.values():
        yield Chapter(case.game.title, tuple(_of_games(case.gallery)))
    with tempfile.TemporaryDirectory() as folder:
        yield Chapter("The table", tuple(_of_the_table(Path(folder))))
    with tempfile.TemporaryDirectory() as folder:
        yield Chapter("The cards", tuple(_of_the_cards(Path(folder))))


def _of_games(records: Iterable[Gallery]) -> Iterator[Screen]:
    for file, moments in records:
        lines = (RECORDS / f"{file}.jsonl").read_text().splitlines()
        record = Record(codec.read_header(lines[0], GAMES))
        for line in ("", *lines[1:]):
            if line:
                record.add(codec.read_entry(line, record.header, record.seq + 1))
            if record.seq in moments:
                yield from _shown(f"{file}-{record.seq}", moments[record.seq], as_seen(record))


def _shown(
    name: str, says: str, now: TableView, before: TableView | None = None
) -> Iterator[Screen]:
    """The screen, and what comes in its place after a while."""
    shown = picture(now, before, invites.board_page(ADDRESS), BOARD)
    yield Screen(name, says, shown)
    told = json.loads(shown)
    if "x" in told:
        yield Screen(f"{name}-then", f"{says}, five seconds later", json.dumps(told["x"]))


def _of_the_cards(folder: Path) -> Iterator[Screen]:
    rig = Rig(folder)
    decks, rig.shelf = rig.shelf, Shelf()
    rig.sit()
    yield from _shown("no-deck", "a table without any deck", rig.view)
    rig.press("MENU", "5")
    yield from _shown("cards", "the menu of the cards", rig.view)
    rig.shelf = decks
    rig.sit()
    rig.press("UNDO", "UNDO")
    green = demo_deck("green")
    rig.ask(commands.Enrol("Green deck", "green"))
    yield from _shown("enrol", "a deck is enrolled, card by card", rig.view)
    for code in KINDS[STANDARD52].codes[:34]:
        rig.event("C", "0", green.tag_of(code))
    yield from _shown("enrol-next", "the card to be laid now", rig.view)
    rig.event("C", "0", green.tag_of("8H"))
    yield from _shown("enrol-again", "the same card came again", rig.view)
    rig.lay("QH", 2)
    yield from _shown("enrol-other", "a card of another deck", rig.view)
    rig.press("MENU")
    rig.ask(commands.Enrol("TriATri", "black", "triatri"))
    rig.press(*["OK"] * 21)
    yield from _shown("enrol-triatri", "a card that has no suit", rig.view)
    rig.press("MENU")
    rig.ask(commands.ReplaceCard("demo red", "TD"))
    yield from _shown("replace", "a damaged card is replaced", rig.view)
    rig.press("MENU")
    rig.ask(commands.CheckDeck("demo red"))
    yield from _shown("check", "a deck is checked", rig.view)
    rig.lay("QH", 0)
    yield from _shown("check-card", "the last card laid", rig.view)
    rig.press("OK")
    yield from _shown("check-missing", "what is missing", rig.view)
    rig.press("MENU", "5", "4")
    yield from _shown("controls", "what a spare tag can be", rig.view)
    rig.press("2")
    yield from _shown("control", "a spare tag becomes a control card", rig.view)


def _of_the_table(folder: Path) -> Iterator[Screen]:
    rig = Rig(folder)
    rig.table.board_is(LIVE)
    yield from _shown("nothing", "before the first game", rig.view)

    def act(name: str, says: str, *acts: Callable[[], object]) -> Iterator[Screen]:
        for each in acts:
            each()
        yield from _shown(name, says, rig.view)

    def close() -> None:
        while rig.view.asked is not None:
            rig.press("UNDO")

    def lay_new(cards: int) -> None:
        for number in range(cards):
            rig.event("C", "0", f"04ABCDEF0000{number:02X}")

    press = rig.press
    yield from act("menu-first", "the menu before the first game", lambda: press("MENU"))
    yield from act("join", "the code to join", lambda: press("MENU"))
    press("MENU")
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"]))
    yield from act(
        "note-deal", "a note while somebody deals", lambda: rig.event("C", "3", STRANGER)
    )
    yield from act("presumed", "a card that nobody dealt", lambda: rig.lay("7C", 0))
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH")
    yield from act("typed-rank", "half a card is typed", lambda: press("T"))
    yield from act("typed-card", "a card is typed", lambda: press("D"))
    press("UNDO")
    yield from act("note", "a tag that is not a card", lambda: rig.event("C", "3", STRANGER))
    yield from act("question", "a card that was seen before", lambda: rig.lay("QH", 3))
    press("2")
    rig.lay("2S", 3)
    yield from act("menu", "the menu", lambda: press("MENU"))
    yield from act("menu-correct", "what can be corrected", lambda: press("3"))
    yield from act("earlier-trick", "an earlier card: its trick", lambda: press("4"))
    yield from act("earlier-card", "which card of that trick", lambda: press("A"))
    yield from act("earlier-wrong", "what was wrong", lambda: press("3"))
    close()
    yield from act("menu-game", "games", lambda: press("MENU", "4"))
    yield from act("menu-new", "a new game", lambda: press("6"))
    close()
    rig.choose("game", "new game", "Tredici")
    yield from act("rules", "its house rules", lambda: press("4"))
    yield from act("rule", "one of them", lambda: press("2"))
    press("3", "9", "9", "9", "3")
    yield from act("rule-number", "one that is a number", lambda: press("A"))
    close()
    yield from act("menu-people", "people", lambda: press("MENU", "4", "7"))
    yield from act("name", "a name is keyed", lambda: press("2", "2", "3", "8", "8", "8"))
    close()
    yield from act("menu-cards", "decks of cards", lambda: press("MENU", "5"))
    press("2", "4")
    yield from act("enrol", "a deck is enrolled card by card", lambda: lay_new(2))
    press("MENU")
    yield from act("menu-table", "the table", lambda: press("MENU", "6"))
    yield from act("sound", "the volume", lambda: press("3"))
    close()
    yield from act("brightness", "the brightness", lambda: press("MENU", "6", "4"))
    close()
    yield from act("about", "about", lambda: press("MENU", "6", "5"))
    press("OK")
    yield from act("readers", "the state of the readers", lambda: press("MENU", "6", "6"))
    press("OK")
    yield from act("scores", "the scores, at any time", lambda: press("MENU", "7"))
    press("OK")
    yield from act("paused", "paused", lambda: rig.ask(commands.Pause()))
    press("OK")
    people = ("さくら", "José", "ケンジ", "Ёлка")
    names = replace(rig.view, names=people, view=replace(rig.view.view, names=people))  # type: ignore[type-var]
    yield from _shown("names", "names in kana, and transliterated ones", names)
    people = ("Anna-Charlotte", "Bartholomew", "Maximilianus", "Di")
    names = replace(rig.view, names=people, view=replace(rig.view.view, names=people))  # type: ignore[type-var]
    noted = with_desk(names, note=Note("unreadable", 1))
    yield from _shown("note-long", "a long name gives way to a note, and to what to do", noted)
    full = replace(rig.view, trouble="no space left")
    yield from _shown("not-saved", "nothing can be saved", full)
    counts = ((4, 3, 3, 2), None, (0, 11, 1, 1), (3, 3, 4, 3))
    yield from _shown(
        "suit-counts",
        "suit counts of hands that were read, a house rule",
        with_desk(replace(rig.view, suit_counts=counts), note=None),
    )
