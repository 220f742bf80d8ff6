"""What proves a breach is named with how it was seen, in every place that words one."""

import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import NamedTuple

import pytest

from players.torite import arranged, declared, play, played, plays
from players.triatri import begun, shows, trick
from records.lines import record_of
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.house.narrator import news
from tricktable.rules.cards import card
from tricktable.rules.entries import Held, Moved, Played, Shown
from tricktable.rules.findings import finding_sentence, plain_finding
from tricktable.rules.trick_sheets import plain_exhibits
from tricktable.rules.verdicts import Finding
from tricktable.rules.view import remark, view
from tricktable.table import commands
from tricktable.table.report import report
from tricktable.text.language import languages, speaking
from tricktable.text.names import card_name
from tricktable.text.sentences import in_signs, spoken
from tricktable.web.guest import markup, screen
from web.room import CODE, ask, sit
from web.safety.routes import STREAMS, reads

DEALT = {"kind": "dealt", "dealer": 3}
OPENING = [DEALT, declared(1, "leader")]
FIRST = plays("9H", "2D", "KH", "2H", first=1)
SASKATCHEWAN = [
    DEALT,
    declared(0, "bid", "7"),
    *(declared(seat, "bid", "pass") for seat in (1, 2, 3)),
    declared(0, "trump", "H"),
    {"kind": "moved", "seat": 0, "from": "kitty", "to": "hand", "count": 2, "cards": ["KS", "7C"]},
    {
        "kind": "moved",
        "seat": 0,
        "from": "hand",
        "to": "discard",
        "count": 2,
        "cards": ["8C", "9C"],
    },
    *plays("AD", "KD", "QD", "JD"),
    *plays("TD", "8D", "AH", "9D"),
    *plays("AS", "JS", "AC", "TS", first=2),
]


def kept_to_the_end():
    """Seat 0 plays its club's place away, and shows the club at the end."""
    lines = arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [["AH", "7C", "9D", "2S"]]).lines
    *_, play_at, show_at = (n for n, line in enumerate(lines) if line.get("seat") == 0)
    club = lines[play_at]["card"]
    lines[play_at], lines[show_at] = played("played", 0, "AH"), played("shown", 0, club)
    return lines, club


class Case(NamedTuple):
    """A breach, and how what proves it is told."""

    lines: list
    plain: str
    page: str
    game: str = "torite"
    players: int = 4
    viewpoint: int = PUBLIC
    variant: str | None = None
    finding: Finding | None = None
    """Where none of our games proves anything in that way, the judge of another game."""


KEPT, CLUB = kept_to_the_end()
TURNED_UP = play(Random(1), 3).lines
SET_ASIDE = next(line for line in TURNED_UP if line["kind"] == "shown" and line["seat"] is None)
SECOND_PLAY = [n for n, line in enumerate(TURNED_UP) if line["kind"] == "played"][1]
CASES = {
    "played": Case(
        [*OPENING, *FIRST, *plays("3C", "5C", "6C", first=3), played("played", 2, "3H")],
        "3H in trick 2 shows it.",
        "three of hearts in trick 2 shows it.",
    ),
    "held": Case(
        [*OPENING, played("held", 2, "3H"), *FIRST],
        "3H, scanned in that hand, shows it.",
        "three of hearts, scanned in that hand, shows it.",
        viewpoint=ALL_SEEING,
    ),
    "shown before": Case(
        [*begun("5R", "5B", "5G"), *shows("7R", "3B", "4G"), *trick(0, "B", "6B", "6G", "4B")[:3]],
        "5B, shown and taken back before, shows it.",
        "five of water, shown and taken back before, shows it.",
        "triatri",
        3,
    ),
    "shown later": Case(
        KEPT, f"{CLUB}, kept to the end, shows it.", ", kept to the end, shows it."
    ),
    "moved": Case(
        SASKATCHEWAN,
        "KS, taken from the kitty, shows it.",
        "king of spades, taken from the kitty, shows it.",
        "troika",
        viewpoint=ALL_SEEING,
        variant="saskatchewan",
    ),
    "moved in another game": Case(
        SASKATCHEWAN,
        "9C, which was moved, shows it.",
        "nine of clubs, which was moved, shows it.",
        "troika",
        variant="saskatchewan",
        finding=Finding(11, "follow", "proved", 2, (11, 8), card("9C")),
    ),
    "turned up": Case(
        TURNED_UP,
        f"{SET_ASIDE['card']}, turned up for all to see, shows it.",
        ", turned up for all to see, shows it.",
        players=3,
        finding=Finding(
            SECOND_PLAY + 1,
            "follow",
            "proved",
            TURNED_UP[SECOND_PLAY]["seat"],
            (SECOND_PLAY + 1, TURNED_UP.index(SET_ASIDE) + 1),
            card(SET_ASIDE["card"]),
        ),
    ),
    "declared": Case(
        [*OPENING, *FIRST],
        "3H, named aloud, shows it.",
        "three of hearts, named aloud, shows it.",
        finding=Finding(4, "follow", "proved", 2, (4, 2), card("3H")),
    ),
    "by an entry without a card": Case(
        [*OPENING, *FIRST],
        "South did not follow hearts in trick 1.",
        "South did not follow hearts in trick 1.",
        finding=Finding(4, "follow", "proved", 2, (4, 2)),
    ),
    "by nothing": Case(
        [*OPENING, *FIRST],
        "South did not follow hearts in trick 1.",
        "South did not follow hearts in trick 1.",
        finding=Finding(4, "follow", "proved", 2, ()),
    ),
}


def options_of(case):
    return {"variant": case.variant} if case.variant else {}


def seen_in(case):
    """The breach as views have it, alone."""
    record = record_of(case.players, case.lines, case.game, **options_of(case))
    now = view(record, case.viewpoint)
    if case.finding is None:
        found = next(each for each in now.remarks if each.finding.rule == "follow")
    else:
        found = remark(record, case.finding)
    return replace(now, findings=(found.finding,), remarks=(found,)), found


def text_of(page):
    """What a page says, to the eye and to the ear."""
    cards = r'<span[^>]* role="img" aria-label="([^"]*)">.*?</svg></span>'
    named = re.sub(cards, r"\1", page)
    return unescape(re.sub(r"<[^>]*>", "", named))


@pytest.mark.parametrize("name", CASES)
def test_what_proves_a_revoke_is_named_with_how_it_was_seen(name):
    case = CASES[name]
    now, found = seen_in(case)
    plain = plain_finding(found, now.names)
    assert plain.endswith(case.plain)
    page = spoken(finding_sentence(found, now.names))
    assert page.endswith(case.page)
    for language in languages():
        with speaking(language):
            shown = screen.findings(now, now.names)
            drawn = [
                plain_finding(found, now.names),
                spoken(finding_sentence(found, now.names)),
                *plain_exhibits(found, now.names),
                *news(replace(now, findings=(), remarks=()), now),
                text_of(markup.findings(shown)),
            ]
        assert not [each for each in drawn if re.search(r"\bNone\b", each)]
        assert not [each for each in drawn if not each.strip()]
    assert found.exhibits or found.entries, "the cards that prove it are shown"


PLAYED = [name for name, case in CASES.items() if case.finding is None]


@pytest.mark.parametrize("name", PLAYED)
def test_every_page_that_tells_of_a_breach_tells_what_proves_it(room, client, name):
    """Guests, the wall, overlays, the host, the seat, speech, exports and the API."""
    case = CASES[name]
    ask(room.table, commands.NewGame(case.game, case.players, options=options_of(case)))
    with room.curtain.down():
        for line in case.lines:
            ask(room.table, commands.Enter(line))
    _, found = seen_in(case)
    token = {"X-Seat-Token": sit(room.table, found.finding.seat)}
    words = case.page.removeprefix(", ")
    told = []
    for path in reads(room.app):
        if path in STREAMS or path.endswith("openapi.json"):
            continue
        with client.get(path, headers=token) as answer:
            if answer.mimetype == "image/png":
                continue
            text = text_of(answer.text) if answer.mimetype == "text/html" else answer.text
        assert not re.search(r"\bNone\b", text), path
        if words in text:
            told.append(path)
    assert f"/t/{CODE}/seat/own" in told
    if case.viewpoint == PUBLIC:
        assert {f"/t/{CODE}", f"/t/{CODE}/wall", f"/t/{CODE}/game"} <= {*told}
    record = room.table.record()
    terminal = report(record, case.viewpoint)
    # A card that begins a sentence within a line has no capital there.
    assert in_signs(case.plain).casefold() in terminal.casefold()
    assert "None" not in terminal


def own_pages(room, client):
    """What each seat's phone shows of its own findings, by seat."""
    for seat in range(room.table.view().header.seats):
        token = {"X-Seat-Token": sit(room.table, seat)}
        page = client.get(f"/t/{CODE}/seat/own", headers=token).text
        told = re.findall(r'<div class="findings">.*?</ul></div>', page, re.S)
        yield seat, "".join(told)


def seen_by(record, seat):
    """The cards that this seat has seen: its own, and what has lain open."""
    for step in record.steps():
        match step.entry:
            case Played(_, each) | Shown(_, each):
                yield each
            case Held(whose, each) if whose == seat:
                yield each
            case Moved(seat=whose, cards=cards) if whose == seat:
                yield from cards or ()


@pytest.mark.parametrize("name", PLAYED)
def test_a_seats_page_shows_what_proves_what_is_said_of_it_and_no_secret(room, client, name):
    case = CASES[name]
    ask(room.table, commands.NewGame(case.game, case.players, options=options_of(case)))
    with room.curtain.down():
        for line in case.lines:
            ask(room.table, commands.Enter(line))
    now, found = seen_in(case)
    (shown,) = screen.findings(now, room.table.view().names)
    proof = text_of(markup.exhibits(shown.exhibits))
    assert proof
    for seat, told in own_pages(room, client):
        assert (proof in text_of(told)) == (seat == found.finding.seat), seat
        seen = {card_name(each.code) for each in seen_by(room.table.record(), seat)}
        assert {*re.findall(r'aria-label="(\w+ of \w+)"', told)} <= seen
