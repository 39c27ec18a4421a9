"""An exercise and what is said of an answer to it, in the reader's language."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import words_analysis
from games.exercises.attempts import Tally
from games.models import ExerciseAttempt, ExerciseJudgement
from games.shapes import ActionJson, JsonObject, Text
from games.words import EDITIONS, block_name
from games.words_analysis import actions_in_words, moment_in_words
from games.words_hints import card_in_words, reason_in_words
from opponent import exercises
from opponent.exercises import Exercise
from rules.atlas import TOWN_IDS
from rules.editions import CURRENT

QUESTIONS: dict[str, Text] = {
    exercises.MOVEMENT: gettext_lazy("Which groups go where? Press Done when all have moved."),
    exercises.CARD: gettext_lazy("Which card do you play this turn?"),
    exercises.STORM: gettext_lazy("Who storms the castle, if anybody?"),
    exercises.RETREAT: gettext_lazy("Does this block fight on, or leave the battle?"),
    exercises.BATTLE: gettext_lazy("What do you do in this battle?"),
}
"""What is asked, by the kind of the exercise."""


def kind_in_words(exercise: Exercise) -> str:
    """What an exercise is about, in two words."""
    return str(words_analysis.EXERCISES[exercise.kind])


def moment_of(exercise: Exercise) -> str:
    """When an exercise is: year, turn, and phase or battle."""
    position = exercise.position
    town = TOWN_IDS[position.battle.town] if position.battle is not None else None
    return moment_in_words(position.year, position.turn, position.phase, town)


def moment_beside_kind(exercise: Exercise) -> str:
    """When an exercise is, beside its kind, which says the phase: year and turn, and the battle if there is one."""
    position = exercise.position
    if position.battle is not None:
        return moment_of(exercise)
    return _("{year}, turn {turn}").format(year=position.year, turn=position.turn)


def question_of(exercise: Exercise) -> str:
    """What is asked, in a sentence."""
    return str(words_analysis.QUESTIONS.get(exercise.position.step) or QUESTIONS[exercise.kind])


def edition_of(exercise: Exercise) -> str:
    """The edition by which an exercise is played, where it is not the present one; else empty."""
    edition = exercise.position.ruleset.edition
    return "" if edition == CURRENT else str(EDITIONS[edition])


def answer_in_words(attempt: ExerciseAttempt | None, tally: Tally) -> JsonObject:
    """The state of an answer in words, with its sentences once it is judged. None: nothing is decided yet."""
    if attempt is None:
        return {"state": "open", "solved": None, "first": None, **_empty_sentences()}
    judgement = attempt.judgement
    base = {"state": judgement.state, "solved": judgement.solved, "first": attempt.first, **_empty_sentences()}
    if judgement.state == ExerciseJudgement.State.IMPOSSIBLE:
        return base | {"verdict": _("This answer could not be judged.")}
    if judgement.state == ExerciseJudgement.State.WAITING:
        return base | {"verdict": _("The king thinks about your decision.")}
    return base | said_of(judgement.answer, judgement.found or {}) | {"tally": tally_in_words(tally)}


def _empty_sentences() -> JsonObject:
    """Returns the sentences of an answer not judged yet: all empty."""
    return dict.fromkeys(("verdict", "played", "king", "gain", "why", "tally"), "")


def said_of(answer: Sequence[ActionJson], found: dict[str, Any]) -> JsonObject:
    """The sentences of a judgement."""
    same = decision_in_words(answer) == decision_in_words(found["best"])
    if not found["solved"]:
        verdict = _("Not solved: the king, the computer’s strongest level, would have decided otherwise.")
    else:
        verdict = (
            _("Solved: as the king, the computer’s strongest level, would.")
            if same
            else _("Solved: as good as what the king, the computer’s strongest level, would do.")
        )
    return {
        "verdict": verdict,
        "played": decision_in_words(answer),
        "king": decision_in_words(found["best"]),
        "gain": gain_in_words(found, same=same),
        "why": why_in_words(found),
    }


def decision_in_words(actions: Sequence[ActionJson]) -> str:
    """A whole decision in words; that a movement ended is not said, nor the question that stands above."""
    if len(actions) == 1 and actions[0]["type"] in words_analysis.QUESTIONS:
        return ", ".join(block_name(block) for block in actions[0].get("blocks") or ()) or _("Nobody")
    return actions_in_words([action for action in actions if action["type"] != "done"])


def gain_in_words(found: dict[str, Any], *, same: bool) -> str:
    """Returns a sentence with the chances to win after the king's choice and after the answer."""
    king, mine = round(100 * found["king-chance"]), round(100 * found["chance"])
    if same:
        said = _("Chance to win: {chance} %.")
    elif king == mine:
        said = _("Chance to win: {chance} % after either.")
    else:
        said = _("Chance to win: {king} % after the king’s choice, {chance} % after yours.")
    # No line ends between a number and its sign.
    return said.replace("} %", "}\u00a0%").format(king=king, chance=mine if not same else king)


def why_in_words(found: dict[str, Any]) -> str:
    """Why the king would decide so; may be empty."""
    reason = found["reason"]
    said = reason_in_words(reason["key"], reason["params"]) if reason is not None else ""
    if not said and found["best"] and found["best"][0]["type"] == "play-card":
        return card_in_words(found["best"][0]["card"])
    return said


def tally_in_words(counts: Tally) -> str:
    """How many of those who tried an exercise solved it; empty where nobody has."""
    if not counts.tried:
        return ""
    said = ngettext(
        "Tried by {tried} person, solved by {solved}.",
        "Tried by {tried} people, solved by {solved}.",
        counts.tried,
    )
    return said.format(solved=counts.solved, tried=counts.tried)
