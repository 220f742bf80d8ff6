"""Games of packages that lie beside the program: one that can be played, and those that cannot."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rig import other_games
from rig.patience import PATIENCE_S, output_of
from rig.program import Program, run
from tricktable.cli import USAGE
from tricktable.cli.virtual_house import CODE

TESTS = Path(__file__).parents[1]
WHOLE = """
from dataclasses import replace
from tricktable.games.{game} import GAME as BASE
GAME = replace(BASE, name="{name}", title="Another")
"""
DECKED = """
from dataclasses import replace
from tricktable.games.etori import GAME as BASE
from tricktable.rules.cards import STANDARD, Card
from tricktable.rules.deck import DeckKind, Pack
KIND = DeckKind("{kind}", {cards}, "cards", "enrol a deck")
GAME = replace(BASE, name="{name}", title="Another", packs=(Pack(KIND),))
"""
UNRULY = """
from tricktable.rules.options import always, number
GAME = replace(GAME, options=always(number("most", "Most", (2, range(9)), "Up to {n}.")))
"""
CHANGES = {
    "shouting": (
        "topics=(replace(GAME.topics[0], name='TRUMP'),)",
        "ValueError: a record cannot hold the topic 'TRUMP'",
    ),
    "roaming": (
        "topics=(replace(GAME.topics[0], name='hand>pocket'),)",
        "ValueError: a record cannot hold the topic 'hand>pocket'",
    ),
    "twice": ("topics=2 * GAME.topics", "ValueError: there are two topics called trump"),
    "startless": ("start=lambda players, options: 1 / 0", "ZeroDivisionError: division by zero"),
    "crowded": ("players={14}", "TooMuch: it is for 14 players; a table has from 1 to 13"),
    "seatless": ("seats=lambda _: 3", "TooMuch: 4 players have 3 seats"),
    "unowned": (
        "owners=lambda _: ((0, 1), (2,))",
        "TooMuch: with 4 players not every seat has exactly one owner",
    ),
    "strange": (
        "deck=lambda _: 1 << 60",
        "TooMuch: its `deck` for 4 players has no card, or one not in its pack",
    ),
    "pictured": (
        "portrait=BASE.portrait._replace(picture='A♠ KS')",
        "ValueError: its portrait shows 'A♠', which is none of its cards: write them as 'AS 5H+5'",
    ),
    "hurried": (
        "portrait=BASE.portrait._replace(minutes=30)",
        "ValueError: its portrait tells minutes as two numbers, from and to, not 30",
    ),
    "unguided": (
        "guide=replace(BASE.guide, trump='{X} is trump.')",
        "ValueError: its guide says '{X} is trump.', which cannot be told: KeyError 'X'",
    ),
}
"""Each package that changes a game of ours: what it gives instead, and why it is left out."""
BROKEN = {
    "absent": ("", "ModuleNotFoundError: No module named 'absent_module'"),
    "raising": ("1 / 0", "ZeroDivisionError: division by zero"),
    "leaving": ("raise SystemExit('good-bye')", "SystemExit: good-bye"),
    "nothing": ("GAME = 'a game'", "TypeError: nothing_module:GAME is not a Game"),
    "taken": (WHOLE.format(game="etori", name="troika"), "there is already a game called troika"),
    "loud": (
        WHOLE.format(game="etori", name="Etori!"),
        "lower-case letters and digits, not 'Etori!'",
    ),
    "tarot": (
        DECKED.format(name="tarot", kind="tarot", cards="(Card(90, '0T', 0, 0),)"),
        "TooMuch: the deck tarot has a card 0T, which is none of rules/cards.py: there are "
        "four suits from 2 to ace, two jokers (1W, 2W), three colours from 2 to 8 and X1 to X3",
    ),
    "doubled": (
        DECKED.format(name="doubled", kind="double", cards="2 * STANDARD"),
        "TooMuch: the deck double has the card 2C twice: no double deck can be said",
    ),
    "usurping": (
        DECKED.format(name="usurping", kind="standard52", cards="STANDARD[:32]"),
        "TooMuch: there is already another deck called standard52",
    ),
    "unruly": (
        WHOLE.format(game="etori", name="unruly") + UNRULY,
        "ValueError: its house rule most says of 2 what cannot be told: KeyError 'n'",
    ),
    **{
        name: (
            WHOLE.format(game="etori", name=name) + f"GAME = replace(GAME, {change})",
            why,
        )
        for name, (change, why) in CHANGES.items()
    },
}
"""Each package's module, and why its game is left out."""


PLAIN = """
from dataclasses import replace
from tricktable.games.etori import GAME as BASE
from tricktable.rules.cards import STANDARD
from tricktable.rules.deal import COMMON
from tricktable.rules.deck import DeckKind, Pack
from tricktable.rules.player import ByChance
FRENCH = DeckKind("french", STANDARD, "52 French cards", "enrol a French deck", "{colour} French")
GAME = replace(
    BASE, name="plain", title="Plain", packs=(Pack(FRENCH),), deal=COMMON, player=ByChance
)
"""
"""A game that says nothing of how it is dealt and has no player, with a deck of its own."""


def install(folder: Path, name: str, module: str) -> None:
    """Lay a package into `folder` as an installer does."""
    if module:
        (folder / f"{name}_module.py").write_text(module)
    info = folder / f"table_{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: table-{name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tricktable.games]\n{name} = {name}_module:GAME\n")


class Done(NamedTuple):
    """How a command ended, and what it said."""

    returncode: int
    stdout: str
    stderr: str


def tricktable(folder: Path, *words: str) -> Done:
    """Run the command where these packages are installed."""
    done = run(folder, *words, more={"PYTHONPATH": other_games.before(folder)})
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture(scope="module")
def beside_broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all packages that are broken."""
    folder = tmp_path_factory.mktemp("broken")
    for name, (module, _) in BROKEN.items():
        install(folder, name, module)
    return folder


@pytest.fixture(scope="module")
def left_out(beside_broken: Path) -> list[str]:
    """What a command says of them beside what it was asked for."""
    done = tricktable(beside_broken, "rules", "torite")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "The Torite, 4 players")
    return done.stderr.splitlines()


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_named_and_left_out(left_out, name):
    (told,) = (each for each in left_out if each.startswith(f"the game {name} from "))
    assert told.startswith(f"the game {name} from the package table-{name} is left out: ")
    assert told.endswith(BROKEN[name][1])


def test_beside_broken_games_the_others_are_played(beside_broken, left_out):
    assert len(left_out) == len(BROKEN)
    assert (
        "known: etori, torite, tredici, triatri, troika\n"
        in tricktable(beside_broken, "rules", "bridge").stderr
    )


def test_a_game_brings_messages_in_other_languages(tmp_path):
    shutil.copytree(TESTS.parent / "examples/oh-hell/oh_hell", tmp_path / "oh_hell")
    install(tmp_path, "oh_hell", "")
    points = tmp_path / "table_oh_hell-1.0.dist-info" / "entry_points.txt"
    points.write_text("[tricktable.games]\noh-hell = oh_hell:GAME\n")
    said = "from tricktable.games import GAMES; from tricktable.text.language import _, speaking\n"
    said += "with speaking('ja'): print(_(GAMES['oh-hell'].title), _('Hook'))"
    done = subprocess.run(
        [sys.executable, "-c", said],
        env={**os.environ, "PYTHONPATH": other_games.before(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("オーヘル フック\n", "")


def test_a_game_whose_messages_cannot_be_read_is_left_out(tmp_path):
    package = tmp_path / "garbled_module"
    (package / "languages").mkdir(parents=True)
    (package / "languages" / "ja.po").write_bytes(b'msgid "Hook"\nmsgstr "\xff"\n')
    (package / "__init__.py").write_text(WHOLE.format(game="etori", name="garbled"))
    install(tmp_path, "garbled", "")
    told = tricktable(tmp_path, "rules", "torite").stderr
    assert "the game garbled from the package table-garbled is left out: UnicodeDecodeError" in told


def test_a_whole_game_of_a_package_stands_beside_ours(tmp_path):
    install(tmp_path, "other", WHOLE.format(game="etori", name="other"))
    install(tmp_path, "raising", "1 / 0")
    done = tricktable(tmp_path, "rules", "other", "--players", "6")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Another, 6 players")
    assert "the game raising from the package table-raising is left out" in done.stderr


def test_a_game_that_cannot_be_shown_stops_neither_its_table_nor_its_board(tmp_path, monkeypatch):
    unshown = "GAME = replace(GAME, {what}=lambda view: 1 / 0)"
    for what in ("score", "phases"):
        module = WHOLE.format(game="etori", name=what) + unshown.format(what=what)
        install(tmp_path, what, module)
    monkeypatch.setenv("PYTHONPATH", other_games.before(tmp_path))
    for what in ("score", "phases"):
        begun = ("--http-host", "127.0.0.1", "--http-port", "0", "--fast", "--game", what)
        with Program(tmp_path, "demo", *begun) as program:
            program.until(rf"Another cannot be shown: ZeroDivisionError at {what}_module.py")
            program.until(r"Ctrl-C ends")  # it serves, board and all
            assert program.end() == 0
        unwanted = [each for each in program.lines if "Traceback" in each or "fault of" in each]
        assert not unwanted, "\n".join(program.lines)


def test_the_deck_of_a_package_can_be_enrolled(tmp_path):
    install(tmp_path, "plain", PLAIN)
    assert "[standard|triatri|french]" in tricktable(tmp_path, "enrol", "--help").stdout
    told = tricktable(tmp_path, "enrol", "--kind", "tarot")
    assert told.returncode == USAGE
    assert "'tarot' is not one of 'standard', 'triatri', 'french'." in told.stderr


def test_a_game_without_a_player_of_its_own_plays_itself_with_its_own_deck(tmp_path, monkeypatch):
    install(tmp_path, "plain", PLAIN)
    monkeypatch.setenv("PYTHONPATH", other_games.before(tmp_path))
    begun = ("--http-host", "127.0.0.1", "--http-port", "0", "--fast", "--game", "plain")
    with Program(tmp_path, "demo", *begun) as program:
        program.until(r"Plain")
        program.until(r"  trick 13 to ")
        program.until(r"  trick 1 to ")
        assert program.end() == 0
    assert not any("Traceback" in line for line in program.lines)


HIDES = """
import subprocess, sys
from rig import other_games
other_games.hide()
from tricktable.games import GAMES
assert "other" not in GAMES
other_games.hide()
subprocess.run([sys.executable, "-m", "tricktable", "rules"], check=True)
"""


def test_what_else_is_installed_is_hidden_from_the_tests(tmp_path):
    install(tmp_path, "other", WHOLE.format(game="etori", name="other"))
    assert "other" in tricktable(tmp_path, "rules").stdout
    done = output_of(
        [sys.executable, "-c", HIDES],
        env={**os.environ, "PYTHONPATH": other_games.before(TESTS, tmp_path)},
        timeout=None,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        "torite",
        "tredici",
        "triatri",
        "etori",
        "troika",
    ]


FAILING = """
from dataclasses import replace
from tricktable.games.etori import GAME as BASE
from tricktable.rules.deal import COMMON
from tricktable.rules.entries import Played
from tricktable.rules.player import ByChance
from tricktable.rules.presumptions import PresumptionRules
class Failing:
    def __init__(self, inner):
        self.inner = inner
    def __getattr__(self, name):
        return getattr(self.inner, name)
    def apply(self, entry):
        if isinstance(entry, Played):
            1 / 0
        return Failing(self.inner.apply(entry))
    def judge(self, viewpoint):
        return Judging(self.inner.judge(viewpoint))
class Judging:
    def __init__(self, inner):
        self.inner = inner
    def __getattr__(self, name):
        return getattr(self.inner, name)
    def watch(self, before, entry, seq, after):
        self.inner.watch(before.inner, entry, seq, after.inner)
    def copy(self):
        return Judging(self.inner.copy())
GAME = replace(
    BASE,
    name="failing",
    title="Failing",
    deal=COMMON,
    player=ByChance,
    presuming=PresumptionRules(),
    start=lambda players, options: Failing(BASE.start(players, options)),
)
"""
"""A game that is dealt, and fails at its first card. Its judge, compiled or not, sees no proxy."""


def test_a_game_that_fails_at_a_card_is_named_and_another_is_played(tmp_path, monkeypatch):
    install(tmp_path, "failing", FAILING)
    monkeypatch.setenv("PYTHONPATH", other_games.before(tmp_path))
    play_another_after(tmp_path, "Failing", r":15, in Failing\.apply", ())


def play_another_after(home: Path, title: str, where: str, pages: Sequence[str]) -> None:
    """The demo names this game at its fault, shows these pages, and plays another one."""
    name = title.lower()
    begun = ("--http-host", "127.0.0.1", "--http-port", "0", "--fast", "--game", name)
    said = f"{title} has a fault and cannot continue. Begin another game with MENU."
    with Program(home, "demo", *begun) as program:
        port = int(program.until(r"http://localhost:(\d+)/demo")[1])
        program.until(rf"{title} cannot go on: ZeroDivisionError at {name}_module\.py{where}$")
        program.until(re.escape(said))
        table = f"/api/v1/tables/{CODE}"
        card = {"kind": "played", "seat": 0, "card": "2C"}
        status, answer = asked(port, f"{table}/entries", card)
        assert (status, answer["detail"]) == (409, said)
        for page in pages:
            assert (page, shown(port, page)) == (page, 200)
        game = {"game": "torite", "players": 4, "abandon": True}
        assert asked(port, f"{table}/games", game)[0] == 201
        program.until(r"  trick 1 to ")  # laid on the simulated board, whose line goes on
        for page in pages:
            assert (page, shown(port, page)) == (page, 200)
        assert program.end() == 0
    assert len([line for line in program.lines if f"{title} cannot go on" in line]) == 1
    assert not any("Traceback" in line or "fault of its own" in line for line in program.lines)


def asked(port: int, path: str, said: object = None) -> tuple[int, dict[str, Any]]:
    """What the interface answers to this, or shows there, to the host's own machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    if said is None:
        connection.request("GET", path)
    else:
        connection.request("POST", path, json.dumps(said), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    read: dict[str, Any] = json.loads(answer.read())
    connection.close()
    return answer.status, read


def test_a_table_whose_game_fails_at_a_played_card_waits_and_says_why(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", other_games.before(tmp_path))
    install(tmp_path, "failing", FAILING.replace("1 / 0", "pass"))
    serving = ("serve", "--data", str(tmp_path / "data"), "--http-host", "127.0.0.1")
    with Program(tmp_path, *serving, "--http-port", "0") as program:
        port = int(program.until(r"http://localhost:(\d+)/host/")[1])
        tables = asked(port, "/api/v1/tables")[1]["tables"]
        table = f"/api/v1/tables/{tables[0]['code']}"
        game = {"game": "failing", "players": 4, "abandon": True}
        assert asked(port, f"{table}/games", game)[0] == 201
        for entry in ({"kind": "dealt", "dealer": 3}, {"kind": "played", "seat": 0, "card": "2C"}):
            assert asked(port, f"{table}/entries", entry)[0] == 201
        assert program.end() == 0
    (tmp_path / "failing_module.py").write_text(FAILING)  # a newer version of the package
    done = tricktable(tmp_path, *serving)
    assert done.returncode != 0
    assert (
        "its game has a fault (ZeroDivisionError at failing_module.py:15, in Failing.apply)"
        in done.stderr
    )
    assert "Traceback" not in done.stderr


BLIND = """
from dataclasses import replace
from tricktable.games.etori import GAME as BASE
from tricktable.rules.deal import COMMON
from tricktable.rules.player import ByChance
from tricktable.rules.presumptions import PresumptionRules
class Blind:
    def __init__(self, inner):
        self.inner = inner
    def __getattr__(self, name):
        return getattr(self.inner, name)
    def apply(self, entry):
        return Blind(self.inner.apply(entry))
    def judge(self, viewpoint):
        return Judge(self.inner.judge(viewpoint))
    def {part}(self, *args):
        if self.inner.trick:
            1 / 0
        return self.inner.{part}(*args)
class Judge:
    def __init__(self, inner):
        self.inner = inner
    def watch(self, before, entry, seq, after):
        self.inner.watch(before.inner, entry, seq, after.inner)
        if "{part}" == "findings" and after.inner.trick:
            1 / 0
    def findings(self):
        return self.inner.findings()
    def copy(self):
        return Judge(self.inner.copy())
GAME = replace(
    BASE,
    name="blind",
    title="Blind",
    deal=COMMON,
    player=ByChance,
    presuming=PresumptionRules(),
    start=lambda players, options: Blind(BASE.start(players, options)),
)
"""
"""A game that takes a card, and then fails where it is asked for `part` of what that means."""
PARTS = {
    "findings": "Judge.watch",
    "position": "Blind.position",
    "offers": "Blind.offers",
    "tabletop": "Blind.tabletop",
}
"""What fails, and where."""
NO_SUMMARY = ("offers", "tabletop")
"""The parts that no summary asks for."""
ONE_CARD = (
    '{"record": "tricktable/1", "game": "blind", "players": 4}\n'
    '{"kind": "dealt", "dealer": 3}\n'
    '{"kind": "played", "seat": 0, "card": "2C"}\n'
)


@pytest.mark.parametrize("part", PARTS)
def test_a_game_that_fails_in_any_part_is_named_and_another_played(tmp_path, monkeypatch, part):
    install(tmp_path, "blind", BLIND.format(part=part))
    monkeypatch.setenv("PYTHONPATH", other_games.before(tmp_path))
    play_another_after(tmp_path, "Blind", rf":\d+, in {PARTS[part]}", PAGES)


PAGES = (
    "/",
    *(f"/t/{CODE}{page}" for page in ("", "/wall", "/game", "/evening")),
    *("/host/?every=1", f"/host/t/{CODE}"),
)
"""What people have open meanwhile."""


def shown(port: int, path: str) -> int:
    """The status of a page as the host's own machine gets it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize("part", PARTS)
def test_a_record_of_a_game_that_fails_is_replayed_up_to_a_clear_message(tmp_path, part):
    install(tmp_path, "blind", BLIND.format(part=part))
    record, whole = tmp_path / "blind.jsonl", tmp_path / "etori.jsonl"
    record.write_text(ONE_CARD)
    whole.write_text(ONE_CARD.replace("blind", "etori"))
    where = rf"Blind has a fault: ZeroDivisionError at \w+\.py:\d+, in {PARTS[part]}\n"
    needed = ([], ["--seat", "1"], ["--referee"], ["--json", "--seat", "0"])
    for words in needed[: 3 if part in NO_SUMMARY else 4]:
        done = tricktable(tmp_path, "replay", *words, str(record))
        assert (done.returncode, done.stdout) == (5, "")
        assert re.fullmatch(where, done.stderr)
    if part in NO_SUMMARY:
        done = tricktable(tmp_path, "replay", "--json", str(record))
        assert (done.returncode, done.stderr) == (0, "")
        return
    done = tricktable(tmp_path, "replay", "--each", str(record))
    assert (done.returncode, len(done.stdout.splitlines())) == (5, 1)
    assert re.fullmatch(f"line 3: {where}", done.stderr)
    done = tricktable(tmp_path, "replay", "--json", str(record), str(whole))
    assert (done.returncode, len(done.stdout.splitlines())) == (5, 1)
    assert re.fullmatch(f"{re.escape(str(record))}: {where}", done.stderr)


def test_a_record_whose_game_cannot_take_a_card_or_begin_names_the_line(tmp_path):
    install(tmp_path, "failing", FAILING)
    record = tmp_path / "failing.jsonl"
    record.write_text(ONE_CARD.replace("blind", "failing"))
    done = tricktable(tmp_path, "replay", str(record))
    fault = "Failing has a fault: ZeroDivisionError at failing_module.py:15, in Failing.apply\n"
    assert (done.returncode, done.stdout, done.stderr) == (5, "", f"line 3: {fault}")
    started = (tmp_path / "failing_module.py").read_text() + NO_SUIT
    (tmp_path / "failing_module.py").write_text(started)
    done = tricktable(tmp_path, "replay", str(record))
    fault = "Failing has a fault: KeyError at failing_module.py:41, in no_suit\n"
    assert (done.returncode, done.stdout, done.stderr) == (5, "", f"line 1: {fault}")


NO_SUIT = """
def no_suit(players, given):
    if "hand_scan" in given:
        return BASE.options(players, given)
    raise KeyError("hand_scan")
GAME = replace(GAME, options=no_suit, usual=lambda players: {"hand_scan": "optional"})
"""
"""Added to a game, it knows its house rules only where one is given."""
