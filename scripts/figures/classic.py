"""Classic backgammon against the referee: a folder with GNU Backgammon's scripts and positions.

Nothing of that folder is copied; its modules are imported from where they lie, and GNU Backgammon
runs as a program of its own.  Its scripts are 80 times faster with the small library that the
folder's README tells how to compile, so a writable copy of the folder is worth having.
"""

from __future__ import annotations

import contextlib
import gzip
import importlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from scripts.figures.boards import Board, Table
from scripts.figures.bot import CLASSIC, MONEY, Bot
from scripts.figures.cube_worth import Worth
from scripts.figures.nets import weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK
from scripts.figures.store import ROOT

from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.movement import in_contact
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Cube

GAME = "backgammon"
GAMES_AGAINST = {0: 2400, 1: 2000, 2: 1200}
"""Games against GNU Backgammon, by our depth."""
CHUNK = 100
"""Games of one run of the referee; each has a seed of its own."""
SLICE = 16
"""Stored decisions of a unit of work."""
JUDGED_PLIES, CANDIDATES, WINDOW = 2, 9, 0.16
"""How GNU Backgammon judges: its depth, and which plays it looks at besides the chosen one."""
ASKED = 4
"""One decision of so many is judged, so that they come from many games."""


class NoReferee(Exception):
    """The row needs the referee's folder, or a judge that is not installed."""


def referee_of(options: Options) -> Path:
    """The referee's folder.  Raises `NoReferee`."""
    if options.referee is None or not (options.referee / "referee.py").exists():
        raise NoReferee("say where the referee is: --referee DIR")
    return options.referee.resolve()


def module(options: Options, name: str) -> Any:
    """A module of the referee."""
    folder = str(referee_of(options))
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


def gnubg_for(row: Row, options: Options) -> Any:
    """A process of GNU Backgammon that ends with the row."""
    process = module(options, "gnubgproc").Gnubg()
    row.close.append(process.close)
    return process


def stored(options: Options, name: str) -> list[dict[str, Any]]:
    """The lines of a packed file of the referee."""
    with gzip.open(referee_of(options) / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def bot_for(row: Row, options: Options) -> Bot:
    """Our player at the depth or the budget of the row."""
    how = row.settings
    return Bot(weights_for(GAME, options.net), how.get("depth", 0), budget=how.get("budget"))


# ------------------------------------------------------------------------------------------ matches


def match(row: Row, options: Options) -> Step:
    """Pairs of games against GNU Backgammon at 0 plies, luck-adjusted by it."""
    games = _games(row, options)
    next(games)

    def step(unit: int) -> News:
        pair = [games.send(unit) for _ in range(2)]
        raw, adjusted = (sum(values) / 2 for values in zip(*pair, strict=True))
        return {"points": [adjusted], "raw": [raw]}

    return step


def _games(row: Row, options: Options) -> Generator[Any, int, None]:
    """Send the number of the unit, get (points, without luck) of the next game."""
    unit = yield
    while True:
        with _referee(row, options, f"{row.seed}/{unit}") as process:
            for _ in range(CHUNK):
                words = process.stdout.readline().split()
                if len(words) != 3:
                    raise RuntimeError(f"the referee: {process.stderr.read()[-500:]}")
                unit = yield float(words[1]), float(words[2])


def _player(row: Row, options: Options) -> str:
    """How the referee calls the player of a row: GNU Backgammon by its plies, or a command."""
    if "plies" in row.settings:
        return f"gnubg:{row.settings['plies']}"
    how = "budget" if "budget" in row.settings else "depth"
    bot = [sys.executable, "-m", "scripts.figures.bot", f"--{how}", str(row.settings[how])]
    bot += ["--net", str(options.net)] if options.net else []
    return f"cmd:{' '.join(bot)}"


@contextlib.contextmanager
def _referee(row: Row, options: Options, seed: str) -> Iterator[Any]:
    command = [sys.executable, "-u", str(referee_of(options) / "referee.py")]
    command += ["--bot", _player(row, options), "--games", str(CHUNK), "--seed", seed]
    command += ["--gnubg-ply", "0", "--duplicate", "--vr", "--verbose"]
    paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=-1,
        stderr=-1,
        text=True,
        start_new_session=True,  # Ctrl-C lets it finish its game
    )

    def end() -> None:
        if process.poll() is None:
            process.terminate()
            process.wait()

    row.close.append(end)
    try:
        yield process
    finally:
        end()


# ------------------------------------------------------------------------------------------- errors


def stored_errors(row: Row, options: Options) -> Step:
    """Thousandths lost a decision on the referee's positions, by its 2-ply equities.

    Plays that the file does not list are judged by GNU Backgammon at once.
    """
    bot = bot_for(row, options)
    decisions = [d for d in stored(options, "positions.jsonl.gz") if len(d["legal"]) > 1]
    asked: list[Any] = []

    def judged(decision: dict[str, Any], index: int, known: dict[int, float]) -> float:
        if index not in known:
            if not asked:
                asked.append(gnubg_for(row, options))
            board = decision["legal"][index]["board"]
            known[index] = asked[0].after([board], JUDGED_PLIES)[0][5]
        return known[index]

    def step(unit: int) -> News:
        ours, theirs = [], []
        for decision in decisions[unit * SLICE : (unit + 1) * SLICE]:
            known = {entry["i"]: entry["eq"] for entry in decision["top5_2ply"]}
            best = max(known.values())
            boards = [play["board"] for play in decision["legal"]]
            ours.append(boards.index(bot.play(decision["board"], decision["dice"])))
            ours[-1] = 1e3 * (best - judged(decision, ours[-1], known))
            static = [play["eq0"] for play in decision["legal"]]
            theirs.append(1e3 * (best - judged(decision, static.index(max(static)), known)))
        return {
            "points": [max(loss, 0.0) for loss in ours],
            "gnubg": [max(loss, 0.0) for loss in theirs],
        }

    return step


def own_errors(row: Row, options: Options) -> Step:
    """Thousandths lost a decision in own play at depth 0, judged by GNU Backgammon at 2 plies; and
    beside it what its own 0-ply player loses in the same decisions."""
    bot, core = bot_for(row, options), module(options, "bgcore")
    gnubg = gnubg_for(row, options)

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {"points": [], "gnubg": []}
        for board, dice, chosen in own_decisions(bot, core, row.seed + unit):
            ours, theirs = losses(gnubg, core, board, dice, chosen)
            news["points"].append(1e3 * ours)
            news["gnubg"].append(1e3 * theirs)
        return news

    return step


def own_decisions(bot: Bot, core: Any, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """One of `ASKED` decisions of a game of the bot against itself, unless there is no choice."""
    rng, board, n = random.Random(seed), core.START, random.Random(seed).randrange(ASKED)
    while True:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        results = core.legal_results(board, *dice)
        chosen = core.tup(bot.play(board, dice)) if len(results) > 1 else next(iter(results))
        n += int(len(results) > 1)
        if len(results) > 1 and n % ASKED == 0:
            yield board, dice, chosen
        if core.winner_points(chosen):
            return
        board = core.swap(chosen)


def losses(gnubg: Any, core: Any, board: Any, dice: Any, chosen: Any) -> tuple[float, float]:
    """What the chosen play and GNU Backgammon's own 0-ply play lose."""
    results = list(core.legal_results(board, *dice))
    ended = {play: float(core.winner_points(play)) for play in results if core.winner_points(play)}
    live = [play for play in results if play not in ended]
    static = dict(zip(live, (e[5] for e in gnubg.after(live, 0)), strict=True)) | ended
    order = sorted(results, key=lambda play: -static[play])
    least = static[order[0]] - WINDOW
    looked = {play for play in order[:CANDIDATES] if static[play] > least} | {order[0], chosen}
    asked = [play for play in looked if play not in ended]
    deep = dict(zip(asked, (e[5] for e in gnubg.after(asked, JUDGED_PLIES)), strict=True))
    deep |= {play: ended[play] for play in looked if play in ended}
    best = max(deep.values())
    return best - deep[chosen], best - deep[order[0]]


# --------------------------------------------------------------------------------------------- cube


def cubes(row: Row, options: Options) -> Step:
    """Thousandths lost a doubling decision and a take decision, by the referee's 2-ply equities."""
    bot, decisions = bot_for(row, options), stored(options, "cubes.jsonl.gz")
    kinds = {"money": MONEY, "jacoby": MatchRules(jacoby=True)}
    tables = {kind: Table(CLASSIC, rules) for kind, rules in kinds.items()}

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {}
        for decision in decisions[unit * SLICE : (unit + 1) * SLICE]:
            for kind, table in tables.items():
                if kind in decision:
                    doubling, taking = _cube_losses(bot, table, decision, decision[kind])
                    prefix = "" if kind == "money" else f"{kind} "
                    news.setdefault(f"{prefix}double", []).append(doubling)
                    news.setdefault(f"{prefix}take", []).append(taking)
        return news

    return step


def _cube_losses(
    bot: Bot, table: Table, decision: dict[str, Any], judge: dict[str, float]
) -> tuple[float, float]:
    owner = None if decision["cube_owner"] == "centre" else Side.WHITE
    board: Board = decision["board"]
    state = table.before_throw(board, Cube(decision["cube"], owner))
    worth = Worth(judge["nodouble"], judge["take"], judge["pass"])
    return worth.lost(bot.doubles(state), bot.takes(state))


def values(row: Row, options: Options) -> Step:
    """How far values before a throw are from the referee's 2-ply ones, with contact and without.

    `square`, the mean square where there is contact, is in thousandths of a point squared: its root
    is the usual error.  `bias` is how much too well the side about to throw is judged.
    """
    bot, decisions = bot_for(row, options), stored(options, "cubes.jsonl.gz")
    table = Table(CLASSIC)

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {}
        for decision in decisions[unit * SLICE : (unit + 1) * SLICE]:
            position = table.before_throw(decision["board"]).position
            judged = decision["cubeless_2ply"]["eq"]
            own = bot.analyst.chances(position, Side.WHITE, row.settings["depth"]).equity
            prefix = "" if in_contact(CLASSIC, position) else "race "
            news.setdefault(f"{prefix}square", []).append((1e3 * (own - judged)) ** 2)
            news.setdefault(f"{prefix}bias", []).append(1e3 * (own - judged))
        return news

    return step


def rows() -> list[Row]:
    """The rows of classic backgammon."""
    made = [
        Row(
            f"{GAME}/gnubg-{depth}",
            match,
            {"depth": depth, **LOOK, "opponent": "gnubg 0-ply"},
            GAME,
            minutes=120.0,
            most=games // 2,
            referee=True,
        )
        for depth, games in GAMES_AGAINST.items()
    ]
    for depth in (0, 1, 2):
        how: dict[str, Any] = {"depth": depth, **LOOK}
        for name, prepare, main, most in (
            ("own-error", own_errors, "points", 150),
            ("stored-error", stored_errors, "points", 31),
            ("cube", cubes, "double", 13),
            ("value", values, "square", 13),
        ):
            made.append(
                Row(
                    f"{GAME}/{name}-{depth}",
                    prepare,
                    how,
                    GAME,
                    main,
                    minutes=30.0,
                    most=most,
                    referee=True,
                )
            )
    return made
