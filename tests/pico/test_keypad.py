"""The keypad's driver on the model of its matrix. For both Pythons."""

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
