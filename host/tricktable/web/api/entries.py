"""The running game's record: what it holds, and what the host may enter, correct and strike."""

from typing import Annotated, Final

from msgspec import Meta

from tricktable.table import commands
from tricktable.table.views import TableView
from tricktable.text.language import _
from tricktable.web.api import bodies, models, states
from tricktable.web.api.bodies import StrictJson, correction
from tricktable.web.api.dispatch import ReadRoute, TableRoute
from tricktable.web.api.problems import Refusal
from tricktable.web.api.route import ANYBODY, ENTRIES, HOST, RouteCall
from tricktable.web.api.shapes import NOTHING, JsonBody, Parameters, VersionedJson
from tricktable.web.tables import off_hub, seen_by_program_or_404

_ENTRY: Final = "/tables/<code>/entries/<int:seq>"


class After(StrictJson, frozen=True):
    """Which entries to list."""

    after: Annotated[int, Meta(ge=0, le=10**9)] = 0
    """Only entries after this number."""


def _entries(call: RouteCall[After]) -> tuple[models.EntryListJson, TableView]:
    now = off_hub(seen_by_program_or_404(call.code).game)
    after, record = call.read.after, now.record
    listed = list(states.entries(record, after, now.presumed)) if record else []
    seq = record.seq if record else 0
    return models.EntryListJson(now.view.games, seq, listed), now.view


def _with_kind(call: RouteCall[bodies.Happening], refused: Refusal) -> Refusal:
    """The refusal; if cards of this kind cannot be laid now, it names a kind that can."""
    if refused.name_of_problem != "refused":
        return refused
    kind, laying = bodies.fields(call.read)["kind"], states.meaning_of_card(call.table.view())
    if kind not in states.WAYS or laying is None or kind in laying.ways:
        return refused
    say = _("Send kind `{kind}`.", kind=laying.ways[0])
    return Refusal("wrong-kind", str(refused.description), do=say)


ROUTES: Final = (
    ReadRoute(ANYBODY, "GET /tables/<code>/entries", "listEntries", ENTRIES,
        "The entries of the running record. The contents of secret entries are hidden.",
        Parameters(After), VersionedJson(models.EntryListJson), _entries),
    TableRoute(HOST, "POST /tables/<code>/entries", "addEntry", ENTRIES,
        "Add an entry to the running record. The rules decide: an impossible entry is refused, "
        "and one that only breaks a rule is accepted and reported as a finding.",
        JsonBody(bodies.HAPPENING), lambda call: commands.Enter(bodies.fields(call.read)),
        problems=("wrong-kind", "no-game", "paused", "tending"), status=201, explain=_with_kind),
    TableRoute(HOST, f"PUT {_ENTRY}", "correctEntry", ENTRIES,
        "Replace an entry that was recorded wrongly. A struck entry counts again.",
        JsonBody(bodies.HAPPENING), lambda call: correction(call.number, call.read)),
    TableRoute(HOST, f"DELETE {_ENTRY}", "strikeEntry", ENTRIES,
        "Strike an entry that was recorded by mistake. Nothing is deleted: the strike is an entry "
        "too, and `restoreEntry` takes it back.",
        NOTHING, lambda call: commands.Enter({"kind": "struck", "seq": call.number})),
    TableRoute(HOST, f"POST {_ENTRY}/restore", "restoreEntry", ENTRIES,
        "Restore a struck entry in its latest form. That is the form it had after its latest "
        "correction.",
        NOTHING, lambda call: commands.Restore(call.number)),
)  # fmt: skip
