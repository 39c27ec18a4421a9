"""What the squire says of its movement: from what its enemy was shown, and nothing else."""

from random import Random
from typing import Any

import pytest
from django.utils import translation

from frontend.texts import TEXTS
from games import words_hints
from games.access import find_game
from games.models import Game
from games.services.computer import telling
from opponent.lab.arena import Seat, maker
from opponent.lab.exchange import exchanged
from rules import game as rules_game
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.ruleset import Ruleset
from tests.games.computer.conftest import Begin, let_it_play
from tests.games.computer.test_playing import play_on
from tests.games.computer.test_turns import hand_over
from tests.games.helpers import Player, ok

MINE = {"side": "frank", "area": "field"}
THEIRS = {"side": "saracen", "area": "field", "blocks": []}


def moved(*towns: str) -> list[dict[str, Any]]:
    return [{"type": "group-moved", "side": "saracen", "path": ["damascus", town]} for town in towns]


@pytest.mark.parametrize(
    ("towns", "stacks", "said"),
    [
        ((), {}, ("told-stay", {})),
        (("acre", "banyas", "banyas"), {"acre": MINE}, ("told-attack", {"town": "acre", "count": 1})),
        (("acre",), {"acre": MINE | {"area": "castle"}}, ("told-siege", {"town": "acre", "count": 1})),
        (("acre", "acre"), {}, ("told-take", {"town": "acre", "count": 2})),
        (("acre", "acre"), {"acre": THEIRS | {"count": 2}}, ("told-take", {"town": "acre", "count": 2})),
        # Acre was theirs before: nothing is taken there.
        (("acre", "acre"), {"acre": THEIRS | {"count": 3}}, ("told-gather", {"town": "acre", "count": 2})),
        (("banyas",), {"tiberias": MINE}, ("told-guard", {"town": "banyas", "count": 1})),
        (("homs",), {"acre": MINE}, ("told-gather", {"town": "homs", "count": 1})),
    ],
)
def test_it_tells_the_movement_that_matters_most(
    towns: tuple[str, ...], stacks: dict[str, Any], said: tuple[str, Any]
) -> None:
    view = {"map": {town: {"stacks": [stack]} for town, stack in stacks.items()}}
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
    while outcome.position.year == 1187 and outcome.position.waiting:
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
    assert len(said) > 1


def test_the_page_says_what_it_will_try() -> None:
    said = telling.explain(moved("acre"), {"map": {"acre": {"stacks": [MINE]}}}, "frank", telling.TELLS["page"])
    assert (
        words_hints.reason_in_words(said.key, said.params)
        == "I want to try Acre: a battle comes. Blocks I sent there: 1."
    )


@pytest.mark.django_db
def test_the_squire_tells_its_player_and_other_levels_do_not(begin: Begin, richard: Player) -> None:
    def asked(game: Game) -> str:
        return str(ok(richard.get(f"games/{game.public_id}/computer/"))["explanation"])

    game = begin("squire")
    assert asked(game) == ""
    hand_over(game, richard)
    random = Random(7)
    for _ in range(150):  # it is silent again once the battle is over
        play_on(game, richard, random, 1)
        if asked(game):
            break
    assert asked(game).endswith(".")
    # With the cards of a later turn it is no news any more, until the computer has moved again.
    turn = richard.view(game)["turn"]
    for _ in range(200):
        view = richard.view(game)
        if view["turn"] != turn and view["step"] == "move" and view["first"] == view["active"] == "frank":
            break
        play_on(game, richard, random, 1)
    assert view["active"] == "frank"
    assert asked(game) == ""
    Game.objects.filter(pk=game.pk).update(computer="knight")
    assert asked(game) == ""


@pytest.mark.slow("plays until a battle that the computer named is over while another is not")
@pytest.mark.django_db
def test_what_it_wants_to_try_at_a_town_is_said_until_the_battle_there_is_over(begin: Begin, richard: Player) -> None:
    """Whose battle it gets is up to the dice: one of a few games has one with other battles behind it."""
    assert any(_silent_after_its_battle(begin("page"), richard) for _game in range(8))


def _silent_after_its_battle(game: Game, player: Player) -> bool:
    """Plays on, and checks at each act that a town whose battle is over is named no more; whether there was any."""
    assert player.user is not None
    hand_over(game, player)
    random = Random(11)
    tried, seen = set(), False
    for _ in range(150):
        play_on(game, player, random, 1)
        game.refresh_from_db()
        view, said = player.view(game), telling.explanation(find_game(user=player.user, game_id=game.public_id))
        if view["step"] == "card":
            tried.clear()
        town = said.params.get("town") if said else None
        open_still = {*view["battles"], *([view["battle"]["town"]] if view["battle"] else [])}
        if view["phase"] == "battle" and town in open_still:
            tried.add(town)
        if tried and view["phase"] == "battle" and not tried & open_still:
            assert town not in tried
            seen = True
    let_it_play()  # or the next game would find this one still waiting for the computer
    return seen


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_all_that_it_says_has_words(language: str) -> None:
    assert set(words_hints.TOLD) == telling.KEYS
    with translation.override(language):
        for key in telling.KEYS:
            said = words_hints.reason_in_words(key, {"town": "acre", "count": 3})
            assert said.endswith(".")
            assert "{" not in said


@pytest.mark.parametrize("level", telling.TELLS)
def test_the_page_names_who_explains_its_movement(level: str) -> None:
    """The template names the text by its level: no script does in letters that one could look for."""
    assert "{said}" in str(TEXTS[f"{level}-says"])
