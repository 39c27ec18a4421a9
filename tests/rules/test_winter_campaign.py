"""Winter campaigns (rules 8.2)."""

import pytest

from tests.rules.scene import Table, moving


def campaign(places: str, town: str, dice: list[int] | None = None, turn: str = "1188.6") -> Table:
    """The Saracens declare a winter campaign and end their movement; the Franks are to move."""
    table = Table(moving(places, first="saracen", saracen="winter-campaign", turn=turn), {"attrition": dice or []})
    return table.do("saracen", f"winter-campaign {town}", "done")


@pytest.mark.parametrize(("die", "strength"), [(4, 1), (5, 2)])
def test_a_winter_siege_hits_on_1_to_4(die: int, strength: int) -> None:
    """T127 (8.2): Balian at 2 in Nablus."""
    table = campaign("nablus: [balian@2] saladin", "nablus", [die]).do("frank", "done")
    assert table.strength("balian") == strength
    assert table.sieges() == {"nablus": "saracen"}


@pytest.mark.parametrize("town", ["tyre", "tripoli"])
@pytest.mark.parametrize(("die", "strength"), [(2, 3), (3, 4)])
def test_a_winter_siege_of_a_fortified_port_hits_on_1_and_2(town: str, die: int, strength: int) -> None:
    """T127 (8.2): Conrad."""
    table = campaign(f"{town}: [conrad] saladin", town, [die]).do("frank", "done")
    assert table.strength("conrad") == strength


def test_the_victor_of_a_winter_siege_may_regroup() -> None:
    """T128 (8.2): Nablus falls; two of its four besiegers leave for the winter."""
    table = campaign("nablus: [balian@1] saladin kurds-1 turks-1 arabs-1\njerusalem: king-guy", "nablus", [1]).do(
        "frank", "done"
    )
    assert (table.step, table.awaited) == ("regroup", {"saracen"})
    assert "jerusalem" not in table.options("saracen", "regroup", "to")
    table.do("saracen", "regroup saladin baisan", "regroup kurds-1 legio", "done")
    assert table.step == "winter"
    assert table.options("saracen", "disband", "block") == {"turks-1", "arabs-1"}


def test_those_who_stay_in_a_fallen_town_are_fed_like_any_others() -> None:
    """T128 (8.3), R88: one of four remains in Nablus."""
    table = campaign("nablus: [balian@1] saladin kurds-1 turks-1 arabs-1", "nablus", [1]).do("frank", "done")
    table.do("saracen", "done", "disband kurds-1", "disband turks-1", "disband arabs-1")
    assert table.position.year == 1189
    assert table.where("saladin") == "nablus"


def test_the_kept_siege_is_exempt_from_supply() -> None:
    """R89 (8.2, 8.3): any number of besiegers stay, those of other sieges starve."""
    places = "nablus: [balian] saladin kurds-1 turks-1 arabs-1\nacre: [king-guy] zangi"
    table = campaign(places, "nablus", [6]).do("frank", "done")
    assert table.position.year == 1189
    assert [table.where(block) for block in ("saladin", "kurds-1", "turks-1", "arabs-1", "zangi")] == ["nablus"] * 4 + [
        "pool"
    ]
    assert table.sieges() == {"nablus": "saracen"}


def test_a_siege_that_ended_before_winter_is_not_kept() -> None:
    """T119 (8.2), R87: the last of Tyre's garrison sails away, and the game goes on without attrition."""
    table = campaign("tyre: [conrad] saladin\nacre: king-guy", "tyre").do("frank", "sea-move conrad acre", "done")
    assert not table.happened("attrition-rolled")
    assert table.position.kept_siege == -1
    assert table.position.year == 1189
    assert table.where("saladin") == "tyre"


def test_a_siege_that_the_assassins_ended_cannot_be_kept() -> None:
    """R87, R10 (8.2, 1.12): Player 1 kills the only besieger before the campaign could be declared."""
    position = moving("nablus: [balian] kurds-1@1", frank="assassins", saracen="winter-campaign", turn="1188.6")
    position.phase, position.step, position.moves = "event", "assassins", 0
    table = Table(position, {"assassins": [1, 6, 6]}).do("frank", "assassinate kurds-1")
    assert table.refused("saracen", "winter-campaign nablus").rule == "8.2"


def test_declaring_costs_the_only_move() -> None:
    """R90 (8.2): no movement with it."""
    table = Table(
        moving("nablus: [balian] saladin\nbaisan: zangi", first="saracen", saracen="winter-campaign", turn="1188.6")
    )
    table.do("saracen", "winter-campaign nablus")
    assert table.refused("saracen", "move zangi tiberias").rule == "4.2"
    table = Table(
        moving("nablus: [balian] saladin\nbaisan: zangi", first="saracen", saracen="winter-campaign", turn="1188.6")
    )
    table.do("saracen", "move zangi tiberias")
    assert table.refused("saracen", "winter-campaign nablus").rule in ("4.2", "8.2")


def test_only_ones_own_siege_is_kept() -> None:
    """8.2: not one in which one's own side is besieged, nor a town without siege."""
    table = Table(
        moving(
            "nablus: [saladin] balian\nacre: [king-guy] zangi",
            first="saracen",
            saracen="winter-campaign",
            turn="1188.6",
        )
    )
    assert table.options("saracen", "winter-campaign", "town") == {"acre"}


def test_no_other_card_keeps_a_siege() -> None:
    """8.2: a "1" does not, nor does the enemy's Winter Campaign."""
    table = Table(
        moving("nablus: [balian] saladin", first="saracen", saracen="move-1", frank="winter-campaign", turn="1188.6")
    )
    assert table.refused("saracen", "winter-campaign nablus").rule == "8.2"


def test_the_campaign_is_for_the_winter_turn_only() -> None:
    """T36 (8.2): in turn 2 the card is a plain Move."""
    table = Table(moving("nablus: [balian] saladin", first="saracen", saracen="winter-campaign", turn="1188.2"))
    assert table.position.moves == 1
    assert table.refused("saracen", "winter-campaign nablus").rule == "8.2"


def test_no_combat_in_a_winter_siege() -> None:
    """8.2: neither storm nor sally, attrition only."""
    table = campaign("nablus: [balian@2] saladin", "nablus", [6]).do("frank", "done")
    assert {event["type"] for event in table.events} & {"attrition-rolled"}
    assert not {event["type"] for event in table.events} & {"battle-begun", "storm-declined", "sally-declined"}


def test_who_starves_in_a_winter_siege_lies_face_down() -> None:
    """R91 (8.3): a block lost to winter attrition may be drawn next year and its name stays hidden."""
    table = campaign("nablus: [balian@1] saladin\njerusalem: king-guy", "nablus", [1]).do("frank", "done")
    assert table.where("balian") == "pool"
    assert not table.happened("block-eliminated")


def test_a_permanent_loss_in_a_winter_siege_is_permanent() -> None:
    """8.2, 6.34: the Templars of Gaza are out of the game."""
    table = campaign("nablus: [gaza-templars@1] saladin", "nablus", [1]).do("frank", "done")
    assert table.where("gaza-templars") == "gone"
