"""The simulated machine module: what an RP2040 refuses, and what its calls cost."""

import machine
import pins
from sim.workbench import i2c_bus, raises, spi_bus, table


def test_a_pad_of_a_pico_2_that_floats_stays_high_until_something_strong_brings_it_down():
    table("RP2350")
    pin = machine.Pin(15, machine.Pin.IN, machine.Pin.PULL_UP)
    pin.init(pull=machine.Pin.PULL_DOWN)
    assert pin() == 1
    pin.init(machine.Pin.OPEN_DRAIN, value=0)
    pin.init(machine.Pin.IN, machine.Pin.PULL_DOWN)
    assert pin() == 0


def test_a_bus_wants_pins_that_have_its_function():
    table()
    pin = machine.Pin
    good = {"sck": pins.SCK, "mosi": pins.MOSI, "miso": pins.MISO}
    for name, gpio in (("sck", 19), ("mosi", 18), ("miso", 17), ("sck", 10), ("miso", 12)):
        wrong = {key: pin(value) for key, value in good.items()}
        wrong[name] = pin(gpio)
        assert raises(ValueError, machine.SPI, 0, 1_000_000, **wrong)
    assert raises(ValueError, machine.I2C, 1, sda=pin(27), scl=pin(26))
    assert raises(ValueError, machine.I2C, 0, sda=pin(26), scl=pin(27))
    assert raises(ValueError, pin, 30)


def test_an_open_drain_pin_lets_go_of_its_line():
    wiring = table()
    row = machine.Pin(pins.KEY_ROWS[0], machine.Pin.OPEN_DRAIN, value=1)
    assert wiring.level(pins.KEY_ROWS[0]) == -1
    row(0)
    assert wiring.level(pins.KEY_ROWS[0]) == 0
    row(1)
    assert wiring.level(pins.KEY_ROWS[0]) == -1


def test_a_pull_decides_what_nothing_drives():
    table()
    gpio = pins.SEAT_BUTTONS[0]
    assert machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP)() == 1
    assert machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_DOWN)() == 0
    assert machine.Pin(gpio, machine.Pin.IN)() == 0


def test_two_selected_chips_fight():
    wiring = table()
    bus = spi_bus()
    selects = [machine.Pin(cs, machine.Pin.OUT, value=1) for cs in pins.READER_CS]
    selects[0](0)
    bus.write(b"\x6e")
    assert wiring.bus_fights == 0
    selects[1](0)
    bus.write(b"\x6e")
    assert wiring.bus_fights == 1


def test_outputs_that_a_key_shorts_fight():
    wiring = table()
    pin = machine.Pin
    pin(pins.KEY_ROWS[0], pin.OUT, value=0)
    pin(pins.KEY_ROWS[1], pin.OUT, value=1)
    column = pin(pins.KEY_COLUMNS[0], pin.IN, pin.PULL_UP)
    wiring.keys.pressed = 0b00001
    assert column() == 0
    assert wiring.bus_fights == 0
    wiring.keys.pressed = 0b10001
    column()
    assert wiring.bus_fights == 1


def test_a_reset_pulls_all_selects_down_and_so_the_readers_answer_at_once():
    wiring = table()
    bus = spi_bus()
    received = bytearray(2)
    bus.write_readinto(b"\xee\x00", received)
    assert (received[1], wiring.bus_fights) == (0, 1)
    rests = [machine.Pin(cs, machine.Pin.IN, machine.Pin.PULL_UP) for cs in pins.READER_CS]
    rests[3].init(machine.Pin.OUT, value=0)
    bus.write_readinto(b"\xee\x00", received)
    assert (received[1], wiring.bus_fights) == (0x92, 1)


def test_the_version_of_a_reader_over_the_bus():
    table()
    bus = spi_bus()
    select = [machine.Pin(cs, machine.Pin.OUT, value=1) for cs in pins.READER_CS][2]
    received = bytearray(2)
    select(0)
    bus.write_readinto(b"\xee\x00", received)
    select(1)
    assert received[1] == 0x92
    bus.write_readinto(b"\xee\x00", received)
    assert received[1] == 0  # nobody is selected


def test_calls_cost_what_was_measured():
    wiring = table()
    clock = wiring.clock
    bus = spi_bus()
    select = machine.Pin(pins.READER_CS[0], machine.Pin.OUT, value=1)
    began = clock.ns
    select(0)
    bus.write_readinto(bytearray(2), bytearray(2))
    select(1)
    assert clock.ns - began == 81_000  # a register at 1 MHz
    began = clock.ns
    i2c_bus().writevto(0x3C, (b"\x40", bytes(1024)))
    assert 23_000_000 < clock.ns - began < 24_100_000  # the whole picture


def test_nobody_at_an_address_is_an_error():
    wiring = table()
    bus = i2c_bus()
    assert raises(OSError, bus.writeto, 0x3D, b"\x00")
    wiring.display.dead = True
    assert raises(OSError, bus.writeto, 0x3C, b"\x00")


def test_a_bus_that_is_held_times_out_until_it_was_clocked():
    wiring = table()
    bus = machine.I2C(
        pins.I2C_ID, scl=machine.Pin(pins.SCL), sda=machine.Pin(pins.SDA), timeout=5000
    )
    assert bus.readfrom(0x3C, 1) == b"\x43"
    wiring.display.holds = 2
    began = wiring.clock.ns
    assert raises(OSError, bus.writeto, 0x3C, b"\x00")
    assert wiring.clock.ns - began == 5_000_000
    assert raises(OSError, bus.readfrom, 0x3C, 1)
    scl = machine.Pin(pins.SCL, machine.Pin.OPEN_DRAIN, value=1)
    for _ in range(2):
        scl(0)
        scl(1)
    assert bus.readfrom(0x3C, 1) == b"\x43"


def test_the_buzzer_sounds_while_its_duty_swings():
    wiring = table()
    pwm = machine.PWM(machine.Pin(pins.BUZZER), freq=440, duty_u16=0)
    assert wiring.tone_hz == 0
    pwm.duty_u16(32768)
    assert wiring.tone_hz == 440
    pwm.freq(880)
    assert wiring.tone_hz == 880
    pwm.deinit()
    assert wiring.tone_hz == 0
    assert raises(ValueError, pwm.freq, 7)


def test_the_lamps_whose_readers_are_selected_take_green_first():
    wiring = table()
    for seat, cs in enumerate(pins.READER_CS):
        machine.Pin(cs, machine.Pin.OUT, value=seat & 1)
    machine.bitstream(machine.Pin(pins.LAMPS), 0, (400, 850, 800, 450), bytes(range(3, 9)))
    assert wiring.lamps == [(4, 3, 5), (0, 0, 0), (4, 3, 5), (0, 0, 0)]


def test_a_watchdog_cannot_wait_for_nine_seconds():
    table()
    assert raises(ValueError, machine.WDT, timeout=9000)


def test_scratch_registers_keep_words_and_the_others_are_the_boot_roms():
    table()
    machine.mem32[0x40058014] = 0x1FFFFFFFF
    assert machine.mem32[0x40058014] == 0xFFFFFFFF
    assert machine.mem32[0x40058018] == 0
    for address in (0x40058008, 0x4005801C, 0x40058016, 0x40058000):
        assert raises(NotImplementedError, machine.mem32.__getitem__, address)


def test_a_watchdog_is_switched_off_by_its_register():
    table()
    assert machine.board.watched_us() == -1
    machine.WDT(timeout=8000)
    assert machine.board.watched_us() == 8_000_000
    machine.mem32[0x4005B000] = 1
    assert machine.board.watched_us() == 8_000_000
    machine.mem32[0x4005B000] = 1 << 30
    assert machine.board.watched_us() == -1
