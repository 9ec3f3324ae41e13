"""The proxies that are samples: real ones, but for names, ports and certificates as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from proxies import DEPLOY, NAME, caddy, nginx, running
from serving import PATIENCE, House, free_port
from tavola.server.settings import Limits


@pytest.mark.parametrize("kind", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_match_is_played_through_a_proxy(
    kind: Callable[[Path, int, int], list[str]], tmp_path: Path
) -> None:
    port = free_port()
    base = f"http://{NAME}:{port}"
    house = House(tmp_path / "house", "--public-url", base)
    try:
        command = kind(tmp_path, port, house.port)
        with (
            running(command, tmp_path, port),
            httpx.Client(base_url=base, timeout=PATIENCE) as person,
        ):
            assert person.get("/health").json() == {"status": "ok"}
            assert person.get("/metrics").status_code == 404
            assert person.get("/").status_code == 200
            most = json.dumps({"pad": "x" * (Limits().own - 100)}).encode()
            answer = person.post("/api/v1/me/import", content=most, headers={"origin": base})
            assert answer.status_code == 422, answer.text
            assert answer.json()["code"] == "bad_export"
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


def test_nginx_sends_plain_http_on(tmp_path: Path) -> None:
    port, plain = free_port(), free_port()
    with running(nginx(tmp_path, port, free_port(), plain), tmp_path, plain):
        answer = httpx.get(
            f"http://127.0.0.1:{plain}/t/table?lang=de", headers={"host": NAME}, timeout=PATIENCE
        )
        assert answer.status_code == 301
        assert answer.headers["location"] == f"https://{NAME}/t/table?lang=de"


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


def test_the_containers_have_the_same_proxy() -> None:
    """It keeps the same to the house, as `/metrics`; where it is and its name differ."""
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert "./Caddyfile:/etc/caddy/Caddyfile" in compose
    read = re.findall(r"\{\$([A-Z]+):", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert read == ["DOMAIN", "HOUSE"]
    assert all(re.search(rf"^ +{name}: ", compose, re.M) for name in read)


def _told_to_serve(text: str) -> list[str]:
    """The lines that say with which options `tavola serve` starts."""
    return [
        line
        for line in text.splitlines()
        if re.search(r"ExecStart|ENTRYPOINT|- --(public-url|database)", line)
    ]
