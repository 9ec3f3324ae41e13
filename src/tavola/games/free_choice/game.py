"""Double against Free Choice."""

from __future__ import annotations

from tavola.games.common import CUBE
from tavola.games.common_examples import STANDARD
from tavola.games.free_choice.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Opening, Ruleset, Side

NAMER = Option(
    name="namer",
    values={"white": {"namer": Side.WHITE}, "black": {"namer": Side.BLACK}},
    label=mark("Who names the throws"),
)

AGREED_OPENING = Option(
    name="opening",
    values={"agreed": {"opening": Opening.AGREED}, "fresh": {"opening": Opening.FRESH}},
    label=mark("First throw"),
    labels={
        "agreed": mark("agreed: whoever names begins"),
        "fresh": mark("each throws one die, and whoever is higher begins"),
    },
)


GAME = Game(
    id="free-choice",
    place=25,
    family="twists",
    rules=Ruleset(namer=Side.WHITE, opening=Opening.AGREED, swap_roles=True),
    options=(AGREED_OPENING, CUBE, NAMER),
    source=(
        "Booklet, Double against free choice. The side that names begins. It may name a throw that "
        "cannot be played. The other side plays one throw completely, then a second, even if the "
        "first was incomplete; both are compulsory."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text=f"{STANDARD} | W",
            choices=(
                *("6-5", "6-4", "6-3", "6-2", "6-1", "5-4", "5-3", "5-2", "5-1"),
                *("4-3", "4-2", "4-1", "3-2", "3-1", "2-1"),
            ),
            chosen="3-1",
        ),
    ),
)
