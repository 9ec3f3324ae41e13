"""What the command line of `tavola train` says: the wishes, their plan, and the command again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavola.rules.model.declaration import Game, Value, text_of

if TYPE_CHECKING:
    from tavola.bots.training.plan import Plan

QUICK: dict[str, Any] = {"play_games": 4_000, "look_games": (256,), "generations": 1}
"""What is different in a plan for trying things out."""


@dataclass
class Wishes:
    """What the command line said; None and empty mean: the usual.

    `torch` True: learn with PyTorch wherever it is, False: never, None: where there is a GPU.
    """

    game: str
    seed: int = 1
    out: Path | None = None
    hands: int | None = None
    quick: bool = False
    games: int | None = None
    look_games: tuple[int, ...] | None = None
    look_stray: tuple[int, ...] | None = None
    look_wild: tuple[int, ...] | None = None
    look_trace: tuple[int, ...] | None = None
    look_wild_trace: tuple[int, ...] | None = None
    look_passes: tuple[int, ...] | None = None
    look_rate: tuple[int, ...] | None = None
    look_rare: tuple[int, ...] | None = None
    look_close: tuple[int, ...] | None = None
    look_rivals: tuple[int, ...] | None = None
    generations: int | None = None
    begin: str = ""
    options: Sequence[str] = field(default_factory=tuple)
    ray: str = ""
    torch: bool | None = None
    install: bool = False


def plan_of(wishes: Wishes) -> Plan:
    """The plan that was asked for."""
    from tavola.bots.training.folder import EACH_GENERATION
    from tavola.bots.training.plan import Plan

    plan = replace(Plan(), **(QUICK if wishes.quick else {}))
    given = {name: getattr(wishes, name) for name in (*EACH_GENERATION, "generations")}
    given["play_games"] = wishes.games
    given["begin"] = wishes.begin
    given["look_wild_trace"] = wishes.look_wild_trace or wishes.look_trace
    return replace(plan, **{name: size for name, size in given.items() if size is not None})


def sizes(plan: Mapping[str, Any]) -> str:
    """The options that lead to a plan, as it stands in a checkpoint or a card."""
    from tavola.bots.training.folder import EACH_GENERATION

    told = f"--games {plan['play_games']} --look-games {_listed(plan['look_games'])}"
    told += f" --generations {plan['generations']}"
    if plan.get("begin"):
        told = f"--begin {plan['begin']} {told}"
    usual = asdict(_usual_plan())
    usual["look_wild_trace"] = plan.get("look_trace", usual["look_trace"])
    for name in EACH_GENERATION[1:]:
        numbers = list(plan.get(name, usual[name]))
        if numbers != list(usual[name]):
            told += f" --{name.replace('_', '-')} {_listed(numbers)}"
    return told


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _usual_plan() -> Plan:
    from tavola.bots.training.plan import Plan

    return Plan()


def command_line(game: Game, options: Mapping[str, Value], wishes: Wishes) -> str:
    """The command that leads to the same net, wherever and however it is done."""
    return shlex.join(_deciding(game, options, wishes))


def same_command(game: Game, options: Mapping[str, Value], wishes: Wishes) -> str:
    """The command that does the same again: there, by the same means, and with the same end."""
    parts = _deciding(game, options, wishes)
    if wishes.out is not None:
        parts += ["--out", str(wishes.out)]
    if wishes.hands is not None:
        parts += ["--hands", str(wishes.hands)]
    if wishes.ray:
        parts += ["--ray", wishes.ray]
    if wishes.install:
        parts.append("--install")
    return shlex.join(parts)


def _deciding(game: Game, options: Mapping[str, Value], wishes: Wishes) -> list[str]:
    """What a net hangs on."""
    parts = ["tavola", "train", game.id, "--seed", str(wishes.seed)]
    parts += sizes(asdict(plan_of(wishes))).split()
    for name, value in options.items():
        parts += ["--option", f"{name}={text_of(value)}"]
    if wishes.torch is not None:
        parts.append("--torch" if wishes.torch else "--no-torch")
    return parts
