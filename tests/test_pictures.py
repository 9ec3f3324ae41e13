"""Pictures of a board: well formed, small, alone, and telling what a state holds."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest

from tavola.drawing import page_pictures, styles
from tavola.drawing.arrows import Arrow, Mark, arrows_of, legs_of
from tavola.drawing.digits import as_lines
from tavola.drawing.picture import BoardView, Focus, Look, Shown, png, svg, svg_of_position
from tavola.drawing.plan import plan
from tavola.drawing.plan_parts import Room
from tavola.drawing.shown_dice import AHEAD, Die, dice_of
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.rules.turn.state import Action, Cube, Kind, Phase, State

MOST_BYTES = 20_000
SVG = "{http://www.w3.org/2000/svg}"
MIDDLE = "W 1:2 12:4 13:1 17:3 19:3 bar:2 | B 24:1 14:1 8:3 6:7 5:2 bar:1 | W 5-3 cube:2B"
THROWN = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-5"


def state_of(game: str, text: str) -> State:
    return one_line.read(GAMES[game].ruleset(), text)


def classes(picture: str) -> list[str]:
    return list(re.findall(r'class="([^"]*)"', picture))


@pytest.mark.parametrize("theme", styles.themes())
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn_small_and_alone(game: str, theme: str) -> None:
    picture = svg(turn.new_match(GAMES[game].ruleset()), theme=theme, directions=True)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in root[:2])
    assert len(picture.encode()) < MOST_BYTES
    assert not re.search(r"<script|<image|<foreignObject|\son\w+=|var\(|calc\(", picture)
    assert set(re.findall(r"https?://[^\"<]*", picture)) == {"http://www.w3.org/2000/svg"}
    named = set(re.findall(r'id="([^"]+)"', picture))
    assert {name[1:] for name in re.findall(r'href="([^"]+)"', picture)} <= named
    assert named >= set(re.findall(r"url\(#([^)]+)\)", picture))


@pytest.mark.parametrize("name", styles.themes())
def test_colours_are_those_of_the_styles(name: str) -> None:
    """One place for both: what the styles say is what stands in the picture."""
    picture = svg(state_of("backgammon", MIDDLE), theme=name)
    for part in ("frame", "field", "a", "b", "w", "k", "ink"):
        assert f"fill:{styles.themes()[name][part]}" in picture


def test_numbers_are_the_viewers_or_the_booklets() -> None:
    state = state_of("backgammon", THROWN)

    def numbers(**options: object) -> list[str]:
        picture = svg(state, **options)  # type: ignore[arg-type]
        return re.findall(r'class="number">(\d+)<', picture)

    own, booklet = numbers(), numbers(numbering="booklet")
    assert sorted(own) == sorted(booklet) == sorted(map(str, range(1, 25)))
    assert own == [str(25 - int(number)) for number in booklet]
    assert numbers(numbering="none") == []
    assert numbers(viewer=Side.BLACK) == booklet


def test_the_dice_tell_who_is_to_play() -> None:
    state = turn.new_match(GAMES["backgammon"].ruleset())
    assert [len(dice) for dice in dice_of(state)] == [1, 1]
    state, _ = turn.apply(state, Action(Kind.OPENING, None, (5, 2)))
    assert [[die.face for die in dice] for dice in dice_of(state)] == [[5, 2], []]
    white = svg(state_of("backgammon", THROWN.replace("W 6-5", "W")))
    assert classes(white).count("die W left") == 2
    assert "pip" not in classes(white)
    used = state_of("backgammon", THROWN)
    used, _ = turn.apply(used, turn.next_steps(used)[0])
    assert sorted(die.state for die in dice_of(used)[0]) == ["left", "used"]
    choosing = state_of("acey-deucey", "W res:15 | B res:15 | W 1-2").but(phase=Phase.CHOOSE)
    assert [die.face for die in dice_of(choosing)[0]] == [1, 2]


def test_handed_and_coming_dice_are_shown() -> None:
    ahead = state_of("open-throw", "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-1 ahead:B5-5")
    assert [die.state for die in dice_of(ahead)[1]] == ["ahead", "ahead"]
    assert "die B ahead" in classes(svg(ahead))
    handed = state_of("gioul", "W 1:15 | B 24:15 | W heir:4x4")
    assert {die.state for die in dice_of(handed)[0]} == {"left handed"}


@pytest.mark.parametrize("widths", [(1.0, 1.0), (1.0, 1.0, 1.0, 1.0)], ids=len)
def test_dice_to_come_lie_beside_the_checkers_on_the_bar(widths: tuple[float, ...]) -> None:
    """As in the browser: where dice lie on the bar, those of both sides leave its checkers free."""
    shown = plan(GAMES["open-throw"].ruleset(), Room(390, 585, turned=True))
    assert shown.dice_on_bar
    ahead = (AHEAD, AHEAD)
    dice = shown.dice(Side.WHITE, widths, ahead) + shown.dice(Side.BLACK, ahead, widths)
    checkers = [at for side in Side for at in shown.on_bar(side, 6)]
    for die in dice:
        far = min(abs(die.at[0] - x) for x, _ in checkers)
        assert far >= (die.size + shown.checker) / 2


def test_an_offered_cube_stands_with_the_one_who_is_asked() -> None:
    state = state_of("backgammon", "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W cube:2W")
    offered, _ = turn.apply(state, Action(Kind.DOUBLE, Side.WHITE))
    found = classes(svg(offered))
    assert {"left-seat", "cube-way", "offerable"} <= set(found)
    assert re.search(r'class="cube W">.*?class="count">4<', svg(offered))
    assert "cube-way" not in classes(svg(state))


def test_cube_pins_towers_and_trays() -> None:
    middle = svg(state_of("backgammon", MIDDLE))
    assert re.search(r'class="cube B">.*?class="count">2<', middle)
    assert middle.count('class="cube-seat"') == 3
    pins = svg(state_of("pin", "W 1:12 8:1p 17:1 20:1 | B 24:12 8:2 17:1p | B 3-3"))
    assert classes(pins).count("collar W") == 1
    assert classes(pins).count("collar B") == 1
    ending = svg(state_of("backgammon", "W 24:3 23:2 22:1 | B 1:1 2:2 4:1 | B"))
    assert classes(ending).count("edge-on W") == 9
    assert classes(ending).count("edge-on B") == 11
    ring = svg(state_of("catch-me", "W 24:1 | B 1:1 7:1 12:1 15:1 | W"))
    assert "lane" in classes(ring)
    assert len(re.findall(r'<path d="[^"]+" class="count"/>', ring)) == 1


def test_a_play_is_drawn_as_arrows() -> None:
    state = state_of("backgammon", THROWN)
    for play in turn.plays(state):
        picture = svg(state, play=play)
        legs = legs_of(play.steps)
        seats = [name for name in classes(picture) if name.startswith("seat-to go")]
        assert len(seats) == len(legs)
        assert ElementTree.fromstring(picture) is not None
        assert picture == svg(state, play=play.steps)
    runs = [play for play in turn.plays(state) if len(legs_of(play.steps)) == 1]
    assert runs, "one checker plays both numbers"
    after = state
    for action in turn.next_steps(state)[:1]:
        after, _ = turn.apply(state, action)
    assert classes(svg(after, last=after.turn.steps)).count("last line way") == 1


def test_what_a_play_hits_on_its_way_is_seen() -> None:
    """An arrow to the blot and one that goes on; who follows goes all the way in one.  What is
    pinned on the way is free again, and no stop."""
    hit = state_of("backgammon", "W 1:2 12:5 17:3 19:5 | B 5:1 13:5 8:3 6:5 24:1 | W 4-4")
    two = next(play for play in turn.plays(hit) if legs_of(play.steps) == [(1, 9), (1, 9)])
    assert set(arrows_of(hit, two.steps)) == {
        Arrow(Side.WHITE, 1, 5, hit=True),
        Arrow(Side.WHITE, 5, 9),
        Arrow(Side.WHITE, 1, 9),
    }
    assert classes(svg(hit, play=two)).count("seat-to go hit") == 1
    pin = state_of("pin", "W 1:15 | B 5:1 24:14 | W 4-3")
    one = [play for play in turn.plays(pin) if legs_of(play.steps) == [(1, 8)]]
    assert [arrows_of(pin, play.steps) for play in one] == [[Arrow(Side.WHITE, 1, 8)]] * len(one)
    assert one


def test_a_moment_with_all_that_can_be_shown() -> None:
    """For pages that tell of a game: arrows, marks, dice and cube at any position."""
    rules = GAMES["backgammon"].ruleset()
    shown = Shown(
        [Arrow(Side.WHITE, 12, 17), Arrow(Side.WHITE, 1, 6, hit=True, kind="no")],
        [Mark(Side.BLACK, 24), Mark(Side.BLACK, 6, "no")],
        {Side.WHITE: [Die(5), Die(5, "used")], Side.BLACK: [Die(6, "ahead")]},
        Cube(2, Side.BLACK),
    )
    found = classes(svg_of_position(rules, Position.start(rules), shown=shown))
    assert [name for name in found if name.startswith("seat-to")] == [
        "seat-to go",
        "seat-to no hit",
    ]
    assert found.count("source") == 1
    assert found.count("forbidden") == 2
    assert {"die W left", "die W used", "die B ahead", "cube B"} <= set(found)
    plain = svg_of_position(rules, Position.start(rules))
    assert not {"die W left", "cube free"} & set(classes(plain))


@pytest.mark.parametrize(
    ("focus", "ratio", "box"),
    [
        (Focus(), None, (0, 0, 400, 300)),
        (Focus(0.5, 0.5, 2), None, (100, 75, 200, 150)),
        (Focus(0, 1, 2), None, (0, 150, 200, 150)),
        (Focus(1, 0, 2), 1, (250, 0, 150, 150)),
    ],
)
def test_a_close_up_stays_on_the_board(
    focus: Focus, ratio: float | None, box: tuple[float, ...]
) -> None:
    assert focus.box(400, 300, ratio) == box


def test_a_moment_is_drawn_close_and_square() -> None:
    rules = GAMES["backgammon"].ruleset()
    close = Shown([Arrow(Side.WHITE, 17, 20)], focus=Focus(1, 1, 2))
    moment = page_pictures.Scene(Position.start(rules), close)
    large = page_pictures.scene(rules, moment, 640, BoardView(), ratio=1)
    assert "seat-to go" in classes(large)
    x, y, w, h = (float(n) for n in large.split('viewBox="')[1].split('"')[0].split())
    assert min(x, y) > 0
    assert w == pytest.approx(h)


@pytest.mark.parametrize(
    ("wish", "what"),
    [({"theme": "pink"}, "theme"), ({"numbering": "roman"}, "numbering"), ({"width": 3}, "width")],
)
def test_what_cannot_be_drawn_is_refused(wish: dict[str, str | int], what: str) -> None:
    with pytest.raises(Refused) as refused:
        svg(state_of("backgammon", THROWN), **wish)  # type: ignore[arg-type]
    assert refused.value.refusal.code == "bad_picture"
    assert refused.value.refusal.details["what"] == what


def test_texts_are_escaped() -> None:
    rules = GAMES["backgammon"].ruleset()
    picture = svg_of_position(rules, Position.start(rules), title="<b> & co", description="a<b")
    root = ElementTree.fromstring(picture)
    assert [child.text for child in root[:2]] == ["<b> & co", "a<b"]
    # Signs that no XML may hold would leave a picture that nothing opens.
    drawn = svg_of_position(rules, Position.start(rules), title="a\0\x1bb", description="\ud800c")
    root = ElementTree.fromstring(drawn.encode())
    assert [child.text for child in root[:2]] == ["a\ufffd\ufffdb", "\ufffdc"]


def test_a_drawing_for_a_page_has_no_colours_of_its_own() -> None:
    rules = GAMES["backgammon"].ruleset()
    picture = svg_of_position(rules, Position.start(rules), Look(theme=""))
    assert "<style" not in picture
    assert "fill:" not in picture


def test_digits_can_do_without_fonts() -> None:
    picture = svg(state_of("backgammon", MIDDLE))
    lines = as_lines(picture)
    assert "<text" in picture
    assert "<text" not in lines
    assert ElementTree.fromstring(lines) is not None
    assert re.search(r"\.digit\{fill:none;stroke:#", lines)


def test_png_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"pip install 'tavola\[pictures\]'"):
        png(state_of("backgammon", MIDDLE))


@pytest.mark.parametrize("width", [200, 800])
def test_png(width: int) -> None:
    pytest.importorskip("resvg_py", reason="not there: pip install 'tavola[pictures]'")
    data = png(state_of("backgammon", MIDDLE), width=width, theme="night")
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == width


@pytest.mark.parametrize("throw", [(4, 1), (2, 2), (6, 5)])
def test_a_sum_is_drawn_by_the_dice_that_make_it(throw: tuple[int, int]) -> None:
    """5 of 4 and 1 was drawn as one die that shows 5."""
    state = state_of("catch-me", f"W 11:1 19:1 | B 1:1 2:1 | W {throw[0]}-{throw[1]}")
    assert [die.face for die in dice_of(state)[Side.WHITE]] == list(throw)
