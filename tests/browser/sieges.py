"""The fullest siege: Jerusalem with its garrison, its besiegers, relief by two roads and reinforcement by two more, 12
blocks against 9.
"""

from rules.position import Position
from tests.rules.scene import Table, moving

PLACES = """jerusalem: [king-guy] [walter@2] [jerusalem-hospitallers@3] saladin al-adil@2 kurds-1 turks-1 zangi \
arabs-1@1
nablus: conrad balian@2 josselin gaza-templars
ramallah: raymond-tripoli reynald-kerak
jericho: taqi-al-din tuman@2
hebron: sanjar keukburi arabs-2 turks-2@1
"""


def fullest_siege() -> Table:
    """Before anybody storms: the relief stands in the field or in reserve, and so do the besiegers."""
    table = Table(moving(PLACES, first="frank"))
    table.do("frank", *(f"move {block} jerusalem" for block in ("conrad", "balian", "josselin", "gaza-templars")))
    table.do("frank", *(f"move {block} jerusalem" for block in ("raymond-tripoli", "reynald-kerak")), "done")
    table.do("saracen", *(f"move {block} jerusalem" for block in ("sanjar", "keukburi", "arabs-2", "turks-2")))
    table.do("saracen", *(f"move {block} jerusalem" for block in ("taqi-al-din", "tuman")), "done")
    return table


def fight_at_jerusalem() -> Position:
    """The same when the first block fires."""
    table = fullest_siege()
    while table.step != "fight":
        (side,) = table.awaited
        answers = {
            "choose-battle": "choose-battle jerusalem",
            "storm": "storm -",
            "sally": "sally -",
            "garrison": "garrison -",
        }
        table.do(side, answers[table.step])
    return table.position


BESIEGERS = ("saladin", "al-afdal", "al-mashtub", "keukburi")


def besieged(besiegers: str = " ".join(BESIEGERS)) -> Table:
    """Four Saracens stand before Tyre, which Conrad holds, and are asked who storms; nobody hits."""
    table = Table(
        moving(f"tyre: [conrad] {besiegers}\nantioch: bohemond\n", mover="saracen"),
        {"fire": [6] * 60},
    )
    table.do("saracen", "done")
    while table.step != "storm":
        (side,) = table.awaited
        table.do(side, "choose-battle tyre" if table.step == "choose-battle" else "done")
    return table


def before_the_storm(besiegers: str = " ".join(BESIEGERS)) -> Position:
    return besieged(besiegers).position


def after_a_round() -> Position:
    """Saladin has stormed for a round, and it is asked who joins him."""
    table = besieged().do("saracen", "storm saladin")
    while table.step == "fight":
        (side,) = table.awaited
        table.do(side, f"fire {table.actions(side, 'fire')[0].block}")
    assert (table.step, table.awaited) == ("storm", {"saracen"})
    return table.position


def knight_attacked() -> Position:
    """A knight in the field acts first, and may charge; there are four ways out."""
    table = Table(moving("tiberias: raymond-tiberias\nbanyas: qaimaz\nacre: king-guy", first="saracen"))
    table.do("saracen", "move qaimaz tiberias", "done").do("frank", "done", "garrison -")
    assert table.legal("frank", "charge raymond-tiberias")
    return table.position
