"""The browser that tests look through: finds it, or installs Debian's. Never starts it."""

import os
import shutil
import subprocess
import sys

LIGHT = "chromium-headless-shell"
"""Debian's package with nothing but the engine: half the work, for it opens no windows."""
NAMES = (LIGHT, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
BESIDE = (
    "fonts-noto-cjk",  # table names are written in Japanese too: no empty boxes in screenshots
    "libatomic1",  # the Node.js inside the playwright package needs it
)


def find() -> str | None:
    """Return the path of Chromium or Chrome; $CHROMIUM wins over what is installed."""
    wanted = os.environ.get("CHROMIUM")
    for name in (wanted,) if wanted else (*NAMES, MACOS):
        if path := shutil.which(name):
            return path
    return None


def lacking() -> list[str]:
    """Debian packages that tests look through and this machine has not got."""
    packages = [package for package in BESIDE if not is_installed(package)]
    return packages if find() else [LIGHT, *packages]


def is_installed(package: str) -> bool:
    """Ask Debian's package database."""
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}", package],
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.startswith("ii")


def is_known(package: str) -> bool:
    """Ask whether this Debian, or what is like it, has such a package."""
    asked = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    return asked.returncode == 0


def main() -> int:
    """Install what is lacking where apt and root allow it, else say in one sentence what to do."""
    if shutil.which("apt-get") and (packages := lacking()):
        if os.geteuid() == 0:
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=True)
            packages = [
                "chromium" if each == LIGHT and not is_known(LIGHT) else each for each in packages
            ]
            install = "apt-get install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0".split()
            subprocess.run([*install, *packages], env=quiet, check=True)
        else:
            print(f"To test the pages too: sudo apt-get install {' '.join(packages)}")
    elif find() is None:
        print("To test the pages too, install Chromium or Chrome, or name one in $CHROMIUM.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
