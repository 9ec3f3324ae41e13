"""Smart Game Format for backgammon (`GM[6]`), as GNU Backgammon writes it.

A match is a row of game trees, one a game.  White is player 0; points are `a` to `x`, 1 to 24 in
White's own numbers, `y` is the bar and `z` what is borne off.  Analyses are read over.
`MI[beavers:1]`, that beavers are allowed, is ours alone: others pass over it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tavola.formats.paper import MOST_ENTRIES, Did, Entry, Page, Paper, bad_file, why_torn
from tavola.formats.set_up import BAR, OFF, SetUp
from tavola.rules.model.refusal import Refusal, Refused, refuse

_TOKEN = re.compile(
    r"(?P<mark>[();])|(?P<name>[A-Za-z]{1,16})|\[(?P<value>(?:\\.|[^\\\]])*)\]|(?P<space>\s+)",
    re.S,
)
_ESCAPED = re.compile(r"\\(.)", re.S)
_DEEPEST = 50
_READ = {"W", "B", "GM", "PW", "PB", "MI", "RU", "RE", "PL", "DI"}
"""Properties that are read, beside those of `_ABOUT` and `_SET_UP`; others are left where they
are."""
_PLAY = re.compile(r"(?P<dice>[1-6]{2})(?P<steps>(?:[a-z]{2}){0,4})")
_RESULT = re.compile(r"(?P<winner>[WB])\+(?P<points>\d{1,19})(?P<resigned>R?)")
_INFO = re.compile(r"(?P<key>\w+):(?P<value>\d{1,19})")
_COLOURS = {"W": 0, "B": 1}
_WORDS = {"double": Did.DOUBLE, "take": Did.TAKE, "drop": Did.DROP}
_SET_UP = {"AE", "AW", "AB", "CO", "CP", "CV"}
_PLACES = re.compile(r"([a-z])(?::([a-z]))?")
_CUBES = re.compile(r"[1-9]\d{0,18}", re.ASCII)
_OWNERS = {"w": 0, "b": 1, "c": None, "n": None}
_MOST_EDITS = 1000
"""Checkers that are put down and places that are emptied before a play; some 60 are usual."""
_VARIATIONS = {"NackGammon": "Nackgammon", "HyperGammon": "Hypergammon3"}
"""Games as this form calls them, by their names in the form `mat`."""
_BAR, _OFF = "y", "z"
_NAMED = {_BAR: BAR, _OFF: OFF}
_POINTS = 24
_ABOUT = {"EV": "Event", "RO": "Round", "PC": "Site", "DT": "EventDate", "AN": "Transcriber"}
_KEPT = _READ | _SET_UP | _ABOUT.keys()


@dataclass
class _Node:
    """Properties of a node, and the line and the column where it stands."""

    line: int
    column: int
    values: dict[str, list[str]] = field(default_factory=dict)

    def one(self, name: str) -> str:
        return self.values.get(name, [""])[0]


def looks_like(text: str) -> bool:
    """Whether a text is a game tree of backgammon."""
    return text.lstrip().startswith("(") and "GM[6]" in text[:2000]


# ----------------------------------------------------------------------------------------- reading


@dataclass
class _Match:
    """What was read of one so far; `first`: none was read before it; `torn` is why no more of it
    can be read."""

    head: Paper
    first: bool
    pages: list[Page] = field(default_factory=list)
    torn: Refusal | None = None

    def paper(self) -> Paper:
        stands = any(page.entries for page in self.pages)
        if self.torn is not None and self.first and not stands:
            raise Refused(self.torn)
        if sum(len(page.entries) for page in self.pages) > MOST_ENTRIES:
            raise refuse("too_many_events", most=MOST_ENTRIES)
        return replace(self.head, pages=tuple(self.pages), torn=self.torn)


def read(text: str) -> Iterator[Paper]:
    """The matches of a file: games that go on with the same players and length are one.  One with
    something that cannot be read ends before it.

    Raises `Refused`: `bad_file` with the line where nothing stands before it, `too_many_events`.
    """
    match: _Match | None = None
    alone = True
    for tree, torn in _trees(text):
        if torn is not None and len(tree) < 2:  # the names of its players may be missing
            if match is None:
                raise Refused(torn)
            match.torn = match.torn or torn
            continue
        root = tree[0]
        if root.one("GM") not in ("6", ""):
            raise bad_file("sgf_game", root.line)
        found = _head(root)
        info = _info(root)
        first = info.get("game", len(match.pages) if match else 0) == 0
        if match is not None and (first or found.players != match.head.players):
            yield match.paper()
            match, alone = None, False
        match = match or _Match(found, alone)
        if len(match.pages) > MOST_ENTRIES:
            raise refuse("too_many_events", most=MOST_ENTRIES)
        if match.torn is None:
            page, match.torn = _page(tree, torn, (info.get("ws", 0), info.get("bs", 0)))
            match.pages.append(page)
    if match is None:
        raise bad_file("sgf_form", 1)
    yield match.paper()


@dataclass
class _Gardener:
    """Goes along a text, a token at a time; `begin` is where the line begins that is read."""

    nodes: list[_Node] = field(default_factory=list)
    at: int = 0
    line: int = 1
    begin: int = 0
    depth: int = 0
    left_out: int = 0
    name: str = ""

    @property
    def column(self) -> int:
        return self.at - self.begin + 1

    def bad_file(self, what: str, text: str = "") -> Refused:
        return bad_file(what, self.line, text, self.column)

    def take(self, token: re.Match[str]) -> None:
        mark, value = token["mark"], token["value"]
        if mark == "(":
            self.depth += 1
            if self.depth > _DEEPEST:
                raise self.bad_file("sgf_form")
        elif mark == ")":
            self.depth -= 1
            if self.depth < 0:
                raise self.bad_file("sgf_form")
            # The first variation is the main line; others follow where it has ended.
            self.left_out = self.depth
        elif self.depth and not self.left_out:
            self._keep(mark, token["name"], value)
        self._go_on(token)

    def _keep(self, mark: str | None, name: str | None, value: str | None) -> None:
        if mark is not None:
            self.nodes.append(_Node(self.line, self.column))
            if len(self.nodes) > MOST_ENTRIES:
                raise refuse("too_many_events", most=MOST_ENTRIES)
        elif name is not None:
            self.name = name.upper()
        elif value is not None:
            if not self.nodes or not self.name:
                raise self.bad_file("sgf_form")
            if self.name in _KEPT:
                values = self.nodes[-1].values.setdefault(self.name, [])
                values.append(_ESCAPED.sub(r"\1", value) if "\\" in value else value)

    def _go_on(self, token: re.Match[str]) -> None:
        if "\n" in token[0]:
            lines = token[0].count("\n")
            self.line, self.begin = self.line + lines, self.at + token[0].rindex("\n") + 1
        self.at = token.end()


def _trees(text: str) -> Iterator[tuple[list[_Node], Refusal | None]]:
    """The main line of each game tree; of the last one what can be read, and why it is no more."""
    found = _Gardener()
    try:
        while found.at < len(text):
            token = _TOKEN.match(text, found.at)
            if token is None:
                raise found.bad_file("sgf_form", text[found.at : found.at + 40])
            found.take(token)
            if not found.depth and found.nodes:
                yield found.nodes, None
                found.nodes = []
        if found.depth:
            raise found.bad_file("sgf_end")
    except Refused as refused:
        yield found.nodes, why_torn(refused)


def _info(root: _Node) -> dict[str, int]:
    pairs = (_INFO.fullmatch(value.strip()) for value in root.values.get("MI", []))
    return {found["key"]: int(found["value"]) for found in pairs if found}


def _head(root: _Node) -> Paper:
    rules = {word for value in root.values.get("RU", []) for word in value.split(":")}
    info, length = _info(root), _info(root).get("length", 0)
    about = {name: root.one(key).strip()[:200] for key, name in _ABOUT.items() if root.one(key)}
    if length:
        about["Crawford"] = "On" if "Crawford" in rules else "Off"
    else:
        about["Jacoby"] = "On" if "Jacoby" in rules else "Off"
        about |= {"Beaver": "On"} if info.get("beavers") else {}
    if "NoCube" in rules:
        about["CubeLimit"] = "1"
    games = [word for word in rules if "gammon" in word.lower()]
    white, black = (root.one(key).strip()[:60] for key in ("PW", "PB"))
    return Paper(length, (white, black), (), games[0] if games else "", about)


def _page(
    tree: list[_Node], torn: Refusal | None, score: tuple[int, int]
) -> tuple[Page, Refusal | None]:
    """A game, and why it ends where it does: `torn`, or something in it that cannot be read."""
    root = tree[0]
    entries = list[Entry]()
    try:
        for node in tree:
            _take(entries, node, root)
    except Refused as refused:
        torn = why_torn(refused)
    if torn is None:
        _end(entries, tree)
    crawford = any("CrawfordGame" in value.split(":") for value in root.values.get("RU", []))
    return Page(score, root.line, tuple(entries), crawford), torn


def _take(entries: list[Entry], node: _Node, root: _Node) -> None:
    """What was done at a node."""
    if node.values.keys() & _SET_UP:
        _put_down(entries, node)
    for colour, player in _COLOURS.items():
        if node is not root and colour in node.values:
            entries.append(_entry(player, node.one(colour).strip(), node))


def _end(entries: list[Entry], tree: list[_Node]) -> None:
    """How a game ended."""
    last = tree[-1]
    thrown = _thrown(last)
    if thrown is not None:
        entries.append(thrown)
    won = _RESULT.fullmatch(tree[0].one("RE").strip())
    if won is not None:
        player, points, resigned = (
            _COLOURS[won["winner"]],
            int(won["points"]),
            bool(won["resigned"]),
        )
        entries.append(
            Entry(player, Did.WIN, last.line, value=points, resigned=resigned, column=last.column)
        )


def _put_down(entries: list[Entry], node: _Node) -> None:
    """What a node sets up: one entry with that of the node before, which says a part of it."""
    found = _set_up(node)
    if entries and entries[-1].did is Did.SET:
        before = entries.pop()
        assert before.set_up is not None
        found, node = (
            before.set_up.then(found),
            replace(node, line=before.line, column=before.column),
        )
    if len(found.edits) > _MOST_EDITS:
        raise bad_file("sgf_form", node.line, "", node.column)
    entries.append(Entry(0, Did.SET, node.line, column=node.column, set_up=found))


def _set_up(node: _Node) -> SetUp:
    edits: list[tuple[int | None, int]] = [(None, place) for place in _places(node, "AE")]
    edits += [(player, n) for player, name in enumerate(("AW", "AB")) for n in _places(node, name)]
    owner = (node.one("CO") or node.one("CP")).strip().lower()
    cube = node.one("CV").strip()
    if (owner and owner not in _OWNERS) or (cube and _CUBES.fullmatch(cube) is None):
        raise bad_file("sgf_form", node.line, cube, node.column)
    turn = _COLOURS.get(node.one("PL").strip()[:1].upper())
    return SetUp(tuple(edits), int(cube or 0), _OWNERS.get(owner), bool(owner), turn)


def _places(node: _Node, name: str) -> list[int]:
    """Places of a property, in White's own numbers; `a:y` is all from one to the other."""
    found = list[int]()
    for value in node.values.get(name, []):
        told = _PLACES.fullmatch(value.strip())
        if told is None:
            raise bad_file("sgf_form", node.line, value[:40], node.column)
        first, last = ord(told[1]), ord(told[2] or told[1])
        found += [_NAMED.get(chr(n), n - ord("a") + 1) for n in range(first, last + 1)]
        if len(found) > _MOST_EDITS:
            raise bad_file("sgf_form", node.line, "", node.column)
    return found


def _thrown(node: _Node) -> Entry | None:
    """The throw after which somebody resigned: dice of a last node that are not played."""
    dice, player = node.one("DI").strip(), _COLOURS.get(node.one("PL").strip()[:1].upper())
    if player is None or _PLAY.fullmatch(dice) is None or node.values.keys() & _COLOURS.keys():
        return None
    return _entry(player, dice, node)


def _entry(player: int, text: str, node: _Node) -> Entry:
    line, column = node.line, node.column
    if text.lower() in _WORDS:
        return Entry(player, _WORDS[text.lower()], line, column=column)
    found = _PLAY.fullmatch(text)
    if found is None:
        raise bad_file("sgf_play", line, text, column)
    steps = found["steps"]
    legs = [steps[n : n + 2] for n in range(0, len(steps), 2)]
    play = " ".join(f"{_own(player, leg[0])}/{_own(player, leg[1])}" for leg in legs)
    first, second = (int(die) for die in found["dice"])
    return Entry(player, Did.PLAY, line, (first, second), play, column=column)


def _own(player: int, letter: str) -> str:
    if letter in (_BAR, _OFF):
        return "bar" if letter == _BAR else "off"
    number = ord(letter) - ord("a") + 1
    return str(number if player == 0 else _POINTS + 1 - number)


# ----------------------------------------------------------------------------------------- writing


def write(paper: Paper) -> str:
    """The text of a match, a tree a game."""
    return "".join(_tree(paper, number, page) for number, page in enumerate(paper.pages))


def _tree(paper: Paper, number: int, page: Page) -> str:
    white, black = page.score
    rules = [_VARIATIONS[paper.variation]] if paper.variation in _VARIATIONS else []
    if paper.flag("Crawford"):
        rules += ["Crawford", *(["CrawfordGame"] if page.crawford else [])]
    rules += ["Jacoby"] if paper.flag("Jacoby") else []
    rules += ["NoCube"] if paper.about.get("CubeLimit") == "1" else []
    info = f"[length:{paper.length}][game:{number}][ws:{white}][bs:{black}]"
    info += "[beavers:1]" if paper.flag("Beaver") else ""
    head = f"(;FF[4]GM[6]CA[UTF-8]AP[Tavola]MI{info}"
    head += f"PW[{_escaped(paper.players[0])}]PB[{_escaped(paper.players[1])}]"
    for key, name in _ABOUT.items():
        if number == 0 and paper.about.get(name):
            head += f"{key}[{_escaped(paper.about[name])}]"
    head += f"RU[{':'.join(rules)}]" if rules else ""
    won = next((entry for entry in page.entries if entry.did is Did.WIN), None)
    if won is not None:
        head += f"RE[{'WB'[won.player]}+{won.value}{'R' if won.resigned else ''}]"
    told = (entry for entry in page.entries if entry.did is not Did.WIN)
    return head + "".join(f"\n;{_node(entry)}" for entry in told) + ")\n"


def _node(entry: Entry) -> str:
    if entry.set_up is None:
        return f"{'WB'[entry.player]}[{_told(entry)}]"
    # The cube in nodes of its own: GNU Backgammon reads no other.
    found, cube = entry.set_up, ""
    if found.cube > 1:
        cube = f"CV[{found.cube}]\n;CP[{'c' if found.owner is None else 'wb'[found.owner]}]\n;"
    put = "".join(
        f"A{'WB'[player]}{''.join(f'[{_at(n)}]' for who, n in found.edits if who == player)}"
        for player in (0, 1)
        if any(who == player for who, _ in found.edits)
    )
    return f"{cube}PL[{'WB'[found.turn or 0]}]AE[a:{_BAR}]{put}"


def _at(place: int) -> str:
    """A place in White's own numbers."""
    return _BAR if place == BAR else chr(ord("a") + place - 1)


def _told(entry: Entry) -> str:
    if entry.did is Did.BEAVER:
        return "double"
    if entry.did is not Did.PLAY:
        return str(entry.did.value)
    assert entry.dice is not None
    high, low = sorted(entry.dice, reverse=True)
    places = entry.play.replace("/", " ").split()
    return f"{high}{low}{''.join(_letter(entry.player, place) for place in places)}"


def _letter(player: int, place: str) -> str:
    if place in ("bar", "off"):
        return _BAR if place == "bar" else _OFF
    number = int(place)
    return chr(ord("a") + (number if player == 0 else _POINTS + 1 - number) - 1)


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


__all__ = ["looks_like", "read", "write"]
