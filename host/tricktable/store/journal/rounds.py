"""Guards each round of a thread that works until it is stopped: an outage ends the round alone."""

import logging
from types import TracebackType

from tricktable.store.journal.errors import JournalError

_log = logging.getLogger(__name__)


class Rounds:
    """`with rounds:` around the body of one thread's loop. Mutable; for that thread alone."""

    def __init__(self, whose: str) -> None:
        """`whose` is what the log calls the thread."""
        self._whose = whose
        self._said = ""
        self.has_failed = False
        """Whether an outage has ended the newest round."""

    def __enter__(self) -> None:
        self.has_failed = False

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        fault: BaseException | None,
        _trace: TracebackType | None,
    ) -> bool:
        # A bug still ends the thread, and is seen.
        self.has_failed = isinstance(fault, JournalError)
        said = str(fault) if self.has_failed else ""
        if said and said != self._said:
            _log.warning("%s: trying again: %s", self._whose, said)
        self._said = said
        return self.has_failed
