"""Who asks too often is told so in a sentence, when to come back, and is then served again."""

import pytest

from service.room import CODE, Room
from tricktable.service import limits


@pytest.fixture
def clock():
    return [0]


@pytest.fixture
def room(tmp_path, clock):
    """A room with a clock of its own."""
    room = Room(tmp_path, streams_per_address=4)
    limits.init_app(room.app, lambda: clock[0])
    yield room
    room.close()


def test_whoever_opens_too_many_pages_is_told_to_wait_and_how_long(client, guest, clock):
    def codes(count, who=client):
        return [who.get(f"/t/{CODE}/live").status_code for _ in range(count)]

    assert codes(10) == [200] * 8 + [429] * 2
    assert codes(1, guest) == [200]
    refused = client.get(f"/t/{CODE}/live")
    assert refused.headers["Retry-After"] == "1"
    assert "Too many pages were opened from this address; wait a moment." in refused.text
    clock[0] += 1000 * int(refused.headers["Retry-After"])
    assert codes(2) == [200, 429]


def test_a_forged_header_makes_no_new_address(client):
    def codes(count):
        for number in range(count):
            headers = {"X-Forwarded-For": f"10.0.0.{number}", "X-Real-IP": f"10.0.0.{number}"}
            yield client.get(f"/t/{CODE}/live", headers=headers).status_code

    assert list(codes(10)) == [200] * 8 + [429] * 2


def test_a_page_that_is_there_but_not_for_this_method_says_for_which(client):
    refused = client.delete(f"/t/{CODE}", headers={"Origin": "http://localhost"})
    assert refused.status_code == 405
    assert "GET" in refused.headers["Allow"]


def test_every_limit_lets_somebody_wait_whole_seconds_at_most_a_minute(room):
    for limit in limits.of(room.settings).values():
        assert limit.per_s >= 1 / 60
        assert limit.burst >= 1
        assert limit.words.endswith(".")
