"""Whole conversations through a real pseudo-terminal and through pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seats import at_random
from tavola.bots import rule_of_thumb
from tavola.games import GAMES, OFFERED, find
from tavola.play import log
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import notation
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.terminal.match.computer import COMPUTER
from tavola.words import Words
from terminals import Person, environment, logs, run, stored, typed_lines

WRONG = {
    "it": {"13/99": "Non capisco «13/99»", "boh": "Non conosco «boh»", "7/": "Non capisco «7/»"},
    "de": {"13/99": "„13/99“", "huch": "„huch“ kenne ich nicht", "0/5": "„0/5“"},
    "fr": {
        "13/99": "«\u00a013/99\u00a0»",
        "zut": "Je ne connais pas «\u00a0zut\u00a0»",
        "8/5/": "«\u00a08/5/\u00a0»",
    },
    "en": {"13/99": "“13/99”", "hm": "I do not know “hm”", "bar/0": "“bar/0”"},
}
"""Lines that are wrong at every prompt while a checker must be moved, and what answers them."""


def type_match(
    person: Person, lines: Iterator[tuple[str, State]], lang: str, cap: int = 100_000
) -> State:
    """Type lines until the match or their number is at an end, wrong ones in between."""
    wrong = list(WRONG[lang].items())
    state, moving = None, False
    for number, (line, after) in enumerate(lines):
        if number % 17 == 16 and moving:
            text, answer = wrong[number % 3]
            assert answer in person.type(text)
        state = after
        if state.phase is Phase.END:
            person.child.sendline(line)
            return state
        person.type(line)
        moving = state.phase is Phase.MOVE and state.turn.need > 0
        if number >= cap:
            return state
    raise AssertionError("the lines ended before the match")


def agrees(home: Path, state: State) -> None:
    """The log leads to the state that the lines were to lead to."""
    assert started(home) == state


def test_a_whole_game_of_puff_lungo_by_hand(tmp_path: Path) -> None:
    words = Words("it")
    person = Person(
        tmp_path, "play", "Puff lungo", "--vs", "human", "--dice", "typed", "--lang", "it"
    )
    assert "Puff lungo" in person.text
    assert "Ognuno lancia un dado" in person.text
    rules = GAMES["puff-long"].rules
    state = type_match(person, typed_lines(turn.new_match(rules), words, seed=1), "it")
    told = person.finish()
    assert "vince" in told
    assert "La registrazione è in" in told
    assert person.child.exitstatus == 0
    agrees(tmp_path, state)


def doubling(state: State) -> tuple[Action, ...]:
    """A player who doubles early, takes every double, and once offers what may be refused."""
    if state.phase is Phase.START and not state.names and turn.may_double(state, state.side):
        if state.turns > 3:
            return (Action(Kind.DOUBLE, state.side),)
        return ()
    if state.phase is Phase.ANSWER and state.offer is not None:
        yes = {Kind.DOUBLE: Kind.TAKE, Kind.RESIGN: Kind.REFUSE, Kind.DRAW: Kind.DECLINE}
        return (Action(yes[state.offer.kind], state.offer.side.other),)
    return () if state.phase is Phase.START else rule_of_thumb.choose(state)


def test_a_match_to_three_points_with_cube_by_the_tavola_reale_profile(tmp_path: Path) -> None:
    profile = ("--profile", "tavola-reale", "--match", "3")
    person = Person(
        tmp_path, "play", "backgammon", *profile, "--vs=human", "--dice=typed", "--lang=it"
    )
    assert "Incontro a 3 punti: Bianco 0, Nero 0." in person.text
    game = GAMES["backgammon"]
    chosen = game.profile("tavola-reale")
    match = MatchRules(length=3, games=None)
    begun = turn.new_match(game.ruleset(chosen.options), match)
    state = type_match(person, typed_lines(begun, Words("it"), 5, doubling), "it")
    told = person.finish()
    assert "vince l’incontro" in told
    assert max(state.score) >= 3
    record = stored(tmp_path)
    assert {event.kind for event in record.events} >= {Kind.DOUBLE, Kind.TAKE}
    agrees(tmp_path, state)
    (path,) = logs(tmp_path)
    replayed = run(tmp_path, "replay", str(path), "--plain", "--lang", "it")
    assert replayed.returncode == 0
    assert "Il Bianco accetta il raddoppio" in replayed.stdout or (
        "Il Nero accetta il raddoppio" in replayed.stdout
    )
    checked = run(tmp_path, "verify", str(path), "--plain", "--lang", "it")
    assert checked.returncode == 0
    assert "Ogni evento è permesso: sì." in checked.stdout


@pytest.mark.parametrize(
    ("game", "lang", "columns", "plain"),
    [
        ("gioul", "de", 80, False),
        ("pin", "fr", 120, True),
        ("open-throw", "en", 120, False),
        ("free-choice", "fr", 80, False),
        ("acey-deucey", "de", 80, True),
        ("french-2", "en", 80, False),
        ("doublets", "de", 80, False),
    ],
)
def test_a_game_of_every_family(
    game: str, lang: str, columns: int, plain: bool, tmp_path: Path
) -> None:
    arguments = ["play", game, "--vs", "human", "--dice", "typed", "--lang", lang]
    if plain:
        typed_plainly(tmp_path, game, lang, arguments)
        return
    person = Person(tmp_path, *arguments, columns=columns)
    begun = turn.new_match(GAMES[game].rules)
    lines = typed_lines(begun, Words(lang), 3, at_random(4))
    state = type_match(person, lines, lang, cap=70)
    if state.phase is not Phase.END:
        person.finish("quit")
    else:
        person.finish()
    assert person.child.exitstatus == 0
    agrees(tmp_path, state)


def typed_plainly(home: Path, game: str, lang: str, arguments: list[str]) -> None:
    """The same through a pipe in plain: only sentences, and the input ends in the middle."""
    begun = turn.new_match(GAMES[game].rules)
    lines, state = [], begun
    for line, after in typed_lines(begun, Words(lang), 3, at_random(4)):
        lines.append(line)
        state = after
        if len(lines) >= 60:
            break
    done = run(home, *arguments, "--plain", typed="\n".join([*lines, ""]))
    told = [line for line in done.stdout.splitlines() if line]
    assert all(line.endswith(".") for line in told[1:]), told
    assert "\x1b" not in done.stdout
    agrees(home, state)
    assert done.returncode == (0 if state.phase is Phase.END else 2)


# --------------------------------------------------------------------------- save, kill, go on


def started(home: Path) -> State:
    """The state that the only log has reached."""
    record = stored(home)
    return records.fold(record, find(record.game))


@pytest.mark.parametrize("dice", ["seed:11", "sealed", "typed"])
def test_a_killed_match_goes_on_at_the_same_number(dice: str, tmp_path: Path) -> None:
    play = ("play", "backgammon", "--vs", "human", "--dice", dice, "--lang", "en")
    person = Person(tmp_path, *play)
    for seed in ("mine", "") if dice == "sealed" else ():
        person.type(seed)
    state = started(tmp_path)
    while state.phase is not Phase.MOVE:
        person.type("6-1" if dice == "typed" else "")
        state = started(tmp_path)
    step = turn.next_steps(state)[0].code
    move = notation.write_play(state.rules, state.position, state.side, (step,))
    before = person.type(move)
    state = started(tmp_path)
    assert state.turn.steps == (step,)
    saved = tmp_path / "saved.json"
    person.type(f"save {saved}")
    assert "is there already" in " ".join(person.type(f"save {saved}").split())
    assert log.load(saved).events == stored(tmp_path).events
    person.child.kill(signal.SIGKILL)
    person.child.wait()

    again = Person(tmp_path, *play)
    assert "Go on with it?" in " ".join(again.text.split())
    after = again.type("y")
    prompt = before.strip().splitlines()[-1]
    assert after.strip().splitlines()[-1] == prompt
    assert started(tmp_path) == state
    assert "takes back a step" in again.type("undo")
    assert "The match is stored" in again.interrupt()
    assert again.child.exitstatus == 0


def test_a_match_cannot_be_open_twice(tmp_path: Path) -> None:
    first = Person(tmp_path, "play", "puff", "--vs", "human", "--lang", "de")
    second = Person(tmp_path, "play", "puff", "--lang", "de")
    told = second.finish("ja")
    assert "Dieses Match ist in einem anderen Fenster offen" in told
    assert second.child.exitstatus == 2
    first.child.sendeof()
    assert "Das Match ist gespeichert" in first.finish()
    assert first.child.exitstatus == 0


def test_questions_of_a_stranger(tmp_path: Path) -> None:
    """`tavola play` alone: which game, against whom; then a throw, a wrong play, a good one."""
    person = Person(tmp_path, "play", "--lang", "it")
    assert "Lancio aperto" in person.text
    assert "Quale gioco?" in person.text
    assert f"Scrivi un numero da 1 a {len(OFFERED)}" in person.type("99")
    assert "Chi gioca?" in person.type("backgammon russo")
    assert "Scrivi un numero da 1 a 2." in person.type("x")
    told = person.type("")
    if "A che livello?" in told:  # not without a net
        assert "Dilettante" in told
        told = person.type("1")
    assert "Tu hai il Bianco (○)." in told
    assert "Tu lanci" in told
    assert "Tocca a te:" in told
    person.finish("esci")
    person = Person(tmp_path, "play", "--lang", "it")
    assert "C’è un incontro non finito: Backgammon russo." in person.text
    assert "Scrivi sì o no." in person.type("forse")
    assert "Quale gioco?" in person.type("no")
    person.child.sendeof()
    person.finish()
    assert person.child.exitstatus == 0


def test_enter_a_number_and_what_goes_by_itself(tmp_path: Path) -> None:
    """Plays by their numbers, forced ones by Enter; what goes by itself is still so next time."""
    arguments = ("play", "backgammon", "--vs", "human", "--dice", "seed:4", "--lang", "de")
    person = Person(tmp_path, *arguments, "--auto", "fertig")
    assert "Von selbst: das Ende des Zuges" in " ".join(person.text.split())
    before = started(tmp_path)
    assert before.phase is Phase.MOVE
    assert "Tippe 1 für den ersten" in person.type("züge")
    person.type("1")
    after = started(tmp_path)
    assert (after.phase, after.side) == (Phase.START, before.side.other)
    assert "Von selbst: erzwungene Züge" in person.type("auto erzwungene")
    assert "Das Match ist gespeichert" in person.finish("ende")
    again = Person(tmp_path, *arguments)
    assert "Von selbst: erzwungene Züge" in again.type("ja")
    assert "Nichts geht von selbst" in again.type("auto nichts")
    again.finish("ende")
    last = Person(tmp_path, *arguments)
    assert "Von selbst" not in last.type("ja")
    last.finish("ende")


# ----------------------------------------------------------------------------- pipes, full disks


def test_a_game_by_numbers_and_by_itself(tmp_path: Path) -> None:
    """Nobody types a play: the first of each list, and all the rest goes by itself."""
    arguments = ("play", "puff", "--vs=human", "--dice=seed:4", "--option=cube=false", "--auto")
    done = run(tmp_path, *arguments, "--plain", "--lang=fr", typed="coups\n1\n" * 600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "Je ne connais pas" not in done.stdout
    assert started(tmp_path).phase is Phase.END
    assert not list(tmp_path.glob("matches/*"))


@pytest.mark.parametrize("typed", ["gioul", "throw,all of it", "1"])
def test_what_cannot_go_by_itself(typed: str, tmp_path: Path) -> None:
    done = run(tmp_path, "play", "puff", "--auto", typed, "--lang=en")
    assert done.returncode == 2
    assert "--auto" in done.stderr
    assert not list(tmp_path.glob("matches/*"))


def test_the_computer_plays_a_whole_game_by_pipe(tmp_path: Path) -> None:
    """The lines of the person are found beforehand: with a seed everything is known.

    The match is an old one: `computer` without a level is the rule-of-thumb player.
    """
    record = Record(game="eureka", players=("", COMPUTER))
    Match.start(record, SeededDice(4), tmp_path / "matches" / "old.jsonl").close()
    match = Match.start(record, SeededDice(4))
    lines = ["y"]
    while match.state.phase is not Phase.END:
        state, side = match.state, match.state.actor
        actions = rule_of_thumb.choose(state)
        mine = side is not None and state.player(side) == 0
        if not actions:
            match.throw()
            lines += [""] if mine else []
            continue
        steps = [action.code for action in actions if action.kind is Kind.STEP]
        if mine:
            play = notation.write_play(state.rules, state.position, state.side, steps)
            lines.append(play)
        for action in actions:
            match.act(action)
    arguments = ("play", "eureka", "--dice=seed:4", "--plain", "--lang=en")
    done = run(tmp_path, *arguments, typed="\n".join([*lines, ""]))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the game: 1 point." in done.stdout
    assert stored(tmp_path).events == match.record.events
    assert not list(tmp_path.glob("matches/*"))


def test_a_full_disk_plays_nothing(tmp_path: Path) -> None:
    """The file size is limited, so that the log cannot grow: every event is refused."""
    script = (
        "import resource, sys\n"
        "from tavola.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))\n"
        "sys.argv = ['tavola', 'play', 'backgammon', '--vs=human', '--dice=typed', '--plain']\n"
        "sys.argv += ['--lang', 'fr']\n"
        "main()\n"
    )
    lines = "5-3\n8/3 6/3\n\n6-1\n13/7 8/7\n\n" * 4 + "quitter\n"
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(tmp_path),
        check=False,
        timeout=60,
    )
    assert "Rien n’a été joué, car le match ne peut pas être enregistré." in done.stdout
    assert "Il n’y a plus de place sur le disque." in done.stdout
    assert "Traceback" not in done.stderr
    assert done.returncode == 0
    assert stored(tmp_path).events
    assert os.path.getsize(logs(tmp_path)[0]) <= 700
