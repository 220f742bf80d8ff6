"""Group commit: many producers, one commit at a time, and nobody waits for more than two.

There is no writer thread. A producer that finds the store idle commits its own rows, so a lone
card costs no hand-over. A producer that comes during a commit waits; then the first of those
waiting commits for all of them. Knows nothing of databases and never touches a row.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from tricktable.store.journal.errors import Outage
from tricktable.store.journal.row import Phone, Row


class Ticket:
    """One producer's rows and phones on their way to the disk, and the answer to them."""

    __slots__ = ("answer", "leads", "phones", "rows", "turn")

    def __init__(self, rows: Sequence[Row], phones: Sequence[Phone]) -> None:
        self.rows, self.phones = rows, phones
        # Nothing counts as durable until the commit says so, whatever happens on the way.
        self.answer: Exception | None = Outage("the journal was interrupted before it had answered")
        """None once both are durable; before that, or if refused, the reason."""
        self.leads = False
        # A lock for each ticket wakes one producer; a condition would wake all of them.
        self.turn = threading.Lock()
        self.turn.acquire()


class GroupCommit:
    """Passes rows from any number of threads to one `commit`, never called by two at once. Mutable.

    `commit` gets the tickets of one batch, oldest first, and sets the answer of each. What it
    raises reaches the producer that ran it; the others of the batch get an Outage.
    """

    def __init__(self, commit: Callable[[Sequence[Ticket]], None]) -> None:
        self._commit = commit
        self._gate = threading.Lock()
        self._waiting: list[Ticket] = []
        self._is_led = False

    @property
    def queue_length(self) -> int:
        """How many producers wait for the next commit."""
        return len(self._waiting)

    def submit(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """Return when both are durable. Raises: the answer of their ticket, if any."""
        # No writer thread: it would cost a lone card two hand-overs, in a program that plays one
        # card in two seconds. No connection for each table either: SQLite's locks are not fair, and
        # with eight threads the longest commit took 1.2 s; grouped, it took 7 medians
        # (docs/explanation/journal.md).
        ticket = Ticket(rows, phones)
        try:
            with self._gate:
                self._waiting.append(ticket)
                ticket.leads, self._is_led = not self._is_led, True
            if not ticket.leads:
                ticket.turn.acquire()
            if ticket.leads:
                self._lead(ticket)
        except BaseException:  # Ctrl-C too must not leave the others without a leader
            self._leave(ticket)
            raise
        if ticket.answer is not None:
            raise ticket.answer

    def _lead(self, mine: Ticket) -> None:
        with self._gate:
            batch, self._waiting = self._waiting, []
        try:
            self._commit(batch)
        finally:
            self._leave(mine)  # the next commit starts before this batch's producers wake
            for ticket in batch:
                if ticket is not mine:
                    ticket.turn.release()

    def _leave(self, ticket: Ticket) -> None:
        """Leave the line, and pass the lead on if it is ours."""
        with self._gate:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            if not ticket.leads:
                return
            ticket.leads = False
            if self._waiting:
                self._waiting[0].leads = True
                self._waiting[0].turn.release()
            else:
                self._is_led = False


def together_or_apart(
    write: Callable[[Sequence[Row], Sequence[Phone]], Exception | None],
) -> Callable[[Sequence[Ticket]], None]:
    """A commit that writes a batch at once or, if refused, each producer's rows separately.

    So a producer whose rows conflict fails alone, and small rows get in where large do not.

    Args:
        write: adds rows and keeps phones durably, all or none; returns None, or the reason why not.
    """

    def commit(batch: Sequence[Ticket]) -> None:
        rows = [row for ticket in batch for row in ticket.rows]
        answer = write(rows, [phone for ticket in batch for phone in ticket.phones])
        is_shared = answer is None or isinstance(answer, Outage) or len(batch) == 1
        for ticket in batch:
            ticket.answer = answer if is_shared else write(ticket.rows, ticket.phones)

    return commit
