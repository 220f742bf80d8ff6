"""The JSON that requests carry: a struct for each shape. Decides nothing.

Unknown members are refused, so a misspelt one is not silently ignored. Most of these are the
requests that the host's pages make (`tricktable.table.commands`), only stricter.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins
from msgspec.json import Decoder

from tricktable.club.announcements import Announce
from tricktable.club.round_timer import AddTime, StartTimer
from tricktable.rules import codec
from tricktable.rules.cards import STANDARD
from tricktable.rules.values import JsonValue
from tricktable.store.decks import KINDS
from tricktable.table import commands
from tricktable.table.commands import CardCode, DeckText, Seat, TableCode, Text
from tricktable.text.language import message
from tricktable.text.unfit import FORM
from tricktable.web.api.enums import (
    DECLARED,
    ControlAct,
    DeckKind,
    GameName,
    Options,
    Value,
    one_of,
)
from tricktable.web.host import write_lock

Place = Annotated[Literal["hand", "draw", "discard", "stack", "kitty"], Meta(title="Place")]
Topic = Annotated[str, Meta(pattern=f"^{codec.TOPIC}$"), one_of("Declaration", *DECLARED)]
Count = Annotated[int, Meta(ge=0, le=len(STANDARD))]
Seq = Annotated[int, Meta(ge=1)]
OneOrNone = Annotated[int, Meta(ge=0, le=1)] | UnsetType
UpToFour = Annotated[int, Meta(ge=0, le=4)] | UnsetType


class StrictJson(Struct, frozen=True, forbid_unknown_fields=True):
    """What a request may hold, and no more: a member that there is not is refused."""


class DealtJson(StrictJson, frozen=True, tag_field="kind", tag="dealt"):
    """A deal begins."""

    dealer: Seat


class HeldJson(StrictJson, frozen=True, tag_field="kind", tag="held"):
    """A card scanned into a player's hand."""

    seat: Seat
    card: CardCode


class ShownJson(StrictJson, frozen=True, tag_field="kind", tag="shown"):
    """A card turned face up; it belongs to the table if `seat` is null."""

    seat: Seat | None
    card: CardCode


class PlayedJson(StrictJson, frozen=True, tag_field="kind", tag="played"):
    """A card played to the trick."""

    seat: Seat
    card: CardCode


class MovedJson(
    StrictJson,
    frozen=True,
    tag_field="kind",
    tag="moved",
    rename={"source": "from", "target": "to"},
):
    """Cards moved from one place to another."""

    seat: Seat
    source: Place
    target: Place
    count: Count
    cards: list[CardCode] | UnsetType | None = UNSET
    """Left out or null if the table has not read them."""


class DeclaredJson(StrictJson, frozen=True, tag_field="kind", tag="declared"):
    """Something said at the table. The table's `offers` list who may say what now."""

    seat: Seat | None
    topic: Topic
    value: Value = None
    """As records have it; left out or null where the topic has none."""


Happening = Annotated[
    DealtJson | HeldJson | ShownJson | PlayedJson | MovedJson | DeclaredJson,
    Meta(title="Happening"),
]
"""An entry other than a strike or a correction."""
HAPPENING: Final[Decoder[Happening]] = Decoder(Happening)


def fields(entry: Happening) -> Mapping[str, JsonValue]:
    """The entry's fields as records write them."""
    made: dict[str, JsonValue] = to_builtins(entry)
    if isinstance(entry, MovedJson) and not entry.cards:
        made.pop("cards", None)
    return made


def correction(seq: int, entry: Happening) -> commands.Request:
    """The request that replaces an entry by this one."""
    return commands.Enter({"kind": "corrected", "seq": seq, "entry": fields(entry)})


class NewGameJson(commands.NewGame, frozen=True, forbid_unknown_fields=True):
    """A new game. Earlier games stay in the journal."""

    game: Annotated[GameName, Meta(max_length=200)]
    options: Options = {}  # noqa: RUF012 - a struct copies it
    """House rules that differ from the game's defaults."""
    abandon: bool = False
    """Abandon the running game; otherwise the request is refused."""


class AgainJson(commands.NextGame, frozen=True, forbid_unknown_fields=True):
    """The same players again: the same game, or another one as it was last played here."""

    abandon: bool = False
    """Abandon the running game; otherwise the request is refused."""
    game: Annotated[GameName, Meta(max_length=200)] | None = None
    """Another game; `null` for the same one."""


class AnswerJson(commands.Reply, frozen=True, forbid_unknown_fields=True):
    """An answer to the table's question: the key of one of its options."""


class NameJson(StrictJson, frozen=True):
    """The new name of the player at this seat."""

    name: Text


class SwapChairsJson(commands.SwapChairs, frozen=True, forbid_unknown_fields=True):
    """Two chairs, counted from 0."""


class DrawSeatsJson(commands.DrawSeats, frozen=True, forbid_unknown_fields=True):
    """For each place in turn who comes there, by the number among those who sit."""


class PenJson(StrictJson, frozen=True):
    """A word of your choice that identifies you as the scorekeeper."""

    pen: Annotated[
        str,
        Meta(
            pattern=f"^{write_lock.WORD}$",
            extra={FORM: message("1 to 32 letters, digits, - or _")},
        ),
    ]


# --- what would happen --------------------------------------------------------------------------


class TryUndoJson(StrictJson, frozen=True, tag_field="do", tag="undo"):
    """What if the newest act were undone?"""


class TryRedoJson(StrictJson, frozen=True, tag_field="do", tag="redo"):
    """What if the newest undone act were redone?"""


class TryThrowInJson(StrictJson, frozen=True, tag_field="do", tag="throw-in"):
    """What if this hand were thrown in?"""


class TryStrikeJson(StrictJson, frozen=True, tag_field="do", tag="strike"):
    """What if this entry were struck?"""

    seq: Seq


class TryRestoreJson(StrictJson, frozen=True, tag_field="do", tag="restore"):
    """What if this struck entry counted again?"""

    seq: Seq


class TryCorrectJson(StrictJson, frozen=True, tag_field="do", tag="correct"):
    """What if this entry were replaced by another?"""

    seq: Seq
    entry: Happening


Tried = Annotated[
    TryUndoJson | TryRedoJson | TryThrowInJson | TryStrikeJson | TryRestoreJson | TryCorrectJson,
    Meta(title="Tried"),
]
"""Something to try on a copy of the record."""
TRIED: Final[Decoder[Tried]] = Decoder(Tried)


# --- decks --------------------------------------------------------------------------------------


class EnrolJson(commands.Enrol, frozen=True, forbid_unknown_fields=True):
    """A new deck to enrol card by card, or an unfinished one to continue."""

    kind: Annotated[DeckKind, Meta(max_length=200)] = next(iter(KINDS))


class ReplaceCardJson(commands.ReplaceCard, frozen=True, forbid_unknown_fields=True):
    """Replaces a card's tag with the next tag laid."""


class CheckDeckJson(commands.CheckDeck, frozen=True, forbid_unknown_fields=True):
    """A deck to check for missing cards by passing every card over a reader."""


class ControlJson(commands.MakeControl, frozen=True, forbid_unknown_fields=True):
    """Turns the next spare tag laid into a control card for this act."""

    act: Annotated[ControlAct, Meta(max_length=200)]


class ForgetControlsJson(commands.ForgetControls, frozen=True, forbid_unknown_fields=True):
    """The act whose control cards are removed."""

    act: Annotated[ControlAct, Meta(max_length=200)]


class PlayWithJson(commands.PlayWith, frozen=True, forbid_unknown_fields=True):
    """The deck to play with."""


class TendJson(commands.DeckWorkStep, frozen=True, forbid_unknown_fields=True):
    """While enrolling or checking: undo the last card, leave the next for later, or stop."""


class RenamedDeckJson(StrictJson, frozen=True):
    """A deck's new name, and the colour of its backs."""

    deck: DeckText
    name: DeckText
    colour: DeckText = ""
    """Empty to keep the present colour."""


class DeckNameJson(StrictJson, frozen=True):
    """A deck, by its name."""

    deck: DeckText


# --- the club -----------------------------------------------------------------------------------


class AnnounceJson(Announce, frozen=True, forbid_unknown_fields=True):
    """An announcement to every table, and how many minutes to show it."""


class CalledJson(StrictJson, frozen=True):
    """The table that is calling for the organiser."""

    table: TableCode


class RoundMinutesJson(StartTimer, frozen=True, forbid_unknown_fields=True):
    """How many minutes the round lasts."""


class MoreTimeJson(AddTime, frozen=True, forbid_unknown_fields=True):
    """How many minutes to add."""


# --- the house ----------------------------------------------------------------------------------


class NeighbourJson(StrictJson, frozen=True):
    """Another table, by its code."""

    other: Text


class WifiJson(StrictJson, frozen=True):
    """A Wi-Fi that a board is to join. Whoever can hold the board can read the password from it."""

    ssid: str
    password: str
    """Empty for an open network."""
    name: str = "tricktable"
    """The board is NAME.local there."""


class PartsJson(StrictJson, frozen=True, omit_defaults=True):
    """What a board has, as `tricktable flash --set` names it: how many, or 0 or 1 for one."""

    reader_khz: Annotated[int, Meta(ge=125, le=2500)] | UnsetType = UNSET
    """The speed of the readers' bus."""
    breadboard: OneOrNone = UNSET
    readers: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    buttons: UpToFour = UNSET
    lamps: UpToFour = UNSET
    keypad: OneOrNone = UNSET
    buzzer: OneOrNone = UNSET


class BoardSettingsJson(StrictJson, frozen=True):
    """What is to change of a board's settings; everything else stays as it is."""

    settings: PartsJson = PartsJson()
    wifi: WifiJson | None = None
    """Only for a board on a cable."""


class ChosenAddressJson(StrictJson, frozen=True):
    """An address of this computer: by IPv4, or by IPv6 without brackets."""

    address: Annotated[str, Meta(min_length=1, max_length=64)]


class ForgottenJson(StrictJson, frozen=True):
    """A name to delete everywhere. Send it twice, because this cannot be undone."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    again: Annotated[str, Meta(min_length=1, max_length=200)]
