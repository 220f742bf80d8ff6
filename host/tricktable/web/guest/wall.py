"""The wall: one table for a television across the room. Public, and changes nothing.

It shows what a guest's phone shows, over the same stream, plus how to join, how the evening stands
and, between deals, how the last one was scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template
from markupsafe import Markup

from tricktable.web import invites, this_machine
from tricktable.web.guest import fragment
from tricktable.web.guest.history import newest
from tricktable.web.guest.screen import screen
from tricktable.web.tables import off_hub, seen_or_404

if TYPE_CHECKING:
    pass

blueprint = Blueprint("wall", __name__)


@blueprint.get("/t/<code>/wall")
def page(code: str) -> str:
    """The table; complete without the stream and without JavaScript."""
    table = seen_or_404(code)
    view = off_hub(table.view)
    join = invites.address(this_machine.guests_url(), table.code)
    if view.has_free_seats:
        join += "/seat"
    wifi = this_machine.open_wifi()
    return render_template(
        "wall.html",
        code=table.code,
        heading=screen(view).heading,
        has_lesson=view.header is not None and view.header.rules.lesson.is_given,
        fragment=fragment.render(view),
        join=join,
        is_for_seats=view.has_free_seats,
        qr=Markup(invites.svg(join)),
        wifi=wifi,
        wifi_qr=Markup(invites.svg(wifi.code)) if wifi else "",
        past=newest(table),
    )
