"""Skat does what every game must do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from classics.skat_referee import Skat
from games.case import GameCase, Secrets, by_its_own_player
from games.every_game import EveryGame
from records.lines import record_with
from rules.review.positions import clock
from tricktable.rules.cards import BY_CODE
from tricktable.rules.chance import Chance
from tricktable.rules.entries import Dealt, Declared, Impossible, Played
from tricktable.rules.player import Brain, Decision, OpenTable, offer
from tricktable.rules.review.review import review
from tricktable.rules.verdicts import REFEREE
from tricktable.rules.view import view
from tricktable_classics.skat import GAME
from tricktable_classics.skat.play import PLAYER
from tricktable_classics.skat.position import Position

GAMES_BY_CHANCE = 20


def daring(chance: Chance) -> Brain[Position]:
    """Bids and announces anything now and then: null, ouvert, what is overbid."""
    steady = PLAYER(chance)

    def decided(table: OpenTable[Position]) -> Decision:
        for topic, most in (("bid", 12), ("game", None), ("contra", None), ("re", None)):
            said = offer(table.view, topic)
            if said is not None and chance.random() < 0.4:
                return Declared(said.seats[0], topic, chance.choice(said.values[:most]))
        return steady(table)

    return decided


class TestSkat(EveryGame):
    case = GameCase(
        GAME,
        playthroughs=Path(__file__).parent / "playthroughs",
        referee=Skat,
        sampled={
            "list": ("plain", "seeger"),
            "passed": ("again", "ramsch"),
            "contra": ("no", "yes"),
        },
        plays=by_its_own_player(replace(GAME, player=daring)),
        secrets=Secrets(until="ouvert"),  # the declarer's hand lies open
    )


def test_the_referee_agrees_on_what_contra_and_re_double():
    case = replace(TestSkat.case, sampled={"list": ("plain", "seeger"), "contra": ("yes",)})
    met = set()
    for seed in range(GAMES_BY_CHANCE):
        header, lines = case.by_chance(Random(seed), 3, True)
        record, referee = record_with(header, lines), Skat(3, lines, dict(header.given))
        assert record.summary(REFEREE) == referee.summary(REFEREE), seed
        met |= {(deal["factor"], deal["won"]) for deal in referee.scored if deal["game"]}
        score = header.rules.score(view(record))
        for deal in score.deals:
            assert tuple(sum(term.amount for term in terms) for terms in deal.terms) == deal.gains
    assert met == {(factor, won) for factor in (1, 2, 4) for won in (True, False)}


def test_contra_is_said_by_an_opponent_and_re_by_the_declarer_before_the_first_card():
    state = GAME.start(3, {"deals": 36, "list": "plain", "passed": "again", "contra": "yes"})
    for entry in (
        Dealt(2),
        Declared(1, "bid", 18),
        Declared(0, "bid", "pass"),
        Declared(2, "bid", "pass"),
        Declared(1, "game", "G hand"),
    ):
        state = state.apply(entry)
    not_theirs = "^it is not for seat {} to say that$"
    for seat, topic, why in (
        (1, "contra", not_theirs.format(1)),
        (1, "re", "time to play a card"),
        (0, "re", "time to play a card"),
    ):
        with pytest.raises(Impossible, match=why):
            state.apply(Declared(seat, topic, None))
    said = state.apply(Declared(2, "contra", None))
    with pytest.raises(Impossible, match=not_theirs.format(0)):
        said.apply(Declared(0, "re", None))
    assert (said.factor, said.apply(Declared(1, "re", None)).factor) == (2, 4)
    for after in (said.apply(Played(0, BY_CODE["AC"])), said.apply(Declared(1, "re", None))):
        with pytest.raises(Impossible):
            after.apply(Declared(0, "contra", None))
    assert state.apply(Played(0, BY_CODE["AC"])).offers() == ()


def test_a_review_counts_the_skat_as_the_score_does_and_knows_jacks_as_trumps():
    soon = lambda: clock(1)  # noqa: E731 - the last tricks are enough
    games = set()
    for seed in range(6):
        header, lines = TestSkat.case.by_chance(Random(seed), 3, True)
        record, scored = record_with(header, lines), Skat(3, lines, dict(header.given)).scored
        looked_at = [each for each in review(record, Random(1), soon) if each.made]
        points = {(deal["declarer"], deal["points"]) for deal in scored}
        assert {(deal.side[0], deal.made) for deal in looked_at} <= points
        won = {(deal["declarer"], deal["points"]) for deal in scored if deal["won"]}
        for deal in looked_at:
            if deal.needed is not None:
                assert ((deal.side[0], deal.made) in won) == (deal.made >= deal.needed)
        games |= {deal["game"] for deal in scored if deal["game"]}
    assert "G" in games
