"""Images of MicroPython: what is one, where it comes from, where it goes."""

import hashlib
import struct
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tricktable.board.flash import CannotFlash, uf2


def image(blocks=3, family=0xE48BFF56):
    """A small UF2 file: the format's own layout."""
    return b"".join(
        struct.pack(
            "<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * n, 256, n, blocks, family
        )
        + bytes(476)
        + struct.pack("<I", 0x0AB16F30)
        for n in range(blocks)
    )


def absolute():
    """What picotool writes before an image for an RP2350, whose boot ROM reads past it: E10."""
    words = (0x0A324655, 0x9E5D5157, 0xA000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
    return struct.pack("<8I", *words) + b"\xef" * 256 + bytes(220) + struct.pack("<I", 0x0AB16F30)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (image(family=0xE48BFF59), ""),
        (absolute() + image(family=0xE48BFF59), ""),
        (image(), "it is for RP2040, not RP2350"),
        (image(family=0xE48BFF5A), "it is for another, not RP2350"),
        (absolute(), "it is cut"),
        (absolute() * 2 + image(family=0xE48BFF59), "it is for another, not RP2350"),
        (absolute() + image(family=0xE48BFF59)[:-512], "it has 2 blocks of 3"),
    ],
)
def test_an_image_for_a_pico_2_is_one_for_its_chip(data, why):
    said = uf2.wrong_uf2(data, uf2.RP2350)
    assert said.startswith(why) if why else not said


def test_no_image_is_downloaded_that_nobody_has_seen():
    for board in uf2.BOARDS:
        if board in uf2.IMAGES:
            assert uf2.official(board) is uf2.IMAGES[board]
        else:
            with pytest.raises(CannotFlash, match=f"pinned image for a {board}: .* with --uf2"):
                uf2.official(board)


def test_a_whole_image_is_read(tmp_path):
    path = tmp_path / "good.uf2"
    path.write_bytes(image())
    assert uf2.read_uf2(path) == image()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is cut"),
        (image()[:-1], "it is cut"),
        (image()[:-512], "it has 2 blocks of 3"),
        (image()[512:], "block 0 of 3 is missing"),
        (b"\x7fELF" + bytes(508), "block 0 is not a UF2 block"),
        (image()[:1024] + bytes(512), "block 2 is not a UF2 block"),
        (image(family=0xE48BFF59), "it is for RP2350, not RP2040"),
        (image(family=0xE48BFF5A), "it is for another, not RP2040"),  # an RP2350's RISC-V cores
        (absolute() + image(), "it is for another, not RP2040"),
    ],
)
def test_what_is_no_image_is_refused(tmp_path, data, why):
    path = tmp_path / "bad.uf2"
    path.write_bytes(data)
    with pytest.raises(CannotFlash, match=f"bad.uf2 is not an image for this board: .*{why}"):
        uf2.read_uf2(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CannotFlash, match="No such file"):
        uf2.read_uf2(tmp_path / "none.uf2")


@pytest.fixture
def server():
    """A web server on this machine that has one file."""

    class Files(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(image())

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/pico.uf2"
        server.shutdown()


def test_a_download_is_checked(server):
    good = uf2.Image(server, len(image()), hashlib.sha256(image()).hexdigest())
    assert uf2.download(good) == image()
    with pytest.raises(CannotFlash, match="its SHA-256 differs"):
        uf2.download(good._replace(sha256="0" * 64))


def test_without_internet_it_says_what_to_do():
    nobody = uf2.Image("http://127.0.0.1:9/pico.uf2", 1, "0" * 64)
    with pytest.raises(CannotFlash, match=r"Without internet, download .* give it with --uf2"):
        uf2.download(nobody)


def test_the_official_images_are_pinned():
    for name, pinned in uf2.IMAGES.items():
        assert pinned.url.startswith("https://micropython.org/resources/firmware/RPI_PICO")
        assert ("_W-" in pinned.url) is (name == "pico-w")
        assert len(bytes.fromhex(pinned.sha256)) == 32
        assert pinned.size % 512 == 0


def test_a_pico_is_known_by_what_its_drive_says(tmp_path, monkeypatch):
    pico, stick = tmp_path / "RPI-RP2", tmp_path / "stick"
    for drive, text in ((pico, "UF2 Bootloader v3.0\nBoard-ID: RPI-RP2\n"), (stick, "Holiday")):
        drive.mkdir()
        (drive / "INFO_UF2.TXT").write_text(text)
    newer = tmp_path / "RP2350"
    newer.mkdir()
    (newer / "INFO_UF2.TXT").write_text("UF2 Bootloader v1.0\nBoard-ID: RP2350\n")
    monkeypatch.setattr(uf2, "_drives", lambda: [tmp_path / "none", stick, pico, newer])
    assert uf2.drives() == [pico, newer]
    assert [uf2.chip_of(drive) for drive in (stick, pico, newer)] == [None, uf2.RP2040, uf2.RP2350]
    uf2.put(image(), pico)
    assert (pico / "micropython.uf2").read_bytes() == image()


def test_a_drive_that_does_not_take_it_is_told(tmp_path):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2")
    (tmp_path / "micropython.uf2").mkdir()
    with pytest.raises(CannotFlash, match="MicroPython cannot be copied to"):
        uf2.put(image(), tmp_path)


def test_a_drive_that_vanishes_has_it(tmp_path):
    uf2.put(image(), tmp_path / "gone")
