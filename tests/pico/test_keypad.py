"""The keypad's driver on the model of its matrix. For both Pythons."""

import machine
import pins
from pico.parts import keypad

MOST_NS = 1_000_000
KEYS = len(pins.KEYS)


def test_every_key_alone():
    pad, wiring = keypad()
    assert pad.scan() == 0
    for key in range(KEYS):
        wiring.keys.pressed = 1 << key
        assert pad.scan() == 1 << key, pins.KEYS[key]
    began = wiring.clock.ns
    pad.scan()
    assert wiring.clock.ns - began <= MOST_NS


def test_every_two_keys():
    pad, wiring = keypad()
    for one in range(KEYS):
        for other in range(one):
            wiring.keys.pressed = 1 << one | 1 << other
            assert pad.scan() == 1 << one | 1 << other
    assert wiring.bus_fights == 0


def test_three_keys_are_seen_or_nothing_changes():
    pad, wiring = keypad()
    for one in range(KEYS):
        for other in range(one):
            for third in range(other):
                wiring.keys.pressed = 0
                pad.scan()
                wiring.keys.pressed = held = 1 << one | 1 << other | 1 << third
                assert pad.scan() in (0, held)
    assert wiring.bus_fights == 0


def test_a_ghost_is_never_a_key():
    pad, wiring = keypad()
    wiring.keys.pressed = two = 1 << 0 | 1 << 1
    assert pad.scan() == two
    wiring.keys.pressed = two | 1 << 4  # key 5 seems held now
    assert pad.scan() == two
    wiring.keys.pressed = 1 << 4
    assert pad.scan() == 1 << 4


def test_seat_buttons():
    pad, wiring = keypad()
    for mask in range(16):
        wiring.buttons = mask
        assert pad.buttons() == mask
        assert pad.scan() == 0


def test_the_keys_of_the_table():
    assert sorted(pins.KEYS) == sorted("2 3 4 5 6 7 8 9 T J Q K A C D H S OK UNDO MENU".split())
    assert len(pins.KEY_ROWS) * len(pins.KEY_COLUMNS) == KEYS


def change(wiring, pressed, key=0):
    """Press or release while the program does something else: the chip notices an edge."""
    wiring.keys.pressed = pressed
    machine.board.edge(pins.KEY_COLUMNS[key % len(pins.KEY_COLUMNS)], rising=not pressed)


def test_a_tap_between_two_scans_is_noted():
    pad, wiring = keypad()
    assert pad.scan() == 0
    for key in range(KEYS):
        change(wiring, 1 << key, key)
        wiring.clock.spend(16_000_000)
        change(wiring, 0, key)
        wiring.clock.spend(3_000_000)
        (down, _, down_ms), (up, _, up_ms) = pad.changes()
        assert (down, up) == (1 << key, 0), pins.KEYS[key]
        assert 16 <= down_ms - up_ms <= 18
        assert 3 <= up_ms <= 4
        assert pad.changes() == []
        assert pad.scan() == 0
    assert wiring.bus_fights == 0


def test_a_press_of_a_seat_button_between_two_scans_is_noted():
    pad, wiring = keypad()
    pad.scan()
    wiring.buttons = 1 << 2
    machine.board.edge(pins.SEAT_BUTTONS[2], rising=False)
    assert [note[:2] for note in pad.changes()] == [(0, 1 << 2)]


def test_what_a_scan_sees_itself_is_not_noted():
    pad, wiring = keypad()
    change(wiring, 1)  # before the first scan nobody looks
    assert pad.changes() == []
    assert pad.scan() == 1
    change(wiring, 0)
    change(wiring, 1)
    assert pad.changes() == []  # while a key is held, scans alone look
    change(wiring, 0)
    assert pad.scan() == 0
    change(wiring, 1)
    assert [note[:2] for note in pad.changes()] == [(1, 0)]


def test_a_contact_that_bounces_without_end_does_not_keep_the_program():
    pad, wiring = keypad()
    pad.scan()
    for _ in range(100):
        change(wiring, 1)
        change(wiring, 0)
    began = wiring.clock.ns
    change(wiring, 1)
    assert wiring.clock.ns == began
    assert 4 <= len(pad.changes()) <= 16
