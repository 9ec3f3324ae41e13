"""Every sentence exists in every language, complete and up to date with the code."""

from __future__ import annotations

import ast
import gettext
import os
import random
import re
import runpy
import shutil
import string
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from bridge import random_action
from tavola.games import FAMILIES, GAMES
from tavola.rules import turn
from tavola.rules.declaration import text_of
from tavola.rules.position import Position
from tavola.rules.refusal import CODES, Refusal
from tavola.rules.ruleset import MatchRules, Ruleset, Side
from tavola.rules.script import actions, run
from tavola.rules.state import Fact, Kind, Phase, State
from tavola.rules.textform import read
from tavola.words import LANGUAGES, Words, catalogue, click_messages, names, pages, pick_language
from tavola.words.facts import TELLERS
from tavola.words.refusals import ACTIONS
from tavola.words.say import Speaker

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tavola"
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "words.py"))
BACKGAMMON = GAMES["backgammon"].rules


def fields(text: str) -> list[tuple[str, str | None]]:
    """Placeholders with their conversion, sorted."""
    found = [(name, how) for _, name, _, how in string.Formatter().parse(text) if name is not None]
    return sorted(found, key=str) + sorted(("%" + name, None) for name in re.findall(r"%\((\w+)\)", text))


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def catalogue_of(lang: str) -> Any:
    return TOOL["read"](TOOL["LOCALE"] / lang / "LC_MESSAGES" / "tavola.po")


def keys(messages: Any) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, tuple(forms(message.id))) for message in messages if message.id}


# ------------------------------------------------------------------------------- catalogues


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_is_complete(lang: str) -> None:
    for message in catalogue_of(lang):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        translated = forms(message.string)
        assert all(translated), message.id
        assert len(translated) == len(forms(message.id))
        for text in translated:
            wanted = [fields(form) for form in forms(message.id)]
            assert fields(text) in wanted, (message.id, text)
        if lang == "en":
            assert translated == forms(message.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_is_up_to_date(lang: str) -> None:
    extracted = keys(TOOL["extract"]())
    assert keys(catalogue_of(lang)) == extracted, "run scripts/words.py update, then translate"
    assert keys(TOOL["read"](TOOL["TEMPLATE"])) == extracted


def test_extraction_overlooks_nothing() -> None:
    """A message inside an f-string escapes the extraction of older Pythons: the syntax tree has it."""
    known = {text for _, ids in keys(TOOL["extract"]()) for text in ids}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            if called not in TOOL["KEYWORDS"]:
                continue
            literal = [a.value for a in node.args[:2] if isinstance(a, ast.Constant)]
            first = literal[1:] if "within" in called else literal
            assert all(text in known for text in first), (path, node.lineno, first)


def test_update_changes_nothing(tmp_path: Path) -> None:
    template = TOOL["extract"]()
    for lang in LANGUAGES:
        path = tmp_path / lang / "LC_MESSAGES" / "tavola.po"
        path.parent.mkdir(parents=True)
        shutil.copy(TOOL["LOCALE"] / path.relative_to(tmp_path), path)
        before = path.read_bytes()
        TOOL["update_catalogue"](path, template)
        assert path.read_bytes() == before


def test_tool_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert TOOL["main"]([]) == 2
    assert "compile" in capsys.readouterr().out


# ------------------------------------------------------------------------------- loading


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """A copy of the catalogues with compiled ones."""
    shutil.copytree(TOOL["LOCALE"], tmp_path / "locale")
    for stale in (tmp_path / "locale").glob("*/*/*.mo"):
        stale.unlink()
    TOOL["compile_all"](tmp_path / "locale")
    return tmp_path / "locale"


def loaded(folder: Path) -> str:
    catalogue._load.cache_clear()
    try:
        return catalogue._load("de", folder).gettext("{player} starts.")
    finally:
        catalogue._load.cache_clear()


def without_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "babel.messages.mofile", None)


def test_compiled_catalogue_needs_no_babel(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_babel(monkeypatch)
    assert loaded(locale) == "{player} beginnt."
    (locale / "de" / "LC_MESSAGES" / "tavola.po").unlink()
    assert loaded(locale) == "{player} beginnt."


def test_newer_source_wins(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = locale / "de" / "LC_MESSAGES" / "tavola.po"
    text = source.read_text(encoding="utf-8").replace("{player} beginnt.", "{player} legt los.")
    source.write_text(text, encoding="utf-8")
    later = source.with_suffix(".mo").stat().st_mtime + 10
    os.utime(source, (later, later))
    assert loaded(locale) == "{player} legt los."
    without_babel(monkeypatch)
    assert loaded(locale) == "{player} beginnt."


def test_nothing_to_read_is_english(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = locale / "de" / "LC_MESSAGES"
    (place / "tavola.mo").unlink()
    assert loaded(locale) == "{player} beginnt."
    without_babel(monkeypatch)
    assert loaded(locale) == "{player} starts."
    (place / "tavola.po").unlink()
    assert loaded(locale) == "{player} starts."


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="es"):
        Words("es")
    with pytest.raises(ValueError, match="es"):
        pages.rules_page("es", "puff")


@pytest.mark.parametrize(
    ("wanted", "environment", "lang"),
    [
        ("fr", {"TAVOLA_LANG": "de"}, "fr"),
        ("de_CH.UTF-8", {}, "de"),
        ("fr-CA", {}, "fr"),
        ("es", {}, "en"),
        (None, {}, "it"),
        ("", {"LANG": ""}, "it"),
        (None, {"LANG": "C"}, "it"),
        (None, {"LANG": "C.UTF-8"}, "it"),
        (None, {"LC_ALL": "POSIX", "LANG": "de_DE"}, "it"),
        (None, {"LANG": "de_AT@euro"}, "de"),
        (None, {"LANG": "pt_BR.UTF-8"}, "en"),
        (None, {"LANGUAGE": "es:fr:de"}, "fr"),
        (None, {"LANGUAGE": "es:pt"}, "en"),
        (None, {"TAVOLA_LANG": "it", "LANGUAGE": "de", "LC_ALL": "fr"}, "it"),
        (None, {"LC_MESSAGES": "fr_FR", "LANG": "de"}, "fr"),
    ],
)
def test_pick_language(
    wanted: str | None, environment: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TAVOLA_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert pick_language(wanted) == lang


def test_join_and_braces() -> None:
    words = Words("it")
    assert [words.join(list("abc")[:n]) for n in range(4)] == ["", "a", "a e b", "a, b e c"]
    assert words.join(["a", "b"], alternative=True) == "a o b"
    assert words.text("{not} ours") == "{not} ours"


def test_click_speaks(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    @click.argument("game")
    def command(game: str) -> None:
        """Nothing."""

    before = gettext.textdomain()
    monkeypatch.setattr(click_messages, "LOCALE", locale)
    monkeypatch.setenv("LANGUAGE", "en")
    try:
        click_messages.install_for_click("it")
        told = CliRunner().invoke(command, []).output
        assert "Uso:" in told
        assert "Manca l'argomento 'GAME'" in told
        assert "Opzione sconosciuta: '--x'." in CliRunner().invoke(command, ["--x"]).output
        click_messages.install_for_click("de")
        assert "Zeigt diese Hilfe" in CliRunner().invoke(command, ["--help"]).output
    finally:
        gettext.textdomain(before)


# ------------------------------------------------------------------------------- names and pages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_a_name(lang: str) -> None:
    words = Words(lang)
    assert all(names.family_name(words, family) for family in FAMILIES)
    assert {game.family for game in GAMES.values()} == set(FAMILIES)
    assert names.side_name(words, Side.WHITE) != names.side_name(words, Side.BLACK)
    assert all(names.match_label(words, name) != name for name in MatchRules().to_json())
    for game in GAMES.values():
        assert names.game_name(words, game.id)
        assert all(names.profile_name(words, profile.name) for profile in game.profiles)
        for option in game.options:
            label = names.option_label(words, option.name)
            values = [names.option_value(words, option.name, value) for value in option.values]
            assert label
            assert label != option.name
            assert len(set(values)) == len(option.values)
            plain = {text_of(v) for v in option.values} - {"yes", "no"}
            assert not plain & set(values) or lang == "en", (option.name, values)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rule_page(lang: str, game: str) -> None:
    page = pages.page(lang, game)
    assert page.title == names.game_name(Words(lang), game)
    assert page.line == names.game_line(Words(lang), game)
    assert page.line.endswith((".", "?", "!"))
    assert len(page.sections) >= 5
    assert all(section.title and section.text for section in page.sections)
    assert not re.search(r"^# |\{|\}", "\n".join(s.text for s in page.sections), re.MULTILINE)


def test_rule_pages_share_their_headings() -> None:
    for lang in LANGUAGES:
        first = pages.page(lang, "backgammon").sections
        for game in GAMES:
            sections = pages.page(lang, game).sections
            assert sections[0].title == first[0].title
            assert sections[-1].title == first[-1].title


# ------------------------------------------------------------------------------- facts


def kinds_in_the_code() -> set[str]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCE / "rules").glob("*.py"))
    return set(re.findall(r'Fact\(\s*"(\w+)"', text)) | set(re.findall(r'_ask\(.*"(\w+)"\)', text))


def test_every_fact_has_a_teller() -> None:
    assert kinds_in_the_code() == set(TELLERS)


def test_every_action_has_a_name() -> None:
    assert set(ACTIONS) == {kind.value for kind in Kind}


FACTS = [
    Fact("opening", None, {"white": 5, "black": 3}),
    Fact("opening", None, {"white": 3, "black": 3}),
    Fact("automatic_double", None, {"value": 2}),
    Fact("starts", Side.WHITE),
    Fact("threw", Side.BLACK, {"dice": [6, 4]}),
    Fact("threw", Side.BLACK, {"dice": [6, 6]}),
    Fact("named", Side.WHITE, {"dice": [6, 1]}),
    Fact("corrected", Side.WHITE),
    Fact("lost", Side.WHITE, {"numbers": [5]}),
    Fact("lost", Side.WHITE, {"numbers": [3, 3, 3]}),
    Fact("chose", Side.WHITE, {"number": 4}),
    Fact("step", Side.WHITE, {"number": 3, "source": 17, "target": 20, "hit": 20}),
    Fact("step", Side.BLACK, {"number": 3, "source": "bar", "target": 22}),
    Fact("step", Side.BLACK, {"number": 3, "source": "res", "target": 22, "pins": 22}),
    Fact("step", Side.BLACK, {"number": 3, "source": 3, "target": "off", "frees": 3}),
    Fact("jumped", Side.BLACK, {"source": 3, "target": 6}),
    Fact("jumped", Side.WHITE, {"source": 15, "target": 13}),
    Fact("jumped", Side.BLACK, {"source": None, "target": 6}),
    Fact("jumped", Side.WHITE, {"source": None, "target": 13}),
    Fact("undone", Side.WHITE),
    Fact("passed", Side.WHITE),
    Fact("handed", Side.BLACK, {"number": 5, "times": 4}),
    Fact("handed", Side.BLACK, {"number": 6, "times": 4}),
    Fact("again", Side.WHITE),
    Fact("second_throw", Side.BLACK),
    Fact("turn", Side.BLACK),
    Fact("doubled", Side.WHITE, {"value": 2}),
    Fact("took", Side.BLACK, {"value": 2}),
    Fact("dropped", Side.BLACK),
    Fact("beavered", Side.BLACK, {"value": 4}),
    *(Fact("resigned", Side.WHITE, {"value": value}) for value in (1, 2, 3)),
    Fact("offered_draw", Side.WHITE, {"value": 0}),
    Fact("accepted", Side.BLACK),
    Fact("agreed", Side.BLACK),
    Fact("refused", Side.BLACK),
    Fact("declined", Side.BLACK),
    *(
        Fact("game_over", Side.WHITE, {"points": n, "how": how})
        for n, how in enumerate(("single", "gammon", "backgammon", "drop", "resign", "hit", "mother"), 1)
    ),
    *(Fact("game_over", None, {"points": 0, "how": how}) for how in ("stalemate", "repetition", "agreed")),
    Fact("match_over", Side.BLACK, {"score": [3, 5]}),
    Fact("match_over", None, {"score": [3, 3]}),
    Fact("game", None, {"game": 2}),
]


def check(told: str, *, ending: str = ".") -> None:
    """A finished sentence: no placeholder, no empty value, one full stop."""
    assert told
    assert not re.search(r"[{}]|None|  |\.\.| \.", told), told
    assert told.endswith(ending), told
    assert told[0] == told[0].upper(), told


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fact_is_told(lang: str, brief: bool) -> None:
    assert {fact.kind for fact in FACTS} == set(TELLERS)
    state = turn.new_match(BACKGAMMON, MatchRules(length=5, games=None))
    speaker = Speaker(Words(lang), BACKGAMMON, brief=brief)
    told = [speaker.fact(fact, state) for fact in FACTS]
    for sentence in told:
        check(sentence)
    assert len(set(told)) == len(told)


def test_same_fact_differs_in_every_language() -> None:
    state = turn.new_match(BACKGAMMON)
    for fact in FACTS:
        told = {Speaker(Words(lang), BACKGAMMON).fact(fact, state) for lang in LANGUAGES}
        assert len(told) == len(LANGUAGES), told


def play(text: str, items: str, rules: Ruleset = BACKGAMMON) -> tuple[tuple[Fact, ...], State]:
    """All facts of a script from a position."""
    state = read(rules, text)
    facts: tuple[Fact, ...] = ()
    for item in items.split(";"):
        for action in actions(state, item.strip()):
            state, more = turn.apply(state, action)
            facts += more
    return facts, state


HIT = ("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:4 5:1 | W", "4-4; 1/5* 1/5 12/16(2)")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("it", "Il Bianco muove 2 pedine da 24 a 20 e mangia, muove 2 pedine da 13 a 9."),
        ("de", "Weiß zieht 2 Steine von 24 nach 20 und schlägt, zieht 2 Steine von 13 nach 9."),
        ("fr", "Blanc joue 2 pions de 24 à 20 et frappe, joue 2 pions de 13 à 9."),
        ("en", "White moves 2 checkers from 24 to 20 and hits, moves 2 checkers from 13 to 9."),
    ],
)
def test_a_play_is_one_sentence(lang: str, told: str) -> None:
    facts, state = play(*HIT)
    speaker = Speaker(Words(lang), BACKGAMMON)
    assert speaker.facts(facts, state)[1] == told


def test_brief_play_stands_with_its_throw() -> None:
    facts, state = play("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B", "6-4; 24/14; done")
    told = Speaker(Words("en"), BACKGAMMON, brief=True).facts(facts, state)
    assert told == ["Black 6-4: 24/14.", "White is on turn."]
    booklet = Speaker(Words("en"), BACKGAMMON, "booklet", brief=True)
    facts, state = play(*HIT)
    assert booklet.facts(facts, state) == ["White 4-4: 1/5*(2) 12/16(2)."]
    assert booklet.facts(facts[:1], state) == ["White 4-4."]
    assert booklet.facts(facts[1:3], state) == ["White: 1/5*(2)."]


def test_names_are_told_by_player() -> None:
    state = turn.new_match(BACKGAMMON)
    speaker = Speaker(Words("it"), BACKGAMMON, names=("anna {x}", "Bruno"))
    assert speaker.fact(Fact("threw", Side.WHITE, {"dice": [2, 1]}), state) == "anna {x} lancia 2 e 1."
    swapped = state.but(swapped=True)
    assert speaker.fact(Fact("turn", Side.WHITE), swapped) == "Ora gioca Bruno."


def test_pin_on_the_way_is_not_told() -> None:
    rules = GAMES["pin"].rules
    facts, state = play("W 5:1 24:14 | B 8:1 1:14 | W", "3-2; 5/10", rules)
    told = Speaker(Words("en"), rules, "booklet").facts(facts, state)
    assert told[1] == "White moves from 5 by 8 to 10."
    facts, state = play("W 5:1 24:14 | B 10:1 1:14 | W", "3-2; 5/10", rules)
    told = Speaker(Words("en"), rules, "booklet").facts(facts, state)
    assert told[1] == "White moves from 5 by 7 to 10 and pins the checker there."


def test_single_game_needs_no_match_result() -> None:
    facts, state = play("W 24:1 | B 6:1 | W", "6-5; 24/off; done")
    told = Speaker(Words("fr"), BACKGAMMON).facts(facts, state)
    assert told[1:] == ["Blanc sort un pion de 1.", "Blanc gagne la partie : 1 point."]


# ------------------------------------------------------------------------------- refusals

SAMPLES: dict[str, object] = {
    "point": 8,
    "number": 6,
    "count": 3,
    "points": ["bar", "res", 8, 13],
    "numbers": [6, 4],
    "action": "throw",
    "dice": [3, 1],
    "most": 3,
    "text": "8-5",
    "what": "form",
    "option": "cube",
    "game": "chess",
    "throw": 7,
}

REFUSALS = [
    *(Refusal(code, {name: SAMPLES[name] for name in details}) for code, details in CODES.items()),
    Refusal("no_checker", {"point": "bar"}),
    Refusal("no_checker", {"point": "res"}),
    Refusal("blocked", {"point": 8, "count": 1}),
    Refusal("bad_resignation", {"most": 1}),
    *(Refusal("not_now", {"action": kind.value}) for kind in Kind),
    *(
        Refusal("bad_position", {"what": what, "text": "x", "side": 1, "point": 3, "count": 9})
        for what in ("form", "token", "count", "no_bar", "no_reserve", "off_track", "stack")
    ),
    *(
        Refusal("bad_position", {"what": what, "side": 0, "point": 3})
        for what in ("no_towers", "towers", "no_pins", "both", "pin", "finished", "turn")
    ),
    *(Refusal("bad_state", {"what": what}) for what in ("phase", "cube")),
    Refusal("bad_record", {"what": "version", "version": 2}),
    Refusal("bad_record", {"what": "line", "line": 2}),
    *(Refusal("bad_record", {"what": what}) for what in ("size", "text", "json", "other")),
    Refusal("bad_record", {"what": "event", "event": 4, "reason": "no_cube", "details": {}}),
    Refusal(
        "bad_record",
        {"what": "event", "event": 4, "reason": "blocked", "details": {"point": 8, "count": 2}},
    ),
    *(Refusal("bad_match", {"what": what}) for what in ("form", "combination", "length")),
    Refusal("bad_option", {"option": "cube", "value": "maybe", "values": ["yes", "no"]}),
    Refusal("bad_option", {"option": "cub", "options": ["opening", "cube"]}),
    Refusal("bad_option", {"option": "cub", "options": []}),
]


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_is_explained(lang: str, brief: bool) -> None:
    speaker = Speaker(Words(lang), BACKGAMMON, brief=brief)
    unknown = speaker.refusal(Refusal("unheard_of"), Side.WHITE)
    for refusal in REFUSALS:
        told = speaker.refusal(refusal, Side.WHITE)
        check(told)
        assert told != unknown.replace("unheard_of", refusal.code), refusal


def test_every_detail_of_the_code_is_explained() -> None:
    """What the code says is wrong is among the refusals above, so that each has its sentence."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    tested = {(r.code, r.details.get("what")) for r in REFUSALS}
    raised = {("bad_position", what) for what in re.findall(r'bad_position\("(\w+)"', text)}
    raised |= {("bad_record", what) for what in re.findall(r'"bad_record", what="(\w+)"', text)}
    assert raised <= tested
    codes = set(re.findall(r'(?:refuse|Refusal)\(\s*"(\w+)"', text))
    assert codes <= set(CODES)


def test_refusals_use_the_own_numbers() -> None:
    refusal = Refusal("blocked", {"point": 8, "count": 3})
    white = Speaker(Words("it"), BACKGAMMON).refusal(refusal, Side.WHITE)
    assert white == "La punta 17 è chiusa: la tengono 3 pedine avversarie. Scegli un'altra punta."
    assert "Feld 8 " in Speaker(Words("de"), BACKGAMMON).refusal(refusal, Side.BLACK)
    assert "Feld 8 " in Speaker(Words("de"), BACKGAMMON, "booklet").refusal(refusal, Side.WHITE)
    assert "Feld 8 " in Speaker(Words("de"), BACKGAMMON).refusal(refusal, None)


def test_fixed_throw_without_doubles_says_so() -> None:
    rules = GAMES["fixed-throw"].ruleset({"doubles": False})
    assert "double" in Speaker(Words("en"), rules).refusal(Refusal("bad_dice"), Side.WHITE)


# ------------------------------------------------------------------------------- situations


def everything(speaker: Speaker, state: State) -> list[str]:
    """All that can be asked about a state."""
    points = [speaker.point(state, point) for point in range(1, 25)]
    lines = [*speaker.situation(state), *speaker.position(state), *speaker.pools(state), *points]
    lines += [speaker.pips(state), speaker.prompt(state), speaker.result(state), speaker.score(state)]
    return lines


def checked(lines: list[str]) -> None:
    for line in lines:
        check(line)


@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_can_be_spoken(game: str) -> None:
    rules = GAMES[game].ruleset()
    speakers = [
        Speaker(Words(lang), rules, numbering, brief=brief)
        for lang in LANGUAGES
        for numbering, brief in (("own", False), ("own", True), ("booklet", False))
    ]
    rng = random.Random(game)
    state = turn.new_match(rules)
    for moment in range(250):
        if state.phase in (Phase.OVER, Phase.END):
            break
        state, facts = turn.apply(state, random_action(state, rng))
        for speaker in speakers:
            checked(speaker.facts(facts, state))
            checked([speaker.fact(fact, state) for fact in facts])
            if moment % 11 == 0:
                checked(everything(speaker, state))


def reach(rules: Ruleset, line: str, match: MatchRules | None = None) -> State:
    return run(turn.new_match(rules, match), line)


MONEY = MatchRules(games=None, beavers=True, automatic=True, jacoby=True)

@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("", None),
        ("3-1; 17/20 19/20; done", None),
        ("3-1; 17/20 19/20; done; double", MONEY),
        ("3-1; 17/20 19/20; done; double; beaver; take", MONEY),
        ("3-3; 3-1", MONEY),
        ("3-1; resign 2", None),
        ("3-1; draw", None),
        ("3-1; resign 2; accept", MatchRules(length=3, games=None, crawford=True)),
        ("3-1; resign 2; accept; next; 2-1", MatchRules(length=3, games=None, crawford=True)),
        ("3-1; resign 1; accept", MatchRules(games=3)),
        ("3-1; draw; agree", None),
    ],
)
def test_special_moments_can_be_spoken(lang: str, line: str, match: MatchRules | None) -> None:
    state = reach(BACKGAMMON, line, match)
    for brief in (False, True):
        speaker = Speaker(Words(lang), BACKGAMMON, names=("Anna", ""), brief=brief)
        checked(everything(speaker, state))


@pytest.mark.parametrize(
    ("options", "line", "told"),
    [
        ({}, "", "Ognuno lancia un dado."),
        ({}, "3-1", "Bianco: gioca 3 e 1."),
        ({}, "3-1; 17/20 19/20", "Bianco: non resta nessun numero; finisci il turno."),
        ({}, "3-1; 17/20 19/20; done", "Nero: lancia i dadi o raddoppia."),
        ({}, "3-1; 17/20 19/20; done; double", "Bianco: accetta il raddoppio a 2 o rifiutalo."),
        ({}, "3-1; resign 1", "Nero: accetta la resa o rifiutala."),
        ({}, "3-1; draw", "Nero: accetta la patta o rifiutala."),
        (
            {"opening": "choice"},
            "3-1",
            "Bianco: lancia i dadi, tieni i dadi d'apertura, 3 e 1 o raddoppia.",
        ),
        (
            {"cube_window": "any"},
            "3-1; 17/20 19/20; done",
            "Nero: lancia i dadi o raddoppia. Può raddoppiare anche il Bianco.",
        ),
    ],
)
def test_prompt(options: dict[str, str], line: str, told: str) -> None:
    rules = GAMES["backgammon"].ruleset(options)
    assert Speaker(Words("it"), rules).prompt(reach(rules, line)) == told


def test_position_in_full_and_in_brief() -> None:
    state = read(BACKGAMMON, "W 1:2 24:11 bar:1 | B 6:5 5:1 | B")
    full = Speaker(Words("en"), BACKGAMMON).position(state)
    assert full == [
        "Point 24: 11 white checkers.",
        "Point 6: 5 black checkers.",
        "Point 5: 1 black checker.",
        "Point 1: 2 white checkers.",
        "All other points are empty.",
        "White: 1 on the bar, 1 off.",
        "Black: 0 on the bar, 9 off.",
    ]
    white = Speaker(Words("it"), BACKGAMMON, brief=True, viewer=Side.WHITE).position(state)
    assert white == [
        "Bianco: 2 su 24, 11 su 1.",
        "Nero: 1 su 20, 5 su 19.",
        "Bianco: 1 sul bar, 1 fuori.",
        "Nero: 9 fuori.",
    ]


def test_point_tells_where_its_checkers_may_go() -> None:
    state = read(BACKGAMMON, "W 1:2 19:13 | B 6:5 24:2 | B 6-4")
    speaker = Speaker(Words("en"), BACKGAMMON)
    assert speaker.point(state, 24) == "Point 24: 2 black checkers. A 6 leads to 18. A 4 leads to 20."
    assert speaker.point(state, 12) == "Point 12: empty."


def test_facing_points_are_called_by_the_number_they_face() -> None:
    rules = GAMES["french-2"].rules
    state = State(rules, MatchRules(), Position.parse(rules, "W 5:1 res:2 | B 20:1 res:2"))
    told = Speaker(Words("de"), rules, viewer=Side.WHITE).position(state)
    assert told[:2] == ["Feld 5: 1 weißer Stein.", "Feld 5 gegenüber: 1 schwarzer Stein."]


def test_towers_tell_their_stage() -> None:
    rules = GAMES["doublets"].rules
    facts, state = play(Position.start(rules).text() + " | W", "6-3; 19/19 22/22", rules)
    told = Speaker(Words("fr"), rules).facts(facts, state)
    assert told[1] == "Blanc démonte la pile 6 et démonte la pile 3."
    assert "Blanc, pile 6 : côte à côte." in Speaker(Words("fr"), rules).position(state)


def test_score_and_cube() -> None:
    match = MatchRules(length=5, games=None)
    state = turn.new_match(BACKGAMMON, match).but(score=(4, 2), crawford="now")
    speaker = Speaker(Words("de"), BACKGAMMON, names=("Anna", "Bert"))
    told = "Match bis 5 Punkte: Anna 4, Bert 2. Crawford-Spiel: Niemand darf verdoppeln."
    assert speaker.score(state) == told
    assert speaker.cube(state) == "Der Verdopplungswürfel liegt in der Mitte und gilt 1."
    assert Speaker(Words("de"), GAMES["pin"].rules).cube(turn.new_match(GAMES["pin"].rules)) == ""


def test_pips() -> None:
    state = turn.new_match(BACKGAMMON)
    told = Speaker(Words("it"), BACKGAMMON).pips(state)
    assert told == "Passi: Bianco 167, Nero 167. Ne servono altrettanti a entrambi."
    behind = read(BACKGAMMON, "W 24:1 | B 6:1 | W")
    assert Speaker(Words("fr"), BACKGAMMON).pips(behind) == (
        "Points à parcourir : Blanc 1, Noir 6. Blanc en a 5 de moins."
    )
