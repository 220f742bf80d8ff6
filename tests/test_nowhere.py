"""A person is written wherever somebody can write, and deleted at one host: they are nowhere then.

Two real hosts on one PostgreSQL database or one SQLite file; searched are every column of every
table, every file of the host, and what the other host shows.
"""

import json
import re
import secrets
import subprocess
import unicodedata
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from anyascii import anyascii
from sqlalchemy.engine import make_url

from rig.host import Host, database_of, play_at
from rig.patience import PATIENCE_S, until
from rig.postgres import Postgres, programs, running
from test_stranger import Phone
from tricktable.club.registry import PARTS
from tricktable.store.decks import demo_deck, renamed, write_deck

CODE = "7KQ"
WEBHOOK = ("--webhook-urls", "http://127.0.0.1:9/hook", "--webhook-secret", f"whsec_{'A' * 44}")
"""Nobody answers there: whatever an address is to be told waits."""
TEXTS = frozenset(("announcements", "consents", "competition"))
"""The parts of the club in whose rows people write."""
NO_TEXT = frozenset(("calls", "timer", "locks", "season", "past_games"))


def forms(name: str) -> list[str]:
    """The name as people, files and programs write it."""
    plain = [unicodedata.normalize(form, name) for form in ("NFC", "NFD")]
    return [*plain, json.dumps(name).strip('"'), quote(name)]


def endings(name: str) -> list[str]:
    """It within what somebody writes: with an ending, beside others, and inside a sentence."""
    return [f"{name}s", f"{name}_s", f"Well done, {name}!", f"{name}さん", name.upper()]


def holds(text: str, name: str) -> list[str]:
    """Where the name is in the text."""
    seen = text.casefold()
    return [
        text[max(0, seen.find(each) - 80) : seen.find(each) + 80]
        for each in map(str.casefold, forms(name))
        if each in seen
    ]


@pytest.fixture(scope="module")
def club(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Host, Host, Path, Postgres | None, str]]:
    """Two hosts, the home of the first one, and the database with its address."""
    here, there = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("there")
    play_at(here)
    with nullcontext() if request.param == "sqlite" else running() as server:
        url = database_of(here, server)
        words = ("--database", url, *WEBHOOK)
        with Host(here, *words) as one, Host(there, *words) as two:
            yield one.ready(), two.ready(), here, server, url


def shown(host: Host) -> str:
    """All that a host shows of the table, the club, its people and its decks."""
    at, api = f"/t/{CODE}", f"/api/v1/tables/{CODE}"
    paths = ["/", at, f"{at}/evening", f"{at}/game", f"{at}/wall", f"{at}/overlay", f"{at}/changes"]
    paths += [f"/host{at}", "/host/decks", "/club", "/club/people", "/season", "/season.csv"]
    paths += ["/competition", "/competition/wall", "/competition/cards", "/competition/result.json"]
    paths += [
        f"{api}{more}" for more in ("", "/entries", "/decks", "/games", "/scores", "/console")
    ]
    paths += [f"/api/v1/{what}" for what in ("tables", "people", "season", "club")]
    paths += ["/api/v1/club/competition", f"/host{at}/export/record", f"/host{at}/export/scores"]
    found = []
    for path in paths:
        try:
            with urlopen(f"{host.url}{path}", timeout=PATIENCE_S) as answer:
                found.append(answer.read().decode())
        except HTTPError as refusal:
            with refusal:
                found.append(refusal.read().decode())
    return "\n".join(found)


def stored(server: Postgres | None, url: str, home: Path) -> str:
    """All that is stored: a whole dump, or every column, and the bytes and names of all files."""
    parts = []
    for path in sorted((home / "data").rglob("*")):
        parts.append(path.name)
        if path.is_file():
            parts.append(path.read_bytes().decode("latin-1"))
            parts.append(path.read_bytes().decode("utf-8", "replace"))
    if server is not None:
        found = programs()
        assert found is not None
        if (found / "pg_dump").exists():
            words = ["-h", str(server.folder), "-U", "club", "-d", str(make_url(url).database)]
            dump = subprocess.run([found / "pg_dump", *words], capture_output=True, check=True)
            parts.append(dump.stdout.decode())
        import psycopg

        with closing(psycopg.connect(url, autocommit=True)) as asked:
            named = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            for (table,) in asked.execute(named).fetchall():
                rows = asked.execute(f'SELECT t::text FROM "{table}" t').fetchall()  # type: ignore[arg-type]
                parts += [row for (row,) in rows]
            asked.execute("CHECKPOINT")
        heap = sorted((server.folder / "data" / "base").glob("*/*"))
        parts += [path.read_bytes().decode("utf-8", "replace") for path in heap]
    return "\n".join(parts)


def test_every_part_of_the_club_is_known_to_hold_texts_or_none():
    assert {part.name for part in PARTS} == TEXTS | NO_TEXT


NAMES = ("Zebedee", "Quenya Ødegård", "健太", "Анна")
HERE_AND_THERE = (
    *(("sqlite", name) for name in NAMES),
    *(("postgresql", name) for name in NAMES[1:3]),  # a large letter, and letters without any
)
"""What keeps a name asks the same of each database: all that a name can be is tried at one."""


@pytest.mark.parametrize(("club", "name"), HERE_AND_THERE, indirect=["club"], ids=ascii)
def test_who_is_deleted_at_one_host_is_nowhere(club, name):
    here, there, home, server, url = club
    write_everywhere(here, name)
    keys = [season_with_a_key(host, name) for host in (here, there)]
    before = stored(server, url, home)
    assert holds(before, name)
    until(lambda: holds(shown(there), name))

    here.ask("people/forget", {"name": name, "again": name})

    until(lambda: not holds(shown(there), name))
    assert not holds(shown(here), name)
    assert not holds(stored(server, url, home), name)
    until(lambda: lapsed(here, keys[0]) and lapsed(there, keys[1]))
    stems = [
        each.name for each in (home / "data").rglob("*") if anyascii(name).lower() in each.name
    ]
    assert not stems


def write_everywhere(host: Host, name: str) -> None:
    """Whatever people can write, with this name in it."""
    names, table = [name, "Bo", "Cy", "Di"], f"tables/{CODE}"
    new = {"game": "torite", "players": 4, "names": names, "abandon": True}
    word = word_of(name)
    for chosen in (word, word.upper()):
        say(host, f"{table}/pen", {"pen": chosen}, "PUT")
        say(host, f"{table}/games", new, pen=chosen, key=f"{chosen}_{secrets.token_hex(8)}")
    other = str(host.ask("tables", {})["code"])
    say(host, f"tables/{other}/pen", {"pen": word}, "PUT")
    say(host, f"tables/{other}/pen/give-back", {"pen": word})
    keep_games(host, new)
    for line in imported(name):
        say(host, f"{table}/record?abandon=yes", line, kind="application/jsonl")
    say(host, f"{table}/seats/2/name", {"name": name.upper()}, "PUT")
    say(host, f"{table}/seats/2/name", {"name": "Bo"}, "PUT")
    for text in endings(name):
        say(host, "club/announcements", {"text": text, "minutes": 60})
    for deck in ("red deck", "blue deck", "red deck 2", "blue deck 2"):
        say(host, "decks/delete", {"deck": deck}, is_sure=False)
    for colour, text in zip(("red", "blue"), endings(name), strict=False):
        file = write_deck(renamed(demo_deck(colour), text, f"{name}さん"))
        say(host, "deck-file", json.loads(file))
    say(host, f"{table}/decks/play", {"deck": endings(name)[0]})
    say(host, "decks/rename", {"deck": endings(name)[1], "name": f"{name} 2", "colour": name})
    say(host, f"{table}/decks/check", {"deck": f"{name} 2"})
    say(host, f"{table}/decks/tend", {"do": "stop"})
    say(host, f"{table}/decks/enrol", {"name": f"{name} 3", "colour": name})
    say(host, f"{table}/decks/tend", {"do": "stop"})
    contest: dict[str, object] = {"title": f"{name}s cup", "game": "torite", "players": 4}
    contest |= {"movement": "swiss", "entrants": [[name], ["Bo"], ["Cy"], ["Di"]]}
    say(host, "club/competition/end", {}, is_sure=False)
    say(host, "club/competition", contest)
    say(host, "club/competition/entrants/1/people", {"people": ["Eve"]}, "PUT")
    say(host, "club/competition/entrants", {"people": [name.upper()]})
    say(host, "club/calls", {"table": CODE})
    say(host, f"{table}/games", new)


def word_of(name: str) -> str:
    """The name as a program has it that names its pen and its keys after a person."""
    return re.sub(r"\W+", "_", anyascii(name))


def keep_games(host: Host, new: object) -> None:
    """Whoever sits at the first seat keeps their games: a phone of theirs chooses a word."""
    say(host, f"tables/{CODE}/games", new)
    say(host, f"tables/{CODE}/seats/open", {})
    phone = Phone(host.url)
    assert phone.asks_for(0) == 201
    until(phone.is_seated)
    assert phone.keeps("red tulips") == 200


def imported(name: str) -> Iterator[bytes]:
    """Records of games in which the person plays, and members that no record has."""
    head = {"record": "tricktable/1", "game": "torite", "players": 4, "by": name}
    dealt = {"kind": "dealt", "dealer": 0, "by": name, "note": f"{name} deals"}
    for names in ([name, "Bo", "Cy", "Di"], [f"{name} ", name.upper(), "Cy", "Di"]):
        lines = ({**head, "names": names, f"of {name}": 1}, dealt)
        yield "\n".join(map(json.dumps, lines)).encode()
        yield "\n".join(json.dumps(each, ensure_ascii=False) for each in lines).encode()


SEASON = {"first": "2026-01-01", "last": "2035-12-31"}


def season_with_a_key(host: Host, name: str) -> str:
    """Declare a season, whose table has names in it; the key."""
    key = f"{word_of(name)}_{secrets.token_hex(8)}"
    say(host, "season", SEASON, "PUT", key=key)
    return key


def lapsed(host: Host, key: str) -> bool:
    """Whether the host has forgotten what it answered, but not that it did what was asked."""
    refusal = say(host, "season", SEASON, "PUT", key=key, is_sure=False)
    return "A name was deleted since" in refusal


def say(
    host: Host,
    path: str,
    body: object,
    method: str = "POST",
    is_sure: bool = True,
    pen: str = "",
    key: str = "",
    kind: str = "application/json",
) -> str:
    """Ask a program's question, which is answered, or may be refused; how it is refused."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = Request(f"{host.url}/api/v1/{path}", data, method=method)
    request.add_header("Content-Type", kind)
    for header, said in (("X-Pen", pen), ("Idempotency-Key", key)):
        if said:
            request.add_header(header, said)
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            answer.read()
    except HTTPError as refusal:
        with refusal:
            why = refusal.read().decode()
        if is_sure:
            pytest.fail(f"{path}: {why}")
        return why
    return ""
