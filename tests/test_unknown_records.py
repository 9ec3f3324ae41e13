"""Records of games and options that this copy does not know: every door says what is missing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from paper import house_in
from tavola import cli
from tavola.play import log
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.play.verify import verify
from tavola.protocol.serve import answer
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text.record import Record, record_from_json
from tavola.terminal.exit_codes import BAD_INPUT
from tavola.terminal.match.setup import dice_source
from tavola.words import LANGUAGES, Words, refusals
from tavola.words.speaker import Speaker

UNKNOWN = (
    ({"game": "chess"}, {"what": "game", "game": "chess"}, ("chess",)),
    (
        {"game": "pin", "options": {"colour": "pink"}},
        {"what": "option", "game": "pin", "option": "colour", "value": "pink"},
        ("colour=pink",),
    ),
    (
        {"game": "pin", "options": {"mother": 7}},
        {"what": "option", "game": "pin", "option": "mother", "value": "7"},
        ("mother=7",),
    ),
)
"""What a record says, the details of its refusal, and what every sentence names."""

pytestmark = pytest.mark.parametrize(("header", "details", "named"), UNKNOWN)


def sentence(lang: str, details: dict[str, Any]) -> str:
    return refusals.explain(Speaker(Words(lang), Ruleset()), Refusal("bad_record", details), None)


def test_the_sentence_names_it(
    header: dict[str, Any], details: dict[str, Any], named: tuple[str, ...]
) -> None:
    for lang in LANGUAGES:
        told = sentence(lang, details)
        assert all(name in told for name in named), told
        assert "Tavola" in told


def test_whoever_reads_a_record(
    header: dict[str, Any], details: dict[str, Any], named: tuple[str, ...], tmp_path: Path
) -> None:
    record = record_from_json({"tavola": 1, **header})
    path = tmp_path / "match.jsonl"
    log.FileLog.create(path, Record(**header, dice=SeededDice(1).header()), "").close()
    readers: tuple[Callable[[], object], ...] = (
        lambda: verify(record),
        lambda: Match(record, SeededDice(1)),
        lambda: Match.resume(path),
        lambda: dice_source(f"record:{path}"),
    )
    for number, read in enumerate(readers):
        with pytest.raises(Refused) as caught:
            read()
        assert caught.value.refusal == Refusal("bad_record", details), number


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands(
    header: dict[str, Any],
    details: dict[str, Any],
    named: tuple[str, ...],
    command: str,
    lang: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps({"tavola": 1, **header}), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        cli.build(Words(lang)).main([command, str(path)], "tavola", standalone_mode=False)
    assert left.value.code == BAD_INPUT
    told = capsys.readouterr()
    assert told.err.strip() == sentence(lang, details)
    assert told.out == ""


def test_the_engine(
    header: dict[str, Any], details: dict[str, Any], named: tuple[str, ...]
) -> None:
    reply = answer(json.dumps({"command": "replay", "record": {"tavola": 1, **header}}).encode())
    assert reply["error"]["code"] == "bad_record"
    assert reply["error"]["details"] == details


def test_the_server(
    header: dict[str, Any], details: dict[str, Any], named: tuple[str, ...], tmp_path: Path
) -> None:
    """A database that a newer copy wrote: its match is told of, and everything else goes on."""
    with house_in(tmp_path) as house:
        host = house.visitor()
        made = host.post("/api/v1/tables", json={"game": "pin", "opponent": "friend"}).json()
        cookies = dict(host.cookies)
    _rewrite(tmp_path / "tavola.sqlite3", header)
    with house_in(tmp_path) as house:
        host = house.visitor(accept="text/html")
        host.cookies.update(cookies)
        table, invite = f"/t/{made['table']}", "/join/" + made["join"].rpartition("/")[2]
        for page in (table, f"{table}/dice", invite):
            told = host.get(page)
            assert told.status_code == 422, page
            assert sentence("en", details) in unescape(told.text), page
        assert host.get(f"{table}/record.json").json()["game"] == header["game"]
        assert host.get("/mine").status_code == 200
        assert host.sit(made["table"]).closed == 4404
        api = house.visitor()
        record = {"tavola": 1, **header}
        for lang in LANGUAGES:
            language = {"accept-language": lang}
            wanted = {"code": "bad_record", "say": sentence(lang, details)}
            for told in (
                api.post("/api/v1/verify", json=record, headers=language),
                api.get(f"/api/v1/tables/{made['table']}", headers=language),
            ):
                assert told.status_code == 422
                assert told.json() == wanted


def _rewrite(database: Path, header: dict[str, Any]) -> None:
    with sqlite3.connect(database) as connection:
        ((text,),) = connection.execute("SELECT header FROM matches").fetchall()
        new = json.dumps({**json.loads(text), **header})
        connection.execute("UPDATE matches SET header = ?", (new,))
    connection.close()
