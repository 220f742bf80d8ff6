"""The judge of following suit against all deals there are, on decks small enough to try them."""

from functools import cache
from itertools import chain, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referees.torite import can_be_dealt
from thorough import examples
from tricktable.rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card, mask
from tricktable.rules.follow import Follow
from tricktable.rules.ranking import PRINTED, ranking_of
from tricktable.rules.verdicts import OwnRule

# Deck, and how many cards lie in each hand; the rest lies outside.
TABLES = [
    ("2C 3C 2D 3D 2H 3H", (2, 2)),
    ("2C 3C 4C 2D 3D 4D", (3, 3)),
    ("2C 3C 2D 3D 2H 2S", (2, 2, 2)),
    ("2C 3C 2D 3D 2H 3H 2S 3S", (2, 2, 2)),
    ("2C 3C 4C 2D 3D 2H 3H", (3, 3)),
    ("2C 3C 4C 5C 2D 3D 2H 3H", (4,)),
    ("2C 3C 4C 2D 3D 2H 3H 2S", (5, 2)),
    ("2C 3C 2D 3D 4D 2H 2S 3S", (3, 4)),
]
JACKS = ("JC JD 2C 3C 2D 2H", (2, 2)), ("JC JD JS 2C 2D 2H 2S", (3, 3))
"""The same where the jacks are a fifth suit."""


GIVEN = "given up"


@cache
def deals(cards, hands, given=0):
    """Every way to deal: a place for each card, in order.

    A place is a seat, `GIVEN` for what a hand gave up, or None for what nobody ever had.
    """
    places = [seat for seat, size in enumerate(hands) for _ in range(size)] + [GIVEN] * given
    places += [None] * (len(cards) - len(places))
    return sorted(set(permutations(places)), key=str)


class AllDeals:
    """What Follow claims to know, from trying every deal after every entry."""

    def __init__(self, cards, hands, given=0, ranking=PRINTED):
        self.cards, self.deals, self.suits = cards, deals(cards, hands, given), ranking.suits
        self.named = []  # (seq, seat or None, card, whether it was played)
        self.loose = {}  # card: seq
        self.exchanger, self.all_told = None, False
        self.claims = []  # (seq, seat, suit, cards of that seat that were gone before)
        self.failing_since = None

    def take_in(self, seq, seat, named, is_played, owed=None):
        gone = {each for _, who, each, left in self.named if left and who == seat}
        self.named.append((seq, seat, named, is_played))
        if owed is not None and self.suits[named] != owed:
            self.claims.append((seq, seat, owed, gone))
        self.test(seq)

    def take_in_loose(self, seq, named):
        self.loose.setdefault(named, seq)
        self.test(seq)

    def test(self, seq):
        if any(map(self.explains, self.deals)):
            self.failing_since = None
        else:
            self.failing_since = self.failing_since or seq

    def proof(self, claim):
        """The first entry that names a card which disproves the claim."""
        _, seat, suit, gone = claim
        entries = [
            seq
            for seq, who, each, _ in self.named
            if who == seat and self.suits[each] == suit and each not in gone
        ]
        if seat == self.exchanger:
            told = {each: who for _, who, each, _ in self.named}
            entries += [
                named
                for each, named in self.loose.items()
                if self.suits[each] == suit and each not in gone
                if told.get(each, seat if self.all_told else None) == seat
            ]
        return min(entries, default=None)

    def explains(self, deal):
        """Whether everything seen, and every claim that stands, can be true of this deal."""
        place = dict(zip(self.cards, deal, strict=True))
        for _, seat, each, _ in self.named:
            if place[each] != seat and (seat is not None or place[each] != GIVEN):
                return False
        if any(place[each] not in (self.exchanger, GIVEN) for each in self.loose):
            return False
        return not any(
            place[each] == seat and self.suits[each] == suit and each not in gone
            for seq, seat, suit, gone in self.claims
            if self.proof((seq, seat, suit, gone)) is None
            for each in self.cards
        )

    def findings(self):
        found = {
            (claim[0], "proved", claim[1], (claim[0], self.proof(claim)))
            for claim in self.claims
            if self.proof(claim) is not None
        }
        if self.failing_since:
            found.add((self.failing_since, "someone", None, ()))
        return found


def fresh(cards, hands, ranking=PRINTED):
    """A judge of a deal of these cards."""
    unseen = [(mask(cards) & suit).bit_count() for suit in ranking.masks]
    return Follow(unseen, hands, len(cards) - sum(hands), ranking)


def told(follow):
    """The findings, each of them once."""
    found = [(each.seq, each.grade, each.seat, each.proof) for each in follow.findings()]
    assert len(found) == len(set(found))
    return set(found)


@examples(100)
@given(st.sampled_from([*TABLES, *JACKS]), st.data())
def test_nothing_else_follows_from_all_deals(table, data):
    """Proofs, and `someone` at the very entry at which no deal is left, and back when one is."""
    codes, hands = table
    cards = tuple(map(card, codes.split()))
    ranking = ranking_of(J="JC JS JH JD") if table in JACKS else PRINTED
    truth = dict(zip(cards, data.draw(st.sampled_from(deals(cards, hands))), strict=True))
    follow, brute = fresh(cards, hands, ranking), AllDeals(cards, hands, ranking=ranking)
    # Each card leaves its place once, and some are named before that.
    entries = [(each, True) for each in data.draw(st.permutations(cards))]
    for each in data.draw(st.lists(st.sampled_from(cards), max_size=5)):
        at = data.draw(st.integers(0, entries.index((each, True))))
        entries[at:at] = [(each, False)] if truth[each] is not None else []
    for seq, (each, leaves) in enumerate(entries, start=1):
        seat, owed = truth[each], None
        if seat is None:
            follow.lies_outside(each)
        elif leaves:
            owed = data.draw(st.none() | st.integers(0, len(ranking.masks) - 1))
            follow.plays(seat, each, owed, seq)
        else:
            follow.names(seat, each, seq)
        follow.test(seq)
        brute.take_in(seq, seat, each, leaves, owed)
        assert told(follow) == brute.findings()


@examples(150)
@given(
    st.sampled_from([table for table in TABLES if table[0].count(" ") >= sum(table[1])]),
    st.randoms(use_true_random=False),
)
def test_nothing_else_follows_when_a_hand_exchanges_cards(table, chance):
    """Of what it was known to have it gave up no more than it says, wherever the others lie."""
    codes, sizes = table
    cards = tuple(map(card, codes.split()))
    follow, brute, places, seq = exchanged(cards, sizes, chance)
    entries = [(each, True) for each in chance.sample([*places], len(places))]
    for each in chance.sample([*places], min(len(places), chance.randint(0, 4))):
        entries.insert(chance.randint(0, entries.index((each, True))), (each, False))
    outside = [(each, None) for each in cards if each not in places]
    if not any(seat is None for _, seat, *_ in brute.named):
        entries += chance.sample(outside, chance.randint(0, len(outside)))
    for now, (each, leaves) in enumerate(entries, start=seq + 1):
        owed = chance.choice((None, *range(4))) if leaves else None
        if leaves is None:
            follow.lies_outside(each)
        elif leaves:
            follow.plays(places[each], each, owed, now)
        else:
            follow.names(places[each], each, now)
        follow.test(now)
        brute.take_in(now, places.get(each), each, bool(leaves), owed)
        assert told(follow) == brute.findings()


def exchanged(cards, sizes, chance):
    """A judge after an exchange, all deals there are then, where each card lies, and the entry."""
    left, seats = chance.sample(cards, len(cards)), range(len(sizes))
    hands, exchanger = [[left.pop() for _ in range(size)] for size in sizes], chance.choice(seats)
    follow, seq, named, turned = fresh(cards, sizes), 0, {}, []
    for each in chance.sample(cards, chance.randint(0, len(cards))):
        if each in hands[exchanger]:
            seq = named[each] = seq + 1
            follow.names(exchanger, each, seq)
        elif each in left and chance.random() < 0.3:
            follow.lies_outside(each)
            turned.append(each)
    taken = chance.sample(left, chance.randint(0, len(left)))
    mine = [*hands[exchanger], *taken]
    given_up = chance.sample(mine, chance.randint(0, min(len(taken) + 1, len(mine) - 1)))
    hands[exchanger] = [each for each in mine if each not in given_up]
    stock = [each for each in left if each not in taken]
    brute = AllDeals(cards, tuple(map(len, hands)), len(given_up))
    brute.exchanger, brute.loose = exchanger, dict(named)
    follow.exchanges(exchanger, len(taken), len(given_up))
    for each in taken:
        if each in turned or chance.random() < 0.5:
            seq += 1
            follow.names_loosely(each, seq)
            brute.loose[each] = seq
    brute.named += [(0, None, each, False) for each in turned if each in stock]
    brute.all_told = chance.random() < 0.3
    if brute.all_told:
        follow.gives_up(given_up)
        brute.named += [(seq, None, each, False) for each in given_up]
        brute.named += [
            (at, exchanger, each, False) for each, at in brute.loose.items() if each not in given_up
        ]
    places = {each: seat for seat in seats for each in hands[seat]}
    return follow, brute, places, seq


def test_one_discard_of_four_unseen_cards_is_no_more_than_one():
    """The dealer takes up the card that was turned, and discards one: four cards lie unseen."""
    cards = tuple(map(card, "2C 3C 4C 2D 3D 4D 2H 3H 4H".split()))
    follow = fresh(cards, (3, 2))
    follow.names(0, card("2C"), 1)
    follow.names(0, card("3C"), 2)
    follow.lies_outside(card("4H"))
    follow.exchanges(0, 1, 1)
    follow.names_loosely(card("4H"), 3)
    say(follow, 4, 0, "2D", owed=CLUBS)
    assert told(follow) == {(4, "someone", None, ())}  # of two clubs it gave up one at most
    say(follow, 5, 0, "3C")
    assert told(follow) == {(4, "proved", 0, (4, 2))}


def test_the_card_that_was_turned_up_was_one_more_of_those_that_nobody_took():
    """All three others are seen outside: what the hand gave up can still be the turned card."""
    cards = tuple(map(card, "2C 3C 4C 2D 3D 4D 2H 3H 4H".split()))
    follow = fresh(cards, (3, 2))
    follow.lies_outside(card("4H"))
    follow.exchanges(0, 1, 1)
    follow.names_loosely(card("4H"), 1)
    for code in ("4C", "4D", "3H"):
        follow.lies_outside(card(code))
    say(follow, 2, 0, "2D", owed=HEARTS)
    assert told(follow) == set()


@examples(30)
@given(st.randoms(use_true_random=False))
def test_a_card_may_belong_to_another_suit_once_trump_is_named(chance):
    """Whatever was seen before, the judge then knows what one would who knew the suits at once."""
    cards = tuple(map(card, "JC JS QS 2C 3C 2D".split()))
    ranking, deck = ranking_of(S="JS JC QS"), mask(cards)
    truth = chance.sample([0, 0, 1, 1, None, None], 6)
    unseen = [(deck & suit).bit_count() for suit in ranking.masks]
    late, early = fresh(cards, (2, 2)), Follow(unseen, (2, 2), 2, ranking)
    seen = chance.sample([*zip(cards, truth, strict=True)], chance.randint(0, 6))
    for seq, (each, seat) in enumerate(seen, start=1):
        for judge in (late, early):
            if seat is None:
                judge.lies_outside(each)
            else:
                judge.names(seat, each, seq)
    late.ranks(ranking, deck)
    held = [(each, seat) for each, seat in zip(cards, truth, strict=True) if seat is not None]
    for seq, (each, seat) in enumerate(chance.sample(held, len(held)), start=7):
        owed = chance.choice((None, *range(4)))
        for judge in (late, early):
            judge.plays(seat, each, owed, seq)
            judge.test(seq)
        assert told(late) == told(early)


def test_a_rule_of_a_games_own_rests_on_what_is_known_of_a_hand(follow):
    hearts, rule = mask([card("2H"), card("3H")]), OwnRule("hearts")
    follow.names(0, card("2H"), 1)
    follow.claims_none(0, hearts, rule, 2)
    follow.claims_none(1, hearts, rule, 3)
    assert dict(follow.known_hand(0)) == {card("2H"): 1}
    assert told(follow) == {(2, "proved", 0, (2, 1))}
    before = follow.copy()
    say(follow, 4, 1, "3H")
    assert told(follow) == {(2, "proved", 0, (2, 1)), (3, "proved", 1, (3, 4))}
    assert told(before) == {(2, "proved", 0, (2, 1))}
    assert follow.changes == before.changes + 1


# Deck, the hands, and how many cards each of them gives to the next or the one after.
PASSING = [
    ("2C 3C 2D 3D 2H 3H", (3, 3), 1),
    ("2C 3C 2D 3D 2H 3H 2S 3S", (4, 4), 3),
    ("2C 3C 4C 2D 3D 2H 3H 2S", (2, 2, 2), 1),
    ("2C 3C 4C 2D 3D 4D 2H 3H 4H", (3, 3, 3), 2),
    ("2C 3C 2D 3D 2H 3H 2S 3S", (2, 2, 2, 2), 2),
]


@examples(30)
@given(st.sampled_from(PASSING), st.randoms(use_true_random=False))
def test_after_cards_were_passed_a_judge_knows_what_one_of_the_new_hands_would(table, chance):
    """What was kept is known by its first entry, and what was taken up by the last pass."""
    codes, sizes, number = table
    cards = [*map(card, codes.split())]
    seats = range(len(sizes))
    shuffled = chance.sample(cards, len(cards))
    hands = [[shuffled.pop() for _ in range(size)] for size in sizes]
    follow, new, known, seq = fresh(cards, sizes), fresh(cards, sizes), {}, 0
    for each in chance.sample([*chain(*hands)], chance.randint(0, sum(sizes))):
        seq += 1
        known[each] = seq
        seat = next(seat for seat in seats if each in hands[seat])
        follow.names(seat, each, seq)
        follow.test(seq)
    seq += 1
    step = chance.choice(seats[1:])
    to = {seat: (seat + step) % len(sizes) for seat in seats}
    gives = [chance.sample(hand, number) for hand in hands]
    seen = {seat: chance.choice((None, gives[seat])) for seat in seats}
    follow.passes(seen, to, seq)
    follow.test(seq)
    for seat in seats:
        for each in hands[seat]:
            if seen[seat] is not None and each in gives[seat]:
                new.names(to[seat], each, seq)
            elif seen[seat] is not None and each in known:
                new.names(seat, each, known[each])
    after = [[each for each in hand if each not in gives[seat]] for seat, hand in enumerate(hands)]
    for seat in seats:
        after[to[seat]] += gives[seat]
    new.test(seq)
    assert told(follow) == told(new) == set()
    for each in chance.sample(cards, len(cards)):
        seq += 1
        seat = next((seat for seat in seats if each in after[seat]), None)
        owed = chance.choice((None, *range(4)))
        for judge in (follow, new):
            if seat is None:
                judge.lies_outside(each)
            else:
                judge.plays(seat, each, owed, seq)
            judge.test(seq)
        assert told(follow) == told(new)


@examples(20)
@given(st.sampled_from(TABLES), st.randoms(use_true_random=False), st.booleans())
def test_a_copy_goes_its_own_way_and_each_change_is_counted(table, chance, is_exchanging):
    codes, sizes = table
    cards = [*map(card, codes.split())]
    truth = dict(zip(cards, chance.choice(deals(tuple(cards), sizes)), strict=True))
    follow, kept, before = fresh(cards, sizes), [], (0, set())
    if is_exchanging:
        had = [each for each in cards if truth[each] in (0, None)]
        outside = len(cards) - sum(sizes)
        follow.exchanges(0, outside, outside)
        for each in chance.sample(had, chance.randint(0, len(had))):
            follow.names_loosely(each, 1)
    for seq, each in enumerate(chance.sample(cards, len(cards)), start=2):
        owed = chance.choice((None, *range(4)))
        kept.append((seq, each, owed, follow.copy()))
        tell(follow, truth[each], each, owed, seq)
        now = (follow.changes, told(follow))
        assert (now[0] == before[0]) == (now[1] == before[1])
        before = now
    for at, (seq, *_, copied) in enumerate(kept):
        was = told(copied)
        fork = copied.copy()
        for later, each, owed, _ in kept[at:]:
            tell(fork, truth[each], each, owed, later)
        assert (fork.changes, told(fork)) == before
        assert told(copied) == was, f"the copy before entry {seq}"


def tell(follow, seat, named, owed, seq):
    """Tell the judge where a card was, and what it played."""
    if seat is None:
        follow.lies_outside(named)
    else:
        follow.plays(seat, named, owed, seq)
    follow.test(seq)


places = st.lists(
    st.tuples(st.integers(0, 4), st.sets(st.sampled_from("CDHS"))), min_size=1, max_size=4
)


@given(st.lists(st.sampled_from("CDHS"), max_size=7), places)
def test_the_referee_deals_like_trying_all_ways(unseen, places):
    def any_way(left):
        if not left:
            return True
        return any(
            left[0] not in barred
            and len(lying[number]) < room
            and (lying[number].append(left[0]) or any_way(left[1:]) or lying[number].pop() is None)
            for number, (room, barred) in enumerate(places)
        )

    lying = [[] for _ in places]
    assert can_be_dealt(unseen, places) == any_way(unseen)


# --- by hand ------------------------------------------------------------------------------------


@pytest.fixture
def follow():
    """Two cards of each suit among three hands of two, and two outside."""
    cards = tuple(map(card, "2C 3C 2D 3D 2H 3H 2S 3S".split()))
    return fresh(cards, (2, 2, 2))


def say(follow, seq, seat, code, owed=None):
    follow.plays(seat, card(code), owed, seq)
    follow.test(seq)


def test_a_card_played_later_proves_every_revoke_before(follow):
    say(follow, 1, 0, "2C")
    say(follow, 2, 1, "2D", owed=CLUBS)
    assert told(follow) == set()
    say(follow, 3, 1, "3C", owed=HEARTS)
    assert told(follow) == {(2, "proved", 1, (2, 3))}


def test_a_card_read_before_proves_at_once_and_by_its_first_entry(follow):
    follow.names(1, card("3C"), 1)
    follow.names(1, card("3C"), 2)
    follow.test(2)
    say(follow, 3, 1, "2D", owed=CLUBS)
    assert told(follow) == {(3, "proved", 1, (3, 1))}


def test_of_two_cards_read_before_the_first_proves():
    follow = fresh(tuple(map(card, "2C 3C 4C 2D".split())), (4,))
    for seq, code in enumerate("4C 2C 3C".split(), start=1):
        follow.names(0, card(code), seq)
    say(follow, 4, 0, "4C")
    say(follow, 5, 0, "2D", owed=CLUBS)
    assert told(follow) == {(5, "proved", 0, (5, 2))}


def test_each_revoke_has_its_own_proof():
    follow = fresh(tuple(map(card, "2C 3C 2D 3D".split())), (4,))
    say(follow, 1, 0, "2D", owed=CLUBS)
    say(follow, 2, 0, "2C")
    say(follow, 3, 0, "3D", owed=CLUBS)
    say(follow, 4, 0, "3C")
    assert told(follow) == {(1, "proved", 0, (1, 2)), (3, "proved", 0, (3, 4))}


def test_who_played_the_last_of_a_suit_may_claim_so(follow):
    follow.names(1, card("3C"), 1)
    say(follow, 2, 1, "3C", owed=CLUBS)
    say(follow, 3, 1, "2D", owed=CLUBS)
    assert told(follow) == set()


def test_someone_is_found_when_three_claims_leave_no_room_and_lost_when_one_falls(follow):
    say(follow, 1, 0, "2C", owed=HEARTS)
    say(follow, 2, 1, "2D", owed=HEARTS)
    assert told(follow) == set()  # one in seat 2, one outside, or both in either
    say(follow, 3, 2, "2S", owed=HEARTS)
    assert told(follow) == set()  # both outside
    follow.lies_outside(card("3S"))
    follow.test(4)
    assert told(follow) == {(4, "someone", None, ())}
    say(follow, 5, 2, "3D")  # four cards in three hands and outside, two of them hearts
    assert told(follow) == {(4, "someone", None, ())}
    say(follow, 6, 0, "3H")
    assert told(follow) == {(1, "proved", 0, (1, 6))}


def test_two_suits_together_can_have_no_room_where_each_alone_has():
    cards = tuple(map(card, "2C 3C 2D 3D 2H 3H 4H".split()))
    follow = fresh(cards, (4, 2))
    say(follow, 1, 0, "2H", owed=CLUBS)
    assert told(follow) == set()
    say(follow, 2, 0, "3H", owed=DIAMONDS)
    # Seat 0 has two of 4H and four cards that it claims not to have; elsewhere is room for three.
    assert told(follow) == {(2, "someone", None, ())}
    say(follow, 3, 0, "2D")
    assert told(follow) == {(2, "proved", 0, (2, 3))}


def test_what_lies_in_the_hand_or_was_given_up_shows_nothing_until_it_is_played():
    cards = tuple(map(card, "2C 3C 4C 2D 3D 4D".split()))
    follow = fresh(cards, (2, 2))
    follow.names(1, card("2C"), 1)
    follow.exchanges(1, 2, 2)
    follow.names_loosely(card("3C"), 2)
    say(follow, 3, 1, "2D", owed=CLUBS)
    assert told(follow) == set()  # it gave up both
    say(follow, 4, 1, "3C")
    assert told(follow) == {(3, "proved", 1, (3, 2))}


def test_what_was_not_given_up_shows_at_once():
    cards = tuple(map(card, "2C 3C 4C 2D 3D 4D".split()))
    follow = fresh(cards, (2, 2))
    follow.names(1, card("2C"), 1)
    follow.exchanges(1, 2, 2)
    follow.names_loosely(card("2C"), 2)
    follow.gives_up([card("3D"), card("4D")])
    say(follow, 3, 1, "2D", owed=CLUBS)
    assert told(follow) == {(3, "proved", 1, (3, 1))}


def test_an_imitation_belongs_to_no_colour():
    follow = Follow([1, 1, 1, 1], [2, 2], 0)
    say(follow, 1, 0, "2R")
    say(follow, 2, 1, "X1")
    say(follow, 3, 0, "2B", owed=card("2R").suit)
    assert told(follow) == set()
    say(follow, 4, 1, "2G", owed=card("2B").suit)
    assert told(follow) == set()


def test_a_spade_led_is_followed_like_any_suit(follow):
    say(follow, 1, 0, "2S")
    say(follow, 2, 1, "2D", owed=SPADES)
    say(follow, 3, 1, "3S")
    assert told(follow) == {(2, "proved", 1, (2, 3))}
