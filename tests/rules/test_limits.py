"""What a game must keep to, asked of games that do not; `test_game_packages.py` installs them."""

from dataclasses import replace

import msgspec
import pytest

from records.lines import header
from tricktable.club.competition.commands import AnnounceCompetition
from tricktable.games.etori import GAME
from tricktable.rules.cards import STANDARD
from tricktable.rules.deck import STANDARD52, DeckKind, Pack
from tricktable.rules.limits import (
    MOST_PLAYERS,
    TooMuch,
    check_first_moment,
    check_packs,
    check_players,
)
from tricktable.sim.acts import Begin
from tricktable.table.commands import NewGame
from tricktable.web.api.games import Players

FOUR = header(4, "etori")


def test_a_table_has_from_one_to_thirteen_players_and_a_seat_for_each():
    for players in (1, MOST_PLAYERS):
        check_players(replace(GAME, players={players}, seats=lambda players: players))
    check_players(replace(GAME, players={1}, seats=lambda _: MOST_PLAYERS))
    for players in (0, MOST_PLAYERS + 1):
        with pytest.raises(TooMuch, match=f"for {players} players"):
            check_players(replace(GAME, players={players, 4}, seats=lambda players: players))
    for seats in (3, MOST_PLAYERS + 1):
        with pytest.raises(TooMuch, match=f"4 players have {seats} seats"):
            check_players(replace(GAME, players={4}, seats=lambda _, seats=seats: seats))
    with pytest.raises(TooMuch, match="nobody"):
        check_players(replace(GAME, players=frozenset()))


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        (NewGame, {"game": "etori"}),
        (AnnounceCompetition, {"title": "Monday", "game": "etori", "movement": "swiss"}),
        (Players, {}),
        (Begin, {"do": "begin", "game": "etori"}),
    ],
)
def test_every_request_can_ask_for_as_many_players_as_a_table_has(kind, more):
    asked = msgspec.convert({**more, "players": MOST_PLAYERS}, kind)
    assert asked.players == MOST_PLAYERS
    with pytest.raises(msgspec.ValidationError, match="players"):
        msgspec.convert({**more, "players": MOST_PLAYERS + 1}, kind)


@pytest.mark.parametrize(
    "owners",
    [
        ((0, 1), (2,)),
        ((1, 2), (3,)),
        ((0, 1), (1, 2)),
        ((0, 2), (1, 4)),
        ((0, 0), (1, 2), (3,)),
        (),
    ],
)
def test_each_seat_has_one_owner(owners):
    check_first_moment(FOUR)
    check_first_moment(replace(FOUR, rules=replace(GAME, owners=lambda _: ((3, 0), (2, 1)))))
    with pytest.raises(TooMuch, match="exactly one owner"):
        check_first_moment(replace(FOUR, rules=replace(GAME, owners=lambda _: owners)))


@pytest.mark.parametrize("deck", [0, 1 << 60, FOUR.deck | 1 << 60])
def test_a_deck_has_cards_and_only_those_of_its_pack(deck):
    with pytest.raises(TooMuch, match="has no card, or one not in its pack"):
        check_first_moment(replace(FOUR, rules=replace(GAME, deck=lambda _: deck)))


def test_each_kind_of_deck_has_a_name_of_its_own():
    def named(name):
        return DeckKind(name, STANDARD, "cards", "enrol a deck")

    check_packs(GAME, {STANDARD52.name: STANDARD52})
    check_packs(replace(GAME, packs=(Pack(named("a" + 30 * "9")),)), {})
    for name in ("A", "9a", "", "a" + 31 * "9"):
        with pytest.raises(TooMuch, match="lower-case letters and digits"):
            check_packs(replace(GAME, packs=(Pack(named(name)),)), {})
    with pytest.raises(TooMuch, match="already another deck called french"):
        check_packs(replace(GAME, packs=(Pack(named("french")),)), {"french": STANDARD52})
    with pytest.raises(TooMuch, match="no deck"):
        check_packs(replace(GAME, packs=()), {})
    with pytest.raises(TooMuch, match="a card 0T"):
        check_packs(replace(GAME, packs=(Pack(STANDARD52, {"2C": "0T"}),)), {})


def test_of_several_decks_the_first_is_played_with_where_a_game_does_not_choose():
    packs = Pack(STANDARD52, {"2C": "XB"}), Pack(STANDARD52, {"2C": "XR"}), Pack(STANDARD52)
    assert replace(FOUR, rules=replace(GAME, packs=packs)).pack is packs[0]
