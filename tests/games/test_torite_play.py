"""The Torite played by chance, honestly and not, against the referee who has seen all hands."""

from random import Random

from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from games.any_table import AnyTable, is_slip, proved
from players.torite import Manners, declared, play, played
from records.lines import entry, record_of
from referees.torite import VIEWPOINTS, Referee, revokes
from referees.witness import SUITS, deck
from thorough import examples
from tricktable.rules.cards import cards_in

SHARES = st.sampled_from([0, 0.05, 0.3, 0.9])

chances = st.integers(0, 2**32).map(Random)
tables = st.integers(1, 4)
honest_games = st.builds(
    lambda chance, players, reads, slips: play(
        chance, players, Manners(reads=reads, slips=slips / 3)
    ),
    chances,
    tables,
    SHARES,
    SHARES,
)
games = st.builds(
    lambda chance, players, *shares: play(chance, players, Manners(*shares)),
    chances,
    tables,
    *[SHARES] * 4,
    SHARES.map(lambda share: share / 3),
)


@examples(25)
@given(honest_games)
def test_no_honest_play_is_ever_convicted(game):
    record = record_of(game.players)
    for line in game.lines:
        record.add(entry(record, line))
        if line["kind"] in ("struck", "corrected", "declared"):
            continue  # where an entry was noted wrongly, that note may be improper
        if not is_slip(game.lines, record.seq):
            assert not any(record.findings(viewpoint) for viewpoint in VIEWPOINTS)
    assert not any(record.findings(viewpoint) for viewpoint in VIEWPOINTS)
    assert revokes(game.players, game.hands, game.lines) == set()


@examples(25)
@given(games)
def test_every_revoke_is_proved_once_all_cards_are_known(game):
    """And nothing else is, to whoever looks; the win goes with it (T10)."""
    record = record_of(game.players, game.lines)
    guilty = revokes(game.players, game.hands, game.lines)
    for viewpoint in VIEWPOINTS:
        found = record.findings(viewpoint)
        assert proved(found) == guilty
        assert not any(each.grade == "someone" for each in found)
        assert not (guilty and record.summary(viewpoint)["detail"]["won"])
    event(f"revokes: {min(len(guilty), 5)}")


@examples(25)
@given(games, st.sampled_from(VIEWPOINTS))
def test_only_the_guilty_are_ever_named_and_someone_is_guilty(game, viewpoint):
    """On the way, too: what is said of the entries so far is true of the hands."""
    record, before = record_of(game.players), None
    for line in game.lines:
        record.add(entry(record, line))
        found = record.findings(viewpoint)
        if found == before or is_slip(game.lines, record.seq):
            continue
        before = found
        guilty = revokes(game.players, game.hands, game.lines[: record.seq])
        assert proved(found) <= guilty
        if any(each.grade == "someone" for each in found):
            event("someone")
            assert guilty - proved(found)


@examples(12)
@given(chances)
def test_while_kept_cards_are_shown_the_summaries_are_the_referees(chance):
    """Much was not followed; now it comes out, or is narrowed down, card by card."""
    game = play(chance, 3, Manners(revokes=0.9))
    record = record_of(3, game.lines[:-4])
    for line in game.lines[-4:]:
        record.add(entry(record, line))
        assert record.summary() == Referee(3, game.lines[: record.seq]).summary()


@examples(25)
@given(games)
def test_cards_are_neither_made_nor_lost(game):
    record = record_of(game.players, game.lines)
    left, tricks = [], 0
    for _, happening, after in record.steps():
        if type(happening).__name__ == "Played":
            left.append(happening.card)
        rounds = [*after.seen.earlier, (after.tally, after.seen.kept)]
        kept = [card for _, shown in rounds for card in shown if card is not None]
        aside = [] if after.seen.set_aside is None else [after.seen.set_aside]
        gone = [*left, *kept, *aside]
        assert len(gone) == len(set(gone))
        assert sorted(gone) == list(cards_in(after.gone))
        tricks = sum(sum(tally) for tally, _ in rounds)
        assert tricks * game.seats + len(after.trick) == len(left)
    assert sorted(card.code for card in gone) == sorted(deck(game.players))
    assert tricks == 12 * len(game.hands)


# --- whatever is noted --------------------------------------------------------------------------


class Table(AnyTable):
    """A table of The Torite at which anything may be noted."""

    @initialize(players=tables, chance=chances, begun=st.sampled_from([True, True, True, False]))
    def deal(self, players, chance, begun):
        """Sit down. The hands are what the players believe in; the record may say otherwise."""
        self.players, self.seats = players, max(players, 2)
        self.record, self.lines = record_of(players), []
        cards = deck(players)
        chance.shuffle(cards)
        self.stacks = [set(cards[13 * n : 13 * n + 13]) for n in range(4)]
        self.aside = cards[13 * 3 :] if players == 3 else []
        self.judged = 0
        if begun:
            self.begin()

    def referee(self, lines=None):
        """The referee of what has been noted."""
        return Referee(self.players, self.lines if lines is None else lines)

    def cards_of(self, seat):
        """What a seat has left, or a card that nobody can have."""
        return self.hand(seat or 0) or ["7R"]

    def hand(self, seat):
        """What a seat has left of its cards."""
        referee = self.referee()
        second = len(referee.rounds) - 1
        return sorted(self.stacks[seat + 2 * second] - referee.left())

    @rule()
    def begin(self):
        """Deal, and say who leads or which stacks are whose, as far as that is awaited."""
        counts = [
            [sum(card[1] == suit for card in stack) for suit in SUITS] for stack in self.stacks
        ]
        self.say({"kind": "dealt", "dealer": 0})
        if self.players <= 2:
            if sum(map(sum, counts)) == 52:
                self.say(declared(None, "stacks", counts))
            self.say(declared(None, "pairing", [[1, 3], [2, 4]]))
        else:
            self.say(declared(1, "leader"))

    @rule(cards=st.sampled_from([3, 12, 30, 60]), chance=chances)
    def play_on(self, cards, chance):
        """Play a while, mostly as one should."""
        for _ in range(cards):
            referee = self.referee()
            now = referee.rounds[-1]
            if referee.phase != "play":
                return
            seat = referee.due(now)
            hand = self.hand(seat)
            begun = len(now.plays) % self.seats
            led = now.plays[-begun].card[1] if begun else None
            following = [card for card in hand if card[1] == led]
            if hand:
                self.say(played("played", seat, chance.choice(following or hand)))

    @rule(seat=st.integers(0, 3), kind=st.sampled_from(["played", "held", "shown"]), data=st.data())
    def lay(self, seat, kind, data):
        """Any card of a hand, at any moment, in any way."""
        hand = self.hand(seat % self.seats)
        if hand:
            self.say(played(kind, seat % self.seats, data.draw(st.sampled_from(hand))))

    @rule()
    def show_all(self):
        """Show what was kept."""
        if self.referee().phase == "show":
            for seat in range(self.seats):
                for card in self.hand(seat)[:1]:
                    self.say(played("shown", seat, card))
            for card in self.aside:
                self.say(played("shown", None, card))


TestTable = Table.TestCase


TestTable.settings = examples(15, steps=40)
