"""What waits at one host while another goes on: nothing of it lands in a deal that is not its own.

The judge knows the contract (docs/explanation/journal.md) and the rows as the database has them,
and nothing of the code that puts what waits in its place.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rig.far_journal import far
from rig.postgres import running
from rig.table import Rig
from thorough import examples
from tricktable.rules.values import JsonValue
from tricktable.store.journal import Journal, Row, open_journal
from tricktable.table import commands, seating
from tricktable.table.answers import AWAY, LAPSED, REUSED, Answer
from tricktable.table.table import Table

COMMON: Final = ("Ann", "Bo", "Cy", "Di")
OWN: Final = ("Eva", "Fin", "Gus", "Hal")
THEIRS: Final = ("Ivy", "Jan", "Kim", "Leo")
LAID: Final = "0:QH 1:2H 2:3H"
"""The trick that has begun when one of the two loses the database; the next to play is seat 3."""


class Sent(NamedTuple):
    """A request with a key, as it was first answered."""

    request: commands.Request
    key: str
    card: str = ""


@dataclass
class Book:
    """What was done at the host that was away, and was said to be waiting."""

    cards: list[tuple[str, str]] = field(default_factory=list)
    """Each card with the first name of the game that it was laid in."""
    sent: list[Sent] = field(default_factory=list)
    struck: list[tuple[str, str]] = field(default_factory=list)
    """The cards that were struck on purpose, at either host, each with its game's first name."""
    theirs: list[str] = field(default_factory=list)
    """Cards that somebody entered at the other host as well."""
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """New names, each with the one before: by the first name of the game, and the new one."""
    phones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The phones that were let in, each with the names that its person has had in that game."""
    refused: list[str] = field(default_factory=list)
    """Keys of what waits here, each refused for good at the other host."""


class Scene:
    """Two hosts at one table of one database; `here` is the one that may be cut off."""

    def __init__(self, journal: Journal, folder: Path, code: str, is_begun: bool) -> None:
        reached, self._far = far(journal)
        self.journal, self.code = journal, code
        self.here = Rig(folder, reached, code=code)
        if is_begun:
            self.here.begin(names=COMMON)
            self.here.play(LAID)
        self.there = Rig(folder, journal, boot="b0a4d0b0", code=code)
        self.book = Book()
        self._keys = count(1)
        self._hearts = iter("4H 5H 6H 7H 8H 9H TH JH KH AH".split())
        self._clubs = iter("2C 3C 4C 5C 6C 7C 8C 9C TC".split())

    @property
    def first_name(self) -> str:
        """Tells the games apart: that of the game that runs here."""
        return first_name(self.here)

    def cut_off(self, is_away: bool = True) -> None:
        """The host here loses the database, or reaches it again."""
        # A key is looked up first: of those looked up while the database is away none is waiting.
        self._far.fails = lambda call: is_away and call != "find"

    def key(self) -> str:
        return f"here.key-{next(self._keys):08}"

    def ask(self, request: commands.Request, card: str = "") -> Answer:
        """A program asks here, and is answered that it is done and not saved."""
        sent = Sent(request, self.key(), card)
        answer = self.here.table.ask(request, sent.key)
        if answer.is_done:
            self.book.sent.append(sent)
        return answer

    def enter(self, kind: str = "played") -> None:
        """A program enters the next card here."""
        card = next(self._hearts)
        game = self.first_name
        entry: Mapping[str, JsonValue] = {"kind": kind, "seat": 3, "card": card}
        if self.ask(commands.Enter(entry), card).is_done and kind == "played":
            self.book.cards.append((card, game))

    def lay(self) -> None:
        """Somebody lays the next card on a reader here."""
        card = next(self._hearts)
        game, ledger = self.first_name, self.here.table._ledger
        before = len(ledger.unsaved_rows)
        self.here.lay(card, 3)
        laid = ledger.unsaved_rows[before:]
        if any(row.kind == "entry" and json.loads(row.body).get("card") == card for row in laid):
            self.book.cards.append((card, game))

    def enter_again(self) -> None:
        """Whoever entered cards here enters them at the other host, without the keys."""
        for card, _ in self.book.cards:
            entry: Mapping[str, JsonValue] = {"kind": "played", "seat": 3, "card": card}
            if self.there.ask(commands.Enter(entry)).is_done:
                self.book.theirs.append(card)

    def refuse_there(self) -> None:
        """The other host refuses what waits here, as the same keys come to it."""
        never = commands.Enter({"kind": "struck", "seq": 999})
        for sent in self.book.sent:
            answer = self.there.table.ask(never, sent.key)
            assert not answer.is_done
            assert answer.because not in (AWAY, REUSED), answer
            self.book.refused.append(sent.key)

    def enter_there(self) -> None:
        """Somebody enters another card at the other host."""
        self.there.ask(commands.Enter({"kind": "played", "seat": 3, "card": next(self._clubs)}))


def first_name(rig: Rig) -> str:
    """That of the game that runs at this host."""
    record = rig.table.record()
    return record.header.names[0] if record and record.header.names else ""


Step = Callable[[Scene], object]


def _strike(scene: Scene, rig: Rig, card: str) -> Answer:
    record = rig.record
    for seq, entry, _ in record.steps():
        if getattr(getattr(entry, "card", None), "code", "") == card:
            scene.book.struck.append((first_name(rig), card))
            request = commands.Enter({"kind": "struck", "seq": seq})
            return scene.ask(request) if rig is scene.here else rig.ask(request)
    return Answer(False)


def _undo(scene: Scene, rig: Rig) -> None:
    newest = rig.table.history.done
    if newest is not None:
        for _, before, after in newest.newest.changes:
            for each in (before, after):
                code = getattr(getattr(each, "card", None), "code", "")
                scene.book.struck.append((first_name(rig), code))
    scene.ask(commands.Undo()) if rig is scene.here else rig.ask(commands.Undo())


def _throw_in(scene: Scene, rig: Rig) -> None:
    # Whoever throws a hand in means what lies there at that host, whoever entered it.
    record = rig.record
    cards = (getattr(getattr(entry, "card", None), "code", "") for _, entry, _ in record.steps())
    scene.book.struck.extend((first_name(rig), card) for card in cards if card)
    scene.ask(commands.ThrowIn()) if rig is scene.here else rig.ask(commands.ThrowIn())


def _correct(scene: Scene, rig: Rig, card: str) -> None:
    record = rig.record
    seqs = [
        s for s, e, _ in record.steps() if getattr(getattr(e, "card", None), "code", "") == "2H"
    ]
    for seq in seqs:
        scene.book.struck.append((first_name(rig), "2H"))
        entry: Mapping[str, JsonValue] = {"kind": "corrected", "seq": seq,
                 "entry": {"kind": "played", "seat": 1, "card": card}}  # fmt: skip
        request = commands.Enter(entry)
        scene.ask(request) if rig is scene.here else rig.ask(request)


def _strike_newest(scene: Scene) -> None:
    if scene.book.cards:
        _strike(scene, scene.here, scene.book.cards[-1][0])


def _rename(scene: Scene, seat: int, name: str) -> None:
    before = scene.here.view.names[seat]
    if scene.ask(commands.Rename(seat, name)).is_done:
        scene.book.names.setdefault((scene.first_name, name), before)


def _let_in(scene: Scene, rig: Rig, token: str, seat: int) -> None:
    if (
        rig.table.claim(seat, seating.digest(token)).is_done
        and rig.ask(commands.LetIn(seat)).is_done
    ):
        name, game = rig.view.names[seat], scene.first_name
        # A new name may fall away with its game; whoever bore it stays the same person.
        names = (name, scene.book.names.get((game, name), name) if rig is scene.here else name)
        scene.book.phones[token] = names


def _begin(scene: Scene, names: Sequence[str] = OWN) -> None:
    scene.ask(commands.NewGame("torite", 4, list(names), {}, 0, abandon=True))


def _begin_there(rig: Rig) -> None:
    """In their new game seat 3 is to play a heart as well."""
    rig.begin(names=THEIRS)
    rig.play(LAID)


WAITS: Final[Mapping[str, Step]] = {
    "a card of a program": Scene.enter,
    "a card on a reader": Scene.lay,
    "a card that was read": lambda scene: scene.enter("held"),
    "a strike of a common card": lambda scene: _strike(scene, scene.here, "3H"),
    "a strike of the newest card": _strike_newest,
    "a correction": lambda scene: _correct(scene, scene.here, "QS"),
    "an undo": lambda scene: _undo(scene, scene.here),
    "a hand thrown in": lambda scene: _throw_in(scene, scene.here),
    "a name": lambda scene: _rename(scene, 1, "Max"),
    "a pause": lambda scene: scene.ask(commands.Pause()),
    "a lock": lambda scene: scene.ask(commands.Lock()),
    "open seats": lambda scene: scene.ask(commands.OpenSeats()),
    "keys": lambda scene: scene.here.press("9"),
    "a question": lambda scene: scene.here.lay("QH", 3),
    "a phone": lambda scene: _let_in(scene, scene.here, "ours", 1),
    "a new game": _begin,
}
MEANWHILE: Final[Mapping[str, Step]] = {
    "nothing": lambda _: None,
    "a refusal": Scene.refuse_there,
    "a card": Scene.enter_there,
    "the same cards": Scene.enter_again,
    "a new game": lambda scene: scene.there.ask(
        commands.NewGame("torite", 4, list(THEIRS), {}, 0, abandon=True)
    ),
    "a new game with the same people": lambda scene: scene.there.ask(
        commands.NextGame(1, abandon=True)
    ),
    "a new game that is as far": lambda scene: _begin_there(scene.there),
    "a new game of three": lambda scene: scene.there.ask(
        commands.NewGame("torite", 3, list(THEIRS[:3]), {}, 0, abandon=True)
    ),
    "two new games": lambda scene: [
        scene.there.ask(commands.NewGame("torite", 4, list(names), {}, 0, abandon=True))
        for names in (THEIRS[::-1], THEIRS)
    ],
    "an undo": lambda scene: _undo(scene, scene.there),
    "a strike": lambda scene: _strike(scene, scene.there, "3H"),
    "a correction": lambda scene: _correct(scene, scene.there, "KS"),
    "a hand thrown in": lambda scene: _throw_in(scene, scene.there),
    "a name of that seat": lambda scene: scene.there.ask(commands.Rename(1, "Pia")),
    "a name of another": lambda scene: scene.there.ask(commands.Rename(2, "Pia")),
    "a pause": lambda scene: scene.there.ask(commands.Pause()),
    "a phone": lambda scene: _let_in(scene, scene.there, "theirs", 1),
}


# --- the judge ------------------------------------------------------------------------------------


class Game(NamedTuple):
    """A game as the rows have it."""

    names: Sequence[str]
    entries: list[dict[str, Any]]

    @property
    def cards(self) -> list[str]:
        return [each.get("card", "") for each in self.entries if each["kind"] == "played"]


def games(rows: Sequence[Row]) -> Iterator[Game]:
    """The games in these rows."""
    game: Game | None = None
    for row in rows:
        if row.kind == "game":
            if game:
                yield game
            game = Game(json.loads(row.body).get("names") or [""], [])
        elif row.kind == "entry":
            game.entries.append(json.loads(row.body))
    if game:
        yield game


_FELL_AWAY: Final = ("lapsed", "overtaken", "refused")


def _notes(rows: Sequence[Row]) -> str:
    """All that was noted as not recorded, as it is written."""
    found = [json.loads(row.body).get("note") for row in rows if row.kind == "desk"]
    return json.dumps([each for each in found if each and each[0] in _FELL_AWAY])


def _is_named(card: str, notes: str) -> bool:
    rank, suit = card[0], card[1]
    return f'"rank": "{rank}", "suit": ["{suit}"' in notes or (
        rank == "T" and f'"rank": ["T", {{}}], "suit": ["{suit}"' in notes
    )


def judged(scene: Scene, before: Sequence[Row]) -> Iterator[str]:
    """What is wrong once all is saved; `before` is what the other host had saved until then."""
    rows = [*scene.journal.read(scene.code)]
    if [row.seq for row in rows] != [*range(1, len(rows) + 1)]:
        yield "the rows have gaps"
    if rows[: len(before)] != [*before]:
        yield "saved rows have changed"
    played = [*games(rows)]
    notes = _notes(rows)
    yield from _faults_of_cards(scene, played, notes)
    yield from _faults_of_changes(scene, played)
    yield from _faults_of_names(scene, rows, played)
    yield from _faults_of_keys(scene, notes)
    yield from _faults_of_events(scene)
    yield from _faults_of_phones(scene)
    yield from _unlike(scene)


def _faults_of_cards(scene: Scene, played: Sequence[Game], notes: str) -> Iterator[str]:
    for card, name in scene.book.cards:
        strange = [game.names for game in played if card in game.cards and game.names[0] != name]
        if strange and card not in scene.book.theirs:
            yield f"{card} of the game of {name} is in the game of {strange}"
        is_there = any(card in game.cards for game in played)
        if not is_there and not _is_named(card, notes):
            yield f"{card} is neither recorded nor noted: {notes}"


def _faults_of_changes(scene: Scene, played: Sequence[Game]) -> Iterator[str]:
    for game in played:
        for each in game.entries:
            if each["kind"] in ("struck", "corrected"):
                meant = game.entries[each["seq"] - 1]
                while meant["kind"] == "corrected":
                    meant = meant["entry"]
                struck = (game.names[0], meant.get("card", ""))
                if meant["kind"] == "played" and struck not in scene.book.struck:
                    yield f"{meant} of {struck[0]} was struck or corrected, which nobody meant"


def _faults_of_names(scene: Scene, rows: Sequence[Row], played: Sequence[Game]) -> Iterator[str]:
    newest = next((n for n, row in reversed([*enumerate(rows)]) if row.kind == "game"), None)
    if newest is None:
        return
    names = [json.loads(row.body)["names"] for row in rows[newest:] if row.kind == "names"]
    first = [*played[-1].names]
    for said in names:
        for new, old in zip(said, first, strict=True):
            meant = scene.book.names.get((first[0], new), old)
            if new != old and meant not in (old, "Pia"):
                yield f"{old} is called {new}, which was the new name of {meant}"


def _faults_of_keys(scene: Scene, notes: str) -> Iterator[str]:
    for rig in (scene.here, scene.there):
        for sent in scene.book.sent:
            rows = rig.table.seq
            answer = rig.table.ask(sent.request, sent.key)
            if rig.table.seq != rows:
                yield f"{sent} was carried out again: {answer}"
            if answer.is_done and sent.key in scene.book.refused:
                yield f"{sent} was carried out, although it had been refused for good: {answer}"
            if not answer.is_done and answer.because != LAPSED:
                yield f"{sent} was refused, although its fate is known: {answer}"
            is_held = (
                isinstance(sent.request, commands.Enter) and sent.request.entry["kind"] == "held"
            )
            if not answer.is_done and sent.card and not is_held and sent.card not in answer.reason:
                yield f"{sent} is refused without its card: {answer.reason}"
            if is_held and sent.card in answer.reason + notes:
                yield f"{sent} is told to everybody: {answer.reason}"
            record = rig.table.record()
            if answer.is_done and answer.game == rig.view.games and record and sent.card:
                entry = record.happening(answer.seq)
                code = getattr(getattr(entry, "card", None), "code", "")
                if code != sent.card:
                    yield f"{sent} is said to be entry {answer.seq}, which is {entry}"


def _faults_of_events(scene: Scene) -> Iterator[str]:
    sent = scene.here._seq
    for rig in (scene.here, scene.there):
        if rig.table.newest_durable(scene.here.boot) != sent:
            yield f"the board keeps events: {rig.table.newest_durable(scene.here.boot)} of {sent}"


def _faults_of_phones(scene: Scene) -> Iterator[str]:
    for token, names in scene.book.phones.items():
        for rig in (scene.here, scene.there):
            sitting = rig.table.phone_view(seating.digest(token), is_acting=True)
            if sitting.known.sits and sitting.seat is not None:
                at = rig.view.names[sitting.seat]
                if at not in (*names, "Max", "Pia"):
                    yield f"the phone of {names} sits at the seat of {at}"


def _shown(table: Table) -> object:
    record = table.record()
    view = table.view()
    return (
        view.names,
        view.games,
        [step[:2] for step in record.steps()] if record else None,
        view.desk,
        view.asks_and_note,
        view.trouble,
    )


def _unlike(scene: Scene) -> Iterator[str]:
    shown = [_shown(rig.table) for rig in (scene.here, scene.there)]
    scene.there.sit()
    shown.append(_shown(scene.there.table))
    if shown[0] != shown[1] or shown[0] != shown[2]:
        yield f"they show: {shown}"


# --- the scenes -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journal() -> Iterator[Journal]:
    with running() as server:
        made = open_journal(server.database())
        yield made
        made.close()


CODES = (f"T{number}" for number in count(100))


def lived(
    journal: Journal, folder: Path, waits: Sequence[str], meanwhile: Sequence[str]
) -> list[str]:
    """What is wrong after these steps here and there."""
    scene = Scene(journal, folder, next(CODES), is_begun=True)
    scene.cut_off()
    for name in waits:
        WAITS[name](scene)
    for name in meanwhile:
        MEANWHILE[name](scene)
    before = [*journal.read(scene.code)]
    scene.cut_off(False)
    for _ in range(2):  # numbered anew, then saved
        scene.here.table.try_to_save()
    for rig in (scene.here, scene.there):
        rig.table.catch_up()
    return [*judged(scene, before)]


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_what_waits_stays_with_its_game_whatever_others_do(journal, tmp_path, meanwhile):
    wrong = {waits: lived(journal, tmp_path, [waits], [meanwhile]) for waits in WAITS}
    assert {waits: found for waits, found in wrong.items() if found} == {}


@settings(examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(waits=["a name", "a phone"], meanwhile=["a new game with the same people"])
@example(waits=["a card of a program"], meanwhile=["a card", "a hand thrown in"])
@example(waits=["a new game", "a phone"], meanwhile=["a refusal", "a new game"])
@given(
    waits=st.lists(st.sampled_from([*WAITS]), min_size=1, max_size=5),
    meanwhile=st.lists(st.sampled_from([*MEANWHILE]), min_size=1, max_size=4),
)
def test_what_waits_stays_with_its_game_in_any_order(journal, tmp_path, waits, meanwhile):
    assert lived(journal, tmp_path, waits, meanwhile) == []


@pytest.mark.parametrize("waits", ["a lock", "open seats", "a pause", "a phone"])
def test_nothing_stays_of_what_another_host_has_refused(journal, tmp_path, waits):
    """Not even what belongs to the table, or to a phone, rather than to a game."""
    scene = Scene(journal, tmp_path, next(CODES), is_begun=True)
    assert scene.here.table.claim(1, seating.digest("ours")).is_done
    before = _shown(scene.here.table)
    scene.cut_off()
    if waits == "a phone":
        assert scene.ask(commands.LetIn(1)).is_done
    else:
        WAITS[waits](scene)
    scene.refuse_there()
    assert scene.book.refused
    scene.cut_off(False)
    for _ in range(2):
        scene.here.table.try_to_save()
    after = _shown(scene.here.table)
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    assert after[:3] == before[:3]
    assert replace(after[3], note=None) == replace(before[3], note=None)
    assert not scene.here.table.phone_view(seating.digest("ours"), is_acting=True).known.sits
    assert scene.here.said.endswith("Not recorded, since another host has refused it: a change.")


@pytest.mark.parametrize("is_laid", [False, True])
def test_a_card_that_waits_resumes_no_game_that_others_stopped(journal, tmp_path, is_laid):
    scene = Scene(journal, tmp_path, next(CODES), is_begun=False)
    here, there = scene.here, scene.there
    lost = {"stop_when_lost": "ask"}
    assert here.ask(commands.NewGame("torite", 2, list(OWN[:2]), lost, 0)).is_done
    assert here.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]])).is_done
    for rank in "23456789TJQKA":
        here.play(f"0:{rank}S 1:{rank}H")
    there.table.catch_up()
    scene.cut_off()
    if is_laid:
        here.lay("2C", 0)
    else:
        assert scene.ask(commands.Enter({"kind": "played", "seat": 0, "card": "2C"})).is_done
    there.press("3")
    assert there.view.desk.is_stopped
    scene.cut_off(False)
    for _ in range(2):
        here.table.try_to_save()
    there.table.catch_up()
    (game,) = games([*journal.read(scene.code)])
    assert "2C" not in game.cards
    for rig in (here, there):
        assert rig.view.desk.is_stopped
        assert "Not recorded, since that game is over: Eva's 2" in rig.said
    assert [here.table.ask(*sent[:2]).because for sent in scene.book.sent] == [LAPSED][is_laid:]


def test_nothing_comes_behind_the_row_that_closes_a_table(journal, tmp_path, caplog):
    scene = Scene(journal, tmp_path, next(CODES), is_begun=False)
    scene.cut_off()
    _begin(scene)
    scene.enter()
    scene.here.press("9")
    assert scene.there.table.close().is_done
    scene.cut_off(False)
    for _ in range(2):
        scene.here.table.try_to_save()
    assert [row.kind for row in journal.read(scene.code)] == ["closed"]
    assert scene.here.table.is_closed
    assert scene.here.view.trouble is None
    assert "4H" in caplog.text
    # Nor does what comes now, before the host has let the table go.
    assert not scene.here.ask(commands.Rename(0, "Max")).is_done
    scene.here.press("9")
    assert [row.kind for row in journal.read(scene.code)] == ["closed"]


def test_a_table_is_not_closed_while_something_waits_there(journal, tmp_path):
    scene = Scene(journal, tmp_path, next(CODES), is_begun=False)
    scene.cut_off()
    scene.ask(commands.Lock())
    scene.cut_off(False)
    assert not scene.here.table.close().is_done
    scene.here.table.try_to_save()
    assert scene.here.table.close().is_done
    assert [row.seq for row in journal.read(scene.code)] == [1, 2, 3]
