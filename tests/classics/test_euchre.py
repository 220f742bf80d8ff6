"""Euchre does what every game must do, and its referee agrees with what OpenSpiel leaves out."""

from dataclasses import replace
from math import comb
from pathlib import Path
from random import Random

from classics.euchre_referee import Euchre
from games.case import GameCase
from games.every_game import EveryGame
from records.lines import record_with
from rules.review.positions import AT_ONCE
from rules.review.test_claim import Referee, agree, layouts_of, told
from rules.review.test_from_seat import moments
from thorough import FACTOR
from tricktable.rules.cards import BY_CODE, cards_in
from tricktable.rules.entries import Moved, Shown
from tricktable.rules.hands import newest_deal
from tricktable.rules.review.from_seat import seat_outlook
from tricktable.rules.review.playout import playout_from
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable_classics.euchre import GAME

GAMES_BY_CHANCE = 60


class TestEuchre(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Euchre,
        sampled={"stick": ("yes", "no"), "defend": ("no", "yes")},
    )


def test_the_referee_agrees_on_every_way_to_score():
    case, met = (
        replace(TestEuchre.case, sampled={**TestEuchre.case.sampled, "until": (2, 4)}),
        set(),
    )
    for seed in range(GAMES_BY_CHANCE * FACTOR):
        header, lines = case.by_chance(Random(seed), 4, seed % 3 == 0)
        half, end = len(lines) // 2, len(lines)
        for length, viewpoint in ((half, PUBLIC), (half, seed % 4), (end, REFEREE)):
            record = record_with(header, lines[:length])
            referee = Euchre(4, lines[:length], dict(header.given))
            assert record.summary(viewpoint) == referee.summary(viewpoint), (seed, viewpoint)
        met |= {
            (len(deal.alone), *sorted(deal.scored()["gains"]))
            for deal in referee.over
            if deal.is_played
        }
        met |= {"thrown in" for deal in referee.over if not deal.is_played}
        met |= {"over"} if referee.winners() else set()
    wanted = {(0, 0, 1), (0, 0, 2), (1, 0, 1), (1, 0, 2), (1, 0, 4), (2, 0, 4), "thrown in", "over"}
    assert wanted <= met, f"never met: {wanted - met}"


def test_a_claim_knows_where_the_card_can_be_that_was_turned_up():
    found = []
    for seed in range(3):
        header, lines = TestEuchre.case.by_chance(Random(seed), 4, True)
        record = record_with(header, lines)
        for seq, _ in moments(record)[16::20]:  # as long as nobody plays alone
            now, made = record.until(seq), playout_from(record, seq)
            if made is None or len(made.at.hands) < 4 or made.at.trick:
                break
            deal = newest_deal(now)
            turned = next(each.entry.card for each in deal if isinstance(each.entry, Shown))
            holders = [each.entry.seat for each in deal if isinstance(each.entry, Moved)]
            for seat, hand in made.hands().items():
                answer = told(record, seat, hand, now.seq)
                every = {
                    hands
                    for hands in layouts_of(now, made, seat)
                    if all(
                        at in (seat, *holders) for at, each in enumerate(hands) if turned.bit & each
                    )
                }
                agree(answer, Referee(made.at, every, seat))
                found.append((answer.holds, *holders))
    assert {len(each) for each in found} == {1, 2}
    assert {each[0] for each in found} == {True, False}


def test_the_card_that_the_dealer_took_up_is_in_that_hand_or_was_put_away():
    seen = set()
    for seed in range(12):
        header, lines = TestEuchre.case.by_chance(Random(seed), 4, True)
        at = next((at for at, each in enumerate(lines) if each["kind"] == "moved"), None)
        if at is None or not at < (first := [each["kind"] for each in lines].index("played")):
            continue
        dealer, turned = lines[at]["seat"], BY_CODE[lines[1]["card"]]
        made = playout_from(record_with(header, lines), first)
        hands = made.hands()
        if len(hands) < 4:
            continue
        beside = made.record.header.deck & ~sum(hands.values())
        own = next(each for each in cards_in(beside) if each != turned)
        named = [*lines]
        named[at] = {**lines[at], "cards": [own.code]}
        for seat in range(4):
            told = [
                seat_outlook(
                    record_with(header, some), first, seat, Random(1), lambda: AT_ONCE, AT_ONCE
                )
                for some in (lines, named)
            ]
            if seat == dealer:
                assert told[0] is None  # the record does not say what it put away
                assert told[1].layouts == comb(18, 3) * comb(15, 5) * comb(10, 5)
            else:
                in_hand, away = (
                    comb(18, hand) * comb(18 - hand, 5) * comb(13 - hand, 5) for hand in (4, 5)
                )
                assert told[0].layouts == told[1].layouts == in_hand + away
        seen.add(bool(hands[dealer] & turned.bit))
    assert True in seen
