"""A person's own page: what their kept games add up to, and how to end that.

It is the answer to a form with a name and a word: no address, history or cookie opens it. Complete
without JavaScript.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from tricktable.club.consents import ChangeWord, Consent
from tricktable.club.people import words
from tricktable.club.people.career import RUN, Career, career
from tricktable.text.language import _, current, message, plural
from tricktable.text.sentences import Name, Sentence, sentence
from tricktable.web.guards import allow_forms
from tricktable.web.host import forget as forgetting
from tricktable.web.people import keepers, marks
from tricktable.web.people.keepers import MAX_NAME, MAX_WORD, Keepers
from tricktable.web.tables import off_hub

blueprint = Blueprint("people", __name__)

_NOBODY: Final = message("No games are kept under this name with this word.")


class KindRow(NamedTuple):
    """The games of one kind, as the page shows them."""

    title: str
    games: str
    wins: str
    rank: str


class PersonPage(NamedTuple):
    """A person's own page, ready to be drawn."""

    name: str
    since: str
    lead: str
    kinds: tuple[KindRow, ...]
    told: tuple[Sentence, ...]
    """Whatever else is worth a sentence."""


@blueprint.get("/people")
def door() -> Response:
    """Asks for a name and its word. Shows nobody."""
    keepers.of_host_or_404()
    return _door()


@blueprint.post("/people")
def person() -> Response:
    """The page of whoever has this name and word; `do` changes the word, or ends it all."""
    kept = keepers.of_host_or_404()
    name, word = request.form.get("name", ""), request.form.get("word", "")
    kept.count_word(name)
    if not (name.strip() and word.strip()) or len(name) > MAX_NAME or len(word) > MAX_WORD:
        return _door(_("Type your name and your word."), 422)
    act = _ACTS.get(request.form.get("do", "")) or abort(404)
    known = kept.by_word(name, word, "forget" if act is _forget else "open")
    if known is None:
        return _door(_(_NOBODY), 403)
    return act(kept, known)


def _new_word(kept: Keepers, known: Consent) -> Response:
    word = words.read(request.form.get("new", ""))
    if not words.is_long_enough(word):
        return _page(kept, known, keepers.too_short(), 409)
    changed = keepers.hash_of(word, mark=marks.of(known))
    answer = off_hub(kept.club.ask, ChangeWord(known.person, changed))
    if not answer.is_done:
        return _page(kept, known, answer.reason, 409)
    marks.take_back(known)
    marks.give(known._replace(word=changed))
    return _page(kept, known, done=_("Your word is changed."))


def _forget(kept: Keepers, known: Consent) -> Response:
    answer = forgetting.forget(known.name)
    if not answer.is_done:
        return _page(kept, known, answer.reason, 409)
    marks.take_back(known)
    return _door(done=_("Everything about you is deleted, at every table."))


def _door(refusal: str = "", status: int = 200, done: str = "") -> Response:
    page = render_template("people.html", refusal=refusal, done=done, shortest=words.SHORTEST)
    return allow_forms(Response(page, status))


def _page(
    kept: Keepers, known: Consent, refusal: str = "", status: int = 200, done: str = ""
) -> Response:
    page = render_template(
        "person.html",
        it=_page_of(kept, known, off_hub(career_of, kept, known)),
        refusal=refusal,
        done=done,
        shortest=words.SHORTEST,
    )
    return allow_forms(Response(page, status))


_ACTS: Final[Mapping[str, Callable[[Keepers, Consent], Response]]] = {
    "": _page,
    "word": _new_word,
    "forget": _forget,
}


def career_of(kept: Keepers, known: Consent) -> Career:
    """What the person's games add up to. May wait for a disk. Raises: Outage."""
    now = kept.consents
    theirs = {where: who for where, who in now.evenings.items() if who == known.person}
    tables = {each.table for each in theirs}
    there = {where: who for where, who in now.evenings.items() if where.table in tables}
    return career(known.person, kept.careers.games(there, kept.corrections))


def _page_of(kept: Keepers, known: Consent, told: Career) -> PersonPage:
    won = plural("{count} won", "{count} won", told.wins)
    lead = plural("{count} game, {won}", "{count} games, {won}", told.games, won=won)
    return PersonPage(
        known.name,
        day(known.since),
        lead if told.games else _("No finished game yet"),
        tuple(
            KindRow(
                _(each.title),
                number(each.games),
                number(each.wins),
                rank(each.mean_rank, each.wins, each.games),
            )
            for each in told.kinds
        ),
        (*_rare(told), *_partner(kept, told), *_runs(told), *_revokes(told)),
    )


def _rare(told: Career) -> tuple[Sentence, ...]:
    if told.rarest is None:
        return ()
    hand, title, ended = told.rarest
    return (
        sentence(
            _("Your rarest hand was {shape}: one hand in {number} is like it ({game}, {date})."),
            shape=str(hand),
            number=number(hand.about),
            game=_(title),
            date=day(datetime.fromisoformat(ended)),
        ),
    )


def _partner(kept: Keepers, told: Career) -> tuple[Sentence, ...]:
    if told.partner is None or told.partner.person not in kept.consents.people:
        return ()
    return (
        sentence(
            _("Your best partner is {name}: together you won {wins} of {games} games."),
            name=Name(kept.consents.people[told.partner.person].name),
            wins=number(told.partner.wins),
            games=number(told.partner.games),
        ),
    )


def _runs(told: Career) -> tuple[Sentence, ...]:
    if told.longest < RUN:
        return ()
    if told.running >= RUN:
        return (sentence(_("You won your last {number} games."), number=number(told.running)),)
    return (sentence(_("Your longest run is {number} wins."), number=number(told.longest)),)


def _revokes(told: Career) -> tuple[Sentence, ...]:
    if not told.games:
        return ()
    if not told.revokes:
        return (sentence(_("You have not revoked once.")),)
    return (sentence(plural("You revoked once.", "You revoked {count} times.", told.revokes)),)


def day(at: date) -> str:
    """A day as people write it; of a moment, the day where this host is."""
    from babel.dates import format_date  # takes 20 ms, and few views need it

    there = at.astimezone() if isinstance(at, datetime) else at
    return str(format_date(there, "long", locale=current()))


def number(of: int) -> str:
    """A number as people write it."""
    from babel.numbers import format_decimal

    return str(format_decimal(of, locale=current()))


def rank(of: Fraction | None, wins: int, games: int) -> str:
    """A mean rank, with one digit behind the point; without one, how many games were won."""
    if of is None:
        return _("won {wins} of {games}", wins=number(wins), games=number(games))
    from babel.numbers import format_decimal

    return str(format_decimal(float(of), format="0.0", locale=current()))
