"""A review as one HTML file that opens anywhere: no scripts, nothing to load, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from tavola.drawing import compared, curve, styles
from tavola.drawing.curve import Label, Scale, Spot
from tavola.drawing.picture import BoardView
from tavola.rules.model.throws import written
from tavola.rules.turn.state import Kind, State
from tavola.study.questions import What
from tavola.study.review import Review
from tavola.study.tell import Teller
from tavola.study.verdicts import Decision, Thrown, Way
from tavola.words import names, opinions

LARGEST = 3
"""Errors that are marked on the curve."""
LIGHT, DARK = "linen", "night"
_LOOKS = """
:root{color-scheme:light dark;--page:#f3f1eb;--paper:#fffefb;--ink:#23221e;--soft:#4d4a43;
--line:#dcd7cb;--go:#0b5a45;--no:#8c1a1a;--warn:#67470a}
@media (prefers-color-scheme:dark){:root{--page:#10151b;--paper:#181f27;--ink:#e9edf2;
--soft:#b7c1cc;--line:#2c3743;--go:#8fd8b8;--no:#ffaea4;--warn:#f0cf8e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--page);color:var(--ink);
font:1rem/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1rem}
section,article,figure,.wide{background:var(--paper);border:1px solid var(--line);
border-radius:12px;padding:.75rem 1rem;margin:1rem 0}
figure{margin:1rem 0}figcaption{color:var(--soft)}svg{display:block;width:100%;height:auto}
article svg{max-width:32rem}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}caption{text-align:start;color:var(--soft)}
th,td{text-align:start;padding:.3rem .6rem;border-top:1px solid var(--line);vertical-align:top}
td.figure,th.figure{text-align:end}tr.taken td{font-weight:600}
.loss-1{color:var(--warn)}.loss-2,.loss-3{color:var(--no)}.loss-3{font-weight:700}
.review-curve text{fill:var(--soft)}.review-curve .level,.review-curve .end{stroke:var(--line)}
.review-curve .curve{fill:none;stroke:var(--go);stroke-width:2.5;stroke-linejoin:round}
.review-curve .error{fill:var(--paper);stroke:var(--no);stroke-width:3}
.review-curve .marks text{fill:var(--no);font-weight:700}
.review-curve .pin{stroke:var(--no)}.review-curve .tag{fill:var(--paper);stroke:var(--no)}
section p{margin:.3rem 0}section h2{margin:.2rem 0 .5rem}
.players{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:0 1rem}
.key{display:flex;flex-wrap:wrap;gap:0 1.5rem;color:var(--soft);margin:.3rem 0}
.key b{font-weight:600}.go b{color:var(--go)}.no b{color:var(--no)}
"""


def page(review: Review, teller: Teller) -> str:
    """The whole page, in the language of the teller."""
    words = teller.words
    game = names.game_name(words, review.game)
    title = words.text("Review: {game}", game=game)
    body = [
        f"<h1>{escape(title)}</h1>",
        *(_paragraph(text) for text in teller.state_of_the_review()),
        '<div class="players">' + "".join(_player(teller, n) for n in (0, 1)) + "</div>",
        _curve(review, teller),
        *_errors(review, teller),
        _all(review, teller),
    ]
    return framed(words.lang, title, body)


def framed(lang: str, title: str, body: Iterable[str]) -> str:
    """A whole file of this kind, from what stands in it."""
    style = _LOOKS.replace("\n", "") + styles.page_style(LIGHT, DARK)
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main>\n{chr(10).join(body)}\n</main></body>\n</html>\n"
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _player(teller: Teller, player: int) -> str:
    lines = "".join(map(_paragraph, teller.told(player)))
    return f"<section><h2>{escape(teller.player(player))}</h2>{lines}</section>"


# --------------------------------------------------------------------------------------- the curve


def _curve(review: Review, teller: Teller) -> str:
    spots = [Spot(one.n, one.worth) for one in review.throws]
    if not spots:
        return ""
    words, first = teller.words, teller.player(0)
    largest = sorted(review.errors(teller.thresholds[0])[:LARGEST], key=lambda one: one.n)
    marks = [
        Label(one.n, f"{n} {teller.sign(one.units)}") for n, one in enumerate(largest, start=1)
    ]
    ends = [
        Label(one.n, words.text("Game {number}", number=one.game))
        for one in review.games
        if teller.several
    ]
    if review.scored:
        title = words.text("{player}: chance to win the match", player=first)
        scale = Scale(0.0, 0.5, 1.0, ("0", "50", "100"))
    else:
        title = words.text("{player}: equity in points", player=first)
        high = max(1.0, *(abs(one.value) for one in spots))
        names_of = (teller.signed(-high, 1), "0", teller.signed(high, 1))
        scale = Scale(-high, 0.0, high, names_of)
    told = " ".join(teller.fault(one) for one in largest)
    drawn = curve.curve(spots, scale, marks=marks, ends=ends, title=title, description=told)
    return f"<figure>{drawn}<figcaption>{escape(title)}</figcaption></figure>"


# -------------------------------------------------------------------------------------- the errors


def _errors(review: Review, teller: Teller) -> Iterator[str]:
    found = teller.errors()
    if found:
        title = teller.words.text("Errors")
        yield f"<h2>{escape(title)}</h2>"
    for number, one in enumerate(found, start=1):
        state = review.state(one)
        told = teller.error(one, number, len(found))
        reasons = "".join(map(_paragraph, teller.reasons(one, state)))
        yield (
            f'<article id="e{number}"><h3>{escape(told)}</h3>{reasons}'
            f"{_board(one, state, teller, told)}{_ways(one, state, teller)}</article>"
        )


def _board(one: Decision, state: State, teller: Teller, told: str) -> str:
    best, wrong = (
        [action.code for action in way.actions if action.kind is Kind.STEP]
        for way in (one.best, one.done)
    )
    view, described = BoardView(state.side), state.position.text()
    drawn = compared.compared(state, best, wrong, view, title=told, description=described)
    if one.what is not What.PLAY:
        return drawn
    best_is = teller.words.text("best: {play}", play=one.best.text)
    played = teller.words.text("played: {play}", play=one.done.text)
    key = (
        f'<span class="go"><b>→</b> {escape(best_is)}</span>'
        f'<span class="no"><b>⇢</b> {escape(played)}</span>'
    )
    return f'{drawn}<p class="key">{key}</p>'


def _ways(one: Decision, state: State, teller: Teller) -> str:
    """The table of what could be done."""
    words, score = teller.words, state.rules.score
    heads = [words.text("Play"), words.text("Loses"), *opinions.columns(words, score)[1:]]
    rows = [_way_row(one, way, teller, state) for way in one.ways]
    return _table("", heads, rows, numbers_from=1, taken=one.taken)


def _way_row(one: Decision, way: Way, teller: Teller, state: State) -> list[str]:
    name, lost = teller.way(way), one.best.equity - way.equity
    loses = teller.amount(max(lost, 0.0), 3) if way is not one.best else "—"
    if way.chances is None:
        return [name, loses, teller.signed(way.equity, 3)]
    cells = opinions.row(teller.words, name, way.equity, way.chances, state.rules.score)
    return [cells[0], loses, *cells[1:]]


# ---------------------------------------------------------------------------------- the whole match


def _all(review: Review, teller: Teller) -> str:
    """Every throw and decision."""
    text = teller.words.text
    heads = [text("Game"), text("Turn"), text("Player"), text("Throw"), text("Decision")]
    heads += [text("Loses"), text("Luck")]
    rows = list(_rows(review, teller))
    title = text("The whole match")
    return f"<h2>{escape(title)}</h2>" + _table("", heads, rows, numbers_from=5)


def _rows(review: Review, teller: Teller) -> Iterator[list[str]]:
    for one in review.judged:
        head = [str(one.game), str(one.turn), teller.player(one.player)]
        if isinstance(one, Thrown):
            dice = written(one.dice)
            yield [*head, dice, "", "", teller.signed(one.units, 2)]
        elif one.counts or one.what in (What.PLAY, What.ILLEGAL):
            lost = teller.amount(one.loss, 3) if one.loss else ""
            sign = teller.sign(one.units)
            yield [*head, "", teller.way(one.done), f"{lost} {sign}".strip(), ""]


def _table(
    caption: str,
    heads: list[str],
    rows: Iterable[list[str]],
    *,
    numbers_from: int,
    taken: int | None = None,
) -> str:
    def cell(name: str, at: int, content: str) -> str:
        figure = ' class="figure"' if at >= numbers_from else ""
        scope = ' scope="col"' if name == "th" else ""
        return f"<{name}{scope}{figure}>{escape(content)}</{name}>"

    head = "".join(cell("th", at, text) for at, text in enumerate(heads))
    lines = [
        ('<tr class="taken">' if n == taken else "<tr>")
        + "".join(cell("td", at, text) for at, text in enumerate(row))
        + "</tr>"
        for n, row in enumerate(rows)
    ]
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="wide"><table>{told}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


__all__ = ["page"]
