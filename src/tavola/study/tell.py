"""A review in sentences, for eye and ear, in the listener's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavola.rules.turn.state import State
from tavola.study.after import played
from tavola.study.questions import What
from tavola.study.reasons import reasons, say_why
from tavola.study.review import Review
from tavola.study.summary import THRESHOLDS, Count, Summary, class_of, summary
from tavola.study.verdicts import Decision, Thrown, Way
from tavola.study.weights import weights_of
from tavola.words import names, opinions
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark, mark_plural, mark_within

WAYS = {
    "hold": mark_within("decision", "no double"),
    "double": mark_within("decision", "double"),
    "take": mark_within("decision", "take"),
    "drop": mark_within("decision", "drop"),
    "beaver": mark_within("decision", "beaver"),
    "resign": mark_within("decision", "give up"),
    "concede": mark_within("decision", "give up out of turn"),
    "on": mark_within("decision", "play on"),
    "accept": mark_within("decision", "accept the resignation"),
    "refuse": mark_within("decision", "refuse the resignation"),
    "draw": mark_within("decision", "offer a draw"),
    "agree": mark_within("decision", "agree to the draw"),
    "decline": mark_within("decision", "decline the draw"),
    "keep": mark_within("decision", "play the dice of the opening"),
    "throw": mark_within("decision", "throw afresh"),
}
"""What is done where no play, throw or number says it."""
ILLEGAL = mark_within("decision", "{play}, against the rules")
NAMED = mark_within("decision", "name {dice}")
CHOSEN = mark_within("decision", "choose the double {dice}")

_BETTER = {
    "you": mark_plural(
        "you played {done}; {best} was better by {loss} points.",
        "you played {done}; {best} was better by {loss} points.",
    ),
    "your": mark_plural(
        "your decision was “{done}”; “{best}” was better by {loss} points.",
        "your decision was “{done}”; “{best}” was better by {loss} points.",
    ),
    "called": mark_plural(
        "{player}, you played {done}; {best} was better by {loss} points.",
        "{player}, you played {done}; {best} was better by {loss} points.",
    ),
    "played": mark_plural(
        "{player} played {done}; {best} was better by {loss} points.",
        "{player} played {done}; {best} was better by {loss} points.",
    ),
    "decided": mark_plural(
        "{player} decided “{done}”; “{best}” was better by {loss} points.",
        "{player} decided “{done}”; “{best}” was better by {loss} points.",
    ),
}
"""What was done and what was better, by who is told of whom."""

SIGNS = ("", "?!", "?", "??")
"""The sign of each class of losses, none first."""
CLASS_NAMES = (mark("doubtful"), mark("error"), mark("blunder"))


class Teller:
    """Tells one review to one listener.

    `speaker` has the names of the players; `you` is the player who listens, if he is one of them.
    """

    def __init__(
        self,
        speaker: Speaker,
        review: Review,
        thresholds: Sequence[float] = THRESHOLDS,
        you: int | None = None,
    ) -> None:
        self.speaker, self.words = speaker, speaker.words
        self.review, self.thresholds, self.you = review, thresholds, you
        self.several = len({one.game for one in review.judged}) > 1

    def player(self, player: int) -> str:
        """A player, before a colon: you, his name, or the colour of his first checkers."""
        if player == self.you:
            return self.words.within("player", "You")
        return self.speaker.names[player] or self._colour(player)

    def subject(self, player: int) -> str:
        """A player as the subject of a sentence that does not begin with him."""
        return self.player(player)

    def _colour(self, player: int) -> str:
        sides = {one.side for one in self.review.judged if one.player == player}
        if len(sides) == 1:
            return side_name(self.words, sides.pop())
        return self.words.text("Player {number}", number=player + 1)

    # ------------------------------------------------------------------------------------- errors

    def errors(self, player: int | None = None) -> list[Decision]:
        """Decisions whose loss has a class, in the order of the match."""
        found = self.review.errors(self.thresholds[0], player)
        return sorted(found, key=lambda one: one.n)

    def error(self, one: Decision, number: int, total: int) -> str:
        """What was done, what was better and by how much, in one sentence."""
        where = self.words.text(
            "Error {number} of {total}, {where}", number=number, total=total, where=self.moment(one)
        )
        return self.words.text("{where}: {text}", where=where, text=self.fault(one))

    def moment(self, one: Decision) -> str:
        """Game and turn, and the throw that was to be played."""
        where = self.where(one)
        if one.dice is None:
            return where
        return self.words.text(
            "{where}, throw {dice}", where=where, dice=self.speaker.dice(one.dice)
        )

    def where(self, one: Decision | Thrown) -> str:
        """Game and turn."""
        if self.several:
            game = self._game(one)
            return self.words.text("game {game}, turn {turn}", game=game, turn=one.turn)
        return self.words.text("turn {turn}", turn=one.turn)

    def _game(self, one: Decision | Thrown) -> str:
        """The number of a game; in a rotation with what was played."""
        if self.review.playing(one) == self.review.game:
            return str(one.game)
        return f"{one.game} ({names.game_name(self.words, self.review.playing(one))})"

    def fault(self, one: Decision) -> str:
        """What was done and what was better, after a colon; where the reader is no player, whoever
        made a play is spoken to, as the reasons that follow do."""
        values = self._compared(one)
        if one.player == self.you:
            return self._better("you" if one.what is What.PLAY else "your", one, values)
        if one.what is What.PLAY and self.you is None:
            values["player"] = self.player(one.player)
            return self._better("called", one, values)
        values["player"] = self.subject(one.player)
        return self._better("played" if one.what is What.PLAY else "decided", one, values)

    def _better(self, who: str, one: Decision, values: dict[str, str]) -> str:
        return self.words.measured(*_BETTER[who], one.loss, 2, **values)

    def _compared(self, one: Decision) -> dict[str, str]:
        return {
            "done": self.way(one.done),
            "best": self.way(one.best),
            "loss": self.amount(one.loss),
        }

    def way(self, way: Way) -> str:
        """What is done, as a play or in words."""
        return _way(self.words, way.does, way.text)

    def candidates(self, one: Decision, state: State) -> Iterator[str]:
        """The ways there were, each in a sentence."""
        for way in one.ways:
            if way.chances is not None:
                score = state.rules.score
                yield opinions.play_line(self.words, self.way(way), way.equity, way.chances, score)

    def reasons(self, one: Decision, state: State) -> list[str]:
        """Why the best play was better than the one that was played, said to whoever played it;
        nothing about other decisions, nor about the other player's where the reader is one."""
        if one.what is not What.PLAY or self.you not in (None, one.player):
            return []
        best, done = (
            played(state, [action.code for action in way.actions]) for way in (one.best, one.done)
        )
        speaker = self.speaker.addressing(state.side)
        speaker.viewer = state.side
        told = reasons(state, best, done, weights_of(self.review.playing(one)))
        return say_why(speaker, self.way(one.best), told, state)

    def class_name(self, units: float) -> str:
        """What a loss is called; empty below the first threshold."""
        found = class_of(units, self.thresholds)
        return self.words.text(CLASS_NAMES[found - 1]) if found else ""

    def sign(self, units: float) -> str:
        """The sign of a loss."""
        return SIGNS[class_of(units, self.thresholds)]

    # ----------------------------------------------------------------------------------- summaries

    def summary(self, player: int) -> Summary:
        """The figures of a player."""
        return summary(self.review, player, self.thresholds)

    def told(self, player: int) -> list[str]:
        """A player's match in sentences."""
        text, found = self.words.text, self.summary(player)
        told = [self._whole(found)]
        parts = (
            (found.checkers, text("Checkers: {figures}.", figures=self._figures(found.checkers))),
            (found.cube, text("Cube: {figures}.", figures=self._figures(found.cube))),
            (found.others, text("Offers: {figures}.", figures=self._figures(found.others))),
        )
        told += [line for count, line in parts if count.decisions]
        told.append(self._classes(found))
        told.append(text("Luck of the dice: {units} units.", units=self.signed(found.luck, 2)))
        told += self._result(found)
        return told

    def _whole(self, found: Summary) -> str:
        text, player = self.words.text, self.player(found.player)
        whole = text("{player}: {figures}.", player=player, figures=self._figures(found.all))
        if found.like:
            level = names.level_name(self.words, found.like)
            whole += " " + text("Plays like the computer’s level “{level}”.", level=level)
        if found.elo is not None:
            whole += " " + text("Elo about {elo}.", elo=found.elo)
        if found.rating is not None:
            whole += " " + text("PR {rating}.", rating=self.amount(found.rating, 1))
        return whole

    def _figures(self, count: Count) -> str:
        decisions = self.words.plural("{count} decision", "{count} decisions", count.decisions)
        return self.words.measured(
            "{decisions}, {mean} units lost in each on average",
            "{decisions}, {mean} units lost in each on average",
            count.mean,
            3,
            decisions=decisions,
            mean=self.amount(count.mean, 3),
        )

    def _classes(self, found: Summary) -> str:
        parts = [
            self.words.measured(
                "{class_name} (from {least} units): {count}",
                "{class_name} (from {least} units): {count}",
                least,
                2,
                class_name=self.words.text(name),
                least=self.amount(least),
                count=count,
            )
            for name, least, count in zip(CLASS_NAMES, self.thresholds, found.errors, strict=True)
        ]
        return self.speaker.sentence(", ".join(parts)) + "."

    def _result(self, found: Summary) -> list[str]:
        text = self.words.text
        if found.adjusted is None or found.result is None:
            return []
        if self.review.scored:
            return [
                text(
                    "Chance to win the match without the luck of the dice: {share}.",
                    share=opinions.share(self.words, min(max(found.adjusted, 0.0), 1.0)),
                )
            ]
        return [
            text(
                "Points: {points}, without the luck of the dice {adjusted}.",
                points=self.signed(found.result, 0),
                adjusted=self.signed(found.adjusted, 2),
            )
        ]

    # --------------------------------------------------------------------------------- the review

    def state_of_the_review(self) -> list[str]:
        """What is to be known of the review itself: unfinished, by other nets, a bad record."""
        text, told = self.words.text, list[str]()
        if not self.review.finished:
            told.append(text("This review is unfinished: what follows is what there is so far."))
        if not self.review.by_these_nets:
            told.append(text("Other nets made this review: a new one may say something else."))
        return told

    def amount(self, value: float, digits: int = 2) -> str:
        """A number without a sign."""
        return opinions.unsigned(self.words, value, digits)

    def signed(self, value: float, digits: int = 2) -> str:
        """A number with its sign."""
        return opinions.decimal(self.words, value, digits)


def speaker_for(words: Words, review: Review, state: State) -> Speaker:
    """Who tells a review of a game that `state` belongs to."""
    first, second = (names.recorded_name(words, name) for name in review.players)
    return Speaker(words, state.rules, names=(first, second))


def branch_text(words: Words, branch: str) -> str:
    """What a rollout calls `double take` or `name 3-1`, in words; a play stays as it is typed."""
    does, *rest = branch.split(" ", 1)
    if does not in (*WAYS, "name", "choose"):
        return branch
    if does == "double" and rest:
        return answered(words, _way(words, does, ""), rest[0])
    return _way(words, does, *rest)


def answered(words: Words, way: str, answer: str) -> str:
    """A way, as it is told, with the answer to it."""
    return words.text("{way}, {answer}", way=way, answer=words.within("decision", WAYS[answer]))


def _way(words: Words, does: str, text: str = "") -> str:
    if does == "play":
        return text
    if does == "illegal":
        return words.within("decision", ILLEGAL, play=text or words.within("log", "nothing"))
    if does == "name":
        return words.within("decision", NAMED, dice=text)
    if does == "choose":
        return words.within("decision", CHOSEN, dice=text)
    return words.within("decision", WAYS[does])


__all__ = ["CLASS_NAMES", "SIGNS", "WAYS", "Teller", "answered", "branch_text", "speaker_for"]
