"""Secrets and parts of dice to come: sealed anew, lost, left behind, moved with a game, and told of by its record."""

from typing import Any

import pytest
from django.core.management import call_command

from games import sealing
from games.accounts.deletion import delete_account
from games.models import Game, NextDice, SoughtDice
from games.services.archive import export
from games.services.archive.importing import import_game
from rules import verify
from rules.chain import event_hash
from rules.committed import commitment
from tests.games.helpers import DONE, Json, Player, ok, part_of, problem
from tests.games.parts_of_dice.conftest import MINE, THEIRS, at, created, game_of, parts, starts
from tests.games.test_moving_games import forget

pytestmark = pytest.mark.django_db


def test_secrets_of_dice_to_come_are_sealed_anew_with_the_others(
    richard: Player, saladin: Player, settings: Any
) -> None:
    from cryptography.fernet import Fernet

    part_of(richard)
    ok(saladin.post("search/", part_of(saladin)))
    settings.DICE_KEY, settings.DICE_KEY_FALLBACKS = Fernet.generate_key().decode(), [settings.DICE_KEY]
    call_command("seal_dice_anew", verbosity=0)
    settings.DICE_KEY_FALLBACKS = []
    for kept in (NextDice.objects.get(), SoughtDice.objects.get()):
        assert commitment(str(kept.game_id), sealing.unseal(kept.sealed_secret)) == kept.commitment


def test_dice_to_come_that_no_key_opens_are_drawn_anew(richard: Player, saladin: Player, settings: Any) -> None:
    from cryptography.fernet import Fernet

    lost, sought = part_of(richard), part_of(saladin)
    ok(saladin.post("search/", sought))
    settings.DICE_KEY = Fernet.generate_key().decode()
    problem(richard.post("games/", {"solo": True, **lost}), 409, "other-dice")
    game = ok(richard.post("games/", {"solo": True, **part_of(richard)}))
    assert (game["status"], game["id"] == lost["dice"]) == ("active", False)
    found = ok(richard.post("search/", part_of(richard)))["game"]
    assert (found["status"], found["id"] == sought["dice"]) == ("open", False)
    assert set(parts(found).values()) == {""}, "a part for dice that are lost is asked for anew"


def test_who_leaves_the_site_leaves_no_dice_behind(richard: Player) -> None:
    assert richard.user is not None
    part_of(richard)
    delete_account(user=richard.user)
    assert not NextDice.objects.exists()


def test_a_game_that_has_drawn_nothing_is_brought_elsewhere_with_its_parts(richard: Player, saladin: Player) -> None:
    assert richard.user is not None
    game = created(richard)
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    record = export.export_record(game_of(game))
    forget(game_of(game))
    brought = import_game(record, owner=richard.user, players={"frank": richard.user, "saracen": saladin.user})
    assert parts({"id": brought.public_id}) == {"frank": MINE, "saracen": THEIRS}


def test_a_record_whose_first_draw_is_made_of_other_parts_than_the_start_had_is_found(
    richard: Player, saladin: Player
) -> None:
    """As the site would have to write it that had drawn with a part of its own choosing."""
    game = created(richard)
    ok(saladin.post(at(game, "join"), {"randomness": THEIRS}))
    ok(richard.act(game_of(game), DONE))
    ok(saladin.resign(game_of(game)))
    record = export.export_record(game_of(game))
    next(event for event in record["events"] if starts(event))["payload"]["contributions"]["frank"] = "1" * 32
    assert "made of other contributions than the game began with" in verify.check(linked(record)).line()


def test_a_record_with_parts_that_cannot_be_is_found(without_richard: Game, richard: Player) -> None:
    ok(richard.resign(without_richard))
    for contributions, words in [
        ({"frank": "1" * 32, "saracen": THEIRS}, "it begins with a part of the dice of a side that gave none"),
        ({"frank": "1" * 31, "saracen": THEIRS}, "it cannot begin so"),
        ({"frank": THEIRS}, "it cannot begin so"),
        ([], "it cannot"),
    ]:
        record = export.export_record(game_of({"id": without_richard.public_id}))
        start = next(event for event in record["events"] if starts(event))
        start["payload"]["contributions"] = start["draws"][0]["made-of"]["contributions"] = contributions
        assert words in verify.check(linked(record)).line()


def linked(record: Json) -> Json:
    """The record with every fingerprint made anew, as the operator of the site could."""
    prev = record["events"][0]["prev"]
    for event in record["events"]:
        event["prev"] = prev
        event["hash"] = prev = event_hash(event)
    record |= {"head": prev, "signature": None}
    return record | {"seal": verify.seal(record)}
