"""A game of a batch as integers: which cell holds what.  Where the checkers are stands in a row.

`G` holds `CELLS` integers a game; `M` how the games add up, the same for all of a batch.
"""

from __future__ import annotations

# What is asked (cell ASK), and in whose turn the game is: a stage that nobody decides is ENDED.
STEPPING, CHOOSING, NAMING, DOUBLING, KEEPING, ANSWERING, ENDED = range(7)

# Cells of a game in G.
ASK = 0  # what is asked
WHO = 1  # the side that is asked
SIDE = 2  # the side on turn
FRESH = 3  # the turn begins
ASKED = 4  # the other side was asked for a double before this throw
OPENING_DICE = 5  # White's and Black's die where the starter may play them, else 0
AHEAD = 7  # + side: the throw that lies open, as `throws.py` has it
FIXED_DICE = 11  # the throw of the whole game
CUBE = 13  # its value
OWNER = 14  # 0 the middle, else 1 + side
OFFERED = 15  # the value that is offered
OFFERER = 16  # by whom
DICE = 17  # the throw; 0 while inherited numbers are played
CHOSEN = 19
INDEX = 20  # of the part
COUNT = 21  # of its numbers
NUMBER = 22  # four cells
USED = 26
NEED = 27
ONLY = 28
HEIR = 29  # number and times of an inherited run, or 0
PLAYED = 31  # steps since the throw
STRUCK = 32  # one of them hit
SCORE = 33  # of player 0 and 1
GAME = 35
SWAPPED = 36
CRAWFORD = 37  # 0 before, 1 during, 2 after the Crawford game
IDLE = 38
TURNS = 39
SEEN = 40  # positions that were noted
CUT = 41  # ended by the cap
GAINED = 42  # of player 0 and 1, since it was last set to 0
BEFORE = 44  # who lost the game before: 1 + player, 0 nobody
CHANCE = 45  # the state of the dice, two cells; from here on another match goes on with what is
CHOICE = 47  # that of decisions at random, two cells
CELLS = 49

# How games add up, in M.
LENGTH = 0  # points that decide the match, 0 for none
GAMES = 1  # games that decide it, 0 for none
HAS_CRAWFORD = 2
JACOBY = 3  # gammons count with a turned cube only
BEAVERS = 4
AUTOMATIC = 5
SWAPS = 6  # players change colours after each game
OPENING = 7
OPEN_AHEAD = 8  # the opponent's next throw lies open
HAS_CUBE = 9
ANY_TURN = 10  # one may double in the opponent's turn, too
BANNED = 11  # no double that lets a simple win decide the match
REPETITION = 12
CAP = 13  # turns after which a game is cut off
MOST_CUBE = 14
ALONE = 15  # open money play: a batch plays one game of it
TERMS = 16

FRESH_DICE, OPENING_PLAYED, OPENING_CHOICE, AGREED, LOWER_BEGINS, LOSER_BEGINS = range(6)  # OPENING

# An observation: cells, from the view of one side.  Points are those of each side's own track.
CHECKERS_SEEN = 0  # + 52 for the other side: 24 points
MARKS_SEEN = 24  # 24 points: a pinned checker, or a tower lying side by side
POOLS_SEEN = 48  # bar, reserve, off, stage
OTHER_SEEN = 52
QUESTION_SEEN = 104  # six cells, one of them 1: what is asked
LEFT_SEEN = 110  # how many of each number 1 to 12 are left in the part
DICE_SEEN = 122  # the throw, higher die first
CHOSEN_SEEN = 124
PART_SEEN = 125
NEED_SEEN = 126
ONLY_SEEN = 127
HEIR_SEEN = 128  # the number of an inherited run, and how often it is played first
STRUCK_SEEN = 130
AHEAD_SEEN = 131  # dice that lie open: own, then the other's, higher die first
FIXED_SEEN = 135
OPENING_SEEN = 137  # own die, other's die
SECOND_SEEN = 139  # another throw of this turn follows for certain
NAMES_SEEN = 140  # own side names its throws, the other one does
CUBE_SEEN = 142  # how often it was doubled
OWNER_SEEN = 143  # it is mine, it is the other's
OFFERED_SEEN = 145  # how often the offered cube was doubled, 0 for no offer
MY_TURN_SEEN = 146
TO_GO_SEEN = 147  # points that I, and the other, need to win the match; 0 without a length
CRAWFORD_SEEN = 149  # three cells: before (or none), during, after
GAMES_LEFT_SEEN = 152
IDLE_SEEN = 153
WHITE_SEEN = 154
OBSERVED = 155
"""Length of an observation."""

# What the second version has behind all that: what rows know beside checkers.
RUNS_SEEN = 155  # with which throw of mine, and of the other, doubles begin to run; 0: they run
HEAD_SEEN = 157  # what has left my head in this throw, and the other's (LEFT_HEAD)
STAY_SEEN = 159  # six points, 1 pip from the end first: who is on turn has hit there in this throw
MIDDLE_SEEN = 165  # the middle die of three
OBSERVED_2 = 166
"""Length of the second version."""
