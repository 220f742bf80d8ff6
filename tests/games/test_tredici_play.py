"""Tredici played by chance with real cards, against a referee that tells it as a story."""

import json
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from games.any_table import AnyTable
from players.torite import declared, played
from players.tredici import Habits, dealt, moved, play
from records.lines import entry, record_of
from referees.tredici import DECK, Referee, Refused
from referees.witness import RANKS, SUITS, standing
from thorough import examples
from tricktable.games import GAMES
from tricktable.rules.cards import cards_in
from tricktable.rules.view import view

SHARES = st.sampled_from([0, 0.05, 0.3, 1])
PLAYERS = st.sampled_from([2, 3, 4, 2, 3, 4, 5, 6, 8, 13])


@st.composite
def tables(draw, most=13):
    """How many play, by which house rules."""
    players = draw(PLAYERS.filter(lambda count: count <= most))
    options = {}
    for key, option in GAMES["tredici"].options(2, {}).items():
        values = option.values
        if key == "hand_size":
            values = tuple(range(1, 52 // players + 1))
        if draw(st.booleans()):
            options[key] = draw(st.sampled_from(values))
    if players > 4:
        teams = draw(st.integers(2, 4))
        seats = draw(st.permutations(range(players)) | st.just(list(range(players))))
        cuts = [n * players // teams for n in range(teams + 1)]
        options["teams"] = [list(seats[a:b]) for a, b in pairwise(cuts)]
    return players, options


chances = st.integers(0, 2**32).map(Random)
games = st.builds(
    lambda chance, table, longest, *habits: play(
        chance, table[0], Habits(*habits), table[1], longest
    ),
    chances,
    tables(),
    st.sampled_from([20, 60, 200]),
    SHARES,
    SHARES.map(lambda share: share / 3),
    st.sampled_from([0, 0.02, 0.2]),
    SHARES.map(lambda share: share / 2),
    SHARES,
    SHARES.map(lambda share: share / 5),
)


def record_of_game(game, lines):
    """The record of a game that was played, or of some of its lines."""
    return record_of(game.players, lines, "tredici", **game.options)


@examples(12)
@given(games)
def test_cards_are_neither_made_nor_lost(game):
    for _, _, after in record_of_game(game, game.lines).steps():
        piles = [*after.hands, *after.stacks, after.draw, after.discard]
        known = [pile.known for pile in piles]
        assert sum(pile.size for pile in piles) == 52
        assert all(pile.known.bit_count() <= pile.size for pile in piles)
        assert sum(each.bit_count() for each in known) == len(set().union(*map(cards_in, known)))
        assert max(pile.size for pile in after.stacks) <= 13
        assert max(pile.size for pile in after.hands) <= after.hand_size


@examples(12)
@given(games)
def test_what_is_known_is_true(game):
    state = record_of_game(game, game.lines).state
    piles = [*state.hands, *state.stacks, state.draw, state.discard]
    for pile, place in zip(piles, game.places, strict=True):
        assert pile.size == len(place)
        assert {card.code for card in cards_in(pile.known)} <= set(place)


def renamed(line, name):
    """The line with other cards and suits in it."""
    line = dict(line)
    if line["kind"] == "corrected":
        line["entry"] = renamed(line["entry"], name)
    if "card" in line:
        line["card"] = name(line["card"])
    if "cards" in line:
        line["cards"] = [name(card) for card in line["cards"]]
    if line.get("topic") == "target":
        line["value"] = name("2" + line["value"])[1]
    return line


def assert_looks_the_same(game, lines, others):
    """Both records look the same to all, entry by entry, to the byte."""
    one, two = record_of_game(game, []), record_of_game(game, [])
    for line, other in zip(lines, others, strict=True):
        one.add(entry(one, line))
        two.add(entry(two, other))
        assert json.dumps(one.summary()) == json.dumps(two.summary())
        assert repr(view(one)) == repr(view(two))


@examples(8)
@given(games, chances)
def test_what_all_may_see_does_not_depend_on_named_cards(game, chance):
    """Every card but the aces is another of its suit, wherever it was read or moved."""
    ranks = {suit: [*chance.sample(RANKS[:-1], 12), "A"] for suit in SUITS}
    others = [renamed(line, lambda c: ranks[c[1]][RANKS.index(c[0])] + c[1]) for line in game.lines]
    assert_looks_the_same(game, game.lines, others)


@examples(8)
@given(games, chances)
def test_what_all_may_see_does_not_depend_on_targets_before_a_kische(game, chance):
    """Every suit is another, in targets and cards; that shows when it is announced."""
    suits = dict(zip(SUITS, chance.sample(SUITS, 4), strict=True))
    until = [line.get("topic") for line in game.honest]
    lines = game.honest[: until.index("kische") if "kische" in until else None]
    assert_looks_the_same(
        game, lines, [renamed(line, lambda c: c[0] + suits[c[1]]) for line in lines]
    )


# --- whatever is noted --------------------------------------------------------------------------


class Table(AnyTable):
    """A table of Tredici at which anything may be noted."""

    @initialize(table=tables(most=5), chance=chances, begun=st.sampled_from([0, 10, 40, 100]))
    def deal(self, table, chance, begun):
        """Sit down, perhaps in the middle of a game."""
        self.players, self.options = table
        self.lines, self.judged = [], 0
        if begun:
            self.lines = play(
                chance, self.players, Habits(0.3, 0.1, 0.1), self.options, begun
            ).lines
        self.record = record_of(self.players, self.lines, "tredici", **self.options)

    def referee(self, lines=None):
        """The referee of what has been noted."""
        return Referee(self.players, self.lines if lines is None else lines, self.options)

    def can_stand(self, lines):
        """Whether each entry that then counts is possible after those before it."""
        try:
            self.referee([line for _, line in standing(lines)])
        except Refused:
            return False
        return True

    @rule(steps=st.sampled_from([2, 8, 25]), named=SHARES, chance=chances)
    def go_on(self, steps, named, chance):
        """Do what is awaited a while, sometimes with cards named that may lie elsewhere."""
        for _ in range(steps):
            now = self.referee()
            if now.what == "over":
                return
            if now.what == "deal":
                self.say(dealt(chance.randrange(self.players)))
                continue
            seat = chance.choice(now.seats)
            if now.what == "target":
                self.say(declared(seat, "target", chance.choice(SUITS)))
                continue
            hand = len(now.hands[seat])
            source, goal = {"draw": ("draw", "hand"), "give": ("hand", "draw")}.get(
                now.what, ("hand", now.what)
            )
            due = {
                "draw": min(now.size - hand, len(now.draw) + len(now.discard)),
                "give": 1,
                "discard": hand if seat in now.aces else min(3, hand),
                "stack": min(chance.choice([0, 1, 2, hand]), hand),
            }[now.what]
            cards = due
            if chance.random() < named:
                pool = [c for c in DECK if now.what != "stack" or c[1] == now.target(seat)]
                cards = " ".join(chance.sample(pool, min(due, len(pool))))
            self.say(moved(seat, source, goal, cards))

    @rule(seat=st.integers(0, 12), topic=st.sampled_from("ace kische tredici draw target".split()))
    def speak(self, seat, topic):
        """Anything that may be said."""
        value = "S" if topic == "target" else None
        self.say(declared(None if topic == "draw" else seat % self.players, topic, value))

    @rule(seat=st.integers(0, 12), card=st.sampled_from(DECK))
    def read_a_card(self, seat, card):
        """Any card in any hand."""
        self.say(played("held", seat % self.players, card))


TestTable = Table.TestCase


TestTable.settings = examples(12, steps=30)
