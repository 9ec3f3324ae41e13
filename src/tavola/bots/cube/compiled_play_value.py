"""What a play is worth at a cube and a score: `decisions.play_utility` in the plain subset.

A search compares many plays at one cube and one score, so all that does not depend on the position
is written once (`fill`) into a buffer `C` of double precision; `play_value` then takes the outputs
of a net.  The reference is `decisions.play_utility`, and a test holds both together.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.cube.context import Context
from tavola.bots.cube.cubeful import SAME, Holder
from tavola.bots.cube.decisions import FORGOTTEN
from tavola.bots.cube.efficiency import contact_efficiency
from tavola.bots.cube.result_values import scale, stakes
from tavola.rules.kernel.backend import doubles, jit
from tavola.rules.model.ruleset import Ruleset

Floats = Any

MOST_HEIGHTS = 12
"""Heights of the cube that can matter: a match to 99 points has 8."""

HEIGHTS, HOLDER, EFFICIENCY, SIZE, OFFSET, MONEY, BEAVERS, COUNTS, CONTACT = range(9)
"""Cells of `C`: how many heights there are, who holds the cube, its efficiency, the normalisation,
whether it is money play and with beavers, the highest multiple that counts, and the efficiency
while the sides can still meet."""
CORNERS = 9
"""Here the corners of the line of a live cube stand while it is looked at: chance and value."""
STAKES, STAKE = 17, 8
"""Here the values of each height begin: of winning one, two and three games, of losing them, and
whether the side and the other one may turn the cube there."""
LINES, LINE = STAKES + STAKE * MOST_HEIGHTS, 6
"""Here each height of a position begins: cash, drop, mean win, mean loss, chances to cash and to
take."""
ROOM = LINES + LINE * MOST_HEIGHTS

CASH, DROP, WIN, LOSS, CASH_POINT, TAKE_POINT = range(LINE)
MINE, THEIRS = 6, 7

_HOLDERS = {Holder.CENTRE: 0, Holder.MINE: 1, Holder.THEIRS: 2, Holder.NOBODY: 3}
IN_CENTRE, WITH_ME, WITH_THEM = 0, 1, 2
NOBODY_DOUBLES = -1.0
"""In place of a chance to cash or take, where nobody doubles."""


def buffer(rules: Ruleset) -> Floats:
    """A buffer `C` for a game."""
    made = doubles(ROOM)
    made[CONTACT] = contact_efficiency(rules)
    return made


def fill(C: Floats, context: Context) -> None:
    """Write down what a context says; its game must count multiples."""
    steps = stakes(context)
    size, offset = scale(context)
    C[HEIGHTS], C[HOLDER] = len(steps), _HOLDERS[context.holder]
    C[EFFICIENCY], C[SIZE], C[OFFSET] = context.efficiency, size, offset
    C[MONEY], C[BEAVERS], C[COUNTS] = context.money, context.beavers, context.counts
    for step, height in enumerate(steps):
        at = STAKES + STAKE * step
        for n in range(3):
            C[at + n], C[at + 3 + n] = height.win[n], height.loss[n]
        C[at + MINE], C[at + THEIRS] = height.mine, height.theirs


@jit
def _share(part: float, total: float) -> float:
    """What part of the wins (or losses) something is, 0-1."""
    return 0.0 if total < 1e-9 else min(max(part / total, 0.0), 1.0)


@jit
def _lines(C: Floats, win: float, a: float, b: float, c: float, d: float) -> None:
    """What is won and lost at each height in a position, and where the live cube is turned."""
    count, lose = int(C[HEIGHTS]), 1.0 - win
    gammons, losses = _share(a, win), _share(c, lose)
    triples, lost = min(_share(b, win), gammons), min(_share(d, lose), losses)
    for step in range(count):
        r, h = STAKES + STAKE * step, LINES + LINE * step
        C[h + CASH], C[h + DROP] = C[r], C[r + 3]
        C[h + WIN] = C[r] + gammons * (C[r + 1] - C[r]) + triples * (C[r + 2] - C[r + 1])
        C[h + LOSS] = C[r + 3] + losses * (C[r + 4] - C[r + 3]) + lost * (C[r + 5] - C[r + 4])
    if C[MONEY] != 0.0:
        _endless(C)
        return
    top = LINES + LINE * (count - 1)
    C[top + CASH_POINT] = C[top + TAKE_POINT] = NOBODY_DOUBLES
    for step in range(count - 2, -1, -1):
        h = LINES + LINE * step
        C[h + CASH_POINT] = _chance(C, _curve(C, step + 1, WITH_THEM), C[h + CASH])
        C[h + TAKE_POINT] = _chance(C, _curve(C, step + 1, WITH_ME), C[h + DROP])


@jit
def _endless(C: Floats) -> None:
    """Money: the take point repeats itself at every height (`cubeful.endless_cube`)."""
    turned = LINES + LINE
    win, loss = C[turned + WIN] / 2.0, -C[turned + LOSS] / 2.0
    spread = max(win + loss + 0.5, SAME)
    cash = min(max((loss + 1.0) / spread, 0.0), 1.0)
    take = min(max((loss - 0.5) / spread, 0.0), cash)
    for h in (LINES, turned):
        C[h + CASH_POINT], C[h + TAKE_POINT] = cash, take


@jit
def _above(x: float, y: float, u: float, v: float, p: float, value: float) -> float:
    """How far the point (p, value) lies above the line from (x, y) to (u, v)."""
    width = u - x
    return 0.0 if width < SAME else value - y - (v - y) * (p - x) / width


@jit
def _curve(C: Floats, step: int, holder: int) -> int:
    """Put the line of a live cube into the corners: how many there are."""
    h, r = LINES + LINE * step, STAKES + STAKE * step
    cash, take = C[h + CASH_POINT], C[h + TAKE_POINT]
    high = cash >= 0.0 and C[r + MINE] != 0.0 and holder in (IN_CENTRE, WITH_ME)
    low = take >= 0.0 and C[r + THEIRS] != 0.0 and holder in (IN_CENTRE, WITH_THEM)
    start, end = C[h + LOSS], C[h + WIN]
    if high:
        x, y = (take, C[h + DROP]) if low else (0.0, start)
        high = _above(x, y, 1.0, end, cash, C[h + CASH]) > SAME
    if low:
        u, v = (cash, C[h + CASH]) if high else (1.0, end)
        if _above(0.0, start, u, v, take, C[h + DROP]) >= -SAME:
            low = False
            high = high and _above(0.0, start, 1.0, end, cash, C[h + CASH]) > SAME
    n = CORNERS
    C[n], C[n + 1] = 0.0, start
    if low:
        n += 2
        C[n], C[n + 1] = take, C[h + DROP]
    if high:
        n += 2
        C[n], C[n + 1] = cash, C[h + CASH]
    n += 2
    C[n], C[n + 1] = 1.0, end
    return (n - CORNERS) // 2 + 1


@jit
def _value(C: Floats, corners: int, p: float) -> float:
    """The value of the line in the corners at a chance."""
    left = CORNERS
    for n in range(1, corners):
        right = CORNERS + 2 * n
        if p <= C[right] and C[right] > C[left]:
            rise = (C[right + 1] - C[left + 1]) * (p - C[left]) / (C[right] - C[left])
            found: float = C[left + 1] + rise
            return found
        left = right
    last: float = C[left + 1]
    return last


@jit
def _chance(C: Floats, corners: int, value: float) -> float:
    """The chance at which the line in the corners has a value."""
    left = CORNERS
    for n in range(1, corners):
        right = CORNERS + 2 * n
        if value <= C[right + 1]:
            rise = C[right + 1] - C[left + 1]
            share = (value - C[left + 1]) / rise if rise > SAME else 0.0
            found: float = C[left] + max(share, 0.0) * (C[right] - C[left])
            return found
        left = right
    last: float = C[left]
    return last


@jit
def _dead(C: Floats, step: int, holder: int, p: float, they_turn: bool) -> float:
    """Value with a cube that is not turned again, but for doubles that cost nothing."""
    h, r, nxt = LINES + LINE * step, STAKES + STAKE * step, LINES + LINE * (step + 1)
    value: float = C[h + LOSS] + (C[h + WIN] - C[h + LOSS]) * p
    if step + 1 >= C[HEIGHTS]:
        return value
    further = C[nxt + LOSS] + (C[nxt + WIN] - C[nxt + LOSS]) * p
    if (
        holder in (IN_CENTRE, WITH_ME)
        and C[r + MINE] != 0.0
        and abs(C[h + DROP] - C[nxt + LOSS]) < SAME
    ):
        value = max(value, min(further, C[h + CASH]))
    take = C[h + TAKE_POINT]
    if (
        holder in (IN_CENTRE, WITH_THEM)
        and C[r + THEIRS] != 0.0
        and abs(C[h + CASH] - C[nxt + WIN]) < SAME
        and (not they_turn or take < 0.0 or p > take)
    ):
        value = min(value, max(further, C[h + DROP]))
    return value


@jit
def _at(C: Floats, step: int, holder: int, p: float, they_turn: bool) -> float:
    """Normalised equity with the cube `step` doubles higher and with a holder."""
    live = _value(C, _curve(C, step, holder), p)
    value = live + (1.0 - C[EFFICIENCY]) * (_dead(C, step, holder, p, they_turn) - live)
    equity: float = (value - C[OFFSET]) / C[SIZE]
    return equity


@jit
def play_value(C: Floats, y: Floats) -> float:
    """Equity of a side that has just played, from the outputs `y` of a net in its view."""
    win = min(max(float(y[0]), 0.0), 1.0)
    a = float(y[1]) if C[COUNTS] > 1 else 0.0
    b = float(y[2]) if C[COUNTS] > 2 else 0.0
    c = float(y[3]) if C[COUNTS] > 1 else 0.0
    d = float(y[4]) if C[COUNTS] > 2 else 0.0
    _lines(C, win, a, b, c, d)
    holder = int(C[HOLDER])
    equity = _at(C, 0, holder, win, True)
    if holder not in (IN_CENTRE, WITH_THEM) or C[STAKES + THEIRS] == 0.0:
        return equity
    taken = _at(C, 1, WITH_ME, win, False)
    if C[BEAVERS] != 0.0 and C[MONEY] != 0.0:
        taken = max(taken, -max(-2.0 * taken, -2.0))
    doubled = max(taken, (C[LINES + DROP] - C[OFFSET]) / C[SIZE])
    return equity if equity <= doubled else doubled + FORGOTTEN * (equity - doubled)
