"""A day of one table: what happens at it, what must be heard of it. Prints only what is wrong.

Hands lay and lift cards and press keys, parts fail and are mended, cables are cut, hosts are
killed. Each card that lay undisturbed long enough must be heard once, and nothing else may be.
"""

import json
import random

from chips.tag import Tag
from soak.host import NEVER, Host
from tablewire.messages import CARD, KEY

MS = 1_000_000
S = 1000 * MS
HOST_EVERY_NS = 4 * MS
SURE_NS = 2 * S  # undisturbed for so long, a card must be heard
OTHERS = 8
"""This many other cards come to a reader before one comes again, and no reader is dead for so long:
it takes a card that was lifted and laid again meanwhile for one that never left."""
RELEASED_NS = 50 * MS  # for so long at least: a shorter gap is a key's own bouncing
OWED_NS = 15 * S  # so long after a host was back, it must have been
# What may happen besides cards, and how many seconds lie between two of a kind, on average.
MISHAPS = {
    "noise": 20,
    "flip": 30,
    "crowd": 40,
    "key": 7,
    "slip": 60,
    "dip": 120,
    "hung": 300,
    "dead": 300,
    "display": 600,
    "garble": 60,
    "cut": 240,
    "stall": 300,
    "kill": 400,
    "examine": 200,
    "hang": 14400,
}


class Card:
    """One card from laying to lifting."""

    def __init__(self, uid: str) -> None:
        self.uid = uid
        self.lifted_ns = NEVER
        self.told = 0  # in this life of the board
        self.must = False


class World:
    """The table, the cable and the host. `visit` lets all happen that is due."""

    def __init__(self, wiring, seed: int) -> None:
        random.seed(seed)
        self.wiring = wiring
        self.clock = wiring.clock
        self.counts = {}
        self.wrong = []
        self.next_ns = 0
        self._places = [[] for _ in wiring.readers]  # cards that lie there
        self._owed = []  # (reader, card): lifted, and not heard yet
        self._keys = []
        self._press_ns = 0  # no key is pressed before
        self._clear_ns = [0] * len(wiring.readers)  # undisturbed since then
        self._last_uids = [[] for _ in wiring.readers]
        self._todo = []  # (when, number, function)
        self._number = 0
        self._hang_ns = 0
        self._host_ns = 0
        self._host = Host(self.clock, self._hear, self._blame)
        for reader in range(len(wiring.readers)):
            self._in(random.randrange(3 * S), self._lay, reader)
        for name, every_s in MISHAPS.items():
            self._again(name, every_s)

    # Time

    def visit(self, line) -> int:
        """Let happen what is due; return for how long the program is to hang."""
        now = self.clock.ns
        while self._todo and self._todo[0][0] <= now:
            _, _, function, arguments = self._todo.pop(0)
            function(*arguments)
        if now >= self._host_ns:
            self._host_ns = now + HOST_EVERY_NS
            self._host.serve(line)
            self._watch()
        self.next_ns = min(self._host_ns, self._todo[0][0] if self._todo else NEVER)
        hang, self._hang_ns = self._hang_ns, 0
        return hang

    def _in(self, after_ns: int, function, *arguments) -> None:
        self._number += 1
        self._todo.append((self.clock.ns + after_ns, self._number, function, arguments))
        self._todo.sort(key=lambda due: due[:2])

    def _again(self, name: str, every_s: int) -> None:
        """Let a mishap happen, at any moment, about so often."""

        def happen() -> None:
            self.count(name)
            getattr(self, "_" + name)()
            self._again(name, every_s)

        self._in(random.randrange(1, 2 * every_s * 1000) * MS, happen)

    def count(self, name: str) -> None:
        """Count one more of these."""
        self.counts[name] = self.counts.get(name, 0) + 1

    def _blame(self, text: str) -> None:
        if len(self.wrong) < 20:
            self.wrong.append(f"{self.clock.ns // S} s: {text}")
            print(json.dumps({"wrong": self.wrong[-1]}))

    # Cards

    def _uid(self, reader: int) -> str:
        while True:
            number = random.getrandbits(6)
            uid = f"04A3C6CAE2{number:02X}80" if number & 7 else f"123456{number:02X}"
            if uid not in self._last_uids[reader]:
                self._last_uids[reader].append(uid)
                del self._last_uids[reader][:-OTHERS]
                return uid

    def _lay(self, reader: int) -> None:
        if not self._places[reader]:
            self._put(reader)
            long = random.getrandbits(6) == 0
            stays = random.randrange(60, 900) * S if long else random.randrange(100, 7000) * MS
            self.count("still" if long else "card")
            self._in(stays, self._lift, reader, self._places[reader][0])
        self._in(random.randrange(4000, 9000) * MS, self._lay, reader)

    def _put(self, reader: int) -> None:
        uid = self._uid(reader)
        self._places[reader].append(Card(uid))
        self.wiring.readers[reader].lay(Tag(bytes.fromhex(uid)))
        self._disturb(reader, 0)

    def _lift(self, reader: int, card) -> None:
        if card in self._places[reader]:
            self.wiring.readers[reader].lift(bytes.fromhex(card.uid))
            self._gone(reader, card)

    def _gone(self, reader: int, card) -> None:
        self._places[reader].remove(card)
        card.lifted_ns = self.clock.ns
        card.must = self.clock.ns - self._clear_ns[reader] >= SURE_NS
        if not card.told:
            self._owed.append((reader, card))
        self._disturb(reader, 0)

    def _disturb(self, reader: int, for_ns: int) -> None:
        """Something is in the way of all cards on a reader, and will be for so long."""
        self._clear_ns[reader] = max(self._clear_ns[reader], self.clock.ns + for_ns)

    # Mishaps

    def _any(self) -> int:
        return random.randrange(len(self.wiring.readers))

    def _noise(self) -> None:
        reader = self._any()
        self.wiring.readers[reader].noisy = random.randrange(1, 6)
        self._disturb(reader, S)

    def _flip(self) -> None:
        reader = self._any()
        self.wiring.readers[reader].flips = random.randrange(1, 6)
        self._disturb(reader, S)

    def _crowd(self) -> None:
        reader = self._any()
        if self._places[reader]:
            self._put(reader)
            second = self._places[reader][-1]
            self._in(random.randrange(200, 4000) * MS, self._lift, reader, second)
            self._crowded(reader)

    def _crowded(self, reader: int) -> None:
        if len(self._places[reader]) > 1:
            self._disturb(reader, S)
            self._in(500 * MS, self._crowded, reader)

    def _slip(self) -> None:
        reader = self._any()
        if len(self._places[reader]) == 1:
            self.wiring.readers[reader].slips_after = random.randrange(5)
            self._in(500 * MS, self._slipped, reader)

    def _slipped(self, reader: int) -> None:
        self.wiring.readers[reader].slips_after = -1
        lying = [tag.uid.hex().upper() for tag in self.wiring.readers[reader].tags]
        for card in self._places[reader][:]:
            if card.uid not in lying:
                self._disturb(reader, 0)
                self._gone(reader, card)

    def _dip(self) -> None:
        reader = self._any()
        self.wiring.readers[reader].reset()
        self._disturb(reader, 3 * S)

    def _hung(self) -> None:
        reader = self._any()
        self.wiring.readers[reader].hung = True
        self._disturb(reader, 3 * S)

    def _dead(self) -> None:
        reader = self._any()
        for_ns = random.randrange(100, 20_000) * MS
        self.wiring.readers[reader].miso = random.getrandbits(1)
        self._disturb(reader, for_ns + 3 * S)
        self._in(for_ns, self._mend, reader)

    def _mend(self, reader: int) -> None:
        self.wiring.readers[reader].miso = -1
        self.wiring.readers[reader].reset()
        self._disturb(reader, 3 * S)

    def _display(self) -> None:
        self.wiring.display.dead = True
        self._in(random.randrange(5 * 1000) * MS, setattr, self.wiring.display, "dead", False)

    def _key(self) -> None:
        if self.clock.ns < self._press_ns or self._hang_ns:
            return
        key = random.randrange(len(self.wiring.pins.KEYS))
        self.wiring.keys.pressed = 1 << key
        self._keys.append(self.wiring.pins.KEYS[key])
        for_ns = random.randrange(120, 300) * MS
        self._press_ns = self.clock.ns + for_ns + RELEASED_NS
        self._in(for_ns, setattr, self.wiring.keys, "pressed", 0)

    def _hang(self) -> None:
        self._hang_ns = 9 * S

    def _examine(self) -> None:
        self._host.examine()
        for reader in range(len(self._places)):
            self._disturb(reader, 3 * S)

    def _garble(self) -> None:
        self._host.garble(random.randrange(1, 4))

    def _cut(self) -> None:
        self._host.cut()
        self._in(random.randrange(100, 60_000) * MS, self._host.plug)

    def _stall(self) -> None:
        self._host.stall()
        self._in(random.randrange(100, 15_000) * MS, self._host.go_on)

    def _kill(self) -> None:
        self._host.start()

    # What is heard

    def _hear(self, event) -> None:
        self.count("event " + event.what)
        if event.what == CARD:
            self._heard(int(event.args[0]), event.args[1])
        elif event.what == KEY and (not self._keys or self._keys.pop(0) != event.args[0]):
            self._blame(f"key {event.args[0]} was not pressed")

    def _watch(self) -> None:
        """Blame what is owed and does not come, though the host has been well for long."""
        due_ns = self.clock.ns - OWED_NS
        while self._owed and self._owed[0][1].lifted_ns < due_ns and self._host.well_ns < due_ns:
            reader, card = self._owed.pop(0)
            if card.must:
                self._blame(f"{card.uid} on {reader} was not heard")

    def _heard(self, reader: int, uid: str) -> None:
        """Cross out whose event that is: of two with one id, the one that must be heard."""
        owed = [each for each in self._owed if each[0] == reader and each[1].uid == uid]
        lying = [card for card in self._places[reader] if card.uid == uid]
        for each in owed:
            if each[1].must:
                self._owed.remove(each)
                return
        if lying and not lying[0].told:
            lying[0].told = 1
        elif owed:
            self._owed.remove(owed[0])
        elif lying:
            self._blame(f"{uid} on {reader} was heard twice")
        else:
            self._blame(f"{uid} on {reader} was never laid, or heard twice")

    def board_restarted(self) -> None:
        """The board forgets what it kept; cards that lie there are told again."""
        self.count("restart")
        self._owed = []
        self._keys = []
        self.wiring.keys.pressed = 0
        for reader, cards in enumerate(self._places):
            for card in cards:
                card.told = 0
            self._disturb(reader, 3 * S)
