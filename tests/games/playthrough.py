"""Whole games as a player can read them: each line an entry, and what it meant. Writes no file.

A playthrough is its own source: the left half of each line is an entry of the record, the right
half what it meant, as public and (in brackets) referee know it. To make one, write the first line
and the left halves; `PLAYTHROUGHS=write` fills in the right ones. Where the first line stands
alone, the game's own player plays it out. A change of behaviour then shows as a change of words.

The first line names the game and its players: `torite, 4 players: Ann, Bo, Cy, Di`; house rules
stand between: `troika, 4 players, min_bid 5, misdeal off: Ann, Bo, Cy, Di`. A dummy has a name too.

Every game can say `Ann deals`, `Ann plays 7H`, `Ann shows 7H`, `Ann holds 7H`, `7H is turned up`,
`Ann moves 2C 3C from hand to kitty` (or `moves 2 from`), `Ann <topic> <value>` with a value as JSON
or as a word, `all <topic> <value>` of what the table says together, `strike 3` and
`correct 3: Ann plays 7H`. The game's case may add to them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from games.case import GameCase, Options, Slips, by_its_own_player, header_of
from players.torite import declared, played
from records.lines import entry
from referees.witness import Line
from tricktable.rules.game import AnyGame
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.verdicts import PUBLIC, REFEREE, Finding
from tricktable.rules.view import AnyView, view

_TABLE = "all"
"""Who speaks where no seat does."""

# --- what players say: the left half -------------------------------------------------------------


def read(text: str, names: Sequence[str], case: GameCase) -> Line:
    """The entry that a left half says. Raises: AssertionError, if it says nothing."""
    if said := re.fullmatch(r"strike (\d+)", text):
        return {"kind": "struck", "seq": int(said[1])}
    if said := re.fullmatch(r"correct (\d+): (.+)", text):
        return {"kind": "corrected", "seq": int(said[1]), "entry": read(said[2], names, case)}
    for pattern, line in case.telling.said.items():
        if said := re.fullmatch(pattern, text):
            found: dict[str, object] = said.groupdict()
            if "seat" in found:
                found["seat"] = names.index(said["seat"])
            return line(**found)
    made = _read_of_any(text, names, case.game)
    assert made is not None, f"a playthrough of {case.name} cannot say {text!r}"
    return made


_CARDS = {"plays": "played", "shows": "shown", "holds": "held"}


def _read_of_any(text: str, names: Sequence[str], game: AnyGame) -> Line | None:
    """What can be said in every game."""
    if said := re.fullmatch(r"(\w+) is turned up", text):
        return played("shown", None, said[1])
    who, _, what = text.partition(" ")
    if who not in names:
        return _declared(None, what, game) if who == _TABLE else None
    seat = names.index(who)
    if what == "deals":
        return {"kind": "dealt", "dealer": seat}
    if said := re.fullmatch(r"(plays|shows|holds) (\w+)", what):
        return played(_CARDS[said[1]], seat, said[2])
    if said := re.fullmatch(r"moves ([\w ]+) from (\w+) to (\w+)", what):
        return moved(seat, said[2], said[3], said[1])
    return _declared(seat, what, game)


def _declared(seat: int | None, what: str, game: AnyGame) -> Line | None:
    """`bid 3`, `plot`, `prize {"colour": "R"}`."""
    topic, _, said = what.partition(" ")
    known = [each.name for each in game.topics if not each.is_move]
    if topic not in known or topic_of(game, topic).by_table != (seat is None):
        return None
    try:
        value = json.loads(said) if said else None
    except json.JSONDecodeError:
        value = said
    return declared(seat, topic, value)


def moved(seat: int, source: str, target: str, cards: str) -> Line:
    """Cards move: this many, or these."""
    named = [] if cards.isdigit() else cards.split()
    line: Line = {"kind": "moved", "seat": seat, "from": source, "to": target}
    if not named:
        return {**line, "count": int(cards)}
    return {**line, "count": len(named), "cards": named}


# --- what it means: the right half ---------------------------------------------------------------

_FINDINGS = {
    "follow": "{who} did not follow suit at {seq}{see}",
    "turn": "{who} was not due at {seq}",
    "starter": "{who} did not have the start card{see}",
}


def told(finding: Finding, names: Sequence[str], own: Mapping[str, str]) -> str:
    """A finding in words."""
    who = "somebody" if finding.seat is None else names[finding.seat]
    see = f", see {finding.proof[-1]}" if finding.proof[1:] else ""
    broke = finding.rule.replace("_", " ")
    words = {**_FINDINGS, **own}.get(finding.rule, f"{{who}} broke a rule: {broke}, at {{seq}}")
    return words.format(who=who, seq=finding.seq, see=see)


def _changes(
    before: Iterable[Finding], after: Iterable[Finding], names: Sequence[str], case: GameCase
) -> Iterator[str]:
    """What became known and what is withdrawn."""
    own, was, now = case.telling.findings, [*before], [*after]
    yield from (told(each, names, own) for each in now if each not in was)
    yield from (f"no longer: {told(each, names, own)}" for each in was if each not in now)


def awaited(now: AnyView, names: Sequence[str], case: GameCase) -> str:
    """Whom or what the table waits for."""
    is_some = 0 < len(now.awaited) < now.seats
    who = " or ".join(names[seat] for seat in now.awaited) if is_some else _TABLE
    own = case.telling.awaited(now, who)
    if own is not None:
        return own
    match now.next_what:
        case "deal":
            return "to be dealt"
        case "over":
            return "over"
        case "play":
            return f"{who} to {'play' if now.trick else 'lead'}"
    return f"{who} to {now.next_what.replace('_', ' ')}"


def _meaning(before: AnyView, now: AnyView, names: Sequence[str], case: GameCase) -> Iterator[str]:
    """What an entry meant: the trick, who is awaited, what the game adds."""
    trick_ends = now.last != before.last and not now.trick and bool(now.last)
    if trick_ends:
        assert now.last_winner is not None
        tally = " ".join(map(str, now.tally))
        yield f"{names[now.last_winner]} takes trick {sum(now.tally)}: {tally}"
    elif now.trick != before.trick and now.trick and now.best is not None:
        yield f"{names[now.best]} is winning"
    leads = now.next_seat is not None and now.next_seat == now.last_winner
    is_plain = trick_ends and leads and now.next_what not in ("deal", "over")
    awaits = (now.next_seat, now.next_what) != (before.next_seat, before.next_what)
    if awaits and not is_plain and now.status == "playing":
        yield awaited(now, names, case)
    yield from case.telling.adds(before, now, tuple(names))


class Head(NamedTuple):
    """The first line."""

    game: str
    players: int
    options: Options
    names: tuple[str, ...]


def head_of(line: str) -> Head:
    """What the first line says; a house rule's value is JSON where it can be read so."""
    said = re.fullmatch(r"([\w-]+), (\d+) players?((?:, [^:]+)?): (.+)", line)
    assert said is not None, f"no first line of a playthrough: {line}"
    game, players, rules, names = said.groups()
    options: Options = {}
    for key, value in re.findall(r", (\w+) (\w+|\[.*\]\])", rules):
        options[key] = json.loads(value) if value[0] in "[0123456789" else value
    return Head(game, int(players), options, tuple(names.split(", ")))


_KINDS: Final = {line: word for word, line in _CARDS.items()}


def left_half(line: Line, names: Sequence[str]) -> str:
    """What `read` makes this line of, of what can be said in every game."""
    kind, seat = line["kind"], line.get("dealer", line.get("seat"))
    who = _TABLE if seat is None else names[seat]
    if kind == "dealt":
        return f"{who} deals"
    if kind == "moved":
        cards = " ".join(line.get("cards") or [str(line["count"])])
        return f"{who} moves {cards} from {line['from']} to {line['to']}"
    if kind == "declared":
        value = line["value"]
        is_word = isinstance(value, str) and not value[:1].isdigit()
        said = "" if value is None else value if is_word else json.dumps(value)
        return f"{who} {line['topic']} {said}".rstrip()
    card = line["card"]
    return f"{card} is turned up" if seat is None else f"{who} {_KINDS[kind]} {card}"


def drafted(lines: Sequence[str], case: GameCase) -> list[str]:
    """The same lines; a first one alone is followed by a game that the game's own player plays."""
    if lines[1:]:
        return [*lines]
    head = head_of(lines[0])
    play = by_its_own_player(case.game, Slips(0, 0, 0))
    made = play(Random(1), head.players, head.options, True)
    return [lines[0], *(left_half(each, head.names) for each in made)]


def left_halves(lines: Iterable[str]) -> Iterator[str]:
    """What the players say, line by line."""
    for line in lines:
        text = re.sub(r"^ *\d+  ", "", line.split("|")[0]).strip()
        if text:
            yield text


def playthrough(lines: Sequence[str], case: GameCase) -> Iterator[str]:
    """The lines again, each with what it means."""
    yield lines[0]
    head = head_of(lines[0])
    assert head.game == case.name
    names, record = head.names, Record(header_of(case.game, head.players, head.options))
    for number, text in enumerate(left_halves(lines[1:]), 1):
        before = view(record)
        known = [record.findings(viewpoint) for viewpoint in (PUBLIC, REFEREE)]
        if case.telling.begins(before, text):
            yield ""
        record.add(entry(record, read(text, names, case)))
        public, referees = (
            [*_changes(was, record.findings(viewpoint), names, case)]
            for was, viewpoint in zip(known, (PUBLIC, REFEREE), strict=True)
        )
        secret = (f"[{each}]" for each in referees if each not in public)
        means = "; ".join([*_meaning(before, view(record), names, case), *public, *secret])
        yield f"{number:4}  {text:<28}| {means}".rstrip()


def outcome(lines: Sequence[str], case: GameCase) -> AnyView:
    """Its last moment, as everybody sees it."""
    head = head_of(lines[0])
    record = Record(header_of(case.game, head.players, head.options))
    for text in left_halves(lines[1:]):
        record.add(entry(record, read(text, head.names, case)))
    return view(record)
