"""The newest attempt with a key is found with few looks, however often it was refused before."""

import json

import pytest

from tricktable.store.journal import Row
from tricktable.table import idempotency
from tricktable.table.idempotency import ASKED, REFUSED, NewestAttempt, Outcome

KEY = "here.a-key-001"
TOP = 300


@pytest.mark.parametrize("is_done", [False, True])
@pytest.mark.parametrize("refused", [0, 1, 2, 3, 4, 7, 8, 9, 63, 64, 65, TOP])
def test_the_newest_attempt_is_behind_all_that_were_refused(refused, is_done):
    bodies = [idempotency.body(KEY, REFUSED, number) for number in range(1, refused + 1)]
    if is_done:
        bodies.append(idempotency.body(KEY, Outcome("digest", 1, 2), refused + 1))
    rows = {
        idempotency.source_of(body): Row(
            "7KQ", 10 * at, "", idempotency.source_of(body), ASKED, json.dumps(body)
        )
        for at, body in enumerate(bodies, start=1)
    }
    looks = []

    def find(source: str) -> Row | None:
        looks.append(source)
        return rows.get(source)

    done = [*rows.values()][-1] if is_done else None
    assert idempotency.newest(KEY, find) == NewestAttempt(refused + 1, done, 10 * refused)
    assert len(looks) <= 2 * TOP.bit_length()
    if not refused:
        assert len(looks) == 1  # as nearly always
