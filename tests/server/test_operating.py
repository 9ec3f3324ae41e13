"""`tavola admin`: backups, restoring, moving, checking, lists and bans."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, text

from databases import Postgresql, database, postgresql
from disks import small_disk
from inside import Inside, Visitor, app_of
from keeping import ANNA, BRUNO, a_match, peopled, person_at, solo
from stored import plan
from tavola.server.app import create_app
from tavola.server.chores import read_bans
from tavola.server.http.bans import Ban, Bans, read, written
from tavola.server.operating import admin, checking, copying, listing
from tavola.server.operating.opening import changing, reading
from tavola.server.settings import Settings
from tavola.server.store import BadDatabase, changes
from tavola.server.store.lock import lock_of
from tavola.server.store.schema import HOUSE, METADATA
from tavola.words import Words
from terminals import run

__all__ = ["database", "postgresql", "small_disk"]

ENGLISH = Words("en")
DUEL = a_match("duel", person_at(0, ANNA), person_at(1, BRUNO))


async def _fill(address: str) -> None:
    """A match that was played, one that was not, their people, and a fact."""
    record = plan("seed", "pin").to_json()
    events = tuple(record.pop("events"))
    played = solo("played", header=record, events=events, seq=len(events), touched=3000)
    async with peopled(address) as store:
        await store.create(played)
        await store.create(DUEL)
        await store.set_fact("day", "monday")


@pytest.fixture
def filled(database: str) -> str:
    """The address of a database with people and matches."""
    asyncio.run(_fill(database))
    return database


def _rows(address: str) -> list[list[str]]:
    """All rows of all tables, in any order."""
    with reading(address) as connection:
        return [
            sorted(repr(tuple(row)) for row in connection.execute(select(table)))
            for table in METADATA.sorted_tables
        ]


# ---------------------------------------------------------------------------------- whole databases


def test_a_disk_that_can_only_be_read_is_backed_up(small_disk: Path, tmp_path: Path) -> None:
    """A system that finds a disk failing lets nobody write there any more: now or never."""
    address = f"sqlite:///{small_disk / 'tavola.sqlite3'}"
    asyncio.run(_fill(address))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert copying.back_up(address, tmp_path / "backup.sqlite3")["matches"] == 2
    assert _rows(f"sqlite:///{tmp_path / 'backup.sqlite3'}") == _rows(address)


def test_a_backup_is_restored_as_it_was(filled: str, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "backup.sqlite3"
    counts = copying.back_up(filled, file)
    assert counts["people"] == 2
    assert counts["matches"] == 2
    assert sorted(os.listdir(file.parent)) == [file.name]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    target = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    before = file.read_bytes()
    assert copying.restore(file, target) == counts
    assert _rows(target) == _rows(filled)
    assert file.read_bytes() == before


def _no_backup(file: Path, kind: str) -> None:
    """A file of a kind that is no backup of ours."""
    if kind == "foreign":
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    else:
        file.write_bytes(b"" if kind == "empty" else b"no database")


@pytest.mark.parametrize("kind", ["empty", "foreign", "text"])
def test_what_is_no_backup_is_not_restored(kind: str, tmp_path: Path) -> None:
    """An empty house was made of it, and called restored."""
    file, target = tmp_path / "backup.sqlite3", tmp_path / "new.sqlite3"
    _no_backup(file, kind)
    with pytest.raises(BadDatabase):
        copying.restore(file, f"sqlite:///{target}")
    assert not target.exists()


def test_a_damaged_backup_is_called_damaged(tmp_path: Path) -> None:
    """It was told that the database could not be reached."""
    house, file = f"sqlite:///{tmp_path / 'house.sqlite3'}", tmp_path / "backup.sqlite3"
    asyncio.run(_fill(house))
    copying.back_up(house, file)
    with closing(sqlite3.connect(file)) as kept:
        ((page,),) = kept.execute("SELECT rootpage FROM sqlite_master WHERE name = 'people'")
        ((size,),) = kept.execute("PRAGMA page_size")
    with file.open("r+b") as damaged:
        damaged.seek((page - 1) * size)
        damaged.write(bytes(size))
    with pytest.raises(BadDatabase) as caught:
        copying.restore(file, f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert "damaged" in caught.value.reason


def test_what_a_killed_server_did_last_is_restored(tmp_path: Path) -> None:
    """It stands in the log beside the file, which a copy of both files has."""
    house, copied = tmp_path / "house.sqlite3", tmp_path / "copied.sqlite3"
    asyncio.run(_fill(f"sqlite:///{house}"))
    with closing(sqlite3.connect(house)) as running:
        running.execute("INSERT INTO house (key, value) VALUES ('week', 'last')")
        running.commit()
        for end in ("", "-wal"):
            shutil.copyfile(f"{house}{end}", f"{copied}{end}")
    target = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    copying.restore(copied, target)
    with reading(target) as connection:
        assert ("week", "last") in connection.execute(select(HOUSE)).all()


def test_a_backup_is_made_beside_a_server(
    new_house: Inside, client: Visitor, tmp_path: Path
) -> None:
    table = client.post("/api/v1/tables", json={"game": "gioul", "opponent": "here"}).json()[
        "table"
    ]
    source = str(new_house.app.state.settings.database)
    counts = copying.back_up(source, tmp_path / "backup.sqlite3")
    assert counts["matches"] == 1
    with reading(f"sqlite:///{tmp_path / 'backup.sqlite3'}") as connection:
        assert [one.id for one in listing.tables(connection)] == [table]


def test_a_house_moves_to_postgresql_and_back(tmp_path: Path, postgresql: Postgresql) -> None:
    home, back = (f"sqlite:///{tmp_path / name}" for name in ("a.sqlite3", "b.sqlite3"))
    asyncio.run(_fill(home))
    there = postgresql.database()
    counts = copying.copy(home, there)
    assert copying.copy(there, back) == counts
    assert _rows(back) == _rows(home)


def test_nothing_is_written_over(filled: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    copying.back_up(filled, file)
    with pytest.raises(FileExistsError):
        copying.back_up(filled, file)
    with pytest.raises(BadDatabase, match="people or matches in it already"):
        copying.restore(file, filled)


def test_a_copy_that_breaks_leaves_nothing(filled: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite3"

    def broken(table: str, done: int, total: int) -> None:
        if table == "events":
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        copying.back_up(filled, file, broken)
    assert [one for one in os.listdir(tmp_path) if "backup" in one] == []


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(4000)])
def test_what_is_no_database_is_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(BadDatabase), reading(f"sqlite:///{file}"):
        pass


def test_a_file_that_nobody_used_is_called_empty(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadDatabase) as caught, reading(f"sqlite:///{tmp_path / 'file'}"):
        pass
    assert caught.value.reason.startswith("it is empty")


# ------------------------------------------------------------------------------------------- checks


def test_all_matches_are_replayed(filled: str) -> None:
    found = checking.check(filled)
    # The second one is of a game that there is not.
    assert found.matches == 2
    assert found.events > 20
    assert list(found.damaged) == ["duel"]


@pytest.mark.parametrize(
    "harm", ["UPDATE events SET action = '{' WHERE n = 9", "DELETE FROM events WHERE n = 9"]
)
def test_a_damaged_match_is_named(database: str, harm: str) -> None:
    asyncio.run(_fill(database))
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text(harm))
    engine.dispose()
    reason = checking.check(database).damaged["played"]
    assert "damaged" not in reason.lower(), "that is said before it"


# ---------------------------------------------------------------------------------- people, matches


def test_people_and_matches_are_listed(filled: str) -> None:
    with reading(filled) as connection:
        assert [one.id for one in listing.people(connection)] == ["bruno", "anna"]
        assert [one.name for one in listing.people(connection, "APRIL")] == ["Anna Aprile"]
        assert listing.people(connection, "%") == []
        assert [one.matches for one in listing.people(connection, most=1)] == [1]
        assert [one.id for one in listing.tables(connection)] == ["played", "duel"]
        assert [one.id for one in listing.tables(connection, "bruno")] == ["duel"]
        assert listing.tables(connection, status="over") == []
        first = listing.tables(connection, "anna", most=1)[0]
    assert (first.game, first.players) == ("pin", ("Anna Aprile", "computer"))


@pytest.mark.parametrize("sought", ["Éloïse", "éloïse", "ÉLOÏSE", "e\u0301loi\u0308", "loïse", "É"])
def test_people_are_found_by_letters_of_every_language(filled: str, sought: str) -> None:
    with changing(filled) as connection:
        changes.add_person(connection, replace(ANNA, id="eloise", name="Éloïse"))
    with reading(filled) as connection:
        assert [one.id for one in listing.people(connection, sought)] == ["eloise"]


def test_who_plays_both_colours_has_one_match(new_house: Inside, client: Visitor) -> None:
    client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"})
    with reading(str(new_house.app.state.settings.database)) as connection:
        assert [one.matches for one in listing.people(connection)] == [1]


# --------------------------------------------------------------------------------------------- bans


def test_the_list_of_bans_is_read_whatever_it_says() -> None:
    kept = (Ban("person", "anna", 1, "why"), Ban("address", "192.0.2.0/24", 2))
    assert read(written(kept)) == kept
    for wrong in (None, "", "{", "[1]", '[{"kind": "person"}]', "null"):
        assert read(wrong) == ()
    lines = [1, {"kind": "address", "value": "nowhere", "since": 0}]
    lines += [{"kind": "person", "value": ["anna"], "since": 0}]
    beside = json.dumps([*lines, *json.loads(written(kept)), *lines])
    assert read(beside) == kept
    assert Bans().take(beside)


def test_addresses_are_barred_by_their_network() -> None:
    bans = Bans()
    assert not bans.bars("192.0.2.7")
    kept = written((Ban("address", "192.0.2.0/24", 0), Ban("address", "2001:db8::/32", 0)))
    assert bans.take(kept)
    assert not bans.take(kept)
    for host in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8:1::9"):
        assert bans.bars(host)
    for host in ("192.0.3.7", "::1", "", "testclient"):
        assert not bans.bars(host)


def test_whoever_is_banned_has_to_go(new_house: Inside, client: Visitor) -> None:
    table = client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"}).json()["table"]
    person = next(iter(_people(new_house)))
    source = str(new_house.app.state.settings.database)
    assert admin.ban(ENGLISH, database=source, whom=person, reason="noise") == 0
    assert client.get(f"/t/{table}").status_code == 200
    _hear(new_house)
    answer = client.get(f"/t/{table}")
    assert answer.status_code == 403
    assert "does not let you in" in answer.text
    assert new_house.visitor().get("/").status_code == 200
    assert admin.unban(ENGLISH, database=source, whom=person) == 0
    _hear(new_house)
    assert client.get(f"/t/{table}").status_code == 200


def _hear(house: Inside) -> None:
    """Do at once what the server does every few seconds."""
    house.run(read_bans(house.app, house.app.state.store))


def _people(house: Inside) -> list[str]:
    with reading(str(house.app.state.settings.database)) as connection:
        return [one.id for one in listing.people(connection)]


# --------------------------------------------------------------------------------- the command line


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    home = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    asyncio.run(_fill(home))

    def said(*arguments: str, code: int = 0) -> str:
        ended = run(tmp_path, "admin", *arguments, "--database", home)
        assert ended.returncode == code, ended.stderr
        assert "Traceback" not in ended.stderr
        return ended.stdout + ended.stderr

    assert "matches 2, events" in said("backup", str(tmp_path / "b.sqlite3"))
    assert "is there already" in said("backup", str(tmp_path / "b.sqlite3"), code=2)
    assert "Match duel is damaged" in said("check", code=1)
    assert "Anna Aprile" in said("people", "anna")
    assert "played" in said("tables", "anna")
    assert "may not come in" in said("ban", "192.0.2.7")
    assert "192.0.2.7/32" in said("bans")
    assert "nobody with the id" in said("ban", "somebody", code=2)
    with lock_of(home):
        assert "stop it first" in said("restore", str(tmp_path / "b.sqlite3"), code=2)
    assert "0 is not in the range" in said("people", "--most", "0", code=2)


@pytest.mark.parametrize("lang", ["C", "POSIX", "", "en_GB.UTF-8"])
def test_a_server_without_a_language_speaks_english(tmp_path: Path, lang: str) -> None:
    missing = f"sqlite:///{tmp_path / 'missing'}"
    ended = run(tmp_path, "admin", "bans", "--database", missing, LANG=lang)
    assert ended.returncode == 2
    assert "there is no such file" in ended.stderr


def test_a_server_with_a_language_speaks_it(tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path / 'missing'}"
    ended = run(tmp_path, "admin", "bans", "--database", missing, LANG="it_IT.UTF-8")
    assert "there is no such file" not in ended.stderr


# ------------------------------------------------------------------------------ what machines watch


def test_health_tells_strangers_only_that_it_is_well(client: Visitor, new_house: Inside) -> None:
    here, away = client.get("/health"), new_house.visitor(address="192.0.2.7").get("/health")
    assert here.status_code == away.status_code == 200
    assert set(here.json()) == {"status", "version", "free"}
    assert away.json() == {"status": "ok"}


def test_health_fails_with_the_database(tmp_path: Path) -> None:
    with Inside(app_of(tmp_path)) as house:
        house.run(house.app.state.store.close())
        answer = house.visitor().get("/health")
    assert answer.status_code == 503
    assert answer.json()["status"] == "trouble"


def test_figures_are_for_the_house(new_house: Inside, client: Visitor) -> None:
    client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"})
    figures = client.get("/metrics").text
    assert "\ntavola_tables_awake 1.0\n" in figures
    assert "\ntavola_connections 0.0\n" in figures
    assert "tavola_commit_seconds_count" in figures
    stranger = new_house.visitor(address="192.0.2.7", authorization="Bearer ")
    assert stranger.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 404


def test_a_token_opens_the_figures_to_others(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite3'}", metrics_token="s3same")
    assert "s3same" not in repr(settings)
    with Inside(create_app(settings)) as house:
        for token, status in (("s3same", 200), ("s3samf", 404), ("", 404)):
            away = house.visitor(address="192.0.2.7", authorization=f"Bearer {token}")
            assert away.get("/metrics").status_code == status


def test_a_token_may_have_letters_of_every_language(tmp_path: Path) -> None:
    """It was never the right one."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite3'}", metrics_token="sésame")
    with Inside(create_app(settings)) as house:
        away = house.visitor(address="192.0.2.7")
        sent = {b"authorization": "Bearer sésame".encode()}  # as every program sends it
        assert away.get("/metrics", headers=sent).status_code == 200


def test_json_of_bans_holds_no_more_than_it_must() -> None:
    assert json.loads(written((Ban("person", "anna", 1),))) == [
        {"kind": "person", "value": "anna", "since": 1, "reason": ""}
    ]
