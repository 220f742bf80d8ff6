"""What an app of a test serves: a whole site, of which a test says only what matters to it."""

from collections.abc import Mapping
from pathlib import Path

from tricktable.settings import GuestWifi, Settings
from tricktable.table.table import Table
from tricktable.table.views import TableView
from tricktable.web.live.broadcast import Broadcast
from tricktable.web.live.feed import Feed
from tricktable.web.metrics import Metrics
from tricktable.web.own_addresses import OwnAddresses
from tricktable.web.site import Site


def settings_with(wifi: GuestWifi = GuestWifi(), **more: object) -> Settings:  # noqa: B008 (a value)
    """Settings for a host on this machine alone; `more` are other fields of them."""
    usual: dict[str, object] = {"data": Path("unused"), "trusted_hosts": ("localhost",)}
    of_wifi = dict(zip(("wifi_name", "wifi_password", "wifi_address"), wifi, strict=True))
    return Settings(**{**usual, **of_wifi, **more})  # type: ignore[arg-type]


def site_with(
    settings: Settings | None = None,
    tables: Mapping[str, Table] | None = None,
    views: Broadcast[TableView] | None = None,
    **more: object,
) -> Site:
    """The site; `more` are other fields of it."""
    its = {"own": OwnAddresses(), "metrics": Metrics(), **more}
    return Site(
        settings or settings_with(),
        {} if tables is None else tables,
        views or Broadcast(Feed(), lambda _: b""),
        **its,  # type: ignore[arg-type]
    )
