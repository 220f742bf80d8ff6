"""Where guests come in: the address of this host as of now, and the codes that lead there.

Prints codes to the terminal and hands them to displays; knows tables only by their codes.
"""

import os
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Final

import click

from tricktable.settings import Settings
from tricktable.store.journal.rounds import Rounds
from tricktable.web import invites
from tricktable.web.own_addresses import EVERY_MS, OwnAddresses, others_heard, url_for_guests

LOOKS_A_TURN: Final = 3
"""Each code to join stays on a display for this many looks at the network: 9 s, to scan it."""


class FrontDoor:
    """The address that guests open, and what leads them there. Any thread may call any method.

    Mutable: nobody can come in before `open`, and a laptop may change networks while it serves.
    """

    def __init__(self, settings: Settings, own: OwnAddresses) -> None:
        self._settings, self._own = settings, own
        self._port = 0
        self._is_wifis_turn = False
        self._pages: dict[str, dict[str, object]] = {}
        self.url = ""
        """Without a slash at its end; empty before guests can come in."""

    def open(self, port: int) -> None:
        """Guests can come in at this port from now on."""
        self._port = port
        self.url = self._guests_url()

    def has_moved(self) -> bool:
        """Whether guests go to another address now than before; `url` is that from now on."""
        before = self.url
        if before:
            self.url = self._guests_url()
        return self.url != before

    def place(self, code: str) -> str:
        """The address of a table."""
        return invites.address(self.url, code)

    def print_invite(self, code: str = "") -> None:
        """Print where guests go: to this table, or to the list of them all."""
        place = self.place(code) if code else f"{self.url}/"
        click.echo(invites.terminal(place, not _is_plain(), _has_blocks()))
        click.echo(f"Guests scan this, or open  {place}")
        if others := others_heard(self._settings, self._own.for_guests(), self._own.guest_address):
            click.echo(
                "If phones cannot open it, choose another address of this computer on the host's "
                f"page: {', '.join(others)}"
            )

    def next_turn(self) -> bool:
        """On each display that shows a code to join, it is the other's turn: Wi-Fi or page.

        False if nothing changes: without a Wi-Fi of our own there is one code alone.
        """
        is_on = self._settings.wifi.is_on(self._own.newest())
        changes = is_on or self._is_wifis_turn
        self._is_wifis_turn = is_on and not self._is_wifis_turn
        return changes

    def board_page(self, code: str, shows_code: bool) -> Mapping[str, object]:
        """A table's join page for its display; empty before anybody can join.

        `shows_code` tells whether the display shows a code to scan now. Where the Wi-Fi is ours
        there are two, by turns: beside each other, a camera that sees both would take either.
        """
        if not self.url:
            return {}
        wifi = self._settings.wifi
        if self._is_wifis_turn and shows_code and wifi.is_on(self._own.newest()):
            return invites.board_page(wifi.code, f"to join Wi-Fi {wifi.name}")
        page, join = self._pages.get(code), self.place(code)
        if page is None or page["t"] != join:
            page = self._pages[code] = invites.board_page(join)
        return page

    def forget(self, code: str) -> None:
        """There is no such table any more."""
        self._pages.pop(code, None)

    def _guests_url(self) -> str:
        own = self._own
        return url_for_guests(
            self._settings, self._port, own.for_guests(), own.guest_address
        ).rstrip("/")


class NetworkWatch(threading.Thread):
    """Has somebody look at this machine's network again and again, until `stop`."""

    def __init__(self, look: Callable[[], None], take_turns: Callable[[], None]) -> None:
        super().__init__(name="network", daemon=True)
        self._look, self._take_turns = look, take_turns
        self._rounds = Rounds("looking at the network")
        self._stopping = threading.Event()

    def stop(self) -> None:
        """End the thread; returns at once."""
        self._stopping.set()

    def run(self) -> None:
        """Look as often as the machine may be asked."""
        looks = 0
        while not self._stopping.wait(EVERY_MS / 1000):
            looks += 1
            with self._rounds:
                self._look()
                if looks % LOOKS_A_TURN == 0:
                    self._take_turns()


def _is_plain() -> bool:
    """Whether the terminal is to have no colours: https://no-color.org."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _has_blocks() -> bool:
    """Whether the terminal's characters include those that the code is drawn with."""
    try:
        "▀▄█".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
