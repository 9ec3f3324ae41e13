"""How a match stands: what is asked, the position, the pools."""

from __future__ import annotations

from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model.position import Position, has_bar, has_reserve
from tavola.rules.model.ruleset import Contact, Dice, Side
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.words import results
from tavola.words.speaker import Speaker


def situation(speaker: Speaker, state: State) -> list[str]:
    """Score, cube, what is asked, dice and what lies open."""
    lines = [
        results.score(speaker, state),
        cube(speaker, state),
        prompt(speaker, state),
        _thrown(speaker, state),
        *open_throws(speaker, state),
    ]
    return [line for line in lines if line]


def _thrown(speaker: Speaker, state: State) -> str:
    words, now = speaker.words, state.turn
    if state.phase is not Phase.MOVE or now.dice is None:
        return ""
    dice, numbers = speaker.dice(now.dice), speaker.numbers(now.left)
    if not now.left:
        return words.text("Thrown: {dice}; no number is left.", dice=dice)
    return words.text("Thrown: {dice}; left to play: {numbers}.", dice=dice, numbers=numbers)


def cube(speaker: Speaker, state: State) -> str:
    """The cube and its owner; empty in a game without a cube."""
    words, value, owner = speaker.words, state.cube.value, state.cube.owner
    if not state.rules.cube:
        return ""
    if speaker.brief:
        holder = words.text("in the middle") if owner is None else speaker.caller(owner, state)
        return words.text("Cube {value}, {holder}.", value=value, holder=holder)
    if owner is None:
        return words.text("The cube is in the middle and counts {value}.", value=value)
    player = speaker.player(owner, state)
    told = words.text("{player} has the cube; it counts {value}.", player=player, value=value)
    return speaker.sentence(told)


def open_throws(speaker: Speaker, state: State) -> list[str]:
    """Throws that lie open, and the one of the whole game."""
    words, found = speaker.words, []
    for side in Side:
        throw = state.ahead[side]
        if throw is not None:
            text, player = speaker.dice(throw), speaker.caller(side, state)
            told = words.text("Open throw, {player}: {dice}.", player=player, dice=text)
            found.append(told)
    if state.fixed is not None:
        found.append(words.text("The fixed throw: {dice}.", dice=speaker.dice(state.fixed)))
    return found


# ------------------------------------------------------------------------------- what is asked


def prompt(speaker: Speaker, state: State) -> str:
    """What is waited for, addressed to the player who must act."""
    words = speaker.words
    if state.phase is Phase.OPENING:
        return words.text("Each player throws one die.")
    if state.phase is Phase.END:
        return words.text("The match is over.")
    if state.phase is Phase.OVER:
        return words.text("The game is over; go on to the next game.")
    asked = words.join(_asked(speaker, state), alternative=True)
    side = state.thrower if state.phase is Phase.START else state.actor
    assert side is not None
    told = words.text("{player}: {asked}.", player=speaker.caller(side, state), asked=asked)
    other = side.other
    if state.phase is Phase.START and turn.may_double(state, other):
        player = speaker.player(other, state)
        told += " " + speaker.sentence(words.text("{player} may double too.", player=player))
    return told


def _asked(speaker: Speaker, state: State) -> list[str]:
    words = speaker.words
    if state.phase is Phase.START:
        return _asked_at_start(speaker, state)
    if state.phase is Phase.ANSWER:
        return _answers(speaker, state)
    if state.phase is Phase.CHOOSE:
        return [words.within("imperative", "choose a double by its number, 1 to 6")]
    return [_asked_to_move(speaker, state)]


def _asked_at_start(speaker: Speaker, state: State) -> list[str]:
    words, asked = speaker.words, []
    if state.names:
        asked.append(words.within("imperative", "name two different numbers"))
    elif state.fixed is not None:
        asked.append(words.within("imperative", "go on with the fixed throw"))
    elif state.rules.dice is Dice.AHEAD and state.thrower is not state.side:
        asked.append(words.within("imperative", "throw for your next turn"))
    elif not state.fresh and state.rules.dice is not Dice.AHEAD:
        asked.append(words.within("imperative", "throw again"))
    else:
        asked.append(words.within("imperative", "throw the dice"))
    if state.opening is not None:
        dice = speaker.dice(state.opening)
        asked.append(words.within("imperative", "keep the opening dice, {dice}", dice=dice))
    if state.thrower is state.side and turn.may_double(state, state.side):
        asked.append(words.within("imperative", "double"))
    return asked


def _answers(speaker: Speaker, state: State) -> list[str]:
    words, offer = speaker.words, state.offer
    assert offer is not None
    if offer.kind is Kind.DRAW:
        return [
            words.within("imperative", "agree to the draw"),
            words.within("imperative", "decline it"),
        ]
    if offer.kind is Kind.RESIGN:
        return [
            words.within("imperative", "accept the resignation"),
            words.within("imperative", "refuse it"),
        ]
    asked = [
        words.within("imperative", "take the double to {value}", value=offer.value),
        words.within("imperative", "drop it"),
    ]
    return [*asked, words.within("imperative", "beaver")] if turn.may_beaver(state) else asked


def _asked_to_move(speaker: Speaker, state: State) -> str:
    words, now = speaker.words, state.turn
    if not now.need:
        if _same_side_goes_on(state):
            return words.within("imperative", "no number is left; end this part of your turn")
        return words.within("imperative", "no number is left; end your turn")
    left = now.left
    if now.heir is not None:
        text = speaker.times(left[0], now.need)
        return words.within("imperative", "play the inherited numbers, {numbers}", numbers=text)
    if now.only:
        return words.within("imperative", "play the {number}, the only one", number=now.only)
    if now.need == len(left):
        return words.within("imperative", "play {numbers}", numbers=speaker.numbers(left))
    if len(set(left)) == 1:
        return words.within(
            "imperative", "play {numbers}", numbers=speaker.times(left[0], now.need)
        )
    text = words.join([str(number) for number in left], alternative=True)
    return words.within("imperative", "play {numbers}", numbers=text)


def _same_side_goes_on(state: State) -> bool:
    """Whether a throw of the same side follows: another, a second, or its own after an heir's."""
    second = state.fresh and state.rules.namer is state.side.other
    heir = state.turn.heir is not None
    return second or heir or state.turn.ending == turn_program.THROW_AGAIN


# ------------------------------------------------------------------------------- the position


def position(speaker: Speaker, state: State) -> list[str]:
    """Where all checkers are: in full point by point, in brief a line for each side."""
    if speaker.geometry.towers:
        return [line for side in Side for line in _towers(speaker, state, side)] + pools(
            speaker, state
        )
    if speaker.brief:
        return [_row(speaker, state, side) for side in Side] + pools(speaker, state)
    view = speaker.view(state)
    lines = [
        _point(speaker, state.position, point, view)
        for point in _order(speaker, view)
        if state.position.top(point) is not None
    ]
    return [*lines, speaker.words.text("All other points are empty."), *pools(speaker, state)]


def _order(speaker: Speaker, view: Side) -> list[int]:
    """The points along the viewer's track, then those of the other track alone."""
    track = speaker.geometry.track
    mine = track[view]
    return [*mine, *(point for point in track[view.other] if point not in mine)]


def _row(speaker: Speaker, state: State, side: Side) -> str:
    words, view, found = speaker.words, speaker.view(state), []
    for point in _order(speaker, view):
        count = state.position.count(side, point)
        number = speaker.number(view, point)
        if count and state.position.pinned(point) is side:
            found.append(words.text("1 pinned on {number}", number=number))
        elif count:
            found.append(words.text("{count} on {number}", count=count, number=number))
    text = ", ".join(found) or words.text("no checker on the board")
    return words.text("{player}: {text}.", player=speaker.caller(side, state), text=text)


def _point(speaker: Speaker, at: Position, point: int, view: Side) -> str:
    words, number, top = speaker.words, speaker.number(view, point), at.top(point)
    if top is None:
        if speaker.brief:
            return words.text("{number}: empty.", number=number)
        return words.text("Point {number}: empty.", number=number)
    text = speaker.checkers(top, at.count(top, point))
    below = at.pinned(point)
    if below is Side.WHITE:
        text = words.text("{checkers} on a pinned white checker", checkers=text)
    elif below is Side.BLACK:
        text = words.text("{checkers} on a pinned black checker", checkers=text)
    if speaker.brief:
        return words.text("{number}: {checkers}.", number=number, checkers=text)
    return words.text("Point {number}: {checkers}.", number=number, checkers=text)


def _towers(speaker: Speaker, state: State, side: Side) -> list[str]:
    words, player = speaker.words, speaker.caller(side, state)
    found = []
    for point in speaker.geometry.track[side]:
        tower, text = speaker.number(side, point), _tower(speaker, state.position, side, point)
        if speaker.brief:
            found.append(f"{tower} {text}")
        else:
            found.append(_tower_line(speaker, player, tower, text))
    if not speaker.brief:
        return found
    return [words.text("{player}: {text}.", player=player, text=", ".join(found))]


def _tower_line(speaker: Speaker, player: str, tower: str, text: str) -> str:
    return speaker.words.text(
        "{player}, tower {tower}: {text}.", player=player, tower=tower, text=text
    )


def _tower(speaker: Speaker, at: Position, side: Side, point: int) -> str:
    words, count = speaker.words, at.count(side, point)
    if count == 2:
        return words.text("side by side") if at.lying(point) else words.text("stacked")
    return speaker.words.plural("{count} checker", "{count} checkers", count)


def point(speaker: Speaker, state: State, number: int) -> str:
    """One booklet point: what stands there, and in full where its checkers may go now."""
    view = speaker.view(state)
    geometry = speaker.geometry
    if geometry.towers:
        owner = next(s for s in Side if geometry.path(s, number) or s is Side.BLACK)
        if not geometry.path(owner, number):
            return _point(speaker, state.position, number, view)
        text = _tower(speaker, state.position, owner, number)
        told = _tower_line(
            speaker, speaker.caller(owner, state), speaker.number(owner, number), text
        )
    else:
        told = _point(speaker, state.position, number, view)
    steps = [] if speaker.brief else [a for a in turn.next_steps(state) if a.source == number]
    return " ".join([told, *(_way(speaker, action, view) for action in steps)])


def _way(speaker: Speaker, action: Action, view: Side) -> str:
    words, number = speaker.words, action.number
    if action.target == TO_OFF:
        return words.text("A {number} takes a checker off.", number=number)
    if action.target == action.source:
        return words.text("A {number} serves this tower.", number=number)
    target = speaker.number(view, action.target)
    return words.text("A {number} leads to {target}.", number=number, target=target)


# ------------------------------------------------------------------------------- off the board


def pools(speaker: Speaker, state: State) -> list[str]:
    """Bar, reserve and off of both sides, if the game has them; in brief only what is there."""
    lines = []
    for side in Side:
        texts = pools_of(speaker, state.position, side)
        if texts:
            text = ", ".join(texts)
            player = speaker.caller(side, state)
            lines.append(speaker.words.text("{player}: {text}.", player=player, text=text))
    return lines


def pools_of(speaker: Speaker, at: Position, side: Side) -> list[str]:
    """What one side has on the bar, in reserve and off; in brief only what is there."""
    words, rules, found = speaker.words, speaker.rules, []
    if has_bar(rules) and (at.bar(side) or not speaker.brief):
        found.append(words.text("{count} on the bar", count=at.bar(side)))
    if has_reserve(rules) and (at.reserve(side) or not speaker.brief):
        found.append(words.text("{count} in reserve", count=at.reserve(side)))
    if not rules.piles and (at.off(side) or not speaker.brief):
        if rules.contact is Contact.CAPTURE:
            found.append(words.text("{count} removed", count=at.off(side)))
        else:
            found.append(words.plural("{count} off", "{count} off", at.off(side)))
    if speaker.geometry.towers:
        stages = (
            words.text("stage 1, breaking up"),
            words.text("stage 2, rebuilding"),
            words.text("stage 3, bearing off"),
        )
        found.append(stages[at.stage(side) - 1])
    return found
