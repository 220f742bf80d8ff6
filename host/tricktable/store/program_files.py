"""Where the files lie that the program brings besides its modules: pages, firmware, drawings.

A checkout has them beside `host`, an installed wheel inside the package (see pyproject.toml).
"""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_IN_WHEEL: Final = _PACKAGE / "carried"

CARRIED: Final = _IN_WHEEL if _IN_WHEEL.is_dir() else _PACKAGE.parents[1]
"""The folder with `web`, `firmware`, `hardware` and `package.json`, laid out as in a checkout."""
