"""The buzzer: one tone or silence. Never counts time: its caller ends each tone."""

from machine import PWM, Pin

_HALF = 32768  # a square wave is loudest
_SLIVER = 1024  # of pulses a 64th long the tone is a twentieth as strong: sin(pi / 64)


class Buzzer:
    """A passive piezo on one pin, silent at first."""

    def __init__(self, pin: Pin) -> None:
        self._pwm = PWM(pin, freq=1000, duty_u16=0)

    def tone(self, hz: int, is_quiet: bool = False) -> None:
        """Sound until `off` or the next tone; 20 Hz and up."""
        self._pwm.freq(hz)
        self._pwm.duty_u16(_SLIVER if is_quiet else _HALF)

    def off(self) -> None:
        """Be silent."""
        self._pwm.duty_u16(0)
