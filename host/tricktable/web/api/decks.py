"""What the host may do with decks: learn, check and mend them at a table; whole ones as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeVar

from flask import Blueprint, Response, request
from msgspec import Meta, Struct
from msgspec.json import Decoder

from tricktable.store.decks import MAX_FILE_BYTES, BadDeck
from tricktable.table import commands
from tricktable.text.language import _
from tricktable.web import shelf_changes
from tricktable.web.api import asked, keys, models
from tricktable.web.api.asking import (
    KEY,
    OF_HOUSE,
    WITH_BODY,
    ask,
    done,
    host_within_limit,
    writable,
)
from tricktable.web.api.closed_sets import DeckKind
from tricktable.web.api.described import DECKS, JSON, Text, body, parameters, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered, host_or_refused

C = TypeVar("C", bound=commands.OfTheCards)

blueprint = Blueprint("api_decks", __name__, url_prefix="/api/v1")

_ENROL: Final = Decoder(asked.EnrolJson)
_REPLACE: Final = Decoder(asked.ReplaceCardJson)
_CHECK: Final = Decoder(asked.CheckDeckJson)
_CONTROL: Final = Decoder(asked.ControlJson)
_FORGET: Final = Decoder(asked.ForgetControlsJson)
_PLAY: Final = Decoder(asked.PlayWithJson)
_TEND: Final = Decoder(asked.TendJson)
_RENAMED: Final = Decoder(asked.RenamedDeckJson)
_NAMED: Final = Decoder(asked.DeckNameJson)


class DeckFileJson(Struct, frozen=True):
    """A deck's file. It may have more members; they are ignored."""

    deck: Literal["tricktable/1"]
    name: str
    colour: str
    kind: DeckKind
    tags: Mapping[str, commands.CardCode]
    """The card of each tag, by the tag's number."""


_FILE: Final = Text(
    (JSON,),
    "A deck's file.",
    {
        "deck": "tricktable/1",
        "name": "spare",
        "colour": "red",
        "kind": "standard52",
        "tags": {"04A1B2C3D4E5F6": "QS"},
    },
    DeckFileJson,
)


class OfDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """The deck to export."""

    deck: Annotated[str, Meta(max_length=200)]
    """The deck's name."""


class AsNamed(Struct, frozen=True, forbid_unknown_fields=True):
    """The deck's name."""

    name: Annotated[str, Meta(max_length=200)] = ""
    """Empty to use the name in the file."""


# --- at a table's readers -----------------------------------------------------------------------


def _tend(code: str, decoder: Decoder[C]) -> Response:
    table = writable(code)
    return done(ask(table, body(decoder)))


@blueprint.post("/tables/<code>/decks/enrol")
@route(
    "enrolDeck", models.DoneJson, tag=DECKS, takes=asked.EnrolJson, headers=KEY, problems=WITH_BODY
)
def enrol(code: str) -> Response:
    """Enrol a deck card by card at the table's readers. The game pauses."""
    return _tend(code, _ENROL)


@blueprint.post("/tables/<code>/decks/replace")
@route(
    "replaceCard",
    models.DoneJson,
    tag=DECKS,
    takes=asked.ReplaceCardJson,
    headers=KEY,
    problems=WITH_BODY,
)
def replace(code: str) -> Response:
    """Replace a card's tag with the next tag laid.

    For a card whose tag is broken. The old tag is forgotten.
    """
    return _tend(code, _REPLACE)


@blueprint.post("/tables/<code>/decks/check")
@route(
    "checkDeck",
    models.DoneJson,
    tag=DECKS,
    takes=asked.CheckDeckJson,
    headers=KEY,
    problems=WITH_BODY,
)
def check(code: str) -> Response:
    """Find missing cards by passing every card of a deck over a reader.

    The progress is in the table's `tending`. The game pauses.
    """
    return _tend(code, _CHECK)


@blueprint.post("/tables/<code>/decks/control")
@route(
    "makeControlCard",
    models.DoneJson,
    tag=DECKS,
    takes=asked.ControlJson,
    headers=KEY,
    problems=WITH_BODY,
)
def make_control(code: str) -> Response:
    """Turn the next spare tag laid into a control card.

    Laid on a reader later, it does its act.
    """
    return _tend(code, _CONTROL)


@blueprint.post("/tables/<code>/decks/forget-controls")
@route(
    "forgetControlCards",
    models.DoneJson,
    tag=DECKS,
    takes=asked.ForgetControlsJson,
    headers=KEY,
    problems=WITH_BODY,
)
def forget_controls(code: str) -> Response:
    """Remove an act's control cards, freeing their tags.

    The tags can be enrolled again.
    """
    return _tend(code, _FORGET)


@blueprint.post("/tables/<code>/decks/play")
@route(
    "playWithDeck",
    models.DoneJson,
    tag=DECKS,
    takes=asked.PlayWithJson,
    headers=KEY,
    problems=WITH_BODY,
)
def play_with(code: str) -> Response:
    """Play with this deck from now on. Cards from other decks are rejected."""
    return _tend(code, _PLAY)


@blueprint.post("/tables/<code>/decks/tend")
@route(
    "tendDeck", models.DoneJson, tag=DECKS, takes=asked.TendJson, headers=KEY, problems=WITH_BODY
)
def tend(code: str) -> Response:
    """While enrolling or checking: undo the last card, leave the next for later, or stop.

    What is under way is in the table's `tending`.
    """
    return _tend(code, _TEND)


# --- whole decks --------------------------------------------------------------------------------


@blueprint.get("/deck-file")
@route(
    "exportDeck",
    _FILE,
    tag=DECKS,
    query=OfDeck,
    problems=("missing", "unreadable", "not-host"),
)
def export() -> Response:
    """Export a deck as a file that includes its tags' numbers. Only for the host."""
    host_or_refused()
    try:
        return Response(shelf_changes.file_of(parameters(OfDeck).deck), mimetype=JSON)
    except BadDeck as fault:
        raise Refusal("missing", f"{fault}.") from None


@blueprint.post("/deck-file")
@route(
    "importDeck",
    models.DeckChangedJson,
    tag=DECKS,
    takes=_FILE,
    status=201,
    query=AsNamed,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def take_in() -> Response:
    """Import a deck from its file.

    Its name is the one in the file unless `name` gives another.
    """
    host_within_limit()
    name = parameters(AsNamed).name
    if request.mimetype != JSON:
        raise Refusal("media", _("The body must be application/json."))
    # One byte more than a file may have, so that a longer one is refused and not cut.
    return _changed(shelf_changes.take_in(request.get_data()[: MAX_FILE_BYTES + 1], name), 201)


@blueprint.post("/decks/rename")
@route(
    "renameDeck",
    models.DeckChangedJson,
    tag=DECKS,
    takes=asked.RenamedDeckJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def rename() -> Response:
    """Rename a deck, and change the colour of its backs.

    Without a colour the present one stays.
    """
    host_within_limit()
    new = body(_RENAMED)
    return _changed(shelf_changes.rename(new.deck, new.name, new.colour))


@blueprint.post("/decks/delete")
@route(
    "deleteDeck",
    models.DeckChangedJson,
    tag=DECKS,
    takes=asked.DeckNameJson,
    headers=OF_HOUSE,
    problems=WITH_BODY,
)
def delete() -> Response:
    """Delete a deck, finished or not. Its tags are forgotten, so export it first."""
    host_within_limit()
    return _changed(shelf_changes.delete(body(_NAMED).deck))


def _changed(change: shelf_changes.Change, status: int = 200) -> Response:
    def act() -> Response:
        if refusal := shelf_changes.refusal_of(change):
            raise Refusal("refused", refusal)
        return answered(models.DeckChangedJson(shelf_changes.names()), status)

    return keys.of_the_house(act)
