"""The worked examples of the rules, as data.

Positions use the text form of the oracle (``W 1:2 bar:1 | B 24:2``), plays the booklet's points.
A play is written ``8/14*``, ``10/15/17``, ``res/6(4)``; one play stands for each different end.
Checkers that a position does not mention are off.
"""

from __future__ import annotations

from cases.acey_deucey_to_snake import (
    ACEY,
    CATCH,
    DOUBLETS,
    LUDUS,
    MEXICAN,
    OLD_BRITAIN,
    PIN,
    SHORT,
)
from cases.ends import BANS, DEADS, SCORES, SETTLES, STARTS, TURNS
from cases.eureka_to_french_2 import EUREKA_CASES, FRENCH_2, FRENCH_RUSSIAN, GIOUL, PUFF
from cases.fevga_to_gul_bara import FEVGA, GUL_BARA, JACQUET, MOULTEZIM, NARDE
from cases.follow import FOLLOW
from cases.kinds import (
    AGAIN,
    BLACK,
    CHOOSE,
    END,
    GIOUL_B,
    GIOUL_C,
    WHITE,
    BanCase,
    Case,
    DeadCase,
    Dice,
    Done,
    FollowCase,
    Part,
    ScoreCase,
    SettleCase,
    StartCase,
    TurnCase,
    four,
)
from cases.longgammon_to_us_acey import LONGGAMMON, MISERE, PLAKOTO, TAPA, TAVLA, US_ACEY_DEUCEY
from cases.perft import PERFT, PERFT_BACKGAMMON_2, PERFT_MEXICAN_CHOSEN
from cases.rulings import BASE, CORNER_RULINGS
from cases.table_choices import TABLE_CHOICES

CASES: tuple[Case, ...] = (
    *BASE,
    *CORNER_RULINGS,
    *EUREKA_CASES,
    *PUFF,
    *FRENCH_RUSSIAN,
    *GIOUL,
    *FRENCH_2,
    *ACEY,
    *MEXICAN,
    *OLD_BRITAIN,
    *PIN,
    *CATCH,
    *DOUBLETS,
    *LUDUS,
    *SHORT,
    *TABLE_CHOICES,
    *LONGGAMMON,
    *TAPA,
    *PLAKOTO,
    *TAVLA,
    *MISERE,
    *US_ACEY_DEUCEY,
    *FEVGA,
    *NARDE,
    *MOULTEZIM,
    *JACQUET,
    *GUL_BARA,
)

__all__ = [
    "AGAIN",
    "BANS",
    "BLACK",
    "CASES",
    "CHOOSE",
    "DEADS",
    "END",
    "FOLLOW",
    "GIOUL_B",
    "GIOUL_C",
    "PERFT",
    "PERFT_BACKGAMMON_2",
    "PERFT_MEXICAN_CHOSEN",
    "SCORES",
    "SETTLES",
    "STARTS",
    "TURNS",
    "WHITE",
    "BanCase",
    "Case",
    "DeadCase",
    "Dice",
    "Done",
    "FollowCase",
    "Part",
    "ScoreCase",
    "SettleCase",
    "StartCase",
    "TurnCase",
    "four",
]
