"""The OpenAPI: it names everything, and requests made from it are answered as it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from inside import HERE, UNCOUNTED, Inside
from tavola.server.app import create_app
from tavola.server.settings import Settings


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A house for requests that fit the OpenAPI, and for those that nearly do."""
    url = f"sqlite:///{tmp_path_factory.mktemp('api') / 'x.sqlite3'}"
    with Inside(create_app(Settings(database=url, limits=UNCOUNTED))) as found:
        yield found


def test_the_schema_names_every_operation(house: Inside) -> None:
    schema = house.visitor().get("/api/openapi.json").json()
    assert set(schema["paths"]) == {
        "/api/v1/games",
        "/api/v1/games/{game}",
        "/api/v1/join/{invite}",
        "/api/v1/lessons/{game}/{lesson}/{step}",
        "/api/v1/me",
        "/api/v1/me/export",
        "/api/v1/me/import",
        "/api/v1/me/statistics",
        "/api/v1/practice",
        "/api/v1/records",
        "/api/v1/tables",
        "/api/v1/tables/{table}",
        "/api/v1/tables/{table}/at/{n}",
        "/api/v1/tables/{table}/from/{n}",
        "/api/v1/tables/{table}/links",
        "/api/v1/tables/{table}/open",
        "/api/v1/tables/{table}/rematch",
        "/api/v1/tables/{table}/review",
        "/api/v1/tables/{table}/seed",
        "/api/v1/verify",
    }


def _operations() -> list[Any]:
    """Every operation of the OpenAPI, once with requests that fit it and once with others."""
    app = create_app(Settings(database="sqlite:///unused.sqlite3"))
    found: Any = schemathesis.openapi.from_dict(app.openapi())
    operations = [result.ok() for result in found.get_all_operations()]
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    return [
        pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
        for operation in operations
        for mode in modes
        if mode is GenerationMode.POSITIVE or "{" in operation.path or operation.body
    ]


@pytest.mark.parametrize(("operation", "mode"), _operations())
def test_requests_that_fit_the_openapi_or_nearly(
    operation: Any, mode: GenerationMode, house: Inside
) -> None:
    visitor = house.visitor()

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        asked = case.as_transport_kwargs(base_url=HERE)
        assert not asked.pop("cookies")
        if isinstance(asked.get("data"), bytes):
            asked["content"] = asked.pop("data")
        answer = visitor.request(asked.pop("method"), asked.pop("url"), **asked)
        # What the rules of a game refuse no schema can say.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    check()
