"""Only who is due has open keys, at every moment of every playthrough; what is due comes first."""

import re

import pytest

from games.case import PLAYTHROUGHS
from games.cases import CASES
from games.playthrough import head_of, left_halves, read
from records.lines import entry
from tricktable.rules.entries import Dealt
from tricktable.rules.topics import topic_of
from tricktable.table import commands
from tricktable.table.views import LIVE, WITHOUT
from web.room import NAMES, ask, sit
from web.seat.test_seat import SEAT, header

FOLDED = re.compile(r"<details.*?</details>", re.DOTALL)
ACTS = re.compile(r'<form[^>]*class="(say|fan|laid)[^>]*id="([\w-]+)"')
WHOLE = sorted(path.stem for path in PLAYTHROUGHS.glob("*.txt"))


def begun(room, name):
    """Begin the game of a playthrough; its entries."""
    lines = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    head, case = head_of(lines[0]), CASES[name.split("-")[0]]
    names = list(head.names[: head.players])
    ask(room.table, commands.NewGame(case.name, head.players, names, dict(head.options)))
    return [read(text, head.names, case) for text in left_halves(lines[1:])]


def open_acts(page):
    """The forms that are open on a seat's page, in order: their class and id."""
    return ACTS.findall(FOLDED.sub("", page))


def may_act(record, seat):
    """Whether the game waits for this seat, or for nobody who could be named, or lets it act."""
    rules, state = record.header.rules, record.state
    people = [each for each in state.awaited if each not in record.header.dummy_seats]
    own = [
        each.what
        for each in state.offers()
        if seat in each.seats
        and (not topic_of(rules, each.what).is_rare or topic_of(rules, each.what).is_urgent)
    ]
    return seat in people or not people or bool(own)


def urgent(record, seat):
    """What wins the game for this seat as soon as it says it."""
    topics = [topic_of(record.header.rules, each.what) for each in record.state.offers()]
    said = [each.what for each in record.state.offers() if seat in each.seats]
    return [each.name for each in topics if each.is_urgent and each.name in said]


@pytest.fixture(scope="module")
def looked_at():
    """The moments that a playthrough of the same kind of game has shown before."""
    return set()


@pytest.mark.parametrize("name", WHOLE)
def test_who_is_not_due_has_no_open_keys_and_who_is_sees_them_first(room, guest, looked_at, name):
    """At a table with a board and, card by card in turn, without one."""
    to_come, waiting = begun(room, name), []
    record = room.table.record()
    tokens = [sit(room.table, seat) for seat in range(record.header.players)]
    for number, line in enumerate([None, *to_come]):
        if line is not None:
            record.add(entry(record, line))
            waiting.append(line)
        has_board = number % 2
        state = record.state
        if state.status != "playing":
            continue
        has_dealt = any(isinstance(step.entry, Dealt) for step in record.steps())
        for seat, token in enumerate(tokens):
            offers = [(each.what, seat in each.seats) for each in state.offers()]
            kind = (record.header.game, record.header.players, str(record.header.options))
            moment = (*kind, has_board, seat, state.next.what, state.awaited, *offers, has_dealt)
            if moment in looked_at:
                continue
            looked_at.add(moment)
            room.enter(waiting)
            waiting.clear()
            room.table.board_is(LIVE if has_board else WITHOUT)
            page = guest.get(f"{SEAT}/own", headers=header(token)).text
            acts = open_acts(page)
            is_due = " is-due" in re.search(r'<section id="own" class="([^"]*)"', page)[1]
            assert is_due == may_act(record, seat), (moment, acts)
            wins = [f"say-{each}" for each in urgent(record, seat)]
            assert [what for _, what in acts][: len(wins)] == wins, (moment, acts)
            kinds = [kind for kind, _ in acts]
            if not is_due:
                assert set(kinds) <= {"laid"}, (moment, acts)
            assert kinds == sorted(kinds, key="say fan laid".split().index), (moment, acts)


def test_a_seat_bids_early_only_behind_a_fold_while_another_deals(room, guest):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    page = guest.get(f"{SEAT}/own", headers=header(sit(room.table, 0))).text
    assert [each for _, each in open_acts(page)] == ["say-dealt"]
    folded = re.search(
        r'<details id="out-of-turn"><summary>Out of turn</summary>.*?</details>', page, re.S
    )
    assert 'id="early-say-bid"' in folded[0]


def test_thirteen_cards_are_called_by_the_first_key_of_the_page():
    ends = [(PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8") for name in WHOLE]
    assert any(" tredici" in each.partition("\n")[2] for each in ends), "the test above sees it"
