"""Constant data of the game page as JSON: names and figures of blocks, towns and cards, and URLs of the API."""

from datetime import timedelta
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

from frontend import addresses
from frontend.per_language import once_a_language
from frontend.texts import all_texts
from games.access import Access
from games.accounts.guests import LEVEL
from games.models import User
from games.weights import FOR_SCRIPTS
from games.words import CARDS, shared_name, town_name
from games.words_names import BLOCK_MARKS
from rules.atlas import SIDES, TOWNS
from rules.editions import FIGURES
from rules.roster import BLOCKS, Block
from rules.ruleset import Ruleset

SIDE_NAMES = (*SIDES, "assassin")
LOST_FOR_GOOD = {edition: Ruleset.of(edition).permanent for edition in FIGURES}
NEW_HERE = timedelta(days=30)
"""How long after their first visit decisions are explained to somebody who plays people."""


OF_A_GAME = {
    "view": "api-view",
    "history": "api-history",
    "replay": "api-replay",
    "marks": "api-replay-marks",
    "actions": "api-actions",
    "undo": "api-undo",
    "restart": "api-restart-turn",
    "resign": "api-resign",
    "offers": "api-offers",
    "give-time": "api-give-time",
    "end-pause": "api-end-pause",
    "claim": "api-claim",
    "talk": "api-talk",
    "notebook": "api-notebook",
    "whereabouts": "api-whereabouts",
    "computer": "api-computer",
    "hint": "api-hint",
    "analysis": "api-analysis",
}


def page_script(access: Access) -> SafeString:
    """The JSON written into the game page, as a script element: the same for every view of this game."""
    game = str(access.game.public_id)
    own = {
        "game": game,
        "sides": list(access.sides),
        "solo": access.game.solo,
        "lesson": access.game.lesson,
        "siege-lesson": access.game.siege_lesson,
        "explained": is_explained(access),
        "computer": next(
            (side for side, seat in access.seats.items() if seat.user is not None and seat.user.computer), None
        ),
        "urls": {
            **{key: addresses.of_game(name, game) for key, name in OF_A_GAME.items()},
            "socket": f"/ws/games/{game}/",
            "aid": reverse("aid"),
            "lesson": reverse("lesson"),
            "practice": addresses.of_game("practice", game),
            "odds": reverse("api-odds", args=[game, "TOWN"]),
            # Of a private game there are no pictures.
            "moment": addresses.of_game("moment-picture", game) if access.game.visibility == "public" else "",
        },
    }
    begin, end = json_script(own, "page-data").rsplit("}", 1)
    coached = access.game.lesson or is_explained(access)
    return mark_safe(f"{begin}, {_of_every_game(coached=coached, hinted=access.game.hints)}}}{end}")


def is_explained(access: Access) -> bool:
    """Whether the first decision of each kind is explained to the player: against the gentlest level, and in a game
    with a person to guests and in the first month of an account.
    """
    game, user = access.game, access.user
    if game.computer == LEVEL:
        return True
    if game.solo or game.computer or not access.sides or not isinstance(user, User):
        return False
    return user.guest or timezone.now() - user.date_joined < NEW_HERE


@once_a_language
def _of_every_game(*, coached: bool, hinted: bool) -> str:
    """The members that depend on no more of the game than whether it is explained, and has hints, as JSON without its
    braces."""
    return json_script(names(coached=coached, hinted=hinted)).split("{", 1)[1].rsplit("}", 1)[0]


@once_a_language
def names(*, coached: bool = False, hinted: bool = False) -> dict[str, Any]:
    """Names and figures of all blocks, towns and cards, the texts of the scripts, what counts among facts, and where
    the picture of the hills is."""
    cards = {card: str(name) for card, name in CARDS.items()}
    return {
        "blocks": blocks(),
        "towns": towns(),
        "cards": cards,
        "texts": all_texts(coached=coached, hinted=hinted),
        "weights": FOR_SCRIPTS,
        "relief": static("frontend/relief.webp"),
    }


def board_data(views: dict[str, Any], *, urls: dict[str, str], steps: list[int], at: int) -> dict[str, Any]:
    """The JSON of a page that draws the board without playing: names, texts, views by perspective, and the numbers of
    the events through which it can step from the one at `at`."""
    return {
        "game": "",
        "sides": [],
        "solo": False,
        "computer": None,
        "urls": urls,
        **names(),
        "views": views,
        "steps": steps,
        "at": at,
    }


def _editions_without_return(block: Block) -> list[str]:
    """Returns the editions in which a block is lost for good when it falls (6.34): none for most."""
    return [edition for edition, lost in LOST_FOR_GOOD.items() if lost >> block.number & 1]


def blocks() -> dict[str, Any]:
    """The constant data of each block, by id; equal for all viewers."""
    return {
        block.id: {
            "name": shared_name(block.id),
            "mark": BLOCK_MARKS.get(block.id, ""),
            "homes": [TOWNS[seat].id for seat in block.seats],
            "side": SIDE_NAMES[block.side],
            "kind": block.kind,
            "move": block.move,
            "steps": block.steps,
            "rating": f"{block.letter}{block.firepower}",
        }
        | ({"permanent": editions} if (editions := _editions_without_return(block)) else {})
        for block in BLOCKS
    }


def towns() -> dict[str, Any]:
    """The constant data of each town, by id; equal for all viewers."""
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
