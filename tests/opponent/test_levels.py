"""The levels decide by what their side may know, by the rules, and say why."""

from random import Random

import pytest

from opponent import levels
from opponent.evaluate import evaluate
from opponent.knowledge import imagine
from opponent.lab.arena import LEVELS, Seat, maker, play
from opponent.levels import baron, compared
from opponent.reasons import KEYS, USUAL, Reason
from opponent.search import Choice, Effort, End
from rules import game
from rules.actions import Action
from rules.atlas import SIDES
from rules.dice import SeededDice
from rules.position import Position
from rules.ruleset import Ruleset
from tests.opponent import clear_choices
from tests.opponent.exchanging import compare, dealt_anew
from tests.rules.combat import battle

SHORT = {"page": 40, "squire": 80, "knight": 40, "baron": 20, "king": 8}
"""Decisions of a game that are played here."""


@pytest.mark.parametrize(
    "level",
    [name if name in ("page", "knight", "king") else pytest.param(name, marks=pytest.mark.whole) for name in SHORT],
)
def test_a_level_decides_the_same_whatever_the_enemy_hides(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        levels, "KING", Effort(plans=4, worlds=3, battle_worlds=3, card_worlds=2, changes=2)
    )  # the same ways, shorter
    assert compare(level, 1, most=SHORT[level], exchange=dealt_anew) == []


@pytest.mark.whole
def test_the_exchange_finds_what_rests_on_hidden_blocks() -> None:
    position = game.new_game(Ruleset(), SeededDice(1)).position
    random = Random(1)
    assert len({sum(dealt_anew(position, 1, random).steps) for _ in range(5)}) > 1


@pytest.mark.whole
def test_a_knight_beats_the_styles_of_selfplay_on_either_side() -> None:
    assert play("knight", "purposeful", 1).winner == "frank"
    assert play("siege", "knight", 2).winner == "saracen"


@pytest.mark.whole
def test_the_page_loses_to_the_squire_and_beats_play_at_random() -> None:
    """The page wins 9 of 60 games against the squire, and 12 of 12 against `purposeful` (docs/opponent.md)."""
    lost = sum(play("squire", "page", seed).winner == "frank" for seed in range(400, 404))
    lost += sum(play("page", "squire", seed).winner == "saracen" for seed in range(400, 404))
    assert lost >= 6
    assert play("page", "purposeful", 1).winner == "frank"
    assert play("purposeful", "page", 1).winner == "saracen"


@pytest.mark.whole
def test_the_captain_who_is_a_yardstick_beats_play_at_random() -> None:
    result = play("purposeful", "tests.opponent.sparring:captain", 3)
    assert (result.winner, result.how) in {("saracen", "victory-cities"), ("saracen", "sudden-death")}


@pytest.mark.parametrize("first_year", [True, False])
def test_the_page_storms_no_castle_in_the_first_year(first_year: bool) -> None:
    places = "nablus: [king-guy@1] saladin zangi kurds-1 turks-1"
    table = battle(places, turn="1187.3" if first_year else "1188.3")
    stormed = [levels.page("saracen", seed).decide(dict, lambda random: table.position).blocks for seed in range(12)]
    assert any(stormed) is not first_year


def test_a_player_gets_views_and_worlds_and_no_handle_on_the_truth() -> None:
    given = []

    class Spy:
        def decide(self, view: object, world: object) -> game.Action:
            given.extend([view, world])
            return game.Action("done")

    position = game.new_game(Ruleset(), SeededDice(2)).position
    Seat("frank", Spy(), 1).decide(position)
    view, world = given
    assert view() == game.observe(position, "frank")
    assert world(Random(1)) is not position


def test_a_name_of_a_player_is_a_level_a_style_or_a_function_of_a_module() -> None:
    for name in (*LEVELS, "uniform", "opponent.levels:knight"):
        assert hasattr(maker(name)("frank", 1), "decide")


@pytest.mark.parametrize("level", ["page", "squire", "knight", "baron"])
def test_a_level_says_why_in_one_sentence(level: str) -> None:
    said: list[Reason] = []

    class Enough(Exception):
        pass

    def watch(position: Position, side: str, action: game.Action, player: object) -> None:
        if side == "saracen":
            said.append(player.why)  # type: ignore[attr-defined]
        if len(said) > 25:
            raise Enough

    with pytest.raises(Enough):
        play("knight", level, 3, watch=watch)
    assert {reason.key for reason in said} <= KEYS
    assert len({reason.key for reason in said}) > 2
    assert all(reason.english().endswith(".") for reason in said)


def test_a_choice_found_by_a_search_says_what_it_gains_whatever_the_enemy_hides() -> None:
    found = next(choice for choice in clear_choices.read() if choice.position.step == "fight")
    worlds = [imagine(found.position, found.side, Random(lot)) for lot in (1, 2)]
    assert worlds[0].where != worlds[1].where or worlds[0].steps != worlds[1].steps
    whys = []
    for world in worlds:
        player = baron(found.side, 1)
        assert clear_choices.taken(player, world, found.side) != found.usual
        whys.append(player.why)
    assert whys[0] == whys[1]
    assert whys[0].key in ("more-cities", "keeps-steps", "costs-steps")
    assert whys[0].params == {"instead": whys[1].params["instead"]}


GAINS = [
    (End(1.0, 1.0, 2.0, -3.0), "more-cities"),
    (End(1.0, 0.0, 2.0, 0.0), "keeps-steps"),
    (End(1.0, 0.0, -1.0, -2.0), "costs-steps"),
    (End(1.0, 0.1, 0.2, 0.2), "usual"),
]


@pytest.mark.parametrize(("gains", "key"), GAINS)
def test_a_choice_found_by_a_search_names_what_it_ends_with_more_than_the_usual_one(gains: End, key: str) -> None:
    """Where both choices end alike, the reason is what the act itself does."""
    fire = Action("fire", block="balian")
    assert compared(Choice(1, 0.1, 0.0, (1, 0), gains), fire) == (
        USUAL if key == "usual" else Reason(key, {"instead": fire.to_json()})
    )


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    position = game.new_game(Ruleset(), SeededDice(5)).position
    assert evaluate(position, 0) == pytest.approx(-evaluate(position, 1))
    assert set(position.awaited) <= set(SIDES)
