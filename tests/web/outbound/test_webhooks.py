"""Webhooks at a real receiver: signed, in order, again after a failure or a restart, and an end."""

import base64
import hashlib
import hmac
import json
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from rig.evening import Cables, house
from rig.patience import PATIENCE_S, until
from rig.table import NOON
from tricktable.store.journal import Row
from tricktable.table.chronicle import Milestone
from tricktable.web.outbound import webhooks
from tricktable.web.outbound.webhooks import (
    GIVE_UP,
    PAUSES_S,
    Reception,
    Webhooks,
    pause_s,
    post,
    signed_request,
)
from web.room import CODE, Room, begin, deal, play_on, show_kept

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()
MILESTONE = Milestone("7KQ", 12, "2026-05-01T12:00:00+00:00", "game.began", {"table": "7KQ"})


class Receiver:
    """A real web server that keeps what it is sent, and answers what it is told to."""

    def __init__(self, *answers):
        self.answers = [*answers]
        self.got = []
        self.held = threading.Event()
        self.held.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append((self.path, dict(self.headers), body))
                receiver.held.wait(PATIENCE_S)
                status, more = receiver.answers.pop(0) if receiver.answers else (204, {})
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}/hook?room=2"

    @property
    def kinds(self):
        return [json.loads(body)["type"] for _, _, body in self.got]

    @property
    def ids(self):
        return [headers["webhook-id"] for _, headers, _ in self.got]

    def close(self):
        self.held.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(PATIENCE_S)


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


def verified(headers, body):
    """Whether the signature is right, as somebody would check it who has read only the standard."""
    told = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = hmac.new(KEY, told, hashlib.sha256).digest()
    return headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()


# --- the parts -----------------------------------------------------------------------------------


def test_what_is_signed_is_what_the_standard_says():
    headers, body = signed_request(SECRET, MILESTONE, NOON)
    assert verified(headers, body)
    assert headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    assert headers["webhook-id"] == MILESTONE.id
    assert json.loads(body) == {
        "type": "game.began",
        "timestamp": MILESTONE.at,
        "data": {"table": "7KQ"},
    }


def test_pauses_grow_and_are_at_least_as_long_as_asked_for():
    assert [pause_s(failures) for failures in range(1, 9)] == [
        *PAUSES_S,
        PAUSES_S[-1],
        PAUSES_S[-1],
    ]
    assert pause_s(1, 60.0) == 60.0
    assert [*PAUSES_S] == sorted(PAUSES_S)


@pytest.mark.parametrize(
    ("status", "more", "wanted"),
    [
        (200, {}, Reception(True)),
        (204, {}, Reception(True)),
        (302, {"Location": "/elsewhere"}, "a redirect is not followed"),
        (400, {}, "it answers 400"),
        (410, {}, "it answers 410"),
        (500, {"Retry-After": "7"}, "it answers 500"),
    ],
)
def test_an_answer_is_judged_by_its_status_and_not_followed(receiver, status, more, wanted):
    receiver.answers = [(status, more)]
    headers, body = signed_request(SECRET, MILESTONE, NOON)
    attempt = post(receiver.url, headers, body)
    if isinstance(wanted, Reception):
        assert attempt == wanted
    else:
        assert wanted in attempt.why
    assert attempt.is_gone == (status == 410)
    ((path, got, sent),) = receiver.got
    assert path == "/hook?room=2"
    assert sent == body
    assert verified(got, sent)


@pytest.mark.parametrize(
    ("status", "after", "wanted"),
    [(429, "7", 7.0), (503, "999999", PAUSES_S[-1]), (503, "soon", 0.0), (500, "7", 0.0)],
)
def test_a_receiver_may_ask_for_a_pause(receiver, status, after, wanted):
    receiver.answers = [(status, {"Retry-After": after})]
    assert post(receiver.url, {}, b"{}").retry_s == wanted


def test_a_receiver_that_is_not_there_is_one_sentence():
    attempt = post("http://127.0.0.1:9/", {}, b"{}")
    assert "cannot be reached" in attempt.why
    assert "Errno" not in attempt.why


def test_an_answer_that_does_not_end_is_ended(receiver, monkeypatch):
    monkeypatch.setattr(webhooks, "WHOLE_S", 0.05)
    receiver.held.clear()
    attempt = post(receiver.url, {}, b"{}")
    assert not attempt.is_delivered


# --- one address ---------------------------------------------------------------------------------


class Told:
    """A receiver without a socket, and a clock that only the test moves."""

    def __init__(self, *attempts):
        self.attempts = [*attempts]
        self.sent = []
        self.bodies = []
        self.now = NOON
        self.is_answering = threading.Event()
        self.is_answering.set()

    def send(self, _url, headers, body):
        self.bodies.append(body.decode())
        self.sent.append((headers["webhook-id"], json.loads(body)["type"]))
        self.is_answering.wait(PATIENCE_S)
        return self.attempts.pop(0) if self.attempts else Reception(True)

    @property
    def kinds(self):
        return [kind for _, kind in self.sent]


def whole(table, seed=1):
    begin(table)
    hands = deal(seed)
    play_on(table, hands, 12)
    show_kept(table, hands)


class At:
    """One address of a room's tables."""

    def __init__(self, folder, told, pauses_s=(0.0,)):
        self.room = Room(folder, wall_clock=lambda: told.now)
        self.folder, self.told = folder, told
        self.hook = Webhooks(
            "https://example.org/hook",
            SECRET,
            self.room.journal,
            folder / "webhooks",
            send=told.send,
            now=lambda: told.now,
            pauses_s=pauses_s,
        )
        self.hook.show(self.room.table.view())

    def __enter__(self):
        self.hook.start()
        until(self.hook._path.exists)
        return self

    def __exit__(self, *_):
        self.hook.stop()
        self.room.close()

    def show(self):
        self.hook.show(self.room.table.view())


def test_everything_is_sent_once_in_order(tmp_path):
    told = Told()
    with At(tmp_path, told) as at:
        begin(at.room.table)
        at.show()
        until(lambda: len(told.sent) == 1)
        whole(at.room.table)
        at.show()
        until(lambda: len(told.sent) == 3)
    assert told.kinds == ["game.began", "game.began", "game.ended"]
    assert len({*told.sent}) == 3


def test_a_failure_is_tried_again_with_the_same_id_before_anything_newer(tmp_path):
    told = Told(Reception(False, "no"), Reception(False, "no"), Reception(True))
    with At(tmp_path, told) as at:
        whole(at.room.table)
        at.show()
        until(lambda: len(told.sent) == 4)
    assert told.kinds == ["game.began"] * 3 + ["game.ended"]
    assert len({*told.sent}) == 2


def test_what_was_not_delivered_before_a_restart_is_delivered_after_it_with_the_same_id(tmp_path):
    before = Told(Reception(True), *[Reception(False, "no")] * 1)
    with At(tmp_path, before, pauses_s=(3600.0,)) as at:
        whole(at.room.table)
        at.show()
        until(lambda: len(before.sent) == 2)  # the second one failed
    after = Told()
    with At(tmp_path, after):
        until(lambda: len(after.sent) == 1)
    assert after.sent == before.sent[1:]


def test_a_new_address_is_told_nothing_of_the_past(tmp_path):
    first = Room(tmp_path)
    begin(first.table)
    first.close()
    told = Told()
    with At(tmp_path, told) as at:
        begin(at.room.table)
        at.show()
        until(lambda: told.sent)
        at.show()
    assert told.kinds == ["game.began"]


def test_nothing_is_told_of_rows_that_may_not_be_told_yet(tmp_path):
    told = Told()
    with At(tmp_path, told) as at:
        begin(at.room.table)
        at.show()
        until(lambda: told.kinds == ["game.began"])
        early = at.room.table.view()
        hands = deal(1)
        play_on(at.room.table, hands, 12)
        show_kept(at.room.table, hands)
        at.hook.show(early)  # as spectators still see it
        another = at.room.another("ANO")
        begin(another)
        at.hook.show(another.view())
        until(lambda: len(told.sent) == 2)
        assert told.kinds == ["game.began"] * 2
        at.show()
        until(lambda: told.kinds[-1] == "game.ended")


def test_what_is_a_day_old_is_given_up_and_what_follows_is_sent(tmp_path, caplog):
    told = Told(Reception(False, "it answers 500"))
    with At(tmp_path, told, pauses_s=(1.0,)) as at:
        begin(at.room.table)
        at.show()
        until(lambda: len(told.sent) == 1)
        told.now = NOON + GIVE_UP + timedelta(seconds=2)
        at.show()
        until(lambda: "too old" in caplog.text)
        begin(at.room.table)
        at.show()
        until(lambda: len(told.sent) == 2)
    assert told.sent[0][0] != told.sent[1][0]
    assert "it answers 500" in caplog.text


def test_a_receiver_that_wants_no_more_gets_no_more(tmp_path, caplog):
    told = Told(Reception(False, "it answers 410", is_gone=True))
    with At(tmp_path, told) as at:
        whole(at.room.table)
        at.show()
        at.hook._thread.join(PATIENCE_S)
        assert not at.hook._thread.is_alive()
    assert len(told.sent) == 1
    assert "wants no more" in caplog.text


def test_no_card_waits_for_a_receiver_that_holds_the_line(tmp_path):
    told = Told()
    told.is_answering.clear()
    with At(tmp_path, told) as at:
        begin(at.room.table)
        at.show()
        until(lambda: told.sent)
        hands = deal(1)
        play_on(at.room.table, hands, 12)  # while it is being sent
        at.show()
        told.is_answering.set()


def test_an_older_journal_put_back_is_followed_from_where_it_ends(tmp_path):
    told = Told()
    (tmp_path / "webhooks").mkdir()
    with At(tmp_path, told):
        pass
    path = next((tmp_path / "webhooks").glob("*.json"))
    path.write_text(json.dumps({CODE: 5000}))
    with At(tmp_path, told) as at:
        until(lambda: at.hook._read)  # it has seen where that one ends
        begin(at.room.table)
        at.show()
        until(lambda: told.kinds == ["game.began"])


def test_a_deleted_name_is_in_no_message_from_then_on(tmp_path):
    told = Told(Reception(False, "no"))
    with At(tmp_path, told, pauses_s=(3600.0,)) as at:
        begin(at.room.table)
        at.show()
        until(lambda: told.sent)  # it failed, and waits
        assert at.room.table.forget("Ann").is_done
        at.show()
        told.now += timedelta(hours=2)
        at.show()
        until(lambda: len(told.sent) == 2)
        assert told.sent[0] == told.sent[1]
    assert "Ann" in told.bodies[0]
    assert "Ann" not in told.bodies[1]


def test_a_name_that_left_a_game_before_this_one_is_in_no_message_from_then_on(tmp_path):
    """What waits to be sent is of people who may sit there no more."""
    told = Told(Reception(False, "no"))
    with At(tmp_path, told, pauses_s=(3600.0,)) as at:
        begin(at.room.table)
        at.show()
        until(lambda: told.sent)  # it failed, and waits
        begin(at.room.table, ("Eve", "Fay", "Gil", "Hal"))
        at.show()
        assert at.room.table.forget("Ann").is_done
        at.hook.read_again(CODE)
        told.now += timedelta(hours=2)
        at.show()
        until(lambda: len(told.sent) == 3)
    assert "Ann" in told.bodies[0]
    assert told.kinds == ["game.began"] * 3
    assert told.sent[0] == told.sent[1] != told.sent[2], (
        "the first game's comes again, then this one's"
    )
    assert not any("Ann" in body for body in told.bodies[1:])


def test_a_damaged_row_stops_no_thread(tmp_path):
    told = Told()
    with At(tmp_path, told) as at:
        at.room.journal.append([Row("BAD", 1, NOON.isoformat(), None, "game", "{}")])
        at.hook.forget("BAD")
        begin(at.room.table)
        at.show()
        until(lambda: told.kinds == ["game.began"])


# --- a whole house -------------------------------------------------------------------------------


def test_a_house_tells_when_tables_open_and_close_and_games_begin(tmp_path, receiver):
    hooks = {"webhook_urls": (receiver.url,), "webhook_secret": SECRET}
    with house(tmp_path, Cables(), **hooks) as here:
        until(lambda: [*(tmp_path / "webhooks").glob("*.json")])
        code = here.open_table()
        until(lambda: receiver.kinds == ["table.opened"])
        assert here.close_table(code).is_done
        until(lambda: receiver.kinds == ["table.opened", "table.closed"])
        begin(here.table)
        until(lambda: receiver.kinds[2:] == ["game.began"])
    for _path, headers, body in receiver.got:
        assert verified(headers, body)
        sent = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        assert abs(datetime.now(UTC) - sent) < timedelta(minutes=5)
