"""Asks before a seat's phone is sent away and loses its say. Sends none away itself."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import request

from tricktable.table.seating import SeatOccupancy
from tricktable.web.guest.sentences import Names

FIELD: Final = "away"
"""The form field with the seat."""


class PhoneDismissal(NamedTuple):
    """The seat whose phone is to be sent away."""

    seat: int
    name: str

    @property
    def query(self) -> str:
        """The query string that shows this page again."""
        return f"{FIELD}={self.seat}"


def question(places: Sequence[SeatOccupancy], names: Names) -> PhoneDismissal | None:
    """What this request asks to revoke; None if no phone sits there now."""
    seat = request.values.get(FIELD, type=int)
    if seat is None or not 0 <= seat < len(places) or not places[seat].is_taken:
        return None
    return PhoneDismissal(seat, names[seat])
