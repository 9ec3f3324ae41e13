"""The commands of the shell: help, languages, pages, exit codes."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from shell import inside, ran
from tavola import __version__, cli
from tavola.games import GAMES
from tavola.rules.kernel import backend
from tavola.terminal.typed_line import folded
from tavola.words import LANGUAGES, Words
from tavola.words.command_words import PAGES
from tavola.words.general_pages import general_page
from terminals import command, environment, run

ROOT = Path(__file__).parent.parent
ENGLISH = re.compile(r"\b(the|is|of|with|and)\b", re.IGNORECASE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_translated(lang: str, tmp_path: Path) -> None:
    for name in ("", *cli.build(Words(lang)).commands):
        code, told = inside(tmp_path, *([name] if name else []), "--help", lang=lang)
        assert code == 0
        assert lang == "en" or not ENGLISH.search(told), told
        assert "INTEGER" not in told, "what the command line library calls a number"
        assert "{" not in told


def test_every_command_takes_a_language(tmp_path: Path) -> None:
    for name in cli.build(Words("de")).commands:
        told = inside(tmp_path, name, "--lang", "de", "--help", lang="de")
        assert told == inside(tmp_path, name, "--help", lang="de")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_says_everything_about_a_command(lang: str, tmp_path: Path) -> None:
    told = inside(tmp_path, "--help", lang=lang)[1]
    assert "..." not in told
    assert lang != "fr" or not re.search(r"\w:$", told, re.MULTILINE)


def test_help_has_a_short_name(tmp_path: Path) -> None:
    for asked in ((), ("play",), ("admin",), ("picture",)):
        assert inside(tmp_path, *asked, "-h") == inside(tmp_path, *asked, "--help")


def test_help_loads_no_rules(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from tavola.cli import main\n"
        "sys.argv = ['tavola', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'rich', 'tavola.rules.model.movement', 'tavola.games'}\n"
        "print('LOADED', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [*command()[:1], "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=True,
    )
    assert done.stdout.endswith("LOADED []\n")


def test_there_is_one_version(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert inside(tmp_path, "--version", lang="en")[1] == f"tavola, version {__version__}\n"


def test_it_claims_the_pythons_that_were_tried() -> None:
    """The README tells them; who adds one has run the tests with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = "Programming Language :: Python :: "
    claimed = [one.removeprefix(name) for one in project["classifiers"] if one.startswith(name)]
    assert f"(tried: {', '.join(claimed)})" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert project["requires-python"] == f">={claimed[0]}"


def test_language_of_the_command_line(tmp_path: Path) -> None:
    assert run(tmp_path, "--lang", "de", "--help").stdout.startswith("Aufruf:")
    assert run(tmp_path, "play", "--lang=fr", "--help").stdout.startswith("Utilisation")
    assert run(tmp_path, "--help").stdout.startswith("Uso:")
    assert run(tmp_path, "--help", LANG="en_GB.UTF-8").stdout.startswith("Usage:")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_and_rules(lang: str, tmp_path: Path) -> None:
    code, told = inside(tmp_path, "games", "--plain", lang=lang)
    assert code == 0
    named = [Words(lang).text("{label}: {text}", label=game, text="") for game in GAMES]
    assert all(line in told for line in named)
    assert inside(tmp_path, "games", lang=lang)[0] == 0
    for number, game in enumerate(GAMES):
        plain = ("--plain",) if number % 2 else ()
        code, told = inside(tmp_path, "rules", game, *plain, lang=lang)
        assert code == 0
        assert "#" not in told
        options = [option.name for option in GAMES[game].options]
        assert all(f"--option {name}=" in told for name in options)
        assert ("┌" in told) == (not plain)
        assert max(len(line) for line in told.splitlines()) <= 80 or plain


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "{}", "--plain"],
        ["reasons", "{}", "--positions", "10", "--out", "{out}"],
        ["puzzle", "{}", "--number", "999"],
        ["openings", "{}"],
        ["drill", "pips", "{}", "--seed", "1"],
        ["lesson", "{}"],
        ["rollout", "{}", "W 1:2 | B 24:2"],
        ["picture", "{}", "W 1:2 | B 24:2 | W 3-1"],
    ],
)
def test_every_command_takes_a_game_by_its_name(arguments: list[str], tmp_path: Path) -> None:
    by_id, by_name, none = (
        inside(
            tmp_path, *(part.format(game, out=tmp_path / "out") for part in arguments), lang="de"
        )
        for game in ("backwards", "ruckwarts", "schach")
    )
    assert by_name == by_id
    assert none[0] == 2
    assert "Das Spiel „schach“ gibt es nicht" in " ".join(none[1].split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_pages_about_all_games(name: str, lang: str, tmp_path: Path) -> None:
    """By their English name, and by a word of every language, accents left out."""
    page = general_page(lang, name, "own")
    code, told = inside(tmp_path, "rules", name, "--plain", lang=lang)
    assert code == 0
    assert told.startswith(f"{page.title}\n{page.line}\n")
    assert "**" not in told
    for typed in PAGES[name]:
        assert inside(tmp_path, "rules", folded(typed), "--plain", lang=lang) == (0, told)
    code, drawn = inside(tmp_path, "rules", name, lang=lang)
    assert code == 0
    assert ("┌" in drawn) == (name == "words")
    assert max(len(line) for line in drawn.splitlines()) <= 80


@pytest.mark.skipif(
    not backend.numba_installed(), reason="Numba is not installed: pip install 'tavola[fast]'"
)
def test_who_waits_for_the_compiler_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rollout with an empty cache said nothing for a minute."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    told = "What is not compiled yet is compiled first"

    def said(*arguments: str) -> str:
        monkeypatch.setenv("TAVOLA_COMPILE", "auto")
        found = ran(*arguments)
        assert not found.stdout
        return found.stderr

    assert told in said("rollout", "nothing", "W 3-1")
    assert told not in said("openings", "nothing")
    backend.ready_mark().parent.mkdir()
    backend.ready_mark().touch()
    assert told not in said("rollout", "nothing", "W 3-1")
