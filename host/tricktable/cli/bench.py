"""`doctor --bench`: walks with a person through a board's parts, and keeps a report of it."""

import json
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

import click
import msgspec
import serial

from tablewire.host import HostSession
from tablewire.messages import Event, Hello
from tricktable.board.bench import (
    BAD,
    OK,
    SKIPPED,
    BenchResult,
    BenchStep,
    Report,
    other_end,
    steps,
    written,
)
from tricktable.board.checkup import Facts, Remark, facts_of, printed, remarks
from tricktable.board.link.enquiries import ANSWER_WITHIN_S
from tricktable.board.link.ports import Port, boards, distinct
from tricktable.board.link.sealed_port import opener
from tricktable.board.link.unusable import Unusable
from tricktable.settings import Settings
from tricktable.table.views import LIVE
from tricktable.text.outage import reason

NOTICES_WITHIN_S: Final = 2.0
"""So long after the person has said that it is done, an event may still come."""
TRIES: Final = 2
Ask = Callable[[str], str]
"""Puts a question to the person; gives what they typed."""


class BenchLine:
    """A board's open port, served in a thread of its own while the person reads and types.

    Mutable.
    """

    def __init__(self, session: HostSession, port: Port) -> None:
        self._session, self._port = session, port
        self._changed = threading.Condition()  # its lock guards the session and what follows
        self._events: list[Event] = []
        self._fault: OSError | None = None
        self._is_over = False
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._session.opened(_now_ms())
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._thread.join()

    def _serve(self) -> None:
        while not self._is_over:
            try:
                data = self._port.read(1)  # waits
                data += self._port.read(self._port.in_waiting) if data else b""
                with self._changed:
                    self._take(data)
                    out = self._session.due(_now_ms())
                self._port.write(out) if out else None
            except OSError as fault:
                with self._changed:
                    self._fault = fault
                    self._changed.notify_all()
                return

    def _take(self, data: bytes) -> None:
        for said in self._session.receive(data, _now_ms()):
            if isinstance(said, Hello):
                self._session.knows(said.boot, 0)
            elif isinstance(said, Event) and self._session.board is not None:
                self._events.append(said)
                self._session.committed(self._session.board.boot, said.seq)
        self._changed.notify_all()

    def until(self, is_so: Callable[[], object], seconds: float) -> bool:
        """Wait until something is so; False if it does not become so in time. Raises: OSError."""
        with self._changed:
            self._changed.wait_for(lambda: self._fault or is_so(), seconds)
            if self._fault is not None:
                raise self._fault
            return bool(is_so())

    def show(self, picture: dict[str, object]) -> None:
        """Let the board show a picture."""
        with self._changed:
            self._session.show(json.dumps(picture))

    def forget(self) -> None:
        """What happened so far belongs to no step."""
        with self._changed:
            self._events.clear()

    def of(self, step: BenchStep) -> list[Event]:
        """The events that a step waits for."""
        return [each for each in self._events if _is_of(step, each)]

    @property
    def events(self) -> Sequence[Event]:
        """All that happened since `forget`."""
        return tuple(self._events)

    def check_up(self) -> Facts:
        """Let the board test its parts, and ask how they are."""
        with self._changed:
            self._session.ask(test=True)
        self.until(lambda: self._session.health is not None, ANSWER_WITHIN_S)
        with self._changed:
            return facts_of(self._session, LIVE, "", (), _now_ms())


def _is_of(step: BenchStep, event: Event) -> bool:
    return event.what == step.what and event.args[: len(step.args)] == step.args


def at_the_bench(settings: Settings, path: Path, ask: Ask) -> bool:
    """Walk through the first board that is plugged in. Raises: click.ClickException."""
    opened = opener(settings.board_key)
    for url in distinct(settings.board_port or boards()):
        try:
            with opened(url) as port:
                return walk(HostSession(secrets.token_hex(4).upper()), port, path, ask)
        except Unusable as refused:
            raise click.ClickException(
                f"{refused}; end the host for as long as this takes"
            ) from None
        except (serial.SerialException, OSError) as fault:
            raise click.ClickException(
                f"the board's line broke ({reason(fault)}): plug it in and call this again, "
                "it goes on where it was"
            ) from None
    raise click.ClickException("no board found: plug it in with a data cable, or give --board-port")


def walk(session: HostSession, port: Port, path: Path, ask: Ask) -> bool:
    """Try all that has not gone well yet; whether all does now. Writes the report after each step.

    `path`: the report as JSON, from which the next call goes on; beside it lies one to read, as
    Markdown. Raises: click.ClickException if the report is none or of another board, or cannot be
    written; OSError if the board's port fails.
    """
    with BenchLine(session, port) as line:
        if not line.until(lambda: session.board is not None, ANSWER_WITHIN_S):
            raise click.ClickException("no board answers: is its cable plugged in at both ends?")
        board = session.board
        assert board is not None
        report = _begun(path, board)
        line.until(lambda: session.unreceived == 0, NOTICES_WITHIN_S)
        for step in report.left(steps(board.parts())):
            result = _try(step, line, ask)
            report = report.with_result(result)
            _write(path, report, ())
        said = list(remarks(line.check_up()))
        _write(path, report, said)
    for words in printed(each for each in said if not each.is_well):
        click.echo(words)
    return report.is_well


def _try(step: BenchStep, line: BenchLine, ask: Ask) -> BenchResult:
    """One step, again if nothing came of it."""
    noted = ""
    for _ in range(TRIES):
        line.forget()
        if step.picture:
            line.show(dict(step.picture))
        answer = ask(f"{step.task} {_keys(step)}").strip().lower()
        if answer in ("s", "skip"):
            return BenchResult(step.part, step.task, SKIPPED)
        if not step.what:
            is_well = answer in ("y", "yes")
        else:
            is_well = answer not in ("n", "no") and line.until(
                lambda: line.of(step), NOTICES_WITHIN_S
            )
        if is_well:
            return BenchResult(
                step.part, step.task, OK, f"{answer} {step.unit}" if step.unit else ""
            )
        found = [other_end(step, each.what, each.args) for each in line.events]
        noted = next(filter(None, found), "") or "Nothing came." * bool(step.what)
        click.echo(f"{noted} Look at: {step.advice}.".strip())
        if not step.what:
            break
    return BenchResult(step.part, step.task, BAD, noted)


def _keys(step: BenchStep) -> str:
    if step.unit:
        return f"[{step.unit}, n: it never did, s: skip]"
    return "[Enter: done, n: nothing happens, s: skip]" if step.what else "[y, n, s: skip]"


def _begun(path: Path, board: Hello) -> Report:
    try:
        report = msgspec.json.decode(path.read_bytes(), type=Report)
    except FileNotFoundError:
        day = time.strftime("%Y-%m-%d")
        return Report(board=board.board, firmware=board.version, begun=day)
    except (OSError, msgspec.MsgspecError) as fault:
        raise click.ClickException(f"{path} is no bench report: {fault}") from None
    if report.board != board.board:
        what = f"{path} is of another board ({report.board}): name a new file for this one"
        raise click.ClickException(what)
    click.echo(f"Going on with {path}, begun {report.begun}.")
    return report


def _write(path: Path, report: Report, said: Sequence[Remark]) -> None:
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        path.with_suffix(".md").write_text(written(report, said), encoding="utf-8")
    except OSError as fault:
        raise click.ClickException(f"cannot write {path}: {fault.strerror}") from None


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
