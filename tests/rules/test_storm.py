"""Storming (6.52, 6.54): double defense, half-hits, adding and withdrawing, and what a fallen castle means."""

from rules import game
from tests.rules.combat import all_hit, battle, fight_round, order, ready, round_number
from tests.rules.scene import Table

JERUSALEM = "jerusalem: [king-guy] [jerusalem-templars] saladin keukburi zangi"


def half_hit(table: Table) -> str | None:
    block: str | None = game.observe(table.position, None)["battle"]["half-hit"]
    return block


def strengths(table: Table, *blocks: str) -> list[int]:
    return [table.strength(block) for block in blocks]


def stormed(dice: dict[str, list[int]] | None = None, who: str = "saladin") -> Table:
    return battle(JERUSALEM, dice=dice).do("saracen", f"storm {who}")


# Double defense


def test_two_hits_take_one_step_and_the_owner_chooses_where_the_next_begins() -> None:
    """T103 (6.54): the first half on Guy, the second reduces him, for the third Guy and the Templars are equal."""
    table = stormed({"fire:jerusalem:1:saladin": [1, 2, 3, 6]}).do("saracen", "fire saladin")
    assert [event["block"] for event in table.happened("half-hit")] == ["king-guy"]
    assert strengths(table, "king-guy", "jerusalem-templars") == [3, 3]
    assert table.options("frank", "take-hit", "block") == {"king-guy", "jerusalem-templars"}
    table.do("frank", "take-hit jerusalem-templars")
    assert half_hit(table) == "jerusalem-templars"
    assert strengths(table, "king-guy", "jerusalem-templars") == [3, 3]


def test_the_next_hit_goes_where_the_half_hit_is() -> None:
    """T104, R68 (6.54): on the Templars, though Guy is stronger; and no block has a half-hit then."""
    table = battle(
        "jerusalem: [king-guy] [jerusalem-templars@3] saladin keukburi",
        dice={"fire:jerusalem:1:saladin": [1, 2, 3, 6], "fire:jerusalem:1:keukburi": [1, 1, 6]},
    )
    table.do("saracen", "storm saladin,keukburi", "fire saladin").do("frank", "take-hit jerusalem-templars")
    assert half_hit(table) == "jerusalem-templars"
    table.do("saracen", "fire keukburi")
    # the first hit of Keukburi's takes the Templars' step, the second is a half on Guy, the strongest now
    assert strengths(table, "king-guy", "jerusalem-templars") == [3, 2]
    assert half_hit(table) == "king-guy"


def test_hits_that_reduce_every_one_of_the_strongest_are_not_asked_for() -> None:
    """R67 (6.54): four hits on two equals take a step of each, in whatever order."""
    table = battle("jerusalem: [walter] [balian] saladin", dice=all_hit("jerusalem:1:saladin")).do(
        "saracen", "storm saladin", "fire saladin"
    )
    assert strengths(table, "walter", "balian") == [2, 2]
    assert half_hit(table) is None
    assert table.step != "hits"


def test_a_half_hit_lasts_while_the_storm_goes_on() -> None:
    """T105 (6.54): it is there in round 2, and the first hit then completes it."""
    table = stormed({"fire:jerusalem:1:saladin": [1, 6, 6, 6], "fire:jerusalem:2:saladin": [1, 6, 6, 6]})
    table.do("saracen", "fire saladin")
    assert round_number(table) == 2
    assert half_hit(table) == "king-guy"
    table.do("saracen", "storm -", "fire saladin")
    assert strengths(table, "king-guy", "jerusalem-templars") == [3, 3]
    assert half_hit(table) is None


def test_a_half_hit_is_recovered_when_all_stormers_withdraw() -> None:
    """T105, R69 (6.54): the round ends at once, and a storm in round 3 starts afresh."""
    table = stormed({"fire:jerusalem:1:saladin": [1, 6, 6, 6], "fire:jerusalem:3:saladin": [1, 6, 6, 6]})
    table.do("saracen", "fire saladin", "storm -", "withdraw saladin")
    assert table.happened("storm-ended")
    assert half_hit(table) is None
    assert (table.step, round_number(table)) == ("storm", 3)
    table.do("saracen", "storm saladin", "fire saladin")
    assert table.strength("king-guy") == 4


def test_a_half_hit_is_recovered_when_the_last_stormer_dies() -> None:
    """R69 (6.54)."""
    table = battle(
        "jerusalem: [king-guy] zangi@1 keukburi",
        dice={"fire:jerusalem:1:zangi": [1], "fire:jerusalem:2:king-guy": [1, 6, 6, 6]},
    )
    table.do("saracen", "storm zangi", "fire zangi")
    assert half_hit(table) == "king-guy"
    table.do("saracen", "storm -")
    assert table.where("zangi") == "dead"
    assert half_hit(table) is None
    assert (table.step, round_number(table)) == ("storm", 3)


def test_a_half_hit_is_recovered_at_the_end_of_round_three() -> None:
    """R69 (6.54): next turn it is forgotten."""
    table = battle(
        "acre: [king-guy] saladin", dice={"fire:acre:3:saladin": [1, 6, 6, 6], "attrition": [6]}, turn="1187.2"
    )
    table.do("saracen", "storm saladin", "fire saladin", "fire saladin", "fire saladin")
    assert table.happened("half-hit")
    assert table.step == "leave-siege"
    table.do("saracen", "done")
    assert table.strength("king-guy") == 4


# Who fights and who is hit


def test_hits_from_the_castle_count_in_full_and_only_on_stormers() -> None:
    """T107 (6.54): Saladin, the strongest in the field, does not storm and is not hit."""
    table = battle("jerusalem: [king-guy] saladin keukburi zangi@2", dice={"fire:jerusalem:1:king-guy": [1, 1, 6, 6]})
    table.do("saracen", "storm keukburi,zangi")
    assert table.step == "hits"  # Keukburi took the first, for the second he and Zangi are equal
    assert table.options("saracen", "take-hit", "block") == {"keukburi", "zangi"}
    table.do("saracen", "take-hit zangi")
    assert strengths(table, "saladin", "keukburi", "zangi") == [4, 2, 1]


def test_knights_do_not_charge_in_a_storm() -> None:
    """T78 (6.32): neither those who storm nor those who defend the castle."""
    table = battle("damascus: [saladin] conrad", first="frank").do("frank", "storm conrad")
    assert {action.type for action in table.actions("frank")} == {"fire", "withdraw"}
    assert table.refused("frank", "charge conrad").rule == "6.32"


def test_only_the_castle_and_the_stormers_have_combat_turns() -> None:
    """6.54: the rest of the besiegers looks on."""
    table = stormed()
    assert order(table) == ["saladin", "jerusalem-templars", "king-guy"]
    assert table.refused("saracen", "fire keukburi").rule == "6.2"


# Adding and withdrawing


def test_stormers_may_be_added_but_not_called_off() -> None:
    """T106, R54 (6.54): two of three places are taken, one may be added; each may withdraw on its own turn only."""
    table = stormed(who="saladin,keukburi").do("saracen", "fire saladin", "fire keukburi")
    assert (table.step, round_number(table)) == ("storm", 2)
    (choice,) = table.actions("saracen", "storm")
    assert (choice.candidates, choice.least, choice.most) == (("zangi",), 0, 1)
    assert table.refused("saracen", "withdraw saladin").rule == "6.52"
    table.do("saracen", "storm zangi")
    assert set(order(table)) >= {"saladin", "keukburi", "zangi"}


def test_naming_nobody_goes_on_with_the_storm() -> None:
    """R54 (6.54): an empty addition is no end of the storm, and the besieged are not asked for a sally."""
    table = stormed().do("saracen", "fire saladin", "storm -")
    assert table.step == "fight"
    assert "saladin" in order(table)


def test_a_full_storm_goes_on_by_itself() -> None:
    """R55 (6.54): nobody to add, or no place."""
    table = battle("nablus: [balian] saladin keukburi").do("saracen", "storm saladin", "fire saladin")
    assert round_number(table) == 2
    assert table.step == "fight"
    alone = battle("acre: [king-guy] saladin").do("saracen", "storm saladin", "fire saladin")
    assert (alone.step, round_number(alone)) == ("fight", 2)


def test_losses_of_stormers_may_be_made_good_up_to_the_limit() -> None:
    """R78 (6.52, 6.54): one of Nablus's one place has died, another may storm in round 2."""
    table = battle(
        "jerusalem: [king-guy] saladin keukburi zangi@1 tuman@1", dice={"fire:jerusalem:1:king-guy": [6] * 4}
    )
    table.do("saracen", "storm saladin,keukburi,zangi", "fire saladin", "fire zangi", "withdraw keukburi")
    (choice,) = table.actions("saracen", "storm")
    assert (set(choice.candidates), choice.most) == ({"keukburi", "tuman"}, 1)


def test_a_stormer_may_withdraw_instead_of_firing() -> None:
    """6.63, T106: to the field, where no limit applies; he has had his turn."""
    table = stormed(who="saladin,keukburi").do("saracen", "withdraw saladin")
    assert table.happened("block-withdrew")[0]["to"] == "field"
    assert ready(table) == {"keukburi"}
    table.do("saracen", "fire keukburi")
    assert table.actions("saracen", "storm")[0].candidates == ("saladin", "zangi")


def test_the_round_ends_at_once_when_the_last_stormer_withdraws() -> None:
    """6.54: castle blocks that have not fired do not fire any more."""
    table = battle("acre: [king-guy] saladin keukburi").do("saracen", "storm saladin", "withdraw saladin")
    assert not table.happened("block-fired")
    assert (table.step, round_number(table)) == ("storm", 2)


def test_a_storm_may_be_declined_first_and_declared_later() -> None:
    """6.53: "then do so in a future round", which takes a sally or relief to come to."""
    table = battle("acre: [king-guy] [walter] saladin").do("saracen", "storm -").do("frank", "sally walter")
    table.do("saracen", "fire saladin").do("frank", "withdraw walter").do("saracen", "done")
    assert (table.step, round_number(table)) == ("storm", 2)
    table.do("saracen", "storm saladin")
    assert "saladin" in order(table)


# The end


def test_a_castle_without_garrison_is_taken() -> None:
    """6.54, 6.7: the besieger may regroup, castle and field are his."""
    table = battle("acre: [king-guy@1] saladin keukburi", dice=all_hit("acre:1:saladin")).do(
        "saracen", "storm saladin,keukburi", "fire saladin"
    )
    assert table.happened("town-taken") == [{"type": "town-taken", "town": "acre", "side": "saracen"}]
    assert table.sieges() == {}
    assert [event["block"] for event in table.happened("block-fired")] == [
        "saladin"
    ]  # nobody is left for Keukburi to fire at
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    table.do("saracen", "regroup keukburi tiberias", "done")
    assert game.observe(table.position, None)["cities"]["acre"] == "saracen"


def test_a_castle_taken_while_relief_is_coming_is_defended_by_its_conquerors() -> None:
    """6.41, 6.54: in round 2 Walter attacks; the stormers defend, and may withdraw into the castle."""
    table = battle(
        "acre: [king-guy@1] saladin keukburi\ncaesarea: walter",
        "",
        "move walter acre",
        dice=all_hit("acre:1:saladin"),
    )
    table.do("saracen", "storm saladin,keukburi", "fire saladin")
    assert table.happened("town-taken")
    assert round_number(table) == 2
    assert table.sieges() == {}
    assert order(table) == ["saladin", "keukburi", "walter"]
    assert table.legal("saracen", "withdraw saladin")
    table.do("saracen", "fire saladin", "withdraw keukburi")
    assert table.where("keukburi") == "[acre]"
    assert table.refused("frank", "withdraw walter").rule == "6.63"
    assert table.options("frank", "retreat", "to") == {"caesarea"}


def test_no_half_hit_is_left_when_the_castle_has_fallen() -> None:
    """6.54 (R68): the half-hit was the garrison's; Philip begins the field battle with none."""
    table = battle(
        "acre: [saladin@1] philip walter\ntiberias: keukburi",
        "",
        "move keukburi acre",
        first="frank",
        dice=all_hit("acre:1:philip"),
    )
    table.do("frank", "storm philip,walter")
    while not table.happened("town-taken"):
        table.do("frank", f"fire {sorted(ready(table))[0]}")
    assert round_number(table) == 2
    assert half_hit(table) is None


def test_relief_that_beats_the_conquerors_besieges_them() -> None:
    """6.41, 6.5: Keukburi went into the castle he had taken; Walter has won the field and is the besieger now."""
    table = battle(
        "acre: [king-guy@1] saladin keukburi\ncaesarea: walter",
        "",
        "move walter acre",
        dice=all_hit("acre:1:saladin"),
    )
    table.do("saracen", "storm saladin", "fire saladin", "retreat saladin tiberias", "withdraw keukburi")
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    table.do("frank", "done")
    assert table.sieges() == {"acre": "frank"}
    assert (table.step, round_number(table), table.awaited) == ("storm", 3, {"frank"})


def test_a_garrison_whose_last_besieger_dies_storming_is_free_and_regroups() -> None:
    """6.7: the siege has ended by elimination, and the victor is in the castle."""
    table = battle("acre: [king-guy] [walter] zangi@1", dice=all_hit("acre:1:king-guy"), turn="1187.2")
    table.do("saracen", "storm zangi")
    assert table.where("zangi") == "dead"
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"frank"})
    table.do("frank", "regroup walter tyre", "done")
    assert (table.where("king-guy"), table.where("walter")) == ("acre", "tyre")
    assert table.position.phase == "cards"


def test_a_last_stormer_who_dies_in_round_three_frees_the_garrison_too() -> None:
    """6.7: the same at the end of the rounds."""
    table = battle("acre: [king-guy] zangi@1", dice=all_hit("acre:3:king-guy"))
    table.do("saracen", "storm zangi", "fire zangi", "fire zangi")
    assert table.where("zangi") == "dead"
    assert table.sieges() == {}
    assert (table.step, table.awaited) == ("regroup", {"frank"})


def test_a_repulsed_storm_with_besiegers_left_goes_on_as_a_siege() -> None:
    """6.54: Zangi is dead, Keukburi may storm or wait."""
    table = battle("acre: [king-guy] zangi@1 keukburi", dice=all_hit("acre:1:king-guy")).do("saracen", "storm zangi")
    assert fight_round(table).step == "storm"
    assert table.sieges() == {"acre": "saracen"}
    assert table.actions("saracen", "storm")[0].candidates == ("keukburi",)


def test_a_half_hit_stays_when_another_block_dies() -> None:
    """6.54: Saladin's half-hit on Guy is not forgotten when Guy kills Keukburi."""
    table = battle(
        "jerusalem: [king-guy] saladin@1 keukburi@1",
        dice={"fire:jerusalem:1:saladin": [1], "fire:jerusalem:1:king-guy": [1, 6, 6, 6]},
    )
    table.do("saracen", "storm saladin,keukburi", "fire saladin", "take-hit keukburi")
    assert table.where("keukburi") == "dead"
    assert half_hit(table) == "king-guy"


def test_who_has_taken_a_castle_storms_no_more() -> None:
    """6.54, 6.7: while he regroups."""
    table = battle("nablus: [balian@1] saladin keukburi", dice=all_hit("nablus:1:saladin")).do(
        "saracen", "storm saladin", "fire saladin"
    )
    assert table.step == "regroup"
    battle_ = table.position.combat
    assert (battle_.storm, battle_.storming, battle_.half) == (False, 0, -1)
