"""Commands of the shell, run in the process of a test."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavola.words import Words, click_messages


def inside(home: Path, *arguments: str, lang: str = "it") -> tuple[int, str]:
    """A command; its exit code and all it said."""
    found = run_inside(home, *arguments, lang=lang)
    return found.exit_code, found.output


def run_inside(home: Path, *arguments: str, lang: str = "it") -> Result:
    """A command with nothing compiled, in 80 columns, whose own accidents are those of the test."""
    from tavola import cli  # not above: it would choose for all tests when to compile

    before = gettext.textdomain()
    with pytest.MonkeyPatch.context() as patch:
        # Click takes the language of the whole process, which is put back afterwards.
        patch.setenv("LANGUAGE", lang)
        click_messages.install_for_click(lang)
        environment = {"TAVOLA_HOME": str(home), "TAVOLA_COMPILE": "0", "COLUMNS": "80"}
        found = CliRunner(env=environment).invoke(
            cli.build(Words(lang)), list(arguments), prog_name="tavola"
        )
        gettext.textdomain(before)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found
