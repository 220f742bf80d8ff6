"""The display's driver on the model of its controller. For both Pythons."""

import random

import machine
from pico.parts import display

MOST_NS = 5_000_000


def shown(chip):
    """What the display shows, page by page."""
    return b"".join([chip.page(number) for number in range(8)])


def flush(screen):
    """Send all that changed; returns how many messages it took and the longest of them in ns."""
    clock = machine.board.wiring.clock
    count = slowest_ns = 0
    while True:
        began = clock.ns
        if not screen.flush_one():
            return count, slowest_ns
        count += 1
        slowest_ns = max(slowest_ns, clock.ns - began)


def started():
    """A started display that is up to date, and its chip."""
    screen, chip = display()
    assert screen.start()
    flush(screen)
    return screen, chip


def test_start_switches_it_on_and_clears_it():
    screen, chip = display()
    chip.memory[:] = bytes([0xA5] * 1024)  # what it wakes up with is chance
    assert screen.start()
    assert chip.on
    count, slowest_ns = flush(screen)
    assert count == 8
    assert slowest_ns <= MOST_NS
    assert shown(chip) == bytes(1024)


def test_nothing_changed_nothing_sent():
    screen, chip = started()
    chip.changed = 0
    began = machine.board.wiring.clock.ns
    assert not screen.flush_one()
    assert machine.board.wiring.clock.ns == began
    assert chip.changed == 0


def test_the_picture_is_upright():
    screen, chip = started()
    screen.buffer[0] = 0x01  # MONO_VLSB: the top left pixel
    screen.buffer[1023] = 0x80
    flush(screen)
    assert chip.page(0)[0] == 0x01
    assert chip.page(7)[127] == 0x80


def test_only_changed_pages_are_sent():
    screen, chip = started()
    chip.changed = 0
    screen.buffer[3 * 128 + 5] = 1
    assert screen.flush_one()
    assert chip.changed == 1 << 3
    assert not screen.flush_one()


def test_a_small_change_is_a_short_message():
    screen, _ = started()
    screen.buffer[0] = 1
    _, small_ns = flush(screen)
    screen.buffer[0:128] = bytes([2] * 128)
    _, large_ns = flush(screen)
    assert small_ns < large_ns / 2 < MOST_NS / 2


def test_whatever_is_drawn_is_shown():
    screen, chip = started()
    random.seed(5)
    slowest_ns = 0
    for _ in range(60):
        for _ in range(random.randrange(1, 40)):
            screen.buffer[random.randrange(1024)] = random.getrandbits(8)
        slowest_ns = max(slowest_ns, flush(screen)[1])
        assert shown(chip) == bytes(screen.buffer)
    assert slowest_ns <= MOST_NS


def test_pages_get_their_turn_while_one_keeps_changing():
    screen, chip = started()
    screen.buffer[7 * 128] = 0xFF
    for value in range(1, 9):
        screen.buffer[0] = value
        screen.flush_one()
    assert chip.page(7)[0] == 0xFF


def test_no_display():
    screen, chip = display()
    chip.dead = True
    assert not screen.start()
    assert not screen.alive
    assert not screen.flush_one()


def test_a_display_that_was_unplugged_gets_everything_again():
    screen, chip = started()
    screen.buffer[0] = 0x55
    screen.buffer[500] = 0x66
    chip.dead = True
    screen.flush_one()
    assert not screen.alive
    assert not screen.flush_one()
    chip.dead = False
    chip.memory[:] = bytes([0xA5] * 1024)
    assert screen.start()
    flush(screen)
    assert shown(chip) == bytes(screen.buffer)


def test_contrast():
    screen, chip = started()
    screen.set_contrast(9)
    assert chip.contrast == 9


def test_a_display_that_dipped_says_so_and_is_started_again():
    screen, chip = started()
    screen.buffer[100] = 0x3C
    flush(screen)
    screen.set_contrast(9)
    assert screen.check()
    chip.dip()
    assert shown(chip) == bytes(1024)
    assert not screen.check()
    assert not screen.alive
    assert screen.start()
    flush(screen)
    assert shown(chip) == bytes(screen.buffer)
    assert chip.contrast == 9
    assert screen.check()


def test_one_that_tells_nothing_is_sent_everything_again_and_lit_at_last():
    screen, chip = display()
    chip.mute = True
    assert screen.start()
    screen.buffer[100] = 0x3C
    flush(screen)
    screen.set_contrast(9)
    chip.dip()
    assert screen.check()  # it acknowledges, and nobody can know
    screen.renew()
    while screen.flush_one():
        assert shown(chip) in (bytes(1024), bytes(screen.buffer))  # nothing else is ever seen
    assert shown(chip) == bytes(screen.buffer)
    assert chip.contrast == 9


def test_one_that_is_well_shows_no_trace_of_being_sent_everything_again():
    screen, chip = started()
    for place in range(1024):
        screen.buffer[place] = place & 0xFF
    flush(screen)
    wanted = shown(chip)
    began = machine.board.wiring.clock.ns
    screen.renew()
    assert machine.board.wiring.clock.ns - began <= 1_000_000
    count, slowest_ns = 0, 0
    while True:
        began = machine.board.wiring.clock.ns
        if not screen.flush_one():
            break
        slowest_ns = max(slowest_ns, machine.board.wiring.clock.ns - began)
        assert shown(chip) == wanted
        count += 1
    assert count == 9  # eight pages, and that it is to be on
    assert slowest_ns <= MOST_NS


def test_a_bus_that_is_held_is_freed_by_nine_clocks():
    for clocks in range(1, 10):
        screen, chip = started()
        chip.holds = clocks
        screen.buffer[0] = clocks
        assert screen.flush_one()
        assert not screen.alive
        assert screen.start()
        flush(screen)
        assert shown(chip) == bytes(screen.buffer)


def test_a_bus_that_nothing_frees_costs_little():
    screen, chip = started()
    chip.holds = 1 << 20
    began = machine.board.wiring.clock.ns
    assert not screen.start()
    assert machine.board.wiring.clock.ns - began <= 6_000_000


def test_a_picture_that_comes_while_all_is_sent_again_is_shown():
    screen, chip = started()
    screen.renew()
    for page in range(8):
        screen.buffer[128 * page] = 0x81
        screen.flush_one()
    flush(screen)
    assert shown(chip) == bytes(screen.buffer)
