"""The commands of the shell: help, exit codes, one sentence for whatever is wrong."""

from __future__ import annotations

import gettext
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seats import play as play_out
from tavola import __version__, cli
from tavola.games import GAMES
from tavola.play import log
from tavola.play.dice import SealedDice, SeededDice, new_match_id, new_secret
from tavola.play.match import Match
from tavola.rules.kernel import backend
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.text.record import Record
from tavola.study import attempts, weights
from tavola.study.measures import MEASURES
from tavola.study.openings import state_of as first_of
from tavola.study.openings import table_of
from tavola.study.puzzles import puzzles_of, state_of
from tavola.study.tutor import GENTLE, MODES, Tutor
from tavola.terminal.commands import reasons
from tavola.terminal.match import tutoring
from tavola.terminal.screen import streams
from tavola.terminal.typed_line import folded
from tavola.words import LANGUAGES, Words, click_messages, command_words, opinions
from tavola.words.command_words import PAGES
from tavola.words.general_pages import general_page
from terminals import command, environment, run
from test_typography import sentences

ROOT = Path(__file__).parent.parent
ENGLISH = re.compile(r"\b(the|is|of|with|and)\b", re.IGNORECASE)


@pytest.fixture(autouse=True)
def _domain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`install_for_click` sets things of the whole process: put them back."""
    before = gettext.textdomain()
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    gettext.textdomain(before)


def inside(home: Path, *arguments: str, lang: str = "it") -> tuple[int, str]:
    """A command in this process; its exit code and all it said."""
    found = run_inside(home, *arguments, lang=lang)
    return found.exit_code, found.output


def run_inside(home: Path, *arguments: str, lang: str = "it") -> Result:
    click_messages.install_for_click(lang)
    environment_ = {"TAVOLA_HOME": str(home), "TAVOLA_COMPILE": "0", "COLUMNS": "80"}
    found = CliRunner(env=environment_).invoke(
        cli.build(Words(lang)), list(arguments), prog_name="tavola"
    )
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match with sealed dice, as JSON."""
    dice = SealedDice(new_secret(), new_match_id(), ("a", "b"))
    match = Match.start(Record(game="eureka"), dice)
    assert play_out(match)
    path = tmp_path_factory.mktemp("records") / "match.json"
    log.write(path, match.record)
    return path


# ------------------------------------------------------------------------------------------ help


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


# ------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["replay", "/nowhere.json"], "«/nowhere.json» non esiste."),
        (["verify", "/nowhere.json"], "«/nowhere.json» non esiste."),
        (["replay", "{home}"], "è una cartella, non un file."),
        (["replay", "{home}/broken"], "il file non è JSON."),
        (["verify", "{home}/bytes"], "il file non è testo UTF-8."),
        (["replay", "{home}/x/y"], "non esiste."),
        (["replay", "{home}/broken/y"], "una parte del percorso non è una cartella."),
        (["replay", "x" * 300], "è troppo lungo per il nome di un file."),
        (["replay"], "Manca l’argomento 'FILE'."),
        (["rules"], "Manca l’argomento 'GIOCO'."),
        (["rules", "chess"], "Il gioco «chess» non c’è"),
        (["play", "chess", "--plain"], "Il gioco «chess» non c’è"),
        (["plya"], "Comando sconosciuto: 'plya'."),
        (["--nix"], "Opzione sconosciuta: '--nix'."),
        (["play", "--match"], "L’opzione '--match' vuole un valore."),
        (["play", "--match", "0"], "0 è fuori dai limiti"),
        (["play", "--games", "x"], "'x' non è un valore valido (numero intero)."),
        (["play", "--colour", "red"], "'red' non è fra questi: 'white', 'black'."),
        (["play", "--plain", "--vs", "nobody"], "«nobody» non è un avversario: scegli human,"),
        (["play", "--plain", "--vs", "computer:god"], "a scelta fra beginner, novice, casual,"),
        (["play", "a", "b"], "Un argomento di troppo (b)"),
        (["play", "puff", "--plain", "--match", "3", "--games", "3"], "a punti oppure su"),
        (["play", "puff", "--plain", "--match", "3", "--money"], "libere non hanno fine"),
        (["play", "puff", "--plain", "--games", "3", "--jacoby"], "«Regola Jacoby» vale solo"),
        (["play", "puff", "--plain", "--profile", "schmidt"], "ha una sola versione"),
        (["play", "backgammon", "--plain", "--profile", "x"], "«x» non è una versione di"),
        (["play", "backgammon", "--plain", "--profile", "x"], "scegli tournament, pergioco,"),
        (["play", "puff", "--plain", "--option", "cube=x"], "scegli yes o no."),
        (["play", "puff", "--plain", "--option", "cube"], "scegli yes o no."),
        (["play", "puff", "--plain", "--option", "x=y"], "Questo gioco non ha l’opzione x"),
        (["play", "puff", "--plain", "--from", "W 1:2"], "La posizione non si può leggere"),
        (["play", "puff", "--plain", "--from", "W 99:2 | B"], "La posizione"),
        (["play", "puff", "--plain", "--dice", "loaded"], "non è una fonte di dadi"),
        (["play", "puff", "--plain", "--dice", "seed:x"], "non è una fonte di dadi"),
        (["play", "puff", "--plain", "--dice", "record:/no"], "«/no» non esiste."),
        (["play", "puff"], "Per giocare serve un terminale."),
        (["play", "nosuch"], "Il gioco «nosuch» non c’è"),
        (["play", "puff", "--match", "x"], "'x' non è un valore valido"),
        (["play", "puff", "--match", "3", "--games", "3"], "a punti oppure su un numero"),
        (["play", "puff", "--vs", "nobody"], "«nobody» non è un avversario"),
        (["play", "puff", "--option", "x=y"], "Questo gioco non ha l’opzione x"),
        (["play", "puff", "--from", "W 99:2 | B"], "La posizione"),
        (["play", "puff", "--dice", "record:/no"], "«/no» non esiste."),
        (["play", "--match", "3", "--money"], "partite libere non hanno fine"),
        (["play", "--profile", "x"], "scegli tournament, pergioco,"),
        (["play", "--option", "x=y"], "Questo gioco non ha l’opzione x"),
        (["play", "--plain", "--match", "3", "--games", "3"], "a punti oppure su un numero"),
        (["play", "puff", "--plain", "--vs", "human"], "L’input è stato chiuso."),
        (["play"], "Per giocare serve un terminale."),
        (["train", "tavli"], "si giocano a turno altri giochi: indicane uno, portes,"),
        (["train", "portes", "--begin", "tavli"], "indicane uno, portes, plakoto o fevga."),
        (["reasons", "tavli"], "si giocano a turno altri giochi: indicane uno, portes,"),
        (["import", ""], "Il nome è vuoto."),
        (["import", "{home}/broken", "--to", ""], "Il nome è vuoto."),
        (["export", "{home}/broken", "--out", ""], "Il nome è vuoto."),
        (["picture", "pin", "W 1:15 | B 24:15 | W", "--to", ""], "Il nome è vuoto."),
        (["train", "pin", "--out", ""], "Il nome è vuoto."),
        (["review", "", "--html", "x"], "Il nome è vuoto."),
        (["replay", ""], "Il nome è vuoto."),
        (
            ["picture", "pin", "W 1:15 | B 24:15 | W", "--to", "{home}/no/a.svg"],
            "/no» non esiste.",
        ),
        (["picture", "pin", "W 1:15 | B 24:15 | W", "--to", "{home}/a.gif"], "è .svg o .png:"),
        (["puzzle", "--number", "9999"], "indica anche il gioco."),
        (
            ["review", "{home}/broken", "--thresholds", "\u0660.\u0661,0.2,0.3"],
            "tre numeri crescenti",
        ),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "broken").write_text('{"a":')
    (tmp_path / "bytes").write_bytes(b"\xff\x00{")
    typed = [text.format(home=tmp_path) for text in arguments]
    found = run_inside(tmp_path, *typed)
    assert found.exit_code == 2, found.output
    assert told in " ".join(found.output.split())
    if "play" not in typed:  # who plays sees all in one place
        assert told not in " ".join(found.stdout.split()), "what is printed may go into a file"


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_word_in_place_of_a_number_is_refused_in_the_language(lang: str, tmp_path: Path) -> None:
    """click calls a number within limits an integer range, in English whatever the language."""
    called = {
        (*path, option.name): option.type.name
        for path, made in commands(cli.build(Words(lang)))
        for option in made.params
    }
    assert {option: name for option, name in called.items() if "integer" in name} == {}
    code, said = inside(tmp_path, "review", "a.mat", "--depth", "x", lang=lang)
    assert code == 2
    assert f"({Words(lang).text('whole number')})" in " ".join(said.split())


def commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands below a group, with what is typed for them."""
    for name, made in group.commands.items():
        if isinstance(made, click.Group):
            yield from commands(made, (*path, name))
        else:
            yield (*path, name), made


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, told = inside(tmp_path / "file", "play", "puff", "--plain", "--vs", "human")
    assert code == 2
    assert "non si raggiunge" in told
    code, told = inside(Path("/proc/nowhere"), "play", "puff", "--plain", "--vs", "human")
    assert code == 2
    assert told.count("\n") == 1


def test_no_terminal_and_closed_streams(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "puff", "--lang", "fr", typed="")
    assert done.returncode == 2
    assert done.stderr.startswith("Pour jouer, il faut un terminal.")
    assert done.stdout == ""
    for redirect in ("<&-", ">/dev/full", ">&-"):
        line = f'exec "$@" {redirect}'
        for arguments in (
            ("play", "puff", "--plain", "--vs=human"),
            ("games", "--plain"),
            ("games",),
            ("engine",),
            ("puzzle", "backgammon"),
            ("drill", "pips"),
            ("lesson", "backgammon", "block"),
            ("--help",),
            ("play", "--help"),
        ):
            done = subprocess.run(
                ["bash", "-c", line, "sh", *command(*arguments)],
                input="{}\n" if "engine" in arguments else "",
                capture_output=True,
                text=True,
                encoding="utf-8",
                env=environment(tmp_path),
                check=False,
            )
            assert "Traceback" not in done.stderr, (redirect, arguments)
            assert "Exception" not in done.stderr, (redirect, arguments)
            assert done.returncode in (0, 2)


def test_a_terminal_that_nobody_has_measured(tmp_path: Path) -> None:
    usual, none = (run(tmp_path, "games", COLUMNS=columns).stdout for columns in ("80", "0"))
    assert none == usual != ""


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp437"])
def test_output_that_lacks_signs(encoding: str, tmp_path: Path) -> None:
    """Help, errors and boards appear in the nearest signs; the two colours stay apart."""
    for arguments, code in (
        (("play", "--help", "--lang", "de"), 0),
        (("plya", "--lang", "it"), 2),
        (("play", "\u201d\u25cf\u4e00", "--plain", "--lang", "de"), 2),
        (("rules", "snake", "--lang", "fr"), 0),
    ):
        done = subprocess.run(
            command(*arguments),
            input=b"",
            capture_output=True,
            env={**environment(tmp_path), "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr
    if encoding == "ascii":
        board = done.stdout.decode("ascii")
        assert "| .   .   .   .   x   .  |  | x   .   .   o   o   o  |" in board
        assert "?" not in board.partition("Position")[0]


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp437"])
def test_a_loss_stays_one_where_there_is_no_minus_sign(encoding: str) -> None:
    told = opinions.decimal(Words("en"), -0.5)
    assert told.encode(encoding, streams.ERRORS) == b"-0.500"


def test_every_sign_of_the_sentences_has_a_nearest_one() -> None:
    """In ASCII none of them is a question mark: "8 ? 1" of a table of openings is no figure."""
    said = (text for lang in LANGUAGES for pair in sentences(lang) for text in pair)
    signs = sorted({sign for text in said for sign in text} - set("?←→"))  # arrows: the browser's
    lost = [sign for sign in signs if "?" in sign.encode("ascii", streams.ERRORS).decode()]
    assert not lost


@pytest.mark.parametrize("plain", [("--plain",), ()])
def test_a_reader_that_goes_away(plain: tuple[str, ...], tmp_path: Path) -> None:
    line = '"$@" | head -1'
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}", "sh", *command("rules", "puff", *plain)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=False,
    )
    assert done.stdout.strip() == "Puff"
    assert done.stderr == ""
    assert done.returncode == 0


# -------------------------------------------------------------------------------- pages, records


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_and_verify(lang: str, record: Path, tmp_path: Path) -> None:
    code, told = inside(tmp_path, "replay", str(record), "--plain", lang=lang)
    assert code == 0
    lines = told.splitlines()
    assert lines[0] == "Eureka"
    assert all(line.endswith(".") for line in lines[1:])
    whose = Words(lang).text("Points have White’s numbers, for both sides.")
    assert lines[1] == whose
    booklet = inside(tmp_path, "replay", str(record), "--numbering", "booklet", lang=lang)
    assert whose not in booklet[1]
    assert inside(tmp_path, "replay", str(record), lang=lang)[0] == 0
    code, told = inside(tmp_path, "verify", str(record), "--plain", lang=lang)
    assert code == 0
    yes = Words(lang).text("yes")
    assert told.count(f"{yes}.") == 5


@pytest.mark.parametrize("command", ["replay", "verify", "export"])
def test_of_a_torn_record_it_is_said_how_to_keep_its_beginning(
    command: str, record: Path, tmp_path: Path
) -> None:
    torn, header = tmp_path / "torn match.json", tmp_path / "header.json"
    whole = record.read_bytes()
    torn.write_bytes(whole[: len(whole) // 2])
    header.write_bytes(whole[:20])
    code, told = inside(tmp_path, command, str(torn))
    assert code == 2
    assert f"tavola import --keep '{torn}'" in told
    assert "--keep" not in inside(tmp_path, command, str(header))[1]
    assert inside(tmp_path, "import", "--keep", str(torn), "--to", str(tmp_path / "kept"))[0] == 0


def test_a_record_that_the_rules_forbid_is_not_taken_in(record: Path, tmp_path: Path) -> None:
    """Or up to there, and it is said why it ends."""
    whole = json.loads(record.read_bytes())
    whole["events"][6] = {"do": "double", "side": "W"}
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(whole))
    taken = tmp_path / "taken"
    for keep, left in ((), 1), (("--keep",), 0):
        code, told = inside(tmp_path, "import", *keep, str(wrong), "--to", str(taken), lang="en")
        assert code == left
        assert "Event 7 of the record is not possible" in " ".join(told.split())
        assert len(list(taken.iterdir())) == 1 - left
    [kept] = taken.iterdir()
    assert len(json.loads(kept.read_bytes())["events"]) == 6
    assert inside(tmp_path, "verify", str(kept))[0] == 0


@pytest.mark.parametrize("command", [("export", "--out"), ("review", "--depth", "0", "--html")])
def test_what_is_read_is_not_written_over(
    command: tuple[str, ...], record: Path, tmp_path: Path
) -> None:
    mine, link = tmp_path / "match.json", tmp_path / "link.json"
    mine.write_bytes(record.read_bytes())
    link.symlink_to(mine)
    for to in (mine, link):
        code, told = inside(tmp_path, command[0], str(mine), *command[1:], str(to))
        assert code == 2
        assert "è il file che si legge" in " ".join(told.split())
        assert mine.read_bytes() == record.read_bytes()


def test_a_file_is_written_in_the_form_of_its_name(tmp_path: Path) -> None:
    match = tmp_path / "m.json"
    log.write(match, Record("backgammon"))
    for name, to, first in (
        ("m.sgf", (), "("),
        ("m.HTM", (), "<!doctype html>"),
        ("m.mat", (), "; ["),
        ("m.txt", (), "; ["),
        ("plain", (), "; ["),
        ("n.sgf", ("--to", "mat"), "; ["),
        ("m.other", ("--to", "sgf"), "("),
        ("n.JSON", (), "{"),
    ):
        assert inside(tmp_path, "export", str(match), "--out", str(tmp_path / name), *to)[0] == 0
        assert (tmp_path / name).read_text(encoding="utf-8").lower().startswith(first)
    assert inside(tmp_path, "export", str(match))[1].startswith("; [")
    printed = inside(tmp_path, "export", str(match), "--to", "json")[1]
    assert json.loads(printed) == json.loads(match.read_text(encoding="utf-8"))
    assert log.load(tmp_path / "n.JSON") == Record("backgammon")


def test_a_match_is_not_written_into_a_file_of_another_kind(tmp_path: Path) -> None:
    match, out = tmp_path / "m.json", tmp_path / "m.gif"
    log.write(match, Record("backgammon"))
    code, told = inside(tmp_path, "export", str(match), "--out", str(out))
    assert code == 2
    assert "Un incontro è .mat, .sgf, .html o .json" in " ".join(told.split())
    assert not out.exists()


def test_a_damaged_match_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    left = tmp_path / "matches" / "20260101-000000-0-puff-abcd.jsonl"
    left.parent.mkdir()
    left.write_text('{"tavola":1,"log":true}\n', encoding="utf-8")
    code, told = inside(tmp_path, "play", "puff", "--plain", "--vs", "human", lang="en")
    assert code == 2  # nobody types anything
    told = told.splitlines()[0]
    assert told == (
        f"The match in {left} cannot go on, and stays as it is. "
        "The record cannot be read: it is no Tavola record."
    )
    assert left.read_text(encoding="utf-8") == '{"tavola":1,"log":true}\n'


def test_records_that_do_not_hold(record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    other = tmp_path / "other.json"
    other.write_text(text.replace('"seeds":["a"', '"seeds":["z"'), encoding="utf-8")
    code, told = inside(tmp_path, "verify", str(other), lang="en")
    assert code == 1
    assert "no" in told
    first = re.sub(r'"do": ?"done"', '"do":"take"', text, count=1)
    other.write_text(first, encoding="utf-8")
    code, told = inside(tmp_path, "replay", str(other), lang="en")
    assert code == 2
    assert re.search(r"Event \d+ of the record is not possible", " ".join(told.split()))


def test_an_unfinished_record_is_told_to_its_end(tmp_path: Path) -> None:
    match = Match.start(Record(game="pin"), SeededDice(2))
    play_out(match, cap=30)
    path = tmp_path / "match.json"
    log.write(path, match.record)
    code, told = inside(tmp_path, "replay", str(path), lang="de")
    assert code == 0
    assert "┌" in told
    assert inside(tmp_path, "replay", str(path), "--plain", lang="de")[0] == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_option_of_the_table_may_be_is_told(lang: str, tmp_path: Path) -> None:
    words = Words(lang)
    for option, wrong, known in (
        ("--tutor", "foo", [command_words.shown_tutor(words, one) for one in MODES]),
        ("--tutor", "gentle:9", ["--tutor " + command_words.shown_tutor(words, GENTLE) + ":0"]),
        ("--auto", "foo", [command_words.shown_auto(words, one) for one in command_words.AUTO]),
    ):
        code, told = inside(tmp_path, "play", "pin", option, wrong, lang=lang)
        assert code == 2
        told = " ".join(told.split())
        assert all(name in told for name in (option, *known)), told
    tutor = tutoring.read(tutoring.choices(words, "gentle:").split()[-1].rstrip("."))
    assert tutor == Tutor(limit=0.1), "the example can be typed"


# ------------------------------------------------------------------------------------------ fuzz

_NAMES = st.sampled_from(
    [
        *("--match", "--games", "--money", "--profile", "--option", "--from", "--dice", "--vs"),
        *("--colour", "--numbering", "--crawford", "--jacoby", "--beavers", "--automatic"),
        *("--new", "--keep-roles", "--lang", "--plain", "--help", "--"),
    ]
)
_VALUES = st.one_of(
    st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=12),
    st.sampled_from(["3", "tavola-reale", "cube=yes", "opening=dice", "seed:4", "typed", "human"]),
    st.sampled_from(["W 1:2 | B 24:2 | W 3-1", "computer", "own", "de", "sealed:x", "record:/"]),
)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    name=st.sampled_from(["play", "rules", "replay", "verify", "games", "x"]),
    game=st.sampled_from([*GAMES, "", "chess"]),
    rest=st.lists(st.one_of(_NAMES, _VALUES), max_size=5),
    lang=st.sampled_from(LANGUAGES),
)
def test_any_options_are_answered(
    name: str, game: str, rest: list[str], lang: str, tmp_path: Path
) -> None:
    code, told = inside(tmp_path, name, game, *rest, lang=lang)
    assert code in (0, 2)
    assert told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "typed",
    ["openings tavli", "lesson tavli", "lesson tavli x", "puzzle tavli", "drill opening tavli"],
)
def test_where_there_is_none_the_exit_code_is_one(typed: str, tmp_path: Path) -> None:
    code, told = inside(tmp_path, *typed.split(), lang="en")
    assert (code, told.count("\n")) == (1, 1)


@pytest.mark.parametrize("game", ["doublets", "tavli"])
def test_a_game_without_puzzles_says_so(tmp_path: Path, game: str) -> None:
    done = run(tmp_path, "puzzle", game, LANG="en_GB.UTF-8")
    assert done.returncode == 1
    assert done.stdout == "There are no puzzles of this game.\n"


def test_what_facts_are_worth_is_said_with_its_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted = weights.Weights({"his_hits": -0.0125}, r2=0.5, pairs=7)
    monkeypatch.setattr(reasons, "fit", lambda *_: fitted)
    monkeypatch.setattr(reasons, "MEASURES", [replace(MEASURES[0], name="his_hits")])
    code, told = inside(tmp_path, "reasons", "backgammon", "--out", str(tmp_path / "r.json"))
    assert code == 0
    lines = told.splitlines()
    assert lines[0] == "Quanto vale uno in più di ogni fatto, in punti:"
    assert lines[1].split() == ["his_hits", "\N{MINUS SIGN}0,0125"]


def test_a_solved_puzzle_says_of_which_play_the_reasons_are(tmp_path: Path) -> None:
    one = puzzles_of("backgammon").puzzles[0]
    best, natural = one.plays[0], one.plays[one.natural]
    told = [
        run(
            tmp_path, "puzzle", "backgammon", "--plain", typed=f"{play}\n\n", LANG="en_GB.UTF-8"
        ).stdout
        for play in (best, natural)
    ]
    for text in told:
        assert f"Why {best}? " in text
    assert told[0].index("Most beginners") < told[0].index("Why ")  # whose play the other one is
    assert "Most beginners" not in told[1]


def test_puzzles_and_openings_speak_with_the_numbers_of_the_booklet(tmp_path: Path) -> None:
    n, one = next(
        (n, one)
        for n, one in enumerate(puzzles_of("backgammon").puzzles)
        if state_of("backgammon", one).side is Side.WHITE
    )
    state = state_of("backgammon", one)
    best = attempts.of_text(state, one.plays[0])
    booklet = notation.typed(state, best.actions, "booklet", best.position)
    assert booklet != one.plays[0]
    wish = ("puzzle", "backgammon", "--plain", "--number", str(n + 1), "--numbering", "booklet")
    told = run(tmp_path, *wish, typed=f"{booklet}\n\n", LANG="en_GB.UTF-8").stdout
    assert f"Why {booklet}? " in told
    table = table_of("backgammon").openings[0]
    for numbering in ("own", "booklet"):
        code, text = inside(tmp_path, "openings", "backgammon", "--numbering", numbering, lang="en")
        assert code == 0
        state = first_of("backgammon", table)
        play = attempts.of_text(state, table.plays[0])
        assert notation.typed(state, play.actions, numbering, play.position) in text


def test_openings_say_what_the_figures_are_and_which_tell_nothing(tmp_path: Path) -> None:
    code, only = inside(tmp_path, "openings", "doublets", lang="en")
    assert code == 0
    assert only.startswith("Here nothing is to be chosen: every first throw has one play only.")
    code, told = inside(tmp_path, "openings", "gioul", lang="en")
    assert code == 0
    text = " ".join(told.split())
    assert text.startswith("The best play of every first throw, rolled out by the computer")
    assert "Whoever plays first is ahead by" in text
    assert "0.065 ± 0.010 units behind. 4-4:" in text
    assert "0.000 ± 0.000 units behind, no clear difference. 4-3:" in text


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
        click_messages.install_for_click("en")
        found = CliRunner().invoke(cli.build(Words("en")), list(arguments), prog_name="tavola")
        assert not found.stdout
        return found.stderr

    assert told in said("rollout", "nothing", "W 3-1")
    assert told not in said("openings", "nothing")
    backend.ready_mark().parent.mkdir()
    backend.ready_mark().touch()
    assert told not in said("rollout", "nothing", "W 3-1")
