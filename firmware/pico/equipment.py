"""Which of the parts in pins.py this board has, and how fast its readers' bus is: board.json says.

Whatever somebody wrote there, a host is told, and the board works as without it. A breadboard has
one reader and one button unless the file says more.
"""

import json
from collections import namedtuple

from micropython import const

import pins

_KHZ = const(1000)  # unless board.json says otherwise: four times as fast saves an eighth of a read
_LEAST_KHZ = const(125)
_MOST_KHZ = const(2500)  # what fits half a metre of ribbon: docs/explanation/range.md

Equipment = namedtuple(
    "Equipment", ("is_breadboard", "readers", "keys", "buttons", "lamps", "has_buzzer", "khz")
)
"""`is_breadboard`: nothing lies between the Pico's pins and the parts, so `wires` can try them.
`keys`: their names."""


def equipment(path: str) -> tuple[Equipment, str]:
    """Return what board.json at this path says, and why not all of it counts; "" if all does."""
    problem = ""
    said: dict[str, int] = {}
    try:
        with open(path) as file:
            said = json.load(file)
        said.get("")
    except OSError:
        pass  # there is none
    except Exception as fault:  # noqa: BLE001
        problem = repr(fault)
        said = {}

    def number(name: str, usual: int, least: int, most: int) -> int:
        nonlocal problem
        try:
            return max(least, min(most, int(said.get(name, usual))))
        except Exception as fault:  # noqa: BLE001
            problem = repr(fault)
            return usual

    seats = len(pins.READER_CS)
    is_breadboard = number("breadboard", 0, 0, 1)
    one, all_or_none = (1, 0) if is_breadboard else (seats, 1)
    readers = number("readers", one, 1, seats)
    buttons = number("buttons", one, 0, seats)
    lamps = number("lamps", all_or_none and seats, 0, readers)
    keys = pins.KEYS if number("keypad", all_or_none, 0, 1) else ()
    buzzer = number("buzzer", all_or_none, 0, 1)
    khz = number("reader_khz", _KHZ, _LEAST_KHZ, _MOST_KHZ)
    found = Equipment(bool(is_breadboard), readers, keys, buttons, lamps, bool(buzzer), khz)
    return found, problem


def told(parts: Equipment, updates: int) -> str:
    """Return the parts as a hello says them; `updates`: by which edition of the loader."""
    counts = (parts.readers, len(parts.keys), parts.buttons, parts.lamps, parts.has_buzzer)
    words = "readers=%d,keys=%d,seats=%d,lights=%d,display=128x64,buzzer=%d" % counts
    return words + ",health=1,holds=1" + (",updates=%d" % updates if updates else "")
