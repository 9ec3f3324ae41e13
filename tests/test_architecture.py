"""The floors of the house: an import only goes down, and files stay readable."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "tavola"

BELOW = {
    "rules": set(),
    "games": {"rules"},
    "play": {"rules", "games", "cores"},
    "formats": {"rules", "games", "play"},
    "bots": {"rules", "games", "cores"},
    "words": {"rules", "games"},
    "drawing": {"rules", "games"},
    "study": {"rules", "games", "play", "bots", "words", "drawing", "cores"},
    "library": {"rules", "games", "play", "formats", "bots", "drawing", "study"},
    "rl": {"rules", "games", "bots", "drawing", "first_use", "cores"},
    "protocol": {"rules", "games", "play", "bots", "study"},
    "terminal": {"rules", "games", "play", "formats", "bots", "words", "drawing", "study", "cores"},
    "server": {"rules", "games", "play", "formats", "bots", "words", "drawing", "study"},
    "cli": {
        "rules",
        "games",
        "play",
        "formats",
        "bots",
        "words",
        "drawing",
        "study",
        "protocol",
        "terminal",
        "server",
    },
    "first_use": {"rules"},
    "cores": set(),
    "__main__": {"cli", "terminal"},
}
"""What each floor may import, besides itself."""

ROOMS = {
    "rules": ("kernel", "model", "turn", "text"),
    "bots": ("cube", "exact", "net", "search", "arena"),
    "terminal": ("exit_codes", "typed_line", "screen", "match", "commands"),
    "server": (
        "meters",
        "settings",
        "store",
        "match",
        "wire",
        "tables",
        "http",
        "api",
        "pages",
        "operating",
    ),
}
"""The rooms of a floor, bottom up: each may import those before it; what stands beside the rooms
is above them all and is imported by none."""

PURE = {"random", "secrets", "socket", "subprocess", "time", "datetime", "logging", "sys"}
"""Modules the rules may not use: no clock, no chance, no outside (but see `OUTSIDE`)."""

OUTSIDE = {"backend.py", "compile_cache.py", "precompile.py"}
"""The modules of `rules` that deal with the compiler and its cache."""

COMMON = ("pin", "reverse", "straight", "snake", "backwards")
"""Ids of games that are words of other things, too: options, directions of an animation."""

FILES = sorted(SOURCE.rglob("*.py"))


def _floor(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("floor", ROOMS)
def test_rooms_of_a_floor_stand_on_each_other(floor: str) -> None:
    rooms = ROOMS[floor]
    for path in (SOURCE / floor).rglob("*.py"):
        room = path.relative_to(SOURCE / floor).parts[0].removesuffix(".py")
        if room not in rooms:
            continue
        allowed = rooms[: rooms.index(room) + 1]
        for name in _imports(path):
            parts = name.split(".")
            if parts[:2] == ["tavola", floor] and len(parts) > 2:
                assert parts[2] in allowed, f"{path.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down(path: Path) -> None:
    floor = _floor(path)
    if floor == "__init__":
        return
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] != "tavola" or len(parts) < 2 or not _is_floor(parts[1]):
            continue
        assert parts[1] == floor or parts[1] in BELOW[floor], f"{path.name} imports {name}"


@pytest.mark.parametrize("code", ["if TYPE_CHECKING:\n    {}", "def late():\n    {}", "{}"])
def test_imports_count_wherever_they_stand(code: str, tmp_path: Path) -> None:
    """For types only, inside a function, or at the top: an import is an import."""
    path = tmp_path / "module.py"
    path.write_text(code.format("from tavola.server import app"), encoding="utf-8")
    assert "tavola.server.app" in _imports(path)


def test_scripts_stand_on_each_other_without_a_circle() -> None:
    scripts = ROOT / "scripts"
    paths = sorted(scripts.rglob("*.py"))
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    needs = {name: _imports(path) & named.keys() for name, path in named.items()}
    assert _circle(needs) == []


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _needs(path: Path, modules: set[str]) -> set[str]:
    """The modules of the package that a file names, wherever in it and under whatever condition."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules else node.module)
    return found & modules


def _circle(needs: dict[str, set[str]]) -> list[str]:
    """Some modules that need each other; empty if there are none."""
    done: set[str] = set()

    def search(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module) :], module]
        if module not in done:
            done.add(module)
            for other in sorted(needs[module]):
                if found := search(other, [*way, module]):
                    return found
        return []

    return next((found for module in sorted(needs) if (found := search(module, []))), [])


def test_no_module_needs_itself() -> None:
    """Imports go round in no circle; those for types alone and those within functions count."""
    modules = {_module(path) for path in FILES}
    needs = {_module(path): _needs(path, modules) for path in FILES}
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert _circle(needs) == []


def _is_floor(name: str) -> bool:
    return (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").exists()


@pytest.mark.parametrize("path", sorted((SOURCE / "rules").rglob("*.py")), ids=lambda p: p.name)
def test_rules_are_pure(path: Path) -> None:
    if path.name in OUTSIDE:
        return
    used = {name.split(".")[0] for name in _imports(path)}
    assert not used & PURE, used & PURE
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 520, "would a reader find the room he wants?"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 61, node.name


def test_no_floor_above_the_catalogue_names_a_game() -> None:
    """Drawing, play and speech read geometry and rules, never the id of a game."""
    from tavola.games import GAMES

    unmistakable = {game for game in GAMES if game not in COMMON}
    for floor in ("play", "bots", "drawing", "study", "rl", "protocol", "terminal", "server"):
        for path in (SOURCE / floor).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert node.value not in unmistakable, f"{path.name}: {node.value}"
    for path in (SOURCE / "web").rglob("*.*"):
        text = path.read_text(encoding="utf-8") if path.suffix in (".js", ".css", ".html") else ""
        quoted = set(re.findall(r"""["'`/=]([a-z0-9-]+)["'`/>?\\s]""", text))
        assert not quoted & unmistakable, f"{path.name}: {quoted & unmistakable}"


NAMES_OF_RULES = {"Board", "BearOff"}
ABOVE_THE_GAMES = [
    path
    for path in [*FILES, *sorted((ROOT / "scripts").rglob("*.py"))]
    if path.is_relative_to(ROOT / "scripts") or _floor(path) not in ("rules", "games")
]


@pytest.mark.parametrize("path", ABOVE_THE_GAMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_above_the_games_properties_are_asked_not_names(path: Path) -> None:
    """Which board and which way of bearing off a game has, only its declaration says; all others
    ask what follows: `geometry.loops`, `rules.piles`."""
    named = {f"tavola.rules.model.ruleset.{name}" for name in NAMES_OF_RULES}
    assert not _imports(path) & named
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in NAMES_OF_RULES, f"line {node.lineno} names a {node.attr}"
        if isinstance(node, ast.Compare):
            for asked in ast.walk(node):
                axis = asked.attr if isinstance(asked, ast.Attribute) else ""
                assert axis != "bear_off", f"line {node.lineno} compares a way of bearing off"
                over = getattr(asked, "value", None)
                if axis in ("value", "name") and isinstance(over, ast.Attribute):
                    assert over.attr != "board", f"line {node.lineno} compares a board"


def test_the_client_compares_no_name_of_a_board() -> None:
    from tavola.rules.model.geometry import Shape
    from tavola.rules.model.ruleset import BearOff, Board

    values = {value.value for enum in (Board, BearOff, Shape) for value in enum} - {"table"}
    names = "|".join(sorted(values))
    compared = re.compile(rf"""[!=]==? *['"`]({names})['"`]|\.shape\b|case ['"`]({names})['"`]""")
    for path in (SOURCE / "web").rglob("*.js"):
        found = compared.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.name}: {found[0]}" if found else ""


def test_the_readme_and_the_package_say_the_truth() -> None:
    """The examples in the README and in the package's docstring run."""
    import tavola

    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0
    assert doctest.testmod(tavola).failed == 0
    for name in tavola.__all__:
        assert getattr(tavola, name) is not None
