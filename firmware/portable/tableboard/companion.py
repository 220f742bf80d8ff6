"""The board as one: polls, scans and bytes in; strokes, colours, a pitch and bytes out. No I/O.

The shell (firmware/pico/rounds.py) asks what is due, does it, and hands in what came of it. Each
call is short, so that the board never turns deaf: one reader, one scan, one stroke of a page.
Times are milliseconds of one clock that never goes back.
"""

from tableboard import lights, screens, sounds
from tableboard.keys import DOWN, LONG, SHORT, STUCK, Keys
from tableboard.strokes import NOTHING, Drawing
from tableboard.tags import ALONE_MS, EMPTY_MS, Presence, lit
from tablewire.board import BoardSession
from tablewire.limits import SEEN_MS
from tablewire.words import (
    CARD,
    CONSENT,
    CROWD,
    FAULT,
    KEY,
    READER,
    SEAT,
    UNREADABLE,
    Ask,
    Picture,
    Refused,
    Update,
    plain,
)

SCAN_MS = 4  # as long as PRESSED_MS: two scans in a row can make a press
LINES_KEPT = 3  # of what was told last: the waiting page has room for this many
ECHO_MS = 1000  # the host's "read" is not sounded so soon after the board's own

_TOLD = {
    CARD: "Reader %d read a card",
    CROWD: "Reader %d: one card at a time",
    UNREADABLE: "Reader %d: cannot read it",
}


class Companion:
    """The board's program. `keys` are the names of the matrix's keys, bit by bit."""

    def __init__(
        self, session: BoardSession, readers: int, keys: tuple[str, ...], seats: int
    ) -> None:
        self.session = session
        empty_ms = ALONE_MS if readers == 1 else EMPTY_MS
        self._readers = [Presence(reader, empty_ms) for reader in range(readers)]
        self._lit = self._readers[0]  # the one whose field is on
        self._key_names = keys
        self._keys = Keys(len(keys))
        self._buttons = Keys(seats)
        self._scan_ms = 0
        self._told: list[str] = []  # what happened last, newest first, for the waiting page
        self._flash_ms = [-lights.READ_MS] * seats  # when a seat's lamp last answered by itself
        self._sound = ""
        self._sound_ms = 0
        self._read_ms = -ECHO_MS
        self._picture: Picture | None = None  # the newest that came
        self._pictures = 0  # that came
        self._is_new = False  # its sound has not been played
        self._second_ms = 0  # when its second page is due; 0: it has none, or is not shown yet
        self.lights: list[str] = []
        """The word of each seat's lamp, another list with each page."""
        self.volume = sounds.LOUD
        self.brightness = lights.BRIGHTEST
        """How the table likes it, 1 to 4: of lamps and display."""
        self.wires = ""
        """Which wires are wrong, as sentences to be shown while there is no host."""
        self._refusal = ""
        self.asked: Ask | None = None
        """The host's question how the board is, until it is answered."""
        self.update: Update | None = None
        """What the host said last of something new for the flash, until that is answered."""
        self._lost_before = 0  # events lost before the newest picture
        self._full_at = 0  # this many events were kept when one was refused; 0: none was
        self._wanted: tuple[object, ...] = ()  # the page that is drawn, or being drawn
        self._wanted_id = 0  # of the picture that it is, if it is one
        self._drawing: Drawing | tuple[()] = ()  # what is left to be drawn of it
        self._is_drawn = False
        self._holds: list[str] = []  # for each seat what the page on the display asks, or ""
        self._holds_ms = 0  # when it began to
        self._wanted_holds: list[str] = []  # of the page that is drawn, or being drawn
        self._pressed = [""] * seats  # what was asked when each seat's button went down

    # Cards, keys and buttons.

    def was_reset(self) -> None:
        """Take that a finger may still be where it was before the board was reset."""
        self._keys.was_reset = self._buttons.was_reset = True

    def reader_due(self, now_ms: int) -> int:
        """Return the reader to poll now, or -1."""
        return self._lit.reader if now_ms >= self._lit.due_ms else -1

    def light(self, now_ms: int) -> int:
        """Choose the reader to poll next, and return it: its field alone is to be on from now."""
        self._lit = lit(self._readers, now_ms)
        return self._lit.reader

    def take_poll(self, reader: int, found: bytes | int | None, now_ms: int) -> None:
        """Take what a poll of a reader found (see tableboard.tags)."""
        event = self._readers[reader].take_poll(found, now_ms)
        if event is None:
            return
        what, detail = event
        if detail:
            self._emit(now_ms, what, reader, detail)
        else:
            self._emit(now_ms, what, reader)
        if what == READER:
            self._note("Reader %d is %s" % (reader + 1, detail))
            return
        self._note(_TOLD[what] % (reader + 1))
        if what == CARD:
            self._read_ms = now_ms
            self._answer(reader, "read", now_ms)
        elif not self.session.host_heard(now_ms):
            # A host that hears of it says so in its own picture; without one the board has to.
            self._play("refused", now_ms)

    def scan_due(self, now_ms: int) -> bool:
        """Say whether keys and buttons are to be scanned now."""
        return now_ms >= self._scan_ms

    def take_scan(self, keys: int, buttons: int, now_ms: int) -> None:
        """Take which keys and which seat buttons are down, as masks."""
        self._scan_ms = now_ms + SCAN_MS
        for what, key in self._keys.take_scan(keys, now_ms):
            if what == DOWN:  # at once, for a key means the same however long it is held
                self._emit(now_ms, KEY, self._key_names[key])
                self._play("key", now_ms)
            elif what == STUCK:
                self.fault("key %s is stuck" % self._key_names[key], now_ms)
        for what, seat in self._buttons.take_scan(buttons, now_ms):
            if what == DOWN:
                # What is asked may change while the button is held: the press answers this.
                self._pressed[seat] = self._asked_of(seat, now_ms)
                self._answer(seat, "key", now_ms)
            elif what == STUCK:
                self.fault("the button of seat %d is stuck" % seat, now_ms)
            elif what == LONG and self._pressed[seat]:
                self._emit(now_ms, CONSENT, seat, plain(self._pressed[seat]))
            elif what in (SHORT, LONG):
                self._emit(now_ms, SEAT, seat, what)

    def take_change(self, keys: int, buttons: int, now_ms: int) -> None:
        """Take what is down since now; until now it was what it was at the last scan."""
        self.take_scan(self._keys.seen, self._buttons.seen, now_ms)
        self.take_scan(keys, buttons, now_ms)

    def fault(self, text: str, now_ms: int) -> None:
        """Tell the host of an error of the board's own."""
        self._emit(now_ms, FAULT, text)

    def idle_ms(self, now_ms: int) -> int:
        """Return how long nothing is due: SCAN_MS at most, 0 while a page is being drawn."""
        if not self._is_drawn:
            return 0
        return max(0, min(self._lit.due_ms, self._scan_ms) - now_ms)

    # The host.

    def take_bytes(self, data: bytes, now_ms: int) -> None:
        """Take bytes from the host."""
        for shows in self.session.receive(data, now_ms):
            if isinstance(shows, Ask):
                self.asked = shows
                continue
            if isinstance(shows, Update):
                self.update = shows
                continue
            if isinstance(shows, Refused):
                self._refusal = shows.reason
                continue
            self._refusal = ""
            self._is_new = shows != self._picture  # a host that comes back repeats itself
            self._picture = shows
            self._pictures += 1
            self._second_ms = 0
            self._is_drawn = False

    def answer_check(
        self,
        readers: list[tuple[str, tuple[int, int, int, int]]],
        display: bool,
        round_ms: int,
        bus: str,
        now_ms: int,
    ) -> None:
        """Answer `asked`, in the words of the wire (V).

        Of each reader its version and test as words, then its timeouts, errors, collisions and
        restarts. `round_ms`: for how long at most no key was looked at since the last answer.
        `bus`: how fast the readers' bus is, as a word.
        """
        ask = self.asked
        if ask is None:
            return
        self.asked = None
        if ask.test:
            self._flash_ms = [now_ms] * len(self._flash_ms)
            self._play("ask", now_ms)
        parts = []
        for number, (state, counts) in enumerate(readers):
            timeouts, errors, collisions, restarts = counts
            presence = self._readers[number]
            own = "%d %d %d %d" % (collisions, presence.retries, restarts, presence.falls)
            parts.append("r%d %s %d %d %s" % (number, state, timeouts, errors, own))
        parts.append("display %s" % ("ok" if display else "dead"))
        parts.append("keys %s" % self._stuck())
        parts.append("board %d %d %d %s" % (len(parts) + 1, now_ms, round_ms, bus))
        self.session.answer(ask.number, parts)

    def _stuck(self) -> str:
        """Return the names of what is stuck, "-" for nothing."""
        names = [name for i, name in enumerate(self._key_names) if self._keys.stuck >> i & 1]
        buttons = self._buttons.stuck
        names += ["seat%d" % seat for seat in range(len(self._flash_ms)) if buttons >> seat & 1]
        return ",".join(names) or "-"

    def due(self, now_ms: int, free: int) -> bytes:
        """Return the bytes to write to the host now; `free` is the heap that is left, in bytes."""
        return self.session.due(now_ms, free)

    # The display.

    def strokes(self, now_ms: int) -> Drawing | tuple[()]:
        """Return what is left to put on the display, to be taken a stroke at a time.

        Nothing of a page is to be shown before all of it has been put.
        """
        wanted = self._choose(now_ms)
        if wanted != self._wanted:
            self._wanted = wanted
            self._is_drawn = False
            self._wanted_holds = []
            self._drawing = self._begin_page(now_ms)
        return self._drawing

    def note_drawn(self, now_ms: int, is_seen: bool = True) -> None:
        """Take that all strokes are on the display, or that nothing is to be seen there any more.

        The host is told which picture it is.
        """
        self._is_drawn = True
        self._drawing = ()  # it keeps all that it was drawn from
        holds = self._wanted_holds if is_seen else []
        if holds != self._holds:
            self._holds = holds
            self._holds_ms = now_ms
        self.session.note_picture(self._wanted_id if is_seen else 0)

    def colours(self, now_ms: int) -> list[tuple[int, int, int]]:
        """Return the colour of each seat's lamp."""
        heard = self.session.host_heard(now_ms)
        colours = []
        for seat, flash_ms in enumerate(self._flash_ms):
            if now_ms - flash_ms < lights.READ_MS:
                colours.append(lights.READ)
            elif heard and seat < len(self.lights):
                colours.append(lights.colour(self.lights[seat], now_ms))
            else:
                colours.append(lights.DARK)
        return [lights.dimmed(each, self.brightness) for each in colours]

    def pitch(self, now_ms: int) -> int:
        """Return what the buzzer sounds, in hertz; 0 for silence."""
        if self.volume == sounds.OFF:
            return sounds.SILENT
        return sounds.pitch(self._sound, now_ms - self._sound_ms)

    def _emit(self, now_ms: int, what: str, *words: object) -> None:
        """Keep an event for the host; a full memory is heard at once and shown."""
        if not self.session.emit(now_ms, what, *words):
            self._full_at = self.session.backlog
            self._play("refused", now_ms)

    def _note(self, line: str) -> None:
        told = [line]
        told.extend(self._told[: LINES_KEPT - 1])
        self._told = told

    def _answer(self, seat: int, sound: str, now_ms: int) -> None:
        """Answer a card or a button at once, before the host does."""
        if seat < len(self._flash_ms):
            self._flash_ms[seat] = now_ms
        self._play(sound, now_ms)

    def _asked_of(self, seat: int, now_ms: int) -> str:
        """Return what holding this seat's button answers: "" if nobody can have read it yet."""
        is_read = seat < len(self._holds) and now_ms - self._holds_ms >= SEEN_MS
        return self._holds[seat] if is_read else ""

    def _play(self, sound: str, now_ms: int) -> None:
        self._sound = sound
        self._sound_ms = now_ms

    def _choose(self, now_ms: int) -> tuple[object, ...]:
        """Return what names the page to be shown: another page has another name."""
        session = self.session
        if session.host_heard(now_ms):
            if self._refusal:
                return ("refused", self._refusal)
            if self._full_at > session.backlog:
                self._full_at = 0
            if self._picture is not None and not self._full_at:
                is_second = bool(self._second_ms) and now_ms >= self._second_ms
                return ("picture", self._pictures, is_second)
        if self.wires:
            return ("wires", self.wires)
        return ("waiting", session.backlog, session.lost - self._lost_before, self._told)

    def _begin_page(self, now_ms: int) -> Drawing:
        """Draw the page that is wanted; or tell host and table that this board cannot."""
        try:
            drawing = self._lay_out(now_ms)
            yield NOTHING  # to read a picture takes as long as to draw some of it
            if self._wanted_holds != self._holds:  # what is still asked stays so while it is drawn
                self._holds = []
            yield from drawing
        except screens.NO_PICTURE as problem:
            self._holds = self._wanted_holds = []
            self.fault("picture %d: %s" % (self._wanted_id, repr(problem)), now_ms)
            says = "This board cannot show what its host sent."
            yield from screens.words_page("Tricktable", says)

    def _lay_out(self, now_ms: int) -> Drawing:
        """Return the page that is wanted; a picture's lights and sound begin."""
        self._wanted_id = 0
        if self._wanted[0] == "refused":
            return screens.refused_page(self._refusal)
        if self._wanted[0] == "wires":
            return screens.words_page("Check the wires", self.wires)
        picture = self._picture
        if self._wanted[0] == "waiting" or picture is None:
            lost = self.session.lost - self._lost_before
            has_keys = bool(self._key_names)
            return screens.waiting_page(self.session.backlog, lost, self._told, has_keys)
        self._wanted_id = picture.id
        self._lost_before = self.session.lost
        self._told = []
        page = screens.page(picture.json, bool(self._wanted[2]))
        if page.next_ms and not self._second_ms:
            self._second_ms = now_ms + page.next_ms
        self.lights = page.lights
        self._wanted_holds = page.holds
        self.volume, self.brightness = page.volume, page.brightness
        is_echo = page.sound == "read" and now_ms - self._read_ms < ECHO_MS
        if self._is_new and page.sound and not is_echo:
            self._play(page.sound, now_ms)
        self._is_new = False
        return page.drawing
