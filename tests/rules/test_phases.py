"""What a game says of a moment: what all of them must, and a game that says nothing of its own."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.cases import CASES
from players.every_game import KINDS, by_chance
from records.lines import growth, record_of
from tricktable.rules import phases
from tricktable.rules.options import whole
from tricktable.rules.phases import BUTTON, DEAL, ROUND, Due, Phase, by_default
from tricktable.rules.record import Record
from tricktable.rules.topics import PASS, number_bid
from tricktable.rules.view import AnyView, view
from tricktable.text.language import speaking
from tricktable.text.names import OR
from tricktable.text.sentences import Name, Picture, Sentence, spoken

DEALT = {"kind": "dealt", "dealer": 0}


def silent(now: AnyView) -> AnyView:
    """The same moment of a game that says nothing of its own."""
    return replace(now, rules=replace(now.rules, phases=by_default))


def by_default_of(game: str, players: int, *lines: dict[str, object]) -> Phase:
    """What is said of this moment of such a game."""
    return silent(view(record_of(players, lines, game))).phase


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_moment_has_words_everywhere_whether_the_game_has_its_own_or_not(game, players):
    by_hand = by_chance(Random(7), game, players)
    for record in growth(by_hand.header, by_hand.lines):
        now = view(record).with_names(("Ann", *view(record).names[1:]))
        for language in ("en", "ja"):
            with speaking(language):
                for phase in (now.phase, silent(now).phase):
                    assert spoken(phase.headline)
                    assert phase.due.what
                    assert phase.outcome == phase.due.what
                    assert "{" not in spoken((*phase.headline, *phase.own, *phase.beside))
                    assert (phase.foot or phase.due).what or (phase.foot or phase.due).who
                    assert phase.is_between == (now.next_what in ("deal", "over"))
                    assert not (phase.is_play and phase.is_between)
        if now.next_what in CASES[game].adds_no_words:
            assert silent(now).phase == now.phase


def test_a_game_that_says_nothing_is_told_by_what_it_waits_for():
    bid = by_default_of("troika", 4, DEALT)
    assert (spoken(bid.headline), bid.waits_for) == ("East to bid", "East to bid")
    assert bid.summary == "deal 1: East to bid"
    several = by_default_of("triatri", 3, DEALT)
    assert spoken(several.headline) == several.waits_for == "Everybody to reveal"
    nobody = by_default_of("torite", 2, DEALT)
    assert (spoken(nobody.headline), nobody.due) == ("Stacks", Due("", "Stacks"))


@pytest.mark.parametrize(
    ("due", "does", "told"),
    [
        ("", "", "East to speak"),
        ("to bid", "", "East to bid"),
        ("", "to bid high", "East to bid high"),
    ],
)
def test_a_topic_that_says_only_who_acts_tells_what_is_to_be_done(due, does, told):
    now = silent(view(record_of(4, [DEALT], "troika")))
    topics = (
        replace(each, acts="{who} bids", due=due, does=does) if each.name == "bid" else each
        for each in now.rules.topics
    )
    said = replace(now, rules=replace(now.rules, topics=tuple(topics))).phase
    assert (spoken(said.headline), said.waits_for) == ("East bids", told)


def test_whoever_can_only_pass_is_not_asked_for_a_bid():
    asks = "Bid how many points you will take, or pass."
    topic = number_bid(whole(6, 12, PASS), asks)
    highest = {"kind": "declared", "seat": 1, "topic": "bid", "value": "12N"}
    for lines, can in (([DEALT], asks), ([DEALT, highest], "You can only pass.")):
        now = view(record_of(4, lines, "troika"))
        now = replace(now, rules=replace(now.rules, topics=(topic,)))
        assert silent(now).phase.can == (can,)


def test_such_a_game_has_the_words_of_every_game_for_its_deals_and_its_tricks():
    deal = by_default_of("troika", 4)
    assert (spoken(deal.headline), deal.waits_for) == ("Who deals?", f"Who deals? {BUTTON}")
    assert deal.is_in_words
    lead = by_default_of("etori", 4, DEALT)
    assert (spoken(lead.headline), lead.due) == (
        "East or West leads",
        Due("East or West", "to lead"),
    )
    assert spoken(lead.beside) == "Deal 1 · Trick 1 of 13"
    assert spoken(lead.own) == "You lead"
    card = {"kind": "played", "seat": 1, "card": "QH"}
    play = by_default_of("etori", 4, DEALT, card)
    assert play.summary == "deal 1, trick 1: hearts led, QH, South to play"
    assert spoken(play.bound) == "Your turn: follow hearts"
    assert play.is_play


def test_one_two_and_more_who_are_awaited_have_a_sentence_each():
    bids = view(record_of(4, [DEALT], "troika")).with_names(("Ann", "Bo", "Cy", "Di"))
    said = {
        seats: spoken(
            phases.by_number(replace(bids, awaited=seats), "{who} bids", "{who} bid", "All bid")
        )
        for seats in ((), (1,), (1, 2), (1, 2, 3))
    }
    assert said == {(): "All bid", (1,): "Bo bids", (1, 2): "Bo and Cy bid", (1, 2, 3): "All bid"}


def test_before_the_first_of_several_rounds_the_first_is_told():
    now = view(record_of(3, [], "triatri"))
    assert (now.deal, now.deals) == (0, 3)
    assert spoken(phases.beside(now)) == "Round 1 of 3"
    assert spoken(phases.beside(replace(now, deal=2))) == "Round 2 of 3"
    assert spoken(phases.beside(replace(now, deals=1))) == ""
    assert spoken(phases.beside(replace(now, deal=1, deals=1))) == "Round 1"


def test_such_a_game_ends_with_its_winners_or_a_draw():
    now = silent(view(record_of(4, [], "etori")))
    over = replace(now, next_what="over", status="finished", winner=(0, 2))
    assert spoken(over.phase.headline) == "North & South win"
    assert (over.phase.outcome, over.phase.why) == ("North and South win", ("5 to 5.",))
    shared = replace(now, next_what="over", status="finished", winner=(0, 1, 2, 3)).phase
    assert shared.outcome == "North and South and East and West share the win"
    drawn = replace(now, next_what="over", status="drawn", winner=())
    assert drawn.phase.outcome == spoken(drawn.phase.headline) == "A draw"
    lost = replace(now, next_what="over", status="finished", winner=())
    assert lost.phase.outcome == spoken(lost.phase.headline) == "Nobody wins"


def test_at_the_foot_one_is_named_and_of_several_only_what_they_do():
    now = view(record_of(4, [], "etori")).with_names(("Ann", "Bo", "Cy", "Di"))

    def due(*seats: int) -> Due:
        return phases.at_foot(replace(now, awaited=seats), "Give one each", "to give a card")

    assert due(2) == Due("Cy", "to give a card")
    assert due(1, 2) == due(0, 1, 2, 3) == Due("Give one each", "")


def test_of_many_seats_a_few_that_may_deal_are_named_and_more_are_asked_for():
    game, players = next(kind for kind in KINDS if kind[1] > 4)
    now = replace(view(Record(by_chance(Random(7), game, players).header)), next_what="deal")

    def due(*dealers: int) -> Due:
        return phases.deal(replace(now, awaited=dealers)).due

    assert due(0, 1, 2).what == "to deal"
    assert due(0, 1, 2).who.endswith(f" or {now.names[2]}")
    whoever = Due("", "Who deals?", by_button=True)
    assert due(0, 1, 2, 3) == due(*range(now.seats)) == due() == whoever


# --- a moment made by hand -----------------------------------------------------------------------

NAMES = ("Ann", "Bo", "Cy", "Di")
EACH = ((0,), (1,), (2,), (3,))
HALVES = ((0, 2), (1, 3))
A_DEAL: dict[str, Any] = {"deal": 2, "deals": 5, "number": 3, "of": 13}
IN_TRICK: dict[str, Any] = {
    "trick": ((0, "QH"), (1, "2H")),
    "led": "H",
    "awaited": (2,),
    "next_seat": 2,
}


def moment(**fields: Any) -> AnyView:
    """A moment of four players in which nobody acts unless a field says so."""
    now = silent(view(record_of(4))).with_names(NAMES)
    base: dict[str, Any] = {"awaited": (), "next_seat": None, "owners": EACH, "of": 0}
    return replace(now, rules=replace(now.rules, dealing=DEAL), **(base | fields))


def rounds(now: AnyView) -> AnyView:
    """The same moment of a game that is played in rounds."""
    return replace(now, rules=replace(now.rules, dealing=ROUND))


def named(*parts: str) -> Sentence:
    """A sentence with names in it: `named("Ann", " leads")`."""
    return tuple(Name(each) if each in NAMES else each for each in parts)


@pytest.mark.parametrize(
    ("fields", "headline", "due"),
    [
        ({}, ("Who deals?",), Due("", "Who deals?", by_button=True)),
        ({"awaited": (2,)}, named("Cy", " deals"), Due("Cy", "to deal", by_button=True)),
        (
            {"awaited": (1, 3)},
            named("Bo", " or ", "Di", " deals"),
            Due("Bo or Di", "to deal", by_button=True),
        ),
        (
            {"awaited": (0, 1, 3)},
            ("Who deals?",),
            Due("Ann, Bo or Di", "to deal", by_button=True),
        ),
        ({"awaited": (0, 1, 2, 3)}, ("Who deals?",), Due("", "Who deals?", by_button=True)),
    ],
)
def test_before_a_deal_whoever_may_deal_is_asked_to(fields, headline, due):
    asked: dict[str, Any] = {"is_between": True, "is_in_words": True}
    now = moment(**fields, next_what="deal", number=3, of=13)
    assert by_default(now) == Phase(headline, due, **asked)
    later = replace(now, deal=2, deals=5, next_seat=2)
    told: dict[str, Any] = {"beside": ("Deal 2 of 5",), "place": "after deal 2"}
    assert by_default(later) == Phase(headline, due, own=("You deal",), **told, **asked)


def test_of_two_players_either_may_deal_and_nobody_is_named():
    now = replace(moment(awaited=(0, 1)), seats=2, next_what="deal")
    assert by_default(now).due == Due("", "Who deals?", by_button=True)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            A_DEAL | {"awaited": (1,)},
            Phase(
                named("Bo", " leads"),
                Due("Bo", "to lead"),
                own=("You lead",),
                beside=("Deal 2 of 5 · Trick 3 of 13",),
                place="deal 2, trick 3",
                can=("Lead any card.",),
                of_dummy=named("Lead for ", "Bo"),
                is_play=True,
            ),
        ),
        (
            {"awaited": (0, 2)},
            Phase(
                named("Ann", " or ", "Cy", " leads"),
                Due("Ann or Cy", "to lead"),
                own=("You lead",),
                can=("Lead any card.",),
                of_dummy=named("Lead for ", "Ann", " and ", "Cy"),
                is_play=True,
            ),
        ),
        (
            {"awaited": (0, 1, 2), "led": "H"},
            Phase(
                ("Who leads?",),
                Due("Ann, Bo or Cy", "to lead"),
                own=("You lead",),
                can=("Lead any card.",),
                of_dummy=named("Lead for ", "Ann", ", ", "Bo", " and ", "Cy"),
                is_play=True,
            ),
        ),
        (
            A_DEAL | IN_TRICK | {"deals": 1},
            Phase(
                named("Cy", " to play"),
                Due("Cy", "to play"),
                own=("Your turn",),
                bound=("Your turn: follow ", Picture("H")),
                can=("Follow ", Picture("H"), " if you can; if not, play any card."),
                beside=("Deal 2 · Trick 3 of 13", " · ", Picture("H"), " led"),
                place="deal 2, trick 3",
                lies="hearts led, QH 2H",
                of_dummy=named("Play for ", "Cy"),
                is_play=True,
            ),
        ),
        (
            IN_TRICK | {"awaited": (2, 3), "led": None},
            Phase(
                named("Cy", " and ", "Di", " to play"),
                Due("Cy or Di", "to play"),
                own=("Your turn",),
                can=("Play any card.",),
                lies="QH 2H",
                of_dummy=named("Play for ", "Cy", " and ", "Di"),
                is_play=True,
            ),
        ),
        (
            IN_TRICK | {"awaited": (0, 1, 2, 3)},
            Phase(
                ("Who plays?",),
                Due("Everybody", "to play"),
                own=("Your turn",),
                bound=("Your turn: follow ", Picture("H")),
                can=("Follow ", Picture("H"), " if you can; if not, play any card."),
                beside=(Picture("H"), " led"),
                lies="hearts led, QH 2H",
                of_dummy=named("Play for ", "Ann", ", ", "Bo", ", ", "Cy", " and ", "Di"),
                is_play=True,
            ),
        ),
    ],
)
def test_a_card_is_led_or_played_and_a_suit_that_was_led_has_to_be_followed(fields, expected):
    assert by_default(moment(**fields, next_what="play")) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"awaited": ()}, Phase(("Take back",), Due("", "Take back"))),
        (
            A_DEAL | {"awaited": (3,)},
            Phase(
                named("Di", " to take back"),
                Due("Di", "to take back"),
                beside=("Deal 2 of 5",),
                place="deal 2",
            ),
        ),
        (
            A_DEAL | IN_TRICK | {"awaited": (0, 3)},
            Phase(
                named("Ann", " and ", "Di", " to take back"),
                Due("Ann and Di", "to take back"),
                beside=("Deal 2 of 5 · Trick 3 of 13",),
                place="deal 2, trick 3",
                lies="hearts led, QH 2H",
            ),
        ),
        (
            {"awaited": (0, 1, 3)},
            Phase(("Everybody to take back",), Due("Ann, Bo and Di", "to take back")),
        ),
        (
            {"awaited": (0, 1, 2, 3)},
            Phase(("Everybody to take back",), Due("Everybody", "to take back")),
        ),
    ],
)
def test_any_other_moment_is_told_by_its_own_word(fields, expected):
    assert by_default(moment(**fields, next_what="take_back")) == expected


@pytest.mark.parametrize(
    ("owners", "winner", "status", "headline", "outcome"),
    [
        (EACH, (1,), "finished", named("Bo", " wins"), "Bo wins"),
        (EACH, (1, 2), "finished", named("Bo", " and ", "Cy", " share the win"), None),
        (HALVES, (1, 3), "finished", named("Bo", " & ", "Di", " win"), "Bo and Di win"),
        (EACH, (), "drawn", ("A draw",), "A draw"),
        (EACH, (), "finished", ("Nobody wins",), "Nobody wins"),
        (EACH, None, "finished", ("Nobody wins",), "Nobody wins"),
    ],
)
def test_at_the_end_each_kind_of_winner_is_named(owners, winner, status, headline, outcome):
    now = moment(next_what="over", owners=owners, winner=winner, status=status, **A_DEAL)
    due = Due("", outcome or spoken(headline))
    told: dict[str, Any] = {"beside": ("Deal 2 of 5",), "place": "deal 2", "is_between": True}
    assert by_default(now)._replace(why=()) == Phase(headline, due, **told)
    assert (by_default(now).waits_for, by_default(now).outcome) == (due.what, due.what)
    reason = phases.over(now, "Bo wins by 3 to 1")
    due = Due("", "Bo wins by 3 to 1")
    names = (*headline, " by 3 to 1.") if outcome == "Bo wins" else ("Bo wins by 3 to 1.",)
    assert (reason._replace(why=()), spoken(reason.why)) == (
        Phase(headline, due, **told),
        spoken(names),
    )
    short = phases.over(now, "Bo wins by 3 to 1", ("Over",), ("By three",))
    assert short == Phase(("Over",), due, why=("By three",), **told)
    assert phases.over(now, "Bo wins by 3 to 1", why=()).why == ()


@pytest.mark.parametrize(
    ("winner", "values", "why"),
    [
        ((1,), (4, 7, 5, None), "7 to 5."),
        ((1, 2), (4, 7, 7, 5), "7 to 5."),
        ((0, 1, 2, 3), (7, 7, 7, 7), "7 each."),
        ((0, 1, 2, 3), (7, 7, 7, 6), ""),
        ((), (7, 7, 7, 6), ""),
        ((), (7, 7, 7, 7), ""),
    ],
)
def test_by_how_much_it_was_won_is_told_also_if_all_share_it(winner, values, why):
    now = moment(next_what="over", winner=winner, status="finished", **A_DEAL)
    score = now.rules.score(now)
    score = replace(score, total=score.total._replace(values=values))
    now = replace(now, rules=replace(now.rules, score=lambda _: score))
    assert spoken(phases.over(now).why) == why


def test_a_game_may_have_its_own_words_for_winners():
    one, two = moment(winner=(1,)), moment(owners=HALVES, winner=(0, 2))
    words = ("{who} is out first", "{who} are out first")
    assert phases.winners(one, *words) == "Bo is out first"
    assert phases.winners(two, *words) == "Ann and Cy are out first"
    assert phases.winners(moment(winner=(0, 3)), *words) == "Ann and Di share the win"


@pytest.mark.parametrize(
    ("fields", "plain", "on_pages"),
    [
        ({}, "", ""),
        ({"deal": 1}, "round 1", "Round 1"),
        ({"deal": 3, "deals": 1}, "round 3", "Round 3"),
        ({"deals": 2}, "", "Round 1 of 2"),
        ({"deal": 2, "deals": 2}, "round 2", "Round 2 of 2"),
    ],
)
def test_a_moment_is_placed_by_its_round_and_trick(fields, plain, on_pages):
    now = rounds(moment(**fields, number=4, of=9))
    more: Sentence = (Picture("S"), " trump")
    assert (phases.place(now), spoken(phases.beside(now))) == (plain, on_pages)
    beside = f"{on_pages} · spades trump" if on_pages else "spades trump"
    assert spoken(phases.beside(now, more)) == beside
    trick = "Trick 4 of 9"
    assert phases.place(now, in_trick=True) == ", ".join(filter(None, (plain, "trick 4")))
    both = " · ".join(filter(None, (on_pages, trick)))
    assert spoken(phases.beside(now, in_trick=True)) == both
    assert spoken(phases.beside(now, more, True)) == f"{both} · spades trump"
    untold = replace(now, of=0)
    assert phases.place(untold, in_trick=True) == plain
    assert spoken(phases.beside(untold, in_trick=True)) == on_pages


@pytest.mark.parametrize(
    ("trick", "led", "told"),
    [
        ((), "H", ""),
        (((3, "QH"),), "H", "hearts led, QH"),
        (((3, "7R"), (0, "X1")), "R", "fire led, 7R X1"),
        (((3, "X1"), (0, "2H")), None, "X1 2H"),
    ],
)
def test_what_lies_on_the_table_is_told_in_the_order_played(trick, led, told):
    assert phases.lies(moment(trick=trick, led=led)) == told


@pytest.mark.parametrize(
    ("seats", "awaited", "told", "either"),
    [
        (4, (), "", ""),
        (4, (1,), "Bo", "Bo"),
        (4, (1, 2), "Bo and Cy", "Bo or Cy"),
        (4, (0, 1, 2), "Ann, Bo and Cy", "Ann, Bo or Cy"),
        (4, (0, 1, 2, 3), "Everybody", "Everybody"),
        (2, (0, 1), "Everybody", "Everybody"),
        (1, (0,), "Ann", "Ann"),
    ],
)
def test_all_are_called_everybody_unless_there_is_only_one(seats, awaited, told, either):
    now = replace(moment(awaited=awaited), seats=seats)
    assert (phases.actors_text(now), phases.actors_text(now, OR)) == (told, either)
    names = " and ".join((", ".join(NAMES[: seats - 1]), NAMES[seats - 1]))
    assert spoken(phases.actors(now)) == (names if told == "Everybody" else told)


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (Due("Ann", "to draw 2 cards"), "Ann to draw 2 cards"),
        (Due("", "Show a card"), "Show a card"),
        (Due("Ann", "to deal", by_button=True), "Ann to deal."),
        (Due("", "Who deals?", by_button=True), "Who deals?"),
        (Due("", "Lay a card.", by_button=True), "Lay a card."),
    ],
)
def test_what_a_button_answers_is_a_whole_sentence(due, said):
    assert due.words == said
    pressed = f"{said} Press your button." if due.by_button else said
    assert Phase((), due).waits_for == pressed


@pytest.mark.parametrize(
    ("place", "lies", "standing"),
    [
        ("", "", "Ann to play"),
        ("trick 5", "", "trick 5: Ann to play"),
        ("", "QH 2H", "QH 2H, Ann to play"),
        ("trick 5", "QH 2H", "trick 5: QH 2H, Ann to play"),
    ],
)
def test_the_state_of_the_game_is_where_it_is_what_lies_there_and_who_acts(place, lies, standing):
    assert Phase((), Due("Ann", "to play"), place=place, lies=lies).summary == standing


def test_deals_and_rounds_have_their_own_words():
    assert tuple(DEAL) == (
        "deal",
        "Deal {number}",
        "Deal {number} of {of}",
        "Game {game}, deal {number}",
    )
    assert tuple(ROUND) == (
        "round",
        "Round {number}",
        "Round {number} of {of}",
        "Game {game}, round {number}",
    )


def test_a_phase_says_no_more_than_it_is_given():
    given = Phase(("Over",), Due("", "Over"))
    texts = ((), (), (), (), (), "", "", None, None, "", ())
    assert given[2:] == (*texts, False, False, False, False, False)
    assert Due("Ann", "to bid") == ("Ann", "to bid", False)
    assert phases.no_secret(moment(), 0) == ()
    plain = phases.phase(view=moment(**A_DEAL), headline=given.headline, due=given.due)
    assert plain == given._replace(beside=("Deal 2 of 5",), place="deal 2")
