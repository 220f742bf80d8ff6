"""Importing this reads all that the program imports from elsewhere, and nothing of the program."""

import contextlib
import gc
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

OURS: Final = ("tricktable", "tablewire", "tableboard")
_IMPORTS: Final = re.compile(
    r"^ *(?:from ([\w.]+) import |import ([\w.]+)(?: as \w+)?$)", re.MULTILINE
)

_spec = find_spec("tricktable")
assert _spec is not None
for _folder in _spec.submodule_search_locations or ():
    for _path in Path(_folder).rglob("*.py"):
        for _from, _name in _IMPORTS.findall(_path.read_text(encoding="utf-8")):
            if (_from or _name).partition(".")[0] not in (*OURS, ""):
                with contextlib.suppress(ImportError):  # what is optional, or of another system
                    import_module(_from or _name)

gc.collect()
gc.freeze()  # else each run would copy all of it when it first looks for garbage
