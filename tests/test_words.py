"""Sentences about a game: one for each moment of it, and for each thing that can be improper."""

from random import Random

import pytest

from players import Manners, play
from records import entry, record_of
from tricktable import words
from tricktable.rules.record import Record
from tricktable.rules.verdicts import REFEREE
from tricktable.rules.view import View, view

UNTIDY = Manners(revokes=0.2, hurries=0.1, boasts=0.3, reads=0.3, slips=0.1)
DEALT = {"kind": "dealt", "dealer": 0}
LED = {"kind": "declared", "seat": 0, "topic": "leader", "value": None}


def plays(cards: str) -> list[dict[str, object]]:
    """Entries of cards written `0:QH 1:2H`."""
    pairs = [each.split(":") for each in cards.split()]
    return [{"kind": "played", "seat": int(seat), "card": code} for seat, code in pairs]


def seen(*lines: dict[str, object], players: int = 4) -> View:
    """The public view of a game with these entries."""
    return view(record_of(players, lines))


def improper(cards: str, *more: dict[str, object]) -> list[str]:
    """The findings of a game with these plays, in words."""
    found = seen(DEALT, LED, *plays(cards), *more)
    return [words.finding(remark, found.names) for remark in found.remarks]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("QH", "queen of hearts"),
        ("TC", "ten of clubs"),
        ("2S", "two of spades"),
        ("7R", "seven of fire"),
        ("X2", "imitation 2"),
    ],
)
def test_cards_have_names(code: str, name: str) -> None:
    assert words.card_name(code) == name


def test_what_is_awaited_from_the_deal_to_the_first_card() -> None:
    assert words.awaited(seen()) == "Who deals? Press your button."
    assert words.awaited(seen(DEALT)) == "Who holds 2C? Press your button."
    assert words.awaited(seen(DEALT, players=3)) == "Who holds 5C? Press your button."
    assert words.awaited(seen(DEALT, LED)) == "North to lead"
    assert words.awaited(seen(DEALT, LED, *plays("0:QH"))) == "East to play"


def test_what_lies_on_the_table() -> None:
    standing = words.standing(seen(DEALT, LED, *plays("0:QH 1:2H 2:KH 3:3H 2:AH 3:5H")))
    assert standing == "trick 2: hearts led, AH 5H, North to play"
    assert words.standing(seen(DEALT, LED)) == "trick 1: North to lead"


def test_findings_say_what_was_improper_and_what_shows_it() -> None:
    revoke = improper("0:QH 1:2S 2:KH 3:3H 1:2H")
    assert revoke == ["East did not follow hearts in trick 1: 2H in trick 2 shows it."]
    assert improper("0:QH 2:KH") == ["South played KH out of turn in trick 1."]
    boast = improper("0:QH 1:2C")
    assert boast[0] == "North did not hold the start card: 2C in trick 1 shows it."


def test_a_card_that_was_read_in_the_hand_shows_a_revoke_to_the_referee() -> None:
    held = {"kind": "held", "seat": 1, "card": "2H"}
    record = record_of(4, [DEALT, held, LED, *plays("0:QH 1:2S")])
    found = view(record, REFEREE)
    said = [words.finding(remark, found.names) for remark in found.remarks]
    assert said == [
        "East did not follow hearts in trick 1: 2H, read in the hand, shows it.",
    ]


def test_a_card_that_was_shown_shows_a_revoke() -> None:
    def improper_at_once(*reveals: str) -> list[str]:
        record = record_of(3, [DEALT], "triatri")
        for cards in reveals:
            for seat, code in enumerate(cards.split()):
                record.add(entry(record, {"kind": "shown", "seat": seat, "card": code}))
        prize = {"colour": "B", "from": "stock"}
        record.add(entry(record, {**LED, "topic": "prize", "value": prize}))
        for line in plays("0:6B 1:6G"):
            record.add(entry(record, line))
        found = view(record)
        return [words.finding(remark, found.names) for remark in found.remarks]

    told = improper_at_once("5R 5B 5G", "7R 3B 4G")
    assert told == ["Seat 2 did not follow water in trick 1: 5B, shown before, shows it."]


@pytest.mark.parametrize("seed", range(12))
def test_every_moment_of_every_game_has_words(seed: int) -> None:
    game = play(Random(seed), 1 + seed % 4, UNTIDY)
    record = Record(record_of(game.players).header)
    for line in game.lines:
        record.add(entry(record, line))
        moment = view(record, REFEREE)
        said = [words.standing(moment), words.awaited(moment)]
        said += [words.finding(remark, moment.names) for remark in moment.remarks]
        for sentence in said:
            assert "None" not in sentence
            assert "_" not in sentence
    assert words.outcome(moment).startswith(("Won, ", "Not won: "))
