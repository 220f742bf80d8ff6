"""The dealer whom the new-game form proposes: an act may show another, unless a person chose."""

import json
import re
from random import Random

import pytest

from players import every_game
from records.lines import entry
from tricktable.rules.entries import Dealt, Happening
from tricktable.rules.record import Record
from tricktable.table import commands, seating
from tricktable.web.seat import seat_page
from web.room import HOST_PAGE, ask, sit

HERE = {"Origin": "http://localhost"}
PEOPLE = "Ann Bo Cy Di Eve Fay Gil Hana Ivo Jo Kai Lea Max".split()
KINDS = pytest.mark.parametrize(("game", "players"), every_game.KINDS)
SEEDS = range(4)


def begin(client, game, players, touched=None, options=None):
    """Begin with the host's form as it is, except for what was touched; leave a game before."""
    page = client.post(
        HOST_PAGE, data={"new": f"{game}:{players}", "pen": "mine"}, headers=HERE
    ).text
    form = page.split(f'action="{HOST_PAGE}/game"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="(.*?)"', form))
    listed = re.search(r'<select name="dealer">(.*?)</select>', form, re.S)
    fields["dealer"] = re.search(r'<option value="(\d+)" selected', listed[1])[1]
    teams = re.findall(r'<select name="team">.*?value="(.)" selected', form, re.S)
    fields |= {"names": PEOPLE[:players], "team": teams, "abandon": "yes"}
    if "teams" in (options or {}):
        del fields["team"]
    fields |= {f"option.{key}": json.dumps(value) for key, value in (options or {}).items()}
    answer = client.post(f"{HOST_PAGE}/game", data={**fields, **(touched or {})}, headers=HERE)
    assert answer.status_code == 303
    return int(fields["dealer"])


def presumed(room) -> list[Happening]:
    now = room.table.snapshot()
    return [now.record.counts(seq) for seq in sorted(now.presumed)]


def turns(record) -> list[int]:
    """Who acted out of turn."""
    return [each.seat for each in record.findings() if each.rule == "turn"]


def first_acts(played) -> tuple[Record, list[dict]]:
    """A record that ends with its first deal, and what followed, up to a card or a turn."""
    lines, record, acts = iter(played.lines), Record(played.header), list[dict]()
    for line in lines:
        record.add(entry(record, line))
        if line["kind"] == "dealt":
            break
    for line in lines:
        if line.get("topic") == "kische":
            break
        acts.append(line)
        if line["kind"] in ("played", "dealt") or line.get("from", "hand") != "hand":
            break
    return record, acts


@KINDS
def test_an_untouched_dealer_is_presumed_and_nobody_is_asked(room, client, game, players):
    assert begin(client, game, players) == 0
    assert presumed(room) == [Dealt(0)]
    assert room.table.view().note_text == ""
    assert 'id="presumed"' not in client.get(HOST_PAGE).text
    for seat in range(players):
        mine = seat_page.seat_screen(room.table.phone_view(seating.digest(sit(room.table, seat))))
        assert (mine.deal, mine.said, mine.back) == (0, 0, None)
    ask(room.table, commands.Undo())
    assert presumed(room) == []


@KINDS
def test_a_dealer_whom_a_person_chose_is_that_persons_word(room, client, game, players):
    begin(client, game, players, {"dealer": f"{players - 1}"} if players > 1 else {"proposed": ""})
    assert presumed(room) == []
    assert room.table.snapshot().record.last.entry == Dealt(players - 1)
    assert "assumed" not in room.table.view().note_text


@KINDS
def test_whoever_dealt_nothing_is_refused_and_nobody_is_blamed(room, client, game, players):
    for seed in SEEDS:
        played = every_game.by_chance(Random(seed), game, players, is_tidy=True)
        said, acts = first_acts(played)
        begin(client, game, players, options=played.header.given)
        for act in acts:
            said.add(entry(said, act))
            ask(room.table, commands.Enter(act))
            assert turns(room.table.snapshot().record) == turns(said), (seed, act, presumed(room))
