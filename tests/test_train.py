"""`tavola train`: the same net every time, whatever interrupts it, and clear words otherwise."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tavola
from shell import ran
from tavola.bots import shipped_nets
from tavola.bots.arena.selfplay import LONGEST
from tavola.bots.net.evaluate import PHASE_SIZE, SETS
from tavola.bots.net.features import PHASES
from tavola.bots.net.file import Net
from tavola.bots.training import card, precompile
from tavola.bots.training.course import KEPT, Course, OtherCourse, Progress, onward
from tavola.bots.training.folder import CHECKPOINT, Damaged, Folder, InUse
from tavola.bots.training.jobs import Job, Lessons, do_job
from tavola.bots.training.plan import Plan
from tavola.bots.training.student import Mean
from tavola.bots.training.workers import ThreadWorkers
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.ruleset import Ruleset
from tavola.terminal.commands.training_wishes import Wishes, command_line, same_command
from tavola.words import Words, click_messages, names
from terminals import SOURCE, command, environment, run

WITHOUT_NUMBA = Path(__file__).parent / "without_numba"
training_works = pytest.mark.skipif(
    not compiled, reason="training needs the compiler: without it a net takes days"
)
GAME = "catch-me"
"""A game that is quickly played."""
RULES = GAMES[GAME].rules
SIZE = ("--games", "1000", "--look-games", "64", "--generations", "2")
TINY = Plan(
    play_games=96,
    look_games=(32,),
    generations=2,
    look_passes=(2,),
    warm_games=16,
    round_games=32,
    jobs=2,
)


def variables(home: Path) -> dict[str, str]:
    """What `tavola train` sees of the world: compiled code from the cache of these tests."""
    return {
        **environment(home),
        "TAVOLA_COMPILE": "1",
        "NUMBA_CACHE_DIR": str(Path(os.environ["NUMBA_CACHE_DIR"])),
    }


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """`tavola train` in a process of its own."""
    return subprocess.Popen(
        command("train", GAME, *SIZE, "--lang", "en", *arguments),
        env=variables(home),
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def told(done: subprocess.Popen[str]) -> str:
    """All that a process said, once it has ended."""
    text, _ = done.communicate(timeout=300)
    assert "Traceback" not in text, text
    return text


def inside(home: Path, *arguments: str) -> tuple[int, str]:
    """`tavola train` in this process; its exit code and what it said."""
    click_messages.install_for_click("en")
    found = ran("train", *arguments, TAVOLA_HOME=str(home), COLUMNS="200")
    return found.exit_code, " ".join(found.output.split())


@pytest.fixture(autouse=True)
def _language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a training that nothing interrupted."""
    home = tmp_path_factory.mktemp("home")
    process = start(home)
    text = told(process)
    assert process.returncode == 0, text
    return home / "training" / GAME


def course(
    folder: Path,
    threads: int = 1,
    plan: Plan = TINY,
    seed: int = 1,
    rules: Ruleset = RULES,
    first: Any = None,
) -> Iterator[Progress]:
    """The steps of a course."""
    workers = ThreadWorkers(threads)
    made = Course(rules, plan, seed, folder, workers, first=first)
    try:
        yield from made.steps()
    finally:
        workers.close()
        made.folder.close()


def weights(folder: Path) -> bytes:
    """The weights of a checkpoint."""
    place = Folder(folder)
    stored = place.load()
    place.close()
    assert stored is not None
    return stored[1].tobytes()


# ------------------------------------------------------------------------------------------ the net


@training_works
def test_any_number_of_threads_gives_the_same_net(tmp_path: Path) -> None:
    for threads in (1, 2, 5):
        for _ in course(tmp_path / str(threads), threads):
            pass
    assert weights(tmp_path / "1") == weights(tmp_path / "2") == weights(tmp_path / "5")


@training_works
def test_more_generations_lead_where_a_longer_plan_does(tmp_path: Path) -> None:
    longer = replace(
        TINY,
        look_games=(32, 32, 48),
        look_stray=(30, 30, 200),
        look_wild=(0, 0, 500),
        look_trace=(0, 0, 500),
        look_wild_trace=(0, 0, 950),
        look_passes=(2, 2, 1),
        look_rate=(3000, 3000, 500),
        look_rare=(0, 0, 500),
        look_close=(0, 0, 200),
        look_rivals=(0, 0, 20),
        generations=3,
    )
    for plan in (TINY, longer):
        list(course(tmp_path / "by steps", plan=plan))
    list(course(tmp_path / "at once", plan=longer))
    assert weights(tmp_path / "by steps") == weights(tmp_path / "at once")


@training_works
def test_no_lessons_are_learnt_that_another_course_has_left(tmp_path: Path) -> None:
    """A folder whose checkpoint does not know yet that a generation has begun would go on with
    another plan for it, and with the lessons of the old one."""
    list(course(tmp_path, plan=replace(TINY, generations=1)))
    for _ in course(tmp_path, plan=replace(TINY, look_stray=(30, 0))):
        if list(tmp_path.glob("lessons-1-*")):
            break
    with pytest.raises(OtherCourse, match="plan"):
        list(course(tmp_path, plan=replace(TINY, look_stray=(30, 900))))
    list(course(tmp_path, plan=replace(TINY, look_stray=(30, 0))))


@training_works
def test_a_course_from_another_net_is_that_of_its_seed_from_its_first_lessons_on(
    tmp_path: Path,
) -> None:
    plan, first = replace(TINY, begin="another"), Net.fresh(RULES, 5).weights
    for _ in course(tmp_path, plan=plan, first=first):
        if list(tmp_path.glob("lessons-*")):
            break
    with pytest.raises(OtherCourse, match="seed"):
        list(course(tmp_path, plan=plan, seed=2, first=first))


@training_works
def test_a_course_may_begin_from_another_net(tmp_path: Path) -> None:
    """It looks ahead at once, and needs the other net only to begin."""
    first = Net.fresh(RULES, 5).weights
    plan = replace(TINY, begin="another")
    hands = ThreadWorkers(1)
    made = Course(RULES, plan, 1, tmp_path, hands, first=first)
    try:
        assert {news.stage for news in made.steps()} == {"look", "learn"}
        assert made.mark.games == sum(plan.looked(i).games for i in range(plan.generations))
        begun = made.folder.net("play")
    finally:
        made.folder.close()
        hands.close()
    assert begun is not None
    assert abs(begun.weights - first).max() < 1e-2, "it is kept for the match at the end"
    assert weights(tmp_path) != first.tobytes()
    assert list(course(tmp_path, plan=plan)) == [], "it is done"
    with pytest.raises(OtherCourse, match="plan"):
        list(course(tmp_path, plan=TINY))


@training_works
@pytest.mark.parametrize("begin", ["puff", GAME])
def test_a_net_that_ships_is_taken_over(
    begin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of a relative, or the game's own: without the folder that it was trained in."""
    nets = tmp_path / "nets"
    nets.mkdir()
    monkeypatch.setattr("tavola.bots.shipped_nets.NETS", nets)
    shipped_nets.forget()
    code, text = inside(tmp_path, GAME, "--begin", begin, *SIZE, "--hands", "1")
    assert (code, f"no net of “{begin}”" in text) == (2, True)
    (nets / f"{begin}.net").write_bytes(b"no net")
    shipped_nets.forget()
    code, text = inside(tmp_path, GAME, "--begin", begin, *SIZE, "--hands", "1")
    assert (code, f"The net of “{begin}” is damaged" in text) == (2, True)
    Net.fresh(RULES, 5).save(nets / f"{begin}.net")
    shipped_nets.forget()
    named = names.game_name(Words("en"), begin)
    code, text = inside(tmp_path, GAME, "--begin", named, "--generations", "0", "--hands", "1")
    assert code == 0, text
    facts = json.loads((tmp_path / "training" / GAME / f"{GAME}.json").read_text(encoding="utf-8"))
    assert f"--begin {begin}" in facts["command"]
    assert facts["begun"] == card.digest(Net.load(nets / f"{begin}.net"))
    assert facts["plan"]["begin"] == begin
    taken = Net.load(tmp_path / "training" / GAME / f"{GAME}.net")
    assert taken.digest == RULES.digest()
    assert (taken.weights == Net.load(nets / f"{begin}.net").weights).all()
    shipped_nets.forget()


@training_works
@pytest.mark.parametrize("games", [(0,), (0, 32), (32, 0)])
@pytest.mark.parametrize("trace", [(0,), (0, 500)])
def test_a_generation_without_games(
    games: tuple[int, ...], trace: tuple[int, ...], tmp_path: Path
) -> None:
    """It learns the lessons of those before, if there are any of its kind."""
    plan = replace(TINY, look_games=games, look_trace=trace, look_wild_trace=trace)
    steps = list(course(tmp_path, plan=plan))
    assert steps[-1].games == TINY.play_games + sum(plan.looked(n).games for n in range(2))
    nets = [Net.load(tmp_path / f"{n}.net").weights for n in ("play", "generation-1")]
    assert bool((nets[0] == nets[1]).all()) is (games[0] == 0)


@training_works
def test_many_lessons_split_the_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From then on it has weights for every phase, wherever the course stopped."""
    monkeypatch.setattr("tavola.bots.training.course.MANY", 2500)
    steps = list(course(tmp_path / "whole"))
    first, last = (Net.load(tmp_path / "whole" / f"generation-{n}.net").weights for n in (1, 2))
    assert [len(found) // PHASE_SIZE for found in (first, last)] == list(SETS)
    general, *others = (last[n * PHASE_SIZE :][:PHASE_SIZE] for n in range(PHASES) if n != 1)
    assert any(list(other) != list(general) for other in others)
    for most in (len(steps) - 3, 1, 1000):
        for number, _ in enumerate(course(tmp_path / "parts")):
            if number == most:
                break
    assert weights(tmp_path / "parts") == weights(tmp_path / "whole")


@training_works
def test_the_mean_of_weights() -> None:
    import numpy

    mean = Mean()
    for weights in ([1.0, 0.0], [2.0, 0.0], [6.0, 0.3]):
        mean.add(numpy.array(weights, dtype="float32"))
    assert mean.weights.tolist() == pytest.approx([3.0, 0.1])


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a course that was gone through, to be copied."""
    folder = tmp_path_factory.mktemp("tiny")
    list(course(folder))
    return folder


@training_works
@pytest.mark.parametrize(
    "change",
    [
        {"look_games": (32, 48)},
        {"generations": 1},
        {"look_passes": (9,)},
        {"look_rate": (500,)},
        {"look_games": (48,)},
        {"look_stray": (9,)},
        {"look_wild": (500,)},
        {"look_trace": (800,)},
        {"look_wild_trace": (800,)},
        {"look_rare": (500,)},
        {"look_close": (20,)},
        {"look_rivals": (20,)},
    ],
    ids=str,
)
def test_what_was_done_cannot_be_planned_anew(
    tiny: Path, tmp_path: Path, change: dict[str, Any]
) -> None:
    shutil.copytree(tiny, tmp_path, dirs_exist_ok=True)
    with pytest.raises(OtherCourse) as caught:
        list(course(tmp_path, plan=replace(TINY, **change)))
    assert caught.value.what == "plan"


@training_works
def test_a_checkpoint_with_one_number_of_games_is_read(tiny: Path, tmp_path: Path) -> None:
    shutil.copytree(tiny, tmp_path, dirs_exist_ok=True)
    place = Folder(tmp_path)
    mark, kept = place.load() or pytest.fail("no checkpoint")
    mark.plan["look_games"], mark.plan["look_trace"] = 32, 0.0
    for name in ("look_wild", "look_wild_trace", "look_passes", "look_rate"):
        del mark.plan[name]
    mark.plan["passes"], mark.plan["look_rates"] = 2, [0.003, 0.00003]
    place.keep(mark, kept)
    place.close()
    list(course(tmp_path))


@training_works
def test_another_seed_gives_another_net(tmp_path: Path) -> None:
    plan = replace(TINY, play_games=8, generations=0)
    for seed in (1, 2):
        for _ in course(tmp_path / str(seed), plan=plan, seed=seed):
            pass
    assert weights(tmp_path / "1") != weights(tmp_path / "2")


@training_works
def test_games_with_steps_back_are_learnt_too(tmp_path: Path) -> None:
    """At random, and with a fresh net, they would go on for ever; the course does without both."""
    rules = GAMES["backwards"].rules
    plan = replace(TINY, look_games=(4,), generations=1)
    for _ in course(tmp_path, plan=plan, rules=rules):
        pass
    place = Folder(tmp_path)
    stored = place.load()
    place.close()
    assert stored is not None
    assert stored[0].lessons < LONGEST // 4 * (TINY.warm_games + stored[0].games)


def test_other_games_take_the_course_as_they_are() -> None:
    for game in GAMES.values():
        assert (onward(game.rules) == game.rules) is not game.rules.backward


@training_works
@pytest.mark.parametrize("patience", [0.0, 1e9])
def test_a_course_may_stop_after_any_step(
    patience: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With checkpoints after every step, and with none but those that stages end with."""
    monkeypatch.setattr("tavola.bots.training.course.PATIENCE", patience)
    whole = list(course(tmp_path / "whole"))
    assert [step.stage for step in whole][-1] == "learn"
    for most in (1, 3, 1000) if patience else (2, 7, 5, 1000):
        for number, _ in enumerate(course(tmp_path / "parts", threads=2)):
            if number == most:
                break
    assert weights(tmp_path / "parts") == weights(tmp_path / "whole")
    kept = {path.name.split("-")[1] for path in tmp_path.rglob("lessons-*")}
    again = range(TINY.generations - KEPT + 1, TINY.generations)
    assert kept == {str(g) for g in again if g >= 0}, "what another generation would learn again"
    assert not list(tmp_path.rglob("*.part"))


@training_works
def test_killed_and_interrupted_it_comes_to_the_same_net(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "training" / GAME
    killed = start(tmp_path)
    wait_for(killed, folder, "half.net")
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    interrupted = start(tmp_path, "--hands", "1", "--install")
    wait_for(interrupted, folder, "lessons-*-3.npz")
    interrupted.send_signal(signal.SIGINT)
    text = told(interrupted)
    assert interrupted.returncode == 130, text
    assert "Stopped. The same command goes on from here: tavola train catch-me --seed 1" in text
    assert "--hands 1 --install" in text
    process = start(tmp_path)
    text = told(process)
    assert process.returncode == 0, text
    assert (folder / f"{GAME}.net").read_bytes() == (trained / f"{GAME}.net").read_bytes()


def wait_for(process: subprocess.Popen[str], folder: Path, pattern: str) -> None:
    """Until a file is there."""
    until = time.monotonic() + 200
    while not list(folder.glob(pattern)):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


# ----------------------------------------------------------------------------------------- the card


@training_works
def test_the_card_says_how_the_net_came_to_be(trained: Path) -> None:
    facts: dict[str, Any] = json.loads((trained / f"{GAME}.json").read_text(encoding="utf-8"))
    net = Net.load(trained / f"{GAME}.net")
    assert facts["sha256"] == card.digest(net)
    assert facts["rules"] == net.digest == RULES.digest()
    assert facts["command"] == " ".join(["tavola train", GAME, "--seed 1", *SIZE])
    assert facts["game"] == GAME
    assert facts["seed"] == 1
    assert facts["options"] == {}
    assert facts["plan"]["play_games"] == 1000
    assert facts["games"] == 1000 + 2 * 64
    assert facts["lessons"] > 10_000
    assert facts["seconds"]["cpu"] > 0.0
    assert facts["seconds"]["wall"] > 0.0
    assert facts["machine"]["hands"] == "threads"
    assert facts["machine"]["cores"] >= 1
    assert facts["versions"]["tavola"] == tavola.__version__
    assert {"python", "numpy", "numba"} <= set(facts["versions"])
    assert [entry["stage"] for entry in facts["history"]] == ["play", "learn", "learn"]
    assert facts["history"][-1]["learner"] == "adam"
    assert facts["begun"] is None
    assert all(e["error"] <= e["before"] for e in facts["history"] if e["stage"] == "learn")
    for name in ("rule-of-thumb player", "earlier net"):
        result = facts["results"][name]
        assert result["games"] >= 20
        assert result["error"] > 0.0
    # So few games cannot say more, and rounding decides how they go.
    result = facts["results"]["rule-of-thumb player"]
    assert result["points"] + 3 * result["error"] > 0.0


@training_works
def test_a_finished_training_is_not_done_again(trained: Path, tmp_path: Path) -> None:
    before = (trained / f"{GAME}.json").stat().st_mtime_ns
    code, text = inside(trained.parent.parent, GAME, *SIZE)
    assert code == 0
    assert "Against the rule-of-thumb player: " in text
    assert (trained / f"{GAME}.json").stat().st_mtime_ns == before


@training_works
def test_a_net_can_be_installed(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavola.bots.shipped_nets.NETS", tmp_path / "nets")
    code, text = inside(trained.parent.parent, GAME, *SIZE, "--install")
    assert code == 0
    assert str(tmp_path / "nets" / f"{GAME}.net") in text
    names = [f"{GAME}.json", f"{GAME}.net"]
    assert sorted(path.name for path in (tmp_path / "nets").iterdir()) == names
    for name in names:
        assert (tmp_path / "nets" / name).read_bytes() == (trained / name).read_bytes()


@training_works
def test_a_net_is_installed_with_its_card_or_not_at_all(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nets = tmp_path / "nets"
    monkeypatch.setattr("tavola.bots.shipped_nets.NETS", nets)
    (nets / f"{GAME}.json").mkdir(parents=True)  # no file can take this place
    (nets / f"{GAME}.net").write_text("the net before")
    code, _ = inside(trained.parent.parent, GAME, *SIZE, "--install")
    assert code == 2
    assert (nets / f"{GAME}.net").read_text() == "the net before"
    assert len(list(nets.iterdir())) == 2, "no drafts"


# ----------------------------------------------------------------------------------------- refusals


@pytest.fixture
def copy(trained: Path, tmp_path: Path) -> Path:
    """A folder like the one of the training."""
    return Path(shutil.copytree(trained, tmp_path / "copy"))


@training_works
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((GAME, *SIZE, "--seed", "2"), "holds a training with the seed 1: go on with it by"),
        (("puff", *SIZE), "holds the training of another game, or of other house rules"),
        ((GAME, "--quick"), "go on with it by --games 1000 --look-games 64 --generations 2, or"),
    ],
)
def test_a_folder_with_another_training(
    arguments: tuple[str, ...], sentence: str, trained: Path
) -> None:
    code, text = inside(trained, *arguments, "--out", str(trained))
    assert code == 2
    assert sentence in text


@training_works
def test_a_folder_of_another_version(copy: Path) -> None:
    place = Folder(copy)
    stored = place.load()
    assert stored is not None
    place.keep(stored[0], stored[1][:-1])
    place.close()
    code, text = inside(copy, GAME, *SIZE, "--out", str(copy))
    assert code == 2
    assert "of another version of Tavola" in text


@training_works
@pytest.mark.parametrize("place", ["mark", "plan"])
def test_a_folder_of_a_later_version(place: str, copy: Path) -> None:
    """It says what this one does not know; there is no command that would go on with it here."""
    import numpy

    with numpy.load(copy / CHECKPOINT) as stored:
        facts, kept = json.loads(str(stored["mark"])), stored["weights"]
    (facts if place == "mark" else facts["plan"])["polish"] = 3
    numpy.savez(copy / CHECKPOINT, weights=kept, mark=json.dumps(facts))
    code, text = inside(copy, GAME, *SIZE, "--out", str(copy))
    assert code == 2
    assert "of another version of Tavola" in text


@training_works
def test_two_at_once(copy: Path) -> None:
    place = Folder(copy)
    with pytest.raises(InUse):
        Folder(copy)
    code, text = inside(copy, GAME, *SIZE, "--out", str(copy))
    assert code == 2
    assert "is under way in another window" in text
    place.close()


@training_works
@pytest.mark.parametrize("harm", ["cut", "empty", "text", "weights", "mark"])
def test_a_damaged_checkpoint(harm: str, copy: Path) -> None:
    path = copy / CHECKPOINT
    data = bytearray(path.read_bytes())
    if harm == "weights":
        data[5000] ^= 1
    elif harm == "mark":
        data[data.index(b"\0p\0\0\0l\0\0\0a\0\0\0n") + 1] ^= 1
    harmed = {"cut": bytes(data[:-100]), "empty": b"", "text": b"hello"}
    path.write_bytes(harmed.get(harm, bytes(data)))
    code, text = inside(copy, GAME, *SIZE, "--out", str(copy))
    assert code == 2
    assert f"“{path}” is damaged. Delete the folder to begin anew" in text


@training_works
@pytest.mark.parametrize("harm", ["cut", "other", "poor"])
def test_a_damaged_card_is_written_anew(harm: str, copy: Path) -> None:
    path = copy / f"{GAME}.json"
    text = path.read_text(encoding="utf-8")
    facts = json.loads(text)
    poor = {name: fact for name, fact in facts.items() if name != "results"}
    path.write_text({"cut": text[:-100], "other": "[]", "poor": json.dumps(poor)}[harm])
    code, _ = inside(copy, GAME, *SIZE, "--out", str(copy))
    assert code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["results"] == facts["results"]


@training_works
def test_damaged_lessons(tmp_path: Path) -> None:
    for step in course(tmp_path):
        if step.stage == "learn":
            break
    victim = next(tmp_path.glob("lessons-0-*.npz"))
    victim.write_bytes(victim.read_bytes()[:-100])
    with pytest.raises(Damaged) as found:
        list(course(tmp_path))
    assert found.value.path == victim


@training_works
def test_a_full_disk(trained: Path, tmp_path: Path) -> None:
    """No file may grow beyond what lessons need: the first checkpoint fails."""
    line = 'ulimit -f 100 && exec "$@"'
    arguments = command("train", GAME, *SIZE, "--lang", "en")
    done = subprocess.run(
        ["bash", "-c", line, "sh", *arguments],
        env=variables(tmp_path),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr == "There is no room left on the disk.\n"
    assert not list(tmp_path.rglob("*.part"))


@training_works
def test_a_course_refuses_another_one(tmp_path: Path) -> None:
    made = Course(RULES, TINY, 1, tmp_path, ThreadWorkers(1))
    made.folder.keep(made.mark, made.student.weights)
    made.folder.close()
    with pytest.raises(OtherCourse, match="seed"):
        Course(RULES, TINY, 2, tmp_path, ThreadWorkers(1))
    again = Course(RULES, TINY, 1, tmp_path, ThreadWorkers(1))
    again.folder.close()


# ------------------------------------------------------------------------------------ command line


@pytest.mark.plain
@pytest.mark.no_cover
def test_without_the_compiler(tmp_path: Path) -> None:
    done = run(tmp_path, "train", "puff", "--lang", "en")
    assert done.returncode == 2
    assert "take TAVOLA_COMPILE=0 out of the environment" in " ".join(done.stderr.split())
    path = os.pathsep.join([str(WITHOUT_NUMBA), str(SOURCE)])
    done = run(tmp_path, "train", "puff", TAVOLA_COMPILE="auto", PYTHONPATH=path)
    assert done.returncode == 2
    assert "pip install 'tavola[fast]'" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("chess",), 2, "There is no game “chess”"),
        (("puff", "--option", "x=y"), 2, "This game has no option x"),
        (("puff", "--games", "0"), 2, "0 is not in the range"),
        (("puff", "--begin", "chess"), 2, "There is no game “chess”"),
        (("puff", "--option", "cube=no", "--install"), 2, "without house rules"),
        (("misere", "--install"), 2, "plays “Misère” with the net of “Reverse”"),
        (("--help",), 0, "it plays against itself until it plays well"),
    ],
)
def test_what_is_typed(
    arguments: tuple[str, ...], code: int, sentence: str, tmp_path: Path
) -> None:
    found, text = inside(tmp_path, *arguments)
    assert found == code, text
    assert sentence in text
    assert not list(tmp_path.iterdir())


def test_the_command_of_the_card_leads_to_the_same_plan() -> None:
    game = GAMES["puff"]
    wishes = Wishes("puff", seed=7, quick=True, torch=False, out=Path("a b"))
    options = game.chosen({"cube": "no"})
    assert command_line(game, options, wishes) == (
        "tavola train puff --seed 7 --games 4000 --look-games 256 --generations 1 "
        "--option cube=no --no-torch"
    )


def test_the_command_that_goes_on_is_the_one_that_was_typed() -> None:
    """Who copies it gets the net where it was to be, and installed if that was wished."""
    wishes = Wishes("puff", out=Path("a b"), hands=3, ray="local", install=True)
    assert same_command(GAMES["puff"], {}, wishes) == (
        "tavola train puff --seed 1 --games 40000 --look-games 1500 --generations 2 "
        "--out 'a b' --hands 3 --ray local --install"
    )


@training_works
def test_a_net_that_cannot_be_made_again_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child that compiles can fail, on a full disk for one: then this process compiles."""

    def load() -> None:
        raise KeyboardInterrupt  # that is enough

    monkeypatch.setattr(precompile, "is_cached", lambda: False)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)
    monkeypatch.setattr(precompile, "load", load)
    _, text = inside(tmp_path, GAME, *SIZE)
    assert "the net may differ in its last digits" in text
    monkeypatch.setattr(precompile, "compile_apart", lambda: True)
    _, text = inside(tmp_path, GAME, *SIZE)
    assert "the net may differ" not in text


@training_works
@pytest.mark.parametrize(
    ("arguments", "package", "sentence"),
    [
        (("--ray", "local"), "ray", "Ray is not installed: install it with pip install"),
        (("--torch",), "torch", "PyTorch is not installed"),
    ],
)
def test_what_is_not_installed(
    arguments: tuple[str, ...],
    package: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr("tavola.bots.training.gpu.installed", lambda: False)
    code, text = inside(tmp_path, GAME, *SIZE, *arguments)
    assert code == 2
    assert sentence in text


# ------------------------------------------------------------------------------------- other means

RAY = """
import sys
from tavola.bots.net.file import Net
from tavola.bots.training import precompile
from tavola.bots.training.plan import Plan
from tavola.bots.training.workers import ThreadWorkers
from tavola.bots.training.jobs import Job
from tavola.bots.training.ray_workers import RayWorkers
from tavola.games import GAMES

precompile.load()
rules = GAMES[sys.argv[1]].rules
weights = Net.fresh(rules, 1).weights
jobs = [Job(rules, weights, seed, 4, 0.8, 10, seed % 2) for seed in range(6)]
found = []
for workers in (ThreadWorkers(2), RayWorkers("local", 2)):
    print(workers.told())
    lessons = list(workers.do(jobs))
    found.append([(l.rows.tobytes(), l.stands.tobytes(), l.goals.tobytes()) for l in lessons])
    workers.close()
print("SAME", found[0] == found[1], len(found[0]))
"""


@training_works
def test_a_ray_cluster_of_two_workers_gives_the_same_labels(trained: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'tavola[ray]'")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RAY, GAME],
        env={**variables(tmp_path), "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )
    assert "{'hands': 'ray', 'count': 2}" in done.stdout, done.stderr
    assert "SAME True 6" in done.stdout, done.stdout


@training_works
@pytest.mark.parametrize("name", ["adam", "gpu"])
def test_batches_learn_the_same_layout(name: str) -> None:
    if name == "gpu":
        pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    import numpy

    from tavola.bots.training.student import Student

    module = importlib.import_module(f"tavola.bots.training.{name}")
    learner = module.AdamStudent if name == "adam" else module.TorchStudent
    fresh = Net.fresh(RULES, 1).weights
    lessons = do_job(Job(RULES, fresh, 1, 64, 1.0))
    order = numpy.arange(len(lessons))
    before = learner(RULES, fresh.copy()).learn(lessons, order, 0.0)
    assert before == pytest.approx(
        Student(RULES, fresh.copy()).learn(lessons, order, 0.0), rel=1e-5
    )
    learnt = fresh.copy()
    student = learner(RULES, learnt)
    for _ in range(3):
        student.learn(lessons, order, 0.002)
    after = Student(RULES, learnt).learn(lessons, order, 0.0)
    assert after < 0.9 * before
    assert after == pytest.approx(student.learn(lessons, order, 0.0), rel=1e-5)


@training_works
@pytest.mark.parametrize("rivals", [0.0, 30.0])
def test_slopes_are_those_of_the_error(rivals: float) -> None:
    """Against differences of the error, for some weights of every layer."""
    import numpy

    from tavola.bots.training import adam, batches

    fresh = Net.fresh(RULES, 1).weights
    lessons = do_job(Job(RULES, fresh, 1, 2, 1.0))
    found = batches.Encoders(RULES, fresh, rivals=False).batch(lessons, numpy.arange(40), 0)
    some = found.part(0)
    count, weights = len(some.sets), fresh.astype("float64")
    slopes = numpy.zeros_like(weights)
    layers, sloped = adam.Layers(weights, 0), adam.Layers(slopes, 0)
    x, wanted = (array.astype("float64") for array in (some.inputs, some.goals))
    # The last ones as if they were rivals of some before them.
    of = numpy.array([1, 3, 4]) if rivals else some.of
    assert count > 2 * len(of)
    batch = batches.Batch(x, wanted, some.sets, of)
    how = (batch, batches.worths(RULES).astype("float64"), rivals)
    layers.learn(sloped, *how, 1.0)
    chosen = numpy.flatnonzero(numpy.abs(slopes) > 1e-3)[::997]
    assert len(chosen) > 10
    for i in chosen:
        errors = []
        for change in (1e-6, -2e-6):
            weights[i] += change
            errors.append(layers.learn(sloped, *how, None))
        weights[i] += 1e-6
        assert (errors[0] - errors[1]) / 2e-6 == pytest.approx(slopes[i], rel=1e-3, abs=1e-5)


@training_works
def test_lessons_stay_in_order() -> None:
    import numpy

    parts = [
        Lessons(
            numpy.full((n, 64), n, "int8"), numpy.full((n, 4), n), numpy.full((n, 5), n, "float32")
        )
        for n in (3, 1, 2)
    ]
    whole = Lessons.together(parts)
    assert len(whole) == 6
    assert list(whole.stands[:, 0]) == [3, 3, 3, 1, 2, 2]


@training_works
def test_everything_compiled_lies_in_the_cache(trained: Path) -> None:
    assert precompile.is_cached()
