"""A card counts although something is missing before it: the table presumes that, and says so."""

import importlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from players.torite import DEALT, declared, played, plays
from records.lines import record_of
from rig.moments import at, entries_of
from rig.table import Rig
from tricktable.games import GAMES
from tricktable.games.etori.position import Position
from tricktable.rules.asides import EntrySeen, Stop
from tricktable.rules.cards import BY_CODE, card
from tricktable.rules.entries import (
    Dealt,
    Declared,
    Happening,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.laying import PLAYED, SHOWN
from tricktable.rules.presumptions import LAID
from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.table.desk.changes import PRESUMED, ActRow, EntryRow
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.moment import History, Moment
from tricktable.table.desk.presumption import (
    WITH_ACT,
    deal_in_line,
    is_with_presumed,
    stands,
    with_dealer_shown,
    with_presumed,
)
from tricktable.table.notes import Note
from tricktable.text.language import speaking

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Fi"]

Begin = Callable[..., Rig]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    def made(game: str, players: int, **options: JsonValue) -> Rig:
        rig = Rig(tmp_path)
        done = rig.ask(commands.NewGame(game, players, NAMES[:players], options, abandon=True))
        assert done.is_done, done.reason
        return rig

    return made


def presumed(rig: Rig) -> list[Happening]:
    """The entries that count and that nobody made."""
    snapshot = rig.table.snapshot()
    found = [snapshot.record.counts(seq) for seq in sorted(snapshot.presumed)]
    return [each for each in found if each is not None]


# --- each game -----------------------------------------------------------------------------------


def test_the_first_card_of_the_torite_names_dealer_and_leader(begin):
    rig = begin("torite", 4)
    rig.lay("7C", 0)
    assert presumed(rig) == [Dealt(3), Declared(0, "leader", None)]
    assert [type(each) for each in rig.happenings] == [Dealt, Declared, Played]
    assert rig.said == "We assumed that Ann leads, and Di deals. Wrong?"
    with speaking("ja"):
        assert "Annがリード" in rig.view.asks_and_note
        assert "ディーラーはDi" in rig.view.asks_and_note


def test_stacks_that_were_counted_are_a_choice_for_which_a_card_waits(begin):
    rig = begin("torite", 2)
    rig.button(0)
    rows = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
    assert rig.ask(commands.Declare("stacks", None, rows)).is_done
    before = rig.happenings
    rig.lay("7C", 1)
    assert rig.happenings == before
    assert rig.said == "Bo's 7C waits for the pairing of the stacks."
    assert rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]])).is_done
    assert rig.happenings[-1] == Played(1, card("7C"))


def test_whoever_sits_after_the_last_dealer_deals_in_the_next_game(begin):
    rig = begin("torite", 4)
    assert rig.ask(commands.NextGame()).is_done
    assert rig.happenings == [], "nobody has dealt yet"
    rig.button(3)
    assert rig.ask(commands.NextGame()).is_done
    assert presumed(rig) == rig.happenings == [Dealt(0)]
    assert rig.said == "We assumed that Ann deals by rotation. Wrong?"
    rig.restart()
    assert presumed(rig) == [Dealt(0)]
    rig.press("UNDO")
    assert rig.happenings == []
    rig.button(1)
    assert rig.ask(commands.NextGame(rotate=1)).is_done
    assert rig.view.names == ("Di", "Ann", "Bo", "Cy")
    assert presumed(rig) == [Dealt(3)], "Cy, who sat after Bo"


def test_ok_after_the_end_presumes_the_next_dealer_as_a_page_does(begin):
    rig = begin("torite", 2)
    rig.ask(commands.NewGame("torite", 2, NAMES[:2], {"stop_when_lost": "auto"}, 0))
    rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    for rank in "23456789TJQKA":
        rig.play(f"0:{rank}S 1:{rank}H")
    assert rig.view.desk.is_stopped
    rig.press("OK")
    assert presumed(rig) == rig.happenings == [Dealt(1)]
    assert rig.said == "We assumed that Bo deals by rotation. Wrong?"
    rig.restart()
    rig.press("OK")
    assert rig.view.asked is not None
    rig.button(0)
    assert rig.happenings == [Dealt(0)]
    assert presumed(rig) == []


def test_another_first_bid_of_the_next_troika_names_another_dealer(begin):
    rig = begin("troika", 4)
    rig.button(0)
    assert rig.ask(commands.NextGame()).is_done
    assert presumed(rig) == [Dealt(1)]
    assert rig.ask(commands.Declare("bid", 0, "7")).is_done
    assert presumed(rig) == [Dealt(3)]
    assert rig.said == "We assumed that Di deals. Wrong?"
    late = rig.ask(commands.Declare("bid", 3, "8"))
    assert late.reason == "It is Bo's turn to bid."
    rig.press("UNDO")
    assert presumed(rig) == [Dealt(1)]


def test_a_dealer_who_was_named_stays_the_dealer(begin):
    rig = begin("troika", 4)
    rig.button(0)
    assert rig.ask(commands.Declare("bid", 3, "7")).reason == "It is Bo's turn to bid."


def aside(rig: Rig, seat: int, number: int) -> str:
    done = rig.ask(commands.Move(seat, "hand", "stack", number))
    assert done.is_done, done.reason
    return done.reason


def with_targets(begin: Begin) -> Rig:
    rig = begin("tredici", 4)
    for seat, suit in enumerate("CDHS"):
        assert rig.ask(commands.Declare("target", seat, suit)).is_done
    return rig


def test_a_turn_of_tredici_is_what_was_set_aside(begin):
    rig = with_targets(begin)
    for seat in range(4):
        aside(rig, seat, 1)
    aside(rig, 0, 2)
    assert presumed(rig) == [Dealt(3), Moved(0, "draw", "hand", 1, None)]
    aside(rig, 1, 1)
    aside(rig, 2, 1)
    said = aside(rig, 0, 1)
    assert said == "We assumed that Di draws 1, Di sets none aside, and Ann draws 2. Wrong?"
    assert rig.game.next_seat == 1


def test_the_first_turn_corrects_a_presumed_dealer(begin):
    rig = with_targets(begin)
    for seat in range(4):
        aside(rig, seat, 1)
    assert aside(rig, 2, 1) == "We assumed that Cy draws 1, and Bo deals. Wrong?"
    assert presumed(rig) == [Dealt(1), Moved(2, "draw", "hand", 1, None)]
    rig.press("UNDO")
    assert presumed(rig) == [Dealt(3)]


def test_nothing_is_presumed_for_a_count_that_is_wrong(begin):
    rig = with_targets(begin)
    for seat in range(4):
        aside(rig, seat, 1)
    before = rig.happenings
    assert not rig.ask(commands.Move(0, "draw", "hand", 3)).is_done
    assert rig.happenings == before


# --- a dealer whom nobody chose -----------------------------------------------------------------


def proposed(begin: Begin, game: str, players: int) -> Rig:
    """A game that begins with the first seat as its dealer, as a form proposes it."""
    rig = begin(game, players)
    new = commands.NewGame(game, players, NAMES[:players], dealer=0, is_dealer_chosen=False)
    assert rig.ask(new).is_done
    assert presumed(rig) == [Dealt(0)]
    assert rig.said == ""
    return rig


def turns(rig: Rig) -> list[int | None]:
    """Who is found to have acted out of turn."""
    return [each.seat for each in rig.record.findings() if each.rule == "turn"]


@pytest.mark.parametrize("lay", ["reader", "page", "phone"])
def test_the_first_lead_of_etori_names_another_dealer(begin, lay):
    rig = proposed(begin, "etori", 4)
    if lay == "reader":
        rig.lay("7C", 0)
    elif lay == "page":
        assert rig.ask(commands.Lay("7C", 0)).is_done
    else:
        assert rig.ask(commands.LayOwn(0, BY_CODE["7C"].code, rig.view.games, 1)).is_done
    assert rig.said == "We assumed that Di deals. Wrong?"
    assert presumed(rig) == [Dealt(3)]
    assert turns(rig) == []
    rig.press("UNDO")
    assert rig.happenings == presumed(rig) == [Dealt(0)]


def test_a_lead_that_fits_the_proposed_dealer_leaves_it(begin):
    rig = proposed(begin, "etori", 4)
    rig.lay("7C", 1)
    assert presumed(rig) == [Dealt(0)]
    rig.lay("8C", 3)
    assert turns(rig) == [3], "after the first card, that is out of turn"


def test_the_first_lead_names_another_dealer_however_often_the_deal_was_taken_back(tmp_path):
    record = record_of(4, [], "etori")
    for _ in range(130):  # beyond entry 256, equal numbers need not be one object
        record.add(Dealt(0))
        record.add(Struck(record.seq))
    deal = record.add(Dealt(0))
    names, presumed_deal = record.header.seat_names, frozenset({deal})
    now = Moment(Desk(), record, Rig(tmp_path).decks, names, History(), presumed=presumed_deal)

    def shown(lead: Played) -> bool:
        return with_dealer_shown(now, record, lead, lambda _: [lead]) is not None

    assert shown(Played(0, card("7C")))
    assert not shown(Played(1, card("7C"))), "whom the presumed dealer lets lead"


def test_a_card_out_of_turn_is_found_where_somebody_named_the_dealer(begin):
    rig = begin("etori", 4)
    rig.button(0)
    rig.lay("7C", 0)
    assert turns(rig) == [0]


def test_who_scans_a_hand_at_etori_does_not_sit_out(begin):
    rig = proposed(begin, "etori", 6)
    assert rig.ask(commands.Lay("7C", 0, "held")).is_done
    assert presumed(rig) == [Dealt(1)]


def test_with_two_at_the_torite_whoever_leads_has_dealt(begin):
    rig = proposed(begin, "torite", 2)
    rig.lay("7C", 1)
    assert presumed(rig)[0] == Dealt(1)
    assert turns(rig) == []


def test_a_card_that_waited_for_the_pairing_names_the_dealer_too(begin):
    rig = proposed(begin, "torite", 2)
    rows = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
    assert rig.ask(commands.Declare("stacks", None, rows)).is_done
    rig.lay("7C", 1)
    assert rig.said == "Bo's 7C waits for the pairing of the stacks."
    assert rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]])).is_done
    assert rig.said == "We assumed that Bo deals. Wrong?"
    assert turns(rig) == []
    rig.restart()
    assert presumed(rig) == [Dealt(1)]


def test_anybody_can_bid_first_although_a_dealer_is_proposed(begin):
    rig = proposed(begin, "troika", 4)
    assert sorted(each.seats for each in rig.view.early) == [(0,), (2,), (3,)]
    rig.button(3)
    rig.press("7", "2")
    assert presumed(rig) == [Dealt(2)]
    assert rig.view.early == ()


# --- how it is kept ------------------------------------------------------------------------------


def test_one_undo_takes_back_the_card_and_what_it_showed(begin):
    rig = begin("torite", 4)
    rig.lay("7C", 0)
    rig.press("UNDO")
    assert rig.happenings == []
    assert presumed(rig) == []
    assert rig.ask(commands.Redo()).is_done
    assert rig.happenings == [Dealt(3), *presumed(rig)[1:], Played(*rig.happenings[2])]
    assert presumed(rig) == [Dealt(3), Declared(0, "leader", None)]


def test_it_is_known_to_be_presumed_after_a_restart(begin):
    rig = begin("torite", 4)
    rig.lay("7C", 0)
    rig.restart()
    assert presumed(rig) == [Dealt(3), Declared(0, "leader", None)]
    rig.press("UNDO")
    rig.ask(commands.Redo())
    rig.restart()
    assert presumed(rig) == [Dealt(3), Declared(0, "leader", None)]


def test_what_somebody_corrects_is_presumed_no_more(begin):
    rig = begin("torite", 4)
    rig.lay("7C", 0)
    assert rig.ask(commands.Correct(1, 2)).is_done
    assert presumed(rig) == [Declared(0, "leader", None)]
    assert rig.happenings[0] == Dealt(2)
    rig.press("UNDO")
    assert presumed(rig) == [Dealt(3), Declared(0, "leader", None)]


def test_the_rows_say_so_and_the_record_is_what_people_would_have_said(begin):
    rig = begin("torite", 4)
    rig.lay("7C", 0)
    rows = [json.loads(row.body) for row in rig.table.rows() if row.kind == "entry"]
    assert [row.get(PRESUMED) for row in rows] == [True, True, None]
    said = begin("torite", 4)
    said.button(3)
    said.button(0)
    said.lay("7C", 0)
    assert said.happenings == rig.happenings
    assert presumed(said) == []


def test_a_presumed_deal_is_moved_to_another_seat_with_ok_and_its_button(begin):
    rig = begin("etori", 4)
    rig.lay("7C", 1)
    rig.press("OK")
    assert rig.prompt.text == "Who dealt? Press the button, or"
    rig.button(2)
    assert rig.happenings[0] == Dealt(2)
    assert presumed(rig) == []
    rig.press("UNDO")
    assert presumed(rig) == [Dealt(0)]


def test_a_card_that_is_laid_instead_of_an_answer_leaves_the_dealer(begin):
    rig = begin("etori", 4)
    rig.lay("7C", 1)
    rig.press("OK")
    rig.lay("8C", 2)
    assert rig.view.asked is None
    assert presumed(rig) == [Dealt(0)]
    rig.press("OK")
    assert rig.said == "Waiting for Di's card. Lay it or type it."


def test_the_menu_names_another_dealer_at_any_time(begin):
    rig = begin("etori", 4)
    rig.lay("7C", 1)
    rig.lay("8C", 2)
    rig.choose("correct", "wrong dealer")
    rig.button(2)
    assert rig.happenings[0] == Dealt(2)


def test_what_the_table_asks_stands_beside_what_it_presumed(begin, monkeypatch):
    # No game of ours asks about a card that shows a deal; one that is added to them may.
    phases = list[str]()

    def lost(seen: EntrySeen[Position]) -> Stop | None:
        phases.append(seen.before.what)
        return Stop(is_asked=True) if isinstance(seen.entry, Played) else None

    monkeypatch.setitem(GAMES, "etori", replace(GAMES["etori"], aside=lost))
    rig = begin("etori", 4)
    rig.lay("7C", 1)
    assert rig.prompt.text == "This can no longer be won"
    assert rig.said == "We assumed that Ann deals. Wrong?"
    assert phases == ["play"], "the card was laid after the deal that it showed"
    rig.press("3")
    assert rig.view.desk.is_stopped


# --- a card of the last trick --------------------------------------------------------------------


def ended_deal(begin: Begin) -> Rig:
    """Etori, whose four tricks of face cards have ended the deal."""
    rig = begin("etori", 4)
    for rank in "AKQJ":
        rig.play(" ".join(f"{seat}:{rank}{suit}" for seat, suit in enumerate("CDHS")))
    assert rig.game.next_what == "deal"
    return rig


def test_a_card_that_lay_there_begins_no_deal_by_itself(begin):
    rig = ended_deal(begin)
    before = rig.happenings
    rig.lay("JH", 2)
    assert rig.happenings == before
    assert rig.prompt.text == "JH again. Is it a new deal?"
    rig.restart()
    rig.press("2")
    assert rig.happenings == before
    assert rig.view.asked is None


def test_it_counts_in_a_new_deal_if_somebody_says_so(begin):
    rig = ended_deal(begin)
    rig.lay("JH", 2)
    rig.press("3")
    assert isinstance(rig.happenings[-1], Played)
    assert "by rotation" in rig.said


# --- without a table -----------------------------------------------------------------------------


def test_what_a_card_means_before_anything_is_said_while_a_choice_is_open_and_in_play():
    led, paired = (
        [DEALT, declared(1, "leader")],
        [DEALT, declared(None, "pairing", [[1, 2], [3, 4]])],
    )
    stacks = declared(None, "stacks", [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]])
    for game, players, lines, expected in (
        ("torite", 4, [], PLAYED),
        ("torite", 4, [DEALT], PLAYED),
        ("torite", 4, led, PLAYED),
        ("torite", 2, [DEALT, stacks], PLAYED),
        ("torite", 2, paired, PLAYED),
        ("troika", 4, [], PLAYED),
        ("troika", 4, [DEALT], PLAYED),
        ("etori", 4, [], PLAYED),
        ("etori", 4, [DEALT], PLAYED),
        ("triatri", 3, [], SHOWN),
        ("tredici", 4, [], None),
        ("tredici", 4, [DEALT], None),
    ):
        record = record_of(players, lines, game)
        found = stands(at(record), record)
        ways = None if expected is None else expected.ways
        assert (found and found.ways) == ways, (game, players, lines)


def test_only_an_act_with_what_was_presumed_for_it_is_one():
    for name, is_one in ((WITH_ACT, True), ("undo", False), (WITH_ACT, False)):
        rows = [ActRow(name, 2, is_with_presumed=is_one), *[EntryRow(Dealt(0))] * 2]
        assert is_with_presumed(rows) is is_one, name
    assert not is_with_presumed([])
    assert not is_with_presumed([EntryRow(Dealt(0))])


def test_the_deal_that_the_line_tells_of_is_the_newest_and_only_if_it_was_presumed():
    line, other = Note("presumed"), Note("redone")
    none, once = record_of(4, [], "etori"), record_of(4, [DEALT], "etori")
    tricks = [code for rank in "AKQJ" for code in (f"{rank}{suit}" for suit in "CDHS")]
    twice = record_of(4, [DEALT, *plays(*tricks, first=1), {**DEALT, "dealer": 1}], "etori")
    for note, record, presumed, expected in (
        (line, once, {1}, 1),
        (line, once, set(), None),
        (line, none, {1}, None),
        (line, None, {1}, None),
        (other, once, {1}, None),
        (None, once, {1}, None),
        (line, twice, {1}, None),
        (line, twice, {1, 18}, 18),
        (line, twice, {18}, 18),
    ):
        assert deal_in_line(note, record, frozenset(presumed)) == expected


def test_a_refusal_is_told_only_if_it_says_more_than_that_it_is_too_early():
    scanned = record_of(4, [DEALT, played("held", 2, "7C")])
    for seat, code, expected in (
        (0, "7C", "other_hand"),
        (2, "7C", None),
        (0, "7D", None),
    ):
        lead = Played(seat, card(code))
        found = with_presumed(at(scanned), scanned, seat, LAID, lambda _, lead=lead: [lead])
        because = found.because if isinstance(found, Impossible) else None
        assert because == expected
        assert isinstance(found, Impossible) or entries_of(found) == [
            {"kind": "declared", "seat": seat, "topic": "leader", "value": None, PRESUMED: True},
            {"kind": "played", "seat": seat, "card": code},
        ]
    assert with_presumed(at(scanned), scanned, 1, "stacks", lambda _: [Dealt(1)]) is None


def test_only_a_card_turned_up_by_another_seat_than_the_dealers_shows_another_dealer(monkeypatch):
    """In Oh Hell, the dealer turns up a card for trump."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "examples/oh-hell"))
    monkeypatch.setitem(GAMES, "oh-hell", importlib.import_module("oh_hell").GAME)
    for dealer in range(4):
        record = record_of(4, [{"kind": "dealt", "dealer": dealer}], "oh-hell")
        now = at(record, presumed=frozenset({1}))
        for seat in (None, 0, 1, 2, 3):
            up = Shown(seat, card("4H"))
            found = with_dealer_shown(now, record, up, lambda _, up=up: [up])
            another = {"kind": "dealt", "dealer": seat}
            assert (found and entries_of(found)) == (
                None
                if seat in (None, dealer)
                else [
                    {"kind": "corrected", "seq": 1, "entry": another, PRESUMED: True},
                    {"kind": "shown", "seat": seat, "card": "4H"},
                ]
            )
            assert with_dealer_shown(at(record), record, up, lambda _, up=up: [up]) is None
