"""The wire over a network: both ends prove that they have the same key, and seal every frame.

    host   tricktable/1 NONCE
    board  tricktable/1 NONCE PROOF      or `busy`, when it talks with another host
    host   PROOF
    both   MAC ~E 12 83417 C 2 04A3C6CAE26180*88588F14

A nonce is 32 hex digits, others for each connection. All secrets come from the shared key by
HMAC-SHA256 (RFC 2104) over both nonces, each with a word of its own: a proof for either end, and a
key for either direction. A MAC is the first half of the HMAC over the frame's number in its
direction and the frame; so a frame that was changed, left out, repeated, turned round or kept from
another connection is none. Nothing is hidden: who listens reads frames. No I/O, no clock.
"""

from binascii import hexlify
from hashlib import sha256

from tablewire.limits import MAX_LINE_BYTES

KEY_BYTES = 32
NONCE_DIGITS = 32
BUSY = b"busy\n"

_NAME = b"tricktable/1"
_MAC_DIGITS = 32
_MOST_BYTES = MAX_LINE_BYTES + _MAC_DIGITS + 1

ANOTHER_KEY = "it has another key, or is not what it says"
TAKEN = "it talks with another host"
BROKEN = "something between changed what was sent"
STRANGER = "it does not talk as a board of this kind"


class Keyed:
    """HMAC-SHA256 under one key. MicroPython has the hash and no hmac."""

    def __init__(self, key: bytes) -> None:
        block = key + bytes(64 - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in block])
        self._outer = bytes([byte ^ 0x5C for byte in block])

    def of(self, data: bytes) -> bytes:
        """The HMAC of these bytes."""
        return bytes(sha256(self._outer + sha256(self._inner + data).digest()).digest())


class Sealed:
    """One end of one connection: bytes of the network in, frames out, and the other way round.

    `nonce`: 32 hex digits, random. Write what `due` gives at once and after each `receive`. When
    `why` is not "", it says why the connection must be closed, and nothing passes any more.
    """

    def __init__(self, key: bytes, nonce: str, is_board: bool) -> None:
        if len(key) != KEY_BYTES or len(nonce) != NONCE_DIGITS:
            raise ValueError("a key has 32 bytes, a nonce 32 digits")
        self._key = Keyed(key)
        self._nonce = nonce.encode()
        self._is_board = is_board
        self._due = b"" if is_board else _NAME + b" " + self._nonce + b"\n"
        self._awaited = b""  # the proof that the other end owes
        self._line = b""
        self._in = self._out = self._key
        self._taken = self._sent = 0
        self.is_open = False  # the other end has proved that it has the key
        self.why = ""

    def due(self) -> bytes:
        """The bytes of the greeting that are to be sent now, often none."""
        due, self._due = self._due, b""
        return due

    def seal(self, frames: bytes) -> bytes:
        """Whole frames, each with its line feed, as they go over the network."""
        out = []
        for frame in frames.split(b"\n")[:-1]:
            out.append(self._mac(self._out, self._sent, frame) + b" " + frame + b"\n")
            self._sent += 1
        return b"".join(out)

    def receive(self, data: bytes) -> bytes:
        """Take what came from the network; give the whole frames that the other end sealed."""
        frames = b""
        lines = (self._line + data).split(b"\n")
        self._line = lines.pop()
        for line in lines:
            if self.why:
                break
            if self.is_open:
                frames += self._unseal(line)
            else:
                self._greet(line)
        if len(self._line) > _MOST_BYTES:
            self._close(STRANGER)
        return frames

    def _unseal(self, line: bytes) -> bytes:
        if not self._taken and not self._is_board and line + b"\n" == BUSY:
            self._close(TAKEN)  # another host was quicker
            return b""
        frame = line[_MAC_DIGITS + 1 :]
        mac = self._mac(self._in, self._taken, frame)
        self._taken += 1
        if not same(mac + b" ", line[: _MAC_DIGITS + 1]):
            self._close(BROKEN)
            return b""
        return frame + b"\n"

    def _greet(self, line: bytes) -> None:
        words = line.split(b" ")
        if self._awaited and self._is_board:
            self.is_open = same(line, self._awaited)
            if not self.is_open:
                self._close(ANOTHER_KEY)
        elif line + b"\n" == BUSY:
            self._close(TAKEN)
        elif words[0] != _NAME or len(words) != 3 - self._is_board or not _is_nonce(words[1]):
            self._close(STRANGER)
        elif self._is_board:
            self._meet(words[1] + self._nonce)
            self._awaited = self._proof(b"host", words[1] + self._nonce)
            mine = self._proof(b"board", words[1] + self._nonce)
            self._due = b"%s %s %s\n" % (_NAME, self._nonce, mine)
        else:
            nonces = self._nonce + words[1]
            self._meet(nonces)
            self.is_open = same(words[2], self._proof(b"board", nonces))
            if self.is_open:
                self._due = self._proof(b"host", nonces) + b"\n"
            else:
                self._close(ANOTHER_KEY)

    def _meet(self, nonces: bytes) -> None:
        """Both nonces are known: derive the keys of both directions."""
        keys = [Keyed(self._key.of(word + nonces)) for word in (b"to host", b"to board")]
        self._out, self._in = keys if self._is_board else (keys[1], keys[0])

    def _proof(self, word: bytes, nonces: bytes) -> bytes:
        return hexlify(self._key.of(b"proof of " + word + nonces))

    def _mac(self, key: Keyed, number: int, frame: bytes) -> bytes:
        return hexlify(key.of(b"%d " % number + frame))[:_MAC_DIGITS]

    def _close(self, why: str) -> None:
        self.why = why
        self.is_open = False
        self._line = self._due = b""


def same(one: bytes, other: bytes) -> bool:
    """Whether both are equal; takes as long when they differ early as when they differ late."""
    if len(one) != len(other):
        return False
    differing = 0
    for mine, theirs in zip(one, other):
        differing |= mine ^ theirs
    return not differing


def _is_nonce(word: bytes) -> bool:
    return len(word) == NONCE_DIGITS and not [
        byte for byte in word if byte not in b"0123456789abcdef"
    ]
