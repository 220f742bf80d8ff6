"""The page on Home Assistant: the address and the command on it, at a real broker."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from rig.broker import mosquitto
from rig.evening import Cables, house
from rig.program import Program
from web.room import begin

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "connect-home-assistant.md"
BROKER = "homeassistant.local"


def line_of_page(pattern: str) -> str:
    """The only line of the page that the pattern fits, without its indent."""
    (found,) = re.findall(rf"^ *({pattern})$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return str(found)


def test_the_command_of_the_page_reads_the_table_that_its_address_publishes(tmp_path):
    if shutil.which("mosquitto_sub") is None:
        pytest.skip("there is no mosquitto_sub here (Debian: apt-get install mosquitto-clients)")
    url = line_of_page("mqtt_url = .*").removeprefix("mqtt_url = ").strip('"')
    command = line_of_page("mosquitto_sub .*")
    known = re.fullmatch(rf"mqtt://(\w+):([\w-]+)@{BROKER}:1883", url)
    with mosquitto(tmp_path, user=known[1], password=known[2]) as broker:
        address = url.replace(f"{BROKER}:1883", f"127.0.0.1:{broker.port}")
        asked = command.replace(BROKER, f"127.0.0.1 -p {broker.port}")
        with (
            house(tmp_path, Cables(), mqtt_url=address) as here,
            Program(tmp_path, command=shlex.split(asked)) as reading,
        ):
            begin(here.table)
            code = here.table.code
            state = reading.until(rf'^tricktable/{code}/state (.*"playing".*)$')
            assert json.loads(state[1])["names"] == ["Ann", "Bo", "Cy", "Di"]
        with Program(tmp_path, command=shlex.split(asked)) as reading:
            # Retained, in any order, and with the host's goodbye.
            kept = {reading.until(said)[0] for said in [f"^tricktable/({code}/state|status) "] * 2}
            assert kept == {f"tricktable/{code}/state ", "tricktable/status "}
            assert "tricktable/status offline" in reading.lines
