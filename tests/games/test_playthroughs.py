"""Whole games as a player can read them, replayed and compared line by line.

A playthrough is its own source: the left half of each line is an entry of the record, the right
half what it meant, as public and (in brackets) referee know it. To make one, write the first line
and the left halves; `PLAYTHROUGHS=write` fills in the right ones. A change of behaviour then shows
as a change of words.

The first line names the game and its players: `torite, 4 players: Ann, Bo, Cy, Di`; house rules
stand between: `troika, 4 players, min_bid 5, misdeal off: Ann, Bo, Cy, Di`. A dummy has a name too.
"""

import json
import os
import re
from pathlib import Path

import pytest

from players.torite import declared, played
from records.lines import entry, record_of
from tricktable.games import GAMES
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.rules.view import view

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
WRITE = os.environ.get("PLAYTHROUGHS") == "write"

# --- what players say: the left half ------------------------------------------------------------


def prize(seat, colour, own):
    """A gem is named, of the stock or an own one."""
    return declared(seat, "prize", {"colour": colour, "from": "own" if own else "stock"})


def counted(stacks):
    """How many clubs, diamonds, hearts and spades each stack has."""
    return declared(None, "stacks", [[*map(int, stack)] for stack in stacks.split()])


def paired(one, other):
    """Which stacks either seat takes, in the first and in the second round."""
    pairing = [[*map(int, stacks.split(" then "))] for stacks in (one, other)]
    return declared(None, "pairing", pairing)


WAYS = {
    "stacks": ("hand", "stack"),
    "discards": ("hand", "discard"),
    "draws": ("draw", "hand"),
    "gives": ("hand", "draw"),
    "takes": ("kitty", "hand"),
}


def moved(seat, way, cards):
    """Cards move: so many, or these."""
    named = [] if cards.isdigit() else cards.split()
    source, goal = WAYS[way]
    line = {"kind": "moved", "seat": seat, "from": source, "to": goal}
    if not named:
        return line | {"count": int(cards)}
    return line | {"count": len(named), "cards": named}


SAID = {
    r"(?P<seat>\w+) deals": lambda seat: {"kind": "dealt", "dealer": seat},
    r"stacks (?P<stacks>[\d ]+)": counted,
    r"(?P<one>\d then \d) against (?P<other>\d then \d)": paired,
    r"(?P<seat>\w+) has the start card": lambda seat: declared(seat, "leader"),
    r"(?P<seat>\w+) holds (?P<card>\w+)": lambda seat, card: played("held", seat, card),
    r"(?P<seat>\w+) plays (?P<card>\w+)": lambda seat, card: played("played", seat, card),
    r"(?P<seat>\w+) (?:keeps|shows) (?P<card>\w+)": lambda seat, card: played("shown", seat, card),
    r"(?P<seat>\w+) turns up (?P<card>\w+)": lambda seat, card: played("shown", seat, card),
    r"aside lies (?P<card>\w+)": lambda card: played("shown", None, card),
    r"(?P<seat>\w+) wants (?P<suit>[CDHS])": lambda seat, suit: declared(seat, "target", suit),
    r"(?P<seat>\w+) (?P<way>stacks|discards|draws|gives|takes) (?P<cards>[\w ]+)": moved,
    r"(?P<seat>\w+) has an ace": lambda seat: declared(seat, "ace"),
    r"(?P<seat>\w+) calls (?P<topic>kische|tredici|misdeal)": declared,
    r"(?P<seat>\w+) passes": lambda seat: declared(seat, "bid", "pass"),
    r"(?P<seat>\w+) bids (?P<bid>\w+)": lambda seat, bid: declared(seat, "bid", bid),
    r"(?P<seat>\w+) names (?P<suit>[CDHS])": lambda seat, suit: declared(seat, "trump", suit),
    r"all agree on a draw": lambda: declared(None, "draw"),
    r"all agree on trump (?P<suit>[CDHS])": lambda suit: declared(None, "trump", suit),
    r"(?P<seat>\w+) offers (?P<own>own )?(?P<colour>[RBG])": prize,
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
            if "seat" in found:
                found["seat"] = names.index(found["seat"])
            return line(**found)
    raise AssertionError(f"a playthrough cannot say {text!r}")


# --- what it means: the right half --------------------------------------------------------------


def told(finding, names):
    """A finding in words."""
    who = "somebody" if finding.seat is None else names[finding.seat]
    proof = f", see {finding.proof[-1]}" if finding.proof[1:] else ""
    return {
        "follow": f"{who} did not follow suit at {finding.seq}{proof}",
        "turn": f"{who} was not due at {finding.seq}",
        "starter": f"{who} did not have the start card{proof}",
        "discard": f"{who} discarded 5H or 3S, see {finding.seq}",
    }[finding.rule]


def changes(before, after, names):
    """What became known and what is withdrawn."""
    yield from (told(each, names) for each in after if each not in before)
    yield from (f"no longer: {told(each, names)}" for each in before if each not in after)


def awaited(now, names):
    """Whom or what the table waits for."""
    seats = now.outlook.get("leaders") if now.next_seat is None else [now.next_seat]
    who = " or ".join(names[seat] for seat in seats or ()) or "all"
    cards = now.outlook.get("cards")
    return {
        "deal": "to be dealt",
        "leader": "who has the start card?",
        "stacks": "stacks to be counted or paired",
        "pairing": "stacks to be paired",
        "turn_up": f"{who} to turn cards up",
        "reveal": f"{who} to show a card",
        "prize": f"{who} to offer",
        "play": f"{who} to {'play' if now.trick else 'lead'}",
        "show": "kept cards to be shown" if who == "all" else f"{who} to show",
        "target": f"{who} to choose a target",
        "stack": f"{who} to set aside",
        "bid": f"{who} to bid",
        "trump": f"{who} to name trump",
        "discard": f"{who} to discard {cards or 2}",
        "draw": f"{who} to draw {cards}",
        "give": f"{who} to give a card",
        "over": "over",
    }[now.next_what]


def of_torite(before, now, _):
    """The hope of winning, and the end."""
    if now.detail["possible"] != before.detail["possible"]:
        yield "it can be won again" if now.detail["possible"] else "it cannot be won any more"
    if now.status == "finished":
        yield f"won, {now.detail['score']} points" if now.winner else "lost"


def of_triatri(before, now, names):
    """What the cards are worth, what is in the stock, and who has which gems."""
    if now.trick != before.trick and now.trick:
        yield "worth " + " ".join(map(str, now.outlook["worth"]))
    if before.outlook["revealed"] and now.next_what == "reveal" and not now.outlook["revealed"]:
        yield "all take their cards back"
    if now.detail["stock"] != before.detail["stock"]:
        yield "stock " + " ".join(map(str, now.detail["stock"]))
    for name, gems, was in zip(names, now.detail["gems"], before.detail["gems"], strict=True):
        if gems != was:
            yield f"{name} has " + " ".join(map(str, gems))
    if now.status == "finished":
        points = " ".join(map(str, now.detail["points"]))
        won = " and ".join(names[seat] for seat in now.winner)
        yield f"{now.detail['ended_by'].replace('_', ' ')}: {points}; won by {won}"


def of_tredici(before, now, names):
    """What lies where, as far as it has changed, and what a kisché has led to."""
    for key in ("stacks", "hands", "draw", "discard", "hand_size"):
        if now.detail[key] != before.detail[key]:
            counts = now.detail[key]
            counts = counts if isinstance(counts, list) else [counts]
            yield f"{key.replace('_', ' ')} " + " ".join(map(str, counts))
    if now.detail["targets"] != before.detail["targets"]:
        yield "targets " + " ".join(target or "-" for target in now.detail["targets"])
    if now.detail["purged"] != before.detail["purged"]:
        yield "purged: " + " ".join(names[seat] for seat in now.detail["purged"])
    if now.status == "finished":
        yield "won by " + " and ".join(names[seat] for seat in now.winner)
    elif now.status == "drawn":
        yield "drawn"


def of_etori(before, now, names):
    """Who sits out, which faces are captured, and what is paid."""

    def team(number):
        return " and ".join(names[number :: now.outlook["teams"]])

    if now.detail["sitting"] not in (None, before.detail["sitting"]):
        yield f"{team(now.detail['sitting'])} sit out"
    if now.trump != before.trump:
        yield f"trump {now.trump}, Rensho {now.outlook['rensho']}"
    ended = now.detail["deals"][len(before.detail["deals"]) :]
    faces = ended[0]["faces"] if ended else now.detail["faces"]
    if faces not in (before.detail["faces"], [0] * len(faces)):
        yield "faces " + " ".join(map(str, faces))
    if now.detail["chips"] != before.detail["chips"]:
        yield "chips " + " ".join(map(str, now.detail["chips"]))
    yield from (f"won by {team(deal['winner'])}" for deal in ended if now.status == "playing")
    if now.status == "finished":
        yield "the game is won by " + " and ".join(names[seat] for seat in now.winner)


def of_troika(before, now, names):
    """The points of the running deal, the score when it ends, and who has won."""
    if now.detail["points"] != before.detail["points"] and any(now.detail["points"]):
        yield "points {} {}".format(*now.detail["points"])
    for deal in now.detail["deals"][len(before.detail["deals"]) :]:
        bidders = " and ".join(names[deal["bidder"] :: 2])
        yield f"{bidders} have {deal['points'][deal['bidder']]} of {deal['bid']}"
        yield "scored {} {}".format(*deal["scored"])
        yield "totals {} {}".format(*now.detail["totals"])
    if now.detail["target"] != before.detail["target"]:
        yield f"{now.detail['target']} to win"
    if now.status == "finished":
        yield "won by " + " and ".join(names[seat] for seat in now.winner)


OF_GAME = {
    "etori": of_etori,
    "torite": of_torite,
    "tredici": of_tredici,
    "triatri": of_triatri,
    "troika": of_troika,
}


def meaning(before, now, names, findings):
    """What an entry meant: the trick, who is awaited, what the game adds, what is improper."""
    trick_ends = now.last != before.last and not now.trick and now.last
    if trick_ends:
        tally = " ".join(map(str, now.tally))
        yield f"{names[now.last_winner]} takes trick {sum(now.tally)}: {tally}"
    elif now.trick != before.trick and now.trick:
        yield f"{names[now.best]} is winning"
    is_plain = trick_ends and now.next_what in ("play", "prize")  # who takes a trick leads
    awaits = (now.next_seat, now.next_what) != (before.next_seat, before.next_what)
    if awaits and not is_plain and now.status == "playing":
        yield awaited(now, names)
    yield from OF_GAME[now.game](before, now, names)
    known, referees = findings
    yield from known
    yield from (f"[{each}]" for each in referees if each not in known)


def house_rules(text):
    """The options in `, min_bid 5, misdeal off`; a value is JSON where it can be read so."""
    options = {}
    for key, value in re.findall(r", (\w+) (\w+|\[.*\]\])", text):
        options[key] = json.loads(value) if value[0] in "[0123456789" else value
    return options


def playthrough(lines):
    """The lines again, each with what it means."""
    yield lines[0]
    head = re.fullmatch(r"(\w+), (\d+) players?((?:, [^:]+)?): (.+)", lines[0])
    game, players, options, names = head.groups()
    names, number = names.split(", "), 0
    record = record_of(int(players), (), game, **house_rules(options))
    for line in lines[1:]:
        text = re.sub(r"^ *\d+  ", "", line.split("|")[0]).strip()
        if not text:
            continue
        number += 1
        before = view(record), record.findings(PUBLIC), record.findings(REFEREE)
        if begins(before[0], text):
            yield ""
        record.add(entry(record, read(text, names)))
        now = view(record)
        findings = [
            list(changes(was, record.findings(viewpoint), names))
            for was, viewpoint in zip(before[1:], (PUBLIC, REFEREE), strict=True)
        ]
        means = "; ".join(meaning(before[0], now, names, findings))
        yield f"{number:4}  {text:<28}| {means}".rstrip()


def begins(now, text):
    """Whether a trick, a turn or a deal begins here."""
    if now.outlook.get("between_turns"):
        return " holds " not in text
    if now.next_what in ("deal", "prize"):
        return now.seq > 0 and not (now.game == "etori" and " holds " in text)
    begins_trick = not now.trick and now.next_what in ("play", "discard") and " plays " in text
    return begins_trick and now.game != "triatri"


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
