"""One moment of a record, in few words: what it tells, what it waits for, what can come next."""

from typing import Any

from records.lines import entry, refused
from referees.torite import PUBLIC
from referees.witness import Line
from tricktable.rules.record import Record


def add(record: Record, *lines: Line) -> Record:
    """Take in more entries."""
    for line in lines:
        record.add(entry(record, line))
    return record


def detail(record: Record, viewpoint: int = PUBLIC) -> dict[str, Any]:
    """The game's part of the summary."""
    found: dict[str, Any] = record.summary(viewpoint)["detail"]  # type: ignore[assignment]
    return found


def awaited(record: Record) -> tuple[int | None, str]:
    """Whom and what the table waits for."""
    told: Any = record.summary()["next"]
    return told["seat"], told["what"]


def possible(record: Record, *lines: Line) -> list[int]:
    """Which of these entries are possible now, by their places."""
    return [n for n, line in enumerate(lines) if not refused(record, line)]
