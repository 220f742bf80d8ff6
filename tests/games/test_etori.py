"""Etori: its rulings, each by its number (docs/games/etori.md), its flow and its judge."""

import pytest

from players.etori import arranged, dealt, plays
from players.torite import declared, played
from records.lines import entry, findings, record_of, refusal, refused
from records.moments import awaited, detail
from referees.etori import Referee
from referees.torite import ALL_SEEING
from tricktable.games import GAMES
from tricktable.games.etori.rules import ACES, price
from tricktable.rules.view import view

FOUR_OF_SIX = (0, 2, 3, 5)
"""The seats that play with six players while team 1 sits out."""


def table(*lines, players=4, **options):
    """The record of these entries; the referee agrees with what it means."""
    record = record_of(players, lines, "etori", **options)
    assert record.summary() == Referee(players, lines, options).summary()
    return record


def result(*lines, **options):
    """How the last deal of these entries ended."""
    return detail(table(*lines, **options))["deals"][-1]


def leaders(record):
    """Who may lead: a card of anybody else is out of turn."""
    playing = [seat for seat in range(record.header.seats) if not refused(record, lead(seat))]
    found = []
    for seat in playing:
        tried = record.fork()
        tried.add(entry(tried, lead(seat)))
        if not any(each[0] == "turn" and each[3] == tried.seq for each in findings(tried)):
            found.append(seat)
    assert view(record).position.leaders == tuple(found)
    return found


def dealers(record):
    """Who may deal next."""
    return [seat for seat in range(record.header.seats) if not refused(record, dealt(seat))]


def lead(seat):
    """A card from that seat."""
    return played("played", seat, "2C")


def trump(suit, seat=None):
    """Trump is changed."""
    return declared(seat, "trump", suit)


# --- rulings (5b) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "chips"), [("dealt", 4), ("captured", 2)])
def test_e1_the_aces_that_count(value, chips):
    """The winners were dealt none, and captured the two red ones."""
    lines = arranged(14)
    assert result(*lines, aces=value) == {
        "dealer": 1,
        "winner": 0,
        "faces": [14, 2],
        "chips": chips,
    }


def test_e1_the_key_aces_count_by_the_faces_the_others_do_not():
    rensho, red = ACES[0].bit, ACES[1].bit
    keys = rensho | ACES[3].bit
    assert [price(faces, rensho | red, keys) for faces in range(8, 17)] == [1] * 4 + [2] * 4 + [4]
    assert [price(faces, red, keys) for faces in range(8, 17)] == [2] * 9
    assert [price(faces, 0, keys) for faces in range(8, 17)] == [4] * 9


@pytest.mark.parametrize("value", ["dealt", "captured"])
def test_e2_eight_each_are_lost_with_the_rensho(value):
    """Who was dealt it has captured it, too."""
    lines = arranged(8, "AH", won=1, lost=0, dealer=0, first=1)
    told = result(*lines, aces=value)
    assert (told["winner"], told["faces"]) == (1, [8, 8])


@pytest.mark.parametrize("payment", ["seed", "plain"])
@pytest.mark.parametrize(("aces", "chips"), [("AS", 1), ("AH", 2), ("", 4)])
def test_e3_eight_each_are_paid_by_the_table(payment, aces, chips):
    assert result(*arranged(8, aces), payment=payment)["chips"] == chips


SWEEP = [dealt(1), *plays(0, "AC KC QC JC"), *plays(0, "KS 2S QS 3S"), *plays(0, "JS 4S 2H QD")]
"""Team 0 takes eight faces, the Rensho among them."""
NINTH = plays(0, "5S JD 2D 3D")


@pytest.mark.parametrize("value", ["no", "yes"])
def test_e4_nine_faces_do_not_end_a_deal_while_more_would_pay_more(value):
    record = table(*SWEEP, *NINTH, stop_when_decided=value)
    assert (detail(record)["faces"], awaited(record)) == ([9, 0], (0, "play"))


@pytest.mark.parametrize(("value", "winner"), [("no", None), ("yes", [0, 2])])
def test_e4_nine_faces_decide_when_the_losers_pay_their_last_chip_anyhow(value, winner):
    record = table(*arranged(9), *SWEEP, *NINTH, stop_when_decided=value)
    assert record.summary()["winner"] == winner


AMONG_ELEVEN = [*plays(1, "2H AH KH QH"), *plays(2, "6S KD QD JD")]
ELEVEN_TO_FOUR = {
    "AC": [
        dealt(1),
        *plays(0, "2S AS 3S KS"),
        *plays(1, "QS 4S JS 5S"),
        *AMONG_ELEVEN,
        *plays(2, "7S AD JH KC"),
        *plays(2, "8S QC JC 2C"),
    ],
    "AS": [
        dealt(1),
        *plays(0, "2C AC 3C KC"),
        *plays(1, "QC 4C JC 5C"),
        *AMONG_ELEVEN,
        *plays(2, "KS AD JH QS"),
        *plays(2, "JS 2D 3D 4D"),
    ],
}
"""Team 0 was dealt a red ace and has eleven faces, team 1 four; only this ace is left."""


@pytest.mark.parametrize("aces", ["dealt", "captured"])
@pytest.mark.parametrize("left", ["AC", "AS"])
def test_e4_the_last_key_ace_makes_twelve_of_eleven_or_changes_nothing(left, aces):
    """It falls to whoever has it: two chips in either case."""
    lines = ELEVEN_TO_FOUR[left]
    assert result(*lines, stop_when_decided="yes", aces=aces) == {
        "dealer": 1,
        "winner": 0,
        "faces": [11, 4],
        "chips": 2,
    }
    assert detail(table(*lines, aces=aces))["deals"] == []


def test_e4_the_last_ace_makes_two_chips_of_one():
    """Eleven faces with a key ace are worth a chip, and twelve two: who takes the last decides."""
    lines = [*ELEVEN_TO_FOUR["AS"][:-8], *plays(2, "AS KS JH QS"), *plays(2, "JS 2D 3D 4D")]
    record = table(*lines, stop_when_decided="yes", aces="captured")
    assert (detail(record)["faces"], detail(record)["deals"]) == ([11, 4], [])


SIX = {"players": 6}
FIRST_OF_SIX = arranged(10, "AH", players=6, dealer=2)
"""Team 2 deals and sits out; team 0 wins two chips of team 1."""


@pytest.mark.parametrize(("value", "four", "six"), [("losers", 1, 1), ("rotate", 0, 0)])
def test_e5_who_deals_next(value, four, six):
    assert dealers(table(*arranged(9), deal=value)) == [four, four + 2]
    assert dealers(table(*FIRST_OF_SIX, deal=value, **SIX)) == [six, six + 3]


def test_e5_a_team_that_is_out_is_passed_over_when_the_deal_goes_round():
    lines = [*arranged(9, players=6, dealer=2), *arranged(9, "", 2, 1, 6, dealer=3, first=2)]
    record = table(*lines, deal="rotate", **SIX)
    assert detail(record)["chips"] == [9, 0, 6]
    assert dealers(record) == [2, 5]


def test_e6_the_team_that_did_not_deal_leads():
    record = table(dealt(1))
    assert (leaders(record), awaited(record)) == ([0, 2], (None, "play"))
    assert leaders(table(*arranged(9, won=1, lost=0, first=1), dealt(2))) == [1, 3]


def test_e6_winners_who_have_to_deal_do_not_lead():
    assert leaders(table(*arranged(9), dealt(2), deal="rotate")) == [1, 3]


def test_e6_a_first_lead_by_a_dealer_is_out_of_turn():
    lines = [dealt(1), played("played", 3, "2C")]
    assert findings(table(*lines)) == [("turn", "proved", 3, 2, (2,))]


@pytest.mark.parametrize(
    ("direction", "dealer", "team"),
    [("clockwise", 2, 0), ("clockwise", 4, 2), ("anticlockwise", 2, 1), ("anticlockwise", 0, 2)],
)
def test_e7_the_team_of_the_next_seat_leads_the_first_deal_of_six(direction, dealer, team):
    assert leaders(table(dealt(dealer), direction=direction, **SIX)) == [team, team + 3]


@pytest.mark.parametrize(("value", "team"), [("winners", 0), ("newcomers", 2)])
def test_e7_who_leads_the_later_deals_of_six(value, team):
    record = table(*FIRST_OF_SIX, dealt(1), six_first_lead=value, **SIX)
    assert leaders(record) == [team, team + 3]


def test_e7_winners_who_have_to_deal_make_way_for_the_next_seat():
    record = table(*FIRST_OF_SIX, dealt(3), deal="rotate", **SIX)
    assert leaders(record) == [1, 4]


def test_e8_who_deals_sits_out_and_who_sat_out_plays():
    record = table(*FIRST_OF_SIX, dealt(4), **SIX)
    assert detail(record)["sitting"] == 1
    for seat in range(6):
        for kind in ("played", "held"):
            assert refused(record, played(kind, seat, "2C")) is (seat in (1, 4))


@pytest.mark.parametrize("players", [4, 6])
def test_e9_anybody_may_deal_first(players):
    assert dealers(table(players=players)) == list(range(players))


def test_e10_either_of_the_dealing_team_may_deal():
    assert dealers(table(*arranged(9))) == [1, 3]


@pytest.mark.parametrize(("value", "due"), [("clockwise", 1), ("anticlockwise", 3)])
def test_e11_the_direction_of_play(value, due):
    record = table(dealt(1), played("played", 0, "2C"), direction=value)
    assert awaited(record) == (due, "play")


@pytest.mark.parametrize("won", [0, 1])
def test_e11_the_direction_changes_nothing_in_who_wins_and_pays(won):
    lines = arranged(9, "AC", won, 1 - won, dealer=1 - won)
    paid = {"dealer": 1 - won, "winner": won, "faces": [9, 7] if won == 0 else [7, 9], "chips": 1}
    assert result(*lines) == result(*lines, direction="anticlockwise") == paid


@pytest.mark.parametrize(("value", "due"), [("clockwise", 5), ("anticlockwise", 2)])
def test_e11_who_sits_out_is_passed_over(value, due):
    record = table(dealt(1), *plays(3, "2C", FOUR_OF_SIX), direction=value, **SIX)
    assert awaited(record) == (due, "play")


@pytest.mark.parametrize(("value", "is_found"), [("no", True), ("yes", False)])
def test_e12_the_rensho_at_any_time(value, is_found):
    lines = [dealt(1), *plays(0, "2H 3H AC 4H"), *plays(2, "5H 6H 7H 8H")]
    found = findings(table(*lines, rensho_any_time=value))
    assert found == ([("follow", "proved", 2, 4, (4, 6))] if is_found else [])


def test_e12_the_rensho_played_at_any_time_is_a_club_where_clubs_are_led():
    lines = [dealt(1), *plays(0, "2C 3H 4C 5C"), *plays(3, "6C 7C AC 8C")]
    assert findings(table(*lines, rensho_any_time="yes")) == [("follow", "proved", 1, 3, (3, 8))]


def test_e13_the_rensho_led_asks_for_clubs():
    lines = [dealt(1), *plays(0, "AC 2H 3C 4C"), *plays(0, "5C 6C 7C 8C")]
    assert findings(table(*lines)) == [("follow", "proved", 1, 3, (3, 7))]


def test_e14_spades_stay_trump_unless_by_house_rule():
    assert refused(table(dealt(1)), trump("H"))
    record = table(dealt(1), trump("H"), trump_change="on")
    assert (view(record).trump, view(record).position.rensho) == ("H", "AS")


@pytest.mark.parametrize(
    ("suit", "cards", "seat"),
    [
        ("H", "AD KD 2H 3D", 2),
        ("H", "AH AS 2H 3H", 1),
        ("H", "AC KC 2S 3C", 0),
        ("C", "AH KH 2C 3H", 2),
        ("C", "AC AS 2C 3C", 1),
        ("S", "AS KS AC 3S", 2),
    ],
)
def test_e14_with_another_trump_the_ace_of_spades_is_the_rensho(suit, cards, seat):
    record = table(dealt(1), trump(suit), *plays(0, cards), trump_change="on")
    assert awaited(record) == (seat, "play")


def test_e14_trump_is_changed_between_the_deal_and_the_first_card():
    empty = record_of(4, [], "etori", trump_change="on")
    assert refused(empty, trump("H"))
    record = table(dealt(1), trump("H"), trump("D"), trump_change="on")
    assert view(record).trump == "D"
    record.add(entry(record, played("played", 0, "2C")))
    assert refused(record, trump("H"))
    next_deal = table(dealt(1), trump("H"), *arranged(9)[1:], trump_change="on")
    assert awaited(next_deal) == (None, "deal")
    assert refused(next_deal, trump("H"))


def test_e14_trump_is_said_by_the_table():
    header = {"record": "tricktable/1", "game": "etori", "players": 4}
    told = refusal(header, dealt(1), trump("H", seat=1))
    assert (told.exit_code, told.line) == (2, 3)


NINE_WITH_AH = [
    *plays(0, "AH KH QH JH"),
    *plays(0, "2C AC 3C 4C"),
    *plays(1, "AS 2S 3S JS"),
    *plays(1, "AD KD QD JD"),
    *plays(1, "5C KC QC JC"),
    *plays(2, "KS QS 4S 5S"),
]
"""Everybody follows suit; team 0 takes nine faces, and was dealt the ace of hearts alone."""


@pytest.mark.parametrize(("suit", "chips"), [("S", 2), ("H", 1), ("D", 2), ("C", 2)])
def test_e14_the_rensho_and_the_ace_of_trumps_are_the_key_aces(suit, chips):
    told = result(dealt(1), trump(suit), *NINE_WITH_AH, trump_change="on")
    assert (told["faces"], told["chips"]) == ([9, 7], chips)


@pytest.mark.parametrize(("cards", "seat"), [("AS AC 2S 3S", 1), ("KS AS QS 2S", 1)])
def test_e15_the_ace_of_spades_is_second_to_the_rensho_alone(cards, seat):
    assert awaited(table(dealt(1), *plays(0, cards))) == (seat, "play")


def test_e16_who_cannot_pay_all_pays_what_is_left():
    told = result(*arranged(9), *arranged(16, "AC"))
    assert told["chips"] == 1


TEAM_1_IS_OUT = [
    *arranged(9, players=6, dealer=2),
    *arranged(9, "AC", lost=2, players=6, dealer=1),
    *arranged(9, players=6, dealer=2),
]


def test_e17_of_three_teams_two_play_on():
    record = table(*TEAM_1_IS_OUT, **SIX)
    assert (detail(record)["chips"], dealers(record)) == ([11, 0, 4], [2, 5])
    record = table(*TEAM_1_IS_OUT, dealt(2), **SIX)
    assert (leaders(record), detail(record)["sitting"]) == ([0, 3], None)
    assert all(refused(record, played("played", seat, "2C")) for seat in (1, 4))


def test_e17_the_game_may_end_with_the_first_team_that_is_out():
    """Most of fifteen chips is never shared by two."""
    told = table(*TEAM_1_IS_OUT, six_end="first_bust_most_chips", **SIX).summary()
    assert (told["status"], told["winner"]) == ("finished", [0, 3])
    assert (told["detail"]["chips"], told["next"]["what"]) == ([11, 0, 4], "over")


def test_e18_there_is_no_time_limit():
    header = {"record": "tricktable/1", "game": "etori", "players": 4}
    told = refusal(header | {"options": {"time_limit": 40}})
    assert (told.exit_code, told.line) == (2, 1)


@pytest.mark.parametrize(
    ("faces", "aces", "chips"),
    [(9, "", 1), (11, "AD", 1), (12, "AH", 2), (14, "", 2), (16, "AC", 4)],
)
def test_e19_the_plain_scale_knows_no_aces(faces, aces, chips):
    assert result(*arranged(faces, aces), payment="plain")["chips"] == chips


def test_e20_captured_faces_are_told_and_nothing_is_shown_or_moved():
    record = table(*SWEEP)
    assert (detail(record)["faces"], view(record).position.left) == ([8, 0], 8)
    assert refused(record, played("shown", 0, "2C"))
    assert refused(
        record, {"kind": "moved", "seat": 0, "from": "hand", "to": "discard", "count": 1}
    )


REVOKED = [
    dealt(1),
    *plays(0, "AH 2C KH QH"),
    *plays(0, "AC KC QC JC"),
    *plays(0, "AS KS QS JS"),
    *plays(0, "AD KD QD JD"),
    *plays(0, "2D 3D 4D JH"),
]
"""A whole deal in which seat 1 does not follow hearts at entry 3."""


def test_e21_a_hand_read_after_the_deal_shows_what_was_not_followed():
    record = table(*REVOKED)
    assert (awaited(record), findings(record, ALL_SEEING)) == ((None, "deal"), [])
    record = table(*REVOKED, played("held", 1, "5H"))
    seen = [("follow", "proved", 1, 3, (3, 22))]
    assert (findings(record), findings(record, 0)) == ([], [])
    assert (findings(record, ALL_SEEING), findings(record, 1)) == (seen, seen)
    record.add(entry(record, dealt(1)))
    record.add(entry(record, played("held", 3, "5H")))
    assert findings(record, ALL_SEEING) == seen


def test_e21_only_cards_that_can_be_left_are_read():
    record = table(*REVOKED)
    for seat, card in ((1, "JH"), (1, "7R")):
        assert refused(record, played("held", seat, card))
    for card in "2S 3S 4S 5S 6S 7S 8S 9S".split():
        record.add(entry(record, played("held", 0, card)))
    assert refused(record, played("held", 1, "2S"))
    assert refused(record, played("held", 0, "TS"))  # the fourteenth
    assert refused(table(*arranged(9), *arranged(9)), played("held", 1, "2S"))


# --- flow ---------------------------------------------------------------------------------------


def test_before_the_first_deal_nothing_else_can_be():
    record = table()
    assert awaited(record) == (None, "deal")
    for line in (played("played", 0, "2C"), played("held", 0, "2C"), trump("S")):
        assert refused(record, line)
    assert detail(record) == {"chips": [5, 5], "faces": [0, 0], "sitting": None, "deals": []}


def test_a_deal_begins_only_when_the_last_is_over():
    record = table(dealt(1))
    assert dealers(record) == []
    assert dealers(table(*REVOKED[:-1])) == []


def test_a_hand_is_read_before_its_first_card():
    record = table(dealt(1), played("held", 0, "2C"), *plays(0, "3C 4C"))
    assert refused(record, played("held", 0, "5C"))
    assert refused(record, played("held", 1, "5C"))
    assert not refused(record, played("held", 2, "5C"))
    assert refused(record, played("held", 2, "2C"))
    assert refused(record, played("held", 2, "3C"))
    hand = [played("held", 2, rank + "S") for rank in "23456789TJQKA"]
    assert refused(table(dealt(1), *hand), played("held", 2, "2C"))
    assert not refused(table(dealt(1), *hand), played("held", 2, "2S"))
    later = table(*arranged(9), dealt(1), *plays(0, "3C"))
    assert refused(later, played("held", 0, "5C"))
    assert not refused(later, played("held", 1, "5C"))


def test_what_cannot_have_happened_is_refused():
    record = table(dealt(1), *plays(0, "2C 3C"))
    for line in (
        played("played", 2, "2C"),
        played("played", 1, "4C"),
        played("played", 2, "7R"),
        declared(0, "leader"),
        declared(0, "bid", "pass"),
    ):
        assert refused(record, line)


def test_when_the_game_is_over_entries_can_only_be_taken_back():
    record = table(*arranged(9), *arranged(9))
    assert (awaited(record), detail(record)["faces"]) == ((None, "over"), [0, 0])
    for line in (dealt(1), played("played", 0, "2C"), played("held", 0, "2C"), trump("S")):
        assert refused(record, line)
    record.add(entry(record, {"kind": "struck", "seq": record.seq}))
    assert (awaited(record)[1], record.summary()["winner"]) == ("play", None)


def test_order_on_the_table_decides_who_is_next():
    """The first seat after the first card that has not played."""
    record = table(dealt(1), played("played", 0, "2C"), played("played", 2, "3C"))
    assert (awaited(record), findings(record)) == ((1, "play"), [("turn", "proved", 2, 3, (3,))])
    record.add(entry(record, played("played", 1, "4C")))
    assert (awaited(record), len(findings(record))) == ((3, "play"), 1)


# --- the judge ----------------------------------------------------------------------------------


def test_nobody_is_named_while_only_the_numbers_say_that_somebody_revoked():
    """Three claim to have no heart: the fourth cannot hold the twelve that are left."""
    lines = [dealt(1), *plays(0, "2H 3C 4C 5C")]
    assert findings(table(*lines)) == []
    lines += plays(0, "6C")
    assert findings(table(*lines)) == [("follow", "someone", None, 6, ())]
    lines += [*plays(0, "6C 7C 8C 9C")[1:], *plays(3, "TC 2D KC 3H")]
    assert findings(table(*lines)) == [("follow", "proved", 2, 4, (4, 13))]


def test_who_sits_out_has_no_card_that_could_have_been_followed():
    lines = [dealt(1), *plays(2, "2H 3C 4C 5C", FOUR_OF_SIX), *plays(2, "6C", FOUR_OF_SIX)]
    assert findings(table(*lines, **SIX)) == [("follow", "someone", None, 6, ())]


def test_a_card_of_a_new_deal_proves_nothing_about_the_last():
    """Seat 1 does not follow the last spade; it has spades again in the next deal."""
    last_trick = plays(2, "KS QS 5S 4D")
    lines = [dealt(1), *NINE_WITH_AH[:-4], *last_trick, dealt(1), *plays(0, "2S 3S 4S 6S")]
    assert findings(table(*lines)) == []


def test_the_house_rules_of_the_table_change_no_summary():
    told = table(*REVOKED).summary()
    for option in ("revoke_action", "hand_scan"):
        for value in GAMES["etori"].options(4, {})[option].values:
            assert table(*REVOKED, **{option: value}).summary() == told
