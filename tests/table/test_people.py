"""People across evenings: who sat where, how games ended for each, and what they add up to."""

import json
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players import every_game
from tricktable.club.people.career import RARE, RUN, TOGETHER, Career, PlayedGame, career
from tricktable.club.people.results import Finish, Result, ranks
from tricktable.club.people.results import result as of_record
from tricktable.club.people.season import SORTED_BY, lines
from tricktable.rules import codec
from tricktable.rules.rarity import Rarity
from tricktable.store.journal import Row
from tricktable.table.scorebook import Appearance, Scorebook, past_record

CODE = "7KQ"
NAMES = ["Ann", "Bo", "Cy", "Di"]
EVENING, SOON = "2026-05-01T18:00:00+00:00", "2026-05-01T20:00:00+00:00"
NEXT = "2026-05-02T18:00:00+00:00"


def game(name: str, count: int, seed: int, names: list[str], at: str, seq: int = 1) -> list[Row]:
    """The rows of a game by chance."""
    played = every_game.by_chance(Random(seed), name, count, is_tidy=True)
    first = {**codec.header_fields(played.header), "names": names}
    bodies = [("game", first), *(("entry", line) for line in played.lines)]
    return [
        Row(CODE, number, at, None, kind, json.dumps(body))
        for number, (kind, body) in enumerate(bodies, start=seq)
    ]


def result(rows: list[Row]) -> Result | None:
    """The result of the game in these rows; None if it is not over."""
    record = past_record(rows)
    return record and of_record(record)


def finished() -> list[Row]:
    """The rows of a game that somebody has won."""
    for seed, (name, count) in product(range(20), every_game.USUAL):
        rows = game(name, count, seed, NAMES[:count], EVENING)
        told = result(rows)
        if told is not None and any(each.has_won for each in told.places):
            return rows
    raise AssertionError("nobody wins by chance")


# --- who sat where --------------------------------------------------------------------------------


def test_a_name_is_one_person_for_an_evening_and_nobody_says_who_comes_back():
    name, count = every_game.USUAL[0]
    names = NAMES[:count]
    rows = game(name, count, 1, names, EVENING)
    rows += game(name, count, 2, [*names[1:], names[0]], SOON, len(rows) + 1)
    rows += game(name, count, 3, names, NEXT, len(rows) + 1)
    kept = Scorebook(CODE)
    for row in rows:  # as they come, one by one
        kept.take([row])
    one, two, three = kept.sheets
    assert (one.sittings[0], two.sittings[-1]) == (Appearance(CODE, 1, "1.0"),) * 2
    assert {each.first for each in three.sittings} == {3}
    assert not {*one.sittings} & {*three.sittings}
    assert [each.first_row for each in kept.sheets][1:] == [one.last_row + 1, two.last_row + 1]


def test_who_sits_there_at_the_end_has_played():
    name, count = every_game.USUAL[0]
    rows = game(name, count, 1, NAMES[:count], EVENING)
    swapped = [*NAMES[1::-1], *NAMES[2:count]]
    body = json.dumps({"names": swapped})
    kept = Scorebook(CODE)
    kept.take([*rows, Row(CODE, len(rows) + 1, EVENING, None, "names", body)])
    assert [each.who for each in kept.sheets[0].sittings][:2] == ["1.1", "1.0"]
    assert kept.sheets[0].names == tuple(swapped)


# --- how a game ended -----------------------------------------------------------------------------


@given(st.lists(st.tuples(st.none() | st.integers(-9, 9), st.booleans()), min_size=1, max_size=8))
def test_ranks_add_up_and_nobody_stands_above_a_winner(owners):
    totals, won = zip(*owners, strict=True)
    told = ranks(totals, won)
    assert sum(told) == Fraction(len(told) * (len(told) + 1), 2)
    if any(won) and not all(won):
        best = [each for each, has_won in zip(told, won, strict=True) if has_won]
        rest = [each for each, has_won in zip(told, won, strict=True) if not has_won]
        assert max(best) < min(rest)


@pytest.mark.parametrize(
    ("totals", "won", "expected"),
    [
        ((9, 5, 7), (True, False, False), (1, 3, 2)),
        ((0, -5, -7), (True, False, False), (1, 2, 3)),
        ((9, None, 9, 2), (True, False, False, False), (1, 4, 2, 3)),
        ((4, 4), (False, False), (Fraction(3, 2),) * 2),
    ],
)
def test_ranks(totals, won, expected):
    assert ranks(totals, won) == expected


@pytest.mark.parametrize(
    ("name", "count"), [("torite", 4), ("torite", 1), ("triatri", 3), ("etori", 4)]
)
def test_only_where_all_win_or_lose_together_nobody_has_a_rank(name, count):
    played = (game(name, count, seed, NAMES[:count], EVENING) for seed in range(12))
    told = [each for each in map(result, played) if each is not None]
    assert told
    ranked = {place.rank is not None for each in told for place in each.places}
    assert ranked == {name != "torite"}


def test_nothing_is_told_before_a_game_is_over():
    rows = finished()
    told = result(rows)
    assert any(each.has_won for each in told.places)
    assert all(result(rows[:end]) is None for end in (0, 1, len(rows) // 2))


# --- what games add up to -------------------------------------------------------------------------


def some_games() -> st.SearchStrategy[list[PlayedGame]]:
    who = st.permutations(["a", "b", "c", None])
    one = st.tuples(who, st.booleans(), st.integers(0, 2), st.sampled_from("xy"))
    return st.lists(one, max_size=25).map(
        lambda drawn: [some_game(number, *each) for number, each in enumerate(drawn)]
    )


def some_game(
    number: int, people: list[str | None], is_first: bool, revokes: int, kind: str
) -> PlayedGame:
    """A game of two teams; the first has won, or else the second."""
    won = [(seat % 2 == 0) == is_first for seat in range(4)]
    places = tuple(Finish(Fraction(1 if each else 2), each, revokes, None) for each in won)
    ended = f"2026-05-01T12:{number:02}:00"
    played = Result(kind, ((0, 2), (1, 3)), places)
    return PlayedGame(CODE, number, kind, ended, played, tuple(people))


@settings(max_examples=60, deadline=None)
@given(some_games(), st.randoms())
def test_a_career_is_what_counting_by_hand_gives(played, chance):
    shuffled = [*played]
    chance.shuffle(shuffled)
    told = career("a", shuffled)
    own = [each.result.places[each.people.index("a")] for each in played]
    won = "".join("w" if each.has_won else "l" for each in own)
    assert (told.games, told.wins) == (len(own), won.count("w"))
    assert told.revokes == sum(each.revokes for each in own)
    assert told.longest == max(map(len, won.split("l")))
    assert told.running == len(won) - len(won.rstrip("w"))
    for each in told.kinds:
        places = [p for p, g in zip(own, played, strict=True) if g.kind == each.kind]
        assert (each.games, each.wins) == (len(places), sum(p.has_won for p in places))
        assert each.mean_rank == sum(p.rank for p in places) / Fraction(len(places))
    shares = {other: [*together(played, other)] for other in "bc"}
    known = {o: Fraction(sum(w), len(w)) for o, w in shares.items() if len(w) >= TOGETHER}
    known = {o: share for o, share in known.items() if share >= Fraction(1, 2)}
    assert (told.partner is None) == (not known)
    if told.partner is not None:
        assert known[told.partner.person] == max(known.values())
        assert told.partner.games == len(shares[told.partner.person])


def together(played: list[PlayedGame], other: str) -> Iterator[bool]:
    for each in played:
        seat = each.people.index("a")
        if each.people[(seat + 2) % 4] == other:
            yield each.result.places[seat].has_won


@settings(max_examples=60, deadline=None)
@given(some_games(), st.sampled_from(sorted(SORTED_BY)), st.integers(1, 4))
def test_a_season_is_what_counting_by_hand_gives(played, by, least):
    day = date(2026, 5, 1)
    told = lines(played, day, day, by, least)
    by_hand = {who: career(who, played) for who in "abc"}
    assert {each.person for each in told} == {w for w, c in by_hand.items() if c.games >= least}
    for each in told:
        own = by_hand[each.person]
        assert (each.games, each.wins) == (own.games, own.wins)
    worth = {
        "wins": [each.wins for each in told],
        "share": [Fraction(each.wins, each.games) for each in told],
        "rank": [-each.mean_rank for each in told],
        "games": [each.games for each in told],
    }[by]
    assert worth == sorted(worth, reverse=True)
    assert [each.place for each in told] == [1 + sum(w > mine for w in worth) for mine in worth]
    assert lines(played, date(2026, 5, 2), date(2026, 5, 9), by) == ()


def of_all_together(number: int, has_won: bool) -> PlayedGame:
    places = (Finish(None, has_won, 0, None),) * 4
    played = Result("y", ((0,), (1,), (2,), (3,)), places)
    return PlayedGame(CODE, number, "y", f"2026-05-01T13:{number:02}:00", played, ("b", "a", *"cd"))


def test_games_without_a_rank_lower_no_mean_and_nobody_without_one_is_ahead():
    alone = [of_all_together(number, number == 0) for number in range(3)]
    mixed = [some_game(9, ["a", None, None, "c"], True, 0, "x"), *alone]
    (kind,) = career("b", mixed).kinds
    assert (kind.games, kind.wins, kind.mean_rank) == (3, 1, None)
    assert {each.kind: each.mean_rank for each in career("a", mixed).kinds} == {"x": 1, "y": None}
    day = date(2026, 5, 1)
    told = {each.person: (each.place, each.mean_rank) for each in lines(mixed, day, day, "rank")}
    assert told == {"a": (1, 1), "c": (2, 2), "b": (3, None), "d": (3, None)}


@pytest.mark.parametrize("one_in", [RARE - 1, RARE, 400])
def test_a_hand_is_called_the_rarest_only_if_it_is_rare(one_in):
    hand = Rarity((4, 4, 3, 2), Fraction(1, one_in))
    played = some_game(1, ["a", "b", "c", None], True, 0, "x")
    places = tuple(each._replace(rarest=hand) for each in played.result.places)
    told = career("a", [played._replace(result=played.result._replace(places=places))])
    assert (told.rarest is not None) == (one_in >= RARE)


def test_who_never_played_has_no_game():
    assert career("a", []) == Career()
    assert RUN > 1
