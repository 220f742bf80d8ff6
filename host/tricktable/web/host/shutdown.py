"""Shutting this computer down from the host's page, where it is an appliance. Asks first.

The program has no right to do so. It makes an empty file, and systemd, which watches for it, does
the rest (`tricktable-poweroff.path`).
"""

from pathlib import Path

from flask import Blueprint, Response, abort, render_template, request

from tricktable.text.language import _
from tricktable.web.guards import allow_forms, host_only, token_to_repeat
from tricktable.web.site import site
from tricktable.web.tables import off_hub

blueprint = Blueprint("shutdown", __name__, url_prefix="/host")


@blueprint.post("/shutdown")
@host_only
def page() -> Response:
    """The question, or what follows from its answer; 404 if this computer is no appliance."""
    path = Path(_file()) if is_offered() else abort(404)
    is_sure, refusal = "sure" in request.form, ""
    if is_sure:
        try:
            off_hub(path.touch, 0o600)
        except OSError as fault:
            is_sure, refusal = (
                False,
                _(
                    "It cannot be shut down: {fault}. Shut it down at the computer itself.",
                    fault=fault.strerror,
                ),
            )
    shown = render_template(
        "host_shutdown.html", is_ending=is_sure, refusal=refusal, token=token_to_repeat()
    )
    return allow_forms(Response(shown, 409 if refusal else 200))


def is_offered() -> bool:
    """Whether the host may shut this computer down."""
    return bool(_file())


def _file() -> str:
    settings = site().settings
    return settings.poweroff_file
