"""A match from one decision to the next, in the plain subset: what `rules/turn` does with states,
done with integers for batches.

The position of the game is row 0 of the workspace, all else stands in `G` from cell `g` on
(`game_cells.py`), the history of its positions in `past` from `h` on.  Whatever leaves no choice
happens by itself: dice, the end of a throw, the next game.  Nobody resigns or offers a draw.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.chance import die
from tavola.rules.kernel.following import due
from tavola.rules.kernel.game_cells import (
    AGREED,
    AHEAD,
    ALONE,
    ANY_TURN,
    ASK,
    ASKED,
    AUTOMATIC,
    BANNED,
    BEFORE,
    CAP,
    CHANCE,
    CHOOSING,
    CHOSEN,
    COUNT,
    CRAWFORD,
    CUBE,
    CUT,
    DICE,
    DOUBLING,
    FIXED_DICE,
    FRESH,
    GAINED,
    GAME,
    GAMES,
    HAS_CRAWFORD,
    HAS_CUBE,
    HEIR,
    IDLE,
    INDEX,
    JACOBY,
    KEEPING,
    LENGTH,
    LOSER_BEGINS,
    LOWER_BEGINS,
    MOST_CUBE,
    NAMING,
    NEED,
    NUMBER,
    ONLY,
    OPEN_AHEAD,
    OPENING,
    OPENING_CHOICE,
    OPENING_DICE,
    OPENING_PLAYED,
    OWNER,
    PLAYED,
    REPETITION,
    SCORE,
    SEEN,
    SIDE,
    STEPPING,
    STRUCK,
    SWAPPED,
    SWAPS,
    TURNS,
    USED,
    WHO,
)
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.guards import forget_throw
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.row import row_key
from tavola.rules.kernel.single_step import throw_begins
from tavola.rules.kernel.slots import (
    DICE_COUNT,
    FIXED,
    FIXED_DOUBLE,
    NAMER,
    NOBODY,
    THROW,
    THROW_COUNT,
    WIDTH,
)
from tavola.rules.kernel.throws import is_double, same
from tavola.rules.kernel.turn_program import (
    CHOOSE_DOUBLE,
    HAND_OVER,
    THROW_AGAIN,
    inherited_part,
    next_part,
)

# Where a game stands between two decisions.
BEGINNING, AT_START, DECISION, HANDED, OVER = 0, 1, 2, 3, 4


@jit
def ask(G: Ints, g: int, question: int, side: int) -> int:
    """Wait for a decision of `side`."""
    G[g + ASK], G[g + WHO] = question, side
    return DECISION


# ------------------------------------------------------------------------------ games and matches


@jit
def begin_game(T: Ints, Z: Ints, M: Ints, R: Ints, G: Ints, g: int, past: Ints, h: int) -> int:
    """The throw that says who begins, unless that is agreed; then perhaps its dice are played."""
    if M[OPENING] == AGREED and T[NAMER] >= 0:
        G[g + SIDE] = T[NAMER]
        return AT_START
    if M[OPENING] == LOSER_BEGINS and G[g + BEFORE] != 0:
        G[g + SIDE] = (G[g + BEFORE] - 1) ^ G[g + SWAPPED]
        note_position(Z, M, R, G, g, past, h)
        return AT_START
    while True:
        white, black = die(G, g + CHANCE), die(G, g + CHANCE)
        if white != black:
            break
        if M[AUTOMATIC] != 0 and G[g + CUBE] == 1 and M[HAS_CUBE] != 0:
            G[g + CUBE] = 2
    higher = 0 if white > black else 1
    G[g + SIDE] = 1 - higher if M[OPENING] in (LOWER_BEGINS, LOSER_BEGINS) else higher
    note_position(Z, M, R, G, g, past, h)
    if M[OPENING] == OPENING_CHOICE:
        G[g + OPENING_DICE], G[g + OPENING_DICE + 1] = white, black
    return (
        AT_START if M[OPENING] != OPENING_PLAYED else thrown(T, Z, M, R, G, g, 10 * white + black)
    )


@jit
def _next_game(M: Ints, R: Ints, G: Ints, g: int, start: Ints, drawn: bool) -> None:
    for cell in range(WIDTH):
        R[cell] = start[cell]
    for cell in range(FRESH, SCORE):
        G[g + cell] = 0
    G[g + FRESH], G[g + CUBE] = 1, 1
    G[g + GAME] += 1
    G[g + SWAPPED] ^= M[SWAPS]
    G[g + IDLE], G[g + TURNS], G[g + SEEN] = 0, 0, 0
    if M[HAS_CRAWFORD] == 0 or (G[g + CRAWFORD] == 1 and drawn):
        return
    if G[g + CRAWFORD] != 0:
        G[g + CRAWFORD] = 2
    elif max(G[g + SCORE], G[g + SCORE + 1]) == M[LENGTH] - 1:
        G[g + CRAWFORD] = 1


@jit
def close_game(M: Ints, R: Ints, G: Ints, g: int, start: Ints, winner: int, points: int) -> int:
    """Book a result; `winner` is a side, or -1 for a draw.  The match goes on or is decided."""
    length = M[LENGTH]
    G[g + BEFORE] = 0
    if winner >= 0:
        player = winner ^ G[g + SWAPPED]
        G[g + BEFORE] = 1 + (1 - player)
        G[g + SCORE + player] += points
        if length == 0:
            G[g + GAINED + player] += points
            G[g + GAINED + 1 - player] -= points
        elif G[g + SCORE + player] >= length:
            G[g + GAINED + player], G[g + GAINED + 1 - player] = 1, -1
            return OVER
    if length == 0 and (M[ALONE] != 0 or G[g + GAME] >= M[GAMES]):
        return OVER
    _next_game(M, R, G, g, start, winner < 0)
    return BEGINNING


# ------------------------------------------------------------------------------- before the throw


@jit
def may_double(M: Ints, G: Ints, g: int, side: int) -> bool:
    """Whether `side` may offer a double before this throw."""
    value = G[g + CUBE]
    if M[HAS_CUBE] == 0 or G[g + FRESH] == 0 or G[g + CRAWFORD] == 1:
        return False
    if G[g + OWNER] == 2 - side or 2 * value > M[MOST_CUBE]:
        return False
    if M[BANNED] == 0 or M[LENGTH] == 0:
        return True
    score = G[g + SCORE + (side ^ G[g + SWAPPED])]
    return not score + value < M[LENGTH] <= score + 2 * value


@jit
def at_start(T: Ints, Z: Ints, M: Ints, R: Ints, G: Ints, g: int) -> int:
    """What is asked before a throw; else the dice fall."""
    side = G[g + SIDE]
    if T[NAMER] == side:
        return ask(G, g, NAMING, side)
    if G[g + OPENING_DICE] != 0:
        return ask(G, g, KEEPING, side)
    if M[ANY_TURN] != 0 and G[g + ASKED] == 0 and may_double(M, G, g, 1 - side):
        return ask(G, g, DOUBLING, 1 - side)
    if may_double(M, G, g, side):
        return ask(G, g, DOUBLING, side)
    return throw(T, Z, M, R, G, g)


@jit
def throw(T: Ints, Z: Ints, M: Ints, R: Ints, G: Ints, g: int) -> int:
    """The dice fall, unless one throw is played for ever."""
    dice = G[g + FIXED_DICE]
    while dice == 0:
        first = die(G, g + CHANCE)
        dice = 10 * first + die(G, g + CHANCE)
        if T[DICE_COUNT] > 2:
            dice = 10 * dice + die(G, g + CHANCE)
        if is_double(dice) and T[FIXED] != 0 and T[FIXED_DOUBLE] == 0:
            dice = 0
    return thrown(T, Z, M, R, G, g, dice)


@jit
def thrown(T: Ints, Z: Ints, M: Ints, R: Ints, G: Ints, g: int, dice: int) -> int:
    """Dice lie on the table: they are played, or wait for the other side's where throws lie
    open."""
    side = G[g + SIDE]
    G[g + OPENING_DICE], G[g + OPENING_DICE + 1] = 0, 0
    if T[FIXED] != 0:
        G[g + FIXED_DICE] = dice
    if M[OPEN_AHEAD] != 0:
        mine, other = g + AHEAD + side, g + AHEAD + 1 - side
        G[mine if G[mine] == 0 else other] = dice
        if G[other] == 0:
            G[g + FRESH] = 0
            return AT_START
        dice, G[mine] = G[mine], 0
    return begin_throw(T, Z, R, G, g, dice)


@jit
def begin_throw(T: Ints, Z: Ints, R: Ints, G: Ints, g: int, dice: int) -> int:
    """A throw begins to be played."""
    throw_begins(T, Z, R, 0, G[g + SIDE])
    clear_turn(G, g)
    G[g + DICE] = dice
    return HANDED


@jit
def clear_turn(G: Ints, g: int) -> None:
    """Forget the throw that was played."""
    for cell in range(DICE, SCORE):
        G[g + cell] = 0


# -------------------------------------------------------------------------------- during the throw


@jit
def _what_follows(
    T: Ints, R: Ints, G: Ints, g: int, complete: bool, left: int, numbers: Ints
) -> int:
    if G[g + DICE] != 0:
        side, dice, chosen, index = G[g + SIDE], G[g + DICE], G[g + CHOSEN], G[g + INDEX]
        return next_part(T, R, side, dice, chosen, index, complete, left, numbers)
    number, times, index = G[g + HEIR], G[g + HEIR + 1], G[g + INDEX]
    if index == 0:
        return inherited_part(number, times, True, True, numbers)
    return inherited_part(number + index - 1, times, complete, False, numbers)


@jit
def advance(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    numbers: Ints,
    complete: bool,
    left: int,
) -> int:
    """Go on in the throw to its next part in which something can be played, or to its end."""
    R = W[ROWS]
    while True:
        code = _what_follows(T, R, G, g, complete, left, numbers)
        side = G[g + SIDE]
        if code == CHOOSE_DOUBLE:
            return ask(G, g, CHOOSING, side)
        if code > 0:
            need, only = due(T, Z, W, side, numbers, code)
            if need > 0:
                G[g + COUNT], G[g + USED], G[g + NEED], G[g + ONLY] = code, 0, need, only
                for i in range(code):
                    G[g + NUMBER + i] = numbers[i]
                return ask(G, g, STEPPING, side)
            G[g + INDEX] += 1
            complete, left = False, code
            continue
        stage = end_throw(T, Z, W, M, G, g, past, h, start, numbers, code)
        if stage != HANDED:
            return stage
        complete, left = True, 0


@jit
def end_throw(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    numbers: Ints,
    code: int,
) -> int:
    """The throw is ended: the next one, the heir, the other side, or the end of the game."""
    R = W[ROWS]
    side = G[g + SIDE]
    forget_throw(R, 0, side)
    winner, value = result(T, R, 0, side, G[g + STRUCK] != 0)
    if winner == NOBODY:
        return close_game(M, R, G, g, start, -1, 0)
    if winner >= 0:
        points = 1 if M[JACOBY] != 0 and G[g + OWNER] == 0 else value
        return close_game(M, R, G, g, start, winner, points * G[g + CUBE])
    G[g + IDLE] = 0 if G[g + PLAYED] > 0 else G[g + IDLE] + 1
    if code == HAND_OVER:
        number, times = numbers[0], numbers[1]
        clear_turn(G, g)
        G[g + HEIR], G[g + HEIR + 1] = number, times
        G[g + SIDE], G[g + FRESH] = 1 - side, 0
        return HANDED
    inherited = G[g + HEIR] != 0
    clear_turn(G, g)
    if code == THROW_AGAIN or (T[NAMER] == 1 - side and G[g + FRESH] != 0):
        G[g + FRESH] = 0
        return AT_START
    return _begin_turn(T, Z, W, M, G, g, past, h, start, numbers, side if inherited else 1 - side)


@jit
def _begin_turn(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    numbers: Ints,
    side: int,
) -> int:
    """The turn of `side` begins, unless the game is drawn or cut off."""
    R = W[ROWS]
    if G[g + IDLE] >= 2 and _dead(T, Z, W, G, g, numbers):
        return close_game(M, R, G, g, start, -1, 0)
    G[g + SIDE] = side
    if note_position(Z, M, R, G, g, past, h) >= 3:
        return close_game(M, R, G, g, start, -1, 0)
    G[g + FRESH], G[g + ASKED] = 1, 0
    G[g + TURNS] += 1
    if G[g + TURNS] >= M[CAP]:
        G[g + CUT] = 1
        return OVER
    return AT_START


@jit
def _dead(T: Ints, Z: Ints, W: Buffers, G: Ints, g: int, numbers: Ints) -> bool:
    """Neither side could play anything with any throw that can come."""
    R, fixed = W[ROWS], G[g + FIXED_DICE]
    for side in (0, 1):
        for n in range(T[THROW_COUNT]):
            dice = T[THROW + n]
            if (fixed != 0 and not same(fixed, dice)) or (side == T[NAMER] and is_double(dice)):
                continue
            code = next_part(T, R, side, dice, 0, 0, True, 0, numbers)
            if code > 0 and due(T, Z, W, side, numbers, code)[0] > 0:
                return False
    return True


@jit
def note_position(Z: Ints, M: Ints, R: Ints, G: Ints, g: int, past: Ints, h: int) -> int:
    """Note the position with the side on turn, where that counts; how often it was there so far."""
    if M[REPETITION] == 0:
        return 0
    key = row_key(Z, R, 0)
    key = key if G[g + SIDE] == 0 else ~key
    count = 1
    for i in range(G[g + SEEN]):
        if past[h + i] == key:
            count += 1
    past[h + G[g + SEEN]] = key
    G[g + SEEN] += 1
    return count
