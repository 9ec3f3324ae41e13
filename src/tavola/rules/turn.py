"""The game as a state machine: which actions a state allows, and what they lead to.

    state = new_match(rules)
    state, facts = apply(state, action)

Everything is pure.  Chance is an action of nobody: `apply` takes the dice as an argument.  A refused
action raises `Refused` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tavola.rules import engine, match, program
from tavola.rules import kernel as k
from tavola.rules.position import Position
from tavola.rules.refusal import refuse
from tavola.rules.ruleset import Dice, Goal, MatchRules, Opening, Ruleset, Side, Waste
from tavola.rules.state import (
    Action,
    Cube,
    Fact,
    Kind,
    Offer,
    Phase,
    Result,
    State,
    Throw,
    Turn,
    step_action,
    where,
)
from tavola.rules.why import refusal_of_step

Outcome = tuple[State, tuple[Fact, ...]]
ANY_SIDE = (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.KEEP, Kind.NEXT)
_REMEMBERED = (Kind.OPENING, Kind.THROW, Kind.KEEP, Kind.NAME, Kind.CHOOSE, Kind.STEP)
THROWS: tuple[Throw, ...] = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
"""The 21 throws, lower number first."""


def new_match(rules: Ruleset, match_rules: MatchRules | None = None) -> State:
    """The opening of the first game."""
    return match.begin_game(State(rules, match_rules or MatchRules(), Position.start(rules)))


def legal(state: State) -> tuple[Action, ...]:
    """All actions the state allows; a throw of dice is listed once, without its numbers.

    Named throws (Free choice) are listed one by one, resignations by value.
    """
    side = state.side
    match state.phase:
        case Phase.OPENING:
            return (Action(Kind.OPENING),)
        case Phase.START:
            return _start_actions(state)
        case Phase.ANSWER:
            return _answers(state)
        case Phase.CHOOSE:
            chosen = tuple(Action(Kind.CHOOSE, side, number=n) for n in range(1, 7))
            return chosen + _undo(state) + _ways_out(state)
        case Phase.MOVE:
            done = (Action(Kind.DONE, side),) if state.turn.ending is not None else ()
            return next_steps(state) + done + _undo(state) + _ways_out(state)
        case Phase.OVER:
            return (Action(Kind.NEXT),)
    return ()


def _start_actions(state: State) -> tuple[Action, ...]:
    if state.names:
        actions = tuple(
            Action(Kind.NAME, state.side, (a, b)) for a in range(1, 7) for b in range(1, a)
        )
    else:
        actions = (Action(Kind.THROW, state.thrower),)
    if state.opening is not None:
        actions += (Action(Kind.KEEP, state.side),)
    for side in Side:
        if may_double(state, side):
            actions += (Action(Kind.DOUBLE, side),)
    return actions + _ways_out(state)


def _answers(state: State) -> tuple[Action, ...]:
    assert state.offer is not None
    side = state.offer.side.other
    kinds = {
        Kind.DOUBLE: (Kind.TAKE, Kind.DROP),
        Kind.RESIGN: (Kind.ACCEPT, Kind.REFUSE),
        Kind.DRAW: (Kind.AGREE, Kind.DECLINE),
    }[state.offer.kind]
    if may_beaver(state):
        kinds += (Kind.BEAVER,)
    return tuple(Action(kind, side) for kind in kinds)


def _undo(state: State) -> tuple[Action, ...]:
    return (Action(Kind.UNDO, state.side),) if may_undo(state) else ()


def _ways_out(state: State) -> tuple[Action, ...]:
    most = match.most_resigned(state)
    resign = tuple(Action(Kind.RESIGN, state.side, number=n) for n in range(1, most + 1))
    return (*resign, Action(Kind.DRAW, state.side))


def may_undo(state: State) -> bool:
    """Whether a step or a chosen double can be taken back: never over a throw (RULES D13)."""
    return state.last is not None and state.last.kind in (Kind.STEP, Kind.CHOOSE)


def may_correct(state: State) -> bool:
    """Whether typed dice can still be put right (RULES D14)."""
    return state.last is not None and state.last.kind in (Kind.OPENING, Kind.THROW)


def may_double(state: State, side: Side) -> bool:
    """Whether `side` may offer a double now."""
    return match.cube_refusal(state, side) is None


def may_beaver(state: State) -> bool:
    """Whether the double on the table may be answered with a beaver (money play)."""
    offer = state.offer
    return (
        offer is not None
        and offer.kind is Kind.DOUBLE
        and state.match.beavers
        and offer.value == 2 * state.cube.value
    )


def next_steps(state: State) -> tuple[Action, ...]:
    """The steps that begin or continue a complete play, and nothing else."""
    turn = state.turn
    if state.phase is not Phase.MOVE or not turn.need:
        return ()
    found = engine.next_steps(
        state.rules, state.position, state.side, turn.numbers, turn.used, turn.need, turn.only
    )
    return tuple(step_action(state.side, code) for code in found)


def plays(state: State) -> list[engine.Play]:
    """All distinct plays of the part that begins now; empty in the middle of a part."""
    turn = state.turn
    if state.phase is not Phase.MOVE or turn.used or not turn.need:
        return []
    return engine.plays(state.rules, state.position, state.side, turn.numbers)


def throws(state: State) -> tuple[tuple[Throw, int], ...]:
    """The dice that may come now, with their weights (of 36); empty where no dice are awaited.

    In the opening (White's die, Black's die), ties included.
    """
    rules = state.rules
    if state.phase is Phase.OPENING:
        return tuple(((a, b), 1) for a in range(1, 7) for b in range(1, 7))
    if state.phase is not Phase.START or state.names:
        return ()
    if state.fixed is not None:
        return ((state.fixed, 36),)
    no_doubles = rules.dice is Dice.FIXED and not rules.fixed_double
    return tuple((t, 1 if t[0] == t[1] else 2) for t in THROWS if not (no_doubles and t[0] == t[1]))


def apply(state: State, action: Action) -> Outcome:
    """The state after an action, and what happened.  Raises `Refused` if it is not allowed."""
    if state.phase is Phase.END:
        raise refuse("match_over")
    if action.side is not None and action.kind not in ANY_SIDE:
        _check_turn(state, action)
    after, facts = _HANDLERS[action.kind](state, action)
    if action.kind in _REMEMBERED:
        after = replace(after, previous=state, last=action)
    return after, facts


def _check_turn(state: State, action: Action) -> None:
    if action.kind is Kind.DOUBLE:
        return
    if state.actor is not None and action.side is not state.actor:
        raise refuse("not_your_turn")


def _expect(state: State, action: Action, *phases: Phase) -> None:
    if state.phase not in phases:
        code = "game_over" if state.phase is Phase.OVER else "not_now"
        raise refuse(code, action=action.kind.value)


def _dice(action: Action) -> Throw:
    dice = action.dice
    if dice is None or not all(1 <= die <= 6 for die in dice):
        raise refuse("bad_dice")
    return dice


# ---------------------------------------------------------------- the start of a game and of a turn


def _opening(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.OPENING)
    white, black = _dice(action)
    fact = Fact("opening", None, {"white": white, "black": black})
    if white == black:
        if state.match.automatic and state.cube.value == 1 and state.rules.cube:
            return state.but(cube=Cube(2)), (fact, Fact("automatic_double", None, {"value": 2}))
        return state, (fact,)
    side = Side.WHITE if white > black else Side.BLACK
    starts = Fact("starts", side)
    begun = state.but(side=side, phase=Phase.START)
    if state.rules.opening is Opening.DICE:
        return _joined((fact, starts), _thrown(begun, (white, black)))
    if state.rules.opening is Opening.CHOICE:
        begun = begun.but(opening=(white, black))
    return begun, (fact, starts)


def _joined(facts: tuple[Fact, ...], outcome: Outcome) -> Outcome:
    return outcome[0], facts + outcome[1]


def _throw(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.START)
    dice = _dice(action)
    if state.names:
        raise refuse("not_now", action=action.kind.value)
    if action.side not in (None, state.thrower):
        raise refuse("not_your_turn")
    if state.fixed is not None and sorted(dice) != sorted(state.fixed):
        raise refuse("fixed_throw", dice=list(state.fixed))
    rules = state.rules
    if rules.dice is Dice.FIXED and not rules.fixed_double and dice[0] == dice[1]:
        raise refuse("bad_dice")
    return _thrown(state, dice)


def _keep(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.START)
    if state.opening is None:
        raise refuse("not_now", action=action.kind.value)
    return _thrown(state, state.opening)


def _name(state: State, action: Action) -> Outcome:
    if not state.names:
        raise refuse("not_now", action=action.kind.value)
    dice = _dice(action)
    if dice[0] == dice[1]:
        raise refuse("no_double_named")
    begun, facts = _begin_throw(state, dice)
    return begun, (Fact("named", state.side, {"dice": list(dice)}), *facts)


def _thrown(state: State, dice: Throw) -> Outcome:
    """The dice lie: they are played, or with open throws wait for the other player's."""
    thrower = state.thrower
    fact = Fact("threw", thrower, {"dice": list(dice)})
    state = state.but(opening=None)
    if state.rules.dice is Dice.FIXED:
        state = state.but(fixed=dice)
    if state.rules.dice is Dice.AHEAD:
        ahead = list(state.ahead)
        ahead[thrower] = dice
        state = state.but(ahead=(ahead[0], ahead[1]))
        mine = state.ahead[state.side]
        if mine is None or state.ahead[state.side.other] is None:
            return state.but(fresh=False), (fact,)
        ahead[state.side] = None
        state, dice = state.but(ahead=(ahead[0], ahead[1])), mine
    return _joined((fact,), _begin_throw(state, dice))


def _correct(state: State, action: Action) -> Outcome:
    """Typed dice put right before the first step (RULES D14)."""
    before, last = state.previous, state.last
    if before is None or last is None or not may_correct(state):
        raise refuse("not_now", action=action.kind.value)
    corrected, facts = apply(before, replace(last, dice=_dice(action)))
    return corrected, (Fact("corrected", state.side), *facts)


# ------------------------------------------------------------------------------ parts of a throw


def _begin_throw(state: State, dice: Throw) -> Outcome:
    position = engine.settled(state.rules, state.position, state.side)
    facts = _jumps(state, state.position, position)
    begun = state.but(phase=Phase.MOVE, position=position, turn=Turn(dice=dice))
    return _joined(facts, _advance(begun, complete=True, left=0))


def _advance(state: State, *, complete: bool, left: int) -> Outcome:
    """Ask the turn program what follows, passing over parts in which nothing can be played."""
    turn, facts = state.turn, []
    while True:
        code, numbers = _what_follows(state, turn, complete, left)
        if code == program.CHOOSE_DOUBLE:
            return state.but(phase=Phase.CHOOSE, turn=turn), tuple(facts)
        if code <= 0:
            hand = (numbers[0], numbers[1]) if code == program.HAND_OVER else None
            ended = replace(turn, numbers=(), used=0, need=0, only=0, ending=code, hand=hand)
            return state.but(phase=Phase.MOVE, turn=ended), tuple(facts)
        need, only = engine.due(state.rules, state.position, state.side, numbers)
        if need:
            turn = replace(turn, numbers=numbers, used=0, need=need, only=only)
            return state.but(phase=Phase.MOVE, turn=turn), tuple(facts)
        facts.append(Fact("lost", state.side, {"numbers": list(numbers)}))
        turn, complete, left = replace(turn, index=turn.index + 1, numbers=numbers), False, len(numbers)


def resume(state: State) -> State:
    """A state put in by hand with a throw or inherited numbers, advanced to what can be played.

    Parts that come later in the throw are taken as reached by complete play.
    """
    return _advance(state, complete=True, left=0)[0]


def part_of(state: State, turn: Turn) -> tuple[int, tuple[int, ...]]:
    """What `turn` has come to if the parts before were complete: (answer of the program, numbers)."""
    return _what_follows(state, turn, complete=True, left=0)


def _what_follows(
    state: State, turn: Turn, complete: bool, left: int
) -> tuple[int, tuple[int, ...]]:
    if turn.dice is None:
        numbers = _heir_numbers(turn, complete)
        return len(numbers) or program.END, numbers
    return engine.next_part(
        state.rules, state.position, state.side, turn.dice, turn.chosen, turn.index, complete, left
    )


def _heir_numbers(turn: Turn, complete: bool) -> tuple[int, ...]:
    assert turn.heir is not None
    number, times = turn.heir
    if turn.index == 0:
        return engine.heir_part(number, times, True, True)
    return engine.heir_part(number + turn.index - 1, times, complete, False)


def _choose(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.CHOOSE)
    if not 1 <= action.number <= 6:
        raise refuse("bad_choice")
    turn = replace(state.turn, chosen=action.number)
    chosen, facts = _advance(state.but(turn=turn), complete=True, left=0)
    fact = Fact("chose", state.side, {"number": action.number})
    return chosen, (fact, *facts)


def _step(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.MOVE)
    if action.side is None:
        action = replace(action, side=state.side)
    whole = action == step_action(state.side, action.code)
    if action not in next_steps(state) and not (whole and wins_alike(state, action.code)):
        raise refuse_step(state, action.number, action.source, action.target)
    played, fact = _played(state, action)
    turn = played.turn
    facts = (fact, *_jumps(state, state.position, played.position, action))
    if engine.over(state.rules, played.position, state.side):
        ended = replace(turn, numbers=(), used=0, need=0, only=0, ending=program.END, hand=None)
        return played.but(turn=ended), facts
    if turn.need:
        return played, facts
    lost = turn.left
    advanced = played.but(turn=replace(turn, index=turn.index + 1))
    advanced, more = _advance(advanced, complete=not lost, left=len(lost))
    if lost:
        facts += (Fact("lost", state.side, {"numbers": list(lost)}),)
    return advanced, facts + more


def _played(state: State, action: Action) -> tuple[State, Fact]:
    """The step on the board and in the turn's books."""
    position = engine.after(state.rules, state.position, state.side, action.code)
    details = _contact(state, action, position)
    turn = state.turn
    index = next(
        i for i, n in enumerate(turn.numbers) if n == action.number and not (turn.used >> i) & 1
    )
    turn = replace(
        turn,
        used=turn.used | 1 << index,
        need=turn.need - 1,
        only=0,
        steps=(*turn.steps, action.code),
        hit=turn.hit or "hit" in details,
    )
    details.update(number=action.number, source=where(action.source), target=where(action.target))
    return state.but(position=position, turn=turn), Fact("step", state.side, details)


def _contact(state: State, action: Action, after: Position) -> dict[str, object]:
    """What the step did to the enemy: `hit`, `captured` or `pins`, with the point."""
    other, before = state.side.other, state.position
    details: dict[str, object] = {}
    if after.bar(other) > before.bar(other):
        gone = [p for p in before.points(other) if after.count(other, p) < before.count(other, p)]
        details["hit"] = gone[0]
    if action.target <= 24 and before.top(action.target) is other:
        if after.pinned(action.target) is other:
            details["pins"] = action.target
        elif "hit" not in details:
            details["captured"] = action.target
    if action.source <= 24 and before.pinned(action.source) is other:
        if after.pinned(action.source) is None:
            details["frees"] = action.source
    return details


def _jumps(
    state: State, before: Position, after: Position, action: Action | None = None
) -> tuple[Fact, ...]:
    """Catch me: last checkers that jumped to a corner without having been moved."""
    if state.rules.goal is not Goal.CAPTURE_ALL:
        return ()
    facts = []
    for side in Side:
        gone = set(before.points(side)) - set(after.points(side))
        come = set(after.points(side)) - set(before.points(side))
        if action is not None and side is state.side:
            gone.discard(action.source)
            come.discard(action.target)
        if come and len(after.points(side)) == 1:
            details = {"target": come.pop(), "source": min(gone) if gone else action and action.target}
            facts.append(Fact("jumped", side, details))
    return tuple(facts)


def wins_alike(state: State, code: int) -> bool:
    """Whether a step that bears off the last checker may stand although more numbers could be used.

    It may if a complete play also wins, for the same value (RULES D15).
    """
    rules, side = state.rules, state.side
    if rules.goal is not Goal.FIRST_OFF or rules.waste is Waste.NOTHING or not state.turn.need:
        return False
    if code >> 10 not in state.turn.left or code not in engine.single_steps(
        rules, state.position, side, code >> 10
    ):
        return False
    position = engine.after(rules, state.position, side, code)
    if not engine.finished(rules, position, side):
        return False
    value = engine.result(rules, position, side, state.turn.hit)
    return value in _complete_results(state)


def _complete_results(state: State) -> set[tuple[Side, int] | None]:
    results = set()
    for action in next_steps(state):
        played, _ = _played(state, action)
        if played.turn.need and not engine.finished(state.rules, played.position, state.side):
            results |= _complete_results(played)
        else:
            hit = played.turn.hit
            results.add(engine.result(state.rules, played.position, state.side, hit))
    return results


def refuse_step(state: State, number: int, source: int, target: int) -> Exception:
    """The exception that says why a step is not allowed."""
    refusal = refusal_of_step(state, number, source, target)
    return refuse(refusal.code, **refusal.details)


def _undo_last(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.MOVE, Phase.CHOOSE)
    if state.previous is None or not may_undo(state):
        raise refuse("nothing_to_undo")
    return state.previous, (Fact("undone", state.side),)


def _done(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.MOVE)
    turn = state.turn
    if turn.ending is None:
        raise refuse("numbers_left", numbers=list(turn.left))
    facts: tuple[Fact, ...] = () if turn.steps else (Fact("passed", state.side),)
    result = match.played_out(state)
    if result is not None:
        return _joined(facts, match.close_game(state, result))
    state = state.but(idle=0 if turn.steps else state.idle + 1)
    if turn.hand is not None:
        return _joined(facts, _hand_over(state, turn.hand))
    if turn.ending == program.THROW_AGAIN:
        return state.but(phase=Phase.START, fresh=False, turn=Turn()), (
            *facts,
            Fact("again", state.side),
        )
    if state.rules.namer is state.side.other and state.fresh:
        return state.but(phase=Phase.START, fresh=False, turn=Turn()), (
            *facts,
            Fact("second_throw", state.side),
        )
    side = state.side if turn.heir is not None else state.side.other
    return _joined(facts, _begin_turn(state, side))


def _hand_over(state: State, hand: tuple[int, int]) -> Outcome:
    heir = state.side.other
    fact = Fact("handed", heir, {"number": hand[0], "times": hand[1]})
    state = state.but(side=heir, turn=Turn(heir=hand), fresh=False)
    return _joined((fact,), _advance(state, complete=True, left=0))


def _begin_turn(state: State, side: Side) -> Outcome:
    """The turn of `side` begins, unless the game is drawn."""
    if state.idle >= 2 and is_dead(state):
        return match.close_game(state, Result(None, 0, "stalemate"))
    seen = state.seen
    if state.rules.repetition:
        key = f"{side.letter} {state.position.text()}"
        seen = (*seen, key)
        if seen.count(key) >= 3:
            return match.close_game(state, Result(None, 0, "repetition"))
    return state.but(
        phase=Phase.START, side=side, fresh=True, turn=Turn(), turns=state.turns + 1, seen=seen
    ), (Fact("turn", side),)


def is_dead(state: State) -> bool:
    """Neither side could play anything with any throw that can come (RULES G10, D11)."""
    possible = [state.fixed] if state.fixed is not None else list(THROWS)
    for side in Side:
        for dice in possible:
            if side is state.rules.namer and dice[0] == dice[1]:
                continue
            code, numbers = engine.next_part(
                state.rules, state.position, side, dice, 0, 0, True, 0
            )
            if code > 0 and engine.due(state.rules, state.position, side, numbers)[0]:
                return False
    return True


# --------------------------------------------------------------------------- offers and the match


def _double(state: State, action: Action) -> Outcome:
    side = action.side if action.side is not None else state.side
    refusal = match.cube_refusal(state, side)
    if refusal is not None:
        raise refuse(refusal.code, **refusal.details)
    offered = match.doubled(state, side)
    return offered, (Fact("doubled", side, {"value": 2 * state.cube.value}),)


def _offer(state: State, action: Action, kind: Kind) -> Offer:
    if state.phase is not Phase.ANSWER or state.offer is None or state.offer.kind is not kind:
        raise refuse("not_now", action=action.kind.value)
    return state.offer


def _take(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.DOUBLE)
    return match.taken(state, offer), (Fact("took", offer.side.other, {"value": offer.value}),)


def _drop(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.DOUBLE)
    fact = Fact("dropped", offer.side.other)
    return _joined((fact,), match.close_game(state, match.dropped(state, offer)))


def _beaver(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.DOUBLE)
    if not may_beaver(state):
        raise refuse("no_beavers")
    side = offer.side.other
    again = replace(offer, side=side, value=2 * offer.value)
    return state.but(offer=again), (Fact("beavered", side, {"value": again.value}),)


def _resign(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.START, Phase.MOVE, Phase.CHOOSE)
    most = match.most_resigned(state)
    if not 1 <= action.number <= most:
        raise refuse("bad_resignation", most=most)
    return _ask(state, Offer(Kind.RESIGN, state.side, action.number, state.phase), "resigned")


def _draw(state: State, action: Action) -> Outcome:
    _expect(state, action, Phase.START, Phase.MOVE, Phase.CHOOSE)
    return _ask(state, Offer(Kind.DRAW, state.side, 0, state.phase), "offered_draw")


def _ask(state: State, offer: Offer, kind: str) -> Outcome:
    asked = replace(state, phase=Phase.ANSWER, offer=offer)
    return asked, (Fact(kind, offer.side, {"value": offer.value}),)


def _accept(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.RESIGN)
    points = match.resigned_points(state, offer.side, offer.value)
    result = Result(offer.side.other, points, "resign")
    return _joined((Fact("accepted", offer.side.other),), match.close_game(state, result))


def _agree(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.DRAW)
    result = Result(None, 0, "agreed")
    return _joined((Fact("agreed", offer.side.other),), match.close_game(state, result))


def _refuse_resignation(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.RESIGN)
    return _back(state, offer), (Fact("refused", offer.side.other),)


def _decline(state: State, action: Action) -> Outcome:
    offer = _offer(state, action, Kind.DRAW)
    return _back(state, offer), (Fact("declined", offer.side.other),)


def _back(state: State, offer: Offer) -> State:
    return replace(state, phase=offer.back, offer=None)


def _next(state: State, action: Action) -> Outcome:
    if state.phase is not Phase.OVER:
        raise refuse("not_now", action=action.kind.value)
    begun = match.next_game(state)
    return begun, (Fact("game", None, {"game": begun.game}),)


_HANDLERS: dict[Kind, Callable[[State, Action], Outcome]] = {
    Kind.OPENING: _opening,
    Kind.THROW: _throw,
    Kind.CORRECT: _correct,
    Kind.KEEP: _keep,
    Kind.NAME: _name,
    Kind.CHOOSE: _choose,
    Kind.STEP: _step,
    Kind.UNDO: _undo_last,
    Kind.DONE: _done,
    Kind.DOUBLE: _double,
    Kind.TAKE: _take,
    Kind.DROP: _drop,
    Kind.BEAVER: _beaver,
    Kind.RESIGN: _resign,
    Kind.ACCEPT: _accept,
    Kind.REFUSE: _refuse_resignation,
    Kind.DRAW: _draw,
    Kind.AGREE: _agree,
    Kind.DECLINE: _decline,
    Kind.NEXT: _next,
}
