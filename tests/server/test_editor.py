"""The position editor without its script: links, the form, pictures, a table, an opinion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from inside import Inside, Visitor
from paper import Page, house_in, open_page, record_of
from tavola.games import GAMES
from tavola.play.random_match import random_playout
from tavola.rules.model.refusal import Refused
from tavola.rules.text import draft, one_line
from tavola.rules.text.record import replay
from tavola.server.tables import position_advice
from tavola.words.translations import LANGUAGES

POSITIONS = 3


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with house_in(tmp_path_factory.mktemp("editor")) as found:
        yield found


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer comes too late, however slow the machine is."""
    monkeypatch.setattr(position_advice, "PATIENCE", 600.0)


@pytest.fixture
def visitor(house: Inside) -> Visitor:
    return house.visitor(accept="text/html")


@lru_cache(maxsize=32)
def _lines(game: str) -> list[str]:
    """Lines of a random match, canonical."""
    found = set()
    for moment in replay(random_playout(GAMES[game], seed=4, cap=60).record, GAMES[game]):
        try:
            line = one_line.write(moment.state)
            found.add(one_line.write(one_line.read(moment.state.rules, line)))
        except Refused:
            continue
    return random.Random(4).sample(sorted(found), POSITIONS)


def _address(game: str, line: str, **more: str) -> str:
    return f"/editor?{urlencode({'game': game, 'position': line, **more})}"


def _form(page: Page) -> dict[str, str]:
    """What the form of numbers would send, but for the line of the other form."""
    sent = page.form("/editor")
    for name in ("position", "was", "palette"):
        sent.pop(name, None)
    return sent


@pytest.mark.parametrize("game", GAMES)
def test_a_position_goes_through_the_form_and_comes_back(visitor: Visitor, game: str) -> None:
    rules = GAMES[game].rules
    for line in _lines(game):
        page = open_page(visitor, _address(game, line))
        answer = visitor.post("/editor", data=_form(page) | {"do": "set"})
        assert answer.status_code == 303, (line, answer.text)
        back = parse_qs(urlsplit(answer.headers["location"]).query)
        assert back["game"] == [game]
        again = one_line.read(rules, back["position"][0])
        assert again == one_line.read(rules, line), (line, back)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("narde", "W 1:14 5:1 head:4 | B 13:15 | W 4-3 left:3"),
        ("tavla", "W 12:1 19:1 20:1 24:12 stays:5 stays:6 | B 6:13 bar:2 | W 2-2 left:2,2"),
    ],
)
def test_what_is_known_within_a_throw_comes_back(visitor: Visitor, game: str, line: str) -> None:
    page = open_page(visitor, _address(game, line))
    answer = visitor.post("/editor", data=_form(page) | {"do": "set"})
    back = parse_qs(urlsplit(answer.headers["location"]).query)
    assert back["position"] == [line]


@pytest.mark.parametrize("game", GAMES)
def test_without_a_position_it_shows_the_start(visitor: Visitor, game: str) -> None:
    page = open_page(visitor, f"/editor?game={game}")
    rules = GAMES[game].rules
    fields = draft.line_of(rules, {k: v for k, v in _form(page).items() if v})
    start = one_line.read(rules, fields)
    assert start.position == one_line.read(rules, start.position.text()).position


def test_a_position_of_another_program_is_taken_in(visitor: Visitor) -> None:
    xgid = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:1:0:0:3:8"
    page = open_page(visitor, _address("backgammon", xgid))
    line = (
        "W 11:2 12:4 17:2 19:5 22:2 | B 4:2 5:3 6:2 8:2 13:4 15:1 24:1 | B 6-3 cube:2W | score:1-0"
    )
    assert line in page.text
    assert _form(page)["length"] == "3"
    looked = visitor.post("/editor/look", data={"game": "backgammon", "position": xgid}).json()
    assert (looked["line"], looked["problem"]) == (line, "")


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("backgammon", "W 1:2 | B 1:2 | W", "cannot stand together"),
        ("backgammon", "W 1:14 2:5 | B 24:2 | W", "White cannot have 19 checkers"),
        ("backgammon", "W 1:2 | B | W", "the game is over"),
        ("backgammon", "W 1:2 | B 24:2 | W 3-9", "“3-9” cannot be read"),
        ("backgammon", "W 1:2 | B 24:2 res:3 | W", "no reserve"),
        ("backgammon", "W 1:2 | B 24:2 | W cube:3", "“cube:3” cannot be read"),
        ("eureka", "W 19:2 | B 6:2 bar:1 | W", "no bar"),
        ("pin", "W 5:3 | B 5:1p 24:2 | W 3-1 heir:3x2", "does not fit together"),
        ("doublets", "W 1:9 | B 20:2 | W", "wrong"),
        ("eureka", "W 18:1 | B 6:1 | W", "has no point"),
        ("backgammon", "nonsense", "write it for example"),
        ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "is on the table"),
        ("doublets", "4HPwATDgc/ABMA", "only the board of classic backgammon"),
    ],
)
def test_what_is_impossible_gets_a_sentence(
    visitor: Visitor, game: str, line: str, said: str
) -> None:
    page = open_page(visitor, _address(game, line), status=422)
    assert said in page.text
    sent = _form(page)
    assert sent["game"] == game
    # Nothing is lost: the line is still there to be put right.
    assert line in page.text
    look = visitor.post("/editor/look", data={"game": game, "position": line})
    assert said in look.json()["problem"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_problem_names_the_points_of_the_readers_board(visitor: Visitor, lang: str) -> None:
    page = open_page(visitor, _address("backgammon", "W 1:2 | B 1:2 | W"), lang, status=422)
    assert "24" in page.text.partition("</h2>")[0] + page.text
    look = visitor.post(
        "/editor/look",
        data={"game": "backgammon", "position": "W 1:2 | B 1:2 | W"},
        headers={"accept-language": lang},
    )
    assert " 24 " in look.json()["problem"]


def test_a_table_begins_where_the_position_stands(visitor: Visitor) -> None:
    line = "W 1:2 12:5 17:3 19:5 | B 24:2 13:4 10:1 8:3 6:5 | B 6-3"
    sent = {"game": "backgammon", "do": "computer", **draft.fields_of(line), "length": "5"}
    answer = visitor.post("/editor", data=sent)
    assert answer.status_code == 303
    record = record_of(visitor, answer.headers["location"])
    assert record["match"]["length"] == 5
    assert one_line.read(GAMES["backgammon"].rules, record["from"]) == one_line.read(
        GAMES["backgammon"].rules, line
    )
    assert record["players"][1] == ""  # whoever asks plays the side that is on turn
    here = visitor.post("/editor", data=sent | {"do": "here"})
    assert record_of(visitor, here.headers["location"])["players"] == ["", ""]


def test_house_rules_and_score_stay_with_the_link(visitor: Visitor) -> None:
    line = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W | score:2-1"
    page = open_page(visitor, _address("backgammon", line, length="5"))
    sent = _form(page)
    assert (sent["score-W"], sent["score-B"], sent["length"]) == ("2", "1", "5")
    answer = visitor.post("/editor", data=sent | {"score-B": "3", "do": "set"})
    back = parse_qs(urlsplit(answer.headers["location"]).query)
    assert back["length"] == ["5"]
    assert back["position"][0].endswith("score:2-3")
    wrong = visitor.post("/editor", data=sent | {"score-B": "5", "do": "set"})
    assert wrong.status_code == 422


def test_another_game_begins_with_its_start(visitor: Visitor) -> None:
    page = open_page(visitor, _address("pin", _lines("backgammon")[0], was="backgammon"))
    assert "W 1:13" in page.text


def test_unknown_games_and_lengths_are_refused(visitor: Visitor) -> None:
    assert visitor.get("/editor?game=chess").status_code == 404
    assert visitor.get("/editor?game=pin&length=1000").status_code == 422
    assert visitor.get("/editor.svg?game=pin&position=W+1:2").status_code == 422


def test_pictures_are_saved(visitor: Visitor) -> None:
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        for game in ("pin", "doublets"):
            answer = visitor.get(_address(game, _lines(game)[0]).replace("?", f".{kind}?", 1))
            if kind == "png" and answer.status_code == 404:
                continue  # without the extra `pictures`
            assert answer.status_code == 200
            assert answer.content.startswith(begins)
            assert f'filename="tavola-{game}.{kind}"' in answer.headers["content-disposition"]


def test_the_computer_says_what_it_would_play(visitor: Visitor) -> None:
    line = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1"
    sent = {"game": "backgammon", **draft.fields_of(line)}
    page = Page(visitor.post("/editor", data=sent | {"do": "ask"}))
    assert "8/5 6/5" in page.text
    found = visitor.post("/editor/ask", data=sent).json()
    assert found["rows"][0][0] == "8/5 6/5"
    assert {(a["from"], a["to"]) for a in found["arrows"]} == {(17, 20), (19, 20)}
    # The form is still there, with the same position.
    assert draft.line_of(GAMES["backgammon"].rules, _form(page)) == draft.line_of(
        GAMES["backgammon"].rules, sent
    )
    cube = visitor.post("/editor/ask", data=sent | {"a": "", "b": ""}).json()
    assert any("No double" in one for one in cube["lines"])


@pytest.mark.parametrize("game", GAMES)
def test_the_computer_answers_for_every_game(visitor: Visitor, game: str) -> None:
    for line in _lines(game)[:1]:
        answer = visitor.post("/editor/ask", data={"game": game, "position": line})
        assert answer.status_code == 200, (line, answer.text)
        assert answer.json()["lines"]


def test_who_asks_too_often_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tavola.server.app import create_app
    from tavola.server.settings import Limits, Rate, Settings

    folder = tmp_path_factory.mktemp("slow")
    limits = Limits(thoughts=Rate(0.001, 1))
    settings = Settings(database=f"sqlite:///{folder / 'tavola.sqlite3'}", limits=limits)
    with Inside(create_app(settings)) as slow:
        somebody = slow.visitor(accept="application/json")
        sent = {"game": "backgammon", "position": _lines("backgammon")[0]}
        assert somebody.post("/editor/ask", data=sent).status_code == 200
        assert somebody.post("/editor/ask", data=sent).status_code == 429
