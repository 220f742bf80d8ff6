"""Claims that lie open, beside a referee that tries every layout, every plan and every answer."""

from itertools import permutations
from random import Random

import pytest

from records.lines import record_of
from rules.review.positions import NEVER, duties
from rules.review.test_from_seat import lawful, moments
from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS, card, cards_in, mask
from tricktable.rules.entries import Held, Played
from tricktable.rules.hands import newest_deal
from tricktable.rules.record import Record
from tricktable.rules.review.claim import KnownHands, claim_outlook, takes_all
from tricktable.rules.review.from_seat import seat_outlook
from tricktable.rules.review.layouts import Layouts
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.sides import Sides
from tricktable.rules.tricks import Bans


def told(record, seat, hand, seq=None):
    now = record.seq if seq is None else seq
    return claim_outlook(record, now, seat, [*cards_in(hand)], Random(1), lambda: NEVER)


def at_end(record, tricks):
    """Each moment of a deal's last tricks: the record then, and the deal with all its cards."""
    for seq, _ in moments(record):
        made, now = playout_from(record, seq), record.until(seq)
        table = now.state.tabletop()
        if made is not None and table.of - sum(table.tally) <= tricks:
            yield now, made


def layouts_of(record, made, seat):
    """Every way in which the others' cards may lie, by dealing them in every order."""
    deal, hands = newest_deal(record), made.at.hands
    lain = [step.entry.card for step in deal if isinstance(step.entry, Played)]
    hidden = record.header.deck & ~mask(lain) & ~hands[seat]
    sizes = [0 if other == seat else each.bit_count() for other, each in enumerate(hands)]
    suits, void = made.at.ranking.suits, [set() for _ in sizes]
    for each in made.deals[0].moments:
        trick = each.at.trick
        if each.seq <= record.seq and trick and suits[each.played.card] != suits[trick[0][1]]:
            void[each.played.seat].add(suits[trick[0][1]])
    layouts = set()
    for order in permutations(cards_in(hidden)):
        lies, left = [], [*order]
        for size in sizes:
            lies.append(left[:size])
            left = left[size:]
        if not any(suits[card] in void[at] for at, lie in enumerate(lies) for card in lie):
            masks = [*map(mask, lies)]
            layouts.add((*masks[:seat], hands[seat], *masks[seat + 1 :]))
    return layouts


class Referee:
    """Divides all layouts by what is laid, and so follows each plan to its end."""

    def __init__(self, at, layouts, *own):
        self.at, self.layouts, self.own = at, layouts, own

    def holds(self, at=None, layouts=None):
        at, layouts = at or self.at, self.layouts if layouts is None else layouts
        (mine,) = {each[self.own[0]] for each in layouts}
        if not mine and not at.trick:
            return True
        moves = {}
        for each in layouts:
            now = at._replace(hands=each)
            for laid in now.legal():
                then = now.after(laid)
                moves.setdefault(laid, (then, set()))[1].add(then.hands)
        answers = (self._then(at, then, some) for then, some in moves.values())
        return any(answers) if at.due in self.own else all(answers)

    def _then(self, at, then, some):
        if sum(then.tally) > sum(at.tally) and then.due not in self.own:
            return False
        return self.holds(then, some)


def agree(answer, referee):
    assert answer.holds == referee.holds()
    if answer.holds is False:
        assert answer.hands in referee.layouts
        could = referee.at.due in referee.own and referee.holds(layouts={answer.hands})
        assert (answer.card is None) is not could


@pytest.mark.parametrize("seed", [1, 21, 22])
def test_a_claim_of_all_tricks_holds_if_one_plan_answers_every_layout(seed):
    record, compared = lawful("troika", 4, seed), 0
    for now, made in at_end(record, 2):
        for seat, hand in made.hands().items():
            answer = told(now, seat, hand)
            if answer is not None:
                compared += 1
                agree(answer, Referee(made.at, layouts_of(now, made, seat), seat))
    assert compared > 4


@pytest.mark.parametrize(("seats", "size", "dummy"), [(3, 3, 0), (4, 2, 0), (4, 3, 1), (4, 3, 2)])
def test_claims_on_small_decks_hold_as_the_referee_says(seats, size, dummy):
    """With a dummy at the claimant's left, or one whose cards it plays."""
    found, own = [], (0, dummy) if dummy == 2 else (0,)
    for seed in range(50 if size == 3 else 20):
        chance = Random(seed)
        deck = chance.sample(STANDARD, seats * size)
        if seed % 2:  # with all the high cards, more claims hold
            deck.sort(key=lambda card: -card.rank)
        hand, rest = deck[:size], deck[size:]
        hands, room = [mask(hand), *[0] * (seats - 1)], [0, *[size] * (seats - 1), 0]
        if dummy:
            hands[dummy], room[dummy] = mask(rest[-size:]), 0
            del rest[-size:]
        none = [0] * len(room)
        none[3 - dummy] = chance.choice([0, SUIT_MASKS[chance.randrange(4)]])
        none[-2] |= chance.choice([0, rest[0].bit])
        layouts = Layouts.of(mask(rest), room, none)
        if not layouts.count():
            continue
        late = chance.choice([0, SUIT_MASKS[chance.randrange(4)]])
        early = Bans(late, (late or rest[0].bit) & mask(deck))
        due, trump = chance.choice([0, 0, 0, 1]), chance.choice(["", *"CDHS"])
        of_trump = SUIT_MASKS[SUITS.index(trump)] if trump else 0
        exempt = chance.choice([0, of_trump, mask(chance.sample(STANDARD, 20))])
        at = OpenCards(tuple(hands), (1,) * seats, due, trump=trump, exempt=exempt)
        at = at._replace(early=early, duties=duties(chance))
        numbers, goal = frozenset(own), Sides(frozenset(own))
        known = KnownHands(
            at, (*range(seats),), seats, numbers, mask(rest), (*room,), (*none,), size, goal
        )
        every = {tuple(a | mask(b) for a, b in zip(hands, each, strict=False)) for each in layouts}
        answer = takes_all(known, chance, NEVER)
        agree(answer, Referee(known.at, every, *own))
        found.append(answer.holds)
    assert {*found} == {True, False}


def test_of_two_cards_one_can_beat_what_lies_between_them():
    hand, rest = (mask(map(card, each.split())) for each in ("9C JC", "TC 2C 3C 4C"))
    at = OpenCards((hand, 0, 0), (1, 1, 1), 1)
    goal, nothing = Sides(frozenset({0})), (0, 0, 0, 0)
    known = KnownHands(at, (0, 1, 2), 3, goal.side, rest, (0, 2, 2, 0), nothing, 2, goal)
    assert takes_all(known, Random(1), NEVER).holds


def with_ways(made, seat):
    """Of each layout in which each hand has as many cards of each suit as it had: is there a way?

    Found by dealing the others' cards in every order.
    """
    at, others = made.at, [number for number in range(len(made.at.hands)) if number != seat]
    hidden, layouts = sum(at.hands[number] for number in others), set()
    for order in permutations(cards_in(hidden)):
        hands, left = [*at.hands], [*order]
        for number in others:
            size = at.hands[number].bit_count()
            hands[number], left = mask(left[:size]), left[size:]
        layouts.add(tuple(hands))
    found = {}
    for hands in layouts:
        if all(
            (one & suit).bit_count() == (other & suit).bit_count()
            for one, other in zip(hands, at.hands, strict=True)
            for suit in SUIT_MASKS
        ):
            lies = at._replace(hands=hands)
            told = made.outlook_if(lies, made.goal, made.starts, Random(1), lambda: NEVER)
            found[hands] = told.can_be_won
    return found


def retold(record, scans):
    """The same game if these cards and no others were scanned before the first was played."""
    new, left = Record(record.header), [*scans]
    for step in record.steps():
        if isinstance(step.entry, Played):
            while left:
                new.add(left.pop())
        if not isinstance(step.entry, Held):
            new.add(step.entry)
    return new


@pytest.mark.parametrize("seed", [5, 8])
def test_all_have_won_if_each_layout_that_the_backs_allow_has_a_way(seed):
    record, answers, unsure = lawful("torite", 4, seed), [], 0
    for now, made in at_end(record, 1):
        for seat, hand in made.hands().items():
            every, answer = with_ways(made, seat), told(record, seat, hand, now.seq)
            assert answer.holds is all(every.values())
            assert answer.holds or every[answer.hands] is False
            known = seat_outlook(record, now.seq, seat, Random(1), lambda: NEVER, NEVER)
            assert (known.won, known.layouts) == (sum(every.values()), len(every))
            begin = made.starts[0].hands
            scans = [Held(at, card) for at, cards in enumerate(begin) for card in cards_in(cards)]
            assert told(retold(now, scans), seat, hand) == answer
            # Nobody told the table what the backs show, so they may forbid the layout it names.
            blind = told(retold(now, []), seat, hand)
            assert blind.holds is not False
            assert bool(blind.hands) is not blind.holds
            assert answer.holds or not blind.holds
            unsure += blind.holds is None and answer.holds
            answers.append(answer.holds)
    assert len(answers) > 4
    assert unsure or True not in answers


def test_ordinary_backs_show_no_suits():
    for value, shows in (("hidden", False), ("down_suit_visible", True)):
        rules = (record := record_of(3, set_aside=value)).header.rules
        assert rules.goal(record.state, record.state).shows_suits is shows
