"""Importing this reads the whole program, and compiles what each host would when it starts.

So a run that is forked off has all of it: a second of a processor's time each.
"""

import contextlib
import gc
import pkgutil
from importlib import import_module
from typing import Final

import tricktable
from rig.preparations import compile_addresses_once
from rig.sites import site_with
from tricktable.club.people import words
from tricktable.web import create_app

READ_LATER: Final = (
    "alembic.command",
    "alembic.autogenerate",
    "encodings.ascii",
    "encodings.idna",
    "psycopg_binary",
)
"""What the program reads only once it needs it."""

for _each in pkgutil.walk_packages(tricktable.__path__, "tricktable."):
    import_module(_each.name)
for _name in READ_LATER:
    with contextlib.suppress(ImportError):  # what is optional
        import_module(_name)

compile_addresses_once()
create_app(site_with()).url_map.update()

# What a guess at a word costs is no matter of a host (tests/club/test_consents.py): a sixth of a
# second of a processor for each, and a test of guesses makes fifty.
words.COST = words.Cost(2, 1, 1)  # type: ignore[misc]

gc.collect()
gc.freeze()  # else each run would copy all of it when it first looks for garbage
