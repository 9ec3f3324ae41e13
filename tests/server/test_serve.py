"""`tavola` and `tavola serve`: ports, one server for one database, the browser, the end."""

from __future__ import annotations

import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from serving import PATIENCE, House, free_port, play_on
from tavola.server import ports
from tavola.server.http.addresses import NoNetwork, network_address
from tavola.server.store import InUse
from tavola.server.store.lock import file_of, lock_of
from terminals import command, environment, run

STARTED = "Tavola is here: "


@contextmanager
def started(
    home: Path, *arguments: str, **more: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`tavola` as somebody starts it; the process and the address that it printed."""
    process = subprocess.Popen(
        command(*arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**environment(home), "TAVOLA_LANG": "en", **more},
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith(STARTED):
                break
        assert STARTED in said, said
        yield process, said.partition(STARTED)[2].strip()
    finally:
        process.kill()
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


@contextmanager
def taken(port: int) -> Iterator[None]:
    """Some other program has the port."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        yield


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> int:
    """The first of the usual ports, somewhere where nobody else is; a data folder."""
    monkeypatch.setenv("TAVOLA_HOME", str(tmp_path))
    port = free_port()
    monkeypatch.setattr(ports, "PORT", port)
    return port


def port_of(found: socket.socket) -> int:
    """The port that a socket listens at."""
    return int(found.getsockname()[1])


# ----------------------------------------------------------------------------------------- ports


def test_the_port_is_the_usual_one_then_the_next_and_stays(usual: int, tmp_path: Path) -> None:
    with ports.listen("127.0.0.1", None) as first:
        assert port_of(first) == usual
    with taken(usual), ports.listen("127.0.0.1", None) as second:
        moved = port_of(second)
        assert moved > usual
    with ports.listen("127.0.0.1", None) as third:
        assert port_of(third) == moved, "links hold"
    (tmp_path / "port").write_text("no port\n", encoding="ascii")
    with ports.listen("127.0.0.1", None) as fourth:
        assert port_of(fourth) == usual
    for nonsense in ("80", "99999999", "-1", "8" * 40):
        (tmp_path / "port").write_text(nonsense, encoding="ascii")
        ports.listen("127.0.0.1", None).close()


def test_all_ports_taken(usual: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_TRIED", 1)
    with taken(usual), pytest.raises(ports.CannotListen):
        ports.listen("127.0.0.1", None)


def test_a_port_that_was_asked_for_is_not_exchanged(tmp_path: Path) -> None:
    port = free_port()
    with taken(port):
        done = run(tmp_path, "serve", "--port", str(port), "--no-browser", TAVOLA_LANG="en")
    assert done.returncode == 2
    assert done.stderr.startswith(f"This address cannot be served: 127.0.0.1:{port}: ")
    assert "Traceback" not in done.stderr
    with ports.listen("127.0.0.1", port) as found:
        assert port_of(found) == port


@pytest.mark.parametrize("host", ["no.such.host.invalid", "1.2.3.4", "\udcff", "x" * 300, "a..b"])
def test_addresses_that_are_not_ours(host: str) -> None:
    with pytest.raises(ports.CannotListen):
        ports.listen(host, free_port())


# ----------------------------------------------------------------------------------- one at a time


def test_whoever_starts_it_twice_sees_the_first(tmp_path: Path) -> None:
    port = str(free_port())
    with started(tmp_path, "serve", "--port", port, "--no-browser") as (_, address):
        done = run(tmp_path, TAVOLA_LANG="en")
        assert (done.returncode, done.stdout) == (0, f"Tavola is running already: {address}\n")
        again = run(tmp_path, "serve", "--no-browser", TAVOLA_LANG="en")
        assert (again.returncode, again.stdout) == (2, "")
        assert again.stderr == (
            "This database is in use: another Tavola is running. "
            "Stop it first, or give this one a database of its own with --database.\n"
        )
        assert httpx.get(address).status_code == 200
        other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
        with started(
            tmp_path, "serve", "--database", other, "--port", str(free_port()), "--no-browser"
        ) as (_, second):
            assert httpx.get(second).status_code == 200


def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'deep' / 'file.sqlite3'}"
    with lock_of(database) as lock:
        lock.note("http://127.0.0.1:1/")
        with pytest.raises(InUse) as caught, lock_of(database):
            pass
        assert caught.value.address == "http://127.0.0.1:1/"
    with lock_of(database), pytest.raises(InUse) as caught, lock_of(database):
        pass
    assert caught.value.address == "", "what the last one wrote is gone"


def test_who_cannot_begin_leaves_no_empty_database(tmp_path: Path) -> None:
    """A port that is taken, a backup that is not there."""
    file = tmp_path / "file.sqlite3"
    there = ["--database", f"sqlite:///{file}"]
    with ports.listen("127.0.0.1", free_port()) as other:
        asked = ["serve", *there, "--port", str(port_of(other)), "--no-browser"]
        assert run(tmp_path, *asked).returncode == 2
    assert not file.exists()
    assert run(tmp_path, "admin", "restore", *there, str(tmp_path / "none")).returncode == 2
    assert not file.exists()
    for kept in (b"SQLite", b""):
        file.write_bytes(kept)
        with pytest.raises(OSError, match="x"), lock_of(f"sqlite:///{file}"):
            raise OSError("x")
        assert file.read_bytes() == kept, "it was there before"


@pytest.mark.parametrize("way", ["symbolic", "hard", "bind", "renamed", "dots", "folder"])
def test_a_file_is_locked_under_all_its_names(way: str, tmp_path: Path) -> None:
    file, other = tmp_path / "file.sqlite3", tmp_path / "other.sqlite3"
    with lock_of(f"sqlite:///{file}") as lock:
        lock.note("http://127.0.0.1:1/")
        told = "http://127.0.0.1:1/"
        match way:
            case "symbolic":
                other.symlink_to(file)
            case "hard":
                other.hardlink_to(file)
                told = ""
            case "bind":
                other.touch()
                mount = ["mount", "--bind", str(file), str(other)]
                if subprocess.run(mount, capture_output=True, check=False).returncode:
                    pytest.skip("no right to mount")
                told = ""
            case "renamed":
                file.rename(other)
                told = ""
            case "dots":
                (tmp_path / "a").mkdir()
                other = tmp_path / "a" / ".." / file.name
            case "folder":
                (tmp_path / "link").symlink_to(tmp_path)
                other = tmp_path / "link" / file.name
        try:
            with pytest.raises(InUse) as caught, lock_of(f"sqlite:///{other}"):
                pass
            assert caught.value.address == told
        finally:
            if way == "bind":
                subprocess.run(["umount", str(other)], check=True)


def test_a_name_that_was_left_is_locked_too(tmp_path: Path) -> None:
    """The log of the file that was renamed still has that name."""
    file = tmp_path / "file.sqlite3"
    with lock_of(f"sqlite:///{file}"):
        file.rename(tmp_path / "other.sqlite3")
        with pytest.raises(InUse), lock_of(f"sqlite:///{file}"):
            pass


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    file, other = tmp_path / "file.sqlite3", tmp_path / "other.sqlite3"
    with lock_of(f"sqlite:///{file}"):
        pass
    other.hardlink_to(file)
    done = run(
        tmp_path, "serve", "--no-browser", "--database", f"sqlite:///{other}", TAVOLA_LANG="en"
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "a second name (a hard link)" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    other.unlink()
    with lock_of(f"sqlite:///{file}"):
        pass


def test_what_has_a_file() -> None:
    assert file_of("sqlite:///a/b.db") == Path("a/b.db")
    assert file_of("sqlite:////a/b.db?x=1") == Path("/a/b.db")
    for other in ("sqlite://", "sqlite:///:memory:", "postgresql://x/y", "nonsense", ""):
        assert file_of(other) is None


# ------------------------------------------------------------------------------------- the browser


def test_without_a_screen_the_address_is_printed(tmp_path: Path) -> None:
    with started(tmp_path) as (_, address):
        assert address.startswith("http://127.0.0.1:")
        answer = httpx.get(address, headers={"accept-language": "de"})
        assert answer.status_code == 200
        assert '<html lang="de"' in answer.text
        assert (tmp_path / "port").read_text(encoding="ascii").strip() in address


@pytest.mark.skipif(sys.platform != "linux", reason="how a browser is found differs")
def test_with_a_screen_the_browser_opens(tmp_path: Path) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.part && mv {seen}.part {seen}\n')
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    with started(tmp_path, BROWSER=f"{browser} %s") as (_, address):
        end = time.monotonic() + PATIENCE
        while not seen.exists():
            assert time.monotonic() < end, "no browser came"
            time.sleep(0.05)
        assert seen.read_text() == address
    seen.unlink()
    with started(tmp_path, "--no-browser", BROWSER=f"{browser} %s") as (process, address):
        assert httpx.get(address).status_code == 200
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    assert not seen.exists()


def test_whoever_only_asks_for_the_headers(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        answer = house.guest().web.head("/")
        assert answer.status_code == 200
        assert answer.content == b""
        assert answer.headers["content-type"].startswith("text/html")
    finally:
        house.close()


def test_the_public_address_is_what_is_printed(tmp_path: Path) -> None:
    arguments = ("serve", "--port", str(free_port()), "--public-url", "https://club.example")
    with started(tmp_path, *arguments) as (_, address):
        assert address == "https://club.example/"


def test_behind_a_proxy(tmp_path: Path) -> None:
    """Links and cookies are those of the public address; the people are not taken for local."""
    house = House(tmp_path, "--public-url", "https://club.example")
    try:
        public = {"origin": "https://club.example", "host": "club.example"}
        proxy = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
        guest = house.guest(**public, **proxy)
        answer = guest.web.post("/api/v1/tables", json={"game": "pin", "opponent": "friend"})
        links = answer.json()
        assert links["join"].startswith("https://club.example/join/")
        assert (links["local"], links["can_open"]) == (False, False)
        assert "; Secure" in answer.headers["set-cookie"]
        guest.web.cookies.set("tavola", answer.cookies["__Host-tavola"], domain="127.0.0.1")
        opening = guest.web.post(f"/api/v1/tables/{links['table']}/open")
        assert opening.status_code == 403
        chair = guest.sit(links["table"], Origin="https://club.example")
        assert chair.hear()["type"] == "table"
    finally:
        house.close()


@pytest.mark.parametrize(
    "url",
    [
        "club.example",
        "ftp://club.example",
        "https://x/y",
        "https://",
        # With these the server knew itself by no name, or its links led nowhere.
        "https://anna:secret@club.example",
        "https://bücher.example",
        "https://club.example#board",
        "https://club. example",
    ],
)
def test_public_addresses_that_are_none(url: str, tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--public-url", url, TAVOLA_LANG="en")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


# --------------------------------------------------------------------------------------- the end


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_gracefully_with_people_at_the_tables(how: signal.Signals, tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        guest = house.guest()
        links = guest.new_table(game="pin", opponent="here")
        chairs = [guest.sit(links["table"]) for _ in range(3)]
        for chair in chairs:
            chair.hear()
        play_on(chairs[:1], 12)
        assert house.stop(how) == 0
        assert [chair.closed() for chair in chairs] == [1012, 1012, 1012]
        assert "Traceback" not in house.said
        house.start()
        again = guest.sit(links["table"])
        again.hear()
        assert again.seq == chairs[0].seq
    finally:
        house.close()


def test_no_secret_is_written_anywhere(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        host, friend = house.guest(), house.guest()
        links = host.new_table(game="pin", opponent="friend")
        page = {"accept": "text/html"}
        host.web.get(f"/t/{links['table']}?secret=query", headers=page)
        friend.web.get(links["join"], headers=page)
        friend.join(links["join"])
        chairs = [host.sit(links["table"]), friend.sit(links["table"], "?after=0&epoch=0")]
        for chair in chairs:
            chair.hear()
        chairs[0].send("nonsense")
        friend.web.post("/nowhere?secret=query")
        host.web.get("/join/nowhere")
        house.stop()
        said = house.said
        cookie = host.web.cookies["tavola"]
        hidden = (links["table"], links["join"].rpartition("/")[2], cookie, cookie[:20], "query")
        assert not [secret for secret in hidden if secret in said]
        assert said.count("\n") == 2, said
    finally:
        house.close()


# ---------------------------------------------------------------------------------- bad databases


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, and it is long enough to be sure\n" * 40)
    for url, told in (
        ("nonsense", "This database cannot be used: "),
        (f"sqlite:///{tmp_path / 'text'}", "This database cannot be used: "),
        (f"sqlite:///{tmp_path}", "its file cannot be written"),
        ("sqlite:////proc/nowhere/x.sqlite3", "its file cannot be written"),
        ("postgresql://nobody@127.0.0.1:1/x", "The database cannot be reached: "),
        (f"sqlite:///file:{tmp_path / 'x'}?uri=true", "an address that begins with “file:”"),
        ("postgresql://nobody@127.0.0.1:port/x", "its address is not understood"),
        ("postgresql:///x?colour=red", "its address is not understood"),
    ):
        arguments = ("serve", "--no-browser", "--port", str(free_port()), "--database", url)
        done = run(tmp_path, *arguments, "--wait", "0", TAVOLA_LANG="en")
        assert done.returncode == 2, (url, done.stdout, done.stderr)
        assert told in done.stderr, (url, done.stderr)
        assert "Traceback" not in done.stderr
        assert done.stdout == ""
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("lang", ["it", "de", "fr", "en"])
def test_help_of_the_server(lang: str, tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--help", "--lang", lang)
    assert done.returncode == 0
    assert "--public-url" in done.stdout


# --------------------------------------------------------------------------------- other computers


def test_opening_to_the_network(tmp_path: Path) -> None:
    """A second address of the loopback network stands for the local network."""
    port = free_port()
    code = (
        "from tavola.server import ports, run\n"
        "from tavola.server.settings import Settings\n"
        "from tavola.words import Words\n"
        f"settings = Settings(database='sqlite:///{tmp_path}/x.sqlite3', network='127.0.0.2')\n"
        f"run.serve(Words('en'), settings, ports.listen('127.0.0.1', {port}))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], env=environment(tmp_path), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(STARTED)
        base, far = f"http://127.0.0.1:{port}", f"http://127.0.0.2:{port}"
        with pytest.raises(httpx.ConnectError):
            httpx.get(far)
        with httpx.Client(base_url=base) as host:
            wish = {"game": "pin", "opponent": "friend"}
            links = host.post("/api/v1/tables", json=wish).json()
            assert links["can_open"] is True
            opened = host.post(f"/api/v1/tables/{links['table']}/open").json()
            assert opened["join"].startswith(f"{far}/join/")
            assert f"{far}/" in opened["say"]
            assert host.get(opened["qr"]).status_code == 200
        with httpx.Client(base_url=far) as friend:
            assert friend.get(opened["join"]).status_code == 200
            joined = friend.post(f"/api/v1/join/{opened['join'].rpartition('/')[2]}")
            assert joined.status_code == 200
            assert joined.json()["watch"].startswith(far)
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


def test_the_address_in_the_network_is_no_loopback() -> None:
    try:
        address = network_address()
    except NoNetwork:
        pytest.skip("this computer is in no network")
    assert not address.startswith(("127.", "0."))
    with ports.listen(address, free_port()) as found:
        assert found.getsockname()[0] == address
