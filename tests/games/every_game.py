"""What every game must do, whatever it is. Knows no game: a subclass says which.

class TestOhHell(EveryGame):
    case = GameCase(OH_HELL, playthroughs=Path(__file__).parent / "playthroughs")

A game of a package is tried so as well, installed or not: run its tests with the folder tests/ of
this repository on PYTHONPATH. What a `GameCase` can be told is in `games.case`; what the lines of
a playthrough can say, in `games.playthrough`. Each check is known to fail for a broken game
(`test_every_game_suite.py`).
"""

import csv
import io
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import combinations, islice, pairwise
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from msgspec import structs

import tricktable
from board.glass import drawn
from games import samples
from games.case import LONGEST, GameCase, Played, header_of
from games.page_words import clipped, is_whole, text_of, words_of
from games.people import People
from games.playthrough import Head, drafted, head_of, outcome, playthrough
from games.possible import (
    after,
    alike,
    anything,
    entries_of,
    is_offered,
    is_possible,
    meant,
    otherwise_said,
    sayable_in,
    stands,
    told_by,
)
from games.samples import MARKUP, Course, Drawn, courses, line_of, some
from games.shapes import misshapen
from records.lines import entry, record_with
from records.secrets import entries, otherwise, while_secret
from rig.compilation import AS_WRITTEN
from rig.table import as_seen, with_desk
from thorough import FACTOR
from tricktable.board.picture import picture
from tricktable.house.narrator import changes
from tricktable.rules import codec
from tricktable.rules import course as lessons
from tricktable.rules.cards import ALL, BY_CODE, cards_in, mask
from tricktable.rules.display import MOST_COLUMNS
from tricktable.rules.entries import BadLine, Declared, Entry, Impossible
from tricktable.rules.entries import Played as Laid
from tricktable.rules.explanation import Explanation
from tricktable.rules.findings import finding_sentence, plain_finding
from tricktable.rules.game import AnyGame
from tricktable.rules.guide import MOST_WORDS, TRICKS, plain
from tricktable.rules.hands import hand
from tricktable.rules.lesson import TABLES
from tricktable.rules.options import TEAMS, Form
from tricktable.rules.page import Fronts, Middle, why
from tricktable.rules.phases import Phase
from tricktable.rules.portions import how_to_deal
from tricktable.rules.presumptions import LAID, MOST, READ, Attempt, suppositions
from tricktable.rules.record import Record
from tricktable.rules.score import Score
from tricktable.rules.topics import DEALT, topic_of
from tricktable.rules.trick_sheets import exhibits
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.rules.view import AnyView, FindingDetail, TakenTrick, View, view
from tricktable.sim.places import Places, codes
from tricktable.sim.scene import as_json
from tricktable.sim.stage import Scene
from tricktable.table import commands, house_rules, notes
from tricktable.table.desk import moment
from tricktable.table.happenings import newest_happening
from tricktable.table.notes import by_name
from tricktable.table.report import report
from tricktable.text.language import FOLDER, add_messages, languages, messages, speaking
from tricktable.text.names import card_name
from tricktable.text.sentences import Sentence, Sheet, in_signs, speaker, spoken, whole
from tricktable.web.api import states as api
from tricktable.web.api.models import HeldEntryJson
from tricktable.web.guest import fragment, markup
from tricktable.web.guest.explanation import explanations
from tricktable.web.guest.screen import ShownFinding, clean_names
from tricktable.web.guest.sheets import tricks
from tricktable.web.seat import turn
from tricktable.web.seat.fan import fan
from tricktable.web.seat.seat_offers import SeatContext, due
from web.room import CODE, ask

FIELDS = re.compile(r"\{\w+\}")
WRITE = os.environ.get("PLAYTHROUGHS") == "write"
_TO_ITS_END = (
    "let a playthrough go to its end. Write its first line alone, with house rules of a short "
    f"game, and PLAYTHROUGHS=write lets your player play it, {LONGEST} entries at most"
)
MOST_WORDS_OF_A_STEP = 80
"""So ten steps are read in the two minutes of a lesson, as its questions are short."""


class EveryGame:
    """Run by every game: subclass it and give its case."""

    case: ClassVar[GameCase]

    @pytest.fixture(autouse=True)
    def _is_known(self) -> Iterator[None]:
        with samples.known(self.case.game):
            yield

    # --- shapes ----------------------------------------------------------------------------------

    def test_what_it_says_of_itself_fits(self) -> None:
        game = self.case.game
        assert re.fullmatch(r"[a-z][a-z0-9_-]{0,30}", game.name)
        assert game.title.strip()
        assert game.players
        assert min(game.players) >= 1
        for players in sorted(game.players):
            usual = dict(game.usual(players))
            options = game.options(players, usual)
            assert set(usual) <= set(options)
            header = header_of(game, players, usual)
            assert {name: header.options[name] for name in usual} == usual
            assert set(header.options) == set(options)
            assert header.seats >= players
            together = sorted(seat for seats in header.owners for seat in seats)
            assert together == [*range(header.seats)], "each seat wins with one owner"
        names = [topic.name for topic in game.topics]
        assert len(set(names)) == len(names)

    def test_its_named_house_rules_are_house_rules(self) -> None:
        game, there = self.case.game, set()
        named = [*(each.name for each in game.variants), *(each.name for each in game.presets)]
        assert len({*named, "book"}) == len(named) + 1
        for players in sorted(game.players):
            usual = dict(game.usual(players))
            for preset in game.named_rules(players):
                chosen = header_of(game, players, usual | dict(preset.options)).options
                assert chosen != header_of(game, players, usual).options, "it is as designed"
                assert re.fullmatch("[a-z]{1,20}", preset.name)
                assert preset.title.strip()
                there.add(preset.name)
        absent = [each for each in game.presets if each.name not in there]
        assert not absent, "for no number of players are these its house rules"
        assert there == {*named}, "each variant is a value of the house rule `variant`"

    @AS_WRITTEN
    def test_every_value_is_of_its_type(self) -> None:
        every = 3 if FACTOR == 1 else 1
        for course in courses(self.case):
            met = set[object]()
            for number, (state, seen) in enumerate(zip(course.states, course.views, strict=True)):
                phase = samples.phase_of(seen)
                if phase in met and number % every != course.header.players % every:
                    continue
                met.add(phase)
                assert misshapen(seen, View, "view") == []
                assert misshapen(seen.phase, Phase, "phase") == []
                assert misshapen(seen.rules.score(seen), Score, "score") == []
                page = seen.rules.page
                assert misshapen(page.middle(seen), Middle, "middle") == []
                assert misshapen(page.sheets(seen), tuple[Sheet, ...], "sheets") == []
                assert misshapen(page.fronts(seen), Fronts, "fronts") == []
                assert json.loads(json.dumps(seen.position.as_json())) == seen.position.as_json()
                assert hash(state.future_key) == hash(state.future_key)
            told = explanations(record_with(course.header, course.lines), course.header.seat_names)
            assert misshapen(told, tuple[Explanation, ...], "explained") == []

    def test_the_table_waits_for_whoever_may_act(self) -> None:
        for course in courses(self.case):
            for state in course.states:
                awaited, seat = state.awaited, state.next.seat
                assert awaited == tuple(sorted({*awaited} & {*range(course.header.seats)}))
                assert seat is None or awaited == (seat,)
                assert (state.status == "playing") == (state.next.what != "over")
                assert state.status == "playing" or not (awaited or state.offers())
                assert not self.case.game.awaits or state.next.what in self.case.game.awaits
                winner = state.winner([])
                assert (winner is None) == (state.status == "playing")
                asked = "dealt" if state.next.what == "deal" else state.next.what
                acting = [each.seats for each in state.offers() if each.what == asked]
                may_act = {seat for seats in acting for seat in seats if seat is not None}
                assert not may_act or tuple(sorted(may_act)) == awaited, asked
                lays = course.header.rules.laying.card_meaning(course.header, state.next)
                assert awaited or lays is None, "somebody must lay that card"

    def test_turns_come_in_the_direction_that_the_table_tells(self) -> None:
        for course in courses(self.case):
            for seen, then in pairwise(course.views):
                seat = then.trick[-1][0] if len(then.trick) == len(seen.trick) + 1 else None
                if seat is None or seat != seen.next_seat or then.next_seat is None:
                    continue
                away = {*then.out, *(each for each, _ in then.trick)}
                due = next(each for each in then.in_turn(seat) if each not in away)
                assert then.next_seat == due, "say `step=-1` where play goes anticlockwise"

    def test_the_score_has_something_for_every_owner(self) -> None:
        for course in courses(self.case):
            before: Score | None = None
            for seen in course.views:
                score = seen.rules.score(seen)
                owners = len(course.header.owners)
                assert {len(figure.values) for figure in score.figures} == {owners}
                assert all(str(figure.title).strip() for figure in score.figures)
                assert len(score.marks) in (0, owners)
                numbers = [deal.number for deal in score.deals]
                assert numbers in ([0], [*range(1, len(numbers) + 1)]), "deals are counted"
                for deal in score.deals:
                    assert len(deal.gains) == owners
                    sums = tuple(sum(term.amount for term in terms) for terms in deal.terms)
                    assert sums in ((), deal.gains)
                was = before.deals if before and seen.newest is not None else ()
                assert score.deals[: len(was)] == was, "what has been scored stays"
                before = score

    def test_the_winner_has_the_best_total(self) -> None:
        ended = 0
        for seen in _ends(self.case):
            score, winners = seen.rules.score(seen), {*(seen.winner or ())}
            totals = [
                (score.worth(total), bool(winners.intersection(seats)))
                for seats, total in zip(seen.owners, score.total.values, strict=True)
                if total is not None
            ]
            if winners:
                assert seen.phase.why, f"say by what it was won, at {score.total.values}"
            won = [worth for worth, has_won in totals if has_won]
            ended += bool(won)
            assert all(worth <= min(won) for worth, _ in totals if won), "say `fewest_win`?"
        assert ended, f"no game was won: {_TO_ITS_END}"

    def test_the_future_key_holds_all_that_later_entries_depend_on(self) -> None:
        for course in courses(self.case, is_tidy=True):
            chance = Random(7)
            said = some(chance, entries_of(course), 40) + some(chance, [*sayable_in(course)], 40)
            for one, two in alike(course, chance):
                for each in said:
                    assert after(one, each) == after(two, each), (each, one, two)

    # --- how it is played ------------------------------------------------------------------------

    def test_its_guide_tells_how_it_is_played(self) -> None:
        guide, words = self.case.game.guide, 0
        assert guide.is_given, "name the goal"
        for title, paragraphs in guide.parts:
            assert paragraphs, f"{title}: say something"
            assert all(each.endswith((".", ":")) for each in paragraphs), title
            words += sum(len(plain(each).split()) for each in paragraphs)
        assert words <= MOST_WORDS, f"{words} words: put some of them into details"
        assert all(is_whole(plain(each)) for each in guide.messages if each)
        for each in guide.details:
            assert each.title
            assert each.parts
        for _, players in self.case.tables:
            header = header_of(self.case.game, players, self.case.needed(players))
            ranked = {code for ladder in guide.ladders(header) for code in ladder.cards}
            assert ranked <= {card.code for card in cards_in(header.deck)}

    def test_its_guide_says_who_leads(self) -> None:
        says_left = TRICKS in self.case.game.guide.turn
        for course in courses(self.case) if says_left else ():
            for seen in course.views:
                if seen.next_what != "play" or seen.trick or seen.tricks or seen.dealer is None:
                    continue
                first = next(at for at in seen.in_turn(seen.dealer)[1:] if at not in seen.out)
                is_left = seen.next_seat == first and seen.step > 0
                assert is_left, "in this game not the dealer’s left leads, as `TRICKS` says"

    def test_its_guide_is_translated_into_each_of_its_languages(self) -> None:
        _must_be_translated(self.case.game, self.case.game.guide.messages)

    def test_its_lesson_is_judged_by_its_own_rules(self) -> None:
        moments = lessons.course(self.case.game)
        assert moments, "teach it in six to ten steps"
        for step in self.case.game.lesson.steps:
            assert all(is_whole(plain(each)) for each in (step.tells, step.asks, step.rule))
            assert step.tells.endswith((".", "!")), step.tells
            assert step.asks.endswith("?"), step.asks
            assert step.rule.endswith("."), step.rule
            words = sum(len(plain(each).split()) for each in (step.tells, step.asks, step.rule))
            assert words <= MOST_WORDS_OF_A_STEP, f"{words} words: {step.tells}"
        for each in moments:
            names = [sheet.name for sheet in each.view.rules.page.sheets(each.view)]
            assert each.step.sheet in ("", *names)

    def test_its_lesson_is_translated_into_each_of_its_languages(self) -> None:
        lesson = self.case.game.lesson
        names = TABLES[lesson.players] if lesson.is_given else ()
        _must_be_translated(self.case.game, lesson.messages, names)

    def test_what_cannot_be_said_is_refused_in_every_language(self) -> None:
        game, course = self.case.game, courses(self.case)[0]
        forms = [each.form for each in game.topics if not (each.is_move or each.form.fits(None))]
        with pytest.raises(Impossible) as refused:
            record_with(course.header, ()).check(Declared(0, "unheard", None))
        refusals = [*forms, refused.value.message]
        english = [*map(str, refusals)]
        assert english[-1] == f"there is no 'unheard' in {game.title}"
        for code in _own_languages(game):
            with speaking(code):
                alike = {*english} & {*map(str, refusals)}
            assert not alike, f"translate these into {code}: {alike}"

    # --- what is possible ------------------------------------------------------------------------

    def test_nothing_is_raised_but_malformed_and_impossible(self) -> None:
        for course in courses(self.case):
            chance = Random(3)
            lines = [*anything(self.case, course)]
            for number in some(chance, range(len(course.states)), 8):
                record = record_with(course.header, course.lines[:number])
                before, told = told_by(record), list[str]()
                phase = view(record).phase
                assert is_whole(whole(phase.can or phase.headline)), "say what is possible"
                for line in some(chance, lines, 60):
                    try:
                        record.check(entry(record, line))
                    except Impossible as refusal:
                        said = notes.refusal(refusal, course.header.seat_names)
                        assert is_whole(said)
                        told.append(str(refusal).strip())
                    except BadLine as refusal:
                        told.append(str(refusal).strip())
                assert all(told), "a refusal says why"
                assert told_by(record) == before, "what is only tried changes nothing"

    def test_what_is_offered_is_accepted_and_nothing_else(self) -> None:
        for course in courses(self.case):
            chance, all_of_it = Random(5), [*sayable_in(course)]
            for state in some(chance, course.states, 12):
                for offer in state.offers():
                    for seat in offer.seats:
                        for value in offer.values:
                            line = line_of(offer.what, seat, value)
                            is_taken = is_possible(course, state, line)
                            told = f"refused, so do not offer it, or see `Secrets.refused`: {line}"
                            assert is_taken or offer.what in self.case.secrets.refused, told
                for said in all_of_it:
                    if after(state, said) is not None:
                        assert is_offered(state, codec.fields_of(said)), said
            for state, line in zip(course.states, course.lines, strict=False):
                if line["kind"] in ("dealt", "declared", "moved"):
                    assert is_offered(state, line), line

    def test_undo_equals_never(self) -> None:
        for course in courses(self.case, is_tidy=True):
            chance = Random(2)
            for number in some(chance, range(len(course.lines)), 8):
                length = min(len(course.lines), number + 1 + chance.randrange(30))
                said = course.lines[:length]
                struck = {"kind": "struck", "seq": number + 1}
                never = stands(course, said[:number] + said[number + 1 :])
                undone = stands(course, [*said, struck])
                assert (undone is None) == (never is None), struck
                if undone is not None and never is not None:
                    assert meant(undone) == meant(never, beyond=number), struck
                other = otherwise_said(chance, course, said[number])
                corrected = {"kind": "corrected", "seq": number + 1, "entry": other}
                never = stands(course, [*said[:number], other, *said[number + 1 :]])
                undone = stands(course, [*said, corrected])
                assert (undone is None) == (never is None), corrected
                if undone is not None and never is not None:
                    assert meant(undone) == meant(never), corrected

    # --- what is presumed ------------------------------------------------------------------------

    def test_what_it_presumes_can_have_happened(self) -> None:
        """Whoever acts, and at whatever moment: the table makes such entries by itself."""
        for course in courses(self.case, is_tidy=True):
            for record in _as_it_grows(course):
                for seat, what in _acts(record):
                    trial, made = record.fork(), frozenset[int]()
                    while one := self.case.game.presuming.before(Attempt(trial, made, seat, what)):
                        made |= {trial.add(one.entry)}
                        words = by_name(one.why, course.header.seat_names)
                        assert is_whole(words)
                        assert not words.endswith(".")
                        assert len(made) <= MOST, "one act shows a whole game to be missing"

    def test_what_can_be_done_early_is_possible_then(self) -> None:
        for course in courses(self.case, is_tidy=True):
            for record in _as_it_grows(course):
                for seat, what in self.case.game.presuming.early(record.state):
                    tried = suppositions(record, frozenset(), seat, what)
                    assert any(_can_do(each.record, seat, what) for each in tried), (seat, what)

    # --- secrets ---------------------------------------------------------------------------------

    def test_public_means_public(self) -> None:
        """With other secrets, everybody sees the same everywhere, entry by entry."""
        games = [
            Played(each.header, each.lines) for seed in (1, 2) for each in courses(self.case, seed)
        ]
        # Where every card is dealt and played, no card that was read could have been another.
        others = [*map(self._has_others_that_look_alike, games)]
        if not any(others):
            others = [self._has_others_that_look_alike(_until_read(each)) for each in games]
        assert any(others), (
            "no game by chance has a secret: let more cards be read, "
            "`plays=by_its_own_player(GAME, Slips(reads=0.3))`"
        )

    def _has_others_that_look_alike(self, played: Played) -> bool:
        """Whether the game could have had other secrets; none of them may be seen."""
        game = while_secret(self.case, played)
        said = entries(game)
        other = otherwise(Random(4), self.case, game, said)
        if other == said:
            return False
        ours, theirs = _seen_by_all(game, said), _seen_by_all(game, other)
        for one, another in zip(ours, theirs, strict=True):
            assert one == another
        return True

    def test_a_seat_sees_no_secret_of_others(self) -> None:
        for course in courses(self.case):
            game = while_secret(self.case, Played(course.header, course.lines))
            seats = course.header.owners[0]
            said = entries(game)
            other = otherwise(Random(6), self.case, game, said, spared=seats)
            ours, theirs = _seen_by(seats[0], game, said), _seen_by(seats[0], game, other)
            for one, another in zip(ours, theirs, strict=True):
                assert one == another

    # --- playthroughs and the referee ------------------------------------------------------------

    def test_there_is_a_playthrough_of_every_kind_of_table(self) -> None:
        heads = (head_of(_lines(path)[0]) for path in _playthroughs(self.case))
        there = {_kind_of(self.case, head) for head in heads}
        missing = {*_kinds(self.case)} - there
        assert not missing, f"write its first line into a file: {sorted(missing)}"

    def test_a_playthrough_means_what_it_says(self) -> None:
        for path in _playthroughs(self.case):
            lines = _said(path, self.case)
            played_through = [*playthrough(lines, self.case)]
            if WRITE:
                path.write_text("\n".join(played_through) + "\n", encoding="utf-8")
            assert played_through == (played_through if WRITE else lines), path.stem

    def test_the_referee_agrees(self) -> None:
        if self.case.referee is None:
            pytest.skip("the game has no referee")
        for course in courses(self.case):
            lengths = [*some(Random(1), range(len(course.lines)), 4), len(course.lines)]
            for length in lengths:
                lines, given = course.lines[:length], dict(course.header.given)
                referee = self.case.referee(course.header.players, lines, given)
                record = record_with(course.header, lines)
                for viewpoint in (PUBLIC, REFEREE, 0):
                    assert record.summary(viewpoint) == referee.summary(viewpoint)

    # --- words -----------------------------------------------------------------------------------

    def test_each_phase_has_its_words(self) -> None:
        told: dict[str, str] = {}
        for seen in _first_of_each(self.case):
            for language in languages():
                with speaking(language):
                    phase = seen.phase
                    for sentence in (phase.headline, phase.own or phase.headline):
                        assert is_whole(spoken(sentence)), seen.next_what
                    assert is_whole(phase.due.what)
                    assert is_whole(spoken(phase.can)) or not phase.can
                    assert phase.can or not phase.is_play, "say what can be played: `Phase.can`"
                    foot = phase.foot or phase.due
                    assert is_whole(foot.what or foot.who)
                    assert phase.is_between == (seen.next_what in ("deal", "over"))
            if len(seen.awaited) == 1 and seen.next_what != "deal":
                assert seen.names[seen.awaited[0]] in phase.due.words
            assert not re.search(r"(.+) plays for \1$", spoken(phase.headline))
            told.setdefault(phase.due.what, seen.next_what)
        assert {*told.values()} == {seen.next_what for seen in _first_of_each(self.case)}

    def test_each_trick_says_why_it_was_taken(self) -> None:
        for course in courses(self.case):
            told: dict[tuple[str, TakenTrick], Sentence] = {}
            for seen in {(each.last, each.tricks): each for each in course.views}.values():
                for language in languages():
                    with speaking(language):
                        words, listed = why(seen), [*tricks(seen)][::-1]
                    assert bool(words) == (seen.last_winner is not None)
                    assert is_whole(spoken(words)) or not words
                    if words and seen.tricks:
                        told[language, seen.tricks[-1]] = words
                    rows = [row.why for sheet in listed for row in sheet.rows]
                    assert rows == [told[language, each] for each in seen.tricks]

    def test_each_finding_has_words(self) -> None:
        told: dict[str, set[str]] = {}
        for course in _until(self.case, lambda: {*told} >= self.case.improper):
            record = record_with(course.header, course.lines)
            for viewpoint in (PUBLIC, REFEREE):
                seen = view(record, viewpoint)
                for remark in seen.remarks:
                    who = remark.finding.seat
                    plain = plain_finding(remark, seen.names)
                    page = spoken(finding_sentence(remark, seen.names))
                    for words in (plain, page):
                        assert is_whole(words)
                        assert who is None or seen.names[who] in words
                    assert "broke a rule" not in plain, "a rule by its name in records"
                    told.setdefault(remark.finding.rule, set()).add(plain)
                    if len(told[remark.finding.rule]) <= 5:  # the same for all that follow
                        self._assert_shown(record, viewpoint, remark)
        unseen, unnamed = self.case.improper - {*told}, {*told} - self.case.improper
        assert not unseen, f"never broken in a game by chance: {unseen}; see `GameCase.plays`"
        assert not unnamed, f"broken, and not named in `improper`: {unnamed}"
        for one, two in combinations(told.values(), 2):
            assert not one & two, "two rules read alike"

    def test_a_revoke_is_one_by_the_suits_of_the_table(self) -> None:
        """A judge that goes by printed suits blames whoever follows with a bower."""
        for course in courses(self.case, is_tidy=True):
            for found in record_with(course.header, course.lines).findings(REFEREE):
                table = course.states[found.seq - 1].tabletop()
                if found.rule == "follow" and found.seat is not None and table.owed is not None:
                    laid = BY_CODE[course.lines[found.seq - 1]["card"]]
                    follows = table.ranking.letters[laid] == table.owed
                    assert not follows, f"{laid} follows {table.owed} in entry {found.seq}"

    def test_a_revoke_is_found_unless_the_table_exempts_the_card(self) -> None:
        """A judge that exempts more cards than `Tabletop.exempt` says overlooks one."""
        for course in courses(self.case, is_tidy=True):
            record = record_with(course.header, course.lines)
            found = {(each.seq, each.seat) for each in record.findings(REFEREE)}
            steps = [*record.steps()]
            for place, (seq, laid, _) in enumerate(steps):
                table = course.states[place].tabletop()
                if not isinstance(laid, Laid) or table.owed is None or table.stock:
                    continue
                letters, owed = table.ranking.letters, table.owed
                if letters[laid.card] == owed or laid.card.bit & table.exempt:
                    continue
                for _, later, _ in steps[place + 1 :]:
                    if not isinstance(later, Laid):
                        break
                    if later.seat == laid.seat and letters[later.card] == owed:
                        assert (seq, laid.seat) in found, f"{laid.card} in entry {seq} is a revoke"

    def _assert_shown(self, record: Record, viewpoint: int, remark: FindingDetail) -> None:
        """The tricks and entries that prove it are on the page, in every language, and printed."""
        if remark.finding.seat is None:
            assert not remark.exhibits, "tricks would name somebody"
            return
        printed = report(record, viewpoint)
        shown = [f"trick {each.number}: " for each in remark.exhibits]
        names = view(record, viewpoint).names
        laid = [code for each in remark.exhibits for _, code in each.plays]
        signs = [in_signs(code, names) for code in laid]
        assert laid or remark.entries, "nothing shows it"
        assert all(words in printed for words in [*shown, *signs])
        for language in languages():
            with speaking(language):
                names = view(record, viewpoint).names
                sheet = exhibits(remark, names)
                assert sheet is not None
                page = markup.findings([ShownFinding(finding_sentence(remark, names), sheet)])
                assert page.count('<i class="') == len(laid)
                assert page.count("<p>") == len(remark.entries)
                telling = {remark.card, remark.proof_card} & {*laid}
                assert (" telling" in page) == bool(telling)

    # --- what can be said ------------------------------------------------------------------------

    def test_each_topic_was_offered_and_has_sentences(self) -> None:
        found: set[str] = set()
        topics = {topic.name for topic in self.case.game.topics}
        for course in _until(self.case, lambda: found >= topics):
            people = course.header.seat_names
            for state, then in zip(course.states, [*course.views[1:], None], strict=True):
                for offer in state.offers():
                    found.add(offer.what)
                    topic = topic_of(self.case.game, offer.what)
                    assert topic is DEALT or topic in self.case.game.topics, offer.what
                    for seat in offer.seats:
                        assert is_whole(spoken(topic.heading(seat, people)))
                        for value in offer.values:
                            assert is_whole(spoken(topic.say(speaker(seat, people), value)))
                if then is not None and then.newest is not None:
                    newest = topic_of(self.case.game, then.newest.topic or then.newest.move)
                    is_news = newest in self.case.game.topics and not newest.is_quiet
                    assert not is_news or is_whole(newest_happening(then)), then.newest
        assert topics <= found, f"never offered in a game by chance: {topics - found}"
        assert found - {"dealt"} <= topics, f"offered, and no topic: {found - topics}"

    def test_each_topic_can_be_said_everywhere(self) -> None:
        """With the board's keys, on the seat's page, on the host's, and over the API.

        At the smallest and the largest table, and at the others what could not be said there.
        """
        first, *others = courses(self.case, is_tidy=True)
        said = set[str]()
        for number, course in enumerate((first, *others[::-1])):
            tried = set[str]() if number < 2 else {*said}
            with samples.hosting(course) as room:
                hands = People(room, course)
                for number in range(len(course.lines) + 1):
                    if tried >= {topic.name for topic in self.case.game.topics}:
                        break
                    if number:
                        ask(room.table, commands.Enter(course.lines[number - 1]))
                    for offer in samples.now(room).state.offers():
                        if offer.what not in tried and hands.can_say(offer):
                            tried.add(offer.what)
                            hands.say_everywhere(offer)
            said |= tried

    def test_the_only_thing_that_can_be_said_stands_on_its_button(self) -> None:
        moments = (
            (record, seat)
            for course in courses(self.case)
            for record in _as_it_grows(course)
            if any(len(offer.values) == 1 for offer in record.state.offers())
            for seat in record.state.awaited
        )
        for record, seat in islice(moments, MOST_ALONE):
            seen, names = view(record, seat), record.header.seat_names
            for group in due(SeatContext(seen, record.header, record, seat, names, ())):
                if len(group.keys) == 1:
                    assert spoken(group.keys[0].words) in group.button, group

    # --- cards -----------------------------------------------------------------------------------

    def test_whoever_owes_an_exchange_is_offered_no_card_to_lay(self) -> None:
        moments = (
            (record, seat)
            for course in courses(self.case)
            for record in _as_it_grows(course)
            for seat in record.state.awaited
            if _must_move(record, seat)
        )
        for record, seat in islice(moments, MOST_EXCHANGES):
            assert fan(record, frozenset(), seat, hand(record, seat), is_due=True) is None

    def test_its_deck_is_what_its_rules_take(self) -> None:
        for course in courses(self.case):
            deck, in_fans = course.header.deck, 0
            named = {line["card"] for line in course.lines if "card" in line}
            assert named <= {card.code for card in cards_in(deck)}
            lengths = range(len(course.lines))
            laid = (at for at in lengths if course.lines[at]["kind"] in ("played", "shown"))
            for length in [*islice(laid, 1), *some(Random(4), lengths, 6)]:
                record = record_with(course.header, course.lines[:length])
                for seat in range(course.header.seats):
                    in_fans |= _in_fan(record, seat)
                    for card in ALL:
                        if not card.bit & deck:
                            assert not moment.is_possible(record, Laid(seat, card)), card
            assert in_fans in (0, deck), "a seat's page offers other cards"

    def test_it_says_how_to_deal_until_something_is_seen(self) -> None:
        for course in courses(self.case):
            first = course.views[0]
            assert first.portions, "what are four people to do?"
            for lines, now in enumerate(course.views):
                is_dealt = lines and course.lines[lines - 1]["kind"] == "dealt"
                is_first = lines == 1
                assert now.portions or not (is_dealt and is_first)
                if now.portions is not None:
                    assert now.portions.deck == course.header.deck
                    assert not now.trick
                    is_even = len({*now.portions.hands}) < 2
                    assert bool(how_to_deal(now.portions)) == is_even, "it is told of equal hands"

    def test_the_grid_of_the_host_has_its_deck(self) -> None:
        for each in samples.drawn(self.case):
            deck = {card.code for card in cards_in(_record(each).header.deck)}
            grid = {*re.findall(r'name="card" value="(..)"', each.pages["host"])}
            assert grid in (set(), deck)

    # --- surfaces --------------------------------------------------------------------------------

    def test_no_page_fails_nor_takes_a_name_for_markup(self) -> None:
        for each in samples.drawn(self.case):
            for name, page in [*each.pages.items(), *each.own.items()]:
                assert not re.fullmatch(r"[45]\d\d", page) or name == "evening", (name, page)
                if name not in ("scores", "state"):
                    assert MARKUP not in page, name
                    assert is_whole(text_of(page)), name

    @pytest.mark.parametrize("name", ["guest", "wall", "seat"])
    def test_a_page_says_what_is_awaited(self, name: str) -> None:
        for each in samples.drawn(self.case):
            text = text_of(each.pages[name])
            for words in words_of(_phase(each).headline):
                assert words in text, (name, _view(each).next_what)

    def test_whoever_must_speak_reads_so_and_what_was_said_is_seen(self) -> None:
        for each in samples.drawn(self.case):
            now = _view(each).with_names(clean_names(each.table))
            due = re.findall(
                r'class="place[^"]* is-due".*?class="tag">(.*?)<', each.pages["guest"], re.DOTALL
            )
            assert now.next_what == "play" or "to play" not in due, now.next_what
            middle = now.rules.page.middle(now)
            for place in middle.places:
                for name in ("guest", "wall"):
                    text = text_of(each.pages[name])
                    assert all(words in text for words in words_of(place.said)), name

    def test_the_guests_page_shows_how_it_stands(self) -> None:
        for each in samples.drawn(self.case):
            text, seen = text_of(each.pages["guest"]), _view(each)
            for person in seen.names:
                assert clipped(person) in text
            for total in _score(each).total.values:
                assert total is None or str(abs(total)) in text, seen.next_what
            for words in words_of(_phase(each).beside):
                assert words in text

    def test_a_seats_own_page_says_what_is_due_of_it(self) -> None:
        for each in samples.drawn(self.case):
            for seat, page in each.own.items():
                phase, text = _phase(each), text_of(page)
                is_due = seat in turn.acting_seats(_record(each))
                said = [phase.own or phase.headline, phase.bound] if is_due else [phase.headline]
                said.append(phase.of_dummy)
                # What a seat may do meanwhile stands at the top as well, as its keys are called.
                heading, *legends = (
                    text_of(each) for each in re.findall(r"<(?:h2|legend)[^>]*>(.*?)</", page)
                )
                assert heading in legends or any(
                    sentence and all(words in text for words in words_of(sentence))
                    for sentence in said
                ), (seat, _view(each).next_what)

    def test_the_hosts_page_lists_each_entry(self) -> None:
        for each in samples.drawn(self.case):
            listed = each.pages["host"].partition('id="entries"')[2]
            # A button tells the card of its entry, too.
            text = text_of(re.sub('(<button[^>]*) aria-label="[^"]*"', r"\1", listed))
            for line in each.lines[-3:]:
                if line["kind"] in ("played", "shown"):
                    assert codec.fields_of(entry(_record(each), line))["card"]
                    assert card_name(str(line["card"])) in text

    def test_the_explained_score_adds_up_to_each_deal(self) -> None:
        """Each deal's story says what it gained everybody, or what they have with it."""
        deals = 0
        for each in samples.drawn(self.case):
            page = each.pages["game"]
            if len(_score(each).deals) > 1:
                # A single one is the game's result, too. Titles count deals.
                stories = (it.partition('class="result"')[2] for it in page.split('id="story')[1:])
                page = " ".join(stories)
            text = text_of(page)
            totals = [0] * len(_view(each).owners)
            for deal in _score(each).deals:
                deals += 1
                for owner, gain in enumerate(deal.gains):
                    totals[owner] += gain
                    told = (str(abs(gain)), str(abs(totals[owner])))
                    assert not gain or any(number in text for number in told)
        assert deals, "no deal was scored"

    def test_the_evening_and_its_spreadsheet_count_what_was_scored(self) -> None:
        scored = 0
        for each in samples.drawn(self.case):
            deals = _score(each).deals
            gained = [sum(gains) for gains in zip(*(deal.gains for deal in deals), strict=True)]
            rows = [*csv.DictReader(io.StringIO(each.pages["scores"].removeprefix("\ufeff")))]
            for owner, seats in enumerate(_view(each).owners):
                for row in (row for row in rows if int(row["seat"]) - 1 in seats):
                    if gained and not _view(each).is_over and self._is_scored_once(each):
                        continue
                    assert row["score"] in (str(gained[owner]) if gained else "", "0")
                    scored += bool(gained)
            if gained:
                assert text_of(each.pages["evening"]).count(str(abs(gained[0])))
        assert scored

    def _is_scored_once(self, each: Drawn) -> bool:
        return not _score(each).deals[0].number

    def test_the_terminal_reports_and_narrates_it(self) -> None:
        for each in samples.drawn(self.case):
            told, seen = report(_record(each), PUBLIC), _view(each)
            assert self.case.game.title in told
            assert in_signs(seen.phase.due.what, seen.names) in told
            assert all(clipped(person) in told or person in told for person in seen.names)
            lines = [*changes(each.before, each.table)]
            assert len({*lines}) == len(lines)
            assert all(is_whole(line) for line in lines)
            if each.lines and each.lines[-1]["kind"] in ("dealt", "played", "moved"):
                (who,) = (
                    each.lines[-1][key] for key in ("seat", "dealer") if key in each.lines[-1]
                )
                assert seen.names[who] in lines[0]

    def test_the_display_draws_it_within_its_limits(self) -> None:
        shown: dict[str, set[str]] = {}
        for each in samples.drawn(self.case):
            for page in ("table", "scores"):
                now = with_desk(each.table, page=page)
                fields = drawn(picture(now, each.before))
                assert len(fields.get("n", ())) <= MOST_COLUMNS
                assert "None" not in json.dumps(fields)
            shown.setdefault(_view(each).next_what, set()).add(picture(each.table))
        for one, two in combinations(shown.values(), 2):
            assert not one & two, "two phases look alike"

    def test_the_virtual_table_draws_it(self) -> None:
        for each in samples.drawn(self.case):
            places = Places(7)
            places.follow(1, _record(each))
            told = as_json(_scene_of(each, places))
            assert json.loads(json.dumps(told))
            text = json.dumps(told, ensure_ascii=False)
            assert all(clipped(person) in text for person in _view(each).names)
            assert all(words in text for words in words_of(_phase(each).headline))

    def test_its_house_rules_are_printed(self) -> None:
        for course in courses(self.case):
            header = course.header
            printed = house_rules.text(header).splitlines()
            for name, option in header.rules.options(header.players, header.given).items():
                assert sum(line.startswith(f"    {name} = ") for line in printed) == 1
                listed = [each for each in option.values if not isinstance(each, Form)]
                plain = [v for one in listed for v in (one if isinstance(one, range) else [one])]
                said = {str(option.meaning(value)) for value in plain}
                assert len(said) == len({*map(json.dumps, plain)}), f"{name}: two values read alike"
                assert all(words.endswith(".") and is_whole(words) for words in said)
            assert all(line == line.rstrip() for line in printed)


# --- moments --------------------------------------------------------------------------------------


def _must_be_translated(game: AnyGame, given: Iterable[str], names: Collection[str] = ()) -> None:
    """These messages have whole words in each language of the game; names stay as they are."""
    words = [each for each in given if re.search(r"[^\W\d_]", FIELDS.sub("", each))]
    assert words
    for code in _own_languages(game):
        with speaking(code):
            left = [each for each in words if messages().gettext(each) == each]
            left = [each for each in left if each not in names]
            assert left == [], f"translate these into {code}: {left}"
            assert all(is_whole(plain(each)) for each in words)


def _own_languages(game: AnyGame) -> Iterator[str]:
    """The languages that the game's package has, English apart."""
    package = game.start.__module__.partition(".")[0]
    home = Path(str(import_module(package).__file__)).with_name("languages")
    folder = FOLDER if package == tricktable.__name__ else home
    if folder == home:
        add_messages(package)
    yield from (path.stem for path in sorted(folder.glob("*.po")))


def _first_of_each(case: GameCase) -> list[AnyView]:
    """The first moment of each phase at each table."""
    found: dict[tuple[object, ...], AnyView] = {}
    for course in courses(case):
        for seen in course.views:
            found.setdefault((course.header.players, *samples.phase_of(seen)), seen)
    return [*found.values()]


def _said(path: Path, case: GameCase) -> list[str]:
    """A playthrough's lines; while they are written, a first line alone is played out."""
    return drafted(_lines(path), case) if WRITE else _lines(path)


def _ends(case: GameCase) -> Iterator[AnyView]:
    """Where games ended: those by chance, and those of playthroughs."""
    for course in courses(case):
        if course.views[-1].is_over:
            yield course.views[-1]
    for path in _playthroughs(case):
        last = outcome(_said(path, case), case)
        if last.is_over:
            yield last


def _view(each: Drawn) -> AnyView:
    assert each.table.view is not None
    return each.table.view


def _phase(each: Drawn) -> Phase:
    """As pages say it, with the names as they write them."""
    return _view(each).with_names(clean_names(each.table)).phase


def _score(each: Drawn) -> Score:
    seen = _view(each)
    return seen.rules.score(seen)


def _record(each: Drawn) -> Record:
    assert each.table.header is not None
    return record_with(each.table.header, each.lines)


def _must_move(record: Record, seat: int) -> bool:
    """Whether cards are to go out of this hand before any is played."""
    state = record.state
    return state.next.what != "play" and any(
        each.what.startswith("hand>") and seat in each.seats for each in state.offers()
    )


def _in_fan(record: Record, seat: int) -> int:
    """The cards that the seat's page offers it to lay, as a mask."""
    held = hand(record, seat)
    shown = fan(record, frozenset(), seat, held, is_due=True)
    if shown is None:
        return 0
    lines = [*shown.hand, *(line for suit in shown.suits for line in suit.rows)]
    return mask(BY_CODE[code] for line in lines for code in line)


def _scene_of(each: Drawn, places: Places) -> Scene:
    return Scene(
        code=CODE,
        table=each.table,
        screen=b"",
        lights=((0, 0, 0),) * 4,
        hertz=0,
        hands=tuple(codes(hand) for hand in places.hands()),
        piles=dict(places.piles),
        readers=tuple(tuple(tokens) for tokens in places.readers),
        cut=(False,) * 4,
        is_plugged=True,
        is_auto=True,
    )


MOST_EXCHANGES = 24
"""At this many moments of a game everybody who owes one tries to lay a card."""
MOST_ALONE = 48
"""At this many moments there is one thing to say at most."""
MOST_GAMES = 24
"""This many are played at most for what is rare."""


def _until(case: GameCase, is_enough: Callable[[], bool]) -> Iterator[Course]:
    """Games by chance, until they have shown what is looked for."""
    for seed in range(1, MOST_GAMES):
        yield from courses(case, seed)
        if is_enough():
            return


# --- what is presumed -----------------------------------------------------------------------------


def _as_it_grows(course: Course) -> Iterator[Record]:
    """The record before the first entry, and after each."""
    record = Record(course.header)
    yield record
    for line in course.lines:
        record.add(entry(record, line))
        yield record


def _acts(record: Record) -> Iterator[tuple[int | None, str]]:
    """Cards that each seat lays or scans, and all that can be said."""
    for seat in range(record.header.seats):
        yield from ((seat, LAID), (seat, READ))
    yield from ((seat, offer.what) for offer in record.state.offers() for seat in offer.seats)


def _can_do(record: Record, seat: int, what: str) -> bool:
    """Whether the table waits for just that."""
    if what == LAID:
        return record.header.rules.laying.card_meaning(record.header, record.state.next) is not None
    return any(each.what == what and seat in each.seats for each in record.state.offers())


# --- who sees what --------------------------------------------------------------------------------

OFTEN = 15
"""After this many entries all pages are drawn."""


def _until_read(game: Played) -> Played:
    """The game until a card of a hand was read for the last time."""
    read = [number for number, line in enumerate(game.lines) if line["kind"] == "held"]
    return game._replace(lines=game.lines[: read[-1] + 1]) if read else game


def _seen_by_all(game: Played, said: Sequence[Entry]) -> Iterator[object]:
    record, before = Record(game.header), None
    for each in said:
        record.add(each)
        now = as_seen(record)
        yield json.dumps(record.summary()), now.view, picture(now, before), [*changes(before, now)]
        if record.seq % OFTEN == 0 or record.seq == len(said):
            yield str(fragment.render(now)), api.state(now), report(record, PUBLIC)
            yield [*_listed(record)], explanations(record, now.names)
        before = now


def _listed(record: Record) -> Iterator[object]:
    """The entries as the API lists them; whose reader read a card, everybody could see."""
    for each in api.entries(record, 0):
        yield structs.replace(each, seat=0) if isinstance(each, HeldEntryJson) else each


def _seen_by(seat: int, game: Played, said: Sequence[Entry]) -> Iterator[object]:
    record = Record(game.header)
    for each in said:
        record.add(each)
        yield json.dumps(record.summary(seat)), view(record, seat)


# --- playthroughs ---------------------------------------------------------------------------------


def _playthroughs(case: GameCase) -> list[Path]:
    return sorted(case.playthroughs.glob(f"{case.name}-*.txt"))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _kinds(case: GameCase) -> Iterator[str]:
    """The tables that a game can be played at: by players, and by variant where it has some."""
    for players in sorted(case.game.players):
        try:
            options = case.game.options(players, {})
        except BadLine:
            yield "in teams"
            continue
        values = options[case.variants].values if case.variants else ("",)
        yield from (f"{players} {value}".strip() for value in values)


def _kind_of(case: GameCase, head: Head) -> str:
    """The kind of table of a playthrough."""
    if TEAMS in head.options:
        return "in teams"
    known = case.game.options(head.players, {})
    default = known[case.variants].default if case.variants else ""
    return f"{head.players} {head.options.get(case.variants, default)}".strip()
