"""Where dice come from: streams, their vectors, what each game draws, and hostile headers."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from seats import at_random, play
from tavola.games import GAMES
from tavola.play.dice import (
    MOST_SEED,
    RecordedDice,
    SealedDice,
    SeededDice,
    Source,
    SystemDice,
    TypedDice,
    commitment,
    dice_events,
    new_match_id,
    new_secret,
    sealed_dice,
    source_of,
    stream,
)
from tavola.play.match import Match
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State

SECRET = "0123456789abcdef" * 4
RECORD_PAGE = Path(__file__).parents[1] / "docs" / "record.md"


def opening(game: str = "backgammon", **options: Any) -> State:
    return turn.new_match(GAMES[game].ruleset(options))


def drawn(source: Source, number: int) -> list[Throw]:
    """The first draws of a source: openings never pass any over."""
    state, found = opening(), []
    for _ in range(number):
        throw = source.throw(state)
        assert throw is not None
        found.append(throw)
        source.taken(state)
    return found


def numbers(text: str) -> list[Throw]:
    return [(int(draw[0]), int(draw[1])) for draw in text.split()]


# ------------------------------------------------------------------------------------- streams


def test_vector_of_a_seed() -> None:
    first = numbers("46 54 62 21 51 56 35 32 46 46 36 46")
    assert drawn(SeededDice(7), 12) == first
    assert "`" + " ".join(f"{a}{b}" for a, b in first[:8]) + "`" in RECORD_PAGE.read_text("utf-8")


def vector() -> dict[str, Any]:
    found = re.search(r"```sealed\n(.*?)```", RECORD_PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def test_vector_of_sealed_dice() -> None:
    data = vector()
    dice = SealedDice(data["secret"], data["id"], (data["seeds"][0], data["seeds"][1]))
    assert dice.header()["commitment"] == data["commitment"]
    draws = numbers(data["draws"])
    assert drawn(dice, len(draws)) == draws


def test_the_recipe_by_hand() -> None:
    """The page's recipe with nothing but the standard library."""
    data = vector()
    promised = hashlib.sha256(f"{data['id']}:{data['secret']}".encode()).hexdigest()
    assert promised == data["commitment"]
    sums = [hashlib.sha256(seed.encode()).hexdigest() for seed in data["seeds"]]
    assert data["label"] == ":".join((data["id"], *sums))
    key, bytes_ = bytes.fromhex(data["secret"]), b""
    for counter in range(4):
        bytes_ += hmac.new(key, f"{data['label']}:{counter}".encode(), "sha256").digest()
    assert bytes_[:32].hex() == data["block"]
    draws = [f"{1 + b % 36 // 6}{1 + b % 36 % 6}" for b in bytes_ if b < 252]
    assert any(b >= 252 for b in bytes_[:32])
    assert draws[: len(data["draws"].split())] == data["draws"].split()


def test_the_seed_of_the_program_by_hand() -> None:
    data = vector()
    key = bytes.fromhex(data["secret"])
    for player, seed in enumerate(data["program"]):
        text = f"{data['id']}:seed:{player}".encode()
        assert hmac.new(key, text, "sha256").hexdigest()[:32] == seed
        assert SealedDice(data["secret"], data["id"]).own_seed(player) == seed


def test_seeds_are_given_until_the_dice_are_fixed() -> None:
    """The commitment stands before, whatever the seeds are; each of them changes all draws."""
    dice = SealedDice(SECRET, "m", open=True)
    before = dice.header()
    assert before == {
        "kind": "sealed", "scheme": 2, "id": "m", "commitment": commitment("m", SECRET),
        "seeds": [None, None], "by": [None, None], "open": True,
    }  # fmt: skip
    streams = {tuple(drawn(dice, 20))}
    for player, seed in ((0, "a"), (1, "b"), (0, "c"), (1, None), (0, "")):
        dice.give(player, seed)
        dice = sealed_dice(dice.header(), SECRET)
        streams.add(tuple(drawn(dice, 20)))
        dice = sealed_dice(dice.header(), SECRET)
    assert len(streams) == 6
    for bad in ("x" * 65, "\n", "\ud800", "\0"):
        with pytest.raises(Refused, match="bad_seed"):
            dice.give(0, bad)
    fixed = dice.fixed()
    assert fixed.header()["seeds"] == ["", fixed.own_seed(1)]
    assert fixed.header()["by"] == ["player", "program"]
    assert "open" not in fixed.header()
    with pytest.raises(Refused, match="seeds_fixed"):
        fixed.give(0, "d")


def test_every_part_of_a_sealed_stream_counts() -> None:
    streams = [
        drawn(SealedDice(secret, name, seeds), 20)
        for secret, name, seeds in (
            (SECRET, "m", ("a", "b")),
            (SECRET[::-1], "m", ("a", "b")),
            (SECRET, "n", ("a", "b")),
            (SECRET, "m", ("b", "a")),
            (SECRET, "m", ("a:b", "")),
            (SECRET, "m", ("", "a:b")),
        )
    ]
    assert len({tuple(s) for s in streams}) == len(streams)
    assert commitment("m", SECRET) != commitment("n", SECRET)


def test_draws_are_even() -> None:
    """36 000 draws against a wide bound: the 0.9999 quantile with 35 degrees is 76."""
    counts = Counter(islice(stream(b"tavola seed 1", "seed"), 36_000))
    assert len(counts) == 36
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 76


def test_system_dice() -> None:
    assert set(drawn(SystemDice(), 2000)) == {(a, b) for a in range(1, 7) for b in range(1, 7)}
    assert drawn(SystemDice(), 40) != drawn(SystemDice(), 40)
    assert SystemDice().header() == {"kind": "system"}


def test_names_and_secrets_are_new() -> None:
    assert len({new_secret() for _ in range(50)}) == 50
    assert len({new_match_id() for _ in range(50)}) == 50
    SealedDice(new_secret(), new_match_id(), ("", ""))


def test_looking_uses_nothing_up() -> None:
    state, dice = opening(), SystemDice()
    assert len({dice.throw(state) for _ in range(30)}) == 1


def test_a_secret_is_not_shown() -> None:
    dice = SealedDice(SECRET, "m", ("a", "b"))
    assert SECRET not in repr(dice) + str(dice) + json.dumps(dice.header())


# ------------------------------------------------------------------- what is drawn (D16 and games)


def scripted(*throws: Throw) -> RecordedDice:
    return RecordedDice("".join(f"{a}{b}" for a, b in throws))


def test_opening_with_its_own_dice() -> None:
    """One draw is White's and Black's die, a tie takes the next, and the starter plays them."""
    dice = scripted((4, 4), (2, 5), (6, 1))
    match = Match.start(Record("backgammon"), dice)
    match.throw()
    assert match.state.phase is Phase.OPENING
    match.throw()
    assert (match.state.side, match.state.turn.dice) == (Side.BLACK, (2, 5))
    assert [(e.kind, e.side) for e in match.record.events] == [(Kind.OPENING, None)] * 2


def test_opening_with_a_fresh_throw() -> None:
    dice = scripted((4, 4), (2, 5), (6, 6))
    match = Match.start(Record("puff"), dice)
    for _ in range(3):
        match.throw()
    assert (match.state.side, match.state.turn.dice) == (Side.BLACK, (6, 6))
    assert match.record.events[-1].side is Side.BLACK
    assert match.by_hand


def test_opening_by_choice() -> None:
    record = Record("backgammon", options={"opening": "choice"})
    match = Match.start(record, scripted((2, 5), (6, 6)))
    match.throw()
    assert match.state.phase is Phase.START
    match.throw()
    assert match.state.turn.dice == (6, 6)
    kept = Match.start(record, scripted((2, 5), (6, 6)))
    kept.throw()
    kept.act(Action(Kind.KEEP, Side.BLACK))
    assert kept.state.turn.dice == (2, 5)
    assert kept.dice.throw(kept.state) == (6, 6)


def played(game: str, options: dict[str, Any], dice: Source, games: int = 2) -> Match:
    match = Match.start(Record(game, options=options, match=MatchRules(games=games)), dice)
    assert play(match)
    return match


def test_fixed_throw_draws_once_a_game() -> None:
    match = played("fixed-throw", {}, SeededDice(3), games=3)
    draws = iter(drawn(SeededDice(3), 200))
    fixed: Throw | None = None
    for event in match.record.events:
        if event.kind is Kind.NEXT:
            fixed = None
        if event.kind is Kind.OPENING:
            assert event.dice == next(draws)
        if event.kind is Kind.THROW:
            fixed = fixed or next(draws)
            assert event.dice == fixed


def test_fixed_throw_without_doubles_passes_them_over() -> None:
    state, _ = turn.apply(opening("fixed-throw", doubles=False), Action(Kind.OPENING, None, (6, 5)))
    dice = scripted((3, 3), (1, 1), (2, 4), (5, 5))
    assert dice.throw(state) == (2, 4)
    dice.taken(state)
    after, _ = turn.apply(state, Action(Kind.THROW, Side.WHITE, (2, 4)))
    assert after.fixed == (2, 4)
    assert dice.throw(opening()) == (5, 5)
    for seed in range(40):
        match = Match.start(
            Record("fixed-throw", options={"doubles": False, "opening": "fresh"}), SeededDice(seed)
        )
        while match.state.fixed is None:
            match.throw()
        assert match.state.fixed[0] != match.state.fixed[1]


def test_open_throw_draws_in_the_order_of_the_throws() -> None:
    match = Match.start(Record("open-throw"), scripted((6, 1), (3, 1), (6, 6), (5, 2)))
    for _ in range(3):
        match.throw()
    state = match.state
    assert (state.side, state.turn.dice, state.ahead[Side.BLACK]) == (Side.WHITE, (3, 1), (6, 6))
    assert [e.side for e in match.record.events] == [None, Side.WHITE, Side.BLACK]


def test_named_throws_draw_nothing() -> None:
    match = played("free-choice", {}, SeededDice(5), games=1)
    thrown = [e.dice for e in match.record.events if e.kind is Kind.THROW]
    assert thrown == drawn(SeededDice(5), len(thrown))


def test_typed_dice() -> None:
    dice = TypedDice()
    assert dice.throw(opening()) is None
    dice.taken(opening())
    state = replace(opening("fixed-throw"), phase=Phase.START, fixed=(3, 1))
    assert dice.throw(state) == (3, 1)
    assert dice.header() == {"kind": "typed"}


@pytest.mark.parametrize(
    "game", ["backgammon", "fixed-throw", "open-throw", "free-choice", "gioul"]
)
def test_the_dice_of_a_record_again(game: str) -> None:
    first = played(game, {}, SeededDice(11))
    dice = RecordedDice(first.record)
    second = played(game, {}, dice)
    assert second.record.events == first.record.events
    assert second.record.dice == {"kind": "record", "throws": dice.throws}
    assert second.by_hand


def test_corrected_dice_of_a_record() -> None:
    match = Match.start(Record("backgammon"), TypedDice())
    match.act(Action(Kind.OPENING, None, (6, 5)))
    match.act(Action(Kind.CORRECT, None, (3, 1)))
    assert RecordedDice(match.record).throws == "31"


def test_a_record_that_cannot_be_played_gives_no_dice() -> None:
    record = Record("backgammon", events=(Action(Kind.DONE, Side.WHITE),))
    with pytest.raises(Refused, match="bad_record"):
        RecordedDice(record)
    with pytest.raises(Refused, match=r"bad_record.*chess"):
        RecordedDice(Record("chess"))


@pytest.mark.plain
def test_a_playout_uses_its_stream() -> None:
    found = random_playout(GAMES["fixed-throw"], {"doubles": False}, MatchRules(games=2), seed=9)
    source = SeededDice(9)
    for state, _, dice in dice_events(found.record):
        assert dice == source.throw(state)
        source.taken(state)


# ------------------------------------------------------------------------------ headers and fuzz


def sealed(**changes: Any) -> dict[str, Any]:
    return {**SealedDice(SECRET, "m-1", ("a", "b")).header(), "secret": SECRET, **changes}


GOOD: tuple[dict[str, Any], ...] = (
    {},
    {"kind": "system"},
    {"kind": "typed"},
    {"kind": "seed", "seed": 0},
    {"kind": "seed", "seed": MOST_SEED},
    {"kind": "record", "throws": "1266"},
    {"kind": "record", "throws": ""},
    sealed(),
    sealed(open=True, seeds=[None, "b"], by=[None, "player"]),
    {name: sealed()[name] for name in ("kind", "id", "commitment", "seeds", "secret")},
)

SEEDS: tuple[Any, ...] = (True, False, 1.0, -1, MOST_SEED + 1, 10**4000, 10**5000, None, "7", [7])
THROWS: tuple[Any, ...] = ("1", "17", "0111", "٣٣", "12\n", 12, [], None)
SECRETS: tuple[Any, ...] = (None, "", "00", SECRET.upper(), SECRET + "\n", 7, [], {}, True)
IDS: tuple[Any, ...] = (None, 5, "", "a b", "m-1\n", "x" * 65, "è", [], {})
PAIRS: tuple[Any, ...] = (None, "ab", 5, {}, [], ["a"], ["a", "b", "c"], ["a", 1], [None, "b"])
PAIRS += (["a" * 65, "b"], ["a", "\ud800"], {"0": "a", "1": 2})
PROMISES: tuple[Any, ...] = (None, "", 5, [], "0" * 64, commitment("m-2", SECRET))

BAD: tuple[dict[str, Any], ...] = (
    {"kind": "laser"},
    {"kind": None},
    {"kind": ["seed"]},
    {"kind": 10**5000},
    {"kind": "x" * 10**6},
    {"kind": "seed"},
    {"kind": "record"},
    *({"kind": "seed", "seed": seed} for seed in SEEDS),
    *({"kind": "record", "throws": throws} for throws in THROWS),
    *(sealed(secret=secret) for secret in SECRETS),
    *(sealed(id=name) for name in IDS),
    *(sealed(seeds=seeds) for seeds in PAIRS),
    *(sealed(commitment=promise) for promise in PROMISES),
    *(sealed(scheme=scheme) for scheme in (0, 3, "2", True, None)),
    *(sealed(by=by) for by in (None, [], ["player", "x"], ["player", None], "ab")),
)


@pytest.mark.parametrize("header", GOOD, ids=lambda header: str(header)[:40])
def test_good_headers(header: dict[str, Any]) -> None:
    source = source_of(header)
    source.throw(opening())
    said = source.header()
    assert all(header.get(name, "system") == said[name] for name in said)


@pytest.mark.parametrize("header", BAD, ids=range(len(BAD)))
def test_bad_headers(header: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="bad_dice_source") as caught:
        source_of(header)
    assert len(json.dumps(dict(caught.value.refusal.details))) < 200


@pytest.mark.parametrize("seed", [True, 2.0, -1, 2**63, "1", None])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(Refused, match="bad_dice_source"):
        SeededDice(seed)


def all_sources() -> Iterator[Source]:
    yield SeededDice(4)
    yield SealedDice(SECRET, "m", ("a", "b"))
    yield RecordedDice("6513" * 500)


@pytest.mark.parametrize("index", range(3))
def test_a_source_from_its_header_goes_on_alike(index: int) -> None:
    source = list(all_sources())[index]
    header = source.header()
    again = source_of(header, SECRET)
    assert drawn(source, 50) == drawn(again, 50)


def test_random_players_use_the_same_stream() -> None:
    matches = []
    for seed in (1, 2):
        match = Match.start(Record("backgammon"), SeededDice(6))
        assert play(match, (at_random(seed), at_random(seed + 10)))
        matches.append([e.dice for e in match.record.events if e.dice])
    shorter = min(map(len, matches))
    assert matches[0][:shorter] == matches[1][:shorter]


def test_the_players_throw_where_recorded_throws_have_too_few_dice() -> None:
    """Dice of backgammon in a game of three: who begins is thrown with them, the rest is not."""
    match = Match.start(Record("tabula"), RecordedDice("3165"))
    assert match.throw() is not None
    assert match.state.phase is Phase.START
    assert match.awaits_hands
    assert match.throw() is None
    match.act(Action(Kind.THROW, match.state.thrower, (6, 5, 4)))
    match.back(1)
    assert match.throw() is not None  # what was taken back falls again
    assert match.state.turn.dice == (6, 5, 4)
    resumed = Match(match.record, source_of(match.record.dice))
    assert resumed.state == match.state
