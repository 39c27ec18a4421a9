"""Musters (rules 5.3). Test positions T44 to T48 and T64."""

from tests.rules.scene import Table, moving

ROUND_ACRE = """
    jerusalem: jerusalem-templars jerusalem-hospitallers gaza-templars acre-hospitallers
    jaffa: king-guy
    tiberias: raymond-tiberias balian
    beirut: beirut-turcopoles antioch-turcopoles
"""
TO_ACRE = [
    "muster jerusalem-templars nablus/legio/acre",
    "muster jerusalem-hospitallers nablus/legio/acre",
    "muster gaza-templars nablus/legio/acre",
    "muster acre-hospitallers nablus/legio/acre",
    "muster king-guy caesarea/acre",
    "muster raymond-tiberias acre",
    "muster balian acre",
    "muster beirut-turcopoles sidon/tyre/acre",
    "muster antioch-turcopoles sidon/tyre/acre",
]


def test_nine_blocks_of_four_towns_come_to_acre_for_one_move() -> None:
    """T44 (5.3, worked example)."""
    table = Table(moving(ROUND_ACRE, frank="move-1")).do("frank", "muster-to acre", *TO_ACRE)
    assert len(table.at("acre")) == 9
    assert table.position.moves == 0
    assert (
        table.road_use("jerusalem", "nablus"),
        table.road_use("tyre", "acre"),
        table.road_use("tiberias", "acre"),
    ) == (4, 2, 2)


def test_a_full_road_closes_a_muster() -> None:
    """T45 (5.1, 5.3): every way of three steps from Jerusalem to Acre starts with the road to Nablus."""
    table = Table(moving(ROUND_ACRE.replace("acre-hospitallers", "acre-hospitallers tartus-templars"), frank="move-1"))
    table.do("frank", "muster-to acre", *TO_ACRE[:4])
    assert table.refused("frank", "muster tartus-templars nablus/legio/acre") == (
        "The major road Jerusalem - Nablus is full: 4 blocks a movement phase.",
        "5.1",
    )
    assert table.options("frank", "muster", "path", block="tartus-templars") == set()


def test_a_block_too_far_away_does_not_muster() -> None:
    """T46 (5.3): King Guy moves two, Acre is three from Jerusalem."""
    table = Table(moving("jerusalem: king-guy\njaffa: walter")).do("frank", "muster-to acre")
    assert table.options("frank", "muster", "block") == {"walter"}
    assert table.refused("frank", "muster king-guy nablus/legio/acre").rule == "2.13"


def test_a_muster_does_not_answer_an_attack() -> None:
    """T47 (5.3): Acre attacked by Player 1."""
    table = Table(moving("acre: king-guy\ntyre: conrad\ntiberias: saladin", first="saracen"))
    table.do("saracen", "move saladin acre", "done")
    assert table.refused("frank", "muster-to acre") == (
        "Acre is not a friendly town; a muster neither starts a battle nor answers an attack.",
        "5.3",
    )


def test_a_muster_called_before_does_not_start_a_battle() -> None:
    """T47 (5.3): neither the muster town nor a town on the way."""
    places = "harim: sulaiman\nartah: zangi\nantioch: bohemond"
    table = Table(moving(places, first="saracen")).do("saracen", "muster-to harim")
    assert table.refused("saracen", "muster zangi harim/antioch").rule == "5.3"
    assert table.refused("saracen", "muster-to antioch").rule == "5.3"


def test_blocks_muster_at_a_town_they_besiege() -> None:
    """T47 (5.3)."""
    table = Table(moving("acre: [turks-1] walter\ntyre: conrad")).do("frank", "muster-to acre", "muster conrad acre")
    assert table.at("acre") == {"turks-1", "walter", "conrad"}
    assert table.position.arrivals == ()


def test_a_muster_goes_round_the_enemy() -> None:
    """T48 (5.3): not through Legio, but through Caesarea."""
    table = Table(moving("legio: saladin\nnablus: balian")).do("frank", "muster-to acre")
    assert table.options("frank", "muster", "path", block="balian") == {("caesarea", "acre")}
    assert table.refused("frank", "muster balian legio/acre").rule == "5.0"


def test_a_muster_passes_vacant_towns_of_the_enemy() -> None:
    """R34 (5.3): and towns the mustering side besieges."""
    table = Table(moving("ashtera: gaza-templars\ntiberias: balian")).do("frank", "muster-to tiberias")
    assert table.legal("frank", "muster gaza-templars ajlun/tiberias")
    assert table.legal("frank", "muster gaza-templars banyas/tiberias")
    besieging = Table(moving("ashtera: gaza-templars\nbanyas: [qaimaz] walter\ntiberias: balian")).do(
        "frank", "muster-to tiberias"
    )
    assert besieging.legal("frank", "muster gaza-templars banyas/tiberias")


def test_a_muster_town_must_be_friendly_now() -> None:
    """5.3: a vacant town of the enemy is not."""
    table = Table(moving("tiberias: balian walter"))
    assert table.refused("frank", "muster-to ajlun").rule == "5.3"


def test_a_muster_is_called_once_and_costs_one_move() -> None:
    """5.3."""
    table = Table(moving("tiberias: balian walter\ntyre: conrad", frank="move-2")).do("frank", "muster-to acre")
    assert table.refused("frank", "muster-to acre") == ("A muster to Acre has been called already.", "5.3")
    table.do("frank", "muster balian acre", "muster conrad acre", "move walter baisan")
    assert table.refused("frank", "muster-to baisan").rule == "4.2"


def test_blocks_come_to_musters_that_were_called() -> None:
    """5.3."""
    table = Table(moving("tiberias: balian\nacre: walter")).do("frank", "muster-to acre")
    assert table.refused("frank", "muster balian baisan") == ("No muster has been called to Baisan.", "5.3")
    assert table.refused("frank", "muster walter tyre/acre") == ("This block is at the muster already.", "5.3")


def test_an_unpinned_block_musters_but_not_by_the_attackers_road() -> None:
    """T64 (5.5, R25): one block of Homs is free, and must go round by Lacum."""
    places = "homs: tuman shirkuh\nkrak: krak-hospitallers\nlacum: zangi"
    table = Table(moving(places)).do("frank", "move krak-hospitallers homs", "done")
    table.do("saracen", "move zangi krak", "muster-to krak")
    for block in ("tuman", "shirkuh"):
        assert table.refused("saracen", f"muster {block} krak").rule == "5.5"
        assert ("lacum", "krak") in table.options("saracen", "muster", "path", block=block)
    table.do("saracen", "muster tuman lacum/krak")
    refusal = table.refused("saracen", "muster shirkuh lacum/krak")
    assert (refusal.rule, "pinned" in refusal.reason) == ("5.5", True)


def test_a_muster_costs_its_call_alone() -> None:
    """5.3: one Move for the call, none for the blocks that come."""
    table = Table(moving("acre: walter\ntyre: conrad balian")).do("frank", "muster-to acre")
    assert table.position.moves == 2
    table.do("frank", "muster conrad acre")
    assert table.events[-1]["type"] == "block-mustered"
    table.do("frank", "muster balian acre")
    assert table.position.moves == 2
