"""Commands of the shell, run in the process of a test."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavola.words import Words, click_messages


def ran(*command: str, lang: str = "en", typed: str = "", **variables: str) -> Result:
    """A command with what is typed and set; an accident of its own is one of the test."""
    from tavola import cli  # not above: it would choose for all tests when to compile

    found = CliRunner(env=variables).invoke(
        cli.build(Words(lang)), list(command), input=typed, prog_name="tavola"
    )
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found


def inside(home: Path, *command: str, lang: str = "it") -> tuple[int, str]:
    """A command whose data lie in `home`; its exit code and all it said."""
    found = run_inside(home, *command, lang=lang)
    return found.exit_code, found.output


def run_inside(home: Path, *command: str, lang: str = "it") -> Result:
    """The same with nothing compiled, in 80 columns, and click itself speaking the language."""
    before = gettext.textdomain()
    with pytest.MonkeyPatch.context() as patch:
        # Click takes the language of the whole process, which is put back afterwards.
        patch.setenv("LANGUAGE", lang)
        click_messages.install_for_click(lang)
        try:
            return ran(*command, lang=lang, TAVOLA_HOME=str(home), TAVOLA_COMPILE="0", COLUMNS="80")
        finally:
            gettext.textdomain(before)


def lines_of(*command: str) -> tuple[int, list[str]]:
    """The exit code of a command, and the lines that it said."""
    found = ran(*command)
    return found.exit_code, found.output.splitlines()
