"""The command `review`: says what finished deals could have become. Searches nothing itself."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import click
import msgspec

from tricktable.cli.flags import name_games_left_out, printing
from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import Played, Shown

if TYPE_CHECKING:
    from tricktable.rules.record import Record
    from tricktable.rules.review.review import DealReview
    from tricktable.rules.review.rounds import Way


class _Cards(click.ParamType[tuple[Card, ...]]):
    """Cards as records write them, with commas between."""

    name = "cards"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Card, ...]:
        """Each of them. Raises: click.BadParameter."""
        if isinstance(value, tuple):
            return value
        codes = [each for each in str(value).split(",") if each]
        if unknown := [each for each in codes if each not in BY_CODE]:
            self.fail(f"{unknown[0]} is no card", param, ctx)
        return tuple(BY_CODE[each] for each in codes)


CARDS: Final = _Cards()
MOST_ANSWERS: Final = 20
"""A record may take the time of this number of answers, however many deals it has."""
LAYOUTS_AN_ANSWER: Final = 10
"""Layouts on which the time of one answer may be spent …"""
ANSWERS_FROM_SEAT: Final = 2
"""… and the answers whose time all layouts together may take."""
ANSWERS_OF_CLAIM: Final = 3
"""Answers whose time a claim may take: it is proved over all layouts."""


class _Limits(NamedTuple):
    """The time there is."""

    seconds: float
    """Processor time for one answer."""
    end_s: float
    """The clock then ends all of it."""
    priority: int | None
    """Of searches for a host, which ends this program if it gets too little of a processor."""

    @property
    def is_for_host(self) -> bool:
        """Whether what is known is printed as it is found."""
        return self.priority is not None

    @property
    def is_over(self) -> bool:
        """Whether the clock has ended it."""
        return time.monotonic() > self.end_s

    def clock(self, answers: float = 1) -> Callable[[], Callable[[], bool]]:
        """What begins to measure the time of this number of answers."""
        seconds = self.seconds * answers
        last = time.process_time() + seconds * MOST_ANSWERS

        def begin() -> Callable[[], bool]:
            end = min(time.process_time() + seconds, last)
            return lambda: time.process_time() > end or self.is_over

        return begin

    def step_back(self) -> None:
        """A search begins: for a host it takes only what nobody else wants of a processor."""
        if self.priority is not None:
            with suppress(AttributeError):  # the system knows no priorities
                os.nice(self.priority)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=3600),
    default=3.0,
    show_default=True,
    help="Processor time for one answer; a deal needs several.",
)
@click.option(
    "--within",
    type=click.FloatRange(min=0, max=3600),
    default=3600.0,
    show_default=True,
    help="Seconds by the clock for all of it: then what was found is told.",
)
@click.option(
    "--deal",
    "only",
    type=click.IntRange(min=1),
    multiple=True,
    help="Review this deal alone; may be given for several.",
)
@click.option(
    "--after",
    type=click.IntRange(min=0),
    help="Instead of a review, tell what is possible after this entry …",
)
@click.option(
    "--laid",
    type=CARDS,
    default=(),
    help="… and after these cards, as QH,3C, which are then laid in turn.",
)
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    help="After --after: tell instead how often that was possible, as the hidden cards might lie, "
    "for all that could be known at this seat, from 0.",
)
@click.option(
    "--claim",
    type=CARDS,
    default=(),
    help="After --after and --seat: tell whether that seat's claim on what is left of the hand "
    "holds however the hidden cards lie, if these are its cards.",
)
@click.option(
    "--puzzle",
    "is_puzzle",
    is_flag=True,
    help="Instead of all else, tell from which moment a game that all could have won is a puzzle.",
)
@click.option(
    "--for-host",
    "priority",
    type=click.IntRange(min=0, max=19),
    help="With --json: print what is known without a search, then search so much more nicely "
    "(19 is the lowest priority) and print what has been found so far, each on a line of its own.",
)
def review(
    names: tuple[str, ...],
    as_json: bool,
    seconds: float,
    within: float,
    only: tuple[int, ...],
    after: int | None,
    laid: tuple[Card, ...],
    seat: int | None,
    claim: tuple[Card, ...],
    is_puzzle: bool,
    priority: int | None,
) -> None:
    """Say of finished deals whether they could have been won, and until when.

    FILE is a record (JSON Lines), or `-` for standard input. Every card of a deal must have been
    seen. Where time runs out, the answer says so: nothing is claimed that was not found or proved.

    \b
    In words:      tricktable review game.jsonl
    For programs:  tricktable review --json game.jsonl
    On a Pi:       tricktable review --seconds 20 game.jsonl
    What if:       tricktable review --after 17 --laid QH,3C game.jsonl
    From a seat:   tricktable review --after 17 --seat 2 game.jsonl
    A claim:       tricktable review --after 41 --seat 2 --claim AS,KS game.jsonl

    In JSON, could_be_won is true, false or null, last_moment is the number of an entry, and way
    gives the cards of a way to win from there. With is_last true it is proved that no way was left
    after that entry. The best score lies between least and most. With is_cut_short true time ran
    out before all was known; more seconds may tell more.

    \b
    Exit codes: 0 every record was read to its end; 1 a file cannot be read, or the output cannot
    be written; 2 a line is malformed; 3 an entry is impossible; 5 the game itself has a fault.
    """
    from tricktable.cli.corpus import UNREADABLE
    from tricktable.store import replay

    name_games_left_out()
    if (seat is not None and (after is None or laid)) or (claim and seat is None):
        raise click.UsageError(
            "--seat goes with --after, and without --laid; --claim goes with --seat"
        )
    worst, limits = 0, _Limits(seconds, time.monotonic() + within, priority)
    for name in names:
        try:
            with replay.open_lines(name) as lines:
                record = replay.replay(lines)
        except replay.FileUnreadable as fault:
            click.echo(f"{name}: {fault}", err=True)
            worst = max(worst, UNREADABLE)
            continue
        except replay.RecordRefused as fault:
            click.echo(f"{name}: {fault}", err=True)
            worst = max(worst, fault.exit_code)
            continue
        with printing():
            if is_puzzle:
                _print_puzzle(record, limits, as_json)
            elif after is None:
                _print(record, limits, as_json, only)
            elif seat is not None and claim:
                _print_claim(record, limits, as_json, (after, seat), claim)
            elif seat is not None:
                _print_from_seat(record, limits, as_json, (after, seat))
            else:
                _print_outlook(record, limits, as_json, (after, laid))
    sys.exit(worst)


def _print(record: Record, limits: _Limits, as_json: bool, only: tuple[int, ...]) -> None:
    from tricktable.rules.review.review import review as reviewed
    from tricktable.store.reviews import as_json as plain

    def searched(clock: Callable[[], Callable[[], bool]]) -> Iterator[DealReview]:
        return reviewed(record, random.Random(1), clock, only)

    def as_line(deals: Sequence[DealReview]) -> bytes:
        fields = {"game": record.header.game, "deals": [plain(each) for each in deals]}
        return msgspec.json.encode(fields)

    if as_json and limits.is_for_host:
        known = [*searched(lambda: lambda: True)]
        click.echo(as_line(known))
        limits.step_back()
        for number, told in enumerate(searched(limits.clock())):
            known[number] = told
            click.echo(as_line(known))
            if limits.is_over:  # and the others are known as well as they will be
                return
        return
    deals = searched(limits.clock())
    if as_json:
        click.echo(as_line([*deals]))
        return
    is_cut_short = is_begun = False
    for each in deals:
        click.echo("\n".join(_lines(each, record)))
        is_cut_short |= each.is_cut_short
        is_begun = True
    if not (is_begun or only):
        click.echo(f"{record.header.rules.title}: no card has been played yet.")
    if is_cut_short:
        click.echo("Time ran out before everything was known: --seconds gives it more.")


def _print_outlook(
    record: Record, limits: _Limits, as_json: bool, moment: tuple[int, tuple[Card, ...]]
) -> None:
    from tricktable.rules.review.playout import Outlook, playout_from
    from tricktable.rules.review.words import outlook
    from tricktable.store.reviews import outlook_as_json
    from tricktable.text.language import ENGLISH, speaking
    from tricktable.text.sentences import coded

    made = playout_from(record, *moment)
    limits.step_back()
    told = made.outlook(random.Random(1), limits.clock()) if made else Outlook()
    if as_json:
        click.echo(msgspec.json.encode(outlook_as_json(told)))
        return
    if made is None:
        click.echo("That is not known.")
        return
    with speaking(ENGLISH):
        said = coded(outlook(told, made.goal, record.header.seat_names))
    click.echo(f"{said}{f' One way: {told.card}.' if told.card else ''}")


def _print_from_seat(
    record: Record, limits: _Limits, as_json: bool, moment: tuple[int, int]
) -> None:
    from tricktable.rules.review.from_seat import seat_outlooks
    from tricktable.rules.review.words import from_seat
    from tricktable.store.reviews import seat_outlook_as_json
    from tricktable.text.language import ENGLISH, speaking
    from tricktable.text.sentences import coded

    each, whole = limits.clock(1 / LAYOUTS_AN_ANSWER), limits.clock(ANSWERS_FROM_SEAT)()
    told = None
    for told in seat_outlooks(record, *moment, random.Random(1), each, whole):
        if as_json and limits.is_for_host:
            click.echo(msgspec.json.encode(seat_outlook_as_json(told)))
        if not told.tried:
            limits.step_back()
    if as_json:
        if told is None or not limits.is_for_host:  # for a host it has been printed
            click.echo(msgspec.json.encode(None if told is None else seat_outlook_as_json(told)))
        return
    if told is None:
        click.echo("That is not known.")
        return
    with speaking(ENGLISH):
        said = from_seat(told, moment[1], record.header.seat_names)
        click.echo(" ".join(map(coded, said)))


def _print_puzzle(record: Record, limits: _Limits, as_json: bool) -> None:
    from tricktable.rules.review.puzzles import DEPTH, puzzle
    from tricktable.store.reviews import puzzle_as_json

    limits.step_back()
    told = puzzle(record, random.Random(1), limits.clock())
    if as_json:
        click.echo(msgspec.json.encode(puzzle_as_json(told)))
    elif (found := told.puzzle) is not None:
        laid = "".join(f" {card}" for card in found.laid)
        click.echo(
            f"After entry {found.seq}{laid}: of {found.ways} ways to lay the next {DEPTH} cards, "
            f"{found.wins} can be won."
        )
    elif told.is_cut_short:
        click.echo("No puzzle was found in time: --seconds gives it more.")
    else:
        click.echo("There is no puzzle in it.")


def _print_claim(
    record: Record,
    limits: _Limits,
    as_json: bool,
    moment: tuple[int, int],
    cards: tuple[Card, ...],
) -> None:
    from tricktable.rules.review.claim import claim_outlook
    from tricktable.rules.review.words import claim
    from tricktable.store.reviews import claim_outlook_as_json
    from tricktable.text.language import ENGLISH, speaking
    from tricktable.text.sentences import coded

    (after, seat), whole = moment, limits.clock(ANSWERS_OF_CLAIM)
    told = None
    limits.step_back()
    if seat < record.header.seats:
        told = claim_outlook(record, after, seat, cards, random.Random(1), whole)
    if as_json:
        click.echo(msgspec.json.encode(None if told is None else claim_outlook_as_json(told)))
        return
    if told is None:
        click.echo("That cannot be claimed with these cards.")
        return
    with speaking(ENGLISH):
        click.echo(" ".join(map(coded, claim(told, seat, record.header.seat_names))))


def _lines(of: DealReview, record: Record) -> Iterator[str]:
    from tricktable.rules.review.words import headline, reasons
    from tricktable.text.language import ENGLISH, speaking
    from tricktable.text.sentences import coded

    names = record.header.seat_names
    with speaking(ENGLISH):
        title = f"{record.header.rules.title}, deal {of.number}"
        yield f"{title}: {' '.join(map(coded, (headline(of, names), *reasons(of, names))))}"
    if of.way:
        scores = f"score {of.least}" if of.kind == "won" else "win from there"
        yield f"  A way to {scores}:"
        seats = len(names)
        for cards in _tricks(of.way, seats, max(of.card, 1) - 1):
            words = "keeps " if isinstance(cards[0], Shown) else ""
            yield "    " + ", ".join(
                f"{names[each.seat or 0]} {words}{each.card}" for each in cards
            )


def _tricks(way: Way, seats: int, begun: int) -> Iterator[Way]:
    """Its tricks, of which the first has begun, and the cards kept at the end of each round."""
    line: list[Played | Shown] = []
    for each in way:
        line.append(each)
        if begun + len(line) == seats:
            yield tuple(line)
            line, begun = [], 0
