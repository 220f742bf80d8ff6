"""The command `appliance`: makes a small computer a box that serves a table once it has power.

Decides what to ask for and what to refuse; what is done stands in `plan`, how in `carrying`.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tricktable.cli.flags import serving

if TYPE_CHECKING:
    from tricktable.cli.appliance.plan import Appliance
    from tricktable.settings import GuestWifi

_ROOT = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("/"),
    help="Work on the system in this folder, such as an SD card's; runs no command.",
)
_DRY = click.option("--dry-run", is_flag=True, help="Only print each file and each command.")
_NEEDED: Final = {
    "systemctl": "this is a system without systemd; the appliance needs Debian or its like",
    "nmcli": "install NetworkManager first: apt install network-manager",
    "dnsmasq": "install dnsmasq first: apt install dnsmasq-base",
}
# Not in a user's PATH, where Debian has it.
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_UNSEEN: Final = ("/home/", "/root/", "/tmp/", "/var/tmp/")  # ProtectHome and PrivateTmp hide them
_NAME_BYTES: Final = 32  # IEEE 802.11, 9.4.2.2
_MADE_LATER: Final = "made-when-installed"


@click.group()
def appliance() -> None:
    """Turn a small computer into an appliance: power on, scan, play.

    For a Raspberry Pi with 64-bit Debian or its like: docs/howto/make-an-appliance.md.

    \b
    See what would be done:      tricktable appliance install --dry-run
    Do it, or do it again:       sudo tricktable appliance install
    Remove it, keep the data: sudo tricktable appliance remove
    """


@appliance.command("install")
@_DRY
@click.option(
    "--wifi-name", default="", help="The name of the computer's own Wi-Fi (default: Tricktable)."
)
@click.option(
    "--no-wifi", is_flag=True, help="Do not open a Wi-Fi, for a box with a network cable."
)
@click.option(
    "--program",
    default=str(Path(sys.executable).with_name("tricktable")),
    help="The program that the service starts (default: this one).",
)
@_ROOT
def install_appliance(
    dry_run: bool, wifi_name: str, no_wifi: bool, program: str, root: Path
) -> None:
    """Install a service that starts at boot, its Wi-Fi, the board's rule and a nightly backup.

    It may be run again, after an update or a change of the settings: what you changed in
    /etc/tricktable/settings.toml stays. At the end it prints the Wi-Fi's password.

    \b
    Exit codes: 0 done; 1 it cannot be done; one sentence says why.
    """
    from tricktable.cli.appliance import installer
    from tricktable.cli.appliance.plan import DATA, Appliance, steps
    from tricktable.web.guest.fragment import compile_all

    wifi = None if no_wifi else _wifi(root, wifi_name, dry_run)
    wanted = Appliance(program, wifi)
    if dry_run:
        click.echo("\n".join(installer.plan_lines(steps(wanted))))
        return
    if root == installer.RUNNING:
        _refuse(wanted)
        compile_all()  # the service may write nothing in there
    _carry(installer.install(steps(wanted), root))
    click.echo()
    if wifi:
        click.echo(f"Wi-Fi:         {wifi.name}")
        click.echo(f"Password:      {wifi.password or '(none)'}")
    if root == installer.RUNNING:
        click.echo(f"Host's token:  sudo cat {DATA}/host-token")
        click.echo("It serves now, and whenever this computer is on.")


@appliance.command("remove")
@_DRY
@click.option("--data", "with_data", is_flag=True, help="Delete every game, deck and backup, too.")
@_ROOT
def remove_appliance(dry_run: bool, with_data: bool, root: Path) -> None:
    """Undo `install`: services, Wi-Fi, rule and user. Keeps the data unless you add --data.

    \b
    Exit codes: 0 done; 1 it cannot be done; one sentence says why.
    """
    from tricktable.cli.appliance import installer
    from tricktable.cli.appliance.plan import DATA, Appliance, steps
    from tricktable.settings import GuestWifi

    done = steps(Appliance("", GuestWifi()))
    if dry_run:
        click.echo("\n".join(installer.undone(done, with_data)))
        return
    if root == installer.RUNNING:
        _refuse_others()
    _carry(installer.remove(done, root, with_data))
    if not with_data and installer.below(root, DATA).exists():
        click.echo(f"\nKept: {DATA}, with every game, deck and backup. Delete it with --data.")


def _wifi(root: Path, name: str, is_dry: bool) -> GuestWifi:
    """The Wi-Fi as the settings have it, or a new one with a random password."""
    from tricktable.cli.appliance import network
    from tricktable.cli.appliance.installer import below
    from tricktable.cli.appliance.plan import SETTINGS
    from tricktable.settings import GuestWifi

    path = below(root, SETTINGS)
    kept = _earlier_settings(path)
    if kept is not None:
        if name not in ("", kept.get("wifi_name")):
            raise click.ClickException(f"Change wifi_name in {path}, and install again.")
        if "wifi_name" not in kept:
            raise click.ClickException(f"{path} names no Wi-Fi: add one there, or say --no-wifi.")
        words = (str(kept.get(f"wifi_{each}", "")) for each in ("name", "password", "address"))
        return GuestWifi(*words)
    name = name or network.NAME
    if len(name.encode()) > _NAME_BYTES:
        raise click.UsageError(f"A Wi-Fi's name has at most {_NAME_BYTES} bytes.")
    return GuestWifi(name, _MADE_LATER if is_dry else network.new_password(), network.ADDRESS)


def _earlier_settings(path: Path) -> Mapping[str, object] | None:
    """The settings that an earlier installation has left; None if there was none."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise click.ClickException(f"Cannot read {path}: {fault.strerror}.") from None
    except ValueError as fault:
        raise click.ClickException(f"{path} is no settings file: {fault}.") from None


def _refuse(wanted: Appliance) -> None:
    """Refuse what could not work, before anything is changed."""
    _refuse_others()
    for name in ("nmcli", "dnsmasq") if wanted.wifi else ():
        if not shutil.which(name, path=_PATH):
            raise click.ClickException(f"There is no {name} here: {_NEEDED[name]}.")
    if wanted.program.startswith(_UNSEEN):
        raise click.ClickException(
            f"The service cannot see {wanted.program}: install Tricktable in /opt/tricktable."
        )
    if not os.access(wanted.program, os.X_OK):
        raise click.ClickException(f"There is no program {wanted.program}: name it with --program.")


def _refuse_others() -> None:
    from tricktable.store.machine import is_root

    if not shutil.which("systemctl", path=_PATH):
        raise click.ClickException(f"There is no systemctl here: {_NEEDED['systemctl']}.")
    if not is_root():
        raise click.ClickException("Only root may do this: put sudo before the command.")


def _carry(lines: Iterator[str]) -> None:
    from tricktable.cli.appliance.installer import StepFailed

    with serving():
        try:
            for line in lines:
                click.echo(line)
        except StepFailed as fault:
            raise click.ClickException(f"{fault}. Fix that and run it again.") from None
