"""The appliance's services and log as systemd reads them, its settings, and udev's rule. Pure."""

from collections.abc import Mapping
from typing import Final

from tricktable.board.link.ports import USB_IDS
from tricktable.settings import GuestWifi

USER: Final = "tricktable"
DATA: Final = "/var/lib/tricktable"
SETTINGS: Final = "/etc/tricktable/settings.toml"
POWEROFF: Final = "/run/tricktable/poweroff"
WANTED_BY: Final = {
    "sockets.target": "tricktable.socket",
    "multi-user.target": "tricktable.service",
    "timers.target": "tricktable-backup.timer",
    "paths.target": "tricktable-poweroff.path",
}
"""The units that start by themselves, by what they start with."""
_HEAD: Final = "# Written by `tricktable appliance install`.\n"
# The networks of homes and clubs (RFC 1918, RFC 6598): the table has nothing to do elsewhere.
_NEAR: Final = """\
IPAddressDeny=any
IPAddressAllow=localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10
"""
_CONFINED: Final = f"""\
User={USER}
Group={USER}
UMask=0077
StateDirectory={USER}
StateDirectoryMode=0700
# The settings have a password in them. The program gets a copy that it cannot change, and the file
# stays root's own.
LoadCredential=settings.toml:{SETTINGS}
Environment=TRICKTABLE_SETTINGS=%d/settings.toml
# All else is read-only or not there. What this leaves: systemd-analyze security tricktable.service
CapabilityBoundingSet=
KeyringMode=private
LockPersonality=yes
MemoryDenyWriteExecute=yes
NoNewPrivileges=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
"""


def units(program: str) -> Mapping[str, str]:
    """The content of each unit by its name; the services start `program`."""
    return {
        "tricktable.socket": _SOCKET,
        "tricktable.service": _service(program),
        "tricktable-backup.service": _backup(program),
        "tricktable-backup.timer": _TIMER,
        "tricktable-poweroff.path": _SWITCH,
    }


_SOCKET: Final = f"""\
{_HEAD}[Unit]
Description=The port of Tricktable's pages

[Socket]
# systemd holds the port and hands it over. So the program has no right to open port 80, and a
# restart refuses nobody: who comes meanwhile waits.
ListenStream=0.0.0.0:80
Backlog=1024
{_NEAR}
[Install]
WantedBy=sockets.target
"""


def _service(program: str) -> str:
    return f"""\
{_HEAD}[Unit]
Description=Tricktable, the companion for card games at a real table
Requires=tricktable.socket
# The device of a board has a name in the rule below only once its driver is there.
Wants=modprobe@cdc_acm.service
After=tricktable.socket modprobe@cdc_acm.service network.target
# Nobody is there to start it again, so it never gives up.
StartLimitIntervalSec=0

[Service]
Type=notify
ExecStart={program} serve
Restart=always
RestartSec=1
TimeoutStartSec=5min
WatchdogSec=60
# 4,000 streams, 1,000 other connections, boards and journal.
LimitNOFILE=8192
# Who played what stays in the journal of the table, where a name can be deleted. Faults are logged.
StandardOutput=null
StandardError=journal
LogRateLimitIntervalSec=1min
LogRateLimitBurst=200
# An empty file in here switches the computer off: see tricktable-poweroff.path.
RuntimeDirectory={USER}
RuntimeDirectoryMode=0700
DevicePolicy=closed
DeviceAllow=char-ttyACM rw
# Netlink lists this computer's own addresses.
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
{_NEAR}{_CONFINED}
[Install]
WantedBy=multi-user.target
"""


def _backup(program: str) -> str:
    return f"""\
{_HEAD}[Unit]
Description=A backup of everything that Tricktable keeps

[Service]
Type=oneshot
ExecStart={program} backup --keep 7
Nice=10
IOSchedulingClass=idle
PrivateDevices=yes
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
{_CONFINED}"""


_TIMER: Final = f"""\
{_HEAD}[Unit]
Description=A backup of everything that Tricktable keeps, each night

[Timer]
OnCalendar=*-*-* 04:00:00
# A box that was off at night makes up for it once it is on.
Persistent=yes
RandomizedDelaySec=10min

[Install]
WantedBy=timers.target
"""

_SWITCH: Final = f"""\
{_HEAD}[Unit]
Description=Switch the computer off when Tricktable's host asks for it

[Path]
# The whole right of the service: it can make this file. It talks to no bus and has no privilege,
# and nothing runs as root between this and the end of all services.
PathExists={POWEROFF}
Unit=poweroff.target

[Install]
WantedBy=paths.target
"""


def settings(wifi: GuestWifi | None) -> str:
    """The settings file of an appliance."""
    ours = ""
    if wifi:
        ours = f"""
# The Wi-Fi that this computer opens where it knows no other. After a change here, run
# `tricktable appliance install` again.
wifi_name = {_toml(wifi.name)}
wifi_password = {_toml(wifi.password)}
wifi_address = {_toml(wifi.address)}
"""
    return f"""\
# Settings of Tricktable on this computer: docs/reference/settings.md. Written once by
# `tricktable appliance install`; change what you like.
data = "{DATA}"
http_port = 80
poweroff_file = "{POWEROFF}"
{ours}"""


def _toml(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"' + "".join(f"\\u{ord(each):04x}" if ord(each) < 32 else each for each in escaped) + '"'
    )


def log_limits() -> str:
    """What keeps the system's log from wearing out and filling a memory card (journald.conf(5))."""
    return f"""\
{_HEAD}[Journal]
SystemMaxUse=48M
RuntimeMaxUse=16M
MaxRetentionSec=1month
"""


def udev_rule() -> str:
    """The rule that gives boards a name that stays, and to our user alone."""
    vendors = sorted({vendor for vendor, _ in USB_IDS})
    rules = "".join(_of_vendor(vendor) for vendor in vendors)
    return f"""\
{_HEAD}# A board is /dev/tricktable/ and its own number, whatever port it is plugged into.
{rules}"""


def _of_vendor(vendor: int) -> str:
    products = "|".join(sorted(f"{product:04x}" for each, product in USB_IDS if each == vendor))
    return (
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{products}", '
        f'GROUP="{USER}", MODE="0660", SYMLINK+="tricktable/$attr{{serial}}", '
        # Or ModemManager would speak to it as to a modem, just when it is plugged in.
        'ENV{ID_MM_DEVICE_IGNORE}="1"\n'
    )
