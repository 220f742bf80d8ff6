"""Games that a table has left on the host's pages: their entries, and what is corrected in them.

The table has gone on to another game, so a correction is kept by the club, behind the end of the
record. Whoever tells what the game came to takes it in.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, render_template, request, url_for

from tricktable.club import game_corrections
from tricktable.rules import codec
from tricktable.rules.dealer import change_of
from tricktable.rules.entries import BadLine, Entry, Impossible
from tricktable.rules.record import Record
from tricktable.table import answers
from tricktable.table.answers import Answer, Trial
from tricktable.table.desk import from_pages
from tricktable.table.scorebook import PastCorrections, Scorebook, Scoresheet
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.web.competition.lookup import club_or_404
from tricktable.web.guards import allow_forms, host_only, is_this_machine, token_to_repeat
from tricktable.web.guest import standings
from tricktable.web.guest.history import past_corrections
from tricktable.web.guest.screen import shown_names
from tricktable.web.guest.sentences import Names
from tricktable.web.host import corrections, entries, forms, host_page, write_lock
from tricktable.web.site import site
from tricktable.web.tables import all_tables, off_hub, table_or_404

blueprint = Blueprint("past_games", __name__, url_prefix="/host/t/<code>/past")

ACTIONS: Final = ("strike", "restore", "correct", forms.AMEND)
"""What can be done to an entry of a past game; nothing can be added to one."""


ALL: Final = "evenings"
"""In a form: show a list of all earlier evenings."""
OF: Final = "evening"
"""In a form: show the games of the evening in which the game with this number was played."""


class ListedGame(NamedTuple):
    """An earlier game, as the list shows it."""

    number: int
    time: str
    title: str
    names: Names
    can_be_taken_up: bool
    """Whether it is not over, and nothing has been recorded at the table since."""


class ListedEvening(NamedTuple):
    """An earlier evening, as the list shows it."""

    first: int
    """The number of its first game."""
    date: str
    games: int
    titles: Sequence[str]
    """What was played, each game once."""


@blueprint.route("", methods=["GET", "POST"])
@host_only
def game_list(code: str) -> Response:
    """The earlier games of the evening, the newest first; or another evening's, or all evenings.

    The rows of earlier evenings are read only if a form asks for them.
    """
    table, asked = table_or_404(code), request.values.get(OF, type=int)
    newest = _newest_evening(table)
    first = newest[0].number if newest else 1
    is_earlier = asked is not None and asked < first
    earlier = off_hub(_evenings_before, table, first) if is_earlier or ALL in request.values else []
    games = _past_only(table, newest)
    date = ""
    if is_earlier:
        games = next((each for each in earlier if asked in {game.number for game in each}), [])
        if not games:
            abort(404, _("There is no such game at this table."))
        date = standings.date_of(games[0].began)
    left = off_hub(lambda: table.left_games)
    page = render_template(
        "host_past.html",
        code=table.code,
        date=date,
        games=[_game_row(each, left) for each in reversed(games)],
        take_up=url_for("host.act", code=table.code, action="take_up"),
        evenings=[*map(_listed_evening, reversed(earlier))] if not is_earlier else [],
        is_more=first > 1 and (is_earlier or not earlier),
        pen=write_lock.for_page(),
        token=token_to_repeat(),
    )
    return allow_forms(Response(page))


def _game_row(game: Scoresheet, left: frozenset[int]) -> ListedGame:
    return ListedGame(
        game.number,
        game.began.astimezone().strftime("%H:%M"),
        _(game.rules.title),
        shown_names(game.names),
        game.number in left,
    )


def _listed_evening(games: Sequence[Scoresheet]) -> ListedEvening:
    titles = dict.fromkeys(_(each.rules.title) for each in games)
    return ListedEvening(games[0].number, standings.date_of(games[0].began), len(games), [*titles])


@blueprint.route("/<int:number>", methods=["GET", "POST"])
@host_only
def page(code: str, number: int) -> Response:
    """One of them with its entries; `correct` and `try` open the form they name."""
    return _page(*_table_and_game(code, number))


@blueprint.post("/<int:number>/<action>")
@host_only
def act(code: str, number: int, action: str) -> Response:
    """Correct the game, and show it as it then is."""
    table, game = _table_and_game(code, number)
    answer = write_lock.taken_up(table) or _correct(table, game, action)
    if not answer.is_done:
        return _page(table, game, answer.reason)
    if is_this_machine():
        return allow_forms(Response("", 303, {"Location": _address(table.code, number)}))
    return _page(*_table_and_game(code, number), is_over=True)


def _correct(table: Table, game: Scoresheet, action: str) -> Answer:
    seen = corrections.in_view_of()
    if seen not in (None, (game.number, game.record.seq)):
        return answers.moved_on()
    asked = _entry_in_form(game.record, action, shown_names(game.names))
    if isinstance(asked, Answer):
        return asked
    fields = codec.fields_of(asked)
    return off_hub(
        game_corrections.correct, club_or_404(), all_tables(), table.code, game.number, fields
    )


def _entry_in_form(record: Record, action: str, names: Names) -> Entry | Answer:
    """The entry that the form asks for, or why it cannot be."""
    if action not in ACTIONS:
        abort(404)
    try:
        read = forms.read(action, request.values) or abort(404)
        return from_pages.entry_asked(record, read)
    except forms.FormUnreadable as fault:
        abort(422, str(fault))
    except (Impossible, BadLine) as fault:
        return answers.refusal(fault, names)


def _page(table: Table, game: Scoresheet, refusal: str = "", is_over: bool = False) -> Response:
    names, record = shown_names(game.names), game.record
    tried = None
    trying = request.values.get(corrections.TRY, "")
    is_asking = not refusal and not is_over
    if is_asking and "correct" not in request.values and trying:
        made = _trial(record, trying, names)
        if isinstance(made, Answer):
            refusal = made.reason
        elif corrections.is_triable(trying):
            tried = corrections.of_trial(made, trying, game.number, names)
    seq = request.values.get("correct", type=int) if is_asking else None
    shown = render_template(
        "host_past_game.html",
        code=table.code,
        number=game.number,
        title=_(record.header.rules.title),
        names=names,
        listed=[*entries.groups(record, names, request.values.get(entries.OPEN, type=int))],
        refusal=refusal,
        correcting=None if seq is None else corrections.correction_choice(record, seq, names),
        tried=tried,
        deck=host_page.deck_of(record.header),
        seen=frozenset(),
        pen=write_lock.for_page(),
        token=token_to_repeat(),
        address_of=lambda action: _address(table.code, game.number, action),
        is_taking=False,
        leaving=None,
        forgetting=None,
        revoking=None,
    )
    return allow_forms(Response(shown, 409 if refusal else 200))


def _trial(record: Record, action: str, names: Names) -> Trial | Answer:
    """The game as it would be after this, or why it cannot be. Keeps nothing."""
    entry = _entry_in_form(record, action, names)
    if isinstance(entry, Answer):
        return entry
    after = record.fork()
    try:
        for each in change_of(record, entry):
            after.add(each)
    except Impossible as fault:
        return answers.refusal(fault, names)
    return Trial(record.fork(), after)


def _address(code: str, number: int, action: str = "") -> str:
    """Where the form of this action goes; without an action, to the game's page."""
    if not action:
        return url_for("past_games.page", code=code, number=number)
    return url_for("past_games.act", code=code, number=number, action=action)


def _table_and_game(code: str, number: int) -> tuple[Table, Scoresheet]:
    """The table and the game that it has left; ends the request with 404 if there is no such."""
    table = table_or_404(code)
    newest = _newest_evening(table)
    found = [each for each in _past_only(table, newest) if each.number == number]
    if newest and number < newest[0].number:
        found = off_hub(_read, table, number, past_corrections())
    if not found:
        abort(404, _("There is no such game at this table."))
    return table, found[0]


def _newest_evening(table: Table) -> list[Scoresheet]:
    """The games of the newest evening, the oldest first."""
    past = site().evenings
    games: list[Scoresheet] = off_hub(past.games, table, past_corrections())
    return games


def _past_only(table: Table, games: Sequence[Scoresheet]) -> list[Scoresheet]:
    """Those of these games that the table has left."""
    newest = off_hub(table.view).games
    return [each for each in games if each.number < newest]


def _evenings_before(table: Table, first: int) -> list[list[Scoresheet]]:
    """The evenings before the one that the game `first` began. Reads all rows of the table."""
    evenings = Scorebook(table.code, table.rows()).evenings
    return [each for each in evenings if each[0].number < first]


def _read(table: Table, number: int, past: PastCorrections) -> list[Scoresheet]:
    """The game with this number, of whatever evening, as it was corrected; none if it fails."""
    book = Scorebook(table.code, table.rows())
    found = [each for games in book.evenings for each in games if each.number == number]
    opened = (book.open(each, table.rows) for each in found)
    corrected = (each.corrected(past.get((table.code, number), ())) for each in opened)
    return [each for each in corrected if each.is_sound]
