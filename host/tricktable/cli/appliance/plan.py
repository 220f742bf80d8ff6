"""What makes a computer an appliance, as values: files, links and commands, in their order.

Installing carries the steps out one after another, removing undoes them backwards, and a dry run
prints them: so none of the three can know a step that the others do not. Touches nothing.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tricktable.cli.appliance import network, units
from tricktable.settings import GuestWifi

USER: Final = units.USER
DATA: Final = units.DATA
SETTINGS: Final = units.SETTINGS
_UNITS: Final = "/etc/systemd/system"
_WIFI: Final = "/etc/NetworkManager/system-connections/tricktable.nmconnection"
_SYSUSERS: Final = "/etc/sysusers.d/tricktable.conf"


class SystemFile(NamedTuple):
    """A file to be written."""

    path: str
    content: str
    mode: int = 0o644
    is_yours: bool = False
    """Whether it is left as it is where it exists already: people change it."""


class Link(NamedTuple):
    """A symbolic link to be made."""

    path: str
    target: str


class Command(NamedTuple):
    """A command for the running system, and the one that undoes it; either may be empty."""

    words: tuple[str, ...] = ()
    undone_by: tuple[str, ...] = ()


Step = SystemFile | Link | Command


class Appliance(NamedTuple):
    """What an appliance is made from."""

    program: str
    """The program that the service starts."""
    wifi: GuestWifi | None = None
    """The Wi-Fi that it opens where it knows no other; None if it opens none."""


def steps(wanted: Appliance) -> tuple[Step, ...]:
    """Everything that makes a computer an appliance, in the order in which it is done."""
    return (*_user(), *_board(), *_services(wanted), *(_wifi(wanted.wifi) if wanted.wifi else ()))


def _user() -> Iterator[Step]:
    yield SystemFile(_SYSUSERS, f'u {USER} - "Tricktable" {DATA}\n')
    yield Command(("systemd-sysusers", _SYSUSERS), ("userdel", USER))
    # Else the next user that this system makes could inherit the files with the number.
    yield Command(undone_by=("chown", "-R", "root:root", DATA))


def _board() -> Iterator[Step]:
    reload = ("udevadm", "control", "--reload")
    yield Command(undone_by=reload)
    yield SystemFile("/etc/udev/rules.d/70-tricktable.rules", units.udev_rule())
    yield Command(reload)
    yield Command(("udevadm", "trigger", "--subsystem-match=tty"))


def _services(wanted: Appliance) -> Iterator[Step]:
    journald = ("systemctl", "try-restart", "systemd-journald.service")
    reload = ("systemctl", "daemon-reload")
    yield Command(undone_by=journald)
    yield SystemFile("/etc/systemd/journald.conf.d/tricktable.conf", units.log_limits())
    yield Command(journald)
    yield Command(undone_by=reload)
    yield SystemFile(SETTINGS, units.settings(wanted.wifi), 0o600, is_yours=True)
    for name, content in units.units(wanted.program).items():
        yield SystemFile(f"{_UNITS}/{name}", content)
    for target, name in units.WANTED_BY.items():
        yield Link(f"{_UNITS}/{target}.wants/{name}", f"../{name}")
    yield Command(reload)
    # When the backup was last made, which systemd keeps for a timer that makes up for it.
    yield Command(undone_by=("systemctl", "clean", "--what=state", "tricktable-backup.timer"))
    started = (*units.WANTED_BY.values(),)
    yield Command(("systemctl", "restart", *started), ("systemctl", "stop", *started))


def _wifi(wifi: GuestWifi) -> Iterator[Step]:
    reload = ("nmcli", "connection", "reload")
    yield Command(undone_by=reload)
    yield SystemFile(
        "/etc/NetworkManager/dnsmasq-shared.d/tricktable.conf", network.names_and_hint(wifi)
    )
    yield SystemFile(_WIFI, network.access_point(wifi), 0o600)
    yield Command(reload)
