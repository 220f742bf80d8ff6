"""Who lets the club keep their games: by name, with a word of their own, one evening at a time.

A person is a name and a word. Which games are theirs only they say, by the phone at their seat: the
same name at another table is nobody's. Whoever is forgotten leaves rows without a name behind.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.rules.names import name_key
from tricktable.store.journal import Row
from tricktable.table.scorebook import Appearance
from tricktable.text.language import _

KEEPS, SAT, NEW_WORD, GONE = "keeps_games", "sat", "new_word", "gone"
TAKEN: Final = "taken"
"""Somebody else of that name keeps games: they are told apart by the names at the table."""


class EveningSeat(Struct, frozen=True):
    """One person at one table for one evening, as `scorebook.Appearance` has it."""

    table: str
    first: int
    who: str


class KeepGames(Struct, frozen=True):
    """Somebody wants their games kept, those of this evening first."""

    name: Annotated[str, Meta(min_length=1)]
    word: str
    """As `words.salted_hash` returns it."""
    seated: EveningSeat


class AddEvening(Struct, frozen=True):
    """A person who keeps games sat here, too; that it is them, their word has said."""

    person: str
    seated: EveningSeat


class ChangeWord(Struct, frozen=True):
    """A person has another word from now on."""

    person: str
    word: str


class KeepNoGames(Struct, frozen=True):
    """A person is kept no longer: their rows have been cleared (`Club.forget`), which this tells.

    The id may be empty, where a name has left other rows.
    """

    person: str


ConsentRequest = KeepGames | AddEvening | ChangeWord | KeepNoGames


class Consent(NamedTuple):
    """One person who keeps games."""

    person: str
    """Their id, which says nothing about them."""
    name: str
    word: str
    since: datetime


def _no_consents() -> Mapping[str, Consent]:
    return MappingProxyType({})


def _nowhere() -> Mapping[Appearance, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Consents:
    """Everybody who keeps games, and where they sat."""

    people: Mapping[str, Consent] = field(default_factory=_no_consents)
    """By id."""
    evenings: Mapping[Appearance, str] = field(default_factory=_nowhere)
    """Whose each appearance is."""

    def of(self, name: str) -> Consent | None:
        """The person of this name, however it is spelt."""
        wanted = name_key(name)
        return next((each for each in self.people.values() if name_key(each.name) == wanted), None)


class _Keeps(Struct):
    person: str
    name: str
    word: str


class _Sat(Struct):
    person: str
    table: str
    first: int
    who: str


def fold(state: Consents, kind: str, body: Body, at: datetime) -> Consents:
    """The consents after a row; one that was cleared says nothing.

    Raises: msgspec.ValidationError.
    """
    if not body:
        return state
    if kind == KEEPS:
        said = msgspec.convert(body, _Keeps)
        return _with(state, Consent(said.person, said.name, said.word, at))
    if kind == SAT:
        sat = msgspec.convert(body, _Sat)
        there = Appearance(sat.table, sat.first, sat.who)
        return replace(state, evenings=MappingProxyType({**state.evenings, there: sat.person}))
    if kind == NEW_WORD:
        new = msgspec.convert(body, ChangeWord)
        known = state.people.get(new.person)
        return _with(state, known._replace(word=new.word)) if known else state
    gone = msgspec.convert(body, KeepNoGames).person
    people = {each: of for each, of in state.people.items() if each != gone}
    evenings = {there: of for there, of in state.evenings.items() if of != gone}
    return Consents(MappingProxyType(people), MappingProxyType(evenings))


def _with(state: Consents, consent: Consent) -> Consents:
    return replace(state, people=MappingProxyType({**state.people, consent.person: consent}))


def decide(now: ClubMoment, request: ConsentRequest) -> ClubChanges | ClubRefusal:
    """The rows that a request becomes; none if it is so already."""
    state = now.of(PART)
    if isinstance(request, KeepGames):
        if state.of(request.name):
            return ClubRefusal(
                _(
                    "Somebody else with this name keeps games here. Have your name spelt "
                    "differently at the table, then try again."
                ),
                TAKEN,
            )
        person = f"p{now.seq}"
        sat = _add_evening(state, person, request.seated)
        if isinstance(sat, ClubRefusal):
            return sat
        keeps = {"person": person, "name": request.name, "word": request.word}
        return [ClubChange(KEEPS, keeps), *sat]
    if isinstance(request, KeepNoGames):
        return [ClubChange(GONE, {"person": request.person})]
    if request.person not in state.people:
        return ClubRefusal(_("Everything about this person has been deleted."))
    match request:
        case AddEvening(person, seated):
            return _add_evening(state, person, seated)
        case ChangeWord(person, word):
            return [ClubChange(NEW_WORD, {"person": person, "word": word})]


def _add_evening(state: Consents, person: str, seated: EveningSeat) -> ClubChanges | ClubRefusal:
    there = Appearance(*msgspec.structs.astuple(seated))
    whose = state.evenings.get(there)
    if whose is not None and whose != person:
        return ClubRefusal(_("Somebody else keeps the games of this seat this evening."))
    if whose == person:
        return []
    return [ClubChange(SAT, {"person": person, **msgspec.structs.asdict(seated)})]


def bodies_without(rows: Iterable[Row], name: str) -> Mapping[int, str]:
    """The bodies without anything about people of this name, by row number."""
    wanted, theirs, bodies = name_key(name), set[str](), dict[int, str]()
    for row in rows:
        if row.kind not in PART.kinds or row.kind == GONE:
            continue
        body = msgspec.json.decode(row.body, type=dict[str, str | int])
        if row.kind == KEEPS and body and name_key(str(body["name"])) == wanted:
            theirs.add(str(body["person"]))
        if body.get("person") in theirs:
            bodies[row.seq] = "{}"
    return bodies


PART: Final = Part(
    "consents",
    Consents(),
    frozenset((KEEPS, SAT, NEW_WORD, GONE)),
    fold,
    (KeepGames, AddEvening, ChangeWord, KeepNoGames),
    decide,
)
