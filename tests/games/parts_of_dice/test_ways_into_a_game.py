"""Parts of games that are started by hand, found by a search, offered again, or played alone."""

from typing import Any

import pytest
from django.urls import reverse

from games.models import GameEvent, SoughtDice
from tests.games.conftest import started
from tests.games.helpers import Player, ok, part_of, problem
from tests.games.parts_of_dice.conftest import HANDICAP, MINE, THEIRS, at, begun_with, created, game_of, parts

pytestmark = pytest.mark.django_db


def test_a_game_started_by_hand_waits_for_a_part_when_it_is_started(richard: Player, saladin: Player) -> None:
    game = created(richard, start="by-hand")
    joined = ok(saladin.post(at(game, "join")))
    assert (joined["status"], joined["dice-due-at"]) == ("open", None)
    for _ in range(2):
        assert ok(richard.post(at(game, "start")))["dice-due-at"] is not None
    assert (ok(richard.get("waiting/"))["results"], ok(saladin.get("waiting/"))["results"]) == ([], [game["id"]])
    ok(saladin.post(at(game, "dice"), {"randomness": THEIRS}))
    assert game_of(game).status == "active"
    assert GameEvent.objects.filter(kind="system").count() == 4, "it was started once"


def test_a_part_given_before_the_start_by_hand_starts_nothing(richard: Player, saladin: Player) -> None:
    game = created(richard, start="by-hand")
    ok(saladin.post(at(game, "join")))
    assert ok(saladin.post(at(game, "dice"), {"randomness": THEIRS}))["open"] is True
    assert game_of(game).status == "open"
    assert ok(richard.post(at(game, "start")))["status"] == "active"


def test_a_game_made_of_a_search_has_the_dice_that_the_search_was_shown(richard: Player, saladin: Player) -> None:
    told = ok(richard.post("dice/"))
    assert ok(richard.post("search/", {"dice": told["dice"], "randomness": MINE}))["game"] is None
    found = ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))["game"]
    assert (found["id"], found["status"], game_of(found).commitment) == (told["dice"], "active", told["commitment"])
    assert set(begun_with(found).values()) == {MINE, THEIRS}
    assert not SoughtDice.objects.exists()


def test_a_search_is_no_creation_that_uses_up_the_dice_of_a_game_made_meanwhile(
    richard: Player, saladin: Player
) -> None:
    ok(richard.post("search/", part_of(richard)))
    meanwhile = created(richard)
    found = ok(saladin.post("search/", {**part_of(saladin), "side": "saracen", "ruleset": {"iron-bridge": True}}))[
        "game"
    ]
    assert found["id"] != meanwhile["id"]
    assert found["status"] == "active"


def test_the_same_search_again_keeps_its_dice_and_its_part(richard: Player) -> None:
    wish = part_of(richard)
    for _ in range(2):
        ok(richard.post("search/", wish | {"side": "frank"}))
    problem(richard.post("search/", wish | {"randomness": THEIRS}), 409, "contributed-before")
    sought = SoughtDice.objects.get()
    assert (str(sought.game_id), sought.randomness) == (wish["dice"], wish["randomness"])
    assert richard.client.delete("/api/v1/search/").status_code == 204
    assert not SoughtDice.objects.exists()


def test_a_search_that_finds_an_open_game_brings_its_part_along(richard: Player, saladin: Player) -> None:
    game = created(richard)
    found = ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))["game"]
    assert (found["id"], found["status"]) == (game["id"], "active")
    assert begun_with(found) == {"frank": MINE, "saracen": THEIRS}


def test_an_open_game_that_fits_a_search_takes_its_part(richard: Player, saladin: Player) -> None:
    ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))
    game = created(richard)
    assert game["status"] == "active"
    assert begun_with(game) == {"frank": MINE, "saracen": THEIRS}


def test_a_part_from_a_search_does_not_count_where_it_alone_would_bind_the_site(
    richard: Player, saladin: Player
) -> None:
    """It was known before anybody's browser had been shown the commitment of this game."""
    game = ok(richard.post("games/", {"side": "frank"}))
    ok(saladin.post("search/", {**part_of(saladin), "randomness": THEIRS}))
    assert parts(game) == {"frank": "", "saracen": ""}
    assert game_of(game).status == "open"
    ok(saladin.post(at(game, "dice"), {"randomness": "1" * 32}))
    ok(richard.post(at(game, "dice"), {"randomness": MINE}))
    assert begun_with(game) == {"frank": MINE, "saracen": "1" * 32}


def test_a_rematch_is_offered_and_accepted_with_the_parts_of_both(
    richard: Player, saladin: Player, settings: Any
) -> None:
    settings.DICE_WAIT_HOURS = 0
    before = started(richard, saladin)
    settings.DICE_WAIT_HOURS = 24
    ok(saladin.resign(before))
    offered = ok(richard.post(f"games/{before.public_id}/rematch/", {**part_of(richard), "randomness": MINE}))
    assert offered["status"] == "open"
    told = ok(saladin.get(at(offered, "dice")))
    assert told["commitment"] == game_of(offered).commitment
    accepted = ok(saladin.post(f"games/{before.public_id}/rematch/", {"dice": offered["id"], "randomness": THEIRS}))
    assert (accepted["id"], accepted["status"]) == (offered["id"], "active")
    assert begun_with(accepted) == {"frank": THEIRS, "saracen": MINE}


def test_both_who_offer_a_rematch_play_one_with_both_parts(richard: Player, saladin: Player, settings: Any) -> None:
    settings.DICE_WAIT_HOURS = 0
    before = started(richard, saladin)
    settings.DICE_WAIT_HOURS = 24
    ok(saladin.resign(before))
    requests = [(richard, part_of(richard)), (saladin, part_of(saladin))]
    answers = [ok(player.post(f"games/{before.public_id}/rematch/", part)) for player, part in requests]
    assert answers[1]["status"] == "active"
    assert sorted(begun_with(answers[1]).values()) == sorted(part["randomness"] for _player, part in requests)


def test_alone_one_part_stands_for_both_sides_and_each_game_has_dice_of_its_own(richard: Player) -> None:
    games = [
        ok(richard.post("games/", {"solo": True, **part_of(richard), **(HANDICAP if number % 2 else {})}))
        for number in range(6)
    ]
    assert {game["status"] for game in games} == {"active"}
    assert all(begun_with(game)["frank"] == begun_with(game)["saracen"] != "" for game in games)
    assert len({begun_with(game)["frank"] for game in games}) == len({game_of(game).commitment for game in games}) == 6


def test_alone_without_a_part_the_game_waits_for_it(richard: Player) -> None:
    game = ok(richard.post("games/", {"solo": True, **HANDICAP}))
    assert (game["status"], game_of(game).draws_made) == ("open", 0)
    assert ok(richard.get("waiting/"))["results"] == []
    assert "Solo game" in richard.client.get(reverse("my-games")).content.decode()
    assert ok(richard.post(at(game, "dice"), {"randomness": MINE}))["open"] is False
    assert begun_with(game) == {"frank": MINE, "saracen": MINE}


def test_alone_each_side_may_have_a_part_of_its_own(richard: Player) -> None:
    game = ok(richard.post("games/", {"solo": True}))
    ok(richard.post(at(game, "dice"), {"randomness": MINE, "side": "frank"}))
    assert game_of(game).status == "open"
    ok(richard.post(at(game, "dice"), {"randomness": THEIRS, "side": "saracen"}))
    assert begun_with(game) == {"frank": MINE, "saracen": THEIRS}
