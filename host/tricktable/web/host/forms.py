"""Reads the forms of the host's page as requests. Carries nothing out.

Every form is a struct of `tricktable.table.commands`, field for field, with three exceptions: a new
game's house rules, a declaration made with a button, and the correction of a declaration.
"""

import json
from collections.abc import Mapping
from random import SystemRandom
from typing import Final

import msgspec
from werkzeug.datastructures import MultiDict

from tricktable.rules import names as people
from tricktable.rules.cards import SUITS
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.nesting import is_too_deep
from tricktable.rules.options import TEAMS
from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.text.language import _
from tricktable.text.unfit import Unfit, fit
from tricktable.web.guards import TOKEN_FIELD
from tricktable.web.host.host_offers import request_of

DRAW: Final = "draw"
"""Draws who sits where, and so who plays with whom; `people` is how many they are."""
ACTIONS: Final[Mapping[str, type[commands.Request]]] = {
    "game": commands.NewGame,
    "next": commands.NextGame,
    "take_up": commands.TakeUp,
    "deal": commands.Deal,
    "declare": commands.Declare,
    "move": commands.Move,
    "lay": commands.Lay,
    "strike": commands.Strike,
    "restore": commands.Restore,
    "correct": commands.Correct,
    "reply": commands.Reply,
    "undo": commands.Undo,
    "redo": commands.Redo,
    "throw": commands.ThrowIn,
    "pause": commands.Pause,
    "resume": commands.Resume,
    "lock": commands.Lock,
    "unlock": commands.Unlock,
    "rename": commands.Rename,
    "let_in": commands.LetIn,
    "let_all_in": commands.LetAllIn,
    "send_away": commands.SendAway,
    "give_back": commands.GiveBack,
    "open_seats": commands.OpenSeats,
    "close_seats": commands.CloseSeats,
    "add_player": commands.AddPlayer,
    "swap_chairs": commands.SwapChairs,
    DRAW: commands.DrawSeats,
    "sit_down_anew": commands.SitDownAnew,
}
"""The requests that the forms of the host's page make, by the last part of their address."""
BEGINS: Final = ("game", "next")
"""Those of them that begin a game …"""
ABANDON: Final = "abandon"
"""… and the field with which a running one is left for it, once that was asked."""
THINGS: Final = "things"
"""How many things a form shares out; for each there is a field `thing-1` … that says where to."""
_COUNT: Final = "count"
"""The name of each number field where something is counted."""
SAY: Final = "say"
"""The value of a button of `host_offers`: what, seat and value."""
AMEND: Final = "amend"
"""Such a button's value where it replaces an earlier entry."""

OPTION: Final = "option."
"""Prefix of a house rule's name in a form field."""
TEAM: Final = "team"
PROPOSED: Final = "proposed"
"""The dealer whom the form proposed: one left as it was is presumed, another is a person's word."""
_MOST_THINGS: Final = 9
TEAM_COUNTS: Final = (2, 3, 4)

Fields = MultiDict[str, str]


class _Speaker(msgspec.Struct):
    seat: commands.Seat | None


class FormUnreadable(Exception):
    """Raised if a form cannot be read; the message is one sentence for a person."""


class FormIncomplete(FormUnreadable):
    """Raised if a form lacks a choice; the message says which."""


def read(action: str, form: Fields) -> commands.Request | None:
    """This action's form as a request; None if the action is unknown. Raises: FormUnreadable."""
    try:
        if action == SAY:
            return _declaration(form)
        if action == AMEND:
            return _correction(form)
        if action == DRAW:
            people_there = min(int(form["people"]), MOST_PLAYERS)
            return commands.DrawSeats(SystemRandom().sample(range(people_there), people_there))
        if action == "game":
            return fit(_new_game(form), commands.NewGame, strict=False)
        kind = ACTIONS.get(action)
        if kind is None:
            return None
        fields: dict[str, object] = dict(_plain(form))
        if action in BEGINS:
            fields[ABANDON] = ABANDON in form
        return fit(fields, kind, strict=False)
    except Unfit as fault:
        raise FormUnreadable(_("The form could not be read: {fault}.", fault=fault)) from None
    except ValueError:  # a number or JSON that is none: its words are Python's
        raise FormUnreadable(_("The form could not be read.")) from None


def _plain(form: Fields) -> dict[str, str]:
    fields = {key: value for key, value in form.items() if value and key != TOKEN_FIELD}
    if "name" in fields:
        fields["name"] = people.safe_name(fields["name"], "")
    return fields


def _declaration(form: Fields) -> commands.Request:
    seat = fit({"seat": form.get("seat") or None}, _Speaker, strict=False).seat
    what = form["what"]
    value: JsonValue
    if _COUNT in form:
        value = _counts(form)
    elif THINGS in form and not form.get("value"):
        value = _shares(form)
    else:
        value = read_json(form.get("value") or form.get("number") or "null")
    return request_of(what, seat, value)


def _shares(form: Fields) -> list[list[int]]:
    """For each seat the things that it gets, in the order of times. Raises: FormIncomplete."""
    numbers = range(1, min(int(form[THINGS]), _MOST_THINGS) + 1)
    places = {form.get(f"thing-{number}", ""): number for number in numbers}
    if "" in places or len(places) < len(numbers):
        raise FormIncomplete(_("Choose a place for each stack, and none of them twice."))
    shares: dict[str, list[int]] = {}
    for place in sorted(places):
        shares.setdefault(place.partition(".")[0], []).append(places[place])
    return [*shares.values()]


def read_json(text: str) -> JsonValue:
    """A value as a form's field has it. Raises: Unfit, ValueError."""
    if is_too_deep(text):
        raise Unfit(_("it is nested too deeply"))
    value: JsonValue = json.loads(text)
    return value


def _counts(form: Fields) -> list[list[int]]:
    """Rows of counts, each in the order clubs, diamonds, hearts, spades."""
    counted, suits = [int(each) for each in form.getlist(_COUNT)], len(SUITS)
    return [counted[start : start + suits] for start in range(0, len(counted), suits)]


def _correction(form: Fields) -> commands.Request:
    """Corrects an earlier declaration, in the words of the record."""
    said = _declaration(form)
    entry: dict[str, JsonValue]
    match said:
        case commands.Move(seat, source, target, count):
            entry = {"kind": "moved", "seat": seat, "from": source, "to": target, "count": count}
        case commands.Declare(topic, seat, value):
            entry = {"kind": "declared", "seat": seat, "topic": topic, "value": value}
        case commands.Deal(dealer):
            entry = {"kind": "dealt", "dealer": dealer}
    return commands.Enter({"kind": "corrected", "seq": int(form["seq"]), "entry": entry})


# --- a new game ---------------------------------------------------------------------------------


def _new_game(form: Fields) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {
        key: form[key] for key in ("game", "players", "dealer") if form.get(key)
    }
    fields[ABANDON] = ABANDON in form
    fields["is_dealer_chosen"] = form.get("dealer") != form.get(PROPOSED)
    fields["names"] = [people.safe_name(name, "") for name in form.getlist("names")]
    options = {
        key.removeprefix(OPTION): read_json(value)
        for key, value in form.items()
        if key.startswith(OPTION) and value
    }
    if form.get(TEAM):
        teams: dict[str, list[int]] = {}
        for seat, team in enumerate(form.getlist(TEAM)):
            teams.setdefault(team, []).append(seat)
        options[TEAMS] = [teams[team] for team in sorted(teams)]
    return {**fields, "options": options}
