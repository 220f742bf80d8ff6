"""The how-to of broadcasts names every part and every choice of the overlay."""

import re
from pathlib import Path

from tricktable.web.guest.overlay import CHOICES, PARTS

PAGE = (Path(__file__).parents[2] / "docs/howto/broadcast-a-game.md").read_text("utf-8")
ROWS = dict(re.findall(r"^[|] `(\w+)` [|] (.*?) [|] .* [|]$", PAGE, re.M))
DEFAULTS = dict(re.findall(r"^[|] `(\w+)` [|] .* [|] `(\w+)` [|]$", PAGE, re.M))


def test_every_choice_is_named_with_its_values_and_its_default():
    assert set(re.findall(r"`(\w+)`", ROWS["parts"])) == {*PARTS}
    for name, values in CHOICES.items():
        assert set(re.findall(r"`(\w+)`", ROWS[name])) == {*values}
        assert DEFAULTS[name] == values[0]
