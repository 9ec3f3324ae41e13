"""The command line of the figures: list, run, write."""

from __future__ import annotations

import argparse
import fnmatch
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.figures import text
from scripts.figures.every_row import all_rows
from scripts.figures.rows import Options, Row
from scripts.figures.run import begun, run, says, up_to_date
from scripts.figures.store import load


def _chosen(patterns: Sequence[str]) -> list[Row]:
    """Rows by name or pattern (`puff/*`); all of them without any."""
    rows = all_rows()
    if not patterns:
        return list(rows.values())
    found: dict[str, Row] = {}
    for pattern in patterns:
        matching = {name: rows[name] for name in fnmatch.filter(rows, pattern)}
        if not matching:
            raise SystemExit(f"no row {pattern}; python -m scripts.figures list says which")
        found |= matching
    return list(found.values())


def _list(arguments: argparse.Namespace, options: Options) -> int:
    for row in _chosen(arguments.rows):
        record = load(row.name)
        if record is None:
            print(f"{row.name:40} not measured")
            continue
        current = record.key == row.key(options)
        state = "" if record.complete and current else "not complete" if current else "old"
        print(f"{row.name:40} {says(row, record):32} {record.about.get('commit', ''):18} {state}")
    return 0


def _command(options: Options) -> str:
    """What measures one row again, but for its name, which comes last."""
    words = ["python", "-m", "scripts.figures", "run"]
    if options.minutes is not None:
        words += ["--minutes", f"{options.minutes:g}"]
    if options.referee is not None:
        words += ["--referee", "DIR"]
    if options.net is not None:
        words += ["--net", options.net.name]
    return shlex.join(words)


def _run(arguments: argparse.Namespace, options: Options) -> int:
    rows = _chosen(arguments.rows)
    if arguments.missing:
        rows = [row for row in rows if not up_to_date(row, options)]
    if arguments.unclear:
        rows = [row for row in rows if row.clear and not row.shown(begun(row, options))]
    if options.referee is None:
        left = [row.name for row in rows if row.referee]
        rows = [row for row in rows if not row.referee]
        if left:
            print(f"without --referee not measured: {', '.join(left)}")
    problems = run(rows, options, _command(options), arguments.jobs)
    for problem in problems:
        print(problem, file=sys.stderr)
    for row in rows if len(rows) <= 40 else []:
        print(f"{row.name:40} {says(row, begun(row, options))}")
    return 1 if problems else 0


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m scripts.figures", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("list", "run", "write"):
        command = commands.add_parser(name)
        command.add_argument("--referee", type=Path, help="folder of the referee")
        command.add_argument("--net", type=Path, help="a net file or checkpoint to be tried")
        if name != "write":
            command.add_argument("rows", nargs="*", help="names or patterns; by default all")
    wanted = commands.choices["run"]
    wanted.add_argument("--missing", action="store_true", help="only what is not up to date")
    wanted.add_argument(
        "--unclear", action="store_true", help="only levels that are not shown to differ"
    )
    wanted.add_argument("--minutes", type=float, help="cap of a row instead of its own")
    wanted.add_argument("--jobs", type=int, default=1, help="rows that are measured at once")
    arguments = parser.parse_args()
    options = Options(getattr(arguments, "minutes", None), arguments.referee, arguments.net)
    if arguments.command == "write":
        print(text.write(options))
        return 0
    return _list(arguments, options) if arguments.command == "list" else _run(arguments, options)


if __name__ == "__main__":
    sys.exit(main())
