"""The virtual table: where each card lies, and hands that touch a simulated board.

Everything a hand does here, it does to the board: lay a tag, press a key, pull the cable. What the
table makes of it comes back through the board and the record, as it does at a real table.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from tricktable.games import GAMES, blame_game
from tricktable.rules.cards import ALL
from tricktable.rules.deck import COMMON_PACK
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.sim.acts import (
    READERS,
    Act,
    Auto,
    Begin,
    Button,
    Cable,
    Cut,
    LayOnReader,
    Lift,
    Pair,
    Press,
    Reset,
    Say,
    Shuffle,
)
from tricktable.sim.autoplay import Player
from tricktable.sim.places import Places, codes
from tricktable.sim.sight import Sight
from tricktable.store.clock import monotonic_ms
from tricktable.store.decks import Deck
from tricktable.table.answers import ASKS, RUNNING, Answer
from tricktable.table.commands import Deal, Declare, Move, NewGame, NextGame, Request
from tricktable.table.views import TableView

TICK_S: Final = 0.01
"""How often the stage checks the table and the clock."""
FRAME_MS: Final = 16
"""The least time between scenes: the board draws its display in slices, an eye sees it whole."""
LIFT_MS: Final = 450
"""How long after the beep a card is taken away, as one that plays by itself does (`HUMAN`)."""
PEOPLE: Final = tuple("Ann Bo ゆき Di Eve Fay Gil Hana Ivo Jo Kai Lea Max".split())
"""The people at the virtual table."""
Tags = Mapping[str, Mapping[str, str]]
"""The tag of each card by kind of deck; None for tags that are not cards."""
Colour = Sequence[int]
"""Red, green and blue, 0 … 255."""


class Board(Protocol):
    """A simulated board, as hands and eyes use it."""

    def lay(self, reader: int, uid: str) -> None:
        """Put a tag on a reader."""

    def lift(self, reader: int, uid: str | None = None) -> None:
        """Take a tag off a reader, or all of them."""

    def press(self, key: str) -> None:
        """Press and release a key."""

    def button(self, seat: int, long: bool = False) -> None:
        """Press and release a seat button."""

    def fault(self, what: str, **details: object) -> None:
        """Break something, or mend it: `dead`, with `reader` and `on`."""

    def unplug(self) -> None:
        """Pull the cable."""

    def replug(self) -> None:
        """Plug it in again."""

    def reset(self) -> None:
        """Press the reset button."""

    def screen(self) -> bytes:
        """The display's 1024 bytes, in page order."""

    def lights(self) -> Sequence[Colour]:
        """The seat lights."""

    @property
    def sounds(self) -> Sequence[int]:
        """The newest tones in hertz; 0 where one ended."""

    def on_change(self, callback: Callable[[], None]) -> None:
        """Call this after each change that can be seen or heard."""


class StageTable(Protocol):
    """The table that the board belongs to."""

    code: str

    @property
    def version(self) -> int:
        """Goes up with every change."""

    def view(self) -> TableView:
        """The table as anybody may see it."""

    def record(self) -> Record | None:
        """The running game's record."""

    def ask(self, request: Request) -> Answer:
        """Carry out a request."""


class GameSwitch(NamedTuple):
    """A running game would be left for another one: the page asks about it."""

    act: Begin | Shuffle
    """What somebody wanted."""
    was_auto: bool
    """Whether the table played by itself until then."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything visible at the virtual table."""

    code: str
    table: TableView
    screen: bytes
    lights: tuple[tuple[int, ...], ...]
    hertz: int
    """The buzzer's tone in hertz; 0 for silence."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, at least four: with three players the fourth is the card set aside."""
    piles: Mapping[str, tuple[str, ...]]
    """What else lies on the table, the top card of each pile last."""
    readers: tuple[tuple[str, ...], ...]
    """What lies on each reader."""
    cut: tuple[bool, ...]
    is_plugged: bool
    is_auto: bool
    leaving: GameSwitch | None = None
    refused: str = ""
    """Why the table did not do what the last act asked for; empty if it did."""


class Stage(threading.Thread):
    """Carries out acts on the board in order, and shows each change of the scene. Mutable."""

    def __init__(
        self,
        board: Board,
        table: StageTable,
        tags: Tags,
        player: Player,
        show: Callable[[Scene], None],
        seed: int = 0,
        is_auto: bool = True,
    ) -> None:
        """Make a stage that is not running yet.

        Args:
            board: what hands touch.
            table: what hands look at.
            tags: the tags that lie there, as made by `tags_of`.
            player: plays when nobody else does.
            show: is given each new scene, in the stage's thread.
            seed: for the deals; the same seed deals the same hands.
            is_auto: whether the table starts by playing by itself.
        """
        super().__init__(name=f"stage-{table.code}", daemon=True)
        self.code = table.code
        self._board, self._table, self._player, self._show = board, table, player, show
        self._tags = tags
        self._places = Places(seed)
        self._view = table.view()
        self._queue: deque[Act] = deque()
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._is_auto, self._is_plugged, self._cut = is_auto, True, [False] * READERS
        self._was_auto = is_auto
        self._leaving: GameSwitch | None = None
        self._refused = ""
        self._laid_ms = [0] * READERS
        self._tones, self._beeped_ms = tuple(board.sounds), 0
        self._shown_ms = -FRAME_MS
        self._places.follow(self._view.games, table.record())
        self.scene = self._now()
        """The last scene."""
        # Only woken there: the board's thread must not wait for a scene to be drawn.
        board.on_change(self._wake.set)

    # Any thread.

    def do(self, act: Act) -> None:
        """Have a person's act carried out soon; that person takes over the table."""
        self._queue.append(act)
        self._wake.set()

    def stop(self) -> None:
        """End the thread; returns when it has ended."""
        self._stopping.set()
        self._wake.set()
        if self.is_alive():
            self.join(timeout=2)

    # The stage's thread.

    def run(self) -> None:
        """Tick until stopped."""
        while not self._stopping.is_set():
            self.tick(monotonic_ms())
            self._wake.wait(TICK_S)
            self._wake.clear()

    def tick(self, now_ms: int) -> None:
        """Carry out what is due and show what has changed."""
        self._look(now_ms)
        while self._queue:
            act = self._queue.popleft()
            self._leaving, self._refused = None, ""
            self._was_auto = self._is_auto
            self._is_auto = isinstance(act, Auto) and act.on
            # Whoever acts takes over: the player forgets what it was about to do.
            self._player.rest()
            self._carry_out(act, now_ms)
        if self._is_auto:
            due = self._player.next(self._sight(), now_ms)
            if due is not None:
                self._refused = ""
                self._carry_out(due, now_ms)
        else:
            self._lift_what_was_read(now_ms)
        if now_ms - self._shown_ms >= FRAME_MS:
            scene = self._now()
            if scene != self.scene or self._shown_ms < 0:
                self.scene, self._shown_ms = scene, now_ms
                # A game that cannot be shown has been named by its table, which goes on without it.
                with suppress(GameFault), blame_game(None):
                    self._show(scene)

    def _look(self, now_ms: int) -> None:
        tones = tuple(self._board.sounds)
        if tones != self._tones:
            self._tones, self._beeped_ms = tones, now_ms
        if self._table.version != self._view.version:
            self._view = self._table.view()
            if self._places.follow(self._view.games, self._table.record()):
                self._leaving = None
                self._gather(now_ms)

    def _gather(self, now_ms: int) -> None:
        """Gather all cards before a deal, even those on the readers."""
        for reader, tokens in enumerate(self._places.readers):
            if tokens:
                self._carry_out(Lift(reader), now_ms)

    def _sight(self) -> Sight:
        places = self._places
        readers = tuple(tuple(tokens) for tokens in places.readers)
        return Sight(places.hands(), readers, self._view, places.known, places.read)

    def _lift_what_was_read(self, now_ms: int) -> None:
        """Lift a person's card after the beep, so that the person need not."""
        for reader, tokens in enumerate(self._places.readers):
            # Not before the table has answered: lifted too soon, the card might not have been read.
            has_beeped = self._beeped_ms >= self._laid_ms[reader]
            if tokens and has_beeped and now_ms - self._beeped_ms >= LIFT_MS:
                self._carry_out(Lift(reader), now_ms)

    def _carry_out(self, act: Act, now_ms: int) -> None:
        match act:
            case LayOnReader(card, reader):
                self._lay((card,), reader, now_ms)
            case Pair(reader):
                self._lay(self._places.two_for(reader), reader, now_ms)
            case Lift(reader):
                self._places.readers[reader].clear()
                self._board.lift(reader)
            case Press(key):
                self._board.press(key)
            case Button(seat, is_long):
                self._board.button(seat, is_long)
            case Say(what, seat, value):
                self._ask(request_to_say(what, seat, value, self._places))
            case Shuffle():
                again = NextGame(abandon=act.abandon)
                self._ask(again if self._view.header else first_game(), act)
            case Begin():
                self._ask(request_for_game(act), act)
            case _:
                self._break(act)

    def _ask(self, request: Request, begins: Begin | Shuffle | None = None) -> None:
        """Ask the table; what it refuses is shown, and a game that runs is asked about."""
        answer = self._table.ask(request)
        if begins and answer.because == RUNNING:
            self._leaving = GameSwitch(begins, self._was_auto)
        elif not answer.is_done and answer.because != ASKS:
            self._refused = answer.refusal

    def _break(self, act: Act) -> None:
        """Do something to the board: its wires, cable or reset."""
        match act:
            case Cut(reader, is_mended):
                self._cut[reader] = not is_mended
                self._board.fault("dead", reader=reader, on=not is_mended)
            case Cable(is_plugged):
                self._is_plugged = is_plugged
                (self._board.replug if is_plugged else self._board.unplug)()
            case Reset():
                self._board.reset()

    def _lay(self, tokens: Sequence[str], reader: int, now_ms: int) -> None:
        for token in tokens:
            uid = self._uid(token)
            before = self._places.lay(token, reader)
            if before is not None:
                self._board.lift(before, uid)
            self._board.lay(reader, uid)
        self._laid_ms[reader] = now_ms

    def _uid(self, token: str) -> str:
        """The tag to lay for it: from the deck on the table, if that has such a card."""
        header = self._view.header
        pack = COMMON_PACK if header is None else header.pack
        printed = pack.printed_code(token)
        decks = (self._tags.get(pack.kind.name, {}), *self._tags.values())
        return next(tags[printed] for tags in decks if printed in tags)

    def _now(self) -> Scene:
        places = self._places
        return Scene(
            code=self.code,
            table=self._view,
            screen=self._board.screen(),
            lights=tuple(tuple(light) for light in self._board.lights()),
            hertz=self._tones[-1] if self._tones else 0,
            hands=tuple(codes(hand) for hand in places.hands()),
            piles=dict(places.piles),
            readers=tuple(tuple(tokens) for tokens in places.readers),
            cut=tuple(self._cut),
            is_plugged=self._is_plugged,
            is_auto=self._is_auto,
            leaving=self._leaving,
            refused=self._refused,
        )


def tags_of(decks: Iterable[Deck], strangers: Mapping[str, str]) -> Tags:
    """The tags of one deck of each kind, and those that are not cards."""
    kinds = {deck.kind: {code: uid for uid, code in deck.tags.items()} for deck in decks}
    return {**kinds, "": strangers}


def request_to_say(what: str, seat: int | None, value: JsonValue, places: Places) -> Request:
    """The request that says it; values that have to be counted are taken from the card backs."""
    source, _, target = what.partition(">")
    if target:
        # `type`, for `true` is an `int` in Python too. Nonsense counts as 0, which the rules refuse
        # if they must.
        count = value if type(value) is int and 0 <= value <= len(ALL) else 0
        return Move(seat or 0, source, target, count)
    if what == "dealt":
        return Deal(seat or 0)
    return Declare(what, seat, places.count_backs(what) if value is None else value)


def request_for_game(act: Begin) -> NewGame:
    """The request for another game, for a number of people that suits it."""
    options = dict(GAMES[act.game].usual(act.players)) if act.game in GAMES else {}
    if act.variant:
        options["variant"] = act.variant
    return new_game(act.game, act.players, options, act.abandon)


def new_game(
    game: str, players: int, options: Mapping[str, JsonValue], abandon: bool = True
) -> NewGame:
    """The request for a game by these house rules."""
    return NewGame(game, players, [*PEOPLE[:players]], options, abandon=abandon)


def first_game() -> NewGame:
    """What a table plays by default."""
    return NewGame(next(iter(GAMES)), READERS)
