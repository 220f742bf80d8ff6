"""A small file system that can be filled up: a tmpfs in a user namespace, which needs no root."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rig.patience import PATIENCE_S

_READY: Final = b"ready\n"


class Room:
    """A folder for one account, in a file system of its own."""

    def __init__(self, top: Path, account: str | None) -> None:
        self.place = top / "space"
        """The folder, as every program of that account and root can reach it."""
        self._ballast = top / "ballast"
        self._account = account

    def fill(self) -> None:
        """Let nothing more fit."""
        self._run("dd", "if=/dev/zero", f"of={self._ballast}", "bs=4096")

    def clear(self) -> None:
        """Let everything fit again."""
        self._run("rm", "-f", str(self._ballast))

    def _run(self, *words: str) -> None:
        # By whoever owns it: not even root of the machine may write there.
        subprocess.run(
            words, user=self._account, cwd="/", capture_output=True, check=False, timeout=PATIENCE_S
        )


@contextlib.contextmanager
def room(size_bytes: int, account: str | None) -> Iterator[Room | None]:
    """Such a folder for this account (None: for us); None where the system allows no such thing.

    It lies in the namespace of a process that does nothing, and is gone with it. Others reach it
    by that process: only root may mount anything that all see.
    """
    if shutil.which("unshare") is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="small"))
    folder.chmod(0o755)
    mount = f"mount -t tmpfs -o size={size_bytes},mode=777 tmpfs {folder} && mkdir {folder}/space"
    keeper = subprocess.Popen(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
         f"{mount} && chmod 777 {folder}/space && echo ready && exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        user=account,
        cwd="/",
    )  # fmt: skip
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    try:
        is_there = keeper.stdout.readline() == _READY
        yield Room(Path(f"/proc/{keeper.pid}/root{folder}"), account) if is_there else None
    finally:
        keeper.stdin.close()
        keeper.stdout.close()
        keeper.wait(PATIENCE_S)
        folder.rmdir()
