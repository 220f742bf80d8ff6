"""What every game must do is noticed where one does not: a broken game for each check."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from markupsafe import Markup

from docs import first_card
from games import every_game
from games.case import GameCase, Options, by_its_own_player
from games.cases import CASES
from games.every_game import EveryGame
from games.samples import drawn, known
from referees.witness import Line
from rig.patience import HANG_S
from tricktable.rules.cards import STANDARD, card, cards_in, mask
from tricktable.rules.deal import Layout
from tricktable.rules.entries import Dealt, Happening, Impossible, Moved
from tricktable.rules.explanation import Explanation
from tricktable.rules.faults import GameFault
from tricktable.rules.findings import Improper
from tricktable.rules.game import Header, Judge, State
from tricktable.rules.guide import TRICKS, Detail, Guide, Ladder
from tricktable.rules.laying import Laying
from tricktable.rules.lesson import Lesson
from tricktable.rules.options import Preset
from tricktable.rules.page import Fronts
from tricktable.rules.phases import Due, Phase, over
from tricktable.rules.presumptions import LAID, Attempt, Presumption
from tricktable.rules.ranking import ranking_of
from tricktable.rules.score import Score
from tricktable.rules.topics import Keypad, SeatPage, Topic
from tricktable.rules.verdicts import REFEREE, Finding, Viewpoint
from tricktable.text.language import Message

TROIKA, TORITE, TREDICI = (CASES[name] for name in ("troika", "torite", "tredici"))


# --- games that are broken ------------------------------------------------------------------------


def broken(base: GameCase, players: int = 4, **changes: Any) -> GameCase:
    """The case of a game with something else in it, as the whole one is played."""
    game = replace(base.game, **changes)

    def play(chance: Random, players: int, options: Options, is_tidy: bool) -> list[Line]:
        assert base.plays is not None
        with known(base.game):
            return base.plays(chance, players, options, is_tidy)

    return replace(base, game=game, counts=(players,), plays=play)


class Twisted:
    """A state that does one thing otherwise, and all else as another does it."""

    def __init__(self, inner: State) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def apply(self, entry: Happening) -> Any:
        return type(self)(self.inner.apply(entry))

    def judge(self, viewpoint: Viewpoint) -> Watching:
        return Watching(self.inner.judge(viewpoint))


class Watching:
    """Its judge, who knows nothing of the twist."""

    def __init__(self, inner: Judge[State]) -> None:
        self.inner = inner

    def watch(self, before: Any, entry: Happening, seq: int, after: Any) -> None:
        self.inner.watch(before.inner, entry, seq, after.inner)

    def findings(self) -> list[Finding]:
        return self.inner.findings()

    def copy(self) -> Watching:
        return Watching(self.inner.copy())


class Lenient(Watching):
    """A judge to whom nobody has to follow suit."""

    def findings(self) -> list[Finding]:
        return [each for each in super().findings() if each.rule != "follow"]


def twisted(base: GameCase, players: int = 4, **methods: Any) -> GameCase:
    """The case of a game whose states are so."""
    kind = type("Twist", (Twisted,), methods)
    start, deal = base.game.start, base.game.deal.deal
    handling = replace(
        base.game.deal, deal=lambda header, state, chance: deal(header, state.inner, chance)
    )
    return broken(base, players, start=lambda *told: kind(start(*told)), deal=handling)


def score_with(change: Callable[[Score], Score]) -> GameCase:
    return broken(TROIKA, score=lambda view: change(TROIKA.game.score(view)))


def phase_with(change: Callable[[Phase], Phase]) -> GameCase:
    return broken(TROIKA, phases=lambda view: change(TROIKA.game.phases(view)))


def topics_with(name: str, **changes: Any) -> GameCase:
    topics = (
        replace(each, **changes) if each.name == name else each for each in TROIKA.game.topics
    )
    return broken(TROIKA, topics=tuple(topics))


def guide_with(**changes: Any) -> GameCase:
    return broken(TROIKA, guide=replace(TROIKA.game.guide, **changes))


def lesson_with(**changes: Any) -> GameCase:
    """Its first step is another."""
    first, *others = TROIKA.game.lesson.steps
    steps = (replace(first, **changes), *others)
    return broken(TROIKA, lesson=replace(TROIKA.game.lesson, steps=steps))


def page_with(**changes: Any) -> GameCase:
    return broken(TROIKA, page=replace(TROIKA.game.page, **changes))


def presuming(**changes: Any) -> GameCase:
    return broken(TROIKA, presuming=replace(TROIKA.game.presuming, **changes))


def _reworded(act: Attempt, words: str) -> Presumption | None:
    one = TROIKA.game.presuming.before(act)
    return one and one._replace(why=Message(words, one.why.fields))


def _fails(*_: object) -> Any:
    raise ZeroDivisionError("the game is broken")


def _fails_at_large_moves(self: Twisted, entry: Happening) -> Any:
    if isinstance(entry, Moved) and entry.number > 50:
        raise KeyError(entry.number)
    return Twisted.apply(self, entry)


def _tells_all(self: Twisted, findings: Sequence[Finding], _: Viewpoint) -> Any:
    return self.inner.position(findings, REFEREE)


def _of_one_suit(self: Twisted) -> Any:
    """As if all cards were of the suit to follow, which its judge does not know."""
    table = self.inner.tabletop()
    if table.owed is None:
        return table
    every = " ".join(each.code for each in STANDARD)
    return table._replace(ranking=ranking_of(**{table.owed: every}))


def _the_other_way_round(self: Twisted) -> Any:
    return self.inner.tabletop()._replace(step=-1)


def _in_reverse(self: Twisted, findings: Sequence[Finding], viewpoint: Viewpoint) -> Any:
    position: Any = self.inner.position(findings, viewpoint)
    return replace(position, totals=position.totals[::-1], points=position.points[::-1])


def _offers_less(self: Twisted) -> Any:
    return self.inner.offers()[:-1]


def _offers_more(self: Twisted) -> Any:
    return tuple(
        each._replace(values=(*each.values, "13N")) if each.what == "bid" else each
        for each in self.inner.offers()
    )


def _forgetful() -> GameCase:
    """It counts what was ever tried."""
    tried = count()

    def future_key(self: Twisted) -> Any:
        return self.inner.future_key, next(tried)

    return twisted(TROIKA, future_key=property(future_key))


def _ever_new(phase: Phase, numbers: Any = count()) -> Phase:  # noqa: B008 - one for all
    words = (f"Moment {next(numbers)}",)
    return phase._replace(headline=words, own=words, bound=words)


def _ever_other_words(_: object, numbers: Any = count()) -> Any:  # noqa: B008 - one for all
    return (f"Bid {next(numbers)}",)


def _growing(score: Score, numbers: Any = count(1000)) -> Score:  # noqa: B008 - one for all
    deals = (
        each._replace(gains=tuple(gain + next(numbers) for gain in each.gains), terms=())
        for each in score.deals
    )
    return replace(score, deals=tuple(deals))


def _to_nobody(header: Header, _: State, __: object) -> Layout:
    """No card is dealt."""
    return Layout((0,) * header.seats, {})


def _ever_other(header: Header, numbers: Any = count()) -> int:  # noqa: B008 - one for all
    """Another card is missing each time."""
    cards = [*cards_in(TROIKA.game.deck(header))]
    return mask(cards) & ~cards[next(numbers) % len(cards)].bit


def _untold(deal: Any) -> Explanation:
    return Explanation(deal.title, (), (), (), (), ())


def _alike(*told: Any) -> Any:
    """House rules of which all values read alike."""
    return {
        name: replace(option, meaning=lambda _: Message("As it is."))
        for name, option in TROIKA.game.options(*told).items()
    }


BROKEN: dict[str, Sequence[Callable[[], GameCase]]] = {
    "what_it_says_of_itself_fits": [
        lambda: broken(TROIKA, topics=(*TROIKA.game.topics, TROIKA.game.topics[0])),
        lambda: broken(TROIKA, title=" "),
        lambda: broken(TROIKA, owners=lambda _: ((0, 1), (2,))),
        lambda: broken(TROIKA, usual=lambda _: {"min_bid": 6, "chess": "on"}),
    ],
    "its_named_house_rules_are_house_rules": [
        lambda: broken(TROIKA, presets=(Preset("odd", "Odd", {"min_bid": 99}),)),
        lambda: broken(TROIKA, presets=(Preset("odd", "Odd", {"chess": "on"}),)),
        lambda: broken(TROIKA, presets=(Preset("same", "Same", {"win": "any"}),)),
        lambda: broken(TROIKA, presets=(Preset("book", "Book", {"win": "only_bidders"}),)),
    ],
    "every_value_is_of_its_type": [
        lambda: score_with(lambda it: replace(it, total=it.total._replace(values=(0.5, 0.5)))),
        lambda: phase_with(lambda it: it._replace(due=it.due._replace(who=None))),
        lambda: page_with(fronts=lambda _: Fronts({0: 7})),
        lambda: page_with(sheets=lambda _: ("a sheet",)),
        lambda: broken(TROIKA, explained=lambda deal: _untold(deal)._replace(accounts=(7,))),
    ],
    "its_guide_tells_how_it_is_played": [
        lambda: broken(TROIKA, guide=Guide()),
        lambda: guide_with(end=()),
        lambda: guide_with(goal=("Win",)),
        lambda: guide_with(score=("One point more. " * 100,)),
        lambda: guide_with(trump="{suit} is trump."),
        lambda: guide_with(details=(Detail("Bids", ()),)),
        lambda: guide_with(ladders=lambda _: (Ladder("C", ("AC", "2C")),)),
    ],
    "its_guide_says_who_leads": [
        lambda: guide_with(turn=(*TROIKA.game.guide.turn, TRICKS)),
    ],
    "its_lesson_is_judged_by_its_own_rules": [
        lambda: broken(TROIKA, lesson=Lesson()),
        lambda: lesson_with(tells="Somebody deals"),
        lambda: lesson_with(asks="Say it."),
        lambda: lesson_with(rule="It is so?"),
        lambda: lesson_with(rule="It is so. " * 30),
        lambda: lesson_with(sheet="nothing"),
    ],
    "its_lesson_is_translated_into_each_of_its_languages": [
        lambda: broken(TROIKA, lesson=Lesson()),
        lambda: lesson_with(rule="Nobody has translated this."),
    ],
    "its_guide_is_translated_into_each_of_its_languages": [
        lambda: broken(TROIKA, guide=Guide()),
        lambda: guide_with(details=(Detail("Nobody has translated this.", ("Ace.",)),)),
    ],
    "the_table_waits_for_whoever_may_act": [
        lambda: twisted(TROIKA, awaited=property(lambda _: (0, 1, 2, 3))),
        lambda: twisted(TROIKA, awaited=property(lambda _: ())),
        lambda: twisted(TROIKA, winner=lambda *_: []),
    ],
    "turns_come_in_the_direction_that_the_table_tells": [
        lambda: twisted(TORITE, tabletop=_the_other_way_round),
    ],
    "the_score_has_something_for_every_owner": [
        lambda: score_with(
            lambda it: replace(it, total=it.total._replace(values=it.total.values[:1]))
        ),
        lambda: score_with(_growing),
    ],
    "the_winner_has_the_best_total": [
        lambda: phase_with(lambda told: told._replace(why=())),
        lambda: score_with(lambda it: replace(it, fewest_win=True)),
        lambda: replace(TROIKA, playthroughs=Path(__file__).parent, plays=lambda *_: []),
    ],
    "the_future_key_holds_all_that_later_entries_depend_on": [
        lambda: twisted(TROIKA, future_key=property(lambda self: self.inner.next.what)),
    ],
    "nothing_is_raised_but_malformed_and_impossible": [
        lambda: twisted(TROIKA, apply=_fails_at_large_moves),
    ],
    "what_is_offered_is_accepted_and_nothing_else": [
        lambda: twisted(TROIKA, offers=_offers_less),
        lambda: twisted(TROIKA, offers=_offers_more),
    ],
    "undo_equals_never": [_forgetful],
    "what_it_presumes_can_have_happened": [
        lambda: presuming(before=lambda _: Presumption(Dealt(0), Message("someone deals"))),
        lambda: presuming(before=lambda act: _reworded(act, "Dealer {seat}.")),
        lambda: presuming(before=lambda act: _reworded(act, "{who} deals")),
    ],
    "what_can_be_done_early_is_possible_then": [
        lambda: presuming(early=lambda _: [(0, "bid")]),
        lambda: presuming(early=lambda _: [(0, LAID)]),
    ],
    "public_means_public": [lambda: twisted(TREDICI, 3, position=_tells_all)],
    "a_seat_sees_no_secret_of_others": [lambda: twisted(TREDICI, 3, position=_tells_all)],
    "there_is_a_playthrough_of_every_kind_of_table": [
        lambda: replace(TROIKA, playthroughs=Path(__file__).parent),
    ],
    "a_playthrough_means_what_it_says": [lambda: twisted(TROIKA, position=_in_reverse)],
    "the_referee_agrees": [lambda: twisted(TROIKA, position=_in_reverse)],
    "each_phase_has_its_words": [
        lambda: phase_with(lambda it: it._replace(headline=())),
        lambda: phase_with(lambda it: it._replace(headline=("{who} plays",))),
        lambda: phase_with(lambda it: it._replace(can=("Bid {bid}",))),
        lambda: phase_with(lambda it: it._replace(can=())),
        lambda: phase_with(lambda it: it._replace(due=Due("", "To go on"))),
        lambda: broken(TROIKA, phases=over),
    ],
    "each_trick_says_why_it_was_taken": [
        lambda: page_with(why=lambda *_: ()),
        lambda: page_with(why=lambda *_: ("{card} is the highest",)),
    ],
    "a_revoke_is_one_by_the_suits_of_the_table": [
        lambda: twisted(TROIKA, tabletop=_of_one_suit),
    ],
    "a_revoke_is_found_unless_the_table_exempts_the_card": [
        lambda: twisted(TROIKA, judge=lambda self, viewpoint: Lenient(self.inner.judge(viewpoint))),
    ],
    "each_finding_has_words": [
        lambda: broken(TROIKA, improper=lambda *_: Improper("None revoked.", ("None revoked.",))),
        lambda: broken(TROIKA, exhibits=lambda *_: ()),
        lambda: broken(TROIKA, improper=lambda *_: None),
        lambda: replace(TROIKA, improper=TROIKA.improper | {"sneeze"}),
    ],
    "each_topic_was_offered_and_has_sentences": [
        lambda: broken(TROIKA, topics=(*TROIKA.game.topics, Topic("sneeze", "Sneeze"))),
        lambda: topics_with("bid", said=lambda *_: ()),
        lambda: topics_with("bid", told=lambda *_: ""),
    ],
    "each_topic_can_be_said_everywhere": [
        lambda: topics_with("bid", page=SeatPage(may=lambda _: False)),
        lambda: topics_with("bid", keypad=Keypad(keys=lambda _: ("2",))),
        lambda: topics_with("bid", is_rare=True),
    ],
    "its_deck_is_what_its_rules_take": [
        lambda: broken(TROIKA, deck=lambda _: mask(STANDARD)),
        lambda: broken(TROIKA, deck=lambda header: TROIKA.game.deck(header) & ~card("AS").bit),
    ],
    "it_says_how_to_deal_until_something_is_seen": [
        lambda: broken(TROIKA, deal=replace(TROIKA.game.deal, deal=_to_nobody)),
    ],
    "the_grid_of_the_host_has_its_deck": [lambda: broken(TROIKA, deck=_ever_other)],
    "no_page_fails_nor_takes_a_name_for_markup": [
        lambda: page_with(sheets=_fails),
        lambda: page_with(
            middle=lambda view: replace(
                TROIKA.game.page.middle(view), title=(Markup(view.names[0]),)
            ),
        ),
        lambda: page_with(
            middle=lambda view: replace(TROIKA.game.page.middle(view), title=("{who} leads",)),
        ),
    ],
    "a_page_says_what_is_awaited": [lambda: phase_with(_ever_new)],
    "the_guests_page_shows_how_it_stands": [lambda: page_with(sheets=lambda _: ())],
    "whoever_must_speak_reads_so_and_what_was_said_is_seen": [
        lambda: topics_with("bid", due="to play"),
        lambda: topics_with("bid", words=_ever_other_words),
    ],
    "whoever_owes_an_exchange_is_offered_no_card_to_lay": [
        lambda: broken(
            topics_with("hand>discard", step="later"),
            laying=Laying(awaits=("play", "discard")),
        ),
    ],
    "a_seats_own_page_says_what_is_due_of_it": [lambda: phase_with(_ever_new)],
    "the_hosts_page_lists_each_entry": [
        lambda: broken(TORITE, laying=replace(TORITE.game.laying, recorded=lambda *_: "{who}")),
    ],
    "the_explained_score_adds_up_to_each_deal": [lambda: broken(TROIKA, explained=_untold)],
    "the_evening_and_its_spreadsheet_count_what_was_scored": [lambda: score_with(_growing)],
    "the_terminal_reports_and_narrates_it": [
        lambda: broken(TROIKA, laying=Laying(more=lambda _: " {more}")),
        lambda: broken(TROIKA, report=_fails),
    ],
    "the_only_thing_that_can_be_said_stands_on_its_button": [
        lambda: topics_with("hand>discard", page=SeatPage(heading=lambda _: ("", "Say"))),
    ],
    "the_display_draws_it_within_its_limits": [
        lambda: phase_with(lambda it: it._replace(due=Due("", "None"), foot=Due("", "None"))),
    ],
    "the_virtual_table_draws_it": [
        lambda: page_with(fronts=_fails),
        lambda: phase_with(_ever_new),
    ],
    "its_house_rules_are_printed": [lambda: broken(TROIKA, options=_alike)],
    "what_cannot_be_said_is_refused_in_every_language": [
        lambda: broken(
            TROIKA,
            topics=tuple(
                replace(each, form=each.form._replace(words="in English alone"))
                for each in TROIKA.game.topics
            ),
        )
    ],
}
"""For each check, by its name, games that it must not let pass."""
FAULTS = (
    AssertionError,
    GameFault,
    Impossible,
    KeyError,
    StopIteration,
    ZeroDivisionError,
    pytest.fail.Exception,
)
"""How a check fails: by itself, or because the game does."""


def test_each_check_has_a_broken_game():
    checks = {name.removeprefix("test_") for name in vars(EveryGame) if name.startswith("test_")}
    assert checks == {*BROKEN}


@pytest.mark.parametrize(
    ("check", "game"),
    [(check, number) for check, games in BROKEN.items() for number in range(len(games))],
)
def test_each_check_notices_its_broken_game(check, game):
    case = BROKEN[check][game]()
    suite = type("TestBroken", (EveryGame,), {"case": case})()
    names = ("guest", "wall", "seat") if check == "a_page_says_what_is_awaited" else ()
    with known(case.game), closing(drawn(case)):
        for name in names:
            with pytest.raises(FAULTS):
                getattr(suite, f"test_{check}")(name)
        if not names:
            with pytest.raises(FAULTS):
                getattr(suite, f"test_{check}")()


def test_a_page_that_cannot_be_made_says_why():
    case = page_with(sheets=_fails)
    with known(case.game), closing(drawn(case)) as moments:
        told = "^the page guest cannot be made: ZeroDivisionError: the game is broken$"
        with pytest.raises(pytest.fail.Exception, match=told):
            next(iter(moments))
        with pytest.raises(pytest.skip.Exception, match="the test that failed first says why"):
            next(iter(moments))


def test_a_player_whose_cards_lie_elsewhere_is_told_what_it_waits_for():
    game = replace(TROIKA.game, deal=replace(TROIKA.game.deal, deal=_to_nobody))
    told = r"^it waits for \w+ of seats .*, and hands hold \[0, 0, 0, 0.*: does `deal` of the Game"
    with pytest.raises(AssertionError, match=told):
        by_its_own_player(game)(Random(1), 4, {}, True)


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (SeatPage(may=lambda _: False), r"^bid: .* has its key shut: let `SeatPage.may` pass"),
        (
            SeatPage(values=lambda _: ("pass", "5")),
            r"^bid: .* has no key .*: see `SeatPage.values`",
        ),
    ],
)
def test_what_a_phone_cannot_say_is_told_with_what_to_look_at(page, told):
    case = topics_with("bid", page=page)
    suite = type("TestBroken", (EveryGame,), {"case": case})()
    with known(case.game), pytest.raises(AssertionError, match=told):
        suite.test_each_topic_can_be_said_everywhere()


def test_a_playthrough_that_is_only_being_written_is_played_out(tmp_path, monkeypatch):
    name = first_card.GAME.name
    (tmp_path / f"{name}-four.txt").write_text(f"{name}, 4 players: Ann, Bo, Cy, Di", "utf-8")
    case, ends = GameCase(first_card.GAME, tmp_path), []
    for is_written in (False, True):
        monkeypatch.setattr(every_game, "WRITE", is_written)
        with known(case.game):
            ends.append(len([*every_game._ends(case)]))
    assert ends[1] == ends[0] + 1


def test_named_house_rules_that_nobody_can_have_are_told():
    case = broken(TROIKA, presets=(Preset("odd", "Odd", {"min_bid": 99}),))
    suite = type("TestBroken", (EveryGame,), {"case": case})()
    with pytest.raises(AssertionError, match=r"(?s)for no number of players .*\{'min_bid': 99\}"):
        suite.test_its_named_house_rules_are_house_rules()


ALONE = """
from dataclasses import replace

from games.every_game import EveryGame
from games.tredici.case import CASE


def fails(chance):
    def decides(table):
        raise ValueError("there is no seven in the hand")

    return decides


class TestAlone(EveryGame):
    case = replace(CASE, game=replace(CASE.game, player=fails), plays=None)
"""
"""The test of a game whose player fails."""


def test_a_player_that_fails_is_told_of_once(tmp_path):
    """In a process of its own, as whoever adds a game reads it."""
    (tmp_path / "test_alone.py").write_text(ALONE, encoding="utf-8")
    words = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_alone.py"]
    done = subprocess.run(
        words,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=HANG_S,
        check=False,
    )
    told = done.stdout
    assert told.count("\nFAILED ") == 1, told
    told, _, _ = told.partition("= short test summary")
    why = "Tredici, 2 players: a game by chance cannot be played: ValueError: there is no seven"
    assert told.count(why) == told.count("there is no seven in the hand\n") == 1
    assert 'in decides\n    raise ValueError("there is no seven in the hand")' in told
    assert "samples.py" not in told
