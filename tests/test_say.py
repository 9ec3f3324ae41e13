"""The sentence builder: every fact, refusal and situation of every game in every language."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bridge import random_action
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import CODES, Refusal
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text.one_line import read
from tavola.rules.text.script import actions, run
from tavola.rules.turn.state import Fact, Kind, Phase, State
from tavola.words import LANGUAGES, Words, refusals, results, situations, what_happened
from tavola.words.refusals import ACTIONS
from tavola.words.refused_files import FILES, UNWRITTEN
from tavola.words.speaker import Speaker
from tavola.words.what_happened import SENTENCES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tavola"
BACKGAMMON = GAMES["backgammon"].rules


# ------------------------------------------------------------------------------- facts


def kinds_in_the_code() -> set[str]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCE / "rules").rglob("*.py"))
    return set(re.findall(r'Fact\(\s*"(\w+)"', text)) | set(re.findall(r'_ask\(.*"(\w+)"\)', text))


def test_every_fact_has_a_teller() -> None:
    assert kinds_in_the_code() == set(SENTENCES)


def test_every_action_has_a_name() -> None:
    assert set(ACTIONS) == {kind.value for kind in Kind}


WAYS_TO_WIN = ("single", "gammon", "backgammon", "drop", "resign", "hit", "mother")
WAYS_TO_DRAW = ("mothers", "stalemate", "repetition", "agreed")
FACTS = [
    Fact("opening", None, {"white": 5, "black": 3}),
    Fact("opening", None, {"white": 3, "black": 3}),
    Fact("automatic_double", None, {"value": 2}),
    Fact("starts", Side.WHITE),
    Fact("threw", Side.BLACK, {"dice": [6, 4]}),
    Fact("threw", Side.BLACK, {"dice": [6, 6]}),
    Fact("named", Side.WHITE, {"dice": [6, 1]}),
    Fact("corrected", Side.WHITE),
    Fact("lost", Side.WHITE, {"numbers": [5]}),
    Fact("lost", Side.WHITE, {"numbers": [3, 3, 3]}),
    Fact("chose", Side.WHITE, {"number": 4}),
    Fact("step", Side.WHITE, {"number": 3, "source": 17, "target": 20, "hit": 20}),
    Fact("step", Side.BLACK, {"number": 3, "source": "bar", "target": 22}),
    Fact("step", Side.BLACK, {"number": 3, "source": "res", "target": 22, "pins": 22}),
    Fact("step", Side.BLACK, {"number": 3, "source": 3, "target": "off", "frees": 3}),
    Fact("jumped", Side.BLACK, {"source": 3, "target": 6}),
    Fact("jumped", Side.WHITE, {"source": 15, "target": 13}),
    Fact("jumped", Side.BLACK, {"source": None, "target": 6}),
    Fact("jumped", Side.WHITE, {"source": None, "target": 13}),
    Fact("undone", Side.WHITE),
    Fact("passed", Side.WHITE),
    Fact("handed", Side.BLACK, {"number": 5, "times": 4}),
    Fact("handed", Side.BLACK, {"number": 6, "times": 4}),
    Fact("again", Side.WHITE),
    Fact("void", Side.WHITE, {"dice": [4, 3]}),
    Fact("second_throw", Side.BLACK),
    Fact("turn", Side.BLACK),
    Fact("doubled", Side.WHITE, {"value": 2}),
    Fact("took", Side.BLACK, {"value": 2}),
    Fact("dropped", Side.BLACK),
    Fact("beavered", Side.BLACK, {"value": 4}),
    *(Fact("resigned", Side.WHITE, {"value": value}) for value in (1, 2, 3)),
    *(Fact("conceded", Side.WHITE, {"value": value}) for value in (1, 2, 3)),
    *(Fact("illegal", Side.BLACK, {"moved": moved}) for moved in (0, 2)),
    Fact("forfeited", Side.WHITE, {"points": 5}),
    Fact("offered_draw", Side.WHITE, {"value": 0}),
    Fact("accepted", Side.BLACK),
    Fact("agreed", Side.BLACK),
    *(Fact("refused", Side.BLACK, {"value": value}) for value in (1, 2, 3)),
    Fact("declined", Side.BLACK),
    *(Fact("game_over", Side.WHITE, {"points": 2, "how": how}) for how in WAYS_TO_WIN),
    *(Fact("game_over", None, {"points": 0, "how": how}) for how in WAYS_TO_DRAW),
    Fact("match_over", Side.BLACK, {"score": [3, 5]}),
    Fact("match_over", None, {"score": [3, 3]}),
    Fact("game", None, {"game": 2}),
]


def check(told: str, *, ending: str = ".") -> None:
    """A finished sentence: no placeholder, no empty value, one full stop."""
    assert told
    assert not re.search(r"[{}]|None|  |\.\.| \.", told), told
    assert told.endswith(ending), told
    assert told[0] == told[0].upper(), told


def test_a_fixed_throw_that_none_can_play_is_told_as_such() -> None:
    """Others would be played, but nobody throws again."""
    told = {}
    for game in ("fixed-throw", "tapa"):
        rules = GAMES[game].ruleset()
        state = turn.new_match(rules)
        told[game] = results.ended(Speaker(Words("en"), rules), "stalemate", 0, None, state)
    assert told == {
        "fixed-throw": "The game is a draw: neither side can play the fixed throw any more.",
        "tapa": "The game is a draw: neither side can play any throw.",
    }


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fact_is_told(lang: str, brief: bool) -> None:
    assert {fact.kind for fact in FACTS} == set(SENTENCES)
    state = turn.new_match(BACKGAMMON, MatchRules(length=5, games=None))
    speaker = Speaker(Words(lang), BACKGAMMON, brief=brief)
    told = [what_happened.tell(speaker, fact, state) for fact in FACTS]
    for sentence in told:
        check(sentence)
    assert len(set(told)) == len(told)


NEUTRAL = ("jumped", "corrected", "automatic_double", "opening", "game")
COMPUTER = {"it": "computer", "de": "Computer", "fr": "ordinateur", "en": "computer"}
"""The computer as the sentences of a language have it."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_plays_alone_is_spoken_to(lang: str) -> None:
    """What I do and what the computer does are two sentences, and only one of them names it."""
    state = turn.new_match(BACKGAMMON, MatchRules(length=5, games=None))
    for fact in FACTS:
        if fact.side is None or fact.kind in NEUTRAL:
            continue
        mine, theirs = (
            what_happened.tell(Speaker(Words(lang), BACKGAMMON, me=me, computer=True), fact, state)
            for me in (fact.side, fact.side.other)
        )
        check(mine)
        check(theirs)
        assert mine != theirs
        assert COMPUTER[lang] not in mine
        lost = fact.kind in ("game_over", "match_over")
        assert (COMPUTER[lang] in theirs) != lost, theirs


@pytest.mark.parametrize(
    ("lang", "asked", "lost"),
    [
        ("it", "Tocca a te: gioca 3 e 1.", "Perdi un gammon: 2 punti."),
        ("de", "Du bist dran: Spiele 3 und 1.", "Du verlierst ein Gammon: 2 Punkte."),
        ("fr", "À toi : joue 3 et 1.", "Tu perds un gammon : 2 points."),
        ("en", "Your turn: play 3 and 1.", "You lose a gammon: 2 points."),
    ],
)
def test_you_are_asked_and_told_how_it_ended(lang: str, asked: str, lost: str) -> None:
    state = reach(BACKGAMMON, "3-1")
    speaker = Speaker(Words(lang), BACKGAMMON, me=Side.WHITE, computer=True)
    over = Fact("game_over", Side.BLACK, {"points": 2, "how": "gammon"})
    told = [situations.prompt(speaker, state), what_happened.tell(speaker, over, state)]
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in told] == [asked, lost]
    waiting = Speaker(Words(lang), BACKGAMMON, me=Side.BLACK, computer=True)
    assert COMPUTER[lang] in situations.prompt(waiting, state)


def test_same_fact_differs_in_every_language() -> None:
    state = turn.new_match(BACKGAMMON)
    for fact in FACTS:
        told = {
            what_happened.tell(Speaker(Words(lang), BACKGAMMON), fact, state) for lang in LANGUAGES
        }
        assert len(told) == len(LANGUAGES), told


def play(text: str, items: str, rules: Ruleset = BACKGAMMON) -> tuple[tuple[Fact, ...], State]:
    """All facts of a script from a position."""
    state = read(rules, text)
    facts: tuple[Fact, ...] = ()
    for item in items.split(";"):
        for action in actions(state, item.strip()):
            state, more = turn.apply(state, action)
            facts += more
    return facts, state


HIT = ("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:4 5:1 | W", "4-4; 1/5* 1/5 12/16(2)")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("it", "Il Bianco gioca quattro 4: due da 24 a 20 e mangia, due da 13 a 9."),
        ("de", "Weiß spielt vier 4er: zwei von 24 nach 20 und schlägt, zwei von 13 nach 9."),
        ("fr", "Blanc joue quatre 4\N{NO-BREAK SPACE}: deux de 24 à 20 et frappe, deux de 13 à 9."),
        ("en", "White plays four 4s: two from 24 to 20 and hits, two from 13 to 9."),
    ],
)
def test_a_play_is_one_sentence(lang: str, told: str) -> None:
    facts, state = play(*HIT)
    speaker = Speaker(Words(lang), BACKGAMMON)
    assert what_happened.tell_all(speaker, facts, state)[1] == told


def test_brief_play_stands_with_its_throw() -> None:
    facts, state = play("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B", "6-4; 24/14; done")
    black = Speaker(Words("en"), BACKGAMMON, brief=True, viewer=Side.BLACK)
    told = what_happened.tell_all(black, facts, state)
    assert told == ["Black 6-4: 24/14.", "White is on turn."]
    booklet = Speaker(Words("en"), BACKGAMMON, "booklet", brief=True)
    facts, state = play(*HIT)
    assert what_happened.tell_all(booklet, facts, state) == ["White 4-4: 1/5*(2) 12/16(2)."]
    assert what_happened.tell_all(booklet, facts[:1], state) == ["White 4-4."]
    assert what_happened.tell_all(booklet, facts[1:3], state) == ["White: 1/5*(2)."]


def test_names_are_told_by_player() -> None:
    state = turn.new_match(BACKGAMMON)
    speaker = Speaker(Words("it"), BACKGAMMON, names=("anna {x}", "Bruno"))
    threw = Fact("threw", Side.WHITE, {"dice": [2, 1]})
    assert what_happened.tell(speaker, threw, state) == "anna {x} lancia 2 e 1."
    swapped = state.but(swapped=True)
    assert what_happened.tell(speaker, Fact("turn", Side.WHITE), swapped) == "Ora gioca Bruno."


def test_pin_on_the_way_is_not_told() -> None:
    rules = GAMES["pin"].rules
    facts, state = play("W 5:1 24:14 | B 8:1 1:14 | W", "3-2; 5/8; 8/10", rules)
    told = what_happened.tell_all(Speaker(Words("en"), rules, "booklet"), facts, state)
    assert told[1] == "White moves from 5 to 10 via 8."
    facts, state = play("W 5:1 24:14 | B 10:1 1:14 | W", "3-2; 5/10", rules)
    told = what_happened.tell_all(Speaker(Words("en"), rules, "booklet"), facts, state)
    assert told[1] == "White moves from 5 to 10 via 7 and pins the checker there."


def test_single_game_needs_no_match_result() -> None:
    facts, state = play("W 24:1 | B 6:1 | W", "6-5; 24/off; done")
    told = what_happened.tell_all(Speaker(Words("fr"), BACKGAMMON), facts, state)
    assert told[1:] == [
        "Blanc sort un pion de 1.",
        "Blanc gagne la partie\N{NO-BREAK SPACE}: 1 point.",
    ]


# ------------------------------------------------------------------------------- refusals

SAMPLES: dict[str, object] = {
    "point": 8,
    "number": 6,
    "count": 3,
    "points": ["bar", "res", 8, 13],
    "entries": [19, 21],
    "numbers": [6, 4],
    "action": "throw",
    "dice": [3, 1],
    "most": 3,
    "text": "8-5",
    "what": "form",
    "option": "cube",
    "game": "chess",
    "levels": ["beginner", "master"],
    "known": ["linen", "night"],
    "throw": 7,
    "low": 0,
    "high": 2,
    "player": 1,
    "name": "plakoto",
}

REFUSALS = [
    *(Refusal(code, {name: SAMPLES[name] for name in details}) for code, details in CODES.items()),
    Refusal("no_checker", {"point": "bar"}),
    Refusal("no_checker", {"point": "res"}),
    Refusal("blocked", {"point": 8, "count": 1}),
    Refusal("not_left", {"number": 5, "left": [3, 3], "from": 13, "to": 8}),
    Refusal("not_left", {"number": 5, "left": [3, 2], "from": "bar", "to": "off"}),
    Refusal("not_left", {"number": 3, "left": [5, 4], "from": 19, "to": 23, "needed": 4}),
    Refusal("no_such_step", {"number": 5, "needed": 4}),
    Refusal("too_few", {"number": 3, "count": 1}),
    Refusal("bad_resignation", {"most": 1}),
    *(Refusal("not_now", {"action": kind.value}) for kind in Kind),
    *(
        Refusal("bad_position", {"what": what, "text": "x", "side": 1, "point": 3, "count": 9})
        for what in ("form", "token", "count", "no_bar", "no_reserve", "off_track", "stack")
    ),
    *(
        Refusal("bad_position", {"what": what, "side": 0, "point": 3})
        for what in ("no_towers", "towers", "no_pins", "both", "pin", "finished", "turn")
    ),
    *(Refusal("bad_state", {"what": what}) for what in ("phase", "cube")),
    Refusal("bad_record", {"what": "version", "version": 2}),
    Refusal("bad_record", {"what": "line", "line": 2}),
    Refusal("bad_review", {"what": "form"}),
    Refusal("bad_review", {"what": "version", "version": 2}),
    Refusal("bad_rollout", {"what": "form"}),
    Refusal("bad_rollout", {"what": "other"}),
    *(Refusal("bad_record", {"what": w}) for w in ("size", "text", "json", "reveal", "other")),
    Refusal("bad_record", {"what": "event", "event": 4, "reason": "no_cube", "details": {}}),
    Refusal(
        "bad_record",
        {"what": "event", "event": 4, "reason": "blocked", "details": {"point": 8, "count": 2}},
    ),
    Refusal("bad_record", {"what": "game", "game": "chess"}),
    Refusal("bad_record", {"what": "option", "game": "pin", "option": "colour", "value": "pink"}),
    *(
        Refusal("bad_match", {"what": what})
        for what in (
            *("form", "combination", "length", "games", "money", "crawford"),
            *("two_ends", "no_end", "no_points", "no_roles"),
        )
    ),
    *(Refusal("bad_match", {"what": what, "rule": "jacoby"}) for what in ("no_money", "no_cube")),
    Refusal("bad_option", {"option": "cube", "value": "maybe", "values": ["yes", "no"]}),
    Refusal("bad_option", {"option": "cub", "options": ["opening", "cube"]}),
    Refusal("bad_option", {"option": "cub", "options": []}),
    *(
        Refusal("bad_picture", {"what": what, "text": "x", "known": ["linen", "night"]})
        for what in ("theme", "numbering", "width")
    ),
    *(Refusal("no_advice", {"what": what}) for what in ("dice", "done", "offer")),
    *(
        Refusal("bad_look", {"what": what, "low": 0, "high": 2})
        for what in ("depth", "budget", "trials", "plays", "horizon", "workers", "both")
    ),
    Refusal("bad_review", {"what": "form"}),
    Refusal("bad_review", {"what": "version", "version": 9}),
    Refusal("bad_rollout", {"what": "form"}),
    Refusal("bad_rollout", {"what": "other"}),
    *(
        Refusal("bad_position", {"what": what, "text": "x"})
        for what in ("foreign", "foreign_game", "foreign_offer", "foreign_over")
    ),
    *(Refusal("bad_file", {"what": what, "line": 7, "text": "x"}) for what in FILES),
    Refusal(
        "bad_file",
        {"what": "rules", "line": 7, "reason": "blocked", "details": {"point": 8, "count": 2}},
    ),
    *(Refusal("not_written", {"what": what}) for what in UNWRITTEN),
]


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_is_explained(lang: str, brief: bool) -> None:
    speaker = Speaker(Words(lang), BACKGAMMON, brief=brief)
    unknown = refusals.explain(speaker, Refusal("unheard_of"), Side.WHITE)
    for refusal in REFUSALS:
        told = refusals.explain(speaker, refusal, Side.WHITE)
        check(told)
        assert told != unknown.replace("unheard_of", refusal.code), refusal


def test_every_detail_of_the_code_is_explained() -> None:
    """What the code says is wrong is among the refusals above, so that each has its sentence."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    tested = {(r.code, r.details.get("what")) for r in REFUSALS}
    raised = {("bad_position", what) for what in re.findall(r'bad_position\("(\w+)"', text)}
    raised |= {("bad_file", what) for what in re.findall(r'bad_file\("(\w+)"', text)}
    raised |= {("not_written", what) for what in re.findall(r'not_written\("(\w+)"', text)}
    for code in ("bad_record", "bad_match"):
        raised |= {(code, what) for what in re.findall(rf'"{code}", what="(\w+)"', text)}
    assert raised <= tested
    codes = set(re.findall(r'(?:refuse|Refusal)\(\s*"(\w+)"', text))
    assert codes <= set(CODES)


def test_refusals_use_the_numbers_of_the_board() -> None:
    refusal = Refusal("blocked", {"point": 8, "count": 3})
    white = refusals.explain(Speaker(Words("it"), BACKGAMMON), refusal, Side.WHITE)
    assert white == "La punta 17 è chiusa: la tengono 3 pedine avversarie. Scegli un’altra punta."
    black = Speaker(Words("de"), BACKGAMMON, viewer=Side.BLACK)
    assert "Feld 8 " in refusals.explain(black, refusal, Side.BLACK)
    assert "Feld 8 " in refusals.explain(
        Speaker(Words("de"), BACKGAMMON, "booklet"), refusal, Side.WHITE
    )
    assert "Feld 8 " in refusals.explain(black, refusal, None)


def test_fixed_throw_without_doubles_says_so() -> None:
    rules = GAMES["fixed-throw"].ruleset({"doubles": False})
    assert "double" in refusals.explain(
        Speaker(Words("en"), rules), Refusal("bad_dice"), Side.WHITE
    )


# ------------------------------------------------------------------------------- situations


def everything(speaker: Speaker, state: State) -> list[str]:
    """All that can be asked about a state."""
    points = [situations.point(speaker, state, point) for point in (1, 6, 8, 13, 19, 24)]
    lines = [
        *situations.situation(speaker, state),
        *situations.position(speaker, state),
        *situations.pools(speaker, state),
        *points,
    ]
    lines += [results.pips(speaker, state), situations.prompt(speaker, state)]
    return [*lines, results.result(speaker, state), results.score(speaker, state)]


def checked(lines: list[str]) -> None:
    for line in lines:
        check(line)


@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_can_be_spoken(game: str) -> None:
    rules = GAMES[game].ruleset()
    speakers = [
        Speaker(Words(lang), rules, numbering, brief=brief)
        for lang in LANGUAGES
        for numbering, brief in (("own", False), ("own", True), ("booklet", False))
    ]
    speakers += [
        Speaker(Words(lang), rules, brief=brief, viewer=me, me=me, computer=computer)
        for lang in LANGUAGES
        for me, brief, computer in ((Side.WHITE, False, True), (Side.BLACK, True, False))
    ]
    rng = random.Random(game)
    state = turn.new_match(rules)
    for moment in range(200):
        if state.phase in (Phase.OVER, Phase.END):
            break
        state, facts = turn.apply(state, random_action(state, rng))
        for speaker in speakers:
            checked(what_happened.tell_all(speaker, facts, state))
            checked([what_happened.tell(speaker, fact, state) for fact in facts])
            if moment % 17 == 0:
                checked(everything(speaker, state))


def reach(rules: Ruleset, line: str, match: MatchRules | None = None) -> State:
    return run(turn.new_match(rules, match), line)


MONEY = MatchRules(games=None, beavers=True, automatic=True, jacoby=True)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("", None),
        ("3-1; 17/20 19/20; done", None),
        ("3-1; 17/20 19/20; done; double", MONEY),
        ("3-1; 17/20 19/20; done; double; beaver; take", MONEY),
        ("3-3; 3-1", MONEY),
        ("3-1; resign 2", None),
        ("3-1; draw", None),
        ("3-1; resign 2; accept", MatchRules(length=3, games=None, crawford=True)),
        ("3-1; resign 2; accept; next; 2-1", MatchRules(length=3, games=None, crawford=True)),
        ("3-1; resign 1; accept", MatchRules(games=3)),
        ("3-1; draw; agree", None),
    ],
)
def test_special_moments_can_be_spoken(lang: str, line: str, match: MatchRules | None) -> None:
    state = reach(BACKGAMMON, line, match)
    for brief in (False, True):
        speaker = Speaker(Words(lang), BACKGAMMON, names=("Anna", ""), brief=brief)
        checked(everything(speaker, state))


@pytest.mark.parametrize(
    ("options", "line", "told"),
    [
        ({}, "", "Ognuno lancia un dado."),
        ({}, "3-1", "Bianco: gioca 3 e 1."),
        ({}, "3-1; 17/20 19/20", "Bianco: non resta nessun numero; finisci il turno."),
        ({}, "3-1; 17/20 19/20; done", "Nero: lancia i dadi o raddoppia."),
        ({}, "3-1; 17/20 19/20; done; double", "Bianco: accetta il raddoppio a 2 o rifiutalo."),
        ({}, "3-1; resign 1", "Nero: accetta la resa o rifiutala."),
        ({}, "3-1; draw", "Nero: accetta la patta o rifiutala."),
        (
            {"opening": "choice"},
            "3-1",
            "Bianco: lancia i dadi o tieni i dadi d’apertura, 3 e 1.",
        ),
        (
            {"cube_window": "any"},
            "3-1; 17/20 19/20; done",
            "Nero: lancia i dadi o raddoppia. Può raddoppiare anche il Bianco.",
        ),
    ],
)
def test_prompt(options: dict[str, str], line: str, told: str) -> None:
    rules = GAMES["backgammon"].ruleset(options)
    assert situations.prompt(Speaker(Words("it"), rules), reach(rules, line)) == told


TOWERS = "W 19:2 20:2 21:2 22:2 23:2 24:2s | B 1:2 2:2 3:2 4:2 5:2 6:2"


@pytest.mark.parametrize(
    ("game", "line", "goes_on"),
    [
        ("doublets", TOWERS + " | W 1-1 part:1 ended:again", True),
        ("gioul", "W 1:15 | B 24:15 | B heir:6x4 ended:end", True),
        ("free-choice", "W 1:2 12:5 | B 6:5 8:3 | B 3-1 part:1 ended:end", True),
        ("free-choice", "W 1:2 12:5 | B 6:5 8:3 | B 3-1 part:1 ended:end second", False),
        ("free-choice", "W 1:2 12:5 | B 6:5 8:3 | W 3-1 part:1 ended:end", False),
    ],
)
def test_prompt_at_the_end_of_a_part(game: str, line: str, goes_on: bool) -> None:
    rules = GAMES[game].rules
    told = situations.prompt(Speaker(Words("en"), rules), read(rules, line))
    assert ("end this part of your turn" in told) == goes_on
    assert ("end your turn" in told) != goes_on


def test_position_in_full_and_in_brief() -> None:
    state = read(BACKGAMMON, "W 1:2 24:11 bar:1 | B 6:5 5:1 | B")
    full = situations.position(Speaker(Words("en"), BACKGAMMON, viewer=Side.BLACK), state)
    assert full == [
        "Point 24: 11 white checkers.",
        "Point 6: 5 black checkers.",
        "Point 5: one black checker.",
        "Point 1: 2 white checkers.",
        "All other points are empty.",
        "White: 1 on the bar, 1 off.",
        "Black: 0 on the bar, 9 off.",
    ]
    white = situations.position(
        Speaker(Words("it"), BACKGAMMON, brief=True, viewer=Side.WHITE), state
    )
    assert white == [
        "Bianco: 2 su 24, 11 su 1.",
        "Nero: 1 su 20, 5 su 19.",
        "Bianco: 1 sul bar, 1 fuori.",
        "Nero: 9 fuori.",
    ]


def test_point_tells_where_its_checkers_may_go() -> None:
    state = read(BACKGAMMON, "W 1:2 19:13 | B 6:5 24:2 | B 6-4")
    speaker = Speaker(Words("en"), BACKGAMMON, viewer=Side.BLACK)
    told = "Point 24: 2 black checkers. A 6 leads to 18. A 4 leads to 20."
    assert situations.point(speaker, state, 24) == told
    assert situations.point(speaker, state, 12) == "Point 12: empty."


def test_facing_points_are_called_by_the_number_they_face() -> None:
    rules = GAMES["french-2"].rules
    state = State(rules, MatchRules(), Position.parse(rules, "W 5:1 res:2 | B 20:1 res:2"))
    told = situations.position(Speaker(Words("de"), rules, viewer=Side.WHITE), state)
    assert told[:2] == ["Feld 5: ein weißer Stein.", "Feld 5 gegenüber: ein schwarzer Stein."]


def test_towers_tell_their_stage() -> None:
    rules = GAMES["doublets"].rules
    facts, state = play(Position.start(rules).text() + " | W", "6-3; 19/19 22/22", rules)
    told = what_happened.tell_all(Speaker(Words("fr"), rules), facts, state)
    assert told[1] == "Blanc démonte les piles 3 et 6."
    assert "Blanc, pile 6\N{NO-BREAK SPACE}: côte à côte." in situations.position(
        Speaker(Words("fr"), rules), state
    )


def test_score_and_cube() -> None:
    match = MatchRules(length=5, games=None)
    state = turn.new_match(BACKGAMMON, match).but(score=(4, 2), crawford="now")
    speaker = Speaker(Words("de"), BACKGAMMON, names=("Anna", "Bert"))
    told = "Match bis 5 Punkte: Anna 4, Bert 2. Crawford-Spiel: Niemand darf verdoppeln."
    assert results.score(speaker, state) == told
    assert results.score(speaker, state.but(phase=Phase.OVER)) == told.partition(" Crawford")[0]
    assert (
        situations.cube(speaker, state) == "Der Verdopplungswürfel liegt in der Mitte und zählt 1."
    )
    assert (
        situations.cube(
            Speaker(Words("de"), GAMES["pin"].rules), turn.new_match(GAMES["pin"].rules)
        )
        == ""
    )


def test_the_crawford_game_is_told_when_it_begins() -> None:
    """Who hears the board is told before he wonders why he may not double; and no game later."""
    speaker = Speaker(Words("it"), BACKGAMMON)
    match = MatchRules(length=2, games=None)
    state = turn.new_match(BACKGAMMON, match).but(game=2, score=(1, 0), crawford="now")
    told = "Comincia la partita 2. Partita Crawford: nessuno può raddoppiare."
    fact = Fact("game", None, {"game": 2})
    assert what_happened.tell(speaker, fact, state) == told
    assert what_happened.tell(speaker, fact, state.but(crawford="done")) == told.partition(" P")[0]


def test_pips() -> None:
    state = turn.new_match(BACKGAMMON)
    told = results.pips(Speaker(Words("it"), BACKGAMMON), state)
    assert told == "Passi: Bianco 167, Nero 167. Sono alla pari."
    behind = read(BACKGAMMON, "W 24:1 | B 6:1 | W")
    assert results.pips(Speaker(Words("fr"), BACKGAMMON), behind) == (
        "Pips à parcourir\N{NO-BREAK SPACE}: Blanc 1, Noir 6. Blanc en a 5 de moins."
    )
