"""Decisions of an analysis in the reader's language: when, what was played, what the king would have played, and
why.
"""

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.shapes import ActionJson, Text
from games.words import block_name, in_a_list, town_name
from games.words_actions import VERBS
from games.words_hints import action_in_words
from games.words_tables import PHASE_NAMES

MOST = 8
"""Groups of blocks that are named; of more the first ones are."""
GO = ("place", "move", "muster", "sea-move", "enter")
GOING = "go"
"""Types of actions by which blocks go to a town, and what all of them are listed under."""
REASONS: dict[str, Text] = {
    "same": gettext_lazy("The king would have played the same: what counted was {town}."),
    "same-blocks": gettext_lazy("The king would have played the same: what counted were the blocks won or lost."),
    "played-out": gettext_lazy(
        "Played out {count} times against guesses of what was hidden, the king’s choice did better, though the board"
        " does not show it at once."
    ),
    "blocks": gettext_lazy("It saves or wins more blocks: chance to win +{points} %."),
    "feed": gettext_lazy("Winter finds food for the blocks at {town}: chance to win +{points} %."),
    "leave": gettext_lazy("The blocks at {town} are worth more elsewhere: chance to win +{points} %."),
    "open": gettext_lazy("The prospects at {town} are better: chance to win +{points} %."),
    "hold": gettext_lazy("{town} is held more safely against who can reach it: chance to win +{points} %."),
    "keep": gettext_lazy("Somebody stays at {town}: chance to win +{points} %."),
    "take": gettext_lazy("{town} is taken: chance to win +{points} %."),
    "besieged": gettext_lazy("The castle of {town} has better prospects of holding out: chance to win +{points} %."),
    "besiege": gettext_lazy("The siege of {town} promises more: chance to win +{points} %."),
    "fight": gettext_lazy("The fight for {town} has better odds: chance to win +{points} %."),
}
"""By the keys of `opponent.analysis`."""
EXERCISES: dict[str, Text] = {
    "movement": gettext_lazy("A movement"),
    "card": gettext_lazy("A card"),
    "storm": gettext_lazy("A storm"),
    "retreat": gettext_lazy("A retreat"),
    "battle": gettext_lazy("A battle"),
}
"""What an exercise is about, by its kind."""
QUESTIONS: dict[str, Text] = {
    "garrison": gettext_lazy("Who takes the castle? The others fight in the field."),
    "storm": gettext_lazy("Who storms the castle?"),
    "sally": gettext_lazy("Who sallies out?"),
}
"""What is asked where an action is a choice of some blocks, or of none."""


class ReasonJson(TypedDict):
    """Why the king would have played otherwise, by the keys of `opponent.analysis`."""

    key: str
    params: dict[str, object]


class AnalysisJson(TypedDict):
    """The analysis of a game: chances by the number of the entry, and the decisions that cost most."""

    curve: list[tuple[int, float]]
    decisions: list["DecisionJson"]


class DecisionJson(TypedDict):
    """A decision of an analysis: when it was taken, what was played, and what the king would have played."""

    n: int
    side: str
    before: float
    gain: float
    year: int
    turn: int
    phase: str
    town: str | None
    played: list[ActionJson]
    king: list[ActionJson] | None
    why: ReasonJson


def reason_in_words(reason: ReasonJson) -> str:
    """Why the king would have played otherwise, or that it would not."""
    key, gaps = reason["key"], dict(reason["params"])
    if key == "same" and "town" not in gaps:
        key = "same-blocks"
    if "town" in gaps:
        gaps["town"] = town_name(str(gaps["town"]))
    return str(REASONS[key]).format(**gaps)


def actions_in_words(actions: Sequence[ActionJson]) -> str:
    """Actions that make one decision: who goes where, and what else is done.

    Of a muster those are named who came; one to which nobody came is not told.
    """
    groups: dict[tuple[str, str], list[ActionJson]] = {}
    for action in actions:
        if action["type"] != "muster-to":
            end = _end_of_move(action)
            groups.setdefault((GOING if end and action["type"] in GO else action["type"], end), []).append(action)
    if not groups:
        return _("Leaves everything as it is.")
    said = [_group_in_words(kind, end, some) for (kind, end), some in groups.items()]
    return in_a_list(said[:MOST]) + (" …" if len(said) > MOST else "")


def when_in_words(decision: DecisionJson) -> str:
    """When a decision was taken: year, turn, and phase or battle."""
    return moment_in_words(decision["year"], decision["turn"], decision["phase"], decision["town"])


def moment_in_words(year: int, turn: int, phase: str, town: str | None) -> str:
    """A moment of a game: year, turn, and phase or battle."""
    said = _("battle of {town}").format(town=town_name(town)) if town else PHASE_NAMES[phase]
    if not turn:
        return f"{year} · {said}"
    return _("{year}, turn {turn} · {phase}").format(year=year, turn=turn, phase=said)


def _end_of_move(action: ActionJson) -> str:
    """Returns the id of the town where an action's block goes; "" if it goes nowhere."""
    path = action.get("path") or ()
    return str(path[-1] if path else action.get("port") or action.get("to") or action.get("town") or "")


def _group_in_words(kind: str, end: str, some: Sequence[ActionJson]) -> str:
    """Returns several actions of one kind as a phrase: the blocks, and where they go."""
    blocks = [block for action in some for block in action.get("blocks") or filter(None, [action.get("block")])]
    if kind == GOING:
        return f"{_names(blocks)} → {town_name(end)}"
    if kind in QUESTIONS:
        return f"{QUESTIONS[kind]} {_names(blocks) or _('Nobody')}"
    if not blocks:
        return action_in_words(some[0])
    going = f"{_names(blocks)} → {town_name(end)}" if end else _names(blocks)
    return f"{VERBS[kind]} · {going}" if kind in VERBS else going


def _names(blocks: Sequence[str]) -> str:
    """Names of blocks, each once."""
    return ", ".join(dict.fromkeys(block_name(block) for block in blocks))
