"""The looks of a picture, from the styles of the browser's board: one place for both.

A picture that stands alone carries those rules of `web/static/board/board.css` that it needs, with
the colours of a theme of `themes.css` put in, since few programs that draw SVG know variables.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_STYLES = Path(__file__).parents[1] / "web" / "static" / "board"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_THEME = re.compile(r'\[data-theme="(\w+)"\] \{([^}]*)\}')
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\(--b-([\w-]+)\)")
_PRODUCT = re.compile(r"calc\(([\d.]+) \* ([\d.]+)\)")
_DRAWN = ("fill", "stroke", "opacity", "stop", "text-decoration", "display")
"""How the names of properties begin that matter to a picture that stands still."""


def _read(name: str) -> str:
    return _COMMENT.sub("", (_STYLES / name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def themes() -> dict[str, dict[str, str]]:
    """Every theme by name, with its colours."""
    plain = _read("themes.css").partition("@media")[0]
    return {name: dict(_declared(body, "--b-")) for name, body in _THEME.findall(plain)}


def _declared(body: str, start: str = "") -> list[tuple[str, str]]:
    pairs = (line.partition(":") for line in body.split(";") if ":" in line)
    return [
        (name.strip().removeprefix(start), value.strip())
        for name, _, value in pairs
        if name.strip().startswith(start)
    ]


@lru_cache(maxsize=1)
def _rules() -> tuple[tuple[str, str], ...]:
    """Selector and declarations of every rule that says how something looks."""
    found = []
    for selectors, body in _RULE.findall(
        re.sub(r"@media[^{]*\{.*?\}\s*\}", "", _read("board.css"))
    ):
        kept = [f"{name}:{value}" for name, value in _declared(body) if name.startswith(_DRAWN)]
        if kept:
            looks = ";".join(kept)
            found += [(one.strip().removeprefix(".board "), looks) for one in selectors.split(",")]
    return tuple(found)


def style(theme: str, root: str, classes: set[str]) -> str:
    """The rules for what has these classes, below an element of class `root`.

    Raises KeyError for a theme that is none.
    """
    colours = themes()[theme]
    by_looks: dict[str, list[str]] = {}
    for selector, looks in _rules():
        if set(re.findall(r"\.([\w-]+)", selector)) <= classes:
            by_looks.setdefault(looks, []).append(f".{root} {selector}")
    text = "".join(f"{','.join(names)}{{{looks}}}" for looks, names in by_looks.items())
    text = _VARIABLE.sub(lambda found: colours[found[1]], text)
    return _PRODUCT.sub(lambda found: f"{float(found[1]) * float(found[2]):g}", text)


def page_style(light: str, dark: str) -> str:
    """The rules for boards drawn without a theme in a page that stands alone: in the colours of
    one theme, and of another one where the reader likes it dark.

    Raises KeyError for a theme that is none.
    """
    rules = "".join(f".board {selector}{{{looks}}}" for selector, looks in _rules())
    first, second = (
        "".join(f"--b-{name}:{colour};" for name, colour in themes()[theme].items())
        for theme in (light, dark)
    )
    return f":root{{{first}}}@media (prefers-color-scheme:dark){{:root{{{second}}}}}{rules}"
