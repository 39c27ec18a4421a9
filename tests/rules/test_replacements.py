"""Winter replacements (rules 8.4)."""

from rules import game
from rules.notation import parse_action
from tests.rules.scene import Table, moving


def winter(places: str) -> Table:
    """The end of Player 2's movement in the Winter Turn."""
    return Table(moving(places, first="frank", mover="saracen", turn="1188.6")).do("saracen", "done")


def test_a_town_gives_its_rating_in_steps_to_blocks_of_its_kingdom() -> None:
    """T131 (8.4 ex): Ascalon gives two, both to Balian if his owner likes."""
    table = winter("ascalon: balian@1 king-guy@3")
    table.do("frank", "replace balian", "replace balian")
    assert (table.strength("balian"), table.strength("king-guy")) == (3, 3)
    assert table.refused("frank", "replace king-guy").rule in ("8.4", "1.0")


def test_replacements_may_be_shared_out() -> None:
    """T131 (8.4 ex): or one each."""
    table = winter("ascalon: balian@1 king-guy@3").do("frank", "replace balian", "replace king-guy")
    assert (table.strength("balian"), table.strength("king-guy")) == (2, 4)


def test_a_step_costs_two_points_in_the_enemys_kingdom() -> None:
    """T131 (8.4 ex): Saracens in Ascalon gain one step, in Jerusalem one of three points' worth."""
    table = winter("ascalon: al-adil@2\njerusalem: saladin@1")
    assert (table.strength("al-adil"), table.strength("saladin")) == (3, 2)


def test_one_point_buys_nothing_in_the_enemys_kingdom() -> None:
    """8.4: Nablus is rated 1."""
    assert winter("nablus: saladin@1\nacre: king-guy").strength("saladin") == 1


def test_minor_towns_give_nothing() -> None:
    """T131 (8.4): Legio."""
    assert winter("legio: king-guy@1").strength("king-guy") == 1


def test_a_siege_that_is_kept_gives_nothing_to_either_side() -> None:
    """T131 (8.4): no points from a town under siege."""
    table = Table(moving("acre: [king-guy@2] saladin@2", first="saracen", saracen="winter-campaign", turn="1188.6"))
    table.dice.script["attrition"] = [6]
    table.do("saracen", "winter-campaign acre", "done").do("frank", "done")
    assert table.position.year == 1189
    assert (table.strength("king-guy"), table.strength("saladin")) == (2, 2)


def test_nobody_grows_beyond_its_maximum() -> None:
    """8.4, 2.11."""
    assert winter("jerusalem: balian@2").strength("balian") == 3


def test_points_that_cover_all_losses_are_spent_by_themselves() -> None:
    """R93 (8.4): with nothing to choose nobody is asked."""
    table = winter("jerusalem: balian@2 king-guy@3 walter@2")
    assert [table.strength(block) for block in ("balian", "king-guy", "walter")] == [3, 4, 3]
    assert table.position.year == 1189


def test_points_need_not_be_spent() -> None:
    """R93 (8.4): a player may stop."""
    table = winter("ascalon: balian@1 king-guy@3").do("frank", "done")
    assert (table.strength("balian"), table.strength("king-guy")) == (1, 3)
    assert table.position.year == 1189


def test_points_are_not_carried_to_another_town() -> None:
    """8.4: what Ascalon does not need Jaffa does not get."""
    table = winter("ascalon: balian@2\njaffa: king-guy@1")
    assert (table.strength("balian"), table.strength("king-guy")) == (3, 2)


def test_both_sides_spend_at_once_in_either_order() -> None:
    """R94 (8.4): independent of one another, so nobody waits."""
    places = "ascalon: balian@1 king-guy@3\nhoms: tuman@1 shirkuh@2"
    one = winter(places)
    assert one.awaited == {"frank", "saracen"}
    other = winter(places)
    frank, saracen = ("replace balian", "replace king-guy"), ("replace tuman", "replace shirkuh")
    one.do("frank", *frank).do("saracen", *saracen)
    other.do("saracen", *saracen).do("frank", *frank)
    assert one.position == other.position


def test_supply_comes_before_replacements() -> None:
    """8.3, 8.4: who starves gets nothing, and what is left may be covered without a question."""
    table = winter("ascalon: balian@1 king-guy@3 walter@1")
    assert table.refused("frank", "replace balian").rule == "8.3"
    table.do("frank", "disband walter", "replace balian", "done")
    assert table.strength("balian") == 2


def test_the_enemy_does_not_learn_who_was_strengthened() -> None:
    """8.4, H32: nor in which town."""
    position = winter("ascalon: balian@1 king-guy@3").position
    outcome = game.apply(position, "frank", parse_action("replace balian"), Table(position).dice)
    assert [event.seen_by("saracen") for event in outcome.events] == [None]


def test_a_full_strength_block_is_refused_with_the_reason() -> None:
    """8.4, 2.11."""
    table = winter("ascalon: balian@1 king-guy@3\njaffa: walter")
    assert table.refused("frank", "replace walter").rule == "2.11"
    assert table.refused("frank", "replace saladin") == ("Not one of your blocks: Saladin.", "8.0")


def test_a_side_is_told_how_many_steps_its_towns_still_give() -> None:
    """8.4: a step at Ascalon uses up one of its two; at Homs one of one's own; the enemy is told nothing of it."""
    table = winter("ascalon: balian@1 king-guy@2\nhoms: tuman@1 shirkuh@2\njaffa: walter").do("frank", "replace balian")
    frank = game.observe(table.position, "frank")["prompt"]["params"]
    assert frank == {"work": "replace", "steps": {"ascalon": {"left": 1, "most": 2}}}
    saracen = game.observe(table.position, "saracen")["prompt"]["params"]
    assert saracen["steps"] == {"homs": {"left": 2, "most": 2}}
    assert game.observe(table.position, None)["prompt"]["params"] == {}


def test_a_town_of_the_enemys_kingdom_gives_half_as_many_steps() -> None:
    """8.4: two points a step."""
    table = winter("acre: saladin@1 keukburi@1\ntyre: conrad")
    assert game.observe(table.position, "saracen")["prompt"]["params"]["steps"] == {"acre": {"left": 1, "most": 1}}
