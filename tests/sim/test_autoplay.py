"""Hands that play by themselves: legal, the same for a seed, at a human pace, to the end."""

from itertools import pairwise
from random import Random

import pytest

from rig.hands import SelfPlay
from rig.table import Rig
from tableboard import tags
from thorough import FACTOR
from tricktable.games.torite.deal import dealt_hands
from tricktable.rules.cards import card, cards_in
from tricktable.rules.entries import Dealt, Played, Shown
from tricktable.rules.verdicts import REFEREE
from tricktable.sim.acts import AWAY_MS, Begin, LayOnReader, Lift, Press, Shuffle
from tricktable.sim.autoplay import FAST, HUMAN, Player
from tricktable.sim.sight import Sight, act_of
from tricktable.sim.stage import request_for_game
from tricktable.table import commands

pytestmark = pytest.mark.sampled
RANKS = "23456789TJQKA"
GAMES = 8 * FACTOR


@pytest.fixture
def play(tmp_path):
    """A table that plays by itself; call with a seed."""
    rigs = []

    def start(seed, pace=FAST):
        folder = tmp_path / str(len(rigs))
        folder.mkdir()
        rigs.append(Rig(folder))
        rigs[-1].table.board_is("live")
        return SelfPlay(rigs[-1], seed, pace)

    yield start
    for rig in rigs:
        rig.journal.close()


def slow_winner(trick):
    """Who takes a trick of (seat, code): looked up, not computed."""
    spades = [play for play in trick if play[1][1] == "S"]
    followed = [play for play in trick if play[1][1] == trick[0][1][1]]
    return max(spades or followed, key=lambda play: RANKS.index(play[1][0]))[0]


def assert_legal(dealt, lays):
    """Check 48 plays and 4 kept cards against the rules as a person would read them."""
    hands = [set(hand) for hand in dealt]
    turn = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    for start in range(0, 48, 4):
        trick = []
        for act in lays[start : start + 4]:
            assert act.reader == turn
            assert act.card in hands[turn]
            led = trick[0][1][1] if trick else ""
            if any(code[1] == led for code in hands[turn]):
                assert act.card[1] == led, f"{act.card} on {trick}"
            hands[turn].remove(act.card)
            trick.append((turn, act.card))
            turn = (turn + 1) % 4
        turn = slow_winner(trick)
    assert {(act.reader, act.card) for act in lays[48:]} == {
        (seat, code) for seat, hand in enumerate(hands) for code in hand
    }


def test_whole_games_are_legal_and_most_are_won(play):
    won = 0
    for seed in range(GAMES):
        table = play(seed)
        done = table.game()
        dealt = [
            [str(each) for each in cards_in(hand)] for hand in dealt_hands(4, Random(f"{seed}/1"))
        ]
        lays = [each.act for each in done if isinstance(each.act, LayOnReader)]
        assert len(lays) == 52, seed
        assert_legal(dealt, lays)
        record = table.rig.table.record()
        assert record.findings(REFEREE) == [], seed
        assert record.state.status == "finished", seed
        won += bool(table.rig.view.view.winner)
    assert won > 0.75 * GAMES, "24 of 25 are the rule"


def test_a_seed_plays_the_same_games_again(play):
    first, second = play(5, HUMAN), play(5, HUMAN)
    assert [each[:2] for each in first.game()] == [each[:2] for each in second.game()]
    assert [each[:2] for each in first.game()] == [each[:2] for each in second.game()]


def test_other_seeds_play_other_games(play):
    assert [each.act for each in play(5).game()] != [each.act for each in play(6).game()]


def test_games_follow_one_another_with_the_next_dealer(play):
    table = play(3)
    dealers = []
    for _ in range(5):
        table.game()
        steps = table.rig.table.record().steps()
        dealers += [step.entry.dealer for step in steps if isinstance(step.entry, Dealt)]
    assert dealers == [0, 1, 2, 3, 0]
    assert table.rig.view.games == 5


def test_a_human_takes_a_human_time(play):
    done = play(8, HUMAN).game()
    lays = [each for each in done if isinstance(each.act, LayOnReader)]
    lifts = [each for each in done if isinstance(each.act, Lift)]
    pauses = [after.at_ms - before.at_ms for before, after in pairwise(lays)]
    within = [pause for number, pause in enumerate(pauses, 1) if number % 4 and number < 48]
    between = [pause for number, pause in enumerate(pauses, 1) if not number % 4 and number < 48]
    lying = [lift.at_ms - lay.at_ms for lay, lift in zip(lays, lifts, strict=True)]
    assert all(1500 <= pause <= 3300 for pause in within)
    assert all(3300 <= pause <= 5200 for pause in between)
    assert all(350 <= time <= 700 for time in lying)
    assert len(set(within)) > 10, "no two hands are equally quick"
    assert 90_000 < done[-1].at_ms < 240_000


def test_a_card_that_is_not_read_is_lifted_and_laid_again(play):
    table = play(2, HUMAN)
    acts = table.acts()
    first = next(each.act for each in acts if isinstance(each.act, LayOnReader))
    second = next(
        each.act for each in acts if isinstance(each.act, LayOnReader) and each.act != first
    )
    table.rig.ask(commands.Undo())  # as if the second card had not been read
    table.places.lay(second.card, second.reader)
    assert next(acts).act == Lift(second.reader)
    assert next(acts).act == second


def test_a_card_laid_again_where_it_lay_was_away_until_its_reader_saw_that(play):
    table = play(8)
    table.rig.ask(commands.NewGame("torite", 1))
    newest, gaps = {}, []
    for each in table.game():
        if isinstance(each.act, Lift):
            newest[each.act.reader] = each.sight.readers[each.act.reader], each.at_ms
        if isinstance(each.act, LayOnReader):
            cards, lifted_ms = newest.get(each.act.reader, ((), 0))
            gaps += [each.at_ms - lifted_ms] * (each.act.card in cards)
    assert len(gaps) > 1, "a card that is turned up is played at once"
    assert min(gaps) >= AWAY_MS > tags.OCCUPIED_MS + (tags.LIFTED_MISSES - 1) * tags.MISSED_MS


def test_a_silent_board_is_waited_for(play):
    table = play(2)
    acts = table.acts(most=400)
    next(each for each in acts if isinstance(each.act, Lift))
    table.rig.table.board_is("silent")
    assert list(table.acts(most=400)) == []
    table.rig.table.board_is("live")
    assert isinstance(next(table.acts()).act, LayOnReader)


def test_a_question_is_answered_with_misread(play):
    table = play(2)
    assert any(isinstance(each.act, Lift) for each in table.acts())
    seat, code = table.rig.view.view.trick[0]
    table.rig.lay(code, (seat + 2) % 4)
    assert table.rig.view.asked is not None
    assert next(table.acts()).act == Press("2")
    assert table.rig.view.asked is None


def test_a_press_that_went_astray_is_repeated(play):
    table = play(2, HUMAN)
    pressed = Player(2).next(table.sight, 0)
    assert pressed is None, "it thinks first"
    lonely, sight = Player(2), table.sight
    times = [now for now in range(0, 20_000, 50) if lonely.next(sight, now) == Press("4")]
    assert len(times) > 2
    assert all(after - before >= HUMAN.patience for before, after in pairwise(times))


def test_hands_that_do_not_fit_the_game_are_dealt_anew(play):
    table = play(2)
    table.rig.begin(leader=0)
    sight = table.sight
    empty = Sight((0, 0, 0, 0), sight.readers, sight.table)
    assert Player(2, FAST).next(empty, 0) == Shuffle()


def test_three_players_are_played_too(play):
    table = play(4)
    table.rig.press("3")
    done = table.game()
    assert sum(isinstance(each.act, LayOnReader) for each in done) == 40
    assert table.rig.table.record().findings(REFEREE) == []
    assert table.rig.view.view.position.set_aside is not None


def test_a_game_taken_over_is_gone_on_with(play):
    table = play(9)
    acts = table.acts()
    for _ in range(30):
        next(acts)
    table.player.rest()
    assert any(isinstance(each.act, Lift) for each in acts)
    view = table.rig.view.view
    hand = table.sight.hands[view.next_seat]
    wrong = max(cards_in(hand), key=lambda each: each.rank)
    table.rig.lay(str(wrong), view.next_seat)
    table.player.rest()
    table.game()
    assert table.rig.view.view.next_what == "over"


EVERY_GAME = [
    *(("torite", players, "") for players in (1, 2, 3, 4)),
    *(("triatri", players, "") for players in (2, 3, 4)),
    ("etori", 4, ""),
    *(("tredici", players, "") for players in (2, 3, 4, 5, 8, 13)),
    ("troika", 4, ""),
    ("troika", 4, "saskatchewan"),
]


@pytest.mark.parametrize(("game", "players", "variant"), EVERY_GAME)
def test_every_game_is_played_to_its_end_and_nobody_cheats(play, game, players, variant):
    table = play(players)
    table.rig.ask(request_for_game(Begin(game, players, variant)))
    done = table.game()
    record = table.rig.table.record()
    assert record.header.game == game
    assert record.state.status != "playing"
    assert record.findings(REFEREE) == []
    assert not any(isinstance(each.act, Shuffle) for each in done), "the hands always fit"


def test_with_six_at_etori_shared_readers_know_whose_card_it_is(play):
    table = play(1)
    table.rig.ask(request_for_game(Begin("etori", 6)))
    for _ in table.acts():
        if len(table.rig.view.view.position.deals) == 4:
            break
    record = table.rig.table.record()
    assert record.findings(REFEREE) == []
    assert {entry.seat for _, entry, _ in record.steps() if isinstance(entry, Played)} == {
        *range(6)
    }


def test_a_card_of_no_seat_is_typed_where_no_reader_is_left_for_it(play):
    table = play(1)
    table.rig.begin(leader=0)
    for key in ("5", "C", "OK"):
        sight = table.sight
        assert act_of(Shown(None, card("5C")), sight, sight.table.view) == Press(key)
        table.rig.press(key)
