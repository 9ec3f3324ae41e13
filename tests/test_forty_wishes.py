"""One agreement: the same wish through every door, and what comes of it.

A door that has no words for a wish is named beside it, with the reason; every other door must come
to the same options, the same rules and the same match rules, or refuse with the same code.
"""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest

from inside import Inside, Visitor
from paper import house_in
from tavola import cli
from tavola.games import GAMES, agreement
from tavola.games.agreement import Wish, agree, said
from tavola.protocol.serve import answer
from tavola.rules.model.declaration import text_of
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import BadRules, Ruleset
from tavola.server.api.agreement import MatchWish
from tavola.server.pages import form_reader
from tavola.terminal.exit_codes import BAD_INPUT
from tavola.terminal.match import play_command
from tavola.terminal.match.play_command import wishes_of
from tavola.terminal.match.setup import begin, checked
from tavola.words import LANGUAGES, Words, refusals
from tavola.words.speaker import Speaker
from terminals import Scripted

POINTS = MatchRules(length=5, games=None)
TOURNAMENT = MatchRules(length=5, games=None, crawford=True)
MONEY = MatchRules(games=None)
REALE = {"triple": "always", "big_number": "any_lower", "cube_ban": True}
START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"

NO_START = {"form": "has no field for a position", "protocol": "`state` reads positions"}
OFF = {"terminal": "what is off is left out"}
NO_MONEY = {
    "form": "hides what has an end when money play is chosen",
    "rest": "money play is: no end",
    "protocol": "money play is: no end",
}
HIDDEN = {"form": "hides the rules of the cube where it is left out"}


@dataclass(frozen=True)
class Case:
    """A wish and what comes of it: `match` and `options`, or the refusal.

    `refused` is a code and, after a colon, what its detail says.
    """

    wish: Wish
    match: MatchRules = field(default_factory=MatchRules)
    options: Mapping[str, Any] = field(default_factory=dict)
    profile: str = ""
    refused: str = ""
    not_by: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        wish, usual = vars(self.wish), vars(Wish())
        told = [f"{name}={value}" for name, value in wish.items() if value != usual[name]]
        return " ".join(told).removeprefix("game=") or "nothing"


def case(game: str, *, come: dict[str, Any] | None = None, **wish: Any) -> Case:
    return Case(Wish(game, **wish), **(come or {}))


def refused(code: str, game: str, not_by: Mapping[str, str] | None = None, **wish: Any) -> Case:
    return Case(Wish(game, **wish), refused=code, not_by=not_by or {})


GRANTED = (
    case("backgammon"),
    case("pin"),
    case("backgammon", length=5, come={"match": TOURNAMENT, "profile": "tournament"}),
    case(
        "backgammon",
        length=1,
        come={
            "match": MatchRules(length=1, games=None, crawford=True),
            "profile": "tournament",
        },
    ),
    case("pin", length=5, come={"match": POINTS}),
    case("backgammon", games=3, come={"match": MatchRules(games=3)}),
    case("snake", games=1),
    case("backgammon", money=True, come={"match": MONEY}),
    case("gioul", money=True, come={"match": MONEY}),
    case("backgammon", profile="pergioco", come={"profile": "pergioco"}),
    case("backgammon", profile="tournament", come={"match": TOURNAMENT, "profile": "tournament"}),
    case(
        "backgammon",
        profile="tournament",
        length=7,
        come={
            "match": MatchRules(length=7, games=None, crawford=True),
            "profile": "tournament",
        },
    ),
    case(
        "backgammon",
        profile="tournament",
        games=3,
        come={"match": MatchRules(games=3), "profile": "tournament"},
    ),
    case(
        "backgammon",
        profile="tournament",
        money=True,
        come={"match": MONEY, "profile": "tournament"},
    ),
    case(
        "backgammon",
        profile="schmidt",
        come={"options": {"opening": "fresh"}, "profile": "schmidt"},
    ),
    case(
        "backgammon",
        profile="schmidt",
        length=5,
        come={"match": POINTS, "options": {"opening": "fresh"}, "profile": "schmidt"},
    ),
    case(
        "backgammon",
        profile="tavola-reale",
        come={"match": POINTS, "options": REALE, "profile": "tavola-reale"},
    ),
    case(
        "backgammon",
        profile="tavola-reale",
        options={"triple": "none_off"},
        come={
            "match": POINTS,
            "options": {"big_number": "any_lower", "cube_ban": True},
            "profile": "tavola-reale",
        },
    ),
    case(
        "backgammon",
        length=5,
        crawford=False,
        come={"match": POINTS, "profile": "tournament"},
    ),
    case(
        "backgammon",
        profile="schmidt",
        length=5,
        crawford=True,
        come={"match": TOURNAMENT, "options": {"opening": "fresh"}, "profile": "schmidt"},
    ),
    case("pin", length=5, crawford=True, come={"match": TOURNAMENT}),
    case("backgammon", jacoby=True, come={"match": MatchRules(games=None, jacoby=True)}),
    case(
        "backgammon",
        games=1,
        jacoby=True,
        come={"match": MatchRules(jacoby=True)},
    ),
    case(
        "backgammon",
        profile="tournament",
        beavers=True,
        come={"match": MatchRules(games=None, beavers=True), "profile": "tournament"},
    ),
    case(
        "backgammon",
        money=True,
        jacoby=True,
        beavers=True,
        automatic=True,
        come={"match": MatchRules(games=None, jacoby=True, beavers=True, automatic=True)},
    ),
    case(
        "backgammon",
        length=5,
        options={"cube": False},
        come={"match": TOURNAMENT, "options": {"cube": False}, "profile": "tournament"},
    ),
    case("backgammon", options={"cube": "no"}, come={"options": {"cube": False}}),
    case("backgammon", options={"cube": "yes", "opening": "dice"}),
    case("catch-me", options={"corners": "4"}, come={"options": {"corners": 4}}),
    case(
        "open-throw",
        options={"cube": True},
        jacoby=True,
        come={"match": MatchRules(games=None, jacoby=True), "options": {"cube": True}},
    ),
    case("snake", games=4, swap=False, come={"match": MatchRules(games=4, swap=False)}),
    case("snake", swap=True, come={"not_by": OFF}),
    case("pin", swap=True, crawford=False, come={"not_by": OFF}),
    case(
        "backgammon",
        length=5,
        jacoby=False,
        come={"match": TOURNAMENT, "profile": "tournament", "not_by": OFF},
    ),
    case("backgammon", position=START, come={"not_by": NO_START}),
    case(
        "pin", position="W 1:15 | B 24:15 | B", length=5, come={"match": POINTS, "not_by": NO_START}
    ),
)

REFUSED = (
    refused("bad_match:two_ends", "backgammon", length=5, games=3),
    refused("bad_match:no_end", "backgammon", NO_MONEY, length=5, money=True),
    refused("bad_match:no_end", "pin", NO_MONEY, games=2, money=True),
    refused("bad_match:length", "backgammon", length=0),
    refused("bad_match:length", "pin", length=100),
    refused("bad_match:games", "backgammon", games=0),
    refused("bad_match:games", "snake", games=1000),
    refused("bad_match:length", "pin", length="five"),
    refused("bad_match:no_points", "backgammon", crawford=True),
    refused("bad_match:no_points", "backgammon", games=3, crawford=True),
    refused("bad_match:no_points", "backgammon", profile="schmidt", crawford=True),
    refused("bad_match:no_money", "backgammon", length=5, jacoby=True),
    refused("bad_match:no_money", "backgammon", games=3, automatic=True),
    refused("bad_match:no_cube", "backgammon", HIDDEN, options={"cube": False}, jacoby=True),
    refused("bad_match:no_cube", "pin", beavers=True),
    refused("bad_match:no_cube", "pin", money=True, automatic=True),
    refused("bad_match:no_roles", "backgammon", swap=False),
    refused("no_game", "chess"),
    refused("no_game", "", {"terminal": "asks which game is meant"}),
    refused("bad_option:profile", "backgammon", profile="championship"),
    refused("bad_option:profile", "pin", profile="tournament", length=5),
    refused("bad_option:colour", "backgammon", options={"colour": "blue"}),
    refused("bad_option:cube", "backgammon", options={"cube": "perhaps"}),
    refused("bad_option:cube", "mexican", options={"cube": True}),
    refused("bad_position:form", "backgammon", NO_START, position="nonsense"),
    refused("bad_position:count", "backgammon", NO_START, position="W 1:9 2:9 | B 24:2 | W"),
)


# -------------------------------------------------------------------------------------- the doors


def typed(wish: Wish) -> list[str]:
    """The command line of a wish."""
    options = [f"--option={name}={_text(value)}" for name, value in wish.options.items()]
    named = {"match": "length", "games": "games", "profile": "profile", "from": "position"}
    counted = {flag: getattr(wish, name) for flag, name in named.items()}
    values = [f"--{flag}={value}" for flag, value in counted.items() if value is not None]
    flags = [f"--{name}" for name in ("money", "jacoby", "beavers", "automatic")
             if getattr(wish, name)]  # fmt: skip
    crawford = {None: [], True: ["--crawford"], False: ["--no-crawford"]}[wish.crawford]
    roles = ["--keep-roles"] if wish.swap is False else []
    return ["play", wish.game, *options, *values, *flags, *crawford, *roles]


def filled(wish: Wish) -> dict[str, str]:
    """The fields of a form for a wish; without `play` where the form would hide one of them."""
    fields = {"game": wish.game, "opponent": "here"}
    fields |= {f"option-{name}": _text(value) for name, value in wish.options.items()}
    fields |= {} if wish.profile is None else {"profile": wish.profile}
    of_money = {name: "on" for name in ("jacoby", "beavers", "automatic") if getattr(wish, name)}
    counts = {name: str(value) for name in ("length", "games")
              if (value := getattr(wish, name)) is not None}  # fmt: skip
    if wish.money:
        fields["play"] = "money"
    elif len(counts) == 1 and not of_money and not ("games" in counts and wish.crawford):
        fields["play"] = {"length": "points", "games": "games"}[next(iter(counts))]
    if wish.crawford is not None:
        fields["crawford"] = "yes" if wish.crawford else "no"
    if wish.swap is not None:
        fields["swap"] = "on" if wish.swap else ""
    return {**fields, **counts, **of_money}


def _text(value: Any) -> str:
    return text_of(value)


def sent(wish: Wish) -> dict[str, Any]:
    """What JSON says of a wish, as REST and the protocol read it."""
    names = ("length", "games", "crawford", "jacoby", "beavers", "automatic", "swap")
    match = {name: getattr(wish, name) for name in names if getattr(wish, name) is not None}
    match |= {"games": None} if wish.money else {}
    found: dict[str, Any] = {"game": wish.game, "options": dict(wish.options), "match": match}
    return found | ({} if wish.profile is None else {"profile": wish.profile})


@dataclass(frozen=True)
class Outcome:
    """What a door came to: options, digest of the rules, match rules, start; or a refusal."""

    options: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""
    match: Mapping[str, Any] = field(default_factory=dict)
    start: str = ""
    refused: str = ""


def of_record(header: Mapping[str, Any]) -> Outcome:
    return Outcome(header["options"], header["rules"], header["match"], header.get("from", ""))


def of_refusal(refusal: Refusal) -> Outcome:
    details = refusal.details
    told = details.get("what", details.get("option"))
    return Outcome(refused=f"{refusal.code}:{told}" if told else refusal.code)


@dataclass(frozen=True)
class World:
    """Where the doors are: a house with pages, and the folder of the terminal."""

    house: Inside
    home: Path


def by_library(world: World, wish: Wish) -> Outcome:
    try:
        return of_record(agree(wish).record().header())
    except Refused as error:
        return of_refusal(error.refusal)


def by_terminal(world: World, wish: Wish) -> Outcome:
    try:
        given = read_command_line([*typed(wish), "--vs=human", "--new"])
    except click.BadParameter as error:  # click refuses a wrong number itself, in its own words
        return Outcome(refused=f"bad_match:{error.param.name if error.param else None}")
    before = list(world.home.rglob("*.jsonl"))
    asked: list[str] = []
    try:
        words = Words("en")
        wishes = checked(words, wishes_of(given))
        match = begin(Scripted(lambda: asked.append("")), words, *wishes)
    except Refused as error:
        assert list(world.home.rglob("*.jsonl")) == before, "nothing is half made"
        return of_refusal(error.refusal)
    match.close()
    assert not asked
    return of_record(match.record.header())


def read_command_line(arguments: list[str]) -> dict[str, Any]:
    """What click makes of a command line."""
    found: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cli, "_play", lambda words, plain, wishes: found.update(wishes))
        cli.build(Words("en")).main(arguments, "tavola", standalone_mode=False)
    return found


def by_form(world: World, wish: Wish) -> Outcome:
    visitor = world.house.visitor(accept="text/html")
    fields = filled(wish)
    reply = visitor.post("/tables", data=fields)
    if reply.status_code == 303:
        return of_record(visitor.get(f"{reply.headers['location']}/record.json").json())
    with pytest.raises(Refused) as caught:
        form_reader.table_wish(fields)
    assert reply.status_code == 422
    assert sentence("en", caught.value.refusal) in unescape(reply.text)
    assert_unknown(visitor)
    return of_refusal(caught.value.refusal)


def by_rest(world: World, wish: Wish) -> Outcome:
    visitor = world.house.visitor()
    wanted = {**sent(wish), "start": wish.position or "", "opponent": "here"}
    reply = visitor.post("/api/v1/tables", json=wanted)
    if reply.status_code == 201:
        table = reply.json()["table"]
        return of_record(visitor.get(f"/t/{table}/record.json").json())
    assert reply.status_code == 422
    assert_unknown(visitor)
    refusal = refusal_of(wish)
    for lang in LANGUAGES:
        told = visitor.post("/api/v1/tables", json=wanted, headers={"accept-language": lang})
        assert told.json() == {"code": refusal.code, "say": sentence(lang, refusal)}
    return of_refusal(refusal)


def by_protocol(world: World, wish: Wish) -> Outcome:
    reply = answer(json.dumps({"command": "new", **sent(wish)}).encode())
    if reply["ok"]:
        state = reply["state"]
        return Outcome(state["options"], state["rules"], state["match"])
    return of_refusal(Refusal(reply["error"]["code"], reply["error"]["details"]))


DOORS: dict[str, Callable[[World, Wish], Outcome]] = {
    "library": by_library,
    "terminal": by_terminal,
    "form": by_form,
    "rest": by_rest,
    "protocol": by_protocol,
}


def refusal_of(wish: Wish) -> Refusal:
    with pytest.raises(Refused) as caught:
        agree(wish)
    return caught.value.refusal


def sentence(lang: str, refusal: Refusal) -> str:
    return refusals.explain(Speaker(Words(lang), Ruleset()), refusal, None)


def assert_unknown(visitor: Visitor) -> None:
    assert visitor.get("/api/v1/me").json()["known"] is False, "nothing is half made"


# -------------------------------------------------------------------------------------- the tests


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with house_in(tmp_path_factory.mktemp("wishes")) as found:
        yield found


@pytest.fixture
def world(house: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("TAVOLA_HOME", str(tmp_path))
    return World(house, tmp_path)


@pytest.mark.parametrize("one", [*GRANTED, *REFUSED], ids=str)
def test_every_door_comes_to_the_same(one: Case, world: World) -> None:
    wanted = Outcome(refused=one.refused)
    if not one.refused:
        rules = GAMES[one.wish.game].ruleset(one.options)
        start = one.wish.position or ""
        wanted = Outcome(one.options, rules.digest(), one.match.to_json(), start)
    for name, door in DOORS.items():
        if name not in one.not_by:
            assert door(world, one.wish) == wanted, name


@pytest.mark.plain
@pytest.mark.parametrize("one", GRANTED, ids=str)
def test_an_agreement_names_its_profile(one: Case) -> None:
    assert agree(one.wish).profile == one.profile


def test_there_are_forty() -> None:
    assert len({str(one) for one in (*GRANTED, *REFUSED)}) >= 40
    assert {name for one in (*GRANTED, *REFUSED) for name in one.not_by} <= set(DOORS)


@pytest.mark.plain
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_a_refusal_has_a_sentence_of_its_own_in_every_language(one: Case, lang: str) -> None:
    refusal = refusal_of(one.wish)
    told = sentence(lang, refusal)
    assert told[-1] in ".?!"
    assert refusal.code not in told
    if lang != "en":
        assert told != sentence("en", refusal)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_tells_it(
    lang: str, world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "_compile_in_background", lambda: None)
    monkeypatch.setattr(play_command, "Terminal", lambda plain: Scripted(lambda: None))
    wish = Wish("backgammon", length=5, jacoby=True)
    with pytest.raises(SystemExit) as left:
        cli.build(Words(lang)).main([*typed(wish), "--new"], "tavola", standalone_mode=False)
    assert left.value.code == BAD_INPUT
    assert sentence(lang, refusal_of(wish)) in capsys.readouterr().err


# -------------------------------------------------------------------- how wishes are written down


def every_match() -> Iterator[MatchRules]:
    """All match rules of classic backgammon that make sense."""
    flags = ("crawford", "jacoby", "beavers", "automatic")
    for length, games in ((None, None), (None, 1), (None, 3), (5, None)):
        for values in product((False, True), repeat=len(flags)):
            named = dict(zip(flags, values, strict=True))
            if named["crawford"] and length is None:
                continue
            try:
                yield MatchRules(length=length, games=games, **named)
            except BadRules:
                continue


@pytest.mark.parametrize("profile", [None, *(p.name for p in GAMES["backgammon"].profiles)])
def test_whole_match_rules_mean_themselves(profile: str | None) -> None:
    found = list(every_match())
    assert len(found) > 15
    for match in found:
        assert agree(Wish("backgammon", profile=profile, **said(match.to_json()))).match == match


@pytest.mark.parametrize("match", [{"money": True}, {"colour": 1}, {"crawford": None}])
def test_json_that_says_no_match(match: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="bad_match"):
        said(match)


def test_json_that_says_little() -> None:
    assert said({}) == {}
    assert said({"length": None}) == {}
    assert said({"games": None}) == {"money": True}
    assert said({"games": None, "length": 5}) == {"length": 5}


def test_keywords_are_fields_or_options() -> None:
    wish = Wish.of("backgammon", length=5, cube=False, options={"triple": "always"})
    assert wish == Wish("backgammon", length=5, options={"triple": "always", "cube": False})
    names = {option.name for game in GAMES.values() for option in game.options}
    assert not names & set(vars(Wish())), "an option could not be said by its name"


@pytest.mark.parametrize("flag", ["crawford", "jacoby", "swap", "money"])
def test_a_flag_is_true_or_false(flag: str) -> None:
    with pytest.raises(Refused, match="bad_match"):
        agree(Wish.of("snake", **{flag: 1}))


def test_the_examples_of_the_page_run() -> None:
    found = doctest.testmod(agreement)
    assert found.attempted == 2
    assert not found.failed


def test_the_schema_of_rest_has_no_defaults_that_are_wishes() -> None:
    for name, schema in MatchWish.model_json_schema()["properties"].items():
        assert "default" not in schema, name


def test_a_browser_sends_what_its_form_hides() -> None:
    hidden = {
        "game": "backgammon", "whole": "1", "profile": "tournament", "jacoby": "on",
        "beavers": "on", "length": "7", "games": "4",
    }  # fmt: skip

    def match(**shown: str) -> MatchRules:
        return form_reader.table_wish({**hidden, **shown}).agreed.match

    assert match(play="") == TOURNAMENT
    assert match(play="", crawford="no") == POINTS
    assert match(play="points") == MatchRules(length=7, games=None, crawford=True)
    assert match(play="one", crawford="yes") == MatchRules()
    assert match(play="games", crawford="yes") == MatchRules(games=4)
    both = MatchRules(games=None, jacoby=True, beavers=True)
    assert match(play="money", crawford="yes") == both
    without = {"option-cube": "no", "crawford": "yes"}
    assert match(play="money", **without) == MONEY
    assert match(play="points", **without).length == 7


def test_a_whole_form_without_the_box_of_the_roles_keeps_them() -> None:
    for whole, swap in (({"whole": "1"}, False), ({"whole": "1", "swap": "on"}, True), ({}, True)):
        wish = form_reader.table_wish({"game": "snake", "play": "games", "games": "3", **whole})
        assert wish.agreed.match == MatchRules(games=3, swap=swap)
    assert form_reader.table_wish({"game": "pin", "whole": "1"}).agreed.match == MatchRules()
