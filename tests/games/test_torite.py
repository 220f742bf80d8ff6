"""The Torite: its rulings, each by its number (docs/games/torite.md), and its flow."""

import pytest

from players.torite import (
    DEALT,
    ENDS,
    FOUR,
    FOUR_SUITS,
    PAIRED,
    SIDES,
    THREE,
    arranged,
    declared,
    played,
    plays,
)
from records.lines import detail, dummy, entry, findings, lost, record_of, refused, summary
from referees.torite import ALL_SEEING
from tricktable.games import GAMES
from tricktable.rules.entries import Impossible
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import view
from tricktable.text.sentences import spoken

# --- rulings (3b) -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["down_suit_visible", "face_up", "hidden"])
def test_t1_how_the_card_set_aside_lies_changes_no_summary(value):
    game = arranged(3, [THREE], [["9S", "KH", "5D"]], "JC")
    assert detail(game, set_aside=value) == detail(game)
    assert refused(record_of(3, game.lines[:2], set_aside=value), game.lines[-1])


def test_t2_nothing_is_exchanged_when_5c_lies_aside():
    game = arranged(3, [THREE], [["9S", "KH", "6D"]], "5C")
    told = summary(game)
    assert (told["findings"], told["detail"]["set_aside"]) == ([], "5C")
    assert refused(record_of(3, game.lines[:-1]), played("shown", None, "6C"))


def test_t2_a_leader_is_wrong_only_once_5c_is_known_to_lie_aside():
    game = arranged(3, [THREE], [["9S", "KH", "6D"]], "5C")
    holder = game.lines[1]["seat"]
    game.lines[1] = declared((holder + 1) % 3, "leader")
    aside = game.lines.pop()
    early = record_of(3, game.lines[:-1])
    assert [each for each in findings(early) if each[0] == "starter"] == []
    early.add(entry(early, aside))
    (found,) = (each for each in findings(early) if each[0] == "starter")
    assert found[4] == (2, early.seq)


def test_t2_with_5c_aside_6c_may_be_named_last():
    """6C is kept: the later of the two entries is the proof."""
    game = arranged(3, [THREE], [["6C", "KH", "5D"]], "5C")
    game.lines[1] = declared(1, "leader")
    *rest, show_0, show_1, show_2, aside = game.lines
    record = record_of(3, [*rest, aside, show_1, show_2])
    assert [each for each in findings(record) if each[0] == "starter"] == []
    record.add(entry(record, show_0))
    (found,) = (each for each in findings(record) if each[0] == "starter")
    assert found == ("starter", "proved", 1, 2, (2, record.seq))


def test_a_start_card_read_in_another_hand_is_known_to_those_who_may():
    lines = [DEALT, played("held", 3, "2C"), declared(1, "leader")]
    record = record_of(4, lines)
    proved = [("starter", "proved", 1, 3, (3, 2))]
    assert (findings(record, ALL_SEEING), findings(record, 3)) == (proved, proved)
    assert (findings(record), findings(record, 1)) == ([], [])
    record.add(entry(record, played("played", 3, "2C")))
    shown = ("starter", "proved", 1, 3, (3, 4))
    assert shown in findings(record)
    assert proved[0] in findings(record, ALL_SEEING)


def test_t3_the_start_card_need_not_be_played():
    record = record_of(4, [DEALT, declared(0, "leader"), *plays("AH", "KH", "QH", "JH")])
    record.add(entry(record, played("played", 0, "2C")))
    assert findings(record) == []


def test_nobody_has_no_start_card():
    assert refused(record_of(4, [DEALT]), declared(None, "leader"))


def test_t4_three_players_have_40_cards():
    record = record_of(3, [DEALT, declared(0, "leader")])
    for suit in "CDHS":
        assert all(refused(record, played("played", 0, rank + suit)) for rank in "234")
        assert not any(refused(record, played("played", 0, rank + suit)) for rank in "56789TJQKA")


def test_t5_the_card_set_aside_must_be_of_the_fourth_suit():
    for aside in ("JC", "JH", "JS", "JD"):
        game = arranged(3, [THREE], [["9S", "KH", "5D"]], aside)
        assert detail(game)["possible"] is (aside == "JC")


def test_t6_a_score_is_computed_and_never_clamped():
    for most in "56789TJQKA":
        game = arranged(3, [THREE], [[most + "S", "KH", "9D"]], "JC")
        assert detail(game)["score"] == "23456789TJQKA".index(most) + 2 - 9 + 12


def test_t7_a_lost_game_has_no_score():
    assert lost(arranged(3, [THREE], [["9S", "KS", "5D"]], "JC"))["possible"] is False


def test_t8_nobody_must_trump_and_trump_may_be_led_at_any_time():
    lines = [DEALT, declared(0, "leader"), *plays("AS", "KS", "QS", "2D"), *plays("AH", "2H", "3H")]
    record = record_of(4, [*lines, played("played", 3, "3C")])
    assert findings(record) == []


def test_t9_the_winner_leads_and_play_goes_clockwise():
    lines = [DEALT, declared(2, "leader"), *plays("9H", "KH", "2H", "3H", first=2)]
    record = record_of(4, lines)
    for seat in (3, 0, 1, 2):
        assert record.summary()["next"] == {"seat": seat, "what": "play"}
        record.add(entry(record, played("played", seat, f"{5 + seat}D")))


def test_t10_a_standing_revoke_costs_the_win():
    game = arranged(4, [FOUR], [FOUR_SUITS])
    assert detail(game)["won"] is True
    # In tricks that others win anyway, seat 0 plays a club to diamonds and a diamond to clubs.
    mine = [n for n, line in enumerate(game.lines) if line == played("played", 0, line.get("card"))]
    eighth, tenth = mine[7], mine[9]
    cards = game.lines[eighth]["card"], game.lines[tenth]["card"]
    assert (cards[0][1], cards[1][1]) == ("D", "C")
    game.lines[eighth], game.lines[tenth] = (played("played", 0, each) for each in reversed(cards))
    told = summary(game)
    assert [(each["rule"], each["seq"]) for each in told["findings"]] == [
        ("follow", eighth + 1),
        ("follow", tenth + 1),
    ]
    assert told["detail"]["rounds"] == detail(arranged(4, [FOUR], [FOUR_SUITS]))["rounds"]
    assert (told["detail"]["possible"], told["detail"]["won"]) == (True, False)
    assert (told["detail"]["score"], told["winner"]) == (None, [])
    said = view(record_of(4, game.lines)).phase
    assert said.outcome == "Not won: North did not follow diamonds in trick 8"
    assert spoken(said.why).startswith(said.outcome.removeprefix("Not won: "))


def test_t13_the_players_pair_the_stacks_together():
    assert record_of(2, PAIRED).summary()["next"] == {"seat": 0, "what": "play"}


@pytest.mark.parametrize("dealer", [0, 1])
def test_t14_with_two_players_the_dealer_leads(dealer):
    record = record_of(2, [DEALT | {"dealer": dealer}, PAIRED[1]])
    assert record.summary()["next"] == {"seat": dealer, "what": "play"}


def test_t14_the_one_player_deals():
    assert refused(record_of(1), DEALT | {"dealer": 1})
    assert not refused(record_of(1), DEALT)


def test_t15_the_score_takes_the_cards_of_round_2():
    assert GAMES["torite"].options(2, {})["score_cards_2p"].values == ("round2", "round1")


@pytest.mark.parametrize("value", ["ask", "auto", "never"])
def test_t16_a_lost_game_is_told_and_can_go_on(value):
    game = arranged(2, ([0] * 9 + [1] * 3, SIDES[1]), ENDS)
    record = record_of(2, game.lines[: 2 + 18], stop_when_lost=value)
    told = record.summary()
    assert (told["detail"]["possible"], told["status"], told["winner"]) == (False, "playing", None)
    assert not refused(record, game.lines[20])


def test_t17_where_no_card_lies_face_down_nothing_is_turned_up():
    record = dummy(played("played", 1, "7H"), played("played", 1, "KS"))
    assert refused(record, played("shown", 1, "KH"))  # only before the next play


def test_t18_a_suit_that_the_dummy_lacks_is_not_turned_up():
    record = record_of(1, PAIRED)
    for code in ("QS", "7H", "AD"):
        assert record.summary()["next"] == {"seat": 1, "what": "turn_up"}
        record.add(entry(record, played("shown", 1, code)))
        assert refused(record, played("shown", 1, "6" + code[1]))
    assert record.summary()["next"] == {"seat": 1, "what": "turn_up"}
    assert not refused(record, played("played", 0, "2C"))  # the dummy has no clubs: go on
    record.add(entry(record, played("shown", 1, "9C")))
    assert record.summary()["next"] == {"seat": 0, "what": "play"}


def test_t19_the_dummy_may_play_an_unseen_card():
    record = dummy(played("played", 1, "KH"))
    assert (findings(record), record.summary()["next"]["seat"]) == ([], 1)


def test_t20_the_dummy_leads_where_it_has_won_and_turns_up_for_a_lead_too():
    record = dummy(played("played", 1, "7H"))
    record.add(entry(record, played("played", 1, "AD")))
    assert findings(record) == []
    assert not refused(record, played("shown", 1, "3D"))


def test_t21_the_dummys_hand_is_read_for_the_referee_alone():
    lines = [*PAIRED, played("held", 1, "4H"), played("played", 0, "2H"), played("played", 1, "3C")]
    record = record_of(1, lines)
    assert findings(record, ALL_SEEING) == [("follow", "proved", 1, 5, (5, 3))]
    assert (findings(record, 0), findings(record)) == ([], [])


@pytest.mark.parametrize("value", ["no", "yes"])
def test_t22_showing_suit_counts_changes_no_summary(value):
    game = arranged(4, [FOUR], [FOUR_SUITS])
    assert detail(game, show_suit_counts=value) == detail(game)


@pytest.mark.parametrize(
    "game",
    [
        arranged(4, [FOUR], [FOUR_SUITS]),
        arranged(3, [THREE], [["9S", "KH", "5D"]], "JC"),
        arranged(2, SIDES, ENDS),
    ],
    ids=["four", "three", "two"],
)
def test_t23_one_deal_is_a_game(game):
    record = record_of(game.players, game.lines)
    assert record.summary()["next"] == {"seat": None, "what": "over"}
    moved = {"kind": "moved", "seat": 0, "from": "hand", "to": "draw", "count": 0}
    over = [DEALT, played("played", 0, "2C"), played("held", 0, "2C"), played("shown", 0, "2C")]
    for line in (*over, moved, declared(0, "leader"), played("shown", None, "2C"), PAIRED[1]):
        assert refused(record, line)
    for seq in range(1, record.seq):  # but the last word has not been spoken
        same = {"kind": "corrected", "seq": seq, "entry": game.lines[seq - 1]}
        assert not refused(record, same)


# --- the flow, and what is impossible -----------------------------------------------------------


@pytest.mark.parametrize(("players", "after_deal"), [(1, "stacks"), (2, "stacks"), (3, "leader")])
def test_what_is_awaited_before_the_first_card(players, after_deal):
    record = record_of(players)
    assert record.summary()["next"] == {"seat": None, "what": "deal"}
    assert refused(record, played("played", 0, "9C"))
    assert refused(record, played("held", 0, "9C"))
    record.add(entry(record, DEALT))
    assert record.summary()["next"] == {"seat": None, "what": after_deal}
    assert refused(record, DEALT)
    assert refused(record, played("played", 0, "9C"))


def test_before_the_deal_there_is_one_round_of_nothing():
    nothing = {"rounds": [{"tricks": [0, 0], "kept": [None, None]}], "set_aside": None}
    open_game = {"won": None, "score": None, "possible": True}
    for players in (1, 2):
        assert record_of(players).summary()["detail"] == nothing | open_game


def test_hands_are_read_before_their_first_card():
    record = record_of(4, [DEALT, played("held", 0, "AH"), declared(1, "leader")])
    record.add(entry(record, played("held", 0, "AH")))  # again: harmless
    record.add(entry(record, played("played", 1, "2H")))
    assert refused(record, played("held", 1, "3H"))
    assert not refused(record, played("held", 0, "3H"))
    assert not refused(record, played("held", 2, "3H"))
    assert refused(record, played("held", 2, "AH"))
    for line in plays("4H", "5H", "6H", first=2):
        record.add(entry(record, line))
    assert refused(record, played("held", 0, "3H"))  # between two tricks


@pytest.mark.parametrize("players", [1, 2])
def test_hands_of_two_are_read_after_the_pairing_and_again_in_round_2(players):
    reading = played("held", 0, "9C")
    assert refused(record_of(players, [DEALT]), reading)
    assert not refused(record_of(players, PAIRED), reading)
    game = arranged(2, SIDES, ENDS)
    second = record_of(players, game.lines[: 2 + 24 + 2])
    assert refused(second, played("held", 0, game.lines[2]["card"]))
    assert not refused(second, played("held", 0, game.lines[28]["card"]))
    assert second.summary()["detail"]["rounds"][1] == {"tricks": [0, 0], "kept": [None, None]}


def test_round_2_is_led_by_the_winner_of_the_last_trick():
    game = arranged(2, ([0] * 4 + [1] * 8, SIDES[0]), ENDS)
    waiting = record_of(2, game.lines[: 2 + 24 + 1])
    assert waiting.summary()["next"] == {"seat": 1, "what": "show"}
    waiting.add(entry(waiting, game.lines[27]))
    assert waiting.summary()["next"] == {"seat": 1, "what": "play"}


def test_the_last_seat_to_show_is_awaited_by_name():
    game = arranged(3, [THREE], [["9S", "KH", "5D"]], "JC")
    *rest, show_0, show_1, show_2, aside = game.lines
    record = record_of(3, [*rest, show_1])
    assert record.summary()["next"] == {"seat": None, "what": "show"}
    record.add(entry(record, show_0))
    assert record.summary()["next"] == {"seat": 2, "what": "show"}  # and the table's own card
    assert record.fork().add(entry(record, aside))
    record.add(entry(record, show_2))
    assert record.summary()["next"] == {"seat": None, "what": "show"}
    assert refused(record, show_2)
    record.add(entry(record, aside))
    assert record.summary()["next"] == {"seat": None, "what": "over"}


def told(record, line):
    """Why the line is refused."""
    with pytest.raises(Impossible) as caught:
        record.add(entry(record, line))
    return caught.value.reason


def test_no_card_is_shown_twice_or_after_it_was_played():
    game = arranged(3, [THREE], [["9S", "KH", "5D"]], "JC")
    *plays_before, show_0, _, show_2, aside = game.lines
    record = record_of(3, [*plays_before, show_0, aside])
    early = plays_before[2]["card"]
    assert told(record, played("shown", 1, early)).startswith(f"{early} was already played by")
    assert told(record, played("shown", 1, "9S")) == "9S was already shown by seat 0 (entry 39)"
    assert told(record, played("shown", 1, "JC")).startswith(
        "JC was already turned up on the table"
    )
    assert told(record, show_0) == "seat 0 has already shown the kept card, 9S"
    assert (
        told(record, played("shown", None, "KH")) == "the card set aside has already been shown: JC"
    )
    assert told(record_of(3, [*plays_before, show_0]), played("shown", None, "9S"))
    assert not refused(record, show_2)


def test_nobody_plays_a_card_again():
    record = record_of(4, [DEALT, declared(0, "leader"), *plays("AH", "KH", "QH", "JH")])
    assert told(record, played("played", 0, "AH")) == "AH was already played by seat 0 (entry 3)"


def test_only_a_card_of_the_dummys_is_turned_up():
    record = dummy(played("played", 1, "7H"))
    assert told(record, played("shown", 1, "2H")) == "2H was already played by seat 0 (entry 7)"
    early = record_of(1, [*PAIRED, played("held", 0, "KD"), played("shown", 1, "7H")])
    assert told(early, played("shown", 1, "7H")) == "7H is already face up"
    assert told(early, played("shown", 1, "KD")).startswith("KD was already scanned in the hand of")


def test_the_dummy_alone_turns_up_cards_and_not_before_the_pairing():
    deal = PAIRED[0]
    counts = declared(None, "stacks", [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]])
    shows = played("shown", 1, "7H")
    for early in ([], [deal], [deal, counts]):
        assert refused(record_of(1, early), shows), early
    assert not refused(record_of(1, PAIRED), shows)
    assert refused(record_of(1, PAIRED), played("shown", 0, "7H"))
    assert refused(record_of(1, PAIRED), played("shown", None, "7H"))
    assert refused(record_of(2, PAIRED), shows)


def test_a_dummy_whose_cards_are_all_known_turns_up_no_other():
    hand = ["7H", "8H", *(rank + "C" for rank in "23456789TJQ")]
    shows = played("shown", 1, "7H")
    lines = [*PAIRED, *(played("held", 1, card) for card in hand), shows, *plays("7H", first=1)]
    record = record_of(1, lines)
    assert told(record, played("shown", 1, "9H")) == "seat 1's hand already has 13 other cards"
    assert not refused(record, played("shown", 1, "8H"))


def test_kept_cards_of_both_rounds_must_differ_in_suit():
    game = arranged(2, SIDES, [["TH", "3S"], ["4D", "QH"]])
    before = record_of(2, game.lines[:-1]).summary()["detail"]
    assert (before["rounds"][1]["kept"], before["possible"]) == (["4D", None], True)
    assert lost(game)["possible"] is False


def test_in_round_2_all_unseen_cards_are_in_the_two_hands():
    """Who knows the own hand knows what the other one holds, and so that somebody revoked."""
    game = arranged(2, SIDES, ENDS)
    round_2 = 2 + 24 + 2
    assert game.lines[round_2]["seat"] == 1  # who leads to it
    mine = [played("held", 0, card) for card in sorted(game.hands[1][0])]
    led = game.lines[round_2]["card"]
    other = next(card for card in sorted(game.hands[1][0]) if card[1] != led[1])
    assert sum(card[1] == led[1] for card in game.hands[1][0]) >= 2
    record = record_of(2, [*game.lines[: round_2 + 1], played("played", 0, other)])
    assert findings(record) == []
    hand = [played("held", 1, card) for card in sorted(game.hands[1][1])]
    lines = [*game.lines[:round_2], *hand, game.lines[round_2], played("played", 0, other)]
    assert findings(record_of(2, lines), 1) == [("follow", "someone", None, len(lines), ())]
    assert findings(record_of(2, [*game.lines[:round_2], *mine, *lines[-2:]]), 0)[0][:2] == (
        "follow",
        "proved",
    )


def test_only_three_players_set_a_card_aside():
    game = arranged(4, [FOUR], [FOUR_SUITS])
    assert refused(record_of(4, game.lines[:-1]), played("shown", None, "2S"))


@pytest.mark.parametrize(
    "counts",
    [
        [[13, 0, 0, 0], [0, 13, 0, 0], [0, 0, 13, 0], [0, 0, 0, 12]],
        [[4, 3, 3, 3]] * 4,
        [[13, 1, 0, 0], [0, 12, 0, 0], [0, 0, 13, 0], [0, 0, 0, 13]],
        [[0, 0, 0, 0]] * 4,
    ],
)
def test_stacks_have_13_cards_and_13_of_each_suit(counts):
    assert refused(record_of(2, [DEALT]), declared(None, "stacks", counts))


@pytest.mark.parametrize(("seat", "card", "lie"), [(0, "KS", ("QS",)), (1, "QS", ())])
def test_the_dummys_last_card_lies_face_up_until_it_is_shown_itself(seat, card, lie):
    lines = [*PAIRED, played("shown", 1, "QS")]
    for rank in "23456789TJKA":
        lines += [played("played", 0, rank + "D"), played("played", 1, rank + "H")]
    record = record_of(1, [*lines, played("shown", seat, card)])
    assert record.state.position((), PUBLIC).face_up == lie


def test_the_dummys_kept_card_is_shown_though_it_lay_face_up():
    """T20's last card: QS has lain face up all the time."""
    lines = [*PAIRED, played("shown", 1, "QS")]
    ranks = "23456789TJKA"
    for rank in ranks:
        lines += [played("played", 0, rank + "D"), played("played", 1, rank + "H")]
    record = record_of(1, [*lines, played("shown", 0, "QC")])
    assert record.summary()["next"] == {"seat": 1, "what": "show"}
    record.add(entry(record, played("shown", 1, "QS")))
    assert record.summary()["detail"]["rounds"][0]["kept"] == ["QC", "QS"]
    assert record.summary()["next"] == {"seat": 1, "what": "turn_up"}
    assert not refused(record, played("shown", 1, "2S"))


# --- what a stack lacks ---------------------------------------------------------------------------


def _dummy_of(*up: str, counts: list[list[int]] | None = None) -> Record:
    """One player's game in which these cards of the dummy's first stack are turned up."""
    lines = [DEALT]
    lines += [declared(None, "stacks", counts)] if counts else []
    lines += [declared(None, "pairing", [[2, 4], [1, 3]])]
    return record_of(1, [*lines, *(played("shown", 1, code) for code in up)])


JO = ("Jo", "Dummy")
NO_SPADE = [[5, 4, 4, 0], [4, 4, 4, 1], [2, 3, 2, 6], [2, 2, 3, 6]]


def test_a_suit_that_the_counted_stack_lacks_is_not_asked_for():
    asked = view(_dummy_of("2C", "3D", counts=NO_SPADE)).with_names(JO).phase
    assert spoken(asked.headline) == "Turn up hearts for Dummy"
    assert "spade" not in asked.due.words
    last = view(_dummy_of("2C", "3D", "4H", counts=NO_SPADE)).with_names(JO).phase
    assert (spoken(last.headline), last.due.words) == ("Jo leads", "Jo to lead")


def test_a_stack_that_nobody_counted_may_lack_a_suit_and_then_its_owner_leads():
    asked = view(_dummy_of("2C", "3D", "4H")).with_names(JO).phase
    assert spoken(asked.headline) == "Turn up spades for Dummy"
    assert spoken(asked.beside).endswith("No spades there? Jo leads")
    assert asked.due.words == "Turn up spades for Dummy, or lead if there are none"
