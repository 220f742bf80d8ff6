"""A new game from the keypad: which one, how many players, and which house rules.

What has been chosen is worked out from the keys pressed so far. Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tricktable.games import GAMES
from tricktable.rules.keypad import DIGITS, LIST_KEYS, NUMBER_KEYS, NUMBERS
from tricktable.rules.names import default_names
from tricktable.rules.options import Form, Options, Values, allows, listable_values
from tricktable.rules.values import HouseRules, JsonValue
from tricktable.table import commands
from tricktable.table.desk import unfinished_game
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.moment import Moment, first_header
from tricktable.table.notes import Note, Prompt
from tricktable.text.board import ANSWER_LINES
from tricktable.text.language import Message, verbatim

_RULES_LISTED: Final = ANSWER_LINES - 1  # one begins the game, and the sixth leads to more rules
_MORE: Final = "9"
_MOST_LISTED: Final = len(LIST_KEYS)
"""A rule with more values than this is typed as a number, digit by digit."""
_WORD_KEYS: Final = "CDHS"
"""The keys for values that are not numbers, while digits are typed."""


def choose_game(_: Moment, game: str) -> Changes:
    """Take the chosen game, and ask how many play it if there is a choice."""
    counts = _counts(game)
    if len(counts) == 1:
        return _ask_rules(game, counts[0])
    return [desk_change(asking=OpenDialogue("players", detail=game))]


def _counts(game: str) -> list[int]:
    return sorted(GAMES[game].players)


def ask_count(_: Moment, asking: OpenDialogue) -> Prompt:
    """Ask how many play."""
    options = tuple(
        (NUMBER_KEYS[count], Message("{number} players", {"number": count}))
        for count in _counts(asking.detail)
    )
    keys = f"{options[0][0]}-{options[-1][0]}"
    rows = ((keys, Message("players")),) if len(options) > ANSWER_LINES else ()
    question = Message("{game}: how many?", {"game": Message(GAMES[asking.detail].title)})
    return Prompt(question, options, rows)


def take_count(_: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take the number of players; the house rules come next."""
    if NUMBERS.get(key) not in _counts(asking.detail):
        return [note_row(Note("no_such_answer"))]
    return _ask_rules(asking.detail, NUMBERS[key])


# --- house rules ---------------------------------------------------------------------------------


def _ask_rules(game: str, players: int) -> Changes:
    return [desk_change(asking=OpenDialogue("rules", detail=f"{game}:{players}"))]


class _Rules(NamedTuple):
    """What has been chosen so far."""

    game: str
    players: int
    given: HouseRules
    page: int = 0
    rule: str = ""
    """The rule whose value is being chosen; empty while all are listed."""
    digits: str = ""

    @property
    def table(self) -> Options:
        """The rules with a choice of values."""
        rules = GAMES[self.game].options(self.players, self.given)
        return {name: option for name, option in rules.items() if _can_be_keyed(option.values)}

    def value(self, rule: str) -> JsonValue:
        """The current value of a rule."""
        return self.given.get(rule, self.table[rule].default)

    def with_value(self, value: JsonValue) -> _Rules:
        """Give the chosen rule this value; drops what that makes impossible."""
        given = {**self.given, self.rule: value}
        rules = GAMES[self.game].options(self.players, given)
        kept = {
            name: each
            for name, each in given.items()
            if name in rules and allows(rules[name].values, each)
        }
        return self._replace(given=kept, rule="", digits="")


def _can_be_keyed(values: Values) -> bool:
    return not any(isinstance(each, Form) for each in values) and len(listable_values(values)) > 1


def _choice(now: Moment, asking: OpenDialogue, keys: Sequence[str]) -> _Rules | None:
    """Where these keys lead; None if one of them leads nowhere.

    A new game with as many players keeps the running game's rules.
    """
    game, _, count = asking.detail.partition(":")
    given: HouseRules = first_header(int(count), game).given
    running = now.record.header if now.record else None
    if running is not None and (running.game, running.players) == (game, int(count)):
        given = running.given
    rules: _Rules | None = _Rules(game, int(count), given)
    for key in keys:
        if rules is not None:
            rules = _list_key(rules, key) if not rules.rule else _value_key(rules, key)
    return rules


def _list_key(rules: _Rules, key: str) -> _Rules | None:
    table = list(rules.table)
    if key == _MORE and len(table) > _RULES_LISTED:
        pages = -(-len(table) // _RULES_LISTED)
        return rules._replace(page=(rules.page + 1) % pages)
    place = LIST_KEYS.find(key)
    first = rules.page * _RULES_LISTED
    if not 0 <= place < len(table[first : first + _RULES_LISTED]):
        return None
    return rules._replace(rule=table[first + place])


def _value_key(rules: _Rules, key: str) -> _Rules | None:
    values = rules.table[rules.rule].values
    every = listable_values(values)
    if len(every) <= _MOST_LISTED:
        place = LIST_KEYS.find(key)
        return rules.with_value(every[place]) if 0 <= place < len(every) else None
    if key in DIGITS:
        return rules._replace(digits=rules.digits + DIGITS[key])
    words = dict(zip(_WORD_KEYS, (each for each in every if isinstance(each, str)), strict=False))
    if key in words:
        return rules.with_value(words[key])
    number = int(rules.digits or "-1")
    return rules.with_value(number) if key == "OK" and allows(values, number) else None


def ask_rules(now: Moment, asking: OpenDialogue) -> Prompt | None:
    """Ask with a list of the rules, or of one rule's values."""
    rules = _choice(now, asking, asking.keys)
    if rules is None:
        return None
    if rules.rule:
        return _ask_value(rules)
    listed = list(rules.table)[rules.page * _RULES_LISTED :][:_RULES_LISTED]
    lines = [
        (key, verbatim(f"{_plain(rule)}: {_plain(rules.value(rule))}"))
        for key, rule in zip(LIST_KEYS, listed, strict=False)
    ]
    more = [(_MORE, Message("more rules"))] if len(rules.table) > _RULES_LISTED else []
    title = {"game": Message(GAMES[rules.game].title), "number": rules.players}
    begin = ("OK", Message("begin"))
    return Prompt(Message("{game}, {number}", title), (begin, *lines, *more))


def _ask_value(rules: _Rules) -> Prompt:
    value = rules.value(rules.rule)
    option = rules.table[rules.rule]
    every = listable_values(option.values)
    if len(every) <= _MOST_LISTED:
        rule = option.meaning(value)
        shown = zip(LIST_KEYS, (verbatim(_plain(each)) for each in every), strict=False)
        return Prompt(Message("Now: {rule}", {"rule": rule}), tuple(shown))
    words = [each for each in every if isinstance(each, str)]
    named = tuple(zip(_WORD_KEYS, map(verbatim, words), strict=False))
    digits = tuple((key, verbatim(digit)) for key, digit in DIGITS.items())
    done = (("OK", Message("done")),) if rules.digits else ()
    rows = (("2-9", Message("digits; A is 1, 10 is 0")), *named, *done)
    question = verbatim(f"{_plain(rules.rule)}: {rules.digits or value}")
    numbers = [each for each in every if isinstance(each, int)]
    if numbers:
        bounds = {"what": question, "least": min(numbers), "most": max(numbers)}
        question = Message("{what} ({least} to {most})", bounds)
    return Prompt(question, (*digits, *named, *done), rows)


def _plain(value: JsonValue) -> str:
    return str(value).replace("_", " ")


def take_rules(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take one more key: a rule, a value, or OK to begin."""
    rules = _choice(now, asking, asking.keys)
    if rules is not None and not rules.rule and key == "OK":
        names = _people(now, rules.players)
        asked = commands.NewGame(rules.game, rules.players, names, dict(rules.given), abandon=True)
        return unfinished_game.begin(now, asked)
    if rules is None or _choice(now, asking, (*asking.keys, key)) is None:
        return [note_row(Note("no_such_answer"))]
    return [desk_change(asking=asking._replace(keys=(*asking.keys, key)))]


def _people(now: Moment, players: int) -> list[str]:
    """Keep the people already seated; unnamed seats stay unnamed."""
    header = now.record.header if now.record else None
    if header is None or now.names == default_names(header.players, header.seats):
        return []
    return [*now.names[:players], *[""] * (players - len(now.names))]
