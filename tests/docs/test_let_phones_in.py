"""Where phones cannot reach the host: the page names what there is. test_network.py tries it."""

import re
import shlex
from ipaddress import ip_address
from pathlib import Path

from tricktable.cli import main
from tricktable.settings import SETTINGS
from tricktable.web import own_addresses

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/howto/let-phones-in.md").read_text("utf-8")


def test_each_port_of_the_firewall_is_the_hosts_own():
    port = str(next(each.default for each in SETTINGS if each.name == "http_port"))
    assert {*re.findall(r"(?:port(?:=| )|allow |ADDRESS:)(\d+)", PAGE)} == {port}


def test_each_setting_is_one_and_each_command_makes_sense():
    named = {*re.findall(r"\[`(\w+)`\]\(../reference/settings.md\)", PAGE)}
    assert named == {"base_url", "streams_per_address"} <= {each.name for each in SETTINGS}
    commands = [shlex.split(each) for each in re.findall(r"`tricktable ([^`]+)`", PAGE)]
    assert {name for name, *_ in commands} == {"serve", "doctor"}
    for name, *words in commands:
        main.commands[name].make_context(name, words).close()


def test_what_the_host_touches_and_where_its_choice_is_kept_are_called_so():
    heading = re.search(r"under \*\*(.+?)\*\*, touch", PAGE)[1]
    assert f'_("{heading}")' in (ROOT / "web/templates/_host_join.html").read_text("utf-8")
    assert f"`{own_addresses.CHOICE_FILE}`" in PAGE


def test_addresses_that_it_calls_private_are():
    begun = [each.strip(".…") for each in re.findall(r"`(\d[\d.]*…)`", PAGE)]
    assert {"192.168", "10"} < {*begun}
    whole = (".".join([*each.split("."), *"111"][:4]) for each in begun)
    assert [each for each in whole if not ip_address(each).is_private] == []


def test_whoever_asks_whether_the_host_answers_is_told():
    path = re.search(r"ADDRESS:\d+(/\w+)", PAGE)[1]
    assert f'@blueprint.get("{path}")' in (ROOT / "host/tricktable/web/health.py").read_text()
