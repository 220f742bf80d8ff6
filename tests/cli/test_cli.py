"""The command line: what it prints and where, exit codes, hostile files, and how serving ends."""

import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result

from rig.patience import PATIENCE_S, output_of
from rig.program import COMMAND, Program, Script, environment, run
from tricktable.cli import USAGE, browser, main
from tricktable.cli.corpus import ProgressLine
from tricktable.settings import SETTINGS
from tricktable.store.decks import Folder, ShelfChange, demo_deck
from tricktable.store.private_files import is_private

HEADER = {
    "record": "tricktable/1",
    "game": "torite",
    "players": 4,
    "names": ["Ann", "雪", "C", "D"],
}
OPENING = [
    HEADER,
    {"kind": "dealt", "dealer": 3},
    {"kind": "declared", "seat": 0, "topic": "leader", "value": None},
    {"kind": "held", "seat": 1, "card": "2H"},
    {"kind": "played", "seat": 0, "card": "QH"},
    {"kind": "played", "seat": 1, "card": "2S"},
]
REVOKE = "雪 did not follow hearts in trick 1: 2♥, scanned in that hand, shows it."


def said(*words: str, given: bytes = b"") -> Result:
    """What a command prints, run here."""
    return CliRunner().invoke(main, words, input=given, catch_exceptions=False)


def text(lines: Iterable[object]) -> str:
    """A record of these lines, each an object or text already."""
    made = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    return "".join(f"{line}\n" for line in made)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.jsonl"
    path.write_text(text(OPENING), encoding="utf-8")
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.jsonl"
    again = {"kind": "played", "seat": 2, "card": "QH"}
    path.write_text(text([*OPENING, again]), encoding="utf-8")
    return str(path)


# --- replay -------------------------------------------------------------------------------------


def test_a_record_is_read_as_a_person_reads_it(good):
    told = said("replay", good)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.startswith("The Torite, Ann, 雪, C, D\nAfter 5 entries: ")
    assert REVOKE not in told.stdout


def test_what_a_viewpoint_may_know_is_added(good):
    assert REVOKE in said("replay", "--referee", good).stdout
    assert REVOKE in said("replay", "--seat", "1", good).stdout
    assert REVOKE not in said("replay", "--seat", "0", good).stdout


def test_json_is_one_object_a_record_and_each_one_an_entry(good):
    summary = json.loads(said("replay", "--json", good).stdout)
    assert (summary["game"], summary["seq"], summary["findings"]) == ("torite", 5, [])
    each = [json.loads(line) for line in said("replay", "--each", good).stdout.splitlines()]
    assert [one["seq"] for one in each] == [1, 2, 3, 4, 5]
    assert each[-1] == summary


def test_standard_input_is_a_file_too(good):
    given = Path(good).read_bytes()
    assert said("replay", "-", given=given).stdout == said("replay", good).stdout


def test_a_bad_record_is_refused_with_its_line_and_nothing_else(bad):
    for more in ((), ("--json",), ("--referee",)):
        told = said("replay", bad, *more)
        assert (told.exit_code, told.stdout) == (3, "")
        assert told.stderr == "line 7: Q♥ was already played by seat 0 (entry 4)\n"


def test_each_prints_what_came_before_a_bad_line(bad):
    told = said("replay", "--each", bad)
    assert told.exit_code == 3
    assert len(told.stdout.splitlines()) == 5
    assert told.stderr.startswith("line 7: ")


def test_several_records_are_each_judged_and_the_worst_decides(good, bad):
    told = said("replay", "--json", bad, good, bad, good)
    assert told.exit_code == 3
    assert len(told.stdout.splitlines()) == 2
    assert told.stderr.count(f"{bad}: line 7: ") == 2


def test_a_seat_that_a_game_has_not_is_refused(good):
    told = said("replay", "--seat", "4", good)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "no seat 4" in told.stderr


@pytest.mark.parametrize(
    "words", [("--seat", "-1"), ("--seat", "x"), ("--seat", "0", "--referee"), ()]
)
def test_words_that_make_no_sense_are_usage_errors(good, words):
    told = said("replay", *words, *((good,) if words else ()))
    assert told.exit_code == USAGE
    assert told.stdout == ""
    assert "Usage: " in told.stderr


def test_a_file_that_cannot_be_read_is_named_and_stops_no_other(good, tmp_path):
    for path in ("no such file", "", "x" * 5_000, str(tmp_path / "empty"), "/proc/self/mem"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        told = said("replay", path)
        assert (told.exit_code, told.stdout) == (1, "")
        assert told.stderr.startswith(f"{path}: ")
        told = said("replay", "--json", path, good)
        assert (told.exit_code, len(told.stdout.splitlines())) == (1, 1)


# --- replay: many records -----------------------------------------------------------------------


@pytest.fixture
def corpus(tmp_path: Path, good: str, bad: str) -> Path:
    """Two good records and a bad one, in a folder and in one below it."""
    folder = tmp_path / "corpus"
    (folder / "more").mkdir(parents=True)
    Path(good).rename(folder / "z.jsonl")
    (folder / "a.jsonl").write_text(text(OPENING[:3]), encoding="utf-8")
    Path(bad).rename(folder / "more" / "bad.jsonl")
    (folder / "a.each.jsonl").write_text("{}\n")
    (folder / "notes.txt").write_text("not a record\n")
    (folder / "more" / "round").symlink_to(folder)
    return folder


def test_a_folder_is_all_records_in_it_and_below(corpus):
    told = said("replay", "--json", str(corpus))
    assert told.exit_code == 3
    assert [json.loads(line)["seq"] for line in told.stdout.splitlines()] == [2, 5]
    assert told.stderr == (
        f"{corpus}/more/bad.jsonl: line 7: Q♥ was already played by seat 0 (entry 4)\n"
    )


def test_a_file_in_a_folder_that_cannot_be_read_stops_no_other(corpus):
    (corpus / "b.jsonl").symlink_to("/proc/self/mem")
    (corpus / "c.jsonl").symlink_to("nowhere")
    told = said("replay", "--json", str(corpus))
    assert told.exit_code == 3
    assert [json.loads(line)["seq"] for line in told.stdout.splitlines()] == [2, 5]
    assert [line.split(": ")[0] for line in told.stderr.splitlines()] == [
        f"{corpus}/{name}.jsonl" for name in ("b", "c", "more/bad")
    ]


def test_each_object_can_begin_with_its_file(corpus):
    told = said("replay", "--json", "--with-file", str(corpus))
    objects = [json.loads(line) for line in told.stdout.splitlines()]
    assert [one.pop("file") for one in objects] == [f"{corpus}/a.jsonl", f"{corpus}/z.jsonl"]
    plain = said("replay", "--json", str(corpus)).stdout
    assert objects == [json.loads(line) for line in plain.splitlines()]
    each = said("replay", "--each", "--with-file", str(corpus / "a.jsonl")).stdout
    assert [(one["file"], one["seq"]) for one in map(json.loads, each.splitlines())] == [
        (f"{corpus}/a.jsonl", 1),
        (f"{corpus}/a.jsonl", 2),
    ]


def test_in_words_several_records_stand_under_their_names(corpus):
    alone = said("replay", str(corpus / "z.jsonl")).stdout
    told = said("replay", str(corpus)).stdout
    assert told.startswith(f"== {corpus}/a.jsonl ==\nThe Torite, ")
    assert told.endswith(f"== {corpus}/z.jsonl ==\n{alone}")
    assert "==" not in alone


def test_the_names_of_files_are_printed_for_people_and_paint_nothing(corpus):
    (corpus / "a.jsonl").rename(corpus / "\x1b[31m\n.jsonl")
    (corpus / "more" / "bad.jsonl").rename(corpus / "more" / "\x1b[31m\n.jsonl")
    told = said("replay", str(corpus))
    assert told.stdout.startswith(f"== {corpus}/ [31m .jsonl ==\n")
    assert told.stderr.startswith(f"{corpus}/more/ [31m .jsonl: line 7: ")


def test_how_far_it_is_is_told_once_it_takes_long():
    stream = StringIO()
    progress = ProgressLine(stream, now_s=100.0)
    progress.count(50, now_s=100.9)
    progress.wipe()
    assert stream.getvalue() == ""
    progress.count(1_950, now_s=102.0)
    progress.count(7, now_s=102.1)
    assert stream.getvalue() == "\r\x1b[K2 records, 1,000 entries a second"
    progress.wipe()
    progress.wipe()
    assert stream.getvalue().endswith("second\r\x1b[K")
    assert stream.getvalue().count("\r") == 2


# --- replay: hostile files ----------------------------------------------------------------------

HOSTILE = {
    "empty": (b"", 1),
    "nul": (text([*OPENING[:2]]).encode() + b'{"kind": "\x00"}\n', 3),
    "utf-16": (text(OPENING).encode("utf-16"), 1),
    "byte order mark": (text(OPENING).encode("utf-8-sig"), 1),
    "not utf-8": (b'{"record": "\xff\xfe"}\n', 1),
    "half a pair in a name": (text(['{"record":"tricktable/1","game":"torite","players":4,'
                                    '"names":["\\ud83c","b","c","d"]}']).encode(), 1),
    "half a pair in a value": (text([*OPENING[:2], '{"kind":"\\ud83c"}']).encode(), 3),
    "deep": (text([*OPENING[:2], "[" * 30_000]).encode(), 3),
    "a long number": (text([*OPENING[:2], '{"kind": ' + "9" * 60_000 + "}"]).encode(), 3),
    "no end": (text([*OPENING[:2]]).encode() + b'{"kind": "declared"', 3),
    "a long line": (text([*OPENING[:2], " " * 70_000]).encode(), 3),
    "control characters": (b"\x1b[2J\r\x07\n", 1),
}  # fmt: skip


@pytest.mark.parametrize(("data", "line"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_in_one_printable_line(data, line):
    told = said("replay", "-", given=data)
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith(f"line {line}: ")
    assert told.stderr[:-1].isprintable()
    assert len(told.stderr) < 300


def test_names_are_printed_for_people_and_paint_nothing(tmp_path):
    names = ["\x1b[31m", "\u202egnirts", "雪", "a\x00b"]
    given = text([{**HEADER, "names": names}]).encode()
    for words in (("-",), ("--json", "-")):
        told = said("replay", *words, given=given)
        assert told.exit_code == 0
        assert told.stdout.replace("\n", "").isprintable()
    assert "雪" in said("replay", "-", given=given).stdout


def test_a_terminal_that_knows_no_kana_gets_something_instead(tmp_path, good):
    told = run(tmp_path, "replay", good, more={"PYTHONIOENCODING": "latin-1"})
    assert told.returncode == 0
    assert b"\\u96ea" in told.stdout
    assert told.stderr == b""


NARROW = ("env", "PYTHONIOENCODING=cp1252", *COMMAND)
"""The program on a console of Windows as it comes."""


def test_a_console_that_has_only_cp1252_shows_a_code_and_cards_as_people_type_them(tmp_path, good):
    with Program(tmp_path, "serve", *LOCAL, command=NARROW) as program:
        program.until("Ctrl-C ends")
        assert any("##" in line for line in program.lines)
        assert not any("\\u2" in line for line in program.lines)
        assert program.end() == 0
    assert any(line.startswith("Everything is kept in") for line in program.lines)
    assert program.lines[-1] == "Stopped. Everything is saved."
    told = run(tmp_path, "replay", good, command=NARROW)
    assert told.returncode == 0
    assert b"\\u26" not in told.stdout
    assert b"QH" in told.stdout


def test_signs_become_what_people_type_and_others_escapes():
    assert "7♣ – 安 …".encode("ascii", "tricktable-plainer") == b"7C - \\u5b89 ..."


@pytest.mark.skipif(os.name != "posix", reason="a home folder is always known there")
@pytest.mark.parametrize("words", [("config", "show"), ("serve",), ("backup",), ("deck", "list")])
def test_without_a_home_it_says_what_to_do(tmp_path, words):
    done = _homeless(tmp_path, words)
    assert done.returncode == 1, done.stderr
    (line,) = done.stderr.splitlines()
    assert "choose a folder with --data or TRICKTABLE_DATA" in line
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(os.name != "posix", reason="a home folder is always known there")
@pytest.mark.parametrize(
    "more", [(), ("--set", "readers=2", "--only-set"), ("--wifi", "Net", "--board", "pico-w")]
)
def test_a_dry_run_needs_no_home(tmp_path, more):
    done = _homeless(tmp_path, ("flash", "--dry-run", *more))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. " in done.stdout
    assert not [*tmp_path.iterdir()]


def _homeless(tmp_path, words):
    """As in a container whose user has no entry in /etc/passwd."""
    program = (
        "import os, pwd\n"
        "for name in ('HOME', 'XDG_DATA_HOME'): os.environ.pop(name, None)\n"
        "def nobody(_): raise KeyError('no such user')\n"
        "pwd.getpwuid = nobody\n"
        f"from tricktable.cli import main\nmain({list(words)!r})\n"
    )
    return output_of([sys.executable, "-c", program], cwd=tmp_path)


MOST_MEMORY_BYTES = 400 * 2**20


@pytest.mark.parametrize("command", ["replay", "perform"])
def test_a_line_without_end_takes_no_memory(tmp_path, command):
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(text(OPENING[:2]).encode())
        file.seek(1_000_000_000)  # a hole: a thousand million NULs
        file.write(b"\n")
    resource = pytest.importorskip("resource", reason="POSIX only")
    told = subprocess.run(
        [*COMMAND, command, str(path)],
        capture_output=True,
        env=environment(tmp_path),
        timeout=PATIENCE_S,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES,) * 2),
    )
    assert (told.returncode, told.stdout) == (2, b"")
    assert told.stderr.startswith(b"line 3: the line is longer than ")


def told_by_a_shell(folder: Path, line: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """What a command prints whose streams the shell has led elsewhere; "$@" is the command."""
    return subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, *words],
        capture_output=True,
        env=environment(folder, {"PYTHONUNBUFFERED": ""}),  # as whoever starts it by hand
        timeout=PATIENCE_S,
        check=False,
    )


def test_standard_input_that_is_closed_cannot_be_read(tmp_path):
    told = told_by_a_shell(tmp_path, '"$@" <&-', "replay", "-")
    assert (told.returncode, told.stdout) == (1, b"")
    assert told.stderr == b"-: standard input is closed\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full stands for a full disk")
def test_output_that_cannot_be_written_is_told_in_one_sentence(tmp_path, good):
    for words in (("replay", good), ("replay", "--each", *[good] * 50), ("rules", "troika")):
        told = told_by_a_shell(tmp_path, '"$@" >/dev/full', *words)
        assert told.returncode == 1
        assert told.stderr == b"Error: cannot write the output: No space left on device\n"


def test_to_streams_that_are_closed_nothing_is_said(tmp_path, good, bad):
    told = told_by_a_shell(tmp_path, '"$@" >&- 2>&-', "replay", good)
    assert (told.returncode, told.stdout, told.stderr) == (0, b"", b"")
    told = told_by_a_shell(tmp_path, '"$@" 2>&-', "replay", "--json", bad, good)
    assert told.returncode == 3
    assert json.loads(told.stdout)["seq"] == 5


def test_a_reader_that_has_enough_ends_it_without_a_word(tmp_path, good):
    reading, writing = os.pipe()
    os.close(reading)  # as `| head -0` does
    with os.fdopen(writing, "wb") as closed:
        told = subprocess.run(
            [*COMMAND, "replay", "--each", *[good] * 200],
            stdout=closed,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
            timeout=PATIENCE_S,
            check=False,
        )
    assert told.stderr == b""


# --- help ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [(), ("replay",), ("perform",), ("serve",), ("demo",)])
def test_help_says_what_it_is_for_and_how_it_ends(words):
    told = said(*words, "--help")
    assert told.exit_code == 0
    assert told.stdout.startswith("Usage: ")
    if words:
        assert "Exit codes: " in told.stdout
    assert told.stdout == said(*words, "-h").stdout


def test_help_names_every_command():
    told = said("--help").stdout
    playing = {"replay", "review", "perform", "rules", "serve", "demo"}
    keeping = {
        "enrol",
        "deck",
        "flash",
        "doctor",
        "journal",
        "people",
        "backup",
        "restore",
        "config",
        "appliance",
    }
    assert set(main.commands) == playing | keeping
    for name, command in main.commands.items():
        assert name in told
        assert command.help


def test_the_version_is_the_package_s():
    assert said("--version").stdout.split()[-1] == version("tricktable")


READS = """
import sys
from tricktable.__main__ import start
sys.argv = ["tricktable", "--version"]
try:
    start()
finally:
    print(*(name for name in sys.modules if name.startswith("tricktable")))
"""


def test_whoever_asks_for_the_version_waits_for_no_command_and_no_game():
    with Script(READS, is_warm=False) as program:
        told, _ = program.end()
    assert set(told.splitlines()[-1].split()) == {
        "tricktable",
        "tricktable.__main__",
        "tricktable.cli",
        "tricktable.cli.keyboard",
    }


HELPS = """
import sys
import click
from tricktable.cli import main
with click.Context(main) as here:
    main.get_help(here)
from tricktable.text.characters import columns, visible
visible("Zoë 佐々木 ♥"), columns("Ann")
print(*(name for name in sys.modules if name.startswith(("tricktable.games", "wcwidth"))))
"""


def test_whoever_asks_for_help_waits_for_every_command_but_for_no_game_nor_for_rare_characters():
    with Script(HELPS, is_warm=False) as program:
        told, _ = program.end()
    assert told == "\n"


# --- serve --------------------------------------------------------------------------------------

LOCAL = ("--http-host", "127.0.0.1", "--http-port", "0")
PAGE = r"http://localhost:(\d+)/host/"
WAITS = "Without a board: lay cards on phones or the host's page, or plug a board in."


def serving(home: Path, *words: str) -> tuple[Program, int]:
    """A host that serves pages, and its port."""
    program = Program(home, "serve", *LOCAL, *words)
    return program, int(program.until(PAGE)[1])


def page(port: int, path: str) -> bytes:
    """A page of a host that runs here."""
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
        data: bytes = answer.read()
        return data


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_host_without_a_board_says_so_serves_and_ends_at_once(tmp_path, number):
    program, port = serving(tmp_path)
    with program:
        assert b"<html" in page(port, "/host/")
        assert page(port, "/healthz")
        assert program.end(number) == 0
    assert program.lines.count(WAITS) == 1
    assert not any("Traceback" in line for line in program.lines)


def test_a_host_ends_while_phones_listen(tmp_path):
    program, port = serving(tmp_path)
    with program:
        code = next(line.rpartition("/")[2] for line in program.lines if "/t/" in line)
        with urlopen(f"http://127.0.0.1:{port}/t/{code}/live", timeout=PATIENCE_S) as stream:
            assert stream.readline()
            assert program.end() == 0
            assert stream.read() is not None  # and it ends


def test_a_host_that_is_started_again_has_the_same_table(tmp_path):
    codes = []
    for _ in range(2):
        program, _port = serving(tmp_path)
        with program:
            codes += [line.rpartition("/")[2] for line in program.lines if "/t/" in line]
            assert program.end() == 0
    assert codes[0] == codes[1]


def test_a_port_in_use_is_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = run(tmp_path, "serve", "--http-host", "127.0.0.1", "--http-port", port)
    assert told.returncode == 1
    lines = told.stderr.decode().splitlines()
    assert lines == [
        f"Error: port {port} is in use, perhaps by another Tricktable: "
        "end that, or choose another port with --http-port"
    ]


@pytest.mark.parametrize("host", ["300.1.1.1", "192.0.2.1", "2001:db8::1", "no.such.invalid"])
def test_an_address_of_another_computer_is_named_with_its_option(tmp_path, host):
    told = run(tmp_path, "serve", "--http-host", host, "--http-port", "0")
    assert told.returncode == 1
    assert told.stderr.decode().splitlines() == [
        f"Error: {host} is not an address of this computer: "
        "choose another one with --http-host, or leave it out"
    ]


WRONG = {
    "folder": ("--data", "/proc/nowhere"),
    "database": ("--database", "postgresql://club/cards"),
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG.keys())
def test_a_setting_that_cannot_be_used_is_one_sentence(tmp_path, words):
    told = run(tmp_path, "serve", *LOCAL, *words)
    assert told.returncode == 1
    assert told.stdout == b""
    assert len(told.stderr.decode().splitlines()) == 1


def test_a_demo_serves_its_table_and_ends_at_once(tmp_path):
    with Program(tmp_path, "demo", *LOCAL, "--fast", "--seed", "2") as program:
        port = int(program.until(r"http://localhost:(\d+)/demo")[1])
        assert b"<html" in page(port, "/demo")
        program.until(r"  trick 1 to ")
        assert program.end() == 0
    assert not any("Traceback" in line for line in program.lines)


def test_a_demo_of_two_tables_plays_at_both_and_leads_from_one_to_the_other(tmp_path):
    with Program(tmp_path, "demo", *LOCAL, "--fast", "--tables", "2") as program:
        guests = program.until(r"Guests scan this, or open  (http://\S+)")[1]
        port = int(program.until(r"http://localhost:(\d+)/demo")[1])
        assert guests.endswith(f":{port}/")  # the list of all tables
        assert b'href="/demo?table=DEMO2"' in page(port, "/demo")
        assert b'data-act="/demo/act?table=DEMO2"' in page(port, "/demo?table=DEMO2")
        with pytest.raises(HTTPError, match="404"):
            page(port, "/demo?table=DEMO3")
        first = program.until(r"^(DEMO2?)    trick 1 to ")[1]
        program.until(rf"^{'DEMO' if first == 'DEMO2' else 'DEMO2'}    trick 1 to ")
        assert program.end() == 0
    assert not any("Traceback" in line for line in program.lines)


# --- settings -----------------------------------------------------------------------------------


def test_every_setting_is_shown_with_where_it_came_from(tmp_path):
    (tmp_path / "settings.toml").write_text('http_host = "127.0.0.1"\n')
    secret = "a-secret-of-more-than-22-letters"
    told = CliRunner().invoke(
        main,
        ["config", "show", "--json", "--data", str(tmp_path), "--http-port", "81"],
        env={"TRICKTABLE_HOST_TOKEN": secret, "TRICKTABLE_MAX_JOURNAL_MIB": "7"},
    )
    assert told.exit_code == 0, told.output
    assert secret not in told.output
    shown = json.loads(told.stdout)
    assert [*shown] == [each.name for each in SETTINGS]
    found = {name: (each["value"], each["source"]) for name, each in shown.items()}
    assert found == found | {
        "data": (str(tmp_path), "--data"),
        "http_host": ("127.0.0.1", "http_host in the settings file"),
        "http_port": ("81", "--http-port"),
        "max_journal_mib": ("7", "TRICKTABLE_MAX_JOURNAL_MIB"),
        "host_token": ("…", "TRICKTABLE_HOST_TOKEN"),
        "streams_in_total": ("4000", "default"),
    }
    assert not (tmp_path / "host-token").exists()  # looking makes nothing


def test_a_setting_that_cannot_be_used_is_named(tmp_path):
    told = said("config", "show", "--data", str(tmp_path), "--http-port", "many")
    assert told.exit_code == 64
    assert "--http-port" in told.stderr
    told = said("config", "show", "--data", str(tmp_path), "--base-url", "cards")
    assert told.exit_code == 64
    assert "--base-url" in told.stderr


def test_a_shell_completes_commands_games_and_their_options(tmp_path):
    def completed(*words: str) -> list[str]:
        asked = {
            "_TRICKTABLE_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["tricktable", *words]),
            "COMP_CWORD": str(len(words)),
        }
        told = CliRunner().invoke(main, [], prog_name="tricktable", env=asked)
        return [line.partition(",")[2] for line in told.stdout.split()]

    assert completed("ba") == ["backup"]
    assert completed("rules", "tr") == ["tredici", "triatri", "troika"]
    assert completed("demo", "--game", "to") == ["torite"]
    assert completed("demo", "--game", "troika", "--set", "variant=sa") == ["variant=saskatchewan"]
    assert "revoke_action=" in completed("rules", "torite", "--set", "")
    assert completed("rules", "torite", "--set", "revoke_action=u") == ["revoke_action=undo"]
    assert completed("rules", "nothing", "--set", "") == []
    bounds = ["bid_out=0", "bid_out=99", "bid_out=none"]
    assert sorted(completed("rules", "troika", "--set", "bid_out=")) == bounds
    assert len(completed("rules", "troika", "--set", "bid_out=4")) == 11
    evening = dataclasses.replace(demo_deck("red"), name="evening")
    Folder(tmp_path / "decks").put(ShelfChange(evening.name, evening))
    assert completed("deck", "check", "--data", str(tmp_path), "e") == ["evening"]


def test_help_gives_each_setting_its_type_and_default():
    words = " ".join(said("serve", "--help").stdout.split())
    assert "--http-port INTEGER RANGE" in words
    assert "[default: 8080]" in words
    assert "[0<=x<=65535]" in words
    assert "--data DIRECTORY" in words


def test_a_port_that_is_not_there_is_named_with_those_that_are(tmp_path):
    program, _port = serving(tmp_path, "--port", "/dev/no-such-board")
    with program:
        program.until(
            r"^There is no port /dev/no-such-board\. (Ports here: |This computer has no )"
        )
        assert program.end() == 0


def test_what_happens_inside_is_written_where_it_is_asked_for(tmp_path):
    path = tmp_path / "log"
    program, _port = serving(tmp_path, "-vv", "--log-file", str(path), "--port", "/dev/no-such")
    with program:
        program.until(r"INFO tricktable\.board\.link\.\S+ /dev/no-such: ")
        assert program.end() == 0
    assert "/dev/no-such: there is no port" in path.read_text()
    assert is_private(path.stat().st_mode)
    told = said("doctor", "--log-file", str(tmp_path / "none" / "log"))
    assert (told.exit_code, "Errno" in told.stderr) == (1, False)


def test_a_page_is_opened_only_where_a_browser_can_be(monkeypatch, capsys):
    shown = threading.Event()
    monkeypatch.setattr(
        "webbrowser.open", lambda url: url == "http://here/demo" and not shown.set()
    )
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    browser.show("http://here/demo")
    assert "no screen for a browser here. Open http://here/demo" in capsys.readouterr().out
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    browser.show("http://here/demo")
    assert "as root. Open http://here/demo" in capsys.readouterr().out
    assert not shown.is_set()
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    browser.show("http://here/demo")
    assert shown.wait(PATIENCE_S)
