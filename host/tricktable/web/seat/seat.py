"""The routes of a seat's page: a phone sits down, sees what the seat may know, speaks for it.

The page that everybody can open holds no secret. Private parts are asked for with the phone's token
in a header, or in a form where there are no scripts, so the token is in no address, log or other
page. A GET changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from markupsafe import Markup

from tricktable.club.calls import SEAT
from tricktable.club.competition.state import Competition
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Declared, Entry, Moved
from tricktable.rules.laying import Way
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.presumptions import is_as_presumed
from tricktable.rules.topics import topic_of
from tricktable.store.journal import Outage
from tricktable.table import commands, seating
from tricktable.table.answers import Answer, moved_on
from tricktable.table.desk import own_card
from tricktable.table.table import Table
from tricktable.table.views import PhoneView
from tricktable.text.language import _
from tricktable.web import limits
from tricktable.web.club import help
from tricktable.web.competition import lookup
from tricktable.web.competition.next_place import NextPlace, next_place
from tricktable.web.guards import allow_forms
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import clean_names, screen
from tricktable.web.host import forms
from tricktable.web.live.changes import view_for
from tricktable.web.people import keepers
from tricktable.web.people.keepers import Keepers
from tricktable.web.seat import seat_offers, seat_page, shared_phone
from tricktable.web.site import site
from tricktable.web.tables import all_tables, off_hub, spectators, table_or_404
from tricktable.web.visitors import visitor

blueprint = Blueprint("seat", __name__, url_prefix="/t/<code>/seat")

TOKEN_HEADER: Final = "X-Seat-Token"
TOKEN_FIELD: Final = "seat_token"
"""The same in the forms of a page without scripts, which no address names either."""
PLAIN_FIELD: Final = "plain"
MORE_FIELD: Final = "more"
"""Whether a phone that has a chair asks for one more, for somebody who shares it."""
_WAYS: Final[Mapping[str, Way | None]] = {"": None, "played": "played", "shown": "shown"}
# It has 22 letters: 16 bytes in base64 (RFC 4648, 5).
MAX_TOKEN: Final = 64
"""No token is longer than this."""


@blueprint.get("")
def page(code: str) -> Response:
    """The table as everybody sees it; the phone itself asks for its private part."""
    table = table_or_404(code)
    return _page(table, _page_of_chairs(table, is_plain=True))


@blueprint.get("/own")
def own_part(code: str) -> str:
    """What only this phone may know; for a phone without a seat, the list of seats."""
    return _own(table_or_404(code), _token())


@blueprint.post("/look")
def look(code: str) -> Response:
    """The same as a page, for a browser without scripts. Changes nothing.

    `first` says who has taken a phone that is passed round.
    """
    table = table_or_404(code)
    _count("say", table)
    if "first" not in request.form:
        return _answer(table)
    return _answer(table, token=shared_phone.with_first(_token(), _number("first")), is_taken=True)


@blueprint.post("/claim")
def claim(code: str) -> Response:
    """Ask for a seat. Answers with the token that will identify the phone once it sits there."""
    table = table_or_404(code)
    limits.count_at("claim", table.code)
    if request.form.get("seat") == shared_phone.ALL:
        return _claim_all(table)
    seat = _number("seat")
    token = seating.new_token()
    address, name = visitor(), request.form.get("name", "")
    answer = off_hub(table.claim, seat, seating.digest(token), address, name)
    if MORE_FIELD in request.form and _token():
        token = shared_phone.BETWEEN.join((_token(), token))
    return _claim_response(table, token, answer.reason if not answer.is_done else "")


def _claim_all(table: Table) -> Response:
    """Take all free seats of people for one phone, which they pass round; only if they are open."""
    now, tokens, reason = off_hub(table.snapshot), list[str](), ""
    if not now.view.are_seats_open or now.view.header is None:
        return _claim_response(table, "", _("Ask the host to open the seats first."))
    address = visitor()
    for seat in range(now.view.header.players):
        if now.places[seat].is_taken:
            continue
        token = seating.new_token()
        answer = off_hub(table.claim, seat, seating.digest(token), address)
        if answer.is_done:
            tokens.append(token)
        else:
            reason = answer.reason
    if not tokens:
        return _claim_response(table, "", reason or _("Every seat has a phone already."))
    return _claim_response(table, shared_phone.BETWEEN.join(tokens), "")


def _claim_response(table: Table, token: str, reason: str) -> Response:
    if _is_plain():
        token = _token() if reason and MORE_FIELD in request.form else token
        return _answer(table, reason, 409 if reason else 201, token)
    if reason:
        abort(409, reason)
    return Response(msgspec.json.encode({"token": token}), 201, mimetype="application/json")


@blueprint.post("/leave")
def leave(code: str) -> Response:
    """Give up the seat, or stop waiting for it."""
    table = table_or_404(code)
    _count("say", table)
    for token in shared_phone.tokens_in(_token()):
        off_hub(table.leave, seating.digest(token))
    return _answer(table, token="")


@blueprint.post("/say")
def say(code: str) -> Response:
    """Say something for this seat, and no other."""
    return _speak(code, _declare)


@blueprint.post("/lay")
def lay(code: str) -> Response:
    """Lay a card of this seat, of a dummy's, or one that is nobody's; no other person's."""
    return _speak(code, _lay, whose=_is_played_here)


@blueprint.post("/take_back")
def take_back(code: str) -> Response:
    """Take back the card that this seat has just laid."""
    return _speak(code, _taken_back, whose=_is_played_here)


@blueprint.post("/back")
def back(code: str) -> Response:
    """Ask the others to let this seat take something back, or answer such a request.

    `do` is `ask`, `agree` or `end`; `seq` the entry that would be taken back.
    """
    return _speak(code, _asked_back)


@blueprint.post("/rest")
def rest(code: str) -> Response:
    """Claim what is left of the hand, lay another seat's claim open, or end it.

    `do` is `claim`, `open` or `end`; `seq` the newest entry when the claim was made. The claimant
    names its hand once all have agreed.
    """
    return _speak(code, _claimed_rest)


@blueprint.post("/dealt")
def say_dealer(code: str) -> Response:
    """Say that this seat dealt, where the table presumes that another one did."""
    return _speak(code, _correct_dealer)


@blueprint.post("/again")
def again(code: str) -> Response:
    """Offer another game of the same people, begin the one that is offered, or take an offer back.

    Any of the people of a phone that is passed round may press.
    """
    table = table_or_404(code)
    sitting = _count("say", table)
    phones = [seating.digest(each) for each in shared_phone.tokens_in(_token())]
    if not sitting.known.sits:
        return _answer(table, _("This phone has no seat."), 403)
    if request.form.get("do") == "withdraw":
        off_hub(table.withdraw_rematch, phones)
        return _answer(table)
    if table.view().desk.is_locked:
        return _answer(table, _refusal_while_locked(), 409)
    it = lookup.running_now()
    if it and _is_played_at(it, table.code):
        return _answer(table, _("The competition says what is played next."), 409)
    game, another = _number("game"), request.form.get("another", "")
    rotate = 0 if another else _number("rotate")
    if rotate > 1 or not (another == "" or another in GAMES):
        abort(422)
    answer = off_hub(table.rematch, phones, game, rotate, another)
    return _answer(table, _refusal(answer), 200 if answer.is_done else 409)


@blueprint.post("/keep")
def keep(code: str) -> Response:
    """Keep the games of whoever sits here, for a word of their own."""
    table, kept = table_or_404(code), keepers.of_host_or_404()
    sitting = _phone_and_seat(table)[1]
    kept.count_word(sitting.table.names[sitting.seat] if sitting.seat is not None else "")
    if sitting.own_seat is None:
        return _answer(table, _("This phone has no seat."), 403)
    reason = kept.keep(sitting, request.form.get("word", ""))
    return _answer(table, reason, 409 if reason else 200)


@blueprint.post("/help")
def call_organiser(code: str) -> Response:
    """Call the organiser to the table, or say that nobody is needed any more."""
    table = table_or_404(code)
    sitting = _count("call", table)
    if not sitting.known.sits:
        return _answer(table, _("This phone has no seat."), 403)
    answer = help.tell(table.code, SEAT, sitting.seat)
    return _answer(table, _refusal(answer), 200 if answer.is_done else 409)


def _no_other(_sitting: PhoneView, _seat: str) -> bool:
    return False


def _is_played_here(sitting: PhoneView, seat: str) -> bool:
    """Whether a seat, as forms write it, is a dummy's whose hand this phone plays, or nobody's."""
    assert sitting.record is not None
    assert sitting.seat is not None
    dummies = own_card.played_by(sitting.record, sitting.seat)
    return seat in (seat_page.NOBODY, *map(str, dummies))


def _speak(
    code: str,
    do: Callable[[Table, PhoneView, int], str],
    whose: Callable[[PhoneView, str], bool] = _no_other,
) -> Response:
    """Do something for the phone's own seat; `do` returns why it cannot be done, if it cannot.

    `whose` says for which other seat it may be done, as the form names it.
    """
    table = table_or_404(code)
    sitting = _count("say", table)
    # Checked with each press: the host may have sent the phone away since the page was drawn.
    if (seat := sitting.own_seat) is None:
        return _answer(table, _("This phone has no seat."), 403)
    if sitting.record is None:  # the host has put the game away since the page was drawn
        return _answer(table, moved_on().refusal, 409)
    given = request.form.get("seat") or str(seat)
    if given != str(seat) and not whose(sitting, given):
        return _answer(table, _("A phone can act only for its own seat."), 403)
    if sitting.table.desk.is_locked:
        return _answer(table, _refusal_while_locked(), 409)
    try:
        reason = do(table, sitting, seat)
    except forms.FormIncomplete as fault:
        return _answer(table, str(fault), 409)
    except (forms.FormUnreadable, ValueError) as fault:
        abort(422, str(fault))
    return _answer(table, reason, 409 if reason else 200)


def _lay(table: Table, sitting: PhoneView, seat: int) -> str:
    if not sitting.table.is_without_board:
        return _("This table has a board. Lay the card on your reader.")
    game, seen, card = _number("game"), _number("seq"), request.form.get("card", "")
    if card not in BY_CODE:
        abort(422)
    return _refusal(off_hub(table.ask, commands.LayOwn(_whose(seat), card, game, seen, _how())))


def _taken_back(table: Table, _sitting: PhoneView, seat: int) -> str:
    game, seq = _number("game"), _number("seq")
    return _refusal(off_hub(table.ask, commands.TakeBack(_whose(seat), game, seq)))


def _asked_back(table: Table, sitting: PhoneView, seat: int) -> str:
    do, game, seq = request.form.get("do", ""), _number("game"), _number("seq")
    if do not in ("ask", "agree", "end") or not seq:
        abort(422)
    mine, phones = _seats_here(table, seat), _phones(sitting)
    if do == "ask":
        others = [each for each in phones if each not in mine]
        return _refusal(off_hub(table.ask, commands.AskBack(seat, game, seq, others)))
    answer = commands.AnswerBack(mine, game, seq, do == "agree", phones)
    return _refusal(off_hub(table.ask, answer))


def _claimed_rest(table: Table, sitting: PhoneView, seat: int) -> str:
    do, game, seq = request.form.get("do", ""), _number("game"), _number("seq")
    cards = request.form.getlist("card")
    if do not in ("claim", "open", "end") or not BY_CODE.keys() >= {*cards}:
        abort(422)
    mine, phones = _seats_here(table, seat), _phones(sitting)
    if do == "claim":
        others = [each for each in phones if each not in mine]
        return _refusal(off_hub(table.ask, commands.ClaimRest(seat, game, seq, others)))
    answer = commands.AnswerClaim(mine, game, seq, do == "open", phones, cards)
    return _refusal(off_hub(table.ask, answer))


def _seats_here(table: Table, seat: int) -> list[int]:
    """The seats of the phone that asks: this one, and of one that is passed round all others."""
    mine = {seat}
    for token in shared_phone.tokens_in(_token()):
        known: PhoneView = off_hub(table.phone_view, seating.digest(token))
        if known.own_seat is not None:
            mine.add(known.own_seat)
    return sorted(mine)


def _phones(sitting: PhoneView) -> list[int]:
    """The seats of people that have a phone."""
    header = sitting.table.header
    players = sitting.places[: header.players if header else 0]
    return [each for each, place in enumerate(players) if place.is_taken]


def _how() -> Way | None:
    given = request.form.get("how", "")
    if given not in _WAYS:
        abort(422)
    return _WAYS[given]


def _whose(seat: int) -> int | None:
    """Whose card the form is about, once it is known to be allowed; else this seat's."""
    given = request.form.get("seat", "")
    return None if given == seat_page.NOBODY else int(given or seat)


def _correct_dealer(table: Table, sitting: PhoneView, seat: int) -> str:
    game, seq = _number("game"), _number("entry")
    assert sitting.record is not None
    if game == sitting.table.games and sitting.record.counts(seq) == Dealt(seat):
        return ""  # pressed twice
    if game != sitting.table.games or seat_page.other_deal(sitting) != seq:
        return moved_on().refusal
    return _refusal(off_hub(table.ask, commands.Correct(seq, seat)))


def _refusal_while_locked() -> str:
    return _("The table is locked. Only the scorekeeper can do that.")


def _refusal(answer: Answer) -> str:
    return answer.refusal


def _declare(table: Table, sitting: PhoneView, seat: int) -> str:
    return _say(table, sitting, seat, _request(sitting, seat))


def _say(table: Table, sitting: PhoneView, seat: int, asked: commands.Request) -> str:
    """Make the declaration. Returns why it cannot be made, or an empty string; repeats succeed."""
    is_now = _is_now(sitting, seat)
    # A bouncing finger, or an answer lost in the Wi-Fi: the second press does no harm.
    if not is_now and _was_said(sitting, asked):
        return ""
    if not is_now:
        return moved_on().refusal
    if isinstance(asked, commands.Move) and asked.cards is not None:
        return _move(table, asked, asked.cards)
    return _refusal(off_hub(table.ask, asked))


def _move(table: Table, asked: commands.Move, cards: list[str]) -> str:
    """Move cards that the seat has named."""
    if len(cards) != asked.count:
        return _("The cards you touched do not match the number. Choose again.")
    if off_hub(table.ask, asked).is_done:
        return ""
    # Why these cards cannot be named could tell where one of them lies: they are only counted.
    return _refusal(off_hub(table.ask, msgspec.structs.replace(asked, cards=None)))


def _is_now(sitting: PhoneView, seat: int) -> bool:
    """Whether the button was pressed on a page that is still current.

    Where several seats speak at once, each declaration moves the page on, but the offer stays. So
    it does where somebody says meanwhile what this seat's page took for granted: that it dealt.
    """
    assert sitting.record is not None
    if _number("game") != sitting.table.games:
        return False
    view = sitting.table.view
    assert view is not None
    offer = seat_offers.offer_of(view, seat, request.form["what"])
    if offer is not None and len(offer.seats) > 1:
        return True
    if offer is not None and topic_of(view.rules, offer.what).is_in_any_order:
        return True
    seen, now = _number("seq"), sitting.record.seq
    return seen == now or is_as_presumed(sitting.record, seen, now, seat, request.form["what"])


def _was_said(sitting: PhoneView, asked: commands.Request) -> bool:
    """Whether this is a repeated press: the record already has it, entered since that moment."""
    entry = _entry(asked)
    assert sitting.record is not None
    if entry is None or _number("game") != sitting.table.games:
        return False
    since = _number("seq")
    wanted = codec.fields_of(entry)
    return any(
        step.seq > since and codec.fields_of(_without_cards(step.entry)) == wanted
        for step in sitting.record.steps()
    )


def _without_cards(entry: Entry) -> Entry:
    """The same without the names of cards that move."""
    return entry._replace(cards=None) if isinstance(entry, Moved) else entry


def _entry(asked: commands.Request) -> Entry | None:
    match asked:
        case commands.Declare(topic, seat, value):
            return Declared(seat, topic, value)
        case commands.Move(seat, source, target, count):
            return Moved(seat, source, target, count, None)
        case commands.Deal(dealer):
            return Dealt(dealer)
    return None


def _request(sitting: PhoneView, seat: int) -> commands.Request:
    """The form as a request, for this seat, or for the table if the table says it."""
    assert sitting.table.view is not None
    what = request.form.get("what", "")
    offer = seat_offers.offer_of(sitting.table.view, seat, what)
    speaker = None if offer is not None and None in offer.seats else seat
    fields = request.form.copy()
    fields["seat"] = "" if speaker is None else str(speaker)
    topic = topic_of(sitting.table.view.rules, what)
    steps = seat_offers.steps_of(topic, offer.values if offer else ())
    if steps is not None and "rest" in fields:
        if "part" not in fields:
            raise forms.FormIncomplete(_(steps.missing))
        fields["value"] = json.dumps(steps.joined(fields["part"], fields["rest"]))
    asked = forms.read(forms.SAY, fields)
    assert asked is not None
    named = [*dict.fromkeys(request.form.getlist("card"))]
    if not named or not isinstance(asked, commands.Move):
        return asked
    if not {*named} <= {*BY_CODE}:
        abort(422)
    return msgspec.structs.replace(asked, cards=named)


def _own(
    table: Table, token: str, refusal: str = "", is_plain: bool = False, is_taken: bool = False
) -> str:
    """What only the phone with this token may know.

    `is_taken` says that whoever comes first has just taken a phone that is passed round.
    """
    if not token:
        return _page_of_chairs(table, refusal, is_plain)
    kept, taken_at = keepers.of_host(), None if is_taken else _taken_at()

    it, tables = lookup.running_now(), tuple(all_tables())

    def screen_of() -> seat_page.SeatScreen:
        sittings = [
            table.phone_view(seating.digest(each)) for each in shared_phone.tokens_in(token)
        ]
        sitting, hands = sittings[0], None
        if len(sittings) > 1:
            at = sitting.record.seq if is_taken and sitting.record else taken_at
            hands = shared_phone.hands(sittings, clean_names(sitting.table), at)
        sitting = hands.sitting if hands else sitting
        if hands and len(hands.holders) > 1:
            found = seat_page.passed_phone(hands)
        else:
            found = seat_page.seat_screen(sitting)
        found = replace(found, at_door=seat_page.at_door(sittings))
        if it and _is_played_at(it, table.code):
            found = replace(found, rematch=None)  # the competition says who plays where next
        elif found.speech.deal:
            found = replace(found, lesson=_lesson(table, found.name))
        if kept is None:
            return found
        found = replace(found, keeps=kept.offer(sitting))
        return found.going_to(_next_place(sitting, kept, it, tables)) if it else found

    return _render(table, screen_of, refusal, token if is_plain else None)


def _lesson(table: Table, name: str) -> str:
    """The title of the game that begins, if it has a lesson and is new to whoever has this name."""
    record = table.record()
    try:
        if record is None or site().evenings.has_played(table, name):
            return ""
    except Outage:  # nothing can be read of other games, and this one goes on
        return ""
    game = record.header.rules
    return game.title if game.lesson.is_given else ""


def _is_played_at(it: Competition, code: str) -> bool:
    """Whether the competition has this table."""
    return not it.tables or code in it.tables


def _next_place(
    sitting: PhoneView, kept: Keepers, it: Competition, tables: tuple[str, ...]
) -> NextPlace | None:
    """Where the phone's owner sits next; None if they are not in the competition."""
    if not sitting.known.sits:
        return None
    now = sitting.table.view
    is_over = sitting.seat is None or now is None or now.status != "playing"
    codes = it.tables or tables
    return next_place(it, codes, kept.name_of(sitting), sitting.table.code, is_over)


def _page_of_chairs(table: Table, refusal: str = "", is_plain: bool = False) -> str:
    def chairs() -> seat_page.SeatScreen:
        now = table.snapshot()
        view = replace(now.view, view=None, asked=None)  # what a spectator may not know yet
        return seat_page.chooses(now.places, view)

    return _render(table, chairs, refusal, "" if is_plain else None)


def _render(
    table: Table, find: Callable[[], seat_page.SeatScreen], refusal: str, plain: str | None
) -> str:
    """As HTML; `plain` is the token that its forms name where there are no scripts, else None."""
    # Read first: a change meanwhile is asked for again. Spectators learn of none before its time.
    version = table.version if spectators() is None else ""
    it = off_hub(find)
    names = off_hub(table.view).names if refusal else ()
    return render_template(
        "_seat.html",
        it=it,
        version=version,
        refusal=refusal,
        names=names,
        code=table.code,
        plain=plain,
    )


def _answer(
    table: Table,
    refusal: str = "",
    status: int = 200,
    token: str | None = None,
    is_taken: bool = False,
) -> Response:
    """The phone's own part, as its script wants it; without scripts, the whole page with it."""
    known = _token() if token is None else token
    if not _is_plain():
        return Response(_own(table, known, refusal, is_taken=is_taken), status)
    own = _own(table, known, refusal, is_plain=True, is_taken=is_taken)
    return _page(table, own, status)


def _page(table: Table, own: str, status: int = 200) -> Response:
    """The whole page. Without scripts its forms are sent by the browser, which names their origin
    only if the page lets it.
    """
    view = view_for(table, shared_phone.tokens_in(_token())[0])
    page = render_template(
        "seat.html",
        code=view.code,
        heading=screen(view).heading,
        fragment=fragment.render(view),
        own=Markup(own),
    )
    return allow_forms(Response(page, status))


def _is_plain() -> bool:
    """Whether the browser itself sends the form: then it has no header to put the token in."""
    return request.form.get(PLAIN_FIELD) == "1"


def _count(name: str, table: Table) -> PhoneView:
    """Count this request of a phone that sits here; of any other, with those of its address.

    A token that has no seat has no count: anybody could make a new one for each request.
    """
    phone, sitting = _phone_and_seat(table)
    limits.count_at(name, table.code, phone)
    return sitting


def _phone_and_seat(table: Table) -> tuple[str, PhoneView]:
    """The phone, if it sits here, and what the table knows of it.

    Of one that is passed round it is the first of its seats, and what is known of that in the form.
    """
    phones, given = (
        list(map(seating.digest, shared_phone.tokens_in(_token()))),
        request.form.get("seat"),
    )

    def look() -> list[PhoneView]:
        return [table.phone_view(each, is_acting=not at) for at, each in enumerate(phones)]

    known: list[PhoneView] = off_hub(look)
    seated = [(phone, each) for phone, each in zip(phones, known, strict=True) if each.known.sits]
    meant = [each for _, each in seated if given in (None, "", str(each.seat)) or not phones[1:]]
    return seated[0][0] if seated else "", (meant or known)[0]


def _token() -> str:
    given = request.form.get(TOKEN_FIELD, "") if _is_plain() else request.headers.get(TOKEN_HEADER)
    return (given or "")[: MOST_PLAYERS * MAX_TOKEN]


def _taken_at() -> int | None:
    """The newest entry when somebody took the phone, if the page says so."""
    given = request.values.get("taken_at", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else None


def _number(field: str) -> int:
    given = request.form.get(field, "")
    # `isdecimal` alone takes the digits of every script, and no entry has a longer number.
    if not (given.isascii() and given.isdecimal()) or len(given) > 9:
        abort(422)
    return int(given)
