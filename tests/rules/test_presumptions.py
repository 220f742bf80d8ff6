"""What a table presumes at a moment, and whether what was said meanwhile is just that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from records.lines import header
from tricktable.rules.cards import card
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.faults import GameFault
from tricktable.rules.game import Next, Offer, Tabletop
from tricktable.rules.laying import PLAYED
from tricktable.rules.presumptions import (
    LAID,
    MOST,
    READ,
    Attempt,
    Presumption,
    PresumptionRules,
    by_offer,
    choice,
    dealt_by,
    dealt_in_turn,
    is_as_presumed,
    offers_early,
    once_chosen,
    stands_early,
    suppositions,
    with_other_dealers,
)
from tricktable.rules.record import Record
from tricktable.text.language import Message

DEAL, LEAD = Dealt(3), Declared(0, "leader", None)
"""What the first card of a Torite takes for granted, if Ann lays it."""


def record_of(*entries: Entry) -> Record:
    record = Record(header(4))
    for each in entries:
        record.add(each)
    return record


@pytest.mark.parametrize("dealer", range(4))
def test_a_card_that_was_early_finds_its_deal_and_lead_whoever_dealt(dealer):
    assert is_as_presumed(record_of(Dealt(dealer), LEAD), 0, 2, 0, LAID)


def test_only_the_entries_between_both_moments_are_looked_at():
    record = record_of(DEAL, LEAD, Played(0, card("7C")))
    assert is_as_presumed(record, 0, 2, 0, LAID)
    assert is_as_presumed(record, 1, 2, 0, LAID)
    assert not is_as_presumed(record, 0, 3, 0, LAID)
    assert not is_as_presumed(record, 2, 2, 0, LAID)


def test_another_lead_and_another_act_are_not_what_was_presumed():
    assert not is_as_presumed(record_of(DEAL, Declared(1, "leader", None)), 0, 2, 0, LAID)
    assert not is_as_presumed(record_of(DEAL, LEAD), 0, 2, 0, "no such act")
    assert not is_as_presumed(record_of(DEAL, LEAD), 0, 2, 0, READ)


def test_what_was_struck_meanwhile_was_not_presumed():
    assert not is_as_presumed(record_of(DEAL, LEAD, Struck(2)), 0, 3, 0, LAID)
    assert not is_as_presumed(record_of(DEAL, LEAD, Struck(2), LEAD), 0, 4, 0, LAID)


@pytest.mark.parametrize("said", [[DEAL], []], ids=["dealt", "not dealt yet"])
def test_a_card_that_waits_for_a_bid_can_be_played_once_somebody_has_bid_whatever_the_bid(said):
    record = Record(header(4, "troika"))
    for each in said:
        record.add(each)
    once_bid = once_chosen(record, [])
    (bidder,) = once_bid.state.awaited
    chosen = once_chosen(record, [(bidder, card("7C"))])
    entries = [step.entry for step in chosen.steps()]
    assert isinstance(entries[0], Dealt)
    assert entries[-1] == Played(bidder, card("7C"))
    assert [step.entry for step in record.steps()] == said


def test_a_part_of_what_was_presumed_may_be_said_but_nothing_else_beside_it():
    assert is_as_presumed(record_of(DEAL), 0, 1, 0, LAID)
    assert not is_as_presumed(record_of(), 0, 0, 0, LAID)
    read = Held(0, card("7C"))
    assert not is_as_presumed(record_of(DEAL, read, LEAD), 0, 3, 0, LAID)
    assert not is_as_presumed(record_of(DEAL, read), 0, 2, 0, LAID)


# --- what an act shows to have happened ----------------------------------------------------------


def game_of(game: str, *entries: Entry, players: int = 4, **presuming: Any) -> Record:
    """The record of a game, perhaps with other presumptions than its own."""
    made = header(players, game)
    if presuming:
        rules = replace(made.rules, presuming=PresumptionRules(**presuming))
        made = replace(made, rules=rules)
    record = Record(made)
    for each in entries:
        record.add(each)
    return record


def entries(record: Record) -> list[Happening]:
    return [step.entry for step in record.steps()]


def leads(seat: int) -> Presumption:
    return Presumption(Declared(seat, "leader", None), Message("{seat} leads", {"seat": seat}))


def deals(seat: int) -> Presumption:
    return Presumption(Dealt(seat), Message("{seat} deals", {"seat": seat}))


def test_a_card_laid_first_shows_the_deal_and_then_the_lead():
    tried = [
        ([*each.presumed], entries(each.record))
        for each in suppositions(game_of("torite"), frozenset(), 2, LAID)
    ]
    one, two = deals(1), leads(2)
    assert tried == [([one], [one.entry]), ([one, two], [one.entry, two.entry])]
    record = game_of("torite", Dealt(3))
    assert [each.presumed for each in suppositions(record, frozenset(), 2, LAID)] == [(two,)]
    assert [*suppositions(record, frozenset(), 2, READ)] == []
    assert entries(record) == [Dealt(3)]


def test_an_act_shows_no_more_than_so_many_entries_and_each_is_known_as_presumed():
    asked: list[tuple[int, frozenset[int], int | None, str]] = []

    def before(act: Attempt) -> Presumption:
        asked.append((act.record.seq, act.presumed, act.seat, act.what))
        return Presumption(Held(1, card("AC")), Message("again"))

    record = game_of("torite", Dealt(0), before=before)
    tries = [len(each.presumed) for each in suppositions(record, frozenset((1,)), 2, READ)]
    assert tries == [*range(1, 65)] == [*range(1, MOST + 1)]
    assert asked == [(seq, frozenset(range(1, seq + 1)), 2, READ) for seq in range(1, MOST + 1)]


def test_what_cannot_have_happened_ends_what_is_presumed():
    said = iter((Dealt(0), Dealt(1)))
    record = game_of("torite", before=lambda _: Presumption(next(said), Message("")))
    assert [len(each.presumed) for each in suppositions(record, frozenset(), 2, LAID)] == [1]


def failing(_: object) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("asked", "presuming"),
    [
        (lambda record: [*suppositions(record, frozenset(), 0, LAID)], {"before": failing}),
        (lambda record: offers_early(record, frozenset()), {"early": failing}),
        (lambda record: stands_early(record, frozenset()), {"early": failing}),
        (choice, {"choice": failing}),
        (lambda record: once_chosen(record, ()), {"choice": failing}),
    ],
)
def test_a_game_that_fails_when_it_is_asked_is_to_blame(asked, presuming):
    record = game_of("torite", **presuming)
    with pytest.raises(
        GameFault, match=r"^ZeroDivisionError at test_presumptions.py:\d+, in failing$"
    ):
        asked(record)


def test_a_game_that_says_nothing_presumes_nothing():
    record = game_of("torite", before=PresumptionRules().before)
    assert record.header.rules.presuming == PresumptionRules()
    assert [*suppositions(record, frozenset(), 0, LAID)] == []
    assert (offers_early(record, frozenset()), stands_early(record, frozenset())) == ([], None)
    assert (choice(record), once_chosen(record, ())) == ("", None)


# --- another dealer ------------------------------------------------------------------------------

BID = Declared(0, "bid", "pass")
UNSAID: dict[str, Any] = {"before": PresumptionRules().before}
"""A game that does not say who dealt."""


def others(record: Record, presumed: Iterable[int], seat: int | None, what: str) -> list[object]:
    """Each other first dealer, after checking what is told of it."""
    found = []
    for each in with_other_dealers(record, frozenset(presumed), seat, what):
        (right,) = each.presumed
        assert isinstance(right.entry, Corrected)
        assert isinstance(right.entry.entry, Dealt)
        dealer = right.entry.entry.dealer
        assert right == deals(dealer)._replace(entry=Corrected(right.entry.seq, Dealt(dealer)))
        assert entries(each.record)[0] == Dealt(dealer)
        assert entries(each.record)[1:] == entries(record)[1:]
        found.append(dealer)
    return found


@pytest.mark.parametrize(
    ("seat", "what", "dealers"),
    [
        (0, "bid", []),
        (1, "bid", [0]),
        (2, "bid", [1]),
        (3, "bid", [2]),
        (0, LAID, [0, 1, 2]),
        (None, "bid", []),
    ],
)
def test_an_act_shows_the_dealer_before_it_or_any_where_the_game_does_not_say(seat, what, dealers):
    record = game_of("troika", Dealt(3))
    assert others(record, {1}, seat, what) == dealers
    assert others(record, (), seat, what) == []
    assert others(record, {2}, seat, what) == []


@pytest.mark.parametrize(("dealer", "dealers"), [(0, [1, 2, 3]), (2, [3, 0, 1])])
def test_any_other_seat_may_have_dealt_the_next_clockwise_first(dealer, dealers):
    assert others(game_of("troika", Dealt(dealer), **UNSAID), {1}, 0, "bid") == dealers


def test_a_dealer_that_does_not_fit_what_was_said_since_is_left_out():
    assert others(game_of("troika", Dealt(3), BID, **UNSAID), {1}, 1, "bid") == []
    read = Held(2, card("7C"))
    assert others(game_of("torite", Dealt(3), read, **UNSAID), {1}, 0, LAID) == [0, 1, 2]


class Circle(NamedTuple):
    """A game in which almost anything may happen; its newest dealer alone has no word."""

    able: tuple[tuple[int | None, ...], ...] = ()
    bids: tuple[str | None, ...] = (None,)
    said: int = 0
    barred: int | None = None
    dealer: int | None = None
    step: int = 1

    def tabletop(self) -> Tabletop:
        """Only which way round it goes."""
        return Tabletop(step=self.step)

    def apply(self, entry: Happening) -> Circle:
        """Only the deal of one seat is refused."""
        if entry == Dealt(-1 if self.barred is None else self.barred):
            raise Impossible("this seat does not deal")
        dealer = entry.dealer if isinstance(entry, Dealt) else self.dealer
        return self._replace(said=self.said + 1, dealer=dealer)

    @property
    def next(self) -> Next:
        """Nothing in particular."""
        return Next(None, "")

    def offers(self) -> tuple[Offer, ...]:
        """A move, a bid, a word, and the deals."""
        word = Offer("word", tuple(seat for seat in range(4) if seat != self.dealer))
        said = (Offer("hand>kitty", (0,), (1, 2)), Offer("bid", (0, 1), self.bids), word)
        return (*said, *(Offer("dealt", seats) for seats in self.able))


def circle(state: Circle, *said: Entry, **presuming: Any) -> Record:
    """The record of such a game."""
    made = header(4)
    start: Any = lambda *_: state  # noqa: E731
    rules = replace(made.rules, start=start, presuming=PresumptionRules(**presuming))
    record = Record(replace(made, rules=rules))
    for each in said:
        record.add(each)
    return record


def test_another_dealer_is_looked_for_in_the_moment_before_the_deal():
    asked: list[object] = []

    def before(act: Attempt) -> None:
        asked.append((act.record.seq, act.presumed, act.seat, act.what))

    def seen(state: Circle) -> list[tuple[int, str]]:
        asked.append(state.said)
        return []

    record = circle(Circle(), BID, BID, Dealt(3), BID, before=before, early=seen)
    found = [
        each.presumed[0].entry for each in with_other_dealers(record, frozenset((3,)), 1, LAID)
    ]
    assert found == [Corrected(3, Dealt(dealer)) for dealer in (0, 1, 2)]
    assert asked == [(2, frozenset(), 1, LAID)]
    asked.clear()
    assert offers_early(record, frozenset((3,))) == []
    assert [each for each in asked if isinstance(each, int)] == [4, 2]


@pytest.mark.parametrize(
    ("barred", "dealers"), [(None, [0, 1, 2]), (0, [1, 2]), (1, [0, 2]), (2, [0, 1])]
)
def test_a_seat_that_cannot_have_dealt_leaves_the_others(barred, dealers):
    assert others(circle(Circle(barred=barred), Dealt(3)), {1}, 0, LAID) == dealers


def test_what_a_seat_can_say_early_is_offered_once():
    again: dict[str, Any] = {"before": lambda _: Presumption(BID, Message("pass"))}
    record = circle(Circle(), early=lambda _: [(1, "word"), (0, "bid")], **again)
    assert early(record) == [("word", 1, [BID]), ("bid", 0, [BID])]
    record = circle(Circle(), Dealt(3), early=lambda _: [(3, "word"), (3, "word")])
    assert early(record, {1}) == [("word", 3, [Dealt(0)])]


def test_what_can_be_said_already_is_not_offered_once_more():
    for what in ("bid", "zeal"):
        record = circle(Circle(), Dealt(3), early=lambda _, what=what: [(0, what)])
        assert offers_early(record, frozenset((1,))) == []


def test_another_word_than_the_presumed_one_is_not_what_was_presumed():
    act: dict[str, Any] = {"before": lambda _: deals(3), "early": lambda _: [(0, LAID)]}
    assert is_as_presumed(circle(Circle(), Dealt(1), **act), 0, 1, 0, LAID)
    assert not is_as_presumed(circle(Circle(), BID, **act), 0, 1, 0, LAID)
    act["before"] = lambda _: Presumption(BID, Message("pass"))
    assert is_as_presumed(circle(Circle(), BID, **act), 0, 1, 0, LAID)
    assert not is_as_presumed(circle(Circle(), Dealt(1), **act), 0, 1, 0, LAID)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Circle(able=((2, None),)), [Dealt(2)]),
        (Circle(able=((None, 2),)), None),
        (Circle(able=((2, 3),)), [Dealt(2)]),
        (Circle(bids=("pass",)), [BID]),
        (Circle(bids=()), None),
        (Circle(), None),
    ],
)
def test_a_choice_is_made_by_the_first_seat_that_can_lead_towards_it(state, said):
    waits = circle(state, choice=lambda now: "" if now.said else "a word")
    chosen = once_chosen(waits, ())
    assert (chosen and entries(chosen)) == said


@pytest.mark.parametrize(
    ("since", "is_settled"),
    [
        ([], False),
        ([Declared(1, "bid", "pass"), Held(2, card("7C")), Shown(None, card("8C"))], False),
        ([Played(1, card("7C"))], True),
        ([Moved(1, "hand", "draw", 1, None)], True),
        ([Played(1, card("7C")), BID], True),
        ([Dealt(2)], True),
        ([Dealt(3), BID], True),
    ],
)
def test_the_dealer_is_settled_once_a_card_was_played_or_moved_or_dealt_again(since, is_settled):
    record = circle(Circle(), Dealt(3), *since)
    assert others(record, range(9), 1, LAID) == ([] if is_settled else [0, 1, 2])
    assert others(record.until(0), range(9), 1, LAID) == []


# --- what can be said early ----------------------------------------------------------------------


def early(record: Record, presumed: Iterable[int] = ()) -> list[tuple[str, object, object]]:
    """What each seat can say, and the entries before that."""
    found = offers_early(record, frozenset(presumed))
    for each in found:
        (seat,) = each.offer.seats
        offered = next(o for o in each.record.state.offers() if o.what == each.offer.what)
        assert seat in offered.seats
        assert each.offer == offered._replace(seats=(seat,))
    for seat in range(record.header.seats):
        own = [each.offer for each in offers_early(record, frozenset(presumed), seat)]
        assert own == [each.offer for each in found if each.offer.seats == (seat,)]
    return [(each.offer.what, each.offer.seats[0], entries(each.record)) for each in found]


def test_before_the_deal_every_seat_may_bid_as_if_its_neighbour_had_dealt():
    record = game_of("troika")
    assert early(record) == [("bid", seat, [Dealt((seat - 1) % 4)]) for seat in range(4)]
    assert entries(record) == []
    assert early(game_of("torite")) == []


@pytest.mark.parametrize("presuming", [{}, UNSAID], ids=["the game says who", "nobody says who"])
def test_after_a_deal_that_was_presumed_other_seats_may_bid_as_if_another_had_dealt(presuming):
    record = game_of("troika", Dealt(3), **presuming)
    assert early(record, {1}) == [("bid", seat, [Dealt(seat - 1)]) for seat in (1, 2, 3)]
    assert early(record) == []
    assert entries(record) == [Dealt(3)]


def test_a_card_laid_early_means_what_it_would_after_what_is_presumed():
    assert stands_early(game_of("torite"), frozenset()) == PLAYED
    assert stands_early(game_of("torite", Dealt(3)), frozenset()) == PLAYED
    assert stands_early(game_of("torite", Dealt(3), LEAD), frozenset()) is None
    assert stands_early(game_of("troika"), frozenset()) is None
    laid = "".join(("la", "id"))
    own = game_of("torite").header.rules.presuming
    record = game_of("torite", before=own.before, early=lambda _: [(0, laid)])
    assert stands_early(record, frozenset()) == PLAYED


# --- cards that wait for a choice ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "waits"),
    [
        (game_of("troika"), "the bids"),
        (game_of("troika", Dealt(3)), "the bids"),
        (game_of("torite"), ""),
        (game_of("torite", players=2), ""),
        (
            game_of(
                "torite",
                Dealt(0),
                Declared(None, "stacks", [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]),
                players=2,
            ),
            "the pairing of the stacks",
        ),
    ],
    ids=["before the deal", "before a bid", "no choice", "not counted", "counted"],
)
def test_a_card_waits_for_the_choice_that_its_game_names(record, waits):
    assert choice(record) == waits
    chosen = once_chosen(record, ())
    if waits:
        assert chosen is not None
        assert choice(chosen) == ""
        assert entries(chosen)[: record.seq] == entries(record)
        assert chosen.seq > record.seq
    else:
        assert chosen is None


def test_a_card_that_cannot_be_played_after_any_choice_is_refused():
    record = game_of("troika", Dealt(3))
    chosen = once_chosen(record, ())
    (seat,) = chosen.state.awaited
    with pytest.raises(Impossible):
        once_chosen(record, [((seat + 1) % 4, card("7C")), ((seat + 1) % 4, card("8C"))])


def test_a_choice_that_no_offer_leads_to_is_none():
    stuck = game_of("torite", Dealt(3), choice=lambda _: "the leader")
    assert choice(stuck) == "the leader"
    assert once_chosen(stuck, ()) is None


# --- what most games presume ---------------------------------------------------------------------


def test_a_deal_is_presumed_in_words_that_tell_whether_it_was_by_rotation():
    assert dealt_by(2) == deals(2)
    words = Message("{seat} deals by rotation", {"seat": 2})
    assert dealt_by(2, by_rotation=True) == Presumption(Dealt(2), words)


@pytest.mark.parametrize(
    ("able", "last", "expected"),
    [
        ([(2,)], None, dealt_by(2)),
        ([(2,)], 2, dealt_by(2)),
        ([(2,)], 1, dealt_by(2, by_rotation=True)),
        ([(0,)], 0, dealt_by(0)),
        ([(0,)], 3, dealt_by(0, by_rotation=True)),
        ([(None, 2)], 1, dealt_by(2, by_rotation=True)),
        ([(None,), (2,)], 2, dealt_by(2)),
        ([(0, 1, 2, 3)], None, None),
        ([(0, 1, 2, 3)], 3, dealt_by(0, by_rotation=True)),
        ([(0, 1, 2, 3)], 1, dealt_by(2, by_rotation=True)),
        ([(0, 2)], 2, dealt_by(0, by_rotation=True)),
        ([(1, 3)], 1, dealt_by(3, by_rotation=True)),
        ([(1,), (2,)], 2, dealt_by(1, by_rotation=True)),
        ([(0, 1)], 0, dealt_by(1, by_rotation=True)),
        ([(None,)], 0, None),
        ([], 0, None),
        ([], None, None),
    ],
)
def test_the_deal_is_of_the_only_one_who_may_or_goes_on_clockwise(able, last, expected):
    said = () if last is None else (Dealt(3 - last), Dealt(last))
    record = circle(Circle(tuple(able)), *said)
    act = Attempt(record, frozenset(), 0, LAID)
    assert act.dealer == last
    assert dealt_in_turn(act) == expected


@pytest.mark.parametrize(
    ("able", "last", "dealer"),
    [((0, 1, 2, 3), 3, 2), ((0, 1, 2, 3), 0, 3), ((0, 2), 2, 0), ((1, 3), 0, 3), ((0, 1), 0, 1)],
)
def test_or_anticlockwise_where_play_goes_so(able, last, dealer):
    record = circle(Circle((able,), step=-1), Dealt(last))
    expected = dealt_by(dealer, by_rotation=True)
    assert dealt_in_turn(Attempt(record, frozenset(), 0, LAID)) == expected


@pytest.mark.parametrize(
    ("bids", "act", "what", "expected"),
    [
        (("pass",), LAID, "bid", Declared(0, "bid", "pass")),
        (("pass",), LAID, "hand>kitty", Moved(0, "hand", "kitty", 2, None)),
        (("pass", "hold"), LAID, "bid", None),
        (("pass",), READ, "bid", None),
    ],
)
def test_an_act_shows_what_one_seat_is_offered_without_a_choice(bids, act, what, expected):
    class Alone(Circle):
        def offers(self) -> tuple[Offer, ...]:
            return (Offer("bid", (0,), self.bids), Offer("hand>kitty", (0,), (2,)))

    record = circle(Alone(bids=bids))
    made = by_offer({(what, LAID): "{seat} did"}).before(Attempt(record, frozenset(), 1, act))
    told = None if expected is None else Presumption(expected, Message("{seat} did", {"seat": 0}))
    assert made == told


def test_where_several_may_say_it_an_act_shows_nothing():
    act = Attempt(circle(Circle()), frozenset(), 1, LAID)
    assert by_offer({("bid", LAID): "{seat} did"}).before(act) is None


class Discard(NamedTuple):
    """A game that waits for a discard; then two seats may bid, and perhaps cards are laid."""

    offer: Offer = Offer("hand>discard", (3,), (1,))
    then: str = "play"
    out: tuple[int, ...] = ()
    is_done: bool = False

    def apply(self, entry: Happening) -> Discard:
        """The discard."""
        assert isinstance(entry, Moved)
        return self._replace(is_done=True)

    @property
    def next(self) -> Next:
        """The discard, and then what follows it."""
        return Next(None, self.then) if self.is_done else Next(3, "discard")

    def tabletop(self) -> Tabletop:
        """Four seats, of which some may sit out."""
        return Tabletop(tally=(0,) * 4, out=self.out)

    def offers(self) -> tuple[Offer, ...]:
        """The discard, and then the bids."""
        return (Offer("bid", (0, None, 3)),) if self.is_done else (self.offer,)


@pytest.mark.parametrize(
    ("state", "act", "expected"),
    [
        (Discard(), LAID, [0, 1, 2]),
        (Discard(out=(1,)), LAID, [0, 2]),
        (Discard(then="bid"), LAID, []),
        (Discard(), "bid", [0, 3]),
        (Discard(then="bid", out=(0,)), "bid", [0, 3]),
        (Discard(), READ, []),
        (Discard(Offer("hand>discard", (3,), (1, 2))), LAID, []),
        (Discard(Offer("hand>discard", (2, 3), (1,))), LAID, []),
        (Discard(Offer("hand>discard", (None,), (1,))), LAID, []),
        (Discard(Offer("discard", (3,), (1,))), LAID, []),
        (Discard(Offer("hand>kitty", (3,), (1,))), LAID, []),
    ],
)
def test_while_one_seat_owes_a_move_without_a_choice_those_who_act_next_may_be_early(
    state: Any, act: str, expected: list[int]
) -> None:
    whys = {(what, act): "{seat} discards" for what in ("hand>discard", "discard")}
    early = [(seat, by) for seat, by in by_offer(whys).early(state) if by == act]
    assert early == [(seat, act) for seat in expected]
