"""The wheel: what is in it, and that everything runs where nothing else of Tavola is."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from installed import ROOT, Installed, build, done
from tavola.words.translations import LANGUAGES
from typed_project import USER, missing

PAGES = (ROOT / "docs" / "library.md", ROOT / "README.md")
OUR_OWN = ("__pycache__", ".mo", ".po", ".pot")
"""What lies in the source folder and goes into no wheel as it is."""
LARGEST = 12_000_000
"""Bytes of a wheel."""
IMPORT_ALL = """
import importlib, pkgutil, tavola
for module in pkgutil.walk_packages(tavola.__path__, "tavola."):
    # The first two do something at once; the others belong to Numba, psycopg, PettingZoo, Gymnasium
    # and OpenSpiel, and are asked for with them.
    if not module.name.endswith(
        ("__main__", "migrations.env", "unsigned_indices", "compile_cache")
        + ("store.postgresql", "store.leases", "store.news")
        + ("rl.aec", "rl.gym", "rl.spaces", "rl.openspiel")
    ):
        importlib.import_module(module.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Installed:
    """Without extras: plain Python, no pictures as PNG."""
    return Installed(tmp_path_factory.mktemp("bare"), wheel)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Installed:
    return Installed(tmp_path_factory.mktemp("full"), wheel, "fast", "pictures")


def test_it_holds_the_package_and_nothing_else(wheel: Path) -> None:
    source = ROOT / "src"
    files = [path for path in source.rglob("*") if path.is_file()]
    ours = {
        path.relative_to(source).as_posix()
        for path in files
        if path.suffix not in OUR_OWN and "__pycache__" not in path.parts
    }
    made = {p.relative_to(source).with_suffix(".mo").as_posix() for p in source.rglob("*.po")}
    assert len(made) == len(LANGUAGES)
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert inside == ours | made


def test_it_is_small_enough_to_be_fetched(wheel: Path) -> None:
    """Three quarters of it are nets; they leave out what stands elsewhere (`bots/net/file.py`)."""
    assert wheel.stat().st_size < LARGEST


def test_the_archive_of_the_source_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    built = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    done([*built, "-t", "sdist"], wheel.parent / "source")
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    done([*built, "-t", "wheel"], tmp_path / archive.name.removesuffix(".tar.gz"))
    (again,) = tmp_path.glob("*.whl")
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.parametrize("place", ["bare", "full"])
def test_its_pages_run(place: str, page: Path, request: pytest.FixtureRequest) -> None:
    installed: Installed = request.getfixturevalue(place)
    told = installed.run("-m", "doctest", "-v", str(page))
    assert told.endswith("Test passed.")
    assert ">>> import tavola" in page.read_text(encoding="utf-8")


def test_what_it_asks_for_is_all_that_it_imports(bare: Installed) -> None:
    bare.run("-c", IMPORT_ALL)
    assert bare.run("-c", "import tavola; print(tavola.__file__)").startswith(str(bare.site))


def test_pictures_want_their_extra(bare: Installed, full: Installed) -> None:
    draw = "import tavola; print(tavola.Match('pin', dice=1).png('board.png')[:4])"
    assert full.run("-c", draw) == r"b'\x89PNG'"
    assert (full.cwd / "board.png").is_file()
    said = "try:\n    {}\nexcept ImportError as error:\n    print(error)"
    assert "tavola[pictures]" in bare.run("-c", said.format(draw.replace("; ", "\n    ")))


def test_its_commands_speak_every_language(bare: Installed) -> None:
    command = str(bare.python.parent / "tavola")
    told = {bare.run(command, "rules", "pin", "--lang", name) for name in LANGUAGES}
    assert len(told) == len(LANGUAGES)


def test_a_project_sees_its_types(full: Installed, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", "mypy.ini"]
    checked = subprocess.run(
        [*mypy, "--python-executable", str(full.python), "user.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert missing(checked.stdout) == [], checked.stdout + checked.stderr
