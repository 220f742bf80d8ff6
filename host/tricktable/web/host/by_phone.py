"""A code that brings the host's page to a phone: it holds the host's token, in the fragment.

Only this computer is shown it, on a page of its own, so that it is on no screen unasked. No browser
sends a fragment, and no log has it; the door takes it from there (`door.js`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, render_template, url_for
from markupsafe import Markup

from tricktable.text.language import _
from tricktable.web import invites, this_machine
from tricktable.web.guards import allow_forms, host_only, is_this_machine
from tricktable.web.site import site
from tricktable.web.tables import table_or_404

if TYPE_CHECKING:
    pass

blueprint = Blueprint("by_phone", __name__, url_prefix="/host")


@blueprint.get("/t/<code>/phone")
@host_only
def page(code: str) -> Response:
    """The code, for whoever sits at this computer; 403 for anybody else, with the token or not."""
    table = table_or_404(code)
    if not is_this_machine():
        abort(403, _("Only the host’s own computer shows this code."))
    settings = site().settings
    address = this_machine.guests_url().rstrip("/") + url_for("host.page", code=table.code)
    drawn = Markup(invites.svg(f"{address}#{settings.host_token}"))
    shown = render_template("host_phone.html", code=table.code, address=address, qr=drawn)
    return allow_forms(Response(shown))
