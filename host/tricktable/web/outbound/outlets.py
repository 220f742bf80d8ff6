"""The other programs that are told what tables show, as the settings ask for them."""

from collections.abc import Iterable, Iterator
from typing import Protocol

import click

from tricktable.settings import Settings
from tricktable.store.installation import command_for
from tricktable.store.journal import Extent, Journal
from tricktable.table.views import TableView
from tricktable.web.outbound.broker import Broker, address
from tricktable.web.outbound.topics import TopicRoots
from tricktable.web.outbound.webhooks import Webhooks


class Outlet(Protocol):
    """Tells other programs what tables show, from the time it is started. Nobody waits for it."""

    def show(self, view: TableView) -> None:
        """Tell the newest view of a table; returns at once."""

    def asleep(self, tables: Iterable[Extent]) -> None:
        """Note that there are these tables, too, which are not shown now; returns at once."""

    def read_again(self, code: str) -> None:
        """Note that a name has left rows of this table; returns at once."""

    def forget(self, code: str) -> None:
        """Note that this table was closed; returns at once."""

    def start(self) -> None:
        """Begin to tell."""

    def stop(self) -> None:
        """End, soon."""


def outlets(settings: Settings, journal: Journal) -> Iterator[Outlet]:
    """What these settings ask to be told. Raises: click.ClickException, if a package is missing."""
    if settings.mqtt_url:
        places = TopicRoots(settings.mqtt_topic, settings.mqtt_discovery)
        try:
            yield Broker(address(settings.mqtt_url), places)
        except ImportError:
            lacking = f"mqtt_url needs a package: {command_for('mqtt')}"
            raise click.ClickException(lacking) from None
        except ValueError as fault:
            raise click.ClickException(f"mqtt_url: {fault}") from None
    for url in dict.fromkeys(settings.webhook_urls):
        yield Webhooks(url, settings.webhook_secret, journal, settings.data / "webhooks")
