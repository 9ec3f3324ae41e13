"""A match that is damaged in the store: a sentence, a line in the log, and the others go on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from inside import Inside, app_of, new_table
from tavola.server.tables.tables import Tables


async def _forget(tables: Tables) -> None:
    tables.forget_all()


def test_a_damaged_match_is_a_sentence_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Inside(app_of(tmp_path)) as house:
        guest = house.visitor()
        bad, good = (new_table(guest, opponent="here")["table"] for _ in range(2))
        for id in (bad, good):
            line = guest.sit(id)
            line.send({"type": "act", "id": 1, "seq": 0, "do": "opening"})
            while line.hear().get("type") != "accepted":
                pass
            line.leave()
        file = house.app.state.settings.database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file)) as connection, connection:
            harm = "UPDATE events SET action = '{' WHERE \"match\" = ?"
            assert connection.execute(harm, (bad,)).rowcount == 1
        house.run(_forget(house.app.state.tables))
        for path in (f"/api/v1/tables/{bad}", f"/t/{bad}"):
            answer = guest.get(path, headers={"accept": "text/html"})
            assert answer.status_code == 500
            assert "is damaged, so it cannot be opened" in answer.text
        assert guest.get(f"/api/v1/tables/{bad}").json()["code"] == "damaged"
        assert guest.sit(bad).closed == 4404
        assert guest.get(f"/api/v1/tables/{good}").status_code == 200
        assert guest.get("/mine", headers={"accept": "text/html"}).status_code == 200
        assert guest.get("/api/v1/me/statistics").status_code == 200
        export = guest.get("/api/v1/me/export").json()["tables"]
        found = {table["id"]: table for table in export}
        assert found[bad] == {"id": bad, "damaged": True}
        assert len(found[good]["times"]) == len(found[good]["record"]["events"]) == 1
        assert abs(found[good]["times"][0] / 1000 - found[good]["touched"]) < 2
    told = [record for record in caplog.records if bad in record.getMessage()]
    assert len(told) == 1, "one line a minute"
    assert f"match {bad} is damaged: event 1 cannot be read" in told[0].getMessage()
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE matches SET header = '[' WHERE id = ?",
        "UPDATE matches SET options = '{' WHERE id = ?",
        'DELETE FROM seats WHERE "match" = ? AND player = 1',
    ],
)
def test_a_match_of_which_nothing_can_be_read_hides_no_other(tmp_path: Path, harm: str) -> None:
    with Inside(app_of(tmp_path)) as house:
        guest = house.visitor(accept="text/html")
        bad, good = (new_table(guest, opponent="here")["table"] for _ in range(2))
        file = house.app.state.settings.database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file)) as connection, connection:
            assert connection.execute(harm, (bad,)).rowcount == 1
        house.run(_forget(house.app.state.tables))
        for page in ("/", "/mine"):
            answer = guest.get(page)
            assert answer.status_code == 200
            assert f"/t/{good}" in answer.text
            assert f"/t/{bad}" not in answer.text
        assert guest.get(f"/t/{bad}").status_code == 500
