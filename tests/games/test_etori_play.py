"""Whole games of Etori by chance: who deals, sits out and leads, what is paid, and how it ends.

Single deals and their findings are played and judged with Troika's, in test_deals_play.
"""

from random import Random

from hypothesis import event, given
from hypothesis import strategies as st

from games.any_table import house_rules
from players.deals import play
from players.etori import KIND
from players.torite import HONEST, played
from records.lines import entry, record_of, refused
from referees.torite import PUBLIC
from thorough import examples
from tricktable.rules.view import view

LONGEST = 50
"""Deals; an honest game by chance is over before, as good as always."""
games = st.builds(
    lambda seed, players, options: play(
        Random(seed), KIND, players, options, HONEST, deals=LONGEST
    ),
    st.integers(0, 2**32),
    st.sampled_from([4, 6]),
    house_rules("etori", 4),
)


@examples(6)
@given(games)
def test_every_deal_falls_to_the_right_teams_and_is_paid_as_the_referee_says(game):
    record, referee = record_of(game.players, (), "etori", **game.options), game.referee(0)
    seats = range(game.players)
    for seq, line in enumerate(game.lines, start=1):
        deals = line["kind"] == "dealt"
        if deals:
            dealers = [seat for seat in seats if not refused(record, line | {"dealer": seat})]
            assert dealers == referee.deals_next()
        record.add(entry(record, line))
        referee.take_in(seq, line)
        if deals:
            chips, now = referee.chips(), referee.deals[-1]
            assert view(record).position.leaders == tuple(referee.may_lead(now))
            playing = [seat for seat in seats if not refused(record, played("played", seat, "2C"))]
            assert playing == sorted(referee.seats(now))
            told = record.state.position((), PUBLIC).as_json()
            sits = {seat % len(chips) for seat in seats if seat not in playing}
            assert told["chips"] == chips
            assert told["sitting"] == (sits.pop() if sits and all(chips) else None)


@examples(6)
@given(games)
def test_a_game_ends_when_a_team_has_all_chips_or_one_has_none(game):
    record, referee = game.record(), game.referee()
    told = record.state.position((), PUBLIC).as_json()
    chips = told["chips"]
    assert chips == referee.chips()
    assert sum(chips) == 5 * game.players // 2
    out = chips.count(0)
    may_play_on = game.players == 6 and game.options.get("six_end") != "first_bust_most_chips"
    is_over = out == (2 if may_play_on else 1)
    assert record.state.status == ("finished" if is_over else "playing")
    assert is_over or len(told["deals"]) == LONGEST
    stops = game.options.get("stop_when_decided") == "yes"
    for deal in told["deals"]:
        assert sum(deal["faces"]) == 16 or (stops and max(deal["faces"]) > 8)
        assert 1 <= deal["chips"] <= 4
        assert deal["faces"][deal["winner"]] == max(deal["faces"]) >= 8
    if is_over:
        assert {seat % len(chips) for seat in record.state.winner(())} == {chips.index(max(chips))}
    event(f"{game.players} players, {len(told['deals']) // 10 * 10} deals and more")
