"""Performing: what the whole machine makes of a record is what a replay makes of it.

The board is the shipped firmware under MicroPython; it is as fast as this computer lets it be.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from players.every_game import KINDS, by_chance
from thorough import FACTOR
from tricktable.cli import main
from tricktable.rules import codec
from tricktable.sim.perform import Performance, Script, script
from tricktable.sim.perform import watch as watching
from tricktable.sim.perform.watch import Apart, TableWatch, WatchedTable
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import open_journal
from tricktable.store.replay import RecordRefused
from tricktable.table.table import Table
from tricktable.table.views import LIVE

pytestmark = pytest.mark.sampled
SAMPLES = Path(__file__).parents[3] / "shared" / "spec" / "samples"
WITHOUT = "the specification's samples do not lie beside this repository"
DECKS = (demo_deck("red"), demo_deck("red", "triatri"))


def sampled() -> list[Path]:
    """The samples: all of them in a long run, else the shortest of each game."""
    paths = [
        path for path in sorted(SAMPLES.glob("*.jsonl")) if not path.name.endswith(".each.jsonl")
    ]
    if FACTOR > 1:
        return paths
    shortest: dict[str, Path] = {}
    for path in sorted(paths, key=lambda path: path.stat().st_size):
        header = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
        shortest.setdefault(header["game"], path)
    return list(shortest.values())


RECORDS = sampled()
HEADER = {"record": "tricktable/1", "game": "torite", "players": 4}
OPENING = [
    HEADER,
    {"kind": "dealt", "dealer": 3},
    {"kind": "declared", "seat": 0, "topic": "leader", "value": None},
    {"kind": "played", "seat": 0, "card": "QH"},
    {"kind": "played", "seat": 1, "card": "2H"},
]


def run(*words: str) -> Result:
    """What a command of the program prints."""
    return CliRunner().invoke(main, words, catch_exceptions=False)


def written(folder: Path, lines: Iterable[object]) -> str:
    """A record file of these lines, each an object or text already."""
    path = folder / "record.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return str(path)


@pytest.mark.skipif(not RECORDS, reason=WITHOUT)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_sample_performed_is_the_sample_replayed(path):
    performed = run("perform", "--json", str(path))
    assert performed.stdout == run("replay", "--referee", "--json", str(path)).stdout
    assert (performed.exit_code, performed.stderr) == (0, "")
    assert json.loads(performed.stdout) == json.loads(
        path.with_suffix(".referee.json").read_text(encoding="utf-8")
    )


UNSAMPLED = [("torite", 4), ("triatri", 2), ("etori", 4), ("tredici", 5), ("troika", 4)]


@pytest.mark.parametrize("kind", KINDS if FACTOR > 1 else UNSAMPLED, ids=str)
def test_a_game_by_chance_with_slips_and_revokes_is_performed(tmp_path, kind):
    header, lines = by_chance(Random(3), *kind)
    path = written(tmp_path, [codec.write_header(header), *lines[: 40 * FACTOR]])
    performed = run("perform", path)
    assert (performed.stderr, performed.stdout) == ("", run("replay", "--referee", path).stdout)


BAD = {
    "a second card": [*OPENING, {"kind": "played", "seat": 1, "card": "KH"}],
    "a card seen before": [*OPENING, {"kind": "played", "seat": 2, "card": "2H"}],
    "no such card": [*OPENING, {"kind": "played", "seat": 2, "card": "1H"}],
    "no such seat": [*OPENING, {"kind": "played", "seat": 4, "card": "3H"}],
    "a list": [*OPENING, "[]"],
    "an empty line": [*OPENING[:3], "", *OPENING[3:]],
    "no header": OPENING[1:],
    "another game": [{**HEADER, "game": "bridge"}],
    "nothing": [],
}


def assert_refused(path: str, exit_code: int, line: int) -> None:
    """The record is refused before anything is laid, with what a replay says of it."""
    performed, replayed = run("perform", path), run("replay", path)
    assert (performed.exit_code, performed.stdout) == (exit_code, "")
    assert performed.stderr.startswith(f"line {line}: ")
    assert performed.stderr == replayed.stderr


@pytest.mark.parametrize("lines", BAD.values(), ids=BAD.keys())
def test_a_bad_record_is_refused_as_a_replay_refuses_it(tmp_path, lines):
    path = written(tmp_path, lines)
    replayed = run("replay", path)
    line = int(replayed.stderr.removeprefix("line ").split(":")[0])
    assert_refused(path, replayed.exit_code, line)


@pytest.mark.skipif(not RECORDS, reason=WITHOUT)
def test_the_bad_samples_are_refused(tmp_path):
    rows = json.loads((SAMPLES / "bad.json").read_text(encoding="utf-8"))
    for row in rows:
        assert_refused(written(tmp_path, row["record"]), row["exit"], row["line"])


def test_an_unfinished_record_is_performed_as_far_as_it_goes(tmp_path):
    said = run("perform", written(tmp_path, OPENING)).stdout
    assert "trick 1: hearts led, Q♥ 2♥, South to play" in said


def test_the_program_needs_a_file_that_is_there():
    performed = run("perform", "no such file")
    assert performed.exit_code == 1
    assert "no such file" in performed.stderr


class Hands:
    """Hands at a table without a board: each act is the event that a board would make of it."""

    def __init__(self, table: Table, instead: dict[str, str]) -> None:
        self._table = table
        self._instead = instead
        self._seq = 0

    def hear(self, what: str, *args: str) -> None:
        self._seq += 1
        self._table.hear("0A1B2C3D", self._seq, what, args)

    def lay(self, reader: int, uid: str) -> None:
        laid = self._instead.get(uid, uid)
        if laid:
            self.hear("C", str(reader), laid)

    def lift(self, reader: int) -> None:
        pass

    def rest(self, ms: int) -> None:
        pass

    def press(self, key: str) -> None:
        self.hear("K", key)

    def button(self, seat: int, long: bool = False) -> None:
        self.hear("S", str(seat), "long" if long else "short")


@pytest.fixture
def watch() -> TableWatch:
    return TableWatch()


@pytest.fixture
def table(tmp_path: Path, watch: TableWatch) -> Iterator[Table]:
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        table = WatchedTable("7KQ", journal, Shelf(Decks(DECKS)), watch)
        table.board_is(LIVE)
        yield table


def performance(table: Table, watch: TableWatch, **instead: str | None) -> Performance:
    """Hands that lay another card instead of one, or none."""
    deck = DECKS[0]
    uids = {deck.tag_of(code): deck.tag_of(to) if to else "" for code, to in instead.items()}
    return Performance(table, Hands(table, uids), DECKS, watch)


def opening() -> Script:
    """A deal, a leader and two cards."""
    return script(json.dumps(line).encode() for line in OPENING)


def test_hands_that_do_as_they_should(table, watch):
    assert performance(table, watch).play(opening()).seq == 4


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seed", range(FACTOR))
def test_hands_make_every_entry_of_every_game(table, watch, kind, seed):
    """Without a board, so that there can be many."""
    header, lines = by_chance(Random(seed), *kind)
    lines = lines if FACTOR > 1 else lines[:90]
    texts = [codec.write_header(header), *map(json.dumps, lines)]
    record = performance(table, watch).play(script(text.encode() for text in texts))
    assert record.seq == len(lines)


def test_the_entry_at_which_table_and_replay_part_is_named(table, watch):
    with pytest.raises(Apart, match=r"differ at entry 3: .*QH"):
        performance(table, watch, QH="KH").play(opening())


def test_an_act_that_does_not_reach_the_table_is_named(table, watch, monkeypatch):
    monkeypatch.setattr(watching, "PATIENCE_S", 0.05)
    with pytest.raises(Apart, match=r"entry 4 \(.*2H.*\) did not reach the table"):
        performance(table, watch, **{"2H": None}).play(opening())


def test_a_script_is_read_no_further_than_it_can_be_replayed():
    def endless() -> Iterator[bytes]:
        yield json.dumps(HEADER).encode()
        yield b"nonsense"
        raise AssertionError("it was read on")

    with pytest.raises(RecordRefused, match="line 2"):
        script(endless())


class Slow:
    """A display that shows what is new only after a while, and notes what was pressed before."""

    def __init__(self, table: Table, is_dark: bool = False) -> None:
        self._table = table
        self._is_dark = is_dark
        self.pressed: list[int] = []
        self._has_shown = False

    def screen(self) -> bytes:
        """The greeter, then the game."""
        return b"game" if self._has_shown else b"greeter"

    def wait_for(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """It shows the game once somebody waits for it."""
        assert timeout_s > 0
        self.pressed.append(len([*self._table.rows()]))
        self._has_shown = not self._is_dark
        return condition()


def test_hands_touch_nothing_before_the_display_has_shown_the_game(table, watch):
    display = Slow(table)
    made = Performance(table, Hands(table, {}), DECKS, watch, display)
    assert made.play(opening()).seq == 4
    assert display.pressed == [1], "only the game's own row came before it"


def test_a_display_that_stays_as_it_is_ends_the_performance(table, watch):
    made = Performance(table, Hands(table, {}), DECKS, watch, Slow(table, is_dark=True))
    with pytest.raises(Apart, match="the display never showed the game"):
        made.play(opening())
