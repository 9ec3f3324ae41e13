"""The documentation as pages of a site: what lies in docs, each game, and the public names.

    python -m scripts.docs_site [--serve]

Everything is gathered below the folder "build": Zensical reads what is in "pages" and writes
"html".  A link that leads nowhere ends the build.  Nothing is asked of another server when the
pages are read: a page of the result that names a foreign script, sheet, font or picture is an
error, too.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import tavola
from tavola.drawing import wall_pictures
from tavola.games import OFFERED, by_family
from tavola.rules.model.declaration import Game
from tavola.words import names
from tavola.words.rule_pages import page
from tavola.words.translations import LANGUAGES, Words

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "site"
PAGES, HTML = BUILD / "pages", BUILD / "html"
COPIED = ("*.md", "figures/*.svg", "examples/*")
_OUTSIDE = re.compile(r"\]\(\.\./([\w./-]+)\)")
_FOREIGN = re.compile(
    r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["']?(?:https?:)?//[^"'> ]+"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preconnect|preload))[^>]*"""
    r"""\bhref=["']?(?:https?:)?//[^"'> ]+"""
    r"""|url\(["']?(?:https?:)?//[^"') ]+"""
)


def gather() -> None:
    """Write everything that the pages are made of."""
    shutil.rmtree(BUILD, ignore_errors=True)
    PAGES.mkdir(parents=True)
    for pattern in COPIED:
        for path in sorted((ROOT / "docs").glob(pattern)):
            target = PAGES / path.relative_to(ROOT / "docs")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        (PAGES / name.lower()).write_text(text.replace("](docs/", "]("), encoding="utf-8")
    for path in PAGES.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(_OUTSIDE.sub(lambda found: f"]({found[1].lower()})", text), "utf-8")
    (PAGES / "index.md").write_text(_index(), encoding="utf-8")
    (PAGES / "reference.md").write_text(_reference(), encoding="utf-8")
    (PAGES / "games").mkdir()
    (PAGES / "games" / "index.md").write_text(_list_of_games(), encoding="utf-8")
    for game in OFFERED.values():
        (PAGES / "games" / f"{game.id}.md").write_text(_page_of(game), encoding="utf-8")
        (PAGES / "games" / f"{game.id}.svg").write_text(_picture_of(game), encoding="utf-8")


# --------------------------------------------------------------------------------------- its pages


def _index() -> str:
    """The first page: the README, with a drawn board in place of the one in letters."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").replace("](docs/", "](")
    board = "![A first play of backgammon](games/backgammon.svg)"
    drawn = re.sub(r"```\n.*?```", board, text, count=1, flags=re.DOTALL)
    return drawn.replace("](CONTRIBUTING.md)", "](contributing.md)")


def _reference() -> str:
    """Every public name of the library, from its docstring."""
    parts = ["# Public names", "Everything that `import tavola` gives, by what is written there."]
    parts += [f"::: tavola.{name}" for name in tavola.__all__ if name not in ("GAMES", "FAMILIES")]
    return "\n\n".join(parts) + "\n"


def _list_of_games() -> str:
    words = Words("en")
    parts = ["# Games", "The rules of each game, as Tavola tells them at its board."]
    for family, games in by_family().items():
        parts.append(f"## {names.family_name(words, family)}")
        parts.append(
            "\n".join(f"- [{_title(game)}]({game.id}.md): {_line(game)}" for game in games)
        )
    return "\n\n".join(parts) + "\n"


def _title(game: Game) -> str:
    return page("en", game.id).title


def _line(game: Game) -> str:
    return page("en", game.id).line


def _page_of(game: Game) -> str:
    """The rules of a game with the moment that tells it, its names, and how it is opened."""
    found = page("en", game.id)
    parts = [f"# {found.title}", f"*{found.line}*", f"![A moment of {found.title}]({game.id}.svg)"]
    parts += [f"## {section.title}\n\n{section.text}" for section in found.sections]
    called = "\n".join(f"- {lang}: {page(lang, game.id).title}" for lang in LANGUAGES)
    parts.append(f"## Names\n\n{called}")
    parts.append(f'## In a program\n\n    tavola.Match("{game.id}")\n\n    tavola play {game.id}')
    return "\n\n".join(parts) + "\n"


def _picture_of(game: Game) -> str:
    shown = wall_pictures.moment(game, game.telling[0] if game.telling else None)
    return tavola.svg(shown.state, play=shown.steps, numbering="booklet", width=560)


# ---------------------------------------------------------------------------------- what came of it


def foreign() -> Iterator[str]:
    """What the pages would ask of other servers."""
    for path in sorted(HTML.rglob("*")):
        if path.suffix in (".html", ".css"):
            for found in _FOREIGN.finditer(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(HTML)}: {found[0]}"


def main() -> int:
    """Build the site, or show it as it is written; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--serve", action="store_true", help="show it at a port of this computer")
    wishes = parser.parse_args()
    gather()
    order = ["serve"] if wishes.serve else ["build", "--strict", "--clean"]
    done = subprocess.run([sys.executable, "-m", "zensical", *order], cwd=ROOT, check=False)
    if done.returncode or wishes.serve:
        return done.returncode
    found = list(foreign())
    print("\n".join(found) or f"The site is at {HTML.relative_to(ROOT)}.")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
