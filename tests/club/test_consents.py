"""Who keeps games: a name and a word, one evening at a time, until nothing of them is left."""

import json
import re
import subprocess
from contextlib import closing

import pytest
from sqlalchemy import make_url

from club.evening import Evening
from rig.postgres import programs, running
from tricktable.club import announcements, consents
from tricktable.club.announcements import Announce
from tricktable.club.consents import (
    AddEvening,
    ChangeWord,
    Consents,
    EveningSeat,
    KeepGames,
    KeepNoGames,
)
from tricktable.club.people import words
from tricktable.store.journal import CLUB, Full, Outage, open_journal
from tricktable.table.scorebook import Appearance

CHEAP = words.Cost(2, 1, 1)
HERE, THERE = EveningSeat("7KQ", 1, "1.0"), EveningSeat("A2B", 4, "4.2")
ZED = "Zebedee"


def kept(evening: Evening) -> Consents:
    return evening.club.view().of(consents.PART)


def keep(evening: Evening, name: str, seated: EveningSeat = HERE) -> str:
    """Somebody's games are kept from now on; their id."""
    answer = evening.club.ask(KeepGames(name, words.salted_hash("tulips", CHEAP), seated))
    assert answer.is_done, answer.reason
    known = kept(evening).of(name)
    return known.person


# --- the word ------------------------------------------------------------------------------------


def test_a_word_is_known_again_however_a_phone_writes_it():
    known = words.salted_hash("Red tulips")
    assert known.startswith("16384:8:5:")
    assert words.fits("  red\u3000TULIPS ", known)
    assert not words.fits("red tulip", known)


def test_one_word_is_kept_in_another_way_each_time_and_never_as_it_is():
    one, two = (words.salted_hash("tulips", CHEAP) for _ in range(2))
    assert one != two
    assert "tulips" not in one
    assert words.fits("tulips", one)
    assert words.fits("tulips", two)


def test_where_nobody_is_known_as_much_is_computed(monkeypatch):
    computed = []
    real = words.hashlib.scrypt  # type: ignore[attr-defined]

    def scrypt(said: bytes, **how: int) -> bytes:
        computed.append((how["n"], how["r"], how["p"]))
        return real(said, **how)  # type: ignore[no-any-return]

    known = words.salted_hash("tulips")
    words.fits("tulips", None)  # the first time it also makes up nobody's word
    monkeypatch.setattr(words.hashlib, "scrypt", scrypt)  # type: ignore[attr-defined]
    assert not words.fits("tulips", None)
    assert words.fits("tulips", known)
    assert computed == [tuple(words.COST)] * 2


def test_a_word_has_some_letters():
    assert not words.is_long_enough(words.read(" abcde "))
    assert words.is_long_enough(words.read("abcdef"))
    assert not words.is_long_enough("a" * 101)


# --- who keeps games -----------------------------------------------------------------------------


def test_a_person_keeps_the_evenings_that_they_say_are_theirs(evening):
    ann = keep(evening, "Ann")
    assert evening.club.ask(AddEvening(ann, THERE)).is_done
    assert evening.club.ask(AddEvening(ann, THERE)).is_done, "once more does no harm"
    now = kept(evening)
    assert now.evenings == {Appearance("7KQ", 1, "1.0"): ann, Appearance("A2B", 4, "4.2"): ann}
    assert now.people[ann].since == evening.clock.now
    assert now == kept(Evening(evening.journal))  # type: ignore[arg-type]


def test_a_name_is_one_person_however_it_is_spelt(evening):
    keep(evening, "Ann")
    answer = evening.club.ask(KeepGames(" ANN", "x", THERE))
    assert (answer.is_done, answer.because) == (False, consents.TAKEN)


def test_a_seat_is_one_persons_for_an_evening(evening):
    keep(evening, "Ann")
    bo = keep(evening, "Bo", THERE)
    for request in (AddEvening(bo, HERE), KeepGames("Cy", "x", HERE)):
        answer = evening.club.ask(request)
        assert (answer.is_done, "Somebody else" in answer.reason) == (False, True)


def test_a_word_can_be_changed(evening):
    ann = keep(evening, "Ann")
    new = words.salted_hash("daisies", CHEAP)
    assert evening.club.ask(ChangeWord(ann, new)).is_done
    assert kept(evening).people[ann].word == new
    assert not evening.club.ask(ChangeWord("p99", new)).is_done


# --- who is forgotten ----------------------------------------------------------------------------


def left(text: str, word: str) -> list[str]:
    """What of a person is still in a text: the name, the word's digest, an id with a seat."""
    return [each for each in (ZED, ZED.lower(), word, '"who"') if each in text]


def said_of(evening: Evening) -> str:
    """Everything is said about one person that the club can keep; their word as it is kept."""
    person = keep(evening, ZED)
    evening.club.ask(Announce(f"Well done, {ZED.upper()}: 3 wins! Zebedeeson, too."))
    evening.club.ask(AddEvening(person, THERE))
    evening.club.ask(ChangeWord(person, words.salted_hash("daisies", CHEAP)))
    return kept(evening).people[person].word.split(":")[-1]


def test_nothing_of_a_forgotten_person_is_left_in_the_file(journal, evening, tmp_path):
    other = Evening(journal, evening.clock)
    word = said_of(evening)
    bo = keep(evening, "Bo", EveningSeat("7KQ", 1, "1.1"))
    other.club.catch_up()

    def files() -> str:
        found = sorted(tmp_path.glob("journal.db*"))
        return b"".join(path.read_bytes() for path in found).decode("latin-1")

    assert len(left(files(), word)) == 3
    assert evening.club.forget(f" {ZED.lower()}").is_done
    rest = files().replace("Zebedeeson", "")
    assert left(rest, word) == ['"who"']
    assert re.findall(r'"who": "([\d.]+)"', rest).count("1.0") == 0
    assert len([*journal.read(CLUB)]) == evening.club.seq
    other.club.catch_up()
    for each in (evening, other, Evening(journal)):
        assert kept(each).people.keys() == {bo}
        assert set(kept(each).evenings.values()) == {bo}
        (made,) = each.club.view().of(announcements.PART).made
        assert made.text == "Player 1", "the other name may be an ending of hers: the text goes"
    keep(evening, ZED, HERE)  # and may come back


def test_nothing_of_a_forgotten_person_is_left_in_postgresql():
    with running() as server, closing(open_journal(url := server.database())) as journal:
        evening = Evening(journal)
        word = said_of(evening)

        def dump() -> str:
            where = make_url(url)
            found = programs()
            assert found is not None
            if not (found / "pg_dump").exists():
                pytest.skip("needs pg_dump")
            words = ["-h", str(server.folder), "-U", "club", "-d", str(where.database)]
            done = subprocess.run([found / "pg_dump", *words], capture_output=True, check=True)
            return done.stdout.decode()

        def heap() -> str:
            """The tables' own files, as the server last wrote them."""
            with closing(server_connection(url)) as asked:
                asked.execute("CHECKPOINT")
            found = sorted((server.folder / "data" / "base").glob("*/*"))
            return b"".join(path.read_bytes() for path in found).decode("latin-1")

        assert len(left(dump(), word)) == 3
        assert evening.club.forget(ZED).is_done
        assert left(dump().replace("Zebedeeson", ""), word) == []
        assert left(heap().replace("Zebedeeson", ""), word) == []


def server_connection(url: str):  # type: ignore[no-untyped-def]
    """A plain connection, outside of any transaction."""
    import psycopg

    return psycopg.connect(url, autocommit=True)


def test_whoever_keeps_nothing_is_forgotten_too(journal, evening):
    keep(evening, "Ann")
    before = [*journal.read(CLUB)]
    assert evening.club.forget("Nobody").is_done
    assert [*journal.read(CLUB)] == before
    assert kept(evening).of("Ann")


def test_while_nothing_can_be_saved_nobody_is_forgotten_by_half(journal, evening):
    keep(evening, "Ann")
    evening.journal.fault = Full("no room")
    answer = evening.club.forget("Ann")
    assert (answer.is_done, answer.reason) == (False, "Not deleted: no room.")
    assert kept(evening).of("Ann")
    assert "Ann" in json.dumps([row.body for row in journal.read(CLUB)])
    evening.journal.fault = None
    assert evening.club.forget("Ann").is_done
    assert kept(evening) == Consents()


def test_a_host_that_ends_half_way_leaves_nobody_and_it_can_be_done_again(journal, evening):
    keep(evening, "Ann")
    evening.journal.before_writing = fails
    assert evening.club.forget("Ann").is_done, "the rest is saved later"
    again = Evening(journal)
    assert kept(again) == Consents()
    assert again.club.forget("Ann").is_done


def fails() -> None:
    raise Outage("the cable is out")


def test_the_row_of_a_person_who_is_gone_asks_nothing(evening):
    assert evening.club.ask(KeepNoGames("")).is_done
    assert kept(evening) == Consents()
