"""The site commits itself to the dice of a game before it sees a part of them; a part is for those dice alone, and of
one form.
"""

import uuid

import pytest

from games import sealing
from games.models import Game, NextDice, SoughtDice
from games.services.record import dice
from rules.committed import commitment
from tests.games.helpers import Player, new_key, ok, part_of, problem, undone
from tests.games.parts_of_dice.conftest import MINE, THEIRS, at, created, game_of, parts

pytestmark = pytest.mark.django_db


def test_the_site_commits_itself_to_the_next_game_before_it_sees_a_part_of_it(richard: Player, saladin: Player) -> None:
    told = ok(richard.post("dice/"))
    assert ok(richard.post("dice/")) == told, "nobody gets several to choose from"
    assert ok(saladin.post("dice/"))["commitment"] != told["commitment"]
    game = ok(richard.post("games/", {"dice": told["dice"], "randomness": MINE, "side": "frank"}))
    assert game["id"] == told["dice"]
    made = game_of(game)
    assert made.commitment == told["commitment"] == commitment(game["id"], bytes.fromhex(dice.secret_of(made)))
    assert parts(game) == {"frank": MINE, "saracen": ""}
    assert ok(richard.post("dice/"))["dice"] != told["dice"], "the next game has dice of its own"


def test_what_the_site_answers_of_dice_to_come_tells_no_secret(richard: Player) -> None:
    told = ok(richard.post("dice/"))
    assert set(told) == {"dice", "commitment"}
    sealed = NextDice.objects.get().sealed_secret
    assert told["commitment"] == commitment(told["dice"], sealing.unseal(sealed))


def test_a_part_made_for_other_dice_makes_no_game(richard: Player, saladin: Player) -> None:
    for whose in ["used", "another's", "nobody's"]:
        with undone(whose):
            other = {
                "used": lambda: created(richard)["id"],
                "another's": lambda: part_of(saladin)["dice"],
                "nobody's": lambda: str(uuid.uuid4()),
            }
            wrong = {"dice": other[whose](), "randomness": MINE}
            before = Game.objects.count()
            for path in ("games/", "search/"):
                problem(richard.post(path, wrong), 409, "other-dice")
            assert Game.objects.count() == before
            assert not SoughtDice.objects.exists()


def test_a_request_repeated_with_its_key_is_answered_with_the_game_it_made(richard: Player) -> None:
    request = {"side": "frank", "key": new_key(), **part_of(richard)}
    once, again = (ok(richard.post("games/", request)) for _ in range(2))
    assert once["id"] == again["id"]
    other = ok(richard.post("games/", request | {"randomness": THEIRS}))
    assert parts(other)["frank"] == request["randomness"], "what was given once stands"


WRONG_LENGTH = ["", "0" * 31, "0" * 33, "0" * 31 + "\n"]
NO_DIGITS = ["g" * 32, "AB" * 16, " " * 32, "0x" + "0" * 30, "\u0660" * 32]
NO_TEXT = [5, None, ["0" * 32]]


def test_what_is_no_part_is_refused_wherever_it_can_be_given(richard: Player, saladin: Player) -> None:
    for bad in [*WRONG_LENGTH, *NO_DIGITS, *NO_TEXT]:
        with undone(bad):
            game, reserved = created(richard), ok(saladin.post("dice/"))["dice"]
            wrong = {"dice": reserved, "randomness": bad}
            for path, body in (
                ("games/", wrong),
                ("search/", wrong),
                (at(game, "join"), {"randomness": bad}),
                (at(game, "dice"), {"randomness": bad}),
                (at(game, "rematch"), wrong),
            ):
                problem(saladin.post(path, body), 400, "invalid")
            assert parts(game) == {"frank": MINE, "saracen": ""}
            assert Game.objects.count() == 1


def test_a_part_and_what_it_was_made_for_come_together(richard: Player) -> None:
    for half in [{"dice": str(uuid.uuid4())}, {"randomness": MINE}]:
        for path in ("games/", "search/"):
            problem(richard.post(path, half), 400, "invalid")
