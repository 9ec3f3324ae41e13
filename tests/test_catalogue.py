"""The catalogue: what is owed to a game that ships, and a shop that stands whatever is missing."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scripts.game_data import commands
from scripts.owed import PUZZLES, addable, owed, told

from inside import Inside, Visitor
from paper import begin, house_in, open_page, record_of
from shell import ran
from tavola import games
from tavola.bots import ratings, shipped_nets
from tavola.bots.levels import ACCEPTED, THUMB, level_of, levels_of
from tavola.games import GAMES, OFFERED, ROTATIONS, SHIPPED, WORKSHOP
from tavola.protocol.serve import answer
from tavola.rules.model.declaration import Game, Option, Profile
from tavola.rules.model.ruleset import Dice
from tavola.server.api import game_statistics
from tavola.server.pages import cards, rule_sections
from tavola.study import likeness, openings, puzzles, weights
from tavola.study.mining import EMPTY
from tavola.words import LANGUAGES, Words, names, rule_pages, translations

BARE = "bare-game"
"""A game that has nothing but its rules."""


# -------------------------------------------------------------------------------- what is owed


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_owed(game: str) -> None:
    """Of games in the workshop it is only told."""
    missing = owed(game)
    if game in SHIPPED:
        assert not missing
    else:
        print(game, *missing, sep="\n  ")


LEARNT = ("reasons.json", "losses.json", "puzzles.json", "openings.json", "ratings.json")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of Narde, alone and to be changed."""
    place = tmp_path / "games" / "narde"
    shutil.copytree(games.folder("narde"), place)
    monkeypatch.setattr(games, "_HERE", place.parent)
    forget()
    yield place
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize("name", LEARNT)
@pytest.mark.parametrize("how", ["missing", "of another net", "damaged"])
def test_what_learners_miss_is_owed(name: str, how: str, shelf: Path) -> None:
    """And made by the one command that writes all a machine can write."""
    path = shelf / name
    if how == "missing":
        path.unlink()
    elif how == "damaged":
        path.write_text("{", encoding="utf-8")
    else:
        data = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**data, "net": "another"}), encoding="utf-8")
    (line,) = [line for line in owed("narde") if name in line]
    assert ("of another net" in line) is (how != "missing")
    made = [" ".join(one) for one in commands(GAMES["narde"], 1)]
    assert [one for one in made if one in line] == [line.partition("python ")[2]]
    assert not any(one in made[-1] for one in ("wall_facts", "golden"))


def test_a_lesson_is_owed(shelf: Path) -> None:
    shutil.rmtree(shelf / "lessons")
    assert ["a lesson" in line for line in owed("narde")] == [True]


def test_few_puzzles_are_owed_until_a_search_has_come_to_an_end(shelf: Path) -> None:
    path = shelf / "puzzles.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["puzzles"] = data["puzzles"][: PUZZLES - 1]
    path.write_text(json.dumps(data), encoding="utf-8")
    forget()
    assert [f"{PUZZLES - 1} of at least {PUZZLES}" in line for line in owed("narde")] == [True]
    path.write_text(json.dumps({**data, "games": EMPTY}), encoding="utf-8")
    forget()
    assert not owed("narde")


@pytest.mark.parametrize("dice", [Dice.FIXED, Dice.AHEAD])
def test_rules_without_a_table_of_openings_owe_none(
    dice: Dice, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf / "openings.json").unlink()
    assert any("openings" in line for line in owed("narde"))
    game = replace(GAMES["narde"], rules=replace(GAMES["narde"].rules, dice=dice))
    monkeypatch.setitem(OFFERED, "narde", game)
    assert not owed("narde")


def test_figures_may_be_added_and_are_not_owed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVOLA_FIGURES", str(tmp_path))
    assert not owed("eureka")
    (line,) = addable("eureka")
    assert "character" in line
    assert told("eureka") == f"eureka is complete.\nThere may still be added:\n  - {line}\n"


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_rotation_owes_its_pages_only(rotation: str) -> None:
    assert not owed(rotation)
    played = ROTATIONS[rotation].rotation
    assert {one.id for one in played} <= set(SHIPPED)
    assert len(played) > 1
    assert rotation not in GAMES
    assert (games.folder(rotation) / "rotation.py").is_file()


def test_order_of_the_catalogue() -> None:
    places = [game.place for game in GAMES.values() if game.place]
    assert places == list(range(1, len(places) + 1)), "the booklet's games come first, in its order"
    others = [game.family for game in GAMES.values() if not game.place]
    assert others == sorted(others, key=games.FAMILIES.index)
    assert all(game.family not in ("relatives", WORKSHOP) for game in GAMES.values() if game.place)


def test_a_folder_is_named_after_its_game() -> None:
    for name in GAMES:
        assert (games.folder(name) / "game.py").is_file()


# ------------------------------------------------------------------------- what may be missing


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One house for all tests."""
    with house_in(tmp_path_factory.mktemp("catalogue")) as found:
        yield found


@pytest.fixture
def visitor(house: Inside) -> Visitor:
    """Somebody new."""
    return house.visitor(accept="text/html")


def forget() -> None:
    """Read everything about games again."""
    for cache in (
        rule_pages.page,
        game_statistics.facts_of,
        ratings.ratings_of,
        cards.cards,
        cards.card,
        cards.start_diagrams,
        cards.telling,
        rule_sections.shown_moment,
        rule_sections.beside,
        rule_sections.sections,
        names._labels,
        puzzles.puzzles_of,
        openings.table_of,
        likeness.losses,
        weights.weights_of,
    ):
        cache.cache_clear()
    cards.pictures.cache_clear()
    shipped_nets.forget()


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of an unknown family without folder, page, net, facts and labels."""
    game = replace(
        GAMES["backgammon"],
        id=BARE,
        family="nobody-knows",
        options=(Option(name="queer", values={"this": {}, "that": {"stack": 5}}),),
        profiles=(Profile(name="ours", options={"queer": "that"}),),
        source="",
        examples=(),
        telling=(),
    )
    for shelf in (GAMES, OFFERED):
        monkeypatch.setitem(shelf, BARE, game)
    forget()
    yield game
    monkeypatch.undo()
    forget()


def terminal(home: Path, *arguments: str, lang: str, typed: str = "") -> str:
    """What a command says; it must end well."""
    settings = {"TAVOLA_HOME": str(home), "TAVOLA_COMPILE": "0", "COLUMNS": "100"}
    found = ran(*arguments, "--lang", lang, lang=lang, typed=typed, **settings)
    assert "Traceback" not in found.output
    assert str(Path(games.__file__).parent) not in found.output, "a path on the screen"
    return found.output


def walk(visitor: Visitor, home: Path, game: str, lang: str) -> None:
    """Every door that shows a game: wall, its page, set-up, a table, terminal, protocol, API."""
    name = names.game_name(Words(lang), game)
    assert name
    assert name in open_page(visitor, "/", lang).text
    page = open_page(visitor, f"/games/{game}", lang)
    assert name in page.text
    address = begin(visitor, {"game": game, "opponent": "computer"})
    assert record_of(visitor, address)["game"] == game
    assert name in open_page(visitor, address, lang).text
    assert open_page(visitor, "/mine", lang).all("a", href=address)
    assert name in terminal(home, "games", "--plain", lang=lang)
    assert name in terminal(home, "rules", game, "--plain", lang=lang)
    assert name in terminal(home, "rules", game, lang=lang)
    told = terminal(home, "play", game, "--plain", "--new", lang=lang, typed="1\n1\nquit\n")
    assert name in told
    listed = json.loads(json.dumps(answer(b'{"command": "games"}')))["games"]
    found = next(one for one in listed if one["id"] == game)
    api = visitor.get(f"/api/v1/games/{game}").json()
    offered = [level.name for level in levels_of(game, GAMES[game].rules)]
    assert found["levels"] == [level["name"] for level in api["levels"]] == offered
    assert all(level["label"] and level["line"] for level in api["levels"])
    worth = [level["elo"] for level in api["levels"] if level["elo"]]
    assert all(f"(Elo\N{NO-BREAK SPACE}{elo})" in page.text for elo in worth)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_with_nothing_but_rules_can_be_played(
    bare: Game, visitor: Visitor, tmp_path: Path, lang: str
) -> None:
    walk(visitor, tmp_path, BARE, lang)
    words = Words(lang)
    assert names.game_name(words, BARE) == BARE
    assert names.game_line(words, BARE) == ""
    assert names.family_name(words, bare.family) == bare.family
    assert names.option_label(words, "queer") == "queer"
    assert names.option_value(words, "queer", "that") == "that"
    assert names.profile_name(words, "ours") == "ours"
    shown = open_page(visitor, f"/games/{BARE}", lang).text
    assert words.text("There is no page for this game yet.") in shown
    assert (
        words.text("There is no net for this game: the computer plays by a rule of thumb.") in shown
    )


PIECES = {
    "a page in Italian": ["it.md"],
    "every page but the English one": ["it.md", "de.md", "fr.md"],
    "every page": ["it.md", "de.md", "fr.md", "en.md"],
    "the facts": ["measured.json"],
}


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_a_lost_piece_stops_nobody(
    piece: str, how: str, visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = tmp_path / "games"
    for name in ("backgammon", "nackgammon"):
        shutil.copytree(games.folder(name), shelf / name)
    for name in PIECES[piece]:
        path = shelf / "nackgammon" / name
        path.write_bytes(b"\xff\xfe{") if how == "damaged" else path.unlink(missing_ok=True)
    monkeypatch.setattr(games, "_HERE", shelf)
    forget()
    try:
        for lang in ("it", "en"):
            walk(visitor, tmp_path, "nackgammon", lang)
    finally:
        monkeypatch.undo()
        forget()


def foreign(visitor: Visitor, path: str, lang: str) -> list[tuple[str, str]]:
    """What a page shows in another language than its own: the tag and the language of each."""
    menus = ("html", "button")
    elements = open_page(visitor, path, lang).elements
    found = [(tag, at["lang"]) for tag, at in elements if "lang" in at and tag not in menus]
    assert all(code != lang for _, code in found), "nothing is marked without need"
    return found


def test_what_is_english_instead_says_so(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lang in LANGUAGES:
        assert foreign(visitor, "/", lang) == foreign(visitor, "/games/pin", lang) == []
    shelf = tmp_path / "games"
    for game in ("pin", "nackgammon", "backgammon"):
        shutil.copytree(games.folder(game), shelf / game)
    (shelf / "pin" / "it.md").unlink()
    for path in (shelf / "nackgammon").glob("*.md"):
        path.unlink()
    monkeypatch.setattr(games, "_HERE", shelf)
    forget()
    try:
        sections = rule_pages.page("en", "pin").sections
        page = [("h1", "en"), ("p", "en"), *[("section", "en")] * len(sections)]
        assert foreign(visitor, "/games/pin", "it") == page
        assert ("a", "en") in foreign(visitor, "/", "it")
        for game, lang in (
            ("pin", "de"),
            ("pin", "en"),
            ("nackgammon", "it"),
            ("backgammon", "it"),
        ):
            assert foreign(visitor, f"/games/{game}", lang) == []
    finally:
        monkeypatch.undo()
        forget()


@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_a_lost_net_leaves_the_rule_of_thumb(
    how: str, visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped_nets, "NETS", tmp_path)
    if how == "damaged":
        (tmp_path / "nackgammon.net").write_bytes(b"no net")
    forget()
    try:
        walk(visitor, tmp_path, "nackgammon", "en")
    finally:
        monkeypatch.undo()
        forget()


def test_a_lost_translation_is_english(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "LOCALE", tmp_path)
    translations._load.cache_clear()
    forget()
    try:
        assert names.option_label(Words("it"), "cube") == "Doubling cube"
        assert "Doubling cube" in terminal(tmp_path, "rules", "nackgammon", "--plain", lang="it")
    finally:
        monkeypatch.undo()
        translations._load.cache_clear()
        forget()


def test_levels_without_a_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES["backgammon"].rules
    with_net = [level.name for level in levels_of("backgammon", rules)]
    assert THUMB.name not in with_net
    assert level_of("backgammon", rules, "thumb") is THUMB
    assert level_of("backgammon", rules, "club").name == "club"
    monkeypatch.setattr(shipped_nets, "NETS", tmp_path)
    assert levels_of("backgammon", rules) == (THUMB,)
    assert all(level_of("backgammon", rules, name) is THUMB for name in ACCEPTED)


# ------------------------------------------------------------------------------ pages of relatives


def test_a_page_like_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = "# Base\n*Line.*\n\n## One\n\nfirst\n\n## Two\n\nsecond\n\n## Three\n\nthird\n"
    own = "# Own\n*Other.*\n<!-- like backgammon -->\n\n## Two\n\nmine\n\n## New\n\nfresh\n"
    for name, text in (("backgammon", base), ("nackgammon", own)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "en.md").write_text(text)
    monkeypatch.setattr(games, "_HERE", tmp_path)
    forget()
    try:
        found = rule_pages.page("en", "nackgammon")
        assert (found.title, found.line) == ("Own", "Other.")
        shown = [(section.title, section.text) for section in found.sections]
        assert shown == [("One", "first"), ("Two", "mine"), ("New", "fresh"), ("Three", "third")]
        text = rule_pages.rules_page("en", "nackgammon")
        assert text.startswith("# Own\n*Other.*\n\n## One\n\nfirst\n\n## Two\n\nmine\n\n")
        assert "<!--" not in text
        for like in ("nackgammon", "nobody"):  # itself, and a game that is not there
            page = own.replace("like backgammon", f"like {like}")
            (tmp_path / "nackgammon" / "en.md").write_text(page)
            forget()
            sections = rule_pages.page("en", "nackgammon").sections
            assert [section.title for section in sections] == ["Two", "New"]
    finally:
        monkeypatch.undo()
        forget()


@pytest.mark.parametrize("game", GAMES)
def test_a_written_page_comes_back_whole(game: str) -> None:
    """Pages that are like no other are shown as they are written, points with their numbers in the
    booklet without the braces."""
    for lang in LANGUAGES:
        path = games.folder(game) / f"{lang}.md"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if text and not rule_pages.split(text).like:
            plain = re.sub(r"\{(?:[WB]:)?([^{}]*)\}", r"\1", text)
            assert rule_pages.rules_page(lang, game).split() == plain.split()
