"""Presence: what a reader's polls say about the cards on it, over time. Never touches a reader.

A poll finds an id (bytes), nothing (ABSENT), or one of the four below (firmware/pico/mfrc522.py).
Only edges become events. A card is gone after clean silence alone: noise and collisions mean that
a card is there (ESPuino #448), and one missed answer means nothing (ESPuino #413).
"""

from tablewire.words import CARD, CROWD, READER, UNREADABLE

ABSENT = None
# Small integers, which take no memory in MicroPython: a reader is polled up to 200 times a second.
COLLISION = 1
NOISE = 2
TRUNCATED = 3
DEAD = 4

_REASONS = {NOISE: "noise", TRUNCATED: "truncated"}
_CALM = 0  # no trouble

LIFTED_MISSES = 2  # polls in a row without an answer, and at least
LIFTED_MS = 50  # since the last sign of a card, before it counts as lifted
UNREADABLE_MS = 500  # of noise without an id, before a person is told
CROWD_POLLS = 2  # collisions in a row, before a person is told
SETTLED_MS = 300  # without a collision, before a single card is believed again
RETURN_MS = 1000  # A, then B, then A again so soon and without a gap: both lie there
DEAD_POLLS = 2  # a single broken transfer on the bus is no dead reader

# When a reader is due again. A poll that finds a card takes 9 ms and one that finds none 2 ms, and
# the next card comes to an empty reader: those are polled all the time.
EMPTY_MS = 8
ALONE_MS = 3  # the same of an only reader: no other one waits for its poll
OCCUPIED_MS = 60  # three occupied readers hardly delay the card that comes to the fourth
MISSED_MS = 25  # so a lifted card is gone 85 ms after it was last seen, and not 120
DEAD_MS = 500  # a dead reader is restarted so often, which takes time from the others
FIELD_MS = 6  # of field before a poll: a tag may be deaf for 5 (ISO/IEC 14443-3, 5)


class Presence:
    """One reader's cards. Feed it each poll; it answers with the event that the poll completes."""

    def __init__(self, reader: int, empty_ms: int = EMPTY_MS) -> None:
        self.reader = reader
        self._empty_ms = empty_ms
        self.due_ms = 0  # when to poll next
        self._card = b""  # the card last told, until it is lifted
        self._before = b""  # the card told before it, without a gap between
        self._told_ms = 0  # when the card was told
        self._last = b""  # the id last read
        self._trouble = _CALM  # COLLISION, TRUNCATED or NOISE, once told
        self._troubled_ms = 0  # last sign of it
        self._seen_ms = 0  # last sign of a card
        self._noise_ms = -1  # since when there is nothing but noise; -1: there is not
        self._collided_ms = -SETTLED_MS
        self._misses = self._collisions = self._deaths = 0  # in a row
        self._gone = b""  # the card lifted last
        self._gone_ms = 0
        self.retries = 0
        """Polls in which a card that lay there did not answer."""
        self.falls = 0
        """Cards told as lifted that came back within RETURN_MS: most of them never left."""

    @property
    def is_occupied(self) -> bool:
        """Whether anything lies on the reader, as far as is known."""
        return bool(self._card or self._trouble)

    def take_poll(self, found: bytes | int | None, now_ms: int) -> tuple[str, str] | None:
        """Take a poll's answer; return what happened and its detail ("" if none), or None."""
        event = self._life(found)
        if found != DEAD and event is None:
            event = self._cards(found, now_ms)
        self.due_ms = now_ms + self._pause_ms(found)
        return event

    def _life(self, found: bytes | int | None) -> tuple[str, str] | None:
        """Tell of a reader that died or that came back."""
        if found != DEAD:
            told = self._deaths >= DEAD_POLLS
            self._deaths = 0
            return (READER, "ok") if told else None
        self._deaths += 1
        return (READER, "dead") if self._deaths == DEAD_POLLS else None

    def _cards(self, found: bytes | int | None, now_ms: int) -> tuple[str, str] | None:
        self._collisions = self._collisions + 1 if found == COLLISION else 0
        if found != NOISE:
            self._noise_ms = -1
        if found is ABSENT:
            self._miss(now_ms)
            return None
        if self.is_occupied:
            self.retries += self._misses
        self._misses = 0
        self._seen_ms = now_ms
        if isinstance(found, bytes):
            return self._single(found, now_ms)
        if found == COLLISION:
            self._collided_ms = now_ms
            return self._tell(COLLISION, now_ms) if self._collisions >= CROWD_POLLS else None
        return self._noise(now_ms) if found == NOISE else self._tell(TRUNCATED, now_ms)

    def _miss(self, now_ms: int) -> None:
        self._misses += 1
        if self._misses >= LIFTED_MISSES and now_ms - self._seen_ms >= LIFTED_MS:
            if self._card:
                # Kept for `falls`: a card that is told again so soon was only heard badly.
                self._gone = self._card
                self._gone_ms = now_ms
            self._card = self._before = self._last = b""
            self._trouble = _CALM
            # Whoever comes to an empty reader is believed at once, whatever collided before.
            self._collided_ms = now_ms - SETTLED_MS

    def _noise(self, now_ms: int) -> tuple[str, str] | None:
        """Tell of a card that gives nothing but noise; one that was read before lies still."""
        if self._noise_ms < 0:
            self._noise_ms = now_ms
        if self.is_occupied or now_ms - self._noise_ms < UNREADABLE_MS:
            return None
        return self._tell(NOISE, now_ms)

    def _single(self, uid: bytes, now_ms: int) -> tuple[str, str] | None:
        """Tell of a card that was not there before."""
        was_crowd = self._trouble == COLLISION
        if was_crowd and uid != self._last:
            self._collided_ms = now_ms  # now this one, now that: both are still there
        self._last = uid
        if now_ms - self._collided_ms < SETTLED_MS:
            return None
        if uid == self._card:
            if now_ms - self._troubled_ms >= SETTLED_MS:
                self._trouble = _CALM
            return None
        self._trouble = _CALM
        if uid == self._before and not was_crowd and now_ms - self._told_ms < RETURN_MS:
            self._collided_ms = now_ms
            return self._tell(COLLISION, now_ms)
        if uid == self._gone and now_ms - self._gone_ms < RETURN_MS:
            self.falls += 1
        self._before = self._card
        self._card = uid
        self._told_ms = now_ms
        return CARD, "".join(["%02X" % byte for byte in uid])

    def _tell(self, trouble: int, now_ms: int) -> tuple[str, str] | None:
        """Tell of what lies there and is not one card, once."""
        self._troubled_ms = now_ms
        if self._trouble == trouble:
            return None
        self._trouble = trouble
        return (CROWD, "") if trouble == COLLISION else (UNREADABLE, _REASONS[trouble])

    def _pause_ms(self, found: bytes | int | None) -> int:
        if found == DEAD:
            return DEAD_MS if self._deaths > DEAD_POLLS else MISSED_MS
        if found is ABSENT:
            return MISSED_MS if self.is_occupied else self._empty_ms
        return OCCUPIED_MS if found == self._card else MISSED_MS


def lit(readers: list[Presence], now_ms: int) -> Presence:
    """Return the reader that is due first; it is due when its field has been on for long enough.

    An only reader's field stays on.
    """
    first = readers[0]
    for reader in readers:
        if reader.due_ms < first.due_ms:
            first = reader
    if len(readers) > 1:
        first.due_ms = max(first.due_ms, now_ms + FIELD_MS)
    return first
