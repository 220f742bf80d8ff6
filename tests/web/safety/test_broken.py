"""What breaks behind the real server, in a process of its own: a strict answer, one calm line.

A test in the host's own process cannot see it: pytest takes the log before it goes round.
"""

import json
import re
import signal
import socket
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from werkzeug.datastructures import Headers

from rig.patience import PATIENCE_S
from rig.program import Script
from tricktable.store.journal import Full
from tricktable.web.tables import off_hub
from web.room import CODE, TOKEN
from web.safety.test_policy import must_be_strict as must_keep_the_policy

TESTS = Path(__file__).parents[2]
PROGRAM = """
    import sys
    from pathlib import Path
    from web.room import Room
    from tricktable.web import serve
    from tricktable.web.site import site_of

    def broken(*_):
        raise RuntimeError(f"something that somebody said: {sys.argv[2]}")

    room = Room(Path(sys.argv[1]))
    {fault}
    serve(room.app, room.settings, room.feed, lambda server: print(server.port, flush=True))
    room.close()
"""
FAULTS = {
    "a table that raises": "room.table.view = broken",
    "a stream that raises": "site_of(room.app).views.newest = broken",
    "a template that raises": "room.app.jinja_env.get_or_select_template = broken",
    "what sees to every answer raises": "room.app.after_request(broken)",
    "what sees to every request raises": "room.app.before_request(broken)",
    "an answer that raises on the way": (
        "room.app.after_request(lambda it: setattr(it, 'response', map(broken, [1])) or it)"
    ),
    "the app itself raises": "room.app.wsgi_app = broken",
}
SECRET = "a-secret"


class Host:
    """The process, from outside."""

    def __init__(self, process):
        self.process = process
        self.port = int(process.stdout.readline())

    def asked(self, method, path, body=None, **headers):
        """The answer to a request on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        origin = {"Origin": f"http://127.0.0.1:{self.port}"}
        connection.request(method, path, body, origin | headers)
        answer = connection.getresponse()
        answer.words, answer.headers = answer.read(), Headers(answer.getheaders())
        connection.close()
        return answer

    def told(self):
        """All that it has printed, once it has ended."""
        self.process.send_signal(signal.SIGTERM)
        out, told = self.process.end()
        assert (out, self.process.returncode) == ("", 0)
        return told


@contextmanager
def started(folder, fault=""):
    with Script(PROGRAM.replace("{fault}", fault), folder, SECRET) as process:
        yield Host(process)


def must_be_strict(answer, path):
    assert answer.status == 500
    assert SECRET.encode() not in answer.words
    must_keep_the_policy(answer, path)


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_breaks_the_answer_is_strict_and_the_log_has_one_line(tmp_path, fault):
    guest, stream, api = f"/t/{CODE}", f"/t/{CODE}/live", f"/api/v1/tables/{CODE}"
    with started(tmp_path, FAULTS[fault]) as host:
        broken = 0
        for method in ("GET", "HEAD", "POST"):
            for path in (guest, stream, api, f"{api}/live", "/nowhere"):
                answer = None if is_stream(host, method, path) else host.asked(method, path)
                if answer is not None and answer.status == 500:
                    broken += 1
                    must_be_strict(answer, path)
                    if path.startswith("/api/") and method != "HEAD":
                        assert answer.headers["Content-Type"] == "application/problem+json"
                        assert json.loads(answer.words)["type"] == "urn:tricktable:problem:fault"
        assert broken
        told = host.told()
    lines = told.splitlines()
    assert 1 <= len(lines) <= 2, told  # the fault, and what goes on failing while it is told
    assert all("RuntimeError at <string>" in line for line in lines), told
    assert SECRET not in told


def is_stream(host, method, path):
    """Whether this would go on: its head says so before its end."""
    if method != "GET" or not path.endswith("/live"):
        return False
    with socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE_S) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return b"text/event-stream" in connection.recv(1 << 16)


def test_a_page_that_broke_says_where_more_is_said(tmp_path):
    with started(tmp_path, FAULTS["a table that raises"]) as host:
        page = host.asked("GET", f"/t/{CODE}").words.decode()
        assert "If it happens once more, the host’s terminal says why." in page
        japanese = host.asked("GET", f"/t/{CODE}", **{"Accept-Language": "ja"}).words.decode()
        assert "Something went wrong" not in japanese


def test_the_connection_of_a_page_that_broke_may_be_asked_again(tmp_path):
    with started(tmp_path, FAULTS["a table that raises"]) as host:
        connection = HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE_S)
        for path, status in ((f"/t/{CODE}", 500), ("/static/mark.svg", 200), (f"/t/{CODE}", 500)):
            connection.request("GET", path)
            answer = connection.getresponse()
            assert (answer.status, bool(answer.read())) == (status, True)
        connection.close()


def test_fifty_requests_that_cannot_be_read_are_one_calm_line(tmp_path):
    heads = (b"X: y\r\n" * 150 + b"\r\n", b"X Y: z\r\n\r\n", b"Content-Length: +3\r\n\r\n")
    with started(tmp_path) as host:
        for number in range(51):
            with socket.create_connection(("127.0.0.1", host.port), PATIENCE_S) as stranger:
                stranger.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n" + heads[number % 3])
                assert stranger.recv(1 << 16).startswith(b"HTTP/1.1 4")
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", host.port), PATIENCE_S) as stranger:
                stranger.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: cut o")
        told = host.told()
    assert re.fullmatch(r"A request from 127\.0\.0\.1 was refused: [a-z ]+\.\n", told)


def test_what_a_page_knows_what_to_do_about_prints_nothing(tmp_path):
    token = f"host_token={TOKEN}&deck=nobody's&name=x"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with started(tmp_path) as host:
        assert host.asked("POST", "/host/decks/export", token, **form).status == 404
        assert host.asked("POST", "/host/decks/delete", token, **form).status == 409
        assert host.asked("POST", "/host/decks/import", token, **form).status == 409
        assert host.told() == ""


def test_what_is_raised_off_the_hub_is_raised_where_it_is_waited_for_and_nowhere_else(capfd):
    def full():
        raise Full("the journal has no room")

    with pytest.raises(Full, match="no room"):
        off_hub(full)
    assert capfd.readouterr().err == ""
