"""Two real hosts of one club: who sits, who waits and who keeps the score is the same at both.

The hosts are whole programs on one PostgreSQL database or one SQLite file. One of them has the
board, which is the real session of the wire; phones ask whichever host they like.
"""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from board.link.board import HAS, Board
from rig.host import Host, database_of, play_at
from rig.patience import PATIENCE_S, until
from rig.postgres import running
from test_stranger import THERE, Phone
from tricktable.cli import main
from tricktable.store.decks import demo_deck, write_deck
from tricktable.store.journal import CLUB, open_journal
from tricktable.store.machine import host_token
from tricktable.web import limits
from web.people.played_games import NAMES, won

SEAT = 2
HOLDS = f"{HAS},holds=1"
WORD = "red tulips"


ZED = NAMES[0]


class Club(NamedTuple):
    """Two hosts with one table."""

    with_board: Host
    other: Host
    board: Board
    database: str
    here: Path
    """The home of the host with the board."""
    there: Path

    def waiting(self, host: Host) -> list[object]:
        """Which seats phones wait for, as a host tells it, each with its number."""
        told = host.ask("tables/7KQ")["waiting"]
        assert isinstance(told, list)
        return [(each["seat"], each["number"]) for each in told]

    def word(self, seat: int = SEAT) -> str:
        """What the display asks this seat's button; empty if nothing."""
        asked: str = self.board.picture.get("h", [""] * 4)[seat]
        return asked

    def hold(self, seat: int = SEAT) -> None:
        """Somebody who has read the display holds the button."""
        until(lambda: self.word(seat))
        self.board.emit("Y", str(seat), self.word(seat))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def club(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Club]:
    here, there = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("there")
    play_at(here)
    with nullcontext() if request.param == "sqlite" else running() as server:
        yield from served(here, there, database_of(here, server))


def served(here: Path, there: Path, database: str) -> Iterator[Club]:
    with (
        Board("0B0B0B0B", has=HOLDS) as board,
        Host(here, "--database", database, "--port", *board.ports()) as one,
        Host(there, "--database", database) as two,
    ):
        made = Club(one.ready(), two.ready(), board, database, here, there)
        until(lambda: board.picture)
        yield made


def test_a_phone_that_asks_at_one_host_is_let_in_by_the_button_at_the_other(club):
    ann = Phone(club.other.url)
    assert ann.asks_for(SEAT) == 201
    until(lambda: club.waiting(club.with_board) == [(SEAT, ann.number)])
    until(lambda: club.word().startswith(ann.number))
    assert club.board.picture["l"][SEAT] == "hold"
    # A whole table may ask at once behind one router; a seat has one phone at all hosts.
    beside = Phone(club.with_board.url)
    assert beside.asks_for(0) == 201
    beside.leaves()
    assert Phone(club.with_board.url, THERE).asks_for(SEAT) == 409
    club.hold()
    until(ann.is_seated)
    until(lambda: not club.waiting(club.with_board) + club.waiting(club.other))
    assert Phone(club.with_board.url, token=ann.token).is_seated()


def test_a_phone_is_told_at_each_host_what_lets_it_in(club):
    if club.database.startswith("sqlite"):
        return  # hosts of one file do not tell each other of their boards
    di = Phone(club.other.url, "127.0.0.4")
    assert di.asks_for(SEAT) == 201
    until(lambda: "’s button on the table" in di.own)
    club.board.reset("0B0B0B0C")  # its program cannot say which press was for whom
    until(lambda: f"Ask the host to check number {di.number}" in di.own)
    assert "Now hold" not in di.own
    club.board.reset("0B0B0B0D", HOLDS)
    until(lambda: "’s button on the table" in di.own)
    di.leaves()
    until(lambda: not club.waiting(club.with_board))


def test_who_stops_waiting_at_one_host_is_shown_at_none(club):
    bo = Phone(club.with_board.url, "127.0.0.5")
    assert bo.asks_for(SEAT) == 201
    until(lambda: club.waiting(club.other) == [(SEAT, bo.number)])
    until(lambda: club.word().startswith(bo.number))
    asked = club.word()
    Phone(club.other.url, token=bo.token).leaves()
    began_s = time.monotonic()
    until(lambda: not club.word())
    assert time.monotonic() - began_s < PATIENCE_S / 2  # nobody waited for the minute to end
    assert not club.waiting(club.with_board) + club.waiting(club.other)
    club.board.emit("Y", str(SEAT), asked)
    club.board.wait_for(club.board.is_settled)
    assert not bo.is_seated()


def test_a_phone_whose_host_ends_waits_on_at_the_other(club, tmp_path):
    with Host(tmp_path, "--database", club.database) as third:
        third.ready()
        cy = Phone(third.url, "127.0.0.6")
        assert cy.asks_for(SEAT) == 201
        until(lambda: club.word().startswith(cy.number))
        third.kill()
    again = Phone(club.other.url, token=cy.token)
    assert again.waits()
    club.hold()
    until(again.is_seated)


def test_a_phone_that_asks_too_often_is_told_so_at_every_host(club):
    """All hosts of a club share its seats and its organiser."""
    hosts = (club.with_board, club.other)
    phones = [Phone(hosts[number % 2].url, "127.0.0.7") for number in range(limits.CLAIM.burst)]
    assert {each.asks_for(9) for each in phones} == {409}
    for each in phones[:2]:  # one that waited for a slow computer is free to ask again
        assert 429 in (each.asks_for(9) for _ in phones)
    assert Phone(club.other.url, "127.0.0.8").asks_for(9) == 409, "nobody else waits for it"
    calls = [
        Phone(hosts[number % 2].url, "127.0.0.7").calls() for number in range(limits.CALL.burst + 2)
    ]
    assert calls == [303] * limits.CALL.burst + [429] * 2


def test_one_hosts_page_in_the_whole_club_keeps_the_score(club):
    for host in (club.with_board, club.other):
        assert not host.ask("tables/7KQ/console")["is_kept"]
    club.with_board.ask("tables/7KQ/pen", {"pen": "ann"}, "PUT")
    assert refused(club.other, "lock", "bo") == "pen"
    club.other.ask("tables/7KQ/pen", {"pen": "bo"}, "PUT")
    assert refused(club.with_board, "lock", "ann") == "pen"
    until(lambda: "Another host’s page keeps the score" in page(club.with_board, "?pen=ann"))
    assert "Another host’s page keeps the score" not in page(club.with_board, "?pen=bo")
    club.with_board.ask("tables/7KQ/pen/give-back", {"pen": "bo"})
    until(lambda: not club.other.ask("tables/7KQ/console")["is_kept"])
    club.other.ask("tables/7KQ/lock", {}, pen="cy")
    until(lambda: club.with_board.ask("tables/7KQ/console")["is_kept"])
    assert refused(club.with_board, "unlock", "ann") == "pen"
    club.with_board.ask("tables/7KQ/unlock", {}, pen="cy")


def test_a_name_that_is_deleted_at_one_host_is_at_none(club):
    names = ["Margaret", "Bo", "Cy", "Di"]
    club.with_board.ask(
        "tables/7KQ/games", {"game": "torite", "players": 4, "names": names, "abandon": True}
    )
    until(lambda: club.other.ask("tables/7KQ")["names"] == names)
    assert "Margaret" in page(club.other)
    club.with_board.ask("people/forget", {"name": "Margaret", "again": "Margaret"})
    until(lambda: "Margaret" not in page(club.other))
    instead, *others = club.other.ask("tables/7KQ")["names"]
    assert re.fullmatch(r"Player \d+", instead)
    assert others == names[1:]
    assert "Margaret" not in str(club.other.ask("people"))


def test_a_person_who_is_deleted_at_one_host_is_kept_at_none(club):
    """Also if their phone asks for it at the other host while they are being deleted."""
    here, there = club.with_board, club.other
    phone = Phone(there.url)
    sits_after_a_game(club, phone)
    assert phone.keeps(WORD) == 200
    until(lambda: ZED in own(here))
    delete(here, ZED)
    until(lambda: ZED not in own(there) + page(there))

    if club.database.startswith("sqlite"):
        return  # a host that stands still while it reads the file holds its rewriting up
    sits_after_a_game(club, phone)
    with ThreadPoolExecutor() as threads:
        os.kill(there.pid, signal.SIGSTOP)
        try:
            asked = threads.submit(phone.keeps, WORD)
            delete(here, ZED)
        finally:
            os.kill(there.pid, signal.SIGCONT)
        # Their name is another one by now, or is about to be: whatever is kept, it is not theirs.
        assert asked.result(PATIENCE_S) in (200, 409)
    until(lambda: ZED not in own(there) + page(there))
    assert ZED not in own(here)
    with closing(open_journal(club.database)) as journal:
        bodies = [row.body for code in (*journal.tables(), CLUB) for row in journal.read(code)]
        assert not [each for each in bodies if ZED in each]


def test_a_phone_that_had_the_word_gets_in_at_every_host_beside_strangers_at_its_address(club):
    """As in a family: one of them guesses at every host, from the address of the owner's phone."""
    hosts, router = (club.with_board, club.other), "127.0.0.9"
    phone = Phone(club.with_board.url, router)
    sits_after_a_game(club, phone)
    assert phone.keeps(WORD) == 200
    until(lambda: ZED in own(club.other))
    mark = phone.cookie

    def opens(host: Host, cookie: str, word: str = WORD, address: str = router, **more: str) -> int:
        asking = Phone(host.url, address)
        asking.cookie = cookie
        return asking.opens(ZED, word, **more)

    def keeps_out(host: Host, cookie: str) -> bool:
        """On a slow computer a try is free again meanwhile: one a minute."""
        return 429 in (opens(host, cookie) for _ in range(limits.GUESS.burst))

    for host in hosts:
        codes = {opens(host, "", "a guess") for _ in range(limits.WORD.burst + 1)}
        assert codes <= {403, 429}
        assert keeps_out(host, "")
        assert keeps_out(host, mark + "A")
        assert opens(host, mark) == 200
        assert opens(host, mark, address="127.0.0.10") == 200
    for host in hosts:
        asking = Phone(host.url, router)
        asking.cookie = mark
        assert asking.opens(ZED, WORD, do="word", new="white daisies") == 200
        assert asking.cookie != mark
        for each in hosts:
            assert keeps_out(each, mark)
            assert opens(each, asking.cookie, "white daisies") == 200
        assert asking.opens(ZED, "white daisies", do="word", new=WORD) == 200
        mark = asking.cookie
    assert opens(club.other, mark, do="forget") == 200
    assert all(keeps_out(host, mark) for host in hosts)


def sits_after_a_game(club: Club, phone: Phone) -> None:
    """A game has just been won at the table, and the winner's phone sits down."""
    address = f"{club.with_board.url}/api/v1/tables/7KQ/record?abandon=yes"
    request = Request(address, b"\n".join(won()))
    request.add_header("Content-Type", "application/jsonl")
    with urlopen(request, timeout=PATIENCE_S) as answer:
        assert answer.status == 201
    until(lambda: ZED in page(club.other))
    assert phone.asks_for(0) == 201
    club.hold(0)
    until(phone.is_seated)


def own(host: Host) -> str:
    """The page of the person who keeps games, as their name and word open it."""
    request = Request(f"{host.url}/people", urlencode({"name": ZED, "word": WORD}).encode())
    request.add_header("Origin", host.url)
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            found: str = answer.read().decode()
    except HTTPError as refusal:
        return str(refusal.code)
    return found.partition("<main")[2] if "games, " in found or "1 game" in found else ""


def delete(host: Host, name: str) -> None:
    host.ask("people/forget", {"name": name, "again": name})


def test_the_hosts_of_a_club_have_one_token(club, tmp_path):
    tokens = {host_token(folder / "data") for folder in (club.here, club.there)}
    if club.database.startswith("sqlite"):
        assert len(tokens) == 2  # a file on one computer: each data folder has its own
        return
    (token,) = tokens
    for host in (club.with_board, club.other):
        assert reached(host, token) == 200
        assert reached(host, "another") == 403
    with Host(tmp_path, "--database", club.database, "--host-token", "chosen-" * 4) as chosen:
        assert reached(chosen.ready(), "chosen-" * 4) == 200
        assert reached(chosen, token) == 403


def test_a_deck_that_one_host_takes_in_is_known_at_the_others_board(club, tmp_path):
    if club.database.startswith("sqlite"):
        return  # a file on one computer: decks are files, too
    deck = demo_deck("blue")
    file = tmp_path / "blue.json"
    file.write_text(write_deck(deck))
    place = ("--data", str(club.there / "data"), "--database", club.database)
    assert main(["deck", "import", str(file), *place], standalone_mode=False) is None
    club.with_board.ask("tables/7KQ/games", {"game": "torite", "players": 4, "abandon": True})
    until(lambda: deck.name in str(club.with_board.ask("tables/7KQ/decks")))
    for tag in (deck.tag_of("2C"), "04FFFFFFFFFF81"):
        club.board.emit("C", "0", tag)
    club.board.wait_for(club.board.is_settled)
    until(lambda: "2C" in str(club.other.ask("tables/7KQ/entries")))
    assert main(["deck", "delete", deck.name, "--yes", *place], standalone_mode=False) is None
    until(lambda: deck.name not in str(club.with_board.ask("tables/7KQ/decks")))


def page(host: Host, query: str = "") -> str:
    """The host's page of the table, as this computer sees it."""
    with urlopen(f"{host.url}/host/t/7KQ{query}", timeout=PATIENCE_S) as answer:
        found: str = answer.read().decode()
    return found


def refused(host: Host, act: str, pen: str) -> str:
    """Which problem a program with this pen has."""
    with pytest.raises(HTTPError) as fault:
        host.ask(f"tables/7KQ/{act}", {}, pen=pen)
    told: str = json.load(fault.value)["type"]
    return told.rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


def reached(host: Host, token: str) -> int:
    """What a program on another computer is answered that asks for the host's page."""
    request = Request(f"{host.url}/api/v1/tables/7KQ/console")
    request.add_header("X-Host-Token", token)
    request.add_header("X-Forwarded-For", "192.168.1.50")
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return int(answer.status)
    except HTTPError as fault:
        return fault.code
