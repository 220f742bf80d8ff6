"""The Torite in a terminal: tricks and kept cards by round, the stacks, and the dummy's cards."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.games.torite.position import ToriteView
from tricktable.games.torite.topics import PAIRING, STACKS
from tricktable.rules.report import NONE, TextTable
from tricktable.rules.topics import topic_of
from tricktable.text.names import who


def report(view: ToriteView) -> Iterator[TextTable]:
    """One table, followed by what else is known of the cards."""
    at = view.position
    heads, rows = [""], [[name] for name in view.names]
    for number, each in enumerate(at.rounds, start=1):
        of_round = f" in round {number}" if len(at.rounds) > 1 else ""
        heads += [f"tricks{of_round}", f"kept{of_round}"]
        for row, tricks, kept in zip(rows, each.tricks, each.kept, strict=True):
            row += [str(tricks), kept or NONE]
    yield TextTable((tuple(heads), *map(tuple, rows)), tuple(_below(view)))


def _below(view: ToriteView) -> Iterator[str]:
    at = view.position
    if at.set_aside:
        yield f"Set aside: {at.set_aside}"
    for said in view.said:
        if said.topic in (STACKS.name, PAIRING.name):
            topic = topic_of(view.rules, said.topic)
            yield f"{topic.tell(who(said.seat, view.names), said.value, view)}."
    if at.face_up:
        yield f"Face up before {view.names[1]}: {' '.join(at.face_up)}"
    if view.status == "playing" and at.lost_by is not None:
        yield "This game can no longer be won."
