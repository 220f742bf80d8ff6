"""Decks: learnt, checked and mended at a table's readers, and whole ones as files."""

from collections.abc import Mapping
from typing import Final, Literal

from flask import Response, request
from msgspec import Struct

from tricktable.store.decks import MAX_FILE_BYTES, BadDeck
from tricktable.table import commands
from tricktable.text.language import message
from tricktable.web import shelf_changes
from tricktable.web.api import bodies, models
from tricktable.web.api.bodies import StrictJson
from tricktable.web.api.dispatch import HouseRoute, ReadRoute, TableRoute
from tricktable.web.api.enums import DeckKind
from tricktable.web.api.problems import Refusal
from tricktable.web.api.route import ANYBODY, DECKS, HOST, RouteCall
from tricktable.web.api.shapes import JSON, NOTHING, FileBody, Json, Parameters, Text, body
from tricktable.web.tables import off_hub, table_or_404


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


class OfDeck(StrictJson, frozen=True):
    """The deck to export."""

    deck: commands.DeckText
    """The deck's name."""


class AsNamed(StrictJson, frozen=True):
    """The deck's name."""

    name: commands.DeckText = ""
    """Empty to use the name in the file."""


def _decks(call: RouteCall[None]) -> models.KnownDecksJson:
    here = table_or_404(call.code)
    known, begun = off_hub(lambda: (here.decks, here.shelf.enrolments))
    return models.KnownDecksJson(
        [
            models.KnownDeckJson(
                deck.name, deck.colour, deck.kind, len(deck.tags), deck.name == known.in_play
            )
            for deck in known.decks
        ],
        [
            models.BegunDeckJson(deck.name, deck.colour, len(deck.tags), len(deck.order))
            for deck in begun
        ],
        dict(known.controls.counts),
    )


def _file(call: RouteCall[OfDeck]) -> Response:
    try:
        return Response(shelf_changes.file_of(call.read.deck), mimetype=JSON)
    except BadDeck as fault:
        raise Refusal("missing", shelf_changes.sentence_of(fault)) from None


def _import(call: RouteCall[AsNamed]) -> models.DeckChangedJson:
    # One byte more than a file may have, so that a longer one is refused and not cut.
    file = request.get_data()[: MAX_FILE_BYTES + 1]
    return _answer(shelf_changes.take_in(file, call.read.name))


def _rename(call: RouteCall[bodies.RenamedDeckJson]) -> models.DeckChangedJson:
    new = call.read
    return _answer(shelf_changes.rename(new.deck, new.name, new.colour))


def _answer(change: shelf_changes.Change) -> models.DeckChangedJson:
    if refusal := shelf_changes.refusal_of(change):
        raise Refusal("refused", refusal)
    return models.DeckChangedJson(shelf_changes.names())


_AT_TABLE: Final = "/tables/<code>/decks"
_CHANGED: Final = Json(models.DeckChangedJson)

ROUTES: Final = (
    ReadRoute(ANYBODY, f"GET {_AT_TABLE}", "listDecks", DECKS,
        "The decks that the table knows, without their tags' numbers. Also the decks that are "
        "only partly enrolled, and how many control cards there are.",
        NOTHING, Json(models.KnownDecksJson), _decks),
    TableRoute(HOST, f"POST {_AT_TABLE}/enrol", "enrolDeck", DECKS,
        "Enrol a deck card by card at the table's readers. The game pauses.",
        body(bodies.EnrolJson), lambda call: call.read),
    TableRoute(HOST, f"POST {_AT_TABLE}/replace", "replaceCard", DECKS,
        "Replace a card's tag with the next tag laid. For a card whose tag is broken. The old tag "
        "is forgotten.",
        body(bodies.ReplaceCardJson), lambda call: call.read),
    TableRoute(HOST, f"POST {_AT_TABLE}/check", "checkDeck", DECKS,
        "Find missing cards by passing every card of a deck over a reader. The progress is in the "
        "table's `tending`. The game pauses.",
        body(bodies.CheckDeckJson), lambda call: call.read),
    TableRoute(HOST, f"POST {_AT_TABLE}/control", "makeControlCard", DECKS,
        "Turn the next spare tag laid into a control card. Laid on a reader later, it does its "
        "act.",
        body(bodies.ControlJson), lambda call: call.read),
    TableRoute(HOST, f"POST {_AT_TABLE}/forget-controls", "forgetControlCards", DECKS,
        "Remove an act's control cards, freeing their tags. The tags can be enrolled again.",
        body(bodies.ForgetControlsJson), lambda call: call.read),
    TableRoute(HOST, f"POST {_AT_TABLE}/play", "playWithDeck", DECKS,
        "Play with this deck from now on. Cards from other decks are rejected.",
        body(bodies.PlayWithJson), lambda call: call.read),
    TableRoute(HOST, f"POST {_AT_TABLE}/tend", "tendDeck", DECKS,
        "While enrolling or checking: undo the last card, leave the next for later, or stop. What "
        "is under way is in the table's `tending`.",
        body(bodies.TendJson), lambda call: call.read),
    ReadRoute(HOST, "GET /deck-file", "exportDeck", DECKS,
        "Export a deck as a file that includes its tags' numbers. Only for the host.",
        Parameters(OfDeck), _FILE, _file, problems=("missing",)),
    HouseRoute(HOST, "POST /deck-file", "importDeck", DECKS,
        "Import a deck from its file. Its name is the one in the file unless `name` gives "
        "another.",
        FileBody(_FILE, AsNamed, message("The body must be application/json.")), _CHANGED, _import,
        status=201),
    HouseRoute(HOST, "POST /decks/rename", "renameDeck", DECKS,
        "Rename a deck, and change the colour of its backs. Without a colour the present one "
        "stays.",
        body(bodies.RenamedDeckJson), _CHANGED, _rename),
    HouseRoute(HOST, "POST /decks/delete", "deleteDeck", DECKS,
        "Delete a deck, finished or not. Its tags are forgotten, so export it first.",
        body(bodies.DeckNameJson), _CHANGED,
        lambda call: _answer(shelf_changes.delete(call.read.deck))),
)  # fmt: skip
