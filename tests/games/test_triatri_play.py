"""TriATri played by chance, honestly and not, against the referee who has seen all hands."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from games.any_table import AnyTable, house_rules, proved
from players.torite import Manners, declared, played
from players.triatri import dealt, play
from records.entries import prizes
from records.lines import entry, record_of
from referees.torite import VIEWPOINTS
from referees.triatri import Referee, deck
from thorough import examples
from tricktable.rules.cards import cards_in

SHARES = st.sampled_from([0, 0.05, 0.3, 0.9])
OPTIONS = house_rules("triatri", 2)

chances = st.integers(0, 2**32).map(Random)
tables = st.integers(2, 4)
honest_games = st.builds(
    lambda chance, players, options, reads, slips: play(
        chance, players, Manners(reads=reads, slips=slips / 3), options
    ),
    chances,
    tables,
    OPTIONS,
    SHARES,
    SHARES,
)
games = st.builds(
    lambda chance, players, options, revokes, hurries, reads, slips: play(
        chance,
        players,
        Manners(revokes=revokes, hurries=hurries, reads=reads, slips=slips / 3),
        options,
    ),
    chances,
    tables,
    OPTIONS,
    *[SHARES] * 4,
)


def record_of_game(game, lines=None):
    """The record of a game that was played, or of its first lines."""
    lines = game.lines if lines is None else lines
    return record_of(game.players, lines, "triatri", **game.options)


@examples(12)
@given(honest_games)
def test_no_honest_play_is_ever_convicted(game):
    record = record_of_game(game, [])
    for line in game.honest:
        record.add(entry(record, line))
        assert not any(record.findings(viewpoint) for viewpoint in VIEWPOINTS)
    assert not any(record_of_game(game).findings(viewpoint) for viewpoint in VIEWPOINTS)
    assert game.revokes() == set()


@examples(12)
@given(games)
def test_every_revoke_of_a_finished_round_is_proved_and_nothing_else(game):
    record = record_of_game(game)
    rounds = Referee(game.players, game.lines, game.options).rounds
    finished = {seq for each in rounds if len(each.tricks) == 5 for seq in each.entries}
    for viewpoint in VIEWPOINTS:
        found = record.findings(viewpoint)
        assert proved(found) & finished == game.revokes() & finished
        assert proved(found) <= game.revokes()
        assert {each.seq for each in found if each.grade == "someone"}.isdisjoint(finished)


@examples(12)
@given(games)
def test_gems_and_cards_are_neither_made_nor_lost(game):
    for _, _, after in record_of_game(game).steps():
        on_table = int(after.prize is not None and not after.prize.is_own)
        for colour, stock in enumerate(after.stock):
            held = sum(gems[colour] for gems in after.gems)
            here = on_table if on_table and after.prize.colour == colour else 0
            assert stock + held + here == 6
            assert stock >= 0 <= min(gems[colour] for gems in after.gems)
        if after.phase not in ("deal", "reveal"):
            tricks = sum(after.taken) * game.players + len(after.trick)
            over = tricks + game.players  # the cards that decided
            assert len(list(cards_in(after.gone))) == over
        assert max(cards.bit_count() for cards in after.known) <= 6


# --- whatever is noted --------------------------------------------------------------------------


class Table(AnyTable):
    """A table of TriATri at which anything may be noted."""

    @initialize(players=tables, options=OPTIONS, chance=chances)
    def deal(self, players, options, chance):
        """Sit down. The hands are what the players believe in; the record may say otherwise."""
        self.players, self.options = players, options
        self.record, self.lines, self.judged = record_of(players, (), "triatri", **options), [], 0
        self.shuffle(chance)

    def shuffle(self, chance):
        """Deal hands anew."""
        cards = deck(self.players)
        chance.shuffle(cards)
        self.hands = [cards[6 * n : 6 * n + 6] for n in range(self.players)]

    def referee(self, lines=None):
        """The referee of what has been noted."""
        return Referee(self.players, self.lines if lines is None else lines, self.options)

    def cards_of(self, seat):
        """What a seat has left, or a card that nobody can have."""
        return self.hand(seat) or ["7R"]

    def hand(self, seat):
        """What a seat has left of its cards."""
        referee = self.referee()
        if not referee.rounds:
            return sorted(self.hands[seat])
        now = referee.rounds[-1]
        gone = {card for trick in now.tricks for _, _, card in trick.plays} | {*now.start_cards}
        return sorted(set(self.hands[seat]) - gone)

    @rule(steps=st.sampled_from([4, 12, 40]), chance=chances)
    def go_on(self, steps, chance):
        """Do what is awaited a while, mostly as one should."""
        for _ in range(steps):
            awaited = self.referee().next()
            seat = awaited["seat"]
            if awaited["what"] == "over":
                return
            if awaited["what"] == "deal":
                self.shuffle(chance)
                self.say(dealt(chance.randrange(self.players)))
            elif awaited["what"] == "reveal":
                for each in range(self.players):
                    if hand := self.hand(each):
                        self.say(played("shown", each, chance.choice(hand)))
            elif awaited["what"] == "prize":
                value = {"colour": chance.choice("RBG"), "from": chance.choice(["stock", "own"])}
                self.say(declared(seat, "prize", value))
            elif hand := self.hand(seat):
                self.say(played("played", seat, chance.choice(hand)))

    @rule(value=prizes, seat=st.integers(0, 3))
    def name_any_prize(self, value, seat):
        """Any prize by any seat."""
        self.say(declared(seat % self.players, "prize", value))

    @rule(seat=st.integers(0, 3), kind=st.sampled_from(["played", "held", "shown"]), data=st.data())
    def lay(self, seat, kind, data):
        """Any card of a hand, at any moment, in any way."""
        hand = self.hand(seat % self.players)
        if hand:
            self.say(played(kind, seat % self.players, data.draw(st.sampled_from(hand))))


TestTable = Table.TestCase


TestTable.settings = examples(12, steps=30)
