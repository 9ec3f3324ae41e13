"""Seeds that browsers draw, and dice that they work out by themselves."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.hands import Clicking
from browser.places import game_of, near_end
from browser.visitors import People
from seats import play
from tavola.games.agreement import of_record
from tavola.play.dice import fresh_dice
from tavola.play.match import Match
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Dice, Opening
from tavola.rules.text.record import Record

GAMES_PLAYED = ("eureka", "fixed-throw", "free-choice", "open-throw", "pin")


def test_a_script_works_dice_out_as_python_does(people: People) -> None:
    """Games with dice of every kind; a record with one die changed is found out."""
    page = people.come().page("/dice")
    for game in GAMES_PLAYED:
        match = Match.start(Record(game, match=MatchRules(games=2)), fresh_dice().fixed())
        assert play(match)
        record = match.record.to_json()
        fell = [n for n, event in enumerate(record["events"]) if event["do"] == "throw"]
        throws, wrong = _compared(page, match.record, record)
        assert (throws >= len(fell), wrong) == (True, 0), game
        dice = record["events"][fell[0]]["dice"]
        record["events"][fell[0]]["dice"] = [dice[0] % 6 + 1, *dice[1:]]
        assert _compared(page, match.record, record)[1] > 0, game


def _compared(page: Page, record: Record, data: object) -> tuple[int, int]:
    rules = of_record(record).rules
    how = {
        "dice": rules.dice_count,
        "repeats": rules.dice is Dice.FIXED,
        "doubles": rules.fixed_double,
        "opening": rules.opening is Opening.DICE,
    }
    script = """async ([data, how]) => {
      const home = document.querySelector('link[rel=stylesheet]').href.replace(/site.css.*/, '');
      const { commitment, compared } = await import(`${home}dice/sealed.js`);
      if (commitment(data.dice.id, data.dice.secret) !== data.dice.commitment) return null;
      return compared(data, how);
    }"""
    found = page.evaluate(script, [data, how])
    return found["throws"], found["wrong"]


def test_a_browser_gives_a_seed_and_finds_it_again(people: People) -> None:
    game = game_of("rows")
    visitor = people.come()
    table = visitor.new_table(game=game, opponent="here", start=near_end(game, 6))
    dice = visitor.fetch(f"/t/{table.id}/record.json")["dice"]
    seed = dice["seeds"][0]
    assert dice["by"] == ["player", "player"]
    assert re.fullmatch("[0-9a-f]{32}", seed)
    hand = Clicking(table)
    while not table.rest().view["over"]:
        hand.move()
    page = visitor.page(f"/t/{table.id}/dice")
    lines = page.locator("#own-check li")
    expect(lines).to_have_count(4)
    assert [line.get_attribute("data-verdict") for line in lines.all()] == ["yes"] * 4
    # Another one, who was not there, can work them out all the same.
    page = people.come().page(f"/t/{table.id}/dice")
    expect(lines := page.locator("#own-check li")).to_have_count(3)
    marks = [line.get_attribute("data-verdict") for line in lines.all()]
    assert marks == ["yes", "open", "yes"]


def test_a_player_types_another_seed(people: People) -> None:
    visitor = people.come()
    table = visitor.new_table(game="backgammon", opponent="computer")
    page = table.page
    page.locator("#tab-table").click()
    page.locator("#dice-box summary").click()
    box = page.locator("#seeds")
    expect(box.locator("li")).to_have_count(2)
    box.locator("input").fill("tre civette sul comò")
    box.locator("button").click()
    expect(box.locator("li", has_text="tre civette sul comò")).to_have_count(1)
    dice = visitor.fetch(f"/t/{table.id}/record.json")["dice"]
    assert "tre civette sul comò" in dice["seeds"]
    assert sorted(dice["by"]) == ["player", "program"]
    kept = page.evaluate("JSON.parse(localStorage.getItem('tavola.dice'))[0]")
    assert (kept["seed"], kept["commitment"]) == ("tre civette sul comò", dice["commitment"])


def test_a_fixed_throw_is_gone_on_with(people: People) -> None:
    """The button, the place where dice are awaited and the sentence name one thing."""
    table = people.come().new_table(
        game="fixed-throw", opponent="here", start=near_end("fixed-throw", 6)
    )
    expect(table.main).to_have_text("Go on")
    expect(table.prompt).to_contain_text("go on")
    assert table.page.evaluate("() => seen.board.options.await.label") == "Go on"
