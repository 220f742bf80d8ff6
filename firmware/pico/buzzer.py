"""The buzzer: one tone or silence. Never counts time: whoever starts a tone ends it."""

from machine import PWM, Pin

_HALF = 32768  # a square wave is loudest


class Buzzer:
    """A passive piezo on one pin, silent at first."""

    def __init__(self, pin: Pin) -> None:
        self._pwm = PWM(pin, freq=1000, duty_u16=0)

    def tone(self, hz: int) -> None:
        """Sound until `off` or the next tone; 20 Hz and up."""
        self._pwm.freq(hz)
        self._pwm.duty_u16(_HALF)

    def off(self) -> None:
        """Be silent."""
        self._pwm.duty_u16(0)
