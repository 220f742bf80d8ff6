"""Where the machine that serves a request is reached, as its pages say it."""

from flask import request

from tricktable.settings import GuestWifi
from tricktable.store.machine import EVERY_ADDRESS, in_a_url
from tricktable.web.own_addresses import OwnAddresses, guests_host, others_heard, url_for_guests
from tricktable.web.site import site


def newest() -> tuple[str, ...]:
    """The addresses of the machine that serves this request, as they appear in URLs."""
    return tuple(map(in_a_url, here().newest()))


def guests_url() -> str:
    """The address that a guest's phone opens, at the port of this request."""
    settings = site().settings
    own = here()
    port = int(request.environ["SERVER_PORT"])
    return url_for_guests(settings, port, own.for_guests(), own.guest_address)


def other_addresses() -> tuple[str, ...]:
    """The other addresses of this machine to which the host can send guests."""
    settings = site().settings
    own = here()
    return others_heard(settings, own.for_guests(), own.guest_address)


def of_guests() -> str:
    """The address of this machine to which guests are sent; empty if a setting says where."""
    settings, own = site().settings, here()
    if settings.base_url or settings.http_host not in EVERY_ADDRESS:
        return ""
    return guests_host(settings, own.for_guests(), own.guest_address).strip("[]")


def open_wifi() -> GuestWifi | None:
    """The Wi-Fi of our own that guests can join now; None if there is none, or it is off."""
    settings = site().settings
    return settings.wifi if settings.wifi.is_on(here().newest()) else None


def here() -> OwnAddresses:
    """The addresses of the machine that serves this request."""
    return site().own
