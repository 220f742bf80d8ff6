"""Guests who take seats with their phones while all breaks. Test support."""

import http.client
import json
import threading
import time
from collections.abc import Sequence
from random import Random
from typing import Final
from urllib.parse import urlencode

from chaos.acts import WAIT_S, Book, Seated
from chaos.hosts import Host
from tricktable.web.seat.seat import TOKEN_HEADER

SEATS: Final = 4
_CLAIMED: Final = 201
_WAITS_S: Final = 5.0
"""By then somebody puts the phone away."""


def _said(
    host: Host,
    method: str,
    path: str,
    home: str,
    token: str = "",
    seat: int | None = None,
    wait_s: float = WAIT_S,
) -> tuple[int, str]:
    """Ask a host as a phone at this address; 0 and why if there was no answer."""
    port = host.port
    if port is None:
        return 0, "it does not serve"
    line = http.client.HTTPConnection("127.0.0.1", port, wait_s, (home, 0))
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"http://127.0.0.1:{port}",
        "Connection": "close",
        TOKEN_HEADER: token,
    }
    try:
        form = "" if seat is None else urlencode({"seat": seat})
        line.request(method, f"/t/{path}", form, headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException) as fault:
        return 0, repr(fault)
    finally:
        line.close()


def sits(host: Host, guest: Seated, wait_s: float = WAIT_S) -> bool:
    """Whether this host shows the phone its own hand."""
    path = f"{guest.table}/seat/own"
    status, page = _said(host, "GET", path, guest.home, guest.token, wait_s=wait_s)
    return status == 200 and 'data-state="sits"' in page


class Guests(threading.Thread):
    """One phone after the other takes a seat at this table, at whichever host answers.

    It counts as seated once every host shows it. A phone whose answer was lost does not know who
    it is, and one that was let in by a host which died before it could save that has no seat.
    """

    def __init__(self, table: str, hosts: Sequence[Host], book: Book, chance: Random) -> None:
        super().__init__(name="guests", daemon=True)
        self._table, self._hosts, self._book, self._chance = table, hosts, book, chance
        self._ends = threading.Event()
        self.pace_s = 0.8

    def end(self) -> None:
        """Nobody comes any more."""
        self._ends.set()

    def run(self) -> None:
        """See above."""
        for seat in range(SEATS):
            if self._ends.wait(self._chance.random() * self.pace_s):
                return
            self._sit(seat)

    def _sit(self, seat: int) -> None:
        # Each from an address of its own: hosts count how often one asks.
        home = f"127.1.{self._chance.randrange(1, 250)}.{self._chance.randrange(1, 250)}"
        host = self._chance.choice(self._hosts)
        status, said = _said(host, "POST", f"{self._table}/seat/claim", home, seat=seat)
        if status != _CLAIMED:
            return
        guest = Seated(self._table, seat, json.loads(said)["token"], home)
        # A host may show what it has not saved yet; the others know only what is in the database.
        ends = time.monotonic() + _WAITS_S
        while not all(sits(each, guest) for each in self._hosts):
            if self._ends.wait(self._chance.random() * 0.1) or time.monotonic() > ends:
                return
        self._book.sit(guest)
