"""Four hands of The Torite, and a client that openapi-python-client made: play.py URL TOKEN."""

import sys
from io import BytesIO
from typing import TypeVar

from tricktable_client import AuthenticatedClient
from tricktable_client.api.entries import add_entry, list_entries
from tricktable_client.api.games import begin_game, export_record, import_record
from tricktable_client.api.tables import list_tables, read_table
from tricktable_client.models import (
    Dealt,
    DealtKind,
    Declaration,
    Declared,
    DeclaredKind,
    GameName,
    NewGame,
    Played,
    PlayedEntry,
    PlayedKind,
    Problem,
    Shown,
    ShownKind,
    State,
    Status,
    Step,
    Summary,
    Trick,
    Way,
)
from tricktable_client.models import Laying as LayingNow
from tricktable_client.types import File

T = TypeVar("T")
Entry = Dealt | Declared | Played | Shown


def done(answer: T | Problem | None) -> T:
    """The answer, unless it is a problem."""
    if answer is None or isinstance(answer, Problem):
        sys.exit(f"refused: {answer}")
    return answer


def entry(state: State, hands: list[list[str]]) -> Entry:
    """What comes next."""
    summary, trick, laying = state.summary, state.trick, state.laying
    assert isinstance(summary, Summary)
    if summary.next_.what is Step.DEAL:
        return Dealt(DealtKind.DEALT, dealer=0)
    if summary.next_.what is Step.LEADER:
        leader = next(seat for seat in range(4) if "2C" in hands[seat])
        hands[leader].sort(key="2C".__ne__)
        return Declared(DeclaredKind.DECLARED, seat=leader, topic=Declaration.LEADER)
    assert isinstance(trick, Trick)
    assert isinstance(laying, LayingNow)
    seat = summary.next_.seat
    if seat is None:
        seat = next(each for each in range(4) if hands[each])
    card = next((each for each in hands[seat] if each[1] == trick.led), hands[seat][0])
    hands[seat].remove(card)
    if laying.ways[0] is Way.SHOWN:
        return Shown(ShownKind.SHOWN, seat=seat, card=card)
    return Played(PlayedKind.PLAYED, seat=seat, card=card)


def play(url: str, token: str) -> None:
    """A whole game, then its record once more as another game."""
    named = AuthenticatedClient(url, token, prefix="", auth_header_name="X-Host-Token")
    with named as host:
        code = done(list_tables.sync(client=host)).tables[0].code
        new = NewGame(GameName.TORITE, players=4, names=["Ann", "Bo", "Cy", "Di"], abandon=True)
        number = done(begin_game.sync(code, client=host, body=new)).number
        pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
        hands = [pack[seat::4] for seat in range(4)]
        while True:
            state = done(read_table.sync(code, client=host))
            assert isinstance(state.summary, Summary)
            if state.summary.status is not Status.PLAYING:
                break
            done(add_entry.sync(code, client=host, body=entry(state, hands)))
        listed = done(list_entries.sync(code, client=host)).entries
        cards = [each.card for each in listed if isinstance(each, PlayedEntry)]
        record = export_record.sync_detailed(code, number, client=host).content
        done(import_record.sync(code, client=host, body=File(BytesIO(record)), abandon="yes"))
        winners = state.summary.winner or []
        won = " ".join(state.names[seat] for seat in winners) or "nobody"
        findings = len(state.summary.findings)
        print(f"{state.summary.status}: won by {won}, findings: {findings} cards: {len(cards)}")


play(*sys.argv[1:])
