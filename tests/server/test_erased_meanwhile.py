"""What is erased while somebody wants something of it: he gets a sentence, never an error."""

from __future__ import annotations

import pytest

from inside import Inside, Visitor
from tavola.server.store import Store


@pytest.fixture
def shared(client: Visitor) -> tuple[str, str]:
    """A table with an open seat: its id and its invitation."""
    made = client.post("/api/v1/tables", json={"game": "pin", "opponent": "friend"}).json()
    return made["table"], made["join"].rpartition("/")[2]


def seated(house: Inside, table: str) -> list[str]:
    """The ids of those who have a seat."""
    store: Store = house.app.state.store
    stored = house.run(store.load(table))
    assert stored is not None
    return [seat.person for seat in stored.seats if seat.person]


def erase(house: Inside, table: str) -> None:
    """Erase a match in the store, of which its table has not heard yet."""
    store: Store = house.app.state.store
    assert house.run(store.discard(table, *seated(house, table)))


def test_who_joins_a_table_that_is_just_being_erased(
    new_house: Inside, shared: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host throws it away after it was found, and before the guest sits down."""
    store: Store = new_house.app.state.store
    found = new_house.run(store.seat_of_invite(shared[1]))
    erase(new_house, shared[0])
    guest = new_house.visitor()
    assert guest.post(f"/api/v1/join/{shared[1]}").json()["say"].startswith("This invitation")

    async def as_before(invite: str) -> object:
        return found

    monkeypatch.setattr(store, "seat_of_invite", as_before)
    for address in (f"/api/v1/join/{shared[1]}", f"/join/{shared[1]}"):
        answer = guest.post(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert "erased" in answer.json()["say"]


def test_a_seed_for_a_table_that_is_just_being_erased(
    client: Visitor, new_house: Inside, shared: tuple[str, str]
) -> None:
    erase(new_house, shared[0])
    answer = client.post(f"/api/v1/tables/{shared[0]}/seed", json={"seed": "x"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_seed_in_the_moment_in_which_the_other_one_goes(
    client: Visitor, new_house: Inside, shared: tuple[str, str]
) -> None:
    """Who erases himself begins another epoch, of which the table has not heard yet."""
    store: Store = new_house.app.state.store
    [host] = seated(new_house, shared[0])
    assert new_house.visitor().post(f"/api/v1/join/{shared[1]}").status_code == 200
    [guest] = {*seated(new_house, shared[0])} - {host}
    new_house.run(store.erase_person(guest))
    answer = client.post(f"/api/v1/tables/{shared[0]}/seed", json={"seed": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
