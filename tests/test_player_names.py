"""Names of players from anywhere: nothing in them steers a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shell import ran
from tavola import Match, Refused, read, record_from_json
from tavola.formats import reading
from tavola.rules.text.player_names import cleaned, isolated
from tavola.rules.text.record import Record

EVIL = "\x1b]0;pwned\x07An\u202ena\x9b31m\u2066"
SAFE = "]0;pwnedAnna31m"
FILES = {
    "mat": f" 3 point match\n\n Game 1\n {EVIL} : 0    Boris : 0\n  1) 31: 8/5 6/5\n",
    "sgf": "(;FF[4]GM[6]PW[" + EVIL.replace("]", "\\]") + "]PB[Bo\nris]MI[length:3])",
    "json": json.dumps({"tavola": 1, "game": "pin", "players": [EVIL, "Boris"]}),
}


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        (EVIL, SAFE),
        ("Zoë\u00a0B.", "Zoë\u00a0B."),
        ("one\r\ntwo\u2028three", "one  two three"),
        ("A\u200dnna\u200c \u200d", "Anna "),
        ("👩\u200d\u200d👧 👩\u200d", "👩👧 👩"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("مهدی‌زاده", "مهدی‌زاده"),
        ("Zo\ud800", "Zo\ufffd"),
    ],
)
def test_what_is_no_part_of_a_name_is_left_out(name: str, clean: str) -> None:
    assert cleaned(name) == clean


@given(st.text(max_size=80))
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    assert cleaned(cleaned(name)) == cleaned(name)


@pytest.mark.parametrize("form", FILES)
def test_names_of_files_are_clean(form: str, tmp_path: Path) -> None:
    found = reading.read(FILES[form].encode())[0].record
    assert found.players[0] == SAFE
    assert found.players[1] in ("Boris", "Bo ris")
    match = Match(players=(EVIL, ""))
    match.write(tmp_path / "m.json")
    assert EVIL not in (tmp_path / "m.json").read_text(encoding="utf-8")
    assert read(tmp_path / "m.json").record.players[0] == SAFE


def test_what_a_file_says_is_told_cleanly(tmp_path: Path) -> None:
    head, row = FILES["mat"][: (at := FILES["mat"].index("  1)"))], FILES["mat"][at:]
    (tmp_path / "m.mat").write_text(f"{head}{EVIL}\n{row}", encoding="utf-8")
    (tmp_path / "torn.mat").write_text(f"{head}{row}{EVIL}\n", encoding="utf-8")
    (tmp_path / "m.json").write_text(FILES["json"].replace("pin", "\\u001b[2J"), encoding="utf-8")
    for name, code in (("m.mat", 2), ("torn.mat", 0), ("m.json", 2)):
        done = ran("review", str(tmp_path / name))
        assert done.exit_code == code
        assert done.output.replace("\n", "").isprintable()
        assert "“" in done.output


def test_half_a_sign_in_a_name_can_be_written(tmp_path: Path) -> None:
    """JSON may hold half of a surrogate pair, and no file of text can."""
    match = Match("backgammon", dice=3, players=("Zo\ud800", "Boris"))
    match.write(tmp_path / "m.json")
    for name in ("m.mat", "m.sgf", "m.html"):
        asked = ["export", str(tmp_path / "m.json"), "--out", str(tmp_path / name)]
        done = ran(*asked)
        assert done.exit_code == 0, done.output


def test_names_of_files_steer_no_terminal(tmp_path: Path) -> None:
    """Neither one that is told what became of it, nor one that cannot be read."""
    (tmp_path / f"{EVIL}.mat").write_text(FILES["mat"], encoding="utf-8")
    for plain in ([], ["--plain"]):
        for asked in (
            ["import", str(tmp_path / f"{EVIL}.mat"), "--to", str(tmp_path / "to")],
            ["replay", str(tmp_path / f"{EVIL}.none")],
        ):
            done = ran(*plain, *asked)
            assert done.output.replace("\n", "").isprintable()
            assert SAFE[:6] in done.output


def test_a_line_break_in_the_name_of_a_file_breaks_no_line(tmp_path: Path) -> None:
    """What stands behind it would look like a line of ours."""
    file, to = tmp_path / "a\n2 matches taken in.mat", tmp_path / "to"
    file.write_text(FILES["mat"], encoding="utf-8")
    for asked in (
        ["import", str(file), "--to", str(to)],
        ["import", str(file), "--to", str(to)],
        ["import", str(tmp_path), "--to", str(to)],
        ["replay", f"{file}.none"],
        ["export", str(file), "--out", f"{file}.none"],
        ["export", str(file), "--out", str(file)],
        ["export", str(file), "--out", f"{file}.mat"],
    ):
        done = ran("--plain", *asked)
        assert "a 2 matches taken in.mat" in done.output
        assert not any(line.startswith("2 matches") for line in done.output.splitlines())


def test_a_match_has_two_players() -> None:
    for players in (("a",), ("a", "b", "c"), 5, None, "ab", ("a", 2)):
        with pytest.raises(ValueError, match="two players"):
            Match(players=players)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="two players"):
            Record("pin", players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["דוד", "ليلى 2", "Anna דוד", "١٢"])
def test_a_name_from_right_to_left_is_kept_apart(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["", "Anna 2", "Zoë", "山田", "👩‍👧"])
def test_other_names_stand_as_they_are(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("players", [[1, 2], ["Anna", None], [["Anna"], "Boris"], [True, ""]])
def test_what_is_no_text_is_no_name(players: list[object]) -> None:
    with pytest.raises(Refused) as refused:
        record_from_json({"tavola": 1, "game": "pin", "players": players})
    assert refused.value.refusal.details == {"what": "form"}
    with pytest.raises(ValueError, match="names of two players"):
        Match("pin", players=players)  # type: ignore[arg-type]
