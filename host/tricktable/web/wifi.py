"""This computer's own Wi-Fi: its name, the code that phones join it with, and whether it is on.

Decides nothing, and asks no radio: the Wi-Fi is on while this computer has its address there.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

_SPECIAL: Final = re.compile(r'([\\;,":])')


class GuestWifi(NamedTuple):
    """A Wi-Fi that this computer opens for its guests; without a name there is none."""

    name: str = ""
    password: str = ""
    """Empty if anybody may join."""
    address: str = ""
    """This computer's address there; empty if the Wi-Fi is always on."""

    def is_on(self, addresses: Collection[str]) -> bool:
        """Whether guests of a computer with these addresses can join."""
        return bool(self.name) and (not self.address or self.address in addresses)

    @property
    def code(self) -> str:
        """What a phone's camera reads to join (ZXing, "Barcode Contents", Wi-Fi network)."""
        name, password = (_SPECIAL.sub(r"\\\1", each) for each in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


NO_WIFI: Final = GuestWifi()
