"""The computer changes its network while the host runs: where guests go changes with it.

The program runs in a network of its own, which only Linux has and not every machine allows.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from board.link.board import Board
from rig.evening import SETTINGS, Cables
from rig.patience import PATIENCE_S, until
from rig.preparations import new_journal
from rig.program import COMMAND, Program
from tricktable.app import House
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import open_journal
from tricktable.web.own_addresses import EVERY_MS, OwnAddresses

OLD, NEW = "192.168.7.5", "10.20.30.4"
SERVE = ("serve", "--http-port", "8080", "--data", "data")
ALONE = ("unshare", "--user", "--map-root-user", "--net", "--kill-child", "--fork")
PLUG = "ip link set lo up && ip link add net0 type bridge && ip address add {}/24 dev net0"


def can_be_alone() -> bool:
    """Whether a program may have a network of its own here."""
    if not (shutil.which("unshare") and shutil.which("nsenter") and shutil.which("ip")):
        return False
    tried = [*ALONE, "sh", "-c", PLUG.format(OLD)]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


class Alone:
    """The program on a computer with one network."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def run(self, *words: str) -> str:
        """What a command says that runs on that computer."""
        (inner,) = (
            Path(f"/proc/{self._program.pid}/task/{self._program.pid}/children").read_text().split()
        )
        there = ["nsenter", "--target", inner, "--user", "--net", "--preserve-credentials"]
        done = subprocess.run(
            [*there, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
        return done.stdout

    def get(self, path: str, host: str) -> tuple[int, str]:
        """The status of a page and its text, as a browser on that computer gets it."""
        asked = [sys.executable, "-c", GET, path, host]
        status, _, text = self.run(*asked).partition("\n")
        return int(status), text

    def post(self, path: str, form: str) -> int:
        """The status of the answer to a form."""
        return int(self.run(sys.executable, "-c", POST, path, form))


POST = """
import sys
from http.client import HTTPConnection
connection = HTTPConnection("127.0.0.1", 8080)
headers = {"Host": "localhost:8080", "Content-Type": "application/x-www-form-urlencoded"}
headers["Origin"] = "http://localhost:8080"
connection.request("POST", sys.argv[1], sys.argv[2], headers)
print(connection.getresponse().status)
"""


GET = """
import sys
from http.client import HTTPConnection
connection = HTTPConnection("127.0.0.1", 8080)
connection.request("GET", sys.argv[1], headers={"Host": sys.argv[2]})
answer = connection.getresponse()
print(answer.status)
print(answer.read().decode())
"""


@pytest.mark.skipif(not can_be_alone(), reason="no network of its own can be made here")
def test_links_and_the_code_to_scan_follow_the_network(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    begun = ("sh", "-c", f'{PLUG.format(OLD)} && exec "$@"', "sh")
    with Program(tmp_path, *SERVE, command=(*ALONE, *begun, *COMMAND)) as program:
        here = Alone(program)
        place = program.until(rf"or open  (http://{OLD}:8080/t/(\w+))$")
        code = place[2]
        program.until("Ctrl-C ends")
        for page in (f"/t/{code}/wall", f"/host/t/{code}"):
            status, text = here.get(page, "localhost:8080")
            assert (page, status, f"{OLD}:8080/t/{code}" in text) == (page, 200, True)
        assert here.get(f"/t/{code}", f"{NEW}:8080")[0] == 400
        here.run("ip", "address", "flush", "dev", "net0")
        here.run("ip", "address", "add", f"{NEW}/24", "dev", "net0")
        program.until("This computer has another address now.")
        program.until(rf"or open  http://{NEW}:8080/t/{code}$")
        for page in (f"/t/{code}/wall", f"/host/t/{code}"):
            status, text = here.get(page, "localhost:8080")
            assert (page, status, f"{NEW}:8080/t/{code}" in text) == (page, 200, True)
            assert OLD not in text
        assert here.get(f"/t/{code}", f"{NEW}:8080")[0] == 200


LAPTOP = " && ".join(
    (
        "ip link set lo up",
        *(
            f"ip link add {name} type dummy && ip link set {name} up"
            for name in ("docker0", "tun0")
        ),
        "ip link add wlan0 type dummy && ip link set wlan0 up",
        "ip address add 172.17.0.1/16 dev docker0",
        "ip address add 10.8.0.6/24 dev tun0",
        f"ip address add {OLD}/24 dev wlan0",
        "ip route add default via 192.168.7.1 dev wlan0 metric 600",
        "ip route add default dev tun0 metric 50",
    )
)


@pytest.mark.skipif(not can_be_alone(), reason="no network of its own can be made here")
def test_with_a_vpn_and_docker_guests_go_to_the_wifi_until_the_host_chooses(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tried = [*ALONE, "sh", "-c", LAPTOP]
    if subprocess.run(tried, capture_output=True, check=False).returncode:
        pytest.skip("this system makes no dummy networks")
    begun = ("sh", "-c", f'{LAPTOP} && exec "$@"', "sh")
    command = (*ALONE, *begun, *COMMAND)
    with Program(tmp_path, *SERVE, command=command) as program:
        here = Alone(program)
        code = program.until(rf"or open  http://{OLD}:8080/t/(\w+)$")[1]
        program.until(r"choose another address .*: 10\.8\.0\.6, 172\.17\.0\.1$")
        program.until("Ctrl-C ends")
        _, text = here.get(f"/host/t/{code}", "localhost:8080")
        assert 'id="other-addresses"' in text
        assert here.post(f"/host/t/{code}/address", "address=10.8.0.6") == 303
        program.until(rf"or open  http://10.8.0.6:8080/t/{code}$")
        _, text = here.get(f"/t/{code}/wall", "localhost:8080")
        assert f"10.8.0.6:8080/t/{code}" in text
        assert here.post(f"/host/t/{code}/address", "address=10.8.0.7") == 409
        assert here.post(f"/host/t/{code}/address", "address=") == 409
    with Program(tmp_path, *SERVE, command=command) as program:  # it is kept
        program.until(rf"or open  http://10.8.0.6:8080/t/{code}$")
        here = Alone(program)
        program.until("Ctrl-C ends")
        here.run("ip", "link", "delete", "tun0")
        program.until(rf"or open  http://{OLD}:8080/t/{code}$")


# --- the board ------------------------------------------------------------------------------------


class Networks:
    """The addresses of a computer that a test moves about."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.now_ms = 0

    def own(self) -> OwnAddresses:
        """Looks them up."""
        return OwnAddresses(lambda: self.addresses, lambda: self.now_ms)

    def change(self, *addresses: str) -> None:
        """Move, and wait until it may be asked again."""
        self.addresses = addresses
        self.now_ms += EVERY_MS


class Port:
    """A server, as far as the house asks it."""

    port = 8080


@contextmanager
def house(folder: Path, cables: Cables, networks: Networks, **more: object) -> Iterator[House]:
    """A host at that computer, that says where guests go."""
    new_journal(folder / "journal.db").close()
    journal = open_journal(folder / "journal.db")
    settings = SETTINGS(data=folder, **{"http_host": "0.0.0.0", **more})
    made = House(
        settings, journal, Shelf(Decks((demo_deck("red"),))), cables.find, (), networks.own()
    )
    made.open_table()
    made.start()
    try:
        made.welcome(Port())  # type: ignore[arg-type]
        yield made
    finally:
        made.stop()
        journal.close()


def joined(board: Board) -> str:
    """The address on the board's display; empty while it shows something else."""
    return str(board.picture.get("t", ""))


def test_the_board_shows_the_new_address_by_itself(tmp_path, capsys):
    networks, cables = Networks(OLD), Cables()
    with Board("0A0A0A0A") as board, house(tmp_path, cables, networks) as here:
        cables.boards.append(board)
        code = here.table.code
        until(lambda: here.table.view().board == "live")
        board.emit("K", "MENU")
        board.emit("K", "MENU")
        until(lambda: joined(board) == f"http://{OLD}:8080/t/{code}")
        networks.change(NEW)
        here.look_at_network()
        until(lambda: joined(board) == f"http://{NEW}:8080/t/{code}")
        assert f"or open  http://{NEW}:8080/t/{code}\n" in capsys.readouterr().out
        networks.change()  # between two networks: what was there mostly comes back
        here.look_at_network()
        networks.change(NEW)
        here.look_at_network()
        assert capsys.readouterr().out == ""


def test_an_address_that_was_given_stays(tmp_path, capsys):
    networks = Networks(OLD)
    with house(tmp_path, Cables(), networks, base_url="https://cards.example") as here:
        assert f"or open  https://cards.example/t/{here.table.code}" in capsys.readouterr().out
        networks.change(NEW)
        here.look_at_network()
        assert capsys.readouterr().out == ""


def test_before_anybody_is_told_where_to_go_nothing_is_told_of_a_change(tmp_path):
    networks = Networks(OLD)
    new_journal(tmp_path / "journal.db").close()
    journal = open_journal(tmp_path / "journal.db")
    here = House(SETTINGS(data=tmp_path), journal, Shelf(), Cables().find, (), networks.own())
    here.open_table()
    version = here.table.version
    networks.change(NEW)
    here.look_at_network()
    assert here.table.version == version
    journal.close()
