"""`--open`: shows a page in the browser of whoever sits at this computer, if there is one."""

import os
import sys
import threading
import webbrowser

import click

from tricktable.store.machine import is_root


def show(url: str) -> None:
    """Open the page in a browser, or say where it is. Returns at once and raises nothing."""
    if why := _why_not():
        click.echo(f"{why} Open {url} yourself.")
        return
    # A thread of its own: some browsers return only when they are closed.
    threading.Thread(target=_open, args=(url,), name="browser", daemon=True).start()


def _why_not() -> str | None:
    """Why no browser can be opened here; None if one can."""
    if sys.platform in ("win32", "darwin"):
        return None
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return "There is no screen for a browser here."
    if is_root():
        return "Browsers refuse to run as root."
    return None


def _open(url: str) -> None:
    try:
        is_open = webbrowser.open(url)
    except (OSError, webbrowser.Error):
        is_open = False
    if not is_open:
        click.echo(f"No browser was found here. Open {url} yourself.")
