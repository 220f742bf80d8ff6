"""One act at each door comes to the same: a card or a word by reader, key, page and phone.

Moments of games by chance, and what lies on the desk then; each act is decided as each door brings
it. Where that may come to something else, `MAY_DIFFER` says why; all else is a fault.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from games.cases import CASES
from players.every_game import KINDS, by_chance
from records.lines import record_with
from rig.moments import DECKS, at
from rig.table import Rig
from thorough import examples
from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import Dealt, Held, Impossible, Played, Shown
from tricktable.rules.game import Offer
from tricktable.rules.presumptions import choice, offers_early, once_chosen
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.answers import ASKS, Answer
from tricktable.table.desk import from_board, from_pages
from tricktable.table.desk.calls import say
from tricktable.table.desk.changes import PRESUMED, Changes
from tricktable.table.desk.desk import CardCorrection, Desk, EarlyCard
from tricktable.table.desk.face_down import being_read
from tricktable.table.desk.keys import KeyedCall
from tricktable.table.desk.laid_card import stands_for
from tricktable.table.desk.moment import OWN_READERS, Moment
from tricktable.table.desk.presumption import stands
from tricktable.table.notes import Question
from tricktable.table.views import WITHOUT

READER, PAGE, PHONE = "reader", "page", "phone"


class Outcome(NamedTuple):
    """What an act comes to, however it is told."""

    kind: str
    """`entries`, `asks`, `waits`, `reads`, `nothing` or `refused`."""
    what: object = None


class Act(NamedTuple):
    """A card that is laid at a moment."""

    now: Moment
    record: Record
    seat: int | None
    card: Card
    how: str
    """What the host's page says it is: `played` or `shown`."""


def outcome(decide: Callable[[], Changes]) -> Outcome:
    """What these changes come to."""
    try:
        changes = decide()
    except Impossible as refusal:
        return Outcome("refused", refusal.because)
    entries = [
        ({k: v for k, v in each.body.items() if k != PRESUMED}, PRESUMED in each.body)
        for each in changes
        if each.kind == "entry"
    ]
    if entries:
        return Outcome("entries", entries)
    if not changes:
        return Outcome("nothing")
    desk = changes[-1].body
    for kind, fields in (("asks", ("question", "asking")), ("waits", ("early",))):
        for field in fields:
            if desk.get(field):
                return Outcome(kind, desk[field])
    if desk.get("moving"):
        return Outcome("reads")
    note = changes[-1].note
    return Outcome("refused", note.about if note else None)


# --- the doors of a card -------------------------------------------------------------------------


def at_reader(act: Act) -> Changes:
    """It is laid on its seat's reader; on the table's own, if it is nobody's."""
    seat, desk, now = act.seat, act.now.desk, act.now
    if now.is_shared:
        now = now._replace(desk=replace(desk, chosen=seat))
    reader = "0" if now.is_shared else str(OWN_READERS if seat is None else seat)
    red, _, triatri = DECKS.decks
    deck = red if act.card.code in red.tags.values() else triatri
    words = (reader, deck.tag_of(act.card.code))
    return from_board.hear(now, "C", words)


def at_page(act: Act) -> Changes:
    """The host enters it."""
    how: object = act.how
    asked = commands.Lay(act.card.code, act.seat, how)  # type: ignore[arg-type]
    return from_pages.changes(act.now, asked)


def at_phone(act: Act) -> Changes:
    """Its seat's phone lays it; any seat's, if it is nobody's."""
    asked = commands.LayOwn(act.seat, act.card.code, 1, act.record.seq)
    return from_pages.changes(act.now, asked)


CARD_DOORS: Mapping[str, Callable[[Act], Changes]] = {
    READER: at_reader,
    PAGE: at_page,
    PHONE: at_phone,
}


def by(door: str, act: Act) -> Outcome:
    """What the card comes to at this door."""
    return outcome(lambda: CARD_DOORS[door](act))


class Compared(NamedTuple):
    """The outcomes of one card at two doors."""

    act: Act
    one: Outcome
    other: Outcome

    def is_refused(self, one: object, *others: object) -> bool:
        """Whether both refuse it: the first like this, the other in one of these ways."""
        return self.one == Outcome("refused", one) and self.other in [
            Outcome("refused", each) for each in others
        ]


def _moves(it: Compared) -> bool:
    is_over = it.act.now.desk.is_stopped or it.act.now.desk.mending is not None
    return not is_over and being_read(it.act.now, it.act.record, it.act.seat) is not None


def _empty(it: Compared) -> bool:
    is_refused = it.is_refused("not_a_seat", "not_now", "over", "not_in_deck")
    return it.act.seat is None and is_refused


def _missed(it: Compared) -> bool:
    return it.is_refused("missed", "twice_in_trick")


def _reader_takes(it: Compared) -> bool:
    return _takes(it.act, it.one)


def _phone_takes(it: Compared) -> bool:
    return _takes(it.act, it.other)


def _takes(act: Act, other: Outcome) -> bool:
    """Whether the page would come to the same if it said the other way."""
    how = "shown" if act.how == "played" else "played"
    return act.seat is not None and by(PAGE, act._replace(how=how)) == other


def _face_down(it: Compared) -> bool:
    return it.act.seat is not None and it.act.now.desk.reading == it.act.seat


def _pressed_twice(it: Compared) -> bool:
    waiting = [(each.seat, each.card) for each in it.act.now.desk.early]
    return it.other.kind == "nothing" and (it.act.seat, it.act.card.code) in waiting


def _is_locked(it: Compared) -> bool:
    return it.act.now.desk.is_locked and it.other == Outcome("refused", "not_now")


def _not_mine(it: Compared) -> bool:
    mending = it.act.now.desk.mending
    was = it.act.record.counts(mending.seq) if mending else None
    is_other = isinstance(was, (Held, Played, Shown)) and was.seat != it.act.seat
    return is_other and it.other == Outcome("refused", "not_now")


Reasons = Mapping[str, Callable[[Compared], bool]]
MAY_DIFFER: Mapping[tuple[str, str], Reasons] = {
    (READER, PAGE): {
        "a reader reads a move's cards one by one, a page names them in the move": _moves,
        "a reader can be an empty seat's; a page asks whose card it is": _empty,
        "a reader can have missed the card that a trick still lacks": _missed,
        "a page says whether a card is played or shown; a reader takes what fits": _reader_takes,
        "a hand that is being read lies face down on its reader": _face_down,
    },
    (PAGE, PHONE): {
        "a phone leaves open whether a card is played or shown, and takes what fits": _phone_takes,
        "a phone's second press is its first": _pressed_twice,
        "at a locked table the host enters cards, and a phone none": _is_locked,
        "a phone puts right no other seat's card": _not_mine,
    },
}
"""Every way in which one card at two doors may come to something else, by its reason."""


# --- moments -------------------------------------------------------------------------------------


def moments(chance: Random, name: str, players: int) -> Iterator[tuple[Moment, Record]]:
    """Some moments of a game, each with something on the desk."""
    game = by_chance(chance, name, players, is_tidy=chance.random() < 0.5)
    lengths = range(len(game.lines) + 1)
    for length in sorted(chance.sample(lengths, min(12, len(lengths)))):
        record = record_with(game.header, game.lines[:length])
        deals = [step.seq for step in record.steps() if isinstance(step.entry, Dealt)]
        presumed = frozenset(seq for seq in deals if chance.random() < 0.5)
        yield at(record, desk_of(chance, name, record), presumed=presumed), record


def desk_of(chance: Random, name: str, record: Record) -> Desk:
    """What may lie on the desk at this moment."""
    seats, cards = range(record.header.seats), [*CASES[name].deck]
    seen = [each for each in record.steps() if isinstance(each.entry, (Played, Shown))]
    match chance.randrange(8):
        case 0:
            return Desk(is_stopped=True)
        case 1 if seen:
            wrong, waits = chance.choice(seen), chance.choice(["", chance.choice(cards).code])
            return Desk(mending=CardCorrection(wrong.seq, chance.choice(seats), waits))
        case 2 if seen:
            return Desk(question=Question(0, chance.choice(cards).code, chance.choice(seen).seq))
        case 3:
            return Desk(reading=chance.choice(seats))
        case 4:
            return Desk(is_locked=True)
        case 5:
            return Desk(is_paused=True)
    early = EarlyCard(chance.choice(seats), chance.choice(cards).code, 0)
    if choice(record) and may_wait(record, early):
        return Desk(early=(early,))
    return Desk()


def may_wait(record: Record, early: EarlyCard) -> bool:
    """Whether this card can be played once the choice is made."""
    try:
        return once_chosen(record, [(early.seat, BY_CODE[early.card])]) is not None
    except Impossible:
        return False


def card_of(chance: Random, name: str, now: Moment, record: Record) -> Act:
    """A card that is laid at this moment: any, or one that has been seen."""
    seats: list[int | None] = [*range(record.header.seats)] * 4
    seat, card = chance.choice([*seats, None]), chance.choice([*CASES[name].deck])
    seen = [each.entry for each in record.steps() if isinstance(each.entry, (Played, Shown))]
    if seen and chance.random() < 0.25:
        seat, card = chance.choice(seen[-6:])
    if now.desk.early and chance.random() < 0.5:
        seat, card = now.desk.early[0].seat, BY_CODE[now.desk.early[0].card]
    means = stands(now, record) or stands_for(record, seat)
    how = next(iter(means.ways), "shown") if seat is not None else "shown"
    return Act(now, record, seat, card, how)


def compared(act: Act) -> Iterator[tuple[tuple[str, str], Compared]]:
    """The card at each two doors at which it comes to something else."""
    for doors in MAY_DIFFER:
        if READER in doors and act.now.is_shared and act.seat is None:
            continue  # a shared reader is always somebody's
        one, other = (by(each, act) for each in doors)
        if one != other:
            yield doors, Compared(act, one, other)


# --- what is tried -------------------------------------------------------------------------------


@given(st.sampled_from(KINDS), st.integers(0, 2**32))
@examples(20)
def test_a_card_comes_to_the_same_at_each_door(kind, seed):
    chance = Random(seed)
    for now, record in moments(chance, *kind):
        for _ in range(6):
            act = card_of(chance, kind[0], now, record)
            for doors, it in compared(act):
                why = [why for why, applies in MAY_DIFFER[doors].items() if applies(it)]
                said = (act.seat, act.card.code, act.how, now.desk, record.state.next)
                assert why, (doors, it.one, it.other, said)


def test_each_reason_why_a_card_may_come_to_something_else_is_needed():
    needed: Counter[tuple[tuple[str, str], str]] = Counter()
    for name, players in KINDS:
        for seed in range(3):
            chance = Random(f"{name}{players}{seed}")
            for now, record in moments(chance, name, players):
                for _ in range(6):
                    for doors, it in compared(card_of(chance, name, now, record)):
                        why = [why for why, is_so in MAY_DIFFER[doors].items() if is_so(it)]
                        needed.update([(doors, why[0])] if len(why) == 1 else [])
    assert {*needed} == {(doors, why) for doors, each in MAY_DIFFER.items() for why in each}


def words_asked(offer: Offer, seat: int | None, value: object) -> commands.Request:
    """What the host's page, or a seat's phone, asks for to say this."""
    source, _, target = offer.what.partition(">")
    if target:
        assert seat is not None
        assert isinstance(value, int)
        return commands.Move(seat, source, target, value)
    if offer.what == "dealt":
        assert seat is not None
        return commands.Deal(seat)
    return commands.Declare(offer.what, seat, value)  # type: ignore[arg-type]


@given(st.sampled_from(KINDS), st.integers(0, 2**32))
@examples(12)
def test_a_word_comes_to_the_same_by_keys_and_on_a_page(kind, seed):
    chance, values = Random(seed), CASES[kind[0]].values
    for now, record in moments(chance, *kind):
        if now.desk.is_paused or now.desk.is_locked:
            continue  # the keys do nothing then, and the host's page does
        soon = [each.offer for each in offers_early(record, now.presumed)]
        for offer in (*record.state.offers(), *soon):
            for seat in offer.seats:
                value = chance.choice([*(offer.values or values.get(offer.what, (None,)))])
                said = KeyedCall(offer.what, seat, value)
                keys = outcome(partial(say, now, record, said))
                if keys.kind == "reads":
                    continue  # the cards of a move are read first
                asked = words_asked(offer, seat, value)
                page = outcome(partial(from_pages.changes, now, asked))
                assert keys == page, (said, now.desk, record.state.next)


# --- at a table ----------------------------------------------------------------------------------


def asked_by(rig: Rig, lay: Callable[[], object], end: str) -> tuple[str, tuple[str, ...]]:
    """What the table asks when a card is laid like this, and its answers; then it is answered."""
    lay()
    asked = rig.prompt
    rig.press(end)
    assert rig.view.asked is None
    return asked.text, tuple(words for _, words in asked.options)


def asked_at_each_door(rig: Rig, seat: int, code: str) -> set[tuple[str, tuple[str, ...]]]:
    """What is asked of this card at all doors; pages and phones hear that it does not count yet."""

    def ask(request: commands.Request) -> None:
        answer = rig.ask(request)
        assert answer == Answer(False, f"{rig.prompt.text}.".replace("?.", "?"), *answer[2:])
        assert answer.because == ASKS

    record = rig.record
    rig.table.board_is(WITHOUT)
    mine = commands.LayOwn(seat, code, rig.view.games, record.seq)
    doors: list[Callable[[], object]] = [
        lambda: rig.lay(code, seat),
        lambda: ask(commands.Lay(code, seat)),
        lambda: ask(mine),
    ]
    return {asked_by(rig, each, "2") for each in doors}


def test_a_card_already_out_is_asked_about_at_each_door_while_a_prize_is_due(tmp_path):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("triatri", 3, ["Ann", "Bo", "Cy"], dealer=2))
    for seat, code in enumerate(("5R", "2R", "3R")):
        rig.lay(code, seat)
    assert asked_at_each_door(rig, 0, "2R") == {
        ("2R was already shown by Bo", ("misread", "Bo's was wrong", "other deck"))
    }


def test_a_card_of_the_last_trick_is_asked_about_at_each_door_between_deals(tmp_path):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("etori", 4, ["Ann", "Bo", "Cy", "Di"], dealer=3))
    for rank in "23456789TJQKA":
        rig.play(" ".join(f"{seat}:{rank}{suit}" for seat, suit in enumerate("CDHS")))
    seat, code = rig.game.last[0]
    assert rig.game.next_what == "deal"
    assert asked_at_each_door(rig, seat, code) == {
        (f"{code} again. Is it a new deal?", ("no, it was still there", "new deal"))
    }


def test_only_the_seat_whose_card_was_wrong_puts_it_right_from_its_phone(tmp_path):
    rig = Rig(tmp_path)
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.table.board_is(WITHOUT)
    rig.play("0:QH 1:2H 2:QH")
    rig.press("3")  # the first was wrong
    record = rig.record
    for seat, code in ((1, "5H"), (3, "5H")):
        refused = rig.ask(commands.LayOwn(seat, code, 1, record.seq))
        assert refused.reason == "The right card must be laid first, in place of the wrong one."
    assert rig.ask(commands.LayOwn(0, "KH", 1, record.seq)).is_done
    assert rig.game.trick == ((0, "KH"), (1, "2H"), (2, "QH"))
