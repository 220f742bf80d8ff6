"""What the page that adds a game shows of other games does what the page says of it."""

from pathlib import Path
from random import Random

import pytest

from docs.first_card import DRAWING, GAME, JACK, LATER, STRICT, Drawing, Strict
from games.case import GameCase, Slips, by_its_own_player, header_of
from records.lines import record_with
from tricktable.rules.cards import SPADES, SUIT_MASKS
from tricktable.rules.view import view
from tricktable.text.sentences import whole


@pytest.fixture(params=[GAME, STRICT, DRAWING], ids=["usual", "strict", "drawing"])
def course(request):
    """The states and views of a deal in which the partner is found."""
    play = by_its_own_player(request.param, Slips(0, 0, 0))
    case = GameCase(request.param, Path(), plays=play)
    made = (case.by_chance(Random(seed), 4) for seed in range(100))
    game = next(each for each in made if JACK.code in [line.get("card") for line in each.lines])
    records = [
        record_with(game.header, game.lines[:number]) for number in range(len(game.lines) + 1)
    ]
    return [(record.state, view(record)) for record in records]


def test_the_first_card_makes_trump_and_whoever_leads_reads_so(course):
    tells = [whole(seen.phase.can) for _, seen in course if seen.next_what == "play"]
    assert tells[0] == "Lead any card: its suit becomes trump."
    assert tells[0] not in tells[1:]


def test_the_partner_is_told_of_once_the_card_is_there(course):
    middles = [(now, seen, whole(seen.rules.page.middle(seen).side)) for now, seen in course]
    for now, seen, told in middles:
        words = "" if now.partner is None else f"{seen.names[now.partner]} is the partner"
        assert words in told
        assert bool(words) == ("is the partner" in told)
    assert any("is the partner" in told for *_, told in middles)


def test_whoever_leads_may_close_the_stock_and_then_everybody_follows():
    lines = [{"kind": "dealt", "dealer": 3}, {"kind": "declared", "seat": 0, "topic": "close"}]
    header = header_of(DRAWING, 4, {})
    before, after = (record_with(header, lines[:number]).state for number in (1, 2))
    assert [each.what for each in before.offers()] == ["close"]
    assert after.offers() == ()
    assert (before.stock, before.follows, after.stock, after.follows) == (32, False, 0, True)
    assert after.next == before.next == (0, "play")


def test_trumps_are_exempt_or_owed_spades_wait_and_nobody_follows_while_hands_draw(course):
    for now, seen in course:
        if now.phase != "play":
            continue
        if isinstance(now, Strict):
            assert now.duties == (now.heading, now.trumping)
            assert now.bans.led == now.bans.breaks == SUIT_MASKS[SPADES]
            assert not seen.findings
        else:
            assert now.exempt == (SUIT_MASKS[now.trump] if now.trump >= 0 else 0)
        table = seen.next_what, bool(now.trick), now.stock
        assert now.follows == (not isinstance(now, Drawing) or not now.stock), table
        assert (now.tabletop().owed is not None) == (bool(now.trick) and now.follows), table


def test_the_rest_of_the_hands_is_dealt_once_somebody_takes():
    game = GameCase(LATER, Path(), plays=by_its_own_player(LATER, Slips(0, 0, 0)))
    played = game.by_chance(Random(1), 4)
    taken = next(at for at, line in enumerate(played.lines) if line.get("value") == "take")
    before, after = (record_with(played.header, played.lines[: taken + more]) for more in (0, 1))
    told = [(now.state.to_deal, now.state.tabletop().stock) for now in (before, after)]
    assert told == [(5, 12), (8, 0)]
    assert view(record_with(played.header, played.lines)).is_over
