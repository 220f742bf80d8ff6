"""A person keeps games by a word at their seat's phone, sees them by it, and ends it by it."""

import json
import sqlite3
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from club.evening import Evening
from rig.patience import PATIENCE_S, until
from tricktable.club import consents
from tricktable.club.club import Club, ClubView
from tricktable.club.consents import Consent, Consents
from tricktable.club.people import words
from tricktable.club.people.deletion import forget
from tricktable.house.open_tables import OpenTables
from tricktable.store.journal import CLUB, open_journal
from tricktable.table import seating
from tricktable.table.table import Table
from tricktable.web import limits
from tricktable.web.people import keepers, marks
from tricktable.web.people.keepers import PER_ADDRESS
from tricktable.web.site import site_of
from web.club.test_club_limits import A_MINUTE_PASSES
from web.people.played_games import NAMES, play
from web.room import CODE, TOKEN, Room, begin, sit

ORIGIN = {"Origin": "http://localhost"}
WORD = "red tulips"
ZED, BO = NAMES[:2]
NOBODY = "No games are kept under this name with this word."


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word costs nothing here."""
    monkeypatch.setattr(words, "COST", words.Cost(2, 1, 1))
    words._nobodys.cache_clear()


@pytest.fixture
def clock() -> list[int]:
    return [0]


@pytest.fixture
def over(room: Room, clock: list[int]) -> Room:
    """A room in which a game has just ended, with a clock of its own."""
    limits.init_app(room.app, lambda: clock[0])
    play(room.table)
    return room


def keep(guest: FlaskClient, phone: str, word: str = WORD, code: str = CODE) -> TestResponse:
    headers = {**ORIGIN, "X-Seat-Token": phone}
    return guest.post(f"/t/{code}/seat/keep", data={"word": word}, headers=headers)


def own(guest: FlaskClient, name: str = ZED, word: str = WORD, **more: str) -> TestResponse:
    return guest.post("/people", data={"name": name, "word": word, **more}, headers=ORIGIN)


def posted(
    port: int, address: str, path: str, form: dict[str, str], **more: str
) -> tuple[int, str]:
    """A form, sent from this address: the status, and when to come back."""
    with closing(HTTPConnection("127.0.0.1", port, PATIENCE_S, (address, 0))) as line:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        headers = {**kind, "Origin": f"http://127.0.0.1:{port}", **more}
        line.request("POST", path, urlencode(form), headers)
        answer = line.getresponse()
        assert answer.read() or answer.status == 303
        return answer.status, answer.getheader("Retry-After", "")


def kept(room: Room) -> Consents:
    return room.club.view().of(consents.PART)


def seat(guest: FlaskClient, phone: str, code: str = CODE) -> str:
    return guest.get(f"/t/{code}/seat/own", headers={"X-Seat-Token": phone}).text


# --- consent -------------------------------------------------------------------------------------


def test_it_is_offered_once_a_game_is_over_and_never_again_that_evening(room, guest):
    begin(room.table, NAMES)
    phone = sit(room.table, 0)
    assert 'id="keep"' not in seat(guest, phone)
    play(room.table)
    assert "<summary>Keep my games</summary>" in seat(guest, phone)
    done = keep(guest, phone)
    assert done.status_code == 200
    assert "Your games of this evening are kept." in done.text
    assert "<summary>Keep my games" not in done.text
    play(room.table, seed=1)
    assert "<summary>Keep my games" not in seat(guest, phone)
    assert kept(room).of(ZED)


def test_a_seat_without_a_name_is_asked_nothing(room, guest):
    play(room.table, ("North", "Bo", "Cy", "Di"))
    phone = sit(room.table, 0)
    assert 'id="keep"' not in seat(guest, phone)
    refused = keep(guest, phone)
    assert (refused.status_code, "Ask the host to add your name" in refused.text) == (409, True)


@pytest.mark.parametrize("word", ["", "     ", "tulip", "t" * 101])
def test_a_word_that_is_none_is_refused(over, guest, word):
    refused = keep(guest, sit(over.table, 0), word)
    assert (refused.status_code, "at least 6 letters" in refused.text) == (409, True)
    assert kept(over) == Consents()


def test_no_phone_without_a_seat_can_keep_anything(over, guest):
    sit(over.table, 0)
    for stranger in ("", "x" * 22):
        assert keep(guest, stranger).status_code == 403
    waiting = guest.post(f"/t/{CODE}/seat/claim", data={"seat": "0"}, headers=ORIGIN)
    assert keep(guest, waiting.json["token"]).status_code == 403  # type: ignore[index]
    assert kept(over) == Consents()


def test_a_phone_never_keeps_the_games_of_whoever_has_its_chair_by_now(over):
    phone = seating.digest(sit(over.table, 0))
    before = over.table.phone_view(phone)
    play(over.table, (*NAMES[1:], ZED), seed=40)  # everybody moves on by a seat
    with over.app.test_request_context("/"):
        asked = keepers.of_host_or_404()
        assert "moved on" in asked.keep(before, WORD)
        assert kept(over) == Consents()
        assert asked.keep(over.table.phone_view(phone), WORD) == ""
    assert [each.name for each in kept(over).people.values()] == [ZED]


def test_another_evening_or_table_is_theirs_only_if_they_say_so(over, guest):
    keep(guest, sit(over.table, 0))
    other = over.another("A2B")
    play(other, ("Bo", ZED, "Eve", "Fay"))
    assert "1 game," in own(guest).text
    phone = sit(other, 1)
    wrong = keep(guest, phone, "blue tulips", "A2B")
    assert (wrong.status_code, "with another word" in wrong.text) == (409, True)
    assert "1 game," in own(guest).text
    assert keep(guest, phone, " Red  TULIPS", "A2B").status_code == 200
    assert "2 games," in own(guest).text


def test_a_name_that_another_host_has_just_deleted_is_not_kept(over, guest, tmp_path):
    """This host has not heard of it: its page still shows the name, and the phone is offered it."""
    phone = sit(over.table, 0)
    assert "<summary>Keep my games</summary>" in seat(guest, phone)
    with closing(open_journal(tmp_path / "journal.db")) as other:
        assert forget(other, ZED, over.shelf)
    refused = keep(guest, phone)
    assert (refused.status_code, "has just been deleted" in refused.text) == (409, True)
    assert kept(over).people == {}
    with closing(open_journal(tmp_path / "journal.db")) as other:
        rows = [each.body for code in (*other.tables(), CLUB) for each in other.read(code)]
        assert not [each for each in rows if ZED in each]


def test_two_people_with_one_name_are_told_how_to_be_told_apart(over, guest):
    keep(guest, sit(over.table, 0))
    other = over.another("A2B")
    play(other, ("zebedee", "Eve", "Fay", "Gil"))
    refused = keep(guest, sit(other, 0), "my own word", "A2B")
    assert "have your name spelt differently" in refused.text
    play(other, ("Zebedee B", "Eve", "Fay", "Gil"))
    assert keep(guest, sit(other, 0), "my own word", "A2B").status_code == 200
    assert len(kept(over).people) == 2


# --- guesses -------------------------------------------------------------------------------------


def test_a_wrong_word_and_an_unknown_name_are_told_the_same(over, guest, monkeypatch):
    keep(guest, sit(over.table, 0))
    computed: list[object] = []
    real = words.hashlib.scrypt  # type: ignore[attr-defined]
    own(guest, "Nobody", "whatever it is")

    def scrypt(said: bytes, **how: object) -> bytes:
        computed.append([how[each] for each in ("n", "r", "p", "dklen")])
        return real(said, **how)  # type: ignore[no-any-return]

    monkeypatch.setattr(words.hashlib, "scrypt", scrypt)  # type: ignore[attr-defined]
    wrong, unknown = own(guest, ZED, "blue tulips"), own(guest, "Who", "blue tulips")
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.data == unknown.data
    assert NOBODY in wrong.text
    assert len(computed) == 2
    assert computed[0] == computed[1]


def test_one_name_is_guessed_a_few_times_and_then_once_a_minute(over, guest, clock, tmp_path):
    phone = sit(over.table, 0)
    keep(guest, phone)

    def guess(number: int, word: str = "a guess") -> int:
        return own(
            phone_with("", over, f"10.0.0.{number}"), (ZED, "ZEBEDEE ")[number % 2], word
        ).status_code

    assert [guess(number) for number in range(7)] == [403] * 5 + [429] * 2
    assert guess(8, WORD) == 429, "a right word counts as a guess, or it would tell"
    assert own(phone_with("", over), "Somebody else").status_code == 403
    assert keep(phone_with("", over), phone).status_code == 200, (
        "who guesses elsewhere stops nobody at the table"
    )
    clock[0] += 60_000
    assert guess(9, WORD) == 429, "the database's clock counts, too"
    with closing(sqlite3.connect(tmp_path / "journal.db")) as shell, shell:
        shell.execute(A_MINUTE_PASSES)
    clock[0] += 60_000
    assert guess(9, WORD) == 200


def test_guesses_at_a_seat_are_counted_too(over, guest):
    keep(guest, sit(over.table, 0))
    other = over.another("A2B")
    play(other, (ZED, "Eve", "Fay", "Gil"))
    phone = sit(other, 0)
    codes = [keep(guest, phone, f"guess {n}", "A2B").status_code for n in range(7)]
    assert codes == [409] * 5 + [429] * 2


def test_a_page_elsewhere_cannot_send_any_of_it(over, guest):
    phone = sit(over.table, 0)
    keep(guest, phone)
    before = kept(over)
    evil = {"Origin": "http://evil.example", "X-Seat-Token": phone}
    form = {"name": ZED, "word": WORD, "do": "forget"}
    assert guest.post("/people", data=form, headers=evil).status_code == 403
    assert guest.post("/people", data=form).status_code == 403, "without an origin"
    assert guest.post(f"/t/{CODE}/seat/keep", data={"word": WORD}, headers=evil).status_code == 403
    assert kept(over) == before


def test_no_answer_is_kept_or_shows_the_word(over, guest):
    answers = [keep(guest, sit(over.table, 0)), own(guest), own(guest, word="wrong word")]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert not any(each in answer.text for each in (WORD, "wrong word"))
    assert WORD not in json.dumps([row.body for row in over.journal.read("club")])


# --- their page ----------------------------------------------------------------------------------


def test_nobody_finds_a_person_without_the_word(over, guest):
    keep(guest, sit(over.table, 0))
    assert ZED not in guest.get("/people").text
    for form in ({}, {"name": ZED}, {"word": WORD}, {"name": "x" * 401, "word": WORD}):
        assert guest.post("/people", data=form, headers=ORIGIN).status_code == 422


def test_the_word_is_changed_by_who_knows_it(over, guest):
    keep(guest, sit(over.table, 0))
    short = own(guest, do="word", new="abc")
    assert (short.status_code, "at least 6 letters" in short.text) == (409, True)
    done = own(guest, do="word", new="white daisies")
    assert "Your word is changed." in done.text
    assert own(guest).status_code == 403
    assert own(guest, word="white daisies").status_code == 200
    assert own(guest, word="white daisies", do="dance").status_code == 404


# --- the end of it -------------------------------------------------------------------------------


def files(folder: Path) -> bytes:
    """All bytes of the journal: the database, its log and its index."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("journal.db*")))


def test_one_act_deletes_a_person_everywhere(over, guest, tmp_path):
    other = over.another("A2B")
    play(other, ("Eve", "zebedee", "Fay", "Gil"))
    keep(guest, sit(over.table, 0))
    keep(guest, sit(over.table, 1), "bo's own word")
    assert ZED.encode() in files(tmp_path)
    assert own(guest, word="not this one", do="forget").status_code == 403
    done = own(guest, do="forget")
    assert (done.status_code, "Everything about you is deleted" in done.text) == (200, True)
    assert ZED.encode() not in files(tmp_path)
    assert ZED.lower().encode() not in files(tmp_path)
    assert over.table.view().names[0] == other.view().names[1] == "Player 1"
    assert own(guest).status_code == 403
    assert "1 game," in own(guest, BO, "bo's own word").text
    assert {each.name for each in kept(over).people.values()} == {BO}


def test_it_reaches_tables_that_nobody_has_come_to(over, guest, tmp_path):
    for code in ("A2B", "Q7K"):
        play(over.another(code), ("Eve", ZED if code == "A2B" else "Hal", "Fay", "Gil"))
        del over.tables[code]
    asleep = OpenTables(lambda code: Table(code, over.journal, over.shelf, over.views))
    asleep.take_in(over.table)
    asleep.add(("A2B", "Q7K"))
    site_of(over.app).tables = asleep
    keep(guest, sit(over.table, 0))
    assert own(guest, do="forget").status_code == 200
    assert ZED.encode() not in files(tmp_path)
    assert over.table.view().names[0] == "Player 1"


def test_the_organiser_can_do_the_same(over, client, tmp_path):
    keep(client, sit(over.table, 0))
    told = {"name": ZED, "again": ZED}
    headers = {"X-Host-Token": TOKEN}
    done = client.post("/api/v1/people/forget", json=told, headers=headers)
    assert done.status_code == 200
    assert ZED.encode() not in files(tmp_path)
    assert kept(over).people == {}


def test_a_program_asks_with_the_same_word_as_rarely(over, guest):
    keep(guest, sit(over.table, 0))
    whose = {"name": ZED, "word": WORD}
    told = guest.post("/api/v1/people/own", json=whose)
    assert (told.status_code, told.json["name"]) == (200, ZED)  # type: ignore[index]
    assert [each["games"] for each in told.json["kinds"]] == [1]  # type: ignore[index]
    wrong = {**whose, "word": "blue tulips"}
    codes = [guest.post("/api/v1/people/own/forget", json=wrong).status_code for _ in range(3)]
    assert codes == [404] * 3
    assert kept(over).of(ZED)
    assert guest.post("/api/v1/people/own/forget", json=whose).json == {"forgotten": True}
    assert over.table.view().names[0] == "Player 1"
    codes = [guest.post("/api/v1/people/own", json=whose).status_code for _ in range(6)]
    assert codes == [404] * 5 + [429]


# --- between addresses and hosts -----------------------------------------------------------------


def at(address: str, guest: FlaskClient) -> FlaskClient:
    guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": address}
    return guest


def marked(answer: TestResponse) -> str:
    """The mark that an answer gives the phone; empty if it gives none, or takes it back."""
    jar = SimpleCookie(answer.headers.get("Set-Cookie", ""))
    return jar[marks.COOKIE].value if marks.COOKIE in jar else ""


def phone_with(mark: str, room: Room, address: str = "192.168.1.50") -> FlaskClient:
    """A phone that sends this mark, from this address."""
    phone = at(address, room.app.test_client())
    if mark:
        phone.set_cookie(marks.COOKIE, mark)
    return phone


def lock(room: Room, address: str) -> None:
    """Somebody at this address guesses until nothing of theirs is heard any more."""
    stranger = phone_with("", room, address)
    codes = [own(stranger, word="a guess").status_code for _ in range(limits.WORD.burst + 1)]
    assert codes[0] == 403
    assert codes[-1] == 429
    assert own(stranger, "Somebody else").status_code == 429, "the whole address"


def test_strangers_guesses_keep_nobody_out_whose_phone_had_the_right_word(over, guest):
    mark = marked(keep(at("192.168.1.50", guest), sit(over.table, 0)))
    lock(over, "192.168.1.50")
    assert own(phone_with("", over)).status_code == 429, "the right word at another phone"
    other = over.another("A2B")
    play(other, (ZED, "Eve", "Fay", "Gil"))
    for address in ("192.168.1.50", "10.0.0.9"):
        assert own(phone_with(mark, over, address)).status_code == 200
    assert keep(phone_with(mark, over), sit(other, 0), code="A2B").status_code == 200
    told = phone_with(mark, over).post("/api/v1/people/own", json={"name": ZED, "word": WORD})
    assert told.status_code == 200
    assert own(phone_with(mark, over), do="forget").status_code == 200


def test_a_wrong_word_is_counted_at_a_phone_that_had_the_right_one_as_anywhere(over, guest):
    mark = marked(keep(guest, sit(over.table, 0)))
    phones = [phone_with(mark, over, f"10.0.0.{number}") for number in range(6)]
    codes = [own(each, word="a guess").status_code for each in phones]
    assert codes == [403] * 5 + [429]
    assert own(phones[0], BO, "a guess").status_code == 403


def test_a_mark_is_given_for_the_right_word_and_out_of_scripts_reach(over, guest):
    phone = phone_with("", over)
    for answer in (own(phone, word="a guess"), own(phone, "Nobody"), phone.get("/people")):
        assert "Set-Cookie" not in answer.headers
    given = keep(guest, sit(over.table, 0)).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*given.split("; ")}
    assert ZED not in given
    known = kept(over).of(ZED)
    assert known
    assert known.word not in given
    assert own(phone).headers["Set-Cookie"].startswith(f"{marks.COOKIE}=")


def test_a_mark_that_is_forged_or_anothers_or_too_old_is_worthless(over, guest, monkeypatch):
    mark = marked(keep(guest, sit(over.table, 0)))
    known = kept(over).of(ZED)
    assert known
    number, *_ = mark.split(".")

    def signed(person: Consent) -> str:
        return marks._signer(person).sign(number).decode()

    assert signed(known).split(".")[0] == number, "as the host signs it"
    forged = {
        "of nobody": number,
        "with a letter more": mark + "A",
        "with another number": mark.replace(number, number[::-1]),
        "of another person": signed(known._replace(person="p99")),
        "of the same person and word at another club": signed(
            known._replace(word=words.salted_hash(WORD))
        ),
        "of nothing": "~~.~..",
        "of too much": "~".join(["x" * 300] * 10),
    }
    lock(over, "192.168.1.50")
    for what, other in forged.items():
        assert own(phone_with(other, over)).status_code == 429, what
    assert own(phone_with(f"{forged['of another person']}~{mark}", over)).status_code == 200
    monkeypatch.setattr(marks, "LIFE_S", -1)
    assert own(phone_with(mark, over)).status_code == 429, "too old"


def test_a_mark_counts_at_a_host_that_has_not_heard_of_the_new_word_yet(over, guest):
    keep(guest, sit(over.table, 0))
    known = kept(over).of(ZED)
    assert known
    lock(over, "192.168.1.50")
    changed = consents.ChangeWord(known.person, words.salted_hash("white daisies"))
    assert Evening(over.journal).club.ask(changed).is_done
    mark = marks._signer(known._replace(word=changed.word)).sign("a number").decode()
    assert own(phone_with("forged", over)).status_code == 429
    assert own(phone_with(mark, over), word="white daisies").status_code == 200


def test_a_mark_ends_with_the_word_and_with_the_person(over, guest):
    old = marked(keep(guest, sit(over.table, 0)))
    phone = phone_with(old, over)
    new = marked(own(phone, do="word", new="white daisies"))
    assert new != old
    lock(over, "192.168.1.50")
    assert own(phone_with(old, over), word="white daisies").status_code == 429
    newest = marked(own(phone, word="white daisies", do="word", new=WORD))
    assert own(phone_with(old, over)).status_code == 429, "the same word again is another one"
    gone = own(phone_with(newest, over), do="forget")
    assert (gone.status_code, marked(gone)) == (200, "")
    other = over.another("A2B")
    play(other)
    assert keep(at("10.0.0.1", guest), sit(other, 0), code="A2B").status_code == 200
    assert own(phone_with(newest, over)).status_code == 429, "the next person of this name"


def test_a_phone_that_goes_round_keeps_the_marks_of_the_last_people(over, guest):
    phone = phone_with("", over)
    for number in range(len(NAMES)):
        keep(phone, sit(over.table, number), f"{WORD} {number}")
    cookie = phone.get_cookie(marks.COOKIE)
    assert cookie
    assert len(cookie.value.split("~")) == len(NAMES)
    lock(over, "192.168.1.50")
    for number, name in enumerate(NAMES):
        assert own(phone, name, f"{WORD} {number}").status_code == 200
    for _ in range(3):
        own(phone, do="word", word=f"{WORD} 0", new=f"{WORD} 0")
    cookie = phone.get_cookie(marks.COOKIE)
    assert cookie
    assert len(cookie.value.split("~")) == len(NAMES), "one for each person"


def test_a_word_that_another_host_has_just_kept_is_found(over, guest, tmp_path):
    there = consents.EveningSeat(CODE, 1, "1.0")
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        other = Club(journal, Nobody())
        assert other.ask(consents.KeepGames(ZED, words.salted_hash(WORD), there)).is_done
        assert kept(over).of(ZED) is None
        assert own(guest).status_code == 200
        who = other.view().of(consents.PART).of(ZED)
        changed = consents.ChangeWord(who.person, words.salted_hash("white daisies"))
        assert other.ask(changed).is_done
        assert own(guest, word="white daisies").status_code == 200
        assert own(guest).status_code == 403


class Nobody:
    """Is shown the club, and looks away."""

    def show(self, view: ClubView) -> None:
        """Nothing."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is all of 127.0.0.0/8")
def test_two_addresses_that_ask_for_words_without_end_delay_another_by_a_turn(over, monkeypatch):
    """A real server, and clients at three addresses. Signing in waits as keeping does."""
    computed, may = list[str](), threading.Semaphore(0)

    def fits(word: str, _known: str | None) -> bool:
        may.acquire(timeout=PATIENCE_S)
        computed.append(word)
        return False

    monkeypatch.setattr(words, "fits", fits)

    numbers, turns = count(), site_of(over.app).turns["open"]
    with over.served() as url, ThreadPoolExecutor(40) as pool:
        port = int(url.rpartition(":")[2])

        def sign_in(address: str) -> tuple[int, str]:
            form = {"name": f"{address} {next(numbers)}", "word": address}
            return posted(port, address, "/people", form)

        greedy = [pool.submit(sign_in, f"127.0.0.{2 + n % 2}") for n in range(30)]
        until(lambda: len(turns) == 2 * PER_ADDRESS and sum(each.done() for each in greedy) > 10)
        honest = pool.submit(sign_in, "127.0.0.1")
        until(lambda: len(turns) == 2 * PER_ADDRESS + 1)
        may.release(4)
        assert honest.result(PATIENCE_S)[0] == 403
        assert "127.0.0.1" in computed[:4]
        may.release(100)
        told = [each.result(PATIENCE_S) for each in greedy]
    refused = [wait for status, wait in told if status == 503]
    assert len(refused) == 30 - 2 * PER_ADDRESS - 1
    assert all(0 < int(wait) <= 60 for wait in refused)


@pytest.mark.parametrize("full", ["open", "keep", "forget"])
def test_whoever_waits_for_one_thing_keeps_nobody_from_another(over, guest, monkeypatch, full):
    """A real server whose queue for one of them is full, of one address and then of many."""
    may = threading.Event()
    fits = words.fits

    def slowly(word: str, known: str | None) -> bool:
        assert word != "slowly" or may.wait(PATIENCE_S)
        return fits(word, known)

    monkeypatch.setattr(words, "fits", slowly)
    phone = sit(over.table, 0)
    assert keep(guest, phone).status_code < 400
    queue = site_of(over.app).turns[full]

    def wants(what: str, name: str, word: str, address: str) -> int:
        if what == "keep":
            path, form, more = f"/t/{CODE}/seat/keep", {"word": word}, {"X-Seat-Token": phone}
        else:
            do = what if what == "forget" else ""
            path, form, more = "/people", {"name": name, "word": word, "do": do}, {}
        return posted(port, address, path, form, **more)[0]

    with over.served() as url, ThreadPoolExecutor(20) as pool:
        port = int(url.rpartition(":")[2])
        slow = [
            pool.submit(wants, full, f"Nobody {n}", "slowly", f"127.0.0.{2 + n % 2}")
            for n in range(10)
        ]
        try:
            until(lambda: len(queue) == 9)
            told = [
                wants(other, ZED, WORD, "127.0.0.1")
                for other in ("keep", "open", "forget")
                if other != full
            ]
        finally:
            may.set()
        assert max(told) < 400
        assert {each.result(PATIENCE_S) for each in slow} <= {403, 409, 429}
