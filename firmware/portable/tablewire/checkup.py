"""The host's question how a board is, and its answer, part by part. Never loaded by a board."""

from tablewire.frame import encode
from tablewire.messages import Ask, Health

ASK_AGAIN_MS = 2000  # a question that was not answered whole is asked again

READER_PART = "r"  # with its number: r0
DISPLAY_PART = "display"
KEYS_PART = "keys"
BOARD_PART = "board"  # the last of an answer

HEALTH = {  # what a board tells of each part, and the words that say it
    READER_PART: "version test timeouts errors collisions retries restarts falls".split(),
    DISPLAY_PART: ["ok|dead"],
    KEYS_PART: ["stuck"],
    BOARD_PART: "parts ms round bus".split(),
}


class Checkup:
    """One question at a time; asked again until its answer is whole."""

    def __init__(self, first: int) -> None:
        """`first`: the number before that of the first question, another one for each host."""
        self._ask = Ask(first, 0)
        self._asked_ms: int | None = None
        self.is_open = False  # an answer is awaited
        self._coming: dict[str, tuple[str, ...]] = {}
        self.parts: dict[str, tuple[str, ...]] | None = None
        """The last whole answer: the words that HEALTH names, by part (`r0`, `display`, ...)."""

    def ask(self, test: bool) -> None:
        """Ask anew; what `parts` says is of the past until it is a dict again."""
        self._ask = Ask(self._ask.number % 1_000_000_000 + 1, int(test))
        self._asked_ms = None
        self.is_open = True
        self._coming = {}
        self.parts = None

    def take(self, health: Health) -> None:
        """A part of the answer came. The last one says how many there were."""
        if not self.is_open or health.number != self._ask.number:
            return
        self._coming[health.part] = health.words
        if health.part == BOARD_PART and health.words[:1] == (str(len(self._coming)),):
            self.parts = self._coming
            self.is_open = False

    def due(self, now_ms: int) -> bytes:
        """The question, if it is to be asked now."""
        if not self.is_open:
            return b""
        if self._asked_ms is not None and now_ms - self._asked_ms < ASK_AGAIN_MS:
            return b""
        self._asked_ms = now_ms
        return encode(str(self._ask))
