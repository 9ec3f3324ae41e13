"""Boards and words of the engine protocol: those of the rules, of the schema and of the page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from engine_talk import ENGINE, ROOT, ask, error, schema
from tavola.games import GAMES
from tavola.protocol import errors, event_facts, state_view
from tavola.rules.model.geometry import own_number
from tavola.rules.model.refusal import CODES
from tavola.rules.model.ruleset import Side
from tavola.rules.turn import scoring
from tavola.rules.turn.state import HOW, Kind


@pytest.mark.parametrize("name", GAMES)
def test_tracks_count_pips_as_the_rules_do(name: str) -> None:
    """A checker on each point of a track, outside and off: `pips` agrees with the table."""
    (board,) = (game["board"] for game in ask(command="games")["games"] if game["id"] == name)
    rules = GAMES[name].rules
    for side in Side:
        track = board["tracks"][side.letter]
        assert [own_number(rules, side, point) for point in track["points"]] == track["own"]
        if track["pips"] is None:
            assert ask(command="pips", state=ask(command="new", game=name)["state"])["pips"] is None
            continue
        start = ask(command="new", game=name)
        half = start["view"]["position"][side.letter]
        need = dict(zip(map(str, track["points"]), track["pips"], strict=True))
        count = sum(need[point] * n for point, n in half["points"].items())
        count += track["outside"] * (half.get("bar", 0) + half.get("res", 0))
        assert ask(command="pips", state=start["state"])["pips"][side.letter] == count


def test_boards_of_their_own() -> None:
    boards = {game["id"]: game["board"] for game in ask(command="games")["games"]}
    assert boards["backgammon"]["tracks"]["W"]["points"] == list(range(1, 25))
    assert boards["backgammon"]["off"] == "borne_off"
    assert boards["french-2"]["tracks"]["B"]["points"] == list(range(24, 12, -1))
    assert boards["french-2"]["facing"][0] == [1, 24]
    assert boards["french-2"]["goals"] == {"W": 12, "B": 13}
    assert boards["french-2"]["tracks"]["B"]["pips"][-1] == 0
    assert boards["french-2"]["off"] is None
    assert boards["catch-me"]["off"] == "captured"
    assert boards["catch-me"]["loops"]
    assert len(boards["catch-me"]["corners"]) == 8
    assert boards["doublets"]["tracks"]["W"]["own"] == [1, 2, 3, 4, 5, 6]
    assert sum(1 for board in boards.values() if board["corners"]) == 1
    for board in boards.values():
        assert board["shape"] in ("table", "half", "rows", "ring", "towers")


def test_a_game_with_other_options() -> None:
    few = ask(command="game", game="catch-me", options={"corners": 4})["game"]
    assert len(few["board"]["corners"]) == 4
    assert few["chosen"] == {"corners": 4}
    state = ask(command="new", game="catch-me", options={"corners": 4})["state"]
    assert few["rules"] == state["rules"]
    assert few["match"] == state["match"]
    cup = ask(command="game", game="backgammon", profile="tournament")["game"]
    assert cup["match"]["length"] == cup["profiles"][0]["match"]["length"] or cup["match"]["length"]


def calls(function: str) -> Iterator[ast.Call]:
    """Every call of a function in the rules."""
    for path in sorted((ROOT / "src/tavola/rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
                yield node


def constants(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_fact_that_the_rules_make_is_listed() -> None:
    made = {kind for call in calls("Fact") for kind in constants(call.args[:1])}
    asked = {kind for call in calls("_ask") for kind in constants(call.args[2:])}
    assert made | asked == set(event_facts.KINDS)
    unnamed = [call for call in calls("Fact") if not isinstance(call.args[0], ast.Constant)]
    assert len(unnamed) == 1, "offering._ask, whose kinds are its callers'"


def test_every_end_that_the_rules_make_is_listed() -> None:
    given = {how for call in calls("Result") for how in constants(call.args[2:])}
    text = (ROOT / "src/tavola/rules/turn/scoring.py").read_text(encoding="utf-8")
    set_later = set(re.findall(r'\bhow = "(\w+)"|, "(\w+)"$', text, re.MULTILINE))
    named = {how for pair in set_later for how in pair if how}
    early = set(scoring._EARLY.values())
    assert given | named | early | set(scoring._NAMES) == set(HOW)


def test_the_vocabulary_is_that_of_the_code_the_schema_and_the_page() -> None:
    words = ask(command="vocabulary")
    assert words["awaits"] == list(state_view.AWAITS)
    assert {one["code"]: tuple(one["details"]) for one in words["refusals"]} == CODES
    assert words["errors"] == list(errors.CODES)
    assert [one["do"] for one in words["actions"]] == [kind.value for kind in Kind]
    defs = schema()["$defs"]
    assert defs["awaited"]["enum"] == words["awaits"]
    assert defs["how"]["enum"] == words["how"]
    assert defs["refusal"]["enum"] == [one["code"] for one in words["refusals"]]
    assert defs["fault"]["enum"] == words["errors"]
    assert defs["action"]["properties"]["do"]["enum"] == [one["do"] for one in words["actions"]]
    in_schema = {
        kind: set(shape["properties"]["details"].get("properties", {}))
        for shape in defs["fact"]["oneOf"]
        for kind in shape["properties"]["kind"]["enum"]
    }
    assert in_schema == {kind: set(details) for kind, details in event_facts.KINDS.items()}
    for word in (*words["awaits"], *words["leads_to"], *words["how"], *event_facts.KINDS, *CODES):
        assert f"`{word}`" in ENGINE, word
    assert tables_of_the_page("`kind`") == {
        kind: set(details) for kind, details in event_facts.KINDS.items()
    }
    assert tables_of_the_page("`code`") == {code: set(names) for code, names in CODES.items()}


def tables_of_the_page(head: str) -> dict[str, set[str]]:
    """Words of the first column with those of the second, of the table with such a head."""
    (table,) = re.findall(rf"^\| {head} \| `details` \|.*\n\|[-|]+\n((?:\|.*\n)+)", ENGINE, re.M)
    found = {}
    for row in table.splitlines():
        first, second = row.split("|")[1:3]
        for word in re.findall(r"`(\w+)`", first):
            found[word] = set(re.findall(r"`(\w+)`", second))
    return found


def test_sides_are_letters_in_errors_too() -> None:
    found = error({"command": "state", "state": {"game": "eureka", "text": "W 18:1 | B 6:1"}})
    assert found["details"] == {"what": "off_track", "side": "W", "point": 18}
    paper = {"tavola": 1, "game": "eureka", "from": "W 18:1 | B 6:1", "events": []}
    assert error({"command": "replay", "record": paper})["details"]["side"] == "W"
