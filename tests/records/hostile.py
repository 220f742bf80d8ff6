"""Records that are mostly words about earlier entries, each of which changes all that follows."""

import json
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

from games.case import Played
from games.cases import CASES
from records.lines import record_with
from tricktable.rules import codec
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Impossible,
    Moved,
    Shown,
    Struck,
)
from tricktable.rules.entries import Played as Laid
from tricktable.rules.record import Record


def long_game(chance: Random, name: str, count: int, deals_played: int = 6) -> Played:
    """A game whose early entries tell until its end; as long as it can be."""
    return CASES[name].lasting(chance, count, deals_played)


def record_of(game: Played) -> Record:
    """The game as it was noted."""
    return record_with(game.header, game.lines)


def otherwise(chance: Random, game: Played, said: Happening) -> Happening:
    """The entry worded otherwise, possible or not; at times it stays as it is."""
    cards = CASES[game.header.game].deck
    seat = chance.randrange(game.header.seats)
    match said:
        case Dealt():
            return Dealt(seat)
        case Held(holder, _):
            return Held(chance.choice([holder, seat]), chance.choice(cards))
        case Laid() | Shown():
            return said._replace(card=chance.choice(cards))
        case Moved():
            named = tuple(chance.sample(list(cards), said.number))
            return said._replace(cards=chance.choice([named, None]))
        case Declared(_, topic, _):
            values = CASES[game.header.game].values.get(topic)
            return said._replace(value=chance.choice(values)) if values else said
    return said


def alternating(chance: Random, game: Played, among: int = 2) -> Iterator[Corrected]:
    """Corrections for ever, of the entries that change most: now otherwise, now as they were."""
    farthest = sorted(_reaching(chance, game), key=lambda each: -each[0])[:among]
    return cycle([word for _, there, back in farthest for word in (there, back)])


def _reaching(chance: Random, game: Played) -> Iterator[tuple[int, Corrected, Corrected]]:
    """What can be said otherwise of an entry, with how many entries that tells on, and undone.

    Only of early ones: what comes late tells on few.
    """
    record = record_of(game)
    steps = list(record.steps())
    for seq, was, _ in steps[: len(steps) // 4]:
        for _ in range(20):
            word, tried = Corrected(seq, otherwise(chance, game, was)), record.fork()
            if word.entry == was or not can_add(tried, word):
                continue
            yield tried.redone - record.redone, word, Corrected(seq, was)
            break


def can_add(record: Record, word: Entry) -> bool:
    """Add the word if it is possible; whether it was."""
    try:
        record.add(word)
    except Impossible:
        return False
    return True


def about(chance: Random, game: Played) -> Iterator[Entry]:
    """Strikes, restorations and corrections of entries by chance for ever, possible or not."""
    said = [(step.seq, step.entry) for step in record_of(game).steps()]
    while True:
        seq, was = chance.choice(said)
        other = Corrected(seq, otherwise(chance, game, was))
        words: list[Entry] = [Struck(seq), Corrected(seq, was), other]
        yield chance.choice(words)


def file_of(game: Played, words: Iterator[Entry], count: int) -> list[bytes]:
    """The lines of a file: the game, and this many words about it."""
    said = [codec.write_entry(word) for word in islice(words, count)]
    lines = [codec.write_header(game.header), *map(json.dumps, game.lines), *said]
    return [line.encode() for line in lines]
