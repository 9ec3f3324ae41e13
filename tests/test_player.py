"""The computer players: legal everywhere, the same for a seed, blind to what is to come."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nets import constant_weights, keep, random_weights
from seats import play
from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser, Candidate, comparable
from tavola.bots.cube.chances import Chances
from tavola.bots.exact import tables_for
from tavola.bots.levels import LEVELS, Level, levels_for, nearest
from tavola.bots.net.file import Net
from tavola.bots.player import Player, player_for
from tavola.bots.shipped_nets import Problem
from tavola.games import GAMES
from tavola.play.dice import RecordedDice, SeededDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import one_line, script
from tavola.rules.text.record import Record
from tavola.rules.turn.state import CHANCE, Action, Kind, Phase, State

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

NIGHTLY = int(os.environ.get("TAVOLA_NIGHTLY", "0"))
ROOT = Path(__file__).parent.parent
WEIGHTS = random_weights()
FEW = 300
"""Positions for a decision, so that a look ahead ends soon as plain Python, too."""
EVENTS = 5000 if NIGHTLY else 300 if backend.compiled else 20


STRONG = "master" if backend.compiled else "expert"
"""The strongest level that does not take too long here."""


def player(game: str, name: str = "expert", seed: int = 0, **options: object) -> Player:
    rules = GAMES[game].ruleset(options)
    return Player(rules, nearest(rules, name), WEIGHTS, seed, budget=FEW, seconds=None)


def state_of(game: str, text: str, line: str = "", match: MatchRules | None = None) -> State:
    rules = GAMES[game].ruleset()
    return script.run(one_line.read(rules, text, match or MatchRules()), line)


# -------------------------------------------------------------------------------- whole matches


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_game_at_every_level(number: int) -> None:
    """A match of a level against the next; `Match.act` lets nothing illegal pass."""
    game = list(GAMES.values())[number]
    found = levels_for(game.rules)
    pairs = list(itertools.pairwise(found)) or [(found[0], found[0])]
    pairs = pairs if backend.compiled else pairs[:4]
    few = [pairs[number % len(pairs)]] + ([pairs[-1]] if backend.compiled else [])
    for weaker, stronger in pairs if NIGHTLY else few:
        match = Match.start(Record(game.id, match=MatchRules(length=3, games=None)), SeededDice(3))
        seats = (
            Player(game.rules, weaker, WEIGHTS, 1, budget=FEW, seconds=None).choose,
            Player(game.rules, stronger, WEIGHTS, 2, budget=FEW, seconds=None).choose,
        )
        assert play(match, seats, cap=EVENTS) or len(match.record.events) >= EVENTS


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("backgammon", {"opening": "choice", "cube_window": "any"}),
        ("puff", {"opening": "choice", "extra_throw": True}),
        ("open-throw", {"cube": True}),
        ("free-choice", {"namer": "black"}),
        ("mexican", {"play_first": True}),
        ("gioul", {"remainder": "handed"}),
    ],
)
def test_house_rules(game: str, options: dict[str, object]) -> None:
    rules = GAMES[game].ruleset(options)
    match = Match.start(Record(game, options=options), SeededDice(5))  # type: ignore[arg-type]
    seats = [
        Player(rules, one, WEIGHTS, 0, budget=FEW, seconds=None)
        for one in (LEVELS[2], nearest(rules, STRONG))
    ]
    over = play(match, (seats[0].choose, seats[1].choose), cap=EVENTS // 2)
    assert over or len(match.record.events) >= EVENTS // 2


def test_the_first_throw_is_kept_or_thrown_anew() -> None:
    """Both happen, and the choice is a legal one."""
    rules = GAMES["backgammon"].ruleset({"opening": "choice"})
    told = set()
    for dice in ((3, 1), (6, 2), (4, 1), (5, 1), (2, 6), (4, 6)):
        state, _ = turn.apply(turn.new_match(rules), Action(Kind.OPENING, None, dice))
        actions = player("backgammon", opening="choice").choose(state)
        told.add(actions[0].kind if actions else Kind.THROW)
        for action in actions:
            turn.apply(state, action)
    assert told <= {Kind.KEEP, Kind.THROW}


# -------------------------------------------------------------------------------- determinism


def decisions(seats: tuple[Player, Player], game: str, cap: int = 120) -> tuple[Action, ...]:
    match = Match.start(Record(game), SeededDice(7))
    play(match, (seats[0].choose, seats[1].choose), cap=cap)
    return match.record.events


@pytest.mark.parametrize("game", ["backgammon", "gioul", "acey-deucey"])
def test_a_seed_reproduces_a_game(game: str) -> None:
    if not backend.compiled and game != "backgammon":
        pytest.skip("too long without the compiler")

    def made(seed: int) -> tuple[Player, Player]:
        return player(game, "beginner", seed), player(game, "casual", seed + 1)

    assert decisions(made(3), game) == decisions(made(3), game)


def test_errors_belong_to_the_seed() -> None:
    """Not to what was asked before; another seed errs elsewhere."""
    state = state_of("backgammon", "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 4-3")
    first = player("backgammon", "beginner", 1)
    alone = first.choose(state)
    for seed in range(3):
        player("backgammon", "novice", seed).choose(state)
    assert first.choose(state) == alone == player("backgammon", "beginner", 1).choose(state)
    others = {player("backgammon", "beginner", seed).choose(state) for seed in range(30)}
    assert len(others) > 1
    expert = {player("backgammon", "expert", seed).choose(state) for seed in range(30)}
    assert len(expert) == 1


@pytest.mark.plain
def test_seeds_of_any_size() -> None:
    """Small ones are taken as they are; two large ones err apart."""
    state = state_of("backgammon", "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 4-3")
    for seed in (0, 7, -1, 2**63 - 1, -(2**63)):
        assert player("backgammon", "beginner", seed).seed == seed
    large = [2**63 + n for n in range(15)] + [2**64 * n - 2**70 for n in range(15)]
    assert len({player("backgammon", "beginner", seed).seed for seed in large}) == 30
    chosen = [player("backgammon", "beginner", seed).choose(state) for seed in large]
    assert chosen == [player("backgammon", "beginner", seed).choose(state) for seed in large]
    assert len(set(chosen)) > 1
    someone = player("backgammon", "beginner")
    someone.sit(2**64)
    assert someone.choose(state) == player("backgammon", "beginner", 2**64).choose(state)


def test_threads_do_not_disturb_each_other() -> None:
    """Two at a time decide as one after the other does."""
    game, found = "backgammon", dict[int, tuple[Action, ...]]()

    def run(number: int) -> None:
        pair = player(game, "casual", number), player(game, "expert", number)
        found[number] = decisions(pair, game, cap=60)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together = dict(found)
    for number in range(2):
        run(number)
    assert found == together


@pytest.mark.parametrize("game", ["backgammon", "open-throw", "free-choice"])
@pytest.mark.parametrize("name", ["beginner", STRONG])
def test_sees_no_future_dice(game: str, name: str) -> None:
    """Two matches with the same dice so far and other dice to come are played alike so far; in the
    open throw the next one is known by rule, and is among the dice so far."""
    if not backend.compiled and (game, name) != ("open-throw", STRONG):
        pytest.skip("too long without the compiler")
    past, records = "313164521144", []
    for future in ("66" * 400, "12" * 400):
        record = Record(game, match=MatchRules(games=9))
        match = Match.start(record, RecordedDice(past + future))
        seats = player(game, name, 1).choose, player(game, name, 2).choose
        while sum(event.kind in CHANCE for event in match.record.events) < len(past) // 2:
            assert not play(match, seats, cap=len(match.record.events) + 1)
        records.append(match.record.events)
    assert records[0] == records[1]


OPENED = {
    "backgammon": "6-2",
    "pin": "6-5; 4-3",
    "puff": "6-5; 4-4",
    "gioul": "6-5; 2-2",
    "acey-deucey": "6-5; 5-3",
    "catch-me": "6-5; 6-1",
    "open-throw": "6-5; 3-1; 5-2",
    "reverse": "6-5; 6-3",
}
SMALL = "W 20:1 22:1 24:1 | B 3:1 5:2 | W 4-2"
SIGNATURE = """
import json
from test_player import signatures
print(json.dumps(signatures()))
"""


def signatures() -> list[object]:
    """The plays of some positions in order with their equities, at depth 0 and some at depth 1."""
    found: list[object] = []
    for game, line in OPENED.items():
        rules = GAMES[game].rules
        state = script.run(turn.new_match(rules), line)
        found += _ranked(Adviser(rules, WEIGHTS, budget=800), state, 0)
    rules = GAMES["backgammon"].rules
    adviser = Adviser(rules, WEIGHTS)
    for text in (SMALL, SMALL.replace("W 4-2", "B 6-1"), SMALL.replace("3:1", "23:1")):
        found += _ranked(adviser, one_line.read(rules, text, MatchRules()), 1)
    return found


def _ranked(adviser: Adviser, state: State, depth: int) -> list[object]:
    ranked = adviser.candidates(state, depth)[:3]
    return [[[a.code for a in one.actions], round(one.equity, 4), one.depth] for one in ranked]


def test_compiled_and_plain_decide_alike() -> None:
    environment = {
        **os.environ,
        "TAVOLA_COMPILE": "0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", SIGNATURE],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    for mine, plain in zip(signatures(), json.loads(done.stdout), strict=True):
        assert isinstance(mine, list)
        assert mine[0] == plain[0]
        assert mine[1] == pytest.approx(plain[1], abs=2e-4)
        assert mine[2] == plain[2]


# -------------------------------------------------------------------------------- offers


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_offer_is_answered(game: str) -> None:
    match = Match.start(Record(game), SeededDice(3))
    play(match, cap=8)
    while match.state.actor is None or match.state.phase is Phase.ANSWER:
        assert not play(match, cap=len(match.record.events) + 1)
    state, computer = match.state, player(game, "casual")
    lines = ["resign 1", "draw"]
    lines += ["double"] if turn.may_double(state, state.side) else []
    for line in lines:
        offered = script.run(state, line)
        (action,) = computer.choose(offered)
        assert action.kind in {one.kind for one in turn.legal(offered)}
        turn.apply(offered, action)


EVEN = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"


def minded(*outputs: float, name: str = "expert", rules: Ruleset | None = None) -> Player:
    """A player whose net says the same of every position; "net": with no look ahead at all."""
    rules = rules or GAMES["backgammon"].rules
    weights, level = constant_weights(*outputs), Level("net")
    level = level if name == level.name else nearest(rules, name)
    return Player(rules, level, weights, 0, budget=FEW, seconds=None)


def kinds(computer: Player, state: State) -> list[Kind]:
    return [action.kind for action in computer.choose(state)]


def test_the_net_decides_about_the_cube() -> None:
    state = state_of("backgammon", EVEN)
    good, even, bad = (
        minded(win, 0.01, 0.001, 0.01, 0.001, name="net") for win in (0.76, 0.5, 0.1)
    )
    assert kinds(good, state) == [Kind.DOUBLE]
    assert kinds(even, state) == kinds(bad, state) == []
    offered = script.run(state, "double")
    assert kinds(even, offered) == [Kind.TAKE]
    # The net speaks of the side about to throw, which is the one that doubles.
    assert kinds(minded(0.95, 0.01, 0.001, 0.01, 0.001, name="net"), offered) == [Kind.DROP]
    money = state_of("backgammon", EVEN, "double", MatchRules(games=None, beavers=True))
    assert kinds(bad, money) == [Kind.BEAVER]
    assert kinds(bad, script.run(money, "beaver")) == [Kind.DROP]
    too_good = minded(0.99, 0.9, 0.001, 0.001, 0.0005, name="net")
    assert kinds(too_good, state) == []


def test_the_look_ahead_decides_about_the_cube_too() -> None:
    """The last throws: the net thinks that a double is close, the throws say otherwise."""
    master = minded(0.76, 0.01, 0.001, 0.01, 0.001, name="master")
    last = state_of("backgammon", "W 24:2 | B 1:2 | W")
    assert kinds(master, last) == [Kind.DOUBLE]
    assert kinds(master, script.run(last, "double")) == [Kind.DROP]
    expert = minded(0.76, 0.01, 0.001, 0.01, 0.001)
    looks = [Kind.DROP if backend.compiled else Kind.TAKE]
    assert kinds(expert, script.run(last, "double")) == looks, "one throw, where that is quick"
    club = minded(0.76, 0.01, 0.001, 0.01, 0.001, name="club")
    assert kinds(club, script.run(last, "double")) == [Kind.TAKE]
    slow = state_of("backgammon", "W 19:2 | B 1:1 | W")
    assert kinds(master, slow) == []
    assert kinds(master, script.run(slow, "double")) == [Kind.TAKE]


def test_draws_and_resignations_are_judged_by_the_net() -> None:
    state = state_of("backgammon", EVEN)
    bad, good = minded(0.2, 0.02, 0.001, 0.1, 0.001), minded(0.8, 0.4, 0.001, 0.02, 0.001)
    assert kinds(bad, script.run(state, "draw")) == [Kind.DECLINE]
    assert kinds(good, script.run(state, "draw")) == [Kind.AGREE]
    assert kinds(bad, script.run(state, "resign 1")) == [Kind.ACCEPT]
    hopeless = minded(0.001, 0.0005, 0.0003, 0.9, 0.001)
    assert kinds(hopeless, script.run(state, "resign 1")) == [Kind.REFUSE]
    assert kinds(hopeless, script.run(state, "resign 2")) == [Kind.ACCEPT]


BARRED = "W bar:1 19:14 | B 1:2 2:2 3:2 4:2 5:2 6:5 | W 6-6"
"""White cannot come in."""


def test_a_draw_is_agreed_to_by_who_throws_next() -> None:
    """Before a throw the other side could still double, after it the one that is asked."""
    match = MatchRules(length=3, games=None)
    state = state_of("backgammon", f"{EVEN} | score:1-1", match=match)
    level = minded(0.525, 0.0005, 0.0003, 0.283, 0.001)
    assert kinds(level, script.run(state, "draw")) == [Kind.AGREE]
    thrown = state_of("backgammon", f"{BARRED} | score:1-1", match=match)
    assert kinds(minded(0.475, 0.283, 0.001, 0.0005, 0.0003), script.run(thrown, "draw")) == [
        Kind.DECLINE
    ]


LOST = "W 12:14 19:1 | B 1:1 | W"
"""Black takes the last checker off with any throw; White has none off."""


@pytest.mark.skipif(not backend.compiled, reason="too long without the compiler")
def test_gives_up_what_is_lost_for_sure_and_once() -> None:
    gloomy = minded(0.0001, 0.0001, 0.0001, 0.5, 0.001)
    state = state_of("backgammon", LOST)
    (action,) = gloomy.choose(state)
    assert (action.kind, action.number) == (Kind.RESIGN, 2)
    refused = script.run(state, "resign 2; refuse")
    assert gloomy.choose(refused) == ()


def test_gives_up_nothing_that_is_only_bad() -> None:
    gloomy = minded(0.0001, 0.0001, 0.0001, 0.5, 0.001)
    assert gloomy.choose(state_of("backgammon", EVEN)) == ()
    assert gloomy.choose(state_of("backgammon", LOST.replace("1:1", "1:3"))) == ()


def test_tables_say_what_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where exact tables reach nothing is looked at; both sides solved for one checker."""
    monkeypatch.setenv("TAVOLA_CACHE", str(tmp_path))
    rules = GAMES["french-2"].rules
    exact = tables_for(rules) if backend.compiled else None
    adviser = Adviser(rules, WEIGHTS, exact)
    state = turn.new_match(rules)
    begun = replace(state, phase=Phase.START)
    if exact is not None:
        found = adviser.certainly(begun)
        assert found is not None
        assert 0.4 < found.win < 0.7


# -------------------------------------------------------------------------------- parts of turns


def test_goes_on_in_the_middle_of_a_part() -> None:
    state = state_of("backgammon", EVEN, "3-1; 17/20")
    computer = player("backgammon", "master")
    actions = computer.choose(state)
    assert len(actions) == 1
    after, _ = turn.apply(state, actions[0])
    assert kinds(computer, after) == [Kind.DONE]


def test_waits_for_dice_and_goes_to_the_next_game() -> None:
    computer = player("backgammon")
    assert computer.choose(turn.new_match(Ruleset())) == ()
    state = state_of("backgammon", EVEN, "resign 1; accept", MatchRules(games=2))
    assert kinds(computer, state) == [Kind.NEXT]
    assert computer.choose(state_of("backgammon", EVEN, "resign 1; accept")) == ()


@pytest.mark.parametrize("name", ["beginner", STRONG])
def test_names_and_chooses(name: str) -> None:
    namer = player("free-choice", name)
    (action,) = namer.choose(turn.new_match(namer.rules))
    assert action.kind is Kind.NAME
    chooser = player("acey-deucey", name)
    state = script.run(turn.new_match(chooser.rules), "6-5; 2-1")
    while state.phase is Phase.MOVE:
        for action in chooser.choose(state):
            state, _ = turn.apply(state, action)
    assert state.phase is Phase.CHOOSE
    (action,) = chooser.choose(state)
    assert action.kind is Kind.CHOOSE


def test_budgets_are_kept_and_reported() -> None:
    rules = GAMES["backwards"].rules
    state = script.run(turn.new_match(rules), "6-5; 2-1")
    adviser = Adviser(rules, WEIGHTS, budget=700)
    adviser.candidates(state, 2)
    report = adviser.analyst.report
    assert report.cut
    assert not report.late
    assert report.evaluated < 3000
    hasty = Adviser(rules, WEIGHTS, seconds=0.0)
    found = hasty.candidates(state, 1)
    assert found[0].depth == 0
    assert hasty.late


# -------------------------------------------------------------------------------- nets on the disk


@pytest.fixture
def nets(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    shipped_nets.forget()


def test_a_net_is_found_by_its_game(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = keep(nets, "puff", WEIGHTS, monkeypatch)
    assert Net.load(path).digest == "0" * 16
    rules = GAMES["puff"].ruleset({"cube": False})
    made = player_for("puff", rules, LEVELS[0], seed=2)
    assert isinstance(made, Player)
    assert made.rules == rules
    assert list(shipped_nets.load("puff").weights[:9]) == list(WEIGHTS[:9])
    assert player_for("pin", GAMES["pin"].rules, LEVELS[0]) is Problem.MISSING


@pytest.mark.parametrize("damage", ["cut", "flip", "head", "empty", "version", "folder"])
def test_damaged_nets_are_noticed(damage: str, nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = keep(nets, "puff", WEIGHTS, monkeypatch)
    good = path.read_bytes()
    if damage == "folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes(
            {
                "cut": good[:-1],
                "flip": good[:-7] + bytes([good[-7] ^ 1]) + good[-6:],
                "head": b"[" + good,
                "empty": b"",
                "version": good.replace(b'"tavola_net": 2', b'"tavola_net": 9', 1),
            }[damage]
        )
    assert player_for("puff", GAMES["puff"].rules, LEVELS[0]) is Problem.DAMAGED


def test_a_net_is_read_once(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = keep(nets, "puff", WEIGHTS, monkeypatch)
    first = shipped_nets.load("puff")
    path.unlink()
    assert shipped_nets.load("puff") is first
    shipped_nets.forget()
    assert shipped_nets.load("puff").problem is Problem.MISSING


def test_nobody_doubles_where_a_win_decides_the_match() -> None:
    """An erring level took a dead cube for a live one, and doubled it twenty times in a game."""
    rules = GAMES["backgammon"].rules
    for length, score, value in ((1, (0, 0), 1), (5, (3, 0), 2), (3, (0, 0), 4)):
        text = f"W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2 | W cube:{value}"
        state = one_line.read(rules, text, MatchRules(length=length, games=None)).but(score=score)
        for seed in range(12):
            level = nearest(rules, "beginner")
            player = Player(rules, level, random_weights(), seed)
            assert Kind.DOUBLE not in [action.kind for action in player.choose(state)]


def test_a_list_never_shows_a_worse_play_first() -> None:
    """What a deep look thinks of the best play may be less than a quick one of another."""

    def looked_at(equity: float, depth: int) -> Candidate:
        return Candidate((), Position(bytes(64)), Chances(0.5), equity, depth)

    found = [
        looked_at(-0.07, 2),
        looked_at(-0.09, 2),
        looked_at(-0.05, 1),
        looked_at(-0.12, 1),
        looked_at(-0.06, 0),
        looked_at(-0.30, 0),
    ]
    assert [one.equity for one in comparable(found, 5)] == [-0.07, -0.09, -0.12, -0.30]
    assert [one.equity for one in comparable(found, 2)] == [-0.07, -0.09]
    assert comparable([], 5) == []
