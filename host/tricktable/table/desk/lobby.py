"""A table without a game: chairs that people take, name by name, before one is chosen.

A chair has its person from the start, so a phone stays with whoever sits there when chairs are
swapped and when the game begins. Decides, and does no I/O.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Final

from tricktable.rules import names as people
from tricktable.rules.entries import Impossible
from tricktable.rules.game import Header
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.names import default_names, name_key
from tricktable.table import commands
from tricktable.table.desk.changes import Changes, GameRow, desk_change, note_row
from tricktable.table.desk.desk import Chair
from tricktable.table.desk.moment import Moment, WaitingPhone
from tricktable.table.notes import Note
from tricktable.text.language import verbatim

Chairs = Sequence[Chair]
FEWEST: Final = 4
"""Chairs that stand there at least: most games are for four, and most boards have as many seats."""


def with_room(chairs: Chairs, game: int) -> tuple[Chair, ...]:
    """These chairs with one that is free, as long as a table has room; `game` is the next one's."""
    taken = len(chairs)
    while taken and not chairs[taken - 1].name:
        taken -= 1
    kept = [*chairs[:taken]]
    is_full = all(chair.name for chair in kept)
    wanted = min(MOST_PLAYERS, max(FEWEST, taken + is_full))
    used = {chair.person for chair in kept}
    new = (person for person in _strangers(game) if person not in used)
    return (*kept, *(Chair(person) for person in islice(new, wanted - len(kept))))


def fresh(game: int, chairs: int) -> list[str]:
    """The people of chairs on which nobody has sat before."""
    return [*islice(_strangers(game), chairs)]


def _strangers(game: int) -> Iterator[str]:
    # Not as in `persons`: of the game that begins, a seat of somebody else may have that number.
    return (f"{game}.c{number}" for number in count())


def names(chairs: Chairs) -> tuple[str, ...]:
    """What to call each chair: by its person, or by its place while it is free."""
    places = default_names(len(chairs), len(chairs))
    return tuple(chair.name or place for chair, place in zip(chairs, places, strict=True))


def names_with_claims(
    names: Sequence[str], chairs: Chairs, claims: Mapping[int, WaitingPhone]
) -> tuple[str, ...]:
    """The same names, but each free chair by whoever waits to sit there."""
    waits = {seat: each.name for seat, each in claims.items() if seat < len(chairs)}
    return tuple(
        waits.get(seat) or name if chairs and not chairs[seat].name else name
        for seat, name in enumerate(names)
    )


def taken_chairs(chairs: Chairs) -> tuple[Chair, ...]:
    """Those that somebody has taken, in their order."""
    return tuple(chair for chair in chairs if chair.name)


def must_be_a_chair(now: Moment, number: int) -> Chair:
    """The chair with this number. Raises: Impossible."""
    if number >= len(now.chairs):
        raise Impossible("that chair is not there any more")
    return now.chairs[number]


def must_be_welcome(now: Moment, number: int, name: str) -> None:
    """Check that somebody with a phone and this name may sit there. Raises: Impossible."""
    if not must_be_a_chair(now, number).name:
        _must_be_new(now, name)


def sits(now: Moment, number: int, name: str) -> Changes:
    """Somebody of this name sits down; a name that the host gave that chair stays."""
    name = now.chairs[number].name or people.safe_name(name, "")
    return [
        note_row(Note("sat_down", detail=verbatim(name)), chairs=_chairs_with(now, number, name))
    ]


def gets_up(now: Moment, number: int) -> Changes:
    """Whoever sits there gets up."""
    note = Note("got_up", detail=verbatim(now.chairs[number].name))
    return [note_row(note, chairs=_chairs_with(now, number, ""))]


def rename(now: Moment, number: int, name: str) -> Changes:
    """Somebody at the table has another name. Raises: Impossible."""
    chair, name = must_be_a_chair(now, number), people.safe_name(name, "")
    if not name or name_key(name) == name_key(chair.name):
        return [desk_change(chairs=_chairs_with(now, number, name or chair.name))]
    _must_be_new(now, name)
    return [desk_change(chairs=_chairs_with(now, number, name))]


def decide(now: Moment, request: commands.LobbyRequest) -> Changes:
    """The changes for what the host does with chairs. Raises: Impossible."""
    if isinstance(request, commands.SitDownAnew):
        return _anew(now)
    if not now.chairs:
        raise Impossible("a game has begun; rename somebody there instead")
    match request:
        case commands.AddPlayer(name):
            _must_be_new(now, name)
            return sits(now, _first_free(now), name)
        case commands.SwapChairs(seat, onto):
            must_be_a_chair(now, seat)
            must_be_a_chair(now, onto)
            order = [*range(len(now.chairs))]
            order[seat], order[onto] = onto, seat
            return [desk_change(chairs=[now.chairs[each] for each in order])]
    return _shuffle(now, request.order)


def _shuffle(now: Moment, order: Sequence[int]) -> Changes:
    """Everybody sits in another order, which chance has drawn; free chairs come last."""
    sits = taken_chairs(now.chairs)
    if sorted(order) != [*range(len(sits))]:
        raise Impossible("somebody has sat down or got up meanwhile; draw again")
    free = [chair for chair in now.chairs if not chair.name]
    return [desk_change(chairs=[*(sits[each] for each in order), *free])]


def _anew(now: Moment) -> Changes:
    if now.is_in_play:
        raise Impossible("the game is not over; end it first")
    if now.record is None:
        return [desk_change()]
    # `chairs_of` has made them of the people of the game that is over.
    return [desk_change(chairs=now.next_chairs)]


def chairs_of(persons: Iterable[str], names: Sequence[str]) -> list[Chair]:
    """The chairs of people who have played together; a seat that nobody named is free."""
    unnamed = default_names(len(names), len(names))
    given = ("" if name == place else name for name, place in zip(names, unnamed, strict=True))
    return [Chair(person, name) for person, name in zip(persons, given, strict=False)]


def begins(now: Moment, header: Header, *, is_round: bool = False) -> GameRow:
    """The row of a game that begins here: whoever sits at the table keeps who they are."""
    at = {name_key(chair.name): chair.person for chair in taken_chairs(now.chairs)}
    keys = [*map(name_key, header.seat_names)]
    # Two people of one name cannot be told apart: then nobody's phone goes with it.
    persons = tuple(at.get(key, "") if keys.count(key) == 1 else "" for key in keys)
    return GameRow(header, is_round, persons=persons if any(persons) else ())


def fill(now: Moment, players: int) -> list[str]:
    """The names with which a game begins if nobody types any. Raises: Impossible.

    As many people as have just played play on: a second touch of *Begin* unseats nobody.
    """
    if now.record is not None:
        is_same = now.record.header.players == players
        return [chair.name for chair in now.next_chairs[:players]] if is_same else []
    sits = [chair.name for chair in taken_chairs(now.chairs)]
    if len(sits) > players:
        raise Impossible(
            "{count} people sit at the table, and this is for {players}; look again",
            count=len(sits),
            players=players,
        )
    return [*sits, *[""] * (players - len(sits))] if sits else []


def _first_free(now: Moment) -> int:
    free = next((number for number, chair in enumerate(now.chairs) if not chair.name), None)
    if free is None:
        raise Impossible("all chairs are taken")
    return free


def _must_be_new(now: Moment, name: str) -> None:
    """Check that a name can be told from the others. Raises: Impossible."""
    name = people.safe_name(name, "")
    if not name:
        raise Impossible("type your name first")
    # A phone goes with its person by name into the game.
    if any(name_key(chair.name) == name_key(name) for chair in taken_chairs(now.chairs)):
        raise Impossible("there is already a {name} at this table; add a letter", name=name)


def _chairs_with(now: Moment, number: int, name: str) -> tuple[Chair, ...]:
    before = now.chairs
    return (*before[:number], before[number]._replace(name=name), *before[number + 1 :])
