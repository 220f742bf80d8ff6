"""What can be said at the table now, as groups of buttons on the host's page.

Knows no topic: games word what they offer, and everything offered gets a button.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from tricktable.rules.game import AnyGame, Offer
from tricktable.rules.keypad import are_cards
from tricktable.rules.topics import Counts, SomeTopic, topic_of
from tricktable.rules.values import Bounds, JsonValue, bounded
from tricktable.rules.view import AnyView
from tricktable.table import commands
from tricktable.table.views import TableView
from tricktable.text.sentences import Sentence, sentence, speaker
from tricktable.web.guest.screen import MOST_BESIDE
from tricktable.web.guest.sentences import Names


class Choice(NamedTuple):
    """One button."""

    words: Sentence
    seat: int | None
    value: str
    """As JSON."""
    card: str = ""
    """Its code, if the value is a card."""


@dataclass(frozen=True, slots=True)
class HostOffer:
    """One thing that can be said, with a button for each possible value."""

    what: str
    title: Sentence
    choices: tuple[Choice, ...]
    is_secret: bool = False
    counts: Counts | None = None
    """For a value that is counted: a field for each count instead of buttons."""
    numbers: Bounds | None = None
    """For numbers too many to list, with a button for each seat in `typed`."""
    typed: tuple[Choice, ...] = ()
    is_rare: bool = False
    """Rarely said, or out of turn, so it comes after what the game waits for."""

    @property
    def by_suit(self) -> Mapping[str, tuple[Choice, ...]]:
        """The buttons of many cards by the letter of their suit; all others under no letter."""
        are_many = are_cards([each.card for each in self.choices if each.card])
        found: dict[str, tuple[Choice, ...]] = {}
        for each in self.choices:
            letter = each.card[-1:] if are_many else ""
            found[letter] = (*found.get(letter, ()), each)
        return found


def groups(view: AnyView, names: Names) -> tuple[HostOffer, ...]:
    """Everything that can be said now; what the game waits for comes first."""
    return groups_of(view.rules, view.offers, names)


def of_table(table: TableView, names: Names) -> tuple[HostOffer, ...]:
    """The same for a table, with what can be said early, unless that is offered to many."""
    view = table.view
    if view is None:
        return ()
    soon = Counter(each.what for each in table.early)
    early = [each for each in table.early if soon[each.what] <= _FEW and not each.is_secret]
    later = [replace(each, is_rare=True) for each in groups_of(view.rules, early, names)]
    now = groups(view, names)
    if view.next_what == "play":  # many values would push the card that is awaited out of sight
        now = tuple(
            replace(each, is_rare=each.is_rare or len(each.choices) > MOST_BESIDE) for each in now
        )
    return (*now, *later)


_FEW: Final = 2  # of what can be said early, out of turn: of more, each has a phone to say it


def groups_of(rules: AnyGame, offers: Iterable[Offer], names: Names) -> tuple[HostOffer, ...]:
    """The same for these offers."""
    found = [group for offer in offers for group in _groups(rules, offer, names)]
    return tuple(sorted(found, key=lambda group: group.is_rare))


def request_of(what: str, seat: int | None, value: JsonValue) -> commands.Request:
    """The request that says it. The table decides whether it can be said."""
    source, _, target = what.partition(">")
    if target:
        number = value if type(value) is int and 0 <= value <= _MOST_CARDS else 0
        return commands.Move(seat or 0, source, target, number)
    if what == "dealt":
        return commands.Deal(seat or 0)
    return commands.Declare(what, seat, value)


_MOST_CARDS: Final = 52  # the largest pack: a longer number was typed into the address by hand


def _groups(rules: AnyGame, offer: Offer, names: Names) -> Iterator[HostOffer]:
    topic, seats = topic_of(rules, offer.what), offer.seats
    parts = [(seat,) for seat in seats] if topic.host_page.is_separate else [seats]
    bounds, values = bounded(offer.values)
    for part in parts:
        yield HostOffer(
            offer.what,
            topic.heading(part[0] if len(part) == 1 else None, names),
            tuple(_choices(topic, offer._replace(values=values), part, names)),
            offer.is_secret,
            counts=topic.counts,
            numbers=bounds,
            typed=tuple(_choices(topic, offer._replace(values=(None,)), part, names))
            if bounds
            else (),
            is_rare=topic.is_rare,
        )


def _choices(
    topic: SomeTopic, offer: Offer, seats: tuple[int | None, ...], names: Names
) -> Iterator[Choice]:
    for seat in seats:
        for value in offer.values:
            words, who = topic.value_words(value), speaker(seat, names)
            if len(seats) > 1 and len(offer.values) == 1:
                words = (who,)
            elif len(seats) > 1:
                words = sentence("{who}: {what}", who=who, what=words)
            elif not words:
                is_named = topic.names_seat and seat is not None
                words = (who,) if is_named else sentence(topic.host_page.button)
            yield Choice(words, seat, json.dumps(value), topic.card_of(value))
