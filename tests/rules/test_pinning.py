"""Pinning (rules 5.5). Test positions T62 and T63."""

from tests.rules.scene import Table, moving

FIVE = ["raymond-tiberias", "balian", "walter", "josselin", "king-guy"]


def tiberias() -> Table:
    """Four Saracens come to Tiberias by Ajlun, then two by Banyas; five Franks defend."""
    table = Table(
        moving(
            f"""
            tiberias: {" ".join(FIVE)}
            ajlun: saladin keukburi al-mashtub al-afdal
            banyas: qaimaz kurds-1
            """,
            first="saracen",
        )
    )
    table.do(
        "saracen",
        *[f"move {block} tiberias" for block in ("saladin", "keukburi", "al-mashtub", "al-afdal", "qaimaz", "kurds-1")],
    )
    return table


def test_one_of_five_defenders_may_leave_when_four_attack() -> None:
    """T62 (5.5, worked example): any of the five, by a road no attacker used, and then nobody else."""
    table = tiberias().do("saracen", "done")
    assert table.options("frank", "move", "block") == set(FIVE)
    for block in FIVE:
        assert {path[0] for path in table.options("frank", "move", "path", block=block)} == {"acre", "baisan"}
    for road in ("ajlun", "banyas"):
        refusal = table.refused("frank", f"move balian {road}")
        assert (refusal.rule, "attacker used" in refusal.reason) == ("5.5", True)
    table.do("frank", "move walter acre")
    assert table.options("frank", "move", "block") == set()
    refusal = table.refused("frank", "move balian acre")
    assert (refusal.rule, "pinned" in refusal.reason) == ("5.5", True)


def test_one_of_five_saracens_may_leave_when_four_franks_attack() -> None:
    """T62 mirrored (5.5): Saracens are Player 2; neither by the main road from Acre nor by the reserves' from
    Baisan.
    """
    five = ["saladin", "keukburi", "al-mashtub", "al-afdal", "qaimaz"]
    franks = ["king-guy", "jerusalem-templars", "acre-hospitallers", "walter", "balian", "raymond-tiberias"]
    places = f"tiberias: {' '.join(five)}\nacre: {' '.join(franks[:4])}\nbaisan: {' '.join(franks[4:])}"
    table = Table(moving(places)).do("frank", *[f"move {block} tiberias" for block in franks], "done")
    for block in five:
        assert {path[0] for path in table.options("saracen", "move", "path", block=block)} == {"ajlun", "banyas"}
    for road in ("acre", "baisan"):
        refusal = table.refused("saracen", f"move saladin {road}")
        assert (refusal.rule, "attacker used" in refusal.reason) == ("5.5", True)
    table.do("saracen", "move saladin ajlun")
    assert table.options("saracen", "move", "block") == set()


def test_the_attackers_choice_of_the_main_road_decides_whom_he_pins() -> None:
    """T62 (5.5, R28): with the two of Banyas as Main Attack three may leave."""
    table = tiberias().do("saracen", "main-road tiberias banyas", "done")
    table.do("frank", "move walter acre", "move balian baisan", "move josselin acre")
    assert table.refused("frank", "move king-guy acre").rule == "5.5"


def test_equal_numbers_pin_everybody() -> None:
    """T63 (5.5)."""
    table = Table(moving("nablus: balian walter josselin\nbaisan: saladin keukburi kurds-1", first="saracen"))
    table.do("saracen", *[f"move {block} nablus" for block in ("saladin", "keukburi", "kurds-1")], "done")
    assert table.actions("frank", "move") == []


def test_reserves_pin_nobody() -> None:
    """T63 (5.5): two in the Main Attack, three in reserve."""
    table = Table(
        moving("nablus: balian walter josselin\nbaisan: saladin keukburi\nlegio: kurds-1 zangi sanjar", first="saracen")
    )
    table.do(
        "saracen", *[f"move {block} nablus" for block in ("saladin", "keukburi", "kurds-1", "zangi", "sanjar")], "done"
    )
    table.do("frank", "move balian jerusalem")
    assert table.actions("frank", "move") == []


def test_reinforcements_free_nobody() -> None:
    """5.5: Player 2's reserves do not count as defenders."""
    table = Table(moving("nablus: balian\njerusalem: king-guy\nbaisan: saladin", first="saracen"))
    table.do("saracen", "move saladin nablus", "done").do("frank", "move king-guy nablus")
    assert table.refused("frank", "move balian jerusalem").rule == "5.5"


def test_an_unpinned_block_may_attack_elsewhere() -> None:
    """5.5: it moves, attacks, musters or sails as usual."""
    table = Table(moving("nablus: balian walter\nbaisan: saladin\nlegio: kurds-1", first="saracen"))
    table.do("saracen", "move saladin nablus", "done").do("frank", "move balian legio")
    assert table.at("legio") == {"balian", "kurds-1"}


def test_relief_pins_besiegers() -> None:
    """5.5 (catalogue 1.6): the garrison does not."""
    table = Table(moving("acre: [king-guy] saladin keukburi\ntyre: conrad"))
    table.do("frank", "move conrad acre", "done").do("saracen", "move saladin tiberias")
    assert table.refused("saracen", "move keukburi tiberias").rule == "5.5"


def test_player_one_is_not_pinned() -> None:
    """5.5: nobody has attacked him yet; his relief of a besieged town leaves besieged blocks where they are."""
    table = Table(moving("acre: [king-guy] saladin\ntyre: conrad walter"))
    table.do("frank", "move conrad acre", "move walter acre")
    assert table.at("acre") == {"king-guy", "saladin", "conrad", "walter"}


def test_the_main_attack_by_sea_pins() -> None:
    """R26 (5.5, 7.22): three English hold three of four defenders."""
    places = "england: richard robert crossbows\nacre: turks-3 saladin zangi sanjar"
    table = Table(moving(places)).do(
        "frank", *[f"sea-move {block} acre" for block in ("richard", "robert", "crossbows")], "done"
    )
    table.do("saracen", "move saladin tiberias")
    assert table.refused("saracen", "move zangi tiberias").rule == "5.5"
