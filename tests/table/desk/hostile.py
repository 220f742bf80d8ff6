"""Whatever a board may send, at random, in every state of a table: well framed, and of any meaning.

PYTHONPATH=tests .venv/bin/python -m table.desk.hostile STEPS SEED looks for ways to break a
table, and prints each one once. Its journal is a list: a million steps need no disk.
"""

import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

from tablewire.messages import EVENTS, KEYS, Event, parse
from tricktable.board.picture import picture
from tricktable.games import GAMES
from tricktable.house.narrator import Narrator
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Played, Shown
from tricktable.store.decks import KINDS, Decks, Shelf, demo_deck
from tricktable.store.decks.controls import ACTS, Controls
from tricktable.store.journal import Extent, Row
from tricktable.store.journal.row import Hints, Home, Lease, Phone, ShelfRow
from tricktable.table import commands
from tricktable.table.desk.moment import Act, Acts, first_header
from tricktable.table.seating import CLAIM_MS
from tricktable.table.story import Story
from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.web.guest import fragment
from tricktable.web.seat import seat_page

CODE: Final = "7KQ"
NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
DECKS: Final = (demo_deck("red"), demo_deck("blue"), demo_deck("red", "triatri"))
CONTROLS: Final = {f"04C0{number:010X}": act for number, act in enumerate(ACTS)}
MOST_ROWS: Final = 600
"""A story that is longer than this is left for a new one: folding it anew takes its length."""

ODD: Final = (
    *("", "-1", "4", "5", "7", "12", "13", "14", "99", "0000000001", "9999999999", "1" * 60),
    *("1e3", "0x1", "+1", "1_0", "NaN", "None", "_", "{}", "{who}", "{0}", "%s", "\\u0000", '"'),
    *("short", "long", "longer", "LONG", "dead", "ok", "truncated", "../x", "A" * 100),
    *("QH", "X1", "7R", "10", "OK", "UNDO", "MENU", "seat", "desk", "__class__", "'", "<b>"),
)
"""Words that mean something elsewhere, or nothing at all."""
FAULTS: Final = (
    *("key Q is stuck", "key {who} is stuck", "the button of seat 2 is stuck"),
    *("the button of seat 7 is stuck", "the button of seat 9 is stuck", "picture 7: KeyError('p')"),
    *("{", "}", "{what}", "%", "\\", "x" * 300),
)
NAMES: Final = ("Ann", "Bo", "", "QH", "{who}", "<b>", "ガギグゲゴ", "x" * 200, "\u202e", "Cy ")
VALUES: Final[Sequence[Any]] = (
    *(None, True, -1, 0, 3, 7, "7", "7N", "12L", "pass", "H", "S", "", [], {}, [1, 2, 3, 4]),
    *([[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]], {"from": "own", "colour": "R"}),
    *({"from": "stock", "colour": "B"}, [[1, 2], [3, 4]], "{x}", 1.5),
)
PLACES: Final = ("hand", "draw", "discard", "stack", "kitty", "nowhere", "")


class Rows:
    """A journal that is a list, for searches alone."""

    is_shared = False

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._phones: dict[str, Phone] = {}

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """See tricktable.store.journal.Journal."""
        self._phones.update((each.digest, each) for each in phones)
        for row in rows:
            assert row.seq == len(self.rows) + 1
            row.body.encode()
            self.rows.append(row)

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See tricktable.store.journal.Journal."""
        assert table == CODE
        return iter(self.rows[after:])

    def read_on(self, after: Mapping[str, int]) -> Iterator[Row]:
        """See tricktable.store.journal.Journal."""
        for table, seq in after.items():
            yield from self.read(table, seq)

    def find(self, table: str, source: str) -> Row | None:
        """See tricktable.store.journal.Journal."""
        assert table == CODE
        return next((row for row in self.rows if row.source == source), None)

    def overwrite(self, table: str, bodies: Mapping[int, str]) -> None:
        """See tricktable.store.journal.Journal."""
        assert table == CODE
        for seq, body in bodies.items():
            self.rows[seq - 1] = self.rows[seq - 1]._replace(body=body)

    def look(self) -> None:
        """See tricktable.store.journal.Journal."""

    def tables(self) -> list[str]:
        """See tricktable.store.journal.Journal."""
        return [CODE]

    def newest(self) -> Mapping[str, int]:
        """See tricktable.store.journal.Journal."""
        return {CODE: len(self.rows)}

    def hints(self) -> Hints:
        """See tricktable.store.journal.Journal."""
        raise AssertionError("nobody else writes here")

    def phones(self, *tables: str) -> list[Phone]:
        """See tricktable.store.journal.Journal."""
        assert tables == (CODE,)
        return [*self._phones.values()]

    def homes(self) -> list[Home]:
        """See tricktable.store.journal.Journal."""
        return []

    def keep_homes(self, homes: Sequence[Home]) -> None:
        """See tricktable.store.journal.Journal."""

    def shelf(self) -> list[ShelfRow]:
        """See tricktable.store.journal.Journal."""
        return []

    def shelve(self, changes: Sequence[ShelfRow], gone: Sequence[str] = ()) -> None:
        """See tricktable.store.journal.Journal."""

    def take(
        self, name: str, holder: str, for_ms: int, what: str = "{}", *, forced: bool = False
    ) -> Lease:
        """See tricktable.store.journal.Journal."""
        assert not forced
        return Lease(name, holder, 1, for_ms, what)

    def renew(self, lease: Lease, for_ms: int, what: str | None = None) -> Lease | None:
        """See tricktable.store.journal.Journal."""
        return lease._replace(left_ms=for_ms, what=what or lease.what)

    def let_go(self, lease: Lease) -> bool:
        """See tricktable.store.journal.Journal."""
        return bool(lease)

    def renew_all(self, holder: str, for_ms: int) -> list[Lease]:
        """See tricktable.store.journal.Journal."""
        assert holder
        assert for_ms
        return []

    def leases(self, prefix: str) -> list[Lease]:
        """See tricktable.store.journal.Journal."""
        assert prefix
        return []

    def close(self) -> None:
        """See tricktable.store.journal.Journal."""

    def extents(self) -> list[Extent]:
        """See tricktable.store.journal.Journal."""
        raise NotImplementedError


class Everybody:
    """All who look at a table: the display, the terminal, the pages. Mutable."""

    def __init__(self) -> None:
        self.shown: TableView | None = None
        self.newest: TableView | None = None
        self._narrator = Narrator(lambda _: None)

    def show(self, view: TableView) -> None:
        """Look."""
        self.newest = view
        self._narrator.show(view)

    def draw(self) -> None:
        """Draw what the board shows, as its line does."""
        assert self.newest is not None
        told = picture(self.newest, self.shown)
        assert len(told) <= 1150, told
        self.shown = self.newest


class Evening:
    """One table, and all that may happen to it; every choice is `chance`'s. Mutable."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.journal = Rows()
        self.shelf = Shelf(Decks(DECKS, controls=Controls(CONTROLS)))
        self.now_ms = 0
        self.boot, self.seq = "0A1B2C3D", 0
        self.acts: list[object] = []
        """What happened, newest last."""
        self.sit()

    def sit(self) -> None:
        """Take the table as its journal has it."""
        self.everybody = Everybody()
        self.table = Table(
            CODE, self.journal, self.shelf, self.everybody, lambda: NOON, lambda: self.now_ms
        )
        self.seq = self.table.newest_durable(self.boot)

    def step(self) -> None:
        """One thing happens, and all who look are shown what came of it."""
        act = self.chance.choices(*_ACTS)[0]
        act(self)
        self.everybody.draw()

    # --- the board --------------------------------------------------------------------------------

    def hear(self, what: str, *args: str) -> None:
        """The board says this: in a frame, as its line would read it."""
        self.seq += self.chance.choices((1, 0, -3, 1_000), (97, 1, 1, 1))[0]
        body = f"E {max(1, self.seq)} {self.chance.choice(ODD_MS)} {what} {' '.join(args)}"
        self.acts.append(body)
        message = parse(body)
        if isinstance(message, Event):
            self.table.hear(self.boot, message.seq, message.what, message.args)

    def key(self) -> None:
        """A key."""
        self.hear("K", self.chance.choice(KEYS))

    def keys(self) -> None:
        """Several keys, as for a line of a menu."""
        self.hear("K", "MENU")
        for _ in range(self.chance.randrange(1, 6)):
            self.hear("K", self.chance.choice("23456789OKA") if self.chance.random() < 0.9 else "T")

    def button(self) -> None:
        """A seat's button."""
        self.hear("S", str(self.chance.randrange(4)), self.chance.choice(("short", "long")))

    def card(self) -> None:
        """Any card of any deck, or a control card, on a reader."""
        tags = self.chance.choice((*(each.tags for each in DECKS), CONTROLS))
        self.hear("C", str(self.chance.randrange(4)), self.chance.choice([*tags]))

    def right_card(self) -> None:
        """Cards that the game would take, one after the other."""
        for _ in range(self.chance.randrange(1, 9)):
            self._lay_what_fits()

    def _lay_what_fits(self) -> None:
        record = self.table.record()
        if record is None:
            return
        seat = record.state.next.seat
        if seat is None and record.state.next.what == "reveal":
            seat = self.chance.randrange(record.header.seats)
        kind = 2 if record.header.options.get("deck") == "custom" else 0
        codes = [*DECKS[kind].tags.items()]
        self.chance.shuffle(codes)
        for uid, code in codes[:12]:
            entry = Played if record.state.next.what not in ("show", "reveal") else Shown
            try:
                record.check(entry(seat, BY_CODE[code]))  # type: ignore[arg-type]
            except Exception:  # noqa: BLE001 (any reason: another card may fit)
                continue
            self.hear("C", str((seat or 0) % 4), uid)
            return

    def card_again(self) -> None:
        """A card that was seen before lies there once more."""
        record = self.table.record()
        seen = [each.entry for each in record.steps()] if record else []
        codes = [each.card.code for each in seen if isinstance(each, (Played, Shown))]
        if codes:
            tags = {code: uid for deck in DECKS for uid, code in deck.tags.items()}
            self.hear("C", str(self.chance.randrange(4)), tags[self.chance.choice(codes)])

    def answer(self) -> None:
        """Keys that answer what is asked, one after the other."""
        for _ in range(self.chance.randrange(1, 5)):
            asked = self.table.view().asked
            if asked is not None and asked.answers:
                self.hear("K", self.chance.choice(asked.answers)[0])

    def odd_event(self) -> None:
        """An event of a known kind whose words are of any kind and number."""
        what = self.chance.choice([*EVENTS])
        count = self.chance.choice((len(EVENTS[what]),) * 8 + (0, 1, 2, 3, 5))
        self.hear(what, *(self.word(at) for at in range(count)))

    def word(self, at: int) -> str:
        """A word at that place of an event, often one that could stand there."""
        choices = (ODD, "0123", KEYS, [*DECKS[0].tags], ("short", "long", "dead", "ok"))
        return self.chance.choice(choices[self.chance.choice((0, 0, 1, 2, 3, 4)) if at else 0])

    def unknown_event(self) -> None:
        """An event of a firmware that does not exist."""
        self.hear(self.chance.choice((*ODD, "Z", "c", "E")), *self.chance.choices(ODD, k=2))

    def fault(self) -> None:
        """The board tells of a fault of its own."""
        self.hear("F", self.chance.choice(FAULTS).replace(" ", self.chance.choice("_ ")))

    def consent(self) -> None:
        """A button is held for a phone: for the one that waits, or for another."""
        claims = self.table.view().claims
        seat, word = self.chance.randrange(5), self.chance.choice(ODD)
        if claims and self.chance.random() < 0.7:
            seat, waiting = self.chance.choice(claims)
            word = waiting.word
        self.hear("Y", str(seat), word)

    def another_board(self) -> None:
        """The board starts anew, or is another one."""
        self.boot = f"{self.chance.randrange(2**32):08X}"
        self.seq = self.chance.choice((0, 0, 0, 7, 9_999_999_000))
        missing = self.chance.choice((0, 1, 256, 9_999_999_999))
        self.acts.append(("restarted", self.boot, self.seq, missing))
        self.table.board_restarted(missing)

    # --- pages and phones -------------------------------------------------------------------------

    def ask(self) -> None:
        """A page asks for something; what it asks can be read, and may mean nothing."""
        make = self.chance.choice(_REQUESTS)
        request = make(self.chance)
        self.acts.append(request)
        self.table.ask(request)

    def reply(self) -> None:
        """A page answers what is asked."""
        asked = self.table.view().asked
        keys = [key for key, _ in asked.answers] if asked else []
        key = self.chance.choice([*keys, *KEYS, "", "x"])
        self.acts.append(("reply", key))
        self.table.ask(commands.Reply(key, self.table.version))

    def say(self) -> None:
        """Something is said that can be said now."""
        record = self.table.record()
        offers = record.state.offers() if record else ()
        if not offers:
            return
        offer = self.chance.choice(offers)
        seat = self.chance.choice(offer.seats)
        value = self.chance.choice(offer.values or VALUES)
        source, _, target = offer.what.partition(">")
        request: commands.Request = commands.Declare(offer.what, seat, value)
        if offer.what == "dealt":
            request = commands.Deal(seat or 0)
        elif target and isinstance(value, int):
            request = commands.Move(seat or 0, source, target, value)
        self.acts.append(request)
        self.table.ask(request)

    def new_game(self) -> None:
        """Another game begins."""
        request = _new_game(self.chance)
        self.acts.append(request)
        self.table.ask(request)

    def phone(self) -> None:
        """A phone asks for a seat, gets up or looks; or time passes."""
        token, seat = f"phone {self.chance.randrange(4)}", self.chance.randrange(13)
        what = self.chance.choice(("claim", "claim", "leave", "look", "wait"))
        self.acts.append((what, token, seat))
        if what == "claim":
            self.table.claim(seat, token, f"10.0.0.{self.chance.randrange(3)}")
        elif what == "leave":
            self.table.leave(token)
        elif what == "wait":
            self.now_ms += self.chance.randrange(CLAIM_MS)
            self.table.end_old_claims()
        seat_page.seat_screen(self.table.phone_view(token))

    def look(self) -> None:
        """A guest's page is made."""
        fragment.encode(self.table.view())
        json.dumps(self.table.snapshot().places)

    # --- restarts ---------------------------------------------------------------------------------

    def restart(self) -> None:
        """The host starts from its journal: it must know what it knew."""
        self.acts.append("restart")
        before = told_by(self.table._ledger.story)
        assert folded(self.journal.rows) == before
        self.sit()
        assert told_by(self.table._ledger.story) == before


ODD_MS: Final = ("0", "1", "61000", "9999999999", "0000000000")


def told_by(story: Story) -> tuple[object, ...]:
    """All that a story holds, comparable."""
    record = story.record
    steps = [(each.seq, each.entry) for each in record.steps()] if record else None
    header = record.header if record else None
    done, undone = _listed(story.history.done), _listed(story.history.undone)
    people = (story.persons, story.seat_names, story.games)
    return (story.desk, header, steps, done, undone, *people)


def _listed(acts: Acts | None) -> list[Act]:
    """All acts, the newest first."""
    listed = []
    while acts is not None:
        listed.append(acts.newest)
        acts = acts.below
    return listed


def folded(rows: Sequence[Row]) -> tuple[object, ...]:
    """What these rows add up to."""
    story = Story(CODE)
    for row in rows:
        story.fold(row)
    return told_by(story)


# --- requests -------------------------------------------------------------------------------------


def _new_game(chance: Random) -> commands.NewGame:
    game = chance.choice([*GAMES])
    players = chance.choice(sorted(GAMES[game].players))
    options: dict[str, Any] = dict(first_header(players, game).given)
    for rule, option in GAMES[game].options(players, options).items():
        plain = [value for value in option.values if isinstance(value, (str, int))]
        if plain and chance.random() < 0.2:
            options[rule] = chance.choice(plain)
    if chance.random() < 0.1:
        options[chance.choice(ODD)] = chance.choice(VALUES)
    names = chance.choices(NAMES, k=players) if chance.random() < 0.5 else []
    dealer = chance.choice((None, 0, players - 1, 12))
    return commands.NewGame(game, players, names, options, dealer)


def _seat(chance: Random) -> int:
    return chance.randrange(5) if chance.random() < 0.9 else chance.randrange(13)


def _code(chance: Random) -> str:
    return chance.choice([*BY_CODE])


def _seq(chance: Random) -> int:
    return chance.choice((1, 2, 3, 7, 20, 10_000_000_000))


_REQUESTS: Final[Sequence[Callable[[Random], commands.Request]]] = (
    _new_game,
    lambda chance: commands.NextGame(_seat(chance)),
    lambda chance: commands.Deal(_seat(chance)),
    lambda chance: commands.Declare(
        chance.choice(("bid", "trump", "prize", "leader", "stacks", "pairing", "target", "ace")),
        chance.choice((None, _seat(chance))),
        chance.choice(VALUES),
    ),
    lambda chance: commands.Move(
        _seat(chance), chance.choice(PLACES), chance.choice(PLACES), chance.randrange(53)
    ),
    lambda chance: commands.Move(
        *(_seat(chance), "hand", chance.choice(PLACES), 2, [_code(chance), _code(chance)])
    ),
    lambda chance: commands.Lay(
        *(_code(chance), chance.choice((None, _seat(chance)))),
        chance.choice(("played", "shown", "held")),
    ),
    lambda chance: commands.LayOwn(
        *(_seat(chance), _code(chance)), chance.randrange(3), chance.choice((0, _seq(chance)))
    ),
    lambda chance: commands.TakeBack(_seat(chance), chance.randrange(3), _seq(chance)),
    lambda chance: commands.ClaimRest(
        *(_seat(chance), chance.randrange(3), _seq(chance)), [_seat(chance)]
    ),
    lambda chance: commands.AnswerClaim(
        *([_seat(chance)], chance.randrange(3), _seq(chance), chance.random() < 0.7),
        *([_seat(chance)], [_code(chance) for _ in range(chance.randrange(3))]),
    ),
    lambda _: commands.OpenSeats(),
    lambda _: commands.CloseSeats(),
    lambda chance: commands.Strike(_seq(chance)),
    lambda chance: commands.Restore(_seq(chance)),
    lambda chance: commands.Correct(
        *(_seq(chance), chance.choice((None, _seat(chance)))),
        chance.choice((None, _code(chance))),
    ),
    lambda chance: commands.Enter(
        {"kind": chance.choice(("played", "dealt", "?")), "seat": _seat(chance), "card": "QH"}
    ),
    lambda _: commands.Undo(),
    lambda _: commands.Redo(),
    lambda _: commands.ThrowIn(),
    lambda _: commands.Pause(),
    lambda _: commands.Resume(),
    lambda _: commands.Resume(),
    lambda _: commands.Lock(),
    lambda _: commands.Unlock(),
    lambda _: commands.Unlock(),
    lambda chance: commands.Rename(_seat(chance), chance.choice(NAMES)),
    lambda chance: commands.Enrol(
        *(chance.choice(("", "red deck", "my deck", "{who}")), chance.choice(("red", "", "{x}"))),
        chance.choice([*KINDS]),
    ),
    lambda chance: commands.ReplaceCard(chance.choice(("red", "red deck", "?")), _code(chance)),
    lambda chance: commands.CheckDeck(chance.choice(("", "red", DECKS[0].name, "?"))),
    lambda chance: commands.MakeControl(chance.choice((*ACTS, "?"))),
    lambda chance: commands.ForgetControls(chance.choice((*ACTS, "?"))),
    lambda chance: commands.PlayWith(chance.choice([*(deck.name for deck in DECKS), "?"])),
    lambda _: commands.DeckWorkStep("undo"),
    lambda _: commands.DeckWorkStep("later"),
    lambda _: commands.DeckWorkStep("stop"),
    lambda _: commands.DeckWorkStep("stop"),
    lambda chance: commands.LetIn(_seat(chance)),
    lambda chance: commands.LetAllIn(f"{chance.randrange(100)} {chance.randrange(100)}"),
    lambda chance: commands.SendAway(_seat(chance)),
    lambda chance: commands.GiveBack(_seat(chance)),
)

_WEIGHTS: Final[Mapping[Callable[[Evening], None], int]] = {
    Evening.key: 14,
    Evening.keys: 8,
    Evening.answer: 14,
    Evening.button: 10,
    Evening.card: 6,
    Evening.right_card: 16,
    Evening.card_again: 3,
    Evening.odd_event: 14,
    Evening.unknown_event: 2,
    Evening.fault: 2,
    Evening.consent: 3,
    Evening.another_board: 1,
    Evening.ask: 6,
    Evening.reply: 3,
    Evening.say: 10,
    Evening.new_game: 1,
    Evening.phone: 4,
    Evening.look: 2,
    Evening.restart: 1,
}
_ACTS: Final = ([*_WEIGHTS], [*_WEIGHTS.values()])


def evenings(seed: int, steps: int) -> Iterator[Evening]:
    """Evenings of this many steps together; each is given when it is over, or after its last step.

    Raises: whatever a table raises, for the evening that was given last.
    """
    chance = Random(seed)
    while steps > 0:
        evening = Evening(chance)
        yield evening
        while steps > 0 and len(evening.journal.rows) < MOST_ROWS:
            steps -= 1
            evening.step()
        evening.restart()


def main() -> None:
    """Search, and tell each way in which a table breaks once."""
    steps, seed = int(sys.argv[1]), int(sys.argv[2])
    began_s, left, found = time.process_time(), steps, dict[str, int]()
    chance = Random(seed)
    while left > 0:
        evening = Evening(chance)
        try:
            while left > 0 and len(evening.journal.rows) < MOST_ROWS:
                left -= 1
                evening.step()
            evening.restart()
        except Exception:  # noqa: BLE001 (what is looked for)
            told = traceback.format_exc()
            place = "\n".join(told.strip().splitlines()[-5:])
            found[place] = found.get(place, 0) + 1
            if found[place] == 1:
                print(f"{steps - left} steps: {evening.acts[-4:]}\n{told}", flush=True)
    took_s = time.process_time() - began_s
    print(f"seed {seed}: {steps} steps in {took_s:.0f} s, {len(found)} ways to break: {found}")


if __name__ == "__main__":
    main()
