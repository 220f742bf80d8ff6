"""Etori and Troika played by chance, honestly and not, against a referee and all hands."""

from random import Random

from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from games.any_table import (
    AnyTable,
    house_rules,
    is_slip,
    proved,
)
from players import etori, troika
from players.deals import play
from players.torite import Manners, declared, moved, played
from records.lines import entry, record_of
from referees.torite import PUBLIC, VIEWPOINTS
from referees.witness import SUITS, standing
from thorough import examples
from tricktable.rules.cards import cards_in

SHARES = st.sampled_from([0, 0.05, 0.3, 0.9])


kinds = st.one_of(
    st.tuples(st.just(etori.KIND), st.sampled_from([4, 6]), house_rules("etori", 4)),
    st.tuples(st.just(troika.KIND), st.just(4), house_rules("troika", 4)),
    st.tuples(
        st.just(troika.KIND), st.just(4), house_rules("troika", 4, variant=st.just("saskatchewan"))
    ),
)
chances = st.integers(0, 2**32).map(Random)
honest_games = st.builds(
    lambda chance, kind, reads, slips: play(
        chance, *kind, Manners(reads=reads, slips=slips / 3), deals=3
    ),
    chances,
    kinds,
    SHARES,
    SHARES,
)
games = st.builds(
    lambda chance, kind, revokes, hurries, boasts, reads, slips: play(
        chance, *kind, Manners(revokes, hurries, boasts, reads, slips / 3), deals=2
    ),
    chances,
    kinds,
    *[SHARES] * 5,
)


@examples(20)
@given(honest_games)
def test_no_honest_play_is_ever_convicted(game):
    record = record_of(game.players, (), game.name, **game.options)
    for line in game.lines:
        record.add(entry(record, line))
        if line["kind"] not in ("struck", "corrected", "declared") and not is_slip(
            game.lines, record.seq
        ):
            assert not any(record.findings(viewpoint) for viewpoint in VIEWPOINTS)
    assert not any(record.findings(viewpoint) for viewpoint in VIEWPOINTS)
    assert game.revokes == set()


@examples(20)
@given(games)
def test_only_the_guilty_are_ever_named_and_someone_is_guilty(game):
    """All of them are, once all cards have been played."""
    record = game.record()
    for viewpoint in VIEWPOINTS:
        found = record.findings(viewpoint)
        assert proved(found) <= game.revokes
        if any(each.grade == "someone" for each in found):
            event("someone")
            assert game.revokes - proved(found)
        if game.kind is troika.KIND:
            assert proved(found) == game.revokes


@examples(20)
@given(games)
def test_cards_and_chips_are_neither_made_nor_lost_and_a_deal_of_troika_has_ten_points(game):
    record = game.record()
    left = []
    for _, happening, after in record.steps():
        kind = type(happening).__name__
        left = [] if kind == "Dealt" else [*left, happening.card] if kind == "Played" else left
        assert len(left) == len(set(left))
        if after.next.what == "play":
            gone = after.plan.deck & ~after.left if game.kind is troika.KIND else after.gone
            assert sorted(left) == list(cards_in(gone))
        told = after.position((), PUBLIC).as_json()
        if game.kind is etori.KIND:
            assert sum(told["chips"]) == 5 * game.players // 2
            assert min(told["chips"]) >= 0
            assert sum(told["faces"]) == sum(c.rank > 10 for c in left[: len(left) // 4 * 4]) or (
                after.next.what != "play" and not any(told["faces"])
            )
            assert all(8 <= max(deal["faces"]) <= 16 for deal in told["deals"])
    found = [each for each in record.findings() if each.rule == "discard"]
    if game.kind is troika.KIND:
        odd = [deal for deal in told["deals"] if sum(deal["points"]) != 10]
        assert len(odd) == len(found)
        assert game.options.get("variant") == "saskatchewan" or not odd


# --- whatever is noted --------------------------------------------------------------------------


class Table(AnyTable):
    """A table of Etori or Troika at which anything may be noted."""

    @initialize(kind=kinds, chance=chances, deals=st.integers(0, 1))
    def deal(self, kind, chance, deals):
        """Sit down, after some deals. The record need not agree with any hands."""
        self.kind, self.players, self.rules = kind
        self.chance, self.judged = chance, 0
        self.lines = play(chance, *kind, Manners(reads=0.1, revokes=0.05), deals=deals).lines
        self.record = record_of(self.players, self.lines, self.kind.name, **self.rules)
        self.now = self.referee(self.lines)
        self.cards = self.now.deck()

    def referee(self, lines=None):
        """A referee who knows these lines, or all that have been noted."""
        return self.now if lines is None else self.kind.referee(self.players, lines, self.rules)

    def note(self, line):
        """Keep a line that was taken in; the referee who has seen all others sees it too."""
        self.lines.append(line)
        if line["kind"] in ("struck", "corrected"):
            self.now = self.referee(self.lines)
        else:
            self.now.take_in(len(self.lines), line)
            self.now.seq = len(self.lines)

    def cards_of(self, _seat):
        """The whole deck."""
        return self.cards

    def can_stand(self, lines):
        """Whether each entry that then counts is possible after those before it."""
        referee = self.referee([])
        for seq, line in standing(lines):
            if seq >= lines[-1]["seq"] and not referee.allows(line):
                return False
            referee.take_in(seq, line)
            referee.seq = seq
        return True

    @rule(steps=st.sampled_from([1, 4, 8, 20]), fair=st.sampled_from([0.5, 1]))
    def go_on(self, steps, fair):
        """Do what is awaited, with any cards that may be in those hands."""
        for _ in range(steps):
            awaited = self.now.next()
            seat = awaited["seat"] if self.chance.random() < fair else None
            seat = self.chance.randrange(self.players) if seat is None else seat
            self.say(self.act(awaited["what"], seat))

    def act(self, what, seat):
        """A line that may do what is awaited."""
        if what == "deal":
            return {"kind": "dealt", "dealer": seat}
        if what == "bid":
            bids = ["pass"] * 9 + [f"{n}{kind}" for n in (6, 7, 8, 9) for kind in ("", "N", "L")]
            return declared(seat, "bid", self.chance.choice(bids))
        if what == "trump":
            return declared(seat, "trump", self.chance.choice(SUITS))
        cards = self.chance.sample(self.cards, 2)
        if what == "discard" and self.chance.random() < 0.7:
            places = self.chance.choice([("kitty", "hand"), ("hand", "discard")])
            return moved(seat, *places, 2, *self.chance.choice([cards, cards, []]))
        return played("played", seat, self.suitable(seat) or cards[0])

    def suitable(self, seat):
        """A card that can be in that hand."""
        of = self.now.deals[-1] if self.now.deals else None
        cards = [card for card in self.cards if of and self.now.may_lie(of, seat, card)]
        return self.chance.choice(cards) if cards else None

    @rule(seat=st.integers(0, 5), kind=st.sampled_from(["played", "held", "held", "shown"]))
    def lay(self, seat, kind):
        """Any card that can be there, at any moment, in any way."""
        seat %= self.players
        self.say(played(kind, seat, self.suitable(seat) or self.chance.choice(self.cards)))

    @rule(seat=st.integers(0, 5), many=st.sampled_from([1, 5, 8, 11]))
    def read(self, seat, many):
        """Read many cards of a hand, perhaps more than it has."""
        for card in self.chance.sample(self.cards, many):
            self.say(played("held", seat % self.players, card))

    @rule(seat=st.integers(0, 3), topic=st.sampled_from(["misdeal", "bid", "trump"]))
    def declare(self, seat, topic):
        """Say something at any moment."""
        value = {"misdeal": None, "bid": self.chance.choice(["pass", "7N", "7L", "12"])}
        suit = self.chance.choice(SUITS)
        seat = None if self.kind is etori.KIND and topic == "trump" else seat
        self.say(declared(seat, topic, value.get(topic, suit)))


TestTable = Table.TestCase


TestTable.settings = examples(12, steps=25)
