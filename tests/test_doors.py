"""One list: what a door offers is what the rules accept, in every phase of every game.

Matches are walked at random (the seed is the name of the walk).  At each state everything that
there is is tried, and taken back; the list of the rules, the view of a browser, the words of the
terminal and the engine protocol must all say what was accepted, each of them no more and no less
than what is theirs to do.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest

from tavola.games import GAMES, find
from tavola.games.agreement import settled
from tavola.play.dice import TypedDice
from tavola.play.match import Match
from tavola.play.turns import Turns, Who
from tavola.protocol.commands import COMMANDS as ENGINE
from tavola.protocol.states import letter, state_json
from tavola.rules import turn
from tavola.rules.kernel.slots import FROM_RESERVE, TO_OFF
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw, written
from tavola.rules.text.record import Record
from tavola.rules.turn.machine import ANY_SIDE
from tavola.rules.turn.state import Action, Kind, State, step_action
from tavola.server.match.live_match import Look, Scene, Seats
from tavola.server.store import StoredSeat
from tavola.server.wire.view import view_of
from tavola.terminal import typed_line
from tavola.terminal.match.handlers import carry_out
from tavola.terminal.match.session import Session
from tavola.words import Words
from terminals import Scripted

STATES = 30
"""States of a walk."""
RARELY = (Kind.RESIGN, Kind.DRAW, Kind.UNDO, Kind.CORRECT)
MATCHES = (
    MatchRules(games=2),
    MatchRules(length=3, games=None, crawford=True),
    MatchRules(games=None, beavers=True, jacoby=True, automatic=True),
)
DICE: list[Throw] = [(a, b) for a in range(1, 7) for b in range(1, 7)]
DICE += [(6, 5, 4), (3, 1, 2), (4, 4, 4), (2, 2, 5)]
PEOPLE = (Who.PERSON, Who.PERSON)
SEATS = Seats(StoredSeat(player, "anna", "Anna", "person", None, "") for player in (0, 1))


def walk(name: str, number: int) -> Iterator[Match]:
    """A match at one state after another; options, too, are drawn."""
    rng = random.Random(f"{name} {number}")
    game = find(name)
    options = {o.name: rng.choice(list(o.values)) for o in game.options} if number else {}
    match = Match.start(Record(name, options, rng.choice(MATCHES)), TypedDice())
    for _ in range(STATES):
        yield match
        if match.over:
            return
        match.act(chosen(match.state, rng))


def chosen(state: State, rng: random.Random) -> Action:
    """Something that is accepted, ways out seldom."""
    found = [(kind, side) for kind, side in turn.kinds(state) if kind not in RARELY]
    if not found or rng.randrange(12) == 0:
        found = list(turn.kinds(state))
    kind, side = rng.choice(found)
    # Steps are not tried one by one: `by_trying` does so where the list is what is asked.
    return rng.choice(turn.steps(state) if kind is Kind.STEP else list(accepted(state, kind, side)))


def candidates(state: State, kind: Kind, side: Side | None) -> Iterable[Action]:
    """All actions of a kind and a side that one could think of."""
    if kind in (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.NAME):
        return (Action(kind, side, dice) for dice in DICE)
    if kind in (Kind.CHOOSE, Kind.RESIGN):
        return (Action(kind, side, number=number) for number in range(8))
    if kind is not Kind.STEP or side is None:
        return (Action(kind, side),)
    targets, numbers = [*range(1, 25), TO_OFF], {*range(1, 7), *state.turn.numbers}
    places = [(a, b) for a in range(1, FROM_RESERVE + 1) for b in targets]
    return (step_action(side, n << 10 | a << 5 | b) for n in numbers for a, b in places)


def accepted(state: State, kind: Kind, side: Side | None) -> Iterator[Action]:
    for action in candidates(state, kind, side):
        try:
            turn.apply(state, action)
        except Refused:
            continue
        yield action


def by_trying(state: State) -> set[tuple[Kind, Side | None]]:
    """The kinds of actions of which some action is accepted, and whose they are."""
    found: set[tuple[Kind, Side | None]] = set()
    for kind in Kind:
        if kind in ANY_SIDE and kind is not Kind.THROW:
            if next(accepted(state, kind, None), None) is not None:
                found.add((kind, None))
        elif kind is Kind.STEP:
            steps = set(accepted(state, kind, state.side))
            assert steps == set(turn.steps(state))
            found |= {(kind, state.side)} if steps else set()
        else:
            found |= {(kind, s) for s in Side if next(accepted(state, kind, s), None) is not None}
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(2))
def test_the_list_is_what_is_accepted(name: str, number: int) -> None:
    seen = set()
    for index, match in enumerate(walk(name, number)):
        state = match.state
        kinds = turn.kinds(state)
        seen.add(state.phase)
        if index % 6 == 0:
            assert set(kinds) == by_trying(state)
        assert len(set(kinds)) == len(kinds)
        legal = {(action.kind, action.side) for action in turn.legal(state)}
        assert legal == {pair for pair in kinds if pair[0] is not Kind.CORRECT}
    assert len(seen) > 2


@pytest.mark.parametrize("name", GAMES)
def test_a_view_offers_what_is_his_who_looks(name: str) -> None:
    for index, match in enumerate(walk(name, 2)):
        if index % 3:
            continue
        state, kinds = match.state, turn.kinds(match.state)
        for typed in (True, False):
            scene = Scene(Turns(state, PEOPLE, typed=typed), SEATS)
            for mine in ((Side.WHITE,), (Side.BLACK,), tuple(Side), ()):
                view = view_of(scene, Look(mine, "en", "own", "full"))
                his = {kind for kind, side in kinds if mine and (side is None or side in mine)}
                his -= set() if typed else {Kind.CORRECT}
                assert {*view["may"]} == {kind.value for kind in his} - {"step"}
                firsts = {path["steps"][0]["number"] for path in view["paths"]}
                steps = turn.steps(state) if Kind.STEP in his else ()
                assert firsts == {step.number for step in steps}
                for key, kind in (("resign", Kind.RESIGN), ("choose", Kind.CHOOSE)):
                    numbers = [a.number for a in turn.legal(state) if a.kind is kind]
                    assert view[key] == (numbers if kind in his else [])


# ------------------------------------------------------------------------------------ the terminal


_DIGITS = {Kind.OPENING, Kind.THROW, Kind.NAME}
_ALIKE = {
    **dict.fromkeys((Kind.OPENING, Kind.THROW), _DIGITS),
    Kind.ACCEPT: {Kind.ACCEPT, Kind.TAKE, Kind.AGREE},
    Kind.REFUSE: {Kind.REFUSE, Kind.DROP, Kind.DECLINE},
}
"""What is typed for a kind of action may be good for others: two digits, and a yes or no."""


def lines(session: Session, kind: Kind) -> list[str]:
    """What is typed for a kind of action."""
    state = session.state
    dice = [written(throw) for throw in (state.fixed or (3, 1), (6, 5))]
    dice += ["6-5-4", "3-1-2"] if state.rules.dice_count == 3 else []
    if kind in (Kind.OPENING, Kind.THROW):
        return dice
    if kind in (Kind.NAME, Kind.CORRECT):
        return [f"{kind.value} {one}" for one in dice]
    if kind is Kind.DOUBLE:
        return ["double", "double white", "double black"]
    if kind is Kind.STEP:
        return [session.example(), "8/5"]
    return ["choose 4"] if kind is Kind.CHOOSE else [kind.value]


def does(session: Session, line: str) -> bool:
    """Whether a typed line changes the match; it is taken back."""
    match, before = session.match, session.match.seq
    try:
        carry_out(session, typed_line.read(line))
    except Refused:
        return False
    changed = match.seq > before
    match.back(before)
    return changed


@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_can_do_what_it_says(name: str) -> None:
    for index, match in enumerate(walk(name, 3)):
        if index % 3:
            continue
        session = Session(match, Scripted(lambda: None, plain=True), Words("en"), "own")
        state, kinds = match.state, {kind for kind, _ in turn.kinds(match.state)}
        said = set(typed_line.possible(session.kinds)) - {"board", "status", "help", "quit"}
        assert said == set(typed_line.possible(sorted(kinds))) - {"board", "status", "help", "quit"}
        for kind in Kind:
            typed = [line for line in lines(session, kind) if does(session, line)]
            digits = kind in (Kind.OPENING, Kind.THROW)
            same = _ALIKE.get(kind, {kind})
            if digits and not kinds & same:
                continue  # two digits may be a play of towers, or a chosen double
            if kind is Kind.NEXT and kind not in kinds:
                continue  # it goes on with whatever comes next, as Enter does
            assert bool(typed) == bool(kinds & same), (kind, state.phase, typed)
            assert match.state == state


# ------------------------------------------------------------------------------ the engine protocol


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_lists_the_same(name: str) -> None:
    for index, match in enumerate(walk(name, 4)):
        if index % 4:
            continue
        state, record = match.state, match.agreed
        agreed = settled(record.game, record.options, record.match)
        asked = {"state": state_json(agreed, state), "plays": False}
        told = ENGINE["legal"].run(asked)["actions"]
        kinds = {(kind.value, letter(side)) for kind, side in turn.kinds(state)}
        pairs = {(action["do"], action.get("side")) for action in told}
        assert pairs == kinds
        view = ENGINE["state"].run(asked)["view"]
        assert {("double", side) for side in view["may_double"]} == {
            pair for pair in kinds if pair[0] == "double"
        }


# ---------------------------------------------------------------------------------- with a computer


def test_nobody_is_offered_what_is_the_computers() -> None:
    """Where the computer plays a colour, the person is offered his own, and to let it go on."""
    for match in walk("backgammon", 5):
        for seats in ((Who.PERSON, Who.COMPUTER), (Who.COMPUTER, Who.PERSON)):
            turns = Turns(match.state, seats)
            mine = turns.people
            his = {kind for kind, side in turn.kinds(match.state) if side in (None, *mine)}
            offered = set(turns.kinds(mine)) - {Kind.THROW}
            assert offered == his - {Kind.CORRECT, Kind.THROW}
            asked = turns.computer_acts
            assert asked == (turns.of_computer and not turns.person_may_double)
            assert Turns(match.state, (Who.PERSON, Who.OPEN)).kinds(mine) == ()
