"""Dice that are typed, plays that are taken back, looking back, questions, typed plays."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from browser.hands import WAYS, Clicking, Dragging, Hand, Touching, Typing
from browser.places import NO_CUBE, game_of, near_end
from browser.table_page import TablePage
from browser.test_by_ear import SILENT
from browser.test_company import invited
from browser.visitors import DESK, PHONE, People

RACE = "W 19:3 20:2 | B 6:3 5:2 | W"
"""Both sides bear off on the ordinary board; White is on turn."""


OPEN = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"


def thrown(table: TablePage) -> list[int]:
    return [die["face"] for die in table.look().view["dice"]]


@pytest.mark.parametrize("way", WAYS)
def test_dice_that_fell_on_the_table_are_typed(people: People, way: str) -> None:
    """By faces or digits; a mistake is corrected while nothing is played."""
    touch = way == "touch"
    visitor = people.come("de", PHONE if touch else DESK, touch)
    table = visitor.new_table(game=game_of("table"), opponent="here", dice="typed", start=RACE)
    hand = WAYS[way](table)
    expect(table.page.locator("#choices")).to_be_visible()
    hand.move((2, 1))
    assert thrown(table) == [2, 1]
    seen = table.look()
    hand.seldom("correct")
    hand.face(5)
    hand.face(5)
    table.rest(seen)
    assert thrown(table) == [5, 5, 5, 5]
    hand.turn()
    hand.move((3, 1))
    assert thrown(table) == [3, 1]


@pytest.mark.parametrize(
    ("game", "dice"),
    [
        ("tabula", (5, 1, 4)),
        ("tabula", (2, 2, 5)),
        ("acey-deucey", (3, 3)),
        ("ludus-lumbadorum", (3, 3)),
        ("doublets", (3, 3)),
    ],
)
def test_the_dice_of_others_fall_as_many_as_there_are(
    people: People, game: str, dice: tuple[int, ...]
) -> None:
    """While their throw is seen, its play not yet: a page that knows the throw alone shows what
    the table shows to the one who threw."""
    table = people.come().new_table(game=game, opponent="here", dice="typed")
    hand = Clicking(table)
    hand.move((6, 1))
    hand.move(dice)
    guessed = table.page.evaluate(
        "dice => seen.game.guess({ action: { do: 'throw', dice }, steps: [] }).dice", dice
    )
    assert [die["face"] for die in guessed] == thrown(table)


def test_the_opening_is_thrown_with_one_die_each(people: People) -> None:
    table = people.come().new_table(game=game_of("table"), opponent="here", dice="typed")
    hand = Clicking(table)
    expect(table.prompt).to_have_text(table.strings()["dice_white"])
    hand.move((2, 6))
    seen = table.look()
    assert seen.view["actor"] == "B"
    assert thrown(table) == [6, 2]


def test_that_both_threw_the_same_is_seen(people: People) -> None:
    """It stands beside the question, which is the same as before."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="computer", level="beginner", colour="white", dice="typed"
    )
    Clicking(table).move((4, 4))
    assert table.look().view["phase"] == "opening"
    expect(table.prompt).to_contain_text("Both throw 4: once more.")


@pytest.mark.parametrize("way", ["drag", "digits"])
def test_a_play_is_taken_back_from_the_computer(people: People, way: str) -> None:
    """After the computer's answer: the same dice lie there again, in front of the same board."""
    table = people.come("it").new_table(
        game=NO_CUBE, opponent="computer", level="beginner", colour="white", start=RACE
    )
    hand: Hand = WAYS[way](table)
    before = hand.move()
    while not before.may("undo") and not before.paths:
        before = hand.move()
    seen = hand.turn_of_mine()
    hand.seldom("back")
    after = table.rest(seen)
    while after.may("undo"):
        hand.press(table.button("undo"))
        after = table.rest(after)
    assert after.epoch > before.epoch
    assert after.stand == before.stand
    hand.turn_of_mine()


def test_friends_take_nothing_back(people: People) -> None:
    first, second = invited(people, game=game_of("table"), start=RACE)
    seen = Dragging(first).turn()
    for table in (first, second):
        assert table.reach(seen.seq).view.get("back", False) is False
        assert "back" not in table.sheet()


@pytest.mark.parametrize("way", ["drag", "touch", "digits", "text"])
def test_steps_and_turns_are_undone(people: People, way: str) -> None:
    touch = way == "touch"
    visitor = people.come("fr", PHONE if touch else DESK, touch)
    table = visitor.new_table(game=game_of("table"), opponent="here", dice="typed", start=RACE)
    hand = WAYS[way](table)
    hand.one_by_one = True
    fresh, one, two = hand.move((2, 1)), hand.move(), hand.move()
    hand.press(table.button("undo"))
    assert table.reach(two.seq + 1).stand == one.stand
    two = hand.move()
    hand.seldom("undo_turn")
    assert table.reach(two.seq + 2).stand == fresh.stand
    hand.turn()


def test_the_log_leads_back_and_on(people: People) -> None:
    """A click on a line shows the board as it was; nothing can be played there."""
    game = game_of("rows")
    table = people.come().new_table(game=game, opponent="here")
    hand = Clicking(table)
    for _ in range(12):
        hand.move()
    now, lying = table.look(), table.lying()
    lines = table.tab("log").locator("#log li button")
    expect(lines.first).to_be_visible()
    lines.first.click()
    expect(table.main).to_have_text(table.strings()["return"])
    assert table.lying() != lying
    assert table.look().paths == []
    table.main.click()
    assert table.lying() == lying
    assert table.look().paths == now.paths
    hand.move()


def test_looking_back_begins_at_what_happened_last(people: People) -> None:
    """Also where the list was read before, and much has happened since."""
    table = people.come().new_table(game=game_of("table"), opponent="here", start=OPEN)
    hand, lines = Clicking(table), table.page.locator("#log li button")
    hand.turn()
    table.tab("log")
    expect(lines.first).to_be_visible()
    read = lines.count()
    table.tab("table")
    for _ in range(3):
        hand.turn()
    table.board.focus()
    table.page.keyboard.press("PageUp")
    expect(lines.last).to_have_attribute("aria-current", "step")
    assert lines.count() > read + 1


def test_an_old_moment_that_cannot_be_had_leaves_the_game_as_it_is(people: People) -> None:
    visitor = people.come()
    visitor.expects("ERR_FAILED")
    table = visitor.new_table(game=game_of("table"), opponent="here", start=OPEN)
    hand = Clicking(table)
    hand.turn()
    table.page.route("**/at/*", lambda route: route.abort())
    table.tab("log").locator("#log li button").first.click()
    expect(table.prompt).to_have_text(table.strings()["lost"])
    expect(table.page.locator("#log [aria-current]")).to_have_count(0)
    lying = table.lying()
    hand.turn()
    assert table.lying() != lying


def test_a_hint_that_is_loaded_late_is_about_what_lies_there(people: People) -> None:
    """A step was played meanwhile: what is advised can be played now."""
    table = people.come().new_table(
        game=game_of("table"), opponent="computer", colour="white", start=f"{OPEN} 3-1"
    )
    loads: list[Route] = []
    table.page.route("**/advice.js", lambda route: loads.append(route))  # noqa: PLW0108
    with table.page.expect_request("**/advice.js"):
        table.button("hint").click()
    seen = table.look()
    Clicking(table).step(seen, next(path for path in seen.paths if len(path["steps"]) == 1))
    seen = table.rest(seen)
    loads[0].continue_()
    table.page.locator("#advice .best").click()
    assert table.rest(seen).paths == []


@pytest.mark.parametrize("way", ["digits", "touch"])
def test_a_new_table_begins_from_an_old_moment(people: People, way: str) -> None:
    """On a phone: the button of the action row asks against whom, and leads to a table that stands
    as the old one stood; Escape and Cancel lead nowhere."""
    touch = way == "touch"
    match = {"length": 5}
    start = f"{OPEN} 3-1 cube:2W | score:2-1 game:4"
    table = people.come("en", PHONE, touch).new_table(
        game=game_of("table"), opponent="computer", level="beginner", colour="white",
        hints=False, match=match, start=start,
    )  # fmt: skip
    hand, page = WAYS[way](table), table.page
    first = table.look()
    hand.turn_of_mine()
    now = table.look()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    lines = table.tab("log").locator("#log li button")
    expect(lines.first).to_have_text(re.compile("31:"))
    hand.press(page.get_by_role("button", name=table.strings()["first"]))
    ask = page.get_by_role("button", name=table.strings()["from_here"])
    hand.press(ask)
    dialog = page.get_by_role("dialog", name=table.strings()["from_here"])
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("A new table begins with this position.")
    if touch:
        hand.press(dialog.locator('[data-key="cancel"]'))
    else:
        page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert table.look().seq == now.seq
    hand.press(ask)
    with page.expect_navigation():
        hand.press(dialog.locator('[data-key="computer"]'))
    new = TablePage(page)
    assert new.look().stand == first.stand
    assert new.look().mine == ["W"]
    scores = [seat["score"] for seat in new.look().view["seats"]]
    assert scores == [2, 1]
    expect(page.locator("#score")).to_contain_text(re.compile("2.{3}1"))
    WAYS[way](new).turn_of_mine()


def test_a_play_is_typed(people: People) -> None:
    """With G from the board, in the player's own numbers; nonsense is refused in words."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=RACE
    )
    hand = Typing(table)
    before = hand.move((6, 5))
    hand.keys("g")
    expect(table.page.locator("#type")).to_be_focused()
    table.page.keyboard.type("24/18")
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#state.refusal")).to_be_visible()
    assert table.look().seq == before.seq
    table.page.locator("#type").fill("")
    table.page.keyboard.type("6/off 5/off")
    table.page.keyboard.press("Enter")
    seen = table.rest(before)
    assert seen.view["board"]["white"]["off"] == before.view["board"]["white"]["off"] + 2


def test_questions_by_key_and_button(people: People) -> None:
    """Each key says the same as its button; keys act only in the board, and can be switched off."""
    table = people.come("it").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=RACE
    )
    hand = Typing(table)
    hand.move((6, 5))
    keys = {"dice": "d", "pips": "p", "score": "s", "cube": "c", "pools": "e", "turn": "t"}
    said = {}
    for name, key in keys.items():
        # Who comes into the board hears what is asked; only then comes the question.
        hand.walk_to(table.board)
        table.page.evaluate(SILENT)
        said[name] = heard(table, lambda key=key: hand.keys(key))  # type: ignore[misc]
        button = table.open("more").locator(f'[data-act="{name}"]')
        assert heard(table, button.click) == said[name]
    assert len(set(said.values())) == len(keys)
    before = table.look()
    table.page.locator("#text-button").focus()
    for key in ("u", "r", "x", "1", "2", "Shift+D"):
        table.page.keyboard.press(key)
    table.open("settings").locator("#set-keys_on").uncheck()
    hand.walk_to(table.board)
    table.page.evaluate(SILENT)

    def act() -> None:
        """An answer to one of the keys would be heard first."""
        hand.keys("d", "p", "s", "ArrowRight")
        table.open("more").locator('[data-act="cube"]').click()

    assert heard(table, act) == said["cube"]
    assert table.look().seq == before.seq


def heard(table: TablePage, act: Callable[[], object]) -> str:
    """The first thing that is said after an act."""
    table.page.evaluate(
        """() => { window.heard = new Promise(done => {
          new MutationObserver((changes, ear) => {
            const [line] = changes.flatMap(({ addedNodes }) => [...addedNodes]);
            if (!line) return;  // one that was said long ago is taken away
            ear.disconnect();
            done(line.textContent.trim());
          }).observe(document.getElementById('said'), { childList: true });
        }); }"""
    )
    act()
    return str(table.page.evaluate("heard"))


def test_the_finger_reaches_everything_on_a_phone(people: People) -> None:
    """Every button of the game is at least 40 pixels high, and in the window without scrolling."""
    table = people.come("de", PHONE, touch=True).new_table(
        game=game_of("table"), opponent="here", start=near_end(game_of("table"), 8)
    )
    hand = Touching(table)
    hand.move()
    for _ in range(3):
        for button in table.page.locator(".actions button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 40
            assert box["y"] + box["height"] <= PHONE["height"]
        hand.move()


def test_a_hint_is_drawn_and_others_are_previewed(people: People) -> None:
    """The arrows of the best play in places of the board; those of another one pointed at."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="computer", colour="white", dice="typed", start=OPEN
    )
    Clicking(table).move((3, 1))
    table.page.evaluate("seen.board.arrows = (list) => { window.drawn = list; }")
    table.page.locator("#ask").click()
    best = table.page.locator("#advice .best")
    expect(best).to_have_text("8/5 6/5")
    arrow = {"side": "W", "hit": False}
    first = [{"from": 17, "to": 20, **arrow}, {"from": 19, "to": 20, **arrow}]
    assert table.page.evaluate("drawn") == first
    table.page.locator("#advice .play button").last.hover()
    assert table.page.evaluate("drawn") != first
    best.hover()
    assert table.page.evaluate("drawn") == first
    seen = table.look()
    best.click()
    table.rest(seen)
    assert table.page.evaluate("drawn") == []


def test_every_way_to_write_a_play_has_its_arrows(people: People) -> None:
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=OPEN)
    read = """async texts => {
      const { arrowsOf } = await import(
        document.querySelector('script[type=module]').src.replace('main.js', 'advice.js'));
      return texts.map(text => arrowsOf(text, seen.grid.names, 'W')
        .map(({ from, to, hit }) => `${from}-${to}${hit ? '*' : ''}`).join(' '));
    }"""
    assert table.page.evaluate(read, ["24/18*/12 6/5(2)", "bar/22* 6/off", "6-5", ""]) == [
        "1-7* 7-13 19-20 19-20", "bar-3* 19-off", "", "",
    ]  # fmt: skip


@pytest.mark.parametrize("room", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_hint_is_the_best_play(people: People, language: str, room: ViewportSize) -> None:
    """It stands first in the line of state, with its reason, and first in the list; the others
    with what they give away.  Each can be played from there."""
    touch = room is PHONE
    table = people.come(language, room, touch).new_table(
        game=game_of("table"), opponent="computer", colour="white", dice="typed", start=OPEN
    )
    WAYS["touch" if touch else "click"](table).move((3, 1))
    answer = table.page.evaluate("async () => await seen.game.ask('hint')")
    answers = answer["plays"]
    table.page.locator("#ask").click()
    plays = table.page.locator("#advice .play button")
    expect(plays).to_have_count(5)
    assert plays.all_inner_texts() == answers
    expect(table.prompt).to_have_text(" ".join(answer["say"]))
    assert answers[0] in answer["say"][0]
    expect(table.news).to_contain_text(answer["others"])
    assert table.page.locator("#advice .play .soft").all_inner_texts() == [
        way["loss"] for way in answer["ways"]
    ]
    expect(plays.first).to_have_class("best")
    seen = table.look()
    plays.last.click()
    assert table.rest(seen).may("done")
    expect(table.page.locator("#advice")).to_be_hidden()


@pytest.mark.parametrize("room", [PHONE, DESK], ids=["phone", "desk"])
def test_the_rules_beside_the_board_leave_it_alone(people: People, room: ViewportSize) -> None:
    """Their pictures are boards, too: without their own styles they lay over the one that is
    played on."""
    table = people.come("de", room).new_table(game="gioul", opponent="here")
    table.rest()
    table.page.locator("#tab-rules").click()
    pictures = table.page.locator("#rules .drawing svg:visible")
    expect(pictures).not_to_have_count(0)
    panel = table.page.locator("#rules").bounding_box()
    assert panel is not None
    for picture in pictures.all():
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 100
        assert box["y"] >= panel["y"]
        assert box["y"] + box["height"] <= panel["y"] + panel["height"]
        assert box["x"] >= panel["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 1
