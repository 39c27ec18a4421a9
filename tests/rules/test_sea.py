"""Sea moves and ports (rules 5.4, 6.51). Test positions T49 to T52 and T65."""

from tests.rules.scene import Table, moving


def test_each_block_at_sea_costs_a_move() -> None:
    """T49 (5.4)."""
    table = Table(moving("caesarea: walter king-guy balian", frank="move-2"))
    table.do("frank", "sea-move walter tripoli", "sea-move king-guy tripoli")
    assert table.at("tripoli") == {"walter", "king-guy"}
    assert table.position.moves == 0
    assert table.refused("frank", "sea-move balian tripoli").rule == "4.2"


def test_besieged_tyre_stays_open_to_its_defender() -> None:
    """T50 (5.4, 6.51): into the castle while there is room, and out of it."""
    table = Table(moving("tyre: [conrad] turks-1\ncaesarea: walter king-guy"))
    table.do("frank", "sea-move walter tyre")
    assert table.where("walter") == "[tyre]"
    assert table.happened("sea-moved")[0]["area"] == "castle"
    assert table.refused("frank", "sea-move king-guy tyre") == ("The castle of Tyre is full.", "6.52")
    table.do("frank", "sea-move conrad acre")
    assert (table.where("conrad"), table.sieges()) == ("acre", {"tyre": "saracen"})
    assert table.legal("frank", "sea-move king-guy tyre")


def test_the_siege_of_tyre_ends_when_its_last_defender_sails() -> None:
    """T50 (1.12): the besieger has the town, and its port is closed to the Franks."""
    table = Table(moving("tyre: [conrad] turks-1\ncaesarea: walter")).do("frank", "sea-move conrad acre")
    assert table.sieges() == {}
    assert table.refused("frank", "sea-move walter tyre").rule == "5.4"


def test_the_besieger_does_not_use_the_port_of_tyre() -> None:
    """T50 (6.51, R19): neither in nor out."""
    table = Table(moving("tyre: [conrad] turks-1\negypt: arabs-1", first="saracen"))
    assert table.refused("saracen", "sea-move arabs-1 tyre").rule == "5.4"
    assert table.refused("saracen", "sea-move turks-1 egypt") == ("The port of Tyre belongs to the besieged.", "6.51")


def test_the_besieger_uses_other_ports() -> None:
    """T51 (6.51): Acre is open to the besieger and closed to the besieged."""
    places = "acre: [king-guy] turks-1\negypt: arabs-1\ncaesarea: walter"
    table = Table(moving(places, first="saracen")).do("saracen", "sea-move arabs-1 acre")
    assert table.where("arabs-1") == "acre"
    assert table.position.arrivals == ()
    table.do("saracen", "sea-move turks-1 egypt", "done")
    assert table.refused("frank", "sea-move walter acre").rule == "5.4"
    assert table.refused("frank", "sea-move king-guy tyre") == (
        "The besieger controls this port; only Tyre and Tripoli stay open to the besieged.",
        "6.51",
    )


def test_an_occupied_port_is_its_occupants() -> None:
    """T52 (5.4)."""
    places = "ascalon: saladin\negypt: arabs-1\ncaesarea: walter"
    assert Table(moving(places, first="saracen")).legal("saracen", "sea-move arabs-1 ascalon")
    assert Table(moving(places)).refused("frank", "sea-move walter ascalon").rule == "5.4"
    assert Table(moving(places, first="saracen")).refused("saracen", "sea-move arabs-1 jaffa").rule == "5.4"


def test_a_town_without_an_anchor_is_no_port() -> None:
    """T52 (1.14): Gaza."""
    table = Table(moving("caesarea: walter\ngaza: balian"))
    assert table.refused("frank", "sea-move walter gaza") == ("Gaza is not a port.", "1.14")
    assert table.refused("frank", "sea-move balian caesarea") == ("Gaza is not a port.", "5.4")


def test_a_block_does_not_sail_to_where_it_is() -> None:
    """5.4."""
    table = Table(moving("caesarea: walter"))
    refusal = table.refused("frank", "sea-move walter caesarea")
    assert (refusal.rule, "already" in refusal.reason) == ("5.4", True)


def test_an_unpinned_block_may_leave_an_attacked_port_by_sea() -> None:
    """T65 (5.5, R24): one attacker holds one of two; nobody may sail in."""
    table = Table(moving("acre: king-guy walter\ntiberias: saladin\ntyre: conrad", first="saracen"))
    table.do("saracen", "move saladin acre", "done")
    assert table.refused("frank", "sea-move conrad acre").rule == "5.4"
    table.do("frank", "sea-move walter tyre")
    assert table.at("tyre") == {"conrad", "walter"}
    assert table.refused("frank", "sea-move king-guy tyre") == ("This block is pinned.", "5.5")


def test_an_unpinned_besieger_may_leave_his_port_by_sea() -> None:
    """R24 (5.5, 6.51): relief has come against a siege of Acre; Tyre's port is never the besieger's."""
    acre = "acre: [king-guy] turks-1 turks-2\ncaesarea: walter"
    table = Table(moving(acre)).do("frank", "move walter acre", "done")
    table.do("saracen", "sea-move turks-1 egypt")
    assert table.refused("saracen", "sea-move turks-2 egypt").rule == "5.5"
    tyre = Table(moving("tyre: [conrad] turks-1 turks-2\nacre: walter")).do("frank", "move walter tyre", "done")
    assert tyre.refused("saracen", "sea-move turks-1 egypt").rule == "6.51"


def test_player_two_does_not_sail_into_attacked_tyre() -> None:
    """R27 (5.4): it is not besieged yet, and an enemy is in the field."""
    table = Table(moving("tyre: conrad\nsidon: saladin\nacre: walter", first="saracen"))
    table.do("saracen", "move saladin tyre", "done")
    assert table.refused("frank", "sea-move walter tyre").rule == "5.4"


def test_in_winter_besieged_tyre_may_be_left_but_not_entered() -> None:
    """R39 (8.1, 5.4): that would reinforce a siege; nor may the besieger sail to Acre."""
    places = "tyre: [conrad] turks-1\ncaesarea: walter\nacre: [king-guy] turks-2\negypt: arabs-1"
    table = Table(moving(places, turn="1188.6"))
    assert table.refused("frank", "sea-move walter tyre") == ("In the Winter Turn no siege is reinforced.", "8.1")
    assert table.legal("frank", "sea-move conrad beirut")
    besieger = Table(moving(places, first="saracen", turn="1188.6"))
    assert besieger.refused("saracen", "sea-move arabs-1 acre").rule == "8.1"


def test_the_destination_area_is_no_choice_in_a_friendly_port() -> None:
    """R21 (7.22): only for the English, and only at besieged Tyre and Tripoli."""
    table = Table(moving("caesarea: walter\ntyre: [conrad] turks-1"))
    for action in ("sea-move walter tripoli field", "sea-move walter tyre castle"):
        assert table.refused("frank", action).rule == "7.22"
