"""The page of a table in Chromium: every way to play, what is said, refused, taken back, lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from scripts.board_shots import CHROMIUM

from browser.places import near_end
from client_page import PAGE_SCRIPT, Client, sitting
from serving import House
from tavola.server.pages import forms, hotkeys
from tavola.server.settings import STATIC, WEB
from tavola.server.wire.browser_labels import STRINGS, client_strings, page_labels
from tavola.words.translations import LANGUAGES, Words

SCRIPTS = WEB / "static" / "table"
TEMPLATE = WEB / "templates" / "table.html"
MOST_LOADED = 180_000
"""Bytes of a table's page before they are packed; `test_every_page` counts what is sent."""
DESK = {"viewport": {"width": 1024, "height": 768}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOWEST = 640
"""Height of a phone that shows the whole board with points of 32 pixels."""
SIZES = ((320, 568), (360, 640), (390, 844), (640, 360), (844, 390), (768, 1024), (3840, 2160))


# -------------------------------------------------------------------------------- words and tables


def _source() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in [*SCRIPTS.glob("*.js"), TEMPLATE])


def _listed(module: str, name: str) -> dict[str, Any]:
    """A table of a script, as data."""
    text = (SCRIPTS / module).read_text(encoding="utf-8")
    body = re.search(rf"const {name} = (\{{.*?\n\}});", text, re.DOTALL)
    assert body is not None
    quoted = re.sub(r"(\w+): ", r'"\1": ', body[1]).replace("'", '"')
    found: dict[str, Any] = json.loads(re.sub(r",\s*([}\]])", r"\1", quoted))
    return found


def test_every_sentence_of_the_scripts_is_there() -> None:
    asked = set(re.findall(r"words\('(\w+)'", _source())) | set(
        re.findall(r"\bs\.(\w+)", _source())
    )
    assert asked
    assert not asked - set(STRINGS)


def test_what_only_the_page_shows_is_not_sent_to_its_scripts() -> None:
    shown = set(re.findall(r"\blabels\.(\w+)", TEMPLATE.read_text(encoding="utf-8")))
    assert shown == set(page_labels(Words("en")))
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js"))
    assert not [label for label in shown if f"words('{label}'" in scripts]
    assert not shown & set(STRINGS)


NUMBERS = ("announce", "tutor_limit")
"""Settings whose values are told as numbers."""


def test_keys_and_settings_have_their_names() -> None:
    names = {f"do_{act}" for act in hotkeys.USUAL}
    for key, values in _listed("settings.js", "CHOICES").items():
        spoken = isinstance(values, list) and key not in NUMBERS
        names |= {key, *(f"{key}_{value}" for value in values)} if spoken else {key}
    assert not names - set(STRINGS)


def test_every_key_does_something_that_the_script_knows() -> None:
    """The table of keys comes with the page; the script has what they do."""
    source = (SCRIPTS / "acts.js").read_text(encoding="utf-8")
    acts = re.search(r"  return \{\n(    \.\.\..*?)\n  \};", source, re.DOTALL)
    assert acts is not None
    known = set(re.findall(r"^    (\w+)[:,]", acts[1], re.MULTILINE))
    known |= set(re.findall(r"'(\w+)'", acts[1].split("map(question)")[0]))
    assert known == set(hotkeys.USUAL)


def test_settings_are_the_same_everywhere() -> None:
    choices = _listed("settings.js", "CHOICES")
    fields = {field.name: field for field in forms.settings_fields(Words("en"), {})}
    for name in ("theme", "numbering", "voice", "speed"):
        assert sorted(choices[name]) == sorted(choice.value for choice in fields[name].choices)
        assert choices[name][0] == fields[name].choices[0].value


@pytest.mark.parametrize("language", LANGUAGES)
def test_strings_keep_their_placeholders(language: str) -> None:
    found = client_strings(Words(language))
    for key, sentence in STRINGS.items():
        assert sorted(re.findall(r"\{\w+\}", found[key])) == sorted(
            re.findall(r"\{\w+\}", sentence)
        )


# ------------------------------------------------------------------------------------ the browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM)
        yield found
        found.close()


@pytest.fixture
def seat(browser: Browser) -> Iterator[tuple[BrowserContext, Client]]:
    with sitting(browser, **DESK) as found:
        yield found


def new_table(house: House, context: BrowserContext, **wishes: Any) -> dict[str, Any]:
    wishes = {"opponent": "here", "match": {"games": 1}, **wishes}
    answer = context.request.post(f"{house.base}/api/v1/tables", data=wishes)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def tap(client: Client, place: int) -> dict[str, Any]:
    """A tap that changes the table."""
    return client.after(lambda: client.page.mouse.click(*client.middle(place)))


def throw_typed(client: Client, first: int, second: int) -> dict[str, Any]:
    """Type a throw on the row of faces."""

    def typed() -> None:
        for face in (first, second):
            client.page.locator(f"#choices [data-key=face{face}]").click()

    return client.after(typed)


_NO_ANSWERS = f"async () => {{ ({PAGE_SCRIPT}).game.ask = () => new Promise(() => {{}}); }}"
"""What the page asks about the table is never answered any more."""

_GOOD_BYE = f"""async () => {{
  const {{ game: {{ connection }} }} = {PAGE_SCRIPT};
  connection.socket.onclose = null;
  connection.socket.close();
  const answer = connection.request({{ type: 'ask', what: 'pips' }});
  connection.closed(1012);
  return (await answer).type;
}}"""
"""Asks while the connection says good-bye; then its end tells that the table moves."""

_WAY = f"""async () => {{
  const {{ game }} = {PAGE_SCRIPT};
  const {{ connection }} = game;
  connection.socket.onclose = null;
  connection.socket.close();
  connection.closed(1012);
  await game.step(game.view.paths.find(({{ steps }}) => steps.length === 2));
}}"""
"""The table moves; meanwhile a checker goes on by both numbers."""

ROW = "W 17:1 22:2 | B 8:1 3:2"
"""Late positions, for games that are long: those where each goes his own way, ..."""
BACK = "W 8:1 3:2 | B 17:1 22:2"
"""... the other way round, ..."""
ALONG = "W 17:1 22:2 | B 18:1 21:2"
"""... and side by side."""
LUMBADORUM = "W 20:6 21:6 | B 5:1 19:11 22:1 23:1 bar:1"
PLAYED: tuple[tuple[str, str | int, str, str], ...] = (
    ("backgammon", ROW, "tap", "it-IT"),
    ("eureka", "", "touch", "it-IT"),
    ("pin", ROW, "text", "de-DE"),
    ("free-choice", ROW, "keys", "fr-FR"),
    ("mexican", ROW, "text", "it-IT"),
    ("open-throw", ROW, "drag", "en-GB"),
    ("puff", BACK, "keys", "it-IT"),
    ("puff-russian", BACK, "touch", "de-DE"),
    ("straight", ALONG, "text", "fr-FR"),
    ("russian", ALONG, "drag", "de-DE"),
    ("ludus-lumbadorum", 8, "touch", "fr-FR"),
    ("ludus-lumbadorum", LUMBADORUM, "keys", "en-GB"),
    ("french-2", "", "tap", "de-DE"),
    ("french-2", 8, "text", "en-GB"),
    ("catch-me", 12, "drag", "it-IT"),
    ("catch-me", 12, "touch", "en-GB"),
    ("doublets", 8, "keys", "de-DE"),
    ("doublets", 8, "tap", "fr-FR"),
)
"""Every board, way to play and language at least twice: game, start (a number: so many turns before
the end of a random game), way, language.  Whole games: `test_whole_games.py`."""


@pytest.mark.parametrize(
    ("game", "start", "way", "locale"), PLAYED, ids=[f"{one[0]}-{one[2]}" for one in PLAYED]
)
def test_games_are_played_to_their_end(
    house: House, browser: Browser, game: str, start: str | int, way: str, locale: str
) -> None:
    start = near_end(game, start) if isinstance(start, int) else start
    room = PHONE if way == "touch" else DESK
    with sitting(browser, locale=locale, **room) as (context, client):
        client.open(new_table(house, context, game=game, start=start)["watch"])
        if way == "text":
            client.page.click("#tab-table")
            client.page.click("#text-button")
        elif way == "keys":
            client.page.focus("#board")
        last = client.play(way)
        assert last["result"]
        assert client.page.inner_text("#prompt") == last["result"]
        # One double may end such a short game; then there is nothing to say of the other's dice.
        client.page.wait_for_selector("#result li")
        assert not client.page.locator("#state.refusal").count()


# ------------------------------------------------------------------------------------ single things


def test_a_page_loads_little_and_nothing_foreign(house: House, browser: Browser) -> None:
    with sitting(browser, **DESK) as (context, client):
        address = new_table(house, context, game="backgammon")["watch"]
        loaded: dict[str, int] = {}
        client.page.on("response", lambda answer: loaded.update({answer.url: len(answer.body())}))
        client.page.goto(address, wait_until="networkidle")
        assert all(url.startswith(house.base) for url in loaded)
        assert sum(loaded.values()) < MOST_LOADED, loaded


def test_a_refusal_says_why_and_shows_where(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    throw_typed(client, 5, 2)
    now = client.now
    client.drag({"from": 1, "to": 6})
    client.page.wait_for_selector("#state.refusal")
    assert client.script("hand.refused") == [6]
    assert client.script("hand.picked") is None
    assert client.page.locator("#board .refused").count()
    told = client.page.inner_text("#state.refusal #prompt")
    client.page.focus("#board")
    client.hear(told)
    assert client.hears(lambda: client.page.keyboard.press("w")) == told
    client.rest()
    assert client.now == now


def test_everything_is_said_once_and_in_order(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    throw_typed(client, 6, 1)
    for source in (12, 17):
        tap(client, source)
    client.after(client.main)
    throw_typed(client, 4, 4)
    client.hear("four 4s.")
    assert " ".join(client.heard) == " ".join([
        "White throws 6, Black throws 1.", "White starts.", "White throws 6 and 1.",
        "White: play 6 and 1.",
        "White moves from 13 to 7.", "White: play 1.",
        "White moves from 8 to 7.", "White: no number is left; end your turn.",
        "Black: throw the dice or double.",
        "Black throws a double 4.", "Black: play four 4s.",
    ])  # fmt: skip


def test_steps_are_undone_dice_swapped_and_put_right(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    throw_typed(client, 6, 1)
    client.seldom("correct")
    start = throw_typed(client, 6, 2)
    client.seldom("swap")
    after = tap(client, 12)
    assert [die["state"] for die in after["dice"]] == ["left", "used"]  # the 2 led
    tap(client, 12)
    client.seldom("undo_turn")
    client.page.wait_for_selector("#undo[aria-disabled]")
    assert client.rest()["board"] == start["board"]
    both = next(path for path in start["paths"] if len(path["steps"]) == 2)
    assert client.after(lambda: client.drag(both))["paths"] == []


def test_the_text_view_offers_steps_before_it_hears_what_stands_where(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    """On a slow line the buttons of the throw before would be there still, and do nothing."""
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    client.page.click("#tab-table")
    client.page.click("#text-button")
    buttons = client.page.locator("#text-view td button")
    expect(buttons).to_have_count(0)
    paths = throw_typed(client, 3, 1)["paths"]
    expect(buttons).to_have_count(len(paths))
    client.page.evaluate(_NO_ANSWERS)
    left = client.after(lambda: client.text(paths[0]))["paths"]
    keys = buttons.evaluate_all("all => all.map((one) => one.dataset.key)")
    assert len(left) < len(paths)
    assert sorted(keys) == sorted(f"step{path['from']}" for path in left)


def test_what_is_wanted_during_a_good_bye_waits_for_the_end_of_it(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    """It may be that the table only moves, and then nobody hears of a lost connection."""
    context, client = seat
    client.open(new_table(house, context, game="backgammon")["watch"])
    assert client.page.evaluate(_GOOD_BYE) == "answer"


def test_all_steps_of_a_way_wait_for_the_end_of_a_good_bye(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    throw_typed(client, 3, 1)
    left = client.after(lambda: client.page.evaluate(_WAY))
    assert [die["state"] for die in left["dice"]] == ["used", "used"]


def test_nobody_is_away_from_his_own_page(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    """The table hears of a page only when it has been drawn."""
    context, client = seat
    client.page.route_web_socket("**/socket?*", lambda socket: None)
    client.page.goto(new_table(house, context, game="backgammon")["watch"])
    client.page.wait_for_selector("#board svg .checker")
    for place in ("near", "far"):
        expect(client.page.locator(f"#{place} .pips")).to_be_visible()
        expect(client.page.locator(f"#{place} .away")).to_have_count(0)


def test_no_key_answers_an_offer_by_accident(house: House, browser: Browser) -> None:
    with sitting(browser, **DESK) as (context, client), sitting(browser) as (_, friend):
        table = new_table(house, context, game="backgammon", opponent="friend")
        client.open(table["watch"])
        friend.page.goto(table["join"])
        friend.page.locator("main form button").last.click()
        friend.open(table["watch"])
        players = (client, friend)
        while client.after(client.main)["phase"] == "opening":
            pass
        friend.follow(client)
        starter = next(one for one in players if one.view["paths"])
        second = next(one for one in players if one is not starter)
        while starter.view["paths"]:
            starter.after(lambda: starter.tap(starter.view["paths"][0]))
        starter.page.focus("#main-place")
        starter.page.keyboard.press("Enter")
        second.page.wait_for_selector("#main-place >> text=Throw")
        second.seldom("double")
        second.after(lambda: second.page.click("[data-key=confirm]"))
        starter.page.wait_for_selector("#offer button")
        labels = starter.page.locator("#offer button > span").all_inner_texts()
        assert labels == ["Take", "Drop"]
        assert starter.page.evaluate("document.activeElement.id") == "offer"
        for key in ("Enter", "Space", "y", "n"):
            starter.page.keyboard.press(key)
        assert starter.rest()["offer"]
        starter.page.focus("#board")
        starter.after(lambda: starter.page.keyboard.press("Shift+N"))
        assert second.follow(starter)["over"]
        second.page.wait_for_selector("#main-place >> text=Rematch")
        second.main()
        second.page.wait_for_url(lambda url: url != table["watch"])
        starter.page.wait_for_selector("#main-place >> text=Next match")


def test_the_past_is_looked_at_and_left(house: House, seat: tuple[BrowserContext, Client]) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    throw_typed(client, 6, 1)
    for source in (12, 17):
        tap(client, source)
    client.after(client.main)
    throw_typed(client, 4, 4)
    # The list of moves has a throw when its dice lie.
    expect(client.page.locator("#log")).to_contain_text("Black 44")
    client.page.focus("#board")
    for _ in range(3):
        before = client.page.inner_text("#prompt")
        client.page.keyboard.press("PageUp")
        expect(client.page.locator("#prompt")).not_to_have_text(before)
        client.page.wait_for_selector("#main-place >> text=Return to the game")
    assert client.script("log.at") == -1
    assert client.script("board.view.dice") == []
    client.page.mouse.click(*client.middle(24))
    assert client.script("hand.picked") is None
    client.page.keyboard.press("End")
    assert client.script("board.view.dice.length") == 4
    assert client.page.inner_text("#main-place") != "Return to the game"


@pytest.mark.parametrize("key", ["u", "Shift+U", "Enter", "h", ".", "End"])
def test_a_key_for_the_game_leads_back_from_the_past(
    house: House, seat: tuple[BrowserContext, Client], key: str
) -> None:
    """What plays is done only when it is asked for again, and the ear hears of the return."""
    context, client = seat
    client.open(new_table(house, context, game="backgammon", dice="typed")["watch"])
    throw_typed(client, 6, 1)
    view = tap(client, 12)
    client.page.focus("#board")
    client.page.keyboard.press("PageUp")
    client.hear("Looking back")
    assert view["say"] in client.hears(lambda: client.page.keyboard.press(key))
    assert client.script("log.at") is None
    assert client.rest()["board"] == view["board"]


def test_a_killed_server_comes_back_to_the_same_number(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon")["watch"])
    while not client.after(client.main)["paths"]:
        pass
    before = client.after(lambda: client.tap(client.view["paths"][0]))
    house.kill()
    client.hear("Trying again")
    client.page.click("[data-key=undo]")
    client.hear("That was not sent")
    house.start()
    client.hear("Connected again.")
    assert client.rest() == before
    assert client.after(lambda: client.page.click("[data-key=undo]"))["seats"] == before["seats"]


def test_keys_act_in_the_board_alone_and_can_be_changed(
    house: House, seat: tuple[BrowserContext, Client]
) -> None:
    context, client = seat
    client.open(new_table(house, context, game="backgammon")["watch"])
    keyboard = client.page.keyboard
    client.page.focus("#main-place")
    keyboard.press("p")
    client.page.focus("#board")
    keyboard.press("p")
    client.hear("Pips:")
    said = " ".join(client.heard)
    assert said.count("Pips:") == said.count("Each player throws") == 1
    keyboard.press("F1")
    client.page.locator("#keys td button").nth(7).click()  # the one of the dice
    keyboard.press("p")
    client.hear("does this")
    client.page.locator("#keys td button").nth(8).click()
    keyboard.press("z")
    keyboard.press("Escape")
    assert client.page.evaluate("document.activeElement.closest('#board') !== null")
    keyboard.press("z")
    client.hear("Pips:")
    client.script("settings.set", "keys_on", False)
    keyboard.press("z")
    # Nothing of it: what is heard next is what the other key says.
    said = client.hears(lambda: keyboard.press("Control+ArrowRight"))
    assert said == STRINGS["no_targets"]
    client.script("settings.set", "keys_on", True)
    keyboard.press("1")
    keyboard.press("3")
    focused = client.page.locator("#board :focus")
    expect(focused).to_contain_text("Point 13: 5")
    keyboard.press("ArrowRight")
    expect(focused).to_have_text("Point 14: empty.")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_board_is_seen_whole(house: House, browser: Browser, size: tuple[int, int]) -> None:
    width, height = size
    with sitting(browser, viewport={"width": width, "height": height}) as (context, client):
        client.open(new_table(house, context, game="backgammon")["watch"])
        # Lower than that a board of points that a finger hits is scrolled; the row stays in reach.
        low = width < height < LOWEST
        for selector in ("#board svg", "#places", "#more", "#prompt")[1 if low else 0 :]:
            box = client.page.locator(selector).first.bounding_box()
            assert box is not None
            assert min(box["x"], box["y"]) >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        assert client.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["walnut", "linen", "night", "contrast", "safe"])
def test_nothing_is_in_the_way_of_anybody(house: House, browser: Browser, theme: str) -> None:
    with sitting(browser, **DESK) as (context, client):
        client.open(new_table(house, context, game="acey-deucey")["watch"], theme=theme)
        client.page.click("#tab-table")
        client.page.evaluate(
            "document.querySelectorAll('#table details').forEach((box) => { box.open = true; })"
        )
        client.page.wait_for_selector("#keys button")
        client.page.wait_for_selector("#settings select")
        client.page.wait_for_selector("#invite img")
        tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        found = Axe().run(client.page, options={"runOnly": {"type": "tag", "values": tags}})
        assert not found.response["violations"]
