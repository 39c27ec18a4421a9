"""A part stands once it is given, and who may see of a game what it was given for."""

import uuid

import pytest
from django.urls import reverse

from games.models import GameEvent
from games.services.record import dice
from rules.committed import CommittedDice
from tests.games.helpers import Player, ok, problem
from tests.games.parts_of_dice.conftest import HANDICAP, MINE, THEIRS, at, created, game_of, parts

pytestmark = pytest.mark.django_db


def test_a_part_stands_once_it_is_given(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = created(richard, start="by-hand")
    for _ in range(2):
        ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    problem(richard.post(at(game, "dice"), {"randomness": THEIRS}), 409, "contributed-before")
    problem(baldwin.post(at(game, "dice"), {"randomness": THEIRS}), 403, "not-a-player")
    problem(saladin.post(f"games/{uuid.uuid4()}/dice/", {"randomness": THEIRS}), 404, "not-found")
    assert parts(game) == {"frank": MINE, "saracen": ""}


def test_the_opponents_part_given_again_is_a_part_and_leaves_the_dice_to_the_secret(
    richard: Player, saladin: Player
) -> None:
    game = created(richard, **HANDICAP)
    ok(saladin.post(at(game, "join"), {"randomness": MINE}))
    made = game_of(game)
    secret = bytes.fromhex(dice.secret_of(made))
    (drawing,) = [event for event in GameEvent.objects.all() if event.draws]
    source = CommittedDice(secret, game["id"], {"frank": MINE, "saracen": MINE})
    lots = [""] * drawing.draws[0]["of"]
    source.choose("handicap", lots, len(drawing.draws[0]["results"]))
    assert list(source.draws[0].picks) == drawing.draws[0]["picks"]


def test_who_joins_again_may_give_another_part_and_the_creators_stands(
    richard: Player, saladin: Player, baldwin: Player
) -> None:
    game = created(richard, start="by-hand")
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    saladin.post(at(game, "leave"))
    ok(baldwin.post(at(game, "join"), {"randomness": "1" * 32}))
    assert parts(game) == {"frank": MINE, "saracen": "1" * 32}


def test_whoever_has_the_link_of_a_private_game_sees_its_commitment_before_joining(
    richard: Player, saladin: Player
) -> None:
    game = created(richard, visibility="private")
    problem(saladin.get(at(game, "dice")), 404, "not-found")
    problem(saladin.get(at(game, "dice"), invitation="guess"), 404, "not-found")
    assert ok(saladin.get(at(game, "dice"), invitation=game["invitation"]))["commitment"] == game_of(game).commitment


def test_history_of_a_game_that_waits_is_told_to_nobody_else(richard: Player, saladin: Player, baldwin: Player) -> None:
    game = ok(richard.post("games/", {"side": "frank", "visibility": "private"}))
    ok(saladin.post(at(game, "join"), {"invitation": game["invitation"]}))
    problem(baldwin.get(at(game, "dice")), 404, "not-found")
    problem(baldwin.post(at(game, "dice"), {"randomness": MINE}), 404, "not-found")
    assert baldwin.client.post(reverse("add-part", args=[game["id"]]), {"randomness": MINE}).status_code == 404
