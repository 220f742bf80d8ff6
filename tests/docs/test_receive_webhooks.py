"""The receiver in the how-to does what the page says: it is run, and sent what a host sends."""

import base64
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rig.patience import PATIENCE_S, until
from rig.ports import free_port
from tricktable.table import chronicle
from tricktable.table.chronicle import Milestone
from tricktable.web.outbound.webhooks import GIVE_UP, PAUSES_S, WHOLE_S, post, signed_request

PAGE = (Path(__file__).parents[2] / "docs/howto/receive-webhooks.md").read_text("utf-8")
WORDS = " ".join(PAGE.split())
SECRET = "whsec_" + base64.b64encode(bytes(32)).decode()
OTHER = "whsec_" + base64.b64encode(bytes(31) + b"!").decode()
MILESTONE = Milestone("7KQ", 12, "2026-05-01T12:00:00+00:00", "game.ended", {"table": "7KQ"})


def test_the_receiver_takes_what_is_signed_once_and_nothing_else():
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len([line for line in program.splitlines() if line.strip()]) <= 22
    port = free_port()
    running = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "WEBHOOK_SECRET": SECRET, "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    now = datetime.now(UTC)

    def sent(secret=SECRET, at=now):
        return post(
            f"http://127.0.0.1:{port}/", *signed_request(secret, MILESTONE, at)
        ).is_delivered

    try:
        until(sent)  # once it listens
        assert sent()  # twice: it takes it in once
        assert not sent(OTHER)
        assert not sent(at=now - timedelta(hours=1))
    finally:
        running.kill()
        said, _ = running.communicate(timeout=PATIENCE_S)
    assert said.count("game.ended") == 1


def test_the_page_names_everything_that_is_sent_and_the_pauses():
    kinds = {
        value for value in vars(chronicle).values() if re.fullmatch(r"[a-z]+[.][a-z]+", str(value))
    }
    kinds -= {each for each in kinds if each.startswith("tricktable")}
    assert kinds == set(re.findall(r"^[|] `([a-z]+[.][a-z]+)` [|]", PAGE, re.M))
    first, second = PAUSES_S[:2]
    minutes = [f"{pause / 60:.0f}" for pause in PAUSES_S[2:5]]
    assert f"after {first:.0f} seconds, then {second:.0f} seconds" in WORDS
    assert f"{minutes[0]}, {minutes[1]} and {minutes[2]} minutes, then every hour" in WORDS
    assert PAUSES_S[5:] == (3600.0,)
    assert f"within {WHOLE_S:.0f} seconds" in WORDS
    assert timedelta(days=1) == GIVE_UP
