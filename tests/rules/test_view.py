"""What screens and phones are shown: the table as it lies, and findings with cards and tricks."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players import deals, etori
from players.every_game import KINDS, by_chance
from players.torite import Manners, arranged, declared, play, played
from records.hostile import about, can_add
from records.lines import entry, growth, header, record_of
from referees.torite import ALL_SEEING, PUBLIC, Referee
from referees.witness import trick_winner
from thorough import examples
from tricktable.games.etori.rules import Etori
from tricktable.games.torite.rules import Torite
from tricktable.rules.record import Record
from tricktable.rules.verdicts import Finding
from tricktable.rules.view import Exhibit, FindingDetail, NewestEntry, remark, view

OPENING = [
    {"kind": "dealt", "dealer": 3},
    declared(1, "leader"),
    played("held", 2, "3H"),
    played("played", 1, "9H"),
    played("played", 2, "2D"),
    played("played", 3, "KH"),
]
SECOND = [
    played("played", 0, "2H"),
    played("played", 3, "3C"),
    played("played", 1, "4C"),
]


def seen(lines, viewpoint=PUBLIC):
    return view(record_of(4, lines), viewpoint)


def test_a_table_before_the_deal():
    shown = seen([])
    assert (shown.game, shown.title, shown.seats) == ("torite", "The Torite", 4)
    assert shown.names == ("North", "East", "South", "West")
    assert (shown.status, shown.seq, shown.next_seat, shown.next_what) == (
        "playing",
        0,
        None,
        "deal",
    )
    assert (shown.number, shown.of, shown.tally, shown.trump) == (1, 12, (0, 0, 0, 0), "S")
    assert (shown.trick, shown.best, shown.led, shown.last, shown.last_winner) == (
        (),
        None,
        None,
        (),
        None,
    )
    assert (shown.winner, shown.findings, shown.remarks) == (None, (), ())


def test_a_game_without_tricks_counts_none():
    shown = view(record_of(4, [{"kind": "dealt", "dealer": 3}], "tredici"))
    assert (shown.deal, shown.deals, shown.number, shown.of) == (0, 0, 0, 0)
    assert (shown.trick, shown.last, shown.tally, shown.trump) == ((), (), (), "")
    assert (shown.led, shown.best, shown.last_winner) == (None, None, None)


def test_a_trick_on_the_table():
    shown = seen(OPENING)
    assert shown.trick == ((1, "9H"), (2, "2D"), (3, "KH"))
    assert (shown.led, shown.best, shown.number) == ("H", 3, 1)
    assert (shown.next_seat, shown.next_what) == (0, "play")
    assert shown.last == ()


def test_the_trick_before():
    shown = seen(OPENING + SECOND[:1])
    assert shown.trick == ()
    assert (shown.led, shown.best) == (None, None)
    assert shown.last == ((1, "9H"), (2, "2D"), (3, "KH"), (0, "2H"))
    assert (shown.last_winner, shown.tally, shown.number) == (3, (0, 0, 0, 1), 2)
    assert (shown.next_seat, shown.next_what) == (3, "play")


def test_what_the_win_still_needs():
    position = seen(OPENING + SECOND).position
    assert position.target == (6, 4, 2, 0)
    assert (position.left, len(position.rounds), position.of_rounds) == (11, 1, 1)
    assert position.finals == ((0, 2, 4, 6),) * 3 + ((2, 4, 6),)
    assert (position.kept_suits, position.lost_by) == ([], None)


def test_the_end_of_a_game():
    game = arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [["AH", "7C", "9D", "2S"]])
    record = record_of(4, game.lines)
    shown = view(record)
    assert (shown.status, shown.winner, shown.tally) == ("finished", (0, 1, 2, 3), (6, 4, 2, 0))
    assert (shown.number, shown.next_what) == (12, "over")
    assert shown.position.as_json() == record.summary()["detail"]
    assert shown.position.finals == ((6,), (4,), (2,), (0,))
    assert shown.position.kept_suits == ["H", "C", "D", "S"]


@pytest.mark.parametrize(
    ("kept", "lost"), [(["AH", "7H", "9D", "2S"], "suits"), (["AH", "7C", "9D", "2S"], "tricks")]
)
def test_why_a_game_is_lost(kept, lost):
    takers = [0] * 6 + [1] * 4 + [2] * 2 if lost == "suits" else [0] * 7 + [1] * 3 + [2] * 2
    shown = seen(arranged(4, [takers], [kept]).lines)
    assert (shown.winner, shown.position.lost_by) == ((), lost)


# --- the newest entry, and the deal ---------------------------------------------------------------


def newest(record, viewpoint=PUBLIC):
    return view(record, viewpoint).newest


def test_the_newest_entry_is_told_without_its_secrets():
    record = record_of(2, [], "tredici")
    lines = [
        ({"kind": "dealt", "dealer": 1}, NewestEntry("dealt", 1)),
        (played("held", 0, "3H"), None),
        (declared(0, "target", "H"), NewestEntry("declared", 0, topic="target")),
        (declared(1, "target", "S"), NewestEntry("declared", 1, topic="target")),
        (
            {
                "kind": "moved",
                "seat": 0,
                "from": "hand",
                "to": "stack",
                "count": 1,
                "cards": ["3H"],
            },
            NewestEntry("moved", 0, move="hand>stack", number=1),
        ),
    ]
    assert newest(record) is None
    for line, told in lines:
        record.add(entry(record, line))
        assert newest(record) == told
    assert newest(record, 1) == told
    record.add(entry(record, {"kind": "struck", "seq": 5}))
    assert newest(record) is None


def test_the_newest_entry_says_nothing_that_it_does_not_have():
    record = record_of(2, [], "tredici")
    for line, told in [
        ({"kind": "dealt", "dealer": 1}, ("dealt", 1, None, "", None, "", 0)),
        (played("held", 0, "3H"), ("held", 0, "3H", "", None, "", 0)),
        (declared(0, "target", "H"), ("declared", 0, None, "target", "H", "", 0)),
        (
            {"kind": "moved", "seat": 0, "from": "hand", "to": "stack", "count": 1},
            ("moved", 0, None, "", None, "hand>stack", 1),
        ),
    ]:
        record.add(entry(record, line))
        assert newest(record, 0) == told


def test_a_seat_knows_its_own_secrets():
    record = record_of(2, [{"kind": "dealt", "dealer": 1}, declared(0, "target", "H")], "tredici")
    assert newest(record, 0).value == newest(record, ALL_SEEING).value == "H"
    assert newest(record, 1).value is None
    record.add(entry(record, played("held", 0, "3H")))
    assert newest(record, 0) == newest(record, ALL_SEEING) == NewestEntry("held", 0, "3H")
    assert newest(record, 1) is None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "players"), [("etori", 4), ("triatri", 3), ("troika", 4)])
def test_a_remark_names_the_deal_that_it_happened_in(game, players, seed):
    played_game = by_chance(Random(seed), game, players)
    record, deals = Record(played_game.header), {}
    for line in played_game.lines:
        record.add(entry(record, line))
        deals[record.seq] = view(record).deal
    if not any(line["kind"] in ("struck", "corrected") for line in played_game.lines):
        for each in view(record).remarks:
            if each.card is not None:
                assert each.deal in (deals[each.finding.seq], deals[each.finding.seq - 1])


@pytest.mark.parametrize(
    ("game", "players", "deals"), [("torite", 4, 0), ("torite", 2, 2), ("triatri", 3, 3)]
)
def test_the_deals_are_counted_where_there_are_several(game, players, deals):
    played_game = by_chance(Random(4), game, players)
    record = Record(played_game.header)
    counted = [view(record).deal]
    for line in played_game.lines:
        record.add(entry(record, line))
        counted.append(view(record).deal)
    assert counted[0] == 0
    assert max(counted) <= deals
    assert set(counted) == set(range(max(counted) + 1))


# --- remarks ------------------------------------------------------------------------------------


def remarks(lines, viewpoint=PUBLIC):
    record = record_of(4, lines)
    told = view(record, viewpoint).remarks
    assert [each.finding for each in told] == record.findings(viewpoint)
    return told


def what(each):
    """A remark without its game, its finding and its tricks."""
    beside = ("rules", "finding", "exhibits", "proof_name", "entries", "header")
    return tuple(
        getattr(each, field.name) for field in fields(FindingDetail) if field.name not in beside
    )


def test_a_revoke_that_a_card_read_before_proves():
    (told,) = remarks(OPENING, ALL_SEEING)
    assert (told.finding.seq, told.finding.proof) == (5, (5, 3))
    assert what(told) == (1, "H", "2D", "3H", None, "held", 0)
    assert remarks(OPENING) == ()


def test_a_revoke_that_a_card_played_later_proves():
    (told,) = remarks([*OPENING, *SECOND, played("played", 2, "3H")])[:1]
    assert (told.finding.seq, told.finding.proof) == (5, (5, 10))
    assert what(told) == (1, "H", "2D", "3H", 2, "played", 0)


def test_both_tricks_of_a_revoke_are_shown_whole():
    (told,) = remarks([*OPENING, *SECOND, played("played", 2, "3H")])[:1]
    first, second = told.exhibits
    assert (first.number, first.taker, dict(first.plays)[told.finding.seat]) == (1, 3, "2D")
    assert len(first.plays) == 4
    assert (second.number, second.taker, dict(second.plays)[2]) == (2, None, "3H")


@examples(6)
@given(st.integers(0, 2**32), st.sampled_from(["torite", "triatri", "etori", "troika"]))
def test_a_remarks_tricks_are_those_of_the_record(seed, game):
    """Every improper play and what shows it lie in a trick that was played as it is shown."""
    played_game = by_chance(Random(seed), game, 4)
    taken = set()
    for record in growth(played_game.header, played_game.lines):
        now = view(record)
        taken |= {now.last, now.trick}
    for each in view(record).remarks:
        cards = [card for trick in each.exhibits for _, card in trick.plays]
        assert each.card is None or each.proof_trick is None or each.card in cards
        assert each.proof_trick is None or each.proof_card in cards
        if not any(line["kind"] in ("struck", "corrected") for line in played_game.lines):
            assert {trick.plays for trick in each.exhibits} <= taken


def test_an_unfinished_trick_that_proves_something_is_shown_whole_once_it_is_over():
    record = record_of(4, [*OPENING, *SECOND, played("played", 2, "3H")])
    first = Exhibit(1, ((1, "9H"), (2, "2D"), (3, "KH"), (0, "2H")), 3)
    second = Exhibit(2, ((3, "3C"), (1, "4C"), (2, "3H")), None)
    for _ in range(2):
        told = {each.finding.rule: each.exhibits for each in view(record).remarks}
        assert told == {"follow": (first, second), "turn": (second,)}
    record.add(entry(record, played("played", 0, "5C")))
    second = Exhibit(2, (*second.plays, (0, "5C")), 0)
    record.add(entry(record, played("played", 0, "6C")))
    for _ in range(2):
        told = {each.finding.rule: each.exhibits for each in view(record).remarks}
        assert told == {"follow": (first, second), "turn": (second,)}


def test_a_card_read_in_a_hand_shows_no_trick_of_its_own():
    (told,) = remarks(OPENING, ALL_SEEING)
    assert told.exhibits == (Exhibit(1, ((1, "9H"), (2, "2D"), (3, "KH")), None),)
    first = [played("played", seat, card) for seat, card in ((1, "9H"), (2, "2H"), (3, "KH"))]
    second = [played("played", seat, card) for seat, card in ((3, "3C"), (0, "5C"), (1, "6C"))]
    lines = [*OPENING[:2], played("held", 2, "4C"), *first, played("played", 0, "3H"), *second]
    (told,) = remarks([*lines, played("played", 2, "7D")], ALL_SEEING)
    assert what(told) == (2, "C", "7D", "4C", None, "held", 0)
    assert told.exhibits == (Exhibit(2, ((3, "3C"), (0, "5C"), (1, "6C"), (2, "7D")), 1),)


@pytest.mark.parametrize("proof", [(), (5,), (5, 1), (5, 2), (5, 99)])
def test_a_finding_that_no_other_card_shows_is_told_by_its_own_play(proof):
    """A game may prove a breach by anything, or name nothing that proves it."""
    record = record_of(4, OPENING)
    told = remark(record, Finding(5, "follow", "proved", 2, proof))
    assert what(told) == (1, "H", "2D", None, None, None, 0)
    assert told.exhibits == (Exhibit(1, ((1, "9H"), (2, "2D"), (3, "KH")), None),)


def test_a_play_out_of_turn():
    (told,) = remarks([*OPENING, *SECOND])
    assert (told.finding.rule, told.finding.seat, told.finding.seq) == ("turn", 1, 9)
    assert what(told) == (2, None, "4C", None, None, None, 0)


def test_a_leader_without_the_start_card():
    (told,) = remarks([*OPENING, *SECOND[:2], played("played", 0, "2C")])
    assert (told.finding.rule, told.finding.seat, told.finding.seq) == ("starter", 1, 2)
    assert what(told) == (None, None, None, "2C", 2, "played", 0)


def test_a_revoke_that_a_kept_card_proves():
    lines = arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [["AH", "7C", "9D", "2S"]]).lines
    *_, play_at, show_at = (n for n, line in enumerate(lines) if line.get("seat") == 0)
    club = lines[play_at]["card"]
    assert club[1] == lines[show_at - 4]["card"][1] == "C"  # seat 2 led clubs
    lines[play_at], lines[show_at] = played("played", 0, "AH"), played("shown", 0, club)
    (told,) = remarks(lines)
    assert what(told) == (12, "C", "AH", club, None, "shown", 0)
    (shown,) = told.exhibits  # the card that was kept was played to no trick
    assert (shown.number, dict(shown.plays)[0]) == (12, "AH")


def test_when_nobody_can_be_named_no_card_is_accused():
    hand = "2C 3C 4C 5C 6C 7C 8C 9C TC 2H 3H 4H 5H".split()
    lines = [
        {"kind": "dealt", "dealer": 0},
        *[played("held", 0, card) for card in hand],
        declared(0, "leader"),
        played("played", 0, "2C"),
        played("played", 1, "2D"),
        played("played", 2, "3D"),
        played("played", 3, "4D"),
    ]
    (told,) = remarks(lines, 0)
    assert (told.finding.grade, told.finding.seq) == ("someone", len(lines))
    assert what(told) == (*(None,) * 6, 0)


# --- secrets ------------------------------------------------------------------------------------


games = st.builds(
    lambda seed, players: play(
        Random(seed), players, Manners(revokes=0.2, hurries=0.1, boasts=0.3, reads=0.5)
    ),
    st.integers(0, 2**32),
    st.integers(1, 4),
)


@examples(20)
@given(games, st.data())
def test_a_view_tells_what_the_summary_tells(game, data):
    lines = game.lines[: data.draw(st.integers(0, len(game.lines)))]
    viewpoint = data.draw(st.sampled_from([PUBLIC, ALL_SEEING, 0, 1]))
    shown = view(record_of(game.players, lines), viewpoint)
    referee = Referee(game.players, lines)
    summary = referee.summary(viewpoint)
    assert (shown.status, shown.seq, shown.position.as_json()) == (
        summary["status"],
        summary["seq"],
        summary["detail"],
    )
    assert {"seat": shown.next_seat, "what": shown.next_what} == summary["next"]
    assert shown.winner == (None if summary["winner"] is None else tuple(summary["winner"]))
    assert [each.as_json() for each in shown.findings] == summary["findings"]
    tricks, cards = referee.tricks(referee.rounds[-1]), referee.rounds[-1].plays
    assert (
        list(shown.trick)
        == [(each.seat, each.card) for each in cards][len(tricks) * referee.seats :]
    )
    assert list(shown.last) == (tricks[-1] if tricks else [])
    assert shown.last_winner == (trick_winner(tricks[-1]) if tricks else None)
    assert shown.best == (trick_winner(shown.trick) if shown.trick else None)
    assert shown.number == min(len(tricks) + 1, 12)


def test_a_finding_can_be_looked_up_by_itself():
    record = record_of(4, OPENING)
    (finding,) = record.findings(ALL_SEEING)
    assert remark(record, finding).proof_card == "3H"


# --- what is looked at again --------------------------------------------------------------------

UNTIDY = Manners(revokes=0.2, hurries=0.2, reads=0.3)


@examples(12)
@given(st.sampled_from(KINDS), st.integers(0, 2**32))
def test_whoever_has_looked_before_sees_what_one_sees_who_has_not(kind, seed):
    chance = Random(seed)
    game = by_chance(chance, *kind)
    record = Record(game.header)
    words = about(chance, game)
    for line in game.lines:
        can_add(record, entry(record, line))  # what was said of others may have made it impossible
        if chance.random() < 0.2:
            can_add(record, next(words))
        viewpoint = chance.choice([PUBLIC, ALL_SEEING, 0])
        fresh = record.fork()
        fresh.remarks.clear()
        fresh.tricks.clear()
        assert view(record, viewpoint) == view(fresh, viewpoint)


def test_a_trick_that_is_over_is_looked_for_once(monkeypatch):
    record, looks = Record(header(4)), []
    table = Torite.tabletop
    monkeypatch.setattr(Torite, "tabletop", lambda state: looks.append(state) or table(state))
    for line in play(Random(1), 4).lines:
        before = len(looks)
        record.add(entry(record, line))
        view(record)
        assert len(looks) <= before + 2, "the newest, and the one that may have completed a trick"


def test_a_remark_on_a_trick_that_is_over_is_made_once(monkeypatch):
    """A long match with dozens of findings: one more card, and one more look at the table."""
    long = deals.play(Random(2), etori.KIND, 6, {}, UNTIDY, deals=8)
    record = Record(header(6, "etori"))
    looks, most = [], 0
    table = Etori.tabletop
    monkeypatch.setattr(Etori, "tabletop", lambda state: looks.append(1) or table(state))
    for line in long.lines:
        record.add(entry(record, line))
        shown = view(record, 0)
        most = max(most, len(looks))
        looks.clear()
    assert len(shown.findings) > 30
    assert most < len(shown.findings)
