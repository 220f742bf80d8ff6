"""A few seeds of the thousand that `make chaos` lives."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from chaos import __main__ as chaos_main
from chaos.__main__ import Past, report
from chaos.acts import Act, Book, Heard, asked
from chaos.at_board import BOOT, game
from chaos.ground import Ground
from chaos.hosts import Host
from chaos.verdict import (
    Kept,
    fates,
    faults_of_board,
    faults_of_games,
    faults_of_refusals,
    faults_of_rows,
)
from chaos.world import FAULTS, SELDOM, Lived, lived, plan
from tricktable.store.journal import open_journal

SEEDS: Final = (40, 7, 186)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with Ground(tmp_path_factory.mktemp("ground")) as made:
        yield made


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_acknowledged_is_there_once_and_all_hosts_show_it(ground, tmp_path, seed):
    told = lived(ground, seed, tmp_path)
    assert told.wrong == []
    assert told.missed(seed) == []


def test_a_host_reads_the_clock_that_it_is_given(tmp_path):
    host = Host(tmp_path / "host")
    host.shift_clock(timedelta(days=3650).total_seconds())
    try:
        host.start()
        assert asked(host, "POST", "")[0] == 201
    finally:
        host.kill()
    with closing(open_journal(host.home / "data" / "journal.db")) as journal:
        at = [row.at for code in journal.tables() for row in journal.read(code)]
    assert at
    assert all(datetime.fromisoformat(each) > datetime.now(UTC) + timedelta(3000) for each in at)


def test_these_seeds_hold_every_common_fault_and_a_failover():
    assert {fault for seed in SEEDS for fault in plan(seed)} >= {*FAULTS, SELDOM[0]}


def test_every_fault_that_takes_long_has_its_seeds():
    for rest, fault in SELDOM.items():
        assert plan(rest)[-1] is plan(rest + 400)[-1] is fault


def test_a_seed_that_lived_without_its_fault_is_not_counted_as_passed():
    assert Lived([], Counter(crashed=1, paused=1)).missed(1) == []
    spared = Lived([], Counter(crashed=1))
    assert spared.missed(1) == ["paused"]
    said = report([Past(1, spared), Past(2, Lived([], Counter(crashed=1, killed=2)))], 3)
    assert said.splitlines() == [
        "1 seeds passed, 3 failed",
        "1 lived with nothing wrong, but without a fault that was planned: paused 1",
        "     2 crashed",
        "     2 killed",
    ]


class FailingGround(Ground):
    """No ground at the first try, as on a computer that is too slow; one without a server then."""

    tries = 0

    def __enter__(self) -> Ground:
        FailingGround.tries += 1
        assert self.tries > 1, "no ground"
        return self


def test_a_ground_that_cannot_be_made_fails_one_seed_and_the_next_has_another(monkeypatch, capsys):
    monkeypatch.setattr(chaos_main, "Ground", FailingGround)
    sound = Lived([], Counter())
    monkeypatch.setattr(chaos_main, "lived", lambda *_: sound)
    assert [*chaos_main.live([1, 2, 3])] == [(1, None), (2, sound), (3, sound)]
    assert "seed 1 FAILED" in capsys.readouterr().out
    assert FailingGround.tries == 2


def test_a_world_that_went_wrong_is_not_passed(tmp_path):
    book = Book(tmp_path / "book")
    act = Act("7KQ", "name-7KQ-0000", "PUT", "", {"name": "N0"})
    book.ask(act)
    opened = Kept(1, None, "opened", {})
    named = Kept(2, None, "names", {"names": ["N0", "Bo", "Cy", "Di"]})
    key = Kept(3, "key.here.name-7KQ-0000:1", "asked", {"key": "here.name-7KQ-0000"})
    assert [*faults_of_rows("7KQ", 1, [opened, named, key], book)] == []
    book.acknowledge(act)
    assert "lost" in next(iter(faults_of_rows("7KQ", 1, [opened], book)))
    assert "gaps" in next(iter(faults_of_rows("7KQ", 1, [opened, key], book)))
    twice = [opened, named, key, named._replace(seq=4, body={"names": ["A"] * 4}),
             named._replace(seq=5), key._replace(seq=6)]  # fmt: skip
    assert any("done 2 times" in each for each in faults_of_rows("7KQ", 1, twice, book))
    book.close()


def test_what_was_lived_at_another_commit_is_not_passed(tmp_path, monkeypatch):
    monkeypatch.setattr(chaos_main, "KEPT", tmp_path / "kept")
    past = Past(1, Lived([], Counter(crashed=1)))
    chaos_main.keep("c0ffee", past)
    chaos_main.keep(None, Past(2, past.lived))  # with changes that are not committed
    assert chaos_main.kept("c0ffee") == [past]
    assert chaos_main.kept("decade") == []


def test_a_card_that_a_board_was_told_to_drop_must_be_there_once(tmp_path):
    book = Book(tmp_path / "book")
    lines = game(7)[1]
    begun = Kept(1, f"{BOOT}:1", "game", {})
    card = Kept(2, f"{BOOT}:2", "entry", lines[0])
    for number in (1, 2):
        book.happens(f"{BOOT}:{number}")
        book.is_kept(f"{BOOT}:{number}")

    def found(*rows: Kept, lost: tuple[str, ...] = ()) -> list[str]:
        return [*faults_of_board("7KQ", 7, rows, book, lost)]

    assert found(begun, card) == []
    assert found(begun) == [f"7KQ: {BOOT}:2 was acknowledged and is lost"]
    assert found(begun, lost=(f"{BOOT}:2",)) == []
    assert f"7KQ: {BOOT}:2 is there 2 times" in found(begun, card, card)
    assert any("never happened" in each for each in found(begun, card, Kept(3, f"{BOOT}:9", "", 0)))
    other = card._replace(body=lines[1])
    assert any("entry 1 of 1 is" in each for each in found(begun, other))
    book.close()


def heard(status: int, said: object, people: str = "", *, may_be_late: bool = False) -> Heard:
    return Heard(status, said, "h0", may_be_late, people)


def test_what_was_acknowledged_in_one_game_must_not_be_in_another(tmp_path):
    book = Book(tmp_path / "book")
    act = Act("7KQ", "hurried-7KQ-0000", "POST", "", {})
    book.ask(act)
    rows = [
        Kept(1, None, "game", {"names": ["Ann"]}),
        Kept(2, None, "game", {"names": ["Eva"]}),
        Kept(3, "key.here.hurried-7KQ-0000:1", "asked", {"key": "here.hurried-7KQ-0000"}),
    ]
    in_first = [rows[0], rows[2]._replace(seq=2)]
    book.answer(act, heard(202, {"game": 1}, "Eva"))  # under another number by now
    assert [*faults_of_games("7KQ", rows, book)] == []
    assert "is in the game of Ann" in next(iter(faults_of_games("7KQ", in_first, book)))
    book.answer(act, heard(0, "no answer"))  # there it may have been done as well
    assert [*faults_of_games("7KQ", in_first, book)] == []
    book.answer(act, heard(201, {"game": 1}))
    assert "is in game 2" in next(iter(faults_of_games("7KQ", rows, book)))
    lapsed = rows[2]._replace(body={"key": "here.hurried-7KQ-0000", "lapsed": ["lapsed"]})
    assert "fell away" in next(iter(faults_of_games("7KQ", [*rows[:2], lapsed], book)))
    book.close()


PROBLEM = "urn:tricktable:problem:"


def test_what_is_refused_for_good_although_it_is_possible_is_counted(tmp_path):
    book = Book(tmp_path / "book")
    card = Act("7KQ", "card-7KQ-0000", "POST", "", {})
    game = Act("7KQ", "game-7KQ-0000", "POST", "", {})
    book.answer(card, heard(503, {"type": PROBLEM + "away"}))
    book.answer(card, heard(409, {"type": PROBLEM + "under-way"}))
    book.answer(game, heard(409, {"type": PROBLEM + "refused"}))
    assert [*faults_of_refusals([], book)] == []
    book.answer(card, heard(409, {"type": PROBLEM + "refused"}))
    book.answer(game, heard(201, {"game": 2}))
    assert [each.split(" ")[0] for each in faults_of_refusals([], book)] == [card.key, game.key]
    book.close()


def test_what_is_refused_for_good_and_carried_out_later_is_counted(tmp_path):
    book = Book(tmp_path / "book")
    act = Act("7KQ", "hurried-7KQ-0000", "POST", "", {})
    body = {"key": "here.hurried-7KQ-0000"}
    done = Kept(1, "key.here.hurried-7KQ-0000:1", "asked", body)
    refused, lapsed = (
        done._replace(body={**body, **more})
        for more in ({"is_refused": True}, {"lapsed": ["lapsed"]})
    )
    book.answer(act, heard(202, {"game": 1}))
    assert [*faults_of_refusals([done], book)] == []
    book.answer(act, heard(409, {"type": PROBLEM + "refused"}))
    assert [*faults_of_refusals([refused], book)] == []
    assert [*faults_of_refusals([lapsed], book)] == []
    assert "refused for good and carried out" in next(iter(faults_of_refusals([done], book)))
    assert fates(book) == {"hurried: waited": 1, "hurried: refused": 1}
    book.answer(act, heard(0, "no answer", may_be_late=True))
    assert [*faults_of_refusals([done], book)] == []
    book.close()
