"""What happened since the reader's last act, in two lines, made only of what every spectator sees.

A mail lies about: it is shown on locked screens, forwarded, read over a shoulder. So its lines are taken from the
public view and the public history alone, though the player may see more. Neither the words nor their number then depend
on anything hidden, nor on plans before their wall: those are not in the public history at all.
"""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.access import Access
from games.errors import NotStarted
from games.letters import isolated, unbroken
from games.models import Game, GameEvent
from games.services.record.state import load_state
from games.services.views import history
from games.services.views.listing import result_of
from games.shapes import FactJson, View
from games.weights import MOVES, TOLD, WEIGHTS, Weight
from games.words_tables import phase_in_a_sentence
from rules import game as rules_game

MOST_SENTENCES = 4
MOST_ENTRIES = 200
"""A mail tells of the latest entries only, should more have come together."""
ONE_BY_ONE = ("block-left", "block-regrouped")
"""Types of the facts of hidden blocks that leave a battle, one by one."""


def summary_lines(access: Access, side: str, *, result: bool = True) -> list[str]:
    """Returns at most two lines: the state of the game, with its result if not said elsewhere, and the facts since this
    side's last act.
    """
    try:
        view = cast(View, rules_game.observe(load_state(access).wall, None))
    except NotStarted:
        return []
    return [line for line in (_standing(access, view, result), _news_line(access, side)) if line]


def ending(game: Game) -> str:
    """Returns in a sentence how a finished game ended."""
    ended = result_of(game)
    assert ended is not None
    return words.result(ended | {"by": isolated(ended["by"]) if ended["by"] else None})


def _standing(access: Access, view: View, result: bool) -> str:
    """Returns how a game stands or ended, with its victory cities."""
    score = unbroken(_("Victory cities: Franks {frank}, Saracens {saracen}.").format_map(view["score"]))
    if access.game.status == Game.Status.OVER:
        return f"{ending(access.game)} {score}" if access.game.ending and result else score
    phase = phase_in_a_sentence(view["phase"])
    if view["battle"]:
        phase = _("battle at {town}").format(town=words.town_name(view["battle"]["town"]))
    when = _("{year}, turn {turn}: {phase}.") if view["turn"] else _("{year}: {phase}.")
    return f"{when.format(year=view['year'], turn=view['turn'], phase=phase)} {score}"


def _facts_since(access: Access, side: str, last: int) -> list[FactJson]:
    """What others did since an event. What a reviewer took back did not happen."""
    new = [line for line in history.history_lines(access, None) if line.visible_at > last and not line.undone][
        -MOST_ENTRIES:
    ]
    return _counted_together(
        [fact for entry in history.entries(access, None, new) if entry["side"] != side for fact in entry["events"]]
    )


def _counted_together(facts: Sequence[FactJson]) -> list[FactJson]:
    """Returns the facts, those of blocks that left a battle the same way as one: each block makes a fact of its own."""
    found: list[FactJson] = []
    ways: dict[tuple[str, ...], int] = {}
    for fact in facts:
        if fact["type"] in ONE_BY_ONE:
            way = (fact["type"], fact["side"], fact["town"], fact["to"])
            if way in ways:
                merged = found[ways[way]] | {"count": found[ways[way]]["count"] + fact["count"]}
                found[ways[way]] = merged | {"text": words.sentence(merged, None)}
                continue
            ways[way] = len(found)
        found.append(fact)
    return found


def _weightiest(facts: Sequence[FactJson]) -> list[str]:
    """Returns the sentences of the facts that weigh most, in the order in which they happened; an end is told by the
    result.
    """
    candidates = [
        place
        for place, fact in enumerate(facts)
        if fact["type"] in TOLD and fact["type"] != "game-won" and fact["text"]
    ]
    ranked = sorted(candidates, key=lambda place: TOLD.index(facts[place]["type"]))
    return [text for place in sorted(ranked[:MOST_SENTENCES]) if (text := facts[place]["text"])]


def _news_line(access: Access, side: str) -> str:
    """Returns what spectators saw of the others since this side's last move, in a sentence; nothing if it has not moved
    yet.
    """
    last = (
        access.game.events.filter(side=side, kind=GameEvent.Kind.ACTION, wall=True)
        .order_by("-seq")
        .values_list("seq", flat=True)
        .first()
    )
    if last is None:
        return ""
    facts = _facts_since(access, side, last)
    sentences = _weightiest(facts)
    moved = sum(fact["type"] in MOVES for fact in facts)
    if moved:
        sentences.append(ngettext("{count} block moved.", "{count} blocks moved.", moved).format(count=moved))
    if not sentences:
        sentences = [fact["text"] for fact in facts if WEIGHTS.get(fact["type"]) == Weight.PLAIN and fact["text"]][-1:]
    return _("Since your last move: {news}").format(news=" ".join(sentences)) if sentences else ""
