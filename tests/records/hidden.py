"""The same game with other secrets: a second record that must look the same to whoever is outside.

A secret is a card that was only read in a hand, the cards of a move face down, and a target suit
that no kisché makes public. An ace that was read while it was drawn is none: what it costs is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from players.every_game import Played
from records.lines import entry
from tricktable.rules.cards import ALL, STANDARD, SUITS, Card
from tricktable.rules.entries import Corrected, Declared, Entry, Happening, Held, Impossible, Moved
from tricktable.rules.record import Record

ACE = 14
PLAIN = [card for card in STANDARD if card.rank != ACE]
ATTEMPTS = 3
"""How often another secret is tried in a place before the old one stays."""


def before_kische(game: Played) -> Played:
    """The game as long as every target is a secret."""
    tells = (n for n, line in enumerate(game.lines) if "kische" in str(line))
    return game._replace(lines=game.lines[: next(tells, None)])


def entries(game: Played) -> list[Entry]:
    """The entries of a game that was played."""
    record, found = Record(game.header), []
    for line in game.lines:
        found.append(entry(record, line))
        record.add(found[-1])
    return found


def otherwise(
    chance: Random, game: Played, said: Sequence[Entry], spared: Sequence[int] = ()
) -> list[Entry]:
    """The entries again, with other secrets wherever they can be; not those of spared seats."""
    other = list(said)
    for index in chance.sample(range(len(other)), len(other)) * ATTEMPTS:
        if other[index] != said[index]:
            continue
        changed = _changed(chance, game, other, index)
        if changed is None or not spared_by(spared, other[index], changed):
            continue
        tried = [*other[:index], changed, *other[index + 1 :]]
        if can_be(game, tried):
            other = tried
    return other


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


def _changed(chance: Random, game: Played, said: Sequence[Entry], index: int) -> Entry | None:
    each = said[index]
    if isinstance(each, Corrected):
        inner = _with_other_secret(chance, game, said, each.entry)
        return inner and Corrected(each.seq, inner)
    return None if not isinstance(each, Happening) else _with_other_secret(chance, game, said, each)


def _with_other_secret(
    chance: Random, game: Played, said: Sequence[Entry], each: Happening
) -> Happening | None:
    seats = range(game.header.seats)
    if isinstance(each, Held):
        seat = chance.choice([each.seat, each.seat, *seats])
        return Held(seat, chance.choice(_like(each.card, game)))
    if isinstance(each, Moved):
        return _moved_otherwise(chance, game, each)
    if isinstance(each, Declared) and each.topic == "target" and _targets_stay_secret(game, said):
        return each._replace(value=chance.choice(SUITS))
    return None


def _moved_otherwise(chance: Random, game: Played, each: Moved) -> Moved | None:
    if each.cards is None:
        return each._replace(cards=tuple(chance.sample(PLAIN, each.number)))
    if chance.random() < 0.2 and not _has_ace(each):
        return each._replace(cards=None)
    cards = [chance.choice(_like(card, game)) for card in each.cards]
    return each._replace(cards=tuple(cards)) if len(set(cards)) == len(cards) else None


def _like(card: Card, game: Played) -> list[Card]:
    """Cards that may stand for this one. In Tredici an ace stays an ace of its suit."""
    if game.header.game == "triatri":
        return list(ALL[len(STANDARD) :])
    if game.header.game != "tredici":
        return list(STANDARD)
    return [card] if card.rank == ACE else PLAIN


def _targets_stay_secret(game: Played, said: Sequence[Entry]) -> bool:
    """No kisché tells them, and no ace was read that they make cheap or dear."""
    from_the_deal = game.header.options["deal_ace_counts"] == "yes"
    for each in said:
        now = each.entry if isinstance(each, Corrected) else each
        if isinstance(now, Declared) and now.topic == "kische":
            return False
        if isinstance(now, Held) and now.card.rank == ACE and from_the_deal:
            return False
        if isinstance(now, Moved) and now.source == "draw" and _has_ace(now):
            return False
    return True


def _has_ace(each: Moved) -> bool:
    return any(card.rank == ACE for card in each.cards or ())


Look = Callable[[Record], object]


def assert_alike(game: Played, said: Sequence[Entry], other: Sequence[Entry], look: Look) -> None:
    """Both records look the same after every entry."""
    one, two = Record(game.header), Record(game.header)
    for mine, theirs in zip(said, other, strict=True):
        one.add(mine)
        two.add(theirs)
        assert look(one) == look(two), (mine, theirs)
