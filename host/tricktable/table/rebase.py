"""Puts acts that waited to be saved behind what another host has written meanwhile.

Each belongs to its game: into another one nothing is folded. What has no place any more stays as a
note that names it, under the event or the key that it came from. Decides, and does no I/O.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

import msgspec

from tricktable.rules.cards import written_card
from tricktable.rules.names import name_key
from tricktable.rules.presumptions import DEALT
from tricktable.store.archive import ENTRIES, entries_in
from tricktable.store.journal import BadRow, Phone, Row
from tricktable.table import idempotency
from tricktable.table.desk import seats
from tricktable.table.desk.changes import PRESUMED
from tricktable.table.desk.desk import Chair, Desk, EarlyCard
from tricktable.table.desk.persons import Persons
from tricktable.table.idempotency import ASKED
from tricktable.table.notes import MOST_NAMED, Note
from tricktable.table.scorebook import names_after
from tricktable.table.story import GAME, NAMES, Story
from tricktable.text.language import Message, message

OF_THE_TABLE: Final = (
    "dead_readers is_locked are_seats_open deck sound unmuted brightness help".split()
)
"""What of the desk belongs to no game: see `Desk.in_next_game`."""
_log = logging.getLogger(__name__)


class Batch(NamedTuple):
    """What is saved together or not at all."""

    rows: Sequence[Row]
    phones: Sequence[Phone] = ()
    """The phones that come or go with these rows."""


Overdue = Callable[[Story], Sequence[Batch]]
"""Lets a story play the cards that wait there for no choice any more; the batches of that."""


class RebasedStory(NamedTuple):
    """What waited, where it stands now."""

    story: Story
    """With all of it."""
    batches: Sequence[Batch]
    dropped: Sequence[Phone]
    """The phones of what fell away."""


def rows_of(batches: Iterable[Batch]) -> Iterator[Row]:
    """All rows of these batches, in their order."""
    return chain.from_iterable(each.rows for each in batches)


def rebase(
    code: str, kept: Sequence[Row], waiting: Sequence[Batch], overdue: Overdue
) -> RebasedStory:
    """The batches that waited here, under the numbers that are free behind `kept`.

    Args:
        code: the table's.
        kept: all rows that the journal has of it.
        waiting: at least one batch, as each was decided here.
        overdue: see `Overdue`.

    Raises: BadRow, if a row that is kept cannot have happened.
    """
    placing = _BatchPlacer(code, kept, waiting[0].rows[0].seq - 1, overdue)
    for batch in waiting:
        placing.place(batch)
    if not placing.story.is_closed:
        placing.placed.extend(overdue(placing.story))
    return RebasedStory(placing.story, placing.placed, placing.dropped)


class _BatchPlacer:
    """Places one batch after the other. Mutable."""

    def __init__(self, code: str, kept: Sequence[Row], common: int, overdue: Overdue) -> None:
        """Up to row `common` both hosts had the same."""
        self._code, self._kept, self._overdue = code, kept, overdue
        self._ours = Story.of(code, lambda: kept[:common])  # as it was here, batch by batch
        self.story = Story.of(code, lambda: kept)
        self.placed: list[Batch] = []
        self.dropped: list[Phone] = []
        self._rows = {row: at for at, row in enumerate(kept)}
        self._sources = {row.source: at for at, row in enumerate(kept)}
        self._game: int | None = self._ours.games
        """The number that the game of `_ours` has in `story`; None if it is not there."""
        self._numbers = {seq: seq for seq in range(1, self._ours.moment[1] + 1)}
        """The entries of that game: by their numbers in `_ours`, those in `story`."""
        self._persons: dict[str, str] = {}
        """People who first sat in a game that waited: by their word in `_ours`, that in `story`."""
        self._gone: set[str] = set()
        """People who first sat in a game that fell away: their words in `_ours` name others now."""
        self._lost: list[Message] = []

    def place(self, batch: Batch) -> None:
        """Place the next one."""
        rows, phones = batch
        before = _Before.of(self._ours)
        for row in rows:
            self._ours.fold(row)
        key = next((row for row in rows if row.kind == ASKED), None)
        attempt = key and self._attempt(key)
        if key and attempt and attempt.source != key.source and attempt.source not in self._sources:
            again = [attempt if row is key else row for row in rows]
            self._fall_away(Batch(again, phones), before, "refused")
            return
        at = self._known_at([*rows, attempt] if attempt else rows)
        if at is not None or any(self.story.is_heard(row.source) for row in rows if row.source):
            # The other host has the same event or request; or the row is ours, and only the answer
            # to its commit was lost.
            self.dropped.extend(phones)
            self._learn(rows, at)
        elif self.story.is_closed:
            self._fall_away(batch, before, "closed")
        elif _begins(rows) or self._game == self.story.games:
            self._add(batch, before)
        else:
            self._fall_away(batch, before, "lapsed")

    def _attempt(self, key: Row) -> Row:
        """This row of a key, for the first attempt that no other host has refused."""
        body = json.loads(key.body)
        number = idempotency.newest(body["key"], self._there).number
        if idempotency.source(body["key"], number) == key.source:
            return key
        again = {**body, "attempt": number}
        return key._replace(source=idempotency.source_of(again), body=json.dumps(again))

    def _there(self, source: str) -> Row | None:
        at = self._sources.get(source)
        return None if at is None else self._kept[at]

    def _known_at(self, rows: Sequence[Row]) -> int | None:
        """Where the journal has this act, or another one from the same event or request."""
        if all(row in self._rows for row in rows):  # they were saved together
            return self._rows[rows[0]]
        known = (self._sources.get(row.source) for row in rows if row.source)
        return next((at for at in known if at is not None), None)

    def _learn(self, rows: Sequence[Row], at: int | None) -> None:
        """Learn which numbers a game and entries have that the other host has written as well."""
        if _begins(rows):
            # The source stands at the first row of its act or at the last.
            near = range(max(0, at - len(rows)), len(self._kept)) if at is not None else ()
            begun = next((each for each in near if self._kept[each].kind == GAME), None)
            self._numbers, self._game = {}, None
            if begun is not None:
                self._game = sum(row.kind == GAME for row in self._kept[: begun + 1])
        there = [*_plain(_of_game(self._kept, self._game))]
        ours = [*_plain(rows)]
        for number, said in enumerate(ours, self._ours.moment[1] - len(ours) + 1):
            free = (seq for seq, each in enumerate(there, 1) if each == said)
            taken = {*self._numbers.values()}
            found = next((seq for seq in free if seq not in taken), None)
            if found is not None:
                self._numbers[number] = found

    def _add(self, batch: Batch, before: _Before) -> None:
        """Let it follow what is there, or fall away if that is not possible any more."""
        rows, begins = batch.rows, _begins(batch.rows)
        if any(row.kind in ENTRIES for row in rows):
            self.placed.extend(self._overdue(self.story))
        # Another host has stopped the game: with one more card it would go on.
        is_left = self.story.desk.is_stopped and not before.is_stopped and not begins
        if is_left and any(each.kind not in _CHANGES for each in _entries(rows)):
            self._fall_away(batch, before, "lapsed")
            return
        done = self._fold(rows, before)
        if done is None and (others := _leave_out_presumed(rows)) != [*rows]:
            done = self._fold(others, before)
        if done is None:
            self._fall_away(batch, before, "overtaken")
            return
        fresh, numbers = done
        self._numbers = numbers
        if begins:
            self._game = self.story.games
            both = zip(self._ours.persons, self.story.persons, strict=True)
            self._persons = {ours: now for ours, now in both if ours != now}
            self._gone.difference_update(self._ours.persons)
        self.placed.append(Batch(fresh, self._of_now(batch.phones)))

    def _of_now(self, phones: Sequence[Phone]) -> list[Phone]:
        """The phones of people who are there, by the words that these have now.

        A person is called after the game in which they first sat, and another host has given that
        number to its own game.
        """
        self.dropped.extend(each for each in phones if each.person in self._gone)
        return [
            each._replace(person=self._persons.get(each.person, each.person))
            for each in phones
            if each.person not in self._gone
        ]

    def _fold(
        self, rows: Sequence[Row], before: _Before
    ) -> tuple[list[Row], dict[int, int]] | None:
        """Fold them; the rows as they are now, and the numbers of entries. None if it cannot be."""
        begins = _begins(rows)
        numbers = {} if begins else {**self._numbers}
        newest = 0 if begins else before.seq
        fresh: list[Row] = []
        try:
            for row in rows:
                if row.kind == _LEFT_OUT:
                    newest += 1
                    numbers[newest] = self._in_place_of(row, numbers)
                    continue
                body = self._body(row, before, numbers)
                fresh.append(row._replace(seq=self.story.seq + 1, body=body))
                was = 0 if row.kind == GAME else self.story.moment[1]
                self.story.fold(fresh[-1])
                for now in range(was + 1, self.story.moment[1] + 1):
                    newest += 1
                    numbers[newest] = now
        except BadRow as fault:
            why = "table %s: what row %s was to save is not possible any more: %s"
            _log.warning(why, self._code, rows[0].seq, fault.why)
            # Half of it may have been folded.
            self.story = Story.of(self._code, lambda: [*self._kept, *rows_of(self.placed)])
            return None
        return fresh, numbers

    def _in_place_of(self, presumed: Row, numbers: Mapping[int, int]) -> int:
        """The number of what was said there in place of this entry. Raises: BadRow, if nothing was.

        It may be of somebody else: that was the table's guess, and what was done is in the same
        deal.
        """
        said = {name: each for name, each in json.loads(presumed.body).items() if name != PRESUMED}
        rows = _of_game([*self._kept, *rows_of(self.placed)], self.story.games)
        taken = {*numbers.values()}
        there = {seq: each for seq, each in enumerate(_plain(rows), 1) if seq not in taken}
        deals = sum(each["kind"] == DEALT for each in there.values())
        alike = [
            seq for seq, each in there.items() if _without_guesses(each) == _without_guesses(said)
        ]
        if not alike or deals != (said["kind"] == DEALT):
            raise BadRow(presumed.table, presumed.seq, "what it rests on is not so")
        return min(alike, key=lambda seq: there[seq] != said)

    def _body(self, row: Row, before: _Before, numbers: Mapping[int, int]) -> str:
        """What the row says where it stands now. Raises: BadRow, if what it is about is gone."""
        if row.kind == NAMES:
            return _names_body(row, before.names, self.story.seat_names)
        said: Mapping[str, object] = json.loads(row.body)
        new = said
        if row.kind == "entry":
            new = {**said, **_about_another(row, numbers)}
        elif row.kind == "desk":
            desk = Desk().with_changes(said)
            new = {**said, **_about_entries(desk, numbers)}
            if "early" in said:
                new["early"] = self._early(desk.early, before.early)
            if "chairs" in said:
                new["chairs"] = self._chairs(row, desk.chairs, before.chairs)
        elif row.kind == ASKED:
            seq = numbers.get(idempotency.read(row).seq, self.story.moment[1])
            new = {**said, "game": self.story.games, "seq": seq}
        return row.body if new == said else json.dumps(new, ensure_ascii=True)

    def _early(self, ours: Sequence[EarlyCard], before: Sequence[str]) -> list[EarlyCard]:
        """The cards that wait on the desk: those of both hosts."""
        cards = {each.card for each in ours}
        gone = {*before} | cards
        return [*(each for each in self.story.desk.early if each.card not in gone), *ours]

    def _chairs(self, row: Row, ours: Sequence[Chair], before: Sequence[Chair]) -> list[Chair]:
        """The chairs with what both hosts have done. Raises: BadRow, if both took the same one."""
        was, now = dict(before), dict(ours)
        there = self.story.chairs or self.story.next_chairs
        kept = [chair.person for chair in there]
        if kept == [chair.person for chair in before][: len(kept)]:
            kept = [chair.person for chair in ours if chair.person in kept]
        names = dict(there)
        for person, name in now.items():
            if name == was.get(person, ""):
                continue
            if names.get(person, "") != was.get(person, ""):
                raise BadRow(row.table, row.seq, "somebody has taken that chair")
            if name and name_key(name) in map(name_key, names.values()):
                raise BadRow(row.table, row.seq, "somebody of that name has sat down")
            names[person] = name
        kept += [person for person in names if person not in kept]
        return [Chair(person, names[person]) for person in kept]

    # --- what falls away -------------------------------------------------------------------------

    def _fall_away(self, batch: Batch, before: _Before, why: _Why) -> None:
        """Keep of it only what belongs to the table or a phone, and a note that names the rest."""
        rows, phones = batch
        things = [*_things(rows, before)]
        said = ", ".join(map(str, things)) or "keys and buttons"
        _log.warning("table %s: not recorded, as %s: %s", self._code, _WHY[why], said)
        if _begins(rows):
            self._game = None
            self._gone.update({*self._ours.persons}.difference(before.persons))
        if why == "closed":  # nothing comes behind that
            self.dropped.extend(phones)
            return
        if why == "refused":  # not even what belongs to the table stays
            things = things or [Message(_CHANGE)]
            rows, phones = [row for row in rows if row.kind == ASKED], ()
            self.dropped.extend(batch.phones)
        if _has_chairs(rows):  # by now somebody else may be whom that phone would act for
            self.dropped.extend(phones)
            rows, phones = [row for row in rows if row.kind != seats.SEAT], ()
        if phones and not (phones := self._of_now(phones)):
            rows = [row for row in rows if row.kind != seats.SEAT]
        self._lost = [*self._lost, *things]
        note = Note(why, detail=_together(self._lost[-MOST_NAMED:])) if things else None
        left = [*_remains(rows, note)]
        for number, row in enumerate(left, self.story.seq + 1):
            left[number - self.story.seq - 1] = row._replace(seq=number)
        for row in left:
            self.story.fold(row)
        if left:
            self.placed.append(Batch(left, phones))
        else:
            self.dropped.extend(phones)


class _Before(NamedTuple):
    """What the host's own story said before a batch."""

    names: tuple[str, ...]
    persons: Persons
    seq: int
    """The newest entry of its game."""
    is_stopped: bool
    early: tuple[str, ...]
    """The cards that waited on the desk."""
    chairs: tuple[Chair, ...]

    @classmethod
    def of(cls, story: Story) -> _Before:
        """As it says now."""
        early = tuple(each.card for each in story.desk.early)
        chairs = story.chairs or story.next_chairs
        return cls(
            story.seat_names, story.persons, story.moment[1], story.desk.is_stopped, early, chairs
        )


def _has_chairs(rows: Sequence[Row]) -> bool:
    """Whether somebody sat down or got up before a game with them."""
    return any(row.kind == "desk" and "chairs" in json.loads(row.body) for row in rows)


def _leave_out_presumed(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with the entries that the table presumed marked as left out.

    They are no act of anybody's, and another host may have them from somebody who said so.
    """
    marked = [
        row._replace(kind=_LEFT_OUT)
        if row.kind == "entry" and json.loads(row.body).get(PRESUMED) is True
        else row
        for row in rows
    ]
    for number, row in enumerate(marked):
        if row.kind == "act":  # it says how many entries behind it are undone together
            body = json.loads(row.body)
            its = [each for each in marked[number + 1 :] if each.kind in ("entry", _LEFT_OUT)]
            left_out = sum(each.kind == _LEFT_OUT for each in its[: body["entries"]])
            body["entries"] -= left_out
            marked[number] = row._replace(body=json.dumps(body, ensure_ascii=True))
    return marked


def _begins(rows: Iterable[Row]) -> bool:
    return any(row.kind == GAME for row in rows)


def _of_game(rows: Sequence[Row], number: int | None) -> Iterator[Row]:
    game = 0
    for row in rows:
        game += row.kind == GAME
        if game == number:
            yield row


class _Entry(msgspec.Struct):
    """What matters here of an entry's line."""

    kind: str
    seat: int | None = None
    card: str = ""
    dealer: int | None = None
    seq: int = 0


def _entries(rows: Iterable[Row]) -> Iterator[_Entry]:
    for row in rows:
        for line in entries_in(row):
            yield msgspec.json.decode(line, type=_Entry)


def _plain(rows: Iterable[Row]) -> Iterator[Mapping[str, object]]:
    """The entries, whether somebody made them or the table presumed them."""
    for row in rows:
        for line in entries_in(row):
            said: Mapping[str, object] = json.loads(line)
            yield {name: each for name, each in said.items() if name != PRESUMED}


def _without_guesses(said: Mapping[str, object]) -> Mapping[str, object]:
    """Of an entry what a table presumes for certain: that it was dealt or said, not by whom."""
    guesses = {DEALT: ("dealer",), "declared": ("seat", "value")}.get(str(said["kind"]), ())
    return {name: each for name, each in said.items() if name not in guesses}


# --- the same about other numbers ----------------------------------------------------------------


def _about_another(row: Row, numbers: Mapping[int, int]) -> Mapping[str, object]:
    """The number of the entry that this one strikes or corrects, if it does. Raises: BadRow."""
    entry = next(_entries([row]))
    if entry.kind not in _CHANGES:
        return {}
    if entry.seq not in numbers:
        raise BadRow(row.table, row.seq, "it changes an entry that fell away")
    return {"seq": numbers[entry.seq]}


def _about_entries(desk: Desk, numbers: Mapping[int, int]) -> Mapping[str, object]:
    """What of a desk is about an entry: about the one that was meant, or nothing any more."""
    new: dict[str, object] = {}
    if desk.question is not None:
        now = numbers.get(desk.question.earlier)
        new["question"] = None if now is None else desk.question._replace(earlier=now)
    if desk.mending is not None:
        now = numbers.get(desk.mending.seq)
        new["mending"] = None if now is None else desk.mending._replace(seq=now)
    if desk.asking is not None and desk.asking.about in ("revoke", "who"):
        subject, colon, seq = desk.asking.detail.rpartition(":")
        if seq.isdecimal():
            now = numbers.get(int(seq))
            detail = f"{subject}{colon}{now}"
            new["asking"] = None if now is None else desk.asking._replace(detail=detail)
    return new


def _names_body(row: Row, before: Sequence[str], now: Sequence[str]) -> str:
    """The body of a row of names which was written when `before` sat there, where `now` sit there.

    Raises: BadRow.
    """
    given = names_after(row, before)
    if len(before) != len(now):
        raise BadRow(row.table, row.seq, "it names people of a game with another number of seats")
    names = [
        new if new != old else there for new, old, there in zip(given, before, now, strict=True)
    ]
    return json.dumps({"names": names})


# --- what is said of it --------------------------------------------------------------------------


def _remains(rows: Sequence[Row], note: Note | None) -> Iterator[Row]:
    """What stays of these rows; the event they came from, and the key, are not tried again."""
    event = next((row.source for row in rows if row.source and row.kind != ASKED), None)
    kept: list[tuple[str, Mapping[str, object]]] = []
    for row in rows:
        if row.kind == seats.SEAT:  # a phone belongs to a person, whatever is played
            kept.append((row.kind, json.loads(row.body)))
        elif row.kind == "desk":
            body = json.loads(row.body)
            of_table = {name: body[name] for name in OF_THE_TABLE if name in body}
            kept.extend([(row.kind, of_table)] if of_table else [])
    if note is not None or (event and not kept):
        kept.append(("desk", {} if note is None else {"note": note}))
    for number, (kind, body) in enumerate(kept):
        text = json.dumps(body, ensure_ascii=True)
        yield rows[0]._replace(source=None if number else event, kind=kind, body=text)
    for row in rows:
        if row.kind == ASKED:
            body = json.loads(row.body) | ({} if note is None else {"lapsed": note})
            yield row._replace(body=json.dumps(body, ensure_ascii=True))


def _things(rows: Sequence[Row], before: _Before) -> list[Message]:
    """What is not recorded, by name; of a card that lies face down only whose it is."""
    found = [each for row in rows for each in _things_in(row, before)]
    desks = (json.loads(row.body) for row in rows if row.kind == "desk")
    is_more = any(name not in (*OF_THE_TABLE, "note") for body in desks for name in body)
    # Of keys and buttons there is nothing to tell; a program is answered.
    if is_more and not found and any(row.kind == ASKED for row in rows):
        return [Message(_CHANGE)]
    return found


def _things_in(row: Row, before: _Before) -> list[Message]:
    names = before.names
    match row.kind:
        case "entry" | "entries":
            return [_subject(each, names) for each in _entries([row])]
        case "names":
            both = zip(names_after(row, names), names, strict=False)
            return [Message(_NAME, {"name": new}) for new, old in both if new != old]
        case "game":
            return [Message(_NEW_GAME)]
        case "desk":
            desk = Desk().with_changes(json.loads(row.body))
            came = {*desk.chairs}.difference(before.chairs)
            sat = [Message(_NAME, {"name": each.name}) for each in came if each.name]
            cards = _cards_on_desk(desk, before.early)
            return sat + [_of(seat, names, written_card(card)) for seat, card in cards]
    return []


def _subject(entry: _Entry, names: Sequence[str]) -> Message:
    match entry.kind:
        case "played" | "shown":
            return _of(entry.seat, names, written_card(entry.card))
        case "struck" | "corrected":
            return Message(_CORRECTION)
        case "dealt":
            return _of(entry.dealer, names, Message(_DEAL))
        case "declared":
            return _of(entry.seat, names, Message(_SAID))
    return _of(entry.seat, names, Message(_HIDDEN))


def _cards_on_desk(desk: Desk, before: Sequence[str]) -> Iterator[tuple[int | None, str]]:
    """Cards that were laid and are no entries yet: they wait for a choice or an answer."""
    yield from ((each.seat, each.card) for each in desk.early if each.card not in before)
    if desk.question is not None:
        yield desk.question.seat, desk.question.card
    asking = desk.asking
    if asking is not None and asking.about == "next_game":
        for each in asking.detail.split():
            seat, _, card = each.rpartition(":")
            yield int(seat) if seat else None, card
    elif asking is not None and asking.about == "anew":
        yield asking.seat, asking.detail


def _of(seat: int | None, names: Sequence[str], what: Message) -> Message:
    if seat is None or seat >= len(names):
        return what
    return Message(_WHOSE, {"who": names[seat], "what": what})


def _together(things: Sequence[Message]) -> Message:
    said = things[0]
    for each in things[1:]:
        said = Message(_BOTH, {"one": said, "more": each})
    return said


_CHANGES: Final = ("struck", "corrected")
_LEFT_OUT: Final = "left out"
"""The kind of a row that is not saved."""
_WHOSE: Final = message("{who}'s {what}")
_BOTH: Final = message("{one}, {more}")
_NAME: Final = message("the name {name}")
_NEW_GAME: Final = message("a new game")
_CHANGE: Final = message("a change")
_CORRECTION: Final = message("a correction")
_DEAL: Final = message("deal")
_SAID: Final = message("announcement")
_HIDDEN: Final = message("hidden card")
_Why = Literal["lapsed", "overtaken", "refused", "closed"]
_WHY: Final[Mapping[_Why, str]] = {
    "lapsed": "its game is over or was left",
    "overtaken": "what another host has saved makes it impossible",
    "refused": "another host has refused it to the program that sent it",
    "closed": "another host has closed the table",
}
