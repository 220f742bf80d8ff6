"""How the boards are, for `tricktable doctor` on this machine or with the host's token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from flask import Blueprint, Response, abort, request

from tricktable.web.guards import host_only
from tricktable.web.tables import off_hub

PATH: Final = "/host/checkup"


class CheckupRequest(msgspec.Struct):
    """What a request asks for."""

    test: bool = False
    """Whether the boards try their parts first: lamps and buzzer go on."""


Examine = Callable[[bool], Mapping[str, msgspec.Struct]]
"""Examines every board, after a test of its parts if True; returns the facts by table code. Takes
seconds."""


def blueprint(examine: Examine) -> Blueprint:
    """The one address, for a host that is connected to boards."""
    made = Blueprint("checkup", __name__)

    @made.post(PATH)
    @host_only
    def checkup() -> Response:
        """The facts about each table as JSON. The request is a `CheckupRequest` as JSON."""
        try:
            wish = msgspec.json.decode(request.get_data(), type=CheckupRequest)
        except (msgspec.DecodeError, RecursionError) as fault:
            abort(400, f"The request must be JSON as `tricktable doctor` sends it: {fault}.")
        facts = off_hub(examine, wish.test)
        return Response(msgspec.json.encode(facts), mimetype="application/json")

    return made
