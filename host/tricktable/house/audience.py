"""All who look at a table, as one audience: what hinders one of them hinders no other."""

import logging
from typing import Final

from tricktable.rules.faults import place_of
from tricktable.table.views import Audience, TableView

_log = logging.getLogger(__name__)
_told: Final[set[str]] = set()


class WholeAudience:
    """Shows each view of a table to several audiences in turn. Mutable: watchers join."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = [*audiences]

    def join(self, audience: Audience, newest: TableView | None = None) -> None:
        """Show this audience the newest view at once, if there is one, and each later one.

        A view that comes while the newest is being shown is shown as well.
        """
        self._audiences.append(audience)
        if newest is not None:
            audience.show(newest)

    def show(self, view: TableView) -> None:
        """Show the view to each audience."""
        for audience in self._audiences:
            try:
                audience.show(view)
            # Each by itself: what hinders the page must not hinder the terminal or the board.
            except Exception as fault:  # noqa: BLE001 - a game of a package may raise anything
                tell_fault(fault, view)


def tell_fault(fault: Exception, view: TableView) -> None:
    """Log once why a game cannot be shown, and where; play continues without it."""
    title = view.view.title if view.view else view.code
    said = f"{title} cannot be shown: {place_of(fault)}"
    if said not in _told:
        _told.add(said)
        _log.error("%s", said)
