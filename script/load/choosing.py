"""The `purposeful` style of `rules.selfplay`, choosing from the offers of a view, which is all that a player's program
knows.
"""

from random import Random
from typing import Any

from rules.selfplay import ENDS_EARLY, WEIGHTS

Json = dict[str, Any]
TOGETHER = ("muster", "place", "regroup", "strengthen")
"""What a player plans for several blocks before sending it."""


def choose(view: Json, random: Random) -> Json:
    """Returns one action: first its type, then block and place. Seldom ends a decision early."""
    offers = view["actions"]
    types = sorted({offer["type"] for offer in offers})
    if "done" in types and len(types) > 1:
        step = (
            "leave-siege"
            if "retreat" in types
            else "regroup"
            if "regroup" in types
            else "seats"
            if "place" in types
            else ""
        )
        if random.random() < ENDS_EARLY.get(step, 0.03):
            return {"type": "done"}
        types.remove("done")
    chosen = random.choices(types, [WEIGHTS.get(name, 2.0) for name in types])[0]
    fitting = [offer for offer in offers if offer["type"] == chosen]
    # An offer of many actions counts for as many.
    return settle(random.choices(fitting, [size(offer) for offer in fitting])[0], random)


def several(view: Json, random: Random, most: int) -> list[Json]:
    """Returns the actions of one request: one, or up to `most` of a type, each for another block."""
    actions = [choose(view, random)]
    kind = actions[0]["type"]
    if kind == "move":
        return [*actions, *companions(view, actions[0])][:most]
    if kind not in TOGETHER:
        return actions
    used = {actions[0].get("block")}
    for _ in range(most - 1):
        offers = [offer for offer in view["actions"] if offer["type"] == kind]
        action = settle(random.choice(offers), random)
        if action.get("block") not in used:
            used.add(action.get("block"))
            actions.append(action)
    return actions


def companions(view: Json, move: Json) -> list[Json]:
    """Returns the same move for one more block of the stack: any road bears two, and together they take one of the
    Moves.
    """
    stacks = [{block["id"] for block in stack["blocks"]} for town in view["map"].values() for stack in town["stacks"]]
    mates = next((stack for stack in stacks if move["block"] in stack), set()) - {move["block"]}
    for offer in view["actions"]:
        if offer["type"] == "move" and move["path"] in options(offer["path"], list):
            for block in mates.intersection(options(offer["block"], str)):
                return [move | {"block": block}]
    return []


def options(value: Any, kind: type) -> list[Any]:
    """The possible values of a choice, as a list; of a fixed value that one."""
    return value["any"] if isinstance(value, dict) else [value] if isinstance(value, kind) else []


def size(offer: Json) -> int:
    found = 1
    for value in offer.values():
        if isinstance(value, dict) and "any" in value:
            found *= len(value["any"])
    return found


def settle(offer: Json, random: Random) -> Json:
    return {name: _one(value, random) for name, value in offer.items() if name != "about"}


def _one(value: Any, random: Random) -> Any:
    if isinstance(value, dict) and "any" in value:
        return random.choice(value["any"])
    if isinstance(value, dict) and "some" in value:
        return random.sample(value["some"], random.randint(value["least"], value["most"]))
    return value
