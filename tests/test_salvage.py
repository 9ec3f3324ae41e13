"""Of a damaged record everything before its first error is read, however it is damaged."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tavola.formats import reading
from tavola.games import find
from tavola.play import log, salvage
from tavola.play.random_match import random_playout
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import Record

SECRET = "00" * 32
GOOD = 4
"""Events before the first damage."""


def a_record(dice: dict[str, object] | None = None) -> Record:
    record = random_playout(find("eureka"), seed=2).record
    if dice is None:
        return record
    return Record(record.game, match=record.match, dice=dice, events=record.events)


def as_log(record: Record, *more: object) -> bytes:
    told = [{**record.header(), "log": True}, *(one.to_json() for one in record.events), *more]
    return b"".join(json.dumps(one).encode() + b"\n" for one in told)


def as_whole(record: Record) -> bytes:
    return log.written(record)


def as_line(record: Record) -> bytes:
    return json.dumps(record.to_json()).encode()


def as_many_lines(record: Record) -> bytes:
    return json.dumps(record.to_json(), indent=1).encode()


def damaged(data: bytes, *damages: tuple[int, bytes]) -> bytes:
    """The text with other lines in place of some events."""
    lines = data.split(b"\n")
    events = [n for n, line in enumerate(lines) if line.startswith(b'{"do"')]
    for number, text in damages:
        comma = b"," if lines[events[number]].endswith(b",") else b""
        lines[events[number]] = text + comma
    return b"\n".join(lines)


@pytest.mark.parametrize("form", [as_log, as_whole])
@pytest.mark.parametrize(
    "damages",
    [
        ((GOOD, b'{"do":"fly"}'), (9, b"%%%")),
        ((GOOD, b'{"do":"fly"}'), (9, b'{"do":"step","number":NaN}')),
        ((GOOD, b'{"do":"step","number":NaN}'),),
        ((GOOD, b'{"do":"step","number":1e999}'),),
        ((GOOD, b'{"do":"fl\xff"}'), (9, b"[1]")),
    ],
)
def test_one_damage_more_loses_nothing_before_the_first(
    form: Callable[[Record], bytes], damages: tuple[tuple[int, bytes], ...]
) -> None:
    record = a_record()
    found, trouble = salvage.read(damaged(form(record), *damages))
    assert found.events == record.events[:GOOD]
    assert trouble is not None


@pytest.mark.parametrize("form", [as_whole, as_line, as_many_lines])
def test_what_breaks_off_is_read_however_it_is_laid_out(form: Callable[[Record], bytes]) -> None:
    record = a_record()
    data = form(record)
    found, trouble = salvage.read(data[: data.rindex(b'"do"') + 2])
    assert found.events == record.events[:-1]
    assert trouble is not None
    assert trouble.details["what"] == "line"


def test_a_name_in_another_encoding_costs_the_name_only() -> None:
    record = a_record()
    named = Record(record.game, match=record.match, players=("José", "Bo"), events=record.events)
    found, trouble = salvage.read(as_whole(named).decode().encode("latin-1"))
    assert found.events == record.events
    assert found.players == ("Jos\N{REPLACEMENT CHARACTER}", "Bo")
    assert trouble is not None
    assert trouble.details == {"what": "text"}


SEALED: dict[str, object] = {"kind": "sealed", "id": "a", "commitment": "", "seeds": ["a", "b"]}
REVEAL = {"reveal": SECRET}


def test_what_follows_the_secret_costs_nothing_before_it() -> None:
    record = a_record(SEALED)
    whole = as_log(record, REVEAL)
    assert log.read(whole + b"\0" * 9).dice["secret"] == SECRET
    for more in (b"\n", whole, b'{"do":"next"}\n', b'{"do"'):
        found, trouble = salvage.read(whole + more)
        assert found.events == record.events
        assert found.dice["secret"] == SECRET
        assert trouble is not None
        assert trouble.details == {"what": "reveal", "line": len(record.events) + 3}


def test_a_secret_where_none_belongs_costs_nothing_before_it() -> None:
    record = a_record()
    found, trouble = salvage.read(as_log(record, REVEAL))
    assert found == record
    assert trouble is not None
    assert trouble.details == {"what": "reveal", "line": len(record.events) + 2}


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity"])
def test_what_json_cannot_write_again_is_not_read(number: str) -> None:
    """What is read is written as a file that is read."""
    dice = f'{{"kind": "seed", "seed": {number}}}'
    data = f'{{"tavola": 1, "game": "eureka", "dice": {dice}, "events": []}}'
    for read in (log.read, reading.read):
        with pytest.raises(Refused) as caught:
            read(data.encode())
        assert caught.value.refusal.details == {"what": "json"}
