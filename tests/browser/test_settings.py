"""What a reader likes: colours, what goes by itself, which way round; and refusals in his words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.hands import WAYS, Clicking, Dragging
from browser.places import NO_CUBE, game_of
from browser.table_page import TablePage
from browser.test_table_tools import heard
from browser.visitors import PHONE, People
from tavola.games import GAMES

THEMES = ("walnut", "linen", "night", "contrast", "safe")
FORCED = "W 24:5 | B 1:2 | W 3-3"
"""White has thrown, and four times there is only one thing to do."""
BLOCKED = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"


def colours(table: TablePage) -> tuple[str, ...]:
    """What the page and the checkers are painted with."""
    found: list[str] = table.page.evaluate(
        """() => [getComputedStyle(document.body).backgroundColor,
          ...['.checker.W .body', '.checker.B .body', '.ground *'].map(part => {
            const element = document.querySelector(`#board ${part}`);
            return element ? getComputedStyle(element).fill : '';
          })]"""
    )
    return tuple(found)


def test_each_theme(people: People) -> None:
    """Chosen at the table, it paints page and board at once, and stays."""
    table = people.come().new_table(game=game_of("table"), opponent="here")
    seen = {}
    for theme in THEMES:
        box = table.open("settings").locator("#set-theme")
        with table.page.expect_response("**/settings"):
            box.select_option(index=1 + THEMES.index(theme))
        expect(table.page.locator("html")).to_have_attribute("data-theme", theme)
        seen[theme] = colours(table)
        table.page.reload()
        table.ready()
        expect(table.page.locator("html")).to_have_attribute("data-theme", theme)
        assert colours(table) == seen[theme]
        assert table.checkers() == {"W": 15, "B": 15}
    assert len(set(seen.values())) == len(THEMES)


def test_the_system_decides_between_light_and_dark(people: People) -> None:
    light = people.come(color_scheme="light").new_table(game=game_of("table"), opponent="here")
    dark = people.come(color_scheme="dark").new_table(game=game_of("table"), opponent="here")
    assert colours(light)[0] != colours(dark)[0]


def test_what_is_forced_goes_by_itself(people: People) -> None:
    """Four forced steps, done, the other's throw: with all three settings nobody touches it."""
    visitor = people.come().like(auto_throw=True, auto_forced=True, auto_done=True)
    table = visitor.new_table(game=NO_CUBE, opponent="here", start=FORCED)
    seen = table.reach(6)
    assert seen.view["board"]["white"]["off"] == 14
    assert seen.view["throw"] is not None


def test_nothing_goes_by_itself_unasked(people: People) -> None:
    """What went by itself is taken back by undo, and then stays."""
    visitor = people.come()
    wishes = {"game": game_of("table"), "opponent": "here", "start": FORCED}
    table = visitor.new_table(**wishes)
    before = table.look()
    visitor.like(auto_forced=True)
    forced = visitor.new_table(**wishes)
    after = forced.reach(4)
    assert after.may("done")
    hand = Clicking(forced)
    hand.seldom("undo_turn")
    assert forced.reach(8).stand == before.stand
    hand.move()
    assert forced.rest().seq == 9
    assert table.look().seq == 0


def test_the_board_is_turned_and_mirrored(people: People) -> None:
    table = people.come().new_table(game=game_of("table"), opponent="here")
    spots = [table.spot(1)]
    for setting in ("turn", "mirror"):
        with table.page.expect_response("**/settings"):
            table.open("settings").locator(f"#set-{setting}").check()
        table.page.evaluate("scrollTo(0, 0)")
        spots.append(table.spot(1))
    plain, turned, mirrored = spots
    assert turned[1] > plain[1]
    assert turned[0] < plain[0]
    assert mirrored[0] > turned[0]
    assert mirrored[1] == turned[1]
    hand = Dragging(table)
    for _ in range(4):
        hand.move()


def test_the_numbers_are_mine_or_the_booklets(people: People) -> None:
    """White calls the point where its last checkers start 24; the booklet calls it 1."""
    table = people.come().new_table(game=game_of("table"), opponent="computer", colour="white")
    numbers = table.page.locator("#board .ground > .number")
    own, mine = numbers.all_text_contents(), table.name(1)
    with table.page.expect_response("**/settings"):
        table.open("settings").locator("#set-numbering").select_option(index=1)
    booklet = numbers.all_text_contents()
    assert (mine, table.name(1)) == ("24", "1")
    assert sorted(map(int, own)) == sorted(map(int, booklet)) == list(range(1, 25))
    assert own != booklet


@pytest.mark.parametrize(("language", "way"), [("it", "drag"), ("de", "touch"), ("fr", "digits")])
def test_a_refused_step_says_why(people: People, language: str, way: str) -> None:
    """In the player's language, the points concerned marked, the checker back where it was."""
    touch = way == "touch"
    visitor = people.come(language, PHONE if touch else None, touch).like(tap="pick")
    table = visitor.new_table(game=game_of("table"), opponent="here", start=BLOCKED, dice="typed")
    hand = WAYS[way](table)
    before = hand.move((5, 4))
    lying = table.lying()
    path = {"from": 1, "to": 6, "steps": [{"number": 5, "from": 1, "to": 6}]}
    hand.step(before, path)
    expect(table.page.locator("#state.refusal")).to_be_visible()
    expect(table.page.locator("#board .marks .refused").first).to_be_attached()
    said = table.prompt.inner_text()
    expect(table.news).to_contain_text(said)
    question = {"type": "ask", "id": 1, "what": "why", "from": 1, "to": 6}
    answer = table.page.evaluate(
        "async question => (await seen.game.connection.request(question)).say", question
    )
    assert said in answer
    after = table.rest()
    assert (after.seq, after.stand) == (before.seq, before.stand)
    assert table.lying() == lying
    # Asked again, it says the same; and the turn can be played.
    why = table.open("more").locator('[data-act="why"]')
    assert heard(table, why.click) == said
    hand.turn()


def test_refusals_differ_between_languages(people: People) -> None:
    said = set()
    for language in ("it", "de", "fr", "en"):
        table = people.come(language).new_table(
            game=game_of("table"), opponent="here", start=BLOCKED, dice="typed"
        )
        hand = Dragging(table)
        hand.move((5, 4))
        hand.drag(1, 6, "W")
        expect(table.page.locator("#state.refusal")).to_be_visible()
        said.add(table.prompt.inner_text())
    assert len(said) == 4


def test_every_game_has_a_table(people: People) -> None:
    """The table of each game opens without an error and draws its checkers."""
    visitor = people.come("de")
    page = visitor.context.new_page()
    for game in GAMES:
        table = visitor.ask_for(game=game, opponent="here")["table"]
        page.goto(f"{visitor.base}/t/{table}")
        expect(page.locator("#board .ground *").first).to_be_attached()
        expect(page.locator("#main-place")).not_to_be_empty()


def test_the_form_listens_once(people: People) -> None:
    """However often it is opened."""
    table = people.come().new_table(game=game_of("table"), opponent="here")
    box = table.open("settings")
    expect(box.locator("#set-mirror")).to_be_visible()
    listeners = table.page.evaluate("seen.settings.listeners.length")
    for _ in range(3):
        box.locator("summary").click()
        expect(box).not_to_have_attribute("open", "")
        box.locator("summary").click()
        expect(box.locator("#set-mirror")).to_be_visible()
    assert table.page.evaluate("seen.settings.listeners.length") == listeners


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
def test_no_choice_is_cut_on_a_phone(people: People, language: str) -> None:
    """The longest value of every setting has room."""
    table = people.come(language, PHONE).new_table(game=game_of("table"), opponent="here")
    box = table.open("settings")
    cut = box.evaluate(
        """box => [...box.querySelectorAll('select')].filter(list => {
          const has = list.getBoundingClientRect().width;
          list.style.width = 'max-content';
          list.style.maxWidth = 'none';
          return list.getBoundingClientRect().width > has + 1;
        }).map(list => list.id)"""
    )
    assert cut == []
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_nobody_is_asked_for_a_cube_where_there_is_none(people: People) -> None:
    for game, count in ((game_of("table"), 1), (NO_CUBE, 0)):
        table = people.come().new_table(game=game, opponent="here")
        expect(table.open("more").locator('[data-act="cube"]')).to_have_count(count)


def test_the_list_of_keys_says_each_action_once(people: People) -> None:
    """A button is named by its key; what it does is the cell beside it, which describes it."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here")
    row = table.open("keys").locator("#keys tr", has=table.page.locator("button")).first
    name, told = row.locator("button").inner_text(), row.locator("td").nth(1).inner_text()
    button = row.get_by_role("button", name=name, exact=True)
    expect(button).to_have_accessible_description(told)
