"""A new game in the workshop: a folder with stubs, playable at once.

    python -m scripts.new_game ID --like GAME        or        make game ID=... LIKE=...

The game begins as its relative plays.  Change the axes in its `game.py`, and terminal and browser
play it; what is not there yet is shown in English, or by its id.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path

from tavola.games import GAMES, find
from tavola.rules.model.declaration import Game
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.terminal.typed_line import page_of
from tavola.words import rule_pages

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "src" / "tavola" / "games"
_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)\d")
"""What Windows calls devices: no folder there can have such a name."""

_GAME = '''"""{name}."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.{folder}.examples import EXAMPLES
from tavola.games.{like}.game import GAME as LIKE

GAME = replace(
    LIKE,
    id="{id}",
    place=0,
    family="workshop",
    rules=replace(
        LIKE.rules,
        # TODO: the axes that differ, as rules/model/ruleset.py names them, such as  stack=5,
    ),
    source="TODO: where the rules come from, and what was decided where they are silent.",
    examples=EXAMPLES,
    net_of="",  # the relative's net, if it has none of its own, knows other positions
    telling=(),  # TODO: the moments that show it best, once the axes are set
)
'''

_EXAMPLES = '''"""Worked examples of {name}."""

from __future__ import annotations

from tavola.rules.model.declaration import Example

EXAMPLES = (
    Example(then="{start}", rule="start"),
    # TODO: positions with all their plays, above all those that the relative would play otherwise:
    # Example(text="W 10:1 | B 21:2 24:1 | W 5-6", plays=("10/16",), rule="the higher number"),
)
'''

_PAGE = """# {name}
*TODO: what is odd about it, in one line.*
<!-- like {like_id} -->

## {section}

TODO: As in {like_name}, except that ...
"""


def name_of(game_id: str) -> str:
    """An English name to begin with."""
    return game_id.replace("-", " ").capitalize()


def problem_with(game_id: str) -> str:
    """Why there can be no new game of an id, or nothing."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game_id) or len(game_id) > 40:
        return "an id is made of small letters, digits and single hyphens, at most 40"
    if game_id in GAMES or (CATALOGUE / game_id.replace("-", "_")).exists():
        return f"there is a game “{game_id}” already"
    if (CATALOGUE / f"{game_id.replace('-', '_')}.py").exists():
        return f"“{game_id}” is the name of a module"
    if keyword.iskeyword(game_id):
        return f"“{game_id}” is a word of Python: its folder could not be imported"
    if _DEVICE.fullmatch(game_id):
        return f"“{game_id}” is a device of Windows: its folder could not be made there"
    if page_of(game_id) is not None:
        return f"“tavola rules {game_id}” shows a page about all games"
    return ""


def _problem_of_relative(like: Game) -> str:
    """Why no game can begin as this one, or nothing: a rotation declares no rules of its own."""
    games = ", ".join(one.id for one in like.rotation)
    return games and f"“{like.id}” is a rotation: take one of its games ({games})"


def write(game_id: str, like: Game) -> list[Path]:
    """Write the stubs; the files."""
    page = rule_pages.page("en", like.id)
    values = {
        "id": game_id,
        "folder": game_id.replace("-", "_"),
        "name": name_of(game_id),
        "like": like.id.replace("-", "_"),
        "like_id": like.id,
        "like_name": page.title,
        "section": page.sections[0].title,
        "start": Position.start(like.rules).text(),
    }
    place = CATALOGUE / values["folder"]
    place.mkdir()
    made = []
    for name, text in (("game.py", _GAME), ("examples.py", _EXAMPLES), ("en.md", _PAGE)):
        (place / name).write_text(text.format(**values), encoding="utf-8")
        made.append(place / name)
    return made


def main() -> int:
    """Make a game and say what is to be filled in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("id", help="a stable name in small letters: village-game")
    parser.add_argument("--like", required=True, help="the id of the relative it begins as")
    wish = parser.parse_args()
    try:
        like = find(wish.like)
    except Refused:
        print(f"there is no game “{wish.like}”: {', '.join(GAMES)}", file=sys.stderr)
        return 2
    problem = _problem_of_relative(like) or problem_with(wish.id)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    for path in write(wish.id, like):
        print(f"written: {path.relative_to(ROOT)}")
    print(
        f"\nPlay it:  tavola play {wish.id}     tavola serve, in the family Workshop"
        f"\nFill in what says TODO; then:  make game-data ID={wish.id}"
        f"\nWhat is owed before it ships:  python -m scripts.owed {wish.id}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
