"""The buzzer's driver. For both Pythons."""

import machine
import pins
from buzzer import Buzzer
from sim.workbench import table


def test_it_sounds_until_it_is_told_not_to():
    wiring = table()
    buzzer = Buzzer(machine.Pin(pins.BUZZER))
    assert wiring.tone_hz == 0
    buzzer.tone(440)
    assert wiring.tone_hz == 440
    buzzer.tone(523)
    assert wiring.tone_hz == 523
    buzzer.tone(440, is_quiet=True)
    assert wiring.tone_hz == 440
    buzzer.off()
    assert wiring.tone_hz == 0
