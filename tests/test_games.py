"""What every game of the catalogue promises, checked for each of them."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import oracle
import worked
from bridge import NO_ORACLE_OPTION, board_of, oracle_options, row_of
from mutants import MATCHES, any_action
from tavola.games import FAMILIES, GAMES, SHIPPED
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model import movement
from tavola.rules.model import position as position_module
from tavola.rules.model.declaration import Example, Game, Option, Value
from tavola.rules.model.known_axes import AROUND
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import CODES, Refused
from tavola.rules.model.room import room_on_points
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import notation, one_line, record, script
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.plain

CAP = 700
"""Actions after which a random match is broken off."""

EXAMPLES = [
    pytest.param(game, example, id=f"{game.id}-{index}-{example.rule}")
    for game in GAMES.values()
    for index, example in enumerate(game.examples, start=1)
]
CHOICES = [
    pytest.param(game, option, value, id=f"{game.id}-{option.name}-{value}")
    for game in GAMES.values()
    for option in game.options
    for value in option.values
]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def test_the_ids_never_change() -> None:
    assert tuple(GAMES) == oracle.GAMES
    assert all(game.id == name for name, game in GAMES.items())
    assert {game.family for game in GAMES.values()} <= set(FAMILIES)


# ------------------------------------------------------------------------------------ examples


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_example(game: Game, example: Example) -> None:
    assert worked.failure(game.ruleset(example.options), example) is None


@pytest.mark.parametrize(
    ("game", "example"),
    [e for e in EXAMPLES if e.values[1].plays is not None],  # type: ignore[union-attr]
)
def test_the_oracle_finds_the_same_plays(game: Game, example: Example) -> None:
    options = oracle_options(game.id, dict(example.options))
    if game.id == "backgammon" and "big_number" in options:
        options = {"profile": "tavola-reale"}
    rules = game.ruleset(example.options)
    state = script.run(worked.begin(rules, example), example.line)
    board, side = board_of(state.position), int(state.side)
    numbers = state.turn.left
    if not numbers:
        assert state.turn.dice is not None
        first, second = state.turn.dice
        done: tuple[Any, ...] = ()
        while (part := oracle.next_part(game.id, board, side, (first, second), done))[0] == "play":
            assert oracle.results(game.id, board, side, part[1], **options) == {board}
            done = (*done, (part[1], 0))
        return
    found = {row_of(end) for end in oracle.results(game.id, board, side, numbers, **options)}
    assert found == {play.position.row for play in turn.plays(state)}


@every_game
def test_examples_are_enough_and_say_something(game: Game) -> None:
    assert len(game.examples) >= 4
    assert any(not example.text and example.then for example in game.examples)
    for example in game.examples:
        assert example.rule
        assert example.then or example.plays is not None
        refused = example.then.removeprefix(worked.REFUSED)
        assert refused == example.then or refused in CODES
    assert len(set(map(repr, game.examples))) == len(game.examples)


# ------------------------------------------------------------------------------------- options


@every_game
def test_the_rulings_are_the_defaults(game: Game) -> None:
    assert game.ruleset() == game.ruleset({}) == game.rules
    names = [option.name for option in game.options]
    assert len(set(names)) == len(names)
    for option in game.options:
        assert replace(game.rules, **option.values[option.default]) == game.rules
        assert game.chosen({option.name: option.default}) == {}
    assert game.source


@pytest.mark.parametrize(("game", "option", "value"), CHOICES)
def test_each_choice_is_a_game(game: Game, option: Option, value: Value) -> None:
    rules = game.ruleset({option.name: value})
    changes = replace(game.rules, **option.values[value]) != game.rules
    assert changes == (value != option.default)
    assert (rules.digest() == game.rules.digest()) == (not changes)
    position = Position.start(rules)
    assert Position.parse(rules, position.text()) == position
    assert turn.legal(turn.new_match(rules))


@every_game
def test_profiles_are_choices_of_the_game(game: Game) -> None:
    for profile in game.profiles:
        assert game.ruleset(profile.options)
        assert game.profile(profile.name) is profile
    with pytest.raises(Refused, match="bad_option"):
        game.ruleset({"no such option": 1})
    with pytest.raises(Refused, match="bad_option"):
        game.profile("no such profile")


def test_rules_are_found_again_in_another_process() -> None:
    """A hash that was asked for is not sent along: hashes of texts differ between processes."""
    rules = GAMES["puff"].ruleset()
    assert hash(rules) == hash(pickle.loads(pickle.dumps(rules)))
    program = "import pickle, sys; r = pickle.load(sys.stdin.buffer); d = {r: 1};"
    program += "from tavola.games import GAMES; print(d[GAMES['puff'].ruleset()])"
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(rules), capture_output=True, check=True
    )
    assert done.stdout.strip() == b"1"


def test_digests_tell_all_games_apart() -> None:
    """Games of the same rules would be one game; only their order and their words would differ."""
    digests = {GAMES[name].rules.digest(): name for name in SHIPPED}
    assert len(digests) == len(SHIPPED)


def _read(rules: Ruleset, data: Any) -> Any:
    try:
        return Position.from_json(rules, data)
    except Refused as refused:
        return refused.refusal


@every_game
def test_a_plain_position_is_read_as_any_other(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is usual is read at once, all else by a draft: both say the same, of errors too."""
    dice, told, plain = random.Random(game.id), list[tuple[Any, Any]](), 0
    wrong: tuple[Any, ...] = (0, -1, 16, True, 1.0, "1", None, [])
    for _ in range(60):
        data = Position.start(game.rules).to_json()
        for _ in range(dice.randrange(4)):
            half = dice.choice(list(data.values()))
            part = dice.choice((half, half["points"], half["points"]))
            name = dice.choice([*part, "bar", "off", "stage", "24", "01", "0"])
            value = dice.choice((1, 2, 3, 5, *wrong))
            if part is half and name == "points":
                continue
            part[name] = value
        told.append((data, _read(game.rules, data)))
        plain += position_module._plain_row(game.rules, data) is not None
    monkeypatch.setattr(position_module, "_plain_row", lambda rules, data: None)
    for data, found in told:
        assert found == _read(game.rules, data), data
    known = room_on_points(game.rules) is not None
    marked = Position.start(game.rules).reserve(Side.WHITE) > 0
    assert (plain > 5) == (known and not marked)


@every_game
def test_a_net_is_shared_where_play_is_the_same(game: Game) -> None:
    """Where checkers start, what a win is worth and what lies around play are none of a net's
    business: it judges positions.  Nor is, by a duel, who may run after a hit: in 400 pairs of
    games of Tavla, without luck, a net that was trained on for it won 0.001 ± 0.006 points a game
    against that of backgammon."""
    if game.net_of:
        owner = GAMES[game.net_of]
        assert not owner.net_of, "a net of its own"
        free = ("start", "score", "triple_needs_none_off", "hit_and_run", *AROUND)
        same = {axis: getattr(game.rules, axis) for axis in free}
        assert replace(owner.rules, **same) == game.rules


@every_game
def test_the_start_is_a_position(game: Game) -> None:
    position = Position.start(game.rules)
    assert Position.parse(game.rules, position.text()) == position
    assert Position.from_json(game.rules, position.to_json()) == position
    for side in Side:
        assert movement.settled(game.rules, position, side) == position
        assert movement.result(game.rules, position, side, False) is None
        assert _total(position, side) == game.rules.checkers


# --------------------------------------------------------------------------------- random games


def _total(position: Position, side: Side) -> int:
    counts = [*position.points(side).values(), position.bar(side), position.reserve(side)]
    assert min(counts) >= 0
    return sum(counts) + position.off(side)


@dataclass
class Walk:
    """A random match with doubles, offers and resignations, and the record of it."""

    game: Game
    options: dict[str, Value]
    rng: random.Random

    def __post_init__(self) -> None:
        self.rules: Ruleset = self.game.ruleset(self.options)
        self.match = self.rng.choice(MATCHES)
        self.events: list[Action] = []

    def states(self) -> Iterator[tuple[State, Action]]:
        """Each state with the action that follows."""
        state = self.state = turn.new_match(self.rules, self.match)
        cap = CAP if backend.compiled or not self.options else CAP // 8
        while state.phase is not Phase.END and len(self.events) < cap:
            action = any_action(state, self.rng)
            yield state, action
            self.events.append(action)
            state = self.state = turn.apply(state, action)[0]

    def record(self) -> record.Record:
        """The match on paper."""
        digest = self.rules.digest()
        events = tuple(self.events)
        return record.Record(self.game.id, self.options, self.match, digest, events=events)


def _variants() -> Iterator[Any]:
    for game in GAMES.values():
        yield pytest.param(game, {}, id=game.id)
        for option in game.options:
            for value in list(option.values)[1:]:
                options = {option.name: value}
                yield pytest.param(game, options, id=f"{game.id}-{option.name}-{value}")


@pytest.mark.parametrize(("game", "options"), list(_variants()))
def test_random_play_keeps_every_promise(game: Game, options: dict[str, Value]) -> None:
    rng = random.Random(f"{game.id} {options}")
    walk = Walk(game, options, rng)
    often = 12 if options else 4
    for state, action in walk.states():
        _check_books(state)
        if rng.randrange(often) == 0:
            _check_action(state, action)
            _check_texts(state)
            _check_notation(state, rng)
    assert (turn.legal(walk.state) == ()) == (walk.state.phase is Phase.END)
    _check_record(walk)


def _check_books(state: State) -> None:
    """No checker is lost, and there is always something to do."""
    legal = turn.legal(state)
    assert legal
    assert len(set(legal)) == len(legal)
    for side in Side:
        assert _total(state.position, side) == state.rules.checkers


def _check_action(state: State, action: Action) -> None:
    """An action changes nothing that was, and undo leads back to it exactly."""
    before = repr(state)
    after, facts = turn.apply(state, action)
    assert repr(state) == before
    assert facts
    assert turn.apply(state, action)[0] == after
    if action.kind in (Kind.STEP, Kind.CHOOSE, Kind.NAME):
        undone, _ = turn.apply(after, Action(Kind.UNDO, state.side))
        assert undone == state
        assert turn.legal(undone) == turn.legal(state)
    elif action.kind in (Kind.OPENING, Kind.THROW, Kind.DONE):
        assert not turn.may_undo(after)
    wrong = Action(Kind.STEP, state.side, None, 6, 1, 2)
    with pytest.raises(Refused):
        turn.apply(state, wrong)
    assert repr(state) == before


def _check_texts(state: State) -> None:
    """JSON gives the same state, the text form the same turn."""
    data = json.loads(json.dumps(record.state_to_json(state)))
    read = record.state_from_json(state.rules, state.match, data)
    assert read == state
    assert (read.last, read.previous) == (state.last, state.previous)
    if state.phase in (Phase.OVER, Phase.END, Phase.ANSWER):
        return
    text = one_line.write(state)
    again = one_line.read(state.rules, text, state.match)
    assert one_line.write(again) == text
    assert again.position == state.position
    assert (again.phase, again.side, again.turn.left) == (state.phase, state.side, state.turn.left)
    assert turn.next_steps(again) == turn.next_steps(state)
    assert turn.throws(again) == turn.throws(state)


def _check_notation(state: State, rng: random.Random) -> None:
    """A written play, read again, leads to the same position, in both numberings."""
    plays = turn.plays(state)
    for play in rng.sample(plays, min(len(plays), 3)):
        for numbering in notation.NUMBERINGS:
            text = notation.write_play(
                state.rules, state.position, state.side, play.steps, numbering
            )
            actions = notation.read_play(state, text, numbering)
            steps = [action.code for action in actions]
            left = state.turn.left
            position = movement.played(state.rules, state.position, state.side, steps, left)
            assert position == play.position, text


def _check_record(walk: Walk) -> None:
    """The record leads to the same state, and says whose rules they are."""
    data = json.loads(json.dumps(walk.record().to_json()))
    read = record.record_from_json(data)
    assert read == walk.record()
    assert record.same_rules(read, walk.game)
    assert record.fold(read, walk.game) == walk.state


def test_no_oracle_option_is_forgotten() -> None:
    """Options the oracle does not know are of dice and cube; examples document the others."""
    for game in GAMES.values():
        documented = {name for example in game.examples for name in example.options}
        for option in game.options:
            assert option.name in documented | NO_ORACLE_OPTION, f"{game.id} {option.name}"
