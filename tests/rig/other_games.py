"""Games that somebody has installed beside the program: hidden from the tests, which expect ours.

A test that wants such a game lays its package into a folder of its own, before all others.
"""

import atexit
import os
import shutil
import sys
import tempfile
from importlib.metadata import entry_points
from pathlib import Path

GROUP = "tricktable.games"


def hide() -> None:
    """Let this process, and all that it starts, find no game of another package.

    Call it before anything of `tricktable` is imported; once it has hidden all, it does nothing.
    Of two packages of one name the first on the path counts, so an empty one stands before each.
    """
    found = {entry.dist.name for entry in entry_points(group=GROUP) if entry.dist}
    if not found:
        return
    assert "tricktable.games" not in sys.modules, "it has found them already"
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in found:
        info = folder / f"{name.replace('-', '_')}-0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n")
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = before(folder)


def before(*folders: Path) -> str:
    """PYTHONPATH for a program that finds what these folders hold before all others."""
    return os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
