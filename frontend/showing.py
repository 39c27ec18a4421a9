"""The battle that the first page shows: played once by the rules from a prepared position, as spectators see it."""

from typing import Any, cast

from frontend import facts, texts
from frontend.per_language import once_a_language
from games import words
from games.shapes import FactJson
from rules import game
from rules.actions import Action, SetChoice
from rules.dice import SeededDice
from rules.notation import parse_action, parse_position
from rules.position import Position

TOWN = "tiberias"
BEFORE = """rules 2.0
1187.2 move move frank
first frank
active frank
moves 3
hands move-3 move-3 move-3 move-3 | move-3 move-2 move-2 move-2
revealed move-3 | move-2
played move-3 | move-2
acre: king-guy conrad jerusalem-templars
legio: balian@2
tiberias: saladin@3 turks-1 kurds-1@2
"""
MOVES = ("move king-guy tiberias", "move conrad tiberias", "move jerusalem-templars tiberias", "done")
SEED = 23
MOST = 40
PREFIXES = ("side-", "bay-")
STAGE_TEXTS = frozenset(
    (
        *(
            "attacker",
            "battle-declared",
            "battle-of",
            "battles-to-come",
            "defender",
            "dice",
            "die",
            "die-hit",
            "die-self",
            "block-steps",
            "blow-charge",
            "blow-harry",
            "blow-walls",
            "blow-hunger",
            "blow-assassins",
            "hunger-costs",
            "hunger-steps",
            "end-last",
            "end-leaving",
            "end-last-sallied",
        ),
        *(
            "end-round",
            "end-storm",
            "end-storm-last",
            "figures",
            "half-a-hit",
            "half-hit-on",
            "has-fallen",
            "hits",
            "hits-to-take",
            "headline",
            "in-a-list",
            "jihad-on",
            "map",
            "narrated-moves",
        ),
        *(
            "no-way-out",
            "no-blocks-left",
            "order-of-fire",
            "phase-battle",
            "replay-pause",
            "replay-play",
            "reserve-of-round",
            "round-number",
        ),
        *(
            "round-is-last",
            "round-of",
            "steps-lost",
            "storm-on",
            "a-hidden-block",
            "fires-alone",
            "fires-no-way-out",
            "now-defends",
            "castle-room",
            "with-colon",
            "versus",
            "ways-out",
            "ways-out-means",
            "way-out",
            "storming",
            "sallying",
        ),
    )
)
"""What the modules of the stage say."""
SEEN = ("year", "turn", "step", "first", "you", "battle", "battles")
"""What the stage reads of a view, besides the blocks of the town."""


def steps() -> list[dict[str, Any]]:
    """Returns the moments of the battle: what a spectator sees, and what led to it, in the reader's language."""
    dice = SeededDice(SEED)
    position = parse_position(BEFORE)
    for text in MOVES:
        position = game.apply(position, "frank", parse_action(text), dice).position
    found: list[dict[str, Any]] = []
    for _ in range(MOST):
        (side,) = sorted(position.awaited)[:1]
        outcome = game.apply(position, side, _decide(position, side), dice)
        position = outcome.position
        seen = [cast(FactJson, fact) for event in outcome.events if (fact := event.seen_by(None))]
        facts = words.with_sentences(seen, None)
        if position.battle is not None or found:
            found.append({"view": _spectators_view(position), "events": facts})
        if found and position.battle is None:
            break
    return found


def _decide(position: Position, side: str) -> Action:
    """Returns the action of a side in the battle shown: fire if it can, else the first that is offered.

    Nobody goes inside the castle.
    """
    offered = game.legal_actions(position, side)
    first = offered[0]
    if isinstance(first, SetChoice):
        return first.choose(())
    for action in offered:
        if isinstance(action, Action) and action.type in ("done", "fire", "charge"):
            return action
    assert isinstance(first, Action)
    return first


def _spectators_view(position: Position) -> dict[str, Any]:
    view = game.recall(position, None)
    return {key: view[key] for key in SEEN} | {"map": {TOWN: view["map"].get(TOWN, {"stacks": []})}}


@once_a_language
def page_data() -> dict[str, Any]:
    """The JSON of the first page: the battle, with the names and texts that the stage shows, and no more of them."""
    played, all_texts = steps(), texts.all_texts()
    seen = {seen["id"] for step in played for stack in step["view"]["map"][TOWN]["stacks"] for seen in stack["blocks"]}
    return {
        "game": "",
        "sides": [],
        "solo": False,
        "urls": {},
        "blocks": {block: found for block, found in facts.blocks().items() if block in seen},
        "towns": {town: {"name": found["name"]} for town, found in facts.towns().items()},
        "cards": {},
        "texts": {key: text for key, text in all_texts.items() if key in STAGE_TEXTS or key.startswith(PREFIXES)},
        "steps": played,
    }
