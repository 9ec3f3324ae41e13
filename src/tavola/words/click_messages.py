"""What the command line library says by itself, listed so that the catalogue has it.

click asks the global `gettext()`; `install_for_click` leads that to our catalogue.  Call it before
the commands are defined: click translates some texts then.
"""

from __future__ import annotations

import gettext
import os

import click

from tavola.words.translations import DOMAIN, LOCALE, Words, mark, mark_plural

MESSAGES = (
    mark("Usage:"),
    mark("Options"),
    mark("Commands"),
    mark("Positional arguments"),
    mark("Error: {message}"),
    mark("Aborted!"),
    mark("Try '{command} {option}' for help."),
    mark("Show this message and exit."),
    mark("Show the version and exit."),
    mark("%(prog)s, version %(version)s"),
    mark("default: {default}"),
    mark("env var: {var}"),
    mark("required"),
    mark("(dynamic)"),
    mark("deprecated"),
    mark("Missing command."),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Missing parameter"),
    mark("Missing {param_type}"),
    mark("Missing parameter: {param_name}"),
    mark("No such option: {name}"),
    mark("No such option {name!r}."),
    mark("No such command {name!r}."),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Option {name!r} does not take a value."),
    mark("Argument {name!r} takes {nargs} values."),
    mark("Choose from:\n\t{choices}"),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value!r} is not a valid boolean. Recognized values: {states}"),
    mark("{value} is not in the range {range}."),
    mark("Could not open file {filename!r}: {message}"),
    mark("unknown error"),
    mark("file"),
    mark("directory"),
    mark("path"),
    mark("{name} {filename!r} does not exist."),
    mark("{name} {filename!r} is a file."),
    mark("{name} {filename!r} is a directory."),
    mark("{name} {filename!r} is not readable."),
    mark("{name} {filename!r} is not writable."),
    mark("Do you want to continue?"),
    mark("Error: invalid input"),
    mark("Press any key to continue..."),
)
"""Messages of click 8 that our commands can bring about."""

PLURALS = (
    mark_plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    mark_plural(
        "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"
    ),
    mark_plural(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."
    ),
    mark_plural(
        "Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."
    ),
    mark_plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""Those with a singular and a plural."""


def install_for_click(lang: str) -> None:
    """Let click speak `lang`: sets the process's text domain and its variable LANGUAGE."""
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = lang


def whole_between(words: Words, least: int, most: int) -> click.IntRange:
    """The type of options that are a whole number from `least` to `most`.

    click calls it an integer range where a word is typed in its place, and never asks gettext().
    """
    found = click.IntRange(least, most)
    found.name = words.text("whole number")
    return found
