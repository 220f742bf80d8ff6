"""What many acts become at each door, row for row, as the golden file `doors.json` has it.

A change of a single row, or of a refusal's words, changes the digest of its game. After a change
that is meant: `PYTHONPATH=tests .venv/bin/python -m table.desk.test_doors_golden`, and look at the
counts.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from games.cases import CASES
from players.every_game import KINDS
from table.desk.test_doors import CARD_DOORS, Act, card_of, moments, words_asked
from tricktable.rules import codec
from tricktable.rules.entries import BadLine, Impossible
from tricktable.rules.presumptions import offers_early
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.desk import from_pages
from tricktable.table.desk.calls import say
from tricktable.table.desk.changes import Changes
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.keys import KeyedCall
from tricktable.table.desk.moment import Moment
from tricktable.table.desk.new_deal_question import take_new_deal
from tricktable.table.desk.prompts import behind

GOLDEN: Final = Path(__file__).with_name("doors.json")
SEEDS: Final = (0, 1, 4)
"""With 4, a card of the last trick comes again while another one waits for a choice."""
ACTS: Final = 4
"""Cards at each moment; at each there are all the words besides."""


def became(now: Moment, decide: Callable[[], Changes]) -> tuple[str, str]:
    """The kind of outcome, and every row with what follows by itself, or the refusal."""
    try:
        changes = decide()
        changes = [*changes, *behind(now, changes)]
    except (Impossible, BadLine) as refusal:
        return "refused", f"{getattr(refusal, 'because', '')} {refusal}"
    rows = [f"{each.kind} {json.dumps(each.body)}" for each in changes]
    kinds = sorted({each.kind for each in changes})
    return "+".join(kinds) or "nothing", "\n".join(rows)


def acts(now: Moment, record: Record, chance: Random, name: str) -> Iterator[tuple[str, str, str]]:
    """Every act tried at this moment: door, kind of outcome, and the rows."""
    for _ in range(ACTS):
        act: Act = card_of(chance, name, now, record)
        for door, at_door in CARD_DOORS.items():
            yield (door, *became(now, partial(at_door, act)))
        if act.seat is not None:
            asking = OpenDialogue("anew", act.seat, detail=act.card.code)
            yield ("anew", *became(now, partial(take_new_deal, now, asking, "3")))
    soon = [each.offer for each in offers_early(record, now.presumed)]
    for offer in (*record.state.offers(), *soon):
        for seat in offer.seats:
            values = offer.values or CASES[name].values.get(offer.what, (None,))
            value = chance.choice([*values])
            asked = words_asked(offer, seat, value)
            entry = from_pages.entry_asked(record, asked)
            enter = commands.Enter(codec.fields_of(entry))
            yield (
                "key",
                *became(now, partial(say, now, record, KeyedCall(offer.what, seat, value))),
            )
            yield ("page", *became(now, partial(from_pages.changes, now, asked)))
            yield ("program", *became(now, partial(from_pages.changes, now, enter)))


def found() -> dict[str, dict[str, object]]:
    """By game and number of players: how often each door came to what, and a digest of it all."""
    return {f"{name} {players}": _of(name, players) for name, players in KINDS}


def test_acts_become_the_rows_that_they_became_before():
    assert found() == json.loads(GOLDEN.read_text("utf-8"))


def _of(name: str, players: int) -> dict[str, object]:
    counts, digest = Counter[str](), sha256()
    for seed in SEEDS:
        chance = Random(f"{name} {players} {seed}")
        for now, record in moments(chance, name, players):
            for door, kind, rows in acts(now, record, chance, name):
                counts[f"{door}: {kind}"] += 1
                digest.update(f"{door}\n{rows}\n".encode())
    return {"digest": digest.hexdigest()[:16], **dict(sorted(counts.items()))}


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(found(), indent=1) + "\n", "utf-8")
