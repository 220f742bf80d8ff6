"""`doctor --bench`: walks with a person through a board's parts, and keeps a report of it."""

import errno
import json
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

import click
import msgspec
import serial

from tablewire.host import HostSession
from tablewire.limits import SILENT_MS
from tablewire.messages import Event, Hello
from tablewire.words import CARD, FAULT
from tricktable.board.bench import (
    BAD,
    OK,
    SKIPPED,
    BenchResult,
    BenchStep,
    Report,
    as_markdown,
    is_meant,
    steps,
    wrong,
)
from tricktable.board.checkup import Facts, Remark, facts_of, fault_words, remark_lines, remarks
from tricktable.board.link.enquiries import ANSWER_WITHIN_S
from tricktable.board.link.ports import Port, boards, distinct
from tricktable.board.link.sealed_port import opener
from tricktable.board.link.unusable import Unusable, refusal
from tricktable.settings import Settings
from tricktable.store.clock import monotonic_ms
from tricktable.table.views import LIVE
from tricktable.text.characters import printable
from tricktable.text.count import how_many
from tricktable.text.outage import reason

NOTICES_WITHIN_S: Final = 2.0
"""So long after the person has said that it is done, an event may still come."""
TRIES: Final = 2
STEP_TAKES_S: Final = 20
"""About, for a person who has never done it."""
PAGE: Final = ".md"
"""How the report to read ends."""
RESTARTED: Final = (
    "The board restarted during the walk. Unless you reset it, its supply failed for a moment: "
    "look for a short circuit, and take another cable."
)
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
        self._faults: list[str] = []
        self._fault: OSError | None = None
        self._is_over = False
        self._boot = ""
        self.restarts = 0
        """While this was open."""
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._session.opened(monotonic_ms())
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
                    out = self._session.due(monotonic_ms())
                self._port.write(out) if out else None
            except OSError as fault:
                with self._changed:
                    self._fault = fault
                    self._changed.notify_all()
                return

    def _take(self, data: bytes) -> None:
        for said in self._session.receive(data, monotonic_ms()):
            if isinstance(said, Hello):
                self.restarts += self._boot not in ("", said.boot)
                self._boot = said.boot
                self._session.knows(said.boot, 0)
            elif isinstance(said, Event) and self._session.board is not None:
                self._events.append(said)
                if said.what == FAULT:
                    self._faults.append(fault_words(said))
                self._session.commit(self._session.board.boot, said.seq)
        self._changed.notify_all()

    def until(self, is_so: Callable[[], object], seconds: float) -> bool:
        """Wait until something is so; False if it does not become so in time. Raises: OSError."""
        with self._changed:
            self._changed.wait_for(lambda: self._fault or is_so(), seconds)
            if self._fault is not None:
                raise self._fault
            return bool(is_so())

    def hears(self) -> None:
        """Wait for the board's next word, which says that it is there. Raises: OSError if not."""
        since_ms = monotonic_ms()
        if not self.until(
            lambda: self._session.silence_ms(monotonic_ms()) < monotonic_ms() - since_ms,
            SILENT_MS / 1000,
        ):
            raise OSError(errno.ETIMEDOUT, "the board is silent")

    def show(self, picture: dict[str, object]) -> None:
        """Let the board show a picture."""
        with self._changed:
            self._session.show(json.dumps(picture))

    def forget(self) -> None:
        """What happened so far belongs to no step."""
        with self._changed:
            self._events.clear()

    def has_noticed(self, step: BenchStep) -> bool:
        """Whether the event that a step waits for has come."""
        return any(is_meant(step, each.what, each.args) for each in self._events)

    @property
    def events(self) -> list[tuple[str, tuple[str, ...]]]:
        """The kinds and words of all events since `forget`."""
        return [(each.what, each.args) for each in self._events]

    def check_up(self) -> Facts:
        """Let the board test its parts, and ask how they are."""
        with self._changed:
            self._session.ask(test=True)
        self.until(lambda: self._session.health is not None, ANSWER_WITHIN_S)
        with self._changed:
            return facts_of(self._session, LIVE, "", self._faults, monotonic_ms())


def at_the_bench(settings: Settings, path: Path, ask: Ask) -> bool:
    """Walk through the first board that is plugged in.

    Raises: click.ClickException; KeyboardInterrupt if the person stops.
    """
    opened = opener(settings.board_key)
    for url in distinct(settings.board_port or boards()):
        try:
            port = opened(url)
        except (Unusable, serial.SerialException, OSError) as fault:
            raise click.ClickException(f"{reason(fault)}.") from None
        try:
            with port:
                return walk(HostSession(secrets.token_hex(4).upper()), port, path, ask)
        except OSError:
            raise click.ClickException(
                "The board is gone. Plug its cable in at both ends and run this again; it goes on "
                "where it was."
            ) from None
        except click.Abort:
            click.echo(f"\nStopped. {path} has what was tried; the same command goes on there.")
            raise KeyboardInterrupt from None
    raise click.ClickException("No board found. Plug it in with a data cable, or give its --port.")


def walk(session: HostSession, port: Port, path: Path, ask: Ask) -> bool:
    """Try all that has not gone well yet; whether all does now. Writes the report after each step.

    `path`: the report as JSON, from which the next call goes on; beside it lies one to read, as
    Markdown. Raises: click.ClickException if the report is none or of another board, or cannot be
    written; click.Abort if the person stops; OSError if the board's port fails.
    """
    with BenchLine(session, port) as line:
        if not line.until(lambda: session.board or session.mismatch, ANSWER_WITHIN_S):
            raise click.ClickException("No board answers. Is its cable plugged in at both ends?")
        if session.mismatch is not None:
            raise click.ClickException(str(refusal(session.mismatch)))
        board = session.board
        assert board is not None
        report = _open_report(path, board)
        line.until(lambda: session.events_missing == 0, NOTICES_WITHIN_S)
        tried = [*steps(board.parts())]
        left = report.steps_left(tried)
        _write(path, as_markdown(report, left, ()), report)
        if left:
            _introduce(left)
        broken: set[str] = set()
        for number, step in enumerate(left, start=1):
            if (step.needs or step.part) in broken:
                _say(f"{number}/{len(left)} {step.part}: waits until that works.")
                continue
            result = _try(step, f"{number}/{len(left)} {step.part}", line, ask)
            report = report.with_result(result)
            if result.outcome == BAD:
                broken.add(step.part)
            _write(path, as_markdown(report, report.steps_left(tried), ()), report)
        said = list(remarks(line.check_up()))
        if line.restarts:
            said.append(Remark("supply", False, RESTARTED))
        left = report.steps_left(tried)
        _write(path, as_markdown(report, left, said), report)
    for words in remark_lines(each for each in said if not each.is_well):
        _say(words)
    _say(report.summary(left))
    return not left


def _introduce(left: Sequence[BenchStep]) -> None:
    """Say what comes, and how to get out of it."""
    minutes = -(-len(left) * STEP_TAKES_S // 60)
    needs = "Have a card with a tag and a phone at hand. "
    _say(
        f"{how_many(len(left), 'step')}, about {how_many(minutes, 'minute')}. "
        f"{needs * any(step.what == CARD for step in left)}"
        "Type one of the answers in brackets, then press Enter. Ctrl-C stops, and the same command "
        "goes on where it was."
    )


def _say(sentence: str) -> None:
    click.echo(_wrap(sentence))


def _wrap(sentence: str) -> str:
    """The sentence in lines that break between words, however narrow the terminal is."""
    return click.wrap_text(sentence, shutil.get_terminal_size().columns - 1)


def _try(step: BenchStep, heading: str, line: BenchLine, ask: Ask) -> BenchResult:
    """One step, again if the board noticed nothing of it."""
    for _ in range(TRIES):
        line.forget()
        outcome, amount = _answer(step, heading, line, ask)
        if outcome == SKIPPED:
            return BenchResult(step.part, step.task, SKIPPED)
        if outcome == BAD:
            line.hears()  # else the cable is pulled, and not the part broken
        if outcome == OK and step.what:
            line.until(lambda: line.has_noticed(step), NOTICES_WITHIN_S)
        fault = wrong(step, line.events) if step.what else ""
        if outcome == OK and not fault:
            return BenchResult(step.part, step.task, OK, amount)
        _say(f"! {fault}{' ' * bool(fault)}Check {step.advice}.")
        if outcome == BAD:
            break
    return BenchResult(step.part, step.task, BAD, fault)


def _answer(step: BenchStep, heading: str, line: BenchLine, ask: Ask) -> tuple[str, str]:
    """What the person says of a step, and what they have measured. Raises: OSError."""
    while True:
        if step.picture:
            line.show(dict(step.picture))
        question = _wrap(f"{heading}: {step.task}"), _wrap(f"[{step.choices}]")
        typed = ask("\n".join(question)).strip()
        line.until(lambda: True, 0)
        if outcome := step.outcome(typed):
            measured = outcome == OK and step.unit
            return outcome, f"{typed.removesuffix(step.unit).strip()} {step.unit}" * bool(measured)
        if typed:
            _say(f"“{printable(typed)}” is none of these.")


def _open_report(path: Path, board: Hello) -> Report:
    try:
        report = msgspec.json.decode(path.read_bytes(), type=Report)
    except FileNotFoundError:
        day = time.strftime("%Y-%m-%d")
        return Report(board=board.board, firmware=board.version, begun=day)
    except (OSError, msgspec.MsgspecError) as fault:
        why = reason(fault) if isinstance(fault, OSError) else "name a new file"
        raise click.ClickException(f"{path} is no bench report: {why}.") from None
    if report.board != board.board:
        what = f"{path} is of another board ({report.board}). Name a new file for this one."
        raise click.ClickException(what)
    _say(f"Going on with {path}, begun {report.begun}.")
    return msgspec.structs.replace(report, firmware=board.version)


def _write(path: Path, text: str, report: Report) -> None:
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
        path.with_suffix(PAGE).write_text(text, encoding="utf-8")
    except OSError as fault:
        raise click.ClickException(f"Cannot write {path}: {reason(fault)}.") from None
