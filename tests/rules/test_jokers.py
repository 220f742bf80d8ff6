"""Two jokers in the deck: trumps above the ace, or a suit of their own."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from docs.first_card import JOKERS_ALONE, WITH_JOKERS, FirstCard
from games.case import GameCase, Slips, by_its_own_player, header_of
from records.lines import record_with
from rules.review.positions import NEVER
from tricktable.rules import codec
from tricktable.rules.cards import JOKERS, STANDARD, Card, card, cards_in, mask
from tricktable.rules.deck import JOKER_PACK, STANDARD52, STANDARD54
from tricktable.rules.guide import by_ranking
from tricktable.rules.keypad import keys_of_card, rows
from tricktable.rules.limits import TooMuch, check_first_moment
from tricktable.rules.portions import how_to_deal, portions
from tricktable.rules.record import Record
from tricktable.rules.review.claim import can_claim, claim_outlook
from tricktable.rules.review.open_cards import open_deals
from tricktable.rules.review.review import LATE, review
from tricktable.rules.trick_game import DECK
from tricktable.rules.tricks import following_cards, winner
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.rules.view import view
from tricktable.store.decks import KINDS, Decks, demo_deck
from tricktable.text.board import rank_and_pip, sentence
from tricktable.text.names import card_name, suit_name
from tricktable.text.sentences import Picture, in_signs, spoken, with_pictures

BIG, LITTLE = JOKERS
EACH = pytest.mark.parametrize("game", [WITH_JOKERS, JOKERS_ALONE], ids=["trumps", "alone"])


def played(game, seed: int, slips: Slips) -> Record:
    """A deal by chance."""
    case = GameCase(game, Path(), plays=by_its_own_player(game, slips))
    made = case.by_chance(Random(seed), 4, is_tidy=True)
    return record_with(made.header, made.lines)


def test_a_pack_has_two_jokers_that_are_written_named_and_typed():
    assert [*JOKER_PACK.cards] == [*STANDARD, BIG, LITTLE]
    assert [each.code for each in JOKERS] == ["1W", "2W"]
    assert [card_name("1W"), suit_name("W")] == ["joker 1", "jokers"]
    assert [keys_of_card(code) for code in ("1W", "2W", "TH")] == [
        ("J", "A"),
        ("J", "2"),
        ("T", "H"),
    ]
    for code in STANDARD54.codes:
        assert JOKER_PACK.keyed_card("".join(keys_of_card(code))) == code
    assert (rank_and_pip("2W"), sentence("1W is out")) == ("2\x13", "1\x13 is out")
    assert with_pictures("2W is out")[0] == Picture("2W")
    assert in_signs("2W is out.") == "Joker 2 is out."
    assert rows([each.code for each in (*STANDARD[:9], BIG)])[-1] == ("J", "A")


@EACH
def test_a_joker_beats_every_other_card_and_is_named_among_those_that_are_dealt(game):
    header = header_of(game, 4, {})
    state = header.start()
    table = state.tabletop()
    trump = "CDHSJW".index(table.trump)
    lying = [(0, card("AH")), (1, card("AS")), (2, LITTLE), (3, BIG)]
    assert winner(tuple(lying), trump, table.ranking) == 3
    assert winner(tuple(lying[:3]), trump, table.ranking) == 2
    assert spoken(how_to_deal(portions(header, state))).startswith("Shuffle all 54 cards.")
    assert sum(len(ladder.cards) * len(ladder.suits) for ladder in by_ranking(header)) == 54


def test_jokers_follow_the_suit_that_the_ranking_gives_them():
    hand = [card("2S"), card("3H"), BIG]
    trumps, alone = (
        header_of(game, 4, {}).start().tabletop().ranking for game in (WITH_JOKERS, JOKERS_ALONE)
    )
    assert following_cards(hand, "S", trumps) == (card("2S"), BIG)
    assert following_cards(hand, "S", alone) == (card("2S"),)
    assert following_cards(hand, "W", alone) == (BIG,)


@EACH
def test_whoever_plays_by_the_rules_is_found_guilty_of_nothing(game):
    for seed in range(6):
        record = played(game, seed, Slips(0, 0, 0))
        assert view(record).is_over
        assert record.findings(REFEREE) == record.findings(PUBLIC) == []


@EACH
def test_the_judge_finds_each_revoke_and_nothing_else(game):
    revokes, of_jokers = 0, 0
    for seed in range(40):
        record = played(game, seed, Slips(errs=0.3, reads=0, slips=0))
        found = {each.seq: each for each in record.findings(REFEREE) if each.rule == "follow"}
        for deal in open_deals(record):
            for each in deal.moments:
                at, table = each.at, each.state.tabletop()
                hand = at.hands[each.played.seat]
                may = following_cards([*cards_in(hand)], table.owed, table.ranking)
                assert (each.played.card not in may) is (each.seq in found)
        revokes += len(found)
        shown: list[Card | None] = [each.card for each in found.values()]
        of_jokers += sum(each in JOKERS for each in shown)
    assert revokes > 20
    assert of_jokers or game is JOKERS_ALONE


@EACH
def test_a_record_of_it_is_read_back(game):
    record = played(game, 1, Slips(0, 0.3, 0))
    for step in record.steps():
        assert codec.read_back(step.entry, record.header) == step.entry
    assert {each.entry.card for each in record.steps() if hasattr(each.entry, "card")} & {*JOKERS}


@EACH
def test_the_last_tricks_can_be_claimed_and_reviewed_with_a_joker(game):
    record = played(game, 2, Slips(0, 0, 0))
    (deal,) = open_deals(record)
    assert mask(each.played.card for each in deal.moments) & mask(JOKERS)
    for number in range(-12, 0):
        before, hand = deal.moments[number].seq - 1, deal.moments[number].at.hands[0]
        if not hand:
            continue
        assert can_claim(record.until(before), 0)
        told = claim_outlook(record, before, 0, [*cards_in(hand)], Random(1), lambda: NEVER)
        assert told is not None
        assert told.holds is not None
    (told,) = review(record, Random(1), lambda: NEVER)
    assert told.kind != LATE


def test_a_joker_whose_suit_no_ranking_says_is_refused_where_the_game_is_loaded():
    check_first_moment(header_of(WITH_JOKERS, 4, {}))
    unranked = replace(
        WITH_JOKERS, start=lambda players, _: FirstCard(players, deck=DECK | mask(JOKERS))
    )
    with pytest.raises(TooMuch, match="which suit the joker 1W belongs to: name it in ranking_of"):
        check_first_moment(header_of(unranked, 4, {}))


def test_a_deck_with_jokers_serves_games_without_and_not_the_other_way_round(monkeypatch):
    monkeypatch.setitem(KINDS, STANDARD54.name, STANDARD54)
    whole, plain = demo_deck("red", STANDARD54.name), demo_deck("blue")
    decks = Decks((whole, plain), plain.name)
    assert decks.of_kind(STANDARD54.name).in_play == whole.name
    assert decks.of_kind(STANDARD52.name).in_play == plain.name
    assert decks.switched(whole.name).of_kind(STANDARD52.name).in_play == whole.name
    assert not plain.fits(STANDARD54.name)
    assert not whole.fits("triatri")
