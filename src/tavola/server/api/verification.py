"""Records checked: `/api/v1/verify`."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tavola.rules.model.refusal import Refused
from tavola.server.api.contract import RECORD, workers_of
from tavola.server.http.errors import refusal_sentence
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import words_of
from tavola.server.match.workers import checks_of

router = APIRouter()


class Checked(BaseModel):
    """One thing that was checked: rules, events, commitment, seeds, dice; `passed` null if it
    cannot be checked."""

    name: str
    passed: bool | None
    say: str = ""


class Verification(BaseModel):
    """Whether a record is sound, and everything that was checked."""

    sound: bool
    checks: list[Checked]


@router.post("/verify", openapi_extra=RECORD)
async def check(request: Request) -> Verification:
    """Check a record: its rules, every event, and sealed dice."""
    words, workers = words_of(request), workers_of(request)
    slow_down(request, request.app.state.long)
    found = await workers.do(checks_of, await request.body())
    checks = [
        Checked(
            name=one.name,
            passed=one.passed,
            say=refusal_sentence(words, Refused(one.reason)) if one.reason else "",
        )
        for one in found
    ]
    return Verification(sound=not any(one.failed for one in found), checks=checks)
