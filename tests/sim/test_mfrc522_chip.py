"""The model of the reader chip, driven by bare register accesses from its data sheet.

Nothing of our driver is used here: the sequences are those of the data sheet and of the widely
used public driver (miguelbalboa/rfid), which resolves collisions bit by bit. For both Pythons.
"""

import random

from chips.clock import Clock
from chips.mfrc522 import SELF_TEST, Mfrc522
from chips.tag import Tag, cascade_parts, crc_a
from sim.workbench import raises

SEVEN = bytes.fromhex("04A3C6CAE26180")
BYTE_NS = 8000


def pairs(data):
    """Registers as address, value, address, value ..."""
    return [(data[i], data[i + 1]) for i in range(0, len(data), 2)]


class Bench:
    """A chip on a bus of 1 MHz, and the registers by number."""

    def __init__(self):
        self.clock = Clock()
        self.chip = Mfrc522(self.clock)

    def transfer(self, sent):
        """One SPI transfer; returns what came back."""
        self.chip.select()
        received = []
        for byte in sent:
            self.clock.spend(BYTE_NS)
            received.append(self.chip.exchange(byte))
        return received

    def write(self, address, *values):
        self.transfer(bytes((address << 1,)) + bytes(values))

    def read(self, address):
        return self.transfer([0x80 | address << 1, 0])[1]

    def start(self):
        """Timer of 25 ms, 100 % ASK, CRC preset 6363h, antenna on: as the public driver does."""
        timer = b"\x2a\x80\x2b\xa9\x2c\x03\x2d\xe8"
        for address, value in pairs(timer + b"\x15\x40\x11\x3d\x14\x83"):
            self.write(address, value)
        self.clock.spend(5_000_000)

    def send(self, frame, last_bits=0, align=0):
        """Transceive and wait; returns (ComIrqReg, ErrorReg)."""
        self.write(0x01, 0x00)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *frame)
        self.write(0x0D, align << 4 | last_bits)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | align << 4 | last_bits)
        for _ in range(3000):
            irq = self.read(0x04)
            if irq & 0x31:
                return irq, self.read(0x06)
        raise AssertionError("neither an answer nor the timer")

    def answer(self):
        """What the FIFO holds."""
        return bytes([self.read(0x09) for _ in range(self.read(0x0A))])


def bench(*uids):
    """A started chip with these tags."""
    new = Bench()
    new.start()
    for uid in uids:
        new.chip.lay(Tag(uid))
    return new


def public_uid(chip):
    """The public driver's PICC_Select, with its choice of the tag that has the collided bit set."""
    uid = b""
    for command in (0x93, 0x95, 0x97):
        known, part = 0, 0
        while True:
            count, bits = divmod(known, 8)
            sent = part.to_bytes((known + 7) // 8, "little")
            chip.write(0x0E, 0x00)  # ValuesAfterColl = 0
            frame = bytes((command, (2 + count) << 4 | bits)) + sent
            _, error = chip.send(frame, bits, bits)
            value = int.from_bytes(chip.answer(), "little")
            low = value >> bits << known
            if not error & 0x08:
                part |= low
                break
            position = chip.read(0x0E)
            assert not position & 0x20
            place = count * 8 + ((position & 0x1F) or 32)  # counted from the first FIFO byte
            assert place > known
            part = (part | low) & ((1 << place - 1) - 1) | 1 << place - 1
            known = place
        part = part.to_bytes(5, "little")
        assert part[0] ^ part[1] ^ part[2] ^ part[3] == part[4]
        frame = bytes((command, 0x70)) + part
        _, error = chip.send(frame + crc_a(frame))
        sak = chip.answer()
        assert error == 0
        assert crc_a(sak) == b"\0\0"
        if not sak[0] & 4:
            return uid + part[:4]
        uid += part[1:4]
    raise AssertionError("a fourth level")


def test_registers_after_a_reset():
    chip = Bench()
    page_0 = b"\x01\x30\x02\x80\x04\x14\x06\x00\x07\x21\x0a\x00\x0c\x10\x0d\x00"
    others = b"\x11\x3f\x14\x80\x16\x10\x17\x84\x26\x48\x2a\x00\x2d\x00\x37\x92"
    for address, value in pairs(page_0 + others):
        assert chip.read(address) == value, hex(address)
    chip.clock.spend(50_000)
    assert chip.read(0x01) == 0x20  # the oscillator runs; the receiver is still off


def test_several_registers_in_one_transfer():
    chip = Bench()
    sent = bytes([0x80 | address << 1 for address in (0x37, 0x04, 0x26)]) + b"\0"
    assert chip.transfer(sent)[1:] == [0x92, 0x14, 0x48]


def test_a_burst_goes_into_the_fifo():
    chip = Bench()
    chip.write(0x09, 1, 2, 3)
    assert chip.read(0x0A) == 3
    assert chip.transfer([0x92, 0x92, 0x92, 0])[1:] == [1, 2, 3]
    assert chip.read(0x0A) == 0


def test_the_fifo_overflows_and_is_flushed():
    chip = Bench()
    chip.write(0x09, *range(65))
    assert chip.read(0x0A) == 64
    assert chip.read(0x06) == 0x10
    chip.write(0x0A, 0x80)
    assert chip.read(0x0A) == 0
    assert chip.read(0x06) == 0


def test_interrupt_requests_are_set_and_cleared_by_bit_7():
    chip = Bench()
    chip.write(0x04, 0x83)
    assert chip.read(0x04) == 0x17
    chip.write(0x04, 0x7F)
    assert chip.read(0x04) == 0


def test_read_only_registers_stay():
    chip = Bench()
    chip.write(0x37, 0x00)
    chip.write(0x06, 0xFF)
    assert (chip.read(0x37), chip.read(0x06)) == (0x92, 0)


def test_a_soft_reset_forgets_everything():
    chip = bench(SEVEN)
    chip.write(0x01, 0x0F)
    assert chip.read(0x14) == 0x80
    assert chip.read(0x01) & 0x10  # not ready yet
    chip.clock.spend(50_000)
    assert not chip.read(0x01) & 0x10


def test_crc_unit():
    chip = bench()
    chip.write(0x09, 0x12, 0x34)
    chip.write(0x01, 0x03)
    assert chip.read(0x05) & 0x04
    assert (chip.read(0x22), chip.read(0x21)) == (0x26, 0xCF)  # ISO/IEC 14443-3, annex B.3


def test_crc_unit_with_every_preset():
    data = b"123456789"
    for preset, crc in (
        (0, 0x2189),
        (1, 0xBF05),
        (3, 0x6F91),
    ):  # CRC catalogue: KERMIT, ISO 14443-3
        chip = bench()
        chip.write(0x11, 0x3C | preset)
        chip.write(0x09, *data)
        chip.write(0x01, 0x03)
        assert chip.read(0x21) << 8 | chip.read(0x22) == crc, preset


def crc_of(chip, order, data):
    """Let the CRC unit calculate; `order` says what is written: f flushes the FIFO, s starts the
    command, c clears its request, b writes one byte more and r all that are left.
    """
    left = list(data)
    for step in order:
        if step == "f":
            chip.write(0x0A, 0x80)
        elif step == "s":
            chip.write(0x01, 0x03)
        elif step == "c":
            chip.write(0x05, 0x04)
        else:
            count = 1 if step == "b" else len(left)
            chip.write(0x09, *left[:count])
            left = left[count:]
    assert chip.read(0x05) & 0x04  # CRCIRq
    assert chip.read(0x0A) == 0  # nothing is left in the FIFO
    low, high = chip.read(0x22), chip.read(0x21)
    chip.write(0x01, 0x00)  # only another command ends it
    return bytes((low, high))


def test_the_crc_unit_takes_bytes_before_and_after_its_start():
    chip = bench()
    chip.write(0x11, 0x3D)
    # 10.3.1.4: a byte that is written to the FIFO while the command runs is added.
    for order in ("fcrs", "fscr", "fcsr", "fcbsr", "fsbcr", "fscbbbbr"):
        for data in (b"\x12\x34", b"\x93\x70" + cascade_parts(SEVEN)[0], bytes(range(64))):
            assert crc_of(chip, order, data) == crc_a(data), (order, data)


def test_a_driver_that_starts_the_crc_unit_first_selects_a_tag_with_it():
    chip = bench(SEVEN)
    for order in ("fcrs", "fscr"):
        chip.write(0x11, 0x3D)
        assert chip.send(b"\x52", 7)[1] == 0
        for select, part, sak in ((0x93, 0, b"\x04"), (0x95, 1, b"\x00")):
            frame = bytes((select, 0x70)) + cascade_parts(SEVEN)[part]
            assert chip.send(frame + crc_of(chip, order, frame))[1] == 0
            assert chip.answer()[:1] == sak
        assert chip.send(b"\x50\x00" + crc_of(chip, order, b"\x50\x00"))[1] == 0


def test_what_is_written_after_the_crc_unit_was_stopped_is_not_added():
    chip = bench()
    chip.write(0x11, 0x3D)
    chip.write(0x09, 0x12, 0x34)
    chip.write(0x01, 0x03)
    chip.write(0x01, 0x00)
    chip.write(0x09, 0x56)
    assert bytes((chip.read(0x22), chip.read(0x21))) == crc_a(b"\x12\x34")
    assert chip.read(0x0A) == 1


def test_the_crc_unit_checks_frames_by_itself():
    chip = bench(SEVEN)
    chip.send(b"\x52", 7)
    chip.write(0x12, 0x80)
    chip.write(0x13, 0x80)
    assert chip.send(b"\x93\x70" + cascade_parts(SEVEN)[0])[1] == 0
    assert chip.answer() == b"\x04"
    assert chip.send(b"\x95\x70" + cascade_parts(SEVEN)[1])[1] == 0
    chip.chip.flips = 1
    assert chip.send(b"\x30\x00")[1] == 0x04


def test_what_is_not_modelled_is_refused():
    chip = bench()
    assert raises(NotImplementedError, chip.write, 0x01, 0x0E)  # MFAuthent
    assert raises(NotImplementedError, chip.write, 0x01, 0x02)  # GenerateRandomID
    assert raises(NotImplementedError, chip.write, 0x12, 0x10)  # 212 kBd


def self_test(chip, memory=bytes(25), start=b"\0"):
    """The procedure of 16.1.1; the other arguments spoil it."""
    chip.write(0x01, 0x0F)
    chip.clock.spend(50_000)
    chip.write(0x0A, 0x80)
    chip.write(0x09, *memory)
    chip.write(0x01, 0x01)
    chip.write(0x36, 0x09)
    chip.write(0x09, *start)
    chip.write(0x01, 0x03)
    assert chip.read(0x05) & 0x04
    assert chip.read(0x0A) == 64
    return chip.answer()


def test_the_self_test_leaves_what_the_data_sheet_says():
    ends = ((0x91, 0x79), (0x92, 0x2F), (0x88, 0x62))
    for version, last in ends:
        chip = Bench()
        chip.chip.version = version
        result = self_test(chip)
        assert result[0] == 0x00
        assert result[-1] == last
        assert result.hex().upper() == SELF_TEST[version]
        assert self_test(chip, memory=bytes(24) + b"\1") != result
        assert self_test(chip, start=b"\1") != result
        chip.chip.fails_self_test = True
        assert self_test(chip) != result


def test_the_internal_buffer_keeps_25_bytes():
    chip = Bench()
    chip.write(0x09, *range(27))
    chip.write(0x01, 0x01)
    assert chip.read(0x04) & 0x10  # the command has ended
    assert chip.answer() == b"\x19\x1a"
    chip.write(0x01, 0x01)
    assert chip.answer() == bytes(range(25))


def test_the_timer_is_started_stopped_and_read():
    chip = bench()
    chip.write(0x2A, 0x00)
    chip.write(0x2C, 0x00)
    chip.write(0x2D, 39)  # 40 ticks of 25 us
    chip.write(0x04, 0x7F)
    assert chip.read(0x2F) == 39
    chip.write(0x0C, 0x40)
    assert chip.read(0x07) & 0x08
    chip.clock.spend(500_000)
    assert 15 < chip.read(0x2F) < 21
    chip.write(0x0C, 0x80)
    chip.clock.spend(2_000_000)
    assert chip.read(0x04) & 0x01 == 0
    chip.write(0x0C, 0x40)
    chip.clock.spend(1_100_000)
    assert chip.read(0x04) & 0x01
    assert not chip.read(0x07) & 0x08


def test_a_timer_that_restarts_itself_fires_again():
    chip = bench()
    for address, value in pairs(b"\x2a\x10\x2c\x00\x2d\x27"):
        chip.write(address, value)
    chip.write(0x0C, 0x40)
    for _ in range(3):
        chip.write(0x04, 0x7F)
        chip.clock.spend(1_100_000)
        assert chip.read(0x04) & 0x01


def test_the_timer_ends_a_wait_when_its_registers_say():
    for reload, us in ((39, 1000), (99, 2500), (999, 25000)):
        chip = bench()
        chip.write(0x2C, reload >> 8)
        chip.write(0x2D, reload & 0xFF)
        began = chip.clock.ns
        irq, error = chip.send(b"\x52", 7)
        took_us = (chip.clock.ns - began) / 1000
        assert irq & 0x21 == 0x01
        assert error == 0
        assert us < took_us < us + 500, took_us  # sending, and the accesses before and after


def test_an_answer_stops_the_timer():
    chip = bench(SEVEN)
    chip.write(0x2C, 0)
    chip.write(0x2D, 7)  # 0.2 ms: the answer begins within, and ends after
    irq, error = chip.send(b"\x52", 7)
    chip.clock.spend(2_000_000)
    assert irq & 0x21 == 0x20
    assert chip.read(0x04) & 0x01 == 0
    assert error == 0
    assert chip.answer() == b"\x44\x00"


def test_nothing_answers_without_field_or_modulation():
    for address, value in ((0x14, 0x80), (0x14, 0x81), (0x15, 0x00)):
        chip = bench(SEVEN)
        chip.write(address, value)
        assert chip.send(b"\x52", 7)[0] & 0x21 == 0x01


def test_a_tag_is_deaf_until_it_had_5_ms_of_field():
    chip = bench(SEVEN)
    chip.write(0x14, 0x80)
    chip.write(0x14, 0x83)
    chip.clock.spend(4_000_000)
    assert chip.send(b"\x52", 7)[0] & 0x21 == 0x01
    assert chip.send(b"\x52", 7)[0] & 0x21 == 0x20


def test_the_public_driver_reads_one_tag():
    for uid in (bytes.fromhex("12345678"), SEVEN, bytes.fromhex("04010203040506070809")):
        chip = bench(uid)
        chip.send(b"\x26", 7)
        assert public_uid(chip) == uid


def test_the_public_driver_takes_a_stack_apart():
    random.seed(7)
    for _ in range(25):
        stack = set()
        while len(stack) < 2 + random.getrandbits(1) + random.getrandbits(1):
            tail = bytes([random.getrandbits(8) for _ in range(6)])
            if tail[2] != 0x88:  # never the first byte of a second level: 6.5.4
                stack.add(b"\x04" + tail)
        chip = bench(*stack)
        found = set()
        while chip.send(b"\x26", 7)[0] & 0x20:
            uid = public_uid(chip)
            chip.send(b"\x50\x00\x57\xcd")
            assert uid not in found
            found.add(uid)
        assert found == stack


def test_the_first_collision_is_told():
    one, other = bytes.fromhex("04A3C6CAE26180"), bytes.fromhex("04A3C6CAE26280")
    chip = bench(one, other)
    chip.write(0x0E, 0x00)
    chip.send(b"\x52", 7)
    part = cascade_parts(one)[0]
    assert chip.send(b"\x93\x20")[1] == 0  # the first level is the same
    assert chip.answer() == part
    frame = b"\x93\x70" + part
    assert chip.send(frame + crc_a(frame))[1] == 0
    assert chip.answer()[0] == 0x04
    irq, error = chip.send(b"\x95\x20")
    assert irq & 0x22 == 0x22
    assert error == 0x08
    assert chip.read(0x0E) == 17  # 61h and 62h differ first in their lowest bit
    assert chip.answer() == bytes.fromhex("CAE2000000")  # cleared from there on


def test_values_after_a_collision_are_kept_on_demand():
    chip = bench(bytes.fromhex("04A3C6CAE26180"), bytes.fromhex("05A3C6CAE26180"))
    chip.write(0x0E, 0x80)
    chip.send(b"\x52", 7)
    assert chip.send(b"\x93\x20")[1] == 0x08
    assert chip.read(0x0E) == 0x80 | 9
    assert chip.answer()[:4] == bytes.fromhex("8805A3C6")


def test_tags_that_slip_off_leave_half_an_answer():
    chip = bench(SEVEN)
    chip.chip.slips_after = 1
    chip.send(b"\x52", 7)
    assert chip.send(b"\x93\x20")[1] == 0x03
    assert len(chip.answer()) == 3
    assert chip.chip.tags == []
    assert chip.send(b"\x52", 7)[0] & 0x21 == 0x01


def test_noise_garbles_as_many_receptions_as_it_is_told():
    chip = bench(SEVEN)
    chip.chip.noisy = 2
    assert chip.send(b"\x52", 7)[1] == 0x02
    assert chip.send(b"\x26", 7)[1] == 0x01  # nobody answered, and yet something was heard
    assert chip.send(b"\x52", 7) == (0x60, 0)


def test_a_dead_chip_drives_nothing():
    chip = bench(SEVEN)
    chip.chip.miso = 0
    assert [chip.read(address) for address in (0x37, 0x01, 0x26)] == [0, 0, 0]


def test_an_open_line_reads_ones():
    chip = bench(SEVEN)
    chip.chip.miso = 1
    assert [chip.read(address) for address in (0x37, 0x01, 0x26)] == [0xFF, 0xFF, 0xFF]


def test_flipped_bits_are_told_by_no_parity():
    for flips in range(1, 9):
        chip = bench(SEVEN)
        chip.send(b"\x52", 7)
        chip.chip.flips = flips
        irq, error = chip.send(b"\x93\x20")
        assert (irq & 0x20, error) == (0x20, 0)
        heard, part = chip.answer(), cascade_parts(SEVEN)[0]
        wrong = bytes([heard[i] ^ part[i] for i in range(5)])
        assert bin(int.from_bytes(wrong, "big")).count("1") == 2
        assert wrong[0] ^ wrong[1] ^ wrong[2] ^ wrong[3] ^ wrong[4]  # the BCC does not fit


def test_a_hung_chip_answers_and_does_nothing_until_it_is_reset():
    chip = bench(SEVEN)
    chip.chip.hung = True
    chip.write(0x04, 0x7F)
    chip.write(0x09, 0x52)
    chip.write(0x01, 0x0C)
    chip.write(0x0D, 0x87)
    chip.clock.spend(90_000_000)
    assert chip.read(0x04) == 0
    assert chip.read(0x37) == 0x92
    chip.write(0x01, 0x0F)
    chip.start()
    assert chip.send(b"\x52", 7)[0] & 0x20


def test_three_tags_collide_at_the_first_bit_in_which_any_two_differ():
    stack = [bytes.fromhex("04" + each + "C6CAE26180") for each in ("A3", "A7", "B3")]
    chip = bench(*stack)
    chip.send(b"\x52", 7)
    assert chip.send(b"\x93\x20")[1] == 0x08
    assert chip.read(0x0E) & 0x1F == 2 * 8 + 3  # A3h and A7h differ in bit 2, B3h in bit 4
