"""`docs/figures.md`, written from the stored results and nothing else."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from scripts.figures import growth_page, ratings_page, reviews, table_page, workers_page
from scripts.figures.frontier_page import doors, frontier, picture
from scripts.figures.measured_games import rules_of
from scripts.figures.own_cubes_page import own_cubes
from scripts.figures.page import MISSING, Page, table
from scripts.figures.rows import Options
from scripts.figures.sage_page import second_judge
from scripts.figures.store import Record, folder

from tavola.bots.levels import LEVELS, levels_for
from tavola.games import GAMES

HEAD = """\
# Figures

How strong and how fast the computer players are. `make figures` measures what is missing or was
measured with another net or other settings, and writes this page; `make figures REFEREE=DIR` also
asks GNU Backgammon. Any row can be measured alone, and goes on where it was interrupted:

    python -m scripts.figures list
    python -m scripts.figures run --referee DIR backgammon/gnubg-0
    python -m scripts.figures write

A figure is a mean ± its standard error; one without comes from fewer than five pairs of games or
decisions, and says little. The last table says for every row how much was measured, when, and at
which commit; `docs/figures/GAME/ROW.json` holds command, seed, machine and settings as well. A †
marks a figure of another net or other settings than the present ones, a ‡ one that is not complete.

Results of games are *luck-adjusted*: from each throw its luck is taken off, that is, how much more
the best play is worth than the mean of all throws; of a throw that lies open before the other
side's play, how much more it brings than the others that might lie there. That is 0 on average and
leaves a much smaller error. With a fixed throw nothing is taken off. Games come in pairs with the
same dice and changed colours. There is no cube.
"""
CLASSIC = """\
## Classic backgammon

Against GNU Backgammon 1.07 without a cube, with 0 plies and luck-adjusted by its own judgement;
decisions are judged by it with 2 plies. *mp* are thousandths of a point, and a *decision* one that
leaves a choice. Own play: decisions of games against itself; beside it what GNU
Backgammon's 0-ply player loses in the same decisions. The stored positions are harder than those of
play, and nothing was trained or tuned on them. Ratios come from one run in which both decide the
same positions in turns, by CPU seconds of either process: ours in the compiled loop of self-play,
and through the analyst that players use. The level expert plays with depth 0 and decides on the
cube with depth 1.
"""
GAMES_HEAD = """\
## Every game

Results are in units: the mean absolute result of a game between equal players at depth 0, in points
in the second column. *Top level* against the rule-of-thumb player, against the same net with one
throw less of look ahead (without a cube and without the state machine), against a player who moves
at random, and against the lowest level.

*Error*: what a decision of depth 0 loses, in thousandths of the unit, by rollouts of our own. Plays
get the same dice and are rolled out without luck; the best one is chosen on one half of the trials
and the loss measured on the other half. It is what our own net finds out about itself, so an error
that net and rollout share does not show.

*First*: what it is worth to begin, in units; *White*: what White is worth where the sides differ.
*Turns* are those of both sides.
"""
LEVELS_HEAD = """\
## Levels

Each level against the next lower one of the game, in units. `—`: the game leaves no room for the
level. A row ends once the difference is four standard errors; `--unclear` goes on with those that
are not shown by three, over ten pairs of games at least.
"""
EXACT_HEAD = """\
## Solved games

*Lost*: what the top level gives away a decision in random states of the game, in thousandths of a
chance to win; *table*: the mean difference between a value of the table and the mean of the best
plays of all throws; *perfect play against random moves*: the top level's result.
"""
RACES_HEAD = """\
The race of Eureka is played by tables of one side only where more than a few checkers are left.
What that loses against exact play of both sides, in thousandths of a chance to win:
"""
SERVER_HEAD = """\
## Server

`make load`: games with two WebSocket clients each, a step every 2 seconds from one of them, stored
in SQLite before it is acknowledged; the server on one core, the clients on the other. Then as many
steps as it can take, beside a bare echo server on the same stack in the same run.
"""
SPEED_HEAD = """\
## Speed

CPU milliseconds a decision through the analyst, as a player or a hint asks it, on one core.
"""


# ------------------------------------------------------------------------------------------ classic


def _classic(page: Page) -> str:
    lines = []
    for depth, goal, anchor in (
        (0, "≥ -0.02, aim above 0", "bgsage raw net -0.010"),
        (1, "≥ +0.04", "gnubg 1-ply +0.036"),
        (2, "≥ +0.07", "gnubg 2-ply +0.065"),
    ):
        name = f"backgammon/gnubg-{depth}"
        what = f"depth {depth} against gnubg 0-ply, points a game"
        lines.append([what, goal, anchor, page.figure(name), page.count(name, times=2)])
    for depth in (0, 1, 2):
        lines += _errors(page, depth)
    for depth in (0, 1, 2):
        lines += _cube(page, depth)
    for depth in (0, 1, 2):
        lines += _values(page, depth)
    lines += _reviews(page)
    lines += _speed(page, 0, "≥ 3", "6 250-6 800 decisions of gnubg 0-ply")
    lines += _speed(page, 2, "≥ 2", "21 decisions of gnubg World class")
    head = ["row", "to reach", "anchor", "measured", "games or decisions"]
    parts = (
        CLASSIC,
        table(head, lines),
        second_judge(page),
        own_cubes(page),
        doors(page),
        frontier(page),
    )
    return "\n".join(parts)


def _errors(page: Page, depth: int) -> list[list[str]]:
    lines = []
    for kind, words in (("own", "in own play"), ("stored", "on the stored positions")):
        name = f"backgammon/{kind}-error-{depth}"
        goal = "≤ 2.8 mp" if depth == 0 and kind == "own" else ""
        anchor = "gnubg 0-ply 2.3-2.8, bgsage 3.0" if goal else ""
        beside = page.figure(name, "gnubg", 1, sign=False)
        if beside != MISSING:
            anchor += f"{'; ' if anchor else ''}gnubg 0-ply here {beside}"
        what = f"depth {depth}, mp a decision {words}"
        lines.append([what, goal, anchor, page.figure(name, "", 1, sign=False), page.count(name)])
    return lines


def _cube(page: Page, depth: int) -> list[list[str]]:
    name, lines = f"backgammon/cube-{depth}", []
    goals = {"double": ("≤ 4 mp", "1.6 ± 0.5"), "take": ("≤ 2 mp", "0.7 ± 0.3")}
    for kind, (goal, anchor) in goals.items():
        what = f"depth {depth}, mp a {'doubling' if kind == 'double' else kind} decision"
        measured = page.figure(name, kind, 1, sign=False)
        if measured != MISSING:
            jacoby = page.figure(name, f"jacoby {kind}", 1, sign=False)
            measured += f" (Jacoby: {jacoby})"
        lines.append([what, goal, f"gnubg 0-ply {anchor}", measured, page.count(name, kind)])
    return lines


def _values(page: Page, depth: int) -> list[list[str]]:
    """How far values before a throw are from the referee's, where there is contact."""
    name, what = f"backgammon/value-{depth}", f"depth {depth}, values with contact, thousandths"
    square, error = page.mean(name, "square"), page.error(name)
    rms = MISSING
    if square > 0:
        spread = f" ± {error / (2 * math.sqrt(square)):.0f}" if math.isfinite(error) else ""
        rms = f"{math.sqrt(square):.0f}{spread}{page.mark(name)}"
    count, goal = page.count(name, "square"), "≤ 45" if depth == 0 else ""
    return [
        [f"{what}: usual distance from gnubg 2-ply", goal, "gnubg 0-ply about 35", rms, count],
        [f"{what}: too well for the side on roll", "", "", page.figure(name, "bias", 0), count],
    ]


def _reviews(page: Page) -> list[list[str]]:
    """How far reviews agree with the referee."""
    name = reviews.NAME
    record = page.records.get(name)
    rank = MISSING if record is None else f"{reviews.spearman(record):.2f}"
    games, what = page.count(name), "reviews at depth 1 against gnubg 2-ply"
    return [
        [f"{what}: loss a decision over games, rank correlation", "≥ 0.8", "", rank, games],
        [
            f"{what}: of the {reviews.LARGEST} largest errors of a game the same",
            "≥ 2",
            "",
            page.figure(name, "", 2, sign=False),
            games,
        ],
    ]


def _speed(page: Page, depth: int, goal: str, anchor: str) -> list[list[str]]:
    name, lines = f"backgammon/speed-{depth}", []
    for ratio, ours, words in (
        ("ratio", "loop", "in the loop"),
        ("analyst ratio", "analyst", "through the analyst"),
    ):
        measured = page.figure(name, ratio, 2, sign=False)
        if measured != MISSING:
            rates = page.mean(name, ours), page.mean(name, "gnubg")
            measured += f" ({rates[0]:,.0f} against {rates[1]:,.0f})".replace(",", " ")
        what = f"depth-{depth} decisions a CPU second {words}, ratio"
        asked = (goal, anchor) if ours == "loop" else ("", "")
        lines.append([what, *asked, measured, page.count(name, ratio) + " rounds"])
    return lines


# --------------------------------------------------------------------------------------- every game


def _games(page: Page) -> str:
    head = ["game", "unit", "rule of thumb", "one throw less", "error", "first", "White"]
    head += ["turns", "gammons", "triple", "random", "lowest level"]
    lines = []
    for game in GAMES:
        row = f"{game}/character"
        unit = page.mean(row, "unit")
        scale = 1.0 / unit if unit > 0 else math.nan

        def units(measure: str, what: str = "", game: str = game, scale: float = scale) -> str:
            name = f"{game}/{measure}"
            if name not in page.rows:
                return "—"
            return page.figure(name, what, 3, scale) if math.isfinite(scale) else MISSING

        lines.append(
            [
                game,
                page.figure(row, "unit", 2, sign=False),
                units("top-thumb"),
                units("deeper"),
                page.figure(f"{game}/error", "", 1, sign=False),
                units("character", "first"),
                units("character", "white") if rules_of(game).swap_roles else "",
                page.figure(row, "turns", 1, sign=False),
                _share(page, row, "gammon"),
                _share(page, row, "backgammon"),
                units("top-random"),
                units("top-lowest"),
            ]
        )
    return GAMES_HEAD + "\n" + table(head, lines) + _endings(page)


def _share(page: Page, row: str, what: str) -> str:
    found = page.figure(row, what, 1, 100.0, sign=False)
    return "" if found == MISSING else found.replace(" ±", " % ±")


def _endings(page: Page) -> str:
    """Draws, and games that did not end; both of the top level too where a game may have no end."""
    told = ""
    for measure, whose in (
        ("character", "games"),
        ("top-itself", "games of the top level against itself"),
    ):
        said = []
        for what, words in (("draw", "drawn"), ("unfinished", "not ended after 1024 throws")):
            for game in GAMES:
                share, name = page.mean(f"{game}/{measure}", what), f"{game}/{measure}"
                if share > 0 or (share == 0 and measure == "top-itself"):
                    said.append(f"{game} {share:.2%} of {page.count(name)} {words}")
        told += f"\nOf the {whose}: {', '.join(said)}.\n" if said else ""
    return told


def _levels(page: Page) -> str:
    pairs = [f"{high.name}-{low.name}" for low, high in pairwise(LEVELS)]
    own = sorted({row.measure for row in page.rows.values() if row.clear} - set(pairs))
    lines = []
    for game in GAMES:
        unit = page.mean(f"{game}/character", "unit")
        line = [game]
        for measure in pairs + own:
            name = f"{game}/{measure}"
            known = name in page.rows
            scaled = known and unit > 0
            line.append(
                page.figure(name, "", 3, 1.0 / unit) if scaled else MISSING if known else "—"
            )
        lines.append(line)
    return LEVELS_HEAD + "\n" + table(["game", *pairs, *own], lines) + _unclear(page)


def _unclear(page: Page) -> str:
    """Which levels are not shown to differ, and of how many."""
    levels = [row for row in page.rows.values() if row.clear]
    fresh = Record("", {})
    unclear = [row for row in levels if not row.shown(page.records.get(row.name, fresh))]
    if not unclear:
        return f"\nAll {len(levels)} differences are shown.\n"
    said = ", ".join(f"{row.game} {row.measure}" for row in unclear)
    return f"\nOf {len(levels)} differences {len(unclear)} are not shown: {said}.\n"


def _exact(page: Page) -> str:
    lines = []
    for name in page.rows:
        game, _, measure = name.partition("/")
        if measure == "solved":
            lost = page.figure(name, "", 4, sign=False)
            held = page.figure(name, "table", 7, sign=False)
            lines.append([game, page.count(name), lost, held, page.figure(f"{game}/top-random")])
    head = ["game", "decisions", "lost", "table", "perfect play against random moves"]
    races = [
        [words, page.figure(name, "", 5, sign=False), page.figure(name, "one-sided", 5, sign=False)]
        for name, words in (
            ("eureka/race-few", "up to 6 checkers a side, mean of all pairs"),
            ("eureka/race-start", "from the start of the game"),
        )
        if name in page.rows
    ]
    second = ["race", "by the tables", "each for itself"]
    return (
        "\n".join([EXACT_HEAD, table(head, lines), RACES_HEAD, table(second, races)]).rstrip("\n")
        + "\n"
    )


def _pace(page: Page) -> str:
    lines = []
    for game in GAMES:
        name = f"{game}/pace"
        depth = levels_for(rules_of(game))[-1].depth
        fast = page.figure(name, "depth 0", 2, sign=False)
        lines.append([game, fast, str(depth), page.figure(name, "top", 1, sign=False)])
    return SPEED_HEAD + "\n" + table(["game", "depth 0", "top depth", "at the top depth"], lines)


def _sources(page: Page) -> str:
    lines = []
    for name, record in page.records.items():
        about = record.about
        lines.append(
            [
                name,
                page.figure(name, "", 4),
                page.count(name),
                f"{record.seconds:.0f}",
                str(about.get("commit", "")),
                str(about.get("date", "")),
            ]
        )
    head = ["row", "figure", "values", "seconds", "commit", "date (UTC)"]
    machines = sorted({str(record.about.get("machine")) for record in page.records.values()})
    said = "Measured on: " + "; ".join(machines) + ".\n" if machines else ""
    return f"## Where the figures come from\n\n{said}\n{table(head, lines)}"


def _server(page: Page) -> str:
    """What `scripts/load.py` left."""
    path = folder() / "server.json"
    if not path.exists():
        return f"{SERVER_HEAD}\n{MISSING}\n"
    stored = json.loads(path.read_text(encoding="utf-8"))
    lines = [
        [words, str(stored["load"][name])]
        for name, words in (
            ("games", "games"),
            ("steps_a_second", "steps a second"),
            ("p50_ms", "acknowledged after, median, ms"),
            ("p99_ms", "acknowledged after, 99 %, ms (to reach: 20)"),
            ("core", "share of the core"),
            ("kb_a_table", "memory a table, KB (to reach: 150)"),
            ("most_steps_a_second", "steps a second at most"),
            ("echoes_a_second", "echoes a second of the bare server"),
            ("us_a_step", "microseconds of the core a step (to reach: 200)"),
            ("us_an_echo", "microseconds of the core an echo"),
            ("ratio", "ratio"),
        )
        if name in stored["load"]
    ]
    about = f"Measured {stored['date']} UTC at commit {stored['commit']}: {stored['machine']}."
    return f"{SERVER_HEAD}\n{table(['figure', 'measured'], lines)}\n{about}\n"


PARTS: tuple[Callable[[Page], str], ...] = (
    *(_classic, _games, _levels, ratings_page.part, _exact, _pace),
    *(_server, growth_page.part, workers_page.part, table_page.part, _sources),
)


def page_path() -> Path:
    """The page beside the folder of results: `docs/figures.md`."""
    return folder().with_suffix(".md")


def write(options: Options) -> Path:
    """Write the page."""
    page, path = Page(options), page_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([HEAD, *(part(page) for part in PARTS)]), encoding="utf-8")
    (folder() / "frontier.svg").write_text(picture(page), encoding="utf-8")
    return path
