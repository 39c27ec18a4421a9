"""What the squire says of its movement: from what its enemy was shown, and nothing else."""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from frontend.texts import all_texts
from games import words_hints
from games.access import find_game
from games.models import Game, User
from games.services.play.play import submit
from games.services.record.state import load_state
from games.services.views import telling
from opponent.lab.arena import Seat, maker
from rules import game as rules_game
from rules.atlas import SIDES, TOWN
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.games.computer.conftest import Begin
from tests.games.computer.test_odds import at
from tests.games.helpers import Player, ok
from tests.opponent.exchanging import exchanged
from tests.rules.scene import choosing, moving

Act = Callable[..., None]
MINE = {"side": "frank", "area": "field"}
THEIRS = {"side": "saracen", "area": "field", "blocks": []}


def moved(*towns: str) -> list[dict[str, Any]]:
    """Marches from Damascus to towns; to Damascus from those with an exclamation mark."""
    ways = [[town[1:], "damascus"] if town.startswith("!") else ["damascus", town] for town in towns]
    return [{"type": "group-moved", "side": "saracen", "path": way} for way in ways]


def test_it_tells_the_movement_that_matters_most() -> None:
    for towns, stacks, said in [
        ((), {}, ("told-stay", {})),
        (("acre", "banyas", "banyas"), {"acre": MINE}, ("told-attack", {"town": "acre", "count": 1})),
        # Some of theirs stood there before: they come to help them.
        (("acre",), {"acre": [MINE, THEIRS | {"count": 3}]}, ("told-help", {"town": "acre", "count": 1})),
        (("acre",), {"acre": [MINE, THEIRS | {"count": 1}]}, ("told-attack", {"town": "acre", "count": 1})),
        (
            ("acre",),
            {"acre": [MINE, THEIRS | {"count": 1}, THEIRS | {"count": 2, "area": "castle"}]},
            ("told-relieve", {"town": "acre", "count": 1}),
        ),
        (("acre",), {"acre": MINE | {"area": "castle"}}, ("told-siege", {"town": "acre", "count": 1})),
        (("acre", "acre"), {}, ("told-take", {"town": "acre", "count": 2})),
        (("acre", "acre"), {"acre": THEIRS | {"count": 2}}, ("told-take", {"town": "acre", "count": 2})),
        # Acre was theirs before: nothing is taken there.
        (("acre", "acre"), {"acre": THEIRS | {"count": 3}}, ("told-gather", {"town": "acre", "count": 2})),
        (("acre", "!acre"), {"acre": THEIRS | {"count": 1}}, ("told-gather", {"town": "acre", "count": 1})),
        (("banyas",), {"tiberias": MINE}, ("told-guard", {"town": "banyas", "count": 1})),
        (("homs",), {"acre": MINE}, ("told-gather", {"town": "homs", "count": 1})),
    ]:
        view = {
            "map": {town: {"stacks": stack if isinstance(stack, list) else [stack]} for town, stack in stacks.items()}
        }
        assert tuple(telling.explain(moved(*towns), view, "frank")) == said


def test_what_it_says_is_the_same_whatever_it_hides() -> None:
    """A whole year of the squire's movements, each told a second time with everything dealt anew that it hides from the
    Franks.
    """
    dice, random = SeededDice("telling"), Random(4)
    seats = {side: Seat(side, maker("squire")(side, 6), 6) for side in SIDES}
    outcome = rules_game.new_game(Ruleset(), dice)
    facts: list[Any] = []
    said = set()
    for _ in range(1000):
        if outcome.position.year != 1187 or not outcome.position.waiting:
            break
        for seat in seats.values():
            seat.see(outcome)
        side = min(outcome.position.awaited)
        outcome = rules_game.apply(outcome.position, side, seats[side].decide(outcome.position), dice)
        seen = [
            fact
            for event in outcome.events
            if (fact := event.seen_by("frank")) is not None and fact.get("side") == "saracen"
        ]
        facts += seen
        if any(fact["type"] == "movement-ended" for fact in seen):
            other = exchanged(outcome.position, 1, random)
            one, two = (
                telling.explain(facts, rules_game.observe(each, "frank"), "frank") for each in (outcome.position, other)
            )
            assert one == two
            said.add(one.key)
            facts = []
    else:
        raise AssertionError("the year does not end")
    assert len(said) > 1


def test_the_page_says_what_it_will_try() -> None:
    said = telling.explain(moved("acre"), {"map": {"acre": {"stacks": [MINE]}}}, "frank", telling.TELLS["page"])
    assert (
        words_hints.reason_in_words(said.key, said.params)
        == "I want to try Acre: a battle comes. Blocks I sent there: 1."
    )


@pytest.fixture
def act(richard: Player) -> Act:
    """Acts for a side of a game between Richard's Franks and the computer, which decides nothing itself."""

    def submitted(game: Game, side: str, **action: Any) -> None:
        user = richard.user if side == "frank" else User.objects.get(seats__game=game, seats__side=side)
        assert user is not None
        version = game.seats.get(side=side).version
        submit(game_id=game.public_id, user=user, actions=[action], expected_version=version, idempotency_key=uuid4())

    return submitted


@pytest.mark.django_db
def test_the_squire_tells_its_player_alone_and_other_levels_do_not(
    begin: Begin, richard: Player, saladin: Player, act: Act
) -> None:
    game, places = begin("squire"), "acre: king-guy\ndamascus: saladin"

    def asked() -> str:
        return str(ok(richard.get(f"games/{game.public_id}/view/")).get("said"))

    at(game, moving(places, first="saracen"))
    act(game, "saracen", type="move", block="saladin", path=["banyas"])
    assert asked() == ""
    act(game, "saracen", type="done")
    assert asked().startswith("I gather at Banyas, ")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    assert "said" not in ok(saladin.get(f"games/{game.public_id}/view/"))
    # With the cards of the next turn it is no news any more, until the computer has moved again.
    at(game, choosing(places, frank="move-3 move-2", saracen="move-1 move-2", turn="1188.5"))
    act(game, "frank", type="play-card", card="move-3")
    assert asked().endswith(".")
    act(game, "saracen", type="play-card", card="move-1")
    assert asked() == ""
    act(game, "frank", type="done")
    act(game, "saracen", type="done")
    assert asked().endswith(".")
    Game.objects.filter(pk=game.pk).update(computer="knight")
    at(game, moving(places, first="frank"))
    assert asked() == "None"


@pytest.mark.django_db
def test_what_it_wants_to_try_at_a_town_is_said_until_the_battle_there_is_over(
    begin: Begin, richard: Player, act: Act
) -> None:
    """It attacks Ajlun with two blocks and Jericho with one, and fights at Ajlun first: three rounds at the most."""
    game = begin("page")

    def said() -> object:
        reason = telling.explanation(find_game(user=richard.user, game_id=game.public_id))
        return reason and reason.params["town"]

    def position() -> Position:
        return load_state(find_game(user=richard.user, game_id=game.public_id)).live

    at(game, moving("ajlun: king-guy walter\njericho: balian\nashtera: yazkuj qaimaz\namman: sanjar", first="saracen"))
    for block, town in (("yazkuj", "ajlun"), ("qaimaz", "ajlun"), ("sanjar", "jericho")):
        act(game, "saracen", type="move", block=block, path=[town])
    assert said() is None
    act(game, "saracen", type="done")
    assert said() == "ajlun"
    act(game, "frank", type="done")
    act(game, "saracen", type="choose-battle", town="ajlun")
    for _ in range(50):
        if (fought := position()).combat.town != TOWN["ajlun"]:
            break
        assert said() == "ajlun"
        (side,) = fought.awaited
        act(game, side, **rules_game.legal_actions(fought, side)[0].to_json())
    assert fought.combat.town == TOWN["jericho"]
    assert said() is None


@pytest.mark.django_db
def test_what_it_says_of_no_fight_is_said_until_its_player_has_moved(begin: Begin, richard: Player, act: Act) -> None:
    game = begin("page")

    def said() -> object:
        return telling.explanation(find_game(user=richard.user, game_id=game.public_id))

    at(game, moving("acre: walter\ntyre: conrad\nashtera: yazkuj", first="saracen"))
    act(game, "saracen", type="move", block="yazkuj", path=["damascus"])
    act(game, "saracen", type="done")
    assert said() is not None
    act(game, "frank", type="move", block="conrad", path=["sidon"])
    assert said() is not None
    act(game, "frank", type="done")
    assert said() is None


def test_all_that_it_says_has_words() -> None:
    for language in ["en", "fr", "pl"]:
        assert set(words_hints.TOLD) == telling.KEYS
        with translation.override(language):
            for key in telling.KEYS:
                said = words_hints.reason_in_words(key, {"town": "acre", "count": 3})
                assert said.endswith(".")
                assert "{" not in said


def test_the_page_names_who_explains_its_movement() -> None:
    """The template names the text by its level: no script does in letters that one could look for."""
    for level in telling.TELLS:
        assert "{said}" in str(all_texts()[f"{level}-says"])
