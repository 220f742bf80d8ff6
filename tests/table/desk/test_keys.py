"""Rows of keys: whatever is offered can be said with them, and nothing is said by two rows."""

from dataclasses import replace
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from players.every_game import KINDS, by_chance
from records.lines import entry, record_of
from tablewire.messages import KEYS
from thorough import examples
from tricktable.games import GAMES
from tricktable.rules.game import Offer
from tricktable.rules.keypad import NUMBER_KEYS, rows
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.table.desk.keys import KeyedCall, KeypadOffer, follow, keypad_offers, row_of
from tricktable.table.notes import Prompt


def said_by(record: Record, seat: int = 0) -> list[KeypadOffer]:
    """What this seat can say now."""
    return keypad_offers(record.header.rules, record.state.offers(), seat)


def only(game: str, offer: Offer) -> list[KeypadOffer]:
    """An offer of this game and nothing else."""
    return [KeypadOffer(topic_of(GAMES[game], offer.what), offer)]


def keys_of(game: str, what: str, value: object) -> tuple[str, ...]:
    """The keys of a value that is one of several."""
    keys = topic_of(GAMES[game], what).keypad.keys
    assert keys is not None
    return keys(value)


STACKS = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]


@given(st.sampled_from(KINDS), st.integers(0, 2**32))
@examples(12)
def test_every_offer_is_said_by_a_row_of_keys_that_the_questions_list(kind, seed):
    game = by_chance(Random(seed), *kind)
    record, names = Record(game.header), game.header.seat_names
    for line in game.lines:
        for seat in range(game.header.seats):
            mine = said_by(record, seat)
            for _, offer in mine:
                for value in offer.values or (STACKS,):
                    row = row_of(mine, offer.what, value)
                    speaker = seat if seat in offer.seats else None
                    assert set(row) <= set(KEYS)
                    assert follow(mine, seat, row, names) == KeyedCall(offer.what, speaker, value)
                    for at, key in enumerate(row):
                        asked = follow(mine, seat, row[:at], names)
                        assert isinstance(asked, Prompt)
                        assert key in [each for each, _ in asked.options]
        record.add(entry(record, line))


def test_of_several_things_the_first_key_says_which():
    offers = [
        *only("tredici", Offer("hand>stack", (0,), (0, 1, 2))),
        *only("tredici", Offer("ace", (0,))),
        *only("tredici", Offer("kische", (0,))),
    ]
    for number in (1, 2, 3):
        mine = offers[:number]
        rows_of_all = [row_of(mine, offer.what, offer.values[-1]) for _, offer in mine]
        assert len({row[:1] for row in rows_of_all}) == number
        for row, (_, offer) in zip(rows_of_all, mine, strict=True):
            assert follow(mine, 0, row, ("Ann", "Bo")) == KeyedCall(offer.what, 0, offer.values[-1])


def test_a_question_fits_the_display():
    """Six rows of answers at most, in the words of the questions that have most."""
    bids = said_by(record_of(4, [{"kind": "dealt", "dealer": 3}], "troika"))
    hands = only("tredici", Offer("hand>stack", (0,), tuple(range(8))))
    stacks = said_by(record_of(2, [{"kind": "dealt", "dealer": 0}]))
    for offers, row in ((bids, ()), (bids, ("7",)), (hands, ()), (stacks, ("2",))):
        asked = follow(offers, 0, row, ("Ann", "Bo", "Cy", "Di"))
        assert isinstance(asked, Prompt)
        assert 0 < len(asked.rows or asked.options) <= 6


def test_numbers_are_one_row_from_the_first_to_the_last():
    bids = said_by(record_of(4, [{"kind": "dealt", "dealer": 3}], "troika"))
    asked = follow(bids, 0, (), ("Ann", "Bo", "Cy", "Di"))
    assert isinstance(asked, Prompt)
    assert [keys for keys, _ in asked.rows] == ["OK", "6-Q"]
    assert str(asked.rows[-1][1]) == "that many"


def test_the_ace_is_explained_where_it_is_the_key_of_one():
    hands = only("tredici", Offer("hand>stack", (0,), tuple(range(8))))
    asked = follow(hands, 0, (), ("Ann", "Bo", "Cy", "Di"))
    assert isinstance(asked, Prompt)
    assert [(keys, str(words)) for keys, words in asked.rows] == [("OK-7", "A is 1")]


def test_a_number_that_a_game_has_words_for_is_listed_in_these_words():
    (stack,) = only("tredici", Offer("hand>stack", (0,), (0, 1, 2)))
    worded = stack._replace(topic=replace(stack.topic, words=lambda number: (f"{number} more",)))
    for one, words in ((stack, ["none", "1", "2"]), (worded, ["0 more", "1 more", "2 more"])):
        asked = follow([one], 0, (), ("Ann", "Bo"))
        assert isinstance(asked, Prompt)
        assert [str(each) for _, each in asked.answers] == words


def test_keys_that_say_nothing_lead_nowhere():
    offers = said_by(record_of(4, [{"kind": "dealt", "dealer": 3}], "troika"))
    assert follow(offers, 0, ("5",), ("",) * 4) is None
    assert follow(offers, 0, ("7", "4"), ("",) * 4) is None  # no Low without Saskatchewan
    assert follow(offers, 0, ("UNDO",), ("",) * 4) is None
    assert follow((), 0, (), ("",) * 4) is None


def test_a_number_is_the_rank_that_counts_as_much():
    assert rows(range(14)) == [("OK",), ("A",), *((key,) for key in "23456789TJQK")]


def test_suits_that_cannot_be_in_four_stacks_say_nothing():
    offers = only("torite", Offer("stacks", (None,), ()))
    too_many = ("K", *["OK"] * 8)  # thirteen clubs in one stack, and no red card in three
    assert follow(offers, 0, too_many, ("",) * 2) is None
    full = follow(offers, 0, ("K", "OK", "OK", "OK", "K", "OK", "OK", "OK", "K"), ("",) * 2)
    assert full == KeyedCall(
        "stacks", None, [[13, 0, 0, 0], [0, 13, 0, 0], [0, 0, 13, 0], [0, 0, 0, 13]]
    )


def test_the_reference_gives_the_keys_that_the_code_has():
    page = (Path(__file__).parents[3] / "docs/reference/keypad.md").read_text("utf-8")
    number = {row.strip("|").split("|")[0].strip(): row for row in page.splitlines() if "|" in row}
    assert all(
        f"`{keys_of('troika', 'bid', bid)[1]}` {word}" in number["a bid"]
        for bid, word in KINDS_SAID
    )
    assert f"`{keys_of('troika', 'bid', 'pass')[0]}` passes" in number["a bid"]
    assert f"`{NUMBER_KEYS[0]}` is none" in number["a number"]
    for key, count in (("A", 1), ("T", 10), ("J", 11), ("Q", 12), ("K", 13)):
        assert f"`{key}` " in number["a number"]
        assert str(count) in number["a number"]
        assert NUMBER_KEYS[count] == key
    for colour, word in (("R", "fire"), ("B", "water"), ("G", "wood")):
        (key,) = keys_of("triatri", "prize", {"colour": colour, "from": "stock"})
        assert f"`{key}` {word}" in number["a prize"]


KINDS_SAID = (("7", "with trump"), ("7N", "No trump"), ("7L", "Low"))
