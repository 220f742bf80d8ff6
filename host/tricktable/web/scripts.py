"""Tags of scripts that name what a script imports, so that a phone asks for all of it at once.

Otherwise it learns of each import from the file before: four round trips until a page is live.
"""

import posixpath
import re
from functools import cache
from typing import Final

from flask import url_for
from markupsafe import Markup

from tricktable.web.guest.fragment import WEB

_IMPORT: Final = re.compile(r'^import (?:[^"(]* from )?"(\.[^"]+)";', re.MULTILINE)


def module(*names: str) -> Markup:
    """The tags of these scripts, below a line for each other one that they import."""
    needed = dict.fromkeys(each for name in names for each in imports(name) if each not in names)
    preload = Markup('<link rel="modulepreload" href="{}">')
    script = Markup('<script type="module" src="{}"></script>')
    kinds = [*((preload, each) for each in needed), *((script, each) for each in names)]
    return Markup("\n").join(tag.format(url_for("static", filename=each)) for tag, each in kinds)


@cache
def imports(name: str) -> tuple[str, ...]:
    """The scripts that this one imports before it runs, and those that they import."""
    found = [name]
    for each in found:  # it grows
        text = (WEB / "static" / each).read_text(encoding="utf-8")
        beside = (posixpath.join(posixpath.dirname(each), path) for path in _IMPORT.findall(text))
        found += [path for path in map(posixpath.normpath, beside) if path not in found]
    return (*found[1:],)
