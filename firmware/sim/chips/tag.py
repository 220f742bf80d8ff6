"""A tag as ISO/IEC 14443-3 type A describes it: its states, its answers, its page memory.

Knows no reader and no time: a frame comes in, an answer or silence comes out.
"""

from micropython import const

_SHORT_FRAME_BITS = const(7)
_REQA = const(0x26)
_WUPA = const(0x52)
_HLTA = const(0x50)
_READ = const(0x30)
SELECT_COMMANDS = (0x93, 0x95, 0x97)  # cascade levels 1 to 3
_WHOLE_UID = const(0x70)  # the NVB of a SELECT: seven whole bytes follow, counting SEL and NVB
_CASCADE_TAG = const(0x88)
_CASCADE_BIT = const(0x04)  # in a SAK: the uid goes on at the next level
_UID_BITS = const(40)  # four bytes of uid and their BCC
_PAGE_BYTES = const(4)
_NTAG213_PAGES = const(45)  # NTAG213 data sheet, section 8.5
NAK = b"\x00"  # NTAG213 data sheet, section 9.3: four bits, invalid argument

# ISO/IEC 14443-3, 6.3; its _READY* and _ACTIVE* are _READY and _ACTIVE of a tag woken from _HALT.
_OFF = const(0)
_IDLE = const(1)
_READY = const(2)
_ACTIVE = const(3)
_HALT = const(4)


def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """Return the two check bytes of ISO/IEC 14443-3, annex B, lower byte first."""
    crc = preset
    for byte in data:
        for bit in range(8):
            low = (crc ^ byte >> bit) & 1
            crc = crc >> 1 ^ (0x8408 if low else 0)
    return bytes((crc & 0xFF, crc >> 8))


def cascade_parts(uid: bytes) -> list:
    """Split a uid of 4, 7 or 10 bytes into the five bytes (with BCC) of each cascade level."""
    parts = []
    while len(uid) > 4:
        parts.append(bytes((_CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


class Tag:
    """One tag: an NTAG213 sticker when its uid has 7 bytes, else a MIFARE Classic 1K card."""

    def __init__(self, uid: bytes) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError("a uid has 4, 7 or 10 bytes")
        self.uid = uid
        self._parts = cascade_parts(uid)
        self._state = _OFF
        self._level = 0
        self._from_halt = False

    def power(self, on: bool) -> None:
        """Enter or leave a field."""
        if not on:
            self._state = _OFF
        elif self._state == _OFF:
            self._state = _IDLE
            self._from_halt = False

    def hear(self, frame: bytes, bits: int):
        """Return the answer to a frame as (bytes, number of bits), or None for silence."""
        if self._state == _OFF:
            return None
        if bits == _SHORT_FRAME_BITS:
            return self._wake(frame[0])
        if bits & 7 == 0 and frame[0] == _HLTA:
            return self._halt(frame)
        if self._state == _READY and frame[0] == SELECT_COMMANDS[self._level]:
            return self._select(frame, bits)
        if self._state == _ACTIVE and frame[0] == _READ:
            return self._read(frame)
        return self._give_up()

    def _give_up(self) -> None:
        """Whatever does not belong here sends the tag back to where it was woken."""
        if self._state in (_READY, _ACTIVE):
            self._state = _HALT if self._from_halt else _IDLE

    def _wake(self, command: int):
        if self._state == _IDLE and command in (_REQA, _WUPA):
            self._from_halt = False
        elif self._state == _HALT and command == _WUPA:
            self._from_halt = True
        else:
            return self._give_up()
        self._state = _READY
        self._level = 0
        # ATQA: NTAG213 data sheet 9.2 (0044h), MIFARE Classic EV1 data sheet 9.2 (0004h).
        return (b"\x04\x00", b"\x44\x00", b"\x84\x00")[len(self._parts) - 1], 16

    def _halt(self, frame: bytes) -> None:
        if self._state == _ACTIVE and frame == b"\x50\x00\x57\xcd":
            self._state = _HALT
        else:
            self._give_up()

    def _select(self, frame: bytes, bits: int):
        part = self._parts[self._level]
        if frame[1] == _WHOLE_UID:
            if bits != 72 or frame[2:7] != part or crc_a(frame[:7]) != frame[7:]:
                return self._give_up()
            return self._answer_select()
        known = (frame[1] >> 4) * 8 + (frame[1] & 7) - 16
        if not 0 <= known < _UID_BITS or bits != 16 + known:
            return self._give_up()
        mine = int.from_bytes(part, "little")
        asked = int.from_bytes(frame[2:], "little")
        if (mine ^ asked) & ((1 << known) - 1):
            return self._give_up()
        rest = _UID_BITS - known
        return (mine >> known).to_bytes((rest + 7) >> 3, "little"), rest

    def _answer_select(self):
        self._level += 1
        if self._level < len(self._parts):
            sak = _CASCADE_BIT
        else:
            self._state = _ACTIVE
            sak = 0x08 if len(self._parts) == 1 else 0x00  # MIFARE Classic 1K; NTAG213 9.2
        answer = bytes((sak,))
        return answer + crc_a(answer), 24

    def _read(self, frame: bytes):
        page = frame[1] if len(frame) == 4 else _NTAG213_PAGES
        if crc_a(frame[:2]) != frame[2:]:
            return self._give_up()
        if len(self.uid) == 4 or page >= _NTAG213_PAGES:  # a MIFARE Classic wants a key first
            self._give_up()
            return NAK, 4
        pages = b"".join([self.page((page + i) % _NTAG213_PAGES) for i in range(4)])
        return pages + crc_a(pages), 144

    def page(self, number: int) -> bytes:
        """Return a page's four bytes, NTAG213 data sheet 8.5: uid, lock, capabilities; rest 0."""
        head = b"".join(self._parts) if len(self._parts) == 2 else b""
        fixed = (head[1:5], head[5:9], head[9:10] + b"\x48\x00\x00", b"\xe1\x10\x12\x00")
        return fixed[number] if number < len(fixed) else bytes(_PAGE_BYTES)
