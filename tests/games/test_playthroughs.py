"""Whole games as a player can read them, replayed and compared line by line.

A playthrough is its own source: the left half of each line is an entry of the record, the right
half what it meant, as public and (in brackets) referee know it. To make one, write the first line
and the left halves; `PLAYTHROUGHS=write` fills in the right ones. A change of behaviour then shows
as a change of words.
"""

import os
import re
from pathlib import Path

import pytest

from players import declared, played
from records import entry, record_of
from tricktable.games import GAMES
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.rules.view import view

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
WRITE = os.environ.get("PLAYTHROUGHS") == "write"

SAID = {
    r"(?P<who>\w+) deals": lambda seat, _: {"kind": "dealt", "dealer": seat},
    r"(?P<who>\w+) has the start card": lambda seat, _: declared(seat, "leader"),
    r"(?P<who>\w+) holds (?P<card>\w+)": lambda seat, card: played("held", seat, card),
    r"(?P<who>\w+) plays (?P<card>\w+)": lambda seat, card: played("played", seat, card),
    r"(?P<who>\w+) keeps (?P<card>\w+)": lambda seat, card: played("shown", seat, card),
    r"aside lies (?P<card>\w+)": lambda _, card: played("shown", None, card),
}


def read(text, names):
    """The entry that a left half says."""
    if said := re.fullmatch(r"strike (\d+)", text):
        return {"kind": "struck", "seq": int(said[1])}
    if said := re.fullmatch(r"correct (\d+): (.+)", text):
        return {"kind": "corrected", "seq": int(said[1]), "entry": read(said[2], names)}
    for pattern, line in SAID.items():
        if said := re.fullmatch(pattern, text):
            found = said.groupdict()
            return line(names.index(found["who"]) if "who" in found else None, found.get("card"))
    raise AssertionError(f"a playthrough cannot say {text!r}")


def told(finding, names):
    """A finding in words."""
    who = "somebody" if finding.seat is None else names[finding.seat]
    proof = f", see {finding.proof[-1]}" if finding.proof[1:] else ""
    return {
        "follow": f"{who} did not follow suit at {finding.seq}{proof}",
        "turn": f"{who} was not due at {finding.seq}",
        "starter": f"{who} did not have the start card{proof}",
    }[finding.rule]


def changes(before, after, names):
    """What became known and what is withdrawn."""
    yield from (told(each, names) for each in after if each not in before)
    yield from (f"no longer: {told(each, names)}" for each in before if each not in after)


def awaited(now, names):
    """Whom or what the table waits for."""
    who = None if now.next_seat is None else names[now.next_seat]
    return {
        "leader": "who has the start card?",
        "play": f"{who} to {'play' if now.trick else 'lead'}",
        "show": "kept cards to be shown" if who is None else f"{who} to show",
        "over": f"won, {now.detail['score']} points" if now.winner else "lost",
    }[now.next_what]


def meaning(before, now, names, findings):
    """What an entry meant: the trick, who is awaited, the hope of winning, what is improper."""
    trick_ends = now.last != before.last and not now.trick
    if trick_ends:
        tally = " ".join(map(str, now.tally))
        yield f"{names[now.last_winner]} takes trick {sum(now.tally)}: {tally}"
    elif now.trick != before.trick and now.trick:
        yield f"{names[now.best]} is winning"
    is_plain = trick_ends and now.next_what == "play"  # who takes a trick leads
    if (now.next_seat, now.next_what) != (before.next_seat, before.next_what) and not is_plain:
        yield awaited(now, names)
    if now.detail["possible"] != before.detail["possible"]:
        yield "it can be won again" if now.detail["possible"] else "it cannot be won any more"
    known, referees = findings
    yield from known
    yield from (f"[{each}]" for each in referees if each not in known)


def playthrough(lines):
    """The lines again, each with what it means."""
    yield lines[0]
    game, players, names = re.fullmatch(r"(\w+), (\d) players: (.+)", lines[0]).groups()
    names, number = names.split(", "), 0
    record = record_of(int(players))
    assert record.header.game == game
    for line in lines[1:]:
        text = re.sub(r"^ *\d+  ", "", line.split("|")[0]).strip()
        if not text:
            continue
        number += 1
        before = view(record), record.findings(PUBLIC), record.findings(REFEREE)
        if not before[0].trick and before[0].next_what == "play" and text.count(" plays "):
            yield ""  # a trick begins
        record.add(entry(record, read(text, names)))
        now = view(record)
        findings = [
            list(changes(was, record.findings(viewpoint), names))
            for was, viewpoint in zip(before[1:], (PUBLIC, REFEREE), strict=True)
        ]
        means = "; ".join(meaning(before[0], now, names, findings))
        yield f"{number:4}  {text:<28}| {means}".rstrip()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_means_what_it_says(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    played_through = list(playthrough(lines))
    if WRITE:
        path.write_text("\n".join(played_through) + "\n", encoding="utf-8")
    assert played_through == (played_through if WRITE else lines)


@pytest.mark.skipif(WRITE, reason="the playthroughs are being written")
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough(game):
    """Adding one is easy: write the left halves of its lines."""
    assert [path for path in FILES if path.stem.startswith(f"{game}-")]


def test_a_playthrough_cannot_say_just_anything():
    with pytest.raises(AssertionError, match="cannot say 'Ann sings'"):
        read("Ann sings", ["Ann"])
