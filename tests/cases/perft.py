"""How many plays there are from the start."""

from __future__ import annotations

# Distinct ends of the first phase from the start, summed over the 21 throws; a throw
# that allows nothing counts 1.  Acey's 1-2 counts as the two numbers, Mexican's 1-2 as the six
# doubles it may become (231 of the 619), the namer of Free choice has 15 throws.
# The figures are for (White, Black).
PERFT: dict[str, tuple[int, int]] = {
    "backgammon": (447, 447),
    "eureka": (353, 353),
    "puff": (21, 21),
    "puff-long": (21, 21),
    "french-1": (21, 21),
    "doublets": (21, 21),
    "puff-russian": (39, 39),
    "puff-russian-long": (39, 39),
    "russian": (39, 39),
    "gioul": (59, 59),
    "french-2": (36, 36),
    "acey-deucey": (60, 60),
    "mexican": (619, 619),
    "old-britain": (405, 405),
    "pin": (280, 280),
    "catch-me": (96, 96),
    "ludus-lumbadorum": (37, 37),
    "backwards": (1862, 1862),
    "straight": (447, 224),
    "fixed-throw": (447, 447),
    "no-hit": (447, 447),
    "open-throw": (447, 447),
    "reverse": (447, 447),
    "snake": (21, 387),
    "free-choice": (190, 447),
}

# Parts of the figures above, and the one figure of two plies.
PERFT_MEXICAN_CHOSEN = 231
PERFT_BACKGAMMON_2 = 202782
