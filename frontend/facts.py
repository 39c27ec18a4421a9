"""What the game page needs to know once: names and figures of blocks, towns and cards, and where to ask."""

from typing import Any

from django.urls import reverse

from frontend.texts import all_texts
from games.access import Access
from games.words import CARDS, block_name, town_name
from rules.atlas import SIDES, TOWNS
from rules.roster import BLOCKS

SIDE_NAMES = (*SIDES, "assassin")


def page_data(access: Access) -> dict[str, Any]:
    """The JSON written into the game page: the same for every view of this game."""
    game = str(access.game.public_id)
    address = {"game_id": game}
    return {
        "game": game,
        "sides": list(access.sides),
        "solo": access.game.solo,
        "urls": {
            "view": reverse("api-view", kwargs=address),
            "history": reverse("api-history", kwargs=address),
            "replay": reverse("api-replay", kwargs=address),
            "marks": reverse("api-replay-marks", kwargs=address),
            "actions": reverse("api-actions", kwargs=address),
            "undo": reverse("api-undo", kwargs=address),
            "restart": reverse("api-restart-turn", kwargs=address),
            "resign": reverse("api-resign", kwargs=address),
            "offers": reverse("api-offers", kwargs=address),
            "give-time": reverse("api-give-time", kwargs=address),
            "end-pause": reverse("api-end-pause", kwargs=address),
            "claim": reverse("api-claim", kwargs=address),
            "talk": reverse("api-talk", kwargs=address),
            "notebook": reverse("api-notebook", kwargs=address),
            "whereabouts": reverse("api-whereabouts", kwargs=address),
            "socket": f"/ws/games/{game}/",
            "aid": reverse("aid"),
        },
        "blocks": blocks(),
        "towns": towns(),
        "cards": {card: str(name) for card, name in CARDS.items()},
        "texts": all_texts(),
    }


def board_data(views: dict[str, Any], *, urls: dict[str, str], steps: list[int], at: int) -> dict[str, Any]:
    """The JSON of a page that draws the board without playing: names, texts, views by whose eyes they are, and the numbers of the events
    through which it can step from the one at `at`."""
    return {
        "game": "",
        "sides": [],
        "solo": False,
        "urls": urls,
        "blocks": blocks(),
        "towns": towns(),
        "cards": {card: str(name) for card, name in CARDS.items()},
        "texts": all_texts(),
        "views": views,
        "steps": steps,
        "at": at,
    }


def blocks() -> dict[str, Any]:
    return {
        block.id: {
            "name": block_name(block.id),
            "side": SIDE_NAMES[block.side],
            "kind": block.kind,
            "move": block.move,
            "steps": block.steps,
            "rating": f"{block.letter}{block.firepower}",
        }
        for block in BLOCKS
    }


def towns() -> dict[str, Any]:
    found: dict[str, Any] = {
        town.id: {
            "name": town_name(town.id),
            "side": SIDES[town.kingdom],
            "region": town.region,
            "rating": town.rating,
            "port": town.port,
            "fortified": town.fortified,
            "victory": town.victory,
            # Those whose arms hang on its towers: the Saracen princes bear Saladin's there.
            "seats": [
                block.id
                for block in BLOCKS
                if town.number in block.seats and block.kind != "nomad" and (not block.family or block.id == "saladin")
            ],
        }
        for town in TOWNS
    }
    outside = {
        "side": "assassin",
        "region": "Masyaf",
        "rating": 0,
        "port": False,
        "fortified": False,
        "victory": False,
        "seats": ["assassins"],
    }
    return found | {"masyaf": {"name": town_name("masyaf"), **outside}}
