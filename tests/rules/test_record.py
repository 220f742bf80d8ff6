"""What was said about earlier entries: strikes and corrections, and what they leave untouched."""

from random import Random
from weakref import WeakSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.every_game import KINDS, by_chance
from players.torite import declared, play, played
from records.hostile import about, can_add
from records.lines import entry, record_of, record_with
from referees.torite import VIEWPOINTS
from referees.witness import standing
from thorough import examples
from tricktable.rules.entries import Corrected, Dealt, Impossible, Struck
from tricktable.rules.faults import next_state
from tricktable.rules.record import Record, RewindableJudge, Step

games = st.builds(
    lambda seed, kind, share: _begun(by_chance(Random(seed), *kind), share),
    st.integers(0, 2**32),
    st.sampled_from(KINDS),
    st.sampled_from([0.2, 0.4, 0.6, 0.8, 0.95, 1]),
)


def _begun(game, share):
    """The first part of a game, of any of the games."""
    return game._replace(lines=game.lines[: max(1, round(share * len(game.lines)))])


def made_of(game, lines=None):
    """The record of these lines, or of all of the game's."""
    return record_with(game.header, game.lines if lines is None else lines)


def struck(seq):
    return {"kind": "struck", "seq": seq}


def corrected(seq, line):
    return {"kind": "corrected", "seq": seq, "entry": line}


def meaning(record, number=lambda seq: seq):
    """All that a record means, with its entries numbered otherwise."""
    told = []
    for viewpoint in VIEWPOINTS:
        summary = record.summary(viewpoint)
        del summary["seq"]
        for finding in summary["findings"]:
            finding["seq"] = number(finding["seq"])
            finding["proof"] = [number(seq) for seq in finding["proof"]]
        told.append(summary)
    return told


def refuse(record, line):
    """The refusal of the line; the record must be as if it had not been said."""
    before = record.state, record.seq, list(record.steps()), meaning(record)
    with pytest.raises(Impossible) as caught:
        record.add(entry(record, line))
    assert (record.state, record.seq, list(record.steps()), meaning(record)) == before
    return caught.value


def is_refused(record, line):
    """Whether the record refuses the line, which it takes in otherwise."""
    try:
        record.add(entry(record, line))
    except Impossible:
        return True
    return False


# --- strikes and corrections --------------------------------------------------------------------


@examples(20)
@given(games, st.data())
def test_a_struck_entry_might_never_have_been(game, data):
    record = made_of(game)
    stands = standing(game.lines)
    seq, _ = data.draw(st.sampled_from(stands))
    without, numbers, breaks = Record(game.header), [], None
    for number, line in stands:
        if number != seq and breaks is None:
            breaks = number if is_refused(without, line) else None
            numbers.append(number)
    if breaks is not None:
        told = refuse(record, struck(seq))
        assert f"entry {breaks} becomes impossible" in told.reason
        assert told.because == "breaks_later"
        return
    assert record.add(entry(record, struck(seq))) == len(game.lines) + 1
    assert meaning(record) == meaning(without, lambda n: numbers[n - 1])
    assert record.step(seq) is None


@examples(20)
@given(games, st.data())
def test_a_correction_after_a_strike_restores(game, data):
    record = made_of(game)
    before = meaning(record)
    seq, line = data.draw(st.sampled_from(standing(game.lines)))
    if is_refused(record, struck(seq)):
        return
    record.add(entry(record, struck(seq)))  # once more changes nothing
    record.add(entry(record, corrected(seq, line)))
    assert meaning(record) == before
    assert record.seq == len(game.lines) + 3


@examples(20)
@given(games, st.data())
def test_the_newest_word_wins(game, data):
    """Whatever is said in whatever order: the fold is that of the entries that stand."""
    record, lines = made_of(game), list(game.lines)
    happenings = [line for _, line in standing(lines)]
    for _ in range(6):
        seq = data.draw(st.integers(1, len(lines) + 1))
        other = data.draw(st.sampled_from(happenings))
        word = data.draw(st.sampled_from([struck(seq), corrected(seq, other)]))
        if not is_refused(record, word):
            lines.append(word)
        for viewpoint in data.draw(st.sets(st.sampled_from(VIEWPOINTS))):
            record.findings(viewpoint)  # a judge that has looked has to go back
    numbers = [seq for seq, _ in standing(lines)]
    afresh = made_of(game, [line for _, line in standing(lines)])
    assert meaning(record) == meaning(afresh, lambda seq: numbers[seq - 1])
    assert [step.seq for step in record.steps()] == numbers


@examples(20)
@given(games, st.data())
def test_what_is_tried_is_taken_or_refused_as_if_it_were_said(game, data):
    at = data.draw(st.integers(0, len(game.lines)))
    record = made_of(game, game.lines[:at])
    said = data.draw(st.sampled_from([each for _, each in standing(game.lines)]))
    seq = data.draw(st.integers(1, at + 1))
    word = entry(record, data.draw(st.sampled_from([said, struck(seq), corrected(seq, said)])))
    before = record.seq, list(record.steps())
    refusals = []
    for say in (record.check, record.fork().add):
        try:
            say(word)
        except Impossible as told:
            refusals.append((told.reason, told.because, told.seq))
        assert (record.seq, list(record.steps())) == before
    assert len(refusals) in (0, 2)
    assert len(set(refusals)) <= 1
    assert record.why_not(word) == (refusals[0][1] if refusals else "")
    assert (record.seq, list(record.steps())) == before


def test_what_is_as_before_is_not_folded_again():
    """A hand read twice, a word said again: nothing after it can have become otherwise."""
    held = played("held", 0, "AH")
    leads = [played("played", 1, "2C"), played("played", 2, "3C")]
    record = record_of(
        4, [{"kind": "dealt", "dealer": 0}, declared(1, "leader"), held, held, *leads]
    )
    record.findings()
    record.add(entry(record, struck(4)))
    record.add(entry(record, corrected(4, held)))
    record.add(entry(record, struck(3)))
    assert [step.seq for step in record.steps()] == [1, 2, 4, 5, 6]
    assert record.redone < 20
    assert record.findings() == []


def test_the_judges_go_back_a_little_and_not_to_the_start():
    game = by_chance(Random(5), "troika", 4, is_tidy=True)
    record = made_of(game, [])
    for line in game.lines:
        record.add(entry(record, line))
        record.findings()
    last = record.last.seq
    record.add(entry(record, struck(last)))
    record.findings()
    assert len(game.lines) > 2 * RewindableJudge.MARK_EVERY
    assert 0 < record.redone <= RewindableJudge.MARK_EVERY


def test_the_judges_go_back_far_without_going_to_the_start():
    """Half of a record of which each entry was judged when it came."""
    again = 10 * RewindableJudge.MARK_EVERY
    record = record_of(4, [{"kind": "dealt", "dealer": 0}, declared(1, "leader")])
    for _ in range(again):
        record.add(entry(record, played("held", 2, "AC")))
        record.findings()
    record.add(entry(record, struck(again // 2)))
    assert record.redone <= again // 2 + 2 * RewindableJudge.MARK_EVERY


class Copied:
    """A judge that sees nothing, and tells `alive` of each of its copies."""

    def __init__(self, alive):
        self.alive = alive

    def watch(self, before, entry, seq, after):
        pass

    def copy(self):
        made = Copied(self.alive)
        self.alive.add(made)
        return made


def test_however_long_a_record_is_its_judges_keep_no_more_than_so_many_copies():
    step = Step(1, Dealt(0), record_of(4, []).state)
    alive, steps = WeakSet(), []
    judge = RewindableJudge(lambda: Copied(alive))
    for _ in range(2 * RewindableJudge.MARKS):
        steps += [step] * RewindableJudge.MARK_EVERY
        judge.watch(step.after, steps)
    assert len(alive) == RewindableJudge.MARKS


def test_a_number_too_long_to_be_said_is_cut():
    """No entry has a number of forty digits; one of more is not said whole."""
    said = [refuse(record_of(4, []), struck(int("1" * digits))).reason for digits in (40, 41)]
    told = [reason.removeprefix("there is no entry ").partition(" ")[0] for reason in said]
    assert told == ["1" * 40, "1" * 37 + "..."]


def test_a_strike_reaches_past_the_end_of_the_game():
    game = play(Random(1), 3)
    record = record_of(3, game.lines)
    assert record.summary()["status"] == "finished"
    record.add(entry(record, struck(record.seq)))
    assert record.summary()["status"] == "playing"
    record.add(entry(record, game.lines[-1]))
    assert record.summary()["status"] == "finished"
    assert record.summary()["seq"] == len(game.lines) + 2


@pytest.mark.parametrize("word", [struck, lambda seq: corrected(seq, declared(0, "leader"))])
@pytest.mark.parametrize("seq", [-1, 0, 4, 5, 6, 10**30])
def test_only_an_earlier_happening_can_be_struck_or_corrected(seq, word):
    lines = [{"kind": "dealt", "dealer": 0}, declared(1, "leader"), played("played", 1, "2C")]
    record = record_of(4, [*lines, struck(3), corrected(3, lines[2])])
    assert f"there is no entry {seq} to strike" in refuse(record, word(seq)).reason


# --- refusals -----------------------------------------------------------------------------------

OPENING = [
    {"kind": "dealt", "dealer": 0},
    declared(1, "leader"),
    played("held", 0, "AH"),
    played("held", 3, "9C"),
    played("played", 1, "2C"),
    played("played", 2, "9H"),
]


@pytest.mark.parametrize(
    ("line", "message", "because", "seq"),
    [
        (played("played", 0, "9H"), "9H was already played by seat 2 (entry 6)", "already_seen", 6),
        (played("played", 3, "2C"), "2C was already played by seat 1 (entry 5)", "already_seen", 5),
        (
            played("played", 3, "AH"),
            "AH was already scanned in the hand of seat 0 (entry 3)",
            "other_hand",
            3,
        ),
        (
            played("held", 0, "9C"),
            "9C was already scanned in the hand of seat 3 (entry 4)",
            "other_hand",
            4,
        ),
        (
            played("played", 1, "3C"),
            "seat 1 has already played to this trick",
            "twice_in_trick",
            None,
        ),
        (played("played", 3, "7R"), "7R is not in this game's deck", "not_in_deck", None),
        (played("held", 2, "8C"), "seat 2's hand can be read only before", "not_now", None),
        (
            played("shown", 3, "8C"),
            "you cannot show a card now: it is time to play a card",
            "not_now",
            None,
        ),
        ({"kind": "dealt", "dealer": 0}, "the cards of this game have been dealt", "not_now", None),
        (
            declared(3, "leader"),
            "you cannot name the leader now: it is time to play a card",
            "not_now",
            None,
        ),
        (declared(3, "bid", "7N"), "there is no 'bid' in The Torite", "not_now", None),
        (
            {"kind": "moved", "seat": 0, "from": "hand", "to": "draw", "count": 1},
            "no cards are moved in The Torite",
            "not_now",
            None,
        ),
        (
            struck(2),
            "if entry 2 changes, entry 5 becomes impossible",
            "breaks_later",
            None,
        ),
        (
            corrected(3, played("held", 0, "2C")),
            "if entry 3 changes, entry 5 becomes impossible: 2C is in seat 0's hand",
            "breaks_later",
            None,
        ),
        (
            corrected(6, played("played", 2, "2C")),
            "2C was already played by seat 1 (entry 5)",
            "already_seen",
            5,
        ),
    ],
)
def test_a_refusal_says_what_stands_in_the_way(line, message, because, seq):
    told = refuse(record_of(4, OPENING), line)
    assert told.reason.startswith(message)
    assert (told.because, told.seq) == (because, seq)


def test_a_card_turned_up_and_then_played_was_played():
    """The newest entry says where a card lies now."""
    opening = [{"kind": "dealt", "dealer": 0}, declared(None, "pairing", [[1, 2], [3, 4]])]
    record = record_of(
        1,
        [*opening, played("shown", 1, "3C"), played("played", 0, "2C"), played("played", 1, "3C")],
    )
    told = refuse(record, played("played", 0, "3C"))
    assert told.reason == "3C was already played by seat 1 (entry 5)"


def test_a_hand_has_thirteen_cards():
    clubs = [f"{rank}C" for rank in "23456789TJQKA"]
    read = [played("held", 2, card) for card in clubs]
    record = record_of(4, [{"kind": "dealt", "dealer": 0}, *read, *read, declared(2, "leader")])
    told = refuse(record, played("played", 2, "2D"))
    assert (told.reason, told.because) == (
        "seat 2's hand already has 13 other cards",
        "full_hand",
    )


# --- looking back -------------------------------------------------------------------------------


def test_each_entry_has_its_step():
    record = record_of(4, [*OPENING, corrected(6, played("played", 2, "8H")), struck(4)])
    assert [step.seq for step in record.steps()] == [1, 2, 3, 5, 6]
    assert record.step(6).entry.card.code == "8H"
    assert record.step(6).after == record.state
    assert record.before(6) == record.step(5).after
    assert record.before(1) == record_of(4).state
    assert [record.step(seq) for seq in (0, 4, 7, 8, 9)] == [None] * 5
    assert record.last == record.step(6)
    assert record_of(4).last is None


class Plain:
    """A record as the contract describes it: whatever is asked, all is folded from the start."""

    def __init__(self, header):
        self.start = header.start()
        self.said = 0
        self.forms = {}
        self.struck = set()

    def steps(self):
        state, made = self.start, []
        for seq in sorted(self.forms.keys() - self.struck):
            state = next_state(state, self.forms[seq])
            made.append(Step(seq, self.forms[seq], state))
        return made

    def says(self, word):
        """Whether it can be said; then it is."""
        was = self.forms.copy(), self.struck.copy()
        try:
            if not isinstance(word, (Struck, Corrected)):
                self.forms[self.said + 1] = word
            elif word.seq not in self.forms:
                return False
            elif isinstance(word, Struck):
                self.struck.add(word.seq)
            else:
                self.forms[word.seq] = word.entry
                self.struck.discard(word.seq)
            self.steps()
        except Impossible:
            self.forms, self.struck = was
            return False
        self.said += 1
        return True


def assert_alike(record, plain):
    """Whatever can be asked of entries has the answer that the contract gives."""
    steps = plain.steps()
    assert record.seq == plain.said
    for seq in range(-1, plain.said + 3):
        standing = [step for step in steps if step.seq == seq]
        earlier = [step for step in steps if step.seq < seq]
        assert record.counts(seq) == (standing[0].entry if standing else None)
        assert record.happening(seq) == plain.forms.get(seq)
        assert record.step(seq) == (standing[0] if standing else None)
        assert record.before(seq) == (earlier[-1].after if earlier else plain.start)
        assert list(record.steps_from(seq)) == steps[len(earlier) :]
        until = record.until(seq)
        assert (until.seq, list(until.steps())) == (seq, steps[: len(earlier + standing)])
    assert record.state == (steps[-1].after if steps else plain.start)
    assert record.last == (steps[-1] if steps else None)
    assert list(record.steps()) == steps
    assert list(record.newest_first()) == steps[::-1]


@examples(10)
@given(st.sampled_from(KINDS), st.integers(0, 2**32), st.booleans())
def test_a_record_answers_as_if_it_were_folded_anew_for_each_question(kind, seed, are_near):
    chance = Random(seed)
    game = by_chance(chance, *kind)
    game = game._replace(lines=game.lines[:18])
    record, plain = Record(game.header), Plain(game.header)
    words = about(chance, game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Record, "NEAR", Record.NEAR if are_near else 1)
        for line in game.lines:
            said = entry(record, line)
            assert can_add(record, said) == plain.says(said)
            while chance.random() < 0.4:
                word = next(words)
                tried = record.fork()
                can = plain.says(word)
                assert can_add(tried, word) == can
                assert is_possible(record, word) == can
                if can and chance.random() < 0.3:
                    record.take(word)
                else:
                    assert can_add(record, word) == can
                if chance.random() < 0.2:
                    assert_alike(tried, plain)
                    assert_alike(record, plain)
    assert_alike(record, plain)


def is_possible(record, word):
    """Whether the record would accept it."""
    try:
        record.check(word)
    except Impossible:
        return False
    return True


def test_what_was_said_of_an_entry_last_can_be_asked():
    record = record_of(4, [*OPENING, corrected(6, played("played", 2, "8H")), struck(6), struck(4)])
    assert record.happening(6).card.code == "8H"
    assert record.happening(4).card.code == "9C"
    assert record.happening(7) is record.happening(99) is None
    fork = record.fork()
    fork.add(entry(fork, corrected(6, played("played", 2, "7H"))))
    assert (fork.happening(6).card.code, record.happening(6).card.code) == ("7H", "8H")


@given(games)
def test_a_fork_goes_its_own_way(game):
    game = game._replace(lines=[line for _, line in standing(game.lines)])
    record = made_of(game)
    before = meaning(record)
    fork = record.fork()
    assert meaning(fork) == before
    assert fork.seq == record.seq
    fork.add(entry(fork, struck(fork.seq)))
    meaning(fork)
    record.add(entry(record, struck(record.seq)))
    record.add(entry(record, corrected(len(game.lines), game.lines[-1])))
    assert meaning(record) == before
    assert meaning(made_of(game, game.lines[:-1])) == meaning(fork)


@given(games, st.sampled_from(VIEWPOINTS))
def test_findings_asked_for_on_the_way_are_those_asked_for_at_the_end(game, viewpoint):
    record = made_of(game, [])
    for line in game.lines:
        record.add(entry(record, line))
        asked = record.findings(viewpoint)
    assert asked == made_of(game).findings(viewpoint)
