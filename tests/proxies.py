"""The proxies that are samples: real ones, but for names, ports and certificates as they are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from serving import PATIENCE, free_port

DEPLOY = Path(__file__).parent.parent / "deploy"
NAME = "localhost"


def nginx(folder: Path, port: int, house: int, plain: int = 0) -> list[str]:
    """`plain` takes the place of port 80; by default one that is free."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r".*(\[::\]|ssl_certificate).*\n", "", site)
    site = _changed(site, "listen 80;", f"listen 127.0.0.1:{plain or free_port()};")
    site = _changed(site, "listen 443 ssl;", f"listen 127.0.0.1:{port};")
    site = site.replace("server_name tavola.example;", f"server_name {NAME};")
    site = _changed(site, "127.0.0.1:8642", f"127.0.0.1:{house}")
    # Without TLS the port belongs to the name.
    site = _changed(site, "Host $host;", "Host $http_host;")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    settings = folder / "nginx.conf"
    # A root would hand on its folder to somebody who may not write there.
    user = "user root root;\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    settings.write_text(
        f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}}}\n",
        encoding="utf-8",
    )
    return [_program("nginx"), "-p", str(folder), "-c", str(settings), "-e", str(folder / "log")]


def caddy(folder: Path, port: int, house: int) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    site = _changed(
        site, "\n{$DOMAIN:tavola.example} {", f"\nhttp://{NAME}:{port} {{\n\tbind 127.0.0.1"
    )
    site = _changed(site, "{$HOUSE:127.0.0.1:8642}", f"127.0.0.1:{house}")
    settings = folder / "Caddyfile"
    settings.write_text(f"{{\n\tadmin off\n}}\n{site}", encoding="utf-8")
    return [_program("caddy"), "run", "--config", str(settings), "--adapter", "caddyfile"]


def _changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"the sample has no longer {old!r}"
    return text.replace(old, new)


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip("the proxy is not installed: apt-get install nginx caddy")
    return found


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy, from its first answer on."""
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "said").open("ab") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, (folder / "said").read_text(encoding="utf-8")
            assert time.monotonic() < end, "the proxy does not answer"
            try:
                httpx.get(f"http://127.0.0.1:{port}/health")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


__all__ = ["DEPLOY", "NAME", "caddy", "nginx", "running"]
