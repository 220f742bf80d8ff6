"""The appliance: what is installed is what the system's own tools accept, and can be taken away.

What needs a tool that this machine lacks is skipped; no test needs root or touches this system.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rig.patience import output_of
from tricktable.cli import main
from tricktable.cli.appliance import installer, network, units
from tricktable.cli.appliance.plan import (
    DATA,
    SETTINGS,
    Appliance,
    Command,
    Link,
    SystemFile,
    steps,
)
from tricktable.settings import GuestWifi, build
from tricktable.store.machine import Machine
from tricktable.web.captive import API

WIFI = GuestWifi("Tricktable", "abcd-efgh-jkmn", network.ADDRESS)
PROGRAM = "/opt/tricktable/bin/tricktable"
UNITS = "etc/systemd/system"
MOST_EXPOSED = 20
"""The highest score of a service, in tenths, that systemd still calls OK."""


def said(*words: str) -> Result:
    return CliRunner().invoke(main, ["appliance", *words], catch_exceptions=False)


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """What a tool of the system says; skips the test where there is none."""
    tool = shutil.which(words[0], path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if tool is None:
        pytest.skip(f"there is no {words[0]} on this machine")
    return output_of([tool, *words[1:]], input=given, timeout=None)


def files(root: Path) -> dict[str, str]:
    """Each file and link below the folder, with its content or its target."""
    return {
        f"/{path.relative_to(root)}": str(path.readlink())
        if path.is_symlink()
        else path.read_text("utf-8")
        for path in root.rglob("*")
        if path.is_symlink() or path.is_file()
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system in a folder on which the appliance is installed."""
    done = said("install", "--root", str(tmp_path), "--program", PROGRAM)
    assert done.exit_code == 0
    return tmp_path


def settings_in(root: Path) -> dict[str, object]:
    return tomllib.loads((root / SETTINGS.lstrip("/")).read_text("utf-8"))


# --- the plan -------------------------------------------------------------------------------------


def test_a_dry_run_prints_each_file_and_each_command_and_does_nothing(tmp_path):
    printed = said("install", "--dry-run", "--root", str(tmp_path), "--program", PROGRAM)
    assert printed.exit_code == 0
    wifi = WIFI._replace(password="made-when-installed")
    for step in steps(Appliance(PROGRAM, wifi)):
        if isinstance(step, SystemFile):
            assert f"file {step.path} ({step.mode:04o}" in printed.stdout
            for line in filter(None, step.content.splitlines()):
                assert f"    {line}\n" in printed.stdout
        elif isinstance(step, Link):
            assert f"link {step.path} -> {step.target}\n" in printed.stdout
        elif step.words:
            assert f"run  {' '.join(step.words)}\n" in printed.stdout
    assert list(tmp_path.iterdir()) == []


def test_what_is_printed_is_what_is_written(root):
    kept = settings_in(root)
    wifi = GuestWifi(str(kept["wifi_name"]), str(kept["wifi_password"]), str(kept["wifi_address"]))
    planned = steps(Appliance(PROGRAM, wifi))
    assert files(root) == {
        step.path: step.content if isinstance(step, SystemFile) else step.target
        for step in planned
        if not isinstance(step, Command)
    }
    for step in planned:
        if isinstance(step, SystemFile):
            assert (root / step.path.lstrip("/")).stat().st_mode & 0o777 == step.mode


def test_removing_leaves_nothing_but_folders_of_the_system(root):
    done = said("remove", "--root", str(root))
    assert done.exit_code == 0
    assert files(root) == {}
    left = {f"/{path.relative_to(root)}" for path in root.rglob("*")}
    assert left <= set(installer._OF_PACKAGES)


def test_removing_twice_and_removing_what_was_never_there_do_no_harm(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/hostname").write_text("pi\n")
    for _ in range(2):
        assert said("remove", "--root", str(tmp_path)).exit_code == 0
    assert files(tmp_path) == {"/etc/hostname": "pi\n"}


def test_the_data_stay_until_it_is_said_that_they_go(root):
    journal = root / DATA.lstrip("/") / "journal.db"
    (journal.parent / "decks").mkdir(parents=True)
    journal.write_text("a game")
    told = said("remove", "--root", str(root))
    assert f"Kept: {DATA}, with every game, deck and backup." in told.stdout
    assert files(root) == {f"{DATA}/journal.db": "a game"}
    told = said("remove", "--root", str(root), "--data")
    assert f"gone {DATA}" in told.stdout
    assert "Kept" not in told.stdout
    assert files(root) == {}


def test_each_command_is_undone_in_the_opposite_order():
    planned = steps(Appliance(PROGRAM, WIFI))
    undone = "\n".join(installer.undone(planned, with_data=False))
    stop, gone = undone.index("systemctl stop"), undone.index("delete /etc/systemd")
    assert stop < gone < undone.index("systemctl daemon-reload")
    assert undone.index(f"chown -R root:root {DATA}") < undone.index("userdel")
    assert said("remove", "--dry-run").stdout.splitlines() == undone.splitlines()


def test_installing_again_keeps_the_password_and_what_was_changed(root):
    before = files(root)
    path = root / SETTINGS.lstrip("/")
    changed = (
        path.read_text("utf-8").replace('"Tricktable"', '"Our club"') + "max_journal_mib = 64\n"
    )
    path.write_text(changed, "utf-8")
    again = said("install", "--root", str(root), "--program", PROGRAM)
    password = settings_in(root)["wifi_password"]
    assert f"kept {SETTINGS}\n" in again.stdout
    assert f"Password:      {password}\n" in again.stdout
    after = files(root)
    changes = {path for path in after if after[path] != before[path]}
    assert changes == {SETTINGS, "/etc/NetworkManager/system-connections/tricktable.nmconnection"}
    assert after[SETTINGS] == changed
    assert said("install", "--root", str(root), "--wifi-name", "Other").exit_code == 1


def test_a_box_with_a_cable_opens_no_wifi(tmp_path):
    assert said("install", "--no-wifi", "--root", str(tmp_path)).exit_code == 0
    assert not any("NetworkManager" in path for path in files(tmp_path))
    assert not any(name.startswith("wifi_") for name in settings_in(tmp_path))
    refused = said("install", "--root", str(tmp_path))
    assert refused.exit_code == 1
    assert "names no Wi-Fi" in refused.stderr


def test_a_name_that_no_wifi_can_have_is_refused(tmp_path):
    assert said("install", "--wifi-name", "雪" * 11, "--root", str(tmp_path)).exit_code == 64
    assert files(tmp_path) == {}


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="for a user, not for root")
def test_a_user_is_told_to_say_sudo():
    for word in ("install", "remove"):
        assert "put sudo before the command" in said(word).stderr


def test_the_settings_are_settings():
    wifi = GuestWifi('Café "Zum" \\ Schwan;', 'a\\b"c;d,e:f', network.ADDRESS)
    read = build(Machine(Path("/x"), Path("/"), "pi"), tomllib.loads(units.settings(wifi)))
    assert GuestWifi(read.wifi_name, read.wifi_password, read.wifi_address) == wifi
    assert (str(read.data), read.http_port, read.poweroff_file) == (DATA, 80, units.POWEROFF)


def test_a_password_can_be_read_aloud_and_is_no_other_ones():
    made = {network.new_password() for _ in range(50)}
    assert len(made) == 50
    assert all(
        re.fullmatch("([a-hj-km-np-z2-9]{4}-){2}[a-hj-km-np-z2-9]{4}", each) for each in made
    )


# --- the system's own tools -----------------------------------------------------------------------


def test_systemd_accepts_every_unit(tmp_path):
    if not Path("/usr/lib/systemd/system/sysinit.target").exists():
        pytest.skip("systemd's own units are not on this machine")
    program = tmp_path / "tricktable"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    said("install", "--root", str(tmp_path), "--program", str(program))
    made = [str(path) for path in (tmp_path / UNITS).iterdir() if path.is_file()]
    assert len(made) == len(units.units(""))
    told = run("systemd-analyze", "verify", "--man=no", *made)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("unit", ["tricktable.service", "tricktable-backup.service"])
def test_systemd_calls_every_service_well_confined(root, unit):
    told = run(
        *("systemd-analyze", "security", "--offline=true", "--no-pager"),
        *(f"--threshold={MOST_EXPOSED}", f"--root={root}", unit),
    )
    assert told.returncode == 0, told.stdout[-2000:]


def test_no_service_that_is_not_confined_is_installed():
    services = [name for name in units.units("") if name.endswith(".service")]
    assert services == ["tricktable.service", "tricktable-backup.service"]


def test_what_starts_by_itself_says_so_in_its_own_unit():
    """The links are those that `systemctl enable` would make."""
    made = units.units(PROGRAM)
    wanted = {
        re.findall("^WantedBy=(.*)$", text, re.M)[0]: name
        for name, text in made.items()
        if "WantedBy=" in text
    }
    assert wanted == dict(units.WANTED_BY)


@pytest.mark.parametrize(
    "wifi",
    [
        WIFI,
        GuestWifi('Café; "x" #1', 'a b\\c"d;e,f:g ', "10.42.0.1"),
        GuestWifi("雪の夜", " leading", "10.42.0.1"),
        GuestWifi("1;2;", "12345678", "10.42.0.1"),
        GuestWifi("Open", "", "10.42.0.1"),
    ],
    ids=["plain", "signs", "kana", "numbers", "open"],
)
def test_network_manager_reads_the_wifi_as_it_is_meant(wifi):
    told = run(
        *("nmcli", "--offline", "connection", "modify", "connection.zone", ""),
        given=network.access_point(wifi),
    )
    assert told.returncode == 0, told.stderr
    read = dict(re.findall("^([a-z0-9-]+)=(.*)$", told.stdout, re.M))
    assert (read["mode"], read["autoconnect-priority"]) == ("ap", "-999")
    assert (read["method"], read["address1"]) == ("disabled", "10.42.0.1/24")
    assert "\nmethod=shared\n" in told.stdout
    name = read["ssid"]
    if re.fullmatch("([0-9]+;)+", name):
        name = bytes(map(int, name.strip(";").split(";"))).decode()
    # In a name it escapes what would else stand for a list of numbers.
    assert _unescaped(name).replace("\\;", ";") == wifi.name
    assert _unescaped(read.get("psk", "")) == wifi.password


def _unescaped(text: str) -> str:
    """A value of GLib's key files as it is meant."""
    return re.sub(r"\\(.)", lambda found: {"s": " "}.get(found[1], found[1]), text)


def test_dnsmasq_accepts_what_it_is_told(root):
    path = root / "etc/NetworkManager/dnsmasq-shared.d/tricktable.conf"
    assert run("dnsmasq", "--test", "-C", str(path)).returncode == 0
    told = path.read_text()
    assert f"address=/#/{network.ADDRESS}\n" in told
    assert f"dhcp-option=114,http://{network.ADDRESS}{API}\n" in told


def test_udev_accepts_the_rule(root):
    path = root / "etc/udev/rules.d/70-tricktable.rules"
    told = run("udevadm", "verify", "--no-summary", str(path))
    if "Unknown command" in told.stderr or "unknown" in told.stderr.lower():
        pytest.skip("udevadm verifies rules since systemd 254")
    assert told.returncode == 0, told.stderr


def test_the_rule_knows_every_board_that_the_host_looks_for():
    rule = units.udev_rule()
    assert 'ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005|f00a"' in rule
    assert f'GROUP="{units.USER}"' in rule


@pytest.mark.skipif(
    "DEBIAN_ROOT" not in os.environ,
    reason="DEBIAN_ROOT names no folder with a fresh Debian, which debootstrap makes in minutes",
)
def test_a_fresh_debian_takes_it_and_gets_rid_of_it():
    root = Path(os.environ["DEBIAN_ROOT"])
    before = files_of_etc(root)
    program = root / PROGRAM.lstrip("/")
    is_there = program.exists()
    assert said("install", "--root", str(root), "--program", PROGRAM).exit_code == 0
    names = [step.path for step in steps(Appliance(PROGRAM, WIFI)) if isinstance(step, SystemFile)]
    made = [Path(name).name for name in names if name.startswith("/etc/systemd/system/")]
    if is_there:
        told = run("chroot", str(root), "systemd-analyze", "verify", "--man=no", *made)
        assert (told.returncode, told.stderr) == (0, "")
    assert run("systemd-sysusers", "--dry-run", f"--root={root}").returncode == 0
    rule = "/etc/udev/rules.d/70-tricktable.rules"
    assert run("chroot", str(root), "udevadm", "verify", rule).returncode == 0
    assert said("remove", "--root", str(root)).exit_code == 0
    assert files_of_etc(root) == before


def files_of_etc(root: Path) -> set[str]:
    return {str(path) for path in (root / "etc").rglob("*")}
