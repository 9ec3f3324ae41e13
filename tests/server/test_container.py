"""The image of `deploy/Containerfile`, built and run: `make container`, and every night.

Its base is made from the packages of this Debian, since what is fetched should be what machines
here fetch anyway; so it shows that the steps hold, not what the usual base brings.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from serving import PATIENCE, Guest, free_port, play_on

ROOT = Path(__file__).parents[2]
TOOLS = ("buildah", "mmdebstrap")
WANTED = os.environ.get("TAVOLA_CONTAINER") or os.environ.get("TAVOLA_NIGHTLY")
BUILT = 3600
"""Seconds that building may take: all is compiled for every game."""

pytestmark = [
    pytest.mark.skipif(not WANTED, reason="takes minutes: make container, or make nightly"),
    pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="images are built by root"),
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)), reason="apt-get install buildah mmdebstrap"
    ),
]


class Images:
    """Images and containers in a folder of their own, which needs nothing of the kernel but
    `chroot`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        store = ["--root", str(folder / "store"), "--runroot", str(folder / "run")]
        self._buildah = ["buildah", *store, "--storage-driver", "vfs"]

    def done(self, *arguments: str) -> str:
        """What a command of buildah prints."""
        command = [*self._buildah, *arguments]
        ran = subprocess.run(command, check=False, text=True, capture_output=True, timeout=BUILT)
        assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
        return ran.stdout.strip()

    def base(self) -> str:
        """An image of this Debian with Python, and nothing else."""
        archive = self.folder / "base.tar"
        suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
        packages = "--include=python3,python3-venv,ca-certificates"
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", packages, suite, str(archive)],
            check=True,
            stdin=subprocess.DEVNULL,
            timeout=BUILT,
        )
        empty = self.done("from", "scratch")
        self.done("add", empty, str(archive), "/")
        self.done("config", "--env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", empty)
        self.done("commit", "--rm", empty, "localhost/base")
        archive.unlink()
        return "localhost/base"

    def build(self, base: str) -> str:
        """The image of the sample."""
        trusted = "/etc/ssl/certs"
        settings = self.folder / "pip.conf"
        settings.write_text(f"[global]\ncert = {trusted}/ca-certificates.crt\n", encoding="ascii")
        ours = ("-f", str(ROOT / "deploy" / "Containerfile"), "-t", "localhost/tavola", str(ROOT))
        self.done(
            *("build", "--isolation", "chroot", "--network", "host", "--format", "docker"),
            *("--build-arg", f"BASE={base}"),
            *("-v", f"{trusted}:{trusted}:ro", "-v", f"{settings}:/etc/pip.conf:ro", *ours),
        )
        return "localhost/tavola"

    def run(self, container: str, *command: str, **how: Any) -> subprocess.Popen[str]:
        """A command in a container, as the user of its image."""
        inside = ("run", "--isolation", "chroot", "--network", "host", container, "--")
        return subprocess.Popen([*self._buildah, *inside, *command], text=True, **how)


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Images]:
    images = Images(tmp_path_factory.mktemp("images"))
    yield images
    images.done("rm", "--all")
    images.done("rmi", "--all", "--force")


def _answer(port: int) -> Any:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
                return json.load(answer)
        except OSError:
            assert time.monotonic() < end, "the container does not answer"
            time.sleep(0.1)


def test_an_image_is_built_and_serves(images: Images) -> None:
    image = images.build(images.base())
    told = json.loads(images.done("inspect", "--type", "image", image))["Docker"]["config"]
    assert told["User"] == "tavola"
    assert told["StopSignal"] == "SIGTERM"
    container, port = images.done("from", image), free_port()
    serve = (*told["Entrypoint"], "--port", str(port))
    asked = (
        "import os; os.environ['TAVOLA_COMPILE'] = 'auto'; from tavola.rules.kernel import backend; "
        "print(os.getuid(), backend.compiled)"
    )
    with images.run(container, "python", "-c", asked, stdout=subprocess.PIPE) as process:
        said, _ = process.communicate(timeout=PATIENCE)
    assert said.split()[0] != "0"
    assert said.split()[1] == "True", "nobody waits for the compiler"
    cookie, table = "", ""
    for _ in range(2):
        process = images.run(container, *serve)
        try:
            assert _answer(port)["status"] == "ok"
            guest = Guest(f"http://127.0.0.1:{port}")
            if table:
                guest.web.cookies.set("tavola", cookie)
            else:
                table = guest.new_table(game="pin", opponent="here")["table"]
                cookie = guest.web.cookies["tavola"]
            chair = guest.sit(table)
            chair.until("table")
            assert chair.mine, "what was played is in the volume"
            assert play_on([chair], 5) == 5
            guest.close()
        finally:
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """Stop what serves, as an engine does: buildah itself hands on no signal."""
    for child in _youngest(process.pid):
        os.kill(child, signal.SIGTERM)
    process.wait(PATIENCE)


def _youngest(process: int) -> list[int]:
    """Those below a process who have nobody below them."""
    try:
        tasks = [*Path(f"/proc/{process}/task").iterdir()]
        children = [int(one) for task in tasks for one in (task / "children").read_text().split()]
    except OSError:  # it has ended meanwhile
        return []
    return [one for child in children for one in _youngest(child) or [child]]
