"""Parts that come with forms of pages."""

import pytest
import time_machine
from django.urls import reverse

from games.models import Game, SoughtDice
from tests.games.helpers import Player, ok, part_of, undone
from tests.games.parts_of_dice.conftest import MINE, THEIRS, begun_with, created, parts

pytestmark = pytest.mark.django_db


def test_each_form_that_leads_to_a_game_takes_the_part_along(richard: Player, saladin: Player) -> None:
    form = {"side": "frank", "opponent": "public", "handicap": "0", "pace": "friendly"} | part_of(richard)
    answer = richard.client.post(reverse("new-game"), form)
    game = Game.objects.get(public_id=form["dice"])
    assert answer["Location"] == reverse("game", args=[game.public_id])
    joining = {"dice": form["dice"], "randomness": THEIRS}
    saladin.client.post(reverse("join-game", args=[game.public_id]), joining)
    assert begun_with({"id": game.public_id}) == {"frank": form["randomness"], "saracen": THEIRS}
    ok(richard.resign(game))
    again = part_of(richard)
    richard.client.post(reverse("rematch", args=[game.public_id]), again)
    assert Game.objects.get(public_id=again["dice"]).rematch_of_id == game.pk
    alone = part_of(richard)
    richard.client.post(reverse("start-solo"), alone)
    assert Game.objects.get(public_id=alone["dice"]).status == "active"
    sought = part_of(saladin)
    saladin.client.post(reverse("seek"), {"side": "", "options": ""} | sought)
    assert SoughtDice.objects.get().randomness == sought["randomness"]


def test_a_spoiled_part_in_a_form_is_told_and_does_nothing(richard: Player, saladin: Player) -> None:
    for randomness in ["", "0" * 31, "zz" * 16, "AB" * 16]:
        with undone(randomness):
            game = created(richard)
            spoiled = {"dice": part_of(saladin)["dice"], "randomness": randomness}
            new = {"side": "frank", "opponent": "public", "handicap": "0"}
            for address, form in (
                (reverse("new-game"), new),
                (reverse("join-game", args=[game["id"]]), {}),
                (reverse("start-solo"), {}),
                (reverse("seek"), {"side": "", "options": ""}),
            ):
                page = saladin.client.post(address, form | spoiled, follow=True).content.decode()
                assert "A part of the dice is 32 hexadecimal digits" in page
            assert Game.objects.count() == 1
            assert parts(game)["saracen"] == ""


def test_where_no_scripts_run_the_room_says_what_is_missing_and_takes_typed_digits(
    richard: Player, saladin: Player, clock: time_machine.Traveller
) -> None:
    game = ok(richard.post("games/", {"side": "frank"}))
    room, add = reverse("game", args=[game["id"]]), reverse("add-part", args=[game["id"]])
    assert f'action="{add}"' in richard.client.get(room).content.decode()
    saladin.client.post(reverse("join-game", args=[game["id"]]), {"dice": game["id"], "randomness": THEIRS})
    mine, theirs = (player.client.get(room).content.decode() for player in (richard, saladin))
    assert "Your part of the dice is missing." in mine
    assert "The part of Richard in the dice is missing." in theirs
    assert add not in theirs
    for page in (mine, theirs):
        assert "What is missing on Nov. 2, 2026, noon is left out" in page
    assert "waits for a part of the dice" in saladin.client.get(reverse("my-games")).content.decode()
    assert "To the game" in richard.client.get(reverse("my-games")).content.decode()
    refused = richard.client.post(add, {"randomness": "dice"}, follow=True).content.decode()
    assert "A part of the dice is 32 hexadecimal digits" in refused
    richard.client.post(add, {"randomness": f" {MINE.upper()} "})
    assert begun_with(game) == {"frank": MINE, "saracen": THEIRS}
