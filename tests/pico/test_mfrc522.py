"""The reader's driver on the model of its chip. For both Pythons: plain asserts."""

import random

import machine
import pins
from chips.tag import crc_a as crc_of_the_standard
from mfrc522 import ABSENT, COLLISION, DEAD, MORE, NOISE, TRUNCATED, VERSIONS, Reader, crc_a
from pico.parts import Readers
from sim.workbench import table

SEVEN = "04A3C6CAE26180"
OTHER = "04A3C6CAE26280"
FOUR = "12345678"
MS = 1_000_000

MOST_NS = 12 * MS
MOST_STEP_NS = 5 * MS
MOST_EMPTY_NS = 2 * MS


def random_uid():
    """A uid of 4 or 7 bytes as a tag may have it: ISO/IEC 14443-3, 6.5.4."""
    count = random.choice((4, 7))
    uid = bytes([random.getrandbits(8) for _ in range(count)])
    if count == 4 and uid[0] == 0x88:
        uid = b"\x89" + uid[1:]
    if count == 7 and uid[3] == 0x88:
        uid = uid[:3] + b"\x89" + uid[4:]
    return uid.hex().upper()


def test_crc_a():
    random.seed(1)
    for count in range(20):
        data = bytes([random.getrandbits(8) for _ in range(count)])
        check = crc_of_the_standard(data)
        assert crc_a(data) == check[0] | check[1] << 8
        assert crc_a(data + check) == 0


def test_start_tells_the_version():
    desk = Readers(started=False)
    assert [reader.start() for reader in desk.readers] == [0x92] * 4
    for version in VERSIONS:
        desk.chips[1].version = version
        desk.chips[1].reset()
        assert desk.readers[1].start() == version


def test_a_clone_reads_cards():
    desk = Readers()
    desk.chips[0].version = 0xB2
    desk.chips[0].reset()
    assert desk.readers[0].restart()
    desk.wiring.clock.spend(5 * MS)
    desk.lay(SEVEN)
    assert desk.poll() == SEVEN


def test_no_reader_no_version():
    desk = Readers(started=False)
    desk.chips[0].miso = 0
    assert desk.readers[0].start() == 0
    assert not desk.readers[0].healthy()
    assert not desk.readers[0].restart()


def test_no_tag():
    desk = Readers()
    assert desk.poll() is ABSENT
    assert desk.slowest_ns <= MOST_EMPTY_NS


def test_uids_of_four_and_seven_bytes_whole():
    desk = Readers()
    random.seed(2)
    for _ in range(100):
        uid = random_uid()
        desk.lay(uid)
        assert desk.poll() == uid
        desk.chips[0].lift()
        assert desk.poll() is ABSENT
    assert desk.slowest_ns <= MOST_NS


def test_a_card_that_lies_still_answers_each_poll_the_same():
    for uid in (SEVEN, FOUR):
        desk = Readers()
        desk.lay(uid)
        for _ in range(300):
            assert desk.poll() == uid


def test_each_other_poll_of_a_card_that_lies_there_asks_for_the_first_part_of_its_id_alone():
    desk = Readers()
    reader = desk.readers[0]
    desk.lay(SEVEN)
    assert (desk.poll(), reader.poll(), reader.poll()) == (SEVEN, bytes.fromhex(SEVEN), MORE)
    assert reader.poll() == bytes.fromhex(SEVEN)
    desk.chips[0].lift()
    desk.lay(SEVEN[:6] + "00000080")  # its like, in its place at once
    assert (desk.poll(), desk.poll()) == (SEVEN, SEVEN[:6] + "00000080")
    desk.chips[0].lift()
    assert desk.poll() is ABSENT
    desk.lay(SEVEN)
    assert reader.poll() == MORE  # one that comes is read whole


def test_truncated_ids_are_refused():
    for uid in ("88345678", "8804A3C6", "04010203040506070809"):
        desk = Readers()
        desk.lay(uid)
        for _ in range(3):
            assert desk.poll() == TRUNCATED
        assert desk.slowest_ns <= MOST_NS


def test_a_seven_byte_id_may_contain_88h_elsewhere():
    for uid in ("88888800010203", "04888888888888", "04A3C688888888"):
        if uid[6:8] == "88":  # the first byte of the second level may not be CT: 6.5.4
            uid = uid[:6] + "00" + uid[8:]
        desk = Readers()
        desk.lay(uid)
        assert desk.poll() == uid


def test_two_cards_are_a_collision_as_long_as_both_lie_there():
    for pair in ((SEVEN, OTHER), (SEVEN, FOUR), (FOUR, "12345679"), (SEVEN, "04A3C7CAE26180")):
        desk = Readers()
        desk.lay(pair[0])
        assert desk.poll() == pair[0]
        desk.lay(pair[1])
        # The poll after a whole read asks for the first three of seven bytes.
        assert desk.poll() == (pair[0] if pair == (SEVEN, OTHER) else COLLISION)
        for _ in range(10):
            assert desk.poll() == COLLISION
        desk.chips[0].lift(bytes.fromhex(pair[0]))
        # One poll may be lost to a tag that was left READY; removal takes two.
        assert pair[1] in (desk.poll(), desk.poll())
        assert desk.poll() == pair[1]
        assert desk.slowest_ns <= MOST_NS


def test_a_stack_of_five_is_a_collision():
    desk = Readers()
    for last in range(5):
        desk.lay(f"04A3C6CAE261{last:02X}")
    assert desk.poll() == COLLISION
    assert desk.slowest_ns <= MOST_NS


def test_a_card_that_leaves_in_mid_exchange_is_noise_and_then_absent():
    for uid, answers in ((SEVEN, 5), (FOUR, 3)):
        for after in range(answers):
            desk = Readers()
            desk.lay(uid)
            desk.chips[0].slips_after = after
            assert desk.poll() == NOISE, after
            assert desk.poll() is ABSENT
            assert desk.slowest_ns <= MOST_NS


def test_noise_never_makes_another_id():
    random.seed(3)
    for _ in range(200):
        desk = Readers()
        desk.lay(SEVEN)
        desk.chips[0].noisy = random.randrange(1, 7)
        found = desk.poll()
        assert found in (NOISE, SEVEN), found
        assert SEVEN in (desk.poll(), desk.poll(), desk.poll(), desk.poll())


def test_noise_without_a_card_is_noise():
    desk = Readers()
    desk.chips[0].noisy = 1
    assert desk.poll() == NOISE
    assert desk.poll() is ABSENT


def test_a_wrong_bcc_or_crc_is_noise():
    class Liar:
        """A tag that changes one bit of one of its answers, with good parity."""

        def __init__(self, tag, which, bit):
            self.tag, self.which, self.bit = tag, which, bit
            self.uid = tag.uid

        def power(self, on):
            self.tag.power(on)

        def hear(self, frame, bits):
            answer = self.tag.hear(frame, bits)
            if not answer:
                return None
            self.which -= 1
            if self.which != -1:
                return answer
            number = int.from_bytes(answer[0], "little") ^ 1 << self.bit
            return number.to_bytes(len(answer[0]), "little"), answer[1]

    for which, count in ((1, 40), (2, 24), (3, 40), (4, 24)):
        for bit in range(count):
            desk = Readers()
            desk.lay(SEVEN)
            chip = desk.chips[0]
            chip.tags[0] = Liar(chip.tags[0], which, bit)
            assert desk.poll() == NOISE, (which, bit)


def test_a_dead_reader_is_dead_and_comes_back():
    desk = Readers()
    desk.lay(SEVEN)
    chip, reader = desk.chips[0], desk.readers[0]
    chip.miso = 0
    assert desk.poll() == DEAD
    assert not reader.healthy()
    assert not reader.restart()
    chip.miso = -1
    chip.reset()
    assert desk.poll() == DEAD  # its timer is not set: nothing ever ends a wait
    assert not reader.healthy()
    assert reader.restart()
    desk.wiring.clock.spend(5 * MS)
    assert desk.poll() == SEVEN
    assert desk.slowest_ns <= MOST_NS


def test_a_dip_of_the_supply_is_found_out():
    desk = Readers()
    assert desk.readers[0].healthy()
    desk.chips[0].reset()
    assert not desk.readers[0].healthy()
    assert desk.readers[0].restart()
    assert desk.readers[0].healthy()


def test_a_line_that_is_high_is_no_chip():
    class High:
        """A bus on which nobody drives MISO, with a pull-up."""

        def write(self, buf):
            pass

        def write_readinto(self, write_buf, read_buf):
            read_buf[:] = b"\xff" * len(write_buf)

    table()
    reader = Reader(High(), machine.Pin(pins.READER_CS[0]))
    assert reader.start() == 0
    assert reader.poll() == DEAD
    assert not reader.healthy()


def test_neighbours_do_not_hear_each_other():
    desk = Readers()
    for number in range(4):
        desk.lay(f"04A3C6CAE2618{number}", number)
    for _ in range(3):
        for number in range(4):
            assert desk.poll(number) == f"04A3C6CAE2618{number}"
    desk.chips[2].lift()
    assert [desk.poll(number) is ABSENT for number in range(4)] == [False, False, True, False]
    assert desk.wiring.bus_fights == 0


def test_a_faster_bus_reads_the_same_in_less_time():
    took_ns = []
    for baudrate in (1_000_000, 4_000_000, 10_000_000):
        desk = Readers(baudrate)
        desk.lay(SEVEN)
        assert desk.poll() == SEVEN
        took_ns.append(desk.slowest_ns)
    assert MOST_NS > took_ns[0] > took_ns[1] > took_ns[2]


def test_no_poll_takes_long_at_the_tables_speed():
    for uids in ((), (SEVEN,), (FOUR,), (SEVEN, OTHER), ("04010203040506070809",)):
        desk = Readers()
        for uid in uids:
            desk.lay(uid)
        for _ in range(3):
            desk.poll()
        assert desk.slowest_ns <= MOST_STEP_NS, uids


def test_a_tag_waits_for_the_other_half_and_a_card_that_leaves_meanwhile_is_noise():
    desk = Readers()
    reader = desk.readers[0]
    desk.lay(SEVEN)
    assert reader.poll() == MORE
    desk.wiring.clock.spend(50 * MS)
    assert reader.poll() == bytes.fromhex(SEVEN)
    assert desk.poll() == SEVEN
    assert reader.poll() == MORE
    desk.chips[0].lift()
    desk.lay(FOUR)
    assert reader.poll() == NOISE
    assert desk.poll() == FOUR


def test_a_start_forgets_the_first_half():
    desk = Readers()
    desk.lay(SEVEN)
    assert desk.readers[0].poll() == MORE
    desk.readers[0].start()
    desk.wiring.clock.spend(5 * MS)
    assert desk.poll() == SEVEN


def test_it_counts_what_goes_wrong():
    desk = Readers()
    reader, chip = desk.readers[0], desk.chips[0]
    desk.lay(SEVEN)
    chip.flips = 2  # of ATQA, which says nothing, and of the id
    assert desk.poll() == NOISE
    chip.noisy = 1
    assert desk.poll() == NOISE
    assert (reader.timeouts, reader.errors, reader.collisions) == (0, 2, 0)
    desk.lay(OTHER)
    assert desk.poll() == COLLISION
    chip.lift()
    desk.lay(SEVEN)
    assert reader.poll() == MORE
    chip.lift()
    assert reader.poll() == NOISE
    assert (reader.timeouts, reader.errors, reader.collisions) == (1, 2, 1)


def test_flipped_bits_never_make_another_id():
    random.seed(4)
    for _ in range(200):
        desk = Readers()
        desk.lay(SEVEN)
        desk.chips[0].flips = random.randrange(1, 12)
        found = [desk.poll() for _ in range(6)]
        assert set(found) <= {NOISE, SEVEN}, found
        assert desk.poll() == SEVEN


def test_the_self_test_tells_good_chips_from_bad_ones():
    desk = Readers()
    desk.lay(SEVEN)
    chip, reader = desk.chips[0], desk.readers[0]

    def tested():
        began = desk.wiring.clock.ns
        reader.begin_test()
        between = desk.wiring.clock.ns
        result = reader.end_test()
        assert max(between - began, desk.wiring.clock.ns - between) < MOST_STEP_NS
        return result

    for version, result in ((0x91, "ok"), (0x92, "ok"), (0x88, "ok"), (0x12, "none")):
        chip.version = version
        chip.reset()
        assert tested() == result
        assert reader.version == version
        assert reader.healthy()
    desk.wiring.clock.spend(5 * MS)
    assert desk.poll() == SEVEN
    chip.version, chip.fails_self_test = 0x92, True
    chip.reset()
    assert tested() == "bad"
    for level in (0, 1):
        chip.miso = level
        assert tested() == "dead"
        assert reader.version == 0


def test_a_hung_chip_is_dead_and_a_restart_mends_it():
    desk = Readers()
    desk.lay(SEVEN)
    desk.chips[0].hung = True
    assert desk.poll() == DEAD
    assert desk.readers[0].restart()
    desk.wiring.clock.spend(5 * MS)
    assert desk.poll() == SEVEN
