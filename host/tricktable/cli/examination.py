"""Examines the boards: through the host that serves them, or one directly if there is no host."""

import http.client
import secrets
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final

import msgspec
import serial

from tablewire.host import HostSession
from tablewire.messages import FAULT, Event, Hello
from tricktable.board.checkup import Facts, facts_of, fault_words
from tricktable.board.link.enquiries import ANSWER_WITHIN_S
from tricktable.board.link.ports import Port, boards, distinct
from tricktable.board.link.sealed_port import opener
from tricktable.board.link.unusable import Unusable, refusal
from tricktable.settings import Settings
from tricktable.store.clock import monotonic_ms
from tricktable.store.machine import EVERY_ADDRESS
from tricktable.table.views import ABSENT, LIVE, REFUSED
from tricktable.text.outage import reason
from tricktable.web.doctor import PATH, CheckupRequest
from tricktable.web.guards import TOKEN_HEADER

_HERE: Final = "127.0.0.1"
_PATIENCE_S: Final = ANSWER_WITHIN_S + 4  # the host gives up first, and says why


def examine(settings: Settings, test: bool) -> Mapping[str, Facts]:
    """The facts about each table's board, by the table's code, from the host that serves them.

    Without a host, the facts of the first board that answers, under an empty code.
    """
    try:
        return _ask_host(settings, test)
    except (OSError, http.client.HTTPException, msgspec.DecodeError):
        return {"": _ask_board(settings, test)}


def _ask_host(settings: Settings, test: bool) -> Mapping[str, Facts]:
    """Ask the host that runs with these settings. Raises: OSError and others if there is none."""
    host = _HERE if settings.http_host in EVERY_ADDRESS else settings.http_host
    line = http.client.HTTPConnection(host, settings.http_port, timeout=_PATIENCE_S)
    headers = {"Content-Type": "application/json"}
    if not _is_loopback(host):  # there it is needed, and nobody else can answer
        headers[TOKEN_HEADER] = settings.host_token
    try:
        line.request("POST", PATH, msgspec.json.encode(CheckupRequest(test)), headers)
        answer = line.getresponse()
        if answer.status != http.HTTPStatus.OK:
            raise http.client.HTTPException(answer.status)
        return msgspec.json.decode(answer.read(), type=dict[str, Facts])
    finally:
        line.close()


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _ask_board(settings: Settings, test: bool) -> Facts:
    """Open the board's port as long as needed; its events stay there for its own host."""
    session = HostSession(secrets.token_hex(4).upper())
    opened = opener(settings.board_key)
    state, word, errors = ABSENT, "", []
    for url in distinct(settings.board_port or boards()):
        try:
            with opened(url) as port:
                errors += _talk(session, port, test)
        except Unusable as refused:
            state, word = REFUSED, f"{refused}."
            errors.append(f"port: {type(refused).__name__}")
        except (serial.SerialException, OSError) as fault:
            state, word = REFUSED, _sentence(fault)
            errors.append(f"port: {type(fault).__name__}")
        if session.board is not None:
            state = LIVE
            break
        if session.mismatch is not None:
            state, word = REFUSED, str(refusal(session.mismatch))
            break
    return facts_of(session, state, word, errors, monotonic_ms())


def _sentence(fault: Exception) -> str:
    said = reason(fault)
    return f"{said[:1].upper()}{said[1:]}."


def _talk(session: HostSession, port: Port, test: bool) -> list[str]:
    """Ask the board how it is; the faults that it keeps for its host."""
    ends_ms = monotonic_ms() + int(ANSWER_WITHIN_S * 1000)
    is_asked, faults = False, list[str]()
    session.opened(monotonic_ms())
    while monotonic_ms() < ends_ms and session.health is None and session.mismatch is None:
        data = port.read(1)  # waits
        if data:
            data += port.read(port.in_waiting)
        for said in session.receive(data, monotonic_ms()):
            if isinstance(said, Hello):
                session.knows(said.boot, 0)  # so it sends all that it keeps; nothing is committed
            elif isinstance(said, Event) and said.what == FAULT:
                faults.append(fault_words(said))
        if session.board is not None and not is_asked:
            is_asked = True
            if not session.ask(test):
                break
        if out := session.due(monotonic_ms()):
            port.write(out)
    return faults
