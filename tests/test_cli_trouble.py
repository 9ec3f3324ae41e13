"""The commands of the shell: one sentence for whatever is wrong, with the input or the streams."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shell import inside, run_inside
from tavola import cli
from tavola.games import GAMES
from tavola.study.tutor import GENTLE, MODES, Tutor
from tavola.terminal.exit_codes import INTERRUPTED
from tavola.terminal.match import tutoring
from tavola.terminal.screen import streams
from tavola.words import LANGUAGES, Words, command_words, opinions
from terminals import command, environment, run
from test_typography import sentences


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


@pytest.mark.parametrize(
    ("loading", "typed"),
    [
        ("click", "play puff --plain"),
        ("tavola.words", "play puff --plain"),
        ("tavola.terminal.match.play_command", "play puff --plain"),
        ("tavola.terminal.commands.records", "replay x"),
    ],
)
def test_ctrl_c_while_the_program_is_loaded(loading: str, typed: str, tmp_path: Path) -> None:
    """It ends as at any other time: without an error of Python, and as shells count it, even where
    Python makes another error of it, as it does within a class."""
    code = (
        "import os, runpy, signal, sys\n"
        "class Pressed:\n"
        "    def __set_name__(self, *_): os.kill(os.getpid(), signal.SIGINT)\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {loading!r} and '.' in name: os.kill(os.getpid(), signal.SIGINT)\n"
        f"        if name == {loading!r}: type('Loaded', (), {{'one': Pressed()}})\n"
        "sys.meta_path.insert(0, Finder())\n"
        f"sys.argv = ['tavola', *{typed!r}.split()]\n"
        "runpy.run_module('tavola', run_name='__main__')\n"
    )
    done = subprocess.run(
        [*command()[:1], "-c", code],
        input="",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=False,
    )
    assert done.returncode in (INTERRUPTED, -signal.SIGINT)
    assert done.stderr == ""


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
