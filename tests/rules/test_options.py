"""The optional rules of p. 4, and the handicap of catalogue 3.7. Test positions T68 and T69; rulings R16, R40, R41."""

from typing import Any

import pytest

from rules import game
from rules.dice import ScriptedDice, SeededDice
from rules.ruleset import Ruleset
from tests.rules.scene import Table, moving

BRIDGE = Ruleset(iron_bridge=True)
FORCED = Ruleset(forced_marches=True)
FOUR = ["bohemond", "antioch-templars", "gaza-templars", "antioch-turcopoles"]
MISSES: dict[str, list[Any]] = {"fire": [6] * 300}


# The Iron Bridge


def crossed(ruleset: Ruleset, frank: str = "move-3") -> Table:
    table = Table(moving(f"antioch: {' '.join(FOUR)}", frank=frank, saracen="move-1", ruleset=ruleset))
    return table.do("frank", *[f"move {block} harim" for block in FOUR[:3]])


def test_three_blocks_cross_the_iron_bridge() -> None:
    """T68 (option, R41): four without the option."""
    refusal = crossed(BRIDGE).refused("frank", f"move {FOUR[3]} harim")
    assert refusal == ("The major road Antioch - Harim is full: 3 blocks a movement phase.", "5.1")
    assert crossed(Ruleset()).legal("frank", f"move {FOUR[3]} harim")


def test_the_iron_bridge_counts_both_directions() -> None:
    """R41, R36."""
    table = Table(moving("antioch: bohemond josselin\nharim: gaza-templars walter", ruleset=BRIDGE))
    table.do("frank", "move bohemond harim", "move gaza-templars antioch", "move walter antioch")
    assert table.refused("frank", "move josselin harim").rule == "5.1"


def test_the_guide_leads_eight_over_the_iron_bridge() -> None:
    """R16 (option, Guide)."""
    seven = [*FOUR, "walter", "balian", "josselin", "conrad", "king-guy"]
    table = Table(moving(f"antioch: {' '.join(seven)}", frank="guide", ruleset=BRIDGE))
    table.do("frank", *[f"move {block} harim" for block in seven[:8]])
    assert "is full: 8" in table.refused("frank", "move king-guy harim").reason


def test_the_iron_bridge_narrows_regroups() -> None:
    """R41 (6.7)."""
    table = Table(moving(f"antioch: {' '.join(FOUR)}\nharim: sulaiman@1\nshughur: zangi", ruleset=BRIDGE), MISSES)
    table.do("frank", *[f"move {block} harim" for block in FOUR[:3]], "done").do("saracen", "done")
    table.dice.script["fire:harim:1:antioch-templars"] = [1, 1, 1]
    while table.step == "fight":
        side = next(iter(table.awaited))
        table.do(side, f"fire {min(table.options(side, 'fire', 'block'))}")
    assert table.step == "regroup"
    table.do("frank", *[f"regroup {block} antioch" for block in FOUR[:3]])
    assert table.at("antioch") == set(FOUR)


def test_the_iron_bridge_narrows_retreats() -> None:
    """R41 (6.61): three in a round, the fourth defender finds no other way."""
    places = f"harim: {' '.join(FOUR)}\nartah: sulaiman zangi\nshughur: sanjar"
    table = Table(moving(places, first="saracen", ruleset=BRIDGE), MISSES)
    table.do("saracen", "move sulaiman harim", "done").do("frank", "done")
    table.do("frank", *[f"retreat {block} antioch" for block in (FOUR[3], FOUR[0], FOUR[1])])
    assert table.options("frank", "fire", "block") == {FOUR[2]}
    assert table.refused("frank", f"retreat {FOUR[2]} antioch").rule == "6.61"


# Forced marches


@pytest.mark.parametrize(
    ("strength", "die", "where", "left"),
    [(1, 2, "dead", 3), (1, 4, "acre", 1), (3, 3, "acre", 2), (3, 4, "acre", 3), (2, 1, "acre", 1)],
)
def test_a_forced_march_is_one_step_more_at_the_risk_of_a_loss(strength: int, die: int, where: str, left: int) -> None:
    """T69 (option, R40): Balian marches three towns; 1 to 3 loses a step."""
    table = Table(moving(f"jerusalem: balian@{strength}", ruleset=FORCED), {"march:balian": [die]})
    table.do("frank", "move balian nablus/legio/acre !")
    assert table.where("balian") == "legio"
    assert table.position.moves == 2
    table.do("frank", "done")
    assert (table.where("balian"), table.strength("balian")) == (where, left)
    assert table.final is True


def test_forced_marches_end_after_all_other_movement() -> None:
    """R40: the die is rolled at the end, so the road is used but the block waits."""
    table = Table(moving("jerusalem: balian walter king-guy\nacre: conrad", ruleset=FORCED), {"march": [6]})
    table.do("frank", "move balian nablus/legio/acre !", "move conrad tyre")
    assert table.at("acre") == set()
    assert table.road_use("legio", "acre") == 1
    assert table.happened("march-rolled") == []
    table.do("frank", "done")
    assert table.at("acre") == {"balian"}
    assert [(event["die"], event["lost"]) for event in table.happened("march-rolled")] == [(6, False)]


def test_a_forced_march_obeys_road_limits() -> None:
    """R40 (5.1)."""
    table = Table(moving("caesarea: balian walter josselin", ruleset=FORCED))
    table.do("frank", "move balian acre/tyre", "move walter acre/tyre/sidon !")
    assert table.refused("frank", "move josselin acre/tyre/sidon !").rule == "5.1"


def test_a_forced_march_may_attack_and_the_main_road_is_chosen_after_the_dice() -> None:
    """R40 (6.41)."""
    places = "jaffa: walter king-guy\nnablus: saladin turks-1"
    table = Table(moving(places, ruleset=FORCED), {"march:king-guy": [5]})
    table.do("frank", "move walter caesarea/nablus", "move king-guy ramallah/jerusalem/nablus !")
    assert table.actions("frank", "main-road") == []
    table.do("frank", "done")
    assert (table.step, table.awaited) == ("main-road", {"frank"})
    assert table.refused("frank", "move saladin jerusalem").rule == "6.41"
    table.do("frank", "main-road nablus jerusalem", "done")
    assert (table.arrives("king-guy"), table.arrives("walter")) == (1, 2)


def test_a_forced_march_of_the_main_attack_pins() -> None:
    """R40 (5.5)."""
    table = Table(moving("jerusalem: balian walter\nacre: saladin turks-1", ruleset=FORCED), {"march": [4, 4]})
    table.do("frank", "move balian nablus/legio/acre !", "move walter nablus/legio/acre !", "done")
    assert table.refused("saracen", "move saladin tiberias").rule == "5.5"


def test_a_block_lost_on_the_way_attacks_nobody() -> None:
    """R40: it stops in the town before the extra step."""
    table = Table(moving("jerusalem: balian@1\nacre: saladin", ruleset=FORCED), {"march": [1]})
    table.do("frank", "move balian nablus/legio/acre !", "done")
    assert table.position.arrivals == ()
    assert table.happened("block-eliminated")[0]["town"] == "legio"
    assert table.legal("saracen", "move saladin tiberias")


def test_blocks_may_march_to_a_muster() -> None:
    """R40 (5.3): printed with the option."""
    table = Table(moving("jerusalem: balian\ntyre: conrad", ruleset=FORCED), {"march:balian": [2]})
    table.do("frank", "muster-to acre", "muster conrad acre", "muster balian nablus/legio/acre !", "done")
    assert table.at("acre") == {"conrad", "balian"}
    assert table.strength("balian") == 2


def test_a_marching_block_stops_at_the_enemy_like_others() -> None:
    """R40 (5.0)."""
    table = Table(moving("jerusalem: balian\nnablus: saladin", ruleset=FORCED))
    assert table.refused("frank", "move balian nablus/legio/acre !").rule == "5.0"


def test_forced_marches_are_played_by_agreement_only() -> None:
    """R40: off by default."""
    table = Table(moving("jerusalem: balian"))
    assert table.refused("frank", "move balian nablus/legio/acre !") == (
        "Forced marches are not played in this game.",
        "options",
    )
    assert table.refused("frank", "move balian nablus/legio/acre").rule == "2.13"


def test_only_the_step_beyond_the_rating_is_forced() -> None:
    """R40."""
    table = Table(moving("jerusalem: balian", ruleset=FORCED))
    assert table.refused("frank", "move balian nablus/legio !").rule == "options"
    assert table.refused("frank", "move balian nablus/legio/acre").rule == "2.13"
    assert table.refused("frank", "move balian nablus/legio/acre/tyre !").rule == "2.13"


def test_a_besieger_may_march_away_at_the_price_of_his_siege() -> None:
    """R40 (1.12): he has left the town when he is declared."""
    table = Table(moving("nablus: [balian] saladin", first="saracen", ruleset=FORCED), {"march": [6]})
    table.do("saracen", "move saladin legio/acre/tiberias/ajlun !")
    assert table.sieges() == {}
    assert table.do("saracen", "done").where("saladin") == "ajlun"


# The handicap


def test_a_handicap_gives_the_franks_blocks_and_takes_nomads() -> None:
    """Catalogue 3.7: a Crusader to his box, Pilgrims to a port."""
    dice = ScriptedDice({"handicap": ["richard", "genoa-pilgrims"], "nomads": ["kurds-1", "turks-1"]})
    table = Table(game.new_game(Ruleset(handicap=2), dice).position, {"nomads": ["kurds-1", "turks-1"]})
    assert table.where("richard") == "england"
    assert table.options("frank", "place", "town", block="genoa-pilgrims") | {table.where("genoa-pilgrims")} == {
        "acre",
        "ascalon",
        "beirut",
        "caesarea",
        "jaffa",
        "latakia",
        "margat",
        "sidon",
        "st-simeon",
        "tartus",
        "tripoli",
        "tyre",
    }
    assert table.refused("frank", "place genoa-pilgrims egypt").rule == "1.13"
    assert table.refused("frank", "place richard acre").rule == "3.1"
    table.do("frank", "place genoa-pilgrims tyre", "done")
    view = game.observe(table.position, None)
    assert (view["pools"]["frank"]["count"], view["pools"]["saracen"]["count"]) == (10, 10)
    assert view["staging"]["england"] == ["richard"]


@pytest.mark.parametrize("handicap", [0, 1, 2, 3])
def test_each_step_of_the_handicap_is_one_block_and_one_nomad(handicap: int) -> None:
    """Catalogue 3.7."""
    table = Table(game.new_game(Ruleset(handicap=handicap), SeededDice(7)).position).do("frank", "done")
    view = game.observe(table.position, None)
    assert (view["pools"]["frank"]["count"], view["pools"]["saracen"]["count"]) == (12 - handicap, 8 + handicap)
