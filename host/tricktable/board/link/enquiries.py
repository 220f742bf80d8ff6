"""Health checks asked by other threads, run one at a time on the line's thread."""

import threading
from collections import deque
from typing import Final

from tablewire.host import HostSession

ANSWER_WITHIN_S: Final = 20.0
"""A board answers within two seconds; the rest allows for a busy computer."""


class _Enquiry:
    def __init__(self, test: bool) -> None:
        self.test = test
        self.is_put = False
        self.is_over = threading.Event()


class Enquiries:
    """One question at a time. Mutable; only the line's thread may call `put`."""

    def __init__(self) -> None:
        self._open: deque[_Enquiry] = deque()

    def want(self, test: bool) -> None:
        """Queue a question for the board, without waiting. From any thread."""
        self._open.append(_Enquiry(test))

    def ask(self, test: bool, within_s: float = ANSWER_WITHIN_S) -> None:
        """Have the board asked, after a test of its parts if `test`.

        From any other thread. Returns once the session has the answer, the board cannot give one,
        or the time is over; then nothing is asked any more.
        """
        enquiry = _Enquiry(test)
        self._open.append(enquiry)
        enquiry.is_over.wait(within_s)
        enquiry.is_over.set()

    def put(self, session: HostSession) -> None:
        """Ask the board the oldest question, or close it; never waits."""
        if not self._open:
            return
        oldest = self._open[0]
        if not oldest.is_put and not oldest.is_over.is_set():
            oldest.is_put = session.ask(oldest.test)
            is_over = not oldest.is_put
        else:
            is_over = oldest.is_over.is_set() or session.health is not None
        if is_over:
            oldest.is_over.set()
            self._open.popleft()
