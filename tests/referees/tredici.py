"""Tredici told as a story, from record.md and the rulings and nothing else.

The game is one script that stops wherever something is awaited; every entry is handed to it, and
every question goes through the whole record again. A place is a list with one slot for each card:
its code where that is known, None where it is not.
"""

from collections.abc import Generator, Sequence
from typing import Any

from referees.torite import ALL_SEEING, PUBLIC
from referees.witness import RANKS, SUITS, Line, standing

DECK = [rank + suit for suit in SUITS for rank in RANKS]
Slot = str | None
Script = Generator[None, Line, Any]


class Refused(Exception):
    """Raised if an entry cannot have happened."""


class Over(Exception):
    """Raised if the game has ended."""


def demand(condition: object) -> None:
    """Raises: Refused, unless the condition holds."""
    if not condition:
        raise Refused


class Referee:
    """One game, looked at after all of its entries. Raises: Refused."""

    def __init__(
        self, players: int, lines: Sequence[Line], options: dict[str, Any] | None = None
    ) -> None:
        self.players, self.lines, self.options = players, list(lines), options or {}
        self.owners: list[list[int]] = self.option("teams", [[n] for n in range(players)])
        self.size: int = self.option("hand_size", min(7, 52 // players))
        self.hands: list[list[Slot]] = [[] for _ in range(players)]
        self.stacks: list[list[Slot]] = [[] for _ in self.owners]
        self.draw: list[Slot] = [None] * 52
        self.discard: list[Slot] = []
        self.targets: list[str | None] = [None] * len(self.owners)
        self.announced: list[str | None] = [None] * len(self.owners)
        self.kept: set[int] = set()
        """Owners whose target everybody knows."""
        self.aside: dict[int, int] = {}
        self.aces: set[int] = set()
        self.new: set[int] = set()
        """Seats that were purged and have no new hand yet."""
        self.callers: list[int] = []
        self.purged: list[int] = []
        self.is_setup = False
        self.what, self.seats = "deal", list[int]()
        self.status = "playing"
        self.winner: list[int] | None = None
        self.script = self._game()
        next(self.script)
        for _, line in standing(lines):
            self.script.send(line)

    def take(self, line: Line) -> None:
        """One more happening. Raises: Refused; then this referee is of no more use."""
        self.lines.append(line)
        self.script.send(line)

    def option(self, key: str, default: Any) -> Any:
        """The value of a house rule."""
        return self.options.get(key, default)

    def owner(self, seat: int) -> int:
        """The team of a seat."""
        return next(n for n, team in enumerate(self.owners) if seat in team)

    def target(self, seat: int) -> str | None:
        """The suit that a seat collects."""
        return self.targets[self.owner(seat)]

    def clockwise(self, seat: int) -> list[int]:
        """The seats from the left of one, which comes last."""
        return [*range(seat + 1, self.players), *range(seat + 1)]

    # --- the story -----------------------------------------------------------------------------

    def _game(self) -> Script:
        line = yield
        demand(line["kind"] == "dealt")
        self.hands = [[None] * self.size for _ in range(self.players)]
        self.draw = [None] * (52 - self.size * self.players)
        seat: int = line["dealer"]
        try:
            yield from self._setup()
            while True:
                seat = (seat + 1) % self.players
                yield from self._turn(seat)
        except Over:
            self.what, self.seats = "over", []
        while True:
            yield
            raise Refused

    def _ask(self, what: str, seats: Sequence[int]) -> Generator[None, Line, Line]:
        """Wait for the next entry that is neither a reading nor the call of tredici."""
        while True:
            self.what, self.seats = what, list(seats)
            line = yield
            if line["kind"] == "held":
                self._held(line["seat"], line["card"])
            elif line.get("topic") == "tredici":
                demand(line["seat"] is not None)
                demand(len(self.stacks[self.owner(line["seat"])]) == 13)
                self._won(self.owner(line["seat"]))
            else:
                demand(line["kind"] in ("declared", "moved"))
                return line

    def _won(self, owner: int) -> None:
        self.status, self.winner = "finished", sorted(self.owners[owner])
        raise Over

    def _drawn(self) -> None:
        self.status, self.winner = "drawn", []
        raise Over

    def _setup(self) -> Script:
        self.is_setup = True
        said = set()
        while len(self.aside) < self.players:
            missing = [n for n, target in enumerate(self.targets) if target is None]
            seats = [seat for n in missing for seat in self.owners[n]]
            left = [seat for seat in range(self.players) if seat not in self.aside]
            line = yield from self._ask(
                "target" if missing else "stack", seats if missing else left
            )
            seat = line["seat"]
            demand(seat is not None)
            if line["kind"] == "moved":
                demand(seat in left and self.target(seat))
                self._set_aside(line)
            elif line["topic"] == "target":
                demand(self.target(seat) is None)
                self.targets[self.owner(seat)] = line["value"]
            else:
                demand(line["topic"] == "ace" and self.option("deal_ace_counts", "no") == "yes")
                demand(seat in left and self.target(seat) and seat not in said)
                demand(None in self.hands[seat] or self._other_aces(seat, self.hands[seat]))
                said.add(seat)
                self.aces.add(seat)
            self._dealt_aces()
        self.is_setup = False
        yield from self._turn_ends()

    def _dealt_aces(self) -> None:
        if self.is_setup and self.option("deal_ace_counts", "no") == "yes":
            for seat in range(self.players):
                if self.target(seat) and self._other_aces(seat, self.hands[seat]):
                    self.aces.add(seat)

    def _other_aces(self, seat: int, cards: Sequence[Slot]) -> bool:
        return any(card and card[0] == "A" and card[1] != self.target(seat) for card in cards)

    def _turn(self, seat: int) -> Script:
        line: Line | None = None
        while line is None:
            step = self._first_step(seat)
            if step == "draw" and not self.draw and not self.discard:
                yield from self._run_out()
            line = yield from self._ask(step, [seat])
            if line.get("topic") == "kische":
                yield from self._kische(line["seat"], seat)
                line = None
            elif line.get("topic") == "draw":
                demand(self._may_be_drawn())
                self._drawn()
        if step == "discard":
            due = len(self.hands[seat]) if seat in self.aces else min(3, len(self.hands[seat]))
            self._moved(line, seat, "hand", "discard", due)
            self.discard += self._leave(self.hands[seat], due, line.get("cards"))
            line = None
        yield from self._draw_and_set_aside(seat, line)

    def _first_step(self, seat: int) -> str:
        if seat in self.new or not self.hands[seat]:
            return "draw"
        return "discard" if seat in self.aces or self.aside[seat] == 0 else "draw"

    def _draw_and_set_aside(self, seat: int, line: Line | None) -> Script:
        """The part of a turn that is also what a purged seat does."""
        named: list[Slot] = []
        while len(self.hands[seat]) < self.size:
            if not self.draw and not self.discard:
                yield from self._run_out()
            if line is None:
                line = yield from self._ask("draw", [seat])
            due = min(self.size - len(self.hands[seat]), len(self.draw) + len(self.discard))
            self._moved(line, seat, "draw", "hand", due)
            self._take(seat, due, line.get("cards"))
            named += line.get("cards", [None])
            line = None
        self.new.discard(seat)
        self.aces.discard(seat)
        if self._other_aces(seat, named):
            self.aces.add(seat)
        line = yield from self._ask("stack", [seat])
        if line.get("topic") == "ace":
            demand(line["seat"] == seat)
            demand(None in named or seat in self.aces)
            self.aces.add(seat)
            line = yield from self._ask("stack", [seat])
        demand(line["kind"] == "moved" and line["seat"] == seat)
        self._set_aside(line)
        yield from self._turn_ends()

    def _turn_ends(self) -> Script:
        if not self.draw:
            self.draw, self.discard = self.discard, []
        if not self.draw and self.option("runout", "eager") == "eager":
            yield from self._run_out()

    def _run_out(self) -> Script:
        givers = [seat for seat in range(self.players) if self.hands[seat]]
        while givers:
            line = yield from self._ask("give", givers)
            demand(line["kind"] == "moved" and line["seat"] in givers)
            self._moved(line, line["seat"], "hand", "draw", 1)
            self.draw += self._leave(self.hands[line["seat"]], 1, line.get("cards"))
            givers.remove(line["seat"])
        self.size -= 1
        if all(len(hand) <= self.option("draw_at", 1) for hand in self.hands):
            self._drawn()

    # --- kisché ----------------------------------------------------------------------------------

    def _used_up(self) -> bool:
        limit = self.option("kische_limit", "game")
        most = {"game": 1, "player": self.players, "unlimited": 10**9}[limit]
        return len(self.callers) >= most

    def _may_be_drawn(self) -> bool:
        if all(len(hand) <= self.option("draw_at", 1) for hand in self.hands):
            return True
        for suit in SUITS:
            owners = [n for n, target in enumerate(self.targets) if target == suit]
            counts = [len(self.stacks[n]) for n in owners if self.stacks[n]]
            if len(counts) > 1 and sum(counts) == 13:
                return self._used_up()
        return False

    def _kische(self, caller: int | None, due: int) -> Script:
        demand(caller is not None and not self._used_up())
        assert caller is not None
        if self.option("kische_limit", "game") == "player":
            demand(caller not in self.callers)
        if self.option("kische_when", "between_turns") == "own_turn":
            demand(caller == due)
        mine = self.owner(caller)
        purging = [
            one
            for one in range(len(self.owners))
            if one != mine
            and any(
                self.targets[one] == self.targets[other]
                for other in range(len(self.owners))
                if other != one
            )
        ] or [mine]
        self.callers.append(caller)
        self.announced = list(self.targets)
        self.kept = set(range(len(self.owners))) - set(purging)
        order = [seat for seat in self.clockwise(caller) if self.owner(seat) in purging]
        self.purged = sorted(order)
        for owner in purging:
            self.targets[owner] = None
            self.discard += self.stacks[owner]
            self.stacks[owner] = []
        for seat in order:
            self.discard += self.hands[seat]
            self.hands[seat] = []
            self.aces.discard(seat)
            self.new.add(seat)
        yield from self._choose_anew(order)
        if self.option("purge_redraw", "next_turn") == "now":
            for seat in order:
                yield from self._draw_and_set_aside(seat, None)

    def _choose_anew(self, order: Sequence[int]) -> Script:
        waiting = list(dict.fromkeys(self.owner(seat) for seat in order))
        chosen: list[str] = []
        while waiting:
            in_order = self.option("purge_collision", "allowed") == "in_turn_order"
            now = waiting[:1] if in_order else waiting
            line = yield from self._ask("target", [seat for n in now for seat in self.owners[n]])
            demand(line.get("topic") == "target" and line["seat"] is not None)
            owner = self.owner(line["seat"])
            demand(owner in now)
            taken = {self.announced[n] for n in self.kept} | set(chosen if in_order else [])
            allowed = set(SUITS) - taken
            if self.option("purge_keep_suit", "only_if_forced") == "only_if_forced":
                allowed = allowed - {self.announced[owner]} or allowed
            demand(line["value"] in allowed)
            chosen.append(line["value"])
            self.targets[owner] = line["value"]
            waiting.remove(owner)

    # --- cards -----------------------------------------------------------------------------------

    def _held(self, seat: int, card: str) -> None:
        if card not in self.hands[seat]:
            demand(card in DECK and not self._lies(card))
            self._make_known(self.hands[seat], card)
        self._dealt_aces()

    def _lies(self, card: str) -> bool:
        return any(card in p for p in (*self.hands, *self.stacks, self.draw, self.discard))

    def _make_known(self, place: list[Slot], card: str) -> None:
        demand(None in place)
        place[place.index(None)] = card

    def _moved(self, line: Line, seat: int, source: str, goal: str, count: int) -> None:
        demand(line["kind"] == "moved" and line["seat"] == seat)
        demand((line["from"], line["to"], line["count"]) == (source, goal, count))

    def _set_aside(self, line: Line) -> None:
        seat, count, cards = line["seat"], line["count"], line.get("cards")
        demand((line["from"], line["to"]) == ("hand", "stack"))
        stack = self.stacks[self.owner(seat)]
        demand(count <= len(self.hands[seat]) and count + len(stack) <= 13)
        demand(all(card[1] == self.target(seat) for card in cards or []))
        stack += self._leave(self.hands[seat], count, cards)
        self.aside[seat] = count
        if len(stack) == 13 and self.option("auto_call", "no") == "yes":
            self._won(self.owner(seat))

    def _leave(self, place: list[Slot], count: int, cards: Sequence[str] | None) -> list[Slot]:
        """Take cards out of a place, by name or unseen."""
        if cards is None:
            gone: list[Slot] = place[:count] if count == len(place) else [None] * count
            rest = [None] * (len(place) - count) if count else place[:]
            place[:] = rest
            return gone
        for card in cards:
            demand(card in DECK)
            if card not in place:
                demand(not self._lies(card))
                self._make_known(place, card)
        for card in cards:
            place.remove(card)
        return list(cards)

    def _take(self, seat: int, count: int, cards: Sequence[str] | None) -> None:
        """Draw; what the draw pile lacks comes from the discards, and then they are turned."""
        beyond = count - len(self.draw)
        if beyond <= 0:
            self.hands[seat] += self._leave(self.draw, count, cards)
            return
        if cards is None:
            self.hands[seat] += self.draw + self._leave(self.discard, beyond, None)
            self.draw, self.discard = self.discard, []
            return
        # Which came from the draw pile: all known to lie there, and of the rest as many as it
        # takes, those known to lie nowhere first.
        first = [card for card in cards if card in self.draw]
        demand(len(first) == sum(slot is not None for slot in self.draw))
        others = sorted(
            (card for card in cards if card not in first), key=lambda card: self._lies(card)
        )
        cut = len(self.draw) - len(first)
        self._leave(self.draw, len(self.draw), [*first, *others[:cut]])
        self._leave(self.discard, beyond, others[cut:])
        self.hands[seat] += cards
        self.draw, self.discard = self.discard, []

    # --- what it means -------------------------------------------------------------------------

    def allows(self, line: Line) -> bool:
        """Whether this well-formed happening is possible now."""
        topic = line.get("topic")
        if topic in ("draw", "kische") and self.what not in ("discard", "draw"):
            return False  # only a turn's first step and a draw wait for these
        if topic == "draw" and not self._may_be_drawn():
            return False
        if topic == "kische" and self._used_up():
            return False
        happened = [each for _, each in standing(self.lines)]
        try:
            Referee(self.players, [*happened, line], self.options)
        except Refused:
            return False
        return True

    def summary(self, viewpoint: int = PUBLIC) -> Line:
        """The summary of record.md, section 4."""

        def shown(owner: int) -> bool:
            known_to = (*self.owners[owner], ALL_SEEING)
            return owner in self.kept or viewpoint in known_to

        return {
            "game": "tredici",
            "players": self.players,
            "status": self.status,
            "seq": len(self.lines),
            "next": {"seat": self.seats[0] if len(self.seats) == 1 else None, "what": self.what},
            "winner": self.winner,
            "findings": [],
            "detail": {
                "stacks": list(map(len, self.stacks)),
                "hands": list(map(len, self.hands)),
                "draw": len(self.draw),
                "discard": len(self.discard),
                "hand_size": self.size,
                "kische": self.callers[-1] if self.callers else None,
                "targets": [t if shown(n) else None for n, t in enumerate(self.targets)],
                "purged": self.purged,
                "owners": self.owners,
            },
        }
