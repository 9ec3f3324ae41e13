"""Part of the page of figures: the levels on one scale."""

from __future__ import annotations

from scripts.figures.page import MISSING, Page, table
from scripts.figures.ratings import MEASURE, RANDOM, Rating, ratings

from tavola.bots.levels import NAMES
from tavola.games import GAMES

HEAD = """\
## Ratings

All levels of a game, and a player who moves at random, in a round robin: neighbours meet most
often. Scores are won games, without the luck of the dice where one of the two looks ahead. On
Elo's scale 400 more win ten games for each that is lost; the level expert stands at 2000 in every
game. Where all games between two were won by one of them, the scale says little more than that. A
choice of level shows these figures; where two levels came out in the wrong order, as those do
that hardly differ, their mean.
"""


def part(page: Page) -> str:
    """The table of all games that have more than one level."""
    names = (RANDOM, *NAMES)
    lines = []
    for game in GAMES:
        name = f"{game}/{MEASURE}"
        if name not in page.rows:
            continue
        record = page.records.get(name)
        found = ratings(record) if record else {}
        mark = page.mark(name) if record else ""
        known = page.rows[name].settings["players"]
        line = [_told(found.get(one), mark) if one in known else "—" for one in names]
        lines.append([game, *line])
    return HEAD + "\n" + table(["game", *names], lines)


def _told(found: Rating | None, mark: str) -> str:
    if found is None:
        return MISSING
    return f"{found.elo:.0f}{f' ± {found.error:.0f}' if found.error else ''}{mark}"
