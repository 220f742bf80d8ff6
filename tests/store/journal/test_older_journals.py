"""Journals that older programs wrote (eras.py): opened, brought up to date, played on, exported."""

import gzip
import sqlite3
from contextlib import closing
from hashlib import sha256

import pytest

from store.journal.eras import CODE, LAST, RELEASED
from store.test_backup import NOON, place
from tricktable.rules.verdicts import REFEREE
from tricktable.store import archive, backup, replay
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Home, Phone, Row, open_journal
from tricktable.store.journal.migrate import VERSIONS
from tricktable.store.journal.row import SITS
from tricktable.table import commands
from tricktable.table.scorebook import Scorebook
from tricktable.table.table import Table


@pytest.fixture(scope="module", params=VERSIONS)
def schema(request):
    return request.param


@pytest.fixture
def path(schema, tmp_path):
    journal = tmp_path / "journal.db"
    journal.write_bytes(gzip.decompress((RELEASED / f"{schema}.db.gz").read_bytes()))
    return journal


@pytest.fixture
def journal(path):
    with closing(open_journal(path)) as opened:
        yield opened


def rows(path):
    with closing(sqlite3.connect(path)) as database:
        return [Row(*each) for each in database.execute("SELECT * FROM journal ORDER BY seq")]


def version(path):
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT version_num FROM alembic_version").fetchone()


def exported(journal):
    """The sum of each record of a game, as the program of that time gave them out."""
    return {
        f"{CODE}-{game.number}.jsonl": sha256(record(journal, game.number).encode()).hexdigest()
        for game in games(journal)
    }


def games(journal):
    return Scorebook(CODE, journal.read(CODE)).sheets


def record(journal, number):
    return "".join(f"{line}\n" for line in archive.record_of(journal.read(CODE), number))


def table(journal):
    class Nobody:
        def show(self, view):
            pass

    return Table(CODE, journal, Shelf(Decks((demo_deck(),))), Nobody())


def test_there_is_a_journal_of_every_schema():
    assert tuple(LAST) == VERSIONS
    kept = {path.name for path in RELEASED.glob("*.db.gz")}
    assert kept == {f"{schema}.db.gz" for schema in VERSIONS}


def test_it_is_of_its_schema_and_becomes_one_of_the_newest(schema, path):
    before = rows(path)
    assert version(path) == (schema,)
    open_journal(path).close()
    assert version(path) == (VERSIONS[-1],)
    assert rows(path) == before


def test_its_phones_are_still_known(schema, journal):
    assert [phone.state for phone in journal.phones(CODE)] == ([] if schema == "0001" else [SITS])


def test_its_boards_find_their_table_again(schema, journal):
    assert {home.table for home in journal.homes()} == ({CODE} if schema >= "0003" else set())


def test_it_takes_phones_and_boards_as_a_new_journal_does(journal):
    phone = Phone("T5", "aa", "1.0", SITS, "2026-05-01T12:00:00")
    home = Home("E661", "T5", "2026-05-01T12:00:00")
    journal.append((), [phone])
    journal.keep_homes([home])
    assert journal.phones("T5") == [phone]
    assert home in journal.homes()


def test_every_record_is_exported_as_its_own_program_exported_it(schema, journal):
    lines = (RELEASED / f"{schema}.sums").read_text().splitlines()
    then = dict(reversed(line.split()) for line in lines)
    now = exported(journal)
    assert {name: now[name] for name in then} == then
    assert len({game.kind for game in games(journal)}) == 5


def test_every_record_is_still_accepted_and_judged(journal):
    for game in games(journal):
        judged = replay.replay(record(journal, game.number).encode().splitlines(keepends=True))
        assert replay.as_json(judged, REFEREE)


def test_its_last_game_is_played_on(journal):
    here = table(journal)
    before = rows_of(journal)
    seq = here.view().view.seq
    offer = here.view().view.offers[0]
    source, _, target = offer.what.partition(">")
    answer = here.ask(commands.Move(offer.seats[0], source, target, offer.values[0]))
    assert answer.is_done, answer.reason
    assert here.view().view.seq > seq
    after = rows_of(journal)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert table(journal).view().view == here.view().view


def test_a_backup_of_it_taken_before_it_was_opened_can_be_restored(path, tmp_path):
    before = rows(path)
    made = backup.take(place(tmp_path), tmp_path / "stick", NOON, "9.9.9")
    backup.restore(made.path, place(tmp_path / "moved"), NOON)
    there = tmp_path / "moved" / "journal.db"
    assert rows(there) == before
    open_journal(there).close()
    assert version(there) == (VERSIONS[-1],)


def rows_of(journal):
    return [*journal.read(CODE)]
