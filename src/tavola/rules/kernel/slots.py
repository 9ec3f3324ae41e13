"""Positions, steps and rules as integers: which cell of a row and which slot of a table holds what.

A position is a *row* of `WIDTH` small integers inside a flat buffer, at offset `o`:

====================  ==========================================================================
cell                  content
====================  ==========================================================================
1-24                  checkers on a booklet point; White positive, Black negative (of two
                      colours on one point, the one on top)
BAR, RESERVE, OFF     + side: checkers of that side there (OFF counts captured ones in Catch me)
STAGE                 + side: 1-3 in Doublets
MARK                  + point: +1/-1 a pinned White/Black checker lies below; in Doublets the
                      tower lies side by side
LEFT_HEAD             + side: what has left the first point in this throw (HEAD): 0 nothing; 1-6 one
                      with that number, when all stood there; 7 no more may; 0 between throws
RUNS_IN               + side: with which throw of that side from now on its doubles begin to run
                      upwards (run_from); during a throw it is counted already; 0: they run
HITTERS               + side: where it has hit at home in this throw (STAY), as six bits of a signed
                      number: bit n - 1 for the point n pips from the end; 0 between throws
BURST_OPEN            1 if the step that ended the game burst a point; else 0
====================  ==========================================================================

A step is one integer, `number << 10 | source << 5 | target`; source is a point, FROM_BAR or
FROM_RESERVE, target a point or TO_OFF.
"""

from __future__ import annotations

WIDTH = 64
BAR = 25
RESERVE = 27
OFF = 29
STAGE = 31
MARK = 32
LEFT_HEAD = 57
RUNS_IN = 59
HITTERS = 61
BURST_OPEN = 63

NO_MORE = 7
"""LEFT_HEAD: nothing else may leave the first point."""

FROM_BAR = 25
FROM_RESERVE = 26
TO_OFF = 27

# Slots of the rule table T (rule_table.py fills them).
MOVE = 0
LAST = 1
CHECKERS = 2
ENTER_FIRST = 3
BAR_FIRST = 4
CONTACT = 5
BLOCK = 6
OVERTAKING = 7
BACKWARD = 8
NUMBERS = 9
LOW_FIRST = 10
WASTE = 11
WIN_COMPLETE = 12
DOUBLE_MOVES = 13
DOUBLE_THEN = 14
INCOMPLETE = 15
AGAIN = 16
ACE_DEUCE = 17
ACE_DEUCE_AGAIN = 18
BEAR_OFF = 19
GOAL = 20
HIT_LOSES = 21
MOTHER = 22
SCORE = 23
HIT_SCORE = 24
TRIPLE_NONE_OFF = 25
REAR_FIRST = 26
CAPACITY = 27
NAMER = 28
FIXED = 29
FIXED_DOUBLE = 30
GREEDY = 31
GUARDED = 32  # one of the following
RUNNER = 33
HEAD = 34
HEAD_TWICE = 35  # bit n: the double of n
QUARTER = 36
WALL = 37
ENEMY_QUARTER = 38
STAY = 40
THROW_COUNT = 41  # different throws
CHANCES = 42  # what their weights add up to
DICE_COUNT = 43  # dice of a throw
BURST = 44
LEAST_EXCESS = 45
JAN = 46
BURST_JAN = 47
ARRANGED = 48  # how many arrangements there are
TRACK = 64  # + 32 * side + path point: booklet point
PATH = 128  # + 32 * side + booklet point: path point, 0 if none
LIMIT = 192  # + path point: landing needs fewer own checkers than this
CORNER = 224  # + path point: the next corner ahead
IS_CORNER = 256  # + path point
BIT = 288  # + hash of a power of two: its exponent
THROW = 320  # + n: throw number n (`throws.py`)
WEIGHT = 384  # + n: how many of all throws are like it
ARRANGEMENT = 448  # + 8 * number: checkers on the last six points, in the order they are passed

BAR_BIT = 30
ALL_SOURCES = (1 << 31) - 1

# What the slots hold; `rule_table.py` says which value of an axis is which.
RUN, CIRCLE, TOWERS = 0, 1, 2  # MOVE
HIT, PIN, FACING, CAPTURE = 0, 1, 2, 3  # CONTACT
BOTH, LOWER, SUM = 0, 1, 2  # NUMBERS
HIGHER, EITHER, LAPSE = 0, 1, 2  # WASTE
NOTHING, OTHER_FACE, UPWARDS = 0, 1, 2  # DOUBLE_THEN
STOP, GO_ON, HAND, HAND_REST = 0, 1, 2, 3  # INCOMPLETE
NEVER, ALWAYS, COMPLETE = 0, 1, 2  # AGAIN, ACE_DEUCE_AGAIN
ORDINARY, CHOOSE, PLAY_AND_CHOOSE = 0, 1, 2  # ACE_DEUCE
STANDARD, EXACT, ANY_LOWER, PILE, CHECKER, TOWER, FARTHEST = 0, 1, 2, 3, 4, 5, 6  # BEAR_OFF
FIRST_OFF, LAST_OFF, CAPTURE_ALL = 0, 1, 2  # GOAL
NO_MOTHER, MOTHER_WINS, MOTHER_SAFE = 0, 1, 2  # MOTHER
SINGLE, GAMMON, BACKGAMMON, CHECKERS_LEFT, PIPS, BAR_LEFT = 0, 1, 2, 3, 4, 5  # SCORE, HIT_SCORE
FREE, AHEAD, OPENED, LAST_TWO = 0, 1, 2, 3  # WALL

# Whose a game is, as `result` answers, besides 0 and 1.
GOES_ON, NOBODY = -1, 2  # it is not over; it is over, and drawn

# Why a checker may not land, as `landing` answers.
OPEN, BLOCKED, FULL, OWN_BELOW, OVERTAKES = 0, 1, 2, 3, 4
# Why a checker may not leave the board, as `leaving` answers.
NOT_HOME, NOT_EXACT, FARTHER = 5, 6, 7
# Why a step is forbidden that nothing stands in the way of, as `guard` answers.
RUNNER_FIRST, HEAD_ONCE, QUARTER_FULL, WALLED = 8, 9, 10, 11
ENEMY_QUARTER_FULL, LAST_TWO_FIRST = 12, 13
HITTER_STAYS = 14
