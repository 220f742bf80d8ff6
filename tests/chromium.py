"""The browser that tests look through: finds it, or installs Debian's. Never starts it."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
# Table names are written in Japanese too; without such a font a screenshot shows empty boxes.
CJK_FONTS = "fonts-noto-cjk"


def find() -> str | None:
    """Return the path of Chromium or Chrome; $CHROMIUM wins over what is installed."""
    wanted = os.environ.get("CHROMIUM")
    for name in (wanted,) if wanted else (*NAMES, MACOS):
        if path := shutil.which(name):
            return path
    return None


def lacking() -> list[str]:
    """Debian packages that tests look through and this machine has not got."""
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}", CJK_FONTS],
        capture_output=True,
        text=True,
        check=False,
    )
    fonts = [] if asked.stdout.startswith("ii") else [CJK_FONTS]
    return fonts if find() else ["chromium", *fonts]


def main() -> int:
    """Install what is lacking where apt and root allow it, else say in one sentence what to do."""
    if shutil.which("apt-get") and (packages := lacking()):
        if os.geteuid() == 0:
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=True)
            install = ["apt-get", "install", "-qq", "-y", "--no-install-recommends"]
            subprocess.run([*install, *packages], env=quiet, check=True)
        else:
            print(f"To test the pages too: sudo apt-get install {' '.join(packages)}")
    elif find() is None:
        print("To test the pages too, install Chromium or Chrome, or name one in $CHROMIUM.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
