"""While an old moment lies on the board: what is read there, and what is pressed beside it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.hands import Clicking, Touching, Typing
from browser.places import game_of
from browser.table_page import TablePage
from browser.test_by_ear import Ear
from browser.test_company import can_move, invited
from browser.test_table_tools import OPEN, RACE
from browser.visitors import SMALL, People

USUAL_PACE = 1600
"""Milliseconds from one move to the next that is played back."""
_HAS_COME = "seen.log.views.has(seen.log.event)"
"""Whether the moment that is looked at has come from the server."""
_BUSY = """async () => {
  while (seen.game.idle) await new Promise((done) => { setTimeout(done, 5); });
}"""
"""Waits until something is being told."""


def looks_back(table: TablePage) -> None:
    """The moment before the newest line lies on the board."""
    lines = table.tab("log").locator("#log li button")
    expect(lines.first).to_be_visible()
    table.page.get_by_role("button", name=table.strings()["first"]).click()
    expect(table.main).to_have_text(table.strings()["return"])


def advised(people: People) -> tuple[TablePage, Locator]:
    """A throw with a hint about it, while the beginning is looked at."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="computer", colour="white", dice="typed", start=OPEN
    )
    Clicking(table).move((3, 1))
    table.page.evaluate("seen.board.arrows = (list) => { window.drawn = list; }")
    table.button("hint").click()
    best = table.page.locator("#advice .best")
    expect(best).to_be_visible()
    looks_back(table)
    table.tab("analysis")
    return table, best


def test_a_play_that_was_advised_is_played_on_the_board_it_is_about(people: People) -> None:
    """Out of the past a press leads back first, as a key does; arrows are drawn only there."""
    table, best = advised(people)
    before = table.look()
    table.page.evaluate("window.drawn = null")
    best.hover()
    assert table.page.evaluate("drawn") is None
    best.click()
    expect(table.main).not_to_have_text(table.strings()["return"])
    assert table.look().seq == before.seq
    assert len(table.page.evaluate("drawn")) == 2, "what is advised is drawn again"
    best.click()
    assert table.rest(before).paths == []


def test_a_hint_asked_beside_the_past_is_about_the_game_as_it_stands(people: People) -> None:
    table, _ = advised(people)
    table.page.locator("#panel-analysis [data-act=hint]").click()
    expect(table.main).not_to_have_text(table.strings()["return"])
    expect(table.prompt).to_contain_text("8/5 6/5")


def test_the_ear_finds_on_the_board_what_the_eye_sees_there(people: People) -> None:
    """Cells and text view tell the moment that is looked at, and then again the present one."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=OPEN
    )
    keys = Typing(table)
    hand = Clicking(table)
    hand.move((3, 1))
    hand.turn()
    looks_back(table)
    past = table.page.evaluate("seen.grid.past.board.points")
    now = table.look().view["board"]["points"]
    place = next(point for point in past if past[point] != now.get(point))
    cell = table.board.locator(f'[data-place="{place}"]')
    expect(cell).to_contain_text(str(past[place]["count"]))
    keys.press(table.tab("table").locator("#text-button"))
    row = table.page.locator(f'#text-view tr[data-place="{place}"]')
    expect(row).to_contain_text(str(past[place]["count"]))
    old = row.locator("th").inner_text()
    table.main.click()
    expect(row.locator("th")).not_to_have_text(old)
    expect(cell).not_to_have_text(old)


def test_who_goes_quickly_to_the_past_and_back_hears_that_he_is_back(people: People) -> None:
    """What was said of the old moment is followed by what is asked now."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=OPEN)
    Clicking(table).turn()
    ear = Ear(table)
    table.page.evaluate("() => seen.log.step(-1).then(() => seen.log.step(1))")
    expect(table.main).not_to_have_text(table.strings()["return"])
    said = " ".join(text for _, text in ear.heard())
    assert said.startswith("Looking back: ")
    assert said.endswith(table.look().view["say"])


def test_a_moment_told_in_a_sentence_ends_with_one_full_stop(people: People) -> None:
    visitor = people.come("de")
    visitor.like(log_sentences=True)
    table = visitor.new_table(game=game_of("table"), opponent="here", start=OPEN)
    Clicking(table).turn()
    table.page.evaluate("() => seen.log.step(-1)")
    expect(table.prompt).to_contain_text(re.compile(r"^Rückblick: .*\.", re.DOTALL))
    expect(table.prompt).not_to_contain_text("..")


def test_what_is_chosen_in_the_sheet_beside_the_past_is_about_the_game(people: People) -> None:
    """What plays at once is not offered; what is asked before it is done is asked on its board."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=OPEN
    )
    hand = Clicking(table)
    hand.one_by_one = True
    hand.move((3, 1))
    hand.move()
    assert {"undo_turn", "resign1"} <= set(table.sheet())
    looks_back(table)
    assert "undo_turn" not in table.sheet()
    hand.seldom("resign1")
    expect(table.button("confirm")).to_be_visible()
    assert table.page.evaluate("seen.log.at") is None


def test_a_question_waits_until_somebody_is_back_from_the_past(people: People) -> None:
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=OPEN)
    hand = Clicking(table)
    hand.turn()
    seen = hand.move()
    hand.seldom("resign1")
    expect(table.button("confirm")).to_be_visible()
    looks_back(table)
    expect(table.button("confirm")).to_be_hidden()
    table.main.click()
    hand.press(table.button("confirm"))
    assert table.rest(seen).view["offer"]["kind"] == "resign"


def test_a_typed_play_is_not_played_beside_the_past(people: People) -> None:
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=OPEN
    )
    Clicking(table).move((3, 1))
    before = table.look()
    looks_back(table)
    table.open("more").locator("#type").fill("8/5 6/5")
    table.page.keyboard.press("Enter")
    expect(table.main).not_to_have_text(table.strings()["return"])
    assert table.look().seq == before.seq
    table.page.keyboard.press("Enter")
    assert table.rest(before).paths == []


def test_what_goes_by_itself_goes_on_after_the_past_was_looked_at(people: People) -> None:
    """It was announced, waits while an old moment lies there, and is done after the return."""
    visitor = people.come("en").like(auto_done=True)
    table = visitor.new_table(game=game_of("table"), opponent="here", start=f"{OPEN} 3-1")
    clock = table.page.clock
    clock.install()
    table.page.reload()
    table.ready()
    hand = Clicking(table)
    hand.one_by_one = True
    hand.move()
    seen = hand.move()
    assert seen.may("done")
    table.page.evaluate("() => seen.log.step(-1)")
    expect(table.main).to_have_text(table.strings()["return"])
    clock.fast_forward(1000)
    table.main.click()
    assert table.rest(seen).view["actor"] == "B"


def test_that_an_old_moment_is_seen_is_said_where_room_is_short(people: People) -> None:
    """What was asked then gives way, not that it was then."""
    table = people.come("fr", SMALL, touch=True).new_table(
        game=game_of("table"), opponent="here", start=f"{OPEN} 3-1"
    )
    hand = Touching(table)
    hand.one_by_one = True
    hand.move()
    hand.move()
    table.page.evaluate("() => seen.log.step(-1)")
    expect(table.main).to_have_text(table.strings()["return"])
    expect(table.prompt).to_have_text(re.compile("^Retour sur"))


def test_the_past_stays_named_while_the_other_one_plays_on(people: People) -> None:
    """His play is heard, and shown after the return; the line tells of the board that is seen."""
    first, second = invited(people, game=game_of("table"), start=OPEN)
    mover, reader = (first, second) if can_move(first) else (second, first)
    hand = Clicking(mover)
    hand.move()
    seen = hand.move()
    reader.reach(seen.seq)
    reader.page.evaluate("() => seen.log.step(-1)")
    expect(reader.main).to_have_text(reader.strings()["return"])
    told = reader.prompt.inner_text()
    reader.reach(hand.move().seq)
    expect(reader.prompt).to_have_text(told)


def test_a_throw_that_an_offer_interrupts_stands_alone(people: People) -> None:
    """A dash would say that nothing of it was played."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=RACE
    )
    hand = Clicking(table)
    hand.move((2, 1))
    hand.resign()
    hand.press(table.button("refuse"))
    lines = table.tab("log").locator("#log li button")
    expect(lines.nth(1)).to_have_text(re.compile("resignation"))
    expect(lines.nth(0)).to_have_text(re.compile(r"21$"))


def test_a_die_is_not_typed_unseen_beside_the_past(people: People) -> None:
    """A digit leads back first, wherever the focus is: half a throw would stand nowhere."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=OPEN
    )
    hand = Clicking(table)
    hand.move((3, 1))
    before = hand.turn()
    looks_back(table)
    table.page.evaluate("document.activeElement.blur()")
    table.page.keyboard.press("5")
    assert table.page.evaluate("seen.log.at") is None
    second = table.strings()["dice_second"]
    expect(table.prompt).not_to_contain_text(second)
    table.page.keyboard.press("5")
    expect(table.prompt).to_contain_text(second)
    table.page.keyboard.press("4")
    assert table.rest(before).view["throw"] == [5, 4]


def test_moves_that_are_played_back_rest_and_go_on_at_one_pace(people: People) -> None:
    """Who rests and goes on at once sees one move after the other, and not two."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=OPEN)
    for _ in range(4):
        Clicking(table).turn()
    page = table.page
    page.clock.install()
    page.reload()
    table.ready()
    lines = table.tab("log").locator("#log li button")
    expect(lines.nth(3)).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    replay = page.get_by_role("button", name=table.strings()["replay"])
    replay.click()
    expect(table.main).to_have_text(table.strings()["return"])
    page.get_by_role("button", name=table.strings()["pause"]).click()
    replay.click()
    for line in range(3):
        page.clock.run_for(USUAL_PACE)
        expect(lines.nth(line)).to_have_attribute("aria-current", "step")
        # The next pause begins when that moment has come from the server.
        assert any(page.evaluate(_HAS_COME) for _ in range(5000))


def test_who_is_told_slowly_returns_from_the_past_at_once(people: People) -> None:
    """What the other one plays is told with pauses; the way back does not wait for their end."""
    first, second = invited(people, game=game_of("table"), start=OPEN)
    mover, reader = (first, second) if can_move(first) else (second, first)
    reader.page.evaluate("seen.settings.set('announce', 5)")
    hand = Clicking(mover)
    hand.move()
    reader.reach(hand.move().seq)
    reader.page.evaluate("() => seen.log.step(-1)")
    expect(reader.main).to_have_text(reader.strings()["return"])
    hand.move()
    reader.page.evaluate(_BUSY)
    reader.main.click()
    assert reader.page.evaluate("seen.log.at") is None


def test_an_old_moment_that_was_taken_back_is_not_looked_at_any_more(people: People) -> None:
    """Somebody watches and looks back while the player takes back: that moment is no more."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=OPEN)
    hand = Clicking(table)
    hand.turn()
    before = hand.turn()
    watcher = people.come("de").sit(table.id)
    looks_back(watcher)
    last = watcher.tab("log").locator("#log li button").last
    last.click()
    expect(last).to_have_attribute("aria-current", "step")
    hand.seldom("back")
    table.rest(before)
    expect(watcher.main).not_to_have_text(watcher.strings()["return"])
    assert watcher.page.evaluate("seen.log.at") is None
