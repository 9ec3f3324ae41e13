"""A screen reader that reads a browser on a screen that nobody sees, and what it says.

Everything runs in a process space of its own: Orca ends where another one of the same user runs,
and nothing is left behind.  A window manager gives the windows the focus; it has no keys.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

PROGRAMS = (
    "Xvfb", "openbox", "xdotool", "dbus-run-session", "orca", "speech-dispatcher", "unshare",
)  # fmt: skip
BROWSERS = {"firefox": "firefox-esr", "chromium": "chromium"}
LOCALES = {"it": "it_IT.UTF-8", "en": "en_US.UTF-8"}
PATIENCE = 90.0
"""Seconds until a sentence that does not come counts as lost."""
_HERE = Path(__file__).resolve().parent


def missing() -> str:
    """What has to be installed before a screen reader can be heard here; empty if it can."""
    lacks = [name for name in (*PROGRAMS, *BROWSERS.values()) if shutil.which(name) is None]
    if lacks:
        return f"not installed: {', '.join(lacks)} (see tests/screenreader/README.md)"
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    if not all(locale.replace("UTF-8", "utf8") in known for locale in LOCALES.values()):
        return "the locales it_IT and en_US are not made (see tests/screenreader/README.md)"
    if subprocess.run(["unshare", "--pid", "--fork", "true"], check=False).returncode:
        return "no process space of one's own: it needs root or user namespaces"
    return ""


class Reader:
    """Orca, a browser at an address, and the ears that hear them."""

    def __init__(self, folder: Path, browser: str, language: str, address: str) -> None:
        self.folder = folder
        self.at = 0
        self.heard: list[tuple[str, str]] = []
        """All that was said, `said` or `cut` before each text."""
        self.log = folder / "ears.log"
        self.display = _free_display()
        environment = _environment(folder, language, self.display)
        command = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
        with (folder / "start.out").open("wb") as out:
            self.process = subprocess.Popen(
                [*command, str(_HERE / "screen.sh"), browser, language, address],
                env=environment,
                stdout=out,
                stderr=out,
            )

    # ------------------------------------------------------------------------------- hearing

    def listen(self) -> None:
        """Take up what was said since the last time."""
        if not self.log.exists():
            return
        with self.log.open(encoding="utf-8") as log:
            log.seek(self.at)
            lines = log.readlines()
        whole = [line for line in lines if line.endswith("\n")]
        self.at += sum(len(line.encode()) for line in whole)
        for line in whole:
            _, what, text = line.rstrip("\n").split("\t", 2)
            self.heard.append((what, text))

    def hear(self, pattern: str, since: int = 0) -> int:
        """Wait until something is said that matches; the place after it in all that was heard."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.listen()
            for i, (what, text) in enumerate(self.heard[since:], since + 1):
                if what == "said" and re.search(pattern, text):
                    return i
            assert self.process.poll() is None, (self.folder / "start.out").read_text()
            time.sleep(0.05)
        raise AssertionError(f"never heard {pattern!r}; {self.heard[since:]}")

    def rest(self, quiet: float = 2.0) -> int:
        """Wait until nothing more is said; how much was heard until then."""
        last, count = time.monotonic(), len(self.heard)
        while time.monotonic() - last < quiet:
            self.listen()
            if len(self.heard) != count:
                last, count = time.monotonic(), len(self.heard)
            time.sleep(0.05)
        return count

    # -------------------------------------------------------------------------------- pressing

    def press(self, *keys: str) -> int:
        """Press keys, as `xdotool` calls them; how much was heard before the last one."""
        before = 0
        for key in keys:
            self.listen()
            before = len(self.heard)
            subprocess.run(
                ["xdotool", "key", key],
                env={**os.environ, "DISPLAY": self.display},
                check=True,
            )
        return before

    def press_until(self, key: str, pattern: str, most: int = 15) -> int:
        """Press a key again and again until something is heard; the place after it."""
        for _ in range(most):
            before = self.press(key)
            self.rest(1.5)
            for i, (_, text) in enumerate(self.heard[before:], before + 1):
                if re.search(pattern, text):
                    return i
        raise AssertionError(f"{key} does not lead to {pattern!r}; {self.heard}")

    def close(self) -> None:
        """End everything that was started."""
        (self.folder / "stop").touch()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        self.process.kill()


def _free_display() -> str:
    """A display that nobody uses."""
    taken = {path.name for path in Path("/tmp").glob(".X*-lock")}
    found = next(number for number in range(80, 200) if f".X{number}-lock" not in taken)
    return f":{found}"


def _environment(folder: Path, language: str, display: str) -> dict[str, str]:
    """A home of its own, so that neither reader nor browser knows anything from before."""
    home, run = folder / "home", folder / "run"
    home.mkdir(parents=True)
    run.mkdir(mode=0o700)
    locale = LOCALES[language]
    return {
        "PATH": os.environ["PATH"],
        "PYTHON": sys.executable,
        "WORK": str(folder),
        "EARS_LOG": str(folder / "ears.log"),
        "DISPLAY": display,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(run),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "share"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "LANG": locale,
        "LC_ALL": locale,
        "LANGUAGE": language,
        "GTK_MODULES": "gail:atk-bridge",
        "NO_AT_BRIDGE": "0",
        "GNOME_ACCESSIBILITY": "1",
        "GSETTINGS_BACKEND": "memory",
        "MOZ_ENABLE_WAYLAND": "0",
    }


__all__ = ["BROWSERS", "LOCALES", "Reader", "missing"]
