"""The tutor at the page of a table: he stops a blunder before it is done, and nothing else."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import Clicking
from browser.table_page import PATIENCE, Seen, TablePage
from browser.visitors import DESK, PHONE, People
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation, one_line
from tavola.rules.turn.state import Action, Kind, Phase, State

LONG = "W 1:1 6:1 9:2 11:1 13:1 18:2 19:2 20:2 24:3 | B 15:2 21:3 22:6 23:4 | W 1-4"
"""Puff lungo: whoever plays 7/6 5/1 leaves checkers open to two throws in three."""
BLUNDER = "7/6 5/1"
FORCED = "W bar:1 19:14 | B 24:2 13:5 8:3 6:5 | W 6-4"
TOO_GOOD = "W 1:1 17:2 18:2 19:4 20:3 21:3 | B 24:1 13:5 8:3 6:5 bar:1 | W"
"""Backgammon: a double would be dropped, and to play on is worth more."""


def sit(people: People, language: str = "it", room: Any = DESK, **how: Any) -> TablePage:
    """At a table against the computer, with a tutor."""
    wish = {"game": "puff-long", "start": LONG, **how}
    tutor = wish.pop("tutor", "gentle")
    visitor = people.come(language, room, room is PHONE).like(tutor=tutor)
    return visitor.new_table(opponent="computer", colour="white", **wish)


def typed(table: TablePage, play: str) -> Seen:
    """Types a play, which does not end the turn."""
    before = table.look()
    box = table.open("more").locator("#type")
    box.fill(play)
    box.press("Enter")
    return table.rest(before)


def warned(table: TablePage) -> str:
    """What the tutor says, and what may be answered."""
    expect(table.offer.locator("button")).to_have_count(3, timeout=PATIENCE)
    keys = [one.get_attribute("data-key") for one in table.offer.locator("button").all()]
    assert keys == ["look", "on", "show"]
    return table.prompt.inner_text()


def silent(table: TablePage) -> None:
    """He has said nothing; the computer may have doubled meanwhile."""
    expect(table.offer.locator('[data-key="look"]')).to_have_count(0)


def hitting(state: State) -> int:
    """With how many of the 36 throws the side on turn can hit, by trying them all."""
    faces = range(1, 7)
    return sum(_hits(state, dice) for dice in product(faces, faces))


def _hits(state: State, dice: tuple[int, int]) -> bool:
    bar = state.position.bar(Side.WHITE)
    after, _ = turn.apply(state, Action(Kind.THROW, None, dice))
    return _can_hit(after, bar)


def _can_hit(state: State, bar: int) -> bool:
    if state.position.bar(Side.WHITE) > bar:
        return True
    if state.phase is not Phase.MOVE:
        return False
    steps = turn.next_steps(state)
    return any(_can_hit(turn.apply(state, step)[0], bar) for step in steps)


def after(play: str) -> State:
    """The state in which Black is to throw once White has played."""
    rules = GAMES["puff-long"].rules
    state = one_line.read(rules, LONG)
    for action in notation.read_play(state, play, "own"):
        state, _ = turn.apply(state, action)
    state, _ = turn.apply(state, Action(Kind.DONE, Side.WHITE))
    return state


def test_a_blunder_in_puff_lungo_is_stopped_in_time(people: People) -> None:
    """On purpose, in Italian: the sentence is true, and nothing is done yet."""
    table = sit(people)
    before = typed(table, BLUNDER)
    table.main.click()
    told = warned(table)
    assert told.startswith(f"{BLUNDER} perde 0,")
    assert ": c’è di meglio." in told
    found = re.search(
        r"Dopo questa giocata (\d+) lanci su 36 ti mangiano, dopo l’altra (\w+)", told
    )
    assert found is not None, told
    assert int(found[1]) == hitting(after(BLUNDER))
    table.button("show").click()
    seen = table.rest(before)
    expect(table.page.locator("#advice .best")).to_be_visible(timeout=PATIENCE)
    best = table.page.locator("#advice .best").inner_text()
    assert found[2] == "nessuno"
    assert hitting(after(best)) == 0
    assert best != BLUNDER
    assert (seen.view["actor"], seen.may("done"), len(seen.view["dice"])) == ("W", False, 2)


def test_whoever_looks_again_has_his_throw_back(people: People) -> None:
    """And the same play is warned of again; who plays on, is not asked a second time."""
    table = sit(people, "de", PHONE)
    fresh = table.look()
    before = typed(table, BLUNDER)
    table.main.tap()
    assert "Es gibt etwas Besseres" in warned(table)
    table.button("look").tap()
    assert table.reach(before.seq + 2).stand == fresh.stand
    expect(table.offer).to_be_hidden()
    before = typed(table, BLUNDER)
    table.main.tap()
    warned(table)
    table.button("on").tap()
    assert table.reach(before.seq + 1).seq > before.seq
    silent(table)
    told = table.page.evaluate("async () => (await seen.game.ask('facts')).say")
    assert any(line.endswith("2 Warnungen des Tutors, 1 befolgt.") for line in told)


def test_escape_leaves_all_as_it_is(people: People) -> None:
    """By keyboard: Enter ends the turn, Escape closes the warning, Enter then plays on."""
    table = sit(people, "fr")
    before = typed(table, BLUNDER)
    table.board.focus()
    table.page.keyboard.press("Enter")
    warned(table)
    expect(table.offer).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(table.offer).to_be_hidden()
    expect(table.page.locator("#board:focus-within")).to_have_count(1)
    assert table.look().seq == before.seq
    table.page.keyboard.press("Enter")
    assert table.reach(before.seq + 1).seq > before.seq


def test_nothing_moves_when_he_speaks(people: People) -> None:
    """The warning takes the place of the row of actions."""
    table = sit(people, "en", PHONE)
    typed(table, BLUNDER)
    boxes = """() => ['board', 'state', 'more'].map(id =>
      JSON.stringify(document.getElementById(id).getBoundingClientRect()))"""
    table.page.evaluate("scrollTo(0, 0)")
    before = table.page.evaluate(boxes)
    table.main.tap()
    warned(table)
    assert table.page.evaluate(boxes) == before


@pytest.mark.parametrize(
    ("tutor", "game", "start", "play"),
    [
        ("off", "puff-long", LONG, BLUNDER),
        ("strict", "puff-long", LONG, ""),
        ("strict", "backgammon", FORCED, ""),
    ],
    ids=["off", "best", "forced"],
)
def test_he_says_nothing(people: People, tutor: str, game: str, start: str, play: str) -> None:
    """Where he is off, of the best play, and of one that is forced."""
    table = sit(people, "en", tutor=tutor, game=game, start=start)
    best = table.page.evaluate("async () => (await seen.game.ask('hint')).plays")[0]
    before = typed(table, play or best)
    table.main.click()
    assert table.reach(before.seq + 1).seq > before.seq
    silent(table)


def test_a_wrong_double_is_stopped(people: People) -> None:
    """Once it was confirmed; nothing is offered, and the table stands as before."""
    five = {"length": 5, "games": None}
    table = sit(people, "en", game="backgammon", start=TOO_GOOD, match=five)
    before = table.look()
    Clicking(table).double()
    assert "“no double” is worth" in warned(table)
    table.button("look").click()
    expect(table.offer).to_be_hidden()
    assert table.look().seq == before.seq


def test_an_answer_that_comes_too_late_undoes_nothing(people: People) -> None:
    """Whatever he says once the turn is over is not heard."""
    table = sit(people, "en")
    before = typed(table, BLUNDER)
    table.page.evaluate(
        """() => {
          const { game } = seen, ask = game.ask.bind(game), timer = window.setTimeout;
          window.setTimeout = (act, ms, ...rest) => timer(act, ms === 15000 ? 0 : ms, ...rest);
          game.ask = (what, more) => (what !== 'tutor' ? ask(what, more)
            : new Promise(done => { window.late = () => done(ask(what, more)); }));
        }"""
    )
    table.main.click()
    seen = table.reach(before.seq + 1)
    table.page.evaluate("async () => { await window.late(); }")
    silent(table)
    assert table.look().epoch == seen.epoch
    assert table.look().seq >= seen.seq


def test_a_typed_play_is_judged(people: People) -> None:
    """What it gives up, and why; and why one that is none is not allowed."""
    table = sit(people, "en", tutor="off")
    box = table.open("more").locator("#type")
    box.fill(BLUNDER)
    table.page.locator('[data-act="judge"]').click()
    expect(table.prompt).to_contain_text("It gives away 0.", timeout=PATIENCE)
    box.fill("24/1")
    table.page.locator('[data-act="judge"]').click()
    expect(table.prompt).not_to_contain_text("It gives away")
    box.fill("")
    table.page.locator('[data-act="judge"]').click()
    expect(box).to_be_focused()


def test_the_sheet_changes_the_tutor(people: People) -> None:
    table = sit(people, "it", tutor="off")
    for name in ("gentile", "severo", "no"):
        table.page.locator("#more").click()
        table.page.locator('#sheet[open] [data-key="tutor"]').click()
        expect(table.prompt).to_contain_text(f"Tutor: {name}")


def test_an_opinion_takes_the_place_of_a_hint(people: People) -> None:
    """Its arrows and its list are gone: the button of the hint is no more pressed."""
    table = sit(people, tutor="off")
    ask = table.page.locator("#ask")
    ask.click()
    expect(table.page.locator("#advice .best")).to_be_visible()
    expect(ask).to_have_attribute("aria-pressed", "true")
    table.page.locator("#panel-analysis [data-act=opinion]").click()
    expect(table.page.locator("#advice .best")).to_have_count(0)
    expect(ask).not_to_have_attribute("aria-pressed", "true")
