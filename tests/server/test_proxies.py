"""The proxies that are samples: real ones, but for names, ports and certificates as they are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from serving import PATIENCE, House, free_port

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
NAME = "localhost"


def _nginx(folder: Path, port: int, house: int) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r".*(\[::\]:443|ssl_certificate).*\n", "", site)
    site = _changed(site, "listen 443 ssl;", f"listen 127.0.0.1:{port};")
    site = _changed(site, "server_name tavola.example;", f"server_name {NAME};")
    site = _changed(site, "127.0.0.1:8642", f"127.0.0.1:{house}")
    # Without TLS the port belongs to the name.
    site = _changed(site, "Host $host;", "Host $http_host;")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    settings = folder / "nginx.conf"
    settings.write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}}}\n",
        encoding="utf-8",
    )
    return [_program("nginx"), "-p", str(folder), "-c", str(settings), "-e", str(folder / "log")]


def _caddy(folder: Path, port: int, house: int) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    site = _changed(site, "\ntavola.example {", f"\nhttp://{NAME}:{port} {{\n\tbind 127.0.0.1")
    site = _changed(site, "127.0.0.1:8642", f"127.0.0.1:{house}")
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


@pytest.mark.parametrize("kind", [_nginx, _caddy], ids=["nginx", "caddy"])
def test_a_match_is_played_through_a_proxy(
    kind: Callable[[Path, int, int], list[str]], tmp_path: Path
) -> None:
    port = free_port()
    base = f"http://{NAME}:{port}"
    house = House(tmp_path / "house", "--public-url", base)
    try:
        command = kind(tmp_path, port, house.port)
        with running(command, tmp_path, port), httpx.Client(base_url=base) as person:
            assert person.get("/health").json() == {"status": "ok"}
            assert person.get("/metrics").status_code == 404
            assert person.get("/").status_code == 200
            made = person.post("/api/v1/tables", json={"game": "pin", "opponent": "here"}).json()
            assert made["watch"].startswith(f"{base}/t/")
            cookie = f"tavola={person.cookies['tavola']}"
            with connect(
                f"ws://{NAME}:{port}/t/{made['table']}/socket",
                additional_headers={"Cookie": cookie, "Origin": base},
            ) as line:
                table = json.loads(line.recv(PATIENCE))
                assert table["type"] == "table"
                line.send(json.dumps({"type": "act", "id": 1, "seq": 0, "do": "opening"}))
                told = [json.loads(line.recv(PATIENCE)) for _ in range(3)]
                assert "accepted" in [one["type"] for one in told]
    finally:
        house.close()


def test_samples_name_what_there_is() -> None:
    """Options and variables of the samples are those of the program."""
    from tavola.cli import build
    from tavola.words import Words

    serve = build(Words("en")).commands["serve"]
    known = {option for parameter in serve.params for option in parameter.opts}
    for name in ("tavola.service", "Containerfile", "compose.yaml"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        given = set(re.findall(r"--[a-z-]+", "\n".join(_told_to_serve(text))))
        assert given, name
        assert given <= known, name


def _told_to_serve(text: str) -> list[str]:
    """The lines that say with which options `tavola serve` starts."""
    return [
        line
        for line in text.splitlines()
        if re.search(r"ExecStart|ENTRYPOINT|- --(public-url|database)", line)
    ]
