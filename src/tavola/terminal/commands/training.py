"""`tavola train`: a net for a game, in a folder where it can stop and go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavola.bots import shipped_nets
from tavola.cores import usable_cores
from tavola.games import OFFERED
from tavola.rules.kernel import backend
from tavola.rules.model.declaration import Game, Value, text_of
from tavola.terminal.commands.training_wishes import (
    Wishes,
    command_line,
    plan_of,
    same_command,
    sizes,
)
from tavola.terminal.exit_codes import BAD_INPUT, INTERRUPTED
from tavola.terminal.match import saved_matches, setup
from tavola.terminal.screen.console import Terminal
from tavola.terminal.screen.training_progress import Display, display
from tavola.words import names, opinions
from tavola.words.translations import Words, mark

if TYPE_CHECKING:
    from tavola.bots.net.file import Net
    from tavola.bots.training.course import Course, OtherCourse
    from tavola.bots.training.ray_workers import RayWorkers
    from tavola.bots.training.trial import Result
    from tavola.bots.training.workers import ThreadWorkers

NET_PAIRS, THUMB_PAIRS = 250, 40
"""Pairs of games in the matches at the end; fewer for a small plan."""

_OTHER = {
    "game": mark(
        "“{folder}” holds the training of another game, or of other house rules: "
        "name another folder with --out."
    ),
    "seed": mark(
        "“{folder}” holds a training with the seed {seed}: go on with it by --seed {seed}, "
        "or name another folder with --out."
    ),
    "plan": mark(
        "“{folder}” holds a training of another size: go on with it by {plan}, "
        "or name another folder with --out."
    ),
}
_NOT_KEPT = mark(
    "The compiled code cannot be kept in “{folder}”: the net may differ in its last digits from "
    "one made elsewhere."
)
_NO_FIRST = {
    shipped_nets.Problem.MISSING: mark("There is no net of “{game}” to begin from."),
    shipped_nets.Problem.DAMAGED: mark(
        "The net of “{game}” is damaged or of another version: install Tavola again to begin from "
        "it."
    ),
}


def train(terminal: Terminal, words: Words, wishes: Wishes) -> int:
    """Run or go on with a course; the exit code.  Raises `Refused` or OSError."""
    game = setup.find_game(wishes.game, words)
    if wishes.begin:
        wishes = replace(wishes, begin=setup.find_game(wishes.begin, words).id)
    options = game.chosen(setup.house_rules(wishes.options))
    problem = _rotation(words, wishes, game) or _problem(words, wishes, game, options)
    if problem:
        terminal.give_up(problem)
        return BAD_INPUT
    try:
        return _Training(terminal, words, wishes, game, options).run()
    except KeyboardInterrupt:
        command = same_command(game, options, wishes)
        told = words.text("Stopped. The same command goes on from here: {command}", command=command)
        terminal.say(told, whole=True)
        return INTERRUPTED


def _rotation(words: Words, wishes: Wishes, game: Game) -> str:
    """Why no one net can be taught, or nothing: others are played in turn, each with its own."""
    named = (game, OFFERED.get(wishes.begin, game))
    return next((names.one_by_one(words, one) for one in named if one.rotation), "")


def _problem(words: Words, wishes: Wishes, game: Game, options: Mapping[str, Value]) -> str:
    """Why there can be no training here, or nothing."""
    if wishes.install and options:
        return words.text("Only the net of a game without house rules can be installed.")
    if wishes.install and game.net_of:
        return words.text(
            "The computer plays “{game}” with the net of “{other}”: train that one, or go without "
            "--install.",
            game=names.game_name(words, game.id),
            other=names.game_name(words, game.net_of),
        )
    if backend.compiled:
        return ""
    if setting := backend.forbidden():
        return words.text(
            "Training needs the compiled engine: take {setting} out of the environment.",
            setting=setting,
        )
    return words.text(
        "Training needs Numba and NumPy: install them with {command}.",
        command="pip install 'tavola[fast]'",
    )


class _Training:
    """One run of the command."""

    def __init__(
        self,
        terminal: Terminal,
        words: Words,
        wishes: Wishes,
        game: Game,
        options: dict[str, Value],
    ) -> None:
        self.terminal, self.words, self.wishes = terminal, words, wishes
        self.game, self.options = game, options
        self.rules = game.ruleset(options)
        label = "-".join([game.id, *(f"{n}-{text_of(v)}" for n, v in options.items())])
        self.folder = wishes.out or saved_matches.data_folder() / "training" / label
        self.plan = plan_of(wishes)

    def run(self) -> int:
        """Everything, from compiling to the card."""
        from tavola.bots.training.course import OtherCourse
        from tavola.bots.training.folder import Damaged, InUse, OtherVersion

        words = self.words
        try:
            self._compile()
            self._teach()
        except OtherCourse as other:
            self.terminal.give_up(self._told(other))
        except OtherVersion:
            told = words.text(
                "“{folder}” holds a training of another version of Tavola: "
                "name another folder with --out.",
                folder=self.folder,
            )
            self.terminal.give_up(told)
        except InUse:
            told = words.text(
                "The training in “{folder}” is under way in another window.", folder=self.folder
            )
            self.terminal.give_up(told)
        except Damaged as damaged:
            told = words.text(
                "The training cannot go on: “{file}” is damaged. "
                "Delete the folder to begin anew, or name another one with --out.",
                file=damaged.path,
            )
            self.terminal.give_up(told)
        except _Missing as missing:
            self.terminal.give_up(str(missing))
        else:
            return 0
        return BAD_INPUT

    def _told(self, other: OtherCourse) -> str:
        text = _OTHER[other.what]
        plan = sizes(other.mark.plan) if other.what == "plan" else ""
        return self.words.text(text, folder=self.folder, seed=other.mark.seed, plan=plan)

    def _compile(self) -> None:
        from tavola.bots.training import precompile

        if not precompile.is_cached():
            self.terminal.say(self.words.text("Compiling, only this once: one or two minutes…"))
            if not precompile.compile_apart():
                self.terminal.trouble(self.words.text(_NOT_KEPT, folder=backend.cache_folder()))
        precompile.load()

    def _teach(self) -> None:
        from tavola.bots.training.course import Course

        with self._workers() as workers:
            seed, ways = self.wishes.seed, {**self._look_learner(), **self._first()}
            course = Course(self.rules, self.plan, seed, self.folder, workers, **ways)
            try:
                with display(self.terminal, self.words, self.plan.generations) as shown:
                    for news in course.steps():
                        shown.show(news)
                    self._finish(course, workers.told(), shown)
            finally:
                course.folder.close()
        self._report()

    # -------------------------------------------------------------------------------------- means

    @contextmanager
    def _workers(self) -> Iterator[ThreadWorkers | RayWorkers]:
        workers = self._ray_workers() if self.wishes.ray else self._threads()
        try:
            yield workers
        finally:
            workers.close()

    def _threads(self) -> ThreadWorkers:
        from tavola.bots.training.workers import ThreadWorkers

        return ThreadWorkers(self.wishes.hands or usable_cores())

    def _ray_workers(self) -> RayWorkers:
        from tavola.bots.training.ray_workers import RayWorkers

        words, address = self.words, self.wishes.ray
        try:
            return RayWorkers(address, self.wishes.hands)
        except ImportError:
            told = words.text(
                "Ray is not installed: install it with {command}.",
                command="pip install 'tavola[ray]'",
            )
            raise _Missing(told) from None
        except (ConnectionError, ValueError):
            told = words.text("No Ray cluster answers at “{address}”.", address=address)
            raise _Missing(told) from None

    def _first(self) -> dict[str, Any]:
        """The weights it begins from, if it does not begin from nothing."""
        if not self.plan.begin:
            return {}
        found = shipped_nets.load(self.plan.begin)
        if found.problem is not None:
            text = _NO_FIRST[found.problem]
            raise _Missing(self.words.text(text, game=self.plan.begin))
        return {"first": found.weights}

    def _look_learner(self) -> dict[str, Any]:
        from tavola.bots.training import gpu

        wanted = self.wishes.torch
        if wanted and not gpu.installed():
            told = self.words.text(
                "PyTorch is not installed: install it with {command}.", command="pip install torch"
            )
            raise _Missing(told)
        if wanted or (wanted is None and gpu.gpu_present()):
            return {"look_learner": gpu.TorchStudent}
        return {}

    # -------------------------------------------------------------------------------------- the end

    @property
    def _net_file(self) -> Path:
        return self.folder / f"{self.game.id}.net"

    @property
    def _card_file(self) -> Path:
        return self.folder / f"{self.game.id}.json"

    def _known(self) -> dict[str, Any]:
        """The card that is there; an empty one if there is none, or something else."""
        try:
            found = json.loads(self._card_file.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        return found if isinstance(found, dict) and "results" in found else {}

    def _finish(self, course: Course, workers: Mapping[str, object], shown: Display) -> None:
        """Write net and card, unless they are there."""
        from tavola.bots.net.file import Net
        from tavola.bots.training import card

        course.net().save(self._net_file)
        net = Net.load(self._net_file)
        if self._known().get("sha256") == card.digest(net):
            return
        results = self._matches(course, net, shown)
        command = command_line(self.game, self.options, self.wishes)
        facts = card.card(course, self.game.id, self.options, command, workers, results)
        card.write(self._card_file, facts)

    def _matches(self, course: Course, net: Net, shown: Display) -> dict[str, Result]:
        from tavola.bots.training import trial

        found: dict[str, Result] = {}
        games = self.plan.play_games + self.plan.looked(0).games
        earlier = course.folder.net("play" if self.plan.generations else "half")
        if earlier is not None:
            pairs = min(NET_PAIRS, 2 + games // 20)
            match = trial.against_net(self.rules, net.weights, earlier.weights, pairs, 1)
            found["earlier net"] = shown.match(1, pairs, match)
        pairs = min(THUMB_PAIRS, 2 + games // 100)
        match = trial.against_rule_of_thumb(self.rules, net.weights, pairs, 1)
        found["rule-of-thumb player"] = shown.match(2, pairs, match)
        return found

    def _report(self) -> None:
        words, say = self.words, self.terminal.say
        place = words.text(
            "The net is “{net}”, its card “{card}”.", net=self._net_file, card=self._card_file
        )
        say(place, whole=True)
        for name, text in (
            ("rule-of-thumb player", mark("Against the rule-of-thumb player: {result}.")),
            ("earlier net", mark("Against an earlier net: {result}.")),
        ):
            found = self._known()["results"].get(name)
            if found is not None:
                result = words.text(
                    "{points} points a game, standard error {error}, {games} games",
                    points=opinions.decimal(words, found["points"]),
                    error=opinions.unsigned(words, found["error"]),
                    games=found["games"],
                )
                say(words.text(text, result=result))
        if self.wishes.install:
            say(words.text("Installed as “{file}”.", file=self._install()), whole=True)

    def _install(self) -> Path:
        from tavola.bots.net.file import written

        place = shipped_nets.NETS / self._net_file.name
        place.parent.mkdir(parents=True, exist_ok=True)
        files = [path.read_bytes() for path in (self._net_file, self._card_file)]
        # Both or none: the card of another net would tell of games that this one never played.
        with written(place) as net, written(place.with_suffix(".json")) as card:
            for data, file in zip(files, (net, card), strict=True):
                file.write(data)
                file.flush()
        return place


class _Missing(Exception):
    """Something that was asked for is not installed or not there; the message is a sentence."""
