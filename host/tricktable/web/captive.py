"""Leads a phone that joins this computer's own Wi-Fi to the table, without anybody typing.

A phone asks a known name for a known page, to see whether there is an internet. On our own Wi-Fi
every name leads here, so we answer: there is none, but a page. Nothing is answered on any other
network, for any other name or for any other path, and the answer is never more than an address
(docs/explanation/safety.md).
"""

from typing import Final

import msgspec
from flask import Blueprint, Flask, Response, abort, request

from tricktable.settings import GuestWifi
from tricktable.store.machine import in_a_url
from tricktable.web import invites
from tricktable.web.own_addresses import url_at
from tricktable.web.site import site
from tricktable.web.tables import all_tables

blueprint = Blueprint("captive", __name__)

API: Final = "/captive-portal"
"""Where RFC 8908's answer is, which RFC 8910's option of DHCP names."""
LOCAL_ADDRESS: Final = "SERVER_ADDR"
"""Where a request's environment has the address of ours that it came to."""
_204: Final = ("/generate_204", "/gen_204")
_APPLE: Final = ("/library/test/success.html",)
PROBES: Final = {
    # Apple: iOS, macOS; the last five are those of older ones.
    "captive.apple.com": ("/hotspot-detect.html", "/"),
    "www.apple.com": _APPLE,
    "www.appleiphonecell.com": _APPLE,
    "www.airport.us": _APPLE,
    "www.ibook.info": _APPLE,
    "www.itools.info": _APPLE,
    "www.thinkdifferent.us": _APPLE,
    # Android (AOSP, NetworkMonitor), Chrome OS, and those that makers of phones put in their place.
    "connectivitycheck.gstatic.com": _204,
    "connectivitycheck.android.com": _204,
    "clients3.google.com": _204,
    "www.google.com": _204,
    "www.google.cn": _204,
    "www.gstatic.com": _204,
    "play.googleapis.com": _204,
    "connectivitycheck.grapheneos.network": _204,
    "connectivitycheck.platform.hicloud.com": _204,
    "connectivitycheck.cbg-app.huawei.com": _204,
    "connect.rom.miui.com": _204,
    "conn1.coloros.com": _204,
    "conn2.coloros.com": _204,
    "wifi.vivo.com.cn": _204,
    # Windows: Network Connectivity Status Indicator, and the page that it opens then.
    "www.msftconnecttest.com": ("/connecttest.txt", "/redirect"),
    "www.msftncsi.com": ("/ncsi.txt",),
    # Firefox, on any system.
    "detectportal.firefox.com": ("/canonical.html", "/success.txt"),
    # Linux: GNOME, KDE, Ubuntu, Debian, Fedora, Arch.
    "nmcheck.gnome.org": ("/check_network_status.txt",),
    "networkcheck.kde.org": ("/",),
    "connectivity-check.ubuntu.com": ("/",),
    "network-test.debian.org": ("/nm",),
    "fedoraproject.org": ("/static/hotspot.txt",),
    "ping.archlinux.org": ("/nm-check.txt",),
    # Readers and tablets of Amazon.
    "spectrum.s3.amazonaws.com": ("/kindle-wifi/wifistub.html",),
    "fireoscaptiveportal.com": _204,
}
"""What systems ask to find out whether they are on the internet: paths by host name."""


def init_app(app: Flask) -> None:
    """Answer the probes of this app's guests. Before the guards, which refuse other names."""
    app.before_request(_lead_on)
    app.register_blueprint(blueprint)


def _lead_on() -> Response | None:
    if not (is_here() and request.method in ("GET", "HEAD")):
        return None
    host = request.host.lower().removesuffix(":80").removesuffix(".")
    if request.path not in PROBES.get(host, ()):
        return None
    # 302, as a page or 204 would pass for the internet's answer with one system or another.
    return Response("", 302, {"Location": _page(), "Content-Type": "text/plain; charset=utf-8"})


@blueprint.get(API)
def api() -> Response:
    """That this network leads to one page alone (RFC 8908, section 5); 404 on any other network."""
    if not is_here():
        abort(404)
    told = {"captive": True, "user-portal-url": _page()}
    return Response(msgspec.json.encode(told), mimetype="application/captive+json")


def is_here() -> bool:
    """Whether this request came over our own Wi-Fi: to the address that we have there alone."""
    return wifi_here() is not None


def wifi_here() -> GuestWifi | None:
    """The Wi-Fi of ours that this request came over; None if it came from elsewhere."""
    wifi = site().settings.wifi
    return wifi if wifi.name and wifi.address and _local() == wifi.address else None


def _local() -> str:
    return str(request.environ.get(LOCAL_ADDRESS, ""))


def _page() -> str:
    """Where a phone goes: to the table, or to the list of them."""
    url = url_at(in_a_url(_local()), int(request.environ["SERVER_PORT"]))
    codes = [*all_tables()]
    return invites.address(url, codes[0]) if len(codes) == 1 else f"{url}/"
