"""A few seeds of the thousand that `make chaos` lives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos.acts import Act, Book
from chaos.ground import Ground
from chaos.verdict import Kept, faults_of_rows
from chaos.world import lived


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    with Ground(tmp_path_factory.mktemp("ground")) as made:
        yield made


@pytest.mark.parametrize("seed", [2, 8, 14])
def test_what_was_acknowledged_is_there_once_and_all_hosts_show_it(
    ground: Ground, tmp_path: Path, seed: int
) -> None:
    assert lived(ground, seed, tmp_path) == []


def test_a_world_that_went_wrong_is_not_passed(tmp_path: Path) -> None:
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
