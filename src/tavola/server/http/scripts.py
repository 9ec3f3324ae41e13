"""Scripts and styles as they are sent: without their comments and indents, and a page's script
with all that it imports, so that a table comes in few requests.

The modules are plain ES modules that a browser could load one by one; here they are only put
behind each other, each in a function of its own.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""A comment that fills its lines."""
_REMARK = re.compile(r"[ \t]+// [^'\"`\n]*$", re.MULTILINE)
"""A comment behind a line of a script; one with quotes stays, since it might be inside a text."""
_INDENT = re.compile(r"^[ \t\n]+", re.MULTILINE)
"""Nothing that we serve has a text of several lines in it, where it would mean something."""
_OPEN_END = re.compile(r"^((?:(?!//)[^\n])*[;{,(\[])\n", re.MULTILINE)
"""A line of a script that another one may follow without a break; one with a comment in it, or what
looks like one, stays as it is."""
_OPERATOR = re.compile(r"('(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)| (=>|===|!==|&&|\|\||\?\?) ")
"""An operator of a script between spaces; texts are left alone."""
_AIRY = re.compile(r'("[^"\n]*")|\s*([{};,])\s*|(:)[ \t]+')
"""Spaces of a style that mean nothing; what stands in quotes is left alone."""
_IMPORT = re.compile(
    r"^import\s*(?:\{([^}]*)\}\s*|\*\s*as ([\w$]+)\s+)from\s+'([^']+)';\n", re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) ([\w$]+))", re.MULTILINE)
_EXPORTED = re.compile(r"^export\s*\{([^}]*)\};?\n?", re.MULTILINE)
_RENAMED = re.compile(r"\s+as\s+")
_LISTED = re.compile(r",\s*")
_LATER = re.compile(r"\bimport\('(\.[^']+)'\)")
_DESTRUCTURED = re.compile(r"^export const\s*\{([^}]*)\}", re.MULTILINE)


@lru_cache(maxsize=256)
def bare(path: Path, version: str) -> str:
    """A script or style without its comments and indents; a style without spaces that mean nothing,
    too.  A comment that shares its line with a style, or has quotes, stays."""
    text = _INDENT.sub("", _COMMENT.sub("", path.read_text(encoding="utf-8")))
    if path.suffix != ".css":
        return _REMARK.sub("", text)
    return _AIRY.sub(lambda found: found[1] or found[2] or found[3], text)


@lru_cache(maxsize=16)
def whole(path: Path, version: str) -> str:
    """A script together with all modules that it imports when it is loaded, without breaks of lines
    and spaces that mean nothing; its own exports stay.

    Those that are imported while it runs (`import('...')`) are left to be asked for, from where
    the script itself lies.
    """
    names: dict[Path, str] = {}
    parts: list[str] = []
    main = _linked(path, path.parent, version, names, parts)
    text = _OPEN_END.sub(r"\1", "".join([*parts, main]))
    return _OPERATOR.sub(lambda found: found[1] or found[2], text)


def _linked(path: Path, home: Path, version: str, names: dict[Path, str], parts: list[str]) -> str:
    """The text of a module with constants in place of its imports; what it imports is added to
    `parts`, each module once and after those that it needs.  `home` is the folder that addresses
    are seen from."""

    def constant(found: re.Match[str]) -> str:
        chosen, space, address = found.groups()
        name = _added((path.parent / address).resolve(), home, version, names, parts)
        taken = space or "{" + _LISTED.sub(",", _RENAMED.sub(":", chosen.strip())) + "}"
        return f"const {taken}={name};\n"

    def later(found: re.Match[str]) -> str:
        address = os.path.relpath(path.parent / found[1], home)
        return f"import('./{Path(address).as_posix()}')"

    return _LATER.sub(later, _IMPORT.sub(constant, bare(path, version)))


def _added(path: Path, home: Path, version: str, names: dict[Path, str], parts: list[str]) -> str:
    """The name of a module among `parts`."""
    if path not in names:
        text = _linked(path, home, version, names, parts)
        names[path] = f"m{len(names)}"
        exported = [*_EXPORT.findall(text)]
        for listed in (*_EXPORTED.findall(text), *_DESTRUCTURED.findall(text)):
            exported += [
                re.split(r"\s*:\s*|\s+as\s+", one.strip())[-1] for one in listed.split(",")
            ]
        text = _EXPORTED.sub("", re.sub(r"^export ", "", text, flags=re.MULTILINE))
        made = ",".join(name for name in exported if name)
        parts.append(f"const {names[path]}=(()=>{{\n{text}return{{{made}}}}})();\n")
    return names[path]
