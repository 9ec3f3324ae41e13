"""The HTML pages: every one in every language, and every form there and back."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

from inside import Inside, Visitor
from keeping import a_match, computer_at
from paper import Page, begin, open_page, played_out, record_of, with_profiles
from tavola.bots import shipped_nets
from tavola.drawing.picture import BoardView
from tavola.games import GAMES, OFFERED, by_family, folder
from tavola.server.api import game_statistics
from tavola.server.http.preferences import THEMES
from tavola.server.pages import cards, forms, hotkeys
from tavola.server.settings import STATIC, WEB
from tavola.words import LANGUAGES, Words, names, rule_pages
from tavola.words.general_pages import GENERAL_PAGES, general_page

PLAIN = ("/", "/mine", "/mine/erase", "/dice", "/keys", "/words", "/history", "/offline")
GERMAN = {"accept-language": "de"}


# ------------------------------------------------------------------------------------ every page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("address", PLAIN)
def test_every_page_in_every_language(visitor: Visitor, address: str, lang: str) -> None:
    page = open_page(visitor, address, lang)
    assert len(page.all("h1")) == 1 or address == "/mine"
    assert page.all("a", href="#main")
    assert page.all("main", id="main")
    assert not any("style" in found for _, found in page.elements), "the policy forbids it"
    assert not any(name.startswith("on") for _, found in page.elements for name in found)
    for script in page.all("script"):
        assert script.get("src", "").startswith("/static/") or script["type"] == "application/json"
    assert "{" not in page.text, "a placeholder was left"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OFFERED)
def test_every_game_has_its_page(visitor: Visitor, game: str, lang: str) -> None:
    page = open_page(visitor, f"/games/{game}", lang)
    assert names.game_name(Words(lang), game) in page.text
    for section in rule_pages.page(lang, game).sections:
        assert section.title in page.text
    assert "**" not in page.text, "Markdown was left"
    assert len(page.all("svg", **{"aria-hidden": "true"})) >= 2, "the board, for phone and desk"
    for option in OFFERED[game].options:
        assert page.all("select", name=f"option-{option.name}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GENERAL_PAGES)
def test_pages_about_all_games(visitor: Visitor, name: str, lang: str) -> None:
    page = open_page(visitor, f"/{name}", lang)
    for section in general_page(lang, name).sections:
        assert section.title in page.text
    assert "**" not in page.text, "Markdown was left"
    drawn = page.all("svg", **{"class": "board small narrow"})
    assert len(drawn) == (name == "words")
    for other in ("/", f"/games/{next(iter(GAMES))}"):
        assert open_page(visitor, other, lang).all("a", href=f"/{name}")


def test_the_parts_of_the_board_are_named(visitor: Visitor) -> None:
    """Every quarter with whose it is, the bar, and both places of what is off."""
    texts = re.findall(r'class="name">([^<]*)<', visitor.get("/words?", headers=GERMAN).text)
    for drawn in (texts[: len(texts) // 2], texts[len(texts) // 2 :]):
        assert sorted(drawn) == sorted(
            [*("Innenbrett", "Außenbrett", "Weiß", "Schwarz", "Draußen") * 2, "Bar"]
        )


def test_what_pages_load_exists(visitor: Visitor) -> None:
    game = next(iter(GAMES))
    for address in (*PLAIN, f"/games/{game}"):
        page = open_page(visitor, address)
        wanted = [found["href"] for found in page.all("link")]
        wanted += [found["src"] for found in page.all("script") if "src" in found]
        for link in wanted:
            assert visitor.get(link).status_code == 200, link


def test_scripts_import_what_exists() -> None:
    """At once, later, and what only the types want."""
    found = []
    for script in STATIC.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        found += [(script, path) for path in re.findall(r"(?:from |import ?\(?)'(\..*?)'", text)]
    assert {script.parent for script, _ in found} > {STATIC / "table", STATIC / "board"}
    for script, path in found:
        assert (script.parent / path).is_file(), f"{script.name}: {path}"


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in [*WEB.rglob("*.html"), *STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//cdn", text), path


def test_every_sentence_of_a_template_can_be_extracted() -> None:
    """Catalogues are made from what stands literally in the calls."""
    keywords = {"text": None, "plural": (1, 2), "within": ((1, "c"), 2)}
    folder = WEB / "templates"
    for path in folder.glob("*.html"):
        calls = re.findall(r"\b(?:text|plural|within)\(", path.read_text(encoding="utf-8"))
        found = extract_from_file("jinja2", path, keywords=keywords)
        assert len(list(found)) == len(calls), path.name


def test_templates_name_no_game() -> None:
    """A page reads geometry and catalogue, never the id of a game."""
    common = {"pin", "reverse", "straight", "snake", "backwards"}
    for path in [*WEB.rglob("*.html"), *STATIC.rglob("*.js"), *STATIC.rglob("*.css")]:
        text = re.sub(r"\{#.*?#\}|//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"))
        for game in set(GAMES) - common:
            found = re.findall(rf"[\"'/]{game}[\"'/]", text)
            assert not found, f"{path.name}: {game}"


# --------------------------------------------------------------------------------------- the wall


def test_the_wall_shows_every_game(visitor: Visitor) -> None:
    page = open_page(visitor, "/")
    for game in OFFERED:
        assert page.all("a", href=f"/games/{game}")
    for shape in ("whole", "close"):
        assert len(page.all("svg", **{"class": f"board small {shape}"})) == len(OFFERED)
    assert len(page.all("form", action="/tables")) == len(OFFERED) + 2, "each, the first, the sheet"
    assert len(page.all("button", **{"class": "main big"})) == 1, "one button is filled"


@pytest.mark.parametrize("family", by_family())
def test_the_wall_filters_without_scripts(visitor: Visitor, family: str) -> None:
    page = open_page(visitor, f"/?family={family}")
    shown = [
        card for card in page.all("li") if card.get("class") == "card" and "hidden" not in card
    ]
    assert len(shown) == sum(game.family == family for game in OFFERED.values())
    assert {card["data-family"] for card in shown} == {family}
    assert [link["data-family"] for link in page.all("a", **{"aria-current": "true"})] == [family]


def test_an_unknown_family_shows_all(visitor: Visitor) -> None:
    page = open_page(visitor, "/?family=%3Cscript%3E")
    assert not any("hidden" in card for card in page.all("li"))


@pytest.mark.parametrize("game", GAMES)
def test_drawings_show_the_start(game: str) -> None:
    """Every checker of the start beside the rules; nothing refers to nothing."""
    total = sum(setup.total for setup in GAMES[game].rules.start)
    for diagram in cards.start_diagrams(game, BoardView()):
        used = re.findall(r'href="#([^"]+)"', diagram)
        assert sum(re.fullmatch(r"c\d+-[WB][np]?", name) is not None for name in used) == total
        assert set(used) <= set(re.findall(r'id="([^"]+)"', diagram))
        assert 'aria-hidden="true"' in diagram


def test_facts_are_measured_for_every_game_with_a_net() -> None:
    for game in GAMES:
        found = game_statistics.facts_of(game)
        if found is None:
            assert not shipped_nets.present(game), f"scripts/wall_facts.py {game}"
            continue
        assert 1 <= found.minutes <= 90, game
        assert found.luck is None or 0 <= found.luck <= 100, game


def test_luck_and_minutes() -> None:
    assert game_statistics.luck_of({"weak_wins": 50, "decided": 100}) == 100
    assert game_statistics.luck_of({"weak_wins": 0, "decided": 100}) == 0
    assert game_statistics.luck_of({"weak_wins": 0, "decided": 30}) == 5
    assert game_statistics.luck_of({"weak_wins": 14, "decided": 100}) == 30
    assert game_statistics.luck_of({}) is None
    assert game_statistics.minutes_for(5) == 1
    assert game_statistics.minutes_for(53) == 10


@pytest.mark.parametrize("opponent", forms.OPPONENTS)
@pytest.mark.parametrize("game", GAMES)
def test_one_click_begins_every_game(visitor: Visitor, game: str, opponent: str) -> None:
    address = begin(visitor, {"game": game, "opponent": opponent})
    record = record_of(visitor, address)
    assert record["game"] == game
    assert record["match"]["games"] == 1
    assert record["dice"]["kind"] == "sealed"
    assert "secret" not in record["dice"]
    wall = open_page(visitor, "/")
    assert wall.all("a", href=address), "it goes on from the wall"


# ------------------------------------------------------------------------------------ invitations


def test_a_friend_joins(house: Inside) -> None:
    host, guest, third = (house.visitor(accept="text/html") for _ in range(3))
    fields = {"opponent": "friend", "name": "Host", "colour": "white"}
    address = begin(host, {"game": with_profiles().id, **fields})
    links = host.get(f"/api/v1/tables/{address.removeprefix('/t/')}/links").json()
    invitation = "/join/" + links["join"].partition("/join/")[2]
    own = open_page(host, invitation)
    assert own.all("a", href=address)
    assert not own.all("form", action=invitation), "nobody plays against himself"
    assert host.post(invitation, data={}).headers["location"] == address
    page = open_page(guest, invitation, "fr")
    assert "Host" in page.text
    assert Page(guest.get(address)).data["first"]["mine"] == [], "looking on takes no seat"
    answer = guest.post(invitation, data={"name": "Gast"})
    assert (answer.status_code, answer.headers["location"]) == (303, address)
    assert Page(guest.get(address)).data["first"]["mine"] == ["B"]
    for used in (third.get(invitation), third.post(invitation, data={})):
        assert used.status_code == 410
        assert Page(used).all("a", href=address), "he may watch instead"
    assert third.get(invitation, headers={"accept": "application/json"}).json()["code"] == "taken"
    for seated in (host, guest):
        assert seated.get(invitation).headers["location"] == address
    assert Page(third.get(address)).data["first"]["mine"] == []
    assert "Gast" in open_page(host, "/mine").text


def test_an_invitation_that_never_was(visitor: Visitor) -> None:
    assert visitor.get("/join/nothing").status_code == 404
    assert visitor.post("/join/nothing", data={}).status_code == 404


# ------------------------------------------------------------------------------------ dice, keys


def test_running_dice_show_their_commitment_only(visitor: Visitor) -> None:
    address = begin(visitor, {"game": with_profiles().id, "opponent": "here"})
    seed = visitor.post(
        f"/api/v1{address.replace('/t/', '/tables/')}/seed", json={"seed": "Würfel"}
    )
    assert seed.json()["seeds"] == ["Würfel", "Würfel"]
    record = record_of(visitor, address)
    page = open_page(visitor, f"{address}/dice")
    assert record["dice"]["commitment"] in page.text
    assert page.all("p", **{"data-verdict": "open"})
    typed = begin(visitor, {"game": with_profiles().id, "opponent": "here", "dice": "typed"})
    assert open_page(visitor, f"{typed}/dice").all("p", **{"data-verdict": "open"})
    assert "Würfel" in page.text
    for page_of in ("", "/dice", "/record.json"):
        assert visitor.get(f"/t/nothing{page_of}").status_code == 404


@pytest.mark.parametrize(
    ("score", "player", "told"),
    [
        ("7 5", 0, "Won, 7 to 5."),
        ("7 5", 1, "Lost, 5 to 7."),
        ("1 1", 0, "Drawn, 1 to 1."),
        ("7 5", None, "7 to 5."),
        ("", 0, ""),
    ],
)
def test_results_as_somebody_sees_them(score: str, player: int | None, told: str) -> None:
    seats = [computer_at(0), computer_at(1)]
    if player is not None:
        seats[player] = replace(seats[player], person="me", kind="person")
    match = a_match("m", seats[0], seats[1], status="over", score=score)
    assert cards.result_of(Words("en"), match, "me") == told


def test_dice_of_a_finished_match(house: Inside, visitor: Visitor) -> None:
    address = played_out(house, visitor)
    page = open_page(visitor, f"{address}/dice", "it")
    assert page.all("p", **{"data-verdict": "yes"})
    assert len(page.all("li", **{"data-verdict": "yes"})) == 5
    record = record_of(visitor, address)
    for name in ("secret", "commitment", "id"):
        assert record["dice"][name] in page.text
    mine = open_page(visitor, "/mine", "it")
    assert "2 a 0." in mine.text
    for link in (address, f"{address}/record.json", f"{address}/dice"):
        assert mine.all("a", href=link)
    assert any(found.get("value", "").endswith(address) for found in mine.all("input"))


def test_dice_of_the_older_scheme_are_told_as_what_they_were(
    house: Inside, visitor: Visitor
) -> None:
    page = open_page(visitor, f"{played_out(house, visitor, 1)}/dice")
    assert page.all("p", **{"data-verdict": "yes"})
    assert len(page.all("li", **{"data-verdict": "open"})) == 1
    assert "sealed by the older scheme" in page.text


def test_dice_that_were_changed(house: Inside, visitor: Visitor) -> None:
    address = played_out(house, visitor, commitment="ab" * 32)
    page = open_page(visitor, f"{address}/dice")
    assert page.all("p", **{"data-verdict": "no"})
    assert page.all("li", **{"data-verdict": "no"})


def test_the_keys_are_listed_once() -> None:
    """The script of the table reads the list that the page about keys shows."""
    assert len(hotkeys.keys_of(Words("de"))) == len(hotkeys.USUAL) + len(hotkeys.FIXED)
    sources = [path.read_text(encoding="utf-8") for path in (STATIC / "table").glob("*.js")]
    assert "data('hotkeys')" in "".join(sources)
    assert not [source for source in sources if re.search(r"undo_turn: '", source)]


# ------------------------------------------------------------------------------ settings and data


def test_language_and_colours_stay(visitor: Visitor) -> None:
    for theme in THEMES:
        answer = visitor.post("/settings", data={"theme": theme, "back": "/dice?x=1"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/dice?x=1")
        assert open_page(visitor, "/dice").all("html", **{"data-theme": theme})
    visitor.post("/settings", data={"language": "fr", "back": "/"})
    assert Page(visitor.get("/", headers={"accept-language": "de"})).all("html", lang="fr")


def test_settings_of_the_page(visitor: Visitor) -> None:
    fields = open_page(visitor, "/mine").form("/settings")
    wish = {**fields, "name": "Anna", "numbering": "booklet", "voice": "brief", "speed": "none"}
    visitor.post("/settings", data=wish)
    page = open_page(visitor, "/mine")
    assert page.form("/settings") == wish


def test_settings_by_json(visitor: Visitor) -> None:
    answer = visitor.post("/settings", json={"sounds": False, "name": "Bo", "mirror": True})
    assert answer.status_code == 200
    assert answer.json()["sounds"] is False
    address = begin(visitor, {"game": with_profiles().id, "opponent": "here"})
    assert open_page(visitor, address).data["prefs"]["mirror"] is True
    refused = visitor.post("/settings", json={"language": "xx"})
    assert refused.status_code == 400


@pytest.mark.parametrize(
    "address",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "evil",
        "",
        "/a\r\nx: y",
        "/\t/e",
    ],
)
def test_nobody_is_led_elsewhere(visitor: Visitor, address: str) -> None:
    answer = visitor.post("/settings", data={"theme": "auto", "back": address})
    assert answer.headers["location"] == "/"


def test_export_and_erasure(visitor: Visitor) -> None:
    address = begin(visitor, {"game": with_profiles().id, "opponent": "here", "name": "Eva"})
    export = visitor.get("/api/v1/me/export")
    assert "Eva" in export.text
    assert address.removeprefix("/t/") in export.text
    answer = visitor.post("/mine/erase", data={})
    assert answer.status_code == 200
    page = open_page(visitor, "/mine")
    assert "Eva" not in page.text
    assert not page.all("a", href=address)
    assert not visitor.cookies, "the cookie is gone"


def test_names_are_escaped(visitor: Visitor) -> None:
    visitor.post("/settings", data={"name": "<script>alert(1)</script>\"'&", "back": "/"})
    answer = visitor.get("/mine")
    assert "<script>alert" not in answer.text
    begin(visitor, {"game": with_profiles().id, "opponent": "friend"})
    Page(visitor.get("/"))


def test_pages_and_wheel_share_their_files() -> None:
    """Everything that pages need lies inside the package, so that a wheel has it."""
    package = Path(game_statistics.__file__).parents[2]
    assert WEB.is_relative_to(package)
    assert all(folder(game).is_relative_to(package) for game in OFFERED)


def test_the_lessons_of_a_game_are_in_the_list_of_all(visitor: Visitor) -> None:
    answer = visitor.get("/games/gioul/lessons")
    assert (answer.status_code, answer.headers["location"]) == (303, "/lessons#of-gioul")
    assert open_page(visitor, "/lessons").all("h2", id="of-gioul")
    assert visitor.get("/games/nonsense/lessons").status_code == 404
