"""The pages of a game that is over: who won and why is said once, and nothing is left to call."""

import re

import pytest

from games.case import PLAYTHROUGHS
from games.cases import CASES
from games.playthrough import head_of, left_halves, read
from tricktable.rules.phases import winners
from tricktable.table import commands
from tricktable.text.language import speaking
from tricktable.text.sentences import spoken
from tricktable.web.guest.fragment import render
from tricktable.web.guest.screen import screen
from tricktable.web.seat.seat import TOKEN_HEADER
from web.room import CODE, HOST_PAGE, ask, sit

ENDED = sorted(
    path.stem
    for path in PLAYTHROUGHS.glob("*.txt")
    if "to be dealt" not in path.read_text("utf-8").splitlines()[-1]
)
"""Those that are played to their end."""
REVIEW = f"/t/{CODE}/game/review"
QUESTIONS = {
    "torite-two": "Could it have gone better?",
    "torite-three": "Could it have gone better?",
    "torite-four": "Could it have been won?",
    "torite-one": "Could it have been won?",
}
"""Where all win together."""


def lines_of(name, names=()):
    """What begins this playthrough, with other names perhaps, and its entries."""
    case = CASES[name.partition("-")[0]]
    head, *rest = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8").splitlines()
    of = head_of(head)
    called = [*(names or of.names)][: of.players]
    begins = commands.NewGame(case.name, of.players, called, dict(of.options))
    return begins, [commands.Enter(read(text, of.names, case)) for text in left_halves(rest)]


def play(room, name, deals=None):
    """Play this playthrough, or so many deals of it, but for the last entry, which is returned.

    Gives the first seat's phone, too.
    """
    begins, said = lines_of(name)
    ask(room.table, begins)
    phone = sit(room.table, 0)
    starts = [at for at, each in enumerate(said) if each.entry["kind"] == "dealt"]
    *lines, last = said[: starts[deals] if deals else None]
    room.enter([each.entry for each in lines])
    return phone, last


@pytest.mark.parametrize("name", ENDED)
def test_the_result_is_told_once_and_only_ways_on_are_left(room, client, name):
    phone, last = play(room, name)
    assert REVIEW not in str(render(room.table.view()))
    ask(room.table, last)
    for language in ("en", "ja"):
        with speaking(language):
            shown = screen(room.table.view())
            won = winners(room.table.view().view) if shown.game.is_won else ""
            why = spoken(shown.game.why_over)
        assert re.match(r"[\w\N{MINUS SIGN}]", why), why
        assert not won or won not in why
        assert why.count("\uff08") == why.count("\uff09"), why
    own = client.get(f"/t/{CODE}/seat/own", headers={TOKEN_HEADER: phone}).text
    assert 'id="calls"' not in own
    assert "hidden-choice" not in own
    assert 'id="part"' in own, "what it has done, or what it kept secret"
    ways = re.findall(rf'class="door" href="(/t/{CODE}/[^"?]+)', own)
    assert ways == [REVIEW, f"/t/{CODE}/evening", f"/t/{CODE}/game.png"]
    result, _, below = str(render(room.table.view())).partition("</section>")
    question = QUESTIONS.get(name, "Could it have gone differently?")
    assert f'href="{REVIEW}">{question}</a>' in result, "beside the result"
    assert f'href="{REVIEW}?from=seat" data-keeps>{question}</a>' in own
    assert REVIEW not in below


def test_between_deals_a_seat_reads_by_what_the_last_one_was_scored(room, client):
    phone, last = play(room, "troika-four", deals=2)  # the first is a misdeal
    own = client.get(f"/t/{CODE}/seat/own", headers={TOKEN_HEADER: phone}).text
    assert 'id="part"' not in own
    ask(room.table, last)
    own = client.get(f"/t/{CODE}/seat/own", headers={TOKEN_HEADER: phone}).text
    assert "made the bid of 7" in re.search('id="part"[^>]*>(.*?)</p>', own)[1]


@pytest.mark.parametrize(
    ("name", "numbered"), [("troika-four", "Deal {}"), ("triatri-four", "Round {}")]
)
def test_the_hosts_record_numbers_deals_as_the_table_does(room, client, name, numbered):
    _, last = play(room, name)  # one of the first game's deals is a misdeal, and dealt again
    ask(room.table, last)
    deals = room.table.view().view.deal
    record = client.get(HOST_PAGE).text.split('id="entries"')[1].split('id="evening"')[0]
    listed = re.findall(r"\b(?:Deal|Round) \d+\b", record)
    assert listed == [numbered.format(number) for number in range(deals, 0, -1)]
