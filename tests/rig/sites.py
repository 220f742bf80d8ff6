"""What an app of a test serves: a whole site, of which a test says only what matters to it."""

from __future__ import annotations

from collections.abc import Mapping

from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.web import ServiceSettings
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.metrics import Metrics
from tricktable.web.own_addresses import OwnAddresses
from tricktable.web.site import Site


def site_with(
    settings: ServiceSettings | None = None,
    tables: Mapping[str, Table] | None = None,
    views: Broadcast[TableView] | None = None,
    **more: object,
) -> Site:
    """The site; `more` are other fields of it."""
    its = {"own": OwnAddresses(), "metrics": Metrics(), **more}
    return Site(
        settings or ServiceSettings(trusted_hosts=("localhost",)),
        {} if tables is None else tables,
        views or Broadcast(Feed(), lambda _: b""),
        **its,  # type: ignore[arg-type]
    )
