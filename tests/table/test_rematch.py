"""Another game of the same people: who offers it, whose touch begins it, and how long it stands."""

from pathlib import Path
from random import Random

import pytest

from players import every_game
from rig.locks import another_host
from rig.table import Rig
from tricktable.rules.entries import Dealt
from tricktable.store.journal import Journal, open_journal
from tricktable.table import commands, rematch, seating
from tricktable.table.rematch import RematchOffer
from tricktable.table.table import Table

NAMES = ["Ann", "Bo", "Cy", "Di"]
ANN, BO = "ann's phone", "bo's phone"
OTHER, HOUSE_RULES = "tredici", {"hand_scan": "required"}


def rig_at_end(
    folder: Path, phones: tuple[str, ...] = (ANN, BO), journal: Journal | None = None
) -> Rig:
    """A game that is over, with these phones at the first seats."""
    rig = Rig(folder, journal)
    played = every_game.by_chance(Random(3), "triatri", 4, is_tidy=True)
    given = dict(played.header.given)
    must(rig.table, commands.NewGame("triatri", 4, NAMES, given))
    for line in played.lines:
        must(rig.table, commands.Enter(line))
    assert rig.game.is_over
    for seat, phone in enumerate(phones):
        assert rig.table.claim(seat, seating.digest(phone)).is_done
        must(rig.table, commands.LetIn(seat))
    return rig


def must(table: Table, request: commands.Request) -> None:
    answer = table.ask(request)
    assert answer.is_done, answer.reason


def touch(table: Table, phone: str, rotate: int = 0, game: int = 1, another: str = "") -> str:
    """A phone touches "Play again", or another game: why it could not, or nothing."""
    answer = table.rematch([seating.digest(phone)], game, rotate, another)
    return "" if answer.is_done else answer.reason


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return rig_at_end(tmp_path)


def test_one_phone_offers_another_game_and_the_next_one_begins_it(rig):
    last = [each.dealer for each in rig.happenings if isinstance(each, Dealt)][-1]
    assert rig.view.rematch is None
    assert touch(rig.table, ANN) == ""
    assert rig.view.rematch == RematchOffer(0, 0)
    assert touch(rig.table, ANN) == "", "the same finger once more changes nothing"
    assert rig.view.games == 1
    assert touch(rig.table, BO) == ""
    assert (rig.view.games, rig.view.rematch) == (2, None)
    assert rig.view.names == tuple(NAMES)
    assert rig.happenings[-1] == Dealt((last + 1) % 4), "the deal moves on"
    assert touch(rig.table, ANN) == "The table has moved on. Look again.", "its page is an old one"
    assert rig.view.games == 2


def test_everybody_moves_on_only_if_the_second_touch_says_so_too(rig):
    touch(rig.table, ANN, rotate=1)
    assert touch(rig.table, BO, rotate=0) == ""
    assert rig.view.rematch == RematchOffer(1, 0), "Bo would like something else"
    assert touch(rig.table, ANN, rotate=0) == ""
    assert rig.view.names == ("Ann", "Bo", "Cy", "Di")
    touch(rig.table, BO, rotate=1, game=2)
    assert rig.view.rematch is None, "this game is being played"


def test_all_are_one_seat_on(rig):
    touch(rig.table, ANN, rotate=1)
    touch(rig.table, BO, rotate=1)
    assert rig.view.names == ("Di", "Ann", "Bo", "Cy")


def test_the_same_people_play_another_game(rig):
    assert touch(rig.table, ANN, another=OTHER) == ""
    assert rig.view.rematch == RematchOffer(0, 0, OTHER)
    assert touch(rig.table, BO) == ""
    assert rig.view.rematch == RematchOffer(1, 0), "Bo would like the same again"
    assert touch(rig.table, ANN, another=OTHER) == ""
    assert touch(rig.table, BO, another=OTHER) == ""
    header = rig.view.header
    assert (header.game, rig.view.names) == (OTHER, tuple(NAMES))
    assert isinstance(rig.happenings[-1], Dealt), "the deal moves on"
    sitting = rig.table.phone_view(seating.digest(BO))
    assert (sitting.known.sits, sitting.seat) == (True, 1), "a phone goes with its person"


def test_another_game_has_the_house_rules_with_which_it_was_last_played_here(rig):
    must(rig.table, commands.NewGame(OTHER, 4, NAMES, HOUSE_RULES))
    must(rig.table, commands.NextGame(abandon=True, game="triatri"))
    must(rig.table, commands.NextGame(abandon=True, game=OTHER))
    header = rig.view.header
    assert (header.game, header.given) == (OTHER, HOUSE_RULES)


def test_another_game_that_nobody_knows_is_refused_in_words(rig):
    refused = rig.table.ask(commands.NextGame(game="none"))
    assert not refused.is_done
    assert "Unknown game" in refused.reason


def test_an_offer_is_taken_back_and_ends_by_itself(rig):
    touch(rig.table, ANN)
    rig.table.withdraw_rematch([seating.digest(BO)])
    assert rig.view.rematch == RematchOffer(0, 0), "it is not Bo's"
    rig.table.withdraw_rematch([seating.digest(ANN)])
    assert rig.view.rematch is None
    assert rig.view.to_all == "Ann has changed their mind about another game."
    touch(rig.table, BO)
    assert rig.view.to_all == "", "somebody offers one"
    rig.now_ms += rematch.LASTS_MS
    rig.table.end_old_claims()
    assert rig.view.rematch is None
    touch(rig.table, ANN)
    assert rig.view.rematch == RematchOffer(0, 0), "after it has ended, a touch offers anew"


def test_a_phone_alone_begins_with_a_second_touch_a_moment_later(tmp_path):
    rig = rig_at_end(tmp_path, (ANN,))
    touch(rig.table, ANN)
    rig.now_ms += rematch.PAUSE_MS - 1
    touch(rig.table, ANN)
    assert rig.view.games == 1, "a finger that bounces begins nothing"
    rig.now_ms += 1
    touch(rig.table, ANN)
    assert rig.view.games == 2


def test_a_phone_that_is_passed_round_is_one_phone(rig):
    both = [seating.digest(each) for each in (ANN, BO)]
    assert rig.table.rematch(both, 1).is_done
    assert rig.table.rematch(both[::-1], 1).is_done
    assert rig.view.games == 1
    rig.now_ms += rematch.PAUSE_MS
    rig.table.rematch(both, 1)
    assert rig.view.games == 2


def test_a_phone_without_a_seat_and_a_game_that_is_played_offer_nothing(rig):
    assert touch(rig.table, "a stranger's") == "This phone has no seat."
    must(rig.table, commands.NextGame())
    assert touch(rig.table, ANN, game=2) == "The table has moved on. Look again."


def test_an_offer_outlasts_its_host_and_stands_at_every_other_one(rig, tmp_path):
    touch(rig.table, ANN, rotate=1)
    rig.restart()
    assert rig.view.rematch == RematchOffer(0, 1)
    with another_host():
        journal = open_journal(tmp_path / "journal.db")
        other = Table(rig.code, journal, rig.shelf, rig.everybody, now_ms=lambda: 0)
    assert other.view().rematch == RematchOffer(0, 1)
    with another_host():
        assert touch(other, BO, rotate=1) == ""
        assert other.view().games == 2
        journal.close()
    assert touch(rig.table, BO, rotate=1) == ""
    rig.table.catch_up()
    rig.table.heed(rig.journal.leases(""))
    assert rig.view.games == 2, "the touch at the old page offers nothing that counts"
    assert not rig.view.rematch


def test_a_host_learns_what_another_one_was_offered(rig, tmp_path):
    with another_host():
        journal = open_journal(tmp_path / "journal.db")
        other = Table(rig.code, journal, rig.shelf, rig.everybody, now_ms=lambda: 0)
        touch(other, BO)
        journal.close()
    rig.table.heed(rig.journal.leases(""))
    assert rig.view.rematch == RematchOffer(1, 0)
    touch(rig.table, ANN)
    assert rig.view.games == 2
