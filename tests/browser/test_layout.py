"""Nothing on the table page moves or changes its size while one plays; nothing is cut or too thin.

Measured in Chromium at six sizes and in four languages: one page each, and a scripted turn.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.hands import Clicking
from browser.places import game_of
from browser.table_page import TablePage
from browser.visitors import People

SIZES = ((320, 480), (360, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080))
PHONES = ((320, 480), (360, 640), (390, 844))
LARGE_LETTERS = ((260, 570), (288, 512), (308, 540))
"""Phones of readers with larger letters: 260 is one of 390 with letters half as large again."""
LANGUAGES = ("it", "de", "fr", "en")
MIDDLE = "W 1:2 12:4 17:4 19:5 | B 24:2 13:4 8:3 6:6 | W"
THINNEST = 32
"""Pixels of a point on a phone."""
RACE = "W 24:2 23:2 22:2 21:2 | B 1:2 2:2 3:2 4:2 | W"
FIXED = (
    ".head", "#near", "#score", "#far", "#state", ".stage", "#board", "#board svg.board",
    ".actions", "#undo", "#main-place", "#ask", "#more", ".tabs", "#tab-log", "#tab-analysis",
    "#tab-rules", "#tab-table",
)  # fmt: skip
"""What has its place for good; the first three places of the row give way to an offer."""
_MEASURED = """names => {
  const at = scrollY;
  scrollTo(0, 0);
  const found = Object.fromEntries(names.map(name => {
    const element = document.querySelector(name);
    const { x, y, width, height } = element.getBoundingClientRect();
    return [name, element.checkVisibility() ? [x, y, width, height].map(Math.round) : null];
  }));
  scrollTo(0, at);
  return found;
}"""
"""Where things are at the top of the page: the line of state and low down the action row keep in
sight while it scrolls."""
_CUT = """() => [...document.querySelectorAll(
    '#score *, .seat strong, #prompt, .actions button, .actions button *, .tabs button, #once *')]
  .filter(element => element.checkVisibility() && !element.closest('.icon, .hidden, #more'))
  .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
  .map(element => `${element.id || element.tagName}: ${element.textContent}`)"""
_MAIN = (
    "throw", "done", "next", "go_on", "choose_throw", "choose_double", "type_dice", "wait",
    "invite", "you_look_on", "return", "rematch", "next_table", "new_table",
)  # fmt: skip
"""All that may stand on the main button."""
_GROWN = """names => {
  const strings = JSON.parse(document.getElementById('strings').textContent);
  const button = document.getElementById('main-place');
  const text = button.querySelector('span') ?? button;
  const row = document.querySelector('.actions').getBoundingClientRect();
  return names.map(name => strings[name]).filter(label => {
    text.textContent = label;
    const { top, bottom } = button.getBoundingClientRect();
    return top < row.top || bottom > row.bottom || button.scrollHeight > button.clientHeight;
  });
}"""
"""Which of some labels make the main button higher than its row."""
_BROKEN = """names => {
  const strings = JSON.parse(document.getElementById('strings').textContent);
  const main = document.getElementById('main-place');
  const range = document.createRange();
  const broken = button => {
    const node = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode();
    return [...node.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word);
  };
  return [
    ...['undo', 'ask'].flatMap(id => broken(document.querySelector(`#${id} span`))),
    ...names.flatMap(name => {
      (main.querySelector('span') ?? main).textContent = strings[name];
      return broken(main);
    }),
  ];
}"""
"""Which words of the action row go on in a second line."""
_OUTSIDE = """() => [...document.querySelectorAll('.actions button')]
  .filter(element => element.checkVisibility()).map(element => element.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > document.documentElement.clientWidth).length"""
_SPILT = """() => [...document.querySelectorAll('#offer button')].flatMap(button => {
  const room = button.getBoundingClientRect();
  return [...button.children].filter(part => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    return top < room.top || bottom > room.bottom || left < room.left || right > room.right;
  }).map(part => part.textContent);
})"""
"""What of the answers to an offer does not fit into its button."""
_THICKNESS = """() => {
  const middles = seen.game.layout.tracks.W.map(point => seen.board.boxOf(point))
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const far = middles.slice(1).map(([x, y], i) => Math.hypot(x - middles[i][0], y - middles[i][1]));
  return Math.min(...far);
}"""
"""From the middle of a point to that of the next one."""


class Ruler:
    """Measures a page again and again, and compares with the first time."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.first = self.measured()

    def measured(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table.page.evaluate(_MEASURED, list(FIXED))
        return found

    def check(self, when: str) -> None:
        """All that is seen is where it was and as large as it was; nothing is cut."""
        now = self.measured()
        moved = {
            name: (self.first[name], box)
            for name, box in now.items()
            if box is not None and self.first[name] is not None and box != self.first[name]
        }
        assert not moved, f"{when}: {moved}"
        page = self.table.page
        assert page.evaluate(_CUT) == [], when
        assert page.evaluate(_OUTSIDE) == 0, when
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, when


@pytest.mark.parametrize("size", [*PHONES, (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_is_answered_below_the_board_is_in_sight(
    people: People, size: tuple[int, int]
) -> None:
    """Whoever asks or types down there sees the answer without going up again."""
    window: ViewportSize = {"width": size[0], "height": size[1]}
    table = people.come("it", window, touch=True).new_table(game=game_of("table"), opponent="here")
    page = table.page
    page.locator("#tab-table").click()
    page.locator("#more-box summary").click()
    for act in ("pips", "next_legal"):
        page.locator(f'#more-box [data-act="{act}"]').click()
        expect(table.prompt).to_be_in_viewport(ratio=1)
    page.locator("#type").fill("?!")
    page.locator("#type-form button").first.click()
    expect(page.locator("#state.refusal")).to_be_visible()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(table.prompt).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(195, 422), (640, 400)], ids=["phone", "desk"])
def test_twice_as_large_all_can_be_pressed(
    people: People, size: tuple[int, int], language: str
) -> None:
    """A page at 200 %: what goes on has room, nothing lies on something else, no word is cut."""
    window: ViewportSize = {"width": size[0], "height": size[1]}
    table = people.come(language, window).new_table(game=game_of("table"), opponent="here")
    page = table.page
    boxes = page.evaluate(_MEASURED, ["#undo", "#main-place", "#ask", "#more"])
    assert all(min(width, height) >= 44 for _, _, width, height in boxes.values()), boxes
    for one, other in combinations(boxes.values(), 2):
        apart = [
            max(one[i], other[i]) >= min(one[i] + one[i + 2], other[i] + other[i + 2])
            for i in (0, 1)
        ]
        assert any(apart), boxes
    page.locator("#more").click()
    expect(page.locator("#sheet")).to_be_visible()
    cut = """() => [...document.querySelectorAll('.actions button, .tabs button, #sheet button')]
      .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
      .map(one => one.textContent)"""
    assert page.evaluate(cut) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_while_one_plays(
    people: People, size: tuple[int, int], language: str
) -> None:
    window: ViewportSize = {"width": size[0], "height": size[1]}
    visitor = people.come(language, window, touch=size in PHONES).like(tap="pick")
    table = visitor.new_table(
        game=game_of("table"), opponent="here", dice="typed", start=MIDDLE,
        match={"length": 5, "games": None},
    )  # fmt: skip
    hand = Clicking(table)
    ruler = Ruler(table)
    if size in PHONES:
        assert table.page.evaluate(_THICKNESS) >= THINNEST
    hand.move((3, 1))
    ruler.check("thrown")
    hand.tap(*table.spot(24))
    ruler.check("a tap where nothing is")
    hand.one_by_one = True
    seen = hand.move()
    ruler.check("one step")
    hand.press(table.button("undo"))
    seen = table.rest(seen)
    ruler.check("taken back")
    hand.refused()
    ruler.check("refused")
    while not seen.may("done"):
        seen = hand.move()
    ruler.check("all is played")
    seen = hand.move()
    ruler.check("the other's turn")
    hand.seldom("double")
    ruler.check("a double is asked about")
    hand.press(table.button("confirm"))
    seen = table.rest(seen)
    expect(table.button("take")).to_be_enabled()
    ruler.check("an offer")
    hand.press(table.button("take"))
    table.rest(seen)
    ruler.check("taken")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_text_is_cut_and_can_be_read(people: People, language: str) -> None:
    """The line of state keeps its two lines; a button shows the rest above what lies below."""
    window: ViewportSize = {"width": 360, "height": 640}
    table = people.come(language, window, touch=True).new_table(
        game=game_of("table"), opponent="here"
    )
    ruler = Ruler(table)
    table.page.evaluate("seen.grid.speech.say('0123 '.repeat(60))")
    whole = table.page.locator("#whole")
    expect(whole).to_be_visible()
    ruler.check("cut")
    whole.click()
    expect(whole).to_have_attribute("aria-expanded", "true")
    assert table.prompt.evaluate("text => text.scrollHeight <= text.clientHeight + 1")
    whole.click()
    ruler.check("cut again")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_main_button_says_fits_a_phone(people: People, language: str) -> None:
    """Also what only those read who play a friend, look on, or are asked for a throw."""
    table = people.come(language, touch=True).new_table(game=game_of("table"), opponent="friend")
    for width, height in (*PHONES, *LARGE_LETTERS):
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate(_GROWN, _MAIN) == [], width
        assert table.page.evaluate(_BROKEN, _MAIN) == [], width


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("score", ["", " | score:1-24 crawford"])
def test_the_computer_has_its_name_on_a_phone(people: People, language: str, score: str) -> None:
    """Without its level, and whole, also beside the score of a Crawford game; where there is room
    with it."""
    table = people.come(language, touch=True).new_table(
        game="backgammon", opponent="computer", colour="white", start=MIDDLE + score,
        match={"length": 25, "games": None},
    )  # fmt: skip
    names = table.page.locator(".seat strong")
    expect(table.page.locator("#score")).to_contain_text("Crawford" if score else "25")
    for width, height in PHONES:
        table.page.set_viewport_size({"width": width, "height": height})
        # A comma for the ear follows each name, unseen: the name itself has to fit.
        assert names.locator(".short").evaluate_all(
            """all => all.length && all.every((one) => {
              const [name, room] = [one, one.closest('strong')]
                .map((part) => part.getBoundingClientRect());
              return name.width > 0 && name.left >= room.left - 1 && name.right <= room.right + 1;
            })"""
        )
        expect(names.locator(".long")).to_be_hidden()
    table.page.set_viewport_size({"width": 1280, "height": 800})
    expect(names.locator(".long")).to_be_visible()
    expect(names.locator(".short")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_one_offer_and_the_choices_move_nothing(people: People, size: tuple[int, int]) -> None:
    """What takes the place of the row or of the line of state leaves the rest where it is."""
    window: ViewportSize = {"width": size[0], "height": size[1]}
    visitor = people.come("de", window)
    table = visitor.new_table(game="free-choice", opponent="here")
    ruler = Ruler(table)
    expect(table.page.locator("#choices button")).to_have_count(15)
    for button in table.page.locator("#choices button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 28
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= size[0]
    ruler.check("fifteen throws")
    Clicking(table).move()
    ruler.check("chosen")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ways_out_of_a_table_have_room(people: People, lang: str) -> None:
    """Where a high window leaves little beside the board, too: the name of the house gives way."""
    table = people.come(lang, {"width": 1280, "height": 900}).new_table(game="fixed-throw")
    ways = table.page.locator(".top nav")
    for width, height in ((1280, 900), (1024, 768), (1440, 960), (1600, 1200), (1920, 1080)):
        table.page.set_viewport_size({"width": width, "height": height})
        assert ways.is_visible()
        assert ways.evaluate("one => one.scrollWidth <= one.clientWidth"), (width, height)


def test_paragraphs_about_keys_stand_apart(people: People) -> None:
    table = people.come("en").new_table(game=game_of("table"), opponent="here")
    lines = table.open("keys").locator("p")
    expect(lines.first).to_be_visible()
    boxes = [line.bounding_box() for line in lines.all()]
    assert all(a and b and b["y"] - a["y"] - a["height"] >= 4 for a, b in pairwise(boxes))


def test_with_colours_of_the_system_what_cannot_be_pressed_looks_so(people: People) -> None:
    """The colours of the page do not count there: the system has one of its own for that."""
    visitor = people.come("it", forced_colors="active")
    table = visitor.new_table(game=game_of("table"), opponent="here", start=f"{MIDDLE} 3-1")
    colour = "element => getComputedStyle(element).color"
    undo = table.button("undo")
    expect(undo).to_be_disabled()
    dead = undo.evaluate(colour)
    assert dead == table.main.evaluate(colour)
    assert dead != table.page.locator("#more").evaluate(colour)
    Clicking(table).move()
    assert undo.evaluate(colour) != dead


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_three_answers_cost_stands_in_them_on_a_phone(people: People, language: str) -> None:
    """A double that may be beavered, and the two answers to a beaver."""
    table = people.come(language, touch=True).new_table(
        game=game_of("table"), opponent="here", match={"beavers": True}, start=RACE
    )
    hand = Clicking(table)
    hand.double()
    for answers in (3, 2):
        expect(table.offer.locator("button")).to_have_count(answers)
        for width, height in (*PHONES, *LARGE_LETTERS):
            table.page.set_viewport_size({"width": width, "height": height})
            assert table.page.evaluate(_SPILT) == [], (answers, width)
        if answers == 3:
            hand.press(table.button("beaver"))
