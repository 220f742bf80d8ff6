"""Takes the README's pictures from a real run of the demo: `make pictures`. Asserts nothing."""

from __future__ import annotations

import html
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser

from rig.browser import opened

ROOT: Final = Path(__file__).parents[1]
PICTURES: Final = ROOT / "docs/pictures"
PORT: Final = 8931
PHONE: Final = (390, 844)
WANTED: Final = "trick 3 to"
PATIENCE_S: Final = 120
INK = {"\x1b[38;5;16;48;5;231m": '<span class="paper">', "\x1b[0m": "</span>"}
TERMINAL: Final = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:#14181d;color:#d8dee6}
pre{margin:0;padding:22px 26px;font:15px/1.164 "DejaVu Sans Mono",monospace;width:max-content}
.paper{background:#fff;color:#000}</style><pre>%s</pre>"""


Scheme = Literal["light", "dark"]


class Demo:
    """The demo as a person starts it, in a terminal of its own."""

    def __init__(self) -> None:
        self._terminal, inner = pty.openpty()
        command = [
            sys.executable,
            "-m",
            "tricktable",
            "demo",
            "--seed",
            "7",
            "--http-port",
            str(PORT),
        ]
        self._process = subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, cwd=ROOT)
        os.close(inner)
        self.text = ""

    def until(self, text: str) -> None:
        """Read what it prints until this has appeared. Raises: TimeoutError."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.text:
            if time.monotonic() > end:
                raise TimeoutError(f"the demo never said {text!r}")
            if select.select([self._terminal], [], [], 0.2)[0]:
                self.text += os.read(self._terminal, 65536).decode(errors="replace")

    def stop(self) -> None:
        """Ctrl-C."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(10)


def page(browser: Browser, path: str, name: str, size: tuple[int, int], scheme: Scheme) -> None:
    """One page as a picture, sharp on any screen."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, device_scale_factor=1.5
    )
    shown = context.new_page()
    shown.goto(f"http://localhost:{PORT}{path}")
    shown.locator("text=live").first.wait_for()
    shown.wait_for_timeout(700)
    shown.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def terminal(browser: Browser, text: str) -> None:
    """What the terminal showed, as a picture."""
    coloured = html.escape(text.replace("\r", ""))
    for code, tag in INK.items():
        coloured = coloured.replace(html.escape(code), tag)
    # The machine's own address is nobody's business.
    coloured = re.sub(r"http://[\d.]+:\d+", "http://192.168.1.20:8080", coloured)
    coloured = coloured.replace(str(PORT), "8080")
    context = browser.new_context(device_scale_factor=1.5)
    shown = context.new_page()
    shown.set_content(TERMINAL % coloured)
    shown.locator("pre").screenshot(path=PICTURES / "terminal.png")
    context.close()


def main() -> None:
    """Take them all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    demo = Demo()
    try:
        with opened() as browser:
            demo.until(WANTED)
            page(browser, "/demo", "virtual-table", (1280, 880), "light")
            page(browser, "/t/DEMO", "phone-light", PHONE, "light")
            page(browser, "/t/DEMO", "phone-dark", PHONE, "dark")
            terminal(browser, demo.text)
    finally:
        demo.stop()


if __name__ == "__main__":
    main()
