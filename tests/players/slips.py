"""What is noted wrongly at a table, and how it is put right. Test support, knows no game."""

from collections.abc import Sequence
from random import Random

from referees.witness import Line


def noted(
    chance: Random, share: float, line: Line, seq: int, instead: Sequence[Line] = ()
) -> list[Line]:
    """What is noted, from entry `seq` on, when `line` happened.

    With this share it, or one of the others instead, is noted first, and then struck or corrected.
    """
    if chance.random() >= share:
        return [line]
    wrong = chance.choice([line, *instead])
    corrected: Line = {"kind": "corrected", "seq": seq, "entry": line}
    if chance.random() >= 0.5:
        return [wrong, corrected]
    struck: Line = {"kind": "struck", "seq": seq}
    return [wrong, struck, line if chance.random() < 0.5 else corrected]
