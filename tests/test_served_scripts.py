"""Scripts and styles as they are sent: shorter, and the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tavola.server.http.scripts import bare, whole
from tavola.server.settings import STATIC

SCRIPTS = sorted(STATIC.rglob("*.js"))
IMPORT = re.compile(r"(?:^|[;}\n])import\b(?!\()")
EXPORT = re.compile(r"(?:^|(?<=[;}\n]))export\b[^;\n]*;")
TEXT = re.compile(r"'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`")


def test_comments_and_indents_are_left_out(tmp_path: Path) -> None:
    source = """
// A comment.
import { a as b } from './b.js';

/** Told of { things }. */
export const told = (one) => `${one.a} : // ${one.b ?? 'x , y'}`; // it's kept
  export { told as total }; // for others
"""
    path = tmp_path / "a.js"
    path.write_text(source, encoding="utf-8")
    assert bare(path, "") == (
        "import { a as b } from './b.js';\n"
        "export const told = (one) => `${one.a} : // ${one.b ?? 'x , y'}`; // it's kept\n"
        "export { told as total };\n"
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_text_of_a_script_is_sent(path: Path) -> None:
    code = re.sub(
        r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", "", path.read_text("utf-8"), flags=re.M
    )
    code = re.sub(r"\n[ \t]+", "\n", code)
    sent, whole_code = (re.sub(r"/\*\*.*?\*/", "", text) for text in (bare(path, ""), code))
    assert TEXT.findall(sent) == TEXT.findall(whole_code)


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.stem)
def test_a_selector_stands_once_in_a_style(path: Path) -> None:
    """Whoever takes a name that is taken changes a page that he does not see."""
    text = re.sub(r"/\*.*?\*/|\{[^{}]*\}", ";", path.read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"@[^{}]*\{[^{}]*\}", ";", text)
    selectors = [one.strip() for one in text.split(";") if one.strip()]
    assert sorted(set(selectors)) == sorted(selectors)


def test_a_page_comes_with_all_that_it_imports(tmp_path: Path) -> None:
    """Each module once, after those that it needs; what is imported later stays an address."""
    files = {
        "main.js": "import { a } from './a.js';\nimport * as far from './far/c.js';\n"
        "export const sum = () => a + far.c;\n",
        "a.js": "import { c as d } from './far/c.js';\nexport const a = d;\nexport { d };\n",
        "far/c.js": "export const { x: c, $ } = { x: 1, $: 2 };\n"
        "export const late = () => import('./d.js');\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    sent = whole(tmp_path / "main.js", "")
    assert not IMPORT.search(sent)
    assert EXPORT.findall(sent) == ["export const sum = ()=>a + far.c;"]
    assert sent.count("x: 1") == 1
    assert sent.index("x: 1") < sent.index("const {c:d}=") < sent.index("export")
    assert "return{late,c,$}" in sent
    assert "import('./far/d.js')" in sent


def test_the_table_is_one_script() -> None:
    sent = whole((STATIC / "table" / "main.js").resolve(), "")
    assert not IMPORT.search(sent)
    assert len(EXPORT.findall(sent)) == 1


def test_lines_follow_each_other_where_a_break_means_nothing(tmp_path: Path) -> None:
    """Not behind a comment that stays, and where a line may end a statement by itself."""
    path = tmp_path / "main.js"
    path.write_text(
        """
const said = [
  'a',
  'b;',
];
const told = (one) => {
  const two = one
  return two; // it's kept;
};
""",
        encoding="utf-8",
    )
    assert whole(path, "") == (
        "const said = ['a','b;',];const told = (one)=>{const two = one\n"
        "return two; // it's kept;\n};"
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_text_of_a_whole_script_is_sent(path: Path) -> None:
    """Those of its imports come before; an expression inside a text may lose its breaks."""

    def texts(script: str) -> set[str]:
        found = TEXT.findall(re.sub(r"/\*\*.*?\*/", "", script))
        return {one.replace("\n", "") for one in found if not one.startswith(("'./", "'../"))}

    assert texts(bare(path, "")) <= texts(whole(path.resolve(), ""))
