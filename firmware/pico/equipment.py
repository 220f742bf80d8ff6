"""Which of the parts in pins.py this board has, and how fast its readers' bus is: board.json says.

Whatever somebody wrote there, a host is told, and the board works as without it.
"""

import json

from micropython import const

import pins

_KHZ = const(1000)  # unless board.json says otherwise: 4 MHz saves an eighth of a read
_LEAST_KHZ = const(125)
_MOST_KHZ = const(10_000)  # an MFRC522's (8.1.2); the cables to the readers take less


class Equipment:
    """What board.json says: a breadboard has one reader and one button unless it says more."""

    def __init__(self) -> None:
        self.problem = ""
        """Why not all of the file counts; "" if all of it does."""
        self._said: dict[str, int] = {}
        try:
            with open("board.json") as file:
                said = json.load(file)
            said.get("")
            self._said = said
        except OSError:
            pass  # there is none
        except Exception as problem:  # noqa: BLE001
            self.problem = repr(problem)
        self.is_breadboard = self._number("breadboard", 0, 0, 1) == 1
        """Whether nothing lies between the Pico's pins and the parts, so that `wires` can try them.
        """
        seats = len(pins.READER_CS)
        one, none = (1, 0) if self.is_breadboard else (seats, 1)
        self.readers = self._number("readers", one, 1, seats)
        self.buttons = self._number("buttons", one, 0, seats)
        self.lamps = self._number("lamps", none and seats, 0, self.readers)
        self.keys = pins.KEYS if self._number("keypad", none, 0, 1) else ()
        self.has_buzzer = self._number("buzzer", none, 0, 1) == 1
        self.khz = self._number("reader_khz", _KHZ, _LEAST_KHZ, _MOST_KHZ)

    def __str__(self) -> str:
        """The parts, as a hello says them."""
        counts = (self.readers, len(self.keys), self.buttons, self.lamps, self.has_buzzer)
        parts = "readers=%d,keys=%d,seats=%d,lights=%d,display=128x64,buzzer=%d" % counts
        return parts + ",health=1,holds=1"

    def _number(self, name: str, usual: int, least: int, most: int) -> int:
        try:
            return max(least, min(most, int(self._said.get(name, usual))))
        except Exception as problem:  # noqa: BLE001
            self.problem = repr(problem)
            return usual
