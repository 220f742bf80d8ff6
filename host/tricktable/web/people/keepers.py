"""Who keeps games, as pages ask for it: at a seat's phone, or by a name and its word.

Everything a person can do with what is kept of them asks for their word again: there is no session
and no token that opens anything for whoever finds it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, NamedTuple, get_args

from flask import abort

from tricktable.club import consents, game_corrections
from tricktable.club.club import Club
from tricktable.club.consents import AddEvening, Consent, Consents, EveningSeat, KeepGames
from tricktable.club.people import words
from tricktable.club.people.careers import Careers
from tricktable.club.people.words import Want
from tricktable.rules.names import name_key
from tricktable.store.journal import Outage
from tricktable.table.answers import Answer, moved_on
from tricktable.table.scorebook import PastCorrections, Scoresheet
from tricktable.table.views import PhoneView
from tricktable.text.language import _
from tricktable.web import limits
from tricktable.web.people import marks
from tricktable.web.site import site
from tricktable.web.tables import off_hub
from tricktable.web.turns import Turns
from tricktable.web.visitors import visitor

MAX_NAME: Final = 400
MAX_WORD: Final = 400
"""Longer ones are refused before they cost anything; a name or word that is kept is far shorter."""
OFFERED = "offered"
"""The game is over, and this person's evening is not kept yet."""
KEPT = "kept"
"""This person's evening is kept."""

PER_ADDRESS: Final = 8
"""How many may wait at one address for one word. Behind a proxy a whole table signs in from one."""
IN_TOTAL: Final = 32
_WORD_S: Final = 1.0
"""What computing a word takes on a small computer, to say when to come back."""


class Keepers(NamedTuple):
    """What is kept of people, and where. May be used from any thread."""

    club: Club
    careers: Careers

    @property
    def consents(self) -> Consents:
        """Everybody who keeps games now."""
        return self.club.view().of(consents.PART)

    @property
    def corrections(self) -> PastCorrections:
        """What was corrected of games that their tables have left."""
        return game_corrections.corrections(self.club.view())

    def offer(self, sitting: PhoneView) -> str:
        """`OFFERED`, `KEPT`, or nothing where there is nothing to say. May wait for a disk."""
        record, seat = sitting.record, sitting.seat
        if record is None or seat is None or record.state.status == "playing":
            return ""
        try:
            game = self._game(sitting)
        except Outage:
            return ""
        if game is None or not game.is_named(seat):
            return ""
        return KEPT if game.sittings[seat] in self.consents.evenings else OFFERED

    def keep(self, sitting: PhoneView, typed: str) -> str:
        """Keep the games of whoever's phone this is. Returns why not, or nothing.

        For the hub's thread: it computes and reads in others.
        """
        try:
            game = off_hub(self._game, sitting)
        except Outage:
            return _("The journal cannot be read just now. Try again soon.")
        if game is None or sitting.seat is None:
            return moved_on().refusal
        if not game.is_named(sitting.seat):
            return _("Ask the host to add your name first.")
        word = words.read(typed)
        if not words.is_long_enough(word):
            return too_short()
        name, there = game.names[sitting.seat], EveningSeat(*game.sittings[sitting.seat])
        known = self._now_known(name)
        if known is None:
            return self._kept_unless_deleted(KeepGames(name, hash_of(word, "keep"), there))
        # Guesses at a seat count by themselves: who tries from elsewhere must not stop this one.
        if not self._is_guessed(word, known, name_key(name), "keep"):
            return _(
                "Somebody called {name} keeps games here, with another word. If that is not you, "
                "have your name spelt differently at the table.",
                name=name,
            )
        return self._refusal(AddEvening(known.person, there))

    def _kept_unless_deleted(self, request: KeepGames) -> str:
        """Keep them, but not if another host has deleted the name meanwhile.

        Whoever deletes a name takes it out of the tables before the club. So what was added too
        late for the club is found here, for the table is asked afterwards.
        """
        if reason := self._refusal(request):
            return reason
        try:
            if off_hub(self.careers.is_named, request.seated.table, request.name):
                if known := self.consents.of(request.name):
                    marks.give(known)
                return ""
        except Outage:
            return ""
        off_hub(self.club.forget, request.name)
        return _("This name has just been deleted. Ask the host to enter it again first.")

    def _refusal(self, request: KeepGames | AddEvening) -> str:
        answer: Answer = off_hub(self.club.ask, request)
        return "" if answer.is_done else answer.reason

    def name_of(self, sitting: PhoneView) -> str:
        """What the phone's owner is or was called at this table; empty if that is not known.

        May wait for a disk where they have no seat in this game.
        """
        if sitting.seat is not None:
            return sitting.table.names[sitting.seat]
        try:
            return self.careers.name_of(sitting.table.code, sitting.known.person)
        except Outage:
            return ""

    def _game(self, sitting: PhoneView) -> Scoresheet | None:
        """The game that the phone's owner sits at; None if they have moved. Raises: Outage."""
        game = self.careers.newest(sitting.table.code)
        seat = sitting.own_seat
        if game is None or seat is None:
            return None
        there = game.sittings[seat] if seat < len(game.sittings) else None
        return game if there is not None and there.who == sitting.known.person else None

    def by_word(self, name: str, typed: str, want: Want) -> Consent | None:
        """The person with this name and word; None if there is none, or it is another word.

        Counts the try; one that finds nobody takes as long.
        """
        known = self._now_known(name)
        is_theirs = self._is_guessed(words.read(typed), known, name_key(name), want)
        return known if is_theirs else None

    def _now_known(self, name: str) -> Consent | None:
        """The person of this name, also if another host has kept their games just now."""
        off_hub(self.club.catch_up)
        return self.consents.of(name)

    def _is_guessed(self, word: str, known: Consent | None, name: str, want: Want) -> bool:
        """Whether it is their word. Counts the try, and marks a phone that has the word."""
        where, mark = "seat " if want == "keep" else "", marks.of(known)
        with _turn(want, _whose(mark)):
            limits.count(*(("own", f"{where}{name} {mark}") if mark else ("guess", where + name)))
            is_theirs = off_hub(words.fits, word, known.word if known else None)
        if is_theirs and known is not None:
            marks.give(known)
        return is_theirs

    def count_word(self, name: str) -> None:
        """Count that this request gives a word for a name; ends it with 429 if there were too many.

        A phone that had the word before is counted apart from others of its address.
        """
        limits.count("word", _whose(self._mark(name) if 0 < len(name) <= MAX_NAME else ""))

    def _mark(self, name: str) -> str:
        """The mark that this phone has for the name, also if another host has given it just now.

        The database is asked as often as an address may give a word: any cookie may be a mark.
        """
        mark = marks.of(self.consents.of(name))
        if not mark and marks.is_brought() and site().limits.allows("word", f"news {visitor()}"):
            mark = marks.of(self._now_known(name))
        return mark


def of_host() -> Keepers | None:
    """What this host keeps of people; None if it keeps nothing."""
    club = site().club
    careers = site().careers
    return Keepers(club, careers) if club and careers else None


def of_host_or_404() -> Keepers:
    """What `of_host` returns; ends the request with 404 if that is None."""
    return of_host() or abort(404)


def hash_of(word: str, want: Want = "open", mark: str = "") -> str:
    """The word as it is kept. Ends the request with 503 if too many wait for this."""
    with _turn(want, _whose(mark)):
        return off_hub(words.salted_hash, word)


def queues() -> Mapping[Want, Turns]:
    """The queues of one app, one for each thing that is wanted: none of them keeps another waiting.

    In each one word is computed at a time: all of gevent's threads at it would keep tables waiting.
    """
    return {want: Turns(per_address=PER_ADDRESS, in_total=IN_TOTAL) for want in get_args(Want)}


@contextmanager
def _turn(want: Want, whose: str) -> Iterator[None]:
    with site().turns[want].turn_or_busy(whose, _WORD_S):
        yield


def _whose(mark: str) -> str:
    """Who asks: a phone by its mark, which no other of its address can take, or an address."""
    return f"mark {mark}" if mark else visitor()


def too_short() -> str:
    """What is told about a word that cannot be kept."""
    return _("A word needs at least {least} letters.", least=words.SHORTEST)
