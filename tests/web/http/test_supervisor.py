"""What systemd gives a service and hears from it: the socket, that it serves, that it lives."""

import signal
import socket
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection

import pytest

from rig.patience import PATIENCE_S
from rig.program import COMMAND, environment
from tricktable.web.http.supervisor import ALIVE, READY, STOPPING, Supervisor, supervisor

AS_A_SERVICE = """
import os, sys
os.environ["LISTEN_PID"] = os.environ["WATCHDOG_PID"] = str(os.getpid())
os.dup2(int(sys.argv[1]), 3)
os.execv(sys.argv[2], sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("environ", "means"),
    [
        ({}, Supervisor()),
        ({"LISTEN_PID": "7", "LISTEN_FDS": "1"}, Supervisor(is_listening=True)),
        ({"LISTEN_PID": "8", "LISTEN_FDS": "1"}, Supervisor()),
        ({"LISTEN_PID": "7", "LISTEN_FDS": "0"}, Supervisor()),
        ({"NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "60000000"}, Supervisor(False, "/run/n", 60)),
        ({"WATCHDOG_PID": "8", "WATCHDOG_USEC": "60000000"}, Supervisor()),
        ({"WATCHDOG_PID": "7", "WATCHDOG_USEC": "500000"}, Supervisor(watchdog_s=0.5)),
        ({"WATCHDOG_USEC": "soon"}, Supervisor()),
    ],
)
def test_what_is_meant_for_another_process_means_nothing(environ, means):
    assert supervisor(environ, 7) == means


def test_who_does_not_listen_holds_up_nothing(tmp_path):
    Supervisor(ear=str(tmp_path / "nobody")).say(READY)
    Supervisor(ear="@nobody-at-all-listens-here").say(READY)
    Supervisor().say(READY)


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_a_service_takes_the_socket_and_says_how_it_is_until_it_ends(tmp_path):
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as ear,
    ):
        ear.bind(str(tmp_path / "ear"))
        ear.settimeout(PATIENCE_S)
        # What comes before the program listens to the socket waits there.
        early = HTTPConnection(*listener.getsockname(), timeout=PATIENCE_S)
        early.request("GET", "/healthz", headers={"Host": "localhost"})
        port = listener.getsockname()[1]
        told = {"LISTEN_FDS": "1", "NOTIFY_SOCKET": str(tmp_path / "ear"), "WATCHDOG_USEC": "40000"}
        serve = ("serve", "--data", str(tmp_path / "data"), "--http-port", "1")
        process = subprocess.Popen(
            [sys.executable, "-c", AS_A_SERVICE, str(listener.fileno()), *COMMAND, *serve],
            env=environment(tmp_path, told),
            pass_fds=(listener.fileno(),),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            assert [ear.recv(100) for _ in range(4)] == [READY, ALIVE, ALIVE, ALIVE]
            assert early.getresponse().status == 200
            process.send_signal(signal.SIGTERM)
            while (heard := ear.recv(100)) == ALIVE:
                pass
            assert heard == STOPPING
            printed, _ = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
            process.communicate()
            early.close()
    assert process.returncode == 0
    assert f"http://localhost:{port}/host/" in printed
