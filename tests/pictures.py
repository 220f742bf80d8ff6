"""Takes the README's pictures from a real run of the demo: `make pictures`. Asserts nothing."""

import html
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page

from rig.browser import opened

ROOT: Final = Path(__file__).parents[1]
PICTURES: Final = ROOT / "docs/pictures"
PORT: Final = 8931
DEMO: Final = f"http://localhost:{PORT}"
PHONE: Final = (390, 844)
WANTED: Final = "trick 3 to"
PATIENCE_S: Final = 120
INK = {"\x1b[38;5;16;48;5;231m": '<span class="paper">', "\x1b[0m": "</span>"}
TERMINAL: Final = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:#14181d;color:#d8dee6}
pre{margin:0;padding:22px 26px;font:15px/1.164 "DejaVu Sans Mono",monospace;width:max-content}
.paper{background:#fff;color:#000}</style><pre>%s</pre>"""


Scheme = Literal["light", "dark"]
PAGES: Final[tuple[tuple[str, str, tuple[int, int], Scheme], ...]] = (
    ("/demo", "virtual-table", (1280, 880), "light"),
    ("/t/DEMO", "phone-light", PHONE, "light"),
    ("/t/DEMO", "phone-dark", PHONE, "dark"),
    ("/t/DEMO/wall", "wall", (1280, 720), "dark"),
    ("/host/t/DEMO", "host", (1280, 860), "light"),
)


class Demo:
    """The demo as a person starts it, in a terminal of its own."""

    def __init__(self) -> None:
        import pty  # POSIX only

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


@contextmanager
def opening(
    browser: Browser, path: str, name: str, size: tuple[int, int], scheme: Scheme = "light"
) -> Iterator[Page]:
    """A page of the demo, to be brought where it shall be; then it becomes a picture."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce",  # no card is caught in the air
    )
    shown = context.new_page()
    shown.goto(f"{DEMO}{path}")
    shown.locator("text=live").first.wait_for()
    yield shown
    shown.wait_for_timeout(300)
    shown.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def decline(shown: Page) -> None:
    """Take no lesson: its offer, on a phone that is new, lies over the standings."""
    for offer in shown.get_by_role("button", name="No, thank you").all():
        offer.click()


def bid(shown: Page) -> None:
    """Begin Troika, sit down with Bo's button, and wait until Bo is to bid."""
    hand(shown, do="begin", game="troika", players=4, variant="", abandon=True)
    shown.get_by_role("button", name="Bo").click()
    shown.get_by_text(re.compile("Now hold .* button")).first.wait_for()
    shown.wait_for_timeout(1500)  # a press counts once the display has shown what it is for
    hand(shown, do="button", seat=1, long=True)
    shown.get_by_text("Who deals?").first.wait_for()
    hand(shown, do="auto", on=True)
    shown.get_by_role("heading", name="Bo to bid").first.wait_for()


def hand(shown: Page, **act: object) -> None:
    """Do something at the virtual table."""
    shown.request.post(f"{DEMO}/demo/act", data=act, headers={"Origin": DEMO})


def terminal(browser: Browser, text: str) -> None:
    """What the terminal showed, as a picture."""
    coloured = html.escape(text.replace("\r", ""))
    for code, tag in INK.items():
        coloured = coloured.replace(html.escape(code), tag)
    # The machine's own address is nobody's business.
    coloured = re.sub(r"http://[\d.]+:\d+", "http://192.168.1.20:8080", coloured)
    coloured = coloured.replace(str(PORT), "8080")
    context = browser.new_context()
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
            for path, name, size, scheme in PAGES:
                with opening(browser, path, name, size, scheme) as shown:
                    decline(shown)
            terminal(browser, demo.text)
            with opening(browser, "/t/DEMO/seat", "seat", PHONE) as shown:
                bid(shown)
    finally:
        demo.stop()


if __name__ == "__main__":
    main()
