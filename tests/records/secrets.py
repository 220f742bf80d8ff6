"""The same game with other secrets: a second record that must look the same to whoever is outside.

A secret is a card that was only read in a hand, the cards of a move face down, and what was chosen
in secret. What of it comes out after all, the game's case says.
"""

from collections.abc import Callable, Sequence
from random import Random

from games.case import GameCase, Played
from records.lines import entry
from tricktable.rules.deal import no_passes
from tricktable.rules.entries import Corrected, Declared, Entry, Happening, Held, Impossible, Moved
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.values import JsonValue

ATTEMPTS = 3
"""How often another secret is tried in a place before the old one stays."""


def while_secret(case: GameCase, game: Played) -> Played:
    """The game as long as what was chosen in secret stays so."""
    until = case.secrets.until
    tells = (n for n, line in enumerate(game.lines) if until and until in str(line))
    return game._replace(lines=game.lines[: next(tells, None)])


def entries(game: Played) -> list[Entry]:
    """The entries of a game that was played."""
    record, found = Record(game.header), []
    for line in game.lines:
        found.append(entry(record, line))
        record.add(found[-1])
    return found


def otherwise(
    chance: Random,
    case: GameCase,
    game: Played,
    said: Sequence[Entry],
    spared: Sequence[int] = (),
) -> list[Entry]:
    """The entries again, with other secrets wherever they can be; not those of spared seats."""
    other, passed = list(said), _passed_to(spared, game, said)
    for index in chance.sample(range(len(other)), len(other)) * ATTEMPTS:
        if other[index] != said[index]:
            continue
        changed = _changed(chance, case, game, other, index)
        if changed is None or not spared_by(spared, other[index], changed):
            continue
        if {index + 1, getattr(said[index], "seq", 0)} & passed:
            continue
        tried = [*other[:index], changed, *other[index + 1 :]]
        if can_be(game, tried):
            other = tried
    return other


def _passed_to(seats: Sequence[int], game: Played, said: Sequence[Entry]) -> frozenset[int]:
    """The entries that passed cards to these seats, which know them from then on."""
    record, found = Record(game.header), set[int]()
    taken_up = game.header.rules.deal.taken_up
    for each in said if seats and taken_up is not no_passes else ():
        record.add(each)
        passed: dict[int, list[int]] = {}
        for step in record.steps():
            if isinstance(step.entry, Moved):
                passed.setdefault(step.entry.seat, []).append(step.seq)
                for giver, taker in taken_up(step.entry, step.after).items():
                    found.update(passed.pop(giver, ()) if taker in seats else ())
    return frozenset(found)


def seated_alike(said: Sequence[Entry], other: Sequence[Entry]) -> list[Entry]:
    """The other secrets, but each card read where it was: everybody sees at which reader."""
    return [
        theirs._replace(seat=mine.seat)
        if isinstance(mine, Held) and isinstance(theirs, Held)
        else mine
        if isinstance(mine, Corrected)
        else theirs
        for mine, theirs in zip(said, other, strict=True)
    ]


def can_be(game: Played, said: Sequence[Entry]) -> bool:
    """Whether these entries make a record."""
    record = Record(game.header)
    try:
        for each in said:
            record.add(each)
    except Impossible:
        return False
    return True


def spared_by(seats: Sequence[int], *said: Entry) -> bool:
    """Whether none of this is a secret of these seats."""
    inner = (each.entry if isinstance(each, Corrected) else each for each in said)
    return not any(getattr(each, "seat", None) in seats for each in inner)


def _changed(
    chance: Random, case: GameCase, game: Played, said: Sequence[Entry], index: int
) -> Entry | None:
    each = said[index]
    if isinstance(each, Corrected):
        inner = _with_other_secret(chance, case, game, said, each.entry)
        return inner and Corrected(each.seq, inner)
    return (
        None
        if not isinstance(each, Happening)
        else _with_other_secret(chance, case, game, said, each)
    )


def _with_other_secret(
    chance: Random, case: GameCase, game: Played, said: Sequence[Entry], each: Happening
) -> Happening | None:
    seats = range(game.header.seats)
    if isinstance(each, Held):
        seat = chance.choice([each.seat, each.seat, *seats])
        return Held(seat, chance.choice(case.like(each.card)))
    if isinstance(each, Moved):
        return _moved_otherwise(chance, case, each)
    if isinstance(each, Declared) and case.secrets.values(game.header, said):
        values = _values(game, said, each.topic)
        return each._replace(value=chance.choice(values)) if values else None
    return None


def _moved_otherwise(chance: Random, case: GameCase, each: Moved) -> Moved | None:
    if each.cards is None:
        return each._replace(cards=tuple(chance.sample(case.unread, each.number)))
    if chance.random() < 0.2 and all(len(case.like(card)) > 1 for card in each.cards):
        return each._replace(cards=None)
    cards = [chance.choice(case.like(card)) for card in each.cards]
    return each._replace(cards=tuple(cards)) if len(set(cards)) == len(cards) else None


def _values(game: Played, said: Sequence[Entry], topic: str) -> Sequence[JsonValue]:
    """All that is offered on this topic at any time, where what is chosen is a secret."""
    if topic_of(game.header.rules, topic).secrecy != "value":
        return ()
    record, found = Record(game.header), list[JsonValue]()
    for each in said:
        for offer in record.state.offers():
            if offer.what == topic:
                found += [value for value in offer.values if value not in found]
        record.add(each)
    return found


Look = Callable[[Record], object]


def assert_alike(game: Played, said: Sequence[Entry], other: Sequence[Entry], look: Look) -> None:
    """Both records look the same after every entry."""
    one, two = Record(game.header), Record(game.header)
    for mine, theirs in zip(said, other, strict=True):
        one.add(mine)
        two.add(theirs)
        assert look(one) == look(two), (mine, theirs)
