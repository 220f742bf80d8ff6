"""What a game says of a moment: what all of them must, and a game that says nothing of its own."""

from dataclasses import replace
from random import Random

import pytest

from games.cases import CASES
from players.every_game import KINDS, by_chance
from records.lines import entry, record_of
from tricktable.rules import phases
from tricktable.rules.phases import BUTTON, Due, Phase, by_default
from tricktable.rules.record import Record
from tricktable.rules.view import AnyView, view
from tricktable.text.language import speaking
from tricktable.text.sentences import spoken

DEALT = {"kind": "dealt", "dealer": 0}


def silent(now: AnyView) -> AnyView:
    """The same moment of a game that says nothing of its own."""
    return replace(now, rules=replace(now.rules, phases=by_default))


def by_default_of(game: str, players: int, *lines: dict[str, object]) -> Phase:
    """What is said of this moment of such a game."""
    return silent(view(record_of(players, lines, game))).phase


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_moment_has_words_everywhere_whether_the_game_has_its_own_or_not(
    game: str, players: int
) -> None:
    by_hand = by_chance(Random(7), game, players)
    record = Record(by_hand.header)
    for line in by_hand.lines:
        record.add(entry(record, line))
        now = view(record).naming(("Ann", *view(record).names[1:]))
        for language in ("en", "ja"):
            with speaking(language):
                for phase in (now.phase, silent(now).phase):
                    assert spoken(phase.headline)
                    assert phase.due.what
                    assert phase.outcome == phase.due.what
                    assert "{" not in spoken((*phase.headline, *phase.own, *phase.beside))
                    assert (phase.foot or phase.due).what or (phase.foot or phase.due).who
                    assert phase.is_between == (now.next_what in ("deal", "over"))
                    assert not (phase.is_play and phase.is_between)
        if now.next_what in CASES[game].adds_no_words:
            assert silent(now).phase == now.phase


def test_a_game_that_says_nothing_is_told_by_what_it_waits_for() -> None:
    bid = by_default_of("troika", 4, DEALT)
    assert (spoken(bid.headline), bid.awaited) == ("East to bid", "East to bid")
    assert bid.standing == "deal 1: East to bid"
    several = by_default_of("triatri", 3, DEALT)
    assert spoken(several.headline) == several.awaited == "Everybody to reveal"
    nobody = by_default_of("torite", 2, DEALT)
    assert (spoken(nobody.headline), nobody.due) == ("Stacks", Due("", "Stacks"))


def test_such_a_game_has_the_words_of_every_game_for_its_deals_and_its_tricks() -> None:
    deal = by_default_of("troika", 4)
    assert (spoken(deal.headline), deal.awaited) == ("Who deals?", f"Who deals? {BUTTON}")
    assert deal.is_in_words
    lead = by_default_of("etori", 4, DEALT)
    assert (spoken(lead.headline), lead.due) == (
        "East or West leads",
        Due("East or West", "to lead"),
    )
    assert spoken(lead.beside) == "Deal 1 · Trick 1 of 13"
    assert spoken(lead.own) == "You lead"
    card = {"kind": "played", "seat": 1, "card": "QH"}
    play = by_default_of("etori", 4, DEALT, card)
    assert play.standing == "deal 1, trick 1: hearts led, QH, South to play"
    assert spoken(play.bound) == "Your turn: follow hearts"
    assert play.is_play


def test_one_two_and_more_who_are_awaited_have_a_sentence_each() -> None:
    bids = view(record_of(4, [DEALT], "troika")).naming(("Ann", "Bo", "Cy", "Di"))
    said = {
        seats: spoken(
            phases.by_number(replace(bids, awaited=seats), "{who} bids", "{who} bid", "All bid")
        )
        for seats in ((), (1,), (1, 2), (1, 2, 3))
    }
    assert said == {(): "All bid", (1,): "Bo bids", (1, 2): "Bo and Cy bid", (1, 2, 3): "All bid"}


def test_before_the_first_of_several_rounds_the_first_is_told() -> None:
    now = view(record_of(3, [], "triatri"))
    assert (now.deal, now.deals) == (0, 3)
    assert spoken(phases.beside(now)) == "Round 1 of 3"
    assert spoken(phases.beside(replace(now, deal=2))) == "Round 2 of 3"
    assert spoken(phases.beside(replace(now, deals=1))) == ""
    assert spoken(phases.beside(replace(now, deal=1, deals=1))) == "Round 1"


def test_such_a_game_ends_with_its_winners_or_a_draw() -> None:
    now = silent(view(record_of(4, [], "etori")))
    over = replace(now, next_what="over", status="finished", winner=(0, 2))
    assert spoken(over.phase.headline) == "North & South win"
    assert (over.phase.outcome, over.phase.why) == ("North and South win", ())
    shared = replace(now, next_what="over", status="finished", winner=(0, 1, 2, 3)).phase
    assert shared.outcome == "North and South and East and West share the win"
    drawn = replace(now, next_what="over", status="drawn", winner=())
    assert drawn.phase.outcome == spoken(drawn.phase.headline) == "A draw"
    lost = replace(now, next_what="over", status="finished", winner=())
    assert lost.phase.outcome == spoken(lost.phase.headline) == "Nobody wins"


def test_at_the_foot_one_is_named_and_of_several_only_what_they_do() -> None:
    now = view(record_of(4, [], "etori")).naming(("Ann", "Bo", "Cy", "Di"))

    def due(*seats: int) -> Due:
        return phases.at_foot(replace(now, awaited=seats), "Give one each", "to give a card")

    assert due(2) == Due("Cy", "to give a card")
    assert due(1, 2) == due(0, 1, 2, 3) == Due("Give one each", "")


def test_of_many_seats_a_few_that_may_deal_are_named_and_more_are_asked_for() -> None:
    game, players = next(kind for kind in KINDS if kind[1] > 4)
    now = replace(view(Record(by_chance(Random(7), game, players).header)), next_what="deal")

    def due(*dealers: int) -> Due:
        return phases.deal(replace(now, awaited=dealers)).due

    assert due(0, 1, 2).what == "to deal"
    assert due(0, 1, 2).who.endswith(f" or {now.names[2]}")
    whoever = Due("", "Who deals?", by_button=True)
    assert due(0, 1, 2, 3) == due(*range(now.seats)) == due() == whoever
