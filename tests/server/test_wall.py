"""The wall: what each game shows, searching, going on, and what is in order to be thrown away."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from inside import Inside, Visitor, app_of
from paper import Page, begin, open_page
from tavola.drawing import wall_pictures
from tavola.drawing.picture import BoardView
from tavola.games import GAMES, SHIPPED, by_family
from tavola.games.told_examples import CLAIMS
from tavola.rules import turn
from tavola.rules.model.declaration import Telling
from tavola.rules.text import one_line, script
from tavola.server.pages import cards, rule_sections
from tavola.words import LANGUAGES, Words, names, rule_pages


def shown(page: Page) -> set[str]:
    """The names of the games that are not hidden."""
    cards = [found for tag, found in page.elements if found.get("class") == "card"]
    return {card["data-sought"] for card in cards if "hidden" not in card}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_wall_counts_what_it_shows(visitor: Visitor, lang: str) -> None:
    """The headline says how many cards there are, as the button of all families does."""
    page = open_page(visitor, "/", lang)
    said = cards.headline(Words(lang), len(shown(page)))
    assert str(len(shown(page))) in said
    assert said in page.text


# -------------------------------------------------------------------------------- what games show


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game_shows_a_moment_that_can_happen(game: str) -> None:
    assert GAMES[game].telling
    for telling in GAMES[game].telling:
        state = one_line.read(GAMES[game].rules, telling.text)
        played = script.run(state, telling.play)
        assert bool(played.turn.steps) is bool(telling.play)
        assert telling.play or telling.choices, "something is done or chosen"
        if telling.chosen:
            assert telling.chosen in telling.choices
        for point in telling.spared:
            assert state.position.count(state.side.other, point) == 1


@pytest.mark.parametrize("game", GAMES)
def test_pictures_show_the_moment(game: str) -> None:
    """Its checkers, dice and play, on the wall and large; nothing refers to nothing."""
    found = cards.pictures()
    defined = set(re.findall(r'id="([^"]+)"', found.shared))
    assert set(re.findall(r'href="#([^"]+)"', found.shared)) <= defined
    for picture in (found.whole[game], found.close[game]):
        assert re.findall(r'href="#([^"]+)"', picture) == [f"shows-{game}"]
        assert 'aria-hidden="true"' in picture
    body = found.shared.partition(f'id="shows-{game}"')[2].partition('id="')[0]
    telling = GAMES[game].telling
    if telling:
        assert 'class="die ' in body
        played = re.search(r'class="(?:arrow tip|landing)', body) is not None
        assert played is bool(telling[0].play)
        assert body.count('class="choice') == len(telling[0].choices)
    for drawn in cards.telling(game, BoardView()):
        used = re.findall(r'href="#([^"]+)"', drawn)
        assert set(used) <= set(re.findall(r'id="([^"]+)"', drawn))


def test_what_cannot_happen_shows_the_start() -> None:
    game = replace(GAMES[SHIPPED[0]], telling=(Telling(text="nonsense", play="1/2"),))
    assert wall_pictures.moment(game, game.telling[0]).state == turn.new_match(game.rules)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", SHIPPED)
def test_the_moment_stands_beside_the_rules(visitor: Visitor, game: str, lang: str) -> None:
    page = open_page(visitor, f"/games/{game}", lang)
    found = rule_sections.shown_moment(lang, game, BoardView())
    assert found is not None
    assert found.said in page.text
    assert page.all("figure", **{"class": "moment"})


@pytest.mark.parametrize("game", SHIPPED)
def test_every_example_is_drawn(game: str) -> None:
    """In all languages the same ones, each with ids of its own; the text stays as it is."""
    counts = set()
    for lang in LANGUAGES:
        found = rule_sections.sections(lang, game, BoardView())
        blocks = [block for section in found for block in section.blocks]
        written = rule_pages.page(lang, game, "own").sections
        told = " ".join(block.text for block in blocks)
        assert told.split() == " ".join(section.text for section in written).split()
        drawn = [block.drawn for block in blocks if block.drawn]
        ids = [name for picture in drawn for name in re.findall(r'id="([^"]+)"', picture)]
        assert len(ids) == len(set(ids))
        counts.add(len(drawn))
    assert len(counts) == 1
    assert max(counts) >= sum(known == game for known, _ in CLAIMS)


def test_a_word_says_how_much_is_luck() -> None:
    words = Words("en")
    told = {share: cards.luck_in(words, share) for share in (0, 15, 20, 45, 70, 95, 100)}
    assert [found.word for found in told.values() if found] == [
        "little luck", "little luck", "some luck", "half luck", "much luck", "luck alone",
        "luck alone",
    ]  # fmt: skip
    assert [found.dots for found in told.values() if found] == [0, 1, 1, 2, 4, 5, 5]
    assert cards.luck_in(words, None) is None


# -------------------------------------------------------------------------------------- searching


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_found_by_its_name_in_any_language(visitor: Visitor, lang: str) -> None:
    for game in SHIPPED:
        name = names.game_name(Words(lang), game)
        found = shown(open_page(visitor, f"/?q={name.upper()}"))
        assert cards.card("en", game).sought in found, name


def test_an_idea_is_found_without_its_marks(visitor: Visitor) -> None:
    assert cards.plain("  Überall, l’ÉTÉ!") == "uberall l ete"
    page = open_page(visitor, "/?q=skill+and+nothing+like+it")
    assert not shown(page)
    assert "No game fits." in page.text
    family = next(iter(by_family()))
    both = shown(open_page(visitor, f"/?q=backgammon&family={family}"))
    assert both <= shown(open_page(visitor, "/?q=backgammon"))
    assert both <= shown(open_page(visitor, f"/?family={family}"))
    assert open_page(visitor, "/?q=%22%3E%3Cscript%3E").all("input", name="q", value='"><script>')


def test_what_somebody_plays_often_comes_first(visitor: Visitor) -> None:
    last = list(GAMES)[-1]
    for _ in range(2):
        begin(visitor, {"game": last, "opponent": "here"})
    page = open_page(visitor, "/")
    links = [found["href"] for found in page.all("a") if found["href"].startswith("/games/")]
    assert next(link for link in links if re.fullmatch(r"/games/[\w-]+", link)) == f"/games/{last}"


# --------------------------------------------------------------------------------------- going on


def test_what_goes_on_is_shown_and_may_be_thrown_away(house: Inside, visitor: Visitor) -> None:
    game = next(iter(GAMES))
    address = begin(visitor, {"game": game, "opponent": "computer", "colour": "white"})
    table = address.removeprefix("/t/")
    for where in ("/", "/mine"):
        page = open_page(visitor, where)
        assert page.all("a", href=address)
        assert page.all("input", name="table", value=table)
        assert page.all("span", **{"class": "mini"}), "its board"
    stranger = house.visitor(accept="text/html")
    assert stranger.post("/mine/discard", data={"table": table}).status_code == 404
    assert visitor.get(address).status_code == 200
    answer = visitor.post("/mine/discard", data={"table": table, "back": "/"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert visitor.get(address).status_code == 404
    assert not open_page(visitor, "/mine").all("a", href=address)
    assert visitor.post("/mine/discard", data={"table": table}).status_code == 404


def test_nobody_throws_away_what_another_plays(house: Inside) -> None:
    host, guest = (house.visitor(accept="text/html") for _ in range(2))
    address = begin(host, {"game": next(iter(GAMES)), "opponent": "friend"})
    table = address.removeprefix("/t/")
    assert open_page(host, "/mine").all("input", name="table", value=table), "nobody came yet"
    links = host.get(f"/api/v1/tables/{table}/links").json()
    guest.post("/join/" + links["join"].partition("/join/")[2], data={})
    for somebody in (host, guest):
        assert not open_page(somebody, "/mine").all("input", name="table", value=table)
        assert somebody.post("/mine/discard", data={"table": table}).status_code == 404
        assert somebody.get(address).status_code == 200


def test_it_says_whose_turn_it_is(visitor: Visitor) -> None:
    game = next(iter(GAMES))
    begin(visitor, {"game": game, "opponent": "friend"})
    assert "against a friend who has not come yet" in open_page(visitor, "/").text
    begin(visitor, {"game": game, "opponent": "here"})
    page = open_page(visitor, "/")
    assert page.text.count("Go on playing") == 1
    assert "1 more" in page.text


# ------------------------------------------------------------------------------- what is installed


def test_the_manifest_names_icons_that_are_there(visitor: Visitor) -> None:
    for lang in LANGUAGES:
        answer = visitor.get("/manifest.webmanifest", headers={"accept-language": lang})
        assert answer.headers["content-type"] == "application/manifest+json"
        found = answer.json()
        assert found["lang"] == lang
        assert {"any", "maskable"} <= {icon.get("purpose") for icon in found["icons"]}
    for icon in [*(icon["src"] for icon in found["icons"]), "/favicon.ico"]:
        assert visitor.get(icon).status_code == 200, icon
    robots = visitor.get("/robots.txt").text
    assert "Disallow: /t/" in robots
    assert "Disallow: /mine" in robots


def test_the_wall_is_ready_before_anybody_asks(tmp_path: Path) -> None:
    """Else the first visit would stop every table of the process for half a second."""
    for drawn in (cards.pictures, cards.cards):
        drawn.cache_clear()

    async def prepared(house: Inside) -> None:
        await house.app.state.preparing

    with Inside(app_of(tmp_path)) as house:
        house.run(prepared(house))
        assert cards.pictures.cache_info().currsize == 2, "as it is, and mirrored"
        assert cards.cards.cache_info().currsize == len(LANGUAGES)


def test_the_worker_keeps_no_table(visitor: Visitor) -> None:
    answer = visitor.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    kept = re.search(r"const READ = /(.*)/;", answer.text)
    assert kept is not None
    pattern = re.compile(kept[1].replace("\\/", "/"))
    for address in ("/games/pin", "/words", "/history", "/dice", "/keys"):
        assert pattern.search(address)
    for address in ("/", "/t/abc", "/t/abc/dice", "/mine", "/join/abc", "/api/v1/me", "/settings"):
        assert not pattern.search(address)
    shell = re.search(r"const SHELL = \[(.*)\];", answer.text)
    assert shell is not None
    static = re.search(r'href="(/static/\w+)/site.css"', visitor.get("/offline").text)
    assert static is not None
    for name in re.findall(r"'([^']+)'", shell[1]):
        assert visitor.get(f"{static[1]}/{name}").status_code == 200, name
