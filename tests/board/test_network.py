"""A board on the network: the shipped firmware behind a real TCP socket, hosts, and strangers."""

import json
import secrets
import socket
import time

import pytest
from serial import SerialException

from board.plugged_board import Plugged
from flash_image import make_image, put_compiled, put_loader, put_program
from pins import KEY_COLUMNS, KEYS
from rig.patience import PATIENCE_S, until
from rig.ports import free_port
from rig.table import Rig
from tablewire.frame import encode
from tablewire.host import HostSession
from tablewire.limits import RING_EVENTS
from tablewire.messages import Event, Hello
from tablewire.sealed import ANOTHER_KEY, TAKEN, Sealed
from tablewire.words import PROGRAM
from tricktable.board.flash.firmware import compile_firmware
from tricktable.board.link.line import Line
from tricktable.board.link.ports import open_serial
from tricktable.board.link.process import FLASH_KIB, MICROPYTHON, MODELS_KIB, best_interpreter
from tricktable.board.link.sealed_port import SealedPort, Stranger, opener, read_key
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.table.views import LIVE, REFUSED

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="only MicroPython has a board's file system"
)

KEY = bytes(range(32))
ACE, KING = "04A3C6CAE26180", "04A3C6CAE26280"
LOOK_AGAIN_S = 0.02
FAST = 20
RESTS_MS = 100
"""Longer than a key takes to be told, and to be let go."""


class Table:
    """A simulated board with Wi-Fi, and where it is."""

    def __init__(self, folder, speed=1.0, put_files=put_compiled):
        self.committed = 0
        self.address = ("127.0.0.1", free_port())
        self.url = f"socket://127.0.0.1:{self.address[1]}"
        put_files(folder / "files")
        found = {"ssid": "Cards", "password": "x", "key": KEY.hex(), "port": self.address[1]}
        (folder / "files" / "table.json").write_text(json.dumps(found))
        flash = make_image(folder / "files", folder / "flash.bin")
        self.board = SimulatedBoard.start(
            seed=7, speed=speed, flash=flash
        )  # it waits 3 s for a greeting

    def socket(self):
        """A connection that has said nothing, as soon as the board's door is open."""
        ends_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                return socket.create_connection(self.address, timeout=PATIENCE_S)
            except ConnectionRefusedError:
                assert time.monotonic() < ends_s, self.board.crash
                time.sleep(LOOK_AGAIN_S)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("table"))
    table.socket().close()
    yield table
    table.board.close()


class Host:
    """A host's session on a sealed connection."""

    def __init__(self, table, key=KEY):
        self.table = table
        self.port = SealedPort(open_serial(table.url), key)
        self.session = HostSession(secrets.token_hex(4).upper())
        self.session.opened(now_ms())
        self.cards = []
        self.keys = []
        self.faults = []

    def __enter__(self):
        self.until(lambda: self.session.board)
        return self

    def __exit__(self, *_):
        self.port.close()

    def until(self, condition):
        ends_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < ends_s
            self.port.write(self.session.due(now_ms()))
            data = self.port.read(1)
            data += self.port.read(self.port.in_waiting)
            for said in self.session.receive(data, now_ms()):
                if isinstance(said, Hello):
                    self.session.knows(said.boot, self.table.committed)
                elif isinstance(said, Event):
                    self.cards += [said.args] if said.what == "C" else []
                    self.keys += [said.args] if said.what == "K" else []
                    self.faults += said.args if said.what == "F" else []
                    self.table.committed = said.seq
                    self.session.commit(self.session.board.boot, said.seq)


class Roaming(Host):
    """A host that comes back until it has its board again, however its connection breaks."""

    def __init__(self, table):
        table.socket().close()  # once the board's door is open
        super().__init__(table)

    def __enter__(self):
        self.until(lambda: self.session.board)
        return self

    def until(self, condition):
        ends_s = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < ends_s, (self.session.board, self.table.board.crash)
            try:
                super().until(lambda: self.session.reopen_due(now_ms()) or condition())
                if not condition():
                    self.come_back()
            except (SerialException, Stranger):
                self.come_back()

    def come_back(self):
        """Leave the connection as it is, and open another one."""
        self.table.socket().close()
        self.port = SealedPort(open_serial(self.table.url), KEY)
        self.session.opened(now_ms())


def now_ms():
    return time.monotonic_ns() // 1_000_000


def lay(table, reader, uid):
    table.board.lay(reader, uid)


def test_cards_and_pictures_pass(table):
    with Host(table) as host:
        assert host.session.board.parts()["readers"] == "4"
        lay(table, 2, ACE)
        host.until(lambda: host.cards)
        assert host.cards == [("2", ACE)]
        shown = host.session.show('{"p":"words","t":"Tricktable","q":"Who deals?"}')
        host.until(lambda: host.session.beat and host.session.beat.picture == shown)
        assert host.session.bad_frames == host.session.strays == 0
    table.board.lift(2)


def test_a_host_with_another_key_is_told_so_and_harms_nothing(table):
    with Host(table) as host:
        pass
    stranger = Host(table, bytes(32))
    with pytest.raises(Stranger, match=f"at {table.url} is refused: {ANOTHER_KEY}"):
        stranger.until(lambda: stranger.session.board)
    stranger.port.close()
    with Host(table) as host:
        assert host.session.alive(now_ms())


def test_a_second_host_is_told_and_the_first_plays_on(table):
    with Host(table) as host:
        second = Host(table)
        with pytest.raises(Stranger, match=TAKEN):
            second.until(lambda: second.session.board)
        second.port.close()
        lay(table, 1, KING)
        host.until(lambda: host.cards)
        assert host.cards == [("1", KING)]
    table.board.lift(1)


def test_what_happens_while_the_connection_is_cut_comes_afterwards(table):
    with Host(table) as host:
        boot = host.session.board.boot
    lay(table, 3, ACE)
    with Host(table) as host:
        host.until(lambda: host.cards)
        assert (host.session.board.boot, host.cards) == (boot, [("3", ACE)])
    table.board.lift(3)


def test_a_host_that_comes_back_at_once_is_no_second_one(table):
    for _ in range(3):
        with Host(table) as host:
            host.port._port._socket.close()  # at once, where pyserial would wait
            with Host(table) as again:
                assert again.session.alive(now_ms())


def test_a_conversation_that_is_played_again_moves_nothing(table):
    sent = []
    with table.socket() as line:
        sealed = Sealed(KEY, secrets.token_hex(16), False)
        sent.append(sealed.due())
        line.sendall(sent[0])
        while not sealed.is_open:
            sealed.receive(line.recv(1000))
        sent += [sealed.due(), sealed.seal(b"~W 1 1 5F3A11C3*28E2B965\n")]
        line.sendall(sent[1] + sent[2])
        frames = b""
        while b"~H " not in frames:
            frames += sealed.receive(line.recv(1000))
    with table.socket() as line:
        line.sendall(sent[0])
        heard = b""
        while not heard.endswith(b"\n"):
            heard += received(line)
        line.sendall(sent[1] + sent[2])
        while data := received(line):
            heard += data
        assert heard.count(b"\n") == 1  # the board's greeting and nothing else
        assert b"~H " not in heard
    with Host(table) as host:
        assert host.session.alive(now_ms())


def test_who_says_nothing_keeps_nobody_out(table):
    idlers = [table.socket() for _ in range(3)]
    with Host(table) as host:
        assert host.session.alive(now_ms())
    for idler in idlers:
        while received(idler):
            pass
        idler.close()


@pytest.fixture
def slow_table(tmp_path):
    """A board with time for a busy computer's hosts."""
    table = Table(tmp_path, speed=0.2)
    table.socket().close()
    yield table
    table.board.close()


def knock(table):
    """Begin to connect, and wait for nothing."""
    line = socket.socket()
    line.setblocking(False)
    line.connect_ex(table.address)
    return line


def test_a_greeting_has_its_turn_while_others_knock_twenty_times_a_second(slow_table):
    knockers = [slow_table.socket() for _ in range(4)]
    for _ in range(2):
        with slow_table.socket() as line:
            sealed = Sealed(KEY, secrets.token_hex(16), False)
            for step in range(3):  # with a round trip of 50 ms one knocks meanwhile
                knockers.append(knock(slow_table))
                if step == 1:
                    line.sendall(sealed.due())
                    while not sealed.is_open:
                        data = received(line)
                        assert data, "put out for a newcomer"
                        sealed.receive(data)
            line.sendall(sealed.due() + sealed.seal(who()))
            frames = b""
            while b"~H " not in frames:
                data = received(line)
                assert data, "put out for a newcomer"
                frames += sealed.receive(data)
    for knocker in knockers:
        knocker.close()


def test_of_two_hosts_that_greet_at_once_one_is_told_that_the_other_was_quicker(table):
    lines = [table.socket() for _ in range(2)]
    ends = [Sealed(KEY, secrets.token_hex(16), False) for _ in lines]
    for line, sealed in zip(lines, ends, strict=True):
        line.sendall(sealed.due())
    for line, sealed in zip(lines, ends, strict=True):
        while not sealed.is_open:
            sealed.receive(line.recv(1000))
    lines[0].sendall(ends[0].due() + ends[0].seal(who()))
    frames = b""
    while b"~H " not in frames:
        data = received(lines[0])
        assert data
        frames += ends[0].receive(data)
    lines[1].sendall(ends[1].due())
    while not ends[1].why:
        ends[1].receive(lines[1].recv(1000))
    assert ends[1].why == TAKEN
    for line in lines:
        line.close()


def who():
    """The question of a host that nobody has met."""
    return encode(f"W 1 1 {secrets.token_hex(4).upper()}")


def received(line):
    """What comes; b"" when the other end has gone."""
    try:
        return line.recv(1000)
    except ConnectionResetError:
        return b""


def test_a_table_finds_its_board_on_the_network(table, tmp_path):
    rig = Rig(tmp_path)
    key = tmp_path / "board-key"
    line = Line(rig.table, lambda: [table.url], picture, opener(key))
    line.start()
    until(lambda: rig.view.board == REFUSED)
    assert "make one with `tricktable flash --wifi`" in str(rig.view.board_word)
    key.write_text(KEY.hex() + "\n")
    until(lambda: rig.view.board == LIVE)
    line.stop()
    rig.journal.close()


@pytest.mark.parametrize("text", ["", "key", "00" * 31, "00" * 33])
def test_a_file_that_holds_no_key_is_told(tmp_path, text):
    path = tmp_path / "board-key"
    path.write_text(text)
    with pytest.raises(Stranger, match=r"does not hold a key \(64 hex digits"):
        read_key(path)


def test_a_network_that_is_away_is_joined_anew_after_each_failure_and_power_is_not_saved(tmp_path):
    put_compiled(tmp_path / "files")
    found = {"ssid": "Cards", "password": "x", "key": KEY.hex(), "port": free_port()}
    (tmp_path / "files" / "table.json").write_text(json.dumps(found))
    flash = make_image(tmp_path / "files", tmp_path / "flash.bin")
    with SimulatedBoard.start(seed=8, speed=20, flash=flash) as board:
        until(lambda: wifi_of(board)["joins"] == 1)
        assert wifi_of(board)["pm"] & 0xF == 0  # cyw43_ll.h: CYW43_NO_POWERSAVE_MODE
        board.fault("wifi", on=True)
        until(lambda: wifi_of(board)["joins"] >= 3)
        assert wifi_of(board)["interrupted"] == 0
        board.fault("wifi", on=False)
        until(lambda: can_be_reached(found["port"]))


def loses_its_network(table):
    """Break the air until the board has noticed and tries to join; then mend it."""
    joins = wifi_of(table.board)["joins"]
    table.board.fault("wifi", on=True)
    until(lambda: wifi_of(table.board)["joins"] > joins)
    return lambda: table.board.fault("wifi", on=False)


def test_a_wi_fi_that_drops_amid_an_update_costs_no_card_no_key_and_no_byte_twice(tmp_path):
    pack = compile_firmware().pack
    table = Table(tmp_path, speed=5)
    with table.board, Roaming(table) as host:
        assert host.session.send(PROGRAM, pack)
        upload = host.session.upload
        host.until(lambda: upload.taken > len(pack) // 3)
        begun, silent = upload.taken, host.port
        mend = loses_its_network(table)  # nobody reads nor writes meanwhile
        lay(table, 2, ACE)
        table.board.press("Q")
        table.board.rest(RESTS_MS)
        lay(table, 1, KING)
        table.board.rest(RESTS_MS)
        mend()
        host.come_back()
        host.until(lambda: upload.taken > begun)
        assert upload.taken < len(pack), "it goes on where it was"
        host.until(lambda: upload.is_whole)
        host.until(lambda: len(host.cards) == 2 and host.keys)
        assert (host.cards, host.keys) == ([("2", ACE), ("1", KING)], [("Q",)])
        assert (host.faults, table.board.resets) == ([], 0)
        silent.close()


def test_all_that_a_board_can_keep_while_its_wi_fi_is_away_comes_in_order_afterwards(tmp_path):
    table = Table(tmp_path, speed=10)
    with table.board:
        with Roaming(table) as host:
            boot = host.session.board.boot
        mend = loses_its_network(table)
        keys = (KEYS * -(-RING_EVENTS // len(KEYS)))[:RING_EVENTS]
        columns = len(KEY_COLUMNS)
        for first in range(0, len(keys), columns):  # a row at once, which is quicker
            for is_down in (True, False):
                for key in keys[first : first + columns]:
                    table.board.hold(key, is_down)
                table.board.rest(RESTS_MS)
        mend()
        with Roaming(table) as host:
            host.until(lambda: len(host.keys) >= RING_EVENTS)
            assert host.keys == [(key,) for key in keys]
            host.until(lambda: host.session.beat)
            assert (host.session.board.boot, host.session.beat.lost) == (boot, 0)
            assert (host.faults, table.board.resets) == ([], 0)


UNUSABLE = {
    "no object": 7,
    "no key": {"key": None},
    "a key of no digits": {"key": "x" * 64},
    "a short key": {"key": "00"},
    "no ssid": {"ssid": None},
    "a ssid of digits": {"ssid": 5},
    "no password": {"password": None},
    "a password of digits": {"password": 12345678},
    "no port": {"port": None},
    "a port of letters": {"port": "four"},
    "a port that no network has": {"port": 65536},
    "a name of digits": {"name": 5},
    "a name that is too long": {"name": "x" * 33},
}


@pytest.mark.parametrize("wrong", UNUSABLE.values(), ids=UNUSABLE)
def test_whatever_its_network_file_says_a_board_tells_of_it_and_works_on_its_cable(tmp_path, wrong):
    put_compiled(tmp_path / "files")
    found = {"ssid": "Cards", "password": "x", "key": KEY.hex(), "port": free_port()}
    said = {**found, **wrong} if isinstance(wrong, dict) else wrong
    if isinstance(said, dict):
        said = {name: word for name, word in said.items() if word is not None}
    (tmp_path / "files" / "table.json").write_text(json.dumps(said))
    flash = make_image(tmp_path / "files", tmp_path / "flash.bin")
    with Plugged(speed=FAST, flash=flash) as plugged:
        plugged.runs()
        plugged.board.lay(0, ACE)
        plugged.until(lambda: plugged.told("C"))
        plugged.lasts(2000)
        assert [words[0].partition(":")[0] for words in plugged.told("F")] == ["table.json"]
        assert plugged.board.resets == 0


def test_a_chip_that_does_not_even_try_to_join_is_asked_again_and_stops_nothing(tmp_path):
    put_compiled(tmp_path / "files")
    found = {"ssid": "Cards", "password": "x" * 65, "key": KEY.hex(), "port": free_port()}
    (tmp_path / "files" / "table.json").write_text(json.dumps(found))
    flash = make_image(tmp_path / "files", tmp_path / "flash.bin")
    with Plugged(speed=FAST, flash=flash) as plugged:
        plugged.runs()
        plugged.until(lambda: (wifi_of(plugged.board).get("refused") or 0) >= 3)
        plugged.board.lay(0, ACE)
        plugged.until(lambda: plugged.told("C"))
        assert (plugged.told("F"), plugged.board.resets) == ([], 0)


KEYPAD_WITHOUT_MEMORY = """
def scan(self, look=Keypad.scan, keys=[0]):
    keys.append(look(self))
    if keys.pop(0) < keys[0] > 0:
        raise MemoryError("none left")
    return keys[0]

Keypad.scan = scan
"""


def put_program_without_memory(folder):
    """Put a program into a folder that has no memory for a key's press."""
    folder.mkdir()
    put_loader(folder)
    put_program(folder)
    with (folder / "keypad.py").open("a") as keypad:
        keypad.write(KEYPAD_WITHOUT_MEMORY)


def test_after_a_round_that_failed_the_board_is_reached_again_and_says_why(tmp_path):
    table = Table(tmp_path, put_files=put_program_without_memory)
    with table.board:
        table.socket().close()
        with Host(table) as host:
            table.board.press("K")
            with pytest.raises(SerialException):
                host.until(lambda: host.faults)
        table.socket().close()
        with Host(table) as host:
            host.until(lambda: host.faults)
            assert "MemoryError:_none_left" in host.faults[0]


def test_the_firmware_has_its_share_of_the_heap_beside_a_flash_and_a_network(table):
    models_bytes = table.board.stat()["models_bytes"]
    assert models_bytes <= (MODELS_KIB + FLASH_KIB) * 1024 <= models_bytes + 4096


def wifi_of(board):
    """What was seen of a board in the air."""
    return board.stat()["wifi"] or {"joins": 0}


def can_be_reached(port):
    """Whether somebody opens the door there."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S).close()
    except ConnectionRefusedError:
        return False
    return True
