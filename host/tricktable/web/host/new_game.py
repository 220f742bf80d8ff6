"""The new game form, filled in with what the table remembers: three taps start a game.

Seats and house rules are those of the last game of its kind. Every rule is a sentence of the
house-rule sheet, and the changed ones are shown. Starts nothing itself.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tricktable.games import GAMES
from tricktable.rules.entries import Dealt
from tricktable.rules.game import Header, Owners
from tricktable.rules.names import safe_name
from tricktable.rules.options import (
    COMMON,
    TEAMS,
    Option,
    Options,
    allows,
    listable_values,
    seats_by_team,
)
from tricktable.rules.portrait import Portrait
from tricktable.rules.values import Bounds, HouseRules, bounded
from tricktable.table.desk.moment import first_header
from tricktable.table.memory import Lineup, Memory
from tricktable.table.views import Snapshot
from tricktable.text.language import _
from tricktable.text.sentences import Name, Part, Sentence
from tricktable.web.host.forms import OPTION, PROPOSED, Fields, read_json

OFFERED_LINEUPS: Final = 5
"""How many are offered. Older ones are typed, or completed by the browser from the names."""
BOOK: Final = "book"
"""Asks for the game's default house rules."""
SPARE: Final = "spare"
"""The field of names for which this many players leave no seat."""
_KEPT: Final = ("new", "seats", "rules", "names", SPARE, "team", "dealer", PROPOSED, "swap")


class Value(NamedTuple):
    """One value of a house rule."""

    json: str
    """Empty for the default, which a record can leave out."""
    words: str
    is_default: bool
    is_chosen: bool


class Rule(NamedTuple):
    """One house rule with its values, the default first; numbers that are typed are not listed."""

    key: str
    title: str
    values: tuple[Value, ...]
    number: str = ""
    """The number that is chosen, where one is typed …"""
    bounds: Bounds | None = None
    """… and what it can be; None where all values are listed."""
    words: str = ""
    """The sentence of the typed number, or of the default."""
    differs: str = ""
    """The sentence of a typed number that is not the default."""
    is_common: bool = False
    """Whether every game has it: it says how the table acts."""

    @property
    def change(self) -> str:
        """The sentence for the chosen value; empty if it is the default."""
        return self.differs or next(
            (each.words for each in self.values if each.is_chosen and each.json), ""
        )


class NamedRules(NamedTuple):
    """House rules that one touch chooses."""

    key: str
    """As the form asks for them; empty for those of the last game."""
    title: str
    is_chosen: bool


class Seats(NamedTuple):
    """A seating that was used before, or that one moved on by a seat."""

    names: Lineup
    is_rotated: bool
    is_chosen: bool

    @property
    def words(self) -> Sentence:
        """The names, seat by seat."""
        made: list[Part] = []
        for name in self.names:
            made += [" · ", Name(name or "–")]
        return tuple(made[1:])


class Start(NamedTuple):
    """The form for one game with a given number of players."""

    game: str
    title: str
    portrait: Portrait
    players: int
    options: tuple[Rule, ...]
    teams: tuple[int, ...]
    """Each seat's team at the start; empty in a game without teams."""
    lineups: tuple[Seats, ...]
    people: tuple[str, ...]
    """Everybody known, as suggestions while typing a name."""
    names: Lineup
    """Who would sit where."""
    spare: Lineup
    """Names that were typed for more players; they come back with the seats."""
    dealer: int | None
    """The seat that would deal first; None if that is decided later."""
    proposed: int
    """The seat that the table proposed to deal, whatever was chosen since."""
    partners: Owners
    """The seats that win together, if the game itself says so; empty if it does not."""
    rules: str
    """`book`, or the name of others, if the last game's house rules are not wanted."""
    named: tuple[NamedRules, ...]
    """All that can be chosen by name."""
    is_lobby: bool
    """Whether those who have sat down play: nobody's name is typed."""
    query: str
    """The query string that shows this form again."""

    @property
    def are_lopsided(self) -> bool:
        """Whether some team has more people than another; a game may advise against that."""
        return len({*Counter(self.teams).values()}) > 1

    @property
    def changes(self) -> tuple[str, ...]:
        """The house rules that differ from the game's defaults."""
        return tuple(each.change for each in self.options if each.change)


def start(asked: Fields, now: Snapshot) -> Start | None:
    """The form asked for with `new=GAME:4`; None if there is no such game.

    `seats` chooses a line-up by its place in the list; `rules=book` chooses the default house
    rules. What the form itself sends is kept: its names, with two of them swapped where `swap`
    names the first one's seat (and `onto` the other's, if it is not the next), its teams, its
    dealer and its house rules. A form that is turned into one for other players sends `new` twice,
    and in the end the one that is wanted.
    """
    before, new = _first_and_last(asked, "new")
    name, __, count = new.partition(":")
    game, memory = GAMES.get(name), now.memory
    sits = tuple(each for each in now.view.chairs if each)
    if game is None or not count.isdecimal():
        return None
    players = len(sits) or int(count[:3])  # whoever sits down plays, whenever that was asked for
    if players not in game.players:
        return None
    was_book, book = _first_and_last(asked, "rules")
    is_same = before.startswith(f"{name}:")
    rules = book if is_same else ""
    given = asked if is_same and was_book == book else Fields()
    kept = _by_name(name, players, rules, memory)
    options, lists = _rules(name, players, kept)
    lineups = tuple(_lineups(memory, players, _number(asked.get("seats", "0"))))
    names, spare = (sits, ()) if sits else _people(asked, memory, lineups, players)
    proposed, dealer = _dealers(asked, before == new, now, names)
    first = _seat(asked.get("swap", ""), players)
    if first is not None:
        onto = _seat(asked.get("onto", ""), players)
        second = (first + 1) % players if onto is None else onto
        turned = {first: second, second: first}
        names = tuple(names[turned.get(seat, seat)] for seat in range(players))
        dealer = None if dealer is None else turned.get(dealer, dealer)  # the person deals
        proposed = turned.get(proposed, proposed)
    listed = (_rule(option, kept, given) for name, option in options.items() if name != TEAMS)
    teams = tuple(map(_number, asked.getlist("team")))
    if len(teams) != players:
        teams = tuple(_team(lists, seat) for seat in range(players)) if lists else ()
    return Start(
        name,
        _(game.title),
        game.portrait,
        players,
        tuple(listed),
        teams if lists else (),
        () if sits else lineups,
        memory.people,
        names,
        spare,
        dealer,
        proposed,
        () if lists else _partners(first_header(players, name)),
        rules,
        tuple(_rule_sets(name, players, rules, memory)),
        bool(sits),
        urlencode([each for each in asked.items(multi=True) if _is_kept(each[0])]),
    )


def _first_and_last(asked: Fields, field: str) -> tuple[str, str]:
    """What the form says, and what the key that was pressed says; the same if only one speaks."""
    found = asked.getlist(field) or [""]
    return found[0], found[-1]


def _by_name(game: str, players: int, rules: str, memory: Memory) -> HouseRules:
    """The house rules that are asked for by this name; those of the last game without one."""
    if not rules:
        return memory.rules.get((game, players), {})
    named = GAMES[game].named_rules(players)
    return next((each.options for each in named if each.name == rules), {})


def _rule_sets(game: str, players: int, rules: str, memory: Memory) -> Iterator[NamedRules]:
    usual = GAMES[game].usual(players)
    last = memory.rules.get((game, players), usual)
    is_last_other = {k: v for k, v in last.items() if k != TEAMS} != {
        k: v for k, v in usual.items() if k != TEAMS
    }
    yield NamedRules(BOOK, _("As designed"), rules == BOOK or not (rules or is_last_other))
    for each in GAMES[game].named_rules(players):
        yield NamedRules(each.name, _(each.title), rules == each.name)
    if is_last_other:
        yield NamedRules("", _("Ours of last time"), not rules)


def _people(
    asked: Fields, memory: Memory, lineups: Sequence[Seats], players: int
) -> tuple[Lineup, Lineup]:
    """Who would sit where, and whose names have no seat.

    Names that were typed or moved stay when the number of players changes. A line-up that nobody
    has touched gives way to the last one of the new size.
    """
    typed = tuple(safe_name(each, "") for each in asked.getlist("names"))
    spare = tuple(safe_name(each, "") for each in asked.getlist(SPARE))
    sat = next((each.names for each in lineups if each.is_chosen), None)
    if "seats" in asked or not typed:
        return sat or ("",) * players, ()
    if len(typed) != players:
        before = {each.names for each in _lineups(memory, len(typed), 0)}
        if sat and (typed in before or not any(typed)) and not any(spare):
            return sat, ()
    everybody = (*typed, *spare)
    left = everybody[players:]
    return (*everybody, *("",) * players)[:players], left if any(left) else ()


def _dealers(asked: Fields, is_same: bool, now: Snapshot, names: Lineup) -> tuple[int, int | None]:
    """The seat that the table proposes to deal, and the one that is chosen, if any is."""
    given, before = asked.get("dealer"), asked.get(PROPOSED, "")
    proposed = _seat(before, len(names)) if is_same else None
    if proposed is None:
        proposed = _dealer(now, names)
    if given is None or (not is_same and given == before):
        return proposed, proposed
    return proposed, _seat(given, len(names))


def _number(given: str) -> int:
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 3 else 0


def _seat(given: str, players: int) -> int | None:
    seat = _number(given) if given else players
    return seat if seat < players else None


def _is_kept(field: str) -> bool:
    """Whether a field of the form is asked for again while the table goes on."""
    return field in _KEPT or field.startswith(OPTION)


def _partners(header: Header) -> Owners:
    """Those who win together, if there are several such groups, and people in them."""
    owners = header.owners
    return owners if len(owners) > 1 and all(len(seats) > 1 for seats in owners) else ()


def _dealer(now: Snapshot, names: Lineup) -> int:
    """The person after the last dealer, wherever they sit now; before any deal, the first seat."""
    record, players = now.record, len(names)
    if record is None or record.header.players != players:
        return 0
    dealt = [step.entry.dealer for step in record.steps() if isinstance(step.entry, Dealt)]
    if not dealt:
        return 0
    seat = (dealt[-1] + record.state.tabletop().step) % players
    person = now.view.names[seat]
    return names.index(person) if person in names else seat


def _rules(game: str, players: int, kept: HouseRules) -> tuple[Options, Sequence[Sequence[int]]]:
    """The game's house rules, and its teams if any."""
    usual = GAMES[game].usual(players)
    lists = seats_by_team(kept) or seats_by_team(usual)
    return GAMES[game].options(players, {**usual, TEAMS: lists} if lists else usual), lists


def _team(lists: Sequence[Sequence[int]], seat: int) -> int:
    return next(team for team, seats in enumerate(lists) if seat in seats)


def _lineups(memory: Memory, players: int, chosen: int) -> Iterator[Seats]:
    """The last line-up of that size, the same moved on a seat, and the ones before."""
    fitting = [each for each in memory.lineups if len(each) == players]
    if not fitting:
        return
    newest, *others = fitting
    offered = [(newest, False)]
    if players > 1:
        offered.append(((*newest[-1:], *newest[:-1]), True))
    offered += [(each, False) for each in others]
    for number, (names, is_rotated) in enumerate(offered[:OFFERED_LINEUPS]):
        yield Seats(names, is_rotated, number == chosen)


def _rule(option: Option, kept: HouseRules, asked: Fields) -> Rule:
    default = option.default
    chosen = kept.get(option.name, default)
    typed = asked.get(f"{OPTION}{option.name}")
    if typed is not None:
        given = read_json(typed) if typed else default
        chosen = given if allows(option.values, given) else default
    bounds, values = bounded(listable_values(option.values))
    keys = (
        Value(
            "" if option.is_default(value) else json.dumps(value),
            str(option.meaning(value)),
            option.is_default(value),
            value == chosen,
        )
        for value in values
    )
    rule = Rule(option.name, _(option.title), tuple(keys), is_common=option in COMMON)
    if bounds is None:
        return rule
    is_number = isinstance(chosen, int)
    words = str(option.meaning(chosen if is_number else default))
    return rule._replace(
        number=str(chosen) if is_number and not option.is_default(chosen) else "",
        bounds=bounds,
        words=words,
        differs=words if is_number and not option.is_default(chosen) else "",
    )
