"""Whole games of Troika by chance: how totals come about, who deals, and how a game ends.

Single deals and their findings are played and judged with Etori's, in test_deals_play.
"""

from random import Random

from hypothesis import event, given
from hypothesis import strategies as st

from games.any_table import house_rules
from players.deals import play
from players.torite import HONEST
from players.troika import KIND
from records.lines import entry, record_of
from thorough import examples

LONGEST = 30
"""Deals; who bids by chance often fails, and may never come to an end."""

OPTIONS = house_rules("troika", 4)
SEEDS = st.integers(0, 2**32)


def whole(seed, options):
    """A game to its end, or this many deals of it."""
    return play(Random(seed), KIND, 4, options, HONEST, deals=LONGEST)


@examples(8)
@given(SEEDS, OPTIONS)
def test_a_game_ends_with_the_first_deal_that_decides_it(seed, options):
    game = whole(seed, options)
    record = record_of(4, (), "troika", **options)
    for line in game.lines:
        assert record.state.status == "playing"
        record.add(entry(record, line))
    told = record.summary()
    event(told["status"])
    assert told == game.referee().summary()
    assert told["findings"] == []
    totals, deals = told["detail"]["totals"], told["detail"]["deals"]
    assert told["status"] == "finished" or len(deals) == LONGEST
    for side in (0, 1):
        assert totals[side] == sum(deal["scored"][side] for deal in deals)
    assert all(sum(deal["points"]) == 10 for deal in deals)
    dealers = [deal["dealer"] for deal in deals]
    assert dealers == [(dealers[0] + number) % 4 for number in range(len(deals))]


@examples(8)
@given(SEEDS, st.sampled_from([5, 6, 7]), st.integers(45, 47))
def test_k21_both_sides_never_reach_the_target_in_one_deal(seed, least, limit):
    told = whole(seed, {"min_bid": least, "bid_out": limit}).record().summary()
    event(told["status"])
    assert min(told["detail"]["totals"]) < 52
    if told["status"] == "finished":
        winner = told["winner"][0]
        assert told["detail"]["totals"][winner] >= 52
        assert told["winner"] == [winner, winner + 2]
