"""How long a new machine waits: from a fresh clone with an empty home to the demo's first page."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from bench.report import Row
from rig.ports import free_port

ROOT: Final = Path(__file__).parents[2]
REACH_S: Final = 60
GIVE_UP_S: Final = 240


def rows() -> Iterator[Row]:
    """One start: packages come over the network, so a median would tell no more."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = start(Path(folder))
    yield Row(
        "make demo from a fresh clone to a served page",
        f"{seconds:.0f} s",
        f"<= {REACH_S} s",
        seconds <= REACH_S,
        "with the download of packages" + ("" if shutil.which("uv") else ", by pip"),
    )


def start(folder: Path) -> float:
    """The seconds that it takes in this folder. Raises: TimeoutError."""
    clone, home, port = folder / "tricktable", folder / "home", free_port()
    home.mkdir()
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    environment.pop("VIRTUAL_ENV", None)
    began = time.monotonic()
    demo = subprocess.Popen(
        ["make", "demo", f"ARGS=--http-port {port}"],
        cwd=clone,
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for_page(f"http://127.0.0.1:{port}/t/DEMO", demo, began + GIVE_UP_S)
        return time.monotonic() - began
    finally:
        os.killpg(demo.pid, signal.SIGINT)
        demo.wait(10)


def wait_for_page(url: str, demo: subprocess.Popen[bytes], until: float) -> None:
    """Return once the page is served. Raises: TimeoutError."""
    while time.monotonic() < until and demo.poll() is None:
        try:
            with urlopen(url, timeout=2):
                return
        except (URLError, ConnectionError):
            time.sleep(0.05)
    raise TimeoutError("the demo never served its page")
